//! The judgement of a position before the roll: the chance that the side to move wins, as the logistic function of a
//! weighted sum of simple terms.
//!
//! Most games are lost by running out of moves that fit the dice, so a side wants checkers, and for each face of a
//! die a move that keeps them: a merge or a capture. The side to move is also credited with what it can capture at
//! once. (The numbers of stacks, of checkers that nothing can capture, and what the opponent could capture in its
//! turn were tried beside these; the fit gave them next to nothing.)

use super::Diablo;
use super::board::{Board, Stack, kind_of_move, sign};
use crate::game::{Game, Kind, Player};

/// What the terms are worth, in natural log odds: the fit that `examples/diablo_fit.rs` makes, rounded.
mod weight {
    /// To be the side to move.
    pub(super) const TEMPO: f64 = 0.04;
    /// The logarithm of the ratio of checkers.
    pub(super) const CHECKERS: f64 = 5.5;
    /// How much higher the tallest stack is, one unit at most for two checkers.
    pub(super) const TALLEST: f64 = 0.9;
    /// The share of faces of a die with a merge or a capture.
    pub(super) const USEFUL: f64 = 1.0;
    /// The share of the enemy's checkers that the best capture takes, on average over the faces: the side to
    /// move can take them at once.
    pub(super) const CAPTURES: f64 = 8.2;
}

/// What the search may take for certain is for the rules to say: a judgement stays inside these odds.
const MOST_LOG_ODDS: f64 = 9.0;

/// The most faces that a die has.
const MOST_FACES: usize = 13;

/// One side's figures that the terms compare.
struct Figures {
    checkers: f64,
    tallest: f64,
    /// The share of faces with a merge or a capture.
    useful: f64,
    /// The height of the tallest stack that can be captured, averaged over the faces.
    captures: f64,
}

impl Figures {
    fn of(board: &Board, player: Player) -> Figures {
        let sign = sign(player);
        let faces = board.size() / 2;
        let (mut useful, mut tallest) = (0_u32, 0);
        let mut captured: [Stack; MOST_FACES] = [0; MOST_FACES];
        for from in board.stacks_of(sign) {
            let height = board.get(from) * sign;
            tallest = tallest.max(height);
            for die in 0..faces {
                for to in board.targets(from, die + 1) {
                    let target = board.get(to) * sign;
                    let Some(kind) = kind_of_move(height, target) else { continue };
                    useful |= u32::from(kind != Kind::Quiet) << die;
                    let most = &mut captured[usize::from(die)];
                    *most = (*most).max(-target);
                }
            }
        }
        let faces = f64::from(faces);
        Figures {
            checkers: f64::from(board.checkers(player)),
            tallest: f64::from(tallest),
            useful: f64::from(useful.count_ones()) / faces,
            captures: captured.iter().map(|&height| f64::from(height)).sum::<f64>() / faces,
        }
    }
}

/// Names and values of the terms in log odds, from the point of view of the side to move.
pub(super) fn terms(position: &Diablo) -> [(&'static str, f64); 5] {
    let mover = position.side_to_move();
    let own = Figures::of(&position.board, mover);
    let enemy = Figures::of(&position.board, mover.other());
    [
        ("tempo", weight::TEMPO),
        ("checkers", weight::CHECKERS * ((own.checkers + 1.0) / (enemy.checkers + 1.0)).ln()),
        ("tallest", weight::TALLEST * ((own.tallest - enemy.tallest) / 2.0).clamp(-1.0, 1.0)),
        ("useful", weight::USEFUL * (own.useful - enemy.useful)),
        ("captures", weight::CAPTURES * own.captures / (enemy.checkers + 1.0)),
    ]
}

/// The judged chance that the side to move wins, above 0 and below 1. The game is not over, and the roll unknown.
pub(super) fn chance(position: &Diablo) -> f64 {
    let sum: f64 = terms(position).iter().map(|&(_, value)| value).sum();
    1.0 / (1.0 + (-sum.clamp(-MOST_LOG_ODDS, MOST_LOG_ODDS)).exp())
}
