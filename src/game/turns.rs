//! Whole turns, built from the steps of [`PartialTurn`]: playing one, and listing all.

use std::collections::HashSet;

use super::{Action, Game, Illegal, Kind, PartialTurn, Square, Turn};

/// A turn that is not legal: which of its actions breaks a rule, and the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{rule}")]
pub struct IllegalTurn {
    /// The action at fault, from 0; the number of actions if the fault is that the turn ends there.
    pub action: usize,
    /// What it breaks.
    pub rule: Illegal,
}

/// Takes the actions of `turn` one after another; the turn need not be complete.
///
/// # Errors
/// The first action that breaks a rule.
pub fn play_partly<G: Game>(position: &G, turn: &Turn) -> Result<G::Partial, IllegalTurn> {
    let mut partial = position.begin();
    for (action, &what) in turn.0.iter().enumerate() {
        partial.push(what).map_err(|rule| IllegalTurn { action, rule })?;
    }
    Ok(partial)
}

/// The position after a whole turn.
///
/// # Errors
/// The first action that breaks a rule, or that the turn may not end where it does.
pub fn play<G: Game>(position: &G, turn: &Turn) -> Result<G, IllegalTurn> {
    let partial = play_partly(position, turn)?;
    partial.end().map_err(|rule| IllegalTurn { action: turn.0.len(), rule })
}

/// One action sequence for each distinct turn: the one with the fewest actions, of these the first in byte order.
/// The list is in that order too. `None` if `go_on`, asked now and then, says to give up.
pub fn list<G: Game>(position: &G, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Turn>> {
    let mut all = true;
    let turns = list_while(position, &mut || {
        all = go_on();
        all
    });
    all.then_some(turns)
}

/// The same list as far as `go_on` lets it grow, one turn at least if there is any.
pub fn list_while<G: Game>(position: &G, go_on: &mut dyn FnMut() -> bool) -> Vec<Turn> {
    let mut seen = HashSet::new();
    let mut turns = Vec::new();
    each_in_order(position, &mut |turn, partial| {
        if seen.insert(partial.identity()) {
            turns.push(Turn(turn.to_vec()));
        }
        go_on()
    });
    turns
}

/// The sequence that [`list`] holds for the turn that leads to `after`, if one does.
pub fn canonical<G: Game>(position: &G, after: &G) -> Option<Turn> {
    let mut found = None;
    each_in_order(position, &mut |turn, partial| {
        if partial.end().as_ref() == Ok(after) {
            found = Some(Turn(turn.to_vec()));
        }
        found.is_none()
    });
    found
}

/// The first turn of [`list`], found at once.
pub fn first<G: Game>(position: &G) -> Option<Turn> {
    let mut found = None;
    each_in_order(position, &mut |turn, _| {
        found = Some(Turn(turn.to_vec()));
        false
    });
    found
}

/// Every turn that begins with the actions of `begun` and goes on, where `selected` is given, with a move from there:
/// one for each distinct result, in the order of [`list`]. None if `begun` is illegal.
pub fn completions<G: Game>(position: &G, begun: &Turn, selected: Option<Square>) -> Vec<Turn> {
    let Ok(partial) = play_partly(position, begun) else { return Vec::new() };
    let starts: Vec<(Vec<Action>, G::Partial)> = match selected {
        None => vec![(begun.0.clone(), partial)],
        Some(square) => sorted(partial.actions())
            .into_iter()
            .filter(|(_, action)| matches!(action, Action::Move { from, .. } if *from == square))
            .filter_map(|(_, action)| {
                let mut next = partial.clone();
                next.push(action).ok()?;
                Some((begun.0.iter().copied().chain([action]).collect(), next))
            })
            .collect(),
    };
    let mut seen = HashSet::new();
    let mut turns = Vec::new();
    let mut visit = |actions: &[Action], partial: &G::Partial| {
        if seen.insert(partial.identity()) {
            turns.push(Turn(actions.to_vec()));
        }
        true
    };
    for length in 1..=LONGEST {
        for (actions, partial) in starts.iter().filter(|(actions, _)| actions.len() <= length) {
            Walk { length, actions: actions.clone(), visit: &mut visit }.below(partial);
        }
    }
    turns
}

/// Visits every legal action sequence, shorter ones first, those of one length in byte order. Stops early, and
/// returns false, when `visit` says so.
fn each_in_order<G: Game>(position: &G, visit: &mut dyn FnMut(&[Action], &G::Partial) -> bool) -> bool {
    // Turns are short (three actions at most), so walking the tree once for each length is cheaper than keeping
    // the partial turns of a level.
    (1..=LONGEST).all(|length| {
        let mut walk = Walk { length, actions: Vec::with_capacity(length), visit: &mut *visit };
        walk.below(&position.begin())
    })
}

/// The most actions that a legal turn of any game has.
const LONGEST: usize = 3;

struct Walk<'a, P> {
    length: usize,
    actions: Vec<Action>,
    visit: &'a mut dyn FnMut(&[Action], &P) -> bool,
}

impl<P: PartialTurn> Walk<'_, P> {
    fn below(&mut self, partial: &P) -> bool {
        if self.actions.len() == self.length {
            return partial.may_end().is_err() || (self.visit)(&self.actions, partial);
        }
        sorted(partial.actions()).into_iter().all(|(_, action)| {
            let mut next = partial.clone();
            if next.push(action).is_err() {
                debug_assert!(false, "a listed action is legal");
                return true;
            }
            self.actions.push(action);
            let go_on = self.below(&next);
            self.actions.pop();
            go_on
        })
    }
}

/// Actions in the byte order of their texts.
pub(crate) fn sorted(mut actions: Vec<(Kind, Action)>) -> Vec<(Kind, Action)> {
    actions.sort_by_cached_key(|&(_, action)| action.text_key());
    actions
}
