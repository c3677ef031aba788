//! What the turns of one position have in common, worked out once: looking at where all of them lead is much of a
//! search's work. The opponent's pieces stand still during a turn, so what the mover's pieces see is the same after
//! each; and turns that differ in the ball alone, which the generator lists one after the other, leave the opponent
//! the same chances.

use super::board::{SQUARES, goal_row, sight};
use super::eval::{self, View};
use super::rules::end_without_goal;
use super::threat::near;
use super::{Diaballik, Move};
use crate::game::Player;
use crate::game::deterministic::{Glance, Outlook};

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
    /// The opponent's part of the evaluation, unless the game is over or lost.
    others_value: Option<i32>,
}

impl Survey {
    #[inline]
    pub(super) fn new() -> Survey {
        let (own, others) = (Sights::new(), Sights::new());
        Survey { own, others, pieces: 0, over: None, lost: false, others_value: None }
    }

    /// What `turn` of `position`, the one that this survey belongs to, leads to.
    #[inline]
    pub(super) fn outlook(&mut self, position: &Diaballik, turn: Move) -> Outlook {
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
        let others_value = match self.others_value {
            Some(value) => value,
            None => self.value_others(position, &after),
        };
        let opponents = after.pieces(after.side);
        let near = near(&after, mover);
        let see = |at| self.own.see(at, opponents);
        let view = View::new(after.ball(mover), after.men(mover), opponents, near, see);
        let threatened = view.reach().passes() & goal_row(mover) != 0;
        let own = eval::value_of(&after, mover, view);
        Outlook::Open(Glance { value: others_value - own + eval::TEMPO, threatened })
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
    #[inline]
    fn arrange(&mut self, position: &Diaballik, after: &Diaballik) {
        let (mover, other) = (position.side, after.side);
        self.pieces = after.pieces(mover);
        self.others_value = None;
        self.over = end_without_goal(after).map(|(winner, _)| winner);
        let (before, now) = (position.pieces(mover), self.pieces);
        let lanes = self.others.see_after(after.ball(other), before, now) & !now;
        self.lost = lanes & near(after, other) & goal_row(other) != 0;
    }

    #[inline]
    fn value_others(&mut self, position: &Diaballik, after: &Diaballik) -> i32 {
        let (mover, other) = (position.side, after.side);
        let (before, now) = (position.pieces(mover), self.pieces);
        let see = |at| self.others.see_after(at, before, now);
        let view = View::new(after.ball(other), after.men(other), now, near(after, other), see);
        let value = eval::value_of(after, other, view);
        self.others_value = Some(value);
        value
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
    #[inline]
    fn see(&mut self, at: u8, blockers: u64) -> u64 {
        if self.known & 1 << at == 0 {
            self.known |= 1 << at;
            self.seen[at as usize] = sight(at, blockers);
        }
        self.seen[at as usize]
    }

    /// The same after the blockers have changed to `now`: what was seen is seen still, unless a blocker has come into
    /// it or gone out of it.
    #[inline]
    fn see_after(&mut self, at: u8, blockers: u64, now: u64) -> u64 {
        let seen = self.see(at, blockers);
        if seen & (blockers ^ now) == 0 { seen } else { sight(at, now) }
    }
}
