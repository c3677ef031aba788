//! `diabolo replay FILE`: a file of the option `LogFile` becomes input again. Lines go in at the place they had among
//! the answers: one that came behind a `bestmove` waits for that `bestmove`. Lines that were refused as busy changed
//! nothing and are left out, since another run is not busy at the same moments.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::thread;

use crossbeam_channel::bounded;

use crate::protocol::verb;
use crate::session::{self, Config, Failure};
use crate::transcript::Direction;

/// A line that goes in, and how many searches had answered before it.
#[derive(Debug, PartialEq, Eq)]
struct Entry<'a> {
    line: &'a str,
    answers: usize,
}

/// Runs the input of the log at `path` and prints the output.
///
/// # Errors
/// The file can't be read, or the session could not begin.
pub fn replay(path: &OsStr, config: &Config) -> Result<(), Failure> {
    let log = fs::read(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    let log = String::from_utf8_lossy(&log).into_owned();
    let (engine_input, mut to_engine) = io::pipe()?;
    let (from_engine, engine_output) = io::pipe()?;
    let (answered, answers) = bounded(1 << 16);
    let printer = thread::spawn(move || {
        for line in BufReader::new(from_engine).lines().map_while(Result::ok) {
            if writeln!(io::stdout(), "{line}").is_err() {
                return;
            }
            if line.starts_with("bestmove") && answered.send(()).is_err() {
                return;
            }
        }
    });
    let feeder = thread::spawn(move || {
        let (mut searches, mut seen) = (0, 0);
        for entry in entries(&log) {
            // A log that was cut may tell of more answers than it has searches.
            while seen < entry.answers.min(searches) {
                if answers.recv().is_err() {
                    return;
                }
                seen += 1;
            }
            searches += usize::from(verb(entry.line) == "go");
            if writeln!(to_engine, "{}", entry.line).is_err() {
                return;
            }
        }
    });
    let result = session::run(engine_input, engine_output, config);
    // Both threads end with the session's ends of their pipes.
    let _ = (feeder.join(), printer.join());
    result
}

fn entries(log: &str) -> Vec<Entry<'_>> {
    let (mut answers, mut last_in) = (0, false);
    let mut entries = Vec::new();
    for line in log.lines() {
        let mut parts = line.splitn(3, ' ');
        let (Some(_), Some(mark), Some(text)) = (parts.next(), parts.next(), parts.next()) else { continue };
        if mark.starts_with(Direction::In.mark()) {
            entries.push(Entry { line: text, answers });
            last_in = true;
            continue;
        }
        // The refusal comes right behind the line.
        if last_in && text.starts_with("info string error busy:") {
            entries.pop();
        }
        last_in = false;
        answers += usize::from(text.starts_with("bestmove"));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_keeps_its_place_among_the_answers() {
        let log = "0.001 > go depth 1\n0.010 < info depth 1\n0.011 < bestmove a1a2\n0.020 > query fen\n\n0.021 < response x\n";
        let log = log.to_owned() + "0.022 > show\n0.022 < info string error busy: 'show' has to wait\n";
        let expected = [Entry { line: "go depth 1", answers: 0 }, Entry { line: "query fen", answers: 1 }];
        assert_eq!(entries(&log), expected);
    }
}
