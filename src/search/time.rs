//! How long a turn may take: the soft bound, after which no new iteration begins, and the hard one, which ends the
//! search wherever it is.

use std::time::Duration;

use super::limits::{Limits, millis};
use crate::game::Player;

/// The two bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    /// Begin no new iteration after this.
    pub soft: Option<Duration>,
    /// Stop at once after this.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The time that `limits` give `player` for one turn; `overhead` is what passes between engine and clock.
    #[must_use]
    pub fn new(limits: &Limits, player: Player, overhead: Duration) -> Budget {
        let mut budget = Budget::default();
        if let Some(left) = limits.clock[player.index()] {
            budget = of_clock(millis(left), millis(limits.increment[player.index()]), limits.moves_to_go, overhead);
        }
        if let Some(movetime) = limits.movetime {
            let time = millis(movetime).saturating_sub(overhead.min(millis(movetime) / 2));
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }
}

fn of_clock(left: Duration, increment: Duration, moves_to_go: Option<u32>, overhead: Duration) -> Budget {
    /// How many more turns a game is planned to last when nobody says.
    const HORIZON: u32 = 30;
    let turns = moves_to_go.map_or(HORIZON, |turns| turns.clamp(1, HORIZON));
    let usable = left.saturating_sub(overhead * 2).max(left / 8);
    let share = usable / turns + increment * 3 / 4;
    // One turn never takes more than a part of what is left, however large the increment.
    let ceiling = if turns == 1 { usable * 9 / 10 } else { usable / 3 };
    Budget { soft: Some((share / 2).min(ceiling)), hard: Some((share * 2).min(ceiling)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(limits: &Limits) -> Budget {
        Budget::new(limits, Player::One, Duration::from_millis(10))
    }

    fn clock(left: i64, increment: i64) -> Limits {
        Limits { clock: [Some(left), None], increment: [increment, 0], ..Limits::default() }
    }

    #[test]
    fn a_clock_never_runs_out_however_long_the_game() {
        for (left, increment) in [(1000, 10), (60_000, 0), (100, 100), (50, 0), (1, 0), (10_000, 5000)] {
            let mut left = left;
            for _ in 0..400 {
                let hard = budget(&clock(left, increment)).hard.expect("a clock gives a bound");
                let used = i64::try_from(hard.as_millis()).expect("a small number");
                assert!(used < left.max(1), "{used} of {left} ms");
                left += increment - used;
            }
        }
    }

    #[test]
    fn no_time_is_no_time() {
        for limits in [clock(0, 0), clock(-500, 0), Limits { movetime: Some(-1), ..Limits::default() }] {
            assert_eq!(budget(&limits).hard, Some(Duration::ZERO));
        }
    }

    #[test]
    fn the_opponents_clock_is_no_bound() {
        let limits = Limits { clock: [None, Some(1000)], ..Limits::default() };
        assert_eq!(budget(&limits), Budget::default());
    }

    #[test]
    fn the_smaller_of_clock_and_movetime_counts() {
        let limits = Limits { movetime: Some(30), ..clock(60_000, 0) };
        assert_eq!(budget(&limits).hard, Some(Duration::from_millis(20)));
        let limits = Limits { movetime: Some(60_000), ..clock(600, 0) };
        assert!(budget(&limits).hard < Some(Duration::from_millis(60)));
    }

    #[test]
    fn the_last_turn_before_more_time_may_use_most_of_it() {
        let limits = Limits { moves_to_go: Some(1), ..clock(1000, 0) };
        let hard = budget(&limits).hard.expect("a bound");
        assert!(hard > Duration::from_millis(600) && hard < Duration::from_millis(980));
    }
}
