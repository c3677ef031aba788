//! Errors of the protocol: a code for programs and a sentence for people.

use std::fmt;

use crate::parse::NotationError;

/// What kind of thing is wrong. Programs may rely on the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// No command or question of this name.
    UnknownCommand,
    /// The line is not as the grammar says.
    Syntax,
    /// An option's name or value.
    BadOption,
    /// A FEN.
    BadPosition,
    /// A turn that breaks a rule.
    IllegalMove,
    /// A roll that can't be.
    BadRoll,
    /// The last `position`, `moves` or `dice` was in error.
    NoPosition,
    /// A search is running.
    Busy,
    /// A line beyond the limit.
    TooLong,
    /// `stop` or `quit` ended a long question before its answer was known.
    Stopped,
    /// A fault of the engine itself.
    Internal,
}

impl Code {
    /// Every code, in the order of protocol.md.
    pub const ALL: [Code; 11] = [
        Code::UnknownCommand,
        Code::Syntax,
        Code::BadOption,
        Code::BadPosition,
        Code::IllegalMove,
        Code::BadRoll,
        Code::NoPosition,
        Code::Busy,
        Code::TooLong,
        Code::Stopped,
        Code::Internal,
    ];

    /// The word in the error line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Code::UnknownCommand => "unknown-command",
            Code::Syntax => "syntax",
            Code::BadOption => "bad-option",
            Code::BadPosition => "bad-position",
            Code::IllegalMove => "illegal-move",
            Code::BadRoll => "bad-roll",
            Code::NoPosition => "no-position",
            Code::Busy => "busy",
            Code::TooLong => "too-long",
            Code::Stopped => "stopped",
            Code::Internal => "internal",
        }
    }
}

/// An error line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {text}", code.word())]
pub struct Error {
    /// What kind.
    pub code: Code,
    /// What is wrong, where, and what was expected. One line.
    pub text: String,
}

/// Characters of the sentence at most: what it quotes of the input may be of any length.
const LONGEST: usize = 400;

/// Control characters, and those that some programs take for the end of a line or that change the direction of text.
fn breaks_lines(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl Error {
    /// An error with its sentence. Control characters that came in with the input are made visible.
    pub fn new(code: Code, text: impl fmt::Display) -> Error {
        let text = text.to_string();
        let clean = text.chars().map(|c| if breaks_lines(c) { char::REPLACEMENT_CHARACTER } else { c });
        let mut short: String = clean.clone().take(LONGEST).collect();
        if clean.count() > LONGEST {
            short.push('…');
        }
        Error { code, text: short }
    }

    /// A notation error in the part of a line that begins behind `columns` characters.
    pub(crate) fn notation(code: Code, error: NotationError, columns: usize) -> Error {
        Error::new(code, error.shifted(columns))
    }
}
