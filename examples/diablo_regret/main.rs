//! How much the engine's turns lose in Diablo, by turns that were rolled out: a yardstick for searches that is cheaper
//! than matches.
//!
//! - `cargo run --release --example diablo_regret -- make POSITIONS GAMES SEED SIZE AHEAD` takes positions with a roll
//!   from games by the evaluation, rolls the turns out that searches like, in so many games each, and prints them. Both
//!   sides play the games by the evaluation alone (AHEAD is 1) or look two turns ahead (2, five times as slow).
//! - `… -- loss FILE LIMIT…` lets the engine choose in these positions, by each of the limits (`3d` for a depth, `20000n`
//!   for nodes, `50ms`), and prints what its turns lose against the best one, and what each limit gains on the one before.
//!
//! The best of turns whose chances are known with an error only is judged too well. So one half of the games says which
//! turn is best and the other half what it is worth, both ways round: the loss against that turn, which is not always
//! the best one, is a little too small instead. What one limit gains on another is as right as the rollouts are: they like
//! what fares well against players of their own kind, so a search that itself plays such games looks better than it is.

#[path = "../diablo_fit/judge.rs"]
mod judge;
mod loss;
mod rollout;
mod sample;
mod searcher;

use rollout::Plan;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| -> u64 { text.parse().expect("a number") };
    match &args[..] {
        [what, positions, games, seed, size, ahead] if what == "make" => {
            let plan = Plan { games: number(games), seed: number(seed), ahead: number(ahead) };
            sample::make(number(positions), number(size) as u8, plan);
        }
        [what, file, limits @ ..] if what == "loss" && !limits.is_empty() => loss::tell(file, limits),
        _ => panic!("make POSITIONS GAMES SEED SIZE AHEAD or loss FILE LIMIT…"),
    }
}
