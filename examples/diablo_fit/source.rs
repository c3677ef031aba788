//! Weights as Rust source.

use diabolo::game::diablo::eval::{Features, Net, PHASES, Weights};

/// Prints a file for `src/game/diablo/eval/weights/`, to be formatted. `made_by` are commands.
pub fn print(weights: &Weights, made_by: &str) {
    println!("//! Printed by {made_by}.\n");
    let Weights { rows, net } = weights;
    println!("use super::{{Net, Weights}};\n\npub(super) static WEIGHTS: Weights = Weights {{");
    print_rows(rows);
    print_net(net);
    println!("}};");
}

fn print_rows(rows: &[Features; PHASES]) {
    println!("    rows: [");
    rows.iter().for_each(|row| println!("        {},", list(row)));
    println!("    ],");
}

fn print_net(net: &Net) {
    println!("    net: Net {{\n        inputs: [");
    net.inputs.iter().for_each(|row| println!("            {},", list(row)));
    println!("        ],\n        units: {},\n    }},", list(&net.units));
}

fn list(row: &[f32]) -> String {
    let row: Vec<String> = row.iter().map(|weight| format!("{weight:.4}")).collect();
    format!("[{}]", row.join(", "))
}
