//! Fits the weights of Diaballik's evaluation to games that the search plays against itself.
//!
//! `cargo run --release --example diaballik_fit -- GAMES NODES SEED [THREADS]` prints `src/game/diaballik/weights.rs`.
//! What a position is fitted to lies halfway between the outcome of its game and the chance that the search gave it.
//! A game depends on its number and the seed alone: the same weights on every machine, however many threads play.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use diabolo::game::diaballik::eval::{self, FEATURES, TERMS};
use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::{Game, Outcome, Player, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Report, Task, alphabeta};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Random turns at the start of every game, and one turn of so many later on.
const OPENING: usize = 6;
const RANDOM_EVERY: u64 = 12;
/// A game that lasts longer counts as drawn.
const LONGEST: usize = 150;
/// Holds weights of which the games say little near what they were; in games' worth of information.
const RIDGE: f64 = 0.02;
/// One position of so many is kept to judge the fit, all of its game with it.
const HELD_OUT: usize = 10;

/// A position: its features, what the rest of the evaluation says, and what it is worth to the side to move, 0 to 1.
struct Sample {
    features: Vec<(u8, i8)>,
    rest: f64,
    worth: f64,
}

struct Dice(SplitMix64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|arg| arg.parse().expect("a number")).collect();
    let (games, nodes, seed, threads) = match args[..] {
        [games, nodes, seed] => (games as usize, nodes, seed, 1),
        [games, nodes, seed, threads] => (games as usize, nodes, seed, threads as usize),
        _ => panic!("GAMES NODES SEED [THREADS]"),
    };
    let (fitted, held_out) = samples(games, nodes, seed, threads);
    let before: Vec<f64> = eval::weights().iter().map(|&weight| f64::from(weight)).collect();
    let weights = fit(&fitted, &before);
    println!("//! The weights of the features in `eval`, in hundredths, in the order of its terms: what");
    println!("//! `cargo run --release --example diaballik_fit -- {games} {nodes} {seed}` prints.");
    println!("\nuse super::eval::FEATURES;\n\n/// One weight for each feature.\n#[rustfmt::skip]");
    println!("pub(super) static WEIGHTS: [i16; FEATURES] = [");
    let mut rest = &weights[..];
    for (_, size, name) in TERMS {
        let (own, others) = rest.split_at(size);
        println!("    // {name}");
        for row in own.chunks(if size == 28 { 4 } else { size }) {
            let row: Vec<String> = row.iter().map(|weight| format!("{weight:.0}")).collect();
            println!("    {},", row.join(", "));
        }
        rest = others;
    }
    println!("];");
    let say = |what: &str, samples: &[Sample]| {
        eprintln!(
            "{what}: {} positions, loss {:.4} -> {:.4}",
            samples.len(),
            loss(samples, &before),
            loss(samples, &weights)
        );
    };
    say("fitted", &fitted);
    say("held out", &held_out);
}

/// The positions of all games, and those of the games held out.
fn samples(games: usize, nodes: u64, seed: u64, threads: usize) -> (Vec<Sample>, Vec<Sample>) {
    let mut of_game: Vec<Vec<Sample>> = (0..games).map(|_| Vec::new()).collect();
    let share = games.div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        for (part, own) in of_game.chunks_mut(share).enumerate() {
            scope.spawn(move || {
                let table = Table::new(16).expect("memory");
                for (i, samples) in own.iter_mut().enumerate() {
                    let number = (part * share + i) as u64;
                    play(nodes, &mut Dice(SplitMix64::seed_from_u64(seed << 32 | number)), &table, samples);
                }
            });
        }
    });
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for (number, samples) in of_game.into_iter().enumerate() {
        if number % HELD_OUT == 0 { held_out.extend(samples) } else { fitted.extend(samples) }
    }
    (fitted, held_out)
}

fn play(nodes: u64, dice: &mut Dice, table: &Table, samples: &mut Vec<Sample>) {
    let setup = if dice.below(4) == 0 { Setup::Variant } else { Setup::Standard };
    let mut position = Diaballik::startpos(setup);
    let mut earlier: Vec<Diaballik> = Vec::new();
    let mut movers = Vec::new();
    table.clear();
    let winner = loop {
        match position.verdict().map(|verdict| verdict.outcome) {
            Some(Outcome::Win(winner)) => break Some(winner),
            Some(Outcome::Draw) => break None,
            None if earlier.len() == LONGEST => break None,
            None => {}
        }
        let mover = position.side_to_move();
        let next = if earlier.len() < OPENING {
            random_turn(&position, dice)
        } else {
            let (best, chance) = best_turn(&position, &earlier, nodes, table);
            // Leaves with a win are not evaluated.
            if !position.can_score(mover) {
                samples.push(sample(&position, chance));
                movers.push(mover);
            }
            if dice.below(RANDOM_EVERY) == 0 { random_turn(&position, dice) } else { best }
        };
        earlier.push(std::mem::replace(&mut position, next));
    };
    let result = |side: Player| winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    for (sample, mover) in samples.iter_mut().zip(movers) {
        sample.worth = (sample.worth + result(mover)) / 2.0;
    }
}

fn sample(position: &Diaballik, worth: f64) -> Sample {
    let (mut features, mut fitted) = (Vec::new(), 0);
    for (feature, (count, weight)) in eval::features(position).into_iter().zip(eval::weights()).enumerate() {
        if count != 0 {
            features.push((feature as u8, count));
            fitted += i32::from(count) * i32::from(*weight);
        }
    }
    let all: i32 = eval::explain(position).into_iter().map(|term| term.1).sum();
    Sample { features, rest: f64::from(all - fitted), worth }
}

fn random_turn(position: &Diaballik, dice: &mut Dice) -> Diaballik {
    let mut after = Vec::new();
    let _ = position.visit_successors(&mut (), &mut |next| {
        after.push(*next);
        ControlFlow::Continue(())
    });
    after[dice.below(after.len() as u64) as usize]
}

/// The best turn's position, and the chance that the search sees.
fn best_turn(root: &Diaballik, earlier: &[Diaballik], nodes: u64, table: &Table) -> (Diaballik, f64) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let budget = Budget::new(&limits, root.side_to_move(), Duration::ZERO);
    let control = Control::new(StopFlag::default(), budget, limits.nodes);
    let options = Options::default();
    let task = Task {
        root,
        earlier,
        repetition: 3,
        only: &[],
        limits: &limits,
        options,
        table,
        control: &control,
        endings: None,
    };
    let mut chance = 0.5;
    let turn = alphabeta::search(&task, &mut |report| {
        if let Report::Line(line) = report {
            chance = line.score.chance();
        }
    });
    (turns::play(root, &turn.expect("a turn")).expect("a legal turn"), chance)
}

const fn scale() -> f64 {
    std::f64::consts::LN_10 / 400.0
}

/// The chance that the weighted features stand for.
fn chance(sample: &Sample, weights: &[f64]) -> f64 {
    let value: f64 = sample.features.iter().map(|&(at, count)| f64::from(count) * weights[usize::from(at)]).sum();
    1.0 / (1.0 + (-scale() * (sample.rest + value)).exp())
}

/// Cross entropy, in nats for each position.
fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let chance = chance(sample, weights).clamp(1e-9, 1.0 - 1e-9);
        -(sample.worth * chance.ln() + (1.0 - sample.worth) * (1.0 - chance).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// Newton's method for logistic regression, with a ridge towards the weights before.
fn fit(samples: &[Sample], before: &[f64]) -> Vec<f64> {
    let mut weights = before.to_vec();
    for _ in 0..8 {
        let mut gradient: Vec<f64> = weights.iter().zip(before).map(|(now, before)| RIDGE * (before - now)).collect();
        let mut curvature = vec![vec![0.0; FEATURES]; FEATURES];
        for sample in samples {
            let p = chance(sample, &weights);
            for &(i, count) in &sample.features {
                let (i, count) = (usize::from(i), f64::from(count));
                gradient[i] += (sample.worth - p) * scale() * count;
                for &(j, other) in &sample.features {
                    curvature[i][usize::from(j)] += p * (1.0 - p) * scale() * scale() * count * f64::from(other);
                }
            }
        }
        (0..FEATURES).for_each(|i| curvature[i][i] += RIDGE);
        for (weight, step) in weights.iter_mut().zip(solve(curvature, gradient)) {
            *weight += step;
        }
    }
    weights
}

/// Solves a positive definite system by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        for row in i + 1..n {
            let factor = matrix[row][i] / matrix[i][i];
            let (above, below) = matrix.split_at_mut(row);
            below[0].iter_mut().zip(&above[i]).for_each(|(cell, upper)| *cell -= factor * upper);
            right[row] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}
