//! A match between two movers of Diablo, in pairs of games with the same dice and swapped seats.
//!
//! `cargo run --release --example diablo_match -- SIZE A B PAIRS ms|nodes LIMIT [SEED]`, where A and B are `random`,
//! `greedy` or `search`; `search^8` for a level of skill, `search@2` for a bound of depth in turns, `search*4` for four
//! times the limit.
//!
//! The second result is that of the same games with the luck of the dice taken out: an unbiased estimate of the same
//! score whose error is less than half, since what the dice have brought is zero on average.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use diabolo::analysis::best_turn;
use diabolo::game::diablo::{Diablo, Scratch};
use diabolo::game::{Game, Outcome, Player, Roll, turns};
use diabolo::rng::{Thrower, seeded_roll};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Report, Task, expecti};

/// The time this thread has really run, where the system tells (Linux): on a busy machine the clock says little.
fn run_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

enum Mover {
    Simple(Simple),
    Search(Box<Search>),
}

impl Mover {
    fn new(text: &str, limits: &Limits, seed: u64) -> Mover {
        let (text, factor) = text.split_once('*').unwrap_or((text, "1"));
        let (text, depth) = text.split_once('@').map_or((text, None), |(text, depth)| (text, Some(depth)));
        let (name, skill) = text.split_once('^').unwrap_or((text, "20"));
        let factor: u32 = factor.parse().expect("a factor");
        let mut limits = limits.clone();
        limits.movetime = limits.movetime.map(|time| time * i64::from(factor));
        limits.nodes = limits.nodes.map(|nodes| nodes * u64::from(factor));
        limits.depth = depth.map(|depth| depth.parse().expect("a depth"));
        match name {
            "random" | "greedy" => Mover::Simple(Simple { greedy: name == "greedy", words: Thrower::new(seed) }),
            "search" => Mover::Search(Box::new(Search {
                table: Table::new(16).expect("memory"),
                limits,
                options: Options { skill: skill.parse().expect("a level"), seed, ..Options::default() },
                slowest: [Duration::ZERO; 2],
                turns: 0,
                depths: 0,
                nodes: 0,
            })),
            _ => panic!("no mover is called '{name}'"),
        }
    }

    fn begin(&mut self) {
        if let Mover::Search(search) = self {
            search.table.clear();
        }
    }

    fn play(&mut self, position: &Diablo) -> Diablo {
        match self {
            Mover::Simple(simple) => simple.play(position),
            Mover::Search(search) => search.play(position),
        }
    }

    /// What there is to tell of it after a match.
    fn told(&self) -> String {
        let Mover::Search(search) = self else { return "no search".to_owned() };
        let turns = search.turns.max(1);
        format!(
            "mean depth {:.2}, nodes {}, slowest turn {:?} by the clock and by run time",
            search.depths as f64 / turns as f64,
            search.nodes / turns,
            search.slowest
        )
    }
}

/// Takes any turn, or any of those that are best by the numbers of checkers.
struct Simple {
    greedy: bool,
    words: Thrower,
}

impl Simple {
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

struct Search {
    table: Table,
    limits: Limits,
    options: Options,
    slowest: [Duration; 2],
    turns: u64,
    depths: u64,
    nodes: u64,
}

impl Search {
    fn play(&mut self, position: &Diablo) -> Diablo {
        let budget = Budget::new(&self.limits, position.side_to_move(), Duration::ZERO);
        let control = Control::new(StopFlag::default(), budget, self.limits.nodes);
        let task = Task {
            root: position,
            earlier: &[],
            repetition: 0,
            only: &[],
            limits: &self.limits,
            options: self.options,
            table: &self.table,
            control: &control,
            endings: None,
        };
        let (begun, ran) = (Instant::now(), run_time());
        let (mut depth, mut nodes) = (0, 0);
        let turn = expecti::search(&task, &mut |report| {
            if let Report::Line(line) = report {
                (depth, nodes) = (line.depth, line.nodes);
            }
        });
        let took = [begun.elapsed(), run_time() - ran];
        for (slowest, took) in self.slowest.iter_mut().zip(took) {
            *slowest = took.max(*slowest);
        }
        self.turns += 1;
        self.depths += u64::from(depth);
        self.nodes += nodes;
        turns::play(position, &turn.expect("a turn")).expect("a legal turn")
    }
}

/// What a game has brought the first mover.
struct Played {
    /// 1 or 0.
    result: f64,
    /// What the dice have brought it, as far as a look at the next turn tells: zero on average, however far that is.
    luck: f64,
}

/// What a roll has brought the side to move, against the mean of all rolls.
fn luck(position: &mut Diablo, thrown: Roll, scratch: &mut Scratch) -> f64 {
    let faces = position.size() / 2;
    let mut luck = 0.0;
    for (roll, weight) in Roll::all(faces) {
        let (chance, _) = best_turn(position, roll, scratch).expect("a turn");
        let share = f64::from(weight) / f64::from(faces) / f64::from(faces);
        luck += (f64::from(u8::from(roll == thrown)) - share) * chance;
    }
    luck
}

/// A game in which the first mover is `side`.
fn game(size: u8, movers: &mut [Mover; 2], side: Player, seed: u64) -> Played {
    let mut position = Diablo::startpos(size).expect("a board size");
    let mut scratch = Scratch::default();
    let mut sum = 0.0;
    movers.iter_mut().for_each(Mover::begin);
    loop {
        if let Some(verdict) = position.verdict() {
            let won = verdict.outcome == Outcome::Win(side);
            return Played { result: f64::from(u8::from(won)), luck: sum };
        }
        let roll = seeded_roll(seed, position.turn_number(), size / 2);
        let own = position.side_to_move() == side;
        let luck = luck(&mut position, roll, &mut scratch);
        sum += if own { luck } else { -luck };
        position.set_roll(roll).expect("a roll");
        position = movers[usize::from(!own)].play(&position);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [size, a, b, pairs, kind, limit, rest @ ..] = &args[..] else { panic!("SIZE A B PAIRS ms|nodes LIMIT [SEED]") };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let (size, pairs, limit, seed) = (number(size) as u8, number(pairs), number(limit), rest.first().map_or(1, number));
    let mut limits = Limits::default();
    match kind.as_str() {
        "ms" => limits.movetime = Some(limit as i64),
        _ => limits.nodes = Some(limit),
    }
    let mut movers = [Mover::new(a, &limits, seed), Mover::new(b, &limits, seed + 1)];
    let (mut scores, mut adjusted) = (Vec::new(), Vec::new());
    for pair in 0..pairs {
        let games = [Player::One, Player::Two].map(|side| game(size, &mut movers, side, seed * 1_000_003 + pair));
        scores.push(games.iter().map(|game| game.result).sum::<f64>() / 2.0);
        adjusted.push(games.iter().map(|game| game.result - game.luck).sum::<f64>() / 2.0);
    }
    println!(
        "{a} against {b} on {size}x{size}, {pairs} pairs: {} wins; {}",
        2.0 * scores.iter().sum::<f64>(),
        summary(&scores)
    );
    println!("with the luck of the dice taken out: {}", summary(&adjusted));
    println!("{a}: {}\n{b}: {}", movers[0].told(), movers[1].told());
}

/// The score with 1.96 standard errors over pairs, and in Elo.
fn summary(scores: &[f64]) -> String {
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 1.96 * (variance / n).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    format!(
        "{:.1} % +- {:.1}, Elo {:+.0} ({:+.0} to {:+.0})",
        mean * 100.0,
        error * 100.0,
        elo(mean),
        elo(mean - error),
        elo(mean + error),
    )
}
