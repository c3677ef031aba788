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
