//! What the turns of one position have in common, worked out once: looking at where all of them lead is much of a
//! search's work. The opponent's pieces stand still during a turn, so what the mover's pieces see is the same after
//! each; and turns that differ in the ball alone, which the generator lists one after the other, leave the opponent
//! the same chances.

use super::board::{SQUARES, goal_row, sight};
use super::eval::{self, View};
use super::rules::end_without_goal;
use super::threat::{Reach, near};
use super::{Diaballik, Move};
use crate::game::Player;
use crate::game::deterministic::{Glance, Outlook};

/// What has been worked out for a position so far.
pub struct Survey {
    /// What is seen from a square past the mover's pieces, where `known`.
    seen: [u64; SQUARES],
    known: u64,
    /// The mover's pieces for which the following holds; none at first.
    pieces: u64,
    /// Who has won, goals apart.
    over: Option<Player>,
    /// Whether the opponent wins now.
    lost: bool,
    /// The opponent's part of the evaluation, unless the game is over or lost.
    others_value: i32,
}

impl Survey {
    #[inline]
    pub(super) fn new() -> Survey {
        Survey { seen: [0; SQUARES], known: 0, pieces: 0, over: None, lost: false, others_value: 0 }
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
            self.arrange(&after);
        }
        if let Some(winner) = self.over {
            return Outlook::Over(winner);
        }
        if self.lost {
            return Outlook::Lost;
        }
        let opponents = after.pieces(after.side);
        let near = near(&after, mover);
        let view = View::new(after.ball(mover), after.men(mover), opponents, near, |at| self.see(at, opponents));
        let threatened = view.reach().passes() & goal_row(mover) != 0;
        let own = eval::value_of(&after, mover, view);
        Outlook::Open(Glance { value: self.others_value - own + eval::TEMPO, threatened })
    }

    /// What turns with these pieces of the mover's have in common.
    fn arrange(&mut self, after: &Diaballik) {
        let other = after.side;
        self.pieces = after.pieces(other.other());
        self.over = end_without_goal(after).map(|(winner, _)| winner);
        let reach = Reach::new(after, other);
        self.lost = reach.passes() & goal_row(other) != 0;
        if self.over.is_none() && !self.lost {
            self.others_value = eval::value_of(after, other, View::of(after, other));
        }
    }

    #[inline]
    fn see(&mut self, at: u8, opponents: u64) -> u64 {
        if self.known & 1 << at == 0 {
            self.known |= 1 << at;
            self.seen[at as usize] = sight(at, opponents);
        }
        self.seen[at as usize]
    }
}
