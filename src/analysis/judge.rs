//! The static judgement of turns: the chance after each of them, without looking ahead.

use std::ops::ControlFlow;

use crate::game::Roll;
use crate::game::stochastic::Stochastic;

/// The judged chance of the side to move, before the roll; 0 or 1 when the game is over.
pub(super) fn chance<G: Stochastic>(position: &G) -> f64 {
    match position.winner() {
        Some(winner) => f64::from(u8::from(winner == position.side_to_move())),
        None => position.chance(),
    }
}

/// The turn with the best afterstate by static judgement, the first of equal ones, and the chance that it leaves the
/// side that takes it. `None` if the game is over.
pub fn best_turn<G: Stochastic>(position: &mut G, roll: Roll, scratch: &mut G::Scratch) -> Option<(f64, G::Compact)> {
    let mut best: Option<(f64, G::Compact)> = None;
    let _ = position.visit_turns(roll, scratch, |after, turn| {
        let value = 1.0 - chance(after);
        if best.is_none_or(|(so_far, _)| value > so_far) {
            best = Some((value, turn));
        }
        if value < 1.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    best
}
