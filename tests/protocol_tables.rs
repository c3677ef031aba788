//! The tables of protocol.md, each row held against the engine: options, codes, faults of FENs, words of `islegal`.

mod common;
mod document;

use std::collections::HashSet;

use common::{Engine, cases, command};
use diabolo::options::{SPECS, Values};
use diabolo::protocol::Code;
use document::{matches, read, table};

#[test]
fn the_table_of_options() {
    let text = read("protocol.md");
    let rows = table(&text, &["option", "type", "default", "values", "flag", "what it does"]);
    assert_eq!(rows.len(), SPECS.len());
    let help = command(&["--help"]).output().expect("it runs").stdout;
    let help = String::from_utf8(help).expect("text");
    let flags: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  --").and_then(|line| line.split_once(" V ")).map(|(flag, _)| flag))
        .collect();
    assert_eq!(flags.len(), SPECS.len(), "{flags:?}");
    for ((row, spec), flag) in rows.iter().zip(&SPECS).zip(flags) {
        assert_eq!(row[0], spec.text);
        let printed = spec.to_string();
        assert!(printed.starts_with(&format!("name {} type {} default {}", row[0], row[1], row[2])), "{printed}");
        let values = match spec.values {
            Values::Spin(min, max) => format!("{min} to {max}"),
            Values::Check => "`true`, `false`".to_owned(),
            Values::Combo(words) => format!("`{}`", words.join("`, `")),
            Values::Text => String::new(),
        };
        assert!(row[3].starts_with(&values), "{}: {} for {values}", row[0], row[3]);
        assert_eq!(row[4], format!("--{flag}"));
    }
}

#[test]
fn the_table_of_codes() {
    let rows = table(&read("protocol.md"), &["code", "the line"]);
    let words: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(words, Code::ALL.map(Code::word));
}

#[test]
fn the_table_of_bad_fens() {
    let rows = table(&read("protocol.md"), &["game", "FEN", "message"]);
    let mut engines = ["diaballik", "diablo"].map(|game| (game, Engine::start(&["--game", game])));
    for row in &rows {
        let (_, engine) = engines.iter_mut().find(|(game, _)| *game == row[0]).expect("a game");
        let said = engine.ask(&format!("position fen {}", row[1]), "info string error");
        assert_eq!(said, format!("info string error bad-position: {}", row[2]), "{}", row[1]);
    }
    for case in cases("refused-fens.txt") {
        assert!(rows.iter().any(|row| row[..2] == case[..2]), "{case:?} is not in the table");
    }
    // Each fault has a message of its own.
    let messages: HashSet<_> = rows.iter().map(|row| (&row[0], &row[2])).collect();
    assert_eq!(messages.len(), rows.len());
}

/// The words and the sentences that the source can say, each `{…}` as `…`.
fn reasons() -> (Vec<String>, Vec<String>) {
    let source = read("src/game/illegal.rs");
    let quoted = |line: &str| line.split('"').nth(1).map(str::to_owned);
    let words = source.lines().filter(|line| line.contains("=> \"")).filter_map(quoted).collect();
    let sentences = source.lines().filter(|line| line.contains("#[error(\"")).filter_map(quoted);
    (words, sentences.map(|sentence| sentence.replace("{0}", "…")).collect())
}

#[test]
fn the_table_of_illegal_turns() {
    let text = read("protocol.md");
    let positions = table(&text, &["", "game", "position"]);
    let rows = table(&text, &["word", "sentence", "in", "turn"]);
    for row in &rows {
        let [word, sentence, letter, turn] = &row[..] else { unreachable!("a row has four cells") };
        let position = positions.iter().find(|position| position[0] == *letter).expect("a position");
        let mut engine = Engine::start(&["--game", &position[1]]);
        engine.send(&format!("position fen {}", position[2]));
        assert_eq!(engine.query(&format!("islegal {turn}")), format!("false {word}"), "{letter} {turn}");
        let said = engine.ask(&format!("moves {turn}"), "info string error");
        match word.as_str() {
            "roll" => assert!(said.starts_with("info string error bad-roll: "), "{said}"),
            _ => {
                assert!(said.starts_with("info string error illegal-move: "), "{said}");
                assert!(said.ends_with(&format!("'{turn}': {sentence}")), "{said} is not: {sentence}");
            }
        }
    }
    // What can't be written can't be shown.
    let unwritten = |word: &str| word == "no-action";
    let (words, sentences) = reasons();
    assert!(words.len() > 15 && sentences.len() >= words.len());
    for word in &words {
        assert_eq!(rows.iter().any(|row| row[0] == *word), !unwritten(word), "{word}");
        assert!(text.contains(&format!("`{word}`")), "{word}");
    }
    for sentence in sentences.iter().filter(|sentence| *sentence != "a turn has at least one action") {
        assert!(rows.iter().any(|row| matches(sentence, &row[1])), "no row says: {sentence}");
    }
}

/// The number behind a word of an `info` line.
fn field(line: &str, name: &str, place: usize) -> f64 {
    let words: Vec<_> = line.split(' ').collect();
    let at = words.iter().position(|word| *word == name).expect("the field is there");
    words[at + place].parse().expect("a number")
}

#[test]
fn scores_are_chances_on_another_scale() {
    let mut seen = 0;
    for (flags, positions) in [
        (&[][..], &["startpos", "fen .B..w../.b.b.../.Ww..b./....b../...w.../b....../..ww.wb w"][..]),
        (&["--game", "diablo"], &["startpos", "fen .B2..G./.B.G6..B/...B3../G3B..../.....B3/...... g 2-2 20"]),
    ] {
        let mut engine = Engine::start(flags);
        engine.send("setoption name MultiPV value 5");
        for position in positions {
            engine.send(&format!("position {position}"));
            engine.send("go depth 2");
            for line in engine.until("bestmove").iter().filter(|line| line.contains(" cp ")) {
                let [win, draw, loss] = [1, 2, 3].map(|place| field(line, "wdl", place));
                assert!((win + draw + loss - 1000.0).abs() < 0.1, "{line}");
                let chance = 1.0 / (1.0 + 10f64.powf(-field(line, "cp", 1) / 400.0));
                // Both are rounded: a thousandth, and what half a hundredth makes of a chance.
                assert!((win + draw / 2.0 - 1000.0 * chance).abs() < 2.0, "{line}");
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen} lines");
}
