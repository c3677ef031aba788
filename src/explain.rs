//! `eval`: what the present position is worth, term by term, for people. Of Diablo also the best turn with the roll, or
//! with each roll: by a short search, and exactly in small endings.

use crate::analysis::lookahead::Lookahead;
use crate::endings::Database;
use crate::game::any::AnyGame;
use crate::game::diaballik::{self, Diaballik};
use crate::game::diablo::Diablo;
use crate::game::stochastic::Stochastic;
use crate::game::{Dice, Game, Roll};
use crate::search::control::{Control, StopFlag};
use crate::search::expecti::Solver;
use crate::search::table::Table;
use crate::search::{Endings, Score};

/// How many positions an exact solution may look at, about a second's work.
const MOST_POSITIONS: u64 = 4_000_000;

/// How many positions the search for the best turns may look at.
const SEARCHED: u64 = 300_000;

/// MiB for what this search remembers.
const HASH: usize = 8;

/// Larger boards have too many rolls to list the best turn of each.
const LARGEST_LISTED: u8 = 10;

/// Says the explanation; `None` if it was stopped.
pub(crate) fn explain(game: &AnyGame, endings: Option<&Database>, stop: &StopFlag, say: impl Fn(String)) -> Option<()> {
    match game {
        AnyGame::Diaballik(history) => explain_diaballik(history.present(), say),
        AnyGame::Diablo(history) => explain_diablo(history.present(), endings, stop, say)?,
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

fn explain_diablo(position: &Diablo, endings: Option<&Database>, stop: &StopFlag, say: impl Fn(String)) -> Option<()> {
    if let Some(verdict) = position.verdict() {
        say(format!("the game is over: {}", verdict.reason.word()));
        return Some(());
    }
    let mut log_odds = 0.0;
    for (name, value) in position.explain() {
        // What rounds to nothing says nothing.
        if value.abs() >= 0.0005 {
            say(format!("{value:>+8.3}  {name}"));
        }
        log_odds += value;
    }
    say(format!("{log_odds:>+8.3}  in all, in natural log odds"));
    let control = Control::until_stopped(stop.clone());
    let table = Table::new(HASH).or_else(|_| Table::new(0)).ok()?;
    let endings = endings.map(|database| database as &dyn Endings<Diablo>);
    let mut solver = Solver::new(position.about().faces, MOST_POSITIONS, &table, &control).knowing(endings);
    let exact = solver.before_roll(position);
    if stop.is_raised() {
        return None;
    }
    let turns = exact.and_then(|_| exact_turns(position, &mut solver));
    if position.dice() != Dice::Unknown || position.size() <= LARGEST_LISTED {
        for line in turns.unwrap_or_else(|| searched_turns(position, &table, stop)) {
            say(line);
        }
    }
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

/// The best turn with the roll, or with each roll, by an exact solution.
fn exact_turns(position: &Diablo, solver: &mut Solver<'_, Diablo>) -> Option<Vec<String>> {
    let line = |(roll, _)| {
        let mut rolled = position.clone();
        // A known roll is the one meant.
        let _ = rolled.set_roll(roll);
        let (chance, turn) = solver.with_roll(&rolled, roll)?;
        Some(format!("with {roll} {}: {chance:.6} exact", rolled.notation(turn)?))
    };
    match position.dice() {
        Dice::Known(roll) => Some((roll, 1)).into_iter().map(line).collect(),
        _ => Roll::all(position.about().faces).map(line).collect(),
    }
}

/// The same by a search.
fn searched_turns(position: &Diablo, table: &Table, stop: &StopFlag) -> Vec<String> {
    let lookahead = Lookahead { nodes: SEARCHED, table, stop: stop.clone() };
    let lines = lookahead.rolls(position).into_iter().filter_map(|line| {
        let chance = line.score.chance();
        Some(format!("with {} {}: {chance:.3} by a search {} turns ahead", line.roll, line.pv.first()?, line.depth))
    });
    lines.collect()
}
