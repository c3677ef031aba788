//! The grammar of records. Every choice is made by the next character, so the first one that can't be right is the
//! place of an error.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, digit0, line_ending, one_of, satisfy, space0, space1};
use nom::combinator::{cut, eof, map, not, opt, peek, recognize, value};
use nom::error::context;
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, pair, preceded, terminated};

use super::{Entry, Record};
use crate::game::{Action, Roll, Square, Turn};
use crate::parse::{Expected, Parsed};

/// The whole file.
pub(super) fn file(text: &str) -> Result<Vec<Record>, Expected<'_>> {
    let mut records = Vec::new();
    let mut read = || -> Parsed<'_, ()> {
        let (mut rest, ()) = skip(text)?;
        while !rest.is_empty() || records.is_empty() {
            let (behind, found) = record(rest)?;
            records.push(found);
            (rest, ()) = skip(behind)?;
        }
        Ok((rest, ()))
    };
    match read() {
        Ok(_) => Ok(records),
        Err(nom::Err::Error(error) | nom::Err::Failure(error)) => Err(error),
        Err(nom::Err::Incomplete(_)) => unreachable!("all parsers here are complete ones"),
    }
}

fn record(input: &str) -> Parsed<'_, Record> {
    if !input.starts_with('[') {
        return Err(Expected::failure(input, "'[', the first header"));
    }
    let mut rest = input;
    let mut headers = Vec::new();
    while rest.starts_with('[') {
        let (behind, found) = header(rest, &headers)?;
        headers.push(found);
        (rest, ()) = skip(behind)?;
    }
    let is_turn = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    if is_turn(rest) || rest.starts_with(|c: char| c.is_ascii_lowercase()) {
        all_there(rest, &headers)?;
    }
    let mut turns = Vec::new();
    while is_turn(rest) {
        let (behind, found) = entry(rest, turns.len() + 1, &headers)?;
        turns.push(found);
        (rest, ()) = skip(behind)?;
    }
    end(rest, headers, turns)
}

// Lines.

/// Blank lines, comments, and the blanks before the next line that is neither.
fn skip(input: &str) -> Parsed<'_, ()> {
    let mut rest = input;
    loop {
        let (behind, _) = space0(rest)?;
        if !behind.starts_with(['#', '\n', '\r']) {
            return Ok((behind, ()));
        }
        (rest, ()) = end_of_line(behind)?;
        if rest.is_empty() {
            return Ok((rest, ()));
        }
    }
}

/// Blanks, a comment, and the end of the line or of the file.
fn end_of_line(input: &str) -> Parsed<'_, ()> {
    let comment = preceded(char('#'), in_line(|_| true));
    let end = context("the end of the line", cut(alt((line_ending, eof))));
    value((), (space0, opt(comment), end)).parse(input)
}

/// Characters of this line as long as `accept` takes them.
fn in_line<'a>(accept: impl Fn(char) -> bool) -> impl Parser<&'a str, Output = &'a str, Error = Expected<'a>> {
    take_while(move |c| !matches!(c, '\n' | '\r') && accept(c))
}

fn gap(input: &str) -> Parsed<'_, &str> {
    context("a blank", cut(space1)).parse(input)
}

// Headers.

fn header<'a>(input: &'a str, before: &[(String, String)]) -> Parsed<'a, (String, String)> {
    let (at_key, _) = pair(char('['), space0).parse(input)?;
    let first = satisfy(|c| c.is_ascii_uppercase());
    let key = recognize(pair(first, take_while(|c: char| c.is_ascii_alphanumeric())));
    let (rest, key) = context("a key that begins with a capital", cut(key)).parse(at_key)?;
    if before.iter().any(|(its, _)| its == key) {
        return Err(Expected::failure(at_key, "a key that is not there yet"));
    }
    let (at_value, _) = gap(rest)?;
    let (rest, text) = string(at_value)?;
    if let Some(what) = expected_value(key, &text) {
        return Err(Expected::failure(at_value, what));
    }
    let (rest, _) = preceded(space0, context("']'", cut(char(']')))).parse(rest)?;
    let (rest, ()) = end_of_line(rest)?;
    Ok((rest, (key.to_owned(), text)))
}

fn string(input: &str) -> Parsed<'_, String> {
    let plain = take_while1(|c| !matches!(c, '"' | '\\' | '\n' | '\r'));
    let escaped = preceded(char('\\'), context("'\"' or '\\' behind '\\'", cut(recognize(one_of("\"\\")))));
    let quote = || context("'\"'", cut(char('"')));
    map(delimited(quote(), many0(alt((plain, escaped))), quote()), |parts| parts.concat()).parse(input)
}

/// What the value of this header should be, if it is not.
fn expected_value(key: &str, text: &str) -> Option<&'static str> {
    let number = |most_digits: usize| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits && text.len() <= most_digits && (text == "0" || !text.starts_with('0'))
    };
    let name = || {
        let mut letters = text.bytes();
        letters.next().is_some_and(|first| first.is_ascii_lowercase())
            && letters.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let (good, what) = match key {
        "Game" => (name(), "a game's name in lower case"),
        "P1" | "P2" | "Start" => (!text.is_empty(), "a value that is not empty"),
        "AntiPlay" => (matches!(text, "true" | "false"), "true or false"),
        "Repetition" => (number(9), "a number of at most nine digits"),
        "Dice" => (matches!(text, "controller" | "seeded"), "controller or seeded"),
        "Seed" => (number(20) && text.parse::<u64>().is_ok(), "a number from 0 to 18446744073709551615"),
        _ => (true, ""),
    };
    (!good).then_some(what)
}

/// The headers without which no turn makes sense.
fn all_there<'a>(rest: &'a str, headers: &[(String, String)]) -> Result<(), nom::Err<Expected<'a>>> {
    const NEEDED: [(&str, &str); 4] = [
        ("Game", "the header Game before the turns"),
        ("P1", "the header P1 before the turns"),
        ("P2", "the header P2 before the turns"),
        ("Start", "the header Start before the turns"),
    ];
    let missing = NEEDED.iter().find(|(key, _)| headers.iter().all(|(its, _)| its != key));
    missing.map_or(Ok(()), |&(_, what)| Err(Expected::failure(rest, what)))
}

// Turns.

fn entry<'a>(input: &'a str, number: usize, headers: &[(String, String)]) -> Parsed<'a, Entry> {
    let (rest, digits) = digit0(input)?;
    if digits != number.to_string() {
        return Err(Expected::failure(input, "the number of the next turn"));
    }
    let (rest, _) = context("'.'", cut(char('.'))).parse(rest)?;
    let (rest, _) = gap(rest)?;
    let game = headers.iter().find(|(key, _)| key == "Game").map_or("", |(_, value)| value.as_str());
    let (rest, roll) = match (game, rest.starts_with(|c: char| c.is_ascii_digit())) {
        ("diaballik", true) => return Err(Expected::failure(rest, "a turn, since Diaballik has no dice")),
        ("diablo", false) if rest.starts_with(|c: char| c.is_ascii_lowercase()) => {
            return Err(Expected::failure(rest, "a roll such as 2-1"));
        }
        (_, true) => map(terminated(roll, gap), Some).parse(rest)?,
        (_, false) => (rest, None),
    };
    let (rest, turn) = map(separated_list1(char(','), action), Turn).parse(rest)?;
    let (rest, remarks) = remarks(rest)?;
    let (rest, ()) = end_of_line(rest)?;
    Ok((rest, Entry { roll, turn, remarks }))
}

/// One digit that is not 0, and a second one if there is one.
fn one_or_two_digits<'a>(what: &'static str) -> impl Parser<&'a str, Output = u8, Error = Expected<'a>> {
    let digit = |c: char| c.to_digit(10).unwrap_or_default() as u8;
    let first = context(what, cut(one_of("123456789")));
    let second = opt(satisfy(|c| c.is_ascii_digit()));
    map(pair(first, second), move |(first, second)| {
        second.map_or(digit(first), |second| 10 * digit(first) + digit(second))
    })
}

fn roll(input: &str) -> Parsed<'_, Roll> {
    let die = || one_or_two_digits("a die from 1");
    let dash = context("'-'", cut(tag("-")));
    map((die(), dash, die()), |(a, _, b)| Roll::new(a, b)).parse(input)
}

fn square(input: &str) -> Parsed<'_, Square> {
    let file = context("a square such as a1", cut(satisfy(|c| c.is_ascii_lowercase())));
    let square = pair(file, one_or_two_digits("a row from 1"));
    map(square, |(file, row)| Square { file: file as u8 - b'a', rank: row - 1 }).parse(input)
}

fn action(input: &str) -> Parsed<'_, Action> {
    let removal = pair(char('x'), not(peek(satisfy(|c| c.is_ascii_digit()))));
    alt((
        map(preceded(removal, square), Action::Remove),
        map(pair(square, square), |(from, to)| Action::Move { from, to }),
    ))
    .parse(input)
}

fn remarks(input: &str) -> Parsed<'_, Vec<String>> {
    let close = context("'}'", cut(char('}')));
    let remark = delimited(pair(space0, char('{')), in_line(|c| c != '}'), close);
    many0(map(remark, str::to_owned)).parse(input)
}

// The result.

fn end(input: &str, headers: Vec<(String, String)>, turns: Vec<Entry>) -> Parsed<'_, Record> {
    let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let (rest, found) = take_while(word).parse(input)?;
    if found != "result" {
        return Err(Expected::failure(
            input,
            if turns.is_empty() { "a turn or the result" } else { "the next turn or the result" },
        ));
    }
    let (at_outcome, _) = gap(rest)?;
    let (rest, outcome) = take_while(word).parse(at_outcome)?;
    if !["p1win", "p2win", "draw", "none"].contains(&outcome) {
        return Err(Expected::failure(at_outcome, "p1win, p2win, draw or none"));
    }
    let (rest, _) = gap(rest)?;
    let first = satisfy(|c| c.is_ascii_lowercase());
    let reason = recognize(pair(first, take_while(|c: char| word(c) || c == '-')));
    let (rest, reason) = context("a reason in lower case", cut(reason)).parse(rest)?;
    let next_is_square = peek(satisfy(|c| c.is_ascii_lowercase()));
    let (rest, squares) = many0(preceded(pair(space1, next_is_square), square)).parse(rest)?;
    let (rest, remarks) = remarks(rest)?;
    let (rest, ()) = end_of_line(rest)?;
    let (outcome, reason) = (outcome.to_owned(), reason.to_owned());
    Ok((rest, Record { headers, turns, outcome, reason, squares, remarks }))
}
