//! Diaballik: random games, random placements, and positions around lines, goals and corners, where the rare ends are.

use std::collections::BTreeMap;

use diabolo::game::deterministic::Deterministic;
use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::{Game, Outcome, PartialTurn, Piece, Player, Reason};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::agree::{at_a_glance, in_full};
use crate::support::{cases, choices, fens, read, successors, walk};
use crate::twin::{self, Symmetry};

const SIZE: usize = 7;

/// The twin's position, which may be one without the anti-play rule.
pub fn twin_of(position: &Diaballik) -> twin::Position {
    let twin = twin::Position::parse(&position.fen());
    if position.anti_play() { twin } else { twin.without_anti_play() }
}

pub fn with_anti_play(mut position: Diaballik, holds: bool) -> Diaballik {
    position.set_anti_play(holds);
    position
}

/// Either start.
pub fn start() -> impl Strategy<Value = Diaballik> {
    prop_oneof![Just(Setup::Standard), Just(Setup::Variant)].prop_map(Diaballik::startpos)
}

/// The FEN of white and black squares, of which these hold the balls.
fn fen(white: &[usize], black: &[usize], balls: (usize, usize), white_moves: bool) -> String {
    let letter = |square: usize| match (white.contains(&square), black.contains(&square)) {
        (true, _) if white[balls.0] == square => 'W',
        (true, _) => 'w',
        (_, true) if black[balls.1] == square => 'B',
        (_, true) => 'b',
        _ => '.',
    };
    let row = |row: usize| (0..SIZE).map(|file| letter(row * SIZE + file)).collect::<String>();
    let rows: Vec<String> = (0..SIZE).rev().map(row).collect();
    format!("{} {}", rows.join("/"), if white_moves { 'w' } else { 'b' })
}

fn both_home(white: usize, black: usize) -> bool {
    white / SIZE == SIZE - 1 && black / SIZE == 0
}

fn shuffled_squares() -> impl Strategy<Value = Vec<usize>> {
    Just((0..SIZE * SIZE).collect::<Vec<_>>()).prop_shuffle()
}

/// Pieces and balls anywhere.
pub fn placement() -> impl Strategy<Value = Diaballik> {
    (shuffled_squares(), (0..SIZE, 0..SIZE), any::<bool>())
        .prop_filter("both balls home", |(squares, balls, _)| !both_home(squares[balls.0], squares[SIZE + balls.1]))
        .prop_map(|(squares, balls, white)| read(&fen(&squares[..SIZE], &squares[SIZE..2 * SIZE], balls, white)))
}

/// An unbroken line, or one that lacks a step, with some opponents beside it.
fn around_a_line() -> impl Strategy<Value = Diaballik> {
    let line = (0..SIZE, prop::collection::vec(-1i32..=1, SIZE - 1)).prop_map(|(first, steps)| {
        let mut row = first as i32;
        let mut line = vec![first * SIZE];
        for (file, step) in steps.iter().enumerate() {
            row = (row + step).clamp(0, SIZE as i32 - 1);
            line.push(row as usize * SIZE + file + 1);
        }
        line
    });
    let gap = prop::option::of((0..SIZE, 0..4usize));
    (line, gap, shuffled_squares(), 0..=SIZE, (0..SIZE, 0..SIZE), any::<bool>(), any::<bool>())
        .prop_map(|(mut line, gap, mut squares, near, balls, white_line, white_moves)| {
            let beside = |square: &usize| line.iter().any(|piece| distance(*piece, *square) == 1);
            let (mut touching, others): (Vec<_>, Vec<_>) = squares.iter().partition(|square| beside(square));
            touching.truncate(near);
            squares = touching.into_iter().chain(others).filter(|square| !line.contains(square)).collect();
            let opponents = squares[..SIZE].to_vec();
            if let Some((piece, direction)) = gap {
                let moved = squares[SIZE..].iter().filter(|square| distance(**square, line[piece]) == 1).nth(direction);
                line[piece] = moved.copied().unwrap_or(line[piece]);
            }
            let (white, black) = if white_line { (line, opponents) } else { (opponents, line) };
            (white, black, balls, white_moves)
        })
        .prop_filter("both balls home", |(white, black, balls, _)| !both_home(white[balls.0], black[balls.1]))
        .prop_map(|(white, black, balls, white_moves)| read(&fen(&white, &black, balls, white_moves)))
}

fn distance(a: usize, b: usize) -> usize {
    (a % SIZE).abs_diff(b % SIZE) + (a / SIZE).abs_diff(b / SIZE)
}

/// A position of the case files: cornered sides, goals about to come, touched lines.
fn collected() -> impl Strategy<Value = Diaballik> {
    let files = [
        include_str!("../cases/diaballik-turns.txt"),
        include_str!("../cases/diaballik-antiplay-turns.txt"),
        include_str!("../cases/diaballik-wins.txt"),
        include_str!("../cases/diaballik-verdicts.txt"),
    ];
    prop::sample::select(files.iter().flat_map(|file| fens(file)).collect::<Vec<_>>()).prop_map(|fen| read(&fen))
}

/// A side that can neither step nor pass, or could if one piece of the other side stood elsewhere.
fn cornered() -> impl Strategy<Value = Diaballik> {
    let stuck = "...Bwww/....bww/.....bw/......b/......./bb...../Wb..... w";
    let symmetry = prop::sample::select(Symmetry::of_diaballik());
    (0..SIZE - 1, shuffled_squares(), any::<bool>(), symmetry).prop_map(
        move |(piece, squares, stuck_moves, symmetry)| {
            let pieces = read::<Diaballik>(stuck).begin().pieces();
            let square = |piece: &Piece| usize::from(piece.square.rank) * SIZE + usize::from(piece.square.file);
            let of = |owner: Player| -> Vec<usize> {
                // the holder comes last
                let (holder, others): (Vec<_>, _) =
                    pieces.iter().filter(|piece| piece.owner == owner).partition(|piece| piece.mark.is_some());
                others.into_iter().chain(holder).map(square).collect()
            };
            let (white, mut black) = (of(Player::One), of(Player::Two));
            if !stuck_moves {
                let empty = |square: &&usize| !white.contains(square) && !black.contains(square);
                black[piece] = *squares.iter().find(empty).expect("there is room");
            }
            read(&symmetry.fen(&fen(&white, &black, (SIZE - 1, SIZE - 1), stuck_moves)).expect("a counterpart"))
        },
    )
}

/// Any position from which a game can go on.
pub fn anywhere() -> impl Strategy<Value = Diaballik> {
    prop_oneof![start(), placement(), around_a_line(), collected(), cornered()]
}

fn check(position: &Diaballik, seed: u64) {
    let twin = twin_of(position);
    in_full(position, &twin, seed);
    as_searched(position);
}

/// The forms that the search uses: its turns lead to the same positions in the same order, and a goal within this
/// turn is seen exactly.
fn as_searched(position: &Diaballik) {
    if position.verdict().is_some() {
        return;
    }
    let mover = position.side_to_move();
    let after = successors(position);
    let goal = |after: &Diaballik| {
        after.verdict().is_some_and(|end| (end.reason, end.outcome) == (Reason::Goal, Outcome::Win(mover)))
    };
    assert_eq!(position.can_score(mover), after.iter().any(goal), "{}", position.fen());
    assert!(!position.wins_now() || after.iter().any(|after| after.winner() == Some(mover)), "{}", position.fen());
    let mut turns = Vec::new();
    position.generate(&mut (), &mut turns);
    assert!(turns.iter().map(|&turn| position.play(turn)).eq(after));
}

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn games_agree_with_the_twin(start in start(), moves in choices(120), anti_play: bool, seed: u64) {
        let mut glances = 0;
        let last = walk(with_anti_play(start, anti_play), &moves, |position| {
            at_a_glance(position, &twin_of(position));
            glances += 1;
        });
        prop_assert!(glances <= moves.len());
        check(&last, seed);
    }

    #[test]
    fn placements_agree_with_the_twin(position in placement(), moves in choices(4), anti_play: bool, seed: u64) {
        check(&walk(with_anti_play(position, anti_play), &moves, |_| {}), seed);
    }

    #[test]
    fn positions_around_lines_agree_with_the_twin(position in around_a_line(), anti_play: bool, seed: u64) {
        check(&with_anti_play(position, anti_play), seed);
    }

    #[test]
    fn cornered_sides_agree_with_the_twin(position in cornered(), moves in choices(2), seed: u64) {
        check(&walk(position, &moves, |_| {}), seed);
    }

    #[test]
    fn collected_positions_agree_with_the_twin(position in collected(), moves in choices(3), seed: u64) {
        check(&walk(position, &moves, |_| {}), seed);
    }
}

/// The checks above would mean little if the rare ends never came.
#[test]
fn the_positions_meet_every_end() {
    let mut met = BTreeMap::new();
    let mut runner = TestRunner::new(cases(1));
    for strategy in [around_a_line().boxed(), collected().boxed(), cornered().boxed()] {
        for _ in 0..150 {
            let position = strategy.new_tree(&mut runner).expect("a position").current();
            let mover = position.side_to_move();
            for after in successors(&position) {
                if let Some(end) = after.verdict() {
                    *met.entry((end.reason.word(), end.outcome == Outcome::Win(mover))).or_insert(0) += 1;
                }
            }
        }
    }
    for (end, least) in
        [(("goal", true), 1_000), (("antiplay", true), 100), (("antiplay", false), 100), (("stalemate", true), 10)]
    {
        assert!(met.get(&end).is_some_and(|&times| times >= least), "{end:?}: {met:?}");
    }
}
