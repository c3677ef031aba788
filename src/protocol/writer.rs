//! The only place that writes output: a thread that takes lines from a bounded queue, so that a partner who does not
//! read can't make the engine grow or stop its search.

use std::fmt::Display;
use std::io::Write;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::reply::Reply;
use crate::transcript::{Direction, Transcript};

/// Pieces of lines that wait to be written. With [`PIECE`] this bounds the memory of the queue.
const QUEUE: usize = 256;

/// Long lines go through the queue in pieces of so many bytes.
const PIECE: usize = 64 << 10;

/// Nobody reads the output any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed;

/// The queue's end for those who have something to say.
pub struct Writer {
    queue: Sender<Vec<u8>>,
    /// Gets a message a written piece, and is disconnected when the thread has ended.
    progress: Receiver<()>,
}

impl Writer {
    /// Starts the thread that writes to `output`; each line is also kept in `transcript`.
    ///
    /// # Errors
    /// The system refuses another thread.
    pub fn start(output: impl Write + Send + 'static, transcript: Transcript) -> std::io::Result<Writer> {
        let (queue, pieces) = bounded(QUEUE);
        let (report, progress) = bounded(1);
        thread::Builder::new().name("writer".into()).spawn(move || write_all(output, &pieces, &report, &transcript))?;
        Ok(Writer { queue, progress })
    }

    /// Queues an answer; waits while the queue is full.
    ///
    /// # Errors
    /// [`Closed`].
    pub fn answer(&self, reply: &impl Display) -> Result<(), Closed> {
        let line = format!("{reply}\n").into_bytes();
        if line.len() <= PIECE {
            return self.queue.send(line).map_err(|_| Closed);
        }
        line.chunks(PIECE).try_for_each(|piece| self.queue.send(piece.to_vec()).map_err(|_| Closed))
    }

    /// Queues a line that may be dropped: false if the queue is full.
    #[must_use]
    pub fn offer(&self, reply: &Reply) -> bool {
        self.queue.try_send(format!("{reply}\n").into_bytes()).is_ok()
    }

    /// Disconnected as soon as output is closed (there is nothing else to be received that matters).
    #[must_use]
    pub fn progress(&self) -> &Receiver<()> {
        &self.progress
    }

    /// Waits until all is written, or until nothing has been for `patience`.
    pub fn finish(self, patience: Option<Duration>) {
        drop(self.queue);
        loop {
            let end = match patience {
                Some(patience) => self.progress.recv_timeout(patience).err(),
                None => self.progress.recv().err().map(|_| RecvTimeoutError::Disconnected),
            };
            if end.is_some() {
                return;
            }
        }
    }
}

fn write_all(mut output: impl Write, pieces: &Receiver<Vec<u8>>, report: &Sender<()>, transcript: &Transcript) {
    for piece in pieces {
        // Before it is written: what a partner answers must come behind it in the log.
        transcript.keep(Direction::Out, &piece);
        if output.write_all(&piece).and_then(|()| output.flush()).is_err() {
            // Whoever read has gone; ending this thread tells the session.
            return;
        }
        // A full channel means that nobody waits for progress now.
        let _ = report.try_send(());
    }
}
