//! The built engine over real pipes: whole games, and everything a partner can do wrong or at a bad moment.

mod common;

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{CEILING, Engine, command, run};

const QUESTIONS: [&str; 13] = [
    "p1turn",
    "gameover",
    "result",
    "reason",
    "fen",
    "dice",
    "count",
    "legalmoves",
    "islegal a1a2",
    "board",
    "actions",
    "game",
    "protocol",
];

/// Plays a game between two processes at 50 ms a turn, `referee` judging, and returns its length.
fn play_game(flags: &[&str], diablo: bool) -> usize {
    let mut players = [Engine::start(flags), Engine::start(flags)];
    let mut referee = Engine::start(flags);
    let mut moves = String::new();
    for turn in 0.. {
        let position = format!("position startpos moves{moves}");
        referee.send(&position);
        if referee.query("gameover") == "true" || turn == 250 {
            return turn;
        }
        if diablo && referee.query("dice") == "-" {
            let roll = referee.ask("roll", "response")["response ".len()..].to_owned();
            moves += &format!(" {roll}");
        }
        let player = &mut players[turn % 2];
        player.send(&format!("position startpos moves{moves}"));
        let best = player.go("movetime 50");
        assert_eq!(referee.query(&format!("islegal {best}")), "true", "{moves} {best}");
        moves += &format!(" {best}");
    }
    unreachable!()
}

#[test]
fn a_whole_game_of_diaballik() {
    assert!(play_game(&[], false) > 5);
}

#[test]
fn a_whole_game_of_diablo() {
    assert!(play_game(&["--game", "diablo", "--seed", "1"], true) > 10);
}

#[test]
fn stop_position_go_in_one_write() {
    for game in ["diaballik", "diablo"] {
        let mut engine = Engine::start(&["--game", game, "--dice", "seeded", "--seed", "5"]);
        engine.send("go infinite");
        for _ in 0..1000 {
            engine.write(b"stop\nposition startpos\ngo infinite\n");
            let said = engine.until("bestmove");
            assert!(
                said.iter().all(|line| line.starts_with("info depth") || line.starts_with("bestmove ")),
                "{said:?}"
            );
            assert_ne!(said.last().expect("a line"), "bestmove none");
        }
    }
}

#[test]
fn readyok_comes_before_bestmove_during_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.send("isready");
    let said = engine.until("readyok");
    assert!(!said.iter().any(|line| line.starts_with("bestmove")));
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn stop_is_answered_within_milliseconds_on_every_board() {
    // The time is printed; only a hang fails.
    for (game, size) in [("diaballik", "6"), ("diablo", "4"), ("diablo", "10"), ("diablo", "26")] {
        let mut engine = Engine::start(&["--game", game, "--board-size", size, "--dice", "seeded", "--seed", "3"]);
        engine.sync();
        let mut slowest = Duration::ZERO;
        for pause in 0..20 {
            engine.send("go infinite");
            std::thread::sleep(Duration::from_millis(pause * 3));
            let begun = Instant::now();
            let best = engine.ask("stop", "bestmove");
            slowest = slowest.max(begun.elapsed());
            assert_ne!(best, "bestmove none");
        }
        println!("{game} {size}: bestmove at most {slowest:?} after stop");
        assert!(slowest < Duration::from_secs(2));
    }
}

#[test]
fn everything_else_is_busy_during_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    for line in [
        "position startpos",
        "moves a1a2",
        "setoption name Hash value 1",
        "uginewgame",
        "show",
        "help",
        "ugi",
        "eval",
        "perft 1",
        "bench",
        "dice 1-1",
    ] {
        engine.send(line);
        let said = engine.until("info string error").pop().expect("a line");
        assert!(said.starts_with("info string error busy: "), "{line}: {said}");
    }
    let said = engine.ask("go depth 1", "info string error");
    assert!(said.starts_with("info string error busy: "), "{said}");
    for question in QUESTIONS {
        let said = engine.ask(&format!("query {question}"), "response");
        assert_eq!(said, "response error busy");
    }
    assert_eq!(engine.ask("roll", "response"), "response error busy");
    let said = engine.ask("nonsense", "info string error");
    assert!(
        said.starts_with("info string error busy") || said.starts_with("info string error unknown-command"),
        "{said}"
    );
    engine.send("stop");
    let said = engine.until("bestmove");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    assert_eq!(engine.sync(), [""; 0]);
}

#[test]
fn words_behind_stop_isready_and_quit_are_errors_in_every_state() {
    let mut engine = Engine::start(&[]);
    for (prepare, code) in [("", "syntax"), ("go infinite\n", "busy")] {
        engine.write(prepare.as_bytes());
        for line in ["stop now", "isready now", "quit now"] {
            let said = engine.ask(line, "info string error");
            assert!(said.starts_with(&format!("info string error {code}: ")), "{line}: {said}");
        }
    }
    engine.send(" stop\t");
    engine.until("bestmove");
}

#[test]
fn lines_behind_stop_have_their_turn_when_bestmove_is_out() {
    let mut engine = Engine::start(&[]);
    engine.write(b"go infinite\nstop\nposition startpos moves a1a2\nquery p1turn\nisready\n");
    let said = engine.until("readyok");
    let kept: Vec<_> = said.iter().filter(|line| !line.starts_with("info depth")).collect();
    assert_eq!(kept.len(), 3, "{said:?}");
    assert!(kept[0].starts_with("bestmove "));
    assert_eq!(kept[1], "response false");
}

#[test]
fn stop_ends_a_long_question_and_lines_behind_it_wait() {
    let mut engine = Engine::start(&[]);
    engine.write(b"perft 9\nquery p1turn\nisready\n");
    let said = engine.until("readyok");
    assert!(!said.iter().any(|line| line.starts_with("response")), "readyok comes at once: {said:?}");
    engine.send("stop");
    let said = engine.until("response");
    assert!(said.iter().any(|line| line.starts_with("info string error stopped: ")), "{said:?}");
    assert_eq!(said[said.len() - 1], "response true");
    // Lines that only look like the beginning of something long don't keep a stop.
    for held in ["query count", "query legalmoves", "go depth x", "perft x", "eval now", "bench 1"] {
        engine.write(format!("perft 9\n{held}\nstop\n").as_bytes());
        engine.until("info string error stopped: ");
        engine.sync();
    }
    // One that may be long does, until it is said again.
    engine.write(b"perft 9\ngo searchmoves d1d2\nstop\n");
    engine.send("stop");
    let said = engine.until("bestmove");
    assert!(said.iter().any(|line| line.starts_with("info string error stopped: ")), "{said:?}");
    // A stop without a job says nothing.
    engine.send("stop");
    assert_eq!(engine.sync(), [""; 0]);
    // A stop behind a later job is that job's.
    engine.write(b"perft 2\ngo infinite\nstop\n");
    let said = engine.until("bestmove");
    assert!(said.contains(&"info string perft 2 84100".to_owned()), "{said:?}");
}

#[test]
fn a_count_on_a_huge_board_can_be_stopped() {
    let mut engine = Engine::start(&["--game", "diablo", "--board-size", "26"]);
    engine.send("dice 1-2");
    assert_eq!(engine.sync(), [""; 0]);
    // The first turn is one move; Green's has two.
    let first = engine.go("nodes 1");
    engine.send(&format!("moves {first} 3-4"));
    let count = engine.query("count");
    assert_eq!(engine.query("legalmoves"), format!("{count} …"));
    engine.write(b"query count\nstop\nquery p1turn\n");
    let said = [engine.until("response"), engine.until("response")].concat();
    // Stopped, or done before the stop: one response in either case.
    assert!(
        said.contains(&format!("response {count}")) || said.contains(&"response error stopped".to_owned()),
        "{said:?}"
    );
    assert_eq!(said.last().expect("a line"), "response false");
}

#[test]
fn end_of_input_in_every_state() {
    assert_eq!(run(&[], b""), [""; 0]);
    assert_eq!(run(&[], b"isready"), ["readyok"]);
    let moves = |input: &str| {
        let said = run(&[], input.as_bytes());
        said.iter().filter(|line| line.starts_with("bestmove ") && *line != "bestmove none").count()
    };
    assert_eq!(moves("position startpos\ngo movetime 50\n"), 1);
    assert_eq!(moves("go depth 2\n"), 1);
    assert_eq!(moves("go nodes 5000"), 1);
    assert_eq!(moves("go mate 1\n"), 1);
    assert_eq!(moves("go p1time 1000 p2time 1000\n"), 1);
    assert_eq!(moves("go\n"), 1);
    assert_eq!(moves("go infinite\n"), 1);
    assert_eq!(moves("go infinite depth 1\n"), 1);
    assert_eq!(moves("go infinite\nstop\nposition startpos\ngo depth 1\n"), 2);
    assert_eq!(moves("go infinite\nstop\nposition startpos\ngo infinite"), 2);
    // A search of the opponent's clock alone is unbounded.
    assert_eq!(moves("go p2time 100\n"), 1);
    assert_eq!(run(&[], b"perft 2\n"), ["info string perft 1 290", "info string perft 2 84100"]);
    // A finished game: nothing to play, at once or at the end of an infinite search.
    let over = "position fen bbbBWbb/......./...w.../......./...b.../......./www..ww b\n";
    assert_eq!(run(&[], format!("{over}go depth 1\n").as_bytes()), ["bestmove none"]);
    assert_eq!(run(&[], format!("{over}go infinite\n").as_bytes()), ["bestmove none"]);
}

#[test]
fn quit_ends_everything_at_once() {
    for input in [
        "quit\n",
        "go infinite\nquit\n",
        "perft 20\nquit\n",
        "go infinite\nstop\nquit\n",
        "perft 20\nquery fen\nquit\n",
    ] {
        let mut engine = Engine::start(&[]);
        engine.write(input.as_bytes());
        assert!(engine.wait().success(), "{input}");
    }
}

#[test]
fn an_infinite_search_waits_for_stop() {
    let mut engine = Engine::start(&["--game", "diablo"]);
    // A win at once leaves nothing to think about; `go` alone waits all the same.
    engine.send("position fen ..../..../..../B2G.. b 1-2 5");
    engine.send("go");
    engine.until("info depth");
    engine.send("isready");
    assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    assert_eq!(engine.ask("stop", "bestmove"), "bestmove a1b1");
    engine.send("setoption name Game value diaballik");
    engine.send("go infinite depth 1");
    std::thread::sleep(Duration::from_millis(100));
    engine.send("isready");
    assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    engine.send("stop");
    assert!(engine.line().starts_with("bestmove "));
    engine.send("position fen bbbBWbb/......./...w.../......./...b.../......./www..ww b");
    engine.send("go infinite");
    assert_eq!(engine.sync(), [""; 0]);
    assert_eq!(engine.ask("stop", "bestmove"), "bestmove none");
}

#[test]
fn who_reads_gets_every_line() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name MultiPV value 500");
    engine.send("go depth 1");
    let said = engine.until("bestmove");
    assert_eq!(said.iter().filter(|line| line.starts_with("info depth 1 ")).count(), 290);
    let mut engine = Engine::start(&["--game", "diablo", "--board-size", "26"]);
    for limits in ["depth 1", "movetime 0", "nodes 50"] {
        engine.send(&format!("go {limits}"));
        let said = engine.until("bestmove");
        // 91 distinct rolls of two dice with 13 faces, however early the search ends.
        let rolls = said.iter().filter(|line| line.starts_with("info roll "));
        assert_eq!(rolls.count() % 91, 0, "{limits}");
        assert!(said.iter().any(|line| line.starts_with("info roll 13-13 weight 1 ")), "{limits}");
    }
}

#[test]
fn a_search_for_a_certain_win_heeds_the_other_limits() {
    let mut engine = Engine::start(&["--game", "diablo"]);
    engine.send("go mate 1");
    assert_eq!(engine.until("bestmove").pop().expect("a line"), "bestmove none");
    engine.send("dice 1-2");
    assert_ne!(engine.go("mate 20 depth 1"), "none");
}

#[test]
fn the_last_line_told_is_the_turn_played() {
    let mut engine = Engine::start(&["--multipv", "20"]);
    engine.send("position fen ...Bb.b/...Ww../.wb..../w....../w.ww.../b..b.../.....b. b");
    for nodes in (1..=12).map(|step| step * 4000) {
        engine.send("uginewgame");
        engine.send(&format!("go nodes {nodes}"));
        let said = engine.until("bestmove");
        let line = said.iter().rev().find(|line| line.contains(" multipv 1 ")).expect("a line");
        let first = line.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next()).expect("a turn");
        assert_eq!(said.last().expect("a line"), &format!("bestmove {first}"), "{nodes} nodes");
    }
}

#[test]
fn sparring_partners_heed_searchmoves_and_the_clock() {
    for mover in ["random", "greedy"] {
        let mut engine = Engine::start(&["play", "--mover", mover]);
        assert_eq!(engine.go("searchmoves a1a2 movetime 10"), "a1a2");
        let mut engine = Engine::start(&["--game", "diablo", "--board-size", "26", "play", "--mover", mover]);
        engine.send("position startpos moves 3-5 a1a4 2-7");
        assert_ne!(engine.go("movetime 0"), "none");
    }
}

#[test]
fn a_closed_stdout_ends_the_process_quietly() {
    let mut child =
        command(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let end = Instant::now() + CEILING;
    let status = loop {
        // The pipe may be closed at any of these.
        let _ = stdin.write_all(b"isready\ngo depth 1\n");
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        assert!(Instant::now() < end, "the engine has not ended");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(0));
    let mut said = String::new();
    child.stderr.take().expect("stderr is piped").read_to_string(&mut said).expect("text");
    assert_eq!(said, "");
}

#[test]
fn who_reads_nothing_stops_neither_search_nor_answers() {
    let mut child = command(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut stdout = child.stdout.take().expect("stdout is piped");
    // Far more answers than pipe and queue hold: the writer of input is held up until somebody reads.
    const QUESTIONS: usize = 20_000;
    let writer = std::thread::spawn(move || {
        for _ in 0..QUESTIONS {
            stdin.write_all(b"query legalmoves\n").expect("the engine reads in the end");
        }
        stdin.write_all(b"go depth 1\n").expect("the engine reads in the end");
    });
    std::thread::sleep(Duration::from_millis(300));
    assert!(!writer.is_finished(), "input is read although answers fill the queue");
    let mut said = String::new();
    stdout.read_to_string(&mut said).expect("text");
    writer.join().expect("all input was taken");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(said.lines().filter(|line| line.starts_with("response 290 ")).count(), QUESTIONS);
    assert_eq!(said.lines().filter(|line| line.starts_with("bestmove ")).count(), 1);
}

#[test]
fn every_question_has_one_response_in_every_state() {
    for flags in [&[][..], &["--game", "diablo"], &["--game", "diablo", "--dice", "seeded"]] {
        let states = [
            "position startpos",
            "position fen nonsense",
            "position fen bbbBWbb/......./...w.../......./...b.../......./www..ww b",
            "position fen ..../..../..../B2... g - 6",
        ];
        let mut engine = Engine::start(flags);
        for state in states {
            engine.send(state);
            engine.sync();
            for question in QUESTIONS.iter().chain(&["", "what", "islegal", "islegal a1", "board a1a9", "fen please"]) {
                engine.send(&format!("query {question}"));
                let said = engine.sync();
                assert_eq!(
                    said.iter().filter(|line| line.starts_with("response")).count(),
                    1,
                    "{state}: {question}: {said:?}"
                );
            }
        }
    }
}

#[test]
fn what_the_questions_answer() {
    let mut engine = Engine::start(&["--game", "diablo", "--board-size", "4"]);
    assert_eq!(engine.query("actions"), "end false roll");
    assert_eq!(engine.query("islegal a1b1"), "false roll");
    assert_eq!((engine.query("count"), engine.query("legalmoves")), ("0".into(), "0".into()));
    engine.send("position fen ...B/..../..../B2G2.G b 2-1 5");
    assert_eq!(engine.query("dice"), "1-2");
    assert_eq!(engine.query("board"), "a1:p1:2 b1:p2:2 d1:p2:1 d4:p1:1");
    assert_eq!(engine.query("actions"), "end false quiet a1a2 a1a3 a1c1 d4b4 d4c4 d4d2 d4d3 capture a1b1");
    assert_eq!(engine.query("actions a1b1"), "end false quiet b1b3 d4b4 d4d2 capture b1d1");
    assert_eq!(engine.query("board a1b1,b1d1"), "d1:p1:2 d4:p1:1");
    assert_eq!(engine.query("actions a1b1,b1d1"), "end true");
    assert_eq!(engine.query("islegal a1b1,d4d3"), "false used");
    engine.send("setoption name Game value diaballik");
    assert_eq!(engine.query("dice"), "none");
    assert_eq!(engine.query("actions a1a2,a2a3"), "end true pass d1b1 d1c1 d1e1 d1f1 d1g1");
    assert!(engine.query("actions").starts_with("end false step a1a2 b1b2 "));
    assert!(engine.query("board d1e1").starts_with("a1:p1:1 b1:p1:1 c1:p1:1 d1:p1:1 e1:p1:1:ball f1:p1:1 "));
    assert_eq!(
        engine.query("game"),
        "name Diaballik width 7 height 7 p1 White p2 Black dice 0 faces 0 kinds step pass marks ball"
    );
    assert_eq!(engine.query("protocol"), "diabolo 1");
    engine.send("position fen bbbBWbb/......./...w.../......./...b.../......./www..ww b");
    assert_eq!((engine.query("result"), engine.query("reason")), ("p1win".into(), "goal e7".into()));
    assert_eq!((engine.query("actions"), engine.query("count")), ("end false".into(), "0".into()));
    engine.send("position fen bbbB.../......./......./b....../wb...../.w.b.../..wWwww b");
    assert_eq!(engine.query("reason"), "antiplay a3 b2 c1 d1 e1 f1 g1");
}

#[test]
fn a_growing_game_costs_only_its_new_turns() {
    let mut engine = Engine::start(&["--repetition", "0"]);
    let applied = |engine: &mut Engine| -> u64 {
        let line = engine.ask("show", "info string applied ");
        line["info string applied ".len()..].split(' ').next().expect("a number").parse().expect("a number")
    };
    let turns = ["a1a2", "a7a6", "a2a1", "a6a7"];
    let mut line = "position startpos moves".to_owned();
    for turn in 0..400 {
        line += " ";
        line += turns[turn % 4];
        engine.send(&line);
        engine.send(&line);
    }
    assert_eq!(applied(&mut engine), 400);
    // A turn taken back is another game: it is built anew.
    engine.send("position startpos moves a1a2 a7a6");
    assert_eq!(applied(&mut engine), 402);
}

#[test]
fn the_start_is_quick_and_small() {
    // Goals, printed and not asserted: 20 ms, 32 MiB beyond Hash.
    let begun = Instant::now();
    let mut engine = Engine::start(&["--hash", "1"]);
    engine.ask("ugi", "ugiok");
    println!("start-up to ugiok: {:.1} ms", begun.elapsed().as_secs_f64() * 1000.0);
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("procfs is there");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line on memory");
        let kib: f64 = resident.trim().trim_end_matches(" kB").parse().expect("a number");
        println!("resident memory beyond Hash: {:.1} MiB", kib / 1024.0 - 1.0);
    }
}
