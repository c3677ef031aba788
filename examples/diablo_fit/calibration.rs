//! How well judged chances fit outcomes: ten bins, with errors that know which positions are of one game.

use std::collections::BTreeMap;

use crate::samples::Sample;

/// A bin of judged chances, in hundredths.
pub struct Bin {
    pub positions: usize,
    pub judged: f64,
    pub won: f64,
    /// The standard error of their difference; the positions of a game count as one draw.
    pub error: f64,
}

/// Ten bins of equal width.
pub fn bins(samples: &[Sample], chance: impl Fn(&Sample) -> f64) -> Vec<Bin> {
    let bin = |number: usize| {
        let inside: Vec<(&Sample, f64)> = samples
            .iter()
            .map(|sample| (sample, chance(sample)))
            .filter(|&(_, chance)| ((chance * 10.0) as usize).min(9) == number)
            .collect();
        let n = inside.len().max(1) as f64;
        let judged = inside.iter().map(|&(_, chance)| chance).sum::<f64>() / n;
        let won = inside.iter().map(|&(sample, _)| sample.won).sum::<f64>() / n;
        let mut of_games: BTreeMap<u64, f64> = BTreeMap::new();
        for (sample, chance) in &inside {
            *of_games.entry(sample.game).or_default() += sample.won - chance - (won - judged);
        }
        let error = of_games.values().map(|sum| sum * sum).sum::<f64>().sqrt() / n;
        Bin { positions: inside.len(), judged: 100.0 * judged, won: 100.0 * won, error: 100.0 * error }
    };
    (0..10).map(bin).collect()
}

/// The log loss in nats of these log odds against a target; targets outside 0 to 1 are right on average too.
fn loss_of(log_odds: f32, target: f64) -> f64 {
    let odds = f64::from(log_odds.clamp(-9.0, 9.0));
    odds.exp().ln_1p() - target * odds
}

/// The mean log loss of log odds against targets.
pub fn loss(samples: &[Sample], target: impl Fn(&Sample) -> f64, log_odds: impl Fn(&Sample) -> f32) -> f64 {
    samples.iter().map(|sample| loss_of(log_odds(sample), target(sample))).sum::<f64>() / samples.len() as f64
}

/// By how much the second log odds lose less than the first, with the standard error of that; a game is one draw.
pub fn gain(samples: &[Sample], target: impl Fn(&Sample) -> f64, log_odds: [&dyn Fn(&Sample) -> f32; 2]) -> (f64, f64) {
    let gains: Vec<f64> = samples
        .iter()
        .map(|sample| loss_of(log_odds[0](sample), target(sample)) - loss_of(log_odds[1](sample), target(sample)))
        .collect();
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    let mut of_games: BTreeMap<u64, f64> = BTreeMap::new();
    for (sample, gain) in samples.iter().zip(&gains) {
        *of_games.entry(sample.game).or_default() += gain - mean;
    }
    (mean, of_games.values().map(|sum| sum * sum).sum::<f64>().sqrt() / gains.len() as f64)
}
