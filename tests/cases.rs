//! Every line of the case files through the built engine over real pipes: positions, turns, verdicts, refusals, and
//! what the searches must know of forced wins and exact chances. One process for each file.

mod common;
mod twin;

use std::collections::{BTreeMap, HashSet};

use common::{Engine, cases};

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// Sets a position, which is accepted without a word.
#[track_caller]
fn place(engine: &mut Engine, position: &str) {
    engine.send(&format!("position fen {position}"));
    assert_eq!(engine.sync(), [""; 0], "{position}");
}

/// Sends lines of which each asks one question, in one go, and returns the answers.
fn ask_all(engine: &mut Engine, lines: &[String]) -> Vec<String> {
    engine.write((lines.join("\n") + "\n").as_bytes());
    let mut answers = Vec::new();
    while answers.len() < lines.iter().map(|line| line.matches("query ").count()).sum() {
        let line = engine.line();
        let answer = line.strip_prefix("response ").unwrap_or_else(|| panic!("{line}"));
        answers.push(answer.to_owned());
    }
    answers
}

/// Up to so many sequences are walked through over the pipe.
const MOST_WALKED: usize = 1_200;

/// How many action sequences are whole turns: the tree of `query actions`, level by level.
fn sequences(engine: &mut Engine) -> usize {
    let mut count = 0;
    let mut beginnings = vec![String::new()];
    while !beginnings.is_empty() {
        let questions: Vec<String> = beginnings.iter().map(|begun| format!("query actions {begun}")).collect();
        let mut next = Vec::new();
        for (begun, answer) in beginnings.iter().zip(ask_all(engine, &questions)) {
            let mut words = answer.split(' ');
            assert_eq!(words.next(), Some("end"), "{answer}");
            count += usize::from(words.next() == Some("true"));
            // what has a digit is an action, the rest are the names of the kinds
            for action in words.filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())) {
                next.push(if begun.is_empty() { action.to_owned() } else { format!("{begun},{action}") });
            }
        }
        beginnings = next;
    }
    count
}

/// The position as printed, the number of turns, their list, the number of sequences. Returns the list.
fn check_turns(engine: &mut Engine, fen: &str, distinct: &str, all: &str) -> Vec<String> {
    place(engine, fen);
    let printed = engine.query("fen");
    place(engine, &printed);
    assert_eq!(engine.query("fen"), printed);
    assert_eq!(engine.query("count"), distinct, "{fen}");
    let list = engine.query("legalmoves");
    let (first, turns) = list.split_once(' ').expect("a number and turns");
    let turns: Vec<String> = turns.split(' ').map(str::to_owned).collect();
    assert_eq!((first, turns.len()), (distinct, number(distinct)), "{fen}");
    assert_eq!(turns.iter().collect::<HashSet<_>>().len(), turns.len());
    // (the large ones are counted through the library, by the tests of either game's cases)
    if number(all) <= MOST_WALKED {
        assert_eq!(sequences(engine), number(all), "sequences of {fen}");
    }
    turns
}

/// The turns' ends are told as reason and result, each with its number.
fn ends(engine: &mut Engine, fen: &str, turns: &[String]) -> BTreeMap<(String, String), usize> {
    let line = |turn: &String| format!("position fen {fen} moves {turn}\nquery reason\nquery result");
    let answers = ask_all(engine, &turns.iter().map(line).collect::<Vec<_>>());
    let mut ends = BTreeMap::new();
    for pair in answers.chunks(2) {
        let reason = pair[0].split(' ').next().expect("a word");
        *ends.entry((reason.to_owned(), pair[1].clone())).or_insert(0) += 1;
    }
    ends
}

#[test]
fn diaballik_turns() {
    for file in ["diaballik-turns.txt", "diaballik-antiplay-turns.txt"] {
        let mut engine = Engine::start(&[]);
        for case in cases(file) {
            let [fen, distinct, all, goals, wins, losses] = &case[..] else { panic!("{case:?}") };
            let turns = check_turns(&mut engine, fen, distinct, all);
            place(&mut engine, fen);
            let (me, other) = if engine.query("p1turn") == "true" { ("p1win", "p2win") } else { ("p2win", "p1win") };
            let ends = ends(&mut engine, fen, &turns);
            let times = |reason: &str, result: &str| ends.get(&(reason.into(), result.into())).copied().unwrap_or(0);
            let found = [times("goal", me), times("antiplay", me), times("antiplay", other)];
            assert_eq!(found, [goals, wins, losses].map(|text| number(text)), "{fen}");
            assert_eq!(times("goal", other), 0);
        }
    }
}

#[test]
fn diablo_turns() {
    let mut engine = Engine::start(&["--game", "diablo"]);
    for case in cases("diablo-turns.txt") {
        let [fen, distinct, all] = &case[..] else { panic!("{case:?}") };
        check_turns(&mut engine, fen, distinct, all);
    }
}

/// This case means to show that a goal comes before an anti-play against the mover. But Black's line is touched by
/// three (a6, b6 and c6) before the turn, so that White has won already and no turn may follow: the verdict is the one
/// of the case, and the turn is refused. (tests/decisions.rs shows the decision without Black's line.)
const OVER_BEFORE_THE_TURN: &str = "...w.../wwW.ww./bbbB.../....b.w/.....b./......b/....... w";

/// Plays turns with an engine and tells the verdict in the words of the case files.
fn verdict(engine: &mut Engine, fen: &str, turns: &str) -> String {
    place(engine, fen);
    if turns != "-" {
        let single = !turns.contains(' ');
        let answer = if single { engine.query(&format!("islegal {turns}")) } else { String::new() };
        engine.send(&format!("position fen {fen} moves {turns}"));
        let said = engine.sync();
        assert!(!single || said.is_empty() == (answer == "true"), "{fen} {turns}: {answer} but {said:?}");
        if let Some(line) = said.first() {
            assert!(line.starts_with("info string error illegal-move: ") && said.len() == 1, "{said:?}");
            assert!(answer.starts_with("false ") && !answer["false ".len()..].contains(' '), "{answer}");
            // no position is left to be played on
            let gone = [engine.query("p1turn"), engine.query("gameover"), engine.query("result")];
            assert_eq!(gone, ["false", "true", "none"]);
            return "illegal".into();
        }
    }
    let result = engine.query("result");
    assert_eq!(engine.query("gameover"), (result != "none").to_string());
    assert_eq!(engine.query("reason") == "none", result == "none");
    if result == "none" { "ongoing".into() } else { result }
}

fn check_verdicts(engine: &mut Engine, file: &str) {
    for case in cases(file) {
        let [fen, turns, wanted, what @ ..] = &case[..] else { panic!("{case:?}") };
        let mut wanted = wanted.as_str();
        if fen == OVER_BEFORE_THE_TURN {
            assert_eq!(verdict(engine, fen, "-"), wanted);
            wanted = "illegal";
        }
        assert_eq!(verdict(engine, fen, turns), wanted, "{fen} {turns}: {what:?}");
    }
}

#[test]
fn diaballik_verdicts() {
    check_verdicts(&mut Engine::start(&[]), "diaballik-verdicts.txt");
}

#[test]
fn diablo_verdicts() {
    check_verdicts(&mut Engine::start(&["--game", "diablo"]), "diablo-verdicts.txt");
}

#[test]
fn refused_fens() {
    let mut engine = Engine::start(&[]);
    let mut messages = HashSet::new();
    for case in cases("refused-fens.txt") {
        let [game, fen, what] = &case[..] else { panic!("{case:?}") };
        engine.send(&format!("setoption name Game value {game}"));
        engine.send(&format!("position fen {fen}"));
        let said = engine.sync();
        let [line] = &said[..] else { panic!("{what}: {said:?}") };
        let error = line.strip_prefix("info string error bad-position: column ").unwrap_or_else(|| panic!("{line}"));
        let (column, message) = error.split_once(": ").expect("a place and a message");
        // columns are the line's, in which `position fen ` comes first
        assert!((14..=14 + fen.chars().count()).contains(&number(column)), "{line}");
        assert!(messages.insert((game.clone(), message.to_owned())), "{what}: {message}: this message came before");
        if what.contains("the other game") {
            let other = if game == "diablo" { "diaballik" } else { "diablo" };
            assert!(message.contains(&format!("setoption name Game value {other}")), "{message}");
        }
        assert_eq!(engine.ask("query fen", "response"), "response error no-position");
        assert_eq!((engine.query("gameover"), engine.query("result")), ("true".into(), "none".into()));
    }
    assert_eq!(messages.len(), cases("refused-fens.txt").len());
}

/// The last `info` line that holds `word`, and what follows that word there.
fn last_info(lines: &[String], word: &str) -> String {
    let line = lines.iter().rev().find_map(|line| line.split_once(&format!(" {word} ")));
    line.unwrap_or_else(|| panic!("no {word}: {lines:?}")).1.to_owned()
}

/// Each win is found at its distance, within a bound of nodes and also by depth alone; and the turn played is one of
/// those that force it.
#[test]
fn diaballik_forced_wins() {
    let mut engine = Engine::start(&[]);
    for case in cases("diaballik-wins.txt") {
        let [fen, turns, _] = &case[..] else { panic!("{case:?}") };
        let own_turns: u32 = turns.parse().expect("a number");
        let position = twin::Position::parse(fen);
        for limits in [format!("mate {turns} nodes 20000000"), format!("depth {} nodes 20000000", 2 * own_turns - 1)] {
            engine.send("uginewgame");
            place(&mut engine, fen);
            engine.send(&format!("go {limits}"));
            let said = engine.until("bestmove");
            let score = last_info(&said, "score");
            assert!(score.starts_with(&format!("mate {turns} ")), "{fen}: go {limits}: {said:?}");
            let best = said.last().expect("a line").strip_prefix("bestmove ").expect("a turn");
            assert!(twin::turn_forces_win(&position, best, own_turns), "{fen}: {best} does not force a win in {turns}");
        }
        // No shorter win is claimed.
        engine.send(&format!("go mate {} nodes 20000000", own_turns - 1));
        let said = engine.until("bestmove");
        let score = last_info(&said, "score");
        let claimed = score.strip_prefix("mate ").and_then(|rest| rest.split(' ').next()).map(str::parse::<i32>);
        let shorter = |turns: i32| turns > 0 && turns < own_turns as i32;
        assert!(!claimed.is_some_and(|turns| turns.is_ok_and(shorter)), "{fen}: {said:?}");
    }
}

/// `eval` knows small endings exactly, and a search of all rolls comes to the same chance wherever it ends by itself.
/// (The largest of these endings is left to the library's test.)
#[test]
fn diablo_values() {
    const MUCH: usize = 6_000_000;
    const LITTLE: usize = 500_000;
    let mut engine = Engine::start(&["--game", "diablo"]);
    let (mut searched, mut unsolved) = (0, 0);
    for case in cases("diablo-values.txt") {
        let [fen, value] = &case[..] else { panic!("{case:?}") };
        let (top, bottom) = value.split_once('/').unwrap_or((value, "1"));
        let black = top.parse::<f64>().expect("a number") / bottom.parse::<f64>().expect("a number");
        place(&mut engine, fen);
        let chance = if engine.query("p1turn") == "true" { black } else { 1.0 - black };
        let said = engine.ask("eval", "info string chance");
        let words: Vec<&str> = said.split(' ').collect();
        let solved = words[4] == "exact,";
        assert!(!solved || words[3] == format!("{chance:.6}"), "{fen} is worth {chance}: {said}");

        let limit = if solved { LITTLE } else { MUCH };
        engine.send(&format!("go nodes {limit}"));
        let lines = engine.until("bestmove");
        assert_eq!(lines.last().map(String::as_str), Some("bestmove none"), "the dice aren't known");
        let whole: Vec<String> = lines.into_iter().filter(|line| line.starts_with("info depth")).collect();
        let first = |word| number(last_info(&whole, word).split(' ').next().expect("a number"));
        let ended_by_itself = first("nodes") < limit;
        unsolved += usize::from(!solved && !ended_by_itself);
        if ended_by_itself {
            assert_eq!(first("wdl"), (chance * 1000.0).round() as usize, "{fen} is worth {chance}: {whole:?}");
            searched += 1;
        }
    }
    assert!(searched >= 15 && unsolved <= 1, "{searched} searched, {unsolved} unsolved");
}
