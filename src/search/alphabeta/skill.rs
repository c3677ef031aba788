//! How weak the lower levels of skill are in games without dice.

use super::threads;
use crate::game::Turn;
use crate::game::deterministic::Deterministic;
use crate::search::skill::{self, Weakness};
use crate::search::{Report, STRONGEST, Task};

/// Among how many turns a weak level chooses.
const WIDTH: usize = 16;
/// Hundredths by which the opinion of a turn may be off, for each level below the strongest.
const BLUR: i32 = 16;

pub(super) fn search<G: Deterministic>(task: &Task<'_, G>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    let level = task.options.skill;
    let weakness = Weakness { depth: 1 + level / 5, width: WIDTH, blur: (STRONGEST - level) as i32 * BLUR };
    skill::search(task, &weakness, threads::search, report)
}
