//! The front end at work: lines in order, a search in between, one answer for each command.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never, select};

use super::analyze::{self, Thoughts};
use super::clock::Clock;
use super::command::{Command, NAMES, Request};
use super::play::Play;
use super::reply::Response;
use super::{Config, MOVE_TIME, WIDEST, grammar, rules, tommalla};
use crate::endings::Database;
use crate::game::Turn;
use crate::game::any::{AnyGame, with_history};
use crate::mover::Mover;
use crate::protocol::writer::Writer;
use crate::protocol::{Code, Error, Reply};
use crate::search::control::StopFlag;
use crate::search::limits::Limits;
use crate::search::table::Table;
use crate::session::reader::Input;
use crate::session::worker::{Event, Job, SearchJob, Worker};
use crate::session::{self, Exit, Failure, memory};
use crate::transcript::{Direction, Transcript};

/// Lines that may wait for the end of a search; beyond that no input is read.
const MOST_HELD: usize = 1024;

/// How long `quit` waits for a partner who reads nothing of what is still to be written.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many of the best turns an evaluation compares: each costs a look at all the others.
const EVALUATED: usize = 300;

/// What the worker is doing.
enum State {
    /// Nothing.
    Idle,
    /// A search, whose command will be answered.
    Searching(Searching),
}

struct Searching {
    id: Option<String>,
    aim: Aim,
    stop: StopFlag,
    begun: Instant,
    thoughts: Thoughts,
    fault: Option<Error>,
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// `genmove`
    Click,
    /// `gen_move`
    WholeTurn,
    /// `diabolo-best_turn`
    BestTurn,
    /// `diabolo-winning_chance`
    Chance,
    /// `diabolo-evaluation`
    Evaluation,
}

/// What a command has come to.
enum Step {
    /// Its answer.
    Answer(String),
    /// Its answer comes when the search is over.
    Search(Aim),
    /// `quit`
    Quit,
}

pub(super) struct FrontEnd {
    play: Play,
    clock: Clock,
    limits: Limits,
    /// Made for the first search: a process that only keeps the rules needs none.
    table: Option<Arc<Table>>,
    /// What `EndingFile` holds.
    endings: Option<Arc<Database>>,
    mover: Mover,
    state: State,
    worker: Worker,
    writer: Writer,
    transcript: Transcript,
    lines: Receiver<Input>,
    ended: bool,
    held: VecDeque<Input>,
}

impl FrontEnd {
    pub(super) fn new(
        output: impl Write + Send + 'static,
        transcript: Transcript,
        config: Config,
    ) -> Result<FrontEnd, Failure> {
        let options = session::begin(&config.session, &transcript)?;
        let mut limits = config.limits;
        if limits == Limits::default() {
            limits.movetime = Some(MOVE_TIME);
        }
        let endings = session::endings(&options).map_err(Failure::Refused)?;
        let play = Play::new(options, config.fen).map_err(Failure::Refused)?;
        let width = play.game().map_or(0, |game| game.about().width);
        if width > WIDEST {
            let text = format!("GTP names the columns of boards up to {WIDEST}x{WIDEST}, not of {width}x{width}");
            return Err(Failure::Refused(Error::new(Code::BadOption, text)));
        }
        Ok(FrontEnd {
            play,
            clock: Clock::default(),
            limits,
            table: None,
            endings,
            mover: config.session.mover,
            state: State::Idle,
            worker: Worker::start()?,
            writer: Writer::start(output, transcript.clone())?,
            transcript,
            lines: never(),
            ended: false,
            held: VecDeque::new(),
        })
    }

    /// Lines come from here.
    pub(super) fn listen(&mut self, lines: Receiver<Input>) {
        self.lines = lines;
    }

    /// Serves until there is a reason to leave, and lets the output be written.
    pub(super) fn serve(mut self) {
        let exit = loop {
            if let Err(exit) = self.step() {
                break exit;
            }
        };
        match exit {
            Exit::Closed => {
                if let State::Searching(search) = &self.state {
                    search.stop.raise();
                }
            }
            Exit::Quit => self.writer.finish(Some(PATIENCE)),
            Exit::EndOfInput => self.writer.finish(None),
        }
    }

    /// Deals with one event.
    fn step(&mut self) -> Result<(), Exit> {
        if let State::Idle = self.state {
            if let Some(input) = self.held.pop_front() {
                return self.obey(&input);
            }
            if self.ended {
                return Err(Exit::EndOfInput);
            }
        }
        let nothing = never();
        let lines = if self.ended || self.held.len() >= MOST_HELD { &nothing } else { &self.lines };
        select! {
            recv(lines) -> input => {
                self.arrive(input.unwrap_or(Input::End));
                Ok(())
            }
            recv(self.worker.events) -> event => match event {
                Ok(event) => self.told(event),
                // The worker ends only with this end of its queues.
                Err(_) => Err(Exit::Closed),
            },
            recv(self.writer.progress()) -> message => message.map_err(|_| Exit::Closed),
        }
    }

    /// A line has come in. All but an interruption has its turn in order.
    fn arrive(&mut self, input: Input) {
        match &input {
            Input::End => {
                self.ended = true;
                return;
            }
            Input::Line(line) => {
                self.transcript.keep(Direction::In, line.as_bytes());
                if let (State::Searching(search), true) = (&self.state, grammar::is_interrupt(line)) {
                    search.stop.raise();
                }
            }
            Input::Bad { head, .. } => self.transcript.keep(Direction::In, head.as_bytes()),
        }
        self.held.push_back(input);
    }

    /// Reads a line and does what it says.
    fn obey(&mut self, input: &Input) -> Result<(), Exit> {
        let request = match input {
            Input::Line(line) => grammar::request(line),
            Input::Bad { error, .. } => {
                Some(Request { id: None, command: Err(format!("syntax error: {}", error.text)) })
            }
            Input::End => None,
        };
        let Some(Request { id, command }) = request else { return Ok(()) };
        match command.and_then(|command| self.execute(command)) {
            Ok(Step::Answer(text)) => self.answer(id, Ok(text)),
            Ok(Step::Search(aim)) => match self.search(id.clone(), aim) {
                Ok(()) => Ok(()),
                Err(reason) => self.answer(id, Err(reason)),
            },
            Ok(Step::Quit) => {
                self.answer(id, Ok(String::new()))?;
                Err(Exit::Quit)
            }
            Err(reason) => self.answer(id, Err(reason)),
        }
    }

    fn answer(&self, id: Option<String>, text: Result<String, String>) -> Result<(), Exit> {
        Ok(self.writer.answer(&Response { id, text })?)
    }

    fn execute(&mut self, command: Command) -> Result<Step, String> {
        let text = match command {
            Command::ProtocolVersion => "2".into(),
            Command::Name => "Diabolo".into(),
            Command::Version => env!("CARGO_PKG_VERSION").into(),
            Command::IsKnown(name) => NAMES.contains(&name.as_str()).to_string(),
            Command::ListCommands => NAMES.join("\n"),
            Command::Quit => return Ok(Step::Quit),
            Command::BoardSize(size) => self.board_size(size)?,
            Command::ClearBoard => self.clear_board()?,
            Command::Komi | Command::Interrupt => String::new(),
            Command::Play(player, vertex) => {
                self.play.click(player, vertex).map_err(|reason| format!("illegal move: {reason}"))?;
                String::new()
            }
            Command::GenMove(player) => {
                self.play.expect(player)?;
                match self.play.planned() {
                    Some(_) => self.click()?,
                    None => return Ok(Step::Search(Aim::Click)),
                }
            }
            Command::Undo => {
                self.play.undo()?;
                String::new()
            }
            Command::TimeSettings(settings) => {
                self.clock.set(settings);
                String::new()
            }
            Command::TimeLeft(player, seconds, stones) => {
                self.clock.set_left(player, seconds, stones);
                String::new()
            }
            Command::Rules(question) => rules::answer(question, &self.play)?,
            Command::AnalyzeCommands => analyze::COMMANDS.join("\n"),
            Command::BestTurn => return self.analyze(Aim::BestTurn),
            Command::Evaluation => return self.analyze(Aim::Evaluation),
            Command::WinningChance => return self.analyze(Aim::Chance),
            Command::LegalTargets(vertex) => rules::legal_targets(&self.play, vertex)?,
            Command::Fen => with_history!(self.play.game()?, history => history.fen()),
            Command::NewGame(game) => {
                tommalla::expect_diaballik(&self.play)?;
                self.play.set_up(tommalla::fen(&game)?)?;
                self.clock.restart();
                String::new()
            }
            Command::GenTurn(player) => {
                tommalla::settle_side(&mut self.play, player)?;
                self.play.expect(player)?;
                self.play.expect_between_turns()?;
                return Ok(Step::Search(Aim::WholeTurn));
            }
            Command::PlayTurn(player, turn) => {
                let fresh = self.play.is_fresh();
                tommalla::settle_side(&mut self.play, player)?;
                if let Err(reason) = self.play.turn(player, &turn) {
                    if fresh {
                        // Nothing has changed, the side to begin neither.
                        self.play.clear()?;
                    }
                    return Err(format!("illegal move: {reason}"));
                }
                String::new()
            }
            Command::UndoTurn(expected) => {
                self.play.undo_turn(expected.as_ref().map(|(player, turn)| (*player, turn.as_ref())))?;
                String::new()
            }
        };
        Ok(Step::Answer(text))
    }

    /// The size is a matter of the flags; a partner can only find out whether it is the one that he wants.
    fn board_size(&self, size: u32) -> Result<String, String> {
        let about = self.play.game()?.about();
        if size == u32::from(about.width) {
            return Ok(String::new());
        }
        Err(format!("unacceptable size: {} is played on {}x{} here", about.name, about.width, about.height))
    }

    fn clear_board(&mut self) -> Result<String, String> {
        self.play.clear()?;
        self.clock.restart();
        if let Some(table) = &self.table {
            table.clear();
        }
        Ok(String::new())
    }

    /// A question about the position that needs a search, unless the game is over.
    fn analyze(&self, aim: Aim) -> Result<Step, String> {
        let Some(verdict) = rules::verdict(&self.play)? else { return Ok(Step::Search(aim)) };
        let result = rules::final_result(&self.play, &verdict)?;
        Ok(Step::Answer(if aim == Aim::Chance { result } else { format!("TEXT {result}") }))
    }

    /// The next click of the engine's turn, played.
    fn click(&mut self) -> Result<String, String> {
        let click = self.play.planned().ok_or("the engine has no turn to play")?;
        let side = self.play.side()?;
        self.play.click(side, click)?;
        Ok(click.to_string())
    }

    /// Begins a search, or answers where there is nothing to choose.
    fn search(&mut self, id: Option<String>, aim: Aim) -> Result<(), String> {
        let game: AnyGame = self.play.game()?.clone();
        let begun = self.play.begun();
        let only = if begun.is_empty() { Vec::new() } else { begun.completions(&game) };
        let stop = StopFlag::default();
        let mut options = self.play.options().clone();
        if aim == Aim::Evaluation {
            options.multipv = EVALUATED;
        }
        let limits = match aim {
            Aim::Click | Aim::WholeTurn => self.clock.limits(game.side_to_move(), &self.limits),
            Aim::BestTurn | Aim::Chance => self.limits.clone(),
            // A comparison of many turns is of use only when it is complete, so it is shallow.
            Aim::Evaluation => Limits {
                depth: Some(1),
                movetime: Some(self.limits.movetime.unwrap_or(MOVE_TIME)),
                ..Limits::default()
            },
        };
        let table = match &self.table {
            Some(table) => Arc::clone(table),
            None => {
                Arc::clone(self.table.insert(Arc::new(memory::table(options.hash).map_err(|error| error.to_string())?)))
            }
        };
        self.worker.begin(Job::Search(Box::new(SearchJob {
            only,
            mover: self.mover,
            mover_seed: options.seed.unwrap_or_default(),
            tell_all: true,
            endings: self.endings.clone(),
            ..SearchJob::new(game, limits, &options, table, stop.clone())
        })));
        let begun = Instant::now();
        self.state = State::Searching(Searching { id, aim, stop, begun, thoughts: Thoughts::default(), fault: None });
        Ok(())
    }

    /// The worker has told something.
    fn told(&mut self, event: Event) -> Result<(), Exit> {
        let State::Searching(search) = &mut self.state else { return Ok(()) };
        match event {
            Event::Info(Reply::Line(line)) | Event::Say(Reply::Line(line)) => search.thoughts.note(line),
            Event::Say(Reply::Error(error)) => search.fault = Some(error),
            Event::Info(_) | Event::Say(_) => {}
            Event::Done(last) => {
                if let State::Searching(search) = std::mem::replace(&mut self.state, State::Idle) {
                    let turn = match last {
                        Some(Reply::BestMove(turn)) => turn,
                        _ => None,
                    };
                    let text = self.conclude(&search, turn);
                    return self.answer(search.id, text);
                }
            }
        }
        Ok(())
    }

    /// The answer to the command that the search was for.
    fn conclude(&mut self, search: &Searching, turn: Option<Turn>) -> Result<String, String> {
        if let Some(fault) = &search.fault {
            log::error!("{fault}");
        }
        let turn = turn.ok_or("there is no turn to play")?;
        let side = self.play.side()?;
        match search.aim {
            Aim::Click => {
                self.clock.spend(side, search.begun.elapsed());
                self.play.plan(&turn)?;
                self.click()
            }
            Aim::WholeTurn => {
                self.clock.spend(side, search.begun.elapsed());
                Ok(tommalla::joined(&turn))
            }
            Aim::BestTurn => {
                let turn = if self.play.begun().is_empty() { turn } else { self.play.like_begun(&turn)? };
                analyze::best_turn(&self.play, &search.thoughts, &turn)
            }
            Aim::Chance => analyze::winning_chance(&self.play, &search.thoughts),
            Aim::Evaluation => analyze::evaluation(&self.play, &search.thoughts),
        }
    }
}
