//! The enum over the games: the only place where code that holds "some game" finds out which.

use super::diaballik::{Diaballik, Setup};
use super::diablo::Diablo;
use super::history::{BadToken, History, Token};
use super::{About, Dice, Game, Player, Roll, Verdict};
use crate::parse::NotationError;

/// The games by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameName {
    /// Diaballik.
    Diaballik,
    /// Diablo.
    Diablo,
}

impl GameName {
    /// Every game.
    pub const ALL: [GameName; 2] = [GameName::Diaballik, GameName::Diablo];

    /// The other one.
    fn other(self) -> GameName {
        match self {
            GameName::Diaballik => GameName::Diablo,
            GameName::Diablo => GameName::Diaballik,
        }
    }

    /// The value of the option `Game`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            GameName::Diaballik => "diaballik",
            GameName::Diablo => "diablo",
        }
    }
}

/// Where a game starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// Which game.
    pub game: GameName,
    /// Diablo: columns and rows, an even number from 2 to 26.
    pub board_size: u8,
    /// Diaballik: how the pieces stand.
    pub setup: Setup,
}

/// A game of either kind as it is played.
#[derive(Debug, Clone)]
pub enum AnyGame {
    /// Diaballik.
    Diaballik(History<Diaballik>),
    /// Diablo.
    Diablo(History<Diablo>),
}

/// Runs the same code on the history of whichever game it is.
macro_rules! with_history {
    ($any:expr, $history:ident => $body:expr) => {
        match $any {
            $crate::game::any::AnyGame::Diaballik($history) => $body,
            $crate::game::any::AnyGame::Diablo($history) => $body,
        }
    };
}
pub(crate) use with_history;

impl AnyGame {
    /// The start of a game; with a seed its dice are fixed and thrown.
    ///
    /// # Panics
    /// The board's size is odd or out of range.
    #[must_use]
    pub fn startpos(start: Start, seed: Option<u64>) -> AnyGame {
        match start.game {
            GameName::Diaballik => AnyGame::Diaballik(History::new(Diaballik::startpos(start.setup), None)),
            GameName::Diablo => {
                let position = Diablo::startpos(start.board_size).expect("an even size from 2 to 26");
                AnyGame::Diablo(History::new(position, seed))
            }
        }
    }

    /// A game that begins with a FEN. A seed in the FEN comes before `seed`.
    ///
    /// # Errors
    /// What is wrong with the FEN; of a FEN of the other game it says that.
    pub fn parse_fen(game: GameName, fen: &str, seed: Option<u64>) -> Result<AnyGame, NotationError> {
        let read = |game| match game {
            GameName::Diaballik => {
                let (position, _) = Diaballik::parse_fen(fen)?;
                Ok(AnyGame::Diaballik(History::new(position, None)))
            }
            GameName::Diablo => {
                let (position, own_seed) = Diablo::parse_fen(fen)?;
                Ok(AnyGame::Diablo(History::new(position, own_seed.or(seed))))
            }
        };
        read(game).map_err(|error| {
            let other = game.other().word();
            match read(game.other()) {
                Ok(_) => NotationError {
                    column: 1,
                    problem: format!("this is a position of {other}; 'setoption name Game value {other}' comes first"),
                },
                Err(_) => error,
            }
        })
    }

    /// Applies a turn or a roll.
    ///
    /// # Errors
    /// What is wrong with it; nothing has changed then.
    pub fn apply(&mut self, token: &Token) -> Result<(), BadToken> {
        with_history!(self, history => history.apply(token))
    }

    /// Sets the roll of the side to move.
    ///
    /// # Errors
    /// See [`History::set_roll`].
    pub fn set_roll(&mut self, roll: Roll) -> Result<(), BadToken> {
        with_history!(self, history => history.set_roll(roll))
    }

    /// Switches Diaballik's anti-play rule; nothing in other games.
    pub fn set_anti_play(&mut self, on: bool) {
        if let AnyGame::Diaballik(history) = self {
            history.for_each_position(|position| position.set_anti_play(on));
        }
    }

    /// Fixes or frees the coming rolls; nothing in games without dice.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        if let AnyGame::Diablo(history) = self {
            history.set_seed(seed);
        }
    }

    /// What a program must know to show the game.
    #[must_use]
    pub fn about(&self) -> About {
        with_history!(self, history => history.present().about())
    }

    /// The dice of the side to move.
    #[must_use]
    pub fn dice(&self) -> Dice {
        with_history!(self, history => history.present().dice())
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Player {
        with_history!(self, history => history.present().side_to_move())
    }

    /// The end of the game, if it is over.
    #[must_use]
    pub fn verdict(&self, repetition: u32) -> Option<Verdict> {
        with_history!(self, history => history.verdict(repetition))
    }
}
