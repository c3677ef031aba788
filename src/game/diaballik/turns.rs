//! A turn action by action, as the rules tell it.

use super::board::{BOARD, between, each, goal_row, index, neighbours, square};
use super::{BALL, Diaballik};
use crate::game::{Action, Illegal, Kind, PartialTurn, Piece, Player};

/// The most steps in one turn.
const STEPS: u8 = 2;

/// A turn that has been begun.
#[derive(Debug, Clone)]
pub struct DiaballikTurn {
    before: Diaballik,
    pieces: u64,
    ball: u8,
    steps: u8,
    passed: bool,
    /// The game was over before, or a goal has ended it.
    over: bool,
}

impl DiaballikTurn {
    pub(super) fn new(before: &Diaballik) -> DiaballikTurn {
        let side = before.side;
        let over = before.winner().is_some();
        let (pieces, ball) = (before.pieces(side), before.ball(side));
        DiaballikTurn { before: *before, pieces, ball, steps: 0, passed: false, over }
    }

    /// At least so many more actions are needed until the turn can end in `after`.
    pub(super) fn least_actions_to(&self, after: &Diaballik) -> usize {
        let side = self.before.side;
        let steps = (after.pieces(side) & !self.pieces).count_ones() as usize;
        steps + usize::from(after.ball(side) != self.ball)
    }

    fn enemies(&self) -> u64 {
        self.before.pieces(self.before.side.other())
    }

    fn empty(&self) -> u64 {
        BOARD & !(self.pieces | self.enemies())
    }

    fn has_begun(&self) -> bool {
        self.steps > 0 || self.passed
    }

    fn check_step(&self, from: u8, to: u8) -> Result<(), Illegal> {
        if neighbours(1 << from) & 1 << to == 0 {
            Err(Illegal::StepDistance)
        } else if self.empty() & 1 << to == 0 {
            Err(Illegal::Occupied(square(to)))
        } else if self.steps == STEPS {
            Err(Illegal::ThirdStep)
        } else {
            Ok(())
        }
    }

    fn check_pass(&self, to: u8) -> Result<(), Illegal> {
        if self.pieces & !(1 << self.ball) & 1 << to == 0 {
            // No piece is there to take the ball: the player may have meant a step.
            let step = neighbours(1 << self.ball) & self.empty() & 1 << to != 0;
            return Err(if step { Illegal::Holder(square(self.ball)) } else { Illegal::NoReceiver(square(to)) });
        }
        if self.passed {
            return Err(Illegal::SecondPass);
        }
        let mut way = between(self.ball, to).ok_or(Illegal::PassLine)?;
        match way.find(|&way| self.enemies() & 1 << way != 0) {
            Some(blocker) => Err(Illegal::Blocked(square(blocker))),
            None => Ok(()),
        }
    }
}

impl PartialTurn for DiaballikTurn {
    type Position = Diaballik;
    type Identity = (u64, u8);

    fn actions(&self) -> Vec<(Kind, Action)> {
        let mut actions = Vec::new();
        if self.over {
            return actions;
        }
        let movement = |from, to| Action::Move { from: square(from), to: square(to) };
        let men = self.pieces & !(1 << self.ball);
        if self.steps < STEPS {
            for from in each(men) {
                let targets = each(neighbours(1 << from) & self.empty());
                actions.extend(targets.map(|to| (Kind::Step, movement(from, to))));
            }
        }
        if !self.passed {
            let receivers = each(men).filter(|&to| self.check_pass(to).is_ok());
            actions.extend(receivers.map(|to| (Kind::Pass, movement(self.ball, to))));
        }
        actions
    }

    fn push(&mut self, action: Action) -> Result<(), Illegal> {
        if self.over {
            return Err(Illegal::Over);
        }
        let Action::Move { from, to } = action else { return Err(Illegal::NoRemoval) };
        let from_index = index(from).ok_or(Illegal::OffBoard(from))?;
        let to_index = index(to).ok_or(Illegal::OffBoard(to))?;
        if self.enemies() & 1 << from_index != 0 {
            return Err(Illegal::Enemy(from));
        }
        if self.pieces & 1 << from_index == 0 {
            return Err(Illegal::Empty(from));
        }
        if from_index == self.ball {
            self.check_pass(to_index)?;
            self.ball = to_index;
            self.passed = true;
            self.over = goal_row(self.before.side) & 1 << to_index != 0;
        } else {
            self.check_step(from_index, to_index)?;
            self.pieces ^= 1 << from_index | 1 << to_index;
            self.steps += 1;
        }
        Ok(())
    }

    fn may_end(&self) -> Result<(), Illegal> {
        match (self.has_begun(), self.over) {
            (true, _) => Ok(()),
            (false, true) => Err(Illegal::Over),
            (false, false) => Err(Illegal::NoAction),
        }
    }

    fn end(&self) -> Result<Diaballik, Illegal> {
        self.may_end()?;
        Ok(self.before.after(self.pieces, self.ball))
    }

    fn identity(&self) -> (u64, u8) {
        (self.pieces, self.ball)
    }

    fn pieces(&self) -> Vec<Piece> {
        let mover = self.before.side;
        let enemy = mover.other();
        let piece = |at: u8| {
            let (owner, ball): (Player, u8) = match self.pieces & 1 << at {
                0 => (enemy, self.before.ball(enemy)),
                _ => (mover, self.ball),
            };
            Piece { square: square(at), owner, height: 1, mark: (at == ball).then_some(BALL) }
        };
        each(self.pieces | self.enemies()).map(piece).collect()
    }
}
