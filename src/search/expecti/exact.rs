//! Exact winning chances of small endings: the tree without a bound of depth and width, every position before the
//! roll remembered. The game is finite, so this ends, and no position comes twice in a line, so what has been found
//! never goes stale.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::tree::{EXACT_DEPTH, Tree};
use super::value::Value;
use crate::game::stochastic::Stochastic;
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
