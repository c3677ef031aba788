//! The command line: flags for every option, and a few subcommands, each a session whose input is written here.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Write};

use lexopt::prelude::*;

use crate::analysis::command::{self, Flags};
use crate::endings::command as solve;
use crate::game::Game;
use crate::game::diablo::Diablo;
use crate::gtp;
use crate::mover::Mover;
use crate::options::{self, BadOption, SPECS, Spec};
use crate::protocol::Command;
use crate::session::{self, Config, Failure};
use crate::{record, replay};

/// What the process is asked to do.
#[derive(Debug)]
enum Mode {
    /// Serve standard input.
    Serve,
    /// The same in GTP.
    Gtp(Box<gtp::Config>),
    /// Print and end.
    Print(String),
    /// Run these lines and show what they say.
    Run(Vec<String>),
    /// Read game records and play them through the rules.
    Records(Vec<OsString>),
    /// Feed a log file to the engine again.
    Replay(OsString),
    /// Roll a position of Diablo out.
    Rollout(String, Flags),
    /// Tell luck from skill in the records of these files.
    Luck(Vec<OsString>, Flags),
    /// Make a database of endings.
    Solve(solve::Flags),
}

/// Why the command line is refused.
#[derive(Debug, thiserror::Error)]
enum Usage {
    #[error(transparent)]
    Flag(#[from] lexopt::Error),
    #[error(transparent)]
    Option(#[from] BadOption),
    #[error("{0}")]
    Words(String),
}

/// Runs the process; what it returns is the exit code: 0, or 2 for a command line or a start that failed.
pub fn main(arguments: impl Iterator<Item = OsString>) -> u8 {
    let (mode, config) = match read(lexopt::Parser::from_args(arguments)) {
        Ok(asked) => asked,
        Err(error) => return fail(&format!("{error}; 'diabolo --help' says what there is")),
    };
    let result = match mode {
        Mode::Print(text) => {
            // Whoever closes the output early has read enough.
            let _ = io::stdout().write_all(text.as_bytes());
            return 0;
        }
        Mode::Serve => {
            if io::stdin().is_terminal() {
                eprintln!("Diabolo {}: type 'help' for the commands, 'quit' to leave.", env!("CARGO_PKG_VERSION"));
            }
            session::run(io::stdin(), io::stdout(), &config)
        }
        Mode::Gtp(config) => gtp::run(io::stdin(), io::stdout(), *config),
        Mode::Run(lines) => run_lines(&lines, &config),
        Mode::Records(paths) => return check_records(&paths),
        Mode::Replay(path) => replay::replay(&path, &config),
        Mode::Rollout(fen, flags) => return rollout(&fen, &flags, &config),
        Mode::Luck(paths, flags) => return if command::run_luck(&paths, &flags) { 0 } else { 2 },
        Mode::Solve(flags) => {
            return match solve::run(&flags, &present_options(&config)) {
                Ok(()) => 0,
                Err(problem) => fail(&problem),
            };
        }
    };
    match result {
        Ok(()) => 0,
        Err(failure) => fail(&failure.to_string()),
    }
}

fn fail(problem: &str) -> u8 {
    eprintln!("diabolo: {problem}");
    2
}

fn read(mut arguments: lexopt::Parser) -> Result<(Mode, Config), Usage> {
    let mut config = Config::default();
    let mut mode = None;
    let mut words = Vec::new();
    let mut flags = Flags::default();
    let mut of_solve = solve::Flags::default();
    let mut gtp = Gtp::default();
    // Of GTP or of an analysis.
    let mut limits = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Short('h') | Long("help") => mode = Some(Mode::Print(help())),
            Short('V') | Long("version") => {
                mode = Some(Mode::Print(format!("diabolo {}\n", env!("CARGO_PKG_VERSION"))));
            }
            Long("gtp") => gtp.on = true,
            Long("fen") => gtp.config.fen = Some(arguments.value()?.string()?),
            Long(limit @ ("movetime" | "depth" | "nodes")) => {
                let limit = ["movetime", "depth", "nodes"].into_iter().find(|&name| name == limit).unwrap_or_default();
                limits.push((limit, arguments.value()?.string()?));
            }
            Long("mover") => config.mover = mover(&arguments.value()?.string()?)?,
            Long(flag) => {
                let flag = flag.to_owned();
                let mut value = || arguments.value().map_err(|error| error.to_string());
                if of_solve.set(&flag, &mut value).map_err(Usage::Words)?
                    || flags.set(&flag, &mut value).map_err(Usage::Words)?
                {
                    continue;
                }
                let spec = options::find(&flag)?;
                let value = arguments.value()?.string()?;
                options::Options::default().set(spec, &value)?;
                config.options.push((spec, value));
            }
            Value(word) => words.push(word),
            Short(_) => return Err(argument.unexpected().into()),
        }
    }
    let of_analysis = words.first().is_some_and(|word| word == "rollout" || word == "luck");
    for (name, value) in limits {
        if !of_analysis || !flags.set(name, || Ok(value.clone().into())).map_err(Usage::Words)? {
            gtp.limits += &format!(" {name} {value}");
        }
    }
    let wanted = gtp.choose(subcommand(&words, &config, &flags, &of_solve)?, &config)?;
    Ok((mode.unwrap_or(wanted), config))
}

/// The flags of the GTP front end.
#[derive(Default)]
struct Gtp {
    on: bool,
    config: gtp::Config,
    /// As `go` takes them.
    limits: String,
}

impl Gtp {
    /// The mode, when `wanted` is what the other words of the command line ask for.
    fn choose(mut self, wanted: Mode, config: &Config) -> Result<Mode, Usage> {
        if !self.on {
            if self.config.fen.is_some() || !self.limits.is_empty() {
                return Err(Usage::Words(
                    "--fen, --movetime, --depth and --nodes belong to --gtp (--nodes to rollout and luck as well)"
                        .into(),
                ));
            }
            return Ok(wanted);
        }
        if !matches!(wanted, Mode::Serve) {
            return Err(Usage::Words("--gtp goes with no subcommand but play".into()));
        }
        let go = format!("go{}", self.limits);
        if let Command::Go { limits, .. } = Command::parse(&go).map_err(|error| Usage::Words(error.text))? {
            self.config.limits = limits;
        }
        self.config.session = config.clone();
        Ok(Mode::Gtp(Box::new(self.config)))
    }
}

fn mover(name: &str) -> Result<Mover, Usage> {
    match name {
        "engine" => Ok(Mover::Engine),
        "random" => Ok(Mover::Random),
        "greedy" => Ok(Mover::Greedy),
        _ => Err(Usage::Words(format!("there is no mover '{name}': engine, random or greedy"))),
    }
}

fn subcommand(words: &[OsString], config: &Config, flags: &Flags, of_solve: &solve::Flags) -> Result<Mode, Usage> {
    let text: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let parts: Vec<&str> = text.iter().map(AsRef::as_ref).collect();
    let name = parts.first().unwrap_or(&"");
    flags.only_for(name).and_then(|()| of_solve.only_for(name)).map_err(Usage::Words)?;
    match parts[..] {
        ["play"] => Ok(Mode::Serve),
        _ if config.mover != Mover::Engine => {
            Err(Usage::Words("--mover belongs to the subcommand play: 'diabolo play --mover greedy'".into()))
        }
        [] => Ok(Mode::Serve),
        ["bench"] => Ok(Mode::Run(vec!["bench".into()])),
        ["perft", depth, ref fen @ ..] => {
            let number = depth.parse().ok().filter(|depth| (0..=100).contains(depth));
            let depth: u32 =
                number.ok_or_else(|| Usage::Words(format!("perft: '{depth}' is no depth from 0 to 100")))?;
            let position =
                if fen.is_empty() { "position startpos".into() } else { format!("position fen {}", fen.join(" ")) };
            Ok(Mode::Run(vec![position, format!("perft {depth}")]))
        }
        ["perft"] => Err(Usage::Words("perft needs a depth: 'diabolo perft 2'".into())),
        ["record", _, ..] => Ok(Mode::Records(words[1..].to_vec())),
        ["record"] => Err(Usage::Words("record needs a file: 'diabolo record games.txt'".into())),
        ["rollout", ref fen @ ..] => Ok(Mode::Rollout(fen.join(" "), flags.clone())),
        ["luck", _, ..] => Ok(Mode::Luck(words[1..].to_vec(), flags.clone())),
        ["luck"] => Err(Usage::Words("luck needs a file: 'diabolo luck games.txt'".into())),
        ["solve"] => Ok(Mode::Solve(of_solve.clone())),
        ["solve", word, ..] => Err(Usage::Words(format!("solve takes flags alone, not '{word}'"))),
        ["replay", _] => Ok(Mode::Replay(words[1].clone())),
        ["replay"] => Err(Usage::Words("replay needs a log file: 'diabolo replay engine.log'".into())),
        [word, ..] => Err(Usage::Words(format!("unexpected '{word}'"))),
    }
}

/// The options of the command line.
fn present_options(config: &Config) -> options::Options {
    let mut options = options::Options::default();
    for (spec, value) in &config.options {
        // They were good when they were read.
        let _ = options.set(spec, value);
    }
    options
}

/// Rolls a FEN out, or the start on a board of the option's size.
fn rollout(fen: &str, flags: &Flags, config: &Config) -> u8 {
    let options = present_options(config);
    let start = || Diablo::startpos(options.start().board_size).map(|position| position.fen());
    let fen = if fen.is_empty() { start().unwrap_or_default() } else { fen.to_owned() };
    match command::run_rollout(&fen, flags, options.seed.unwrap_or(0), options.threads) {
        Ok(()) => 0,
        Err(problem) => fail(&problem),
    }
}

/// Says of each record in the files what it holds, or what is wrong with it.
fn check_records(paths: &[OsString]) -> u8 {
    let mut faults = 0;
    for path in paths {
        let read = std::fs::read(path).map_err(|error| error.to_string());
        match read.and_then(|file| record::parse(&file).map_err(|error| error.to_string())) {
            Ok(records) => {
                for (i, record) in records.iter().enumerate() {
                    let head = |key| record.header(key).unwrap_or_default();
                    let result = record::check(record);
                    faults += usize::from(result.is_err());
                    let verdict = result.map_or_else(|error| error.to_string(), |()| "good".to_owned());
                    println!(
                        "{}: record {}: {}, {} against {}, {} turns, {} {}: {verdict}",
                        path.display(),
                        i + 1,
                        head("Game"),
                        head("P1"),
                        head("P2"),
                        record.turns.len(),
                        record.outcome,
                        record.reason
                    );
                }
            }
            Err(error) => {
                faults += 1;
                eprintln!("diabolo: {}:{error}", path.display());
            }
        }
    }
    if faults == 0 { 0 } else { 2 }
}

/// Runs a session over `lines` and prints what it says for people, without the words of the protocol around it.
fn run_lines(lines: &[String], config: &Config) -> Result<(), Failure> {
    let (read, write) = io::pipe()?;
    let printer = std::thread::spawn(move || {
        for line in BufReader::new(read).lines().map_while(Result::ok) {
            let text = line.strip_prefix("info string ").unwrap_or(&line);
            if let Some(error) = text.strip_prefix("error ") {
                return Some(error.to_owned());
            }
            if writeln!(io::stdout(), "{text}").is_err() {
                return None;
            }
        }
        None
    });
    let input = lines.join("\n") + "\n";
    session::run(Cursor::new(input), write, config)?;
    // The session's end has closed the pipe, so the printer ends too.
    match printer.join() {
        Ok(Some(error)) => Err(Failure::Lines(error)),
        _ => Ok(()),
    }
}

fn help() -> String {
    let mut text = format!(
        "Diabolo {}, an engine for the board games Diaballik and Diablo\n\n\
         usage: diabolo [FLAGS]                 serve commands from standard input (see protocol.md)\n\
         \x20      diabolo [FLAGS] --gtp           the same in GTP, for GoGui (see docs/plug-in.md)\n\
         \x20      diabolo [FLAGS] play --mover M  the same with a sparring partner: random or greedy\n\
         \x20      diabolo [FLAGS] perft N [FEN]   count the turns to depth N\n\
         \x20      diabolo [FLAGS] bench           search fixed positions; the last line is the signature\n\
         \x20      diabolo [FLAGS] replay FILE     feed a file of the option LogFile to the engine again\n\
         \x20      diabolo record FILE...          read game records and play them through the rules\n\
         \x20      diabolo [FLAGS] rollout [FEN]   Diablo: the winning chance by games played out\n\
         \x20      diabolo [FLAGS] luck FILE...    Diablo: luck and skill in game records, turn by turn\n\
         \x20      diabolo [FLAGS] solve           Diablo: make a file of exact endings\n\n\
         flags:\n\
         \x20 -h, --help               this text\n\
         \x20 -V, --version            the version\n\
         \x20 --mover M                with play: engine, random or greedy\n\
         \x20 --gtp                    speak GTP; with it also:\n\
         \x20 --movetime MS, --depth N, --nodes N\n\
         \x20                          how long a turn may take when no clock says [1000 ms]\n\
         \x20 --fen FEN                where each game begins\n",
        env!("CARGO_PKG_VERSION")
    );
    for (flag, what) in command::HELP.into_iter().chain(solve::HELP) {
        text += &format!("  {flag:<24} {what}\n");
    }
    for spec in &SPECS {
        text += &format!("  {:<24} {}\n", format!("--{} V", flag(spec)), spec.explained());
    }
    text + "\nRUST_LOG=info (or debug) shows what the engine logs on standard error.\n"
}

/// `BoardSize` as `board-size`; `MultiPV` as `multi-pv`.
fn flag(spec: &Spec) -> String {
    let mut flag = String::new();
    let mut after_lower = false;
    for letter in spec.text.chars() {
        if letter.is_ascii_uppercase() && after_lower {
            flag.push('-');
        }
        after_lower = letter.is_ascii_lowercase();
        flag.push(letter.to_ascii_lowercase());
    }
    flag
}
