//! Maps and sets by keys of positions, which are hashes already. (By hash alone: among a million positions two collide
//! with chance 3e-8.)

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map from keys.
pub(crate) type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<AsItIs>>;

/// A set of keys.
pub(crate) type KeySet = HashSet<u64, BuildHasherDefault<AsItIs>>;

/// Takes a key for its own hash.
#[derive(Default)]
pub(crate) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    /// What is no key; no map asks for it.
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
