//! Random positions, made so that proptest can shrink them: a game is a list of choices.

use std::ops::ControlFlow;

use diabolo::game::diablo::Diablo;
use diabolo::game::{Dice, Game, Outcome, Player, Roll, Verdict};
use diabolo::perft;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

use crate::twin;

/// So many cases, the same ones in every run.
pub fn cases(number: u32) -> Config {
    let config = Config { failure_persistence: None, ..Config::default() };
    let default = Config::default();
    let asked_for = std::env::var("PROPTEST_CASES").is_ok();
    let rng_seed = if default.rng_seed == RngSeed::Random { RngSeed::Fixed(7) } else { default.rng_seed };
    Config { cases: if asked_for { default.cases } else { number }, rng_seed, ..config }
}

/// Repeatable numbers for the choices inside a check, which need not shrink.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Choices for the turns of a game.
pub fn choices(most: usize) -> impl Strategy<Value = Vec<u32>> {
    vec(any::<u32>(), 0..most)
}

/// The position of a FEN that is sound.
#[track_caller]
pub fn read<G: Game>(fen: &str) -> G {
    G::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

/// The start of Diablo on a board of this size.
pub fn diablo_start(size: u8) -> Diablo {
    Diablo::startpos(size).expect("an even size")
}

/// Throws the dice where they are unknown.
pub fn rolled<G: Game>(mut position: G, choice: u32) -> G {
    if position.dice() == Dice::Unknown && position.verdict().is_none() {
        let rolls: Vec<Roll> = Roll::all(position.about().faces).map(|(roll, _)| roll).collect();
        position.set_roll(rolls[(choice >> 16) as usize % rolls.len()]).expect("a roll of these dice");
    }
    position
}

/// All positions after one turn.
pub fn successors<G: Game>(position: &G) -> Vec<G> {
    let mut list = Vec::new();
    let _ = position.visit_successors(&mut G::Scratch::default(), &mut |after| {
        list.push(after.clone());
        ControlFlow::Continue(())
    });
    list
}

/// The position after the turn that a choice falls on; `None` when there is none.
pub fn chosen<G: Game>(position: &G, choice: u32) -> Option<G> {
    let count = perft::count(position, &mut G::Scratch::default(), &mut || true).expect("never given up");
    let mut left = u64::from(choice).checked_rem(count)?;
    let mut found = None;
    let _ = position.visit_successors(&mut G::Scratch::default(), &mut |after| {
        if left == 0 {
            found = Some(after.clone());
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    found
}

/// Plays the choices from `start` on, shows every position on the way, dice thrown, and returns the last one.
pub fn walk<G: Game>(start: G, choices: &[u32], mut at: impl FnMut(&G)) -> G {
    let mut position = rolled(start, choices.first().map_or(0, |choice| choice.rotate_left(7)));
    for &choice in choices {
        at(&position);
        match chosen(&position, choice) {
            Some(after) => position = rolled(after, choice.rotate_left(13)),
            None => break,
        }
    }
    position
}

/// A verdict in the twin's words.
pub fn judged(verdict: Option<&Verdict>) -> (twin::Verdict, &'static str) {
    let Some(verdict) = verdict else { return (twin::Verdict::Ongoing, "none") };
    let winner = match verdict.outcome {
        Outcome::Win(Player::One) => twin::Verdict::P1Win,
        Outcome::Win(Player::Two) => twin::Verdict::P2Win,
        Outcome::Draw => twin::Verdict::Draw,
    };
    (winner, verdict.reason.word())
}

/// The FENs in a file of cases.
pub fn fens(file: &str) -> Vec<String> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(';').next().expect("a field").trim().to_owned()).collect()
}
