//! The notation that the games share: squares, actions, turns, rolls. Printing is the inverse of parsing.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{cut, map, map_opt, peek, recognize};
use nom::error::context;
use nom::multi::{many0_count, separated_list1};
use nom::sequence::{pair, preceded, separated_pair};

use super::{Action, Roll, Square, Turn};
use crate::parse::{NotationError, Parsed, whole};

impl Turn {
    /// Reads a turn: actions joined by commas, as in `b1b2,d1b3` or `xa1,xa1`.
    ///
    /// # Errors
    /// The place and what was expected there.
    pub fn parse(text: &str) -> Result<Turn, NotationError> {
        whole(text, turn)
    }
}

impl Roll {
    /// Reads a roll such as `2-1`; the order of the dice is free.
    ///
    /// # Errors
    /// The place and what was expected there.
    pub fn parse(text: &str) -> Result<Roll, NotationError> {
        whole(text, roll)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), u16::from(self.rank) + 1)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move { from, to } => write!(f, "{from}{to}"),
            Action::Remove(square) => write!(f, "x{square}"),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, action) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            action.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low(), self.high())
    }
}

impl Action {
    /// Orders actions as their texts are ordered byte by byte: the text, padded with zeros. (A comma or the end
    /// of the turn comes before every character of an action, so turns are ordered action by action.)
    pub(crate) fn text_key(self) -> u64 {
        let mut key = [0; 8];
        for (to, byte) in key.iter_mut().zip(self.to_string().bytes()) {
            *to = byte;
        }
        u64::from_be_bytes(key)
    }
}

/// A square on any board: a letter and a number from 0 to 255. Whether it lies on the board is for the rules to
/// say (so that a square off the board is an illegal turn and not a syntax error); number 0 reads as rank 255.
fn square(input: &str) -> Parsed<'_, Square> {
    let file = satisfy(|c| c.is_ascii_lowercase());
    let rank = map_opt(take_while_m_n(1, 3, |c: char| c.is_ascii_digit()), |digits: &str| {
        let rank = digits.parse::<u16>().ok().filter(|_| digits == "0" || !digits.starts_with('0'))?;
        u8::try_from(rank.checked_sub(1).unwrap_or(255)).ok()
    });
    let square = map(pair(file, rank), |(file, rank)| Square { file: file as u8 - b'a', rank });
    context("a square such as a1", square).parse(input)
}

/// `FROMTO` or `xSQ`. An `x` before a letter is a removal, before a digit the file of a square.
fn action(input: &str) -> Parsed<'_, Action> {
    let removal =
        preceded(pair(char('x'), peek(satisfy(|c| c.is_ascii_lowercase()))), cut(map(square, Action::Remove)));
    let movement = map(pair(square, cut(square)), |(from, to)| Action::Move { from, to });
    context("an action such as a1a2 or xa1", alt((removal, movement))).parse(input)
}

pub(crate) fn turn(input: &str) -> Parsed<'_, Turn> {
    map(separated_list1(char(','), cut(action)), Turn).parse(input)
}

/// A whole number from 0 to 255 without leading zeros.
fn face(input: &str) -> Parsed<'_, u8> {
    let digits = recognize(pair(one_of("0123456789"), many0_count(one_of("0123456789"))));
    let face =
        map_opt(digits, |digits: &str| digits.parse().ok().filter(|_| digits == "0" || !digits.starts_with('0')));
    context("the number that a die shows", face).parse(input)
}

/// `A-B`. Whether the dice have such faces is for the board to say.
pub(crate) fn roll(input: &str) -> Parsed<'_, Roll> {
    let roll = separated_pair(face, cut(tag("-")), cut(face));
    context("a roll such as 1-2", map(roll, |(a, b)| Roll::new(a, b))).parse(input)
}
