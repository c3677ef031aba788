//! A game that is played on from a position: both sides take good turns, the first ones by looking ahead and the others
//! by static judgement, then the position is judged, and the luck of the throws is subtracted as in the rollouts of
//! [`crate::analysis`]. So a game says what the first look at all rolls does, plus what each further one along its way
//! corrects that by.

use std::ops::ControlFlow;

use super::meter::Stopped;
use super::tree::{JUDGED_INNER, Judged, Tree, best_first, judge};
use super::value::{Mean, Value};
use crate::game::Roll;
use crate::game::stochastic::Stochastic;
use crate::keys::KeyMap;
use crate::search::dice::GameDice;

/// How many turns are compared by what the other side's best replies leave, in each of the first turns of a game. The
/// same positions come there again and again, so that this costs little.
const LOOKS_AHEAD: [usize; 2] = [4, 2];

/// Behind them a player judges so many turns with each roll, the most promising at a glance: half as many as the
/// search, for half as many games again.
const JUDGED: usize = 12;

/// In the first turns the same positions come again and again; that many are remembered at most.
const REMEMBERED_TURNS: u32 = 3;
const MOST_REMEMBERED: usize = 4096;

/// The turn that is taken with each roll, in the order of the tree's rolls.
type Replies<C> = Vec<Judged<C>>;

/// What is remembered of positions before the roll, by their keys.
pub(super) type Remembered<C> = KeyMap<Replies<C>>;

impl<G: Stochastic> Tree<'_, G> {
    /// Plays on from a position before the roll, for so many turns at most: the chance of the side that has just moved.
    pub(super) fn play_on(&mut self, mut position: G, mut dice: GameDice, turns: u32) -> Result<f64, Stopped> {
        let side = position.side_to_move().other();
        let mut luck = 0.0;
        for turn in 0..turns {
            if position.winner().is_some() || self.known(&position).is_some() {
                break;
            }
            self.meter.enter()?;
            self.seldepth = self.seldepth.max(turn + 2);
            let replies = self.recalled(&mut position, turn)?;
            let (thrown, mean) = (dice.throw(), self.mean(&replies));
            let place = self.rolls.iter().position(|&(roll, _)| roll == thrown);
            let taken = place.and_then(|place| replies.get(place).copied());
            self.remember(&position, turn, replies);
            let Some((value, turn)) = taken else { break };
            let chance = value.chance();
            luck += if position.side_to_move() == side { chance - mean } else { mean - chance };
            position.make(turn);
        }
        let last = judge(&position, self.endings).chance();
        Ok(if position.side_to_move() == side { last } else { 1.0 - last } - luck)
    }

    /// What the side to move has on average, if it takes these turns.
    fn mean(&self, replies: &Replies<G::Compact>) -> f64 {
        let mut mean = Mean::new(self.total);
        self.rolls.iter().zip(replies).for_each(|(&(_, weight), &(value, _))| mean.add(weight, value));
        mean.value().chance()
    }

    /// What is taken with each roll in this turn of a game, counted from 0, out of what is remembered if it is there.
    fn recalled(&mut self, position: &mut G, turn: u32) -> Result<Replies<G::Compact>, Stopped> {
        match self.remembered.remove(&position.key_before_roll()) {
            Some(replies) => Ok(replies),
            None => self.replies(position, turn),
        }
    }

    fn remember(&mut self, position: &G, turn: u32, replies: Replies<G::Compact>) {
        if turn < REMEMBERED_TURNS && self.remembered.len() < MOST_REMEMBERED {
            self.remembered.insert(position.key_before_roll(), replies);
        }
    }

    fn replies(&mut self, position: &mut G, turn: u32) -> Result<Replies<G::Compact>, Stopped> {
        let looks_ahead = LOOKS_AHEAD.get(turn as usize).copied();
        let mut replies = Vec::with_capacity(self.rolls.len());
        for i in 0..self.rolls.len() {
            let roll = self.rolls[i].0;
            replies.extend(match looks_ahead {
                Some(width) => self.best_ahead(position, roll, width, turn)?,
                None => self.best_judged(position, roll)?,
            });
        }
        Ok(replies)
    }

    fn best_judged(&mut self, position: &mut G, roll: Roll) -> Result<Option<Judged<G::Compact>>, Stopped> {
        let mut best: Option<Judged<G::Compact>> = None;
        self.visit_promising(position, roll, JUDGED, |value, turn| {
            if best.is_none_or(|(so_far, _)| value > so_far) {
                best = Some((value, turn));
            }
            ControlFlow::Continue(())
        })?;
        Ok(best)
    }

    /// The best of so many turns by what the other side's best replies leave, on average over its rolls.
    fn best_ahead(
        &mut self,
        position: &mut G,
        roll: Roll,
        width: usize,
        number: u32,
    ) -> Result<Option<Judged<G::Compact>>, Stopped> {
        let mut turns = Vec::with_capacity(JUDGED_INNER);
        self.visit_promising(position, roll, JUDGED_INNER, |value, turn| {
            turns.push((value, turn));
            ControlFlow::Continue(())
        })?;
        best_first(&mut turns, width);
        turns.truncate(width);
        for (value, turn) in &mut turns {
            if value.certainty().is_none() {
                // Behind the first turn they are in the table, from the search before; behind others they are what
                // the game may go on with.
                *value = match number {
                    0 => self.after_turn(position, *turn, 1, 2, Value::LOST, Value::WON)?,
                    _ => self.judged_ahead(position, *turn, number + 1)?,
                };
            }
        }
        best_first(&mut turns, 1);
        Ok(turns.first().copied())
    }

    /// What a turn is worth by the other side's replies, which are turns of this number.
    fn judged_ahead(&mut self, position: &mut G, turn: G::Compact, number: u32) -> Result<Value, Stopped> {
        let undo = position.make(turn);
        let value = match self.known(position) {
            Some(value) => Ok(value),
            None => self.recalled(position, number).map(|replies| {
                let mean = self.mean(&replies);
                self.remember(position, number, replies);
                Value::of_chance(mean)
            }),
        };
        position.unmake(undo);
        value.map(Value::before)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::diablo::Diablo;
    use crate::game::{Game, Player};
    use crate::search::control::{Control, StopFlag};
    use crate::search::dice::Layout;
    use crate::search::limits::Limits;
    use crate::search::table::Table;
    use crate::search::time::Budget;

    /// So many trees for dice with three faces.
    pub(in super::super) fn in_trees(count: usize, test: impl FnOnce(&mut [Tree<'_, Diablo>])) {
        let budget = Budget::new(&Limits::default(), Player::One, Duration::ZERO);
        let control = Control::new(StopFlag::default(), budget, None);
        let table = Table::new(0).expect("no memory");
        let mut trees: Vec<_> = (0..count).map(|_| Tree::new(3, &table, &control)).collect();
        test(&mut trees);
    }

    fn position() -> Diablo {
        Diablo::parse_fen("..BB3B2B/.G...G/G...G./.G...G/G..B.G/G.B.B. b - 13").expect("a FEN").0
    }

    #[test]
    fn the_first_turn_is_what_a_search_two_turns_deep_takes() {
        in_trees(1, |trees| {
            let tree = &mut trees[0];
            let value = tree.before_roll(&mut position(), 2, 1, Value::LOST, Value::WON).expect("no limit");
            let replies = tree.replies(&mut position(), 0).expect("no limit");
            // (The table holds single precision.)
            assert!((tree.mean(&replies) - value.chance()).abs() < 1e-6, "{replies:?} and {value:?}");
        });
    }

    #[test]
    fn luck_is_nothing_over_all_throws() {
        in_trees(1, |trees| {
            let tree = &mut trees[0];
            let games: Vec<f64> = (0..9)
                .map(|game| tree.play_on(position(), Layout::new(3, 1).game(game), 1).expect("no limit"))
                .collect();
            let mut replies = tree.replies(&mut position(), 0).expect("no limit");
            let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
            for (value, turn) in &mut replies {
                *value = tree.judge(&mut position(), *turn).expect("no limit");
            }
            assert!((mean(&games) - (1.0 - tree.mean(&replies))).abs() < 1e-9);
            // What is left is how far each judgement is from what looking ahead says.
            assert!(games.iter().all(|game| (game - mean(&games)).abs() < 0.05), "{games:?}");
        });
    }

    #[test]
    fn a_game_says_the_same_when_its_positions_are_remembered() {
        in_trees(1, |trees| {
            let tree = &mut trees[0];
            let mut game = || {
                let said = tree.play_on(position(), Layout::new(3, 1).game(4), 6).expect("no limit");
                (said, tree.meter.nodes())
            };
            let (first, again) = (game(), game());
            assert_eq!(first.0, again.0);
            assert!(again.1 < 2 * first.1, "nothing was remembered");
        });
    }
}
