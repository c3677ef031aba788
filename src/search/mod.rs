//! The searches: alpha-beta for games without dice, with a proof search for certain wins beside it, expectation over
//! rolls for games with dice, and what they share. A search is a function of position, limits, options and seed; it
//! knows no text and reads no input.

pub mod alphabeta;
pub mod any;
pub mod control;
pub(crate) mod dice;
pub mod expecti;
pub mod limits;
mod proof;
mod skill;
pub mod table;
pub mod time;

use std::time::Duration;

use crate::game::{Game, Roll, Turn};
use control::Control;
use limits::Limits;
use table::Table;

/// What a search is asked.
pub struct Task<'a, G: Game> {
    /// The position to search. The game is not over in it.
    pub root: &'a G,
    /// Positions before it, oldest first (none in games that can't repeat).
    pub earlier: &'a [G],
    /// At which occurrence a position is a draw; 0 for never.
    pub repetition: u32,
    /// Consider only turns that lead to one of these positions; empty for all.
    pub only: &'a [G],
    /// When to stop.
    pub limits: &'a Limits,
    /// How to search.
    pub options: Options,
    /// What earlier searches have found out.
    pub table: &'a Table,
    /// Stop flag, clock and node limit.
    pub control: &'a Control,
    /// Exact chances that are known beforehand, in games with dice.
    pub endings: Option<&'a dyn Endings<G>>,
}

/// Exact winning chances that are known without a search.
pub trait Endings<G>: Sync {
    /// The chance, before the roll, that the side to move wins; `None` if it is not known here. If it is known, so is
    /// that of every position which later turns lead to.
    fn chance(&self, position: &G) -> Option<f64>;
}

impl<G: Game> Task<'_, G> {
    /// The keys, in order, of positions whose next occurrence is a draw by the game's history, the root included.
    fn spent(&self) -> Vec<u64> {
        if self.repetition == 0 {
            return Vec::new();
        }
        let mut keys: Vec<u64> = self.earlier.iter().chain([self.root]).map(Game::key).collect();
        keys.sort_unstable();
        let often = (self.repetition as usize - 1).max(1);
        keys.chunk_by(|a, b| a == b).filter(|same| same.len() >= often).map(|same| same[0]).collect()
    }
}

/// The level of skill that holds nothing back.
pub const STRONGEST: u32 = 20;

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How many of the best turns to report.
    pub multipv: usize,
    /// How many threads search.
    pub threads: usize,
    /// Which parts of alpha-beta are at work; all of them but in tests and measurements.
    pub tuning: alphabeta::Tuning,
    /// Whether a search with dice tries to solve small endings exactly; it does but in measurements.
    pub solve: bool,
    /// How well to play, from 0 to [`STRONGEST`].
    pub skill: u32,
    /// Where a search draws random numbers, it draws them from this seed.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { multipv: 1, threads: 1, tuning: alphabeta::Tuning::default(), solve: true, skill: STRONGEST, seed: 0 }
    }
}

/// What a search says while it runs.
#[derive(Debug, Clone, PartialEq)]
pub enum Report {
    /// One of the best turns after a finished iteration.
    Line(Line),
    /// What one roll promises, when the dice are unknown.
    Roll(RollLine),
}

/// An evaluated line of play, from the point of view of the side to move.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Nominal depth in turns of both sides.
    pub depth: u32,
    /// The deepest line seen, in turns.
    pub seldepth: u32,
    /// Which of the best turns, from 1.
    pub multipv: usize,
    /// What it is worth.
    pub score: Score,
    /// The same as chances.
    pub wdl: Wdl,
    /// Positions searched so far, of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The turns; with unknown dice at the root none.
    pub pv: Vec<Turn>,
}

/// What one roll promises.
#[derive(Debug, Clone, PartialEq)]
pub struct RollLine {
    /// The roll.
    pub roll: Roll,
    /// In how many of the equally likely throws it comes.
    pub weight: u32,
    /// Nominal depth in turns.
    pub depth: u32,
    /// What the position is worth with this roll.
    pub score: Score,
    /// The same as chances.
    pub wdl: Wdl,
    /// The best turn.
    pub pv: Vec<Turn>,
}

/// The worth of a position to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Hundredths: 400 mean ten to one on.
    Cp(i32),
    /// The end is certain: how many turns the side to move still plays until then, this one included; negative if
    /// it loses.
    Mate(i32),
}

impl Score {
    /// The score that stands for a chance to win (draws half) between 0 and 1; the ends are cut at ±3200.
    #[must_use]
    pub fn from_chance(chance: f64) -> Score {
        let cp = 400.0 * (chance / (1.0 - chance)).log10();
        Score::Cp(cp.clamp(-3200.0, 3200.0).round() as i32)
    }

    /// The chance that the score stands for: the inverse of [`Score::from_chance`]; 0 or 1 for a certain end.
    #[must_use]
    pub fn chance(self) -> f64 {
        match self {
            Score::Cp(cp) => 1.0 / (1.0 + 10f64.powf(-f64::from(cp) / 400.0)),
            Score::Mate(turns) => f64::from(u8::from(turns > 0)),
        }
    }
}

/// Chances to win, draw and lose in thousandths; they add up to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wdl {
    /// Win.
    pub win: u16,
    /// Draw.
    pub draw: u16,
    /// Loss.
    pub loss: u16,
}

impl Wdl {
    /// Without draws.
    #[must_use]
    pub fn from_chance(chance: f64) -> Wdl {
        let win = (chance.clamp(0.0, 1.0) * 1000.0).round() as u16;
        Wdl { win, draw: 0, loss: 1000 - win }
    }
}
