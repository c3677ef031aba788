//! Moves as the generator keeps them: what one does to the board, found once and made many times.

use super::board::{Board, Stack, Totals, kind_of_move, moved_onto};
use crate::game::Kind;

/// A legal move on some board. It stays legal, and does the same, after another move that shares no square with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    pub(super) from: u16,
    pub(super) to: u16,
    /// The stack that moves.
    pub(super) stack: Stack,
    /// What stands on its target before, and after.
    pub(super) before: Stack,
    pub(super) after: Stack,
    difference: Totals,
}

impl Move {
    /// The move of the stack on `from`, of the side with this sign, to `to`, if its height allows it.
    pub(super) fn of(board: &Board, sign: Stack, from: usize, to: usize) -> Option<Move> {
        let (stack, before) = (board.get(from), board.get(to));
        kind_of_move(stack * sign, before * sign)?;
        let after = moved_onto(stack * sign, before * sign) * sign;
        let difference = Totals::of(to, after) - Totals::of(from, stack) - Totals::of(to, before);
        Some(Move { from: from as u16, to: to as u16, stack, before, after, difference })
    }

    pub(super) fn kind(&self) -> Kind {
        match self.before {
            0 => Kind::Quiet,
            _ if self.before.signum() == self.stack.signum() => Kind::Merge,
            _ => Kind::Capture,
        }
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.before == 0
    }

    /// Whether the two moves begin or end on a common square.
    pub(super) fn meets(&self, other: &Move) -> bool {
        self.from == other.from || self.from == other.to || self.to == other.from || self.to == other.to
    }

    /// Makes the move and returns what [`Move::unmake`] needs.
    pub(super) fn make(&self, board: &mut Board) -> Totals {
        board.replace([(self.from, 0), (self.to, self.after)], self.difference)
    }

    pub(super) fn unmake(&self, board: &mut Board, totals: Totals) {
        board.restore([(self.from, self.stack), (self.to, self.before)], totals);
    }
}

/// The moves of one side with one face of a die, promising ones first.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Captures, those of tall stacks first, then merges, then quiet moves.
    all: Vec<Move>,
    /// How many of them are captures or merges.
    useful: usize,
    /// Memory for filling the list.
    merges: Vec<Move>,
    quiet: Vec<Move>,
}

impl Moves {
    /// Forgets what it holds and takes the moves of the side with this sign.
    pub(super) fn fill(&mut self, board: &Board, sign: Stack, die: u8) {
        let Moves { all, merges, quiet, .. } = self;
        all.clear();
        merges.clear();
        quiet.clear();
        for from in board.stacks_of(sign) {
            for to in board.targets(from, die) {
                let Some(found) = Move::of(board, sign, from, to) else { continue };
                match found.kind() {
                    Kind::Quiet => quiet.push(found),
                    Kind::Capture => all.push(found),
                    _ => merges.push(found),
                }
            }
        }
        // (With the squares in the key no two are equal, so that any way of sorting gives the same order.)
        all.sort_unstable_by_key(|capture| (-capture.before.abs(), capture.from, capture.to));
        all.append(merges);
        self.useful = all.len();
        all.append(quiet);
    }

    pub(super) fn all(&self) -> &[Move] {
        &self.all
    }

    /// The merges and captures.
    pub(super) fn useful(&self) -> &[Move] {
        &self.all[..self.useful]
    }
}
