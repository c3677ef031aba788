//! Plays games of Diaballik for those who fit the evaluation, and judges positions of them.
//!
//! `cargo run --release --example diaballik_games -- GAMES NODES SEED [THREADS]` prints one line for each position: the
//! game's number, the chance of the side to move, 0 to 1, as a search sees it, what the game brought that side (1, 0.5 or
//! 0; `-` for a position that is not one of the game), and the FEN. A game depends on its number and the seed alone: the same
//! lines on every machine, however many threads play.
//!
//! Positions come from the game itself, and from one step beside it: a search's leaves are mostly what a turn that nobody
//! would play leads to. The chance is the mean of the search's last two iterations, since odd and even depths see different
//! things.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use diabolo::game::deterministic::Deterministic;
use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::{Game, Outcome, Player, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Report, Score, Task, alphabeta};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Random turns at the start of every game, and one turn of so many later on.
const OPENING: usize = 6;
const RANDOM_EVERY: u64 = 12;
/// A game that lasts longer counts as drawn.
const LONGEST: usize = 150;

/// A position and the chance of its side to move, 0 to 1.
struct Sample {
    position: Diaballik,
    chance: f64,
    /// Whether the position is one of the game itself.
    in_game: bool,
}

/// The positions of a game, and who won it.
#[derive(Default)]
struct Played {
    samples: Vec<Sample>,
    winner: Option<Player>,
}

struct Dice(SplitMix64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|arg| arg.parse().expect("a number")).collect();
    let (games, nodes, seed, threads) = match args[..] {
        [games, nodes, seed] => (games as usize, nodes, seed, 1),
        [games, nodes, seed, threads] => (games as usize, nodes, seed, threads as usize),
        _ => panic!("GAMES NODES SEED [THREADS]"),
    };
    for (number, Played { samples, winner }) in played(games, nodes, seed, threads).iter().enumerate() {
        for Sample { position, chance, in_game } in samples {
            let brought = match winner {
                _ if !in_game => "-",
                None => "0.5",
                Some(winner) if *winner == position.side_to_move() => "1",
                Some(_) => "0",
            };
            println!("{number} {chance:.4} {brought} {}", position.fen());
        }
    }
}

/// Each game.
fn played(games: usize, nodes: u64, seed: u64, threads: usize) -> Vec<Played> {
    let mut of_game: Vec<Played> = (0..games).map(|_| Played::default()).collect();
    let share = games.div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        for (part, own) in of_game.chunks_mut(share).enumerate() {
            scope.spawn(move || {
                let table = Table::new(1).expect("memory");
                for (i, game) in own.iter_mut().enumerate() {
                    let number = (part * share + i) as u64;
                    *game = play(nodes, &mut Dice(SplitMix64::seed_from_u64(seed << 32 | number)), &table);
                }
            });
        }
    });
    of_game
}

fn play(nodes: u64, dice: &mut Dice, table: &Table) -> Played {
    let setup = if dice.below(4) == 0 { Setup::Variant } else { Setup::Standard };
    let mut position = Diaballik::startpos(setup);
    let mut earlier: Vec<Diaballik> = Vec::new();
    let mut samples = Vec::new();
    table.clear();
    let winner = loop {
        match position.verdict().map(|verdict| verdict.outcome) {
            Some(Outcome::Win(winner)) => break Some(winner),
            Some(Outcome::Draw) => break None,
            None if earlier.len() == LONGEST => break None,
            None => {}
        }
        let next = if earlier.len() < OPENING {
            random_turn(&position, dice)
        } else {
            let (best, chance) = judge(&position, &earlier, nodes, table);
            if is_evaluated(&position) {
                samples.push(Sample { position, chance, in_game: true });
            }
            let aside = random_turn(&position, dice);
            if is_evaluated(&aside) {
                let (_, chance) = judge(&aside, &[], nodes / 2, table);
                samples.push(Sample { position: aside, chance, in_game: false });
            }
            if dice.below(RANDOM_EVERY) == 0 { random_turn(&position, dice) } else { best }
        };
        earlier.push(std::mem::replace(&mut position, next));
    };
    Played { samples, winner }
}

/// Whether a search would evaluate the position, and not see at once who wins.
fn is_evaluated(position: &Diaballik) -> bool {
    position.verdict().is_none() && !position.wins_now() && (!position.threatened() || position.has_defence())
}

fn random_turn(position: &Diaballik, dice: &mut Dice) -> Diaballik {
    let mut after = Vec::new();
    let _ = position.visit_successors(&mut (), &mut |next| {
        after.push(*next);
        ControlFlow::Continue(())
    });
    after[dice.below(after.len() as u64) as usize]
}

/// The best turn's position, and the chance that the search sees.
fn judge(root: &Diaballik, earlier: &[Diaballik], nodes: u64, table: &Table) -> (Diaballik, f64) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let budget = Budget::new(&limits, root.side_to_move(), Duration::ZERO);
    let control = Control::new(StopFlag::default(), budget, limits.nodes);
    let options = Options::default();
    let task = Task {
        root,
        earlier,
        repetition: 3,
        only: &[],
        limits: &limits,
        options,
        table,
        control: &control,
        endings: None,
    };
    let mut chances: Vec<(u32, f64, bool)> = Vec::new();
    let turn = alphabeta::search(&task, &mut |report| {
        if let Report::Line(line) = report {
            let depth = line.depth;
            chances.retain(|&(before, ..)| before != depth);
            chances.push((depth, line.score.chance(), matches!(line.score, Score::Mate(_))));
        }
    });
    let chance = match chances[..] {
        [.., (_, before, _), (_, last, false)] => (before + last) / 2.0,
        [.., (_, last, _)] => last,
        [] => 0.5,
    };
    (turns::play(root, &turn.expect("a turn")).expect("a legal turn"), chance)
}
