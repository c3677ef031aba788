//! What the turns of a position lead to, each distinct turn once.
//!
//! A turn is kept as what it changes: the mover's pieces and ball afterwards. The opponent's pieces stand still
//! during the turn and own pieces never block, so the squares to which the ball can go from the holder are fixed for
//! the whole turn. The turns fall into classes whose members differ by construction, so that no set of
//! turns already seen is needed:
//!
//! 1. The holder stays (it never had the ball taken off it, or did not use its freedom). Every such turn can be
//!    brought into the order step, step, pass: so any arrangement of the others after at most two steps, with the ball
//!    on any of them that stands on a lane, or unmoved.
//! 2. The ball goes to a piece that has not moved, and then the former holder steps, once or twice, or together with
//!    another piece.
//! 3. A piece steps onto a lane, gets the ball, and the former holder steps.
//!
//! A pass onto the goal row ends the turn, so classes 2 and 3 leave the goal row out.
//!
//! A [`Need`] leaves out turns that can't be wanted, before they are made.

use std::ops::ControlFlow;

use super::Diaballik;
use super::board::{SQUARES, each, each_bit, goal_row, neighbours};

/// A turn as its mover's pieces and ball afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Move(u64);

impl Move {
    #[inline]
    fn new(pieces: u64, ball: u8) -> Move {
        Move(pieces | u64::from(ball) << SQUARES)
    }

    /// The mover's pieces after the turn.
    #[inline]
    pub(super) fn pieces(self) -> u64 {
        self.0 & super::board::BOARD
    }

    /// The mover's ball after the turn.
    #[inline]
    pub(super) fn ball(self) -> u8 {
        (self.0 >> SQUARES) as u8
    }
}

impl Diaballik {
    /// The position after a turn that the generator has given.
    #[inline]
    pub(super) fn play_move(&self, turn: Move) -> Diaballik {
        self.after(turn.pieces(), turn.ball())
    }
}

/// Which turns are wanted, told by how the mover's pieces stand after it.
pub(super) trait Need {
    /// Whether turns that leave all pieces where they were are wanted.
    const STANDING: bool;

    /// The squares that may be the only one that a wanted turn brings a piece to.
    fn alone(&self) -> u64;

    /// The squares that a wanted turn may bring a second piece to, if it brings one to `square`.
    fn beside(&self, square: u64) -> u64;

    /// Whether turns after which the mover's pieces stand so are wanted.
    fn is_met(&self, pieces: u64) -> bool;
}

/// Every turn is wanted.
struct Anything;

impl Need for Anything {
    const STANDING: bool = true;

    #[inline]
    fn alone(&self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn beside(&self, _: u64) -> u64 {
        u64::MAX
    }

    #[inline]
    fn is_met(&self, _: u64) -> bool {
        true
    }
}

/// Visits every distinct turn of a position in which the game is not over, always in the same order.
#[inline]
pub(super) fn each_turn(position: &Diaballik, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
    each_turn_for(position, Anything, visit)
}

/// The same with those turns alone that are wanted.
#[inline]
pub(super) fn each_turn_for(
    position: &Diaballik,
    need: impl Need,
    visit: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let side = position.side;
    let lanes = position.lanes(side);
    let mut generator = Generator {
        pieces: position.pieces(side),
        men: position.men(side),
        holder: 1 << position.ball(side),
        empty: position.empty(),
        lanes,
        open_lanes: lanes & !goal_row(side),
        need,
        visit,
    };
    generator.holder_stays()?;
    generator.receiver_stays()?;
    generator.receiver_steps()
}

struct Generator<N, F> {
    /// Own pieces before the turn: `men` and `holder`.
    pieces: u64,
    men: u64,
    holder: u64,
    empty: u64,
    /// Where the ball can go.
    lanes: u64,
    /// The same without the goal row: where the turn can go on after the pass.
    open_lanes: u64,
    need: N,
    visit: F,
}

impl<N: Need, F: FnMut(Move) -> ControlFlow<()>> Generator<N, F> {
    #[inline]
    fn emit(&mut self, pieces: u64, ball: u8) -> ControlFlow<()> {
        (self.visit)(Move::new(pieces, ball))
    }

    #[inline]
    fn emit_wanted(&mut self, pieces: u64, ball: u8) -> ControlFlow<()> {
        if self.need.is_met(pieces) { self.emit(pieces, ball) } else { ControlFlow::Continue(()) }
    }

    /// Class 1, by which squares the men leave and enter. Odd and even numbers of steps never meet (each step
    /// changes the colour of a square as on a checkerboard).
    fn holder_stays(&mut self) -> ControlFlow<()> {
        let (men, empty) = (self.men, self.empty);
        // No step; or one out and back, the only way to leave everything as it is.
        if N::STANDING {
            self.passes(men)?;
            if neighbours(men) & empty != 0 {
                self.emit(self.pieces, self.holder.trailing_zeros() as u8)?;
            }
        }
        for a in each_bit(men) {
            let next = neighbours(a) & empty;
            for to in each_bit(next & self.need.alone()) {
                self.arrangement(men ^ a ^ to)?;
            }
            // Two steps of one man; or, where another stands in between, that one moves on and this one follows.
            let way = neighbours(a) & (empty | men);
            for to in each_bit(neighbours(way) & empty & self.need.alone()) {
                self.arrangement(men ^ a ^ to)?;
            }
            // One step each of two men.
            for b in each_bit(men & !(a | (a - 1))) {
                let next_of_b = neighbours(b) & empty;
                let common = next & next_of_b;
                for to in each_bit(next) {
                    for other in each_bit(next_of_b & !to & !once(common, to) & self.need.beside(to)) {
                        self.arrangement(men ^ a ^ b ^ to ^ other)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The men stand there after their steps: the ball stays, or goes to any of them.
    fn arrangement(&mut self, men: u64) -> ControlFlow<()> {
        if !self.need.is_met(men | self.holder) {
            return ControlFlow::Continue(());
        }
        self.emit(men | self.holder, self.holder.trailing_zeros() as u8)?;
        self.passes(men)
    }

    fn passes(&mut self, men: u64) -> ControlFlow<()> {
        each(men & self.lanes).try_for_each(|ball| self.emit(men | self.holder, ball))
    }

    /// Class 2. Turns that fill the holder's square again may be of class 1, and are left out if they are.
    fn receiver_stays(&mut self) -> ControlFlow<()> {
        let (men, empty, holder) = (self.men, self.empty, self.holder);
        let next = neighbours(holder) & empty;
        for ball in each(men & self.open_lanes) {
            let others = men & !(1 << ball);
            // One step; two steps, or one behind another piece that makes room.
            let way = neighbours(holder) & (empty | others);
            for to in each_bit((next | neighbours(way) & empty) & self.need.alone()) {
                self.emit_wanted(self.pieces ^ holder ^ to, ball)?;
            }
            for a in each_bit(others) {
                let next_of_a = neighbours(a) & empty;
                let common = next & next_of_a;
                for to in each_bit(next) {
                    for other in each_bit(next_of_a & !to & !once(common, to) & self.need.beside(to)) {
                        self.emit_wanted(self.pieces ^ holder ^ a ^ to ^ other, ball)?;
                    }
                }
            }
            // The holder makes room for a piece beside it.
            for a in each_bit(others & neighbours(holder)) {
                for to in each_bit(next & self.need.alone()) {
                    let other_way = neighbours(a) & neighbours(to) & (empty | men);
                    if other_way == 0 {
                        self.emit_wanted(self.pieces ^ a ^ to, ball)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Class 3. The ball lies where no own piece stood before, which no turn of class 2 does.
    fn receiver_steps(&mut self) -> ControlFlow<()> {
        let (men, holder) = (self.men, self.holder);
        let next = neighbours(holder) & self.empty;
        let targets = self.empty & self.open_lanes;
        for a in each_bit(men) {
            for ball in each(neighbours(a) & targets) {
                let ball_bit = 1 << ball;
                for to in each_bit(next & !ball_bit & self.need.beside(ball_bit)) {
                    self.emit_wanted(self.pieces ^ holder ^ a ^ ball_bit ^ to, ball)?;
                }
            }
        }
        // The former holder follows the receiver.
        for ball in each(neighbours(neighbours(holder) & men) & targets & self.need.alone()) {
            self.emit_wanted(self.pieces ^ holder ^ 1 << ball, ball)?;
        }
        ControlFlow::Continue(())
    }
}

/// Two pieces with two `common` targets could swap them: of the two ways the one is kept in which the first
/// piece takes the lower target. These are the targets that the second may not take then.
fn once(common: u64, to: u64) -> u64 {
    if common & to == 0 { 0 } else { common & (to - 1) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::diaballik::Setup;
    use crate::game::{Game, turns};
    use crate::rng::mix64;

    #[test]
    fn generated_turns_are_those_of_the_rules_each_once() {
        let mut dice = 1;
        for game in 0..30 {
            let setup = if game % 3 == 0 { Setup::Variant } else { Setup::Standard };
            let mut position = Diaballik::startpos(setup);
            for _ in 0..40 {
                let mut turns = Vec::new();
                let _ = each_turn(&position, |turn| {
                    turns.push(turn);
                    ControlFlow::Continue(())
                });
                let distinct: HashSet<Move> = turns.iter().copied().collect();
                assert_eq!(distinct.len(), turns.len(), "a turn came twice in {}", position.fen());
                assert_eq!(position.count_successors(), Some(turns.len() as u64), "in {}", position.fen());
                dice = mix64(dice + 1);
                if dice % 8 == 0 {
                    let expected: HashSet<Move> = turns::list(&position, &mut || true)
                        .unwrap()
                        .iter()
                        .map(|turn| turns::play(&position, turn).unwrap())
                        .map(|after| Move::new(after.pieces(position.side), after.ball(position.side)))
                        .collect();
                    assert_eq!(distinct, expected, "in {}", position.fen());
                }
                position = position.play_move(turns[(dice >> 8) as usize % turns.len()]);
                assert_eq!(position.key(), position.key_from_scratch());
                if position.winner().is_some() {
                    break;
                }
            }
        }
    }
}
