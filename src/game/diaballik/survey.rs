//! What the turns of one position have in common, worked out once: looking at where all of them lead is much of a
//! search's work. The opponent's pieces stand still during a turn, so what the mover's pieces see is the same after
//! each; and turns that differ in the ball alone, which the generator lists one after the other, leave the opponent
//! the same chances.

use fearless_simd::dispatch;

use super::board::{SQUARES, each, goal_row, sight};
use super::eval::{Side, View};
use super::net::Sum;
use super::rules::end_without_goal;
use super::threat::near;
use super::{Diaballik, Move};
use crate::game::Player;
use crate::game::deterministic::{Glance, Outlook};
use crate::processor::LEVEL;

/// What has been worked out for a position so far.
pub struct Survey {
    /// What the mover's pieces see.
    own: Sights,
    /// What the opponent's see before the turn.
    others: Sights,
    /// The mover's pieces for which the following holds; none at first.
    pieces: u64,
    /// Who has won, goals apart.
    over: Option<Player>,
    /// Whether the opponent wins now.
    lost: bool,
    /// The evaluation's sum over all places but those of the mover's ball, before the turn.
    places: Option<Sum>,
    /// The same after the turn and with what the opponent's pieces see, unless the game is over or lost.
    arranged: Option<Sum>,
}

impl Survey {
    #[inline]
    pub(super) fn new() -> Survey {
        let (own, others) = (Sights::new(), Sights::new());
        Survey { own, others, pieces: 0, over: None, lost: false, places: None, arranged: None }
    }

    /// What `turn` of `position`, the one that this survey belongs to, leads to.
    pub(super) fn outlook(&mut self, position: &Diaballik, turn: Move) -> Outlook {
        dispatch!(*LEVEL, _simd => self.look(position, turn))
    }

    #[inline(always)]
    fn look(&mut self, position: &Diaballik, turn: Move) -> Outlook {
        let mover = position.side;
        if goal_row(mover) & 1 << turn.ball() != 0 {
            return Outlook::Over(mover);
        }
        let after = position.after_unkeyed(turn.pieces(), turn.ball());
        if self.pieces != turn.pieces() {
            self.arrange(position, &after);
        }
        if let Some(winner) = self.over {
            return Outlook::Over(winner);
        }
        if self.lost {
            return Outlook::Lost;
        }
        let mut sum = match self.arranged {
            Some(sum) => sum,
            None => self.add_up(position, &after),
        };
        let opponents = after.pieces(after.side);
        let near = near(&after, mover);
        let see = |at| self.own.see(at, opponents);
        let view = View::new(after.ball(mover), after.men(mover), opponents, near, see);
        let threatened = view.reach().passes() & goal_row(mover) != 0;
        let own = Side { player: mover, mover: after.side };
        sum.add(own.ball(turn.ball()));
        own.visit(&after, view, |input| sum.add(input));
        Outlook::Open(Glance { value: sum.value(), threatened })
    }

    /// Whether `turn` threatens to win, or ends the game: what can be seen for less than an outlook.
    #[inline]
    pub(super) fn is_sharp(&mut self, position: &Diaballik, turn: Move) -> bool {
        let mover = position.side;
        let after = position.after_unkeyed(turn.pieces(), turn.ball());
        let lanes = self.own.see(turn.ball(), after.pieces(after.side));
        (lanes & near(&after, mover) | 1 << turn.ball()) & goal_row(mover) != 0 || end_without_goal(&after).is_some()
    }

    /// What turns with these pieces of the mover's have in common.
    #[inline(always)]
    fn arrange(&mut self, position: &Diaballik, after: &Diaballik) {
        let (mover, other) = (position.side, after.side);
        self.pieces = after.pieces(mover);
        self.arranged = None;
        self.over = end_without_goal(after).map(|(winner, _)| winner);
        let (before, now) = (position.pieces(mover), self.pieces);
        let lanes = self.others.see_after(after.ball(other), before, now) & !now;
        self.lost = lanes & near(after, other) & goal_row(other) != 0;
    }

    /// The evaluation's sum for all turns with these pieces of the mover's.
    #[inline(always)]
    fn add_up(&mut self, position: &Diaballik, after: &Diaballik) -> Sum {
        let (mover, other) = (position.side, after.side);
        let (before, now) = (position.pieces(mover), self.pieces);
        let (own, others) = (Side { player: mover, mover: other }, Side { player: other, mover: other });
        let mut sum = *self.places.get_or_insert_with(|| {
            let mut sum = Sum::EMPTY;
            each(position.pieces(other)).for_each(|at| sum.add(others.piece(at)));
            sum.add(others.ball(position.ball(other)));
            each(before).for_each(|at| sum.add(own.piece(at)));
            sum
        });
        each(before & !now).for_each(|at| sum.take(own.piece(at)));
        each(now & !before).for_each(|at| sum.add(own.piece(at)));
        let see = |at| self.others.see_after(at, before, now);
        let view = View::new(after.ball(other), after.men(other), now, near(after, other), see);
        others.visit(after, view, |input| sum.add(input));
        self.arranged = Some(sum);
        sum
    }
}

/// What is seen from the squares of a board on which some pieces block the sight.
struct Sights {
    /// What is seen from a square, the nearest blockers included, where `known`.
    seen: [u64; SQUARES],
    known: u64,
}

impl Sights {
    #[inline]
    fn new() -> Sights {
        Sights { seen: [0; SQUARES], known: 0 }
    }

    /// `blockers` are always the same.
    #[inline(always)]
    fn see(&mut self, at: u8, blockers: u64) -> u64 {
        if self.known & 1 << at == 0 {
            self.known |= 1 << at;
            self.seen[at as usize] = sight(at, blockers);
        }
        self.seen[at as usize]
    }

    /// The same after the blockers have changed to `now`: what was seen is seen still, unless a blocker has come into
    /// it or gone out of it.
    #[inline(always)]
    fn see_after(&mut self, at: u8, blockers: u64, now: u64) -> u64 {
        let seen = self.see(at, blockers);
        if seen & (blockers ^ now) == 0 { seen } else { sight(at, now) }
    }
}
