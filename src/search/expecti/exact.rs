//! Exact winning chances of small endings: the tree without a bound of depth and width, every position before the
//! roll remembered. The game is finite, so this ends, and no position comes twice in a line, so what has been found
//! never goes stale.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;

use super::tree::{EXACT_DEPTH, Tree};
use super::value::Value;
use crate::game::Roll;
use crate::game::stochastic::Stochastic;
use crate::search::Endings;
use crate::search::control::Control;
use crate::search::table::Table;

/// The exact chance, before the roll, that the side to move wins; `None` if that would take a look at more than
/// `cap` positions, or `control` says to stop. Known dice don't matter.
pub fn exact_chance<G: Stochastic>(position: &G, cap: u64, control: &Control) -> Option<f64> {
    let table = Table::new(0).ok()?;
    let mut tree = Tree::new(position.about().faces, &table, control);
    tree.meter.cap(cap);
    let value = tree.before_roll(&mut position.clone(), EXACT_DEPTH, 0, Value::LOST, Value::WON);
    value.ok().map(Value::chance)
}

/// Exact chances of one position after another, such as those of a game: what was found for one serves the next.
pub struct Solver<'a, G: Stochastic> {
    tree: Tree<'a, G>,
    cap: u64,
}

impl<'a, G: Stochastic> Solver<'a, G> {
    /// Each answer may take a look at `cap` positions. `table` can be empty.
    #[must_use]
    pub fn new(faces: u8, cap: u64, table: &'a Table, control: &'a Control) -> Self {
        Solver { tree: Tree::new(faces, table, control), cap }
    }

    /// With chances that are known beforehand.
    #[must_use]
    pub fn knowing(mut self, endings: Option<&'a dyn Endings<G>>) -> Self {
        self.tree.endings = endings;
        self
    }

    /// The chance, before the roll, that the side to move wins.
    pub fn before_roll(&mut self, position: &G) -> Option<f64> {
        if let Some(known) = self.known(position) {
            return Some(known);
        }
        self.tree.meter.cap(self.cap);
        let value = self.tree.before_roll(&mut position.clone(), EXACT_DEPTH, 0, Value::LOST, Value::WON);
        value.ok().map(Value::chance)
    }

    /// The best turn with a roll, and the chance that it leaves the side to move. `None` if the game is over.
    pub fn with_roll(&mut self, position: &G, roll: Roll) -> Option<(f64, G::Compact)> {
        self.tree.meter.cap(self.cap);
        let mut position = position.clone();
        let mut turns = Vec::new();
        let listed = self.tree.visit(&mut position, roll, |value, turn| {
            turns.push((value, turn));
            ControlFlow::Continue(())
        });
        listed.ok()?;
        if self.known(&position).is_some() {
            // So are the chances after each turn.
            return turns.into_iter().reduce(|best, other| if other.0 > best.0 { other } else { best }).map(chance_first);
        }
        turns.sort_by(|a, b| a.0.descending(b.0));
        let mut best: Option<(Value, G::Compact)> = None;
        for (_, turn) in turns {
            let alpha = best.map_or(Value::LOST, |(value, _)| value);
            let value = self.tree.after_turn(&mut position, turn, EXACT_DEPTH, 1, alpha, Value::WON).ok()?;
            if best.is_none() || value > alpha {
                best = Some((value, turn));
            }
        }
        best.map(chance_first)
    }

    fn known(&self, position: &G) -> Option<f64> {
        self.tree.endings.filter(|_| position.winner().is_none()).and_then(|endings| endings.chance(position))
    }
}

fn chance_first<C>((value, turn): (Value, C)) -> (f64, C) {
    (value.chance(), turn)
}

/// What is known of exact values, by the key before the roll. Nothing is ever replaced, unlike in the table, and
/// nothing rounded. (By hash alone: among a million positions two collide with chance 3e-8.)
#[derive(Default)]
pub(super) struct Exact(HashMap<u64, Bounds, BuildHasherDefault<KeyHasher>>);

/// The true value lies between these.
#[derive(Clone, Copy)]
struct Bounds {
    low: Value,
    high: Value,
}

impl Exact {
    /// A value that answers this window, if one is known.
    pub(super) fn get(&self, key: u64, alpha: Value, beta: Value) -> Option<Value> {
        let &Bounds { low, high } = self.0.get(&key)?;
        if low >= beta || low >= high {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }

    /// Notes that the true value is at least `low` and at most `high`.
    pub(super) fn put(&mut self, key: u64, low: Value, high: Value) {
        let bounds = self.0.entry(key).or_insert(Bounds { low, high });
        *bounds = Bounds { low: bounds.low.max(low), high: bounds.high.min(high) };
    }
}

/// The keys are hashes already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

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
