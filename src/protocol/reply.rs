//! What the engine says, as types, each with its one line of text.

use std::fmt;

use super::error::Error;
use crate::game::Turn;
use crate::options::Spec;
use crate::search::{Line, RollLine, Score, Wdl};

/// One line of output.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// `id name …`
    IdName,
    /// `id author …`
    IdAuthor,
    /// `option …`
    Option(&'static Spec),
    /// `ugiok`
    UgiOk,
    /// `readyok`
    ReadyOk,
    /// `info depth …`
    Line(Line),
    /// `info roll …`
    RollLine(RollLine),
    /// `info string …`, for people
    Text(String),
    /// `info string error …`
    Error(Error),
    /// `bestmove T`, or `bestmove none`
    BestMove(Option<Turn>),
    /// `response …`
    Response(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::IdName => write!(f, "id name Diabolo {}", env!("CARGO_PKG_VERSION")),
            Reply::IdAuthor => f.write_str("id author The Diabolo authors"),
            Reply::Option(spec) => write!(f, "option {spec}"),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Line(line) => write_line(f, line),
            Reply::RollLine(line) => write_roll_line(f, line),
            Reply::Text(text) if text.is_empty() => f.write_str("info string"),
            Reply::Text(text) => write!(f, "info string {text}"),
            Reply::Error(error) => write!(f, "info string error {error}"),
            Reply::BestMove(Some(turn)) => write!(f, "bestmove {turn}"),
            Reply::BestMove(None) => f.write_str("bestmove none"),
            Reply::Response(answer) => write!(f, "response {answer}"),
        }
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, line: &Line) -> fmt::Result {
    let ms = line.time.as_millis();
    let nps = u128::from(line.nodes) * 1000 / ms.max(1);
    write!(f, "info depth {} seldepth {} multipv {} ", line.depth, line.seldepth, line.multipv)?;
    write!(f, "score {} {} ", Shown(line.score), Shown(line.wdl))?;
    write!(f, "nodes {} nps {nps} time {ms} hashfull {}", line.nodes, line.hashfull)?;
    write_pv(f, &line.pv)
}

fn write_roll_line(f: &mut fmt::Formatter<'_>, line: &RollLine) -> fmt::Result {
    write!(f, "info roll {} weight {} depth {} ", line.roll, line.weight, line.depth)?;
    write!(f, "score {} {}", Shown(line.score), Shown(line.wdl))?;
    write_pv(f, &line.pv)
}

fn write_pv(f: &mut fmt::Formatter<'_>, pv: &[Turn]) -> fmt::Result {
    if pv.is_empty() {
        return Ok(());
    }
    f.write_str(" pv")?;
    pv.iter().try_for_each(|turn| write!(f, " {turn}"))
}

/// A part of an `info` line.
struct Shown<T>(T);

impl fmt::Display for Shown<Score> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Cp(cp) => write!(f, "cp {cp}"),
            Score::Mate(turns) => write!(f, "mate {turns}"),
        }
    }
}

impl fmt::Display for Shown<Wdl> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.0.win, self.0.draw, self.0.loss)
    }
}
