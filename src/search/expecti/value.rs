//! The values of the search: a winning chance, or an end that is certain whatever the dice, with its distance.

use crate::search::{Score, Wdl};

/// What a position is worth to the side to move, as one ordered number: a chance strictly between 0 and 1, above it
/// the certain wins (the nearer the better), below it the certain losses (the farther the better).
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(super) struct Value(f64);

/// One turn of distance to a certain end.
const TURN: f64 = 1.0 / 1024.0;
/// How near a chance may come to certainty.
const LEAST_CHANCE: f64 = 1e-15;

impl Value {
    /// The game is over and the side to move has won it.
    pub(super) const WON: Value = Value(2.0);
    /// The game is over and the side to move has lost it.
    pub(super) const LOST: Value = Value(-1.0);
    /// Neither certain: the border above which only certain wins lie.
    pub(super) const NEARLY_WON: Value = Value(1.0);

    /// A chance that is not certain.
    pub(super) fn of_chance(chance: f64) -> Value {
        Value(chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE))
    }

    /// A certain win or loss in this many turns of both sides.
    #[cfg(test)]
    pub(super) fn certain(win: bool, turns: u16) -> Value {
        let turns = f64::from(turns.min(1023)) * TURN;
        Value(if win { 2.0 - turns } else { turns - 1.0 })
    }

    /// What a turn is worth that leads to a position worth `next` to its side to move.
    pub(super) fn before(next: Value) -> Value {
        match 1.0 - next.0 {
            value if value > 1.0 => Value((value - TURN).max(1.0 + TURN)),
            value if value < 0.0 => Value((value + TURN).min(-TURN)),
            value => Value(value),
        }
    }

    /// The bound after a turn that this bound before it means: the inverse of [`Value::before`].
    pub(super) fn after(self) -> Value {
        match self.0 {
            value if value > 1.0 => Value(1.0 - value - TURN),
            value if value < 0.0 => Value(1.0 - value + TURN),
            value => Value(1.0 - value),
        }
    }

    /// The end is certain: a win (true) or a loss, in how many turns of both sides.
    pub(super) fn certainty(self) -> Option<(bool, u16)> {
        match self.0 {
            value if value > 1.0 => Some((true, ((2.0 - value) / TURN) as u16)),
            value if value < 0.0 => Some((false, ((value + 1.0) / TURN) as u16)),
            _ => None,
        }
    }

    pub(super) fn is_certain_win(self) -> bool {
        self.0 > 1.0
    }

    pub(super) fn is_certain_loss(self) -> bool {
        self.0 < 0.0
    }

    /// The chance to win.
    pub(super) fn chance(self) -> f64 {
        self.0.clamp(0.0, 1.0)
    }

    /// The value with its certainty taken away, for a result that not all turns have confirmed.
    pub(super) fn doubted(self) -> Value {
        Value::of_chance(self.chance())
    }

    pub(super) fn score(self) -> Score {
        match self.certainty() {
            // The side to move plays the first of these turns and every other one behind it.
            Some((win, turns)) => {
                let own = i32::from(turns.div_ceil(2).max(1));
                Score::Mate(if win { own } else { -own })
            }
            None => Score::from_chance(self.chance()),
        }
    }

    pub(super) fn wdl(self) -> Wdl {
        Wdl::from_chance(self.chance())
    }

    /// For the table, in single precision; what is not certain stays so.
    pub(super) fn to_bits(self) -> u32 {
        let value = self.0 as f32;
        let chance = value.clamp(f32::EPSILON, 1.0 - f32::EPSILON);
        if self.certainty().is_some() { value.to_bits() } else { chance.to_bits() }
    }

    pub(super) fn from_bits(bits: u32) -> Value {
        Value(f64::from(f32::from_bits(bits)))
    }

    /// Best first.
    pub(super) fn descending(self, other: Value) -> std::cmp::Ordering {
        other.0.total_cmp(&self.0)
    }

    pub(super) fn max(self, other: Value) -> Value {
        if other > self { other } else { self }
    }

    pub(super) fn min(self, other: Value) -> Value {
        if other < self { other } else { self }
    }
}

/// The expectation over the rolls, taken roll by roll, with bounds of what the rest can still make of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mean {
    /// Weights of all rolls.
    total: f64,
    /// Weights of the rolls still to come.
    left: f64,
    /// Weighted chances so far.
    sum: f64,
    worst: Value,
    best: Value,
}

impl Mean {
    pub(super) fn new(total: f64) -> Mean {
        Mean { total, left: total, sum: 0.0, worst: Value::WON, best: Value::LOST }
    }

    pub(super) fn add(&mut self, weight: f64, value: Value) {
        self.left -= weight;
        self.sum += weight * value.chance();
        self.worst = self.worst.min(value);
        self.best = self.best.max(value);
    }

    /// The window in which the value of the next roll must lie to keep the mean inside `alpha` and `beta`, if every
    /// other roll to come is lost or won (Ballard's Star1). A roll at or beyond an end of the window that isn't
    /// [`Value::LOST`] or [`Value::WON`] settles that the mean is beyond that bound too.
    pub(super) fn window(&self, weight: f64, alpha: Value, beta: Value) -> (Value, Value) {
        let others = self.left - weight;
        let low = (alpha.0 * self.total - self.sum - others) / weight;
        let high = (beta.0 * self.total - self.sum) / weight;
        // Bounds among the certain ends ask for rolls that are all certain, at any distance.
        let low = if low < 0.0 { Value::LOST } else { Value(low.min(1.0)) };
        let high = if high > 1.0 { Value::WON } else { Value(high.max(0.0)) };
        (low, high)
    }

    /// The least that the mean can still become.
    pub(super) fn at_least(&self) -> Value {
        Value(self.sum / self.total)
    }

    /// The most that the mean can still become.
    pub(super) fn at_most(&self) -> Value {
        Value((self.sum + self.left) / self.total)
    }

    /// The mean of all rolls. A certain end takes, in the worst case, the turns of the roll that delays it most.
    pub(super) fn value(&self) -> Value {
        if self.worst.is_certain_win() {
            self.worst
        } else if self.best.is_certain_loss() {
            self.best
        } else {
            Value::of_chance(self.sum / self.total)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_distance_of_certain_ends() {
        let win = |turns| Value::certain(true, turns);
        let loss = |turns| Value::certain(false, turns);
        assert!(win(1) > win(3) && win(900) > Value::of_chance(1.0));
        assert!(loss(1) < loss(2) && loss(900) < Value::of_chance(0.0));
        assert_eq!(Value::before(Value::LOST), win(1));
        assert_eq!(Value::before(loss(4)), win(5));
        assert_eq!(Value::before(win(5)), loss(6));
        for value in [win(3), loss(7), Value::of_chance(0.25)] {
            assert_eq!(Value::before(value.after()), value);
        }
        assert_eq!([win(1), win(2), win(3)].map(Value::score), [Score::Mate(1), Score::Mate(1), Score::Mate(2)]);
        assert_eq!([loss(1), loss(2), loss(3)].map(Value::score), [Score::Mate(-1), Score::Mate(-1), Score::Mate(-2)]);
    }

    #[test]
    fn a_mean_is_certain_only_if_every_roll_is() {
        let mut mean = Mean::new(4.0);
        mean.add(1.0, Value::certain(true, 1));
        mean.add(2.0, Value::certain(true, 5));
        let mut other = mean;
        mean.add(1.0, Value::certain(true, 3));
        assert_eq!(mean.value(), Value::certain(true, 5));
        other.add(1.0, Value::of_chance(0.5));
        assert_eq!(other.value().certainty(), None);
        assert!((other.value().chance() - 0.875).abs() < 1e-6);
    }
}
