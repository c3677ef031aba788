//! What a search over chances asks of a game with dice: turns that are small values, made and unmade in place, and
//! judgements of the position before the roll, where such a search has its leaves and its table.

use std::fmt;
use std::ops::ControlFlow;

use super::{Game, Player, Roll, Turn};

/// A game with dice that can be searched. The dice are thrown between turns: a position *before the roll* is one
/// whose dice are unknown, whatever they were when it was reached.
pub trait Stochastic: Game {
    /// A turn as a search keeps it. Two turns from one position are equal if they lead to the same position.
    type Compact: Copy + Eq + fmt::Debug + Send + Sync;

    /// What takes a turn back.
    type Undo;

    /// What turns from one position are glanced at with.
    type Glance;

    /// Visits each position before the roll that a turn with `roll` leads to, once, with the turn, until `visit`
    /// breaks. This position is changed meanwhile and restored in any case; its own dice don't matter.
    fn visit_turns(
        &mut self,
        roll: Roll,
        scratch: &mut Self::Scratch,
        visit: impl FnMut(&Self, Self::Compact) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The same for the turns that promise most by `glance`, which is that of this position: about `most` or more of them,
    /// if there are so many. Whether others were left out.
    fn visit_promising(
        &mut self,
        roll: Roll,
        scratch: &mut Self::Scratch,
        wanted: (&Self::Glance, usize),
        visit: impl FnMut(&Self, Self::Compact) -> ControlFlow<()>,
    ) -> bool;

    /// Makes a turn that was visited here.
    fn make(&mut self, turn: Self::Compact) -> Self::Undo;

    /// Takes the last turn back.
    fn unmake(&mut self, undo: Self::Undo);

    /// The turn that leads from here to `after`, if one may.
    fn compact_to(&self, after: &Self) -> Option<Self::Compact>;

    /// The notation of a turn: its canonical action sequence. `None` if it isn't legal with the present dice.
    fn notation(&self, turn: Self::Compact) -> Option<Turn>;

    /// Who has won.
    fn winner(&self) -> Option<Player>;

    /// The judged chance, before the roll, that the side to move wins: above 0 and below 1. The game is not over.
    fn chance(&self) -> f64;

    /// How to compare the positions that turns from here lead to without judging them.
    fn glance(&self) -> Self::Glance;

    /// A rough guess of the order in which [`Stochastic::chance`] puts positions after turns of one side, at a small
    /// part of its cost: any number, the higher the better for that side. `glance` is that of the position before
    /// the turn. The game is not over.
    fn promise(&self, glance: &Self::Glance) -> f32;

    /// A hash of all that matters to the rest of the game before the roll.
    fn key_before_roll(&self) -> u64;

    /// A hash of all that matters to the chance of the side to move, before the roll: positions of one key are worth
    /// the same. It may take longer than [`Stochastic::key_before_roll`] and find more that is alike.
    fn key_of_ending(&self) -> u64;

    /// How much is left to be played: an upper bound of the number of turns to come.
    fn remaining(&self) -> u32;
}
