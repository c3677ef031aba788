//! Whole games through GTP by two processes with a third that keeps the rules, as GoGui plays them; and GTP against
//! the line protocol.

mod common;

use common::Engine;

/// What one process answers to one command.
fn answer(engine: &mut Engine, command: &str) -> Result<String, String> {
    engine.send(command);
    let mut lines = Vec::new();
    loop {
        let line = engine.line();
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let text = lines.join("\n");
    match text.split_at(1) {
        ("=", text) => Ok(text.trim_start().to_owned()),
        (_, text) => Err(text.trim_start().to_owned()),
    }
}

fn ask(engine: &mut Engine, command: &str) -> String {
    answer(engine, command).unwrap_or_else(|error| panic!("{command}: {error}"))
}

const SHOWN: [&str; 6] = [
    "gogui-rules_board",
    "gogui-rules_board_gfx",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_captured_count",
    "diabolo-fen",
];

fn shown(engine: &mut Engine) -> Vec<String> {
    SHOWN.iter().map(|command| ask(engine, command)).collect()
}

/// Plays a game and returns its clicks. The ruler gets each click twice, as GoGui sends it, and is put right again.
fn whole_game(flags: &[&str], nodes: [&str; 2]) -> Vec<String> {
    let start = |nodes| Engine::start(&[&["--gtp", "--nodes", nodes], flags].concat());
    let mut players = nodes.map(start);
    let mut ruler = start("1");
    let mut clicks: Vec<String> = Vec::new();
    let (mut doubled, mut refused) = (0, 0);
    while !ask(&mut ruler, "gogui-rules_legal_moves").is_empty() {
        let side = ask(&mut ruler, "gogui-rules_side_to_move");
        let mover = usize::from(side == "white");
        let click = ask(&mut players[mover], &format!("genmove {side}"));
        let legal = ask(&mut ruler, "gogui-rules_legal_moves");
        assert!(legal.split(' ').any(|vertex| vertex == click), "{click} is not among {legal}");
        let play = format!("play {side} {click}");
        ask(&mut players[1 - mover], &play);
        ask(&mut ruler, &play);
        clicks.push(play.clone());

        let once = shown(&mut ruler);
        ask(&mut ruler, "gogui-rules_side_to_move");
        if answer(&mut ruler, &play).is_ok() {
            let twice = shown(&mut ruler);
            assert_eq!(twice[0], once[0], "the same vertex again moves and removes nothing");
            assert_eq!(twice[3], once[3], "nor does it change the side");
            assert_ne!(click, "pass");
            doubled += 1;
            ask(&mut ruler, "undo");
        } else {
            refused += 1;
        }
        if clicks.len().is_multiple_of(25) {
            ask(&mut ruler, "clear_board");
            for play in &clicks {
                ask(&mut ruler, play);
            }
        }
        for engine in players.iter_mut().chain([&mut ruler]) {
            assert_eq!(shown(engine), once, "after {clicks:?}");
        }
        assert!(clicks.len() < 4000, "the game does not end");
    }
    println!("{} clicks; {doubled} doubled ones were selections, {refused} refused", clicks.len());
    let result = ask(&mut ruler, "gogui-rules_final_result");
    for player in &mut players {
        assert_eq!(ask(player, "gogui-rules_final_result"), result);
    }
    assert!(refused > 0);
    clicks
}

#[test]
fn a_whole_game_of_diaballik() {
    let clicks = whole_game(&[], ["3000", "100"]);
    assert!(clicks.len() > 10);
}

#[test]
fn whole_games_of_diablo() {
    for (size, seed) in [("4", "1"), ("4", "2"), ("6", "3")] {
        whole_game(&["--game", "diablo", "--board-size", size, "--seed", seed], ["2000", "200"]);
    }
}

#[test]
fn processes_without_a_seed_throw_the_same_dice() {
    let dice = || ask(&mut Engine::start(&["--gtp", "--game", "diablo"]), "diabolo-fen");
    assert_eq!(dice(), dice());
    assert!(dice().ends_with(" seed=0"));
}

/// The clicks as the line protocol writes a turn, but for removals.
fn turn_of(clicks: &[String]) -> String {
    let squares: Vec<String> =
        clicks.iter().filter(|click| *click != "pass").map(|click| click.to_lowercase()).collect();
    squares.chunks(2).map(<[String]>::concat).collect::<Vec<_>>().join(",")
}

/// Plays some turns of the engine against itself in both protocols and compares turn by turn.
fn same_turns(flags: &[&str], turns: usize) {
    let nodes = "1500";
    let mut gtp = Engine::start(&[&["--gtp", "--nodes", nodes], flags].concat());
    let mut ugi = Engine::start(&[&["--dice", "seeded"], flags].concat());
    let mut moves = String::new();
    for _ in 0..turns {
        ugi.send(&format!("position startpos moves{moves}"));
        if ugi.query("gameover") == "true" {
            break;
        }
        let expected = ugi.go(&format!("nodes {nodes}"));
        let side = ask(&mut gtp, "gogui-rules_side_to_move");
        let mut clicks = Vec::new();
        while ask(&mut gtp, "gogui-rules_side_to_move") == side && !ask(&mut gtp, "gogui-rules_legal_moves").is_empty()
        {
            clicks.push(ask(&mut gtp, &format!("genmove {side}")));
        }
        if !expected.contains('x') {
            assert_eq!(turn_of(&clicks), expected);
        }
        moves += &format!(" {expected}");
        ugi.send(&format!("position startpos moves{moves}"));
        assert_eq!(ask(&mut gtp, "diabolo-fen"), ugi.query("fen"));
    }
}

#[test]
fn gtp_and_the_line_protocol_give_the_same_turns() {
    same_turns(&["--seed", "9"], 8);
    same_turns(&["--seed", "9", "--game", "diablo", "--board-size", "4"], 60);
    same_turns(&["--seed", "4", "--game", "diablo"], 6);
}

#[test]
fn an_interruption_ends_the_search_and_the_rest_waits_its_turn() {
    let mut engine = Engine::start(&["--gtp", "--movetime", "3600000"]);
    engine.write(b"1 genmove b\n2 name\n# interrupt\n3 gogui-rules_side_to_move\n");
    let first = engine.line();
    assert!(first.starts_with("=1 "), "{first}");
    for expected in ["", "=2 Diabolo", "", "=3 black", ""] {
        assert_eq!(engine.line(), expected);
    }
    engine.write(b"quit\nname\n");
    assert_eq!([engine.line(), engine.line()], ["=", ""]);
    assert!(engine.wait().success());
    assert!(engine.rest().is_empty(), "nothing comes behind quit");
}

#[test]
fn the_end_of_input_lets_a_search_finish() {
    let lines = common::run(&["--gtp", "--nodes", "500"], b"genmove b\n");
    assert!(lines[0].starts_with("= "), "{lines:?}");
}

#[test]
fn each_process_keeps_a_log_of_its_own() {
    let folder = std::env::temp_dir().join(format!("diabolo-gtp-log-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let flag = folder.join("%p.log");
    let mut engines = [(); 2].map(|()| Engine::start(&["--gtp", "--log-file", flag.to_str().unwrap()]));
    for engine in &mut engines {
        ask(engine, "name");
    }
    for engine in &mut engines {
        engine.send("quit");
        engine.wait();
        let log = std::fs::read_to_string(folder.join(format!("{}.log", engine.id()))).unwrap();
        assert!(log.contains(" > name\n") && log.contains(" < = Diabolo\n"), "{log}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn flags_that_do_not_fit_are_refused() {
    for flags in [
        &["--fen", "x"][..],
        &["--nodes", "5"],
        &["--gtp", "--nodes", "many"],
        &["--gtp", "perft", "1"],
        &["--gtp", "--board-size", "26", "--game", "diablo"],
        &["--gtp", "--fen", "x"],
    ] {
        let output = common::command(flags).stderr(std::process::Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        assert!(output.stdout.is_empty() && output.stderr.starts_with(b"diabolo: "), "{flags:?}");
    }
}
