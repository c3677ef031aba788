//! Points of the board as GTP names them: columns A to Z without I, rows from 1.

use std::fmt;

use nom::Parser;
use nom::bytes::complete::{tag_no_case, take_while_m_n};
use nom::character::complete::satisfy;
use nom::combinator::{eof, map, map_opt, peek};
use nom::error::context;
use nom::sequence::{pair, terminated};
use nom::{branch::alt, character::complete::space1};

use crate::game::{Player, Square};
use crate::parse::Parsed;

/// What one click can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Vertex {
    /// A point.
    Square(Square),
    /// `pass`
    Pass,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vertex::Square(square) => Point(*square).fmt(f),
            Vertex::Pass => f.write_str("pass"),
        }
    }
}

/// A square, shown as GTP shows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point(pub(super) Square);

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + skip_i(self.0.file)), u16::from(self.0.rank) + 1)
    }
}

/// The place in the alphabet of a column's letter.
fn skip_i(file: u8) -> u8 {
    file + u8::from(file >= b'I' - b'A')
}

/// The square whose name in the protocol's notation is the GTP name of `square`: for texts that know only that notation.
pub(super) fn renamed(square: Square) -> Square {
    Square { file: skip_i(square.file), ..square }
}

/// The colour that GTP gives to a player: player 1 is black, whatever the game calls him.
pub(super) fn colour(player: Player) -> &'static str {
    match player {
        Player::One => "black",
        Player::Two => "white",
    }
}

fn point(input: &str) -> Parsed<'_, Square> {
    let file = map_opt(satisfy(|letter| letter.is_ascii_alphabetic()), |letter| {
        let place = letter.to_ascii_uppercase() as u8 - b'A';
        match place {
            8 => None,
            _ => Some(place - u8::from(place > 8)),
        }
    });
    let rank = map_opt(take_while_m_n(1, 2, |digit: char| digit.is_ascii_digit()), |digits: &str| {
        digits.parse::<u8>().ok()?.checked_sub(1)
    });
    map(pair(file, rank), |(file, rank)| Square { file, rank }).parse(input)
}

/// A point or `pass`, a whole token.
pub(super) fn vertex(input: &str) -> Parsed<'_, Vertex> {
    let vertex = alt((map(tag_no_case("pass"), |_| Vertex::Pass), map(point, Vertex::Square)));
    let whole = terminated(vertex, peek(alt((space1, eof))));
    context("a vertex: a letter (not I) and a number such as D1, or pass", whole).parse(input)
}

/// `b`, `black`, `w` or `white`, a whole token; black is player 1.
pub(super) fn player(input: &str) -> Parsed<'_, Player> {
    let one = map(alt((tag_no_case("black"), tag_no_case("b"))), |_| Player::One);
    let two = map(alt((tag_no_case("white"), tag_no_case("w"))), |_| Player::Two);
    let whole = terminated(alt((one, two)), peek(alt((space1, eof))));
    context("a colour: b, black, w or white", whole).parse(input)
}
