//! FENs: rows from 7 down to 1 joined by `/`, `w` and `b` for pieces, `W` and `B` for the holders, `.` for an empty
//! square, then the side to move. A digit may stand for a run of empty squares.

use nom::bytes::complete::take_while1;
use nom::character::complete::{char, space0, space1};
use nom::combinator::{cut, recognize};
use nom::error::context;
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded};
use nom::{Offset, Parser};

use super::board::{SIZE, SQUARES, goal_row};
use super::{Diaballik, Player};
use crate::parse::{NotationError, Parsed, whole};

/// What the sides are called in messages.
const NAMES: [&str; 2] = ["White", "Black"];

pub(super) fn print(position: &Diaballik) -> String {
    let mut fen = String::with_capacity(SQUARES + 9);
    for rank in (0..SIZE).rev() {
        for at in rank * SIZE..(rank + 1) * SIZE {
            let holds = position.balls.contains(&at);
            fen.push(match (position.pieces[0] >> at & 1, position.pieces[1] >> at & 1) {
                (1, _) if holds => 'W',
                (1, _) => 'w',
                (_, 1) if holds => 'B',
                (_, 1) => 'b',
                _ => '.',
            });
        }
        fen.push(if rank > 0 { '/' } else { ' ' });
    }
    fen.push(match position.side {
        Player::One => 'w',
        Player::Two => 'b',
    });
    fen
}

pub(super) fn parse(text: &str) -> Result<Diaballik, NotationError> {
    let (rows, side) = whole(text, fields)?;
    let board = Reader { text, pieces: [0; 2], balls: [None; 2] }.read(&rows)?;
    let side = match side {
        "w" => Player::One,
        "b" => Player::Two,
        _ => return Err(NotationError::at(text, tail(text, side), "the side to move is w or b")),
    };
    let balls = [board.holder(Player::One)?, board.holder(Player::Two)?];
    board.count(Player::One)?;
    board.count(Player::Two)?;
    let scored = |player: Player| goal_row(player) & 1 << balls[player.index()] != 0;
    if scored(Player::One) && scored(Player::Two) {
        return Err(NotationError::at(text, tail(text, rows[0]), "both balls are on their goal rows"));
    }
    Ok(Diaballik::new(board.pieces, balls, side))
}

/// The rows of the board, and the side to move, as texts.
fn fields(input: &str) -> Parsed<'_, (Vec<&str>, &str)> {
    let row = context("a row of the board", take_while1(|c: char| !" \t/".contains(c)));
    let side = context("the side to move, w or b", take_while1(|c: char| !" \t".contains(c)));
    let rows = preceded(space0, separated_list1(char('/'), cut(row)));
    let blank = context("a blank and the side to move", recognize(space1));
    (rows, delimited(cut(blank), cut(side), space0)).parse(input)
}

/// What is left of `text` where its part `part` begins.
fn tail<'a>(text: &'a str, part: &str) -> &'a str {
    &text[text.offset(part)..]
}

/// Collects the pieces.
struct Reader<'a> {
    text: &'a str,
    pieces: [u64; 2],
    balls: [Option<u8>; 2],
}

impl<'a> Reader<'a> {
    fn error(&self, part: &str, problem: String) -> NotationError {
        NotationError::at(self.text, tail(self.text, part), problem)
    }

    fn read(mut self, rows: &[&'a str]) -> Result<Self, NotationError> {
        for (i, row) in rows.iter().enumerate() {
            let number = (SIZE as usize).saturating_sub(i);
            if number == 0 {
                return Err(self.error(row, format!("there are {} rows instead of {SIZE}", rows.len())));
            }
            self.read_row(row, number as u8)?;
        }
        if rows.len() < SIZE as usize {
            return Err(self.error(rows[0], format!("there are {} rows instead of {SIZE}", rows.len())));
        }
        Ok(self)
    }

    fn read_row(&mut self, row: &'a str, number: u8) -> Result<(), NotationError> {
        let width: usize = row.chars().map(|c| c.to_digit(10).map_or(1, |empty| empty as usize)).sum();
        let mut file = 0;
        for (at, letter) in row.char_indices() {
            let here = &row[at..];
            let (player, holds) = match letter {
                '.' => {
                    file += 1;
                    continue;
                }
                '1'..='7' => {
                    file += letter as usize - '0' as usize;
                    continue;
                }
                'w' => (Player::One, false),
                'W' => (Player::One, true),
                'b' => (Player::Two, false),
                'B' => (Player::Two, true),
                _ => {
                    let expected = "expected w, b, W, B, '.' or a number of empty squares from 1 to 7";
                    return Err(self.error(here, format!("unknown letter '{letter}': {expected}")));
                }
            };
            if file < SIZE as usize {
                self.place(here, (number - 1) * SIZE + file as u8, player, holds)?;
            }
            file += 1;
        }
        if width != SIZE as usize {
            return Err(self.error(row, format!("row {number} has {width} squares instead of {SIZE}")));
        }
        Ok(())
    }

    fn place(&mut self, here: &'a str, at: u8, player: Player, holds: bool) -> Result<(), NotationError> {
        let side = player.index();
        self.pieces[side] |= 1 << at;
        if holds && self.balls[side].replace(at).is_some() {
            return Err(self.error(here, format!("{} has a second holder of the ball", NAMES[side])));
        }
        Ok(())
    }

    fn holder(&self, player: Player) -> Result<u8, NotationError> {
        let side = player.index();
        let letter = ['W', 'B'][side];
        let missing = format!("{} has no holder of the ball: one of its pieces must be {letter}", NAMES[side]);
        self.balls[side].ok_or_else(|| self.error(self.text.trim_start(), missing))
    }

    fn count(&self, player: Player) -> Result<(), NotationError> {
        let side = player.index();
        let count = self.pieces[side].count_ones();
        if count == u32::from(SIZE) {
            return Ok(());
        }
        let problem = format!("{} has {count} pieces instead of {SIZE}", NAMES[side]);
        Err(self.error(self.text.trim_start(), problem))
    }
}
