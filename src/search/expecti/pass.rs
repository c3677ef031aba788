//! A pass over the turns of a root, which several threads may share: each takes the next turn that nobody has taken.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::meter::Stopped;
use super::root::Candidate;
use super::tree::Tree;
use super::value::Value;
use crate::game::stochastic::Stochastic;

/// The pass. With one thread it is a function of its arguments; several take turns in any order.
pub(super) struct Pass<'a, C> {
    candidates: &'a [Candidate<C>],
    depth: u32,
    width: usize,
    state: Mutex<State>,
}

/// How far a pass has come.
#[derive(Default)]
struct State {
    /// The next turn to be taken.
    next: usize,
    /// The best value of this pass.
    best: Option<Value>,
    /// The turns that are done.
    done: Vec<(usize, Value)>,
}

/// What a pass has found.
pub(super) struct Found {
    /// The turns that are done, with their values.
    pub(super) done: Vec<(usize, Value)>,
    /// The best value.
    pub(super) best: Option<Value>,
    /// Each turn that was taken is done.
    pub(super) whole: bool,
}

impl<'a, C: Copy> Pass<'a, C> {
    /// A pass `depth` turns deep over the first `width` turns. All get their true values: bounds would save an eighth
    /// of the positions, and leave the next pass without an order among the turns that are not best.
    pub(super) fn new(candidates: &'a [Candidate<C>], depth: u32, width: usize) -> Self {
        Pass { candidates, depth, width, state: Mutex::default() }
    }

    /// Takes turns until none is left.
    pub(super) fn work<G: Stochastic<Compact = C>>(
        &self,
        position: &mut G,
        tree: &mut Tree<'_, G>,
    ) -> Result<(), Stopped> {
        while let Some(place) = self.take() {
            let candidate = &self.candidates[place];
            let ended = candidate.depth > 0 && candidate.value.certainty().is_some_and(|(_, turns)| turns == 1);
            let value = if ended {
                candidate.value
            } else {
                tree.after_turn(position, candidate.turn, self.depth - 1, 1, Value::LOST, Value::WON)?
            };
            let mut state = self.state();
            state.best = Some(state.best.map_or(value, |best| best.max(value)));
            state.done.push((place, value));
        }
        Ok(())
    }

    /// The next turn.
    fn take(&self) -> Option<usize> {
        let mut state = self.state();
        let place = state.next;
        let wanted = place < self.width || state.best.is_some_and(Value::is_certain_loss);
        if place >= self.candidates.len() || !wanted {
            return None;
        }
        state.next += 1;
        Some(place)
    }

    pub(super) fn found(self) -> Found {
        let State { next, best, done } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        Found { best, whole: done.len() == next, done }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panics ends the search anyway.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
