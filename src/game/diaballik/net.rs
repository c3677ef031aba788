//! A small net over the inputs that `eval` names: one layer of hidden units and one output, in whole numbers. The sums of
//! the hidden layer are kept as a [`Sum`], to which inputs are added and from which they are taken away, so that what many
//! positions have in common is added up once. (The idea is that of NNUE: Yu Nasu, "Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi", 2018.)
//!
//! Each unit is there twice, once for the board and once for its mirror image, so that left and right are worth the same.
//! One more lane adds up what the inputs are worth by themselves.

use super::board::SIZE;
use super::eval::{BALLS, INPUTS, INPUTS_OF_SIDE, SIGHTS};
use super::weights::{BIAS, OUT, ROWS};

/// Hidden units.
pub const UNITS: usize = 127;
/// The numbers of an input in `weights`: one for each unit, and what the input is worth by itself.
pub(super) const NUMBERS: usize = UNITS + 1;
const LANES: usize = 2 * NUMBERS;

/// What stands for 1 in the sums, where a unit is full.
pub const FULL: i16 = 255;
/// What stands for a hundredth in the lane of single inputs.
pub const HUNDREDTH: i32 = 8;
/// What stands for a hundredth in the outcome of a full unit.
pub const HUNDREDTH_OF_UNIT: i32 = 16;

/// The sums of the hidden layer.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Sum([i16; LANES]);

impl Sum {
    /// Without any input.
    pub(super) const EMPTY: Sum = Sum(both(&BIAS, &BIAS));

    #[inline(always)]
    pub(super) fn add(&mut self, input: usize) {
        // What overflows on the way comes back: only the last sum must fit.
        self.0.iter_mut().zip(&TABLE[input].0).for_each(|(sum, number)| *sum = sum.wrapping_add(*number));
    }

    #[inline(always)]
    pub(super) fn take(&mut self, input: usize) {
        self.0.iter_mut().zip(&TABLE[input].0).for_each(|(sum, number)| *sum = sum.wrapping_sub(*number));
    }

    /// What the single inputs are worth, in hundredths.
    #[inline(always)]
    pub(super) fn single(&self) -> i32 {
        i32::from(self.0[UNITS]) / HUNDREDTH
    }

    /// What the position is worth, in hundredths.
    #[inline(always)]
    pub(super) fn value(&self) -> i32 {
        let of_units: i32 = self
            .0
            .iter()
            .zip(&OUTCOMES.0)
            .map(|(&sum, &outcome)| i32::from(sum.clamp(0, FULL)) * i32::from(outcome))
            .sum();
        self.single() + (of_units >> 8) / HUNDREDTH_OF_UNIT
    }
}

/// What a single input is worth, in eighths of a hundredth.
pub(super) fn single(input: usize) -> i32 {
    i32::from(ROWS[input][UNITS])
}

/// The numbers of each input, for the board and its mirror image.
static TABLE: [Sum; INPUTS] = {
    let mut table = [Sum([0; LANES]); INPUTS];
    let mut input = 0;
    while input < INPUTS {
        table[input] = Sum(both(&ROWS[input], &ROWS[mirrored(input)]));
        input += 1;
    }
    table
};

static OUTCOMES: Sum = {
    let mut lanes = [0; LANES];
    let mut unit = 0;
    while unit < UNITS {
        lanes[unit] = OUT[unit];
        lanes[NUMBERS + unit] = OUT[unit];
        unit += 1;
    }
    Sum(lanes)
};

const fn both(board: &[i16; NUMBERS], image: &[i16; NUMBERS]) -> [i16; LANES] {
    let mut lanes = [0; LANES];
    let mut at = 0;
    while at < NUMBERS {
        lanes[at] = board[at];
        if at < UNITS {
            lanes[NUMBERS + at] = image[at];
        }
        at += 1;
    }
    lanes
}

/// The same input with left and right swapped.
#[must_use]
pub const fn mirrored(input: usize) -> usize {
    let at = input % INPUTS_OF_SIDE;
    if at >= SIGHTS {
        return input;
    }
    let size = SIZE as usize;
    let square = if at >= BALLS { at - BALLS } else { at };
    let file = square % size;
    input - file + (size - 1 - file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::diaballik::eval::{TERMS, Term};

    #[test]
    fn what_is_taken_away_is_gone() {
        let mut sum = Sum::EMPTY;
        [3, 200, 297].into_iter().for_each(|input| sum.add(input));
        [200, 3, 297].into_iter().for_each(|input| sum.take(input));
        assert_eq!(sum.0, Sum::EMPTY.0);
    }

    #[test]
    fn no_position_overflows_a_sum() {
        for number in 0..NUMBERS {
            let mut most = i32::from(BIAS[number]).abs();
            let mut first = 0;
            for (term, size, _) in TERMS.into_iter().chain(TERMS) {
                let largest = ROWS[first..first + size].iter().map(|row| i32::from(row[number]).abs()).max();
                most += largest.unwrap_or(0) * if term == Term::Piece { 7 } else { 1 };
                first += size;
            }
            assert!(most <= i32::from(i16::MAX), "{most}");
        }
    }
}
