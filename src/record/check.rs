//! Whether what a record says can have happened: its turns are played by the rules.

use super::Record;
use crate::game::any::{AnyGame, GameName};
use crate::game::history::{BadToken, Token};
use crate::game::{Dice, Outcome, Player, Reason, Verdict};
use crate::parse::NotationError;

/// What is wrong with a record that is well written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// A game that is not known here.
    #[error("there is no game '{0}'")]
    Game(String),
    /// The position that it begins with.
    #[error("Start: {0}")]
    Start(#[from] NotationError),
    /// An illegal turn, or a bad roll.
    #[error("turn {number} '{turn}': {problem}")]
    Turn {
        /// From 1.
        number: usize,
        /// As written.
        turn: String,
        /// What is wrong with it.
        problem: BadToken,
    },
    /// A roll beside the one that `Start` holds.
    #[error("turn 1: Start has another roll")]
    OtherRoll,
    /// An end by the rules that the turns do not lead to.
    #[error("result {said}, but by the rules it is {found}")]
    Result {
        /// What the record says.
        said: String,
        /// What the rules say.
        found: String,
    },
}

/// The default of the option `Repetition`.
const REPETITION: u32 = 3;

/// Plays the record. An end for a reason outside the rules (a crash, say) is believed.
///
/// # Errors
/// What can't have happened.
pub fn check(record: &Record) -> Result<(), BadRecord> {
    let name = record.header("Game").unwrap_or_default();
    let game = GameName::ALL.into_iter().find(|game| game.word() == name);
    let game = game.ok_or_else(|| BadRecord::Game(name.to_owned()))?;
    let mut game = AnyGame::parse_fen(game, record.header("Start").unwrap_or_default(), None)?;
    game.set_anti_play(record.header("AntiPlay") != Some("false"));
    let start = game.dice();
    for (i, entry) in record.turns.iter().enumerate() {
        let bad = |problem| BadRecord::Turn { number: i + 1, turn: entry.turn.to_string(), problem };
        match (start, entry.roll) {
            (Dice::Known(known), Some(roll)) if i == 0 && known != roll => return Err(BadRecord::OtherRoll),
            (Dice::Known(_), Some(_)) if i == 0 => {}
            (_, Some(roll)) => game.apply(&Token::Roll(roll)).map_err(bad)?,
            (_, None) => {}
        }
        game.apply(&Token::Turn(entry.turn.clone())).map_err(bad)?;
    }
    let repetition = record.header("Repetition").and_then(|times| times.parse().ok()).unwrap_or(REPETITION);
    judge(record, game.verdict(repetition))
}

fn judge(record: &Record, verdict: Option<Verdict>) -> Result<(), BadRecord> {
    let by_the_rules = Reason::ALL.iter().any(|reason| reason.word() == record.reason);
    if !by_the_rules {
        return Ok(());
    }
    let words = |outcome: &str, reason: &str| format!("{outcome} {reason}");
    let said = words(&record.outcome, &record.reason);
    let found = verdict.map_or("no end".into(), |verdict| {
        let outcome = match verdict.outcome {
            Outcome::Win(Player::One) => "p1win",
            Outcome::Win(Player::Two) => "p2win",
            Outcome::Draw => "draw",
        };
        words(outcome, verdict.reason.word())
    });
    if said == found { Ok(()) } else { Err(BadRecord::Result { said, found }) }
}
