//! `eval`: what the present position is worth without a search, term by term, for people. Small endings of Diablo are
//! solved exactly.

use crate::game::Game;
use crate::game::any::AnyGame;
use crate::game::diaballik::{self, Diaballik};
use crate::game::diablo::Diablo;
use crate::search::Score;
use crate::search::control::{Control, StopFlag};
use crate::search::expecti::exact_chance;

/// How many positions an exact solution may look at, about a second's work.
const MOST_POSITIONS: u64 = 4_000_000;

/// Says the explanation; `None` if it was stopped.
pub(crate) fn explain(game: &AnyGame, stop: &StopFlag, say: impl Fn(String)) -> Option<()> {
    match game {
        AnyGame::Diaballik(history) => explain_diaballik(history.present(), say),
        AnyGame::Diablo(history) => explain_diablo(history.present(), stop, say)?,
    }
    Some(())
}

fn explain_diaballik(position: &Diaballik, say: impl Fn(String)) {
    if let Some(verdict) = position.verdict() {
        return say(format!("the game is over: {}", verdict.reason.word()));
    }
    let terms = diaballik::eval::explain(position);
    let mut total = 0;
    for (name, value) in terms {
        say(format!("{value:>+6}  {name}"));
        total += value;
    }
    let mover = position.about().players[position.side_to_move().index()];
    let chance = 100.0 * Score::Cp(total).chance();
    say(format!("{total:>+6}  in all for {mover}, who is to move: a chance of {chance:.0} %"));
}

fn explain_diablo(position: &Diablo, stop: &StopFlag, say: impl Fn(String)) -> Option<()> {
    if let Some(verdict) = position.verdict() {
        say(format!("the game is over: {}", verdict.reason.word()));
        return Some(());
    }
    let mut log_odds = 0.0;
    for (name, value) in position.explain() {
        say(format!("{value:>+8.3}  {name}"));
        log_odds += value;
    }
    say(format!("{log_odds:>+8.3}  in all, in natural log odds"));
    let exact = exact_chance(position, MOST_POSITIONS, &Control::until_stopped(stop.clone()));
    if stop.is_raised() {
        return None;
    }
    let mover = position.about().players[position.side_to_move().index()];
    let (chance, how) = match exact {
        Some(chance) => (chance, "exact"),
        None => (1.0 / (1.0 + (-log_odds).exp()), "estimate"),
    };
    say(format!("chance {chance:.6} {how}, for {mover}, who is to move, before the roll"));
    Some(())
}
