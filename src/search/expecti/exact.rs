//! Exact winning chances of small endings: the tree without a bound of depth and width, every position before the
//! roll remembered. The game is finite, so this ends, and no position comes twice in a line, so what has been found
//! never goes stale.

use std::ops::ControlFlow;

use super::meter::Stopped;
use super::tree::{Tree, judge};
use super::value::{Mean, Value};
use crate::game::Roll;
use crate::game::stochastic::Stochastic;
use crate::keys::KeyMap;
use crate::search::Endings;
use crate::search::control::Control;
use crate::search::table::Table;

/// The exact chance, before the roll, that the side to move wins; `None` if that would take a look at more than
/// `cap` positions, or `control` says to stop. Known dice don't matter.
pub fn exact_chance<G: Stochastic>(position: &G, cap: u64, control: &Control) -> Option<f64> {
    let table = Table::new(0).ok()?;
    Solver::new(position.about().faces, cap, &table, control).before_roll(position)
}

/// Exact chances of one position after another, such as those of a game: what was found for one serves the next.
pub struct Solver<'a, G: Stochastic> {
    tree: Tree<'a, G>,
    cap: u64,
}

impl<'a, G: Stochastic> Solver<'a, G> {
    /// Each answer may take a look at `cap` positions. `table` can be empty.
    #[must_use]
    pub fn new(faces: u8, cap: u64, table: &'a Table, control: &'a Control) -> Self {
        Solver { tree: Tree::new(faces, table, control), cap }
    }

    /// With chances that are known beforehand.
    #[must_use]
    pub fn knowing(mut self, endings: Option<&'a dyn Endings<G>>) -> Self {
        self.tree.endings = endings;
        self
    }

    /// The chance, before the roll, that the side to move wins.
    pub fn before_roll(&mut self, position: &G) -> Option<f64> {
        if let Some(known) = self.known(position) {
            return Some(known);
        }
        self.tree.meter.cap(self.cap);
        let value = self.tree.exact_before_roll(&mut position.clone(), 0, Value::LOST, Value::WON);
        value.ok().map(Value::chance)
    }

    /// The best turn with a roll, and the chance that it leaves the side to move. `None` if the game is over.
    pub fn with_roll(&mut self, position: &G, roll: Roll) -> Option<(f64, G::Compact)> {
        self.tree.meter.cap(self.cap);
        let mut position = position.clone();
        let mut turns = Vec::new();
        let listed = self.tree.visit(&mut position, roll, |value, turn| {
            turns.push((value, turn));
            ControlFlow::Continue(())
        });
        listed.ok()?;
        turns.sort_by(|a, b| a.0.descending(b.0));
        if self.known(&position).is_some() {
            // So are the chances after each turn.
            return turns.first().map(|&(value, turn)| (value.chance(), turn));
        }
        let mut best: Option<(Value, G::Compact)> = None;
        for (_, turn) in turns {
            let alpha = best.map_or(Value::LOST, |(value, _)| value);
            let value = self.tree.exact_after_turn(&mut position, turn, 1, alpha, Value::WON).ok()?;
            if best.is_none() || value > alpha {
                best = Some((value, turn));
            }
        }
        best.map(|(value, turn)| (value.chance(), turn))
    }

    fn known(&self, position: &G) -> Option<f64> {
        self.tree.endings.filter(|_| position.winner().is_none()).and_then(|endings| endings.chance(position))
    }
}

impl<G: Stochastic> Tree<'_, G> {
    /// The exact value of a position before the roll. Values outside of the window are bounds.
    fn exact_before_roll(&mut self, position: &mut G, ply: u32, alpha: Value, beta: Value) -> Result<Value, Stopped> {
        if position.winner().is_some() {
            return Ok(judge(position, None));
        }
        self.meter.enter()?;
        if let Some(value) = self.known(position) {
            return Ok(value);
        }
        let key = position.key_of_ending();
        if let Some(value) = self.exact.get(key, alpha, beta) {
            return Ok(value);
        }
        let mut mean = Mean::new(self.total);
        for i in 0..self.rolls.len() {
            let (roll, weight) = self.rolls[i];
            let (low, high) = mean.window(weight, alpha, beta);
            let value = self.exact_with_roll(position, roll, ply, low, high)?;
            mean.add(weight, value);
            if value >= high && high < Value::WON {
                self.exact.put(key, mean.at_least(), Value::WON);
                return Ok(mean.at_least());
            }
            if value <= low && low > Value::LOST {
                self.exact.put(key, Value::LOST, mean.at_most());
                return Ok(mean.at_most());
            }
        }
        self.exact.put(key, mean.value(), mean.value());
        Ok(mean.value())
    }

    fn exact_with_roll(
        &mut self,
        position: &mut G,
        roll: Roll,
        ply: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        self.seldepth = self.seldepth.max(ply + 1);
        let mut turns = self.lists.pop().unwrap_or_default();
        turns.clear();
        let listed = self.list_unknown(position, roll, beta, &mut turns);
        let result = listed.and_then(|best| self.exact_best_of(position, &mut turns, best, ply, alpha, beta));
        self.lists.push(turns);
        result
    }

    /// Lists the turns whose values are not known yet, with a judgement. Returns the best value of the others; no turn
    /// need be looked at if that is beta or better.
    fn list_unknown(
        &mut self,
        position: &mut G,
        roll: Roll,
        beta: Value,
        turns: &mut Vec<(Value, G::Compact)>,
    ) -> Result<Value, Stopped> {
        let Tree { meter, scratch, endings, exact, .. } = self;
        let mut best = Value::LOST;
        let enough = beta.min(Value::before(Value::LOST));
        let _ = position.visit_turns(roll, scratch, |after, turn| {
            meter.step()?;
            if after.winner().is_some() {
                best = best.max(Value::before(judge(after, None)));
            } else {
                match exact.bounds(after.key_of_ending()) {
                    Some(Bounds { low, high }) if low >= high => best = best.max(Value::before(low)),
                    Some(Bounds { high, .. }) if Value::before(high) >= beta => best = best.max(Value::before(high)),
                    _ => turns.push((Value::before(judge(after, *endings)), turn)),
                }
            }
            if best >= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        meter.check()?;
        Ok(best)
    }

    fn exact_best_of(
        &mut self,
        position: &mut G,
        turns: &mut [(Value, G::Compact)],
        mut best: Value,
        ply: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        if best >= beta.min(Value::before(Value::LOST)) {
            return Ok(best);
        }
        turns.sort_by(|a, b| a.0.descending(b.0));
        for &(_, turn) in &*turns {
            let value = self.exact_after_turn(position, turn, ply + 1, alpha.max(best), beta)?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The exact value of a turn to the side that takes it.
    pub(super) fn exact_after_turn(
        &mut self,
        position: &mut G,
        turn: G::Compact,
        ply: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        let undo = position.make(turn);
        let value = self.exact_before_roll(position, ply, beta.after(), alpha.after());
        position.unmake(undo);
        value.map(Value::before)
    }
}

/// What is known of exact values, by the key of the ending. Nothing is ever replaced, unlike in the table, and
/// nothing rounded.
#[derive(Default)]
pub(super) struct Exact(KeyMap<Bounds>);

/// The true value lies between these.
#[derive(Clone, Copy)]
struct Bounds {
    low: Value,
    high: Value,
}

impl Exact {
    /// A value that answers this window, if one is known.
    pub(super) fn get(&self, key: u64, alpha: Value, beta: Value) -> Option<Value> {
        let Bounds { low, high } = self.bounds(key)?;
        if low >= beta || low >= high {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }

    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn bounds(&self, key: u64) -> Option<Bounds> {
        self.0.get(&key).copied()
    }

    /// Notes that the true value is at least `low` and at most `high`.
    fn put(&mut self, key: u64, low: Value, high: Value) {
        let bounds = self.0.entry(key).or_insert(Bounds { low, high });
        *bounds = Bounds { low: bounds.low.max(low), high: bounds.high.min(high) };
    }
}
