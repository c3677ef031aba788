//! Repetition: games of Diaballik that go back and forth.

use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::history::History;
use diabolo::game::{Action, Game, Kind, PartialTurn, Turn};
use proptest::prelude::*;

use crate::support::{cases, choices, judged, read};
use crate::twin;

fn back(action: Action) -> Action {
    match action {
        Action::Move { from, to } => Action::Move { from: to, to: from },
        Action::Remove(_) => action,
    }
}

/// A single action; or one out and back, which leaves the board as it is; or the side's last turn taken back.
fn small_turn(position: &Diaballik, earlier: &[Turn], choice: u32) -> Turn {
    let actions = position.begin().actions();
    let of_kind: Vec<Action> =
        actions.iter().filter(|(kind, _)| *kind == Kind::Step).map(|&(_, action)| action).collect();
    let step = of_kind[choice as usize / 3 % of_kind.len().min(3)];
    match (choice % 3, earlier) {
        (0, _) => Turn(vec![step, back(step)]),
        (1, [.., own, _]) if own.0.len() == 1 && position.begin().push(back(own.0[0])).is_ok() => {
            Turn(vec![back(own.0[0])])
        }
        _ => Turn(vec![step]),
    }
}

/// Plays, and compares the verdict after every turn at several limits. How many draws at the third occurrence came.
fn check(start: &str, choices: &[u32]) -> usize {
    let mut history = History::new(read::<Diaballik>(start), None);
    let mut turns: Vec<Turn> = Vec::new();
    let mut draws = 0;
    for &choice in choices {
        if history.present().verdict().is_some() {
            break;
        }
        let turn = small_turn(history.present(), &turns, choice);
        // a turn after a draw is still accepted
        history.play(&turn).expect("a legal turn");
        turns.push(turn);
        let texts: Vec<String> = turns.iter().map(Turn::to_string).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for limit in [0, 2, 3, 4] {
            let verdict = judged(history.verdict(limit).as_ref());
            let wanted = twin::verdict_after(start, &texts, limit as usize).expect("legal turns");
            assert_eq!(verdict.0, wanted, "{start} {texts:?}, limit {limit}");
            assert_eq!(verdict.1 == "repetition", wanted == twin::Verdict::Draw);
            draws += usize::from(limit == 3 && wanted == twin::Verdict::Draw);
        }
    }
    draws
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn games_that_repeat_are_judged_like_the_twin(variant: bool, moves in choices(24)) {
        let setup = if variant { Setup::Variant } else { Setup::Standard };
        check(&Diaballik::startpos(setup).fen(), &moves);
    }
}

#[test]
fn such_games_do_repeat() {
    let draws = (0..20u32).map(|game| {
        let moves: Vec<u32> = (0..24u32).map(|turn| (turn * 7 + 1).wrapping_mul(2_654_435_761 + game) >> 7).collect();
        check(twin::DIABALLIK_START, &moves)
    });
    assert!(draws.sum::<usize>() > 20);
}
