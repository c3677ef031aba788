//! Fits the weights of Diablo's evaluation to the outcomes of games, and tells how well its chances fit.
//!
//! - `cargo run --release --example diablo_fit -- fit GAMES ROUNDS SEED SIZE…` plays games in which both sides choose
//!   by the evaluation alone, fits the weights to their outcomes by logistic regression, plays on with these, and so
//!   on. It begins with checkers only and prints the lines for `src/game/diablo/eval/weights.rs`.
//! - `… -- calibrate GAMES SEED SIZE` plays games with the weights that the engine has, takes a few positions of each
//!   and prints ten bins of judged chances beside the share that was won, and the log loss beside that of a fit to the
//!   numbers of checkers alone.
//!
//! One thread, all seeded: it repeats itself.

mod play;
mod regression;

use diabolo::game::diablo::eval::{COUNT, NAMES, PHASES, Weights, engine_weights};
use play::{Games, Sample};
use regression::{chance, fit, loss};

/// How many positions of a game are looked at in a calibration: few, so that they depend little on each other.
const OF_A_GAME: usize = 4;

/// The feature that knows the numbers of checkers alone, and the one that is always one.
const CHECKERS: [usize; 2] = [0, 1];

/// Where the first round begins: checkers count, and nothing else.
const FIRST: f32 = 3.0;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = args.iter().skip(1).map(|arg| arg.parse().expect("a number")).collect();
    match (args.first().map(String::as_str), &numbers[..]) {
        (Some("fit"), &[games, rounds, seed, ref sizes @ ..]) if !sizes.is_empty() => {
            fit_weights(games, rounds, seed, sizes);
        }
        (Some("calibrate"), &[games, seed, size]) => calibrate(games, seed, size as u8),
        _ => panic!("fit GAMES ROUNDS SEED SIZE… or calibrate GAMES SEED SIZE"),
    }
}

fn fit_weights(games: u64, rounds: u64, seed: u64, sizes: &[u64]) {
    let all: Vec<usize> = (0..COUNT).collect();
    let mut weights: Weights = [std::array::from_fn(|i| if i == CHECKERS[1] { FIRST } else { 0.0 }); PHASES];
    for round in 1..=rounds {
        // The first rounds need not be exact.
        let games = if round == rounds { games } else { games / 8 };
        let mut samples = Vec::new();
        let mut others = Vec::new();
        for &size in sizes {
            let mut play = Games::new(size as u8, weights, seed * 1_000 + round);
            (0..games).for_each(|game| play.game(if game % 10 == 0 { &mut others } else { &mut samples }));
        }
        let before = loss(&others, &weights);
        weights = fit(&samples, &all);
        let checkers = fit(&samples, &CHECKERS);
        eprintln!(
            "round {round}: {} positions, log loss {:.4}; on {} positions of other games {:.4}, before {before:.4}, by checkers alone {:.4}",
            samples.len(),
            loss(&samples, &weights),
            others.len(),
            loss(&others, &weights),
            loss(&others, &checkers),
        );
    }
    for row in weights {
        let row: Vec<String> = row.iter().map(|weight| format!("{weight:.3}")).collect();
        println!("    [{}],", row.join(", "));
    }
    for (i, name) in NAMES.iter().enumerate() {
        eprintln!("{} {name}", weights.map(|row| format!("{:8.3}", row[i])).join(" "));
    }
}

fn calibrate(games: u64, seed: u64, size: u8) {
    let weights = *engine_weights(size);
    let mut play = Games::new(size, weights, seed);
    let mut known: Vec<Sample> = Vec::new();
    (0..games / 2).for_each(|_| play.game(&mut known));
    let checkers = fit(&known, &CHECKERS);
    let mut samples = Vec::new();
    for _ in 0..games {
        let mut of_game = Vec::new();
        play.game(&mut of_game);
        samples.extend(play.some_of(of_game, OF_A_GAME));
    }
    println!("{size}x{size}: {} positions of {games} games; judged and won in the bins", samples.len());
    let mut worst: f64 = 0.0;
    for bin in 0..10 {
        let inside: Vec<&Sample> =
            samples.iter().filter(|sample| ((chance(sample, &weights) * 10.0) as usize).min(9) == bin).collect();
        let n = inside.len().max(1) as f64;
        let judged = 100.0 * inside.iter().map(|sample| chance(sample, &weights)).sum::<f64>() / n;
        let won = 100.0 * inside.iter().map(|sample| sample.won).sum::<f64>() / n;
        let error = 196.0 * (won / 100.0 * (1.0 - won / 100.0) / n).sqrt();
        worst = worst.max((judged - won).abs());
        println!("{bin}: {:6} positions, judged {judged:5.1} %, won {won:5.1} % +- {error:.1}", inside.len());
    }
    println!(
        "worst bin off by {worst:.1} points; log loss {:.4}, by checkers alone {:.4}",
        loss(&samples, &weights),
        loss(&samples, &checkers)
    );
}
