//! Whether a side can win by a goal within its turn, exactly.
//!
//! The holder can't step before it has passed, so a goal is a pass from where the ball is: some square of the goal
//! row must lie on a lane, and a piece must stand on it or come there in at most two steps. The opponent's pieces stand
//! still meanwhile and own pieces block nobody's pass, so lanes neither open nor close within the turn. (Where one
//! piece needs the square of another, that other one is nearer to the goal itself.)

use super::Diaballik;
use super::board::{goal_row, is_unbroken_line, neighbours};
use crate::game::Player;

/// What `player` could do, were it his turn: where the ball can go, and who can be there.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The squares that the ball sees.
    pub(super) lanes: u64,
    /// Where a man stands or can be after at most two steps.
    pub(super) near: u64,
}

impl Reach {
    #[inline(always)]
    pub(super) fn new(position: &Diaballik, player: Player) -> Reach {
        Reach { lanes: position.lanes(player), near: near(position, player) }
    }

    /// Where a turn could end with the ball after a pass.
    #[inline(always)]
    pub(super) fn passes(self) -> u64 {
        self.lanes & self.near
    }
}

/// Where a man of `player` stands or can be after at most two steps.
#[inline(always)]
pub(super) fn near(position: &Diaballik, player: Player) -> u64 {
    let empty = position.empty();
    let men = position.men(player);
    let once = men | neighbours(men) & empty;
    once | neighbours(once) & empty
}

impl Diaballik {
    /// Whether `player`, were it his turn, could win by a goal within it.
    #[inline(always)]
    #[must_use]
    pub fn can_score(&self, player: Player) -> bool {
        Reach::new(self, player).passes() & goal_row(player) != 0
    }

    /// Whether the side to move might win by a turn without a goal: the opponent's line might be touched, or the opponent
    /// be left without a step. `false` is certain.
    #[inline(always)]
    pub(super) fn may_win_without_a_goal(&self) -> bool {
        let opponent = self.side.other();
        // A turn fills two squares at most, and those it leaves are free.
        let room = neighbours(self.men(opponent)) & self.empty();
        !has_more(without_one(room)) || self.anti_play && self.may_touch_line(opponent)
    }

    /// Whether `holder` has an unbroken line that the side to move, who touches it with less than three pieces, might touch
    /// with three after its turn.
    #[inline(always)]
    fn may_touch_line(&self, holder: Player) -> bool {
        let (line, pieces) = (self.pieces(holder), self.pieces(self.side));
        let beside = neighbours(line);
        let touching = beside & pieces;
        // Two pieces can be brought at most; of two that are brought each has one step.
        let one_step_away = neighbours(beside & self.empty()) & pieces & !touching;
        touching != 0 && (has_more(touching) || has_more(one_step_away)) && is_unbroken_line(line)
    }
}

#[inline(always)]
fn without_one(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// Whether more than one square is set.
#[inline(always)]
fn has_more(set: u64) -> bool {
    without_one(set) != 0
}
