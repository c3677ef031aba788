//! Games for the fit: both sides take the turn after which the engine's evaluation likes the position least for the
//! other side, among the turns that look most promising.

use std::ops::ControlFlow;

use diabolo::game::diablo::{Change, Diablo, Scratch};
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Player, Roll};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Of the turns at the start of a game, so many at most are random.
const OPENING: u64 = 6;
/// One game of so many has another random turn later on.
const LATER: u64 = 2;
/// With each roll so many turns are judged at most, the most promising at a glance.
const JUDGED: usize = 48;

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
    scratch: Scratch,
    /// How long the last game was.
    length: u64,
    /// Turns with what a glance says.
    promising: Vec<(f32, Change)>,
}

impl Games {
    pub fn new(size: u8, seed: u64) -> Games {
        let words = Xoshiro256PlusPlus::seed_from_u64(seed);
        Games { size, words, scratch: Scratch::default(), length: 2 * OPENING, promising: Vec::new() }
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
            let (chance, best) = self.best(&mut position, roll);
            let ahead = if luck { self.ahead(&mut position, roll, chance) } else { chance };
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

    /// The mean over the rolls of what the best turn is judged at; of one roll it is known.
    fn ahead(&mut self, position: &mut Diablo, known: Roll, chance: f64) -> f64 {
        let faces = self.size / 2;
        let of_roll = |(roll, ways): (Roll, u32)| {
            let of_best = if roll == known { chance } else { self.best(position, roll).0 };
            f64::from(ways) * of_best
        };
        Roll::all(faces).map(of_roll).sum::<f64>() / (f64::from(faces) * f64::from(faces))
    }

    /// The best turn with a roll, and what its mover's chance is judged at after it.
    fn best(&mut self, position: &mut Diablo, roll: Roll) -> (f64, Change) {
        let mover = position.side_to_move();
        let promising = &mut self.promising;
        promising.clear();
        let glance = position.glance();
        position.visit_promising(roll, &mut self.scratch, (&glance, JUDGED), |after, turn| {
            let promise = match after.winner() {
                Some(winner) if winner == mover => f32::INFINITY,
                Some(_) => f32::NEG_INFINITY,
                None => after.promise(&glance),
            };
            promising.push((promise, turn));
            ControlFlow::Continue(())
        });
        // A stable order, so that games repeat themselves.
        promising.sort_by(|a, b| b.0.total_cmp(&a.0));
        promising.truncate(JUDGED);
        let mut best = None;
        for &(_, turn) in promising.iter() {
            let undo = position.make(turn);
            let chance = match position.winner() {
                Some(winner) => f64::from(u8::from(winner == mover)),
                None => 1.0 - position.chance(),
            };
            position.unmake(undo);
            if best.is_none_or(|(most, _)| chance > most) {
                best = Some((chance, turn));
            }
        }
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
