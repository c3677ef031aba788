//! The expectation search with several threads.

use std::time::Duration;

use diabolo::game::diablo::Diablo;
use diabolo::game::{Game, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::expecti;
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Line, Options, Report, Score, Task};

const START: &str = "GBGBGB/BGBGBG/GBGBGB/BGBGBG/GBGBGB/BGBGBG b 1-2 1";
const MIDDLE: &str = "BB.B2GB/GB..../G2B2...B/..G.../G3G2..BB/BBGG2.. g 1-2 12";
const ENDING: &str = "..../...B/GG../..B2G2 b 1-2 9";
const UNKNOWN: &str = "GB.B/G3G../G.BB/.B.G b - 5";

/// The last best line.
fn search(fen: &str, limits: &Limits, threads: usize, stop: StopFlag) -> Line {
    let root = Diablo::parse_fen(fen).expect("a FEN").0;
    let control = Control::new(stop, Budget::new(limits, root.side_to_move(), Duration::ZERO), limits.nodes);
    let table = Table::new(4).expect("memory");
    let task = Task {
        root: &root,
        earlier: &[],
        repetition: 0,
        only: &[],
        limits,
        options: Options { threads, ..Options::default() },
        table: &table,
        control: &control,
        endings: None,
    };
    let mut last = None;
    let turn = expecti::search(&task, &mut |report| {
        if let Report::Line(line) = report {
            last = Some(line);
        }
    });
    let last = last.expect("a line");
    if let Some(turn) = turn {
        turns::play(&root, &turn).expect("a legal turn");
        assert_eq!(last.pv, [turn]);
    }
    last
}

#[test]
fn threads_count_together() {
    for fen in [START, MIDDLE, UNKNOWN] {
        for threads in [2, 5] {
            for nodes in [0, 1, 50, 40_000] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let found = search(fen, &limits, threads, StopFlag::default()).nodes;
                // Each may pass the limit by what it has not told of yet.
                assert!(
                    found <= nodes + 32 * threads as u64 && found + 64 >= nodes,
                    "{fen} {threads} {nodes}: {found}"
                );
            }
        }
    }
}

#[test]
fn threads_agree_on_what_is_certain() {
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    for threads in [1, 2, 4] {
        for (fen, score) in [
            ("..../..../..../B2G.. b 1-2 5", Score::Mate(1)),
            ("..../..../.G../B2... b 1-1 5", Score::Mate(1)),
            ("...G/..../..../B... b 1-2 5", Score::Mate(-1)),
        ] {
            assert_eq!(search(fen, &depth(4), threads, StopFlag::default()).score, score, "{fen} {threads}");
        }
        let ending = search(ENDING, &Limits::default(), threads, StopFlag::default()).score;
        assert!(matches!(ending, Score::Mate(1..)), "{ending:?}");
        let chance = search(MIDDLE, &depth(2), threads, StopFlag::default()).score.chance();
        let alone = search(MIDDLE, &depth(2), 1, StopFlag::default()).score.chance();
        assert!((chance - alone).abs() < 0.01, "{threads}: {chance} {alone}");
    }
}

#[test]
fn stop_ends_all_threads() {
    let stop = StopFlag::default();
    stop.raise();
    assert!(search(START, &Limits::default(), 3, stop).nodes < 200);
    let movetime = Limits { movetime: Some(30), ..Limits::default() };
    // Time ends them too, or this hangs.
    search(START, &movetime, 3, StopFlag::default());
}
