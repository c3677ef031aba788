//! Every transcript of protocol.md, README.md and docs/plug-in.md, run against the built engine; and whether they show everything.
//!
//! A transcript is a fenced block `transcript`: perhaps a line `$ diabolo FLAGS`, then input behind `>` and output behind
//! `<`. `…` inside a line of output stands for any text (but never for the `none` of a `bestmove`), `< …` alone for any
//! lines but answers and errors, `…` in input for more than a line can hold. `(end of input)` closes the pipe. A block
//! `log FILE` shows a file that the transcripts before it have made.

mod common;
mod document;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};

use common::{CEILING, Engine, command};
use diabolo::options::{self, SPECS};
use diabolo::protocol::Code;
use diabolo::session::LONGEST_LINE;
use document::{Block, blocks, matches, read};

#[derive(Debug)]
enum Step {
    Input(String),
    Output(String),
    /// `< …`
    AnyLines,
    EndOfInput,
}

struct Transcript {
    flags: Vec<String>,
    steps: Vec<Step>,
}

fn parse(block: &Block) -> Transcript {
    let mut transcript = Transcript { flags: Vec::new(), steps: Vec::new() };
    for (number, line) in block.lines.iter().enumerate() {
        let step = match (line.split_at_checked(2), line.as_str()) {
            (_, ">") => Step::Input(String::new()),
            (_, "< …") => Step::AnyLines,
            (_, "(end of input)") => Step::EndOfInput,
            (Some(("> ", text)), _) => Step::Input(text.to_owned()),
            (Some(("< ", text)), _) => Step::Output(text.to_owned()),
            (Some(("$ ", text)), _) if number == 0 && text.split(' ').next() == Some("diabolo") => {
                transcript.flags = text.split_ascii_whitespace().skip(1).map(str::to_owned).collect();
                continue;
            }
            _ => panic!("line {}: this is no line of a transcript: {line}", block.place + number + 1),
        };
        transcript.steps.push(step);
    }
    transcript
}

fn transcripts(text: &str) -> Vec<Transcript> {
    blocks(text).iter().filter(|block| block.info == "transcript").map(parse).collect()
}

/// A process that runs in a directory of its own.
struct Run {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Run {
    fn start(flags: &[String], directory: &Path) -> Run {
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let mut child = command(&flags)
            .current_dir(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Run { stdin: child.stdin.take(), child, lines }
    }

    fn step(&mut self, step: &Step, skip: bool) -> Result<(), String> {
        match step {
            Step::Input(line) => {
                let line = line.replace('…', &"x".repeat(LONGEST_LINE));
                let stdin = self.stdin.as_mut().ok_or("input is closed already")?;
                stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush()).map_err(|e| e.to_string())
            }
            Step::EndOfInput => {
                self.stdin = None;
                Ok(())
            }
            Step::AnyLines => Ok(()),
            Step::Output(pattern) => self.expect(pattern, skip),
        }
    }

    /// The next line must be `pattern`; if `skip`, lines before it that answer nothing are passed over.
    fn expect(&mut self, pattern: &str, skip: bool) -> Result<(), String> {
        loop {
            let line = self.lines.recv_timeout(CEILING).map_err(|error| format!("expected '{pattern}': {error}"))?;
            if matches(pattern, &line) && (line != "bestmove none" || pattern == line) {
                return Ok(());
            }
            if !skip || !is_passed_over(&line) {
                return Err(format!("expected '{pattern}', found '{line}'"));
            }
        }
    }

    /// Nothing more may come when input ends, and the exit code is 0.
    fn end(mut self, skip: bool) -> Result<(), String> {
        self.stdin = None;
        loop {
            match self.lines.recv_timeout(CEILING) {
                Ok(line) if skip && is_passed_over(&line) => {}
                Ok(line) => return Err(format!("the transcript ends, but there came '{line}'")),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(error) => return Err(format!("the process should end: {error}")),
            }
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("it ended with {status}")) }
    }
}

/// What `< …` may stand for.
fn is_passed_over(line: &str) -> bool {
    !["bestmove", "response", "info string error"].iter().any(|start| line.starts_with(start))
}

fn run(transcript: &Transcript, directory: &Path) -> Result<(), String> {
    if !transcript.steps.iter().any(|step| matches!(step, Step::Output(_))) {
        return Err("it shows no output".to_owned());
    }
    let mut process = Run::start(&transcript.flags, directory);
    let mut skip = false;
    for step in &transcript.steps {
        process.step(step, skip)?;
        skip = match step {
            Step::AnyLines => true,
            Step::Output(_) => false,
            // Lines of a search that is asked to stop come before its answer.
            Step::Input(_) | Step::EndOfInput => skip,
        };
    }
    process.end(skip)
}

fn check_log(block: &Block, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut lines = text.lines();
    let mut skip = false;
    for pattern in &block.lines {
        if pattern == "…" {
            skip = true;
            continue;
        }
        let found = lines.by_ref().find(|line| matches(pattern, line) || !skip);
        if !found.is_some_and(|line| matches(pattern, line)) {
            return Err(format!("expected '{pattern}', found {found:?}"));
        }
        skip = false;
    }
    let more = lines.next();
    if skip || more.is_none() { Ok(()) } else { Err(format!("the log goes on: {more:?}")) }
}

/// Runs what a document shows and returns what deviates.
fn deviations(name: &str, text: &str) -> Vec<String> {
    let directory = scratch(name);
    let mut faults = Vec::new();
    for block in blocks(text) {
        let result = match block.info.split_once(' ') {
            None if block.info == "transcript" => run(&parse(&block), &directory),
            Some(("log", file)) => check_log(&block, &directory.join(file)),
            _ => continue,
        };
        if let Err(fault) = result {
            faults.push(format!("{name}, block of line {}: {fault}", block.place));
        }
    }
    faults
}

/// An empty directory for the files that transcripts make.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("transcripts-{name}"));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory for tests can be made");
    directory
}

#[test]
fn protocol_md_is_true() {
    let faults = deviations("protocol.md", &read("protocol.md"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn readme_md_is_true() {
    let faults = deviations("README.md", &read("README.md"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn plug_in_md_is_true() {
    let faults = deviations("docs/plug-in.md", &read("docs/plug-in.md"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_transcript_that_lies_is_found() {
    for (lie, fault) in [
        ("> isready\n< readyyes", "expected 'readyyes', found 'readyok'"),
        ("> isready\n> isready\n< readyok", "there came 'readyok'"),
        ("> isready", "no output"),
        ("> isready\n< …", "no output"),
        ("> nonsense\n> isready\n< readyok", "found 'info string error"),
        ("> nonsense\n> isready\n< …\n< readyok", "found 'info string error"),
        ("> go depth\n< info string error …\n< bestmove …", "found 'bestmove none'"),
        ("$ diabolo --nonsense\n< …\n< readyok", "expected 'readyok'"),
        ("> isready\n< readyok\n(end of input)\n> isready", "input is closed"),
    ] {
        let faults = deviations("lies", &format!("```transcript\n{lie}\n```\n"));
        assert!(faults.len() == 1 && faults[0].contains(fault), "{lie}: {faults:?}");
    }
}

/// Every input of the transcripts of protocol.md, as words, and every output.
fn shown() -> (Vec<Vec<String>>, Vec<String>) {
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for transcript in transcripts(&read("protocol.md")) {
        for step in transcript.steps {
            match step {
                Step::Input(line) => inputs.push(line.split_ascii_whitespace().map(str::to_owned).collect()),
                Step::Output(line) => outputs.push(line),
                _ => {}
            }
        }
    }
    (inputs, outputs)
}

/// The words that stand in quotes in a rule of the grammar.
fn rule(name: &str) -> Vec<String> {
    let text = read("protocol.md");
    let grammar = blocks(&text).into_iter().filter(|block| block.info == "ebnf").flat_map(|block| block.lines);
    let lines: Vec<String> = grammar
        .skip_while(|line| line.split_whitespace().next() != Some(name))
        .scan(true, |open, line| std::mem::replace(open, !line.trim_end().ends_with(';')).then_some(line))
        .collect();
    assert!(!lines.is_empty(), "the grammar has a rule {name}");
    lines.join("\n").split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The commands, the questions and the limits of `go`, as the engine itself names them.
fn vocabulary() -> [Vec<String>; 3] {
    let mut engine = Engine::start(&[]);
    engine.send("help");
    let help = engine.sync();
    let verbs = help
        .iter()
        .skip(1)
        .take_while(|line| !line.contains("Options"))
        .map(|line| line["info string".len()..].split_whitespace().next().expect("a verb").to_owned())
        .collect();
    let questions = engine.ask("query ?", "info string error");
    let (_, questions) = questions.split_once("there are: ").expect("a list of questions");
    let limits = engine.ask("go ?", "info string error");
    let limits = limits.split_once("expected ").and_then(|(_, rest)| rest.split_once(", found")).expect("a list").0;
    let words = |list: &str| list.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    [verbs, words(questions), words(&limits.replace(" or ", " "))]
}

#[test]
fn every_command_question_and_limit_is_shown_and_in_the_grammar() {
    let (inputs, _) = shown();
    let [verbs, questions, limits] = vocabulary();
    assert!(verbs.len() >= 17 && questions.len() >= 13 && limits.len() >= 11, "{verbs:?} {questions:?} {limits:?}");
    for verb in &verbs {
        assert!(inputs.iter().any(|words| words.first() == Some(verb)), "no transcript shows {verb}");
        assert!(rule("command").contains(verb), "the grammar has no {verb}");
    }
    for question in &questions {
        let shown = |words: &[String]| words.len() > 1 && words[0] == "query" && words[1] == *question;
        assert!(inputs.iter().any(|words| shown(words)), "no transcript asks {question}");
    }
    assert_eq!(rule("question"), questions);
    for limit in &limits {
        let shown = |words: &[String]| words.first().is_some_and(|verb| verb == "go") && words.contains(limit);
        assert!(inputs.iter().any(|words| shown(words)), "no transcript shows go {limit}");
        assert!(rule("limit").contains(limit), "the grammar has no limit {limit}");
    }
    assert_eq!(rule("limit").len(), limits.len());
}

#[test]
fn every_option_is_shown() {
    let (inputs, _) = shown();
    let set: Vec<_> =
        inputs.iter().filter(|words| words.len() > 2 && words[0] == "setoption").map(|words| &words[2]).collect();
    for spec in &SPECS {
        let shown = set.iter().any(|name| options::find(name).is_ok_and(|found| found == spec));
        assert!(shown, "no transcript sets {}", spec.text);
    }
}

#[test]
fn every_error_code_is_shown() {
    let (_, outputs) = shown();
    for code in Code::ALL {
        let line = format!("info string error {}: ", code.word());
        let shown = outputs.iter().any(|output| output.starts_with(&line));
        // No input leads to a fault of the engine; a test inside the crate makes one.
        assert_eq!(shown, code != Code::Internal, "{}", code.word());
    }
}
