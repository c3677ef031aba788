//! A number for each position with few checkers, without gaps: what an array of chances is indexed by.
//!
//! Positions are seen from the side to move (the game is the same with the colours exchanged), and turned and mirrored
//! so that the occupied squares become the first among their eight images. They fall into sections by the number of
//! checkers and of stacks. Within a section a number is made of three, most significant first: the class of the set of
//! occupied squares, the set of the mover's stacks among them, and how the checkers are divided over the stacks. Sets
//! are numbered in the combinatorial number system: a set of k squares q1 < q2 < ... has the number
//! C(q1, 1) + C(q2, 2) + ... + C(qk, k).

use std::fmt;

use super::{ONE, Units};
use crate::game::diablo::Diablo;
use crate::game::diablo::symmetry::{Origins, inverse, origins};
use crate::game::{Game, Player};

/// There are more positions than a database, or the memory, can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are too many endings with {coverage} on {board}x{board}: more than 2^31, or than there is memory for")]
pub struct TooLarge {
    /// Columns and rows.
    pub board: u8,
    /// Which endings.
    pub coverage: Coverage,
}

/// Which positions a database has: those with at most so many checkers, and those with at most so many stacks, however
/// high. Both count both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    /// The most checkers.
    pub checkers: u8,
    /// The most stacks; 0 or 1 for no further positions.
    pub stacks: u8,
}

impl Coverage {
    /// Every position with at most so many checkers.
    #[must_use]
    pub fn of_checkers(checkers: u8) -> Coverage {
        Coverage { checkers, stacks: 0 }
    }

    fn has(self, checkers: usize, stacks: usize) -> bool {
        checkers <= usize::from(self.checkers) || stacks <= usize::from(self.stacks)
    }

    /// The most checkers on a board with so many squares: as at the start.
    fn most_checkers(self, squares: usize) -> usize {
        if self.stacks < 2 { self.checkers.into() } else { squares.max(self.checkers.into()) }
    }

    fn most_stacks(self, squares: usize) -> usize {
        squares.min(self.checkers.max(self.stacks).into())
    }
}

/// `8 checkers`, or `8 checkers or 4 stacks`.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} checkers", self.checkers)?;
        if self.stacks < 2 { Ok(()) } else { write!(f, " or {} stacks", self.stacks) }
    }
}

/// No database has more values, nor more sets of squares of one size.
const MOST: u64 = 1 << 31;
/// A set's entry has this many bits for its class.
const MOST_SETS: u64 = 1 << 28;

/// How the positions of one database are numbered.
#[derive(Debug)]
pub(super) struct Ranking {
    board: u8,
    coverage: Coverage,
    /// C(n, k) at `[k][n]`, for k up to the number of stacks.
    binomial: Vec<Vec<u64>>,
    /// For each symmetry, where the square of the image comes from.
    origins: &'static Origins,
    /// By the number of squares in the set.
    sets: Vec<Sets>,
    sections: Vec<Section>,
    /// Where the section with c checkers in s stacks lies in `sections`: at `c * sets.len() + s`.
    places: Vec<usize>,
}

/// The sets of so many squares.
#[derive(Debug, Default)]
struct Sets {
    /// By the number of the set: its class, then in the lowest three bits the symmetry that makes the class's first.
    entries: Vec<u32>,
    /// The squares of the first set of each class, ascending.
    squares: Vec<u16>,
}

/// The positions with so many checkers in so many stacks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section {
    pub(super) checkers: usize,
    pub(super) stacks: usize,
    /// Of the occupied squares.
    pub(super) classes: usize,
    /// How many ways there are to divide the checkers over the stacks.
    pub(super) divisions: usize,
    /// The number of its first position.
    start: usize,
}

impl Section {
    /// How the stacks may be coloured with both sides on the board.
    pub(super) fn colourings(self) -> usize {
        (1 << self.stacks) - 2
    }

    pub(super) fn positions_in_class(self) -> usize {
        self.colourings() * self.divisions
    }

    pub(super) fn positions(self) -> usize {
        self.classes * self.positions_in_class()
    }
}

impl Ranking {
    pub(super) fn new(board: u8, coverage: Coverage) -> Result<Ranking, TooLarge> {
        let too_large = TooLarge { board, coverage };
        let squares = usize::from(board) * usize::from(board);
        let (most_checkers, most) = (coverage.most_checkers(squares), coverage.most_stacks(squares));
        // Far more than can be held.
        if most > 30 {
            return Err(too_large);
        }
        let mut ranking = Ranking {
            board,
            coverage,
            binomial: binomials(squares.max(most_checkers), most),
            origins: origins(board),
            sets: Vec::new(),
            sections: Vec::new(),
            places: vec![usize::MAX; (most_checkers + 1) * (most + 1)],
        };
        ranking.refuse_if_too_large(squares).ok_or(too_large)?;
        ranking.sets = (0..=most).map(|stacks| ranking.sets_of(squares, stacks)).collect();
        let mut start = 0;
        for (checkers, stacks) in ranking.covered(squares) {
            let classes = ranking.sets[stacks].squares.len() / stacks;
            let divisions = ranking.binomial[stacks - 1][checkers - 1] as usize;
            let section = Section { checkers, stacks, classes, divisions, start };
            let place = ranking.place(checkers, stacks);
            ranking.places[place] = ranking.sections.len();
            ranking.sections.push(section);
            start += section.positions();
        }
        if start as u64 > MOST { Err(too_large) } else { Ok(ranking) }
    }

    /// Checkers and stacks of all sections, in order.
    fn covered(&self, squares: usize) -> Vec<(usize, usize)> {
        let most_stacks = self.coverage.most_stacks(squares);
        let all = (2..=self.coverage.most_checkers(squares))
            .flat_map(|checkers| (2..=checkers.min(most_stacks)).map(move |stacks| (checkers, stacks)));
        all.filter(|&(checkers, stacks)| self.coverage.has(checkers, stacks)).collect()
    }

    /// `None` if the numbers don't fit, by a count that is too small by little.
    fn refuse_if_too_large(&self, squares: usize) -> Option<()> {
        let mut sum = 0_u64;
        for (checkers, stacks) in self.covered(squares) {
            let sets = self.binomial[stacks][squares];
            let in_class = ((1_u64 << stacks) - 2).checked_mul(self.binomial[stacks - 1][checkers - 1])?;
            sum = sum.checked_add((sets / 8).checked_mul(in_class)?)?;
            if sum > MOST || sets > MOST_SETS {
                return None;
            }
        }
        Some(())
    }

    /// Room for all chances.
    pub(super) fn room(&self) -> Result<Vec<Units>, TooLarge> {
        let mut values = Vec::new();
        let reserved = values.try_reserve_exact(self.positions());
        reserved.map(|()| values).map_err(|_| TooLarge { board: self.board, coverage: self.coverage })
    }

    pub(super) fn board(&self) -> u8 {
        self.board
    }

    pub(super) fn coverage(&self) -> Coverage {
        self.coverage
    }

    /// In an order in which every turn leads to an earlier section, or ends the game: no turn adds checkers, and one
    /// that takes none merges stacks.
    pub(super) fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// How many positions there are in all.
    pub(super) fn positions(&self) -> usize {
        self.sections.last().map_or(0, |last| last.start + last.positions())
    }

    /// The squares of a class of a section, ascending.
    pub(super) fn squares(&self, section: Section, class: usize) -> &[u16] {
        &self.sets[section.stacks].squares[class * section.stacks..][..section.stacks]
    }

    /// The heights of all divisions of a section, in the order of their numbers, one behind the other.
    pub(super) fn divisions(&self, section: Section) -> Vec<u16> {
        let mut heights = vec![0; section.divisions * section.stacks];
        let mut division = Vec::with_capacity(section.stacks);
        self.divide(section, &mut division, &mut heights);
        heights
    }

    fn divide(&self, section: Section, division: &mut Vec<u16>, heights: &mut [u16]) {
        let used: usize = division.iter().map(|&height| usize::from(height)).sum();
        let left = section.checkers - used;
        let last = division.len() + 1 == section.stacks;
        let behind = section.stacks - division.len() - 1;
        for height in if last { left..=left } else { 1..=left - behind } {
            division.push(height as u16);
            if last {
                let mut number = Division::default();
                let number = division.iter().fold(0, |_, &height| number.add(&self.binomial, usize::from(height)));
                heights[number as usize * section.stacks..][..section.stacks].copy_from_slice(division);
            } else {
                self.divide(section, division, heights);
            }
            division.pop();
        }
    }

    /// The chance of the side to move, from an array of them that is long enough, or the game's result; `None` if the
    /// position is not covered.
    pub(super) fn units(&self, position: &Diablo, values: &[Units]) -> Option<Units> {
        if position.size() != self.board || position.turn_number() == 1 {
            return None;
        }
        let heights = position.heights();
        let (mut set, mut stacks, mut checkers) = (0, 0, 0);
        for (square, &height) in heights.iter().enumerate() {
            if height != 0 {
                stacks += 1;
                checkers += usize::from(height.unsigned_abs());
                if !self.coverage.has(checkers, stacks) {
                    return None;
                }
                set += self.binomial[stacks][square];
            }
        }
        let sets = &self.sets[stacks];
        let entry = sets.entries[set as usize];
        let (class, origins) = ((entry >> 3) as usize, &self.origins[(entry & 7) as usize]);
        let sign = if position.side_to_move() == Player::One { 1 } else { -1 };
        let mut own = 0_usize;
        let mut division = Division::default();
        let mut number = 0;
        for (place, &square) in sets.squares[class * stacks..][..stacks].iter().enumerate() {
            let height = heights[usize::from(origins[usize::from(square)])];
            own |= usize::from(height * sign > 0) << place;
            number = division.add(&self.binomial, usize::from(height.unsigned_abs()));
        }
        if own == 0 {
            return Some(0);
        }
        if own == (1 << stacks) - 1 {
            return Some(ONE);
        }
        let section = self.sections[self.places[self.place(checkers, stacks)]];
        let colouring = class * section.colourings() + own - 1;
        Some(values[section.start + colouring * section.divisions + number as usize])
    }

    fn place(&self, checkers: usize, stacks: usize) -> usize {
        checkers * self.sets.len() + stacks
    }

    fn sets_of(&self, squares: usize, size: usize) -> Sets {
        let count = self.binomial[size][squares] as usize;
        let mut sets = Sets { entries: Vec::with_capacity(count), squares: Vec::new() };
        let mut classes = 0;
        let mut set: Vec<u16> = (0..size as u16).collect();
        let mut image = Vec::with_capacity(size);
        for number in 0..count {
            let images = self.origins.iter().enumerate().map(|(symmetry, origins)| {
                // The image under the inverse: squares are mapped to where they come from.
                image.clear();
                image.extend(set.iter().map(|&square| origins[usize::from(square)]));
                image.sort_unstable();
                let terms = image.iter().enumerate().map(|(i, &square)| self.binomial[i + 1][usize::from(square)]);
                (terms.sum::<u64>() as usize, symmetry)
            });
            let (first, symmetry) = images.min().unwrap_or_default();
            let entry = if first == number {
                sets.squares.extend_from_slice(&set);
                classes += 1;
                (classes - 1) << 3
            } else {
                // `first` is smaller, so its class is known; the symmetry back is the inverse of the one just used.
                sets.entries[first] & !7 | inverse(symmetry) as u32
            };
            sets.entries.push(entry);
            next_set(&mut set);
        }
        sets
    }
}

/// The number of a division of checkers over stacks, stack by stack. It is that of the set of sums of the first
/// heights, without the sum of all.
#[derive(Default)]
struct Division {
    stacks: usize,
    sum: usize,
    number: u64,
}

impl Division {
    /// The next stack. Returns the number if this is the last one.
    fn add(&mut self, binomial: &[Vec<u64>], height: usize) -> u64 {
        let number = self.number;
        self.stacks += 1;
        self.sum += height;
        if let Some(row) = binomial.get(self.stacks) {
            self.number += row[self.sum - 1];
        }
        number
    }
}

/// C(n, k) at `[k][n]` for n and k up to these. What is too large stays at the largest number.
fn binomials(most_n: usize, most_k: usize) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![1_u64; most_n + 1]];
    for k in 1..=most_k {
        let mut row = vec![0_u64; most_n + 1];
        for n in 1..=most_n {
            row[n] = row[n - 1].saturating_add(rows[k - 1][n - 1]);
        }
        rows.push(row);
    }
    rows
}

/// The next set in the order of numbers.
fn next_set(set: &mut [u16]) {
    for i in 0..set.len() {
        if i + 1 == set.len() || set[i] + 1 < set[i + 1] {
            set[i] += 1;
            for (j, square) in set[..i].iter_mut().enumerate() {
                *square = j as u16;
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gaps_and_every_position_finds_its_own() {
        for (board, checkers, stacks) in [(2, 4, 0), (4, 4, 0), (4, 2, 3), (6, 3, 0)] {
            let ranking = Ranking::new(board, Coverage { checkers, stacks }).expect("few positions");
            let numbers: Vec<Units> = (0..ranking.positions() as Units).collect();
            let mut next = 0;
            for &section in ranking.sections() {
                assert_eq!(section.start, next);
                let divisions = ranking.divisions(section);
                for class in 0..section.classes {
                    for own in 1..=section.colourings() {
                        for division in divisions.chunks(section.stacks) {
                            let mut position = Diablo::bare(board).expect("a board");
                            for (place, (&square, &height)) in
                                ranking.squares(section, class).iter().zip(division).enumerate()
                            {
                                let sign = if own >> place & 1 == 1 { 1 } else { -1 };
                                position.put(square.into(), sign * height as i16);
                            }
                            assert_eq!(ranking.units(&position, &numbers), Some(next as Units), "{}", position.fen());
                            next += 1;
                        }
                    }
                }
            }
            assert_eq!(next, ranking.positions());
        }
    }

    #[test]
    fn sets_are_visited_in_the_order_of_their_numbers() {
        let mut set = vec![0, 1, 2];
        let mut all = Vec::new();
        for _ in 0..10 {
            all.push(set.clone());
            next_set(&mut set);
        }
        assert_eq!(all[..5], [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3], [0, 1, 4]]);
        assert_eq!(all[9], [2, 3, 4]);
    }
}
