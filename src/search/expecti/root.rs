//! The turns of a root position with a known roll, best first, and the passes that judge them ever deeper.

use std::ops::ControlFlow;

use super::meter::Stopped;
use super::pass::{Found, Pass};
use super::sampling::Sampling;
use super::threads::together;
use super::tree::{Glanced, Tree};
use super::value::Value;
use crate::game::Roll;
use crate::game::stochastic::Stochastic;

/// A turn of the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<C> {
    pub(super) turn: C,
    pub(super) value: Value,
    /// How many turns ahead the value looks, this one included.
    pub(super) depth: u32,
    /// What the pass before the last has said.
    pub(super) before: Value,
}

impl<C> Candidate<C> {
    /// Nothing is known of it.
    pub(super) fn new(turn: C) -> Candidate<C> {
        Candidate { turn, value: Value::LOST, depth: 0, before: Value::LOST }
    }
}

/// A position with a known roll, and its turns.
pub(super) struct Root<G: Stochastic> {
    position: G,
    roll: Roll,
    /// Best first: those looked at deepest, of these the best value.
    pub(super) candidates: Vec<Candidate<G::Compact>>,
    /// Bad turns were forgotten because there were too many.
    dropped: bool,
    /// The games behind turns that are close to each other.
    sampling: Option<Sampling<G::Compact>>,
}

/// How many turns are remembered at least; boards above 10x10 have up to a million of them.
const KEPT: usize = 4096;

/// How many of the best turns a pass of this depth looks at.
fn width(depth: u32) -> usize {
    match depth {
        0..=2 => 40,
        3 => 12,
        _ => 8,
    }
}

impl<G: Stochastic> Root<G> {
    /// With one turn that nothing is known of: even if the search must end at once there is a turn afterwards.
    pub(super) fn new(position: &G, roll: Roll) -> Self {
        let mut position = position.clone();
        let first = first_turn(&mut position, roll).map(Candidate::new);
        Root { position, roll, candidates: first.into_iter().collect(), dropped: false, sampling: None }
    }

    /// The first pass: judges every turn by the position it leads to, the most promising first, since on the largest
    /// boards there are more of them than there is time for.
    pub(super) fn judge_all(&mut self, tree: &mut Tree<'_, G>) -> Result<(), Stopped> {
        let Root { position, roll, candidates, dropped, .. } = self;
        let mut found = Vec::new();
        let listed = tree.glance(position, *roll, None, |promise, turn| {
            found.push((promise, turn));
            if found.len() >= 2 * KEPT {
                most_promising_first(&mut found);
                found.truncate(KEPT);
                *dropped = true;
            }
            ControlFlow::Continue(())
        });
        most_promising_first(&mut found);
        if !found.is_empty() {
            *candidates = found.iter().map(|&(_, turn)| Candidate::new(turn)).collect();
        }
        listed?;
        self.judge_candidates(tree)
    }

    /// The first pass over given turns only.
    pub(super) fn judge_only(&mut self, turns: &[G::Compact], tree: &mut Tree<'_, G>) -> Result<(), Stopped> {
        self.candidates = turns.iter().map(|&turn| Candidate::new(turn)).collect();
        self.judge_candidates(tree)
    }

    fn judge_candidates(&mut self, tree: &mut Tree<'_, G>) -> Result<(), Stopped> {
        let Root { position, candidates, .. } = self;
        let result = candidates.iter_mut().try_for_each(|candidate| {
            candidate.value = tree.judge(position, candidate.turn)?;
            candidate.depth = 1;
            Ok(())
        });
        best_first(&mut self.candidates);
        result
    }

    /// A pass `depth` turns deep over the best turns, at least `lines` of them. Each of the trees gets a thread; the
    /// first one has this.
    pub(super) fn deepen(
        &mut self,
        depth: u32,
        lines: usize,
        tree: &mut Tree<'_, G>,
        helpers: &mut [Tree<'_, G>],
    ) -> Result<(), Stopped> {
        let wanted = self.sampling.as_ref().map_or(width(depth), Sampling::going_on);
        let pass = Pass::new(&self.candidates, depth, wanted.max(lines));
        let position = &self.position;
        let mut result = together(tree, helpers, |tree| pass.work(&mut position.clone(), tree));
        let Found { done, best, whole } = pass.found();
        for (place, value) in done {
            let candidate = &mut self.candidates[place];
            let value = match &mut self.sampling {
                Some(sampling) => sampling.searched(candidate.turn, value, depth),
                None => value,
            };
            *candidate = Candidate { turn: candidate.turn, value, depth, before: candidate.value };
        }
        // What a helper was stopped at is missing, so the search has ended even if nothing stopped here.
        if !whole {
            result = Err(Stopped);
        }
        if self.dropped && best.is_some_and(Value::is_certain_loss) {
            self.candidates.iter_mut().for_each(|candidate| candidate.value = candidate.value.doubted());
        }
        best_first(&mut self.candidates);
        result
    }

    /// Whether there are turns to be told apart by (more) sampling; `lines` of them get games in any case.
    pub(super) fn may_sample(&mut self, lines: usize) -> bool {
        if self.sampling.is_none() {
            let faces = self.position.about().faces;
            self.sampling = Sampling::new(&self.candidates, lines, faces, self.position.key_before_roll());
        }
        self.sampling.as_ref().is_some_and(Sampling::is_open)
    }

    /// A pass of sampling. Its turns count as looked at `depth` turns deep, which is one more than the search was.
    pub(super) fn sample(
        &mut self,
        depth: u32,
        lines: usize,
        tree: &mut Tree<'_, G>,
        helpers: &mut [Tree<'_, G>],
    ) -> Result<(), Stopped> {
        let Some(sampling) = &mut self.sampling else { return Ok(()) };
        let result = sampling.pass(&self.position, tree, helpers);
        for (turn, value) in sampling.values() {
            if let Some(candidate) = self.candidates.iter_mut().find(|candidate| candidate.turn == turn) {
                (candidate.value, candidate.depth) = (value, depth);
            }
        }
        best_first(&mut self.candidates);
        sampling.narrow(lines);
        result
    }

    /// Looks for a turn that wins for certain within `depth` turns of both sides; it comes first then.
    pub(super) fn prove(&mut self, depth: u32, tree: &mut Tree<'_, G>) -> Result<bool, Stopped> {
        tree.full_width = true;
        for i in 0..self.candidates.len() {
            let turn = self.candidates[i].turn;
            let value = tree.after_turn(&mut self.position, turn, depth - 1, 1, Value::NEARLY_WON, Value::WON)?;
            if value.is_certain_win() {
                (self.candidates[i].value, self.candidates[i].depth) = (value, depth);
                best_first(&mut self.candidates);
                tree.full_width = false;
                return Ok(true);
            }
        }
        tree.full_width = false;
        Ok(false)
    }

    /// A pass without a bound of depth over all turns: `lines` of them get their exact values. False if `cap` positions
    /// were too few; what has been found until then makes the next attempt cheaper.
    pub(super) fn solve(
        &mut self,
        depth: u32,
        cap: u64,
        lines: usize,
        tree: &mut Tree<'_, G>,
    ) -> Result<bool, Stopped> {
        if self.dropped {
            return Ok(false);
        }
        tree.meter.cap(cap);
        let mut values = Vec::with_capacity(self.candidates.len());
        let mut best: Vec<Value> = Vec::with_capacity(lines + 1);
        for candidate in &self.candidates {
            let alpha = if best.len() < lines { Value::LOST } else { best[lines - 1] };
            let Ok(value) = tree.exact_after_turn(&mut self.position, candidate.turn, 1, alpha, Value::WON) else {
                break;
            };
            values.push(value);
            note(&mut best, value, lines);
        }
        tree.meter.uncap()?;
        let solved = values.len() == self.candidates.len();
        if solved {
            for (candidate, value) in self.candidates.iter_mut().zip(values) {
                (candidate.value, candidate.depth) = (value, depth);
            }
            best_first(&mut self.candidates);
        }
        Ok(solved)
    }

    /// What the position is worth with this roll.
    pub(super) fn value(&self) -> Option<Value> {
        self.candidates.first().filter(|best| best.depth > 0).map(|best| best.value)
    }

    /// The turn, in notation.
    pub(super) fn notation(&self, turn: G::Compact) -> Option<crate::game::Turn> {
        self.position.notation(turn)
    }
}

/// Deepest first, of equal depth the best; what is equal stays in order.
fn best_first<C>(candidates: &mut [Candidate<C>]) {
    candidates.sort_by(|a, b| b.depth.cmp(&a.depth).then(a.value.descending(b.value)));
}

/// The best by a glance first; what is equal stays in order.
fn most_promising_first<C>(turns: &mut [Glanced<C>]) {
    turns.sort_by(|a, b| b.0.total_cmp(&a.0));
}

/// Puts a value among the best ones, of which there are `lines` at most.
fn note(best: &mut Vec<Value>, value: Value, lines: usize) {
    let place = best.partition_point(|better| *better >= value);
    best.insert(place, value);
    best.truncate(lines);
}

/// Any legal turn.
fn first_turn<G: Stochastic>(position: &mut G, roll: Roll) -> Option<G::Compact> {
    let mut first = None;
    let _ = position.visit_turns(roll, &mut G::Scratch::default(), |_, turn| {
        first = Some(turn);
        ControlFlow::Break(())
    });
    first
}
