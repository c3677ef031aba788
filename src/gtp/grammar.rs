//! The grammar of GTP lines: what is thrown away first, the number in front, the command's name, and then the
//! arguments by the command's own parser, so that an error can say what that command expects.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{digit1, satisfy, space0, space1};
use nom::combinator::{cut, eof, map, opt, peek, rest};
use nom::error::context;
use nom::multi::{many_m_n, many1};
use nom::number::complete::double;
use nom::sequence::{pair, preceded, terminated};

use super::clock::Settings;
use super::command::{Command, NAMES, NewGame, Request, Rules};
use super::vertex::{player, vertex};
use crate::game::{Action, Player, Square, Turn};
use crate::parse::{Expected, NotationError, Parsed, argument, number, whole, word};

/// The comment that asks a running search to answer at once; GoGui sends it to programs that list `gogui-interrupt`.
pub(super) fn is_interrupt(line: &str) -> bool {
    line.trim().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// Reads a line; `None` where nothing but blanks and comment stands on it.
pub(super) fn request(line: &str) -> Option<Request> {
    let line = clean(line);
    let text = line.trim_end();
    let start = text.trim_start();
    if start.is_empty() {
        return None;
    }
    let numbered = whole(start, pair(opt(terminated(digit1, peek(alt((space1, eof))))), rest));
    let (id, behind) = numbered.unwrap_or((None, start));
    let name = behind.trim_start().split(' ').next().unwrap_or_default();
    let place = name.as_ptr() as usize - text.as_ptr() as usize + name.len();
    let arguments = Arguments { text: &text[place..], columns: text[..place].chars().count() };
    let command = if name.is_empty() { Err("unknown command".to_owned()) } else { arguments.command(name) };
    Some(Request { id: id.map(str::to_owned), command })
}

/// The line without its comment, tabs as blanks, and without other control characters.
fn clean(line: &str) -> String {
    let text = line.split('#').next().unwrap_or_default();
    text.chars().filter(|&c| c == '\t' || !c.is_control()).map(|c| if c == '\t' { ' ' } else { c }).collect()
}

/// What stands behind a command's name.
#[derive(Clone, Copy)]
struct Arguments<'a> {
    text: &'a str,
    /// Characters of the line before it.
    columns: usize,
}

impl<'a> Arguments<'a> {
    fn command(self, name: &str) -> Result<Command, String> {
        match name {
            "protocol_version" => self.none(Command::ProtocolVersion),
            "name" => self.none(Command::Name),
            "version" => self.none(Command::Version),
            "known_command" => self.read(map(argument(context("the name of a command", word)), |name: &str| {
                Command::IsKnown(name.to_owned())
            })),
            "list_commands" => self.none(Command::ListCommands),
            "quit" => self.none(Command::Quit),
            "boardsize" => self.read(map(argument(number("the size of the board")), Command::BoardSize)),
            "clear_board" => self.none(Command::ClearBoard),
            "komi" => self.read(map(argument(context("a komi, which these games ignore", double)), |_| Command::Komi)),
            "play" => self.read(play),
            "genmove" => self.read(map(argument(player), Command::GenMove)),
            "undo" => self.none(Command::Undo),
            "time_settings" => self.read(time_settings),
            "time_left" => self.read(time_left),
            "gogui-rules_game_id" => self.none(Command::Rules(Rules::GameId)),
            "gogui-rules_board_size" => self.none(Command::Rules(Rules::BoardSize)),
            "gogui-rules_board" => self.none(Command::Rules(Rules::Board)),
            "gogui-rules_board_gfx" => self.none(Command::Rules(Rules::BoardGfx)),
            "gogui-rules_legal_moves" => self.none(Command::Rules(Rules::LegalMoves)),
            "gogui-rules_side_to_move" => self.none(Command::Rules(Rules::SideToMove)),
            "gogui-rules_final_result" => self.none(Command::Rules(Rules::FinalResult)),
            "gogui-rules_captured_count" => self.none(Command::Rules(Rules::CapturedCount)),
            "gogui-analyze_commands" => self.none(Command::AnalyzeCommands),
            "gogui-interrupt" => self.none(Command::Interrupt),
            "diabolo-best_turn" => self.none(Command::BestTurn),
            "diabolo-legal_targets" => self.read(map(optional(vertex), Command::LegalTargets)),
            "diabolo-evaluation" => self.none(Command::Evaluation),
            "diabolo-winning_chance" => self.none(Command::WinningChance),
            "diabolo-fen" => self.none(Command::Fen),
            "new_game" => self.read(new_game),
            "gen_move" => self.read(map(argument(board_side), Command::GenTurn)),
            "undo_turn" => self.read(map(optional(pair(board_side, optional(joined_turn))), Command::UndoTurn)),
            _ => {
                debug_assert!(!NAMES.contains(&name), "{name} is listed");
                Err("unknown command".into())
            }
        }
    }

    fn read<T>(self, parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>) -> Result<T, String> {
        whole(self.text, terminated(parser, space0)).map_err(|error| self.error(error))
    }

    fn none(self, command: Command) -> Result<Command, String> {
        self.read(preceded(space0, context("nothing behind this command", eof))).map(|_| command)
    }

    fn error(self, error: NotationError) -> String {
        format!("syntax error: {}", error.shifted(self.columns))
    }
}

/// An argument that may be missing.
fn optional<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>,
) -> impl Parser<&'a str, Output = Option<T>, Error = Expected<'a>> {
    alt((map(preceded(space0, eof), |_| None), map(argument(parser), Some)))
}

fn play(input: &str) -> Parsed<'_, Command> {
    // What comes behind the colour tells GTP's `play` from the dialect's, in which the colours are the board's own.
    let (behind, _) = argument(player).parse(input)?;
    if behind.trim_start().split(' ').next().is_some_and(|move_| joined_turn(move_).is_ok()) {
        return map(pair(argument(board_side), argument(joined_turn)), |(side, turn)| Command::PlayTurn(side, turn))
            .parse(input);
    }
    map(pair(argument(player), argument(vertex)), |(player, vertex)| Command::Play(player, vertex)).parse(input)
}

fn time_settings(input: &str) -> Parsed<'_, Command> {
    let seconds = || argument(number::<u32>("whole seconds"));
    let settings = (seconds(), seconds(), argument(number("a number of stones")));
    map(settings, |(main, byo_yomi, stones)| Command::TimeSettings(Settings { main, byo_yomi, stones })).parse(input)
}

fn time_left(input: &str) -> Parsed<'_, Command> {
    let left = (argument(player), argument(number("whole seconds")), argument(number("a number of stones")));
    map(left, |(player, seconds, stones)| Command::TimeLeft(player, seconds, stones)).parse(input)
}

/// The colours of Tommalla's program are those of the pieces: its black stands on row 7.
fn board_side(input: &str) -> Parsed<'_, Player> {
    map(player, Player::other).parse(input)
}

/// A square of Diaballik's board in small letters.
fn square(input: &str) -> Parsed<'_, Square> {
    let file = map(satisfy(|c| ('a'..='g').contains(&c)), |c| c as u8 - b'a');
    let rank = map(satisfy(|c| ('1'..='7').contains(&c)), |c| c as u8 - b'1');
    map(pair(file, rank), |(file, rank)| Square { file, rank }).parse(input)
}

/// Actions without anything between them: `a1a2b1b2`.
fn joined_turn(input: &str) -> Parsed<'_, Turn> {
    let action = map(pair(square, square), |(from, to)| Action::Move { from, to });
    let turn = terminated(many1(action), peek(alt((space1, eof))));
    context("moves such as a1a2b1b2", map(turn, Turn)).parse(input)
}

fn squares<'a>(count: usize, what: &'static str) -> impl Parser<&'a str, Output = Vec<Square>, Error = Expected<'a>> {
    let squares = terminated(many_m_n(count, count, square), peek(alt((space1, eof))));
    context(what, squares)
}

fn new_game(input: &str) -> Parsed<'_, Command> {
    let pieces = squares(14, "the squares of fourteen pieces, Black's first");
    let balls = squares(2, "the squares of two balls, Black's first");
    let parts = (argument(pieces), argument(balls), argument(cut(board_side)));
    map(parts, |(pieces, balls, side)| Command::NewGame(NewGame { pieces, balls, side })).parse(input)
}
