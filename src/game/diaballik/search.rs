//! Diaballik as a search sees it.

use std::ops::ControlFlow;

use super::board::{SIZE, SQUARES};
use super::eval::{self, rows_forward};
use super::generate::each_turn;
use super::{Diaballik, Move};
use crate::game::Player;
use crate::game::deterministic::Deterministic;

/// A turn's class: where the ball is afterwards, and the first square that a piece has come to, or none.
const ARRIVALS: usize = SQUARES + 1;

impl Deterministic for Diaballik {
    type Move = Move;
    const CLASSES: usize = SQUARES * ARRIVALS;

    fn generate(&self, (): &mut (), moves: &mut Vec<Move>) {
        moves.clear();
        let _ = each_turn(self, |turn| {
            moves.push(turn);
            ControlFlow::Continue(())
        });
    }

    fn play(&self, turn: Move) -> Diaballik {
        self.play_move(turn)
    }

    fn winner(&self) -> Option<Player> {
        Diaballik::winner(self)
    }

    fn wins_now(&self) -> bool {
        self.can_score(self.side)
    }

    fn evaluate(&self) -> i32 {
        eval::evaluate(self)
    }

    fn promise(&self, turn: Move) -> i32 {
        let side = self.side;
        let rank = i32::from(turn.ball() / SIZE);
        let ball = if side == Player::One { rank } else { i32::from(SIZE) - 1 - rank };
        100 * ball + 5 * rows_forward(side, turn.pieces())
    }

    fn class(&self, turn: Move) -> usize {
        let arrived = turn.pieces() & !self.pieces(self.side);
        let first = arrived.trailing_zeros().min(SQUARES as u32);
        usize::from(turn.ball()) * ARRIVALS + first as usize
    }

    fn rules_key(&self) -> u64 {
        u64::from(self.anti_play)
    }
}
