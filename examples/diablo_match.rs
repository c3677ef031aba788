//! A match of the Diablo search against a simple mover, in pairs of games with the same dice and swapped seats.
//!
//! `cargo run --release --example diablo_match -- SIZE random|greedy PAIRS ms|nodes LIMIT [SEED]`

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use diabolo::game::diablo::Diablo;
use diabolo::game::{Game, Outcome, Player, turns};
use diabolo::rng::{Thrower, seeded_roll};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Task, expecti};

/// The time this thread has really run, where the system tells (Linux): on a busy machine the clock says little.
fn run_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// What a mover is told.
struct Mover {
    greedy: bool,
    words: Thrower,
}

impl Mover {
    /// A random number below `bound`, from throws of dice with 255 faces.
    fn below(&mut self, bound: usize) -> usize {
        let roll = (0..3).map(|_| usize::from(self.words.throw(255).low())).fold(0, |sum, die| sum * 255 + die);
        roll % bound
    }

    fn play(&mut self, position: &Diablo) -> Diablo {
        let mover = position.side_to_move();
        let (mut chosen, mut score, mut ties) = (None, i64::MIN, 0);
        let _ = position.visit_successors(&mut <Diablo as Game>::Scratch::default(), &mut |after| {
            let own = i64::from(after.checkers(mover)) - i64::from(after.checkers(mover.other()));
            let found = if self.greedy { own } else { 0 };
            ties = if found > score { 1 } else { ties + usize::from(found == score) };
            // Each of the ties so far is the chosen one with the same chance, without a list of them.
            if found > score || (found == score && self.below(ties) == 0) {
                (chosen, score) = (Some(after.clone()), found);
            }
            ControlFlow::Continue(())
        });
        chosen.expect("a turn")
    }
}

struct Match {
    table: Table,
    limits: Limits,
    slowest: [Duration; 2],
    turns: u32,
    depths: u32,
}

impl Match {
    fn search(&mut self, position: &Diablo) -> Diablo {
        let budget = Budget::new(&self.limits, position.side_to_move(), Duration::ZERO);
        let control = Control::new(StopFlag::default(), budget, self.limits.nodes);
        let task = Task {
            root: position,
            earlier: &[],
            repetition: 0,
            only: &[],
            limits: &self.limits,
            options: Options::default(),
            table: &self.table,
            control: &control,
            endings: None,
        };
        let (begun, ran) = (Instant::now(), run_time());
        let mut depth = 0;
        let turn = expecti::search(&task, &mut |report| {
            if let diabolo::search::Report::Line(line) = report {
                depth = line.depth;
            }
        });
        let took = [begun.elapsed(), run_time() - ran];
        for (slowest, took) in self.slowest.iter_mut().zip(took) {
            *slowest = took.max(*slowest);
        }
        self.turns += 1;
        self.depths += depth;
        turns::play(position, &turn.expect("a turn")).expect("a legal turn")
    }

    /// Whether the search has won as `side`.
    fn game(&mut self, size: u8, side: Player, mover: &mut Mover, seed: u64) -> bool {
        let mut position = Diablo::startpos(size).expect("a board size");
        self.table.clear();
        loop {
            if let Some(verdict) = position.verdict() {
                return verdict.outcome == Outcome::Win(side);
            }
            let roll = seeded_roll(seed, position.turn_number(), size / 2);
            position.set_roll(roll).expect("a roll");
            position = if position.side_to_move() == side { self.search(&position) } else { mover.play(&position) };
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| args.get(i).map_or(default, |arg| arg.parse().expect("a number"));
    let (size, pairs, limit, seed) = (number(0, 6) as u8, number(2, 50), number(4, 5000), number(5, 1));
    let mut limits = Limits::default();
    match args.get(3).map(String::as_str) {
        Some("ms") => limits.movetime = Some(limit as i64),
        _ => limits.nodes = Some(limit),
    }
    let greedy = args.get(1).is_some_and(|name| name == "greedy");
    let mut mover = Mover { greedy, words: Thrower::new(seed) };
    let table = Table::new(16).expect("memory");
    let mut games = Match { table, limits, slowest: [Duration::ZERO; 2], turns: 0, depths: 0 };
    let mut scores = Vec::new();
    for pair in 0..pairs {
        let wins = [Player::One, Player::Two].map(|side| games.game(size, side, &mut mover, seed * 1_000_003 + pair));
        scores.push(wins.iter().map(|&win| f64::from(u8::from(win))).sum::<f64>() / 2.0);
    }
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    println!(
        "{}: {} wins of {} games, {:.1} % +- {:.1} (1.96 standard errors of pairs); slowest turn {:?} by the clock and by run time, mean depth {:.2}",
        if greedy { "greedy" } else { "random" },
        scores.iter().sum::<f64>() * 2.0,
        2 * scores.len(),
        mean * 100.0,
        196.0 * (variance / n).sqrt(),
        games.slowest,
        f64::from(games.depths) / f64::from(games.turns.max(1)),
    );
}
