//! The subcommand `solve`: its flags, and running it.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::file::Draft;
use super::proof::Prover;
use super::{Coverage, Database, Progress};
use crate::game::Player;
use crate::game::diablo::Diablo;
use crate::options::Options;

/// The flags of the subcommand, as far as they were given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    board: Option<u8>,
    checkers: Option<u8>,
    stacks: Option<u8>,
    bounds: Option<u64>,
    out: Option<OsString>,
}

/// Their names, and what they say in `--help`.
pub const HELP: [(&str, &str); 5] = [
    ("--board N", "solve: columns and rows of the board, even, from 2 to 26 [4]"),
    ("--checkers N", "solve: the most checkers, of both sides together, from 2 [4]"),
    ("--stacks N", "solve: also all positions with so few stacks, of both sides together, from 2 [none]"),
    ("--bounds S", "solve: for S seconds prove bounds of the chance from the start, with the endings of EndingFile"),
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
            "bounds" => {
                let text = value()?;
                let seconds = text.to_str().and_then(|text| text.parse().ok()).filter(|&seconds| seconds > 0);
                let seconds = seconds.ok_or_else(|| {
                    format!("--bounds takes a whole number of seconds from 1, not '{}'", text.display())
                })?;
                self.bounds = Some(seconds);
            }
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
            ("bounds", self.bounds.is_some()),
            ("out", self.out.is_some()),
        ];
        let stray = given.into_iter().find(|(_, given)| *given && name != "solve");
        stray.map_or(Ok(()), |(flag, _)| Err(format!("--{flag} belongs to the subcommand solve")))
    }
}

/// `solve --bounds`: proves what Black can have from the start, and what Green can, each on a thread of its own, or
/// else for half of the time.
fn prove(flags: &Flags, seconds: u64, ending_file: &str, threads: usize) -> Result<(), String> {
    if flags.board.is_some() || flags.checkers.is_some() || flags.stacks.is_some() {
        return Err("solve: --bounds takes its board from EndingFile, and goes with --out alone".into());
    }
    if ending_file.is_empty() {
        return Err("solve: --bounds needs --ending-file".into());
    }
    let database = Database::load(Path::new(ending_file))
        .map_err(|error| format!("EndingFile '{ending_file}' can't be used: {error}"))?;
    let draft = match &flags.out {
        Some(path) => Some(Draft::begin(Path::new(path)).map_err(|error| unwritable(path, &error))?),
        None => None,
    };
    let start = Diablo::startpos(database.board()).ok_or("solve: there is no such board")?;
    let begin = Instant::now();
    let of_side = |side, letter, until| {
        let mut prover = Prover::new(&database, side, until);
        let bound = prover.prove(&start, |bound, positions| {
            eprintln!("{letter} {bound:.6}: {positions} positions, {:.1} s", begin.elapsed().as_secs_f64());
        });
        (bound, prover)
    };
    let end = begin + Duration::from_secs(seconds);
    let (mut black, mut green) = if threads > 1 {
        thread::scope(|scope| {
            let black = scope.spawn(|| of_side(Player::One, 'b', end));
            let green = of_side(Player::Two, 'g', end);
            black.join().map(|black| (black, green)).map_err(|_| "solve: a thread has failed")
        })?
    } else {
        (of_side(Player::One, 'b', begin + (end - begin) / 2), of_side(Player::Two, 'g', end))
    };
    if let (Some(draft), Some(path)) = (draft, &flags.out) {
        let written = draft.finish_with(|writer| {
            write!(writer, "diabolo-proof 1\nboard {}\n", database.board())?;
            for (letter, (bound, prover)) in [('b', &mut black), ('g', &mut green)] {
                writeln!(writer, "side {letter} bound {bound}")?;
                prover.write_strategy(&start, writer)?;
            }
            writeln!(writer, "end")
        });
        written.map_err(|error| unwritable(path, &error))?;
    }
    let summary = format!("from the start: chance at least {:.6}, at most {:.6}, for Black\n", black.0, 1.0 - green.0);
    let _ = io::stdout().write_all(summary.as_bytes());
    Ok(())
}

/// `solve`: makes a database, writes it, and prints a summary; progress goes to standard error.
///
/// # Errors
/// There are too many endings, the file can't be written, or that of the endings can't be had.
pub fn run(flags: &Flags, options: &Options) -> Result<(), String> {
    if let Some(seconds) = flags.bounds {
        return prove(flags, seconds, &options.ending_file, options.threads);
    }
    let board = flags.board.unwrap_or(DEFAULT);
    let coverage = Coverage { checkers: flags.checkers.unwrap_or(DEFAULT), stacks: flags.stacks.unwrap_or(0) };
    let draft = match &flags.out {
        Some(path) => Some(Draft::begin(Path::new(path)).map_err(|error| unwritable(path, &error))?),
        None => None,
    };
    let mut time = Duration::ZERO;
    let database = Database::generate(board, coverage, options.threads, |progress| {
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
