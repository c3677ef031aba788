//! Every line of the case files of Diablo.

use std::ops::ControlFlow;

use diabolo::game::diablo::Diablo;
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Dice, Game, Outcome, PartialTurn, Player, Roll, Turn, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::expecti::exact_chance;

/// The lines of a case file, each cut at its semicolons.
fn cases(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split(';').map(str::trim).collect()).collect()
}

#[track_caller]
fn read(fen: &str) -> Diablo {
    let (position, _) = Diablo::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(Diablo::parse_fen(&position.fen()).expect("a printed FEN").0, position, "{fen}");
    position
}

/// The number of legal action sequences, through the step-by-step rules.
fn sequences(partial: &<Diablo as Game>::Partial) -> usize {
    if partial.may_end().is_ok() {
        return 1;
    }
    let next = |action| {
        let mut next = partial.clone();
        next.push(action).expect("a listed action");
        sequences(&next)
    };
    partial.actions().into_iter().map(|(_, action)| next(action)).sum()
}

/// The number of distinct turns, through the generator.
fn distinct(position: &Diablo) -> usize {
    let mut count = 0;
    let flow = position.visit_successors(&mut <Diablo as Game>::Scratch::default(), &mut |after| {
        count += 1;
        assert_eq!(after.key(), after.key_from_scratch());
        assert_eq!((after.turn_number(), after.dice()), (position.turn_number() + 1, Dice::Unknown));
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    count
}

#[test]
fn turns_and_sequences() {
    let cases = cases(include_str!("cases/diablo-turns.txt"));
    assert!(cases.len() >= 30);
    for case in cases {
        let [fen, turns, all] = case[..] else { panic!("{case:?}") };
        let position = read(fen);
        assert_eq!(distinct(&position), turns.parse().unwrap(), "{fen}");
        assert_eq!(sequences(&position.begin()), all.parse().unwrap(), "{fen}");
    }
}

#[test]
fn list_and_generator_agree() {
    for case in cases(include_str!("cases/diablo-turns.txt")) {
        let position = read(case[0]);
        let turns = turns::list(&position, &mut || true).unwrap();
        let mut after: Vec<_> = turns.iter().map(|turn| turns::play(&position, turn).unwrap()).collect();
        assert_eq!(after.len(), distinct(&position), "{}", case[0]);
        let _ = position.visit_successors(&mut <Diablo as Game>::Scratch::default(), &mut |next| {
            // The hash need not find each pair for this to be a test; equality does.
            let at = after.iter().position(|listed| listed.key() == next.key() && listed == next);
            after.swap_remove(at.unwrap_or_else(|| panic!("{} -> {}", position.fen(), next.fen())));
            ControlFlow::Continue(())
        });
        assert!(after.is_empty());
        for turn in turns {
            let text = turn.to_string();
            assert_eq!(Turn::parse(&text).unwrap(), turn);
            let after = turns::play(&position, &turn).unwrap();
            let change = position.compact_to(&after).unwrap();
            assert_eq!(position.notation(change), Some(turn), "{}: {text}", position.fen());
        }
    }
}

#[test]
fn verdicts() {
    let cases = cases(include_str!("cases/diablo-verdicts.txt"));
    assert!(cases.len() >= 30);
    for case in cases {
        let [fen, turn, verdict, why] = case[..] else { panic!("{case:?}") };
        let position = read(fen);
        let found = match turns::play(&position, &Turn::parse(turn).unwrap()) {
            Err(_) => "illegal",
            Ok(after) => match after.verdict().map(|verdict| verdict.outcome) {
                None => "ongoing",
                Some(Outcome::Win(Player::One)) => "p1win",
                Some(Outcome::Win(Player::Two)) => "p2win",
                Some(Outcome::Draw) => "draw",
            },
        };
        assert_eq!(found, verdict, "{fen} {turn}: {why}");
    }
}

#[test]
fn refused_fens() {
    let mut messages = Vec::new();
    for case in cases(include_str!("cases/refused-fens.txt")) {
        let ["diablo", fen, why] = case[..] else { continue };
        let error = Diablo::parse_fen(fen).expect_err(why);
        assert!(!messages.contains(&error.problem), "{why}: {error}");
        messages.push(error.problem);
    }
    assert!(messages.len() >= 17);
}

#[test]
fn start_counts() {
    for (size, counts, first, replies) in [
        (4, &[24, 40, 16][..], 40, &[9288, 13484, 4312][..]),
        (6, &[60, 108, 96, 48, 84, 36], 144, &[235_948, 393_436, 293_656, 153_644, 238_132, 84_528]),
    ] {
        let start = Diablo::startpos(size).unwrap();
        let mut after: Vec<Diablo> = Vec::new();
        for ((roll, _), &count) in Roll::all(size / 2).zip(counts) {
            let mut rolled = start.clone();
            rolled.set_roll(roll).unwrap();
            assert_eq!(distinct(&rolled), count);
            let _ = rolled.visit_successors(&mut <Diablo as Game>::Scratch::default(), &mut |next| {
                if !after.contains(next) {
                    after.push(next.clone());
                }
                ControlFlow::Continue(())
            });
        }
        assert_eq!(after.len(), first);
        for ((roll, _), &count) in Roll::all(size / 2).zip(replies) {
            let green = after.iter().map(|position| {
                let mut rolled = position.clone();
                rolled.set_roll(roll).unwrap();
                distinct(&rolled)
            });
            assert_eq!(green.sum::<usize>(), count, "{size} {roll}");
        }
    }
}

#[test]
fn exact_values() {
    let cases = cases(include_str!("cases/diablo-values.txt"));
    assert!(cases.len() >= 29);
    let control = Control::until_stopped(StopFlag::default());
    for case in cases {
        let [fen, value] = case[..] else { panic!("{case:?}") };
        let position = read(fen);
        let (above, below) = value.split_once('/').unwrap_or((value, "1"));
        let black = above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap();
        let chance = exact_chance(&position, 50_000_000, &control).expect(fen);
        let found = if position.side_to_move() == Player::One { chance } else { 1.0 - chance };
        assert!((found - black).abs() < 1e-9, "{fen}: {found} instead of {black}");
    }
}
