//! Boards as a proof needs them by the million: heights square by square from a1 along the rows, positive for the side
//! that looks at the board. A type for each range of sizes, so that small boards are small.

use std::hash::Hash;

use crate::Fault;

/// The heights of all squares. Boards of one check all have the same size.
pub trait Board: Clone + Ord + Hash + Send + Sync {
    /// The highest stack that it can hold.
    const MOST: i16;

    fn empty(squares: usize) -> Self;
    fn get(&self, square: usize) -> i16;
    fn set(&mut self, square: usize, height: i16);
}

/// A byte for each stack: what lies behind the last square stays 0.
impl<const N: usize> Board for [i8; N] {
    const MOST: i16 = i8::MAX as i16;

    fn empty(_squares: usize) -> Self {
        [0; N]
    }

    fn get(&self, square: usize) -> i16 {
        self[square].into()
    }

    fn set(&mut self, square: usize, height: i16) {
        self[square] = height as i8;
    }
}

impl Board for Box<[i16]> {
    const MOST: i16 = i16::MAX;

    fn empty(squares: usize) -> Self {
        vec![0; squares].into()
    }

    fn get(&self, square: usize) -> i16 {
        self[square]
    }

    fn set(&mut self, square: usize, height: i16) {
        self[square] = height;
    }
}

/// Reads the board part of a FEN; `black` is the sign of Black's stacks.
pub fn read<B: Board>(text: &[u8], size: usize, black: i16) -> Result<B, Fault> {
    let fault = |what: &str| Fault(format!("the board '{}' {what}", text.escape_ascii()));
    let mut board = B::empty(size * size);
    let mut rows = 0;
    for row in text.split(|&letter| letter == b'/') {
        rows += 1;
        if rows > size {
            break;
        }
        let mut square = (size - rows) * size;
        let end = square + size;
        let mut letters = row.iter().copied().peekable();
        while let Some(letter) = letters.next() {
            if square == end {
                return Err(fault("has a row that is too long"));
            }
            let sign = match letter {
                b'.' => 0,
                b'B' => black,
                b'G' => -black,
                _ => return Err(fault("can't be read")),
            };
            let mut height = None;
            while sign != 0 && letters.peek().is_some_and(u8::is_ascii_digit) {
                let digit = i16::from(letters.next().unwrap_or_default() - b'0');
                height = Some(height.unwrap_or(0_i16).saturating_mul(10).saturating_add(digit));
            }
            let height = height.unwrap_or(1);
            if height == 0 || height > B::MOST {
                return Err(fault("has a stack of no such height"));
            }
            board.set(square, sign * height);
            square += 1;
        }
        if square != end {
            return Err(fault("has a row that is too short"));
        }
    }
    if rows == size { Ok(board) } else { Err(fault("is one of another size")) }
}

/// The board part of a FEN, of a board seen from Black's side.
pub fn text<B: Board>(board: &B, size: usize) -> String {
    let cell = |square| match board.get(square) {
        0 => ".".to_owned(),
        1 => "B".to_owned(),
        -1 => "G".to_owned(),
        height if height > 0 => format!("B{height}"),
        height => format!("G{}", -height),
    };
    let rows = (0..size).rev().map(|row| (row * size..(row + 1) * size).map(cell).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        let fen = "G12.B./..../..../B..G3";
        let board: [i8; 16] = read(fen.as_bytes(), 4, 1).unwrap();
        let seen = [0, 3, 12, 13, 14].map(|square| board.get(square));
        assert_eq!(seen, [1, -3, -12, 0, 1]);
        assert_eq!(text(&board, 4), fen);
        let other: Box<[i16]> = read(fen.as_bytes(), 4, -1).unwrap();
        assert!((0..16).all(|square| other.get(square) == -board.get(square)));
        let high: Box<[i16]> = read(b"G338./..", 2, 1).unwrap();
        assert_eq!(high.get(2), -338);
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for text in ["", "GB", "GB/.B/..", "GBB/.", "G/.B.", "GB/.X", "GB/.b", "GB/.B0", "GB/.B128", "GB/.2", "2B/.B"] {
            assert!(read::<[i8; 16]>(text.as_bytes(), 2, 1).is_err(), "{text}");
        }
        assert!(read::<[i8; 16]>(b"GB/.B127", 2, 1).is_ok());
    }
}
