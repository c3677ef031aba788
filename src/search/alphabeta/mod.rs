//! Alpha-beta for games without dice, over whole turns: iterative deepening, principal-variation search, a
//! transposition table, and an exact test for a win within the turn at every node. What prunes on a guess has a switch in
//! [`Tuning`]; certain ends are proved in any case, and without guesses the score of a finished iteration is that of
//! plain minimax with the same evaluation and the same depth. A leaf is worth the mean of the evaluations before and after
//! its last turn, in whole steps of a few hundredths.
//!
//! - `root` deepens, keeps the best turns, obeys the limits and reports; `threads` lets several search at once.
//! - `tree` is the recursion; `order` decides what is tried first; `entry` is what the table keeps; `repetition` tells
//!   when a position has come before.

mod entry;
mod order;
mod repetition;
mod root;
mod score;
mod skill;
#[cfg(test)]
mod tests;
mod threads;
mod tree;
mod tuning;

use super::{Report, STRONGEST, Task};
use crate::game::Turn;
use crate::game::deterministic::Deterministic;
pub use tuning::Tuning;

/// The deepest iteration, in turns of both sides.
pub const MAX_DEPTH: u32 = 64;

/// Searches until a limit of the task is met and returns the best turn found; `None` only if there is no turn, or none
/// that the task allows. At least one line is reported first.
///
/// It returns by itself also when the end of the game is proved, or [`MAX_DEPTH`] is done: with
/// [`infinite`](super::limits::Limits::infinite) it is for the caller to wait.
///
/// With one thread the result depends on the task and on what is in the table alone.
pub fn search<G: Deterministic>(task: &Task<'_, G>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    task.table.grow_older();
    if task.options.skill < STRONGEST { skill::search(task, report) } else { threads::search(task, report) }
}
