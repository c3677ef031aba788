//! `show`: the board for somebody at a terminal.

use crate::game::any::{AnyGame, with_history};
use crate::game::history::History;
use crate::game::{Dice, Game, Outcome, PartialTurn, Piece, Player, Square};

/// The lines of the answer.
pub(super) fn lines(game: &AnyGame, repetition: u32) -> Vec<String> {
    with_history!(game, history => draw(history, repetition))
}

fn draw<G: Game>(history: &History<G>, repetition: u32) -> Vec<String> {
    let position = history.present();
    let about = position.about();
    let pieces = position.begin().pieces();
    let marked = !about.marks.is_empty();
    let cell = |file, rank| {
        let square = Square { file, rank };
        let piece = pieces.iter().find(|piece| piece.square == square);
        piece.map_or(".".into(), |piece| symbol(piece, about.players, marked))
    };
    let mut lines: Vec<String> = (0..about.height)
        .rev()
        .map(|rank| {
            let row: Vec<String> = (0..about.width).map(|file| format!("{:<3}", cell(file, rank))).collect();
            format!("{:>2}  {}", rank + 1, row.join(" ").trim_end())
        })
        .collect();
    let files: Vec<String> = (0..about.width).map(|file| format!("{:<3}", char::from(b'a' + file))).collect();
    lines.push(format!("    {}", files.join(" ").trim_end()));
    lines.push(status(history, repetition));
    lines.push(format!("fen {}", history.fen()));
    lines
}

/// The first letter of the owner's name, in lower case where it lacks a mark that it could have; then its height.
fn symbol(piece: &Piece, players: [&str; 2], marked: bool) -> String {
    let letter = &players[piece.owner.index()][..1];
    let letter = if marked && piece.mark.is_none() { letter.to_lowercase() } else { letter.to_owned() };
    if piece.height > 1 { format!("{letter}{}", piece.height) } else { letter }
}

fn status<G: Game>(history: &History<G>, repetition: u32) -> String {
    let position = history.present();
    let name = |player: Player| position.about().players[player.index()];
    if let Some(verdict) = history.verdict(repetition) {
        let reason = verdict.reason.word();
        return match verdict.outcome {
            Outcome::Win(player) => format!("{} has won ({reason})", name(player)),
            Outcome::Draw => format!("draw ({reason})"),
        };
    }
    let dice = match position.dice() {
        Dice::Absent => String::new(),
        Dice::Unknown => ", dice not rolled".into(),
        Dice::Known(roll) => format!(", dice {roll}"),
    };
    format!("{} to move{dice}", name(position.side_to_move()))
}
