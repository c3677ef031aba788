//! The turns after which the opponent, who threatens to win, can't win within his turn.
//!
//! A square of the goal row where the opponent can receive the ball is closed only by bringing a piece to certain squares:
//! onto the pass's way or that square itself, or onto a way to that square. Pieces that leave a square close
//! nothing. So nearly all turns are thrown out by the squares that they bring pieces to, many at once; what is left is put
//! to the exact test, once for each arrangement of pieces. Anti-play alone makes other turns hold: it is tested
//! where the opponent's pieces form a line.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::board::{BOARD, SIZE, between, each, goal_row, is_unbroken_line, neighbours};
use super::generate::{Need, each_turn, each_turn_for};
use super::threat::Reach;
use super::{Diaballik, Move};

/// Visits the turns of a position, in their order, after which the opponent has no win within the turn or has lost
/// already. The side to move has no win by a goal within this turn, and the opponent would have one.
#[inline]
pub(super) fn each_defence(position: &Diaballik, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
    let opponent = position.side.other();
    if position.anti_play && is_unbroken_line(position.pieces(opponent)) {
        return each_turn(position, |turn| if holds(position, turn) { visit(turn) } else { ControlFlow::Continue(()) });
    }
    each_turn_for(position, Defence::new(position), visit)
}

/// The exact test.
fn holds(position: &Diaballik, turn: Move) -> bool {
    let after = position.after_unkeyed(turn.pieces(), turn.ball());
    !after.can_score(after.side) || after.winner() == Some(position.side)
}

/// What it takes to close all squares of the goal row that are open to the opponent.
struct Defence<'a> {
    position: &'a Diaballik,
    /// For each of these squares: where a piece may close it.
    closing: ArrayVec<u64, { SIZE as usize }>,
    /// What is common to all of these.
    closes_all: u64,
}

impl Defence<'_> {
    #[inline]
    fn new(position: &Diaballik) -> Defence<'_> {
        let opponent = position.side.other();
        let (men, empty, ball) = (position.men(opponent), position.empty(), position.ball(opponent));
        let open = Reach::new(position, opponent).passes() & goal_row(opponent);
        let closing: ArrayVec<_, { SIZE as usize }> = each(open)
            .map(|square| {
                let bit = 1 << square;
                // A man that stands there needs no way; else one comes by one step, or by a square beside it.
                let ways = if men & bit == 0 { bit | neighbours(bit) & neighbours(men) & empty } else { 0 };
                between(ball, square).into_iter().flatten().fold(ways, |squares, way| squares | 1 << way)
            })
            .collect();
        let closes_all = closing.iter().fold(BOARD, |all, squares| all & squares);
        Defence { position, closing, closes_all }
    }
}

impl Need for Defence<'_> {
    const STANDING: bool = false;

    #[inline]
    fn alone(&self) -> u64 {
        self.closes_all
    }

    #[inline]
    fn beside(&self, square: u64) -> u64 {
        let open = self.closing.iter().filter(|&&squares| squares & square == 0);
        open.fold(BOARD, |all, squares| all & squares)
    }

    #[inline]
    fn is_met(&self, pieces: u64) -> bool {
        let after = self.position.after_unkeyed(pieces, self.position.ball(self.position.side));
        !after.can_score(after.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::diaballik::Setup;
    use crate::game::{Game, Player};
    use crate::rng::mix64;

    fn listed(walk: impl FnOnce(&mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()>) -> Vec<Move> {
        let mut turns = Vec::new();
        let _ = walk(&mut |turn| {
            turns.push(turn);
            ControlFlow::Continue(())
        });
        turns
    }

    /// Whether the position was one where defences are asked for.
    fn agrees(position: &Diaballik) -> bool {
        let asked = position.winner().is_none()
            && !position.can_score(position.side)
            && position.can_score(position.side.other());
        if asked {
            let mut tested = listed(|visit| each_turn(position, visit));
            tested.retain(|&turn| holds(position, turn));
            assert_eq!(listed(|visit| each_defence(position, visit)), tested, "{}", position.fen());
        }
        asked
    }

    #[test]
    fn defences_are_the_turns_that_pass_the_test() {
        let (mut dice, mut asked) = (3, 0);
        for game in 0..300 {
            let mut position = Diaballik::startpos(if game % 4 == 0 { Setup::Variant } else { Setup::Standard });
            for _ in 0..60 {
                asked += u32::from(agrees(&position));
                let turns = listed(|visit| each_turn(&position, visit));
                dice = mix64(dice + 1);
                position = position.play_move(turns[dice as usize % turns.len()]);
                if position.winner().is_some() {
                    break;
                }
            }
        }
        assert!(asked > 500, "{asked}");
    }

    /// Pieces of a side anywhere but on `taken`, or in an unbroken line.
    fn pieces(dice: &mut u64, taken: u64, in_line: bool) -> u64 {
        let mut next = |below: u64| {
            *dice = mix64(*dice + 1);
            *dice % below
        };
        let (mut pieces, mut rank) = (0, next(7));
        for file in 0..7 {
            rank = (rank + next(3)).saturating_sub(1).min(6);
            let mut square = 7 * rank + file;
            while !in_line && (pieces | taken) & 1 << square != 0 {
                square = next(49);
            }
            pieces |= 1 << square;
        }
        pieces
    }

    #[test]
    fn anti_play_counts_as_a_defence() {
        let (mut dice, mut asked, mut by_line) = (11, 0, 0);
        for round in 0..40_000 {
            let line = pieces(&mut dice, 0, round % 2 == 0);
            let others = pieces(&mut dice, line, false);
            if line & others != 0 || line.count_ones() != 7 || others.count_ones() != 7 {
                continue;
            }
            dice = mix64(dice + 1);
            let ball = |pieces: u64, number: u64| each(pieces).nth(number as usize % 7).unwrap_or_default();
            let balls = [ball(line, dice), ball(others, dice >> 8)];
            // The line is White's.
            let mut position = Diaballik::new([line, others], balls, Player::Two);
            position.set_anti_play(round % 3 > 0);
            if agrees(&position) {
                asked += 1;
                let wins = |turn: &Move| position.play_move(*turn).winner() == Some(Player::Two);
                by_line += u32::from(listed(|visit| each_defence(&position, visit)).iter().any(wins));
            }
        }
        assert!(asked > 500 && by_line > 30, "{asked}, {by_line} of them by anti-play");
    }
}
