//! `help`: the commands and options for somebody at a terminal.

use crate::options::SPECS;
use crate::protocol::VERBS;

/// The lines of the answer.
pub(super) fn lines() -> Vec<String> {
    let mut lines = vec!["Commands (protocol.md has them all in full):".to_owned()];
    lines.extend(VERBS.iter().map(|verb| format!("  {}", usage(verb))));
    lines.push("Options (setoption name N value V):".to_owned());
    lines.extend(SPECS.iter().map(|spec| format!("  {:<12}  {}", spec.text, spec.explained())));
    lines
}

fn usage(verb: &str) -> String {
    let (arguments, what) = match verb {
        "ugi" => ("", "says who the engine is and which options it has"),
        "isready" => ("", "answers readyok"),
        "setoption" => ("name N value V", "sets an option"),
        "uginewgame" => ("", "forgets what earlier games have taught"),
        "position" => ("startpos|fen F [moves T...]", "sets the position"),
        "moves" => ("T...", "plays turns, and rolls, from the present position"),
        "dice" => ("A-B", "sets the roll of the side to move (Diablo)"),
        "roll" => ("", "throws the dice (Diablo)"),
        "go" => ("[movetime MS] [depth N] [nodes N] [...]", "searches for the best turn"),
        "stop" => ("", "ends the search"),
        "query" => ("fen|legalmoves|result|actions|...", "asks about the position"),
        "show" => ("", "draws the board"),
        "eval" => ("", "explains what the position is worth"),
        "perft" => ("N", "counts the turns to depth N"),
        "bench" => ("", "searches fixed positions and counts nodes"),
        "help" => ("", "says this"),
        "quit" => ("", "ends the engine"),
        _ => ("", ""),
    };
    format!("{:<45} {what}", format!("{verb} {arguments}"))
}
