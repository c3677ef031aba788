//! How weak the lower levels of skill are in games with dice.

use crate::game::Turn;
use crate::game::stochastic::Stochastic;
use crate::search::skill::{self, Weakness};
use crate::search::{Report, STRONGEST, Task};

/// Among how many turns a weak level chooses, and how many more for each level below the strongest: there are hundreds,
/// and many are nearly as good as the best.
const WIDTH: usize = 8;
const WIDER: usize = 4;
/// Hundredths by which the opinion of a turn may be off, for each level below the strongest.
const BLUR: i32 = 20;
/// From this level up the opponent's replies are looked at.
const LOOKS_AHEAD: u32 = 12;

pub(super) fn search<G: Stochastic>(task: &Task<'_, G>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    let level = task.options.skill;
    let below = STRONGEST - level;
    let weakness = Weakness {
        depth: if level < LOOKS_AHEAD { 1 } else { 2 },
        width: WIDTH + WIDER * below as usize,
        blur: below as i32 * BLUR,
    };
    skill::search(task, &weakness, super::strongest, report)
}
