//! Fits the weights of Diaballik's evaluation to the outcomes of games that the search plays against itself.
//!
//! `cargo run --release --example diaballik_fit -- GAMES NODES SEED` prints for each term the factor by which its
//! weight should be multiplied. Repeat with the new weights until the factors are near one. One thread and fixed nodes:
//! the same numbers on every machine.

use std::ops::ControlFlow;
use std::time::Duration;

use diabolo::game::diaballik::{Diaballik, Setup, eval};
use diabolo::game::{Game, Outcome, Player, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Task, alphabeta};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Random turns at the start of every game, and one turn of so many later on.
const OPENING: usize = 6;
const RANDOM_EVERY: u64 = 12;
/// A game that lasts longer counts as drawn.
const LONGEST: usize = 150;
/// Keeps factors of terms that say little near one.
const RIDGE: f64 = 5.0;

/// A position: its terms, and what the side to move got, 0 to 1.
struct Sample {
    terms: Vec<f64>,
    result: f64,
}

struct Dice(SplitMix64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|arg| arg.parse().expect("a number")).collect();
    let [games, nodes, seed] = args[..] else { panic!("GAMES NODES SEED") };
    let mut dice = Dice(SplitMix64::seed_from_u64(seed));
    let table = Table::new(16).expect("memory");
    let mut samples = Vec::new();
    for _ in 0..games {
        play(nodes, &mut dice, &table, &mut samples);
    }
    let names: Vec<_> = eval::explain(&Diaballik::startpos(Setup::Standard)).into_iter().map(|term| term.0).collect();
    let factors = fit(&samples);
    let ones = vec![1.0; names.len()];
    println!("{} positions, log loss {:.4} -> {:.4}", samples.len(), loss(&samples, &ones), loss(&samples, &factors));
    for (name, factor) in names.iter().zip(&factors) {
        println!("{factor:7.3}  {name}");
    }
}

fn play(nodes: u64, dice: &mut Dice, table: &Table, samples: &mut Vec<Sample>) {
    let setup = if dice.below(4) == 0 { Setup::Variant } else { Setup::Standard };
    let mut position = Diaballik::startpos(setup);
    let mut earlier: Vec<Diaballik> = Vec::new();
    let mut seen = Vec::new();
    table.clear();
    let winner = loop {
        match position.verdict().map(|verdict| verdict.outcome) {
            Some(Outcome::Win(winner)) => break Some(winner),
            Some(Outcome::Draw) => break None,
            None if earlier.len() == LONGEST => break None,
            None => {}
        }
        let mover = position.side_to_move();
        // Leaves with a win are not evaluated.
        if earlier.len() >= OPENING && !position.can_score(mover) {
            seen.push((mover, eval::explain(&position).into_iter().map(|term| f64::from(term.1)).collect()));
        }
        let random = earlier.len() < OPENING || dice.below(RANDOM_EVERY) == 0;
        let next = if random { random_turn(&position, dice) } else { best_turn(&position, &earlier, nodes, table) };
        earlier.push(std::mem::replace(&mut position, next));
    };
    let result = |side: Player| winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    samples.extend(seen.into_iter().map(|(side, terms): (Player, Vec<f64>)| Sample { terms, result: result(side) }));
}

fn random_turn(position: &Diaballik, dice: &mut Dice) -> Diaballik {
    let mut after = Vec::new();
    let _ = position.visit_successors(&mut (), &mut |next| {
        after.push(*next);
        ControlFlow::Continue(())
    });
    after[dice.below(after.len() as u64) as usize]
}

fn best_turn(root: &Diaballik, earlier: &[Diaballik], nodes: u64, table: &Table) -> Diaballik {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let budget = Budget::new(&limits, root.side_to_move(), Duration::ZERO);
    let control = Control::new(StopFlag::default(), budget, limits.nodes);
    let options = Options::default();
    let task = Task { root, earlier, repetition: 3, only: &[], limits: &limits, options, table, control: &control };
    let turn = alphabeta::search(&task, &mut |_| ()).expect("a turn");
    turns::play(root, &turn).expect("a legal turn")
}

/// The chance that the weighted terms stand for.
fn chance(terms: &[f64], factors: &[f64]) -> f64 {
    let value: f64 = terms.iter().zip(factors).map(|(term, factor)| term * factor).sum();
    1.0 / (1.0 + 10f64.powf(-value / 400.0))
}

fn loss(samples: &[Sample], factors: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let chance = chance(&sample.terms, factors).clamp(1e-9, 1.0 - 1e-9);
        -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// Newton's method for logistic regression, with a ridge towards one.
fn fit(samples: &[Sample]) -> Vec<f64> {
    let n = samples.first().map_or(0, |sample| sample.terms.len());
    let scale = std::f64::consts::LN_10 / 400.0;
    let mut factors = vec![1.0; n];
    for _ in 0..12 {
        let mut gradient: Vec<f64> = factors.iter().map(|factor| RIDGE * (1.0 - factor)).collect();
        let mut curvature = vec![vec![0.0; n]; n];
        for sample in samples {
            let p = chance(&sample.terms, &factors);
            for (i, term) in sample.terms.iter().enumerate() {
                gradient[i] += (sample.result - p) * scale * term;
                for (cell, other) in curvature[i].iter_mut().zip(&sample.terms) {
                    *cell += p * (1.0 - p) * scale * scale * term * other;
                }
            }
        }
        (0..n).for_each(|i| curvature[i][i] += RIDGE);
        for (factor, step) in factors.iter_mut().zip(solve(curvature, gradient)) {
            *factor += step;
        }
    }
    factors
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
