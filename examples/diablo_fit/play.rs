//! Games for the fit: both sides take the turn after which the evaluation likes the position least for the other side.

use std::ops::ControlFlow;

use diabolo::game::diablo::eval::{self, Features, PHASES, Weights};
use diabolo::game::diablo::{Change, Diablo, Scratch};
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Player, Roll};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Of the turns at the start of a game, so many at most are random.
const OPENING: u64 = 6;
/// One game of so many has another random turn later on.
const LATER: u64 = 2;

/// A position before the roll: its features, the phase it is in, and whether the side to move has won (1 or 0).
pub struct Sample {
    pub features: Features,
    pub phase: [f32; PHASES],
    pub won: f64,
}

/// A series of games on one board size.
pub struct Games {
    size: u8,
    /// The weights for each number of checkers on the board.
    rows: Vec<Features>,
    words: Xoshiro256PlusPlus,
    scratch: Scratch,
    /// How long the last game was.
    length: u64,
}

impl Games {
    pub fn new(size: u8, weights: Weights, seed: u64) -> Games {
        let rows = (0..=u32::from(size) * u32::from(size)).map(|checkers| {
            let phase = eval::phase(size, checkers);
            std::array::from_fn(|i| (0..PHASES).map(|at| weights[at][i] * phase[at]).sum())
        });
        let words = Xoshiro256PlusPlus::seed_from_u64(seed);
        Games { size, rows: rows.collect(), words, scratch: Scratch::default(), length: 2 * OPENING }
    }

    /// Plays a game and adds its positions behind the last random turn: with what follows, the random ones would be
    /// judged too.
    pub fn game(&mut self, samples: &mut Vec<Sample>) {
        let mut position = Diablo::startpos(self.size).expect("a size");
        let opening = self.below(OPENING + 1) as u32;
        let later = if self.below(LATER) == 0 { self.below(self.length) as u32 } else { 0 };
        let mut seen = Vec::new();
        let winner = loop {
            if let Some(winner) = position.winner() {
                break winner;
            }
            let faces = u64::from(self.size / 2);
            let roll = Roll::new(1 + self.below(faces) as u8, 1 + self.below(faces) as u8);
            let turn = position.turn_number();
            if turn <= opening || turn == later {
                seen.clear();
                let random = self.random(&mut position, roll);
                position.make(random);
            } else {
                let phase = eval::phase(self.size, checkers(&position));
                seen.push((position.side_to_move(), eval::features(&position), phase));
                let best = self.best(&mut position, roll);
                position.make(best);
            }
        };
        self.length = u64::from(position.turn_number());
        samples.extend(seen.into_iter().map(|(side, features, phase)| Sample {
            features,
            phase,
            won: f64::from(u8::from(side == winner)),
        }));
    }

    /// A few of these, at random.
    pub fn some_of(&mut self, mut samples: Vec<Sample>, few: usize) -> Vec<Sample> {
        let few = few.min(samples.len());
        (0..few).map(|_| samples.swap_remove(self.below(samples.len() as u64) as usize)).collect()
    }

    fn best(&mut self, position: &mut Diablo, roll: Roll) -> Change {
        let mut best = None;
        let mut least = f32::INFINITY;
        let mover = position.side_to_move();
        let _ = position.visit_turns(roll, &mut self.scratch, |after, turn| {
            let odds = match after.winner() {
                Some(winner) if winner == mover => f32::MIN,
                Some(_) => f32::MAX,
                None => {
                    let row = &self.rows[checkers(after) as usize];
                    eval::features(after).iter().zip(row).map(|(feature, weight)| feature * weight).sum()
                }
            };
            if odds < least || best.is_none() {
                (best, least) = (Some(turn), odds);
            }
            ControlFlow::Continue(())
        });
        best.expect("a turn")
    }

    fn random(&mut self, position: &mut Diablo, roll: Roll) -> Change {
        let mut turns = Vec::new();
        let _ = position.visit_turns(roll, &mut self.scratch, |_, turn| {
            turns.push(turn);
            ControlFlow::Continue(())
        });
        turns[self.below(turns.len() as u64) as usize]
    }

    /// A number below `bound`, which is small beside 2^64.
    fn below(&mut self, bound: u64) -> u64 {
        self.words.next_u64() % bound
    }
}

fn checkers(position: &Diablo) -> u32 {
    position.checkers(Player::One) + position.checkers(Player::Two)
}
