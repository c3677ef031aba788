//! Diablo: random games on boards of many sizes, crowded boards set up at will, first turns set up, and endings
//! with tall stacks.

use std::ops::ControlFlow;

use diabolo::game::diablo::{Diablo, Scratch};
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Dice, Game, PartialTurn, Player, Roll, Turn};
use proptest::prelude::*;

use crate::agree::{at_a_glance, in_full};
use crate::support::{Random, cases, choices, diablo_start, read, rolled, successors, walk};
use crate::twin;

fn twin_of(position: &Diablo) -> twin::Position {
    twin::Position::parse(&position.fen())
}

/// The FEN of stacks from a1 on, Black's above zero, Green's below; a side's stacks beyond its checkers are left out.
fn fen(size: usize, stacks: &[i32], turn: u32) -> String {
    let mut left = [(size * size / 2) as i32; 2];
    let mut cell = |&stack: &i32| {
        let side = usize::from(stack < 0);
        if stack == 0 || stack.abs() > left[side] {
            return ".".to_owned();
        }
        left[side] -= stack.abs();
        let letter = if stack > 0 { 'B' } else { 'G' };
        if stack.abs() == 1 { letter.to_string() } else { format!("{letter}{}", stack.abs()) }
    };
    let rows: Vec<String> = stacks.chunks(size).map(|row| row.iter().map(&mut cell).collect()).collect();
    let rows: Vec<String> = rows.into_iter().rev().collect();
    format!("{} {} - {turn}", rows.join("/"), if turn % 2 == 1 { 'b' } else { 'g' })
}

/// Boards of the sizes that games are played on, small ones more often.
pub fn size() -> impl Strategy<Value = usize> {
    prop::sample::select(vec![2, 4, 4, 4, 6, 6, 8])
}

/// Black's first turn, and turns of both sides.
fn turn() -> impl Strategy<Value = u32> {
    prop_oneof![1 => Just(1u32), 4 => 2..60u32]
}

/// A board full of small stacks, more or less.
pub fn crowded() -> impl Strategy<Value = Diablo> {
    (size(), 1..6u32, turn(), any::<u32>())
        .prop_flat_map(|(size, empty, turn, roll)| {
            let stack = prop_oneof![empty => Just(0), 3 => -1..=1i32, 1 => -4..=4i32];
            (prop::collection::vec(stack, size * size), Just((size, turn, roll)))
        })
        .prop_filter("nobody has a checker", |(stacks, _)| stacks.iter().any(|stack| stack.abs() == 1))
        .prop_map(|(stacks, (size, turn, roll))| rolled(read(&fen(size, &stacks, turn)), roll))
}

/// Few stacks, as tall as the board allows, on any board.
pub fn ending() -> impl Strategy<Value = Diablo> {
    let size = prop_oneof![2 => Just(2usize), 4 => Just(4), 4 => Just(6), 2 => (4..=13usize).prop_map(|half| 2 * half)];
    (size, turn(), any::<u32>())
        .prop_flat_map(|(size, turn, roll)| {
            let tall = (size * size / 4) as i32;
            let stack = (0..size * size, prop_oneof![-2..=2i32, -tall..=tall]);
            (prop::collection::vec(stack, 2..8), Just((size, turn, roll)))
        })
        .prop_map(|(stacks, (size, turn, roll))| {
            let mut board = vec![0; size * size];
            for (square, stack) in stacks {
                board[square] = stack;
            }
            // both sides have something left, so that a turn can follow
            board[0] = board[0].clamp(1, 2);
            let last = board.len() - 1;
            board[last] = board[last].clamp(-2, -1);
            rolled(read(&fen(size, &board, turn)), roll)
        })
}

/// Any position from which a game can go on.
pub fn anywhere() -> impl Strategy<Value = Diablo> {
    prop_oneof![size().prop_map(|size| diablo_start(size as u8)), crowded(), ending()]
}

fn check(position: &Diablo, seed: u64) {
    in_full(position, &twin_of(position), seed);
    changes(position, seed);
    falls(position);
}

/// A turn known by its change is found again, made and taken back.
fn changes(position: &Diablo, seed: u64) {
    let Dice::Known(roll) = position.dice() else { return };
    let twin = twin_of(position);
    let distinct = twin.distinct();
    let mut random = Random(seed);
    let every = 1 + distinct.len() / 20;
    let mut work = position.clone();
    let mut visited = Vec::new();
    let _ = work.visit_turns(roll, &mut Scratch::default(), |after, change| {
        if random.below(every) == 0 {
            visited.push((after.clone(), change));
        }
        ControlFlow::Continue(())
    });
    assert!(work == *position, "the generator leaves {} as it was", position.fen());
    for (after, change) in visited {
        assert_eq!(position.compact_to(&after), Some(change));
        let turn = position.notation(change).as_ref().map(Turn::to_string);
        assert_eq!(turn.as_ref(), distinct.get(&after.fen()), "{} -> {}", position.fen(), after.fen());
        let undo = work.make(change);
        assert!(work == after && work.key() == work.key_from_scratch());
        work.unmake(undo);
        assert!(work == *position && work.key() == position.key());
    }
}

/// Stacks + checkers of both sides.
fn weight(position: &Diablo) -> u32 {
    [Player::One, Player::Two].iter().map(|&side| position.stacks(side) + position.checkers(side)).sum()
}

/// The sums that the position keeps are those of the board, and every turn lowers them (but a quiet first turn).
fn falls(position: &Diablo) {
    let pieces = position.begin().pieces();
    let heights: u32 = pieces.iter().map(|piece| u32::from(piece.height)).sum();
    assert_eq!(weight(position), heights + pieces.len() as u32, "{}", position.fen());
    let before = weight(position);
    for after in successors(position) {
        let quiet = after.stacks(Player::One) == position.stacks(Player::One) && weight(&after) == before;
        let fell = weight(&after) < before || position.turn_number() == 1 && quiet;
        assert!(fell, "{} -> {}", position.fen(), after.fen());
    }
}

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn games_agree_with_the_twin(size in size(), moves in choices(40), seed: u64) {
        let last = walk(diablo_start(size as u8), &moves, |position| at_a_glance(position, &twin_of(position)));
        check(&last, seed);
    }

    #[test]
    fn crowded_boards_agree_with_the_twin(position in crowded(), moves in choices(3), seed: u64) {
        check(&walk(position, &moves, |_| {}), seed);
    }

    #[test]
    fn endings_agree_with_the_twin(position in ending(), moves in choices(4), seed: u64) {
        check(&walk(position, &moves, |_| {}), seed);
    }
}

proptest! {
    #![proptest_config(cases(8))]

    /// Beginnings of games on wide boards, where there are thousands of turns.
    #[test]
    fn wide_boards_agree_with_the_twin(size in prop::sample::select(vec![10u8, 10, 12]), moves in choices(4), seed: u64) {
        let last = walk(diablo_start(size), &moves, |_| {});
        in_full(&last, &twin_of(&last), seed);
    }
}

proptest! {
    #![proptest_config(cases(200))]

    /// A whole game ends within 2N² turns, and stacks + checkers fall with every one of them.
    #[test]
    fn games_end_in_time(half in 1..=5u8, seed: u64) {
        let size = 2 * half;
        let mut random = Random(seed);
        let moves: Vec<u32> = (0..=2 * u32::from(size).pow(2)).map(|_| random.below(1 << 30) as u32).collect();
        let mut last_weight = u32::MAX;
        let mut turns = 0;
        let last = walk(diablo_start(size), &moves, |position| {
            assert!(weight(position) < last_weight, "{}", position.fen());
            last_weight = weight(position);
            turns += 1;
        });
        prop_assert!(last.verdict().is_some() && turns <= 2 * u32::from(size).pow(2));
    }
}

#[test]
fn positions_without_dice_or_after_the_end_agree_with_the_twin() {
    for fen in ["GBGB/BGBG/GBGB/BGBG b - 1", "B.../..../..../.... b 1-2 3", "..../..G./..../.... g - 4", "GB/BG g - 2"]
    {
        let position: Diablo = read(fen);
        in_full(&position, &twin_of(&position), 1);
        assert!(successors(&position).is_empty());
    }
    assert_eq!(Roll::all(13).map(|(_, weight)| weight).sum::<u32>(), 169);
}
