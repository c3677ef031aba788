//! Whether a side can win by a goal within its turn, exactly.
//!
//! The holder can't step before it has passed, so a goal is a pass from where the ball is: some square of the goal
//! row must lie on a lane, and a piece must stand on it or come there in at most two steps. The opponent's pieces stand
//! still meanwhile and own pieces block nobody's pass, so lanes neither open nor close within the turn. (Where one
//! piece needs the square of another, that other one is nearer to the goal itself.)

use super::Diaballik;
use super::board::{goal_row, neighbours};
use crate::game::Player;

/// Where the men of `player` can be after at most two steps of one of them, the squares where they are included.
pub(super) fn two_steps(position: &Diaballik, player: Player) -> u64 {
    let empty = position.empty();
    let men = position.men(player);
    let near = men | neighbours(men) & empty;
    near | neighbours(near) & empty
}

impl Diaballik {
    /// Whether `player`, were it his turn, could win by a goal within it.
    #[must_use]
    pub fn can_score(&self, player: Player) -> bool {
        let goals = self.lanes(player) & goal_row(player);
        goals != 0 && goals & two_steps(self, player) != 0
    }
}
