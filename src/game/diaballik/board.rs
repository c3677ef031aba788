//! The board as bits: square a1 is bit 0, b1 bit 1, a2 bit 7, g7 bit 48.

use crate::game::{Player, Square};

/// Rows and columns.
pub(crate) const SIZE: u8 = 7;
/// How many squares there are.
pub(crate) const SQUARES: usize = 49;
/// Every square.
pub(crate) const BOARD: u64 = (1 << SQUARES) - 1;
/// The first row.
pub(crate) const ROW: u64 = 0x7f;
const FILE_A: u64 = {
    let mut file = 0;
    let mut rank = 0;
    while rank < SIZE {
        file |= 1 << (rank * SIZE);
        rank += 1;
    }
    file
};
const FILE_G: u64 = FILE_A << (SIZE - 1);

/// The squares of `set`, lowest first.
#[inline(always)]
pub(crate) fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The squares of `set`, lowest first, each as a set of its own.
#[inline(always)]
pub(crate) fn each_bit(set: u64) -> impl Iterator<Item = u64> {
    each(set).map(|index| 1 << index)
}

/// The index of a square, if it is on the board.
pub(crate) fn index(square: Square) -> Option<u8> {
    (square.file < SIZE && square.rank < SIZE).then(|| square.rank * SIZE + square.file)
}

/// The square of an index.
pub(crate) fn square(index: u8) -> Square {
    Square { file: index % SIZE, rank: index / SIZE }
}

/// The row that a side starts on, which is its opponent's goal.
#[inline(always)]
pub(crate) fn home_row(player: Player) -> u64 {
    match player {
        Player::One => ROW,
        Player::Two => ROW << (SQUARES as u8 - SIZE),
    }
}

/// The row where a side wins.
#[inline(always)]
pub(crate) fn goal_row(player: Player) -> u64 {
    home_row(player.other())
}

/// One square up and down.
#[inline(always)]
pub(crate) fn up_and_down(set: u64) -> u64 {
    (set << SIZE | set >> SIZE) & BOARD
}

/// One square right.
#[inline(always)]
pub(crate) fn right(set: u64) -> u64 {
    (set & !FILE_G) << 1
}

/// One square left.
#[inline(always)]
pub(crate) fn left(set: u64) -> u64 {
    (set & !FILE_A) >> 1
}

/// Every square next to one of `set`, orthogonally.
#[inline(always)]
pub(crate) fn neighbours(set: u64) -> u64 {
    up_and_down(set) | right(set) | left(set)
}

/// Whether one piece in each column is linked to the next column's, at most one row apart. `pieces` are seven.
#[inline(always)]
pub(crate) fn is_unbroken_line(pieces: u64) -> bool {
    let mut columns = pieces;
    columns |= columns >> (4 * SIZE);
    columns |= columns >> (2 * SIZE);
    columns |= columns >> SIZE;
    columns & ROW == ROW && pieces & !FILE_A & !right(pieces | up_and_down(pieces)) == 0
}

/// What is seen from a square in all eight directions, up to the first of `blockers` and including it.
#[inline(always)]
pub(crate) fn sight(from: u8, blockers: u64) -> u64 {
    let mut seen = 0;
    for line in &LINES[from as usize] {
        // Bits from the nearest blocker below to the nearest one above, by one subtraction.
        let below = line.below & blockers | 1;
        let above = line.above & blockers;
        let nearest_below = 1 << (63 - below.leading_zeros());
        let nearest_above = above & above.wrapping_neg();
        seen |= (nearest_above << 1).wrapping_sub(nearest_below) & (line.below | line.above);
    }
    seen
}

/// The squares strictly between two on a straight line, nearest to `from` first; none if they aren't on one.
pub(crate) fn between(from: u8, to: u8) -> Option<impl Iterator<Item = u8>> {
    let (from, to) = (square(from), square(to));
    let files = i16::from(to.file) - i16::from(from.file);
    let ranks = i16::from(to.rank) - i16::from(from.rank);
    let distance = files.abs().max(ranks.abs());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let start = i16::from(from.rank * SIZE + from.file);
    let step = files.signum() + ranks.signum() * i16::from(SIZE);
    straight.then(|| (1..distance).map(move |i| (start + i * step) as u8))
}

/// One line through a square, without the square: its squares with lower and with higher bits.
#[derive(Clone, Copy)]
struct Line {
    below: u64,
    above: u64,
}

/// The row, the column and the two diagonals of each square.
static LINES: [[Line; 4]; SQUARES] = {
    const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut lines = [[Line { below: 0, above: 0 }; 4]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut i = 0;
        while i < DIRECTIONS.len() {
            let (file, rank) = DIRECTIONS[i];
            lines[from][i] = Line { below: ray(from, -file, -rank), above: ray(from, file, rank) };
            i += 1;
        }
        from += 1;
    }
    lines
};

const fn ray(from: usize, file_step: i8, rank_step: i8) -> u64 {
    let size = SIZE as i8;
    let mut ray = 0;
    let mut file = from as i8 % size + file_step;
    let mut rank = from as i8 / size + rank_step;
    while file >= 0 && file < size && rank >= 0 && rank < size {
        ray |= 1 << (rank * size + file);
        file += file_step;
        rank += rank_step;
    }
    ray
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sight_agrees_with_a_walk() {
        let mut blockers = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..500 {
            blockers = crate::rng::mix64(blockers);
            let set = blockers & crate::rng::mix64(!blockers) & BOARD;
            for from in 0..SQUARES as u8 {
                let walked = (0..SQUARES as u8)
                    .filter(|&to| to != from)
                    .filter(|&to| between(from, to).is_some_and(|mut way| way.all(|way| set & 1 << way == 0)))
                    .fold(0, |seen, to| seen | 1 << to);
                assert_eq!(sight(from, set), walked, "from {from} with {set:#x}");
            }
        }
    }

    #[test]
    fn lines_need_every_column_and_no_gap() {
        let line = |ranks: [u8; 7]| (0..7).fold(0, |set, file| set | 1u64 << (ranks[file] * SIZE + file as u8));
        assert!(is_unbroken_line(line([0, 0, 1, 2, 1, 0, 0])));
        assert!(is_unbroken_line(line([6, 5, 4, 3, 2, 1, 0])));
        assert!(!is_unbroken_line(line([0, 0, 2, 2, 1, 0, 0])));
        assert!(!is_unbroken_line(line([0, 0, 0, 0, 0, 0, 2])));
        assert!(!is_unbroken_line(line([0, 0, 0, 0, 0, 0, 0]) ^ 1 | 1 << SIZE << 1));
    }
}
