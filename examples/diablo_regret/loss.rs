//! What the engine's turns lose, by a sample that was rolled out.

use std::collections::HashMap;

use crate::judge::Judge;
use crate::rollout::Worth;
use crate::sample::{self, Sample};
use crate::searcher::{self, Searcher};

/// Prints the losses in hundredths of a game a turn, with 95 % errors over positions.
pub fn tell(file: &str, limits: &[String]) {
    let sample = sample::read(file);
    let searcher = Searcher::new();
    let mut rollouts = Rollouts { known: Vec::new(), judge: Judge::default(), added: 0 };
    rollouts.known = sample.positions.iter().map(|known| known.turns.iter().cloned().collect()).collect();
    println!("{} positions", sample.positions.len());
    let mut before: Option<Vec<f64>> = None;
    for text in limits {
        let limits = searcher::limits(text);
        let (mut losses, mut worths) = (Vec::new(), Vec::new());
        rollouts.added = 0;
        for (number, known) in sample.positions.iter().enumerate() {
            let turn = searcher.choose(&known.position, &limits);
            let of_turn = rollouts.worth(&sample, number, &turn);
            losses.push(loss(of_turn, &known.turns));
            worths.push(of_turn.mean());
        }
        print!("{text:>8}: loses {}", summary(&losses));
        if let Some(before) = before {
            let gains: Vec<f64> = worths.iter().zip(&before).map(|(now, before)| now - before).collect();
            let other = gains.iter().filter(|&&gain| gain != 0.0).count();
            print!(", gains {} by {other} other turns", summary(&gains));
        }
        println!("; {} turns were not in the file", rollouts.added);
        before = Some(worths);
    }
}

/// What is known of turns, and what was played for turns that were not in the file.
struct Rollouts {
    known: Vec<HashMap<String, Worth>>,
    judge: Judge,
    added: u64,
}

impl Rollouts {
    fn worth(&mut self, sample: &Sample, number: usize, turn: &diabolo::game::Turn) -> Worth {
        *self.known[number].entry(turn.to_string()).or_insert_with(|| {
            self.added += 1;
            let position = &sample.positions[number].position;
            sample::worth(position, turn, number as u64, sample.plan, &mut self.judge)
        })
    }
}

/// How much less a turn is worth than the one that half of the games call best, by the other half.
fn loss(of_turn: Worth, of_others: &[(String, Worth)]) -> f64 {
    let against = |says: usize| {
        let best = of_others.iter().max_by(|(_, a), (_, b)| a.halves[says].total_cmp(&b.halves[says]));
        best.expect("a turn").1.halves[1 - says] - of_turn.halves[1 - says]
    };
    (against(0) + against(1)) / 2.0
}

/// The mean with 1.96 standard errors, in hundredths.
fn summary(values: &[f64]) -> String {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    format!("{:.3} +- {:.3}", 100.0 * mean, 196.0 * (variance / n).sqrt())
}
