//! Fits the net to what the weighted features leave over, by Adam (Kingma and Ba, 2015) over small batches.

use diabolo::game::diablo::eval::{INPUTS, Inputs, Net, UNITS};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::samples::Sample;

/// Samples to a step.
const BATCH: usize = 256;
/// How far the first steps go; the length then falls to nothing along a cosine.
const PACE: f32 = 3e-3;
/// Adam's memory of gradients and of their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// How strongly weights are drawn towards nothing.
const DECAY: f32 = 1e-4;

/// The net's weights in a row: those of the inputs, then those of the units.
const WEIGHTS: usize = (INPUTS + 1) * UNITS;

/// A net that, added to these log odds of the samples, fits their targets. Each sample is seen in each round.
pub fn learn(samples: &[Sample], log_odds: &[f32], seed: u64, rounds: usize) -> Net {
    let scale = Scale::of(samples);
    let mut words = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut uniform = || words.next_u64() as f32 / u64::MAX as f32 * 2.0 - 1.0;
    let mut weights: Vec<f32> = (0..INPUTS * UNITS).map(|_| uniform() * (3.0 / INPUTS as f32).sqrt()).collect();
    weights.extend((0..UNITS).map(|_| uniform() * 0.1));
    let mut adam = Adam { mean: vec![0.0; WEIGHTS], square: vec![0.0; WEIGHTS], fading: [1.0; 2] };
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = rounds * samples.len().div_ceil(BATCH);
    let mut step = 0;
    for _ in 0..rounds {
        (1..order.len()).rev().for_each(|i| order.swap(i, (words.next_u64() % (i as u64 + 1)) as usize));
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![0.0; WEIGHTS];
            for &i in batch {
                let i = i as usize;
                add_gradient(
                    &mut gradient,
                    &weights,
                    &scale.apply(&samples[i].inputs),
                    log_odds[i],
                    samples[i].without_luck,
                );
            }
            let pace = PACE * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
            adam.step(&mut weights, &gradient, 1.0 / batch.len() as f32, pace);
            step += 1;
        }
    }
    scale.unscaled(&weights)
}

fn add_gradient(gradient: &mut [f32], weights: &[f32], inputs: &Inputs, log_odds: f32, target: f64) {
    let (of_inputs, of_units) = weights.split_at(INPUTS * UNITS);
    let mut sums = [0.0f32; UNITS];
    for (input, weights) in inputs.iter().zip(of_inputs.chunks_exact(UNITS)) {
        sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
    }
    let added: f32 = sums.iter().zip(of_units).map(|(sum, weight)| sum.max(0.0) * weight).sum();
    let error = 1.0 / (1.0 + (-log_odds - added).exp()) - target as f32;
    let (into_inputs, into_units) = gradient.split_at_mut(INPUTS * UNITS);
    let mut back = [0.0f32; UNITS];
    for unit in 0..UNITS {
        into_units[unit] += error * sums[unit].max(0.0);
        back[unit] = if sums[unit] > 0.0 { error * of_units[unit] } else { 0.0 };
    }
    for (input, into) in inputs.iter().zip(into_inputs.chunks_exact_mut(UNITS)) {
        into.iter_mut().zip(&back).for_each(|(into, back)| *into += input * back);
    }
}

/// What Adam remembers.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    fading: [f32; 2],
}

impl Adam {
    fn step(&mut self, weights: &mut [f32], gradient: &[f32], share: f32, pace: f32) {
        self.fading.iter_mut().zip(MEMORY).for_each(|(fading, memory)| *fading *= memory);
        for (i, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[i] * share;
            self.mean[i] += (1.0 - MEMORY[0]) * (slope - self.mean[i]);
            self.square[i] += (1.0 - MEMORY[1]) * (slope * slope - self.square[i]);
            let (mean, square) = (self.mean[i] / (1.0 - self.fading[0]), self.square[i] / (1.0 - self.fading[1]));
            *weight -= pace * (mean / (square.sqrt() + 1e-8) + DECAY * *weight);
        }
    }
}

/// Means of the inputs, and one over their standard deviations: the net learns from inputs of like size.
struct Scale {
    mean: Inputs,
    per_deviation: Inputs,
}

impl Scale {
    fn of(samples: &[Sample]) -> Scale {
        let mean_of = |value: &dyn Fn(&Sample) -> f64| samples.iter().map(value).sum::<f64>() / samples.len() as f64;
        let mut scale = Scale { mean: [0.0; INPUTS], per_deviation: [1.0; INPUTS] };
        // The first is always one, and stays.
        for i in 1..INPUTS {
            let mean = mean_of(&|sample| sample.inputs[i].into());
            let variance = mean_of(&|sample| (f64::from(sample.inputs[i]) - mean).powi(2));
            scale.mean[i] = mean as f32;
            scale.per_deviation[i] = (1.0 / variance.sqrt().max(1e-2)) as f32;
        }
        scale
    }

    fn apply(&self, inputs: &Inputs) -> Inputs {
        std::array::from_fn(|i| (inputs[i] - self.mean[i]) * self.per_deviation[i])
    }

    /// The net that sees the inputs as they are.
    fn unscaled(&self, weights: &[f32]) -> Net {
        let mut net = Net { inputs: [[0.0; UNITS]; INPUTS], units: [0.0; UNITS] };
        for unit in 0..UNITS {
            for i in 0..INPUTS {
                let weight = weights[i * UNITS + unit] * self.per_deviation[i];
                net.inputs[i][unit] += weight;
                net.inputs[0][unit] -= weight * self.mean[i];
            }
            net.units[unit] = weights[INPUTS * UNITS + unit];
        }
        net
    }
}
