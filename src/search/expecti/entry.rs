//! What the table holds of a position before the roll.

use super::value::Value;
use crate::search::table::Table;

/// What a stored value says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// A value in the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) value: Value,
    pub(super) depth: u32,
    pub(super) bound: Bound,
}

impl Entry {
    /// The value in the lowest 32 bits, above it the depth, then the bound plus one (so that no payload is 0).
    fn pack(self) -> u64 {
        let bound = 1 + self.bound as u64;
        bound << 40 | u64::from(self.depth) << 32 | u64::from(self.value.to_bits())
    }

    pub(super) fn unpack(payload: u64) -> Entry {
        let bound = match payload >> 40 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Entry { value: Value::from_bits(payload as u32), depth: (payload >> 32 & 0xFF) as u32, bound }
    }

    pub(super) fn answers(self, depth: u32, alpha: Value, beta: Value) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }

    pub(super) fn store(self, table: &Table, key: u64) {
        table.put(key, self.pack(), |old| Entry::unpack(old).depth > self.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            let entry = Entry { value: Value::certain(false, 3), depth: 7, bound };
            let packed = entry.pack();
            let found = Entry::unpack(packed);
            assert_eq!((found.value, found.depth, found.bound), (entry.value, 7, bound));
            assert_eq!(packed >> (64 - crate::search::table::AGE_BITS), 0);
        }
    }
}
