//! What a line can ask, as types.

use crate::game::{Roll, Turn};
use crate::search::limits::Limits;

/// A command. Parts that only a game can read (FENs, move lists) stay text, with the place where they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'a> {
    /// `ugi`
    Ugi,
    /// `isready`
    IsReady,
    /// `setoption name N value V`
    SetOption {
        /// As written.
        name: &'a str,
        /// The rest of the line; `None` without the word `value`.
        value: Option<&'a str>,
    },
    /// `uginewgame`
    NewGame,
    /// `position …`
    Position {
        /// The FEN; `None` for `startpos`.
        fen: Option<Span<'a>>,
        /// The move list, empty if there is none.
        moves: Span<'a>,
    },
    /// `moves T…`
    Moves(Span<'a>),
    /// `dice A-B`
    Dice(Roll),
    /// `roll`
    Roll,
    /// `go …`
    Go {
        /// When to stop.
        limits: Limits,
        /// `searchmoves`
        only: Vec<Turn>,
    },
    /// `stop`
    Stop,
    /// `query …`
    Query(Query),
    /// `show`
    Show,
    /// `eval`
    Eval,
    /// `perft N`
    Perft(u32),
    /// `bench`
    Bench,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// A part of a line and how many characters stand before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span<'a> {
    /// The text.
    pub text: &'a str,
    /// Characters of the line before it.
    pub offset: usize,
}

impl<'a> Span<'a> {
    /// The tokens of this part, each with its own place.
    pub fn tokens(self) -> impl Iterator<Item = Span<'a>> {
        let Span { text, offset } = self;
        let (mut bytes, mut characters) = (0, offset);
        text.split([' ', '\t']).filter(|token| !token.is_empty()).map(move |token| {
            let start = token.as_ptr() as usize - text.as_ptr() as usize;
            characters += text[bytes..start].chars().count();
            bytes = start;
            Span { text: token, offset: characters }
        })
    }
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Query {
    /// Is it player 1's turn?
    P1Turn,
    /// Is the game over?
    GameOver,
    /// Who has won?
    Result,
    /// Why?
    Reason,
    /// The position.
    Fen,
    /// The roll.
    Dice,
    /// How many distinct turns?
    Count,
    /// All of them.
    LegalMoves,
    /// May this turn be played?
    IsLegal(Turn),
    /// What stands where, after part of a turn?
    Board(Turn),
    /// What can be done next, after part of a turn?
    Actions(Turn),
    /// What game is this?
    Game,
    /// What protocol is this?
    Protocol,
}
