//! Proved bounds of the chance from the start, where a full solution is out of reach: a strategy for one side, with
//! what it is sure to win against any play of the other, down to the endings of a database.
//!
//! The search is one for "at least so much": the side that proves looks at few of its turns (first one, later more), the
//! other side at all; cuts are Ballard's Star1. What is found is a lower bound for the side that proves whatever it has
//! not looked at, so that the work can end at any time. Only bounds are kept: since lower ones never fall, the turns to the
//! best of them are a strategy that is sure of the bound, which another program can check without searching
//! (`tools/check-proof`).

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use super::Database;
use crate::game::diablo::{Change, Diablo};
use crate::game::stochastic::Stochastic;
use crate::game::{Game, Player, Roll};
use crate::keys::{KeyMap, KeySet};

/// The next bound to be proved is higher by so much.
const STEP: f64 = 1.0 / 64.0;

/// So much more must be found than is claimed: many times what the chances of a database may be wrong by.
const MARGIN: f64 = 1e-6;

/// A search that is out of time.
struct Stopped;

/// What is known of a position, for the side that proves.
struct Known {
    low: f64,
    /// Of the game in which this side has only the turns that are looked at.
    high: f64,
}

/// A strategy in the making.
pub(super) struct Prover<'a> {
    database: &'a Database,
    side: Player,
    until: Instant,
    /// How many turns this side looks at.
    width: usize,
    known: KeyMap<Known>,
    rolls: Vec<(Roll, f64)>,
    total: f64,
    scratch: <Diablo as Game>::Scratch,
    positions: u64,
}

impl<'a> Prover<'a> {
    /// `side` proves, until then.
    pub(super) fn new(database: &'a Database, side: Player, until: Instant) -> Self {
        let faces = database.board() / 2;
        let rolls: Vec<_> = Roll::all(faces).map(|(roll, weight)| (roll, f64::from(weight))).collect();
        let total = rolls.iter().map(|&(_, weight)| weight).sum();
        let (known, scratch) = (KeyMap::default(), Default::default());
        Prover { database, side, until, width: 1, known, rolls, total, scratch, positions: 0 }
    }

    /// Raises the bound of `root` step by step until the time is over or no more can be had; `tell` hears of each step
    /// with the number of positions looked at. Returns the last bound.
    pub(super) fn prove(&mut self, root: &Diablo, mut tell: impl FnMut(f64, u64)) -> f64 {
        let most_turns = 1 << 10;
        let mut root = root.clone();
        let mut bound = 0.0;
        while bound + STEP < 1.0 && self.width < most_turns {
            let wanted = bound + STEP;
            match self.before_roll(&mut root, wanted, wanted + MARGIN) {
                Err(Stopped) => break,
                Ok(found) if found >= wanted + MARGIN => {
                    bound = wanted;
                    tell(bound, self.positions);
                }
                Ok(_) => {
                    self.width *= 2;
                    self.known.values_mut().for_each(|known| known.high = 1.0);
                }
            }
        }
        bound
    }

    fn is_own(&self, position: &Diablo) -> bool {
        position.side_to_move() == self.side
    }

    fn key(&self, position: &Diablo) -> u64 {
        const OWN: u64 = 0x9E37_79B9_7F4A_7C15;
        position.key_of_ending() ^ if self.is_own(position) { OWN } else { 0 }
    }

    /// The chance of the side that proves, if it is known without a search.
    fn exact(&self, position: &Diablo) -> Option<f64> {
        if let Some(winner) = position.winner() {
            return Some(f64::from(u8::from(winner == self.side)));
        }
        let chance = self.database.chance(position)?;
        Some(if self.is_own(position) { chance } else { 1.0 - chance })
    }

    /// A value beyond an end of the window is a bound of the true one.
    fn before_roll(&mut self, position: &mut Diablo, alpha: f64, beta: f64) -> Result<f64, Stopped> {
        if let Some(value) = self.exact(position) {
            return Ok(value);
        }
        let key = self.key(position);
        let (low, high) = self.known.get(&key).map_or((0.0, 1.0), |known| (known.low, known.high));
        if low >= beta || low >= high {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        self.positions += 1;
        if self.positions.is_multiple_of(64) && Instant::now() >= self.until {
            return Err(Stopped);
        }
        let (mut sum, mut left) = (0.0, self.total);
        for i in 0..self.rolls.len() {
            let (roll, weight) = self.rolls[i];
            left -= weight;
            let least = ((alpha * self.total - sum - left) / weight).max(0.0);
            let most = ((beta * self.total - sum) / weight).min(1.0);
            let value = self.with_roll(position, roll, least, most)?;
            sum += weight * value;
            // Such a value is a bound of the roll's, and so of no use for the bound on the other side. Rolls that were
            // not looked at count as lost for the lower bound and as won for the upper one.
            if value >= most && most < 1.0 {
                let low = sum / self.total;
                self.note(key, low, 1.0);
                return Ok(low);
            }
            if value <= least && least > 0.0 {
                let high = (sum + left) / self.total;
                self.note(key, 0.0, high);
                return Ok(high);
            }
        }
        let value = sum / self.total;
        self.note(key, value, value);
        Ok(value)
    }

    fn note(&mut self, key: u64, low: f64, high: f64) {
        let known = self.known.entry(key).or_insert(Known { low: 0.0, high: 1.0 });
        known.low = known.low.max(low);
        known.high = known.high.min(high);
    }

    fn with_roll(&mut self, position: &mut Diablo, roll: Roll, mut alpha: f64, mut beta: f64) -> Result<f64, Stopped> {
        let own = self.is_own(position);
        let better = |value: f64, best: f64| if own { value > best } else { value < best };
        let mut best: Option<f64> = None;
        for (judged, exact, turn) in self.turns(position, roll, own) {
            let value = if exact {
                judged
            } else {
                let undo = position.make(turn);
                let value = self.before_roll(position, alpha, beta);
                position.unmake(undo);
                value?
            };
            if best.is_none_or(|best| better(value, best)) {
                best = Some(value);
            }
            if own {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        // Every side that has not lost has a turn.
        Ok(best.unwrap_or(0.0))
    }

    /// The turns to be looked at: those with exact values, then the others, the best by static judgement first.
    fn turns(&mut self, position: &mut Diablo, roll: Roll, own: bool) -> Vec<(f64, bool, Change)> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut turns = Vec::new();
        let _ = position.visit_turns(roll, &mut scratch, |after, turn| {
            let exact = self.exact(after);
            let judged = || if self.is_own(after) { after.chance() } else { 1.0 - after.chance() };
            turns.push((exact.unwrap_or_else(judged), exact.is_some(), turn));
            ControlFlow::Continue(())
        });
        self.scratch = scratch;
        let order = |a: f64, b: f64| if own { b.total_cmp(&a) } else { a.total_cmp(&b) };
        turns.sort_by(|a, b| b.1.cmp(&a.1).then(order(a.0, b.0)));
        if own {
            let exact = turns.iter().filter(|turn| turn.1).count();
            turns.truncate(exact + self.width);
        }
        turns
    }

    /// What the side that proves is sure of, as far as it is known.
    fn low(&self, position: &Diablo) -> f64 {
        let known = || self.known.get(&self.key(position)).map_or(0.0, |known| known.low);
        self.exact(position).unwrap_or_else(known)
    }

    /// Writes the strategy from `root` on, a line for each position of the side that proves that it can come to: the
    /// board, and for each roll the board after the turn, or `-` where the roll is given up.
    pub(super) fn write_strategy(&mut self, root: &Diablo, writer: &mut impl Write) -> io::Result<()> {
        let mut seen: KeySet = KeySet::default();
        let mut open = vec![root.clone()];
        let size = root.size();
        while let Some(position) = open.pop() {
            if self.exact(&position).is_some() || self.low(&position) == 0.0 || !seen.insert(self.key(&position)) {
                continue;
            }
            let own = self.is_own(&position);
            let mut text = if own { board(position.heights(), size) } else { String::new() };
            for i in 0..self.rolls.len() {
                let after = self.all_after(&position, self.rolls[i].0);
                if own {
                    let best = after.into_iter().map(|next| (self.low(&next), next));
                    let best = best.max_by(|(a, _), (b, _)| a.total_cmp(b)).filter(|&(low, _)| low > 0.0);
                    text.push(' ');
                    text += &best.as_ref().map_or("-".into(), |(_, next)| board(next.heights(), size));
                    open.extend(best.map(|(_, next)| next));
                } else if after.iter().all(|next| self.low(next) > 0.0) {
                    // A roll with which the other side wins for certain is lost whatever the strategy does.
                    open.extend(after);
                }
            }
            if own {
                text.push('\n');
                writer.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// The positions after each turn with a roll.
    fn all_after(&mut self, position: &Diablo, roll: Roll) -> Vec<Diablo> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut all = Vec::new();
        let _ = position.clone().visit_turns(roll, &mut scratch, |after, _| {
            all.push(after.clone());
            ControlFlow::Continue(())
        });
        self.scratch = scratch;
        all
    }
}

/// The board part of a FEN.
fn board(heights: &[i16], size: u8) -> String {
    let mut text = String::new();
    for (i, row) in heights.chunks(size.into()).rev().enumerate() {
        if i > 0 {
            text.push('/');
        }
        for &height in row {
            match height {
                0 => text.push('.'),
                1 => text.push('B'),
                -1 => text.push('G'),
                _ => {
                    let _ = write!(text, "{}{}", if height > 0 { 'B' } else { 'G' }, height.abs());
                }
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::Coverage;
    use super::*;

    #[test]
    fn bounds_come_as_near_to_the_exact_chance_as_their_steps_allow() {
        let database = Database::generate(4, Coverage { checkers: 4, stacks: 2 }, 1, |_| {}).expect("few positions");
        // Of tests/cases/diablo-values.txt: the chance that Black wins.
        for (fen, chance) in [
            ("..../...B/GG../..B2G2 b - 9", 361.0 / 512.0),
            (".B../..BG/B2.G3./.G.. g - 10", 123.0 / 65536.0),
            (".G.B/G.B2G2/..../.... g - 10", 25.0 / 256.0),
            ("..../.B2../.G.B/..G3G b - 9", 30271.0 / 131_072.0),
        ] {
            let (root, _) = Diablo::parse_fen(fen).expect(fen);
            for (side, chance) in [(Player::One, chance), (Player::Two, 1.0 - chance)] {
                let mut prover = Prover::new(&database, side, Instant::now() + Duration::from_secs(60));
                let bound = prover.prove(&root, |_, _| {});
                assert!(bound <= chance, "{fen}: {bound} for {chance}");
                // The highest step is at most 1 - STEP.
                assert!(chance - bound <= STEP + MARGIN, "{fen}: {bound} for {chance}");
                let mut strategy = Vec::new();
                prover.write_strategy(&root, &mut strategy).expect("memory");
                assert!(bound == 0.0 || !strategy.is_empty(), "{fen}");
            }
        }
    }
}
