//! The positions, and the file they are kept in: a line of numbers, then for each position a line of its FEN and its
//! turns with what their games say, with tabs between them.

use std::io::{self, Write};

use diabolo::game::diablo::Diablo;
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Roll, Turn, turns};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::judge::Judge;
use crate::rollout::{Plan, Worth, rollout};
use crate::searcher::Searcher;

/// Of the turns at the start of a game, so many at most are random.
const OPENING: u64 = 6;
/// Of the turns behind them, one of so many is taken.
const TAKEN: u64 = 6;
/// So many of the best turns by a search three turns deep are rolled out, if they are not so much worse than the best.
const BEST: usize = 6;
const MARGIN: f64 = 0.04;

/// Positions with a better or worse chance than this are left out: there is little to lose.
const OPEN: std::ops::RangeInclusive<f64> = 0.05..=0.95;

/// What is known of the turns of positions.
pub struct Sample {
    pub plan: Plan,
    pub positions: Vec<Known>,
}

/// A position with its roll, and the turns that were rolled out.
pub struct Known {
    pub position: Diablo,
    pub turns: Vec<(String, Worth)>,
}

/// Plays games of a turn of this position, which has this number.
pub fn worth(position: &Diablo, turn: &Turn, number: u64, plan: Plan, judge: &mut Judge) -> Worth {
    rollout(&turns::play(position, turn).expect("a legal turn"), number, plan, judge)
}

/// Prints a sample of so many positions.
pub fn make(count: u64, size: u8, plan: Plan) {
    let mut source = Source::new(size, plan.seed);
    let mut judge = Judge::default();
    let Plan { games, seed, ahead } = plan;
    println!("{games}\t{seed}\t{ahead}");
    let (mut number, mut skipped) = (0, 0);
    while number < count {
        let position = source.next();
        let wanted = candidates(&position, &source.searcher);
        if wanted.len() < 2 {
            skipped += 1;
            continue;
        }
        let mut line = position.fen();
        for turn in &wanted {
            let Worth { halves: [even, odd], error } = worth(&position, turn, number, plan, &mut judge);
            line += &format!("\t{turn} {even:.4} {odd:.4} {error:.4}");
        }
        println!("{line}");
        io::stdout().flush().expect("written");
        number += 1;
    }
    eprintln!("{skipped} more were as good as decided, or had one turn that is far better than the others");
}

/// The turns that searches like: none if the end is certain or nearly so.
fn candidates(position: &Diablo, searcher: &Searcher) -> Vec<Turn> {
    let mut wanted: Vec<Turn> = Vec::new();
    for (depth, count) in [(3, BEST), (1, 1), (2, 1), (4, 1)] {
        let best = searcher.best(position, depth, count);
        let most = best[0].chance;
        if !OPEN.contains(&most) {
            return Vec::new();
        }
        for judged in best {
            if judged.chance >= most - MARGIN && !wanted.contains(&judged.turn) {
                wanted.push(judged.turn);
            }
        }
    }
    wanted
}

/// Reads what [`make`] has printed.
pub fn read(file: &str) -> Sample {
    let text = std::fs::read_to_string(file).expect("a file");
    let (first, rest) = text.split_once('\n').expect("lines");
    let numbers: Vec<u64> = first.split('\t').map(|number| number.parse().expect("a number")).collect();
    let &[games, seed, ahead] = &numbers[..] else { panic!("three numbers") };
    Sample { plan: Plan { games, seed, ahead }, positions: rest.lines().map(known).collect() }
}

fn known(line: &str) -> Known {
    let mut fields = line.split('\t');
    let (position, _) = Diablo::parse_fen(fields.next().expect("a FEN")).expect("a FEN");
    let of_field = |field: &str| {
        let words: Vec<&str> = field.split(' ').collect();
        let [even, odd, error] = [1, 2, 3].map(|i| words[i].parse().expect("a number"));
        (words[0].to_owned(), Worth { halves: [even, odd], error })
    };
    Known { position, turns: fields.map(of_field).collect() }
}

/// Positions of games in which both sides take the turn that is judged best, but for a few random ones at the start.
struct Source {
    size: u8,
    words: Xoshiro256PlusPlus,
    judge: Judge,
    searcher: Searcher,
    position: Diablo,
    opening: u32,
}

impl Source {
    fn new(size: u8, seed: u64) -> Source {
        let position = Diablo::startpos(size).expect("a size");
        let words = Xoshiro256PlusPlus::seed_from_u64(seed);
        Source { size, words, judge: Judge::default(), searcher: Searcher::new(), position, opening: 0 }
    }

    fn next(&mut self) -> Diablo {
        loop {
            if self.position.winner().is_some() || self.position.turn_number() == 1 {
                self.position = Diablo::startpos(self.size).expect("a size");
                self.opening = self.below(OPENING + 1) as u32;
            }
            let faces = u64::from(self.size / 2);
            let roll = Roll::new(1 + self.below(faces) as u8, 1 + self.below(faces) as u8);
            let mut now = self.position.clone();
            let random = self.position.turn_number() <= self.opening;
            let turn = if random {
                let turns = self.judge.turns(&mut self.position, roll);
                turns[self.below(turns.len() as u64) as usize]
            } else {
                self.judge.best(&mut self.position, roll).1
            };
            self.position.make(turn);
            if !random && self.below(TAKEN) == 0 {
                now.set_roll(roll).expect("a roll");
                return now;
            }
        }
    }

    /// A number below `bound`, which is small beside 2^64.
    fn below(&mut self, bound: u64) -> u64 {
        self.words.next_u64() % bound
    }
}
