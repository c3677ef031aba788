//! The session: a state machine between input lines, the worker and the output. One closed set of events drives it:
//! a line has come in, the worker has told something, the output has been closed.

mod commands;
pub(crate) mod desk;
mod help;
pub(crate) mod memory;
mod query;
pub(crate) mod reader;
mod show;
pub(crate) mod worker;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};

use crate::endings::Database;
use crate::mover::Mover;
use crate::options::{BadOption, Options, Spec};
use crate::protocol::writer::{Closed, Writer};
use crate::protocol::{Code, Command, Error, Reply, verb};
use crate::search::control::StopFlag;
use crate::search::table::Table;
use crate::transcript::{Direction, Transcript};
use desk::Desk;
use reader::Input;
use worker::{Event, Worker};

pub use query::PROTOCOL;
pub use reader::LONGEST_LINE;

/// Lines that may wait for the end of a job, and their bytes; beyond that no input is read.
const MOST_HELD: usize = 1 << 16;
const MOST_HELD_BYTES: usize = 2 * LONGEST_LINE;

/// How long `quit` waits for a partner who reads nothing of what is still to be written.
const PATIENCE: Duration = Duration::from_secs(2);

/// A session before it begins.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Options from the command line, with their values.
    pub options: Vec<(&'static Spec, String)>,
    /// Who chooses the turns.
    pub mover: Mover,
}

/// Why a session could not begin.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// No thread, or no memory for the default table.
    #[error(transparent)]
    System(#[from] io::Error),
    /// An option of the command line.
    #[error(transparent)]
    Option(#[from] BadOption),
    /// A line that the command line has written.
    #[error("{0}")]
    Lines(String),
    /// What an option asks for can't be had.
    #[error("{0}")]
    Refused(Error),
}

/// Runs a session from the first line of `input` to `quit`, the end of input, or the end of those who read `output`.
///
/// # Errors
/// The session could not begin.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    config: &Config,
) -> Result<(), Failure> {
    let transcript = Transcript::default();
    let writer = Writer::start(output, transcript.clone())?;
    let mut session = Session::new(writer, transcript, config)?;
    session.lines = reader::start(input)?;
    let exit = session.serve();
    session.leave(exit);
    Ok(())
}

/// What every front end begins with: the options of the command line, and the log file that they name.
///
/// # Errors
/// An option's value, or what it asks for can't be had.
pub(crate) fn begin(config: &Config, transcript: &Transcript) -> Result<Options, Failure> {
    let mut options = Options::default();
    for (spec, value) in &config.options {
        options.set(spec, value)?;
    }
    memory::check(options.hash, 0).map_err(Failure::Refused)?;
    transcript.open(&options.log_file).map_err(|error| Failure::Refused(commands::no_log_file(&options, &error)))?;
    Ok(options)
}

/// The database that an option names, if it names one.
///
/// # Errors
/// `bad-option`: it can't be had.
pub(crate) fn endings(options: &Options) -> Result<Option<Arc<Database>>, Error> {
    let path = &options.ending_file;
    if path.is_empty() {
        return Ok(None);
    }
    let refuse = |error| Error::new(Code::BadOption, format!("EndingFile '{path}' can't be used: {error}"));
    let database = Database::load(Path::new(path)).map_err(refuse)?;
    log::info!("endings on {0}x{0} with at most {1}", database.board(), database.coverage());
    Ok(Some(Arc::new(database)))
}

/// Why a session ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// `quit`
    Quit,
    /// All input has been dealt with.
    EndOfInput,
    /// Nobody reads the output.
    Closed,
}

impl From<Closed> for Exit {
    fn from(Closed: Closed) -> Exit {
        Exit::Closed
    }
}

/// What the worker is doing.
enum State {
    /// Nothing.
    Idle,
    /// A job.
    Searching(Running),
    /// A job that has been told to stop.
    Stopping(Running),
}

/// A job on the worker.
struct Running {
    stop: StopFlag,
    /// `go`, and not a long question.
    search: bool,
    /// It ends without `stop`.
    bounded: bool,
    /// The answer waits for `stop` even when it is known.
    waits: bool,
    /// The answer, when it is known and waits.
    known: Option<Reply>,
    /// Whether a line with a turn has been queued for output, and the last one that had to be dropped before.
    told: bool,
    untold: Option<Reply>,
}

struct Session {
    options: Options,
    desk: Desk,
    table: Arc<Table>,
    /// What `EndingFile` holds.
    endings: Option<Arc<Database>>,
    mover: Mover,
    state: State,
    worker: Worker,
    writer: Writer,
    transcript: Transcript,
    lines: Receiver<Input>,
    /// No more lines will come.
    ended: bool,
    /// Lines that wait for the end of the job.
    held: VecDeque<Input>,
    held_bytes: usize,
}

impl Session {
    fn new(writer: Writer, transcript: Transcript, config: &Config) -> Result<Session, Failure> {
        let options = begin(config, &transcript)?;
        let table = memory::table(options.hash).map_err(Failure::Refused)?;
        Ok(Session {
            desk: Desk::new(&options),
            endings: endings(&options).map_err(Failure::Refused)?,
            options,
            table: Arc::new(table),
            mover: config.mover,
            state: State::Idle,
            worker: Worker::start()?,
            writer,
            transcript,
            lines: never(),
            ended: false,
            held: VecDeque::new(),
            held_bytes: 0,
        })
    }

    /// Serves until there is a reason to leave.
    fn serve(&mut self) -> Exit {
        loop {
            if let Err(exit) = self.step() {
                return exit;
            }
        }
    }

    /// Deals with one event.
    fn step(&mut self) -> Result<(), Exit> {
        if let Some(input) = self.held.pop_front_if(|input| !must_wait(&self.state, input)) {
            self.held_bytes -= size(&input);
            return self.take(&input);
        }
        if self.ended && self.held.is_empty() {
            match &self.state {
                State::Idle => return Err(Exit::EndOfInput),
                State::Searching(job) if !job.bounded => self.stop()?,
                _ => {}
            }
        }
        let nothing = never();
        let full = self.held.len() >= MOST_HELD || self.held_bytes >= MOST_HELD_BYTES;
        let lines = if self.ended || full { &nothing } else { &self.lines };
        select! {
            recv(lines) -> input => self.arrive(input.unwrap_or(Input::End)),
            recv(self.worker.events) -> event => match event {
                Ok(event) => self.told(event),
                // The worker ends only with this end of its queues.
                Err(_) => Err(Exit::Closed),
            },
            recv(self.writer.progress()) -> message => message.map_err(|_| Exit::Closed),
        }
    }

    /// A line has come in.
    fn arrive(&mut self, input: Input) -> Result<(), Exit> {
        self.keep(&input);
        if input == Input::End {
            self.ended = true;
            return Ok(());
        }
        let word = urgent(&input);
        if word == Some("quit") && !matches!(self.state, State::Idle) {
            return Err(Exit::Quit);
        }
        // `stop` means the last job that was begun before it, which may be one that waits; but who says it twice means
        // what runs now.
        let again = self.held.back().is_some_and(|last| urgent(last) == Some("stop"));
        let stops_now = word == Some("stop") && (again || !self.held.iter().any(|line| self.begins_job(line)));
        // A partner who asks whether the engine lives is not kept waiting by what is held behind a long question.
        let alive = word == Some("isready") && matches!(self.state, State::Searching(_));
        if stops_now || alive || (self.held.is_empty() && !must_wait(&self.state, &input)) {
            return self.take(&input);
        }
        self.held_bytes += size(&input);
        self.held.push_back(input);
        Ok(())
    }

    /// Deals with a line that need not wait.
    fn take(&mut self, input: &Input) -> Result<(), Exit> {
        match (urgent(input), verb_of(input)) {
            (_, "") => Ok(()),
            (Some("stop"), _) => self.stop(),
            (Some("isready"), _) => self.answer(Reply::ReadyOk),
            _ if matches!(self.state, State::Idle) => self.obey(input),
            (_, word) => {
                let error = Error::new(Code::Busy, format!("'{word}' has to wait for the search; 'stop' ends it"));
                self.refuse(if word == "go" { "" } else { word }, error)
            }
        }
    }

    /// An error, and what else the verb in error owes to those who wait for it.
    fn refuse(&mut self, verb: &str, error: Error) -> Result<(), Exit> {
        let code = error.code.word();
        self.answer(Reply::Error(error))?;
        match verb {
            "go" => self.answer(Reply::BestMove(None)),
            "query" | "roll" => self.answer(Reply::Response(format!("error {code}"))),
            _ => Ok(()),
        }
    }

    /// `stop`, or the end of input: the job ends at once.
    fn stop(&mut self) -> Result<(), Exit> {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Searching(Running { known: Some(reply), .. }) => self.answer(reply),
            State::Searching(job) => {
                job.stop.raise();
                self.state = State::Stopping(job);
                Ok(())
            }
            other => {
                self.state = other;
                Ok(())
            }
        }
    }

    /// The worker has told something.
    fn told(&mut self, event: Event) -> Result<(), Exit> {
        match event {
            Event::Say(reply) => self.answer(reply),
            Event::Info(reply) => {
                let queued = self.writer.offer(&reply);
                if let (State::Searching(job) | State::Stopping(job), Reply::Line(_)) = (&mut self.state, &reply) {
                    job.told |= queued;
                    job.untold = (!job.told).then_some(reply);
                }
                Ok(())
            }
            Event::Done(answer) => {
                let (mut job, stopping) = match std::mem::replace(&mut self.state, State::Idle) {
                    State::Searching(job) => (job, false),
                    State::Stopping(job) => (job, true),
                    State::Idle => return Ok(()),
                };
                if let Some(line) = job.untold.take() {
                    self.answer(line)?;
                }
                match answer {
                    Some(reply) if job.waits && !stopping => {
                        job.known = Some(reply);
                        self.state = State::Searching(job);
                        Ok(())
                    }
                    Some(reply) => self.answer(reply),
                    None => Ok(()),
                }
            }
        }
    }

    /// Whether a held line begins a job when its turn comes, as far as can be known.
    fn begins_job(&self, input: &Input) -> bool {
        let Input::Line(line) = input else { return false };
        match Command::parse(line) {
            Ok(Command::Go { .. } | Command::Perft(_) | Command::Bench | Command::Eval) => true,
            Ok(Command::Query(query)) => self.desk.game().is_some_and(|game| query::is_long(&query, game)),
            _ => false,
        }
    }

    fn answer(&mut self, reply: impl std::borrow::Borrow<Reply>) -> Result<(), Exit> {
        Ok(self.writer.answer(reply.borrow())?)
    }

    fn say(&mut self, text: impl Into<String>) -> Result<(), Exit> {
        self.answer(Reply::Text(text.into()))
    }

    fn keep(&self, input: &Input) {
        match input {
            Input::Line(line) => self.transcript.keep(Direction::In, line.as_bytes()),
            Input::Bad { head, .. } => self.transcript.keep(Direction::In, head.as_bytes()),
            Input::End => {}
        }
    }

    /// Lets the output be written and ends.
    fn leave(self, exit: Exit) {
        if let State::Searching(job) | State::Stopping(job) = &self.state {
            job.stop.raise();
        }
        match exit {
            Exit::Closed => {}
            Exit::Quit => self.writer.finish(Some(PATIENCE)),
            Exit::EndOfInput => self.writer.finish(None),
        }
    }
}

fn verb_of(input: &Input) -> &str {
    match input {
        Input::Line(line) => verb(line),
        Input::Bad { head, .. } => verb(head),
        Input::End => "",
    }
}

/// `stop`, `isready` or `quit`, which don't wait for a job; only if nothing stands behind them.
fn urgent(input: &Input) -> Option<&'static str> {
    let Input::Line(line) = input else { return None };
    let line = line.trim_matches([' ', '\t']);
    ["stop", "isready", "quit"].into_iter().find(|word| *word == line)
}

fn size(input: &Input) -> usize {
    match input {
        Input::Line(line) => line.len(),
        Input::Bad { head, .. } => head.len(),
        Input::End => 0,
    }
}

/// Whether a line must wait for the end of the job: while a search runs everything is answered or refused at once, but
/// what comes behind `stop` or a long question has its turn when the answer is out.
fn must_wait(state: &State, input: &Input) -> bool {
    let free = urgent(input).is_some() || verb_of(input).is_empty();
    match state {
        State::Idle => false,
        State::Searching(job) => !job.search && !free,
        State::Stopping(_) => !free,
    }
}
