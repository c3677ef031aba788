//! Whether a side can win by a goal within its turn, exactly.
//!
//! The holder can't step before it has passed, so a goal is a pass from where the ball is: some square of the goal
//! row must lie on a lane, and a piece must stand on it or come there in at most two steps. The opponent's pieces stand
//! still meanwhile and own pieces block nobody's pass, so lanes neither open nor close within the turn. (Where one
//! piece needs the square of another, that other one is nearer to the goal itself.)

use super::Diaballik;
use super::board::{goal_row, neighbours};
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
    #[inline]
    pub(super) fn new(position: &Diaballik, player: Player) -> Reach {
        Reach { lanes: position.lanes(player), near: near(position, player) }
    }

    /// Where a turn could end with the ball after a pass.
    #[inline]
    pub(super) fn passes(self) -> u64 {
        self.lanes & self.near
    }
}

/// Where a man of `player` stands or can be after at most two steps.
#[inline]
pub(super) fn near(position: &Diaballik, player: Player) -> u64 {
    let empty = position.empty();
    let men = position.men(player);
    let once = men | neighbours(men) & empty;
    once | neighbours(once) & empty
}

impl Diaballik {
    /// Whether `player`, were it his turn, could win by a goal within it.
    #[inline]
    #[must_use]
    pub fn can_score(&self, player: Player) -> bool {
        Reach::new(self, player).passes() & goal_row(player) != 0
    }
}
