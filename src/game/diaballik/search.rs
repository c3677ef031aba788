//! Diaballik as a search sees it.

use std::ops::ControlFlow;

use super::board::{SIZE, SQUARES, neighbours};
use super::defence::each_defence;
use super::eval::{self, rows_forward};
use super::generate::each_turn;
use super::survey::Survey;
use super::turns::DiaballikTurn;
use super::{Diaballik, Move};
use crate::game::deterministic::{Deterministic, Glance, Outlook};
use crate::game::turns::sorted;
use crate::game::{Action, Game, PartialTurn, Player, Turn};

/// A turn's class: where the ball is afterwards, and the first square that a piece has come to, or none.
const ARRIVALS: usize = SQUARES + 1;

/// The most actions in a turn.
const LONGEST: usize = 3;

impl Deterministic for Diaballik {
    type Move = Move;
    type Survey = Survey;
    const CLASSES: usize = SQUARES * ARRIVALS;

    fn generate(&self, (): &mut (), moves: &mut Vec<Move>) {
        moves.clear();
        let _ = each_turn(self, |turn| {
            moves.push(turn);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn play(&self, turn: Move) -> Diaballik {
        self.play_move(turn)
    }

    fn written(&self, after: &Diaballik) -> Option<Turn> {
        (1..=LONGEST).find_map(|length| {
            let mut actions = Vec::with_capacity(length);
            lead_to(&self.begin(), after, length, &mut actions).then_some(Turn(actions))
        })
    }

    #[inline]
    fn winner(&self) -> Option<Player> {
        Diaballik::winner(self)
    }

    #[inline]
    fn wins_now(&self) -> bool {
        self.can_score(self.side)
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        eval::evaluate(self)
    }

    #[inline]
    fn glance(&self) -> Option<Glance> {
        eval::glance(self)
    }

    #[inline]
    fn survey(&self) -> Survey {
        Survey::new()
    }

    #[inline]
    fn outlook(&self, survey: &mut Survey, turn: Move) -> Outlook {
        survey.outlook(self, turn)
    }

    #[inline]
    fn is_sharp(&self, survey: &mut Survey, turn: Move) -> bool {
        survey.is_sharp(self, turn)
    }

    #[inline]
    fn threatened(&self) -> bool {
        self.can_score(self.side.other())
    }

    fn visit_defences(&self, (): &mut (), visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        each_defence(self, visit)
    }

    #[inline]
    fn may_win_unseen(&self) -> bool {
        self.may_win_without_a_goal()
    }

    fn passed(&self) -> Option<Diaballik> {
        // A step out and back, which needs a man with room beside it.
        let possible = neighbours(self.men(self.side)) & self.empty() != 0;
        possible.then(|| self.after(self.pieces(self.side), self.ball(self.side)))
    }

    #[inline]
    fn promise(&self, turn: Move) -> i32 {
        let side = self.side;
        let rank = i32::from(turn.ball() / SIZE);
        let ball = if side == Player::One { rank } else { i32::from(SIZE) - 1 - rank };
        100 * ball + 5 * rows_forward(side, turn.pieces())
    }

    #[inline]
    fn class(&self, turn: Move) -> usize {
        let arrived = turn.pieces() & !self.pieces(self.side);
        let first = arrived.trailing_zeros().min(SQUARES as u32);
        usize::from(turn.ball()) * ARRIVALS + first as usize
    }

    fn rules_key(&self) -> u64 {
        u64::from(self.anti_play)
    }
}

/// Adds the first actions in byte order, `left` in number, that lead from `partial` to `after`, if any do. Branches that
/// are too far from it are not walked, which is what makes this faster than trying every turn.
fn lead_to(partial: &DiaballikTurn, after: &Diaballik, left: usize, actions: &mut Vec<Action>) -> bool {
    if left == 0 {
        return partial.end().as_ref() == Ok(after);
    }
    if partial.least_actions_to(after) > left {
        return false;
    }
    sorted(partial.actions()).into_iter().any(|(_, action)| {
        let mut next = partial.clone();
        actions.push(action);
        let leads = next.push(action).is_ok() && lead_to(&next, after, left - 1, actions);
        if !leads {
            actions.pop();
        }
        leads
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::diaballik::Setup;
    use crate::game::turns;
    use crate::rng::mix64;

    #[test]
    fn turns_are_written_as_lists_write_them() {
        let mut position = Diaballik::startpos(Setup::Standard);
        let mut moves = Vec::new();
        let mut dice = 5;
        for _ in 0..25 {
            position.generate(&mut (), &mut moves);
            for turn in moves.iter().step_by(40) {
                let after = position.play(*turn);
                assert_eq!(position.written(&after), turns::canonical(&position, &after), "{}", position.fen());
            }
            dice = mix64(dice);
            position = position.play(moves[dice as usize % moves.len()]);
            if position.winner().is_some() {
                position = Diaballik::startpos(Setup::Variant);
            }
        }
        assert_eq!(position.written(&position), None);
    }
}
