//! Why a turn is illegal: one variant for each rule that can be broken, with the word that `query islegal` gives
//! and a sentence that a GUI can show.

use super::{Roll, Square};

/// The rule that an action or a turn breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Both games.
    #[error("the game is over")]
    Over,
    /// Both games.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// Both games.
    #[error("{0} is empty")]
    Empty(Square),
    /// Both games.
    #[error("{0} is the opponent's")]
    Enemy(Square),
    /// Both games: the turn has ended by itself, a further action is too many.
    #[error("the turn is over after the action before this one")]
    TurnOver,
    /// Both games.
    #[error("a turn has at least one action")]
    NoAction,
    /// Diaballik.
    #[error("nothing is removed in this game")]
    NoRemoval,
    /// Diaballik.
    #[error("the holder of the ball may not step")]
    Holder(Square),
    /// Diaballik: the target of a step.
    #[error("{0} is taken")]
    Occupied(Square),
    /// Diaballik.
    #[error("a step goes one square up, down, left or right")]
    StepDistance,
    /// Diaballik.
    #[error("a turn has two steps at most")]
    ThirdStep,
    /// Diaballik.
    #[error("a turn has one pass at most")]
    SecondPass,
    /// Diaballik.
    #[error("no piece stands on {0} to receive the ball")]
    NoReceiver(Square),
    /// Diaballik.
    #[error("a pass follows a straight line, orthogonal or diagonal")]
    PassLine,
    /// Diaballik.
    #[error("an opposing piece on {0} blocks the pass")]
    Blocked(Square),
    /// Diablo.
    #[error("the dice are not known yet")]
    NoRoll,
    /// Diablo.
    #[error("a stack moves horizontally or vertically")]
    Direction,
    /// Diablo.
    #[error("no die shows this distance: the roll is {0}")]
    Distance(Roll),
    /// Diablo.
    #[error("the die that shows this distance has been used")]
    DieUsed,
    /// Diablo.
    #[error("a stack captures only stacks that are not higher")]
    Height,
    /// Diablo.
    #[error("a turn has one move to an unoccupied square at most")]
    SecondQuiet,
    /// Diablo: a removal while a move is open.
    #[error("a checker is removed only when no move is possible")]
    MoveForced,
    /// Diablo: a move after a removal, which came because no move was possible.
    #[error("no move was possible when the turn began: a second checker must be removed")]
    RemovalForced,
    /// Diablo: the turn ended although an action must follow.
    #[error("the turn is not over: another action must follow")]
    ActionForced,
    /// Diablo.
    #[error("the first turn of the game is one single action")]
    FirstTurn,
}

impl Illegal {
    /// The same with every square that it names changed: for partners who name squares in another way.
    pub(crate) fn with_squares(self, change: impl Fn(Square) -> Square) -> Illegal {
        match self {
            Illegal::OffBoard(square) => Illegal::OffBoard(change(square)),
            Illegal::Empty(square) => Illegal::Empty(change(square)),
            Illegal::Enemy(square) => Illegal::Enemy(change(square)),
            Illegal::Holder(square) => Illegal::Holder(change(square)),
            Illegal::Occupied(square) => Illegal::Occupied(change(square)),
            Illegal::NoReceiver(square) => Illegal::NoReceiver(change(square)),
            Illegal::Blocked(square) => Illegal::Blocked(change(square)),
            other => other,
        }
    }

    /// One word for programs; protocol.md lists them.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Illegal::Over => "over",
            Illegal::OffBoard(_) => "off-board",
            Illegal::Empty(_) => "empty",
            Illegal::Enemy(_) => "enemy",
            Illegal::TurnOver => "turn-over",
            Illegal::NoAction => "no-action",
            Illegal::NoRemoval => "no-removal",
            Illegal::Holder(_) => "holder",
            Illegal::Occupied(_) => "occupied",
            Illegal::StepDistance | Illegal::Distance(_) => "distance",
            Illegal::ThirdStep => "steps",
            Illegal::SecondPass => "passes",
            Illegal::NoReceiver(_) => "receiver",
            Illegal::PassLine | Illegal::Direction => "direction",
            Illegal::Blocked(_) => "blocked",
            Illegal::NoRoll => "roll",
            Illegal::DieUsed => "used",
            Illegal::Height => "height",
            Illegal::SecondQuiet => "quiet",
            Illegal::MoveForced | Illegal::RemovalForced | Illegal::ActionForced => "forced",
            Illegal::FirstTurn => "first-turn",
        }
    }
}
