//! Diablo by Mark Steere: stacks of checkers that dice move.
//!
//! [`board`] holds the stacks, [`change`] what a turn did to them, [`actions`] the rules step by step,
//! [`successors`] the same rules as a fast generator, [`moves`] the moves it works with, [`notation`] the FEN.

mod actions;
mod board;
mod change;
pub mod eval;
mod moves;
mod notation;
mod successors;
pub(crate) mod symmetry;

use std::ops::ControlFlow;

pub use actions::Partial;
pub use change::Change;
pub use eval::Glance;
pub use successors::Scratch;

use self::board::{Board, Totals, sign};
use super::stochastic::Stochastic;
use super::{About, BadRoll, Dice, Game, Kind, Outcome, Player, Reason, Roll, Turn, Verdict};
use crate::parse::NotationError;
use crate::rng::mix64;

/// A position of Diablo on a board of any even size from 2 to 26.
///
/// Equality includes the turn number: the FEN shows it, seeded rolls depend on it, and turn 1 has a rule of its own.
/// The side to move follows from it, so it is not held twice.
#[derive(Debug, PartialEq, Eq)]
pub struct Diablo {
    board: Board,
    /// From 1; odd turns are player 1's.
    turn: u32,
    roll: Option<Roll>,
}

/// What takes a turn back.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    change: Change,
    totals: Totals,
    roll: Option<Roll>,
}

impl Clone for Diablo {
    fn clone(&self) -> Self {
        Diablo { board: self.board.clone(), turn: self.turn, roll: self.roll }
    }

    /// Keeps the memory of a board of the same size: generators copy positions often.
    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        self.turn = source.turn;
        self.roll = source.roll;
    }
}

impl Diablo {
    /// The start on a board of `size` by `size` squares: a stack of one everywhere, a1 Black's, the colours
    /// alternating. `None` unless `size` is even and from 2 to 26.
    #[must_use]
    pub fn startpos(size: u8) -> Option<Diablo> {
        let board = Board::checkerboard(size)?;
        Some(Diablo { board, turn: 1, roll: None })
    }

    /// Columns and rows of the board.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.board.size()
    }

    /// How many checkers a player has.
    #[must_use]
    pub fn checkers(&self, player: Player) -> u32 {
        self.board.checkers(player)
    }

    /// How many stacks a player has.
    #[must_use]
    pub fn stacks(&self, player: Player) -> u32 {
        self.board.stacks(player)
    }

    /// The stacks of all squares, a1, b1, …, a2, …: heights, positive for player 1 and negative for player 2, 0 where
    /// there is none.
    #[must_use]
    pub fn heights(&self) -> &[i16] {
        self.board.squares()
    }

    /// A board without checkers, before player 1's roll of a turn that is not the first: to be set up with
    /// [`Diablo::put`].
    pub(crate) fn bare(size: u8) -> Option<Diablo> {
        Board::has_size(usize::from(size)).then(|| Diablo { board: Board::empty(size), turn: 3, roll: None })
    }

    /// Puts a stack on a square in place of what stands there; numbers and heights as in [`Diablo::heights`].
    pub(crate) fn put(&mut self, square: usize, height: i16) {
        self.board.set(square, height);
    }

    /// The terms of the evaluation before the roll: names, and values in natural log odds for the side to move. Their
    /// sum, as a chance, is [`Stochastic::chance`].
    #[must_use]
    pub fn explain(&self) -> Vec<(&'static str, f64)> {
        let (terms, together) = eval::terms(self);
        let terms = eval::NAMES.into_iter().zip(terms).chain([(eval::TOGETHER, together)]);
        terms.map(|(name, value)| (name, f64::from(value))).collect()
    }

    /// Faces of each die.
    fn faces(&self) -> u8 {
        self.board.size() / 2
    }

    /// The side whose turn has number `turn`.
    fn side_of(turn: u32) -> Player {
        if turn % 2 == 1 { Player::One } else { Player::Two }
    }

    fn key_with(&self, board_key: u64) -> u64 {
        let dice = self.roll.map_or(0, |roll| u64::from(roll.low()) << 8 | u64::from(roll.high()));
        let rest = u64::from(self.turn) << 24 | dice << 8 | u64::from(self.board.size());
        mix64(board_key.wrapping_add(mix64(rest)))
    }
}

impl Game for Diablo {
    type Partial = Partial;
    type Scratch = Scratch;

    /// Every turn takes something from stacks + checkers (but a quiet first turn, of which there is one).
    const REPEATS: bool = false;

    fn about(&self) -> About {
        About {
            name: "Diablo",
            width: self.size(),
            height: self.size(),
            players: ["Black", "Green"],
            dice: 2,
            faces: self.faces(),
            kinds: &[Kind::Quiet, Kind::Merge, Kind::Capture, Kind::Remove],
            marks: &[],
        }
    }

    fn parse_fen(text: &str) -> Result<(Self, Option<u64>), NotationError> {
        notation::parse(text)
    }

    fn fen(&self) -> String {
        notation::print(self)
    }

    fn side_to_move(&self) -> Player {
        Diablo::side_of(self.turn)
    }

    fn turn_number(&self) -> u32 {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key_with(self.board.key())
    }

    fn key_from_scratch(&self) -> u64 {
        self.key_with(self.board.key_from_scratch())
    }

    fn dice(&self) -> Dice {
        self.roll.map_or(Dice::Unknown, Dice::Known)
    }

    fn set_roll(&mut self, roll: Roll) -> Result<(), BadRoll> {
        let faces = self.faces();
        if self.board.winner().is_some() {
            Err(BadRoll::Over)
        } else if let Some(known) = self.roll {
            Err(BadRoll::Known(known))
        } else if roll.low() < 1 || roll.high() > faces {
            Err(BadRoll::Faces { roll, faces })
        } else {
            self.roll = Some(roll);
            Ok(())
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        let winner = self.board.winner()?;
        Some(Verdict { outcome: Outcome::Win(winner), reason: Reason::Checkers, squares: Vec::new() })
    }

    fn begin(&self) -> Partial {
        Partial::new(self)
    }

    fn visit_successors(
        &self,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(roll) = self.roll else { return ControlFlow::Continue(()) };
        let mut work = scratch.working_copy(self);
        let flow = work.visit_turns_of(roll, scratch, |after, _| visit(after));
        scratch.keep(work);
        flow
    }
}

impl Stochastic for Diablo {
    type Compact = Change;
    type Undo = Undo;
    type Glance = Glance;

    fn visit_turns(
        &mut self,
        roll: Roll,
        scratch: &mut Scratch,
        visit: impl FnMut(&Self, Change) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_turns_of(roll, scratch, visit)
    }

    fn visit_promising(
        &mut self,
        roll: Roll,
        scratch: &mut Scratch,
        wanted: (&Glance, usize),
        visit: impl FnMut(&Self, Change) -> ControlFlow<()>,
    ) -> bool {
        self.visit_promising_turns_of(roll, scratch, wanted, visit)
    }

    fn make(&mut self, turn: Change) -> Undo {
        let totals = self.board.totals();
        let undo = Undo { change: turn.apply(&mut self.board), totals, roll: self.roll.take() };
        self.turn += 1;
        undo
    }

    fn unmake(&mut self, undo: Undo) {
        undo.change.take_back(&mut self.board, undo.totals);
        self.turn -= 1;
        self.roll = undo.roll;
    }

    fn compact_to(&self, after: &Self) -> Option<Change> {
        Change::between(&self.board, &after.board)
    }

    fn notation(&self, turn: Change) -> Option<Turn> {
        self.turn_of(turn)
    }

    fn winner(&self) -> Option<Player> {
        self.board.winner()
    }

    fn chance(&self) -> f64 {
        eval::chance(self)
    }

    fn glance(&self) -> Glance {
        Glance::at(self)
    }

    fn promise(&self, glance: &Glance) -> f32 {
        glance.promise(self)
    }

    /// Stacks, side to move, and whether it is the first turn. Unlike [`Game::key`] it holds neither dice nor turn
    /// number, so that a search finds a position again that other turns led to.
    fn key_before_roll(&self) -> u64 {
        let rest = u64::from(self.turn == 1) << 16 | u64::from(self.turn % 2) << 8 | u64::from(self.board.size());
        mix64(self.board.key().wrapping_add(mix64(rest)))
    }

    /// Images under symmetries and with the colours exchanged have one key.
    fn key_of_ending(&self) -> u64 {
        let rest = u64::from(self.turn == 1) << 16 | u64::from(self.board.size());
        mix64(symmetry::key(&self.board, sign(self.side_to_move())).wrapping_add(mix64(rest)))
    }

    fn remaining(&self) -> u32 {
        let each = |player| self.board.checkers(player) + self.board.stacks(player);
        each(Player::One) + each(Player::Two)
    }
}
