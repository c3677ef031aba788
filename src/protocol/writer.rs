//! The only place that writes output: a thread that takes lines from a bounded queue, so that a partner who does not
//! read can't make the engine grow or stop its search.

use std::fmt::Display;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::reply::Reply;
use crate::offer::Offer;
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
    offer: Offer,
    transcript: Transcript,
    /// Gets a message a written piece, and is disconnected when the thread has ended.
    progress: Receiver<()>,
}

impl Writer {
    /// Starts the thread that writes to `output`. Each line is kept in `transcript` when it is queued, so that a log
    /// has lines in and out in the order in which they were dealt with.
    ///
    /// # Errors
    /// The system refuses another thread.
    pub fn start(output: impl Write + Send + 'static, transcript: Transcript) -> std::io::Result<Writer> {
        let (queue, pieces) = bounded(QUEUE);
        let (report, progress) = bounded(1);
        thread::Builder::new().name("writer".into()).spawn(move || write_all(output, &pieces, &report))?;
        Ok(Writer { queue, offer: Offer::default(), transcript, progress })
    }

    /// Queues an answer; waits while the queue is full.
    ///
    /// # Errors
    /// [`Closed`].
    pub fn answer(&self, reply: &impl Display) -> Result<(), Closed> {
        let line = format!("{reply}\n").into_bytes();
        self.transcript.keep(Direction::Out, &line);
        if line.len() <= PIECE {
            return self.queue.send(line).map_err(|_| Closed);
        }
        line.chunks(PIECE).try_for_each(|piece| self.queue.send(piece.to_vec()).map_err(|_| Closed))
    }

    /// Queues a line that may be dropped: false if nobody makes room for it.
    #[must_use]
    pub fn offer(&self, reply: &Reply) -> bool {
        let line = format!("{reply}\n").into_bytes();
        let queued = self.offer.send(&self.queue, line.clone());
        if queued {
            self.transcript.keep(Direction::Out, &line);
        }
        queued
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

fn write_all(mut output: impl Write, pieces: &Receiver<Vec<u8>>, report: &Sender<()>) {
    for piece in pieces {
        if write_piece(&mut output, &piece).is_err() {
            // Whoever read has gone; ending this thread tells the session.
            return;
        }
        // A full channel means that nobody waits for progress now.
        let _ = report.try_send(());
    }
}

/// Writes and flushes. An output that does not block (somebody has set it so) is asked again when it is full.
fn write_piece(output: &mut impl Write, mut piece: &[u8]) -> io::Result<()> {
    const PAUSE: Duration = Duration::from_millis(1);
    loop {
        let written = if piece.is_empty() { output.flush().map(|()| 0) } else { output.write(piece) };
        match written {
            Ok(0) if piece.is_empty() => return Ok(()),
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(bytes) => piece = &piece[bytes..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) => return Err(error),
        }
    }
}
