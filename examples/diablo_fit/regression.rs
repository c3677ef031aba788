//! Logistic regression by Newton's method, with weights for each phase of the game.

use diabolo::game::diablo::eval::{COUNT, Features, PHASES};

use crate::samples::Sample;

/// The weights of the features in each phase.
pub type Rows = [Features; PHASES];

/// Draws the weights of features that say little towards nothing.
const RIDGE: f64 = 2.0;
/// Newton's method doubles the right digits each time.
const STEPS: usize = 8;

/// The log odds of the side to move, by these weights.
pub fn log_odds(sample: &Sample, rows: &Rows) -> f32 {
    let of_phase = |phase: usize| -> f32 { rows[phase].iter().zip(&sample.inputs).map(|(w, f)| w * f).sum() };
    (0..PHASES).map(|phase| sample.phase[phase] * of_phase(phase)).sum()
}

/// The weights of these features that fit the targets best; the others are nothing.
pub fn fit(samples: &[Sample], features: &[usize]) -> Rows {
    let mut weights = [[0.0; COUNT]; PHASES];
    let n = features.len() * PHASES;
    for _ in 0..STEPS {
        let mut rows = vec![vec![0.0; n + 1]; n];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] = RIDGE;
            row[n] = -RIDGE * f64::from(weights[i / features.len()][features[i % features.len()]]);
        }
        for sample in samples {
            let chance = 1.0 / (1.0 + f64::from(-log_odds(sample, &weights)).exp());
            add(&mut rows, sample, chance, features);
        }
        for (i, step) in solve(rows).into_iter().enumerate() {
            weights[i / features.len()][features[i % features.len()]] += step as f32;
        }
    }
    weights
}

/// Adds the gradient and the curvature that a sample brings. A position is in two phases at most.
fn add(rows: &mut [Vec<f64>], sample: &Sample, chance: f64, features: &[usize]) {
    let n = rows.len();
    let inputs: Vec<(usize, f64)> = (0..PHASES)
        .filter(|&phase| sample.phase[phase] > 0.0)
        .flat_map(|phase| {
            let input = move |(i, &feature): (usize, &usize)| {
                (phase * features.len() + i, f64::from(sample.phase[phase] * sample.inputs[feature]))
            };
            features.iter().enumerate().map(input)
        })
        .collect();
    for &(i, input) in &inputs {
        let row = &mut rows[i];
        row[n] += (sample.without_luck - chance) * input;
        let weighted = chance * (1.0 - chance) * input;
        for &(j, other) in &inputs {
            row[j] += weighted * other;
        }
    }
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
