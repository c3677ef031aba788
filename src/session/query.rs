//! The answers to `query`.

use std::fmt::Write;

use super::desk::{action_column, no_position};
use crate::game::any::{AnyGame, with_history};
use crate::game::history::History;
use crate::game::turns::{self, IllegalTurn};
use crate::game::{About, Dice, Game, Outcome, PartialTurn, Piece, Player, Turn, Verdict};
use crate::protocol::command::Query;
use crate::protocol::{Code, Error};

/// The protocol and its version.
pub const PROTOCOL: &str = "diabolo 1";

/// The most turns that `legalmoves` lists.
pub const MOST_LISTED: u64 = 100_000;

/// On wider boards counting turns can take long enough to be worth stopping, so it runs on the worker.
pub(super) const WIDE: u8 = 10;

/// Whether the worker should answer this.
pub fn is_long(query: &Query, game: &AnyGame) -> bool {
    matches!(query, Query::Count | Query::LegalMoves) && game.about().width > WIDE
}

/// What follows `response`.
///
/// # Errors
/// `no-position` where the question needs one, `illegal-move` for a bad part of a turn, `stopped` when `go_on` says so.
pub fn answer(
    query: &Query,
    game: Option<&AnyGame>,
    repetition: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<String, Error> {
    match (query, game) {
        (Query::P1Turn, None) => Ok("false".into()),
        (Query::GameOver, None) => Ok("true".into()),
        (Query::Result, None) => Ok("none".into()),
        (_, None) => Err(no_position()),
        (_, Some(game)) => with_history!(game, history => about_game(query, history, repetition, go_on)),
    }
}

fn about_game<G: Game>(
    query: &Query,
    history: &History<G>,
    repetition: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<String, Error> {
    let position = history.present();
    let verdict = || history.verdict(repetition);
    Ok(match query {
        Query::P1Turn => (position.side_to_move() == Player::One).to_string(),
        Query::GameOver => verdict().is_some().to_string(),
        Query::Result => result(verdict().as_ref()).into(),
        Query::Reason => reason(verdict().as_ref()),
        Query::Fen => history.fen(),
        Query::Dice => match position.dice() {
            Dice::Absent => "none".into(),
            Dice::Unknown => "-".into(),
            Dice::Known(roll) => roll.to_string(),
        },
        Query::Count => count(position, go_on)?.to_string(),
        Query::LegalMoves => legal_moves(position, go_on)?,
        Query::IsLegal(turn) => match turns::play(position, turn) {
            Ok(_) => "true".into(),
            Err(IllegalTurn { rule, .. }) => format!("false {}", rule.word()),
        },
        Query::Board(partial) => board(&play_partly(position, partial)?.pieces()),
        Query::Actions(partial) => actions(position, partial)?,
        Query::Game => about(&position.about()),
        Query::Protocol => PROTOCOL.into(),
    })
}

fn result(verdict: Option<&Verdict>) -> &'static str {
    match verdict.map(|verdict| verdict.outcome) {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Player::One)) => "p1win",
        Some(Outcome::Win(Player::Two)) => "p2win",
    }
}

fn reason(verdict: Option<&Verdict>) -> String {
    let Some(verdict) = verdict else { return "none".into() };
    let mut text = verdict.reason.word().to_owned();
    for square in &verdict.squares {
        // Writing to a string can't fail; so too below.
        let _ = write!(text, " {square}");
    }
    text
}

/// What every long question says that was given up.
pub(super) fn stopped() -> Error {
    Error::new(Code::Stopped, "the question was given up before its answer was known")
}

fn count<G: Game>(position: &G, go_on: &mut dyn FnMut() -> bool) -> Result<u64, Error> {
    crate::perft::count(position, &mut G::Scratch::default(), go_on).ok_or_else(stopped)
}

fn legal_moves<G: Game>(position: &G, go_on: &mut dyn FnMut() -> bool) -> Result<String, Error> {
    let number = count(position, go_on)?;
    if number > MOST_LISTED {
        return Ok(format!("{number} …"));
    }
    let list = turns::list(position, go_on).ok_or_else(stopped)?;
    debug_assert_eq!(list.len() as u64, number, "the generator and the steps agree");
    let mut text = list.len().to_string();
    for turn in list {
        let _ = write!(text, " {turn}");
    }
    Ok(text)
}

fn play_partly<G: Game>(position: &G, turn: &Turn) -> Result<G::Partial, Error> {
    turns::play_partly(position, turn).map_err(|error| {
        let column = action_column(&turn.to_string(), error.action) + 1;
        Error::new(Code::IllegalMove, format!("column {column} of '{turn}': {error}"))
    })
}

fn board(pieces: &[Piece]) -> String {
    let shown = pieces.iter().map(|piece| {
        let owner = piece.owner.index() + 1;
        let mark = piece.mark.map(|mark| format!(":{mark}")).unwrap_or_default();
        format!("{}:p{owner}:{}{mark}", piece.square, piece.height)
    });
    shown.collect::<Vec<_>>().join(" ")
}

fn actions<G: Game>(position: &G, turn: &Turn) -> Result<String, Error> {
    let partial = play_partly(position, turn)?;
    if position.dice() == Dice::Unknown && position.verdict().is_none() {
        return Ok("end false roll".into());
    }
    let list = turns::sorted(partial.actions());
    let mut text = format!("end {}", partial.may_end().is_ok());
    for &kind in position.about().kinds {
        let mut of_kind = list.iter().filter(|(its, _)| *its == kind).peekable();
        if of_kind.peek().is_some() {
            let _ = write!(text, " {}", kind.word());
        }
        for (_, action) in of_kind {
            let _ = write!(text, " {action}");
        }
    }
    Ok(text)
}

fn about(about: &About) -> String {
    let About { name, width, height, players: [p1, p2], dice, faces, .. } = about;
    let kinds = about.kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(" ");
    let text = format!(
        "name {name} width {width} height {height} p1 {p1} p2 {p2} dice {dice} faces {faces} kinds {kinds} marks {}",
        about.marks.join(" ")
    );
    text.trim_end().to_owned()
}
