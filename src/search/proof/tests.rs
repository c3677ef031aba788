//! Proof search against trying everything.

use std::time::Duration;

use super::{Answer, Prover};
use crate::game::deterministic::Deterministic;
use crate::game::diaballik::{Diaballik, Move, Setup};
use crate::game::{Game, Player};
use crate::rng::mix64;
use crate::search::control::{Control, StopFlag};
use crate::search::limits::Limits;
use crate::search::table::Table;
use crate::search::time::Budget;
use crate::search::{Options, Task};

fn children(position: &Diaballik) -> impl Iterator<Item = Diaballik> + use<> {
    let mut turns = Vec::new();
    position.generate(&mut (), &mut turns);
    let position = *position;
    turns.into_iter().map(move |turn| position.play(turn))
}

/// Whether the side to move wins within one or two own turns, by the rules alone.
fn wins(position: &Diaballik, own_turns: u32, spent: &[u64]) -> bool {
    let mover = position.side_to_move();
    let is_draw = |at: &Diaballik| at.winner().is_none() && spent.contains(&at.key());
    children(position).any(|after| match after.winner() {
        Some(winner) => winner == mover,
        None if own_turns == 1 || is_draw(&after) => false,
        None => children(&after).all(|answer| match answer.winner() {
            Some(winner) => winner == mover,
            None => !is_draw(&answer) && wins(&answer, own_turns - 1, spent),
        }),
    })
}

struct Question<'a> {
    earlier: &'a [Diaballik],
    only: &'a [Diaballik],
    nodes: Option<u64>,
}

const PLAIN: Question<'_> = Question { earlier: &[], only: &[], nodes: None };

/// The answer, and how many positions it took.
fn ask(root: &Diaballik, own_turns: u32, question: &Question<'_>, table: &Table) -> (Answer<Move>, u64) {
    let limits = Limits::default();
    let budget = Budget::new(&limits, Player::One, Duration::ZERO);
    let control = Control::new(StopFlag::default(), budget, question.nodes);
    let &Question { earlier, only, .. } = question;
    let options = Options::default();
    let task =
        Task { root, earlier, repetition: 3, only, limits: &limits, options, table, control: &control, endings: None };
    let mut prover = Prover::new(&task, 0);
    (prover.wins_within(own_turns), prover.nodes())
}

fn next(dice: &mut u64, below: usize) -> usize {
    *dice = mix64(*dice + 1);
    (*dice >> 8) as usize % below
}

/// A position with an unbroken line of one side and pieces of the other anywhere near it.
fn with_line(dice: &mut u64) -> Option<Diaballik> {
    let mut board = [['.'; 7]; 7];
    let mut rank = next(dice, 7);
    (0..7).for_each(|file| {
        rank = (rank + next(dice, 3)).saturating_sub(1).min(6);
        board[rank][file] = 'w';
    });
    let mut blacks = 0;
    while blacks < 7 {
        let (rank, file) = (next(dice, 7), next(dice, 7));
        if board[rank][file] == '.' {
            board[rank][file] = 'b';
            blacks += 1;
        }
    }
    for side in ['w', 'b'] {
        let holder = next(dice, 7);
        let mut squares = board.iter_mut().flatten().filter(|square| **square == side);
        *squares.nth(holder)? = side.to_ascii_uppercase();
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    let side = ["w", "b"][next(dice, 2)];
    let position = Diaballik::parse_fen(&format!("{} {side}", rows.join("/"))).ok()?.0;
    position.winner().is_none().then_some(position)
}

/// Positions of random games and positions around lines, in which the game is not over.
fn positions(of_games: usize, of_lines: usize) -> Vec<Diaballik> {
    let (mut dice, mut positions) = (77, Vec::new());
    while positions.len() < of_games {
        let mut position = Diaballik::startpos(Setup::Standard);
        for _ in 0..30 + next(&mut dice, 60) {
            let all: Vec<Diaballik> = children(&position).filter(|after| after.winner().is_none()).collect();
            position = all[next(&mut dice, all.len())];
        }
        positions.push(position);
    }
    while positions.len() < of_games + of_lines {
        positions.extend(with_line(&mut dice));
    }
    positions
}

#[test]
fn wins_within_two_turns_are_those_that_trying_everything_finds() {
    let (table, mut found) = (Table::new(4).unwrap(), [0, 0]);
    for root in positions(40, 80) {
        for own_turns in 1..=2 {
            let expected = wins(&root, own_turns, &[]);
            let answer = ask(&root, own_turns, &PLAIN, &table).0;
            assert_eq!(matches!(answer, Answer::Proved(_)), expected, "{} in {own_turns}", root.fen());
            found[usize::from(expected)] += 1;
        }
    }
    assert!(found[0] > 20 && found[1] > 20, "{found:?}");
}

#[test]
fn some_turn_does_not_lose_at_once() {
    // So nobody is ever forced to lose by his own turn, and a win takes an odd number of turns of both sides.
    for root in positions(100, 2000) {
        let opponent = root.side_to_move().other();
        assert!(children(&root).any(|after| after.winner() != Some(opponent)), "{}", root.fen());
    }
}

/// The wins of the frozen suite, with the number of own turns they take.
fn suite() -> Vec<(Diaballik, u32)> {
    let text = include_str!("../../../tests/positions/diaballik-suite-wins.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let mut fields = line.split(" ; ");
        let root = Diaballik::parse_fen(fields.next()?).ok()?.0;
        Some((root, fields.next()?.parse().ok()?))
    };
    lines.map(|line| read(line).expect("a line of the suite")).collect()
}

#[test]
fn wins_of_the_suite_are_proved_with_a_line_and_no_shorter_one_is() {
    for (number, (root, own_turns)) in suite().into_iter().enumerate() {
        let table = Table::new(1).unwrap();
        assert_eq!(ask(&root, own_turns - 1, &PLAIN, &table).0, Answer::Refuted, "{}", root.fen());
        let Answer::Proved(line) = ask(&root, own_turns, &PLAIN, &table).0 else {
            panic!("not proved: {}", root.fen());
        };
        assert_eq!(line.len(), 2 * own_turns as usize - 1);
        let end = line.iter().fold(root, |position, &turn| {
            assert_eq!(position.winner(), None);
            position.play(turn)
        });
        assert_eq!(end.winner(), Some(root.side_to_move()));
        // A few first turns are put to the test of trying every answer.
        if number % 16 == 15 {
            let still_wins = |answer: Diaballik| match answer.winner() {
                Some(winner) => winner == root.side_to_move(),
                None => (1..own_turns).any(|turns| wins(&answer, turns, &[])),
            };
            assert!(children(&root.play(line[0])).all(still_wins), "{}", root.fen());
        }
    }
}

#[test]
fn limits_turns_and_history_are_obeyed() {
    let (root, own_turns) = suite().into_iter().find(|win| win.1 == 3).expect("a win in three");
    let table = Table::new(1).unwrap();
    let limited = Question { nodes: Some(3), ..PLAIN };
    assert_eq!(ask(&root, own_turns, &limited, &table), (Answer::Unknown, 3));

    let all: Vec<Diaballik> = children(&root).collect();
    let Answer::Proved(line) = ask(&root, own_turns, &PLAIN, &table).0 else { panic!("not proved") };
    let first = [root.play(line[0])];
    let alone = Question { only: &first, ..PLAIN };
    assert!(matches!(ask(&root, own_turns, &alone, &table).0, Answer::Proved(_)));
    let quiet = [root.passed().expect("a turn that changes nothing")];
    let other = Question { only: &quiet, ..PLAIN };
    assert_eq!(ask(&root, own_turns, &other, &table).0, Answer::Refuted);

    // Where each of his turns leads to has come twice before: all are draws.
    let twice: Vec<Diaballik> = all.iter().chain(&all).copied().collect();
    let spent = Question { earlier: &twice, ..PLAIN };
    assert_eq!(ask(&root, own_turns, &spent, &table).0, Answer::Refuted);
    // Where only a part of them does, it is as trying everything says.
    for (root, _) in suite().into_iter().filter(|win| win.1 == 2).take(12) {
        let Answer::Proved(line) = ask(&root, 2, &PLAIN, &table).0 else { panic!("not proved") };
        let after = root.play(line[0]);
        for once in [after, after.play(line[1])] {
            let earlier = [once, once];
            let question = Question { earlier: &earlier, ..PLAIN };
            let proved = matches!(ask(&root, 2, &question, &table).0, Answer::Proved(_));
            assert_eq!(proved, wins(&root, 2, &[once.key()]), "{}", root.fen());
        }
    }
}
