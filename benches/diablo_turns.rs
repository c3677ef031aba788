//! The generator of Diablo's turns beside a plain one: `cargo bench --bench diablo_turns`. The plain one is what one
//! would write in an hour: a board of heights, recursion over dice, duplicates told by a 64-bit hash alone in a set
//! whose slots are stamped. Ours avoids duplicates exactly and knows every board size, and both must find equally
//! many turns. The first lines printed are turns a second of both and their ratio.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use diabolo::game::diablo::{Diablo, Scratch};
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, PartialTurn, Player, Roll};
use diabolo::rng::Thrower;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A position before the roll, and a roll.
type Case = (Diablo, Roll);

/// Positions of games between movers that take any turn.
fn cases(size: u8, games: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut scratch = Scratch::default();
    for seed in 0..games {
        let mut position = Diablo::startpos(size).expect("a size");
        let mut words = Thrower::new(seed);
        while position.winner().is_none() {
            let roll = words.throw(size / 2);
            let mut turns = Vec::new();
            let _ = position.clone().visit_turns(roll, &mut scratch, |_, turn| {
                turns.push(turn);
                ControlFlow::Continue(())
            });
            if position.turn_number() > 1 {
                cases.push((position.clone(), roll));
            }
            let mut word = 0;
            for _ in 0..3 {
                word = word * 255 + usize::from(words.throw(255).low()) - 1;
            }
            position.make(turns[word % turns.len()]);
        }
    }
    cases
}

/// How many turns our generator visits.
fn ours(cases: &mut [Case], scratch: &mut Scratch) -> u64 {
    let mut count = 0;
    for (position, roll) in cases {
        let _ = position.visit_turns(*roll, scratch, |after, _| {
            black_box(after.key_before_roll());
            count += 1;
            ControlFlow::Continue(())
        });
    }
    count
}

/// The plain generator.
struct Plain {
    size: usize,
    board: Vec<i32>,
    /// Checkers of the side with sign 1, and of the other.
    checkers: [i32; 2],
    weights: Vec<u64>,
    key: u64,
    seen: Vec<(u64, u32)>,
    stamp: u32,
    count: u64,
}

/// What it is asked: heights, the sign of the side to move, the dice.
type PlainCase = (Vec<i32>, i32, [usize; 2]);

impl Plain {
    fn new(size: usize) -> Plain {
        let random = Xoshiro256PlusPlus::seed_from_u64(0);
        Plain {
            size,
            board: vec![0; size * size],
            checkers: [0; 2],
            weights: random.random_iter().take(size * size).collect(),
            key: 0,
            // Twice as many slots as any position seen has turns, or more: a larger table only costs cache.
            seen: vec![(0, 0); 1 << (size + 7)],
            stamp: 0,
            count: 0,
        }
    }

    fn set(&mut self, square: usize, stack: i32) {
        let old = self.board[square];
        self.key = self.key.wrapping_add((i64::from(stack - old) as u64).wrapping_mul(self.weights[square]));
        self.checkers[0] += stack.max(0) - old.max(0);
        self.checkers[1] += old.min(0) - stack.min(0);
        self.board[square] = stack;
    }

    fn left(&self, sign: i32) -> i32 {
        self.checkers[usize::from(sign < 0)]
    }

    fn turns(&mut self, sign: i32, dice: &[usize]) {
        self.stamp += 1;
        self.actions(sign, dice, true);
    }

    fn actions(&mut self, sign: i32, dice: &[usize], quiet: bool) {
        let mut stuck = true;
        for (i, &die) in dice.iter().enumerate().filter(|&(i, die)| i == 0 || *die != dice[0]) {
            for from in (0..self.board.len()).filter(|&from| self.board[from] * sign > 0).collect::<Vec<_>>() {
                let (file, rank, height) = (from % self.size, from / self.size, self.board[from] * sign);
                let steps = [(file >= die, from.wrapping_sub(die)), (file + die < self.size, from + die)];
                let jump = die * self.size;
                let jumps = [(rank >= die, from.wrapping_sub(jump)), (rank + die < self.size, from + jump)];
                for (_, to) in steps.into_iter().chain(jumps).filter(|&(on_board, _)| on_board) {
                    let (mine, target) = (self.board[from], self.board[to]);
                    if target * sign < -height || (target == 0 && !quiet) {
                        continue;
                    }
                    stuck = false;
                    self.set(to, mine + if target * sign > 0 { target } else { 0 });
                    self.set(from, 0);
                    if dice.len() == 1 || self.left(-sign) == 0 {
                        self.leaf();
                    } else {
                        self.actions(sign, &dice[1 - i..2 - i], target != 0);
                    }
                    self.set(from, mine);
                    self.set(to, target);
                }
            }
        }
        if stuck {
            self.removals(sign, dice.len());
        }
    }

    fn removals(&mut self, sign: i32, left: usize) {
        if left == 0 || self.left(sign) == 0 {
            return self.leaf();
        }
        for square in 0..self.board.len() {
            if self.board[square] * sign > 0 {
                self.set(square, self.board[square] - sign);
                self.removals(sign, left - 1);
                self.set(square, self.board[square] + sign);
            }
        }
    }

    fn leaf(&mut self) {
        let word = self.key.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mut slot = (word >> (64 - self.seen.len().trailing_zeros())) as usize;
        while self.seen[slot].1 == self.stamp {
            if self.seen[slot].0 == self.key {
                return;
            }
            slot = (slot + 1) % self.seen.len();
        }
        self.seen[slot] = (self.key, self.stamp);
        black_box(self.key);
        self.count += 1;
    }
}

/// How many turns the plain generator visits.
fn plain(generator: &mut Plain, cases: &[PlainCase]) -> u64 {
    generator.count = 0;
    for (board, sign, dice) in cases {
        for (square, &stack) in board.iter().enumerate() {
            generator.set(square, stack);
        }
        generator.turns(*sign, dice);
    }
    generator.count
}

fn plain_cases(cases: &[Case]) -> Vec<PlainCase> {
    let plain_case = |(position, roll): &Case| {
        let size = usize::from(position.size());
        let mut board = vec![0; size * size];
        for piece in position.begin().pieces() {
            let sign = if piece.owner == Player::One { 1 } else { -1 };
            board[usize::from(piece.square.rank) * size + usize::from(piece.square.file)] =
                sign * i32::from(piece.height);
        }
        let sign = if position.side_to_move() == Player::One { 1 } else { -1 };
        (board, sign, [usize::from(roll.low()), usize::from(roll.high())])
    };
    cases.iter().map(plain_case).collect()
}

const SIZES: [(u8, u64); 4] = [(4, 12), (6, 6), (8, 3), (10, 1)];

/// Turns a second, the fastest of several rounds that take turns with those of the other side.
fn compare(size: u8, games: u64) {
    let mut cases = cases(size, games);
    let (mut generator, mut scratch) = (Plain::new(usize::from(size)), Scratch::default());
    let boards = plain_cases(&cases);
    let mut fastest = [Duration::MAX; 2];
    let mut counts = [0; 2];
    for _ in 0..15 {
        for side in 0..2 {
            let begun = Instant::now();
            counts[side] = if side == 0 { ours(&mut cases, &mut scratch) } else { plain(&mut generator, &boards) };
            fastest[side] = fastest[side].min(begun.elapsed());
        }
    }
    assert_eq!(counts[0], counts[1], "the generators disagree");
    let speed = |side: usize| counts[side] as f64 / fastest[side].as_secs_f64() / 1e6;
    println!(
        "{size}x{size}: {} positions, {} turns; ours {:.1} M/s, plain {:.1} M/s, ratio {:.2}",
        cases.len(),
        counts[0],
        speed(0),
        speed(1),
        speed(0) / speed(1)
    );
}

fn main() {
    for (size, games) in SIZES {
        compare(size, games);
    }
    divan::main();
}

#[divan::bench(args = [4, 6, 8, 10], max_time = 1)]
fn our_generator(bencher: divan::Bencher<'_, '_>, size: u8) {
    let (mut cases, mut scratch) = (cases(size, 2), Scratch::default());
    bencher.bench_local(|| ours(&mut cases, &mut scratch));
}

#[divan::bench(args = [4, 6, 8, 10], max_time = 1)]
fn plain_generator(bencher: divan::Bencher<'_, '_>, size: u8) {
    let (boards, mut generator) = (plain_cases(&cases(size, 2)), Plain::new(usize::from(size)));
    bencher.bench_local(|| plain(&mut generator, &boards));
}
