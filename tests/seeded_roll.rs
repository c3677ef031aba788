//! What protocol.md says about dice in numbers and in Python, held against the engine; and its client, run over pipes.

mod common;
mod document;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use common::Engine;
use document::{code, read, table};

/// Runs Python with the built engine on its path and returns what it prints.
fn python(code: &str) -> String {
    let engine = Path::new(env!("CARGO_BIN_EXE_diabolo")).parent().expect("a directory").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(engine).chain(std::env::split_paths(&path));
    let output = Command::new("python3")
        .args(["-c", code])
        .env("PATH", std::env::join_paths(paths).expect("a path"))
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").replace("\r\n", "\n")
}

fn rows() -> Vec<Vec<String>> {
    table(&read("protocol.md"), &["seed", "faces", "turn 1", "turn 2", "turn 3", "turn 4", "turn 5"])
}

#[test]
fn the_engine_throws_what_the_table_says() {
    let mut engine = Engine::start(&["--game", "diablo"]);
    for row in rows() {
        let size = 2 * row[1].parse::<usize>().expect("faces");
        let first = format!("BG{}", ".".repeat(size - 2));
        let board = [vec![first], vec![".".repeat(size); size - 1]].concat().join("/");
        for (turn, roll) in (1..).zip(&row[2..]) {
            let side = if turn % 2 == 1 { "b" } else { "g" };
            engine.send(&format!("position fen {board} {side} - {turn} seed={}", row[0]));
            assert_eq!(engine.query("dice"), *roll, "seed {} faces {} turn {turn}", row[0], row[1]);
        }
    }
}

#[test]
fn the_table_covers_the_edges() {
    let column = |at: usize| rows().iter().map(|row| row[at].clone()).collect::<BTreeSet<_>>();
    for seed in [0, 1, u64::MAX] {
        assert!(column(0).contains(&seed.to_string()), "{seed}");
    }
    for faces in [1, 2, 3, 4, 5, 13] {
        assert!(column(1).contains(&faces.to_string()), "{faces}");
    }
    assert_eq!(rows().len(), column(0).len() * column(1).len());
}

#[test]
fn the_python_of_protocol_md_throws_what_the_table_says() {
    let table = rows();
    let throws = table.iter().map(|row| format!("({}, {})", row[0], row[1])).collect::<Vec<_>>().join(", ");
    let program = code(&read("protocol.md"), "python", "def seeded_roll(")
        + &format!(
            "for seed, faces in [{throws}]:\n    print(*(seeded_roll(seed, turn, faces) for turn in range(1, 6)))\n"
        );
    let expected: Vec<_> = table.iter().map(|row| row[2..].join(" ")).collect();
    assert_eq!(python(&program).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn the_client_of_protocol_md_plays_whole_games() {
    let client = code(&read("protocol.md"), "python", "class Engine");
    let diablo = r#""--game", "diablo", "--board-size", "4""#;
    assert!(client.contains(diablo));
    for (flags, python_flags) in [
        (&["--game", "diablo", "--board-size", "4"][..], diablo),
        (&["--game", "diaballik"][..], r#""--game", "diaballik""#),
    ] {
        let printed = python(&client.replace(diablo, python_flags));
        let (result, game) = printed.trim_end().split_once(' ').expect("a result and turns");
        assert!(["p1win", "p2win", "draw"].contains(&result), "{printed}");
        let mut engine = Engine::start(flags);
        engine.send(&format!("position startpos moves {game}"));
        assert_eq!(engine.query("result"), result, "{printed}");
    }
}

#[test]
fn the_search_knows_no_later_roll() {
    let rolls = |seed| [12, 13, 14].map(|turn| diabolo::rng::seeded_roll(seed, turn, 3));
    let agree = |seed: &u64| rolls(*seed)[0] == rolls(1)[0] && rolls(*seed)[1..] != rolls(1)[1..];
    let mut engine = Engine::start(&["--game", "diablo"]);
    let mut found = BTreeSet::new();
    for seed in std::iter::once(1).chain((2..).filter(agree).take(4)) {
        engine.send("uginewgame");
        engine.send(&format!("position fen BB.B2GB/GB..../G2B2...B/..G.../G3G2..BB/BBGG2.. g - 12 seed={seed}"));
        engine.send("go nodes 20000");
        let lines = engine.until("bestmove");
        let nodes = lines.iter().rev().find_map(|line| line.split(" nodes ").nth(1)).expect("a number of nodes");
        found.insert((nodes.split(' ').next().map(str::to_owned), lines.last().cloned()));
    }
    assert_eq!(found.len(), 1, "{found:?}");
}
