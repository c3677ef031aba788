//! The judgement of a position before the roll: the chance that the side to move wins, as the logistic function of a
//! weighted sum of [`features`] and the word of a small [net](Net) that sees them together. Most games are lost by running
//! out of moves that fit the dice, so besides checkers and stacks it counts what each face of a die and each roll leaves a
//! side to do.
//!
//! The weights change with the number of checkers on the board, and with its size. `examples/diablo_fit` fits them to
//! the outcomes of games and prints the files in `weights/`.

mod bits;
mod features;
mod glance;
mod net;
mod weights;

use std::sync::OnceLock;

pub use features::{COUNT, Features, INPUTS, Inputs, NAMES};
pub use glance::Glance;
pub use net::{Net, UNITS};
pub use weights::{PHASES, Weights};

use super::Diablo;
use super::board::{Board, Stack, sign};
use crate::game::Game;

/// What the search may take for certain is for the rules to say: a judgement stays inside these odds.
const MOST_LOG_ODDS: f32 = 9.0;

/// For each number of checkers on the board, the weights.
type Rows = Vec<Features>;

/// What the net is called among the terms.
pub(super) const TOGETHER: &str = "what these mean together (a small net)";

/// What the evaluation knows of a position for its side to move: the [features](Features), and more that only the net
/// sees. The game is not over.
#[must_use]
pub fn inputs(position: &Diablo) -> Inputs {
    features::inputs(&position.board, sign(position.side_to_move()))
}

/// The features among the inputs.
#[must_use]
pub fn features(inputs: &Inputs) -> &Features {
    inputs.first_chunk().expect("the features come first")
}

/// Between which of the [`PHASES`] of [`Weights`] a position lies: the share that each has in its weights. The shares
/// add up to one; `checkers` are those of both sides, as many as squares at the start.
#[must_use]
pub fn phase(size: u8, checkers: u32) -> [f32; PHASES] {
    let squares = f32::from(size) * f32::from(size);
    let over = (1.0 - checkers as f32 / squares).clamp(0.0, 1.0) * (PHASES - 1) as f32;
    std::array::from_fn(|phase| (1.0 - (over - phase as f32).abs()).max(0.0))
}

/// The weights that the evaluation has for boards of this size, for those who tune.
#[must_use]
pub fn engine_weights(size: u8) -> &'static Weights {
    weights::of_size(size)
}

/// The terms of the evaluation in natural log odds, in the order of [`NAMES`], and what the net adds.
pub(super) fn terms(position: &Diablo) -> (Features, f32) {
    let weights = weights_of(&position.board);
    let inputs = inputs(position);
    let together = weights::of_size(position.board.size()).net.log_odds(&inputs);
    (std::array::from_fn(|i| inputs[i] * weights[i]), together)
}

/// The judged chance that the side to move wins, above 0 and below 1. The game is not over, and the roll unknown.
pub(super) fn chance(position: &Diablo) -> f64 {
    evaluate(&position.board, sign(position.side_to_move()))
}

fn evaluate(board: &Board, sign: Stack) -> f64 {
    let inputs = features::inputs(board, sign);
    let sum: f32 = inputs.iter().zip(weights_of(board)).map(|(feature, weight)| feature * weight).sum();
    let sum = sum + weights::of_size(board.size()).net.log_odds(&inputs);
    1.0 / (1.0 + f64::from(-sum.clamp(-MOST_LOG_ODDS, MOST_LOG_ODDS)).exp())
}

fn weights_of(board: &Board) -> &'static Features {
    static OF_SIZES: [OnceLock<Rows>; 14] = [const { OnceLock::new() }; 14];
    let size = board.size();
    let rows = OF_SIZES[usize::from(size / 2)].get_or_init(|| {
        let weights = weights::of_size(size);
        let squares = u32::from(size) * u32::from(size);
        (0..=squares).map(|checkers| mixed(&weights.rows, &phase(size, checkers))).collect()
    });
    let checkers = [super::Player::One, super::Player::Two].map(|player| board.checkers(player) as usize);
    &rows[checkers[0] + checkers[1]]
}

/// The weights in a phase.
fn mixed(weights: &[Features; PHASES], phase: &[f32; PHASES]) -> Features {
    std::array::from_fn(|i| weights.iter().zip(phase).map(|(weights, share)| weights[i] * share).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str) -> Diablo {
        Diablo::parse_fen(fen).expect("a FEN").0
    }

    /// Worked out by hand. Black merges a1 and c1, or takes a3, with a 2; after a quiet 1 to b1 the other stack is near.
    /// Green must remove a checker with 1-1 and 1-2, but with 2-2 it goes to c3 and takes c1.
    #[test]
    fn features_of_a_small_position() {
        let found = inputs(&read("...G2/G.../..../B2.B. b - 5"));
        let wanted = [
            1.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.5,
            0.75,
            0.25,
            std::f32::consts::LN_2,
            0.25,
            0.0,
            1.0 / 3.0,
            0.0,
            0.0,
            0.0,
            0.0,
        ];
        for (i, name) in NAMES.iter().enumerate() {
            assert!((found[i] - wanted[i]).abs() < 1e-6, "{name}: {} for {}", found[i], wanted[i]);
        }
    }

    #[test]
    fn tall_stacks_take_and_are_taken() {
        // Black's 3 takes the 2 with a 2; its single checker takes nothing, and Green's 2 takes it with a 1.
        let found = inputs(&read("..../..../..B./B3.G2. b - 5"));
        assert_eq!(found[5], 0.75, "the 3 is safe, the single checker isn't");
        assert_eq!((found[10], found[12], found[13]), (0.75, 1.0, 0.75), "three of four throws hold a 2");
        assert_eq!((found[14], found[16]), (0.75 / 4.0, 0.25), "Green's better die");
    }

    #[test]
    fn images_of_a_board_are_judged_alike() {
        let position = read("GB3GB2.B/..B.GG/BG3...B2/....BG2/.BGB2G./B...G2. g - 12");
        let size = usize::from(position.size());
        type Image = fn(usize, usize, usize) -> (usize, usize);
        let images: [Image; 3] = [|x, y, n| (n - 1 - x, y), |x, y, n| (x, n - 1 - y), |x, y, _| (y, x)];
        for image in images {
            let mut board = Board::empty(position.size());
            for (square, &stack) in position.board.squares().iter().enumerate() {
                let (x, y) = image(square % size, square / size, size);
                board.set(y * size + x, stack);
            }
            assert_eq!(features::inputs(&board, -1), inputs(&position));
        }
    }

    #[test]
    fn terms_add_up_to_the_chance_on_every_board() {
        for size in (2..=26).step_by(2) {
            let start = Diablo::startpos(size).expect("a size");
            let (terms, together) = terms(&start);
            let sum = terms.iter().sum::<f32>() + together;
            let wanted = 1.0 / (1.0 + f64::from(-sum.clamp(-MOST_LOG_ODDS, MOST_LOG_ODDS)).exp());
            assert!((chance(&start) - wanted).abs() < 1e-6, "{size}");
        }
    }
}
