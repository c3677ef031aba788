//! What depth costs and what it means in Diaballik: time and nodes to a depth over fixed positions of the middle game,
//! and how often the turn of depth 5 holds against a search that prunes nothing.
//!
//! `cargo run --release --example diaballik_depth -- times DEPTH` prints the median of time and nodes, one thread, 64
//! MiB; `-- agreement` asks, in how many positions the turn of depth 5 is that of an unpruned depth 4, or no worse by the
//! verdict of depth 6.

use std::time::{Duration, Instant};

use diabolo::game::diaballik::Diaballik;
use diabolo::game::{Game, Turn, turns};
use diabolo::search::alphabeta::{self, Tuning};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Report, Score, Task};

/// A finished search.
struct Answer {
    turn: Turn,
    /// In hundredths; beyond all others for certain ends.
    value: i32,
    nodes: u64,
    time: Duration,
}

fn ask(root: &Diaballik, tuning: Tuning, depth: u32, only: &[Diaballik]) -> Answer {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let budget = Budget::new(&limits, root.side_to_move(), Duration::ZERO);
    let control = Control::new(StopFlag::default(), budget, limits.nodes);
    let options = Options { tuning, ..Options::default() };
    let table = Table::new(64).expect("memory");
    let (limits, table, control) = (&limits, &table, &control);
    let task = Task { root, earlier: &[], repetition: 3, only, limits, options, table, control, endings: None };
    let (mut value, mut nodes) = (0, 0);
    let begun = Instant::now();
    let turn = alphabeta::search(&task, &mut |report| {
        if let Report::Line(line) = report {
            nodes = line.nodes;
            value = match line.score {
                Score::Cp(value) => value,
                Score::Mate(turns) => turns.signum() * 100_000,
            };
        }
    });
    Answer { turn: turn.expect("a turn"), value, nodes, time: begun.elapsed() }
}

fn after(root: &Diaballik, turn: &Turn) -> Diaballik {
    turns::play(root, turn).expect("a legal turn")
}

fn times(roots: &[Diaballik], depth: u32) {
    let answers = roots.iter().map(|root| ask(root, Tuning::FULL, depth, &[]));
    let (mut times, mut nodes): (Vec<Duration>, Vec<u64>) = answers.map(|answer| (answer.time, answer.nodes)).unzip();
    times.sort_unstable();
    nodes.sort_unstable();
    let (middle, last) = (roots.len() / 2, roots.len() - 1);
    println!(
        "depth {depth}: median {:.3} s and {} nodes, slowest {:.3} s, most nodes {}",
        times[middle].as_secs_f64(),
        nodes[middle],
        times[last].as_secs_f64(),
        nodes[last]
    );
}

fn agreement(roots: &[Diaballik]) {
    let unpruned = Tuning { threats: true, static_order: true, ..Tuning::PLAIN };
    let (mut same, mut no_worse) = (0, 0);
    for root in roots {
        let (deep, plain) = (ask(root, Tuning::FULL, 5, &[]).turn, ask(root, unpruned, 4, &[]).turn);
        if deep == plain {
            same += 1;
            continue;
        }
        let verdict = |turn: &Turn| ask(root, Tuning::FULL, 6, &[after(root, turn)]).value;
        let (of_deep, of_plain) = (verdict(&deep), verdict(&plain));
        no_worse += usize::from(of_deep >= of_plain);
        println!("{}: {deep} {of_deep}, unpruned {plain} {of_plain}", root.fen());
    }
    println!("{same} of {} the same, {no_worse} others no worse", roots.len());
}

fn main() {
    let positions = include_str!("../tests/positions/diaballik-midgame.txt").lines();
    let roots: Vec<Diaballik> = positions
        .filter(|line| !line.starts_with('#'))
        .map(|line| Diaballik::parse_fen(line).expect("a position").0)
        .collect();
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["times", depth] => times(&roots, depth.parse().expect("a depth")),
        ["agreement"] => agreement(&roots),
        _ => panic!("times DEPTH, or agreement"),
    }
}
