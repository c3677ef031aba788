//! The judgement of a position before the roll: the chance that the side to move wins, as the logistic function of a
//! weighted sum of simple terms.
//!
//! Most games are lost by running out of moves that fit the dice, so a side wants checkers, and for each face of a
//! die a move that keeps them: a merge or a capture. The side to move is also credited with what it can capture at
//! once. (The numbers of stacks, of checkers that nothing can capture, and what the opponent could capture in its
//! turn were tried beside these; the fit gave them next to nothing.)

use super::Diablo;
use super::board::{Board, Stack, kind_of_move, sign};
use crate::game::{Game, Kind};

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

/// What one side can do with a face of a die that keeps its checkers.
struct Reach {
    /// A merge or a capture is possible.
    useful: bool,
    /// The height of the tallest stack that can be captured.
    captures: Stack,
}

impl Reach {
    /// Looks no further than to the first useful move and to the first capture of a stack `enough` high: where stacks
    /// are many, that is soon.
    fn of(board: &Board, sign: Stack, die: u8, enough: Stack) -> Reach {
        let mut reach = Reach { useful: false, captures: 0 };
        for from in board.stacks_of(sign) {
            let height = board.get(from) * sign;
            for to in board.targets(from, die) {
                let target = board.get(to) * sign;
                reach.useful |= matches!(kind_of_move(height, target), Some(Kind::Merge | Kind::Capture));
                if -target <= height {
                    reach.captures = reach.captures.max(-target);
                }
            }
            if reach.useful && reach.captures >= enough {
                break;
            }
        }
        reach
    }
}

fn tallest(board: &Board, sign: Stack) -> Stack {
    board.squares().iter().map(|&stack| stack * sign).max().unwrap_or(0)
}

/// Names and values of the terms in log odds, from the point of view of the side to move.
pub(super) fn terms(position: &Diablo) -> [(&'static str, f64); 5] {
    let board = &position.board;
    let (mover, sign) = (position.side_to_move(), sign(position.side_to_move()));
    let (own, enemy) = (f64::from(board.checkers(mover)), f64::from(board.checkers(mover.other())));
    let (own_tallest, enemy_tallest) = (tallest(board, sign), tallest(board, -sign));
    let faces = board.size() / 2;
    let (mut useful, mut captures) = (0, 0);
    for die in 1..=faces {
        let reach = Reach::of(board, sign, die, enemy_tallest);
        useful += i32::from(reach.useful) - i32::from(Reach::of(board, -sign, die, 0).useful);
        captures += i32::from(reach.captures);
    }
    let share = |sum: i32| f64::from(sum) / f64::from(faces);
    let higher = f64::from(own_tallest - enemy_tallest);
    [
        ("tempo", weight::TEMPO),
        ("checkers", weight::CHECKERS * ((own + 1.0) / (enemy + 1.0)).ln()),
        ("tallest", weight::TALLEST * (higher / 2.0).clamp(-1.0, 1.0)),
        ("useful", weight::USEFUL * share(useful)),
        ("captures", weight::CAPTURES * share(captures) / (enemy + 1.0)),
    ]
}

/// The judged chance that the side to move wins, above 0 and below 1. The game is not over, and the roll unknown.
pub(super) fn chance(position: &Diablo) -> f64 {
    let sum: f64 = terms(position).iter().map(|&(_, value)| value).sum();
    1.0 / (1.0 + (-sum.clamp(-MOST_LOG_ODDS, MOST_LOG_ODDS)).exp())
}
