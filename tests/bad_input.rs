//! Input over real pipes that is no command, or one in error: one clear line each, and the session goes on.

mod common;

use std::io::{Read, Write};
use std::process::Stdio;

use common::{Engine, command, run};

#[test]
fn errors_quote_little() {
    let mut engine = Engine::start(&[]);
    let long = "x".repeat(2_000_000);
    for line in [
        long.clone(),
        format!("setoption name Game value {long}"),
        format!("position startpos moves {long}"),
        format!("query islegal {long}"),
    ] {
        engine.send(&line);
        assert!(engine.until("info string error ").pop().is_some_and(|line| line.len() < 2000), "cut short");
    }
    let said = engine.ask("foo\u{2028}bar", "info string error");
    assert!(said.contains("no command 'foo\u{fffd}bar'"), "{said}");
}

#[test]
fn line_ends_blanks_and_marks() {
    let said = run(
        &[],
        b"\xef\xbb\xbfisready\r\n\r\n \t \n\tposition\t startpos  moves\ta1a2 \t\r\nquery   p1turn\t\r\nisready",
    );
    assert_eq!(said, ["readyok", "response false", "readyok"]);
    let mut child = command(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(b"ugi\r\nhelp\r\nshow\r\nbench\r\n").expect("written");
    let mut raw = Vec::new();
    child.stdout.take().expect("piped").read_to_end(&mut raw).expect("read");
    child.wait().expect("it ends");
    assert!(!raw.contains(&b'\r'));
    let text = String::from_utf8(raw).expect("UTF-8");
    assert!(text.lines().all(|line| !line.ends_with(' ')), "no trailing blanks");
}

#[test]
fn an_empty_move_list_is_one() {
    let said = run(&[], b"position startpos moves\nquery p1turn\nmoves\nquery p1turn\n");
    assert_eq!(said[0], "response true");
    assert!(said[1].starts_with("info string error syntax: "), "{said:?}");
    assert_eq!(said[2], "response false");
}

#[test]
fn lines_of_a_mebibyte_and_beyond_the_limit() {
    let mut engine = Engine::start(&[]);
    let turns = ["a1a2", "a7a6", "a2a1", "a6a7"];
    let moves: Vec<&str> = turns.iter().copied().cycle().take((1 << 20) / 5 / 4 * 4).collect();
    engine.send("setoption name Repetition value 0");
    engine.send(&format!("position startpos moves {}", moves.join(" ")));
    assert_eq!(engine.query("p1turn"), "true");
    assert_eq!(engine.query("gameover"), "false");
    let long = vec![b'x'; diabolo::session::LONGEST_LINE + 1];
    engine.write(&long);
    engine.write(b"\n");
    assert!(engine.line().starts_with("info string error too-long: "));
    engine.write(b"query ");
    engine.write(&long);
    engine.write(b"\nisready\n");
    assert!(engine.line().starts_with("info string error too-long: "));
    assert_eq!(engine.line(), "response error too-long");
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn bytes_that_are_no_text() {
    let said = run(&[], b"\xff\xfe\x00\nquery \xff\ngo \xc3\x28\nposition \x80\nquery fen\nisready\n");
    assert!(said[0].starts_with("info string error syntax: byte 1: "), "{said:?}");
    assert!(said[1].starts_with("info string error syntax: byte 7: "), "{said:?}");
    assert_eq!(said[2], "response error syntax");
    assert_eq!(said[4], "bestmove none");
    assert_eq!(said[7], "response error no-position", "a position in error leaves none");
    assert_eq!(said.last().expect("a line"), "readyok");
}

#[test]
fn unknown_commands_are_errors_and_the_session_goes_on() {
    let said = run(&[], b"uci\n  hello there\nGO\nquery nothing\nisready\n");
    assert!(said[0].starts_with("info string error unknown-command: column 1: there is no command 'uci'"), "{said:?}");
    assert!(
        said[1].starts_with("info string error unknown-command: column 3: there is no command 'hello'"),
        "{said:?}"
    );
    assert!(said[2].starts_with("info string error unknown-command: "));
    assert!(
        said[3].starts_with("info string error unknown-command: column 7: there is no question 'nothing'"),
        "{said:?}"
    );
    assert_eq!(said[4..], ["response error unknown-command", "readyok"]);
}

#[test]
fn without_a_position() {
    for bad in ["position", "position fen x", "position startpos moves a1a9", "moves d1d2", "dice 1-1", "dice"] {
        let mut engine = Engine::start(&[]);
        assert!(engine.ask(bad, "info").starts_with("info string error "), "{bad}");
        let answers: Vec<_> = ["p1turn", "gameover", "result", "fen"].map(|question| engine.query(question)).into();
        assert_eq!(answers, ["false", "true", "none", "error no-position"], "{bad}");
        engine.send("go depth 1");
        let said = engine.until("bestmove");
        assert!(said[0].starts_with("info string error no-position: "), "{said:?}");
        assert_eq!(said[1..], ["bestmove none"]);
        engine.send("position startpos");
        assert_eq!(engine.query("p1turn"), "true");
    }
}
