//! Games for the fit: both sides take the turn after which the engine's evaluation likes the position least for the
//! other side, among the turns that look most promising.

use diabolo::game::diablo::{Change, Diablo};
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Player, Roll};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::judge::Judge;

/// Of the turns at the start of a game, so many at most are random.
const OPENING: u64 = 6;
/// One game of so many has another random turn later on.
const LATER: u64 = 2;

/// A position before the roll, with what its side to move got.
pub struct Seen {
    /// What [`Game::fen`] says.
    pub fen: String,
    /// 1 if the side to move has won, else 0.
    pub won: f64,
    /// The same less the luck of all rolls from here on: as right on average, and much less noisy. A roll's luck is what
    /// its best turn is judged at, less the mean of that over all rolls.
    pub without_luck: f64,
}

/// A position of a game that goes on.
struct Open {
    side: Player,
    fen: String,
    luck: f64,
}

/// A series of games on one board size.
pub struct Games {
    size: u8,
    words: Xoshiro256PlusPlus,
    judge: Judge,
    /// How long the last game was.
    length: u64,
}

impl Games {
    pub fn new(size: u8, seed: u64) -> Games {
        let words = Xoshiro256PlusPlus::seed_from_u64(seed);
        Games { size, words, judge: Judge::default(), length: 2 * OPENING }
    }

    /// Plays a game; its positions behind the last random turn: with what follows, the random ones would be judged too.
    /// Without `luck`, which costs a look at all rolls instead of one, nothing is known but who won.
    pub fn game(&mut self, luck: bool) -> Vec<Seen> {
        let mut position = Diablo::startpos(self.size).expect("a size");
        let opening = self.below(OPENING + 1) as u32;
        let later = if self.below(LATER) == 0 { self.below(self.length) as u32 } else { 0 };
        let mut seen = Vec::new();
        let winner = loop {
            if let Some(winner) = position.winner() {
                break winner;
            }
            let faces = self.size / 2;
            let roll = Roll::new(1 + self.below(faces.into()) as u8, 1 + self.below(faces.into()) as u8);
            let turn = position.turn_number();
            if turn <= opening || turn == later {
                seen.clear();
                let random = self.random(&mut position, roll);
                position.make(random);
                continue;
            }
            let (chance, best) = self.judge.best(&mut position, roll);
            let ahead = if luck { self.judge.ahead(&mut position, Some((roll, chance))) } else { chance };
            seen.push(Open { side: position.side_to_move(), fen: position.fen(), luck: chance - ahead });
            position.make(best);
        };
        self.length = u64::from(position.turn_number());
        let mut luck_to_come = 0.0;
        let known = seen.into_iter().rev().map(|Open { side, fen, luck }| {
            let won = f64::from(u8::from(side == winner));
            luck_to_come = luck - luck_to_come;
            Seen { fen, won, without_luck: won - luck_to_come }
        });
        known.collect()
    }

    /// Some of these, each with the same chance.
    pub fn some_of(&mut self, mut seen: Vec<Seen>, chance: f64) -> Vec<Seen> {
        let bound = (chance * 1024.0) as u64;
        seen.retain(|_| self.below(1024) < bound);
        seen
    }

    fn random(&mut self, position: &mut Diablo, roll: Roll) -> Change {
        let turns = self.judge.turns(position, roll);
        turns[self.below(turns.len() as u64) as usize]
    }

    /// A number below `bound`, which is small beside 2^64.
    fn below(&mut self, bound: u64) -> u64 {
        self.words.next_u64() % bound
    }
}
