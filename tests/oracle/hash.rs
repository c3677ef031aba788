//! Hashes: equal positions have equal ones however they were reached, different positions have different ones.
//!
//! Positions are told apart by an exact encoding that is made from what they show, not from how they hash.

use std::collections::HashMap;
use std::ops::ControlFlow;

use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::diablo::Diablo;
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Dice, Game, PartialTurn, Player};

use crate::support::{Random, chosen, diablo_start, read, rolled};

/// The smallest square of bits that holds a position of Diaballik, or of Diablo up to 6x6.
type Exact = [u64; 4];

/// Six bits for each square in turn (a 6x6 board has 36 of them), then the rest.
fn exact<G: Game>(position: &G) -> Exact {
    let width = position.about().width;
    let mut bits = Bits::default();
    let mut next = 0;
    for piece in position.begin().pieces() {
        let square = u32::from(piece.square.rank) * u32::from(width) + u32::from(piece.square.file);
        if width == 7 {
            // white, black, white's ball, black's ball: two bits and a mark for each square
            bits.skip(3 * (square - next));
            bits.push(1 + piece.owner.index() as u64 + 2 * u64::from(piece.mark.is_some()), 3);
        } else {
            assert!(piece.height <= 31);
            bits.skip(6 * (square - next));
            bits.push(u64::from(piece.height) + 32 * piece.owner.index() as u64, 6);
        }
        next = square + 1;
    }
    let squares = u32::from(width) * u32::from(width);
    bits.skip(if width == 7 { 3 } else { 6 } * (squares - next));
    bits.push(u64::from(position.side_to_move() == Player::Two), 1);
    if let Dice::Known(roll) = position.dice() {
        bits.push(u64::from(roll.low()), 4);
        bits.push(u64::from(roll.high()), 4);
    } else {
        bits.skip(8);
    }
    bits.push(u64::from(position.turn_number()), 9);
    bits.push(u64::from(width), 5);
    bits.words
}

#[derive(Default)]
struct Bits {
    words: Exact,
    at: u32,
}

impl Bits {
    fn skip(&mut self, count: u32) {
        self.at += count;
    }

    fn push(&mut self, value: u64, count: u32) {
        assert!(value >> count == 0);
        for bit in 0..count {
            self.words[(self.at / 64) as usize] |= (value >> bit & 1) << (self.at % 64);
            self.at += 1;
        }
    }
}

/// Notes every position after every turn along random games, until there are enough.
fn gather<G: Game>(starts: &[G], enough: usize) -> Vec<(u64, Exact)> {
    let mut random = Random(11);
    let mut found = Vec::with_capacity(enough + enough / 8);
    let mut scratch = G::Scratch::default();
    while found.len() < enough {
        let mut position = random.pick(starts).clone();
        while position.verdict().is_none() && found.len() < enough {
            position = rolled(position, random.below(1 << 30) as u32);
            let _ = position.visit_successors(&mut scratch, &mut |after| {
                found.push((after.key(), exact(after)));
                ControlFlow::Continue(())
            });
            match chosen(&position, random.below(1 << 30) as u32) {
                Some(after) => position = after,
                None => break,
            }
        }
    }
    found
}

/// How many pairs of neighbours, in the order of `key`, have the same.
fn collisions(found: &mut [(u64, Exact)], key: impl Fn(u64) -> u64) -> usize {
    found.sort_unstable_by_key(|entry| key(entry.0));
    found.windows(2).filter(|pair| key(pair[0].0) == key(pair[1].0)).count()
}

/// Equal positions have come with equal hashes; no two of the different ones, of which there are `enough`, have the
/// same. Halves of the hashes do collide, about as often as random words would: the search for collisions finds what
/// there is, and both halves are good.
fn check(mut found: Vec<(u64, Exact)>, enough: usize) {
    let met = found.len();
    found.sort_unstable_by_key(|entry| entry.1);
    let differ = found.windows(2).find(|pair| pair[0].1 == pair[1].1 && pair[0].0 != pair[1].0);
    assert_eq!(differ, None, "one position, two hashes");
    found.dedup_by_key(|entry| entry.1);
    let number = found.len();
    assert!(number >= enough, "{number} different positions");
    assert!(met > number, "some positions were reached in several ways");
    assert_eq!(collisions(&mut found, |key| key), 0, "among {number} positions");
    let expected = (number as f64).powi(2) / 2f64.powi(33);
    for half in [|key: u64| key >> 32, |key: u64| key & 0xFFFF_FFFF] {
        let halves = collisions(&mut found, half) as f64;
        assert!((halves / expected - 1.0).abs() < 0.2, "{halves} collisions of halves, {expected} expected");
    }
}

#[test]
fn five_million_positions_of_diaballik_do_not_collide() {
    let starts = [Diaballik::startpos(Setup::Standard), Diaballik::startpos(Setup::Variant)];
    check(gather(&starts, 6_200_000), 5_000_000);
}

#[test]
fn five_million_positions_of_diablo_do_not_collide() {
    let starts = [diablo_start(4), diablo_start(6), diablo_start(6)];
    check(gather(&starts, 6_200_000), 5_000_000);
}

/// Before the roll neither dice nor turn number count, but the side and whether it is the first turn.
#[test]
fn the_key_before_the_roll_tells_what_matters_then() {
    let key = |fen: &str| read::<Diablo>(fen).key_before_roll();
    let same = ["..BG2/B.../..../.... b - 5", "..BG2/B.../..../.... b 1-2 5", "..BG2/B.../..../.... b - 7"];
    assert!(same.iter().all(|fen| key(fen) == key(same[0])));
    let other = ["..BG2/B.../..../.... b - 1", "..BG2/B.../..../.... g - 6", "..BG2/.B../..../.... b - 5"];
    assert!(other.iter().all(|fen| key(fen) != key(same[0])));
}

/// Two turns in either order: the same position, and the same hash kept up to date.
#[test]
fn ways_that_meet_again_hash_equal() {
    let start = Diaballik::startpos(Setup::Standard);
    let mut seen: HashMap<Exact, u64> = HashMap::new();
    let mut met = 0;
    let mut random = Random(3);
    for _ in 0..2_000 {
        let mut position = start;
        for _ in 0..4 {
            // of the first turns only, so that the ways often meet
            position = chosen(&position, random.below(12) as u32).expect("a turn");
        }
        let known = seen.insert(exact(&position), position.key());
        assert!(known.is_none_or(|key| key == position.key()), "{}", position.fen());
        met += usize::from(known.is_some());
        assert_eq!(position.key(), read::<Diaballik>(&position.fen()).key());
    }
    assert!(met > 100, "{met}");
}
