//! The FEN of Diablo: `..BG2/B.../..../.... b 1-2 5`, optionally with `seed=S` behind it.

use std::fmt::Write as _;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit0, digit1, one_of, space0, space1};
use nom::combinator::{cut, eof, map, map_opt, opt, peek, recognize, rest, value};
use nom::error::context;
use nom::multi::{many_till, separated_list1};
use nom::sequence::terminated;

use super::Diablo;
use super::board::{Board, Stack, sign};
use crate::game::{Player, Roll, notation};
use crate::parse::{Expected, NotationError, Parsed, quoted, whole};

/// No game comes near this number of turns; beyond it a FEN is refused, so that counting on never overflows.
const LAST_TURN: u32 = 999_999_999;

/// Reads a FEN and the seed in it.
pub(super) fn parse(text: &str) -> Result<(Diablo, Option<u64>), NotationError> {
    let mut cursor = Cursor { text, rest: text.trim_start_matches([' ', '\t']) };
    let start = cursor.rest;
    let rows = cursor.field(rows)?;
    let board = board(&cursor, start, &rows)?;

    cursor.blank("the side to move, b or g")?;
    let side = cursor.field(side)?;

    cursor.blank("the dice, such as 1-2, or - when they are not thrown")?;
    let dice_at = cursor.rest;
    let roll = cursor.field(dice)?;
    check_dice(roll, board.size() / 2).map_err(|problem| cursor.error(dice_at, problem))?;

    cursor.blank("the number of the turn")?;
    let turn_at = cursor.rest;
    let turn = cursor.field(context("the number of the turn, from 1", number))?;
    let turn = check_turn(turn, side).map_err(|problem| cursor.error(turn_at, problem))?;

    let seed = seed(&mut cursor)?;
    Ok((Diablo { board, turn, roll }, seed))
}

/// Prints a position.
pub(super) fn print(position: &Diablo) -> String {
    let board = &position.board;
    let mut fen = String::new();
    for (i, row) in board.squares().chunks(usize::from(board.size())).rev().enumerate() {
        if i > 0 {
            fen.push('/');
        }
        for &stack in row {
            fen.push(match stack {
                0 => '.',
                1.. => 'B',
                ..0 => 'G',
            });
            if stack.abs() > 1 {
                // Writing to a string can't fail.
                let _ = write!(fen, "{}", stack.unsigned_abs());
            }
        }
    }
    let side = letter(Diablo::side_of(position.turn));
    let roll = position.roll.map_or("-".to_owned(), |roll| roll.to_string());
    let _ = write!(fen, " {side} {roll} {}", position.turn);
    fen
}

fn letter(side: Player) -> char {
    match side {
        Player::One => 'b',
        Player::Two => 'g',
    }
}

fn name(side: Player) -> &'static str {
    match side {
        Player::One => "Black",
        Player::Two => "Green",
    }
}

/// A text that is read field by field. What is left is always a tail of the whole, so that every place in it has a
/// column.
struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn take<T>(&mut self, parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>) -> Result<T, NotationError> {
        let before = self.text.len() - self.rest.len();
        let (found, left) =
            whole(self.rest, (parser, rest)).map_err(|error| error.shifted(self.text[..before].chars().count()))?;
        self.rest = left;
        Ok(found)
    }

    /// Takes what `parser` reads and a blank or the end must follow.
    fn field<T>(&mut self, parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>) -> Result<T, NotationError> {
        let end = context("a blank or the end", alt((space1, eof)));
        self.take(terminated(parser, peek(end)))
    }

    /// Skips the blanks before a field that must come.
    fn blank(&mut self, what: &str) -> Result<(), NotationError> {
        self.take(space0)?;
        if self.rest.is_empty() {
            return Err(self.error("", format!("expected {what}, found the end")));
        }
        Ok(())
    }

    fn error(&self, place: &str, problem: impl Into<String>) -> NotationError {
        NotationError::at(self.text, place, problem)
    }
}

/// A row as it is written, and where.
struct Row<'a> {
    place: &'a str,
    squares: Vec<Option<Written<'a>>>,
}

/// A stack as it is written, and where.
#[derive(Clone, Copy)]
struct Written<'a> {
    place: &'a str,
    owner: Player,
    /// Digits, or nothing.
    height: &'a str,
}

fn here(input: &str) -> Parsed<'_, &str> {
    Ok((input, input))
}

fn square(input: &str) -> Parsed<'_, Option<Written<'_>>> {
    let owner = alt((value(Player::One, char('B')), value(Player::Two, char('G'))));
    let stack = map((here, owner, digit0), |(place, owner, height)| Some(Written { place, owner, height }));
    context("B or G with a height, or '.'", alt((value(None, char('.')), stack))).parse(input)
}

fn rows(input: &str) -> Parsed<'_, Vec<Row<'_>>> {
    let end = peek(alt((recognize(one_of("/ \t")), eof)));
    let row = map((here, many_till(cut(square), end)), |(place, (squares, _))| Row { place, squares });
    separated_list1(char('/'), row).parse(input)
}

fn side(input: &str) -> Parsed<'_, Player> {
    let side = alt((value(Player::One, char('b')), value(Player::Two, char('g'))));
    context("the side to move, b or g", side).parse(input)
}

fn dice(input: &str) -> Parsed<'_, Option<Roll>> {
    alt((value(None, char('-')), map(notation::roll, Some))).parse(input)
}

/// A decimal number without leading zeros.
fn number(input: &str) -> Parsed<'_, u64> {
    map_opt(digit1, |digits: &str| digits.parse().ok().filter(|_| digits == "0" || !digits.starts_with('0')))
        .parse(input)
}

/// What may follow the number of the turn.
fn seed(cursor: &mut Cursor<'_>) -> Result<Option<u64>, NotationError> {
    let seed = context("a seed, a whole number from 0 to 18446744073709551615", cut(number));
    cursor.take(space0)?;
    let before = cursor.rest;
    let Some(seed) = (match cursor.take(opt(tag("seed=")))? {
        Some(_) => Some(cursor.field(seed)?),
        None => None,
    }) else {
        return match before {
            "" => Ok(None),
            _ => Err(cursor.error(before, format!("unknown field {}: only seed=S may follow", quoted(before)))),
        };
    };
    cursor.take(space0)?;
    match cursor.rest {
        "" => Ok(Some(seed)),
        more => Err(cursor.error(more, format!("unexpected {} after the seed", quoted(more)))),
    }
}

/// The board that the rows show.
fn board(cursor: &Cursor<'_>, start: &str, rows: &[Row<'_>]) -> Result<Board, NotationError> {
    let (width, count) = (rows[0].squares.len(), rows.len());
    if rows.iter().any(|row| row.squares.len() != width) {
        check_rows(cursor, rows)?;
    }
    if count != width {
        let problem = format!("expected as many rows as columns, found {count} rows of {width} squares");
        return Err(cursor.error(start, problem));
    }
    if !Board::has_size(width) {
        let problem = format!("a board has an even number of rows from 2 to 26, this one has {width}");
        return Err(cursor.error(start, problem));
    }
    let mut board = Board::empty(width as u8);
    for (rank, row) in rows.iter().rev().enumerate() {
        for (file, written) in row.squares.iter().enumerate() {
            if let Some(written) = written {
                let height = height(cursor, written, width * width / 2)?;
                board.set(rank * width + file, height * sign(written.owner));
            }
        }
    }
    check_checkers(&board, width * width / 2).map_err(|problem| cursor.error(start, problem))?;
    Ok(board)
}

/// The first row whose length doesn't match the number of rows. (Where all have another length that is no fault of a
/// single row.)
fn check_rows(cursor: &Cursor<'_>, rows: &[Row<'_>]) -> Result<(), NotationError> {
    let count = rows.len();
    let Some((number, row)) = rows.iter().enumerate().find(|(_, row)| row.squares.len() != count) else {
        return Ok(());
    };
    let (found, name) = (row.squares.len(), count - number);
    let fault = if found < count { "short" } else { "long" };
    let problem = format!("row {name} is too {fault}: {found} squares, where {count} rows ask for {count}");
    Err(cursor.error(row.place, problem))
}

/// The height of a stack; none can be above `most`.
fn height(cursor: &Cursor<'_>, written: &Written<'_>, most: usize) -> Result<Stack, NotationError> {
    let Written { place, owner, height } = written;
    if height.is_empty() {
        return Ok(1);
    }
    let digits = &place[1..];
    if height.starts_with('0') {
        let all_zero = height.bytes().all(|digit| digit == b'0');
        let problem = if all_zero { "a stack is at least 1 high" } else { "a height has no leading zero" };
        return Err(cursor.error(digits, problem));
    }
    match height.parse::<Stack>() {
        Ok(value) if value as usize <= most => Ok(value),
        _ => {
            Err(cursor.error(digits, format!("{} has {most} checkers at most, not a stack of {height}", name(*owner))))
        }
    }
}

fn check_checkers(board: &Board, most: usize) -> Result<(), String> {
    let counts = [Player::One, Player::Two].map(|player| (player, board.checkers(player) as usize));
    if counts.iter().all(|&(_, count)| count == 0) {
        return Err("nobody has a checker".to_owned());
    }
    match counts.into_iter().find(|&(_, count)| count > most) {
        Some((player, count)) => {
            Err(format!("{} has {count} checkers, on this board a side has {most} at most", name(player)))
        }
        None => Ok(()),
    }
}

fn check_dice(roll: Option<Roll>, faces: u8) -> Result<(), String> {
    match roll {
        Some(roll) if roll.low() == 0 => Err("a die shows at least 1".to_owned()),
        Some(roll) if roll.high() > faces => {
            Err(format!("the dice of this board show 1 to {faces}, not {}", roll.high()))
        }
        _ => Ok(()),
    }
}

fn check_turn(turn: u64, side: Player) -> Result<u32, String> {
    let number = u32::try_from(turn).ok().filter(|&turn| turn <= LAST_TURN);
    match number {
        Some(0) => Err("turns count from 1".to_owned()),
        None => Err(format!("no game has {turn} turns: {LAST_TURN} at most")),
        Some(turn) if Diablo::side_of(turn) != side => {
            let owner = Diablo::side_of(turn);
            Err(format!("turn {turn} is {}'s, but the side to move is {}", name(owner), letter(side)))
        }
        Some(turn) => Ok(turn),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[track_caller]
    fn refused(fen: &str, column: usize, problem: &str) {
        let error = Diablo::parse_fen(fen).unwrap_err();
        assert!(error.problem.contains(problem), "{fen}: {error}");
        assert_eq!(error.column, column, "{fen}: {error}");
    }

    #[test]
    fn each_fault_has_its_place_and_its_words() {
        refused("", 1, "expected");
        refused("   ", 4, "expected");
        refused("GBG/BGB/GBG b - 1", 1, "even number");
        refused("GBGB/BGBG/GBGB b - 1", 1, "3 rows of 4");
        refused("GBGB/BGBG/GBGB/BGB b - 1", 16, "row 1 is too short");
        refused("GBGBB/BGBG/GBGB/BGBG b - 1", 1, "row 4 is too long");
        refused("GBGB//GBGB/BGBG b - 1", 6, "row 3 is too short");
        refused("GBGB/BGqG/GBGB/BGBG b - 1", 8, "found 'qG/GBGB/BGBG'");
        refused("GBGB/BGBG/GBGB/BGBG", 20, "expected the side");
        refused("GBGB/BGBG/GBGB/BGBG w - 1", 21, "expected the side to move, b or g, found 'w'");
        refused("GBGB/BGBG/GBGB/BGBG bb - 1", 22, "a blank");
        refused("GBGB/BGBG/GBGB/BGBG b", 22, "expected the dice");
        refused("GBGB/BGBG/GBGB/BGBG b 3-1 1", 23, "1 to 2, not 3");
        refused("GBGB/BGBG/GBGB/BGBG b 0-1 1", 23, "at least 1");
        refused("GBGB/BGBG/GBGB/BGBG b 1 1", 23, "a roll such as 1-2");
        refused("GBGB/BGBG/GBGB/BGBG b x 1", 23, "die");
        refused("GBGB/BGBG/GBGB/BGBG b --1 1", 24, "a blank");
        refused("GBGB/BGBG/GBGB/BGBG b -", 24, "number of the turn");
        refused("GBGB/BGBG/GBGB/BGBG b - 0", 25, "count from 1");
        refused("GBGB/BGBG/GBGB/BGBG b - 01", 25, "number of the turn");
        refused("GBGB/BGBG/GBGB/BGBG b - 2", 25, "turn 2 is Green's");
        refused("GBGB/BGBG/GBGB/BGBG g - 1", 25, "turn 1 is Black's");
        refused("GBGB/BGBG/GBGB/BGBG b - 4294967295", 25, "at most");
        refused("GBGB/BGBG/GBGB/BGBG b - 99999999999999999999", 25, "number of the turn");
        refused("B9..G/..../..../.... b - 3", 2, "not a stack of 9");
        refused("B5B4.G/..../..../.... b - 3", 1, "Black has 9 checkers");
        refused("G5G4.B/..../..../.... b - 3", 1, "Green has 9 checkers");
        refused("B99999..G/..../..../.... b - 3", 2, "not a stack of 99999");
        refused("B0..G/..../..../.... b - 3", 2, "at least 1 high");
        refused("B01..G/..../..../.... b - 3", 2, "leading zero");
        refused("..../..../..../.... b - 3", 1, "nobody");
        refused("GBGB/BGBG/GBGB/BGBG b - 1 seed=-4", 32, "expected a seed");
        refused("GBGB/BGBG/GBGB/BGBG b - 1 seed=", 32, "expected a seed");
        refused("GBGB/BGBG/GBGB/BGBG b - 1 seed=18446744073709551616", 32, "expected a seed");
        refused("GBGB/BGBG/GBGB/BGBG b - 1 sead=4", 27, "unknown field 'sead=4'");
        refused("GBGB/BGBG/GBGB/BGBG b - 1 seed=4 more", 34, "unexpected 'more'");
        refused("GBGB/BGBG/GBGB/BGBG b - 1 seed=4 seed=4", 34, "unexpected 'seed=4'");
        refused("bbbBbbb/......./......./......./......./......./wwwWwww w", 1, "B or G");
    }

    #[test]
    fn what_is_printed_reads_back() {
        for (fen, printed) in [
            ("GBGB/BGBG/GBGB/BGBG b - 1", None),
            ("..BG2/B.../..../.... b 2-1 5", Some("..BG2/B.../..../.... b 1-2 5")),
            ("  B1.\t/G2. b", None),
            ("\t.B1/G2.\tg  1-1   6  ", Some(".B/G2. g 1-1 6")),
            ("../.G g - 6", None),
        ] {
            let Ok((position, seed)) = Diablo::parse_fen(fen) else {
                assert!(fen.contains("B1.\t/"));
                continue;
            };
            assert_eq!(seed, None);
            assert_eq!(position.fen(), printed.unwrap_or(fen));
            assert_eq!(Diablo::parse_fen(&position.fen()).unwrap().0, position);
        }
        let fen = "GB/BG b - 1 seed=18446744073709551615";
        assert_eq!(Diablo::parse_fen(fen).unwrap().1, Some(u64::MAX));
        assert_eq!(Diablo::parse_fen("GB/BG b - 1 seed=0").unwrap().1, Some(0));
    }
}
