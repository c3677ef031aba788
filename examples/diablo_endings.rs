//! How well small endings of Diablo are played: whole games from random endings, each turn of either side held against
//! the exact best.
//!
//! `cargo run --release --example diablo_endings -- FILE [endings 300] [limit 50ms] [seed 1]`, where `diabolo solve`
//! has made FILE; a limit without `ms` is one of nodes, for machines that are busy. For each of three ways of playing (with the file, without it, without file and solver) it prints the mean and
//! the worst loss of winning chance per turn, in points (hundredths), and where the worst came. The endings, from the
//! same seed, and their dice are the same for all three as long as they play the same turns.

use std::time::{Duration, Instant};

use diabolo::endings::Database;
use diabolo::game::diablo::Diablo;
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Roll, Turn, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Endings, Options, Task, expecti};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// The fewest checkers of an ending.
const FEWEST: u8 = 3;

struct Player<'a> {
    limits: Limits,
    options: Options,
    endings: Option<&'a dyn Endings<Diablo>>,
}

impl Player<'_> {
    fn turn(&self, root: &Diablo, table: &Table) -> Turn {
        let budget = Budget::new(&self.limits, root.side_to_move(), Duration::ZERO);
        let task = Task {
            root,
            earlier: &[],
            repetition: 0,
            only: &[],
            limits: &self.limits,
            options: self.options,
            table,
            control: &Control::new(StopFlag::default(), budget, self.limits.nodes),
            endings: self.endings,
        };
        expecti::search(&task, &mut |_| {}).expect("a known roll has a turn")
    }
}

/// A random ending with so many checkers, both sides on the board, either to move.
fn random_ending(random: &mut SplitMix64, size: usize, checkers: u8) -> Diablo {
    loop {
        let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
        let mut heights = vec![0_i32; size * size];
        for _ in 0..checkers {
            let square = below(size * size);
            let colour = if heights[square] == 0 { 1 - 2 * below(2) as i32 } else { heights[square].signum() };
            heights[square] += colour;
        }
        let cell = |&height: &i32| match height {
            0 => ".".to_owned(),
            1 => "B".to_owned(),
            -1 => "G".to_owned(),
            2.. => format!("B{height}"),
            _ => format!("G{}", -height),
        };
        let rows: Vec<String> = heights.chunks(size).rev().map(|row| row.iter().map(cell).collect()).collect();
        let fen = format!("{} {}", rows.join("/"), ["b - 9", "g - 10"][below(2)]);
        // One side alone is over, and more of one side than at the start is refused.
        if let Ok((position, _)) = Diablo::parse_fen(&fen)
            && position.winner().is_none()
        {
            return position;
        }
    }
}

/// The chance after a turn of the side that has taken it.
fn after(database: &Database, before: &Diablo, turn: &Turn) -> f64 {
    let next = turns::play(before, turn).expect("a legal turn");
    match next.winner() {
        Some(winner) => f64::from(u8::from(winner == before.side_to_move())),
        None => 1.0 - database.chance(&next).expect("an ending"),
    }
}

fn random_roll(random: &mut SplitMix64, faces: u8) -> Roll {
    let all: Vec<Roll> = Roll::all(faces).flat_map(|(roll, weight)| vec![roll; weight as usize]).collect();
    all[(random.next_u64() % all.len() as u64) as usize]
}

fn measure(name: &str, player: &Player<'_>, database: &Database, endings: usize, seed: u64) {
    let mut random = SplitMix64::seed_from_u64(seed);
    let table = Table::new(16).expect("memory");
    let (mut turns_played, mut faulty, mut sum, mut worst) = (0_u32, 0, 0.0, (0.0, String::new()));
    let mut longest = Duration::ZERO;
    for i in 0..endings {
        let checkers = FEWEST + (i % usize::from(database.coverage().checkers - FEWEST + 1)) as u8;
        let mut position = random_ending(&mut random, database.board().into(), checkers);
        let mut dice = SplitMix64::seed_from_u64(random.next_u64());
        table.clear();
        while position.winner().is_none() {
            let roll = random_roll(&mut dice, database.board() / 2);
            position.set_roll(roll).expect("a roll of these dice");
            let begin = Instant::now();
            let turn = player.turn(&position, &table);
            longest = longest.max(begin.elapsed());
            let all = turns::list(&position, &mut || true).expect("nobody stops it");
            let best = all.iter().map(|turn| after(database, &position, turn)).fold(0.0, f64::max);
            let loss = 100.0 * (best - after(database, &position, &turn));
            sum += loss;
            faulty += u32::from(loss > 0.0);
            if loss > worst.0 {
                worst = (loss, format!("{} {turn}", position.fen()));
            }
            turns_played += 1;
            position = turns::play(&position, &turn).expect("a legal turn");
        }
    }
    println!(
        "{name}: {endings} endings, {turns_played} turns, {faulty} not the best; mean loss {:.5} points, worst {:.3} {}; longest {} ms",
        sum / f64::from(turns_played),
        worst.0,
        worst.1,
        longest.as_millis()
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file that 'diabolo solve' has made");
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let endings = next("300").parse().expect("a number of endings");
    let limit = next("50ms");
    let limits = match limit.strip_suffix("ms") {
        Some(time) => Limits { movetime: Some(time.parse().expect("milliseconds")), ..Limits::default() },
        None => Limits { nodes: Some(limit.parse().expect("nodes, or milliseconds and 'ms'")), ..Limits::default() },
    };
    let seed = next("1").parse().expect("a number");
    let database = Database::load(path.as_ref()).expect("a file of endings");
    let plain = Options::default();
    for (name, options, known) in [
        ("with the file", plain, Some(&database as &dyn Endings<Diablo>)),
        ("without the file", plain, None),
        ("without file and solver", Options { solve: false, ..plain }, None),
    ] {
        measure(name, &Player { limits: limits.clone(), options, endings: known }, &database, endings, seed);
    }
}
