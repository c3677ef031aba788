//! The hash of a position: the exclusive or of one fixed random word for each piece, for each ball, and for the side
//! to move. Word number `n` (from 0) is `mix64(SEED + (n + 1) * GOLDEN)`: the SplitMix64 stream of [`SEED`], in
//! the order White's pieces a1 … g7, Black's pieces, White's ball, Black's ball, Black to move.

use super::Diaballik;
use super::board::{SQUARES, each};
use crate::game::Player;
use crate::rng::mix64;

const SEED: u64 = 0xD1AB_A111_C000_0007;
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

static PIECES: [[u64; SQUARES]; 2] = [words(0), words(1)];
static BALLS: [[u64; SQUARES]; 2] = [words(2), words(3)];
/// Changes with every turn.
pub(crate) const SIDE: u64 = word(4 * SQUARES as u64);

const fn word(number: u64) -> u64 {
    mix64(SEED.wrapping_add(GOLDEN.wrapping_mul(number + 1)))
}

const fn words(block: u64) -> [u64; SQUARES] {
    let mut words = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        words[i] = word(block * SQUARES as u64 + i as u64);
        i += 1;
    }
    words
}

/// The part of `pieces` of one side.
#[inline]
pub(crate) fn of_pieces(player: Player, pieces: u64) -> u64 {
    each(pieces).fold(0, |hash, at| hash ^ PIECES[player.index()][at as usize])
}

/// The part of the ball of one side.
#[inline]
pub(crate) fn of_ball(player: Player, at: u8) -> u64 {
    BALLS[player.index()][at as usize]
}

/// The hash of a whole position.
pub(crate) fn of(position: &Diaballik) -> u64 {
    let sides = [Player::One, Player::Two].into_iter().fold(0, |hash, player| {
        hash ^ of_pieces(player, position.pieces(player)) ^ of_ball(player, position.ball(player))
    });
    match position.side {
        Player::One => sides,
        Player::Two => sides ^ SIDE,
    }
}
