//! Fits the weights of Diablo's evaluation to the outcomes of games that the search plays against itself.
//!
//! `cargo run --release --example diablo_fit -- GAMES NODES SEED SIZE…` prints for each term the factor by which its
//! weight should be multiplied. Repeat with the new weights until the factors are near one.

use std::ops::ControlFlow;
use std::time::Duration;

use diabolo::game::diablo::Diablo;
use diabolo::game::{Game, Outcome, Player, turns};
use diabolo::rng::{Thrower, seeded_roll};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Task, expecti};

/// Random turns at the start of every game, and one turn of so many later on.
const OPENING: u32 = 4;
const RANDOM_EVERY: u8 = 10;
/// Keeps factors of terms that say little near one.
const RIDGE: f64 = 1.0;

/// A position: its terms, and whether the side to move has won.
struct Sample {
    terms: Vec<f64>,
    won: f64,
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|arg| arg.parse().expect("a number")).collect();
    let [games, nodes, seed, ref sizes @ ..] = args[..] else { panic!("GAMES NODES SEED SIZE…") };
    let mut words = Thrower::new(seed);
    let mut table = Table::new(16).expect("memory");
    let mut samples = Vec::new();
    for game in 0..games {
        for &size in sizes {
            play(size as u8, nodes, seed * 1_000_003 + game, &mut words, &mut table, &mut samples);
        }
    }
    let names: Vec<_> = Diablo::startpos(4).expect("a size").explain().into_iter().map(|term| term.0).collect();
    let factors = fit(&samples);
    println!(
        "{} positions, log loss {:.4} -> {:.4}",
        samples.len(),
        loss(&samples, &vec![1.0; names.len()]),
        loss(&samples, &factors)
    );
    for (name, factor) in names.iter().zip(&factors) {
        println!("{name:10} {factor:7.3}");
    }
}

fn play(size: u8, nodes: u64, seed: u64, words: &mut Thrower, table: &mut Table, samples: &mut Vec<Sample>) {
    let mut position = Diablo::startpos(size).expect("a size");
    let mut seen = Vec::new();
    table.clear();
    let winner = loop {
        if let Some(verdict) = position.verdict() {
            break verdict.outcome;
        }
        let terms: Vec<f64> = position.explain().into_iter().map(|term| term.1).collect();
        if position.turn_number() > OPENING {
            seen.push((position.side_to_move(), terms));
        }
        position.set_roll(seeded_roll(seed, position.turn_number(), size / 2)).expect("a roll");
        let random = position.turn_number() <= OPENING || words.throw(RANDOM_EVERY) == diabolo::game::Roll::new(1, 2);
        position = if random { random_turn(&position, words) } else { best_turn(&position, nodes, table) };
    };
    let won = |side: Player| f64::from(u8::from(winner == Outcome::Win(side)));
    samples.extend(seen.into_iter().map(|(side, terms)| Sample { terms, won: won(side) }));
}

fn random_turn(position: &Diablo, words: &mut Thrower) -> Diablo {
    let mut after = Vec::new();
    let _ = position.visit_successors(&mut <Diablo as Game>::Scratch::default(), &mut |next| {
        after.push(next.clone());
        ControlFlow::Continue(())
    });
    let word = (0..3).fold(0, |sum, _| sum * 255 + usize::from(words.throw(255).low()));
    after.swap_remove(word % after.len())
}

fn best_turn(position: &Diablo, nodes: u64, table: &Table) -> Diablo {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let budget = Budget::new(&limits, position.side_to_move(), Duration::ZERO);
    let control = Control::new(StopFlag::default(), budget, limits.nodes);
    let options = Options::default();
    let task = Task {
        root: position,
        earlier: &[],
        repetition: 0,
        only: &[],
        limits: &limits,
        options,
        table,
        control: &control,
        endings: None,
    };
    let turn = expecti::search(&task, &mut |_| ()).expect("a turn");
    turns::play(position, &turn).expect("a legal turn")
}

fn chance(sample: &Sample, factors: &[f64]) -> f64 {
    let sum: f64 = sample.terms.iter().zip(factors).map(|(term, factor)| term * factor).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(samples: &[Sample], factors: &[f64]) -> f64 {
    let one = |sample: &Sample| {
        let chance = chance(sample, factors);
        -(sample.won * chance.ln() + (1.0 - sample.won) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

/// Logistic regression by Newton's method, drawn towards factors of one.
fn fit(samples: &[Sample]) -> Vec<f64> {
    let n = samples[0].terms.len();
    let mut factors = vec![1.0; n];
    for _ in 0..20 {
        let mut rows = vec![vec![0.0; n + 1]; n];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] += RIDGE;
            row[n] += RIDGE * (1.0 - factors[i]);
        }
        for sample in samples {
            let chance = chance(sample, &factors);
            for (i, row) in rows.iter_mut().enumerate() {
                row[n] += (sample.won - chance) * sample.terms[i];
                for (j, cell) in row[..n].iter_mut().enumerate() {
                    *cell += chance * (1.0 - chance) * sample.terms[i] * sample.terms[j];
                }
            }
        }
        let step = solve(rows);
        factors.iter_mut().zip(step).for_each(|(factor, step)| *factor += step);
    }
    factors
}

/// Gauss and Jordan's elimination; each row holds its right-hand side last.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for i in 0..n {
        let pivot = rows[i].clone();
        for (j, row) in rows.iter_mut().enumerate() {
            let factor = row[i] / pivot[i];
            if j != i {
                row.iter_mut().zip(&pivot).for_each(|(cell, pivot)| *cell -= factor * pivot);
            }
        }
    }
    rows.iter().enumerate().map(|(i, row)| row[n] / row[i]).collect()
}
