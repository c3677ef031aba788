//! Proof search: whether the side to move can force a win within a number of its own turns, yes or no.
//!
//! Depth-first proof-number search (df-pn: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
//! 2002), with thresholds stretched by a quarter (the 1+ε trick of Pawlewicz and Lew, 2007). Every node carries the
//! number of turns of both sides that are left, so no line is endless and equal positions with other numbers left are
//! other nodes. The last two own turns are decided without a tree, see `two`.
//!
//! **Repetition.** Positions that the game's history has made draws count as such. On the way to a win no position needs to
//! come again: a side that plays the shortest win from each position comes nearer to the end with every turn. So the
//! answer is the same as if repetition within the search were judged.
//!
//! - `two` decides wins by this turn and by the next; `tree` is the search above; `line` the line that shows a win.

mod line;
#[cfg(test)]
mod tests;
mod tree;
mod two;

use super::Task;
use super::control::Control;
use super::table::Table;
use crate::game::Player;
use crate::game::deterministic::Deterministic;
use crate::rng::mix64;

/// What a proof search has found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer<M> {
    /// The win is certain; a line to its end in which the other side holds out longest.
    Proved(Vec<M>),
    /// There is no such win.
    Refuted,
    /// A limit was met before.
    Unknown,
}

/// A proof search from one root.
pub(super) struct Prover<'a, G: Deterministic> {
    root: &'a G,
    only: &'a [G],
    table: &'a Table,
    control: &'a Control,
    /// Mixed into keys before they go to the table: the rules in force and the game's history.
    salt: u64,
    spent: Vec<u64>,
    /// The side that is to win.
    attacker: Player,
    scratch: G::Scratch,
    levels: Vec<tree::Level<G>>,
    /// Positions entered, those before this search included.
    nodes: u64,
    /// A limit was met: what is returned since then means nothing.
    stopped: bool,
}

/// How often stop flag and clock are looked at, in nodes, each of which takes up to a tenth of a millisecond.
const LOOK_EVERY: u64 = 16;
/// Tells the entries of this search from those of others in the same table.
const PROOF: u64 = 0x70_726f_6f66;

impl<'a, G: Deterministic> Prover<'a, G> {
    /// Begins with `nodes` positions already counted.
    pub(super) fn new(task: &'a Task<'a, G>, nodes: u64) -> Self {
        let spent = task.spent();
        let history = spent.iter().fold(mix64(PROOF ^ task.root.rules_key()), |hash, &key| mix64(hash ^ key));
        Prover {
            root: task.root,
            only: task.only,
            table: task.table,
            control: task.control,
            salt: history,
            spent,
            attacker: task.root.side_to_move(),
            scratch: G::Scratch::default(),
            levels: Vec::new(),
            nodes,
            stopped: false,
        }
    }

    /// Whether the side to move at the root wins within so many own turns (at least one). The answer for fewer is known
    /// to be no, else the line may be longer than it needs be.
    pub(super) fn wins_within(&mut self, own_turns: u32) -> Answer<G::Move> {
        let proved = self.is_won(self.root, 2 * own_turns as usize - 1, 0);
        let line = if proved { self.line(own_turns) } else { Vec::new() };
        match (self.stopped, proved) {
            (true, _) => Answer::Unknown,
            (false, true) => Answer::Proved(line),
            (false, false) => Answer::Refuted,
        }
    }

    /// Positions entered so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a position, unless a limit is met.
    fn enter(&mut self) -> bool {
        let look = self.nodes.is_multiple_of(LOOK_EVERY);
        self.stopped |= self.control.out_of_nodes(self.nodes) || look && self.control.must_stop(self.nodes);
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    /// Whether a turn that leads to `child`, `ply` turns from the root, is out of the question for the attacker: not asked
    /// for, or a draw by the game's history.
    fn is_barred(&self, child: &G, ply: usize) -> bool {
        ply == 0 && !self.only.is_empty() && !self.only.contains(child) || self.is_spent(child)
    }

    /// Whether the position is a draw by the game's history (if it is not won by then).
    fn is_spent(&self, position: &G) -> bool {
        self.spent.binary_search(&position.key()).is_ok()
    }
}
