//! Plays a strategy against every play of the other side, down to the endings.

use std::collections::HashMap;

use crate::Fault;
use crate::board::{Board, text};
use crate::endings::{Endings, ONE};
use crate::mix::Stirring;
use crate::rules::Rules;
use crate::strategy::{Claim, Strategy};

/// What a strategy is sure to win. All boards are seen from the side to move.
pub struct Walk<'a, B> {
    rules: &'a Rules,
    endings: &'a Endings,
    strategy: &'a Strategy<B>,
    /// Whether it is one for Black.
    black: bool,
    /// By the line of the strategy, what has been found.
    of_lines: Vec<Option<f64>>,
    /// The same for positions of the other side, by their first images.
    of_others: HashMap<B, f64, Stirring>,
    /// How many positions have been walked, each once.
    pub positions: u64,
}

impl<'a, B: Board> Walk<'a, B> {
    pub fn new(rules: &'a Rules, endings: &'a Endings, claim: &'a Claim<B>) -> Self {
        let Claim { black, strategy, .. } = claim;
        let of_lines = vec![None; strategy.len()];
        Walk { rules, endings, strategy, black: *black, of_lines, of_others: HashMap::default(), positions: 0 }
    }

    /// The chance that the side with the strategy wins from the start, at least. Black is to move there.
    pub fn start(&mut self) -> Result<f64, Fault> {
        let start = self.rules.first_image(&self.rules.start());
        self.positions += 1;
        if self.black {
            let line = self.strategy.line(&start);
            line.map_or(Ok(0.0), |line| self.own(&start, line, true))
        } else {
            self.others(&start, true)
        }
    }

    /// With the side of the strategy to move, or the other one; it is not the first turn of the game.
    pub fn before_roll(&mut self, board: &B, own: bool) -> Result<f64, Fault> {
        let chance = match self.rules.winner(board) {
            Some(mover_has_won) => Some(f64::from(u8::from(mover_has_won))),
            None => self.endings.units(board).map(|units| f64::from(units) / f64::from(ONE)),
        };
        if let Some(chance) = chance {
            return Ok(if own { chance } else { 1.0 - chance });
        }
        let board = self.rules.first_image(board);
        if own {
            let Some(line) = self.strategy.line(&board) else { return Ok(0.0) };
            if let Some(found) = self.of_lines[line] {
                return Ok(found);
            }
            self.positions += 1;
            let found = self.own(&board, line, false)?;
            self.of_lines[line] = Some(found);
            Ok(found)
        } else {
            if let Some(&found) = self.of_others.get(&board) {
                return Ok(found);
            }
            self.positions += 1;
            let found = self.others(&board, false)?;
            self.of_others.insert(board, found);
            Ok(found)
        }
    }

    /// The strategy's turn: what it chooses, or nothing.
    fn own(&mut self, board: &B, line: usize, first_turn: bool) -> Result<f64, Fault> {
        let mut total = 0.0;
        for (i, &(roll, weight)) in self.rules.rolls.iter().enumerate() {
            let Some(chosen) = self.strategy.chosen(line, i) else { continue };
            // The line may speak of another image of the position, so any image of what it chooses will do.
            let images: [B; 8] = std::array::from_fn(|symmetry| self.rules.image(chosen, symmetry));
            let turns = self.rules.turns(board, roll, first_turn);
            let Some(after) = turns.iter().find(|after| images.contains(after)) else {
                let [low, high] = roll;
                let [board, chosen] = [board, chosen].map(|board| self.text(board));
                return Err(Fault(format!("no turn with {low}-{high} leads from {board} to {chosen}")));
            };
            total += weight * self.before_roll(&self.rules.swapped(after), false)?;
        }
        Ok(total / self.rules.throws())
    }

    /// The other side's turn: the worst that it can do.
    fn others(&mut self, board: &B, first_turn: bool) -> Result<f64, Fault> {
        let mut total = 0.0;
        for &(roll, weight) in &self.rules.rolls {
            let mut least = 1.0_f64;
            for after in self.rules.turns(board, roll, first_turn) {
                least = least.min(self.before_roll(&self.rules.swapped(&after), true)?);
                if least == 0.0 {
                    break;
                }
            }
            total += weight * least;
        }
        Ok(total / self.rules.throws())
    }

    /// A board of the strategy as a FEN has it.
    fn text(&self, board: &B) -> String {
        if self.black { text(board, self.rules.size) } else { text(&self.rules.swapped(board), self.rules.size) }
    }
}
