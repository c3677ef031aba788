//! Exact winning chances of small endings: expectation over all rolls, maximum over all turns, every position before
//! the roll remembered. The game is finite and no position comes twice, so this needs no bounds and never goes stale.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;

use super::meter::{Meter, Stopped};
use super::value::Value;
use crate::game::Roll;
use crate::game::stochastic::Stochastic;
use crate::search::control::Control;

/// The exact chance, before the roll, that the side to move wins; `None` if that would take a look at more than
/// `cap` positions, or `control` says to stop. Known dice don't matter.
pub fn exact_chance<G: Stochastic>(position: &G, cap: u64, control: &Control) -> Option<f64> {
    let mut meter = Meter::new(control);
    let mut solver = Solver::new(position.about().faces);
    solver.solve(&mut position.clone(), cap, &mut meter).ok().map(|exact| exact.chance)
}

/// An exact chance; if it is 0 or 1 because the end is certain, in how many turns of both sides it comes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Exact {
    /// For the side to move.
    pub(super) chance: f64,
    certain: Option<u16>,
}

impl Exact {
    fn over(won: bool) -> Exact {
        Exact { chance: f64::from(u8::from(won)), certain: Some(0) }
    }

    /// What a turn is worth that leads to a position worth this to its side to move.
    pub(super) fn before(self) -> Exact {
        Exact { chance: 1.0 - self.chance, certain: self.certain.map(|turns| turns.saturating_add(1)) }
    }

    /// Orders by a higher chance, a nearer win, a farther loss; the best first.
    pub(super) fn best_first(self, other: Exact) -> Ordering {
        other.chance.total_cmp(&self.chance).then_with(|| {
            let turns = |exact: Exact| exact.certain.unwrap_or(0);
            let nearer = turns(self).cmp(&turns(other));
            if self.chance > 0.5 { nearer } else { nearer.reverse() }
        })
    }

    pub(super) fn value(self) -> Value {
        match self.certain {
            Some(turns) => Value::certain(self.chance > 0.5, turns),
            None => Value::of_chance(self.chance),
        }
    }
}

/// Remembers what has been solved, also over calls that ran out of positions.
pub(super) struct Solver<G: Stochastic> {
    rolls: Vec<(Roll, f64)>,
    total: f64,
    /// By hash alone: with a million positions two collide with chance 3e-8.
    solved: HashMap<u64, Exact, BuildHasherDefault<KeyHasher>>,
    /// Solved since [`Solver::take_new`].
    new: Vec<(u64, Exact)>,
    scratch: G::Scratch,
    lists: Vec<Vec<G::Compact>>,
}

impl<G: Stochastic> Solver<G> {
    pub(super) fn new(faces: u8) -> Self {
        Solver {
            rolls: Roll::all(faces).map(|(roll, weight)| (roll, f64::from(weight))).collect(),
            total: f64::from(faces) * f64::from(faces),
            solved: HashMap::default(),
            new: Vec::new(),
            scratch: G::Scratch::default(),
            lists: Vec::new(),
        }
    }

    /// Solves a position before the roll, looking at no more than `cap` positions.
    pub(super) fn solve(&mut self, position: &mut G, cap: u64, meter: &mut Meter<'_>) -> Result<Exact, Stopped> {
        let cap = meter.nodes().saturating_add(cap);
        self.before_roll(position, cap, meter)
    }

    /// What has been solved since the last call, by the key before the roll.
    pub(super) fn take_new(&mut self) -> impl Iterator<Item = (u64, Exact)> + '_ {
        self.new.drain(..)
    }

    fn before_roll(&mut self, position: &mut G, cap: u64, meter: &mut Meter<'_>) -> Result<Exact, Stopped> {
        if let Some(winner) = position.winner() {
            return Ok(Exact::over(winner == position.side_to_move()));
        }
        let key = position.key_before_roll();
        if let Some(&exact) = self.solved.get(&key) {
            return Ok(exact);
        }
        let mut sum = 0.0;
        let mut slowest = Some(0_u16);
        for i in 0..self.rolls.len() {
            let (roll, weight) = self.rolls[i];
            let best = self.with_roll(position, roll, cap, meter)?;
            sum += weight * best.chance;
            slowest = slowest.zip(best.certain).map(|(turns, others)| turns.max(others));
        }
        let chance = sum / self.total;
        // Only if every roll is certain, and to the same end.
        let certain = slowest.filter(|_| sum == 0.0 || sum == self.total);
        let exact = Exact { chance, certain };
        self.solved.insert(key, exact);
        self.new.push((key, exact));
        Ok(exact)
    }

    fn with_roll(&mut self, position: &mut G, roll: Roll, cap: u64, meter: &mut Meter<'_>) -> Result<Exact, Stopped> {
        let mut turns = self.lists.pop().unwrap_or_default();
        turns.clear();
        let result = self.best_of(position, roll, &mut turns, cap, meter);
        self.lists.push(turns);
        result
    }

    fn best_of(
        &mut self,
        position: &mut G,
        roll: Roll,
        turns: &mut Vec<G::Compact>,
        cap: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Exact, Stopped> {
        let mover = position.side_to_move();
        let (mut won, mut capped) = (false, false);
        let _ = position.visit_turns(roll, &mut self.scratch, |after, turn| {
            capped = meter.nodes() >= cap;
            if capped {
                return ControlFlow::Break(());
            }
            meter.step()?;
            turns.push(turn);
            // Nothing is better than to win at once.
            won = after.winner() == Some(mover);
            if won { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        meter.check()?;
        if capped {
            return Err(Stopped);
        }
        if won {
            return Ok(Exact::over(false).before());
        }
        let mut best: Option<Exact> = None;
        for &turn in turns.iter() {
            let undo = position.make(turn);
            let next = self.before_roll(position, cap, meter);
            position.unmake(undo);
            let exact = next?.before();
            if best.is_none_or(|best| exact.best_first(best).is_lt()) {
                best = Some(exact);
            }
        }
        // A side that has checkers always has a turn.
        Ok(best.unwrap_or(Exact::over(false)))
    }
}

/// The keys are hashes already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
