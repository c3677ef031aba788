//! Fits the net of Diaballik's evaluation to positions that a search has judged.
//!
//! `cargo run --release --example diaballik_fit -- EPOCHS FILE...` reads what `examples/diaballik_games.rs` has printed and
//! prints `src/game/diaballik/weights.rs`. Stochastic gradient descent (Adam: D. Kingma and J. Ba, 2015) on the cross entropy
//! of chances, in batches, with a rate that falls along a cosine; every tenth game is held out. The order of the
//! positions and the first weights are seeded: the same files give the same weights on the same machine.

mod net;
mod print;

use std::fs::File;
use std::io::{BufRead, BufReader};

use diabolo::game::Game;
use diabolo::game::diaballik::Diaballik;
use diabolo::game::diaballik::eval::inputs;
use net::{Net, Sample, Trainer};
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;

/// Of the order of positions and of the first weights.
const SEED: u64 = 1;
/// Positions between two changes of the weights.
const BATCH: usize = 256;
/// How far a weight is changed at the start; it falls to a hundredth of this.
const RATE: f32 = 0.003;
/// One game of so many is kept to judge the fit.
const HELD_OUT: u32 = 10;
/// How much of what a position of a game is worth is what the game brought; the rest is what the search saw.
const OUTCOME: f32 = 0.5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [epochs, files @ ..] = &args[..] else { panic!("EPOCHS FILE...") };
    let epochs: usize = epochs.parse().expect("a number");
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for file in files {
        read(file, &mut fitted, &mut held_out);
    }
    eprintln!("{} positions fitted, {} held out", fitted.len(), held_out.len());

    let mut dice = SplitMix64::seed_from_u64(SEED);
    let mut trainer = Trainer::new(Net::new(&mut dice));
    let mut order: Vec<usize> = (0..fitted.len()).collect();
    let steps = (epochs * fitted.len().div_ceil(BATCH)).max(1) as f32;
    let mut step = 0.0;
    for epoch in 1..=epochs {
        net::shuffle(&mut order, &mut dice);
        for batch in order.chunks(BATCH) {
            step += 1.0;
            let left = (1.0 + (std::f32::consts::PI * step / steps).cos()) / 2.0;
            trainer.learn(batch.iter().map(|&at| &fitted[at]), RATE * left.max(0.01));
        }
        eprintln!("epoch {epoch}: loss {:.5}, held out {:.5}", trainer.net.loss(&fitted), trainer.net.loss(&held_out));
    }
    print::print(&trainer.net);
}

/// Adds the positions of a file.
fn read(file: &str, fitted: &mut Vec<Sample>, held_out: &mut Vec<Sample>) {
    for line in BufReader::new(File::open(file).expect("a file")).lines() {
        let line = line.expect("a line");
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().expect("number, chance, outcome, FEN");
        let (number, chance, brought, fen) = (word(), word(), word(), word());
        let chance: f32 = chance.parse().expect("a chance");
        let worth = match brought {
            "-" => chance,
            brought => (1.0 - OUTCOME) * chance + OUTCOME * brought.parse::<f32>().expect("an outcome"),
        };
        let (position, _) = Diaballik::parse_fen(fen).expect("a FEN");
        let sample = Sample { inputs: inputs(&position), worth };
        let number: u32 = number.parse().expect("a number");
        if number.is_multiple_of(HELD_OUT) { held_out.push(sample) } else { fitted.push(sample) }
    }
}
