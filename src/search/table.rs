//! The transposition table: pairs of words, lock-free and shared by all threads, whatever the game packs into the
//! second word.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// A table of 16-byte entries. The last [`AGE_BITS`] bits of each payload are the table's own.
pub struct Table {
    entries: Vec<Entry>,
    age: AtomicU8,
}

/// How many of the highest bits of a payload belong to the table.
pub const AGE_BITS: u32 = 6;
const AGE_SHIFT: u32 = 64 - AGE_BITS;

/// The key is stored mixed with the payload, so that a torn entry (two threads at once) looks like a miss.
#[derive(Default)]
struct Entry {
    mixed: AtomicU64,
    payload: AtomicU64,
}

impl Table {
    /// A table of at most `megabytes` MiB, or why the memory can't be had.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub fn new(megabytes: usize) -> Result<Table, std::collections::TryReserveError> {
        let count = (megabytes << 20) / size_of::<Entry>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(count)?;
        entries.resize_with(count, Entry::default);
        Ok(Table { entries, age: AtomicU8::new(0) })
    }

    /// Its size in MiB.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        (self.entries.len() * size_of::<Entry>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in &self.entries {
            entry.mixed.store(0, Ordering::Relaxed);
            entry.payload.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what it stores counts as younger than what is there.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// What was stored under `key`, without the table's own bits.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<u64> {
        let entry = self.entry(key)?;
        let payload = entry.payload.load(Ordering::Relaxed);
        let found = payload != 0 && entry.mixed.load(Ordering::Relaxed) ^ payload == key;
        found.then_some(payload & ((1 << AGE_SHIFT) - 1))
    }

    /// Stores `payload` (not 0, its [`AGE_BITS`] highest bits free) under `key`, unless `keep` says that the payload
    /// of this same search that it would replace is worth more.
    #[inline]
    pub fn put(&self, key: u64, payload: u64, keep: impl Fn(u64) -> bool) {
        debug_assert!(payload != 0 && payload >> AGE_SHIFT == 0);
        let Some(entry) = self.entry(key) else { return };
        let age = self.age();
        let old = entry.payload.load(Ordering::Relaxed);
        let same_search = old != 0 && old >> AGE_SHIFT == age;
        let other_key = entry.mixed.load(Ordering::Relaxed) ^ old != key;
        if same_search && other_key && keep(old & ((1 << AGE_SHIFT) - 1)) {
            return;
        }
        let payload = payload | age << AGE_SHIFT;
        entry.payload.store(payload, Ordering::Relaxed);
        entry.mixed.store(key ^ payload, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths of a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = self.entries.len().min(1000);
        if sample == 0 {
            return 0;
        }
        let age = self.age();
        let used = self.entries[..sample].iter().filter(|entry| {
            let payload = entry.payload.load(Ordering::Relaxed);
            payload != 0 && payload >> AGE_SHIFT == age
        });
        (used.count() * 1000 / sample) as u32
    }

    #[inline]
    fn age(&self) -> u64 {
        u64::from(self.age.load(Ordering::Relaxed)) % (1 << AGE_BITS)
    }

    /// The one place where `key` can be: the high half of a product spreads keys evenly over any size.
    #[inline]
    fn entry(&self, key: u64) -> Option<&Entry> {
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        self.entries.get(index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_under_its_key_alone() {
        let table = Table::new(1).expect("a MiB");
        table.put(7 << 40, 99, |_| true);
        assert_eq!(table.get(7 << 40), Some(99));
        assert_eq!(table.get((7 << 40) + 1), None, "the same place, another key");
        table.clear();
        assert_eq!(table.get(7 << 40), None);
    }

    #[test]
    fn what_is_worth_more_stays_until_it_is_old() {
        let table = Table::new(1).expect("a MiB");
        table.put(1, 50, |_| false);
        table.put(2, 60, |old| old == 50);
        assert_eq!((table.get(1), table.get(2)), (Some(50), None));
        table.grow_older();
        table.put(2, 60, |old| old == 50);
        assert_eq!((table.get(1), table.get(2)), (None, Some(60)));
    }

    #[test]
    fn an_empty_table_is_harmless() {
        let table = Table::new(0).expect("nothing");
        table.put(1, 1, |_| false);
        assert_eq!((table.get(1), table.hashfull()), (None, 0));
    }

    #[test]
    fn hashfull_counts_this_search() {
        let table = Table::new(1).expect("a MiB");
        for key in 0..1u64 << 20 {
            table.put(key << 44, 1, |_| false);
        }
        assert_eq!(table.hashfull(), 1000);
        table.grow_older();
        assert_eq!(table.hashfull(), 0);
    }
}
