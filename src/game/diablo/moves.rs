//! Moves as the generator keeps them: what one does to the board, found once and made many times.

use arrayvec::ArrayVec;

use super::board::{Board, Stack, Totals, kind_of_move, moved_onto};
use super::eval::Glance;
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
    /// What it promises at a glance, if that was asked for.
    pub(super) promise: f32,
    difference: Totals,
}

impl Move {
    /// The move of the stack on `from`, of the side with this sign, to `to`, if its height allows it.
    pub(super) fn of(board: &Board, sign: Stack, from: usize, to: usize) -> Option<Move> {
        let (stack, before) = (board.get(from), board.get(to));
        kind_of_move(stack * sign, before * sign)?;
        let after = moved_onto(stack * sign, before * sign) * sign;
        let difference = Totals::of(to, after) - Totals::of(from, stack) - Totals::of(to, before);
        Some(Move { from: from as u16, to: to as u16, stack, before, after, promise: 0.0, difference })
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
        board.replace([(self.from.into(), 0), (self.to.into(), self.after)], self.difference)
    }

    pub(super) fn unmake(&self, board: &mut Board, totals: Totals) {
        board.restore([(self.from.into(), self.stack), (self.to.into(), self.before)], totals);
    }
}

/// How many promises of the moves in a list are told apart.
const LEVELS: usize = 8;

/// Promises, the highest first, with the number of moves that have each.
type Levels = ArrayVec<(f32, usize), LEVELS>;

/// Sums of promises that differ by less are equal.
const ROUNDING: f32 = 1e-4;

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
    pub(super) fn fill(&mut self, board: &Board, sign: Stack, die: u8, glance: Option<&Glance>) {
        let Moves { all, merges, quiet, .. } = self;
        all.clear();
        merges.clear();
        quiet.clear();
        for from in board.stacks_of(sign) {
            for to in board.targets(from, die) {
                let Some(mut found) = Move::of(board, sign, from, to) else { continue };
                found.promise = glance.map_or(0.0, |glance| glance.of_move(found.before * sign));
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

    /// The least promise of two moves such that `most` pairs of them or more promise that much, if there are so many. One
    /// of two moves at least is useful. With a double both are from one list.
    pub(super) fn least_promise(low: &Moves, high: &Moves, most: usize) -> Option<f32> {
        let double = std::ptr::eq(low, high);
        let ([useful, quiet], [others, other_quiet]) = (low.levels(), high.levels());
        let mut sums: ArrayVec<(f32, usize), { 3 * LEVELS * LEVELS }> = ArrayVec::new();
        let mut combine = |some: &Levels, others: &Levels, share: usize| {
            for &(promise, count) in some {
                sums.extend(others.iter().map(|&(other, times)| (promise + other, count * times / share)));
            }
        };
        combine(&useful, &others, if double { 2 } else { 1 });
        combine(&useful, &other_quiet, 1);
        if !double {
            combine(&quiet, &others, 1);
        }
        sums.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let mut found = 0;
        let enough = sums.iter().find(|&&(_, count)| {
            found += count;
            found >= most
        });
        enough.map(|&(promise, _)| promise - ROUNDING)
    }

    pub(super) fn all(&self) -> &[Move] {
        &self.all
    }

    /// The merges and captures.
    pub(super) fn useful(&self) -> &[Move] {
        &self.all[..self.useful]
    }

    /// What the best move promises.
    pub(super) fn most_promise(&self) -> f32 {
        self.all.iter().fold(f32::NEG_INFINITY, |most, found| most.max(found.promise))
    }

    /// How many moves promise how much, useful ones and quiet ones.
    fn levels(&self) -> [Levels; 2] {
        let (useful, quiet) = self.all.split_at(self.useful);
        [useful, quiet].map(|moves| {
            let mut levels = Levels::new();
            for run in moves.chunk_by(|a, b| a.promise == b.promise) {
                // (What is rare, and promises less, counts as a little more.)
                let full = levels.is_full();
                match levels.last_mut() {
                    Some((_, count)) if full => *count += run.len(),
                    _ => levels.push((run[0].promise, run.len())),
                }
            }
            levels
        })
    }
}
