//! A match of the Diaballik search against itself with other parts switched on, in pairs of games from the same opening
//! with swapped seats.
//!
//! `cargo run --release --example diaballik_match -- A B ms|nodes LIMIT PAIRS [FIRST]`, where A and B are lists such as
//! `full`, `plain` or `full,-null_move`, with `@2` behind for two threads or `^8` for a level of skill.

use std::time::Duration;

use diabolo::game::diaballik::Diaballik;
use diabolo::game::{Game, Outcome, Player, turns};
use diabolo::search::alphabeta::{self, Tuning};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Report, Task};

/// A game that lasts longer is a draw.
const LONGEST: usize = 200;

struct Mover {
    options: Options,
    table: Table,
    depths: u64,
    nodes: u64,
    turns: u64,
}

impl Mover {
    fn new(text: &str) -> Mover {
        let (text, skill) = text.split_once('^').unwrap_or((text, "20"));
        let (parts, threads) = text.split_once('@').unwrap_or((text, "1"));
        let skill = skill.parse().expect("a level");
        let tuning: Tuning = parts.parse().expect("parts of the search");
        let options = Options { tuning, threads: threads.parse().expect("a number"), skill, ..Options::default() };
        Mover { options, table: Table::new(16).expect("memory"), depths: 0, nodes: 0, turns: 0 }
    }

    fn play(&mut self, root: &Diaballik, earlier: &[Diaballik], limits: &Limits) -> Diaballik {
        let budget = Budget::new(limits, root.side_to_move(), Duration::ZERO);
        let control = Control::new(StopFlag::default(), budget, limits.nodes);
        let (options, table) = (self.options, &self.table);
        let task =
            Task { root, earlier, repetition: 3, only: &[], limits, options, table, control: &control, endings: None };
        let (mut depth, mut nodes) = (0, 0);
        let turn = alphabeta::search(&task, &mut |report| {
            if let Report::Line(line) = report {
                (depth, nodes) = (line.depth, line.nodes);
            }
        });
        self.depths += u64::from(depth);
        self.nodes += nodes;
        self.turns += 1;
        turns::play(root, &turn.expect("a turn")).expect("a legal turn")
    }
}

/// What the first mover gets of one game.
fn game(start: &Diaballik, movers: &mut [Mover; 2], first: Player, limits: &Limits) -> f64 {
    let mut position = *start;
    let mut earlier = Vec::new();
    movers.iter_mut().for_each(|mover| mover.table.clear());
    for _ in 0..LONGEST {
        if let Some(verdict) = position.verdict() {
            return f64::from(u8::from(verdict.outcome == Outcome::Win(first)));
        }
        if earlier.iter().filter(|&before| *before == position).count() >= 2 {
            return 0.5;
        }
        let mover = &mut movers[usize::from(position.side_to_move() != first)];
        let next = mover.play(&position, &earlier, limits);
        earlier.push(std::mem::replace(&mut position, next));
    }
    0.5
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, kind, limit, pairs, rest @ ..] = &args[..] else { panic!("A B ms|nodes LIMIT PAIRS [FIRST]") };
    let number = |text: &String| text.parse::<usize>().expect("a number");
    let mut limits = Limits::default();
    match kind.as_str() {
        "ms" => limits.movetime = Some(number(limit) as i64),
        _ => limits.nodes = Some(number(limit) as u64),
    }
    let openings = include_str!("../tools/src/diabolo/openings/diaballik-7.fen");
    let openings: Vec<&str> = openings.lines().filter(|line| !line.starts_with('#')).collect();
    let mut movers = [Mover::new(a), Mover::new(b)];
    let mut scores = Vec::new();
    for pair in 0..number(pairs) {
        let opening = openings[(rest.first().map_or(0, number) + pair) % openings.len()];
        let (start, _) = Diaballik::parse_fen(opening.split("  #").next().expect("a FEN")).expect("a position");
        let score: f64 =
            [Player::One, Player::Two].into_iter().map(|first| game(&start, &mut movers, first, &limits)).sum();
        scores.push(score / 2.0);
        if scores.len().is_multiple_of(10) || scores.len() == number(pairs) {
            println!("{}", summary(&scores, &movers));
        }
    }
}

fn summary(scores: &[f64], movers: &[Mover; 2]) -> String {
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 1.96 * (variance / n).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    let each = |mover: &Mover| {
        let turns = mover.turns.max(1);
        format!("depth {:.2} nodes {}", mover.depths as f64 / turns as f64, mover.nodes / turns)
    };
    format!(
        "{n} pairs: {:.1} % +- {:.1}, Elo {:+.0} ({:+.0} to {:+.0}); {} against {}",
        100.0 * mean,
        100.0 * error,
        elo(mean),
        elo(mean - error),
        elo(mean + error),
        each(&movers[0]),
        each(&movers[1]),
    )
}
