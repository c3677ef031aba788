//! The eight turns and mirrors of the board, which leave the game as it is, as the exchange of the colours does.

use std::sync::OnceLock;

use super::board::{Board, Stack};

/// How many symmetries a square board has, the one that changes nothing included.
pub(crate) const SYMMETRIES: usize = 8;

/// For each symmetry, by the square of the image, the square that it comes from.
pub(crate) type Origins = [Vec<u16>; SYMMETRIES];

static ORIGINS: [OnceLock<Origins>; 14] = [const { OnceLock::new() }; 14];

/// The symmetries of a board of `size` by `size` squares; `size` is even and 26 at most. The lowest bit of a symmetry's
/// number stands for a mirror of the files, the second for one of the ranks, the third for their exchange before that.
pub(crate) fn origins(size: u8) -> &'static Origins {
    let size = usize::from(size);
    let origin = move |symmetry: usize, square: usize| {
        let (mut file, mut rank) = (square % size, square / size);
        if symmetry & 4 != 0 {
            (file, rank) = (rank, file);
        }
        if symmetry & 1 != 0 {
            file = size - 1 - file;
        }
        if symmetry & 2 != 0 {
            rank = size - 1 - rank;
        }
        (rank * size + file) as u16
    };
    ORIGINS[size / 2].get_or_init(|| {
        std::array::from_fn(|symmetry| (0..size * size).map(|square| origin(symmetry, square)).collect())
    })
}

/// The symmetry that takes another one back: the two quarter turns are each other's inverse, all others their own.
pub(crate) fn inverse(symmetry: usize) -> usize {
    match symmetry {
        5 => 6,
        6 => 5,
        other => other,
    }
}

/// A hash of the stacks that is the same for all images of a board, seen from the side with this sign.
pub(super) fn key(board: &Board, sign: Stack) -> u64 {
    let mut keys = [0_u64; SYMMETRIES];
    let origins = origins(board.size());
    for (square, &stack) in board.squares().iter().enumerate() {
        if stack != 0 {
            for (key, origins) in keys.iter_mut().zip(origins) {
                *key = key.wrapping_add(Board::key_of(usize::from(origins[square]), stack * sign));
            }
        }
    }
    keys.into_iter().fold(u64::MAX, u64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_take_back() {
        for size in [2, 4, 6] {
            let all = origins(size);
            for (symmetry, map) in all.iter().enumerate() {
                let back = &all[inverse(symmetry)];
                assert!((0..map.len()).all(|square| usize::from(back[usize::from(map[square])]) == square));
            }
            assert!((0..8).all(|a| (0..a).all(|b| all[a] != all[b])));
        }
    }

    #[test]
    fn images_and_exchanged_colours_have_one_key_and_others_have_not() {
        let stacks = [(0, 3), (7, -1), (9, 2), (22, -4), (35, 1)];
        let place = |map: &[u16], sign: Stack| {
            let mut board = Board::empty(6);
            stacks
                .iter()
                .for_each(|&(square, stack): &(usize, Stack)| board.set(usize::from(map[square]), stack * sign));
            board
        };
        let all = origins(6);
        let first = key(&place(&all[0], 1), 1);
        for map in all {
            assert_eq!(key(&place(map, 1), 1), first);
            assert_eq!(key(&place(map, -1), -1), first);
            assert_ne!(key(&place(map, 1), -1), first);
        }
        let mut other = place(&all[0], 1);
        other.set(8, 1);
        assert_ne!(key(&other, 1), first);
    }
}
