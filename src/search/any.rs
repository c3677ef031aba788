//! Searching a game of either kind.

use super::control::Control;
use super::limits::Limits;
use super::table::Table;
use super::{Endings, Options, Report, Task, alphabeta, expecti};
use crate::endings::Database;
use crate::game::any::AnyGame;
use crate::game::diablo::Diablo;
use crate::game::history::History;
use crate::game::{Game, Turn, turns};

/// A search of some game: a [`Task`] before it is known which.
pub struct Request<'a> {
    /// The game, not over in its present position.
    pub game: &'a AnyGame,
    /// See [`Task::repetition`].
    pub repetition: u32,
    /// Consider only these turns, all legal; empty for all.
    pub only: &'a [Turn],
    /// When to stop.
    pub limits: &'a Limits,
    /// How to search.
    pub options: Options,
    /// What earlier searches have found out.
    pub table: &'a Table,
    /// Stop flag, clock and node limit.
    pub control: &'a Control,
    /// Exact chances of Diablo.
    pub endings: Option<&'a Database>,
}

/// Searches. `None` where there is no turn to play, since the dice are unknown.
pub fn search(request: &Request<'_>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    match request.game {
        AnyGame::Diaballik(history) => alphabeta::search(&task(request, history, &targets(request, history)), report),
        AnyGame::Diablo(history) => {
            let only = targets(request, history);
            let endings = request.endings.map(|database| database as &dyn Endings<Diablo>);
            expecti::search(&Task { endings, ..task(request, history, &only) }, report)
        }
    }
}

/// The positions that the turns of `only` lead to.
fn targets<G: Game>(request: &Request<'_>, history: &History<G>) -> Vec<G> {
    request.only.iter().filter_map(|turn| turns::play(history.present(), turn).ok()).collect()
}

fn task<'a, G: Game>(request: &Request<'a>, history: &'a History<G>, only: &'a [G]) -> Task<'a, G> {
    Task {
        root: history.present(),
        earlier: history.earlier(),
        repetition: request.repetition,
        only,
        limits: request.limits,
        options: request.options,
        table: request.table,
        control: request.control,
        endings: None,
    }
}
