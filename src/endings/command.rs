//! The subcommand `solve`: its flags, and running it.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use super::file::Draft;
use super::{Coverage, Database, Progress};
use crate::game::diablo::Diablo;

/// The flags of the subcommand, as far as they were given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    board: Option<u8>,
    checkers: Option<u8>,
    stacks: Option<u8>,
    out: Option<OsString>,
}

/// Their names, and what they say in `--help`.
pub const HELP: [(&str, &str); 4] = [
    ("--board N", "solve: columns and rows of the board, even, from 2 to 26 [4]"),
    ("--checkers N", "solve: the most checkers, of both sides together, from 2 [4]"),
    ("--stacks N", "solve: also all positions with so few stacks, of both sides together, from 2 [none]"),
    ("--out FILE", "solve: the file for the option EndingFile [none: only a summary]"),
];

/// Of the board and of the checkers.
const DEFAULT: u8 = 4;

impl Flags {
    /// Sets the flag with this name; `value` reads what follows it. False if there is no such flag.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub fn set(&mut self, name: &str, value: impl FnOnce() -> Result<OsString, String>) -> Result<bool, String> {
        let number = |value: OsString, expected: &str, good: fn(u8) -> bool| {
            let number = value.to_str().and_then(|text| text.parse().ok()).filter(|&number| good(number));
            number.ok_or_else(|| format!("--{name} takes {expected}, not '{}'", value.display()))
        };
        match name {
            "board" => {
                let expected = "an even number from 2 to 26";
                self.board = Some(number(value()?, expected, |size| size % 2 == 0 && (2..=26).contains(&size))?);
            }
            "checkers" => {
                self.checkers = Some(number(value()?, "a whole number from 2 to 255", |checkers| checkers >= 2)?);
            }
            "stacks" => self.stacks = Some(number(value()?, "a whole number from 2 to 255", |stacks| stacks >= 2)?),
            "out" => self.out = Some(value()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An error if a flag was given and the subcommand is another one than `solve`.
    ///
    /// # Errors
    /// Which flag.
    pub fn only_for(&self, name: &str) -> Result<(), String> {
        let given = [
            ("board", self.board.is_some()),
            ("checkers", self.checkers.is_some()),
            ("stacks", self.stacks.is_some()),
            ("out", self.out.is_some()),
        ];
        let stray = given.into_iter().find(|(_, given)| *given && name != "solve");
        stray.map_or(Ok(()), |(flag, _)| Err(format!("--{flag} belongs to the subcommand solve")))
    }
}

/// `solve`: makes a database, writes it, and prints a summary; progress goes to standard error.
///
/// # Errors
/// There are too many endings, or the file can't be written.
pub fn run(flags: &Flags, threads: usize) -> Result<(), String> {
    let board = flags.board.unwrap_or(DEFAULT);
    let coverage = Coverage { checkers: flags.checkers.unwrap_or(DEFAULT), stacks: flags.stacks.unwrap_or(0) };
    let draft = match &flags.out {
        Some(path) => Some(Draft::begin(Path::new(path)).map_err(|error| unwritable(path, &error))?),
        None => None,
    };
    let mut time = std::time::Duration::ZERO;
    let database = Database::generate(board, coverage, threads, |progress| {
        time = progress.time;
        tell(progress);
    })
    .map_err(|error| format!("solve: {error}"))?;
    let mut text =
        format!("{board}x{board}, at most {coverage}: {} endings in {:.1} s\n", database.len(), time.as_secs_f64());
    if let (Some(draft), Some(path)) = (draft, &flags.out) {
        draft.finish(&database).map_err(|error| unwritable(path, &error))?;
        text += &format!("{}: {} bytes\n", path.display(), database.file_length());
    }
    if let Some(chance) = Diablo::startpos(board).and_then(|start| database.chance_one_turn_ahead(&start)) {
        text += &format!("from the start: chance {chance:.6} exact, for Black, who is to move, before the roll\n");
    }
    // Whoever closes the output early has read enough.
    let _ = io::stdout().write_all(text.as_bytes());
    Ok(())
}

fn unwritable(path: &OsString, error: &io::Error) -> String {
    format!("solve: '{}' can't be written: {error}", path.display())
}

fn tell(progress: Progress) {
    let Progress { checkers, stacks, positions, done, all, time } = progress;
    let percent = 100.0 * done as f64 / all as f64;
    eprintln!(
        "{checkers:>2} checkers, {stacks:>2} stacks: {positions} positions; {percent:.1} % after {:.1} s",
        time.as_secs_f64()
    );
}
