//! The grammar of command lines. The verb is read first; its own parser then runs over the rest, so that an error can
//! say what that verb expects.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{space0, space1};
use nom::combinator::{cut, eof, map, not, peek, recognize, rest, verify};
use nom::error::context;
use nom::multi::{fold_many0, many0, many1_count};
use nom::sequence::{pair, preceded, terminated};

use super::command::{Command, Query, Span};
use super::error::{Code, Error};
use crate::game::history::Token;
use crate::game::{Roll, Turn};
use crate::parse::{NotationError, Parsed, argument, number, quoted, whole, word};
use crate::search::limits::Limits;

/// The verbs of the protocol, in the order of `help`.
pub(crate) const VERBS: [&str; 17] = [
    "ugi",
    "isready",
    "setoption",
    "uginewgame",
    "position",
    "moves",
    "dice",
    "roll",
    "go",
    "stop",
    "query",
    "show",
    "eval",
    "perft",
    "bench",
    "help",
    "quit",
];

const QUERIES: &str = "p1turn gameover result reason fen dice count legalmoves islegal board actions game protocol";

/// The first token of a line; empty for a blank line.
pub(crate) fn verb(line: &str) -> &str {
    line.trim_start_matches([' ', '\t']).split([' ', '\t']).next().unwrap_or_default()
}

impl<'a> Command<'a> {
    /// Reads a line that is not blank.
    ///
    /// # Errors
    /// `unknown-command`, `syntax` or `bad-roll`, with the column.
    pub fn parse(line: &'a str) -> Result<Command<'a>, Error> {
        let verb = verb(line);
        let start = verb.as_ptr() as usize - line.as_ptr() as usize + verb.len();
        let arguments = line[start..].trim_end_matches([' ', '\t']);
        let columns = line[..start].chars().count();
        let line = Arguments { text: arguments, columns };
        match verb {
            "ugi" => line.none(Command::Ugi),
            "isready" => line.none(Command::IsReady),
            "uginewgame" => line.none(Command::NewGame),
            "roll" => line.none(Command::Roll),
            "stop" => line.none(Command::Stop),
            "show" => line.none(Command::Show),
            "eval" => line.none(Command::Eval),
            "bench" => line.none(Command::Bench),
            "help" => line.none(Command::Help),
            "quit" => line.none(Command::Quit),
            "setoption" => line.read(set_option),
            "position" => line.read(|input| position(input, line)),
            "moves" => {
                line.read(context("turns or rolls", map(word_then_rest, |text| Command::Moves(line.span(text)))))
            }
            "dice" => line.read(map(argument(crate::game::notation::roll), Command::Dice)),
            "perft" => line.read(map(argument(perft_depth), Command::Perft)),
            "go" => line.read(go),
            "query" => line.query(),
            _ => Err(Error::new(
                Code::UnknownCommand,
                format!(
                    "column {}: there is no command {}; 'help' lists them",
                    columns + 1 - verb.chars().count(),
                    quoted(verb)
                ),
            )),
        }
    }
}

/// What stands behind the verb.
#[derive(Clone, Copy)]
struct Arguments<'a> {
    text: &'a str,
    /// Characters of the line before it.
    columns: usize,
}

impl<'a> Arguments<'a> {
    fn read<T>(self, parser: impl Parser<&'a str, Output = T, Error = crate::parse::Expected<'a>>) -> Result<T, Error> {
        whole(self.text, terminated(parser, space0)).map_err(|error| self.syntax(error))
    }

    fn none(self, command: Command<'a>) -> Result<Command<'a>, Error> {
        self.read(preceded(space0, context("nothing behind this command", eof))).map(|_| command)
    }

    fn syntax(self, error: NotationError) -> Error {
        Error::notation(Code::Syntax, error, self.columns)
    }

    /// The place of `part`, a part of the arguments.
    fn span(self, part: &'a str) -> Span<'a> {
        let bytes = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Span { text: part, offset: self.columns + self.text[..bytes].chars().count() }
    }

    fn query(self) -> Result<Command<'a>, Error> {
        let (name, behind) =
            whole(self.text, pair(argument(context("a question", word)), rest)).map_err(|error| self.syntax(error))?;
        let name = self.span(name);
        let line = Arguments { text: behind, columns: self.span(behind).offset };
        let plain = |query| line.none(Command::Query(query));
        let partial = |query: fn(Turn) -> Query| {
            let nothing = map(preceded(space0, eof), |_| Turn::default());
            line.read(map(alt((nothing, argument(turn))), move |turn| Command::Query(query(turn))))
        };
        match name.text {
            "p1turn" => plain(Query::P1Turn),
            "gameover" => plain(Query::GameOver),
            "result" => plain(Query::Result),
            "reason" => plain(Query::Reason),
            "fen" => plain(Query::Fen),
            "dice" => plain(Query::Dice),
            "count" => plain(Query::Count),
            "legalmoves" => plain(Query::LegalMoves),
            "game" => plain(Query::Game),
            "protocol" => plain(Query::Protocol),
            "islegal" => line.read(map(argument(turn), |turn| Command::Query(Query::IsLegal(turn)))),
            "board" => partial(Query::Board),
            "actions" => partial(Query::Actions),
            _ => Err(Error::new(
                Code::UnknownCommand,
                format!("column {}: there is no question {}; there are: {QUERIES}", name.offset + 1, quoted(name.text)),
            )),
        }
    }
}

fn word_then_rest(input: &str) -> Parsed<'_, &str> {
    argument(recognize(pair(word, rest))).parse(input)
}

fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = crate::parse::Expected<'a>> {
    verify(word, move |found: &str| found == name)
}

fn perft_depth(input: &str) -> Parsed<'_, u32> {
    context("a depth from 0 to 100", verify(number(""), |depth| *depth <= 100)).parse(input)
}

/// A turn that is a whole token.
fn turn(input: &str) -> Parsed<'_, Turn> {
    terminated(crate::game::notation::turn, peek(alt((space1, eof)))).parse(input)
}

fn set_option(input: &str) -> Parsed<'_, Command<'_>> {
    let name = preceded(
        argument(context("the word 'name'", keyword("name"))),
        argument(context("the name of an option", word)),
    );
    let value = preceded(
        argument(context("the word 'value'", keyword("value"))),
        alt((map(eof, |_| ""), preceded(space1, rest))),
    );
    let value = alt((map(preceded(space0, eof), |_| None), map(value, Some)));
    map(pair(name, value), |(name, value)| Command::SetOption { name, value }).parse(input)
}

fn position<'a>(input: &'a str, line: Arguments<'a>) -> Parsed<'a, Command<'a>> {
    let field = preceded(space1, verify(word, |word: &str| word != "moves"));
    let fields = context("a FEN", recognize(many1_count(field)));
    let fen = preceded(keyword("fen"), preceded(alt((peek(space1), eof)), cut(fields)));
    let base = alt((map(keyword("startpos"), |_| None), map(fen, Some)));
    let base = argument(context("'startpos' or 'fen'", base));
    let moves = preceded(argument(context("the word 'moves'", keyword("moves"))), rest);
    let moves = alt((map(preceded(space0, eof), |_| None), map(moves, Some)));
    map(pair(base, moves), |(fen, moves)| Command::Position {
        fen: fen.map(|fen: &str| line.span(fen.trim_start_matches([' ', '\t']))),
        moves: moves.map(|moves| line.span(moves)).unwrap_or_default(),
    })
    .parse(input)
}

/// One limit of `go`.
enum Limit {
    Clock(usize, i64),
    Increment(usize, i64),
    MovesToGo(u32),
    MoveTime(i64),
    Depth(u32),
    Nodes(u64),
    Mate(u32),
    Infinite,
    Only(Vec<Turn>),
}

fn go(input: &str) -> Parsed<'_, Command<'_>> {
    let all = fold_many0(
        preceded(space1, cut(limit)),
        || (Limits::default(), Vec::new()),
        |(mut limits, mut only), limit| {
            match limit {
                Limit::Clock(player, ms) => limits.clock[player] = Some(ms),
                Limit::Increment(player, ms) => limits.increment[player] = ms,
                Limit::MovesToGo(turns) => limits.moves_to_go = Some(turns),
                Limit::MoveTime(ms) => limits.movetime = Some(ms),
                Limit::Depth(depth) => limits.depth = Some(depth),
                Limit::Nodes(nodes) => limits.nodes = Some(nodes),
                Limit::Mate(turns) => limits.mate = Some(turns),
                Limit::Infinite => limits.infinite = true,
                Limit::Only(turns) => only.extend(turns),
            }
            (limits, only)
        },
    );
    map(all, |(limits, only)| Command::Go { limits, only }).parse(input)
}

const LIMITS: [&str; 11] = [
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "searchmoves",
];

fn limit_name(input: &str) -> Parsed<'_, &str> {
    verify(word, |word: &str| LIMITS.contains(&word)).parse(input)
}

fn limit(input: &str) -> Parsed<'_, Limit> {
    const KNOWN: &str =
        "p1time, p2time, p1inc, p2inc, movestogo, movetime, depth, nodes, mate, infinite or searchmoves";
    let (input, name) = context(KNOWN, limit_name).parse(input)?;
    let ms = || argument(number("milliseconds, a whole number"));
    match name {
        "p1time" => map(ms(), |ms| Limit::Clock(0, ms)).parse(input),
        "p2time" => map(ms(), |ms| Limit::Clock(1, ms)).parse(input),
        "p1inc" => map(ms(), |ms| Limit::Increment(0, ms)).parse(input),
        "p2inc" => map(ms(), |ms| Limit::Increment(1, ms)).parse(input),
        "movestogo" => map(argument(number("a number of turns")), Limit::MovesToGo).parse(input),
        "movetime" => map(ms(), Limit::MoveTime).parse(input),
        "depth" => map(argument(number("a depth in turns")), Limit::Depth).parse(input),
        "nodes" => map(argument(number("a number of nodes")), Limit::Nodes).parse(input),
        "mate" => map(argument(number("a number of turns")), Limit::Mate).parse(input),
        "searchmoves" => {
            // A word such as p1time begins like a turn, so the limits' names are ruled out first.
            let next = preceded(pair(space1, not(limit_name)), cut(turn));
            map(preceded(peek(argument(turn)), many0(next)), Limit::Only).parse(input)
        }
        _ => Ok((input, Limit::Infinite)),
    }
}

/// A token of a move list: what begins with a digit is a roll.
pub(crate) fn token(text: &str) -> Result<Token, NotationError> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        Roll::parse(text).map(Token::Roll)
    } else {
        Turn::parse(text).map(Token::Turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> (Limits, Vec<String>) {
        match Command::parse(line) {
            Ok(Command::Go { limits, only }) => (limits, only.iter().map(Turn::to_string).collect()),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error_of(line: &str) -> String {
        Command::parse(line).expect_err(line).to_string()
    }

    #[test]
    fn limits_come_in_any_order() {
        let line = "go searchmoves a1a2 b1b2,d1e1 p1time 5 p2time -6 depth 3 p1inc 1 p2inc 2 movestogo 9 nodes 7 mate 2 movetime 4";
        let (limits, only) = go_of(line);
        let expected = Limits {
            clock: [Some(5), Some(-6)],
            increment: [1, 2],
            moves_to_go: Some(9),
            movetime: Some(4),
            depth: Some(3),
            nodes: Some(7),
            mate: Some(2),
            infinite: false,
        };
        assert_eq!(limits, expected);
        assert_eq!(only, ["a1a2", "b1b2,d1e1"]);
        let (limits, only) = go_of("go\tinfinite   searchmoves  xa1,xa1 searchmoves a1a2\t");
        assert!(limits.infinite);
        assert_eq!(only, ["xa1,xa1", "a1a2"]);
    }

    #[test]
    fn errors_name_the_column_and_what_was_expected() {
        for (line, error) in [
            ("go depth", "syntax: column 9: expected a depth in turns, found the end"),
            ("go depth 1x", "syntax: column 10: expected a depth in turns, found '1x'"),
            ("go p3time 1", "syntax: column 4: expected p1time, "),
            ("go searchmoves", "syntax: column 15: expected "),
            ("go searchmoves a1", "syntax: column 18: expected a square such as a1, found the end"),
            ("go searchmoves a1a2 depht 3", "syntax: column 21: expected a square such as a1, found 'depht'"),
            ("perft 101", "syntax: column 7: expected a depth from 0 to 100, found '101'"),
            ("perft x", "syntax: column 7: expected a depth from 0 to 100, found 'x'"),
            ("  stop now", "syntax: column 8: expected nothing behind this command, found 'now'"),
            ("position startpos move a1a2", "syntax: column 19: expected the word 'moves', found 'move'"),
            ("position fén x", "syntax: column 10: expected 'startpos' or 'fen', found 'fén'"),
            ("query islegal", "syntax: column 14: expected "),
            ("query islegal a1a2,", "syntax: column 20: expected "),
            ("setoption name Hash 5", "syntax: column 21: expected the word 'value', found '5'"),
            ("dice 1-", "syntax: column 8: expected the number that a die shows, found the end"),
            ("héllo", "unknown-command: column 1: there is no command 'héllo'"),
        ] {
            let found = error_of(line);
            assert!(found.starts_with(error), "{line}: {found}");
        }
    }

    #[test]
    fn a_partial_turn_may_be_empty() {
        let empty = Turn::default();
        assert_eq!(Command::parse("query board "), Ok(Command::Query(Query::Board(empty.clone()))));
        assert_eq!(Command::parse("query actions"), Ok(Command::Query(Query::Actions(empty))));
        let Ok(Command::Query(Query::Actions(turn))) = Command::parse("query actions b1b2,d1e1") else { panic!() };
        assert_eq!(turn.to_string(), "b1b2,d1e1");
        assert!(error_of("query actions b1b2 d1e1").starts_with("syntax: column 20: "));
    }

    #[test]
    fn spans_know_their_column() {
        let line = "position  fen  a b\tc   moves  a1a2 \t 1-2";
        let Ok(Command::Position { fen: Some(fen), moves }) = Command::parse(line) else { panic!("{line}") };
        assert_eq!((fen.text, fen.offset), ("a b\tc", 15));
        let tokens: Vec<_> = moves.tokens().map(|token| (token.text, token.offset)).collect();
        assert_eq!(tokens, [("a1a2", 30), ("1-2", 37)]);
    }
}
