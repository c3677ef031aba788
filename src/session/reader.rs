//! The thread that reads input: bytes to lines, within limits, whatever the bytes are.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::protocol::{Code, Error};

/// The longest line in bytes, its end not counted; what goes beyond is skipped.
pub const LONGEST_LINE: usize = 16 << 20;

/// Lines that wait for the session.
const QUEUE: usize = 16;

/// What comes in.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// A line that can't be read, and how it begins.
    Bad {
        /// Enough of it to know the verb.
        head: String,
        /// Why.
        error: Error,
    },
    /// The end of input.
    End,
}

/// Starts the thread.
///
/// # Errors
/// The system refuses another thread.
pub fn start(input: impl Read + Send + 'static) -> std::io::Result<Receiver<Input>> {
    let (sender, receiver) = bounded(QUEUE);
    thread::Builder::new().name("reader".into()).spawn(move || read_all(BufReader::new(input), &sender))?;
    Ok(receiver)
}

fn read_all(mut input: impl BufRead, lines: &Sender<Input>) {
    let mut first = true;
    loop {
        let read = next_line(&mut input, LONGEST_LINE);
        let end = read.is_none();
        let line = match read {
            None => Input::End,
            Some(raw) => raw.decode(std::mem::take(&mut first)),
        };
        if lines.send(line).is_err() || end {
            return;
        }
    }
}

/// The bytes of a line, as many as are kept.
struct Raw {
    bytes: Vec<u8>,
    skipped: bool,
}

impl Raw {
    fn decode(mut self, first: bool) -> Input {
        const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
        if first && self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.bytes.drain(..BYTE_ORDER_MARK.len());
        }
        if self.bytes.last() == Some(&b'\r') && !self.skipped {
            self.bytes.pop();
        }
        if self.skipped {
            let error = Error::new(
                Code::TooLong,
                format!("a line has {LONGEST_LINE} bytes at most; the rest of this one is skipped"),
            );
            return Input::Bad { head: head(&self.bytes), error };
        }
        String::from_utf8(self.bytes).map_or_else(
            |error| {
                let column = error.utf8_error().valid_up_to() + 1;
                let head = head(error.as_bytes());
                Input::Bad { head, error: Error::new(Code::Syntax, format!("byte {column}: the line is not UTF-8")) }
            },
            Input::Line,
        )
    }
}

fn head(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned()
}

/// The next line, or `None` at the end of input (an input that fails has ended).
fn next_line(input: &mut impl BufRead, longest: usize) -> Option<Raw> {
    let mut line = Raw { bytes: Vec::new(), skipped: false };
    let mut any = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // Somebody has set the input so that it does not block.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(Duration::from_millis(1));
                continue;
            }
            Err(error) => {
                log::warn!("input has failed: {error}");
                return any.then_some(line);
            }
        };
        if available.is_empty() {
            return any.then_some(line);
        }
        any = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        // One byte more than a line may have, for the CR of a line that is just long enough.
        let room = (longest + 1).saturating_sub(line.bytes.len());
        line.bytes.extend_from_slice(&part[..part.len().min(room)]);
        line.skipped |= part.len() > room;
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            line.skipped |= line.bytes.len() > longest && line.bytes.last() != Some(&b'\r');
            return Some(line);
        }
    }
}
