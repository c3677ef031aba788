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

/// A seed that can't be foreseen.
#[must_use]
pub fn random_seed() -> u64 {
    rand::random()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seed, faces, and the rolls of turns 1 to 5.
    type Row = (u64, u8, [(u8, u8); 5]);

    /// Worked out by another program from the definition in protocol.md; frozen.
    const ROLLS: [Row; 8] = [
        (0, 1, [(1, 1), (1, 1), (1, 1), (1, 1), (1, 1)]),
        (0, 2, [(1, 1), (1, 1), (1, 2), (1, 2), (1, 2)]),
        (0, 3, [(1, 2), (2, 2), (1, 2), (2, 3), (1, 1)]),
        (1, 4, [(1, 1), (3, 4), (2, 3), (1, 2), (2, 3)]),
        (2, 5, [(3, 4), (2, 5), (3, 5), (2, 4), (1, 3)]),
        (12345, 3, [(1, 2), (1, 3), (2, 2), (1, 3), (1, 2)]),
        (u64::MAX, 3, [(2, 2), (2, 3), (1, 2), (1, 3), (1, 3)]),
        (u64::MAX, 13, [(6, 7), (5, 11), (3, 5), (1, 11), (2, 10)]),
    ];

    #[test]
    fn seeded_rolls_are_frozen() {
        for (seed, faces, rolls) in ROLLS {
            for (turn, (low, high)) in (1..).zip(rolls) {
                assert_eq!(
                    seeded_roll(seed, turn, faces),
                    Roll::new(low, high),
                    "seed {seed} turn {turn} faces {faces}"
                );
            }
        }
    }

    #[test]
    fn every_throw_is_as_likely_as_it_should_be() {
        const THROWS: u32 = 60_000;
        let mut stream = Thrower::new(1);
        for faces in [2, 3, 5, 13] {
            let mut rolls: [Vec<Roll>; 2] = Default::default();
            rolls[0].extend((1..=THROWS).map(|turn| seeded_roll(9, turn, faces)));
            rolls[1].extend((1..=THROWS).map(|_| stream.throw(faces)));
            for (rolls, (roll, weight)) in
                rolls.iter().flat_map(|rolls| Roll::all(faces).map(move |roll| (rolls, roll)))
            {
                let chance = f64::from(weight) / f64::from(faces).powi(2);
                let expected = f64::from(THROWS) * chance;
                let seen = rolls.iter().filter(|&&thrown| thrown == roll).count() as f64;
                // Five standard deviations; the seeds are fixed, so this passes always or never.
                let bound = 5.0 * (expected * (1.0 - chance)).sqrt();
                assert!((seen - expected).abs() < bound, "{roll} of {faces}: {seen}, expected {expected}");
            }
        }
    }
}
