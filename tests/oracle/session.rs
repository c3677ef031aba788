//! The whole session in memory, fed with anything: it ends, and answers each question exactly once.

use std::io::Cursor;

use diabolo::options;
use diabolo::session::{Config, run};
use proptest::prelude::*;

use crate::memory::Shared;
use crate::support::cases;

/// What a session with a small table says to an input.
fn said(input: Vec<u8>) -> String {
    let output = Shared::default();
    let hash = options::find("hash").expect("an option");
    let config = Config { options: vec![(hash, "1".to_owned())], ..Config::default() };
    run(Cursor::new(input), output.clone(), &config).expect("the session begins");
    output.text()
}

/// A line that means something, or nearly; nothing that takes long.
fn line() -> impl Strategy<Value = String> {
    let turn = "[a-h][1-8][a-h][1-8](,[a-h][1-8][a-h][1-8]){0,2}";
    let known = [
        "",
        " ",
        "ugi",
        "isready",
        "uginewgame",
        "roll",
        "show",
        "help",
        "stop",
        "go nodes 20",
        "go depth 1",
        "go infinite",
        "go movetime 1",
        "go mate 1 nodes 20",
        "go p1time 0 p2time 0",
        "go searchmoves a1a2 nodes 5",
        "go depth",
        "go nodes -1",
        "perft 1",
        "perft 0",
        "position startpos",
        "position startpos moves a1a2",
        "position startpos moves 1-2 a1a2",
        "position fen GBGB/BGBG/GBGB/BGBG b 1-2 1",
        "position fen GBGB/BGBG/GBGB/BGBG b - 1 seed=7",
        "position fen ..../..../..../B2G.. b 1-2 5",
        "position fen bbbBbbb/......./......./......./......./......./wwwWwww w",
        "position fen ....b../...Wb../..b.wb./.....wb/Bb....w/www..../....... w",
        "position",
        "moves",
        "moves a1a2",
        "dice 1-1",
        "dice 9-9",
        "setoption name Game value diablo",
        "setoption name Game value diaballik",
        "setoption name BoardSize value 4",
        "setoption name BoardSize value 5",
        "setoption name Setup value variant",
        "setoption name AntiPlay value false",
        "setoption name Repetition value 2",
        "setoption name Dice value seeded",
        "setoption name MultiPV value 3",
        "setoption name Nothing value 1",
        "setoption",
        "query",
        "query p1turn",
        "query gameover",
        "query result",
        "query reason",
        "query fen",
        "query dice",
        "query count",
        "query legalmoves",
        "query islegal",
        "query islegal a1a2",
        "query board",
        "query board a1a2",
        "query actions",
        "query actions d1e1",
        "query game",
        "query protocol",
        "query nonsense",
        "nonsense",
        "GO",
        "\u{feff}query fen",
    ];
    prop_oneof![
        6 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => (prop::sample::select(vec!["moves ", "query islegal ", "query actions ", "query board "]), turn)
            .prop_map(|(verb, turn)| verb.to_owned() + &turn),
        1 => "(query|position|moves|dice|setoption|eval|[a-z]{1,8}) [ -~]{0,30}",
    ]
}

/// Lines with any ends, and bytes that are no text at all.
fn input() -> impl Strategy<Value = Vec<u8>> {
    let end = prop::sample::select(vec!["\n", "\n", "\r\n", " \t\n"]);
    let text = (line(), end).prop_map(|(line, end)| (line + end).into_bytes());
    let bytes = prop::collection::vec(any::<u8>(), 0..30);
    prop::collection::vec(prop_oneof![12 => text, 1 => bytes], 0..24).prop_map(|parts| parts.concat())
}

/// The verbs of an input as the protocol sees lines: up to `quit`, nothing follows.
fn verbs(input: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(input);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let verb = |line: &str| {
        line.trim_end_matches('\r').split([' ', '\t']).find(|word| !word.is_empty()).unwrap_or("").to_owned()
    };
    text.split('\n').map(verb).take_while(|verb| verb != "quit").collect()
}

fn check(input: &[u8]) {
    let said = said(input.to_vec());
    assert!(said.is_empty() || said.ends_with('\n'), "{said}");
    assert!(!said.contains("error internal"), "{said}");
    let count = |start: &str| said.lines().filter(|line| line.split(' ').next() == Some(start)).count();
    for line in said.lines() {
        assert!(line.trim_end() == line && !line.is_empty(), "{line:?}");
    }
    let asked = |wanted: &[&str]| verbs(input).iter().filter(|verb| wanted.contains(&verb.as_str())).count();
    let busy = said.lines().filter(|line| line.starts_with("info string error busy: 'go'")).count();
    // after `quit` during a search answers may be missing
    let quits = verbs(input).len() < input.split(|&byte| byte == b'\n').count();
    if !quits {
        assert_eq!(count("response"), asked(&["query", "roll"]), "{said}");
        assert_eq!(count("bestmove") + busy, asked(&["go"]), "{said}");
        assert_eq!(count("readyok"), asked(&["isready"]), "{said}");
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn any_input_is_answered_and_ends(input in input()) {
        check(&input);
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        said(bytes);
    }
}

#[test]
fn a_session_with_every_kind_of_line_is_counted_right() {
    check(b"query fen\nroll\r\ngo nodes 10\nquery fen\nstop\nisready\n\xff\xfe\ngo infinite\nisready\nstop\nquery count\n");
    let said = said(b"query p1turn\nquit\nquery p1turn\n".to_vec());
    assert_eq!(said, "response true\n");
}
