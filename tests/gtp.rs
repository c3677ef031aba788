//! The GTP front end in memory: the dialogues of tests/gtp, each with every answer it must get.
//!
//! A dialogue is a file: `#!` lines give flags (`option value`, and `fen`, `nodes`, `movetime`), other `#` lines are
//! comments, `> ` lines go in, and the lines behind them, up to a blank one, must come out. `…` stands for any text.

mod document;
mod memory;

use std::collections::BTreeSet;
use std::io::Cursor;

use diabolo::gtp::{self, Config};
use diabolo::options;

use memory::Shared;

/// What the front end says to `input`.
fn said(config: Config, input: String) -> String {
    let output = Shared::default();
    gtp::run(Cursor::new(input), output.clone(), config).expect("the front end begins");
    output.text()
}

fn config(flags: &[(String, String)]) -> Config {
    let mut config = Config::default();
    for (flag, value) in flags {
        match flag.as_str() {
            "fen" => config.fen = Some(value.clone()),
            "nodes" => config.limits.nodes = Some(value.parse().expect("a number")),
            "movetime" => config.limits.movetime = Some(value.parse().expect("a number")),
            _ => config.session.options.push((options::find(flag).expect("an option"), value.clone())),
        }
    }
    config
}

/// The lines in, and the answers to them, of a dialogue.
struct Dialogue {
    flags: Vec<(String, String)>,
    lines: Vec<String>,
    answers: Vec<Vec<String>>,
}

fn parse(text: &str) -> Dialogue {
    let mut dialogue = Dialogue { flags: Vec::new(), lines: Vec::new(), answers: Vec::new() };
    let mut answer: Vec<String> = Vec::new();
    for line in text.lines().chain([""]) {
        if let Some(flag) = line.strip_prefix("#! ") {
            let (name, value) = flag.split_once(' ').expect("a flag and its value");
            dialogue.flags.push((name.to_owned(), value.to_owned()));
        } else if let Some(command) = line.strip_prefix("> ") {
            let command = command.replace("\\t", "\t").replace("\\a", "\u{7}").replace("\\r", "\r");
            dialogue.lines.push(command);
        } else if line.is_empty() {
            if !answer.is_empty() {
                dialogue.answers.push(std::mem::take(&mut answer));
            }
        } else if !line.starts_with('#') {
            answer.push(line.to_owned());
        }
    }
    dialogue
}

/// Runs a dialogue and returns the names of its commands.
fn run(name: &str, text: &str) -> BTreeSet<String> {
    let dialogue = parse(text);
    let output = said(config(&dialogue.flags), dialogue.lines.join("\n") + "\n");
    assert!(output.is_empty() || output.ends_with("\n\n"), "each answer ends in a blank line");
    let answers: Vec<Vec<&str>> =
        output.split("\n\n").filter(|answer| !answer.is_empty()).map(|answer| answer.lines().collect()).collect();
    for (number, (answer, expected)) in answers.iter().zip(&dialogue.answers).enumerate() {
        let good = answer.len() == expected.len()
            && answer.iter().zip(expected).all(|(line, pattern)| document::matches(pattern, line));
        assert!(good, "{name}, answer {}:\n{}\nexpected:\n{}", number + 1, answer.join("\n"), expected.join("\n"));
    }
    assert_eq!(answers.len(), dialogue.answers.len(), "{name}: the number of answers");
    let commands = dialogue.lines.iter().filter_map(|line| {
        line.split_whitespace().find(|word| !word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned)
    });
    commands.collect()
}

const DIALOGUES: [&str; 11] = [
    "framing",
    "diaballik",
    "diablo",
    "diablo-removals",
    "diablo-forced-removal",
    "ends",
    "wide-board",
    "engine",
    "tommalla",
    "gogui-diaballik",
    "gogui-diablo",
];

#[test]
fn dialogues() {
    let commands: BTreeSet<String> =
        DIALOGUES.iter().flat_map(|name| run(name, &document::read(&format!("tests/gtp/{name}.txt")))).collect();
    let listed = said(Config::default(), "list_commands\n".into());
    for name in listed.trim_start_matches("= ").split_whitespace() {
        assert!(commands.contains(name), "no dialogue shows {name}");
    }
}

#[test]
fn the_dialogues_of_plug_in_md_are_true() {
    let blocks = document::blocks(&document::read("docs/plug-in.md"));
    let dialogues: Vec<_> = blocks.iter().filter(|block| block.info == "gtp").collect();
    assert!(dialogues.len() >= 2);
    for block in dialogues {
        run(&format!("line {} of plug-in.md", block.place), &block.lines.join("\n"));
    }
}

#[test]
fn a_line_that_is_no_text_is_refused() {
    let output = Shared::default();
    gtp::run(Cursor::new(b"name\xff\n1 name\n".to_vec()), output.clone(), Config::default()).unwrap();
    let text = output.text();
    assert!(text.starts_with("? syntax error: byte 5: "), "{text}");
    assert!(text.ends_with("\n\n=1 Diabolo\n\n"), "{text}");
}

#[test]
fn boards_without_letters_and_bad_positions_are_refused_at_the_start() {
    for (flag, value) in [("board-size", "26"), ("fen", "GB/B b - 1"), ("fen", "GBG/BGB b - 1")] {
        let flags = [("game".to_owned(), "diablo".to_owned()), (flag.to_owned(), value.to_owned())];
        let refused = gtp::run(Cursor::new("name\n"), Shared::default(), config(&flags));
        assert!(refused.is_err(), "{flag} {value}");
    }
}
