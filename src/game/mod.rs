//! What a game is: the words that the games share, and the trait that each of them fulfils.
//!
//! Nothing below this module knows of a search, a protocol, a clock or any input and output.

use std::fmt;
use std::ops::ControlFlow;

use crate::parse::NotationError;

pub mod any;
pub mod deterministic;
pub mod diaballik;
pub mod diablo;
pub mod history;
mod illegal;
pub mod notation;
pub mod stochastic;
pub mod turns;

pub use illegal::Illegal;

/// One of the two sides. Player 1 moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// Diaballik's White, Diablo's Black.
    One,
    /// Diaballik's Black, Diablo's Green.
    Two,
}

impl Player {
    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// 0 for player 1, 1 for player 2.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A square by file and rank, both from 0: a1 is (0, 0). It may lie off the board of a given game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The column, 0 for `a`.
    pub file: u8,
    /// The row, 0 for `1`.
    pub rank: u8,
}

/// One action of a turn as notation writes it. What kind of action it is follows from the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// `FROMTO`: a step, a pass, a move of a stack.
    Move {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// `xSQ`: one checker of one's own leaves the board.
    Remove(Square),
}

/// A turn as notation writes it: its actions in order. Legal turns have one to three.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Turn(pub Vec<Action>);

/// Two dice, thrown. The order of the dice means nothing: `3-1` is the same roll as `1-3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    low: u8,
    high: u8,
}

impl Roll {
    /// The roll of two dice that show `a` and `b`.
    #[must_use]
    pub fn new(a: u8, b: u8) -> Roll {
        Roll { low: a.min(b), high: a.max(b) }
    }

    /// The smaller number.
    #[must_use]
    pub fn low(self) -> u8 {
        self.low
    }

    /// The larger number.
    #[must_use]
    pub fn high(self) -> u8 {
        self.high
    }

    /// Every distinct roll of two dice with `faces` faces, low die first, with its weight: in how many of the
    /// `faces * faces` equally likely throws it comes.
    pub fn all(faces: u8) -> impl Iterator<Item = (Roll, u32)> {
        (1..=faces)
            .flat_map(move |low| (low..=faces).map(move |high| Roll { low, high }))
            .map(|roll| (roll, if roll.low == roll.high { 1 } else { 2 }))
    }
}

/// The dice of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dice {
    /// The game has no dice.
    Absent,
    /// Not thrown yet: no turn can be taken.
    Unknown,
    /// Thrown.
    Known(Roll),
}

/// What an action does; the kinds that a game has stand in its [`About`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Diaballik: a piece goes to the next square.
    Step,
    /// Diaballik: the ball goes to another piece.
    Pass,
    /// Diablo: onto an unoccupied square.
    Quiet,
    /// Diablo: onto an own stack.
    Merge,
    /// Diablo: onto an enemy stack.
    Capture,
    /// Diablo: one own checker leaves the board.
    Remove,
}

impl Kind {
    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Step => "step",
            Kind::Pass => "pass",
            Kind::Quiet => "quiet",
            Kind::Merge => "merge",
            Kind::Capture => "capture",
            Kind::Remove => "remove",
        }
    }
}

/// What a program that knows no rules must know to show a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The game's name, capitalised.
    pub name: &'static str,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// What the sides are called, player 1 first.
    pub players: [&'static str; 2],
    /// How many dice a roll has: 0 or 2.
    pub dice: u8,
    /// Faces of each die; 0 without dice.
    pub faces: u8,
    /// The kinds of action, in the order in which they are listed.
    pub kinds: &'static [Kind],
    /// The marks that an occupied square can bear.
    pub marks: &'static [&'static str],
}

/// An occupied square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Where.
    pub square: Square,
    /// Whose.
    pub owner: Player,
    /// How many checkers high; 1 where nothing is stacked.
    pub height: u16,
    /// What else is to be seen, such as `ball`.
    pub mark: Option<&'static str>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has.
    Draw,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The ball has reached the goal row.
    Goal,
    /// An unbroken line was touched by three.
    AntiPlay,
    /// A side has no checkers left.
    Checkers,
    /// The side to move has no action.
    Stalemate,
    /// The position came too often.
    Repetition,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 5] =
        [Reason::Goal, Reason::AntiPlay, Reason::Checkers, Reason::Stalemate, Reason::Repetition];

    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Reason::Goal => "goal",
            Reason::AntiPlay => "antiplay",
            Reason::Checkers => "checkers",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
        }
    }
}

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Who has won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// The squares that decide it: the ball's, or those of the touched line.
    pub squares: Vec<Square>,
}

/// Why a roll was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadRoll {
    /// The game has no dice.
    #[error("this game has no dice")]
    NoDice,
    /// A number that no die has.
    #[error("{roll} was not thrown with these dice: each shows 1 to {faces}")]
    Faces {
        /// What was asked for.
        roll: Roll,
        /// What each die has.
        faces: u8,
    },
    /// A roll on top of a roll.
    #[error("the dice show {0} already")]
    Known(Roll),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// A position of a game and its rules.
///
/// Equal positions have the same pieces, side to move, dice and (where it matters to the rules) turn number.
/// CONTRIBUTING.md says what a further game must supply.
pub trait Game: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The position inside a turn, after some of its actions.
    type Partial: PartialTurn<Position = Self>;

    /// Memory that generating turns needs, kept between calls so that nothing is allocated in a search.
    type Scratch: Default + Send;

    /// Whether a position can come again. Where it can't, no history need be kept.
    const REPEATS: bool;

    /// What a program must know to show this game.
    fn about(&self) -> About;

    /// Reads a FEN; with it the seed of all coming rolls, where the FEN has one.
    ///
    /// # Errors
    /// The column and what is wrong there, each kind of fault with its own message.
    fn parse_fen(text: &str) -> Result<(Self, Option<u64>), NotationError>;

    /// The FEN of this position, dice included, without a seed.
    fn fen(&self) -> String;

    /// Whose turn it is.
    fn side_to_move(&self) -> Player;

    /// How many turns have been begun, this one included. It counts from 1 and decides the seeded roll.
    /// Games without dice may answer 1 always.
    fn turn_number(&self) -> u32;

    /// A hash of everything that makes positions equal, kept up to date turn by turn.
    fn key(&self) -> u64;

    /// The same hash from scratch: what [`Game::key`] must always equal.
    fn key_from_scratch(&self) -> u64;

    /// The dice of the side to move.
    fn dice(&self) -> Dice;

    /// Sets the roll of the side to move.
    ///
    /// # Errors
    /// See [`BadRoll`].
    fn set_roll(&mut self, roll: Roll) -> Result<(), BadRoll>;

    /// The end of the game, if this position is one. Repetition is not judged here: it needs the history.
    fn verdict(&self) -> Option<Verdict>;

    /// Begins a turn.
    fn begin(&self) -> Self::Partial;

    /// Visits each position that a legal turn leads to, once for each distinct turn, until `visit` breaks.
    /// Visits none when the game is over or the dice are unknown.
    fn visit_successors(
        &self,
        scratch: &mut Self::Scratch,
        visit: &mut dyn FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// How many positions [`Game::visit_successors`] visits, for games that know without visiting them.
    fn count_successors(&self) -> Option<u64> {
        None
    }
}

/// A turn that has been begun: the step-by-step form of the rules. Input, questions and lists go through it; the
/// generators of [`Game::visit_successors`] must agree with it.
pub trait PartialTurn: Clone {
    /// The game's position.
    type Position;

    /// What makes two partial turns, begun in the same position, lead to the same one when ended.
    type Identity: Eq + std::hash::Hash;

    /// Every legal next action with its kind, in any order.
    fn actions(&self) -> Vec<(Kind, Action)>;

    /// Takes an action.
    ///
    /// # Errors
    /// The rule that forbids it; the partial turn is unchanged.
    fn push(&mut self, action: Action) -> Result<(), Illegal>;

    /// Whether the turn may end here.
    ///
    /// # Errors
    /// Why it may not.
    fn may_end(&self) -> Result<(), Illegal>;

    /// The position after the turn, with the dice of the next one unknown.
    ///
    /// # Errors
    /// As [`PartialTurn::may_end`].
    fn end(&self) -> Result<Self::Position, Illegal>;

    /// See [`PartialTurn::Identity`].
    fn identity(&self) -> Self::Identity;

    /// Every occupied square in the order a1, b1, …, a2, …
    fn pieces(&self) -> Vec<Piece>;
}
