//! The answers to `gogui-rules_*`: what GoGui draws, offers and says.

use std::fmt::{Display, Write};

use super::command::Rules;
use super::play::Play;
use super::turn::Pass;
use super::vertex::{Point, Vertex, colour};
use crate::game::{Action, Dice, Outcome, Player, Reason, Square, Verdict};

/// Behind the squares of the last turn, and behind the piece that is selected.
const LAST_TURN: &str = "#d8b45c";
const SELECTED: &str = "#58b058";

/// Answers a question.
///
/// # Errors
/// The question has no answer now.
pub(super) fn answer(question: Rules, play: &Play) -> Result<String, String> {
    match question {
        Rules::GameId => Ok(play.game()?.about().name.to_owned()),
        Rules::BoardSize => Ok(play.game()?.about().width.to_string()),
        Rules::Board => board(play),
        Rules::BoardGfx => board_gfx(play),
        Rules::LegalMoves => Ok(joined(play.open()?.clicks(play.begun()))),
        Rules::SideToMove => Ok(colour(play.side()?).to_owned()),
        Rules::FinalResult => match verdict(play)? {
            Some(verdict) => final_result(play, &verdict),
            None => Err("the game is not over".into()),
        },
        Rules::CapturedCount => {
            // First what Black has captured, that is, what White has lost.
            let [one, two] = play.lost();
            Ok(format!("{two} {one}"))
        }
    }
}

/// How the game has ended, if it has.
pub(super) fn verdict(play: &Play) -> Result<Option<Verdict>, String> {
    Ok(play.game()?.verdict(play.options().repetition))
}

/// A player by the name that the game gives, and by the stones that GoGui shows.
pub(super) fn name(play: &Play, player: Player) -> Result<String, String> {
    Ok(format!("{} ({} stones)", play.game()?.about().players[player.index()], colour(player)))
}

pub(super) fn joined<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn board(play: &Play) -> Result<String, String> {
    let about = play.game()?.about();
    let pieces = play.pieces();
    let point = |square| match pieces.iter().find(|piece| piece.square == square).map(|piece| piece.owner) {
        None => '.',
        Some(Player::One) => 'X',
        Some(Player::Two) => 'O',
    };
    let row = |rank| joined((0..about.width).map(|file| point(Square { file, rank })));
    Ok((0..about.height).rev().map(row).collect::<Vec<_>>().join("\n"))
}

/// Balls are circles and heights labels; the last turn and the selected piece are coloured behind, squares show where
/// it can go; the rest is text.
fn board_gfx(play: &Play) -> Result<String, String> {
    let pieces = play.pieces();
    let mut lines = Vec::new();
    let mut line = |word: &str, items: String| {
        if !items.is_empty() {
            lines.push(format!("{word} {items}"));
        }
    };
    line(&format!("COLOR {LAST_TURN}"), joined(play.last_turn().into_iter().map(Point)));
    line(&format!("COLOR {SELECTED}"), joined(play.begun().selected.map(Point)));
    line("SQUARE", targets_of_selected(play)?);
    line("CIRCLE", joined(pieces.iter().filter(|piece| piece.mark.is_some()).map(|piece| Point(piece.square))));
    let stacks = pieces.iter().filter(|piece| piece.height > 1);
    line("LABEL", joined(stacks.map(|piece| format!("{} {}", Point(piece.square), piece.height))));
    line("TEXT", status(play)?);
    Ok(lines.join("\n"))
}

fn targets_of_selected(play: &Play) -> Result<String, String> {
    let open = play.open()?;
    Ok(play.begun().selected.map(|from| joined(open.targets(from).map(Point))).unwrap_or_default())
}

/// What a person must know beside the board.
pub(super) fn status(play: &Play) -> Result<String, String> {
    if let Some(verdict) = verdict(play)? {
        return final_result(play, &verdict);
    }
    let mut text = format!("{} to move", name(play, play.side()?)?);
    // Writing to a string can't fail.
    if let Dice::Known(roll) = play.dice()? {
        let _ = write!(text, ", dice {roll}");
    }
    let begun = play.begun();
    if !begun.actions.0.is_empty() {
        let _ = write!(text, ", so far {}", joined(begun.actions.0.iter().map(|&action| shown(action))));
    }
    if let Some(square) = begun.selected {
        let _ = write!(text, ", {} selected", Point(square));
    }
    match play.open()?.pass(begun) {
        Some(Pass::End) => text += ", pass ends the turn",
        Some(Pass::Remove(square)) => {
            let _ = write!(text, ", pass removes a checker from {}", Point(square));
        }
        None => {}
    }
    Ok(text)
}

/// An action in GTP's names of points.
pub(super) fn shown(action: Action) -> String {
    match action {
        Action::Move { from, to } => format!("{}-{}", Point(from), Point(to)),
        Action::Remove(square) => format!("x{}", Point(square)),
    }
}

pub(super) fn final_result(play: &Play, verdict: &Verdict) -> Result<String, String> {
    let why = match verdict.reason {
        Reason::Goal => "the ball has reached the goal row",
        Reason::AntiPlay => "an unbroken line is touched by three pieces",
        Reason::Checkers => "the other side has no checkers left",
        Reason::Stalemate => "the other side can do nothing",
        Reason::Repetition => "the same position has come too often",
    };
    Ok(match verdict.outcome {
        Outcome::Win(player) => format!("{} has won: {why}", name(play, player)?),
        Outcome::Draw => format!("a draw: {why}"),
    })
}

/// The points that the piece on `vertex` can go to; without one, what can be clicked next.
///
/// # Errors
/// The vertex is not on the board.
pub(super) fn legal_targets(play: &Play, vertex: Option<Vertex>) -> Result<String, String> {
    let open = play.open()?;
    let Some(vertex) = vertex else {
        return Ok(joined(open.clicks(play.begun()).into_iter().filter(|&click| click != Vertex::Pass)));
    };
    let about = play.game()?.about();
    match vertex {
        Vertex::Square(square) if square.file < about.width && square.rank < about.height => {
            Ok(joined(open.targets(square).map(Point)))
        }
        _ => Err(format!("{vertex} is not a point of the board")),
    }
}
