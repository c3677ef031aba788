//! Sets of squares as bits, and what lies at the distance of a die from them.

use std::ops::{BitAnd, BitOr, Not};
use std::sync::OnceLock;

/// A set of squares, in `W` words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Bits<W> = Bits([0; W]);

    /// The first 64 squares.
    pub(super) fn of_word(word: u64) -> Bits<W> {
        let mut bits = Self::EMPTY;
        bits.0[0] = word;
        bits
    }

    pub(super) fn insert_if(&mut self, square: usize, wanted: bool) {
        self.0[if W == 1 { 0 } else { square / 64 }] |= u64::from(wanted) << (square % 64);
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn up(self, by: usize) -> Self {
        let (words, bits) = if W == 1 { (0, by) } else { (by / 64, by % 64) };
        let mut result = Self::EMPTY;
        for i in words..W {
            result.0[i] = self.0[i - words] << bits;
            if i > words {
                // Two shifts, so that none is by all 64 bits.
                result.0[i] |= self.0[i - words - 1] >> (63 - bits) >> 1;
            }
        }
        result
    }

    fn down(self, by: usize) -> Self {
        let (words, bits) = if W == 1 { (0, by) } else { (by / 64, by % 64) };
        let mut result = Self::EMPTY;
        for i in words..W {
            result.0[i - words] |= self.0[i] >> bits;
            if i > words {
                result.0[i - words - 1] |= self.0[i] << (63 - bits) << 1;
            }
        }
        result
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

/// A board size, as masks.
#[derive(Debug)]
pub(super) struct Geometry<const W: usize> {
    size: usize,
    board: Bits<W>,
    /// For each distance from 1: the squares with at least so many files to their left, and to their right.
    columns: Vec<[Bits<W>; 2]>,
}

impl<const W: usize> Geometry<W> {
    /// The geometry of boards of this size, made when it is first asked for.
    pub(super) fn get(of_sizes: &'static [OnceLock<Geometry<W>>; 14], size: u8) -> &'static Geometry<W> {
        of_sizes[usize::from(size / 2)].get_or_init(|| Geometry::new(usize::from(size)))
    }

    fn new(size: usize) -> Geometry<W> {
        let squares_where = |wanted: &dyn Fn(usize) -> bool| {
            let mut bits = Bits::EMPTY;
            (0..size * size).for_each(|square| bits.insert_if(square, wanted(square % size)));
            bits
        };
        let columns = (1..=size / 2)
            .map(|distance| [squares_where(&|file| file >= distance), squares_where(&|file| file + distance < size)]);
        Geometry { size, board: squares_where(&|_| true), columns: columns.collect() }
    }

    pub(super) fn faces(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn board(&self) -> Bits<W> {
        self.board
    }

    /// The squares at this distance from one of `from`.
    pub(super) fn around(&self, from: Bits<W>, distance: usize) -> Bits<W> {
        let [right_of, left_of] = self.columns[distance - 1];
        let beside = (from.up(distance) & right_of) | (from.down(distance) & left_of);
        let rows = self.size * distance;
        (beside | from.up(rows) | from.down(rows)) & self.board
    }

    /// How many pairs of `of` lie at this distance from each other.
    pub(super) fn pairs(&self, of: Bits<W>, distance: usize) -> u32 {
        let [right_of, _] = self.columns[distance - 1];
        (of & of.up(distance) & right_of).count() + (of & of.up(self.size * distance)).count()
    }

    /// The squares at this distance from at least two of `from`.
    pub(super) fn between(&self, from: Bits<W>, distance: usize) -> Bits<W> {
        let [right_of, left_of] = self.columns[distance - 1];
        let rows = self.size * distance;
        let ways = [from.up(distance) & right_of, from.down(distance) & left_of, from.up(rows), from.down(rows)];
        let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
        for way in ways {
            twice = twice | (once & way);
            once = once | way;
        }
        twice & self.board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::diablo::board::Board;

    fn agrees_with_targets<const W: usize>(size: u8) {
        let board = Board::empty(size);
        let geometry: Geometry<W> = Geometry::new(usize::from(size));
        let squares = board.squares().len();
        // Every third square and some others, so that there are neighbours at all distances.
        let chosen: Vec<bool> = (0..squares).map(|square| square % 3 == 0 || square * square % 7 == 1).collect();
        let mut from = Bits::EMPTY;
        chosen.iter().enumerate().for_each(|(square, &is)| from.insert_if(square, is));
        for die in 1..=size / 2 {
            let near = |square: usize| board.targets(square, die).filter(|&target| chosen[target]).count();
            let squares_where = |wanted: &dyn Fn(usize) -> bool| {
                let mut bits = Bits::EMPTY;
                (0..squares).for_each(|square| bits.insert_if(square, wanted(square)));
                bits
            };
            let distance = usize::from(die);
            assert_eq!(geometry.around(from, distance), squares_where(&|square| near(square) >= 1), "{size} {die}");
            assert_eq!(geometry.between(from, distance), squares_where(&|square| near(square) >= 2), "{size} {die}");
            let pairs: usize = (0..squares).filter(|&square| chosen[square]).map(near).sum();
            assert_eq!(geometry.pairs(from, distance) as usize * 2, pairs, "{size} {die}");
        }
    }

    #[test]
    fn sets_of_squares_know_what_lies_at_a_distance() {
        [2, 4, 6, 8].into_iter().for_each(agrees_with_targets::<1>);
        agrees_with_targets::<2>(10);
        [12, 14, 16].into_iter().for_each(agrees_with_targets::<4>);
        [18, 22, 26].into_iter().for_each(agrees_with_targets::<11>);
    }
}
