//! Fits the weights of Diablo's evaluation to games, and tells how well its chances fit.
//!
//! - `cargo run --release --example diablo_fit -- play GAMES SEED SIZE` plays games in which both sides choose by the
//!   engine's evaluation alone, and prints their positions.
//! - `… -- fit SEED ROUNDS FILE…` reads such positions, fits the weights of the features by logistic regression and then
//!   the net to what they leave over, which sees each position in so many rounds, and prints a file for
//!   `src/game/diablo/eval/weights/`. Every tenth game is held out.
//! - `… -- calibrate GAMES SEED SIZE` plays new games, takes each fourth position at random and prints ten bins of
//!   judged chances beside the share that was won, and the log loss beside that of a fit to the numbers of checkers alone.
//!
//! One thread, all seeded: it repeats itself. What it does with the weights that an engine has, it repeats with those.

mod calibration;
mod judge;
mod learning;
mod play;
mod regression;
mod samples;
mod source;

use std::io::{self, Write};

use calibration::{bins, gain, loss};
use diabolo::game::diablo::eval::{COUNT, NAMES, Weights, engine_weights};
use play::Games;
use samples::Sample;

/// In a calibration a position is looked at with this chance, whatever comes after it: with so many of each game, those
/// of short games would count more, and what wins fast with them.
const LOOKED_AT: f64 = 0.25;

/// The feature that knows the numbers of checkers alone, and the one that is always one.
const CHECKERS: [usize; 2] = [0, 1];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| -> u64 { text.parse().expect("a number") };
    match &args[..] {
        [what, games, seed, size] if what == "play" => play(number(games), number(seed), number(size) as u8),
        [what, seed, rounds, files @ ..] if what == "fit" && !files.is_empty() => {
            fit(number(seed), number(rounds) as usize, files);
        }
        [what, games, seed, size] if what == "calibrate" => calibrate(number(games), number(seed), number(size) as u8),
        _ => panic!("play GAMES SEED SIZE, fit SEED ROUNDS FILE… or calibrate GAMES SEED SIZE"),
    }
}

fn play(games: u64, seed: u64, size: u8) {
    let mut play = Games::new(size, seed);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for game in 0..games {
        for seen in play.game(true) {
            samples::write(&mut out, game, &seen).expect("written");
        }
    }
    out.flush().expect("written");
}

fn log_odds(sample: &Sample, weights: &Weights) -> f32 {
    regression::log_odds(sample, &weights.rows) + weights.net.log_odds(&sample.inputs)
}

fn fit(seed: u64, rounds: usize, files: &[String]) {
    let samples = samples::read(files);
    let (known, others) = (&samples.known, &samples.held_out);
    let all: Vec<usize> = (0..COUNT).collect();
    let rows = regression::fit(known, &all);
    let of_rows: Vec<f32> = known.iter().map(|sample| regression::log_odds(sample, &rows)).collect();
    let weights = Weights { rows, net: learning::learn(known, &of_rows, seed, rounds) };
    let checkers = regression::fit(known, &CHECKERS);
    let engine = engine_weights(samples.size);
    eprintln!(
        "{} positions, {} of other games; log loss there, against outcomes and these less luck:",
        known.len(),
        others.len()
    );
    let tell = |name: &str, log_odds: &dyn Fn(&Sample) -> f32| {
        let losses =
            [loss(others, |sample| sample.won, log_odds), loss(others, |sample| sample.without_luck, log_odds)];
        let seen = loss(known, |sample| sample.without_luck, log_odds);
        eprintln!("{name:>12} {:.4} {:.4}; where learnt {seen:.4}", losses[0], losses[1]);
    };
    tell("checkers", &|sample| regression::log_odds(sample, &checkers));
    tell("the engine's", &|sample| log_odds(sample, engine));
    tell("features", &|sample| regression::log_odds(sample, &rows));
    tell("and net", &|sample| log_odds(sample, &weights));
    for (what, target) in
        [("outcomes", (|sample| sample.won) as fn(&Sample) -> f64), ("these less luck", |sample| sample.without_luck)]
    {
        let tell = |name: &str, log_odds: [&dyn Fn(&Sample) -> f32; 2]| {
            let (gain, error) = gain(others, target, log_odds);
            eprintln!("against {what}, the net's gain on {name}: {gain:.5}, standard error {error:.5}");
        };
        tell("the engine's", [&|sample| log_odds(sample, engine), &|sample| log_odds(sample, &weights)]);
        tell("features", [&|sample| regression::log_odds(sample, &rows), &|sample| log_odds(sample, &weights)]);
    }
    for (i, name) in NAMES.iter().enumerate() {
        eprintln!("{} {name}", rows.map(|row| format!("{:8.3}", row[i])).join(" "));
    }
    source::print(&weights, &format!("`diablo_fit -- fit {seed} {rounds} FILE`, FILE by `diablo_fit -- play …`"));
}

fn calibrate(games: u64, seed: u64, size: u8) {
    let weights = engine_weights(size);
    let mut play = Games::new(size, seed);
    let mut some_of = |game: u64| -> Vec<Sample> {
        let seen = play.game(false);
        play.some_of(seen, LOOKED_AT).iter().map(|seen| Sample::new(seen, game)).collect()
    };
    let known: Vec<Sample> = (0..games / 2).flat_map(&mut some_of).collect();
    let checkers = regression::fit(&known, &CHECKERS);
    let samples: Vec<Sample> = (games..2 * games).flat_map(&mut some_of).collect();
    println!("{size}x{size}: {} positions of {games} games; judged and won in the bins", samples.len());
    let chance = |sample: &Sample| 1.0 / (1.0 + f64::from(-log_odds(sample, weights).clamp(-9.0, 9.0)).exp());
    let bins = bins(&samples, chance);
    for (number, bin) in bins.iter().enumerate() {
        let off = bin.won - bin.judged;
        println!(
            "{number}: {:6} positions, judged {:5.1} %, won {:5.1} %: {off:+.1}, standard error {:.1}",
            bin.positions, bin.judged, bin.won, bin.error
        );
    }
    let worst = bins.iter().map(|bin| (bin.judged - bin.won).abs()).fold(0.0, f64::max);
    let won = |sample: &Sample| sample.won;
    println!(
        "worst bin off by {worst:.1} points; log loss {:.4}, by checkers alone {:.4}",
        loss(&samples, won, |sample| log_odds(sample, weights)),
        loss(&samples, won, |sample| regression::log_odds(sample, &checkers))
    );
}
