//! Game records: headers, turns with their rolls, the result. The grammar is an appendix of protocol.md; the records are
//! those that the arena of tools/ writes.

mod check;
mod grammar;

use crate::game::{Roll, Square, Turn};

pub use check::{BadRecord, check};

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Keys and values in the order of the file, no key twice; `Game`, `P1`, `P2` and `Start` are there.
    pub headers: Vec<(String, String)>,
    /// The turns in order.
    pub turns: Vec<Entry>,
    /// `p1win`, `p2win`, `draw`, or `none` for a game that was broken off.
    pub outcome: String,
    /// Why it ended: a word of `query reason`, or one of the arena's.
    pub reason: String,
    /// The squares that decided it.
    pub squares: Vec<Square>,
    /// Remarks on the result.
    pub remarks: Vec<String>,
}

/// A turn of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The roll it used, in games with dice.
    pub roll: Option<Roll>,
    /// The turn.
    pub turn: Turn,
    /// Remarks on it.
    pub remarks: Vec<String>,
}

impl Record {
    /// The value of a header.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers.iter().find(|(its, _)| its == key).map(|(_, value)| value.as_str())
    }
}

/// A text that is no record: where, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct RecordError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

/// Reads a file of one record or more.
///
/// # Errors
/// The first place that can't be right.
pub fn parse(file: &[u8]) -> Result<Vec<Record>, RecordError> {
    let text = str::from_utf8(file).map_err(|error| {
        let before = String::from_utf8_lossy(&file[..error.valid_up_to()]);
        at_end_of(without_mark(&before), "expected UTF-8".into())
    })?;
    let text = without_mark(text);
    grammar::file(text).map_err(|error| at_end_of(&text[..text.len() - error.rest().len()], error.explain()))
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// An error at the place behind `before`.
fn at_end_of(before: &str, problem: String) -> RecordError {
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    RecordError { line: before.matches('\n').count() + 1, column: last_line.chars().count() + 1, problem }
}
