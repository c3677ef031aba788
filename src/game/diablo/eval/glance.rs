//! A glance at what turns lead to: a guess at the order in which the evaluation puts them, from what the board counts
//! anyway. The evaluation's own weights order worse, most of all on 8x8, since its other terms change with these counts.

use super::super::Diablo;
use super::super::board::{Board, Stack};
use super::{PHASES, features, phase};
use crate::game::{Game, Player};

/// What the logarithms of these counts are worth after a turn to the side that took it, in each phase of the game: its
/// checkers and stacks, then the other side's checkers, stacks, and stacks of two and up.
///
/// Fitted by least squares to the log odds of the evaluation over all turns of one position at a time, on 6x6 and 8x8, the
/// better turns counting more.
const WEIGHTS: [[f32; 5]; PHASES] =
    [[0.0, -4.1, -7.8, -4.1, -0.6], [0.3, -2.6, -5.3, -2.5, -0.9], [6.5, 0.0, -2.0, -2.5, -1.0]];

/// What turns from one position are glanced at with.
#[derive(Debug, Clone, Copy)]
pub struct Glance {
    weights: [f32; 5],
    /// What is counted at the position, in the order of [`WEIGHTS`], for the side to move there.
    counts: [u32; 5],
    logs: &'static [f32],
}

impl Glance {
    /// For turns from this position.
    pub(in super::super) fn at(position: &Diablo) -> Glance {
        let (board, side) = (&position.board, position.side_to_move());
        let shares = phase(board.size(), board.checkers(side) + board.checkers(side.other()));
        let weight = |i: usize| WEIGHTS.iter().zip(shares).map(|(weights, share)| weights[i] * share).sum();
        Glance { weights: std::array::from_fn(weight), counts: counts(board, side), logs: features::logs() }
    }

    /// The higher the better for the side that has just moved.
    pub(in super::super) fn promise(&self, after: &Diablo) -> f32 {
        let counts = counts(&after.board, after.side_to_move().other());
        counts.iter().zip(self.weights).map(|(&count, weight)| self.logs[count as usize] * weight).sum()
    }

    /// What a move onto a stack that is `target` high, seen from the mover's side, adds to the promise of a turn by
    /// itself.
    pub(in super::super) fn of_move(&self, target: Stack) -> f32 {
        let less = |i: usize, by: u32| {
            let count = self.counts[i];
            self.weights[i] * (self.logs[count.saturating_sub(by) as usize] - self.logs[count as usize])
        };
        match target {
            0 => 0.0,
            1.. => less(1, 1),
            _ => {
                let taken = u32::from(target.unsigned_abs());
                let tall = if taken > 1 { less(4, 1) } else { 0.0 };
                less(2, taken) + less(3, 1) + tall
            }
        }
    }
}

/// What is counted for a side: its checkers and stacks, then the other side's.
fn counts(board: &Board, side: Player) -> [u32; 5] {
    let other = side.other();
    let tall = board.maps(other).map_or(0, |[_, tall]| tall.count_ones());
    [board.checkers(side), board.stacks(side), board.checkers(other), board.stacks(other), tall]
}
