//! The expectation search on Diablo: limits, certain ends, lines, unknown dice.

use std::time::{Duration, Instant};

use diabolo::game::diablo::Diablo;
use diabolo::game::{Game, Turn, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::expecti::{self, exact_chance};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Line, Options, Report, RollLine, Score, Task};

struct Found {
    turn: Option<String>,
    lines: Vec<Line>,
    rolls: Vec<RollLine>,
}

impl Found {
    fn last(&self) -> &Line {
        self.lines.last().expect("a line")
    }
}

fn read(fen: &str) -> Diablo {
    Diablo::parse_fen(fen).expect("a FEN").0
}

fn search_with(fen: &str, limits: &Limits, multipv: usize, only: &[Diablo], stop: StopFlag) -> Found {
    let options = Options { multipv, ..Options::default() };
    search_by(fen, limits, options, only, stop)
}

fn search_by(fen: &str, limits: &Limits, options: Options, only: &[Diablo], stop: StopFlag) -> Found {
    let root = read(fen);
    let control = Control::new(stop, Budget::new(limits, root.side_to_move(), Duration::ZERO), limits.nodes);
    let table = Table::new(4).expect("memory");
    let task = Task {
        root: &root,
        earlier: &[],
        repetition: 0,
        only,
        limits,
        options,
        table: &table,
        control: &control,
        endings: None,
    };
    let (mut lines, mut rolls) = (Vec::new(), Vec::new());
    let turn = expecti::search(&task, &mut |report| match report {
        Report::Line(line) => lines.push(line),
        Report::Roll(line) => rolls.push(line),
    });
    if let Some(turn) = &turn {
        turns::play(&root, turn).expect("a legal turn");
        let best = lines.iter().rfind(|line| line.multipv == 1).expect("a line before the turn");
        assert_eq!(best.pv.as_slice(), std::slice::from_ref(turn), "{fen}");
    }
    Found { turn: turn.map(|turn| turn.to_string()), lines, rolls }
}

fn search(fen: &str, limits: &Limits) -> Found {
    search_with(fen, limits, 1, &[], StopFlag::default())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

const START: &str = "GBGBGB/BGBGBG/GBGBGB/BGBGBG/GBGBGB/BGBGBG b 1-2 1";
const MIDDLE: &str = "BB.B2GB/GB..../G2B2...B/..G.../G3G2..BB/BBGG2.. g 1-2 12";
const ENDING: &str = "..../...B/GG../..B2G2 b 1-2 9";

#[test]
fn node_limits_are_exact_and_results_repeat() {
    for fen in [START, MIDDLE, ENDING] {
        for limit in [0, 1, 2, 100, 399, 5000, 30_000] {
            let (one, two) = (search(fen, &nodes(limit)), search(fen, &nodes(limit)));
            assert_eq!((&one.turn, one.last().nodes), (&two.turn, two.last().nodes));
            assert!(one.turn.is_some() && one.last().nodes <= limit, "{fen} {limit}");
            if fen != ENDING {
                assert_eq!(one.last().nodes, limit, "{fen}");
            }
        }
    }
}

/// Games behind close turns look farther than any search does in this time.
fn has_sampled(found: &Found) -> bool {
    found.lines.iter().any(|line| line.seldepth > line.depth + 3)
}

#[test]
fn long_searches_sample_and_repeat_themselves() {
    let [one, two] = [0, 1].map(|_| search(MIDDLE, &nodes(310_000)));
    assert!(has_sampled(&one));
    assert_eq!((&one.turn, one.last().nodes, one.last().score), (&two.turn, 310_000, two.last().score));
    for limits in [nodes(200_000), depth(4)] {
        assert!(!has_sampled(&search(MIDDLE, &limits)), "{limits:?}");
    }
}

#[test]
fn sampled_lines_come_in_order() {
    let found = search_with(MIDDLE, &nodes(310_000), 3, &[], StopFlag::default());
    assert!(has_sampled(&found));
    for lines in found.lines.chunk_by(|a, b| a.multipv < b.multipv) {
        assert!(lines.is_sorted_by(|a, b| a.depth > b.depth || a.score.chance() >= b.score.chance()));
    }
}

#[test]
fn a_stopped_search_still_has_a_turn() {
    let stop = StopFlag::default();
    stop.raise();
    for fen in [START, MIDDLE, ENDING] {
        let found = search_with(fen, &Limits::default(), 3, &[], stop.clone());
        assert!(found.turn.is_some());
    }
}

#[test]
fn the_largest_board_answers_in_time() {
    let start = Diablo::startpos(26).expect("a size").fen();
    let fen = start.replace(" b - 1", " b 5-13 3");
    let limits = Limits { movetime: Some(50), ..Limits::default() };
    let begun = Instant::now();
    assert!(search(&fen, &limits).turn.is_some());
    assert!(search(&start, &limits).turn.is_none());
    // A ceiling for slow machines, not a measurement.
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[test]
fn on_the_largest_board_what_captures_most_is_judged_first() {
    let start = Diablo::startpos(26).expect("a size").fen();
    let root = read(&start.replace(" b - 1", " b 5-13 3"));
    let found = search(&root.fen(), &nodes(1));
    let turn = Turn::parse(&found.turn.expect("a turn")).expect("notation");
    let after = turns::play(&root, &turn).expect("a legal turn");
    let enemy = root.side_to_move().other();
    assert_eq!(root.checkers(enemy) - after.checkers(enemy), 2, "each die can capture one");
}

#[test]
fn depth_is_a_limit() {
    for wanted in 1..=3 {
        let found = search(ENDING, &depth(wanted));
        assert!(found.last().depth <= wanted);
    }
    assert_eq!(search(MIDDLE, &depth(1)).lines.len(), 1);
}

#[test]
fn certain_ends_have_their_distance() {
    let score = |fen: &str| search(fen, &depth(4)).last().score;
    // The first action, or the second, takes the last enemy checker.
    assert_eq!(score("..../..../..../B2G.. b 1-2 5"), Score::Mate(1));
    assert_eq!(score("..../..../.G../B2... b 1-1 5"), Score::Mate(1));
    // A lone checker must move and then remove itself.
    assert_eq!(score("...G/..../..../B... b 1-2 5"), Score::Mate(-1));
    // Whatever the dice, Black's checker is never in time.
    assert!(matches!(score("...B../....../....../....../....../....G. b - 9"), Score::Mate(..0)));
    let mate = Limits { mate: Some(2), ..Limits::default() };
    assert_eq!(search("..../..../..../B2G.. b 1-2 5", &mate).last().score, Score::Mate(1));
}

#[test]
fn black_loses_on_the_smallest_board() {
    let found = search("GB/BG b 1-1 1", &Limits::default());
    assert!(matches!(found.last().score, Score::Mate(..0)), "{:?}", found.last());
    let control = Control::until_stopped(StopFlag::default());
    assert_eq!(exact_chance(&read("GB/BG b - 1"), 10_000, &control), Some(0.0));
    assert_eq!(exact_chance(&read("GBGB/BGBG/GBGB/BGBG b - 1"), 10_000, &control), None);
}

#[test]
fn lines_come_in_order_and_differ() {
    let found = search_with(ENDING, &depth(3), 5, &[], StopFlag::default());
    for lines in found.lines.chunk_by(|a, b| a.multipv < b.multipv) {
        assert_eq!(lines.iter().map(|line| line.multipv).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        for pair in lines.windows(2) {
            assert!(pair[0].score.chance() >= pair[1].score.chance() && pair[0].pv != pair[1].pv);
        }
    }
}

#[test]
fn more_lines_do_not_change_the_first() {
    let best = |multipv| {
        let found = search_with(MIDDLE, &depth(2), multipv, &[], StopFlag::default());
        let line = found.lines.into_iter().rfind(|line| line.multipv == 1).expect("a line");
        (line.score, line.pv)
    };
    assert_eq!(best(1), best(4));
}

#[test]
fn only_the_wanted_turns_are_searched() {
    let root = read(MIDDLE);
    let all = turns::list(&root, &mut || true).expect("a list");
    let wanted: Vec<Turn> = all.into_iter().rev().take(3).collect();
    let only: Vec<Diablo> = wanted.iter().map(|turn| turns::play(&root, turn).expect("legal")).collect();
    for limits in [nodes(0), nodes(2), depth(2)] {
        let found = search_with(MIDDLE, &limits, 9, &only, StopFlag::default());
        assert!(wanted.iter().any(|turn| Some(turn.to_string()) == found.turn));
        assert!(found.lines.iter().all(|line| line.pv.iter().all(|turn| wanted.contains(turn))));
    }
}

#[test]
fn unknown_dice_are_searched_roll_by_roll() {
    let found = search("..../...B/GG../..B2G2 b - 9", &depth(30));
    assert_eq!(found.turn, None);
    let exact = 361.0 / 512.0;
    assert!((found.last().score.chance() - exact).abs() < 2e-3, "{:?}", found.last());
    assert!(found.last().pv.is_empty());
    let rolls = &found.rolls[found.rolls.len() - 3..];
    let shown: Vec<_> = rolls.iter().map(|line| (line.roll.to_string(), line.weight, line.pv.len())).collect();
    assert_eq!(shown, [("1-1".to_owned(), 1, 1), ("1-2".to_owned(), 2, 1), ("2-2".to_owned(), 1, 1)]);
    let mean = rolls.iter().map(|line| f64::from(line.weight) * line.score.chance()).sum::<f64>() / 4.0;
    assert!((mean - exact).abs() < 2e-3);
    assert!(search("GBGB/BGBG/GBGB/BGBG b - 1", &nodes(0)).lines.len() == 1);
}

fn with_skill(fen: &str, skill: u32, seed: u64) -> Found {
    let options = Options { skill, seed, ..Options::default() };
    search_by(fen, &nodes(20_000), options, &[], StopFlag::default())
}

#[test]
fn from_level_5_up_a_win_this_turn_is_taken() {
    let wins = ["..../..../..../B2G.. b 1-2 5", "..../..../.G../B2... b 1-1 5", "B..B/.B../B2.B./.B2G. b 1-2 5"];
    for fen in wins {
        for (level, seed) in (5..20).flat_map(|level| (0..4).map(move |seed| (level, seed))) {
            let turn = Turn::parse(&with_skill(fen, level, seed).turn.expect("a turn")).expect("notation");
            let after = turns::play(&read(fen), &turn).expect("a legal turn");
            assert!(after.verdict().is_some(), "level {level}, seed {seed} in {fen}");
        }
    }
}

#[test]
fn weak_levels_repeat_themselves_and_vary_with_the_seed() {
    let mut turns_of_level_0 = std::collections::HashSet::new();
    for (level, seed) in (0..20).zip([3, 4].into_iter().cycle()) {
        let (one, two) = (with_skill(MIDDLE, level, seed), with_skill(MIDDLE, level, seed));
        assert_eq!((&one.turn, one.last().nodes), (&two.turn, two.last().nodes), "level {level}");
    }
    for seed in 0..20 {
        turns_of_level_0.insert(with_skill(MIDDLE, 0, seed).turn);
    }
    assert!(turns_of_level_0.len() > 5, "{turns_of_level_0:?}");
}
