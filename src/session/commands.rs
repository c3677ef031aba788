//! What each command does when no job is running.

use std::sync::Arc;

use super::reader::Input;
use super::worker::{Job, Question, SearchJob};
use super::{Exit, Running, Session, State, help, memory, query, show, verb_of};
use crate::game::any::{AnyGame, with_history};
use crate::game::{Turn, turns};
use crate::options::{self, Name, Options, SPECS};
use crate::protocol::command::Query;
use crate::protocol::{Code, Command, Error, Reply};
use crate::search::control::StopFlag;
use crate::search::limits::Limits;

impl Session {
    /// Reads a line and does what it says.
    pub(super) fn obey(&mut self, input: &Input) -> Result<(), Exit> {
        let verb = verb_of(input);
        let command = match input {
            Input::Line(line) => Command::parse(line),
            Input::Bad { error, .. } => Err(error.clone()),
            Input::End => return Ok(()),
        };
        match command.map(|command| self.execute(command)) {
            Ok(done) => done,
            Err(error) => {
                self.forget_position_after(verb);
                self.refuse(verb, error)
            }
        }
    }

    fn execute(&mut self, command: Command<'_>) -> Result<(), Exit> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.answer(Reply::ReadyOk),
            Command::SetOption { name, value } => {
                let result = self.set_option(name, value);
                self.unless("setoption", result)
            }
            Command::NewGame => {
                self.table.clear();
                self.desk.new_game(&self.options);
                Ok(())
            }
            Command::Position { fen, moves } => {
                let result = self.desk.set(fen, moves, &self.options);
                self.unless("position", result)
            }
            Command::Moves(moves) => {
                let result = self.desk.append(moves);
                self.unless("moves", result)
            }
            Command::Dice(roll) => {
                let result = self.desk.set_roll(roll);
                self.unless("dice", result)
            }
            Command::Roll => match self.desk.roll() {
                Ok(roll) => self.answer(Reply::Response(roll.to_string())),
                Err(error) => self.refuse("roll", error),
            },
            Command::Go { limits, only } => match self.go(limits, only) {
                Ok(done) => done,
                Err(error) => self.refuse("go", error),
            },
            Command::Stop => Ok(()),
            Command::Query(query) => self.query(query),
            Command::Show => self.show(),
            Command::Eval => match self.desk.need().cloned() {
                Ok(game) => self.ask(Question::Eval(game, self.endings.clone())),
                Err(error) => self.refuse("eval", error),
            },
            Command::Perft(depth) => match self.desk.need().cloned() {
                Ok(game) => self.ask(Question::Perft(game, depth)),
                Err(error) => self.refuse("perft", error),
            },
            Command::Bench => self.ask(Question::Bench),
            Command::Help => help::lines().into_iter().try_for_each(|line| self.say(line)),
            Command::Quit => Err(Exit::Quit),
        }
    }

    /// Says the error of a command, if it has one.
    fn unless(&mut self, verb: &str, result: Result<(), Error>) -> Result<(), Exit> {
        result.or_else(|error| {
            self.forget_position_after(verb);
            self.refuse(verb, error)
        })
    }

    /// No engine plays on from a stale board: after one of these in error there is no position.
    fn forget_position_after(&mut self, verb: &str) {
        if matches!(verb, "position" | "moves" | "dice") {
            self.desk.clear();
        }
    }

    fn introduce(&mut self) -> Result<(), Exit> {
        self.answer(Reply::IdName)?;
        self.answer(Reply::IdAuthor)?;
        SPECS.iter().try_for_each(|spec| self.answer(Reply::Option(spec)))?;
        self.answer(Reply::UgiOk)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        let bad = |error: options::BadOption| Error::new(Code::BadOption, error);
        let spec = options::find(name).map_err(bad)?;
        let value = match (value, spec.values) {
            (Some(value), _) => value,
            (None, options::Values::Text) => "",
            (None, _) => return Err(Error::new(Code::BadOption, format!("{} needs 'value' and its value", spec.text))),
        };
        let mut options = self.options.clone();
        options.set(spec, value).map_err(bad)?;
        match spec.name {
            Name::Hash => self.resize_table(options.hash)?,
            Name::EndingFile => self.endings = super::endings(&options)?,
            Name::LogFile => {
                self.transcript.open(&options.log_file).map_err(|error| no_log_file(&options, &error))?;
            }
            _ => {}
        }
        self.options = options;
        self.desk.option_changed(spec.name, &self.options);
        Ok(())
    }

    fn resize_table(&mut self, megabytes: usize) -> Result<(), Error> {
        if megabytes == self.options.hash {
            return Ok(());
        }
        memory::check(megabytes, self.options.hash)?;
        // The old table goes first: both together may be more than there is.
        self.table = Arc::new(memory::table(0)?);
        let (table, result) = match memory::table(megabytes) {
            Ok(table) => (table, Ok(())),
            Err(error) => (memory::table(self.options.hash)?, Err(error)),
        };
        self.table = Arc::new(table);
        result
    }

    fn go(&mut self, mut limits: Limits, only: Vec<Turn>) -> Result<Result<(), Exit>, Error> {
        limits.infinite |= limits == Limits::default();
        let game = self.desk.need()?.clone();
        let side = game.side_to_move();
        let asked = !only.is_empty();
        let only: Vec<_> = only.into_iter().filter(|turn| is_legal(&game, turn)).collect();
        let over = game.verdict(self.options.repetition).is_some();
        if asked && only.is_empty() && !over {
            return Err(Error::new(Code::IllegalMove, "none of the turns behind 'searchmoves' is legal"));
        }
        let stop = StopFlag::default();
        let running = Running {
            stop: stop.clone(),
            search: true,
            bounded: limits.bounded(side.index()),
            waits: limits.infinite,
            known: over.then_some(Reply::BestMove(None)),
            told: false,
            untold: None,
        };
        if over && !running.waits {
            return Ok(self.answer(Reply::BestMove(None)));
        }
        self.state = State::Searching(running);
        if !over {
            self.worker.begin(Job::Search(Box::new(SearchJob {
                only,
                mover: self.mover,
                mover_seed: self.desk.seed(),
                endings: self.endings.clone(),
                ..SearchJob::new(game, limits, &self.options, Arc::clone(&self.table), stop)
            })));
        }
        Ok(Ok(()))
    }

    fn query(&mut self, query: Query) -> Result<(), Exit> {
        let game = self.desk.game();
        if let Some(game) = game.filter(|game| query::is_long(&query, game)) {
            return self.ask(Question::Query(query, game.clone(), self.options.repetition));
        }
        match query::answer(&query, game, self.options.repetition, &mut || true) {
            Ok(answer) => self.answer(Reply::Response(answer)),
            Err(error) => self.refuse("query", error),
        }
    }

    fn show(&mut self) -> Result<(), Exit> {
        match self.desk.need() {
            Ok(game) => {
                let mut lines = show::lines(game, self.options.repetition);
                lines.push(format!("applied {} turns and rolls so far", self.desk.tokens_applied()));
                lines.into_iter().try_for_each(|line| self.say(line))
            }
            Err(error) => self.refuse("show", error),
        }
    }

    /// Gives a long question to the worker.
    fn ask(&mut self, question: Question) -> Result<(), Exit> {
        let stop = StopFlag::default();
        self.state = State::Searching(Running {
            stop: stop.clone(),
            search: false,
            bounded: true,
            waits: false,
            known: None,
            told: true,
            untold: None,
        });
        self.worker.begin(Job::Question(question, stop));
        Ok(())
    }
}

/// Why the log file can't be had.
pub(super) fn no_log_file(options: &Options, error: &std::io::Error) -> Error {
    Error::new(Code::BadOption, format!("LogFile '{}' can't be written: {error}", options.log_file))
}

fn is_legal(game: &AnyGame, turn: &Turn) -> bool {
    with_history!(game, history => turns::play(history.present(), turn).is_ok())
}
