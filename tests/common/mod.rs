//! Driving the built engine over real pipes.

#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take before it counts as a hang. (Not a measurement: nothing is asserted below it.)
pub const CEILING: Duration = Duration::from_secs(20);

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the engine with these flags.
    pub fn start(flags: &[&str]) -> Engine {
        let mut child = command(flags).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Engine { child, stdin, lines }
    }

    /// Its process number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes bytes in one write.
    pub fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine reads");
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// The next line of output.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(CEILING).expect("the engine says something before the ceiling")
    }

    /// The next line, if one comes within `wait`.
    pub fn line_within(&mut self, wait: Duration) -> Option<String> {
        self.lines.recv_timeout(wait).ok()
    }

    /// Lines up to the first that begins with `start`, that one included.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Sends a line and returns the first line of the answer that begins with `start`.
    pub fn ask(&mut self, line: &str, start: &str) -> String {
        self.send(line);
        self.until(start).pop().expect("a line")
    }

    /// The answer to a `query`, without the word `response`.
    pub fn query(&mut self, question: &str) -> String {
        let line = self.ask(&format!("query {question}"), "response");
        line.strip_prefix("response").map(|rest| rest.trim_start().to_owned()).expect("a response")
    }

    /// The turn of `go …`.
    pub fn go(&mut self, limits: &str) -> String {
        let line = self.ask(&format!("go {limits}"), "bestmove");
        line["bestmove ".len()..].to_owned()
    }

    /// Waits until everything sent so far has been dealt with and returns what was said.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Closes input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Closes our end of its output: the reading thread keeps it open until it is dropped, so this ends the process's
    /// reader for good only through `Stdio`; see the test of a closed stdout.
    pub fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + CEILING;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                return status;
            }
            assert!(Instant::now() < end, "the engine has not ended");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// All lines until the end of output.
    pub fn rest(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(CEILING) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => return lines,
                Err(RecvTimeoutError::Timeout) => panic!("output does not end"),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The engine's command line.
pub fn command(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diabolo"));
    command.args(flags).stderr(Stdio::inherit());
    command
}

/// Runs the engine on a whole input, up to its end by itself.
pub fn run(flags: &[&str], input: &[u8]) -> Vec<String> {
    let mut engine = Engine::start(flags);
    engine.write(input);
    engine.close_input();
    let lines = engine.rest();
    assert!(engine.wait().success(), "exit code 0");
    lines
}

/// The rows of a file of cases: fields between semicolons, comments left out.
pub fn cases(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/cases/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    std::fs::File::open(&path).and_then(|mut file| file.read_to_string(&mut text)).expect("the file of cases is there");
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split(';').map(|field| field.trim().to_owned()).collect())
        .collect()
}
