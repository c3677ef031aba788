//! The net as the source text of `src/game/diaballik/weights.rs`.

use diabolo::game::diaballik::eval::{INPUTS_OF_SIDE, TERMS, Term};
use diabolo::game::diaballik::net::{FULL, HUNDREDTH, HUNDREDTH_OF_UNIT};

use super::net::Net;

/// Hundredths for each logarithm of odds.
const SCALE: f32 = 400.0 / std::f32::consts::LN_10;
/// Pieces of a side.
const PIECES: f32 = 7.0;

pub fn print(net: &Net) {
    let (single, base) = centred(net);
    println!(
        "//! The weights of the evaluation's net, printed by `examples/diaballik_fit`. A row holds what an input adds to each"
    );
    println!("//! unit, in 255ths of a full one, and last what it is worth by itself, in eighths of a hundredth.");
    println!("\nuse super::eval::INPUTS;\nuse super::net::{{NUMBERS, UNITS}};");
    println!("\n/// What is there without any input.\n#[rustfmt::skip]");
    println!("pub(super) static BIAS: [i16; NUMBERS] = [{}];", row(&net.bias, base));
    let out: Vec<String> = net.out.iter().map(|out| format!("{:.0}", out * SCALE * HUNDREDTH_OF_UNIT as f32)).collect();
    println!("\n/// What each unit is worth when full, in sixteenths of a hundredth.\n#[rustfmt::skip]");
    println!("pub(super) static OUT: [i16; UNITS] = [{}];", out.join(", "));
    println!("\n/// One row for each input, in the order of `eval`.\n#[rustfmt::skip]");
    println!("pub(super) static ROWS: [[i16; NUMBERS]; INPUTS] = [");
    let mut at = 0;
    for side in ["the side to move", "the other side"] {
        for (_, size, name) in TERMS {
            println!("    // {side}: {name}");
            for (weights, single) in net.rows[at..at + size].iter().zip(&single[at..]) {
                println!("    [{}],", row(weights, *single));
            }
            at += size;
        }
    }
    println!("];");
}

/// Every side has one input of each kind, or seven: what all inputs of a kind have in common is moved to what a position
/// is worth without inputs, so that a term tells of a difference.
fn centred(net: &Net) -> (Vec<f32>, f32) {
    let (mut single, mut base) = (net.single.clone(), net.base);
    let mut at = 0;
    for (term, size, _) in TERMS {
        let of_both = [at, INPUTS_OF_SIDE + at];
        let sum: f32 = of_both.iter().flat_map(|&first| &net.single[first..first + size]).sum();
        let mean = sum / (2 * size) as f32;
        for first in of_both {
            single[first..first + size].iter_mut().for_each(|weight| *weight -= mean);
        }
        base += 2.0 * mean * if term == Term::Piece { PIECES } else { 1.0 };
        at += size;
    }
    (single, base)
}

fn row(weights: &[f32], single: f32) -> String {
    let units = weights.iter().map(|weight| format!("{:.0}", weight * f32::from(FULL)));
    let single = format!("{:.0}", single * SCALE * HUNDREDTH as f32);
    units.chain([single]).collect::<Vec<_>>().join(", ")
}
