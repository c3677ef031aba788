//! How weak the lower levels of skill are in games without dice.

use super::threads;
use crate::game::Turn;
use crate::game::deterministic::Deterministic;
use crate::search::skill::{self, Weakness};
use crate::search::{Report, STRONGEST, Task};

/// Hundredths by which the opinion of a turn may be off, for each level below the strongest.
const BLUR: i32 = 16;
/// From this level down more is added for each: none of them looks ahead, so that nothing else sets them apart.
const LOWEST: u32 = 4;
const BLUR_OF_LOWEST: i32 = 100;

pub(super) fn search<G: Deterministic>(task: &Task<'_, G>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    let level = task.options.skill;
    let below = STRONGEST - level;
    let blur = below as i32 * BLUR + LOWEST.saturating_sub(level) as i32 * BLUR_OF_LOWEST;
    // Twice as many turns to choose from with each third level.
    let weakness = Weakness { depth: 1 + level / 5, width: 2 << (below / 3), blur };
    skill::search(task, &weakness, threads::search, report)
}
