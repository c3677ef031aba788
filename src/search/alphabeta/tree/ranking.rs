//! In which order the turns of a node are tried, which are left out, and which are searched less deep at first.

use super::{Level, Tree, Window};
use crate::game::deterministic::{Deterministic, Outlook};
use crate::search::alphabeta::order::{Pick, Rank};
use crate::search::alphabeta::score::{INFINITE, is_certain};

/// How many turns are tried by depth, where late ones are left out.
const LATE: [usize; 5] = [usize::MAX, usize::MAX, 50, 120, 280];
/// What a threat is worth in the order of turns.
pub(in crate::search::alphabeta) const THREAT: i32 = 120;

impl<G: Deterministic> Tree<'_, G> {
    /// Puts the turns of a node into their first order.
    pub(super) fn prepare(&mut self, position: &G, at: Window, best: Option<u16>, level: &mut Level<G>) {
        let before = self.classes[at.ply - 1].filter(|_| self.tuning.counter_turns);
        let refutations = self.memory.refutations(position, at.ply, before);
        level.order.begin(&level.turns, best, &refutations);
    }

    /// How the turns of a node are ranked.
    pub(super) fn ranking(&self, position: &G, at: Window, survey: &mut G::Survey) -> impl FnMut(G::Move) -> Rank {
        let position = *position;
        let by_sight = self.tuning.static_order && at.depth > 1 && self.path.nothing_is_spent();
        let futile = self.tuning.futility
            && at.depth == 1
            && at.is_empty()
            && !is_certain(at.alpha)
            && self.evaluations[at.ply] + self.best_gain() <= at.alpha;
        move |turn| {
            if futile && !position.is_sharp(survey, turn) {
                return Rank::Futile;
            }
            if !by_sight {
                return Rank::Try {
                    rank: position.promise(turn) + self.memory.history(&position, turn),
                    threat: false,
                };
            }
            match position.outlook(survey, turn) {
                Outlook::Over(winner) if winner == position.side_to_move() => Rank::Try { rank: 10_000, threat: true },
                Outlook::Over(_) => Rank::Try { rank: -10_000, threat: false },
                Outlook::Lost => Rank::Loses,
                Outlook::Open(glance) => {
                    let history = self.memory.history(&position, turn) / 4;
                    let bonus = if glance.threatened { THREAT } else { 0 };
                    Rank::Try { rank: history + bonus - glance.value, threat: glance.threatened }
                }
            }
        }
    }

    /// Whether the `i`-th turn (from 1) is left out. Never where all others lose, so that losses are proved.
    pub(super) fn is_late(&self, i: usize, pick: Pick, at: Window, best_value: i32) -> bool {
        let limit = LATE.get(at.depth as usize).copied().unwrap_or(usize::MAX);
        self.tuning.late_pruning
            && i > limit
            && at.is_empty()
            && pick.ranked
            && !pick.threat
            && !is_certain(best_value)
            && best_value > -INFINITE
    }

    /// By how many turns less deep the `i`-th turn (from 1) is searched at first.
    pub(super) fn reduction(&self, i: usize, pick: Pick, at: Window) -> i32 {
        if !self.tuning.reductions || i < 4 || at.depth < 3 || !pick.ranked {
            return 0;
        }
        // Logarithms to base 2 in whole numbers: the same on every machine. Where there is time to be careful, quiet turns
        // that win in three are not put off beyond depth 5.
        let by_rank = i.ilog2() as i32;
        let by_rank = if self.careful_depth > 0 { by_rank * 3 / 4 } else { by_rank };
        let less = by_rank - i32::from(!at.is_empty()) - i32::from(pick.threat);
        // Turns are in order by what they lead to at sight: a leaf would say nothing new.
        less.clamp(0, at.depth - 2)
    }
}
