//! The option `LogFile`: every line in and out with its time, in a form that `diabolo replay` runs again.
//!
//! A line of the file is `SECONDS.MILLISECONDS`, a blank, `>` for input or `<` for output, a blank, and the line.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Whether a line came in or went out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the partner.
    In,
    /// To the partner.
    Out,
}

impl Direction {
    /// The mark in the file.
    #[must_use]
    pub fn mark(self) -> char {
        match self {
            Direction::In => '>',
            Direction::Out => '<',
        }
    }
}

/// The log file, shared by those who read and those who write; without a file nothing is kept.
#[derive(Clone)]
pub struct Transcript {
    begun: Instant,
    file: Arc<Mutex<Option<Open>>>,
}

struct Open {
    file: File,
    /// The last piece of output did not end its line.
    inside_line: bool,
}

impl Default for Transcript {
    fn default() -> Self {
        Transcript { begun: Instant::now(), file: Arc::default() }
    }
}

impl Transcript {
    /// Begins a new file at `path`; an empty path ends the log. `%p` in the path stands for the process number, so
    /// that several engines with the same flags keep a log each.
    ///
    /// # Errors
    /// The file can't be made; a log that was open stays.
    pub fn open(&self, path: &str) -> io::Result<()> {
        let file =
            if path.is_empty() { None } else { Some(create(&path.replace("%p", &std::process::id().to_string()))?) };
        if let Ok(mut slot) = self.file.lock() {
            *slot = file.map(|file| Open { file, inside_line: false });
        }
        Ok(())
    }

    /// Keeps a line, or a piece of one. A log that can't be written any more is closed, with a word to the logger.
    pub fn keep(&self, direction: Direction, piece: &[u8]) {
        let Ok(mut slot) = self.file.lock() else { return };
        let Some(open) = slot.as_mut() else { return };
        if let Err(error) = open.write(self.begun, direction, piece) {
            log::warn!("the log file is closed: {error}");
            *slot = None;
        }
    }
}

/// A new file; a pipe or a device is refused, since it may block.
fn create(path: &str) -> io::Result<File> {
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")),
        _ => File::create(path),
    }
}

impl Open {
    fn write(&mut self, begun: Instant, direction: Direction, piece: &[u8]) -> io::Result<()> {
        let mut text = Vec::with_capacity(piece.len() + 16);
        if !self.inside_line {
            write!(text, "{:.3} {} ", begun.elapsed().as_secs_f64(), direction.mark())?;
        }
        text.extend_from_slice(piece);
        if direction == Direction::In {
            text.push(b'\n');
        }
        self.inside_line = !text.ends_with(b"\n");
        self.file.write_all(&text)
    }
}
