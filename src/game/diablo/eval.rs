//! The judgement of a position before the roll: the chance that the side to move wins, as the logistic function of a
//! weighted sum of simple terms.
//!
//! Most games are lost by running out of moves that fit the dice, so a side wants many checkers on many stacks, and
//! for each face of a die a move that keeps its checkers: a merge or a capture.

use super::Diablo;
use super::board::{Board, Stack, kind_of_move, sign};
use crate::game::{Game, Kind, Player};

/// What the terms are worth, in natural log odds.
mod weight {
    /// The side to move has the next chance to capture.
    pub(super) const TEMPO: f64 = 0.3;
    /// The logarithm of the ratio of checkers.
    pub(super) const CHECKERS: f64 = 2.0;
    /// The logarithm of the ratio of stacks.
    pub(super) const STACKS: f64 = 1.0;
    /// How much higher the tallest stack is, one unit at most for two checkers.
    pub(super) const TALLEST: f64 = 0.5;
    /// The share of faces of a die with a merge or a capture.
    pub(super) const MOBILITY: f64 = 2.0;
}

/// What the search may take for certain is for the rules to say: a judgement stays inside these odds.
const MOST_LOG_ODDS: f64 = 9.0;

/// The sides' figures that the terms compare.
struct Figures {
    checkers: f64,
    stacks: f64,
    tallest: f64,
    mobility: f64,
}

impl Figures {
    fn of(board: &Board, player: Player) -> Figures {
        let sign = sign(player);
        let tallest = board.squares().iter().map(|&stack| stack * sign).max().unwrap_or(0);
        Figures {
            checkers: f64::from(board.checkers(player)),
            stacks: f64::from(board.stacks(player)),
            tallest: f64::from(tallest),
            mobility: mobility(board, sign),
        }
    }
}

/// The share of faces of a die with which a merge or a capture is possible. With many stacks the first one looked at
/// often has a move, so this is quick.
fn mobility(board: &Board, sign: Stack) -> f64 {
    let faces = board.size() / 2;
    let useful = (1..=faces).filter(|&die| has_useful_move(board, sign, die)).count();
    useful as f64 / f64::from(faces)
}

fn has_useful_move(board: &Board, sign: Stack, die: u8) -> bool {
    board.stacks_of(sign).any(|from| {
        let height = board.get(from) * sign;
        let kind = |to| kind_of_move(height, board.get(to) * sign);
        board.targets(from, die).any(|to| matches!(kind(to), Some(Kind::Merge | Kind::Capture)))
    })
}

/// Names and values of the terms in log odds, from the point of view of the side to move.
pub(super) fn terms(position: &Diablo) -> [(&'static str, f64); 5] {
    let mover = position.side_to_move();
    let own = Figures::of(&position.board, mover);
    let enemy = Figures::of(&position.board, mover.other());
    [
        ("tempo", weight::TEMPO),
        ("checkers", weight::CHECKERS * ((own.checkers + 1.0) / (enemy.checkers + 1.0)).ln()),
        ("stacks", weight::STACKS * ((own.stacks + 1.0) / (enemy.stacks + 1.0)).ln()),
        ("tallest", weight::TALLEST * ((own.tallest - enemy.tallest) / 2.0).clamp(-1.0, 1.0)),
        ("mobility", weight::MOBILITY * (own.mobility - enemy.mobility)),
    ]
}

/// The judged chance that the side to move wins, above 0 and below 1. The game is not over, and the roll unknown.
pub(super) fn chance(position: &Diablo) -> f64 {
    let sum: f64 = terms(position).iter().map(|&(_, value)| value).sum();
    1.0 / (1.0 + (-sum.clamp(-MOST_LOG_ODDS, MOST_LOG_ODDS)).exp())
}
