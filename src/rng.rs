//! The dice: the seeded roll, which is a frozen function of seed and turn number (protocol.md defines it and gives
//! test values), and the stream of rolls that the engine throws on request.

use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

use crate::game::Roll;

/// The roll of turn `turn` (from 1) of the game with seed `seed`, with dice of `faces` faces.
#[must_use]
pub fn seeded_roll(seed: u64, turn: u32, faces: u8) -> Roll {
    let state = mix64(seed ^ mix64(u64::from(turn)));
    throw(&mut SplitMix64::from_seed(state.to_le_bytes()), faces)
}

/// A repeatable stream of rolls.
#[derive(Debug, Clone)]
pub struct Thrower(Xoshiro256PlusPlus);

impl Thrower {
    /// The stream that `seed` starts.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Thrower(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The next roll of two dice with `faces` faces.
    pub fn throw(&mut self, faces: u8) -> Roll {
        throw(&mut self.0, faces)
    }
}

/// Throws two dice, the first one first.
fn throw(words: &mut impl Rng, faces: u8) -> Roll {
    let first = die(words, faces);
    let second = die(words, faces);
    Roll::new(first, second)
}

/// One die, unbiased: the top bits of a word, as many as the faces need, and another word where they are too large.
/// A die with one face needs no bits and draws no word.
fn die(words: &mut impl Rng, faces: u8) -> u8 {
    let bits = (faces - 1).checked_ilog2().map_or(0, |top| top + 1);
    if bits == 0 {
        return 1;
    }
    loop {
        let value = words.next_u64() >> (64 - bits);
        if value < u64::from(faces) {
            return 1 + value as u8;
        }
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014; Stafford's variant 13): a bijection of 64-bit words.
pub(crate) const fn mix64(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
