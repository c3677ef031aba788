//! The small layer over nom that every grammar here shares: one error type that keeps the place and what was
//! expected there, and [`whole`], which runs a parser over a whole text.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{digit1, space1};
use nom::combinator::{cut, eof, map_opt, opt, peek, recognize};
use nom::error::{ContextError, ErrorKind, ParseError as NomError, context};
use nom::sequence::{pair, preceded, terminated};
use nom::{Finish, IResult, Parser};

/// What a parser of this crate returns.
pub(crate) type Parsed<'a, T> = IResult<&'a str, T, Expected<'a>>;

/// The error inside nom: what is left of the input where parsing failed, and the innermost named thing that was
/// expected there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Expected<'a> {
    rest: &'a str,
    what: &'static str,
}

impl<'a> Expected<'a> {
    /// The error of a parser that has found something else than `what` at `rest`, with no other way to go on.
    pub(crate) fn failure(rest: &'a str, what: &'static str) -> nom::Err<Self> {
        nom::Err::Failure(Expected { rest, what })
    }

    /// What is left of the input where parsing failed.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// What was expected there, and what is there instead.
    pub(crate) fn explain(&self) -> String {
        let found = if self.rest.is_empty() { "the end".to_owned() } else { quoted(self.rest) };
        format!("expected {}, found {found}", self.what)
    }
}

impl<'a> NomError<&'a str> for Expected<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Expected { rest, what: "" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// Of two failed alternatives the one that came further explains more.
    fn or(self, other: Self) -> Self {
        if other.rest.len() < self.rest.len() || self.what.is_empty() { other } else { self }
    }
}

impl<'a> ContextError<&'a str> for Expected<'a> {
    fn add_context(rest: &'a str, what: &'static str, other: Self) -> Self {
        if other.what.is_empty() { Expected { rest, what } } else { other }
    }
}

/// A text that is not in the notation: where, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct NotationError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong there and what was expected.
    pub problem: String,
}

impl NotationError {
    /// An error at the place where `rest` begins, a tail of `text`.
    pub(crate) fn at(text: &str, rest: &str, problem: impl Into<String>) -> Self {
        let bytes = text.len() - rest.len();
        NotationError { column: text[..bytes].chars().count() + 1, problem: problem.into() }
    }

    /// The same error in a text that holds this one behind `columns` characters.
    #[must_use]
    pub(crate) fn shifted(self, columns: usize) -> Self {
        NotationError { column: self.column + columns, ..self }
    }
}

/// Runs `parser` over the whole of `text`.
pub(crate) fn whole<'a, T>(
    text: &'a str,
    parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>,
) -> Result<T, NotationError> {
    match nom::combinator::complete(parser).parse(text).finish() {
        Ok(("", value)) => Ok(value),
        Ok((rest, _)) => Err(NotationError::at(text, rest, format!("unexpected {}", quoted(rest)))),
        Err(error) => Err(NotationError::at(text, error.rest, error.explain())),
    }
}

/// The first token of `rest` in quotes, cut short where it is long.
pub(crate) fn quoted(rest: &str) -> String {
    const MOST: usize = 24;
    let token = rest.split([' ', '\t', '\r', '\n']).find(|token| !token.is_empty()).unwrap_or_default();
    if token.chars().count() > MOST {
        format!("'{}…'", token.chars().take(MOST).collect::<String>())
    } else {
        format!("'{token}'")
    }
}

/// Everything up to the next blank.
pub(crate) fn word(input: &str) -> Parsed<'_, &str> {
    take_while1(|c| c != ' ' && c != '\t').parse(input)
}

/// A parser behind at least one blank.
pub(crate) fn argument<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Expected<'a>> {
    // A missing argument is told as "expected X, found the end", so the blank is not demanded at the end.
    preceded(alt((space1, eof)), cut(parser))
}

/// A whole number of type `T`.
pub(crate) fn number<'a, T: std::str::FromStr>(
    what: &'static str,
) -> impl Parser<&'a str, Output = T, Error = Expected<'a>> {
    let digits = recognize(pair(opt(tag("-")), terminated(digit1, peek(alt((space1, eof))))));
    context(what, map_opt(digits, |digits: &str| digits.parse().ok()))
}
