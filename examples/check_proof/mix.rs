//! Stirred words: the checksum of a file of endings is made of them, and so are the hashes of boards here.

use std::hash::{BuildHasherDefault, Hasher};

/// The last step of SplitMix64, by which the checksum is defined.
pub fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// Hashes the bytes of a board. Nobody gains by a proof that is slow to check, so it need not be unpredictable.
#[derive(Default)]
pub struct Stirred(u64);

/// What makes maps use it.
pub type Stirring = BuildHasherDefault<Stirred>;

impl Hasher for Stirred {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0 ^ u64::from_le_bytes(word)).wrapping_add(1);
        }
    }

    /// The length, which is the same for all.
    fn write_usize(&mut self, _length: usize) {}

    fn finish(&self) -> u64 {
        self.0
    }
}
