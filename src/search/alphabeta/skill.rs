//! How weak the lower levels of skill are in games without dice.

use super::threads;
use crate::game::Turn;
use crate::game::deterministic::Deterministic;
use crate::search::skill::{self, Weakness};
use crate::search::{Report, STRONGEST, Task};

/// Hundredths by which the opinion of a turn may be off, for each level below the strongest.
const BLUR: i32 = 16;

pub(super) fn search<G: Deterministic>(task: &Task<'_, G>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    let level = task.options.skill;
    let below = STRONGEST - level;
    // Twice as many turns to choose from with each third level.
    let weakness = Weakness { depth: 1 + level / 5, width: 2 << (below / 3), blur: below as i32 * BLUR };
    skill::search(task, &weakness, threads::search, report)
}
