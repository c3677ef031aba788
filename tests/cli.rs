//! The command line: flags, subcommands, and what is said of wrong ones.

mod common;

use std::process::Output;

use common::{Engine, command, run};

fn output(arguments: &[&str]) -> Output {
    command(arguments).stderr(std::process::Stdio::piped()).output().expect("it runs")
}

fn stdout(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn help_and_version() {
    let help = stdout(&["--help"]);
    for spec in &diabolo::options::SPECS {
        assert!(help.contains(spec.help), "{} is missing", spec.text);
    }
    assert!(help.contains("--board-size") && help.contains("--multi-pv") && help.contains("play --mover"));
    assert_eq!(stdout(&["--version"]), format!("diabolo {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(stdout(&["-h"]), help);
}

#[test]
fn every_option_is_a_flag() {
    let said = run(&["--game", "diablo", "--board-size=8", "--Dice", "SEEDED", "--seed", "7"], b"query fen\n");
    assert!(said[0].starts_with("response GBGBGBGB/"), "{said:?}");
    assert!(said[0].ends_with(" seed=7"), "{said:?}");
    let said = run(&["--setup", "variant", "--antiplay", "false", "--multipv", "2"], b"query fen\ngo depth 1\n");
    assert_eq!(said[0], "response bwbBbwb/......./......./......./......./......./wbwWwbw w");
    assert!(said.iter().any(|line| line.contains(" multipv 2 ")), "{said:?}");
}

#[test]
fn a_wrong_command_line_is_one_line_and_code_2() {
    for (arguments, expected) in [
        (&["--game", "chess"][..], "Game takes diaballik or diablo, not 'chess'"),
        (&["--board-size", "7"], "BoardSize takes an even number from 2 to 26, not '7'"),
        (&["--board-size", "28"], "BoardSize takes a whole number from 2 to 26, not '28'"),
        (&["--repetition", "1"], "Repetition takes 0 or a whole number from 2 to 1000, not '1'"),
        (&["--nonsense", "1"], "there is no option 'nonsense'"),
        (&["--seed"], "missing argument for option '--seed'"),
        (&["-x"], "invalid option '-x'"),
        (&["chess"], "unexpected 'chess'"),
        (&["perft"], "perft needs a depth"),
        (&["perft", "x"], "perft: 'x' is no depth from 0 to 100"),
        (&["play", "--mover", "clever"], "there is no mover 'clever'"),
        (&["--mover", "random"], "--mover belongs to the subcommand play"),
        (&["--hash", "1048576"], "Hash can't be 1048576 MiB: the machine has"),
        (&["--log-file", "/no/such/folder/log"], "LogFile '/no/such/folder/log' can't be written"),
        (&["replay", "/no/such/log"], "diabolo: /no/such/log: "),
        (&["perft", "1", "nonsense"], "bad-position: "),
        (&["--mover", "random", "perft", "1"], "--mover belongs to the subcommand play"),
        (&["--seed", "007"], "Seed takes random or a whole number from 0 to 18446744073709551615, not '007'"),
        (&["--hash", "+16"], "Hash takes a whole number from 1 to 1048576, not '+16'"),
        (&["--ending-file", "/no/such/file"], "EndingFile '/no/such/file' can't be used: "),
        (&["--ending-file", "/"], "EndingFile '/' can't be used: it is no regular file"),
        (&["--ending-file", "Cargo.toml"], "EndingFile 'Cargo.toml' can't be used: it is no file of endings"),
        (&["--gtp", "--ending-file", "Cargo.toml"], "EndingFile 'Cargo.toml' can't be used: it is no file of endings"),
        (&["solve", "--board", "5"], "--board takes an even number from 2 to 26, not '5'"),
        (&["solve", "--checkers", "1"], "--checkers takes a whole number from 2 to 255, not '1'"),
        (
            &["solve", "--board", "26", "--checkers", "40"],
            "solve: there are too many endings with 40 checkers on 26x26",
        ),
        (&["solve", "--out", "/no/such/folder/file"], "solve: '/no/such/folder/file' can't be written: "),
        (&["solve", "--out", "/"], "solve: '/' can't be written: it is a folder"),
        (&["solve", "--bounds", "0"], "--bounds takes a whole number of seconds from 1, not '0'"),
        (&["solve", "--bounds", "1"], "solve: --bounds needs --ending-file"),
        (&["solve", "--bounds", "1", "--board", "4"], "solve: --bounds takes its board from EndingFile"),
        (&["--ending-file", "/no", "solve", "--bounds", "1"], "EndingFile '/no' can't be used: "),
        (&["--checkers", "4", "bench"], "--checkers belongs to the subcommand solve"),
        (&["solve", "4"], "solve takes flags alone, not '4'"),
        (&["--log-file", "/"], "LogFile '/' can't be written: it is no regular file"),
    ] {
        let output = output(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

#[test]
fn perft_prints_counts_alone() {
    assert_eq!(stdout(&["perft", "2"]), "perft 1 290\nperft 2 84100\n");
    assert_eq!(stdout(&["--setup", "variant", "perft", "2"]), "perft 1 132\nperft 2 24392\n");
    assert_eq!(stdout(&["--game", "diablo", "--board-size", "2", "perft", "3"]), "perft 1 4\nperft 2 12\nperft 3 12\n");
    assert_eq!(stdout(&["perft", "0"]), "perft 0 1\n");
    let fen = "....bb./.Ww..../wb.wwww/......b/....b.B/......./b...... w";
    assert_eq!(stdout(&["perft", "1", fen]), "perft 1 442\n");
}

#[test]
fn bench_ends_with_its_signature_which_repeats() {
    let signature = || {
        let text = stdout(&["bench"]);
        text.lines().last().expect("a line").to_owned()
    };
    let first = signature();
    let nodes: u64 = first.strip_prefix("bench ").and_then(|nodes| nodes.parse().ok()).expect("bench NODES");
    assert!(nodes > 10_000);
    assert_eq!(signature(), first);
    let said = run(&["--game", "diablo"], b"bench\n");
    assert_eq!(said.last().expect("a line"), &format!("info string {first}"), "options don't touch it");
}

#[test]
fn sparring_partners_speak_the_protocol() {
    for mover in ["random", "greedy"] {
        for game in ["diaballik", "diablo"] {
            let flags = ["--game", game, "--dice", "seeded", "--seed", "11", "play", "--mover", mover];
            let mut moves = String::new();
            let mut engine = Engine::start(&flags);
            for _ in 0..30 {
                engine.send(&format!("position startpos moves{moves}"));
                if engine.query("gameover") == "true" {
                    break;
                }
                engine.send("go movetime 10");
                let said = engine.until("bestmove");
                assert!(said[0].starts_with("info depth 1 ") && said[0].contains(" pv "), "{said:?}");
                let turn = said.last().expect("a line")["bestmove ".len()..].to_owned();
                assert_eq!(engine.query(&format!("islegal {turn}")), "true");
                moves += &format!(" {turn}");
            }
            // The same seed plays the same game.
            let mut again = Engine::start(&flags);
            again.send("position startpos");
            let first = again.go("movetime 10");
            assert!(moves.starts_with(&format!(" {first}")), "{mover} {game}");
        }
    }
}

#[test]
fn greed_takes_what_it_can_get() {
    let greedy = ["play", "--mover", "greedy"];
    let goal = b"position fen bbbB.bb/...w.../......./......./W..b.../......./.ww.www w\ngo\n";
    assert_eq!(run(&greedy, goal).last().expect("a line"), "bestmove d6e6,e6e7,a3e7");
    let capture = b"setoption name Game value diablo\nposition fen ..../..../..../B2G.. b 1-2 5\ngo\n";
    assert_eq!(run(&greedy, capture).last().expect("a line"), "bestmove a1b1");
}

#[test]
fn a_log_is_replayed_to_the_same_answers() {
    let path = std::env::temp_dir().join(format!("diabolo-cli-{}.log", std::process::id()));
    let log = path.to_str().expect("a path in UTF-8");
    let mut engine = Engine::start(&["--game", "diablo", "--log-file", log]);
    engine.send("position fen GB.B/G3G../G.BB/.B.G b 1-2 5");
    let best = engine.go("depth 2");
    engine.send(&format!("moves {best}"));
    let fen = engine.query("fen");
    engine.send("nonsense");
    engine.send("quit");
    assert!(engine.wait().success());
    let kept = std::fs::read_to_string(&path).expect("the log is there");
    let marks = |mark: &str| kept.lines().filter(|line| line.split(' ').nth(1) == Some(mark)).count();
    assert_eq!(marks(">"), 6, "{kept}");
    assert!(kept.lines().all(|line| line.split(' ').next().is_some_and(|time| time.parse::<f64>().is_ok())), "{kept}");

    let again = stdout(&["--game", "diablo", "replay", log]);
    let times_apart = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("info depth")).map(str::to_owned).collect()
    };
    let expected = [
        format!("bestmove {best}"),
        format!("response {fen}"),
        "info string error unknown-command: column 1: there is no command 'nonsense'; 'help' lists them".to_owned(),
    ];
    assert_eq!(times_apart(&again), expected);
    std::fs::remove_file(&path).expect("the log can be removed");
}

#[test]
fn a_run_of_solve_that_is_killed_leaves_the_old_file() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed.endings");
    let out = path.to_str().expect("UTF-8");
    let _ = std::fs::remove_file(&path);
    stdout(&["solve", "--board", "2", "--out", out]);
    let old = std::fs::read(&path).expect("the file of the first run");
    // Far from its end after the first line of progress.
    let mut solve = command(&["solve", "--checkers", "10", "--out", out]);
    let mut running = solve.stderr(std::process::Stdio::piped()).spawn().expect("it runs");
    let mut first = [0];
    std::io::Read::read_exact(running.stderr.as_mut().expect("piped"), &mut first).expect("progress");
    assert!(path.with_extension("endings.part").exists());
    running.kill().expect("it runs still");
    running.wait().expect("it has ended");
    assert_eq!(std::fs::read(&path).expect("the old file"), old);
    assert_eq!(run(&["--ending-file", out], b"isready\n"), ["readyok"]);
    // The next run takes the draft over.
    stdout(&["solve", "--board", "2", "--out", out]);
    assert!(!path.with_extension("endings.part").exists());
}

#[test]
fn bounds_are_proved_for_both_sides() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [endings, proof] = ["bounds.endings", "bounds.proof"].map(|name| folder.join(name));
    let [endings, proof] = [&endings, &proof].map(|path| path.to_str().expect("UTF-8"));
    stdout(&["solve", "--board", "2", "--checkers", "2", "--out", endings]);
    let said = stdout(&["--ending-file", endings, "solve", "--bounds", "5", "--out", proof]);
    // Green wins for certain; what is claimed goes up in steps of 1/64 and stays below 1.
    assert_eq!(said, "from the start: chance at least 0.000000, at most 0.015625, for Black\n");
    let text = std::fs::read_to_string(proof).expect("the proof");
    // tools/check-proof reads this, and plays it through: tests/check_proof.rs.
    assert_eq!(text, "diabolo-proof 1\nboard 2\nside b bound 0\nside g bound 0.984375\nB./BG G./..\nend\n");
}
