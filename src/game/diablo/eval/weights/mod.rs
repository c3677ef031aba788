//! The weights that `examples/diablo_fit` prints, a file for each size of board.

#![allow(clippy::approx_constant, reason = "weights are fitted, whatever they look like")]

mod eight;
mod four;
mod six;

use super::features::Features;
use super::net::Net;

/// Weights are kept for so many points of a game, evenly from the start to the last checkers.
pub const PHASES: usize = 3;

/// The weights of a board size.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// The weights of the features, for each phase, in natural log odds.
    pub rows: [Features; PHASES],
    /// What is added to them.
    pub net: Net,
}

/// The weights for a board of this size. Those of 8x8 serve all sizes without a fit of their own.
pub(super) fn of_size(size: u8) -> &'static Weights {
    match size {
        4 => &four::WEIGHTS,
        6 => &six::WEIGHTS,
        _ => &eight::WEIGHTS,
    }
}
