//! The thread that searches, and that answers long questions. It takes one job at a time and tells the session what it
//! finds; a panic ends the job, never the process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::query;
use crate::endings::Database;
use crate::game::any::{AnyGame, with_history};
use crate::game::{Turn, turns};
use crate::mover::Mover;
use crate::offer::Offer;
use crate::protocol::command::Query;
use crate::protocol::{Code, Error, Reply};
use crate::search::any::{Request, search};
use crate::search::control::{Control, StopFlag};
use crate::search::limits::Limits;
use crate::search::table::Table;
use crate::search::time::Budget;
use crate::search::{Line, Options, Report, Score, Wdl};
use crate::{bench, perft};

/// Searches are shallow, but every platform has another default.
const STACK: usize = 32 << 20;

/// Events that wait for the session.
const QUEUE: usize = 64;

/// What the worker is asked.
pub enum Job {
    /// `go`
    Search(Box<SearchJob>),
    /// A long question.
    Question(Question, StopFlag),
}

/// `go`, with all that it needs.
pub struct SearchJob {
    /// The game, not over.
    pub game: AnyGame,
    /// `searchmoves`, the legal ones.
    pub only: Vec<Turn>,
    /// When to stop.
    pub limits: Limits,
    /// How to search.
    pub options: Options,
    /// The rule on repetition.
    pub repetition: u32,
    /// What earlier searches have found out.
    pub table: Arc<Table>,
    /// Stop flag, clock and node limit.
    pub control: Control,
    /// Exact chances of Diablo.
    pub endings: Option<Arc<Database>>,
    /// Who chooses, and what a sparring partner chooses by.
    pub mover: Mover,
    /// See [`SearchJob::mover`].
    pub mover_seed: u64,
    /// No line is dropped: for a listener who always keeps up and counts on each of them.
    pub tell_all: bool,
}

impl SearchJob {
    /// The engine's own search of `game`, not over, among all turns. Its clock starts now.
    pub fn new(
        game: AnyGame,
        limits: Limits,
        options: &crate::options::Options,
        table: Arc<Table>,
        stop: StopFlag,
    ) -> SearchJob {
        let overhead = Duration::from_millis(options.move_overhead);
        let budget = Budget::new(&limits, game.side_to_move(), overhead);
        SearchJob {
            game,
            only: Vec::new(),
            control: Control::new(stop, budget, limits.nodes),
            endings: None,
            limits,
            options: Options {
                multipv: options.multipv,
                // More threads than processors only get in each other's way, beyond any limit of time.
                threads: options.threads.min(thread::available_parallelism().map_or(1, Into::into)),
                skill: options.skill,
                seed: options.seed.unwrap_or_default(),
                ..Options::default()
            },
            repetition: options.repetition,
            table,
            mover: Mover::Engine,
            mover_seed: 0,
            tell_all: false,
        }
    }
}

/// A question whose answer may take long.
pub enum Question {
    /// `query count` and `query legalmoves`
    Query(Query, AnyGame, u32),
    /// `eval`
    Eval(AnyGame, Option<Arc<Database>>),
    /// `perft N`
    Perft(AnyGame, u32),
    /// `bench`
    Bench,
}

/// What the worker tells.
pub enum Event {
    /// An `info` line; dropped when nobody keeps up.
    Info(Reply),
    /// A line that must be said.
    Say(Reply),
    /// The job is done, with the last line of its answer.
    Done(Option<Reply>),
}

/// The session's end of the worker.
pub struct Worker {
    jobs: Sender<Job>,
    /// What the worker tells.
    pub events: Receiver<Event>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system refuses another thread.
    pub fn start() -> std::io::Result<Worker> {
        let (jobs, queue) = bounded::<Job>(1);
        let (sender, events) = bounded(QUEUE);
        thread::Builder::new()
            .name("search".into())
            .stack_size(STACK)
            .spawn(move || queue.iter().all(|job| run(job, &sender)))?;
        Ok(Worker { jobs, events })
    }

    /// Gives a job to the worker, which must have none.
    pub fn begin(&self, job: Job) {
        // The worker lives as long as this end of its queues.
        let _ = self.jobs.send(job);
    }
}

/// Runs a job to its end; false if nobody listens any more.
fn run(job: Job, events: &Sender<Event>) -> bool {
    let last_resort = last_resort(&job);
    let last = catch_unwind(AssertUnwindSafe(|| match job {
        Job::Search(job) => Some(Reply::BestMove(go(&job, events))),
        Job::Question(question, stop) => answer(question, &stop, events),
    }));
    let last = last.unwrap_or_else(|panic| {
        let _ = events.send(Event::Say(Reply::Error(Error::new(Code::Internal, panic_text(panic.as_ref())))));
        catch_unwind(AssertUnwindSafe(last_resort)).unwrap_or(None)
    });
    events.send(Event::Done(last)).is_ok()
}

/// What ends the answer to `job` if the job fails.
fn last_resort(job: &Job) -> impl FnOnce() -> Option<Reply> + use<> {
    let search = match job {
        Job::Search(job) => Some((job.game.clone(), job.only.first().cloned())),
        Job::Question(..) => None,
    };
    let query = matches!(job, Job::Question(Question::Query(..), _));
    move || match search {
        Some((game, only)) => {
            let turn = only.or_else(|| with_history!(&game, history => turns::first(history.present())));
            Some(Reply::BestMove(turn))
        }
        None => query.then(|| Reply::Response(format!("error {}", Code::Internal.word()))),
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the engine has a fault: {}; please report it", text.unwrap_or("no details"))
}

fn go(job: &SearchJob, events: &Sender<Event>) -> Option<Turn> {
    #[cfg(test)]
    super::tests::panic_if_asked();
    if job.mover != Mover::Engine {
        return choose(job, events);
    }
    let request = Request {
        game: &job.game,
        repetition: job.repetition,
        only: &job.only,
        limits: &job.limits,
        options: job.options,
        table: &job.table,
        control: &job.control,
        endings: job.endings.as_deref(),
    };
    // A turn is never named before a line that explains it has been said, however full the queue is.
    let (mut told, mut untold) = (false, None);
    let offer = Offer::default();
    let best = search(&request, &mut |report| match report {
        Report::Roll(line) => {
            offer.send(events, Event::Info(Reply::RollLine(line)));
        }
        Report::Line(line) if job.tell_all => {
            let _ = events.send(Event::Say(Reply::Line(line)));
            told = true;
        }
        Report::Line(line) => {
            let sent = offer.send(events, Event::Info(Reply::Line(line.clone())));
            told |= sent;
            untold = (!told).then_some(line);
        }
    });
    if let Some(line) = untold {
        let _ = events.send(Event::Say(Reply::Line(line)));
    }
    best
}

/// The turn of a sparring partner, which has nothing to say about it.
fn choose(job: &SearchJob, events: &Sender<Event>) -> Option<Turn> {
    // Where there are few turns they are all looked at: who plays must not depend on the clock.
    let few = job.game.about().width <= query::WIDE;
    let mut go_on = || few || !job.control.must_stop(0);
    let turn = job.mover.choose(&job.game, &job.only, job.mover_seed, &mut go_on)?;
    let line = Line {
        depth: 1,
        seldepth: 1,
        multipv: 1,
        score: Score::Cp(0),
        wdl: Wdl::from_chance(0.5),
        nodes: 1,
        time: Duration::ZERO,
        hashfull: 0,
        pv: vec![turn.clone()],
    };
    let _ = events.send(Event::Say(Reply::Line(line)));
    Some(turn)
}

fn answer(question: Question, stop: &StopFlag, events: &Sender<Event>) -> Option<Reply> {
    let say = |text: String| {
        let _ = events.send(Event::Say(Reply::Text(text)));
    };
    let mut go_on = || !stop.is_raised();
    let given_up = |done: Option<()>| done.is_none().then(|| Reply::Error(query::stopped()));
    match question {
        Question::Query(query, game, repetition) => match query::answer(&query, Some(&game), repetition, &mut go_on) {
            Ok(answer) => Some(Reply::Response(answer)),
            Err(error) => {
                let response = Reply::Response(format!("error {}", error.code.word()));
                let _ = events.send(Event::Say(Reply::Error(error)));
                Some(response)
            }
        },
        Question::Eval(game, endings) => given_up(crate::explain::explain(&game, endings.as_deref(), stop, say)),
        Question::Perft(game, depth) => given_up(with_history!(&game, history => {
            perft::report(history.present(), depth, &mut go_on, say)
        })),
        Question::Bench => given_up(bench::report(stop, say)),
    }
}
