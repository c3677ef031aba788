//! The slow twin: the rules of Diaballik and Diablo once more, as plainly as they can be written.
//!
//! The engine is tested against this file, so nothing here is shared with it: positions and turns cross
//! as text. A turn is played action by action; every list is made by trying all actions in every order.
// each test binary uses a part of it
#![allow(dead_code, unreachable_pub)]

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::str::FromStr;

pub const DIABALLIK_START: &str = "bbbBbbb/......./......./......./......./......./wwwWwww w";
/// Two pieces of each side start on the other's row, on files b and f.
pub const DIABALLIK_VARIANT: &str = "bwbBbwb/......./......./......./......./......./wbwWwbw w";

// ---------------------------------------------------------------- what both games share

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Ongoing,
    P1Win,
    P2Win,
    Draw,
}

impl FromStr for Verdict {
    type Err = String;

    fn from_str(text: &str) -> Result<Verdict, String> {
        match text {
            "ongoing" => Ok(Verdict::Ongoing),
            "p1win" => Ok(Verdict::P1Win),
            "p2win" => Ok(Verdict::P2Win),
            "draw" => Ok(Verdict::Draw),
            _ => Err(format!("no verdict is called {text:?}")),
        }
    }
}

/// Player 1 is White in Diaballik and Black in Diablo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    One,
    Two,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }

    fn wins(self) -> Verdict {
        match self {
            Side::One => Verdict::P1Win,
            Side::Two => Verdict::P2Win,
        }
    }
}

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const ALL_EIGHT: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// File and row, both counted from 0: a1 is (0, 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Square {
    file: usize,
    row: usize,
}

impl Square {
    /// All squares of a board in the order of their indices: a1, b1, … up to the last row.
    fn all(size: usize) -> impl Iterator<Item = Square> {
        (0..size).flat_map(move |row| (0..size).map(move |file| Square { file, row }))
    }

    fn index(self, size: usize) -> usize {
        self.row * size + self.file
    }

    fn shifted(self, (files, rows): (i32, i32), distance: usize, size: usize) -> Option<Square> {
        let file = self.file as i32 + files * distance as i32;
        let row = self.row as i32 + rows * distance as i32;
        let inside = |n: i32| (0..size as i32).contains(&n);
        (inside(file) && inside(row)).then_some(Square { file: file as usize, row: row as usize })
    }

    /// Steps needed from here to there, one square up, down, left or right at a time.
    fn steps_to(self, there: Square) -> usize {
        self.file.abs_diff(there.file) + self.row.abs_diff(there.row)
    }

    fn text(self) -> String {
        format!("{}{}", (b'a' + self.file as u8) as char, self.row + 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Step,
    Pass,
    Quiet,
    Merge,
    Capture,
    Remove,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Step => "step",
            Kind::Pass => "pass",
            Kind::Quiet => "quiet",
            Kind::Merge => "merge",
            Kind::Capture => "capture",
            Kind::Remove => "remove",
        }
    }
}

/// A removal starts and ends on the same square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Action {
    kind: Kind,
    from: Square,
    to: Square,
}

impl Action {
    fn text(self) -> String {
        match self.kind {
            Kind::Remove => format!("x{}", self.from.text()),
            _ => self.from.text() + &self.to.text(),
        }
    }
}

fn turn_text(actions: &[Action]) -> String {
    actions.iter().map(|a| a.text()).collect::<Vec<_>>().join(",")
}

/// A game is told by what may be done next in a turn that has been played in part.
trait Rules: Clone + Eq + Hash + Debug {
    /// The board in the middle of a turn, with what the turn has used up.
    type Part;
    /// The text of the position.
    fn fen(&self) -> String;
    /// Who has won as the position stands, and by what.
    fn judge(&self) -> (Verdict, &'static str);
    /// A fresh turn; none when the game is over or the dice aren't known.
    fn begin(&self) -> Option<Self::Part>;
    fn may_end(part: &Self::Part) -> bool;
    fn options(part: &Self::Part) -> Vec<Action>;
    fn take(part: &Self::Part, action: Action) -> Self::Part;
    /// The position in front of the other player.
    fn finish(part: &Self::Part) -> Self;
}

/// Calls `visit` for every legal sequence of actions that is a whole turn.
fn each_turn<R: Rules>(position: &R, visit: &mut dyn FnMut(&[Action], R)) {
    fn go_on<R: Rules>(part: &R::Part, done: &mut Vec<Action>, visit: &mut dyn FnMut(&[Action], R)) {
        if R::may_end(part) {
            visit(done, R::finish(part));
        }
        for action in R::options(part) {
            done.push(action);
            go_on(&R::take(part, action), done, visit);
            done.pop();
        }
    }
    if let Some(part) = position.begin() {
        go_on(&part, &mut Vec::new(), visit);
    }
}

/// The different positions after one turn.
fn successors<R: Rules>(position: &R) -> HashSet<R> {
    let mut found = HashSet::new();
    each_turn(position, &mut |_, after| {
        found.insert(after);
    });
    found
}

fn listed<R: Rules>(position: &R, wrap: fn(R) -> Position) -> Vec<(String, Position)> {
    let mut list = Vec::new();
    each_turn(position, &mut |actions, after| list.push((turn_text(actions), wrap(after))));
    list
}

/// The board after some actions, each of which must be legal when its time comes.
fn played_part<R: Rules>(position: &R, partial: &str) -> Option<R::Part> {
    let mut part = position.begin()?;
    for text in partial.split(',').filter(|_| !partial.is_empty()) {
        let action = R::options(&part).into_iter().find(|a| a.text() == text)?;
        part = R::take(&part, action);
    }
    Some(part)
}

fn played<R: Rules>(position: &R, turn: &str) -> Option<R> {
    let part = played_part(position, turn)?;
    R::may_end(&part).then(|| R::finish(&part))
}

/// What the rules allow after a part of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    pub may_end: bool,
    /// Every legal next action with its kind, in byte order.
    pub actions: Vec<(String, &'static str)>,
}

fn next<R: Rules>(position: &R, partial: &str) -> Option<Next> {
    if position.begin().is_none() && partial.is_empty() {
        return Some(Next { may_end: false, actions: Vec::new() });
    }
    let part = played_part(position, partial)?;
    let mut actions: Vec<_> = R::options(&part).iter().map(|a| (a.text(), a.kind.name())).collect();
    actions.sort();
    Some(Next { may_end: R::may_end(&part), actions })
}

/// A number in a FEN: digits alone, and no zero in front of others.
fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let value = if plain { text.parse().ok() } else { None };
    value.ok_or_else(|| format!("{text:?} is no number"))
}

fn require(condition: bool, otherwise: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(otherwise.to_string()) }
}

// ---------------------------------------------------------------- the uniform front

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Position {
    Diaballik(Diaballik),
    Diablo(Diablo),
}

impl Position {
    /// Reads a FEN of either game: Diablo's has dice and a turn number, Diaballik's ends with the side.
    pub fn parse(fen: &str) -> Position {
        let read = match fen.split_whitespace().count() {
            0..=2 => Diaballik::read(fen).map(Position::Diaballik),
            _ => Diablo::read(fen).map(Position::Diablo),
        };
        read.unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    pub fn fen(&self) -> String {
        match self {
            Position::Diaballik(p) => p.fen(),
            Position::Diablo(p) => p.fen(),
        }
    }

    pub fn player_one_to_move(&self) -> bool {
        match self {
            Position::Diaballik(p) => p.to_move == Side::One,
            Position::Diablo(p) => p.to_move == Side::One,
        }
    }

    /// The same position played without the anti-play rule; in Diablo nothing changes.
    pub fn without_anti_play(&self) -> Position {
        match self {
            Position::Diaballik(p) => Position::Diaballik(Diaballik { anti_play: false, ..p.clone() }),
            Position::Diablo(_) => self.clone(),
        }
    }

    /// The position as it stands; repetition is looked at by [`verdict_after`] alone.
    pub fn verdict(&self) -> Verdict {
        self.judge().0
    }

    /// `goal`, `antiplay`, `stalemate`, `checkers`, or `none` while the game goes on.
    pub fn reason(&self) -> &'static str {
        self.judge().1
    }

    fn judge(&self) -> (Verdict, &'static str) {
        match self {
            Position::Diaballik(p) => p.judge(),
            Position::Diablo(p) => p.judge(),
        }
    }

    /// Every legal sequence of actions with the position it leads to.
    pub fn sequences(&self) -> Vec<(String, Position)> {
        match self {
            Position::Diaballik(p) => listed(p, Position::Diaballik),
            Position::Diablo(p) => listed(p, Position::Diablo),
        }
    }

    /// The FEN after each distinct turn, with the turn's canonical sequence: the fewest actions, then
    /// the first in byte order.
    pub fn distinct(&self) -> BTreeMap<String, String> {
        let shorter_first = |turn: &str| (turn.matches(',').count(), turn.to_string());
        let mut turns: BTreeMap<String, String> = BTreeMap::new();
        for (turn, after) in self.sequences() {
            let best = turns.entry(after.fen()).or_insert_with(|| turn.clone());
            if shorter_first(&turn) < shorter_first(best) {
                *best = turn;
            }
        }
        turns
    }

    /// The different positions after one turn, in no particular order.
    pub fn successors(&self) -> Vec<Position> {
        match self {
            Position::Diaballik(p) => successors(p).into_iter().map(Position::Diaballik).collect(),
            Position::Diablo(p) => successors(p).into_iter().map(Position::Diablo).collect(),
        }
    }

    /// The number of distinct turns.
    pub fn count(&self) -> usize {
        self.successors().len()
    }

    /// What may follow a part of a turn (empty text: its beginning); `None` if the part isn't legal.
    pub fn actions_after(&self, partial: &str) -> Option<Next> {
        match self {
            Position::Diaballik(p) => next(p, partial),
            Position::Diablo(p) => next(p, partial),
        }
    }

    /// The position after a whole turn, `None` if it is illegal.
    pub fn play(&self, turn: &str) -> Option<Position> {
        match self {
            Position::Diaballik(p) => played(p, turn).map(Position::Diaballik),
            Position::Diablo(p) => played(p, turn).map(Position::Diablo),
        }
    }

    /// The position with its dice thrown; panics in Diaballik and on dice that the board doesn't have.
    pub fn with_roll(&self, roll: (usize, usize)) -> Position {
        let Position::Diablo(p) = self else { panic!("Diaballik has no dice") };
        assert!((1..=p.faces()).contains(&roll.0) && (1..=p.faces()).contains(&roll.1));
        Position::Diablo(Diablo { dice: Some(roll), ..p.clone() })
    }

    /// The rolls that can come, low die first, with the number of ways to throw each; in a game without
    /// dice, or once they are known, there is nothing to throw.
    pub fn rolls(&self) -> Vec<((usize, usize), u32)> {
        match self {
            Position::Diablo(p) if p.dice.is_none() => p.rolls(),
            _ => Vec::new(),
        }
    }
}

/// The number of paths of exactly `depth` distinct turns. A finished game has no further turn, and an
/// unknown roll stands for each distinct roll once.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let rolls = position.rolls();
    if position.verdict() == Verdict::Ongoing && !rolls.is_empty() {
        return rolls.iter().map(|&(roll, _)| perft(&position.with_roll(roll), depth)).sum();
    }
    let after = position.successors();
    if depth == 1 { after.len() as u64 } else { after.iter().map(|p| perft(p, depth - 1)).sum() }
}

// ---------------------------------------------------------------- Diaballik

const WIDTH: usize = 7;

/// The board holds the letters of the FEN: `w` and `b` for pieces, `W` and `B` for the two with a ball.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diaballik {
    board: [u8; WIDTH * WIDTH],
    to_move: Side,
    anti_play: bool,
}

/// A turn of Diaballik under way: `position` still has the mover as the side to move.
struct DiaballikPart {
    position: Diaballik,
    steps: u32,
    passes: u32,
}

impl Diaballik {
    pub fn read(fen: &str) -> Result<Diaballik, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [rows, side] = fields[..] else { return Err("not two fields".into()) };
        let rows: Vec<&str> = rows.split('/').collect();
        require(rows.len() == WIDTH, "not seven rows")?;
        let mut board = Vec::new();
        for row in rows.iter().rev() {
            let before = board.len();
            for letter in row.bytes() {
                match letter {
                    b'w' | b'W' | b'b' | b'B' | b'.' => board.push(letter),
                    // a digit stands for a run of empty squares
                    b'1'..=b'7' => board.extend((b'0'..letter).map(|_| b'.')),
                    _ => return Err(format!("what is {:?}?", letter as char)),
                }
            }
            require(board.len() == before + WIDTH, "a row without seven squares")?;
        }
        for (piece, holder) in [(b'w', b'W'), (b'b', b'B')] {
            let number_of = |wanted| board.iter().filter(|&&letter| letter == wanted).count();
            require(number_of(holder) == 1, "a side needs one ball")?;
            require(number_of(piece) == WIDTH - 1, "a side needs seven pieces")?;
        }
        let to_move = match side {
            "w" => Side::One,
            "b" => Side::Two,
            _ => return Err("the side is w or b".into()),
        };
        let board = board.try_into().expect("seven rows of seven");
        let position = Diaballik { board, to_move, anti_play: true };
        let both = position.at_goal(Side::One) && position.at_goal(Side::Two);
        require(!both, "both balls are on their goal rows")?;
        Ok(position)
    }

    fn at(&self, square: Square) -> u8 {
        self.board[square.index(WIDTH)]
    }

    fn owner(&self, square: Square) -> Option<Side> {
        match self.at(square) {
            b'w' | b'W' => Some(Side::One),
            b'b' | b'B' => Some(Side::Two),
            _ => None,
        }
    }

    fn pieces(&self, side: Side) -> impl Iterator<Item = Square> {
        Square::all(WIDTH).filter(move |&square| self.owner(square) == Some(side))
    }

    fn holder(&self, side: Side) -> Square {
        self.pieces(side).find(|&square| self.at(square).is_ascii_uppercase()).expect("a ball")
    }

    /// The goal row is the row on which the opponent starts.
    fn goal_row(side: Side) -> usize {
        match side {
            Side::One => WIDTH - 1,
            Side::Two => 0,
        }
    }

    /// A ball comes to the goal row by a pass only, since its holder never steps: it has won wherever
    /// it came from.
    fn at_goal(&self, side: Side) -> bool {
        self.holder(side).row == Diaballik::goal_row(side)
    }

    /// One piece in each column, and from column to column at most one row up or down.
    fn forms_line(&self, side: Side) -> bool {
        let mut rows = [None; WIDTH];
        for piece in self.pieces(side) {
            rows[piece.file] = Some(piece.row);
        }
        // seven pieces in seven columns: when no column is empty, each has one
        let joined = |pair: &[Option<usize>]| match pair {
            [Some(a), Some(b)] => a.abs_diff(*b) <= 1,
            _ => false,
        };
        rows.windows(2).all(joined)
    }

    /// An anti-play: an unbroken line with at least three different opposing pieces beside it, above,
    /// below, left or right, on whatever face.
    fn line_is_touched(&self, side: Side) -> bool {
        let touches = |piece: &Square| {
            ORTHOGONAL.iter().any(|&direction| {
                let beside = piece.shifted(direction, 1, WIDTH);
                beside.is_some_and(|square| self.owner(square) == Some(side))
            })
        };
        self.forms_line(side) && self.pieces(side.other()).filter(touches).count() >= 3
    }

    /// A piece without the ball goes one square up, down, left or right, to an empty square.
    fn steps(&self) -> Vec<Action> {
        let mut found = Vec::new();
        for from in self.pieces(self.to_move).filter(|&s| self.at(s).is_ascii_lowercase()) {
            for direction in ORTHOGONAL {
                if let Some(to) = from.shifted(direction, 1, WIDTH)
                    && self.at(to) == b'.'
                {
                    found.push(Action { kind: Kind::Step, from, to });
                }
            }
        }
        found
    }

    /// The squares that the ball could fly to: in all eight directions, up to the first opponent; own
    /// pieces don't stop it.
    fn lines_of_the_ball(&self) -> Vec<Square> {
        let from = self.holder(self.to_move);
        let mut found = Vec::new();
        for direction in ALL_EIGHT {
            let ray = (1..WIDTH).map_while(|distance| from.shifted(direction, distance, WIDTH));
            found.extend(ray.take_while(|&to| self.owner(to) != Some(self.to_move.other())));
        }
        found
    }

    fn passes(&self) -> Vec<Action> {
        let from = self.holder(self.to_move);
        let receivers = self.lines_of_the_ball().into_iter().filter(|&to| self.at(to) != b'.');
        receivers.map(|to| Action { kind: Kind::Pass, from, to }).collect()
    }

    fn after_action(&self, action: Action) -> Diaballik {
        // a step moves a piece to an empty square, a pass trades the holder's letter for the receiver's
        let mut after = self.clone();
        after.board.swap(action.from.index(WIDTH), action.to.index(WIDTH));
        after
    }
}

impl Rules for Diaballik {
    type Part = DiaballikPart;

    fn fen(&self) -> String {
        let rows: Vec<_> = self.board.chunks(WIDTH).rev().map(|row| String::from_utf8_lossy(row)).collect();
        let side = if self.to_move == Side::One { "w" } else { "b" };
        format!("{} {side}", rows.join("/"))
    }

    /// The order of the ends: goal, anti-play, no legal action. The side not to move has just moved, so
    /// it is asked first whether it wins by anti-play.
    fn judge(&self) -> (Verdict, &'static str) {
        let moved = self.to_move.other();
        let sides = [moved, self.to_move];
        if let Some(side) = sides.into_iter().find(|&side| self.at_goal(side)) {
            return (side.wins(), "goal");
        }
        let beats_line = |side: &Side| self.anti_play && self.line_is_touched(side.other());
        if let Some(side) = sides.into_iter().find(beats_line) {
            return (side.wins(), "antiplay");
        }
        if self.steps().is_empty() && self.passes().is_empty() {
            return (moved.wins(), "stalemate");
        }
        (Verdict::Ongoing, "none")
    }

    fn begin(&self) -> Option<DiaballikPart> {
        let ongoing = self.judge().0 == Verdict::Ongoing;
        ongoing.then(|| DiaballikPart { position: self.clone(), steps: 0, passes: 0 })
    }

    /// One action is enough for a turn.
    fn may_end(part: &DiaballikPart) -> bool {
        part.steps + part.passes > 0
    }

    /// Two steps and one pass at most, in any order; a goal leaves nothing more to do.
    fn options(part: &DiaballikPart) -> Vec<Action> {
        let mut found = Vec::new();
        if part.passes > 0 && part.position.at_goal(part.position.to_move) {
            return found;
        }
        if part.steps < 2 {
            found.extend(part.position.steps());
        }
        if part.passes < 1 {
            found.extend(part.position.passes());
        }
        found
    }

    fn take(part: &DiaballikPart, action: Action) -> DiaballikPart {
        let passed = u32::from(action.kind == Kind::Pass);
        DiaballikPart {
            position: part.position.after_action(action),
            steps: part.steps + 1 - passed,
            passes: part.passes + passed,
        }
    }

    fn finish(part: &DiaballikPart) -> Diaballik {
        Diaballik { to_move: part.position.to_move.other(), ..part.position.clone() }
    }
}

/// The verdict after some turns of Diaballik, or the index of the first illegal turn. The first
/// position counts as having come once; a position that has come `repetition_limit` times (0: never
/// mind) is drawn, but turns after a draw are still accepted.
pub fn verdict_after(fen: &str, turns: &[&str], repetition_limit: usize) -> Result<Verdict, usize> {
    let mut position = Position::parse(fen);
    let mut history = vec![position.clone()];
    for (index, turn) in turns.iter().enumerate() {
        position = position.play(turn).ok_or(index)?;
        history.push(position.clone());
    }
    let times = history.iter().filter(|&earlier| *earlier == position).count();
    match position.verdict() {
        Verdict::Ongoing if repetition_limit > 0 && times >= repetition_limit => Ok(Verdict::Draw),
        verdict => Ok(verdict),
    }
}

// ---------------------------------------------------------------- Diaballik: forced wins

/// The distinct first turns, canonical, that win by force within `own_turns` turns of the side to move,
/// this one included, whatever the other side replies. Repetition is not looked at.
pub fn forced_win(position: &Position, own_turns: u32) -> Vec<String> {
    let Position::Diaballik(before) = position else { panic!("only Diaballik is proved") };
    let mut prover = Prover::default();
    let first_turns = position.distinct().into_iter();
    first_turns
        .filter(|(fen, _)| {
            let after = Diaballik::read(fen).expect("a position that was reached");
            let after = Diaballik { anti_play: before.anti_play, ..after };
            prover.turn_forces(&after, own_turns)
        })
        .map(|(_, turn)| turn)
        .collect()
}

/// Whether this turn wins by force within so many own turns, itself included. Repetition is not looked at.
pub fn turn_forces_win(position: &Position, turn: &str, own_turns: u32) -> bool {
    let after = position.play(turn).unwrap_or_else(|| panic!("{turn} is illegal"));
    let Position::Diaballik(after) = after else { panic!("only Diaballik is proved") };
    Prover::default().turn_forces(&after, own_turns)
}

/// Whether the side to move of Diaballik can win with this very turn.
pub fn can_win_at_once(position: &Position) -> bool {
    let Position::Diaballik(position) = position else { panic!("only Diaballik is proved") };
    position.judge().0 == Verdict::Ongoing && can_win_now(position)
}

/// Whether the side to move can win with this very turn: by trying all of them, unless a glance tells.
fn can_win_now(position: &Diaballik) -> bool {
    can_score_now(position)
        || (may_win_without_goal(position)
            && successors(position).iter().any(|after| after.judge().0 == position.to_move.wins()))
}

/// A goal this turn: the holder, who cannot move before he passes, has an open line to a square of the
/// goal row, and two steps at most bring another piece there.
fn can_score_now(position: &Diaballik) -> bool {
    let goal_row = Diaballik::goal_row(position.to_move);
    let targets = position.lines_of_the_ball().into_iter().filter(|to| to.row == goal_row);
    targets.into_iter().any(|target| can_reach(position, target, 2))
}

fn can_reach(position: &Diaballik, target: Square, steps: usize) -> bool {
    if position.owner(target) == Some(position.to_move) {
        return true;
    }
    let mut others = position.pieces(position.to_move).filter(|&s| position.at(s).is_ascii_lowercase());
    steps > 0
        && others.any(|piece| piece.steps_to(target) <= steps)
        && position.steps().into_iter().any(|step| can_reach(&position.after_action(step), target, steps - 1))
}

/// False only if the other ends are out of reach: the opponent has no line that could be touched (his
/// own pieces stay where they are), and two steps cannot fill all the squares he could step to.
fn may_win_without_goal(position: &Diaballik) -> bool {
    let opponent = Diaballik { to_move: position.to_move.other(), ..position.clone() };
    let exits: HashSet<Square> = opponent.steps().into_iter().map(|step| step.to).collect();
    exits.len() <= 2 || (position.anti_play && position.forms_line(opponent.to_move))
}

/// Proves forced wins by trying every turn against every reply. The turns that decided other positions
/// are tried first, which changes how long it takes but not what comes out.
#[derive(Default)]
struct Prover {
    known: HashMap<(Diaballik, u32), bool>,
    good_turns: Vec<Vec<Action>>,
    refutations: Vec<Vec<Action>>,
}

impl Prover {
    /// Can the side to move force a win within so many own turns?
    fn forces(&mut self, position: &Diaballik, own_turns: u32) -> bool {
        if can_win_now(position) {
            return true;
        }
        if own_turns == 1 {
            return false;
        }
        let key = (position.clone(), own_turns);
        if let Some(&answer) = self.known.get(&key) {
            return answer;
        }
        let forcing = |prover: &mut Prover, after: &Diaballik| prover.turn_forces(after, own_turns);
        let good = first_that(self, position, |prover| &mut prover.good_turns, forcing);
        self.known.insert(key, good);
        good
    }

    /// The turn that led here was one of `own_turns`: has it won, or does every reply lose?
    fn turn_forces(&mut self, after: &Diaballik, own_turns: u32) -> bool {
        let verdict = after.judge().0;
        if verdict != Verdict::Ongoing || own_turns == 1 {
            return verdict == after.to_move.other().wins();
        }
        if can_win_now(after) {
            return false;
        }
        let escapes = |prover: &mut Prover, reply: &Diaballik| match reply.judge().0 {
            Verdict::Ongoing => !prover.forces(reply, own_turns - 1),
            verdict => verdict == after.to_move.wins(),
        };
        !first_that(self, after, |prover| &mut prover.refutations, escapes)
    }
}

/// Is there a turn whose position meets the test? Turns that met it elsewhere go first, the latest
/// before the others.
fn first_that(
    prover: &mut Prover,
    position: &Diaballik,
    favourites: fn(&mut Prover) -> &mut Vec<Vec<Action>>,
    mut test: impl FnMut(&mut Prover, &Diaballik) -> bool,
) -> bool {
    const FAVOURITES: usize = 8;
    let remember = |prover: &mut Prover, turn: Vec<Action>| {
        let list = favourites(prover);
        list.retain(|other| *other != turn);
        list.insert(0, turn);
        list.truncate(FAVOURITES);
    };
    let mut tried = HashSet::new();
    for turn in favourites(prover).clone() {
        let mut part = position.begin();
        for action in &turn {
            part = part.filter(|part| Diaballik::options(part).contains(action));
            part = part.map(|part| Diaballik::take(&part, *action));
        }
        if let Some(part) = part {
            let after = Diaballik::finish(&part);
            if test(prover, &after) {
                remember(prover, turn);
                return true;
            }
            tried.insert(after);
        }
    }
    let mut turns: Vec<(Vec<Action>, Diaballik)> = Vec::new();
    each_turn(position, &mut |turn, after: Diaballik| {
        if tried.insert(after.clone()) {
            turns.push((turn.to_vec(), after));
        }
    });
    for (turn, after) in turns {
        if test(prover, &after) {
            remember(prover, turn);
            return true;
        }
    }
    false
}

// ---------------------------------------------------------------- Diablo

/// Heights of the stacks from a1 on, row by row: Black's above zero, Green's below, 0 for an empty square.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diablo {
    size: usize,
    board: Vec<i16>,
    to_move: Side,
    dice: Option<(usize, usize)>,
    turn: u64,
}

/// A turn of Diablo under way: `position` still has the mover as the side to move.
struct DiabloPart {
    position: Diablo,
    dice: Vec<usize>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    AfterQuietMove,
    AfterMergeOrCapture,
    /// Nothing could move: one of the two checkers has gone.
    SecondRemoval,
    Done,
}

/// A checkerboard of single checkers, a1 Black; Black is about to throw.
pub fn diablo_start(size: usize) -> String {
    let colour = |file: usize, row: usize| if (file + row).is_multiple_of(2) { 'B' } else { 'G' };
    let row = |row: usize| (0..size).map(|file| colour(file, row)).collect::<String>();
    let rows: Vec<String> = (0..size).rev().map(row).collect();
    format!("{} b - 1", rows.join("/"))
}

impl Diablo {
    /// A seed is read and forgotten: the rules know thrown dice only.
    pub fn read(fen: &str) -> Result<Diablo, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        require((4..=5).contains(&fields.len()), "not four or five fields")?;
        let rows: Vec<&str> = fields[0].split('/').collect();
        let size = rows.len();
        require(fen.is_ascii(), "letters beyond ASCII")?;
        require(size.is_multiple_of(2) && (2..=26).contains(&size), "not an even board up to 26")?;
        let mut board: Vec<i16> = Vec::new();
        for row in rows.iter().rev() {
            let before = board.len();
            for cell in cells_of_row(row) {
                let height = if cell.len() > 1 { number::<i16>(&cell[1..])? } else { 1 };
                require(height > 0, "a height of 0")?;
                match &cell[..1] {
                    "B" => board.push(height),
                    "G" => board.push(-height),
                    "." if cell.len() == 1 => board.push(0),
                    _ => return Err(format!("what is {cell:?}?")),
                }
            }
            require(board.len() == before + size, "a row of another length")?;
        }
        let to_move = match fields[1] {
            "b" => Side::One,
            "g" => Side::Two,
            _ => return Err("the side is b or g".into()),
        };
        let dice = match fields[2] {
            "-" => None,
            roll => {
                let (a, b) = roll.split_once('-').ok_or("one die")?;
                Some((number::<usize>(a)?, number::<usize>(b)?))
            }
        };
        let turn: u64 = number(fields[3])?;
        require(turn >= 1, "turns count from 1")?;
        require((turn % 2 == 1) == (to_move == Side::One), "odd turns are Black's, even ones Green's")?;
        if let Some(field) = fields.get(4) {
            number::<u64>(field.strip_prefix("seed=").ok_or("not a seed")?)?;
        }
        let position = Diablo { size, board, to_move, dice, turn };
        let fits = |die: usize| (1..=position.faces()).contains(&die);
        require(dice.is_none_or(|(a, b)| fits(a) && fits(b)), "no die shows that")?;
        let (black, green) = (position.checkers(Side::One), position.checkers(Side::Two));
        require(black.max(green) <= size * size / 2, "more checkers than at the start")?;
        require(black + green > 0, "nobody has a checker")?;
        Ok(position)
    }

    fn faces(&self) -> usize {
        self.size / 2
    }

    fn rolls(&self) -> Vec<((usize, usize), u32)> {
        let mut found = Vec::new();
        for low in 1..=self.faces() {
            for high in low..=self.faces() {
                found.push(((low, high), if low == high { 1 } else { 2 }));
            }
        }
        found
    }

    /// The height of a side's stack on a square, 0 if it has none there.
    fn height(&self, square: Square, side: Side) -> i16 {
        let height = self.board[square.index(self.size)];
        (if side == Side::One { height } else { -height }).max(0)
    }

    fn set(&mut self, square: Square, side: Side, height: i16) {
        self.board[square.index(self.size)] = if side == Side::One { height } else { -height };
    }

    fn checkers(&self, side: Side) -> usize {
        Square::all(self.size).map(|square| self.height(square, side) as usize).sum()
    }

    fn stacks(&self, side: Side) -> impl Iterator<Item = Square> {
        Square::all(self.size).filter(move |&square| self.height(square, side) > 0)
    }

    /// Black's first turn of the game is a single move.
    fn is_opening_turn(&self) -> bool {
        self.turn == 1
    }

    /// Whole stacks go the die's distance exactly, up, down, left or right, over whatever stands between:
    /// onto an own stack, an enemy stack that is not higher, or an empty square.
    fn moves(&self, die: usize) -> Vec<Action> {
        let mut found = Vec::new();
        for from in self.stacks(self.to_move) {
            for to in ORTHOGONAL.iter().filter_map(|&d| from.shifted(d, die, self.size)) {
                let own = self.height(to, self.to_move);
                let enemy = self.height(to, self.to_move.other());
                let kind = match (own, enemy) {
                    (0, 0) => Kind::Quiet,
                    (0, _) if enemy > self.height(from, self.to_move) => continue,
                    (0, _) => Kind::Capture,
                    _ => Kind::Merge,
                };
                found.push(Action { kind, from, to });
            }
        }
        found
    }

    fn removals(&self) -> Vec<Action> {
        let stacks = self.stacks(self.to_move);
        stacks.map(|square| Action { kind: Kind::Remove, from: square, to: square }).collect()
    }

    fn after_action(&self, action: Action) -> Diablo {
        let mut after = self.clone();
        let side = self.to_move;
        let height = self.height(action.from, side);
        if action.kind == Kind::Remove {
            after.set(action.from, side, height - 1);
        } else {
            // heights add up on an own stack; a captured stack is simply gone
            let own = self.height(action.to, side);
            after.set(action.from, side, 0);
            after.set(action.to, side, height + own);
        }
        after
    }
}

impl Rules for Diablo {
    type Part = DiabloPart;

    fn fen(&self) -> String {
        let cell = |height: &i16| match (height.signum(), height.abs()) {
            (0, _) => ".".to_string(),
            (sign, 1) => (if sign > 0 { "B" } else { "G" }).to_string(),
            (sign, height) => format!("{}{height}", if sign > 0 { "B" } else { "G" }),
        };
        let rows: Vec<String> = self.board.chunks(self.size).rev().map(|row| row.iter().map(cell).collect()).collect();
        let side = if self.to_move == Side::One { "b" } else { "g" };
        let dice = self.dice.map_or("-".to_string(), |(a, b)| format!("{a}-{b}"));
        format!("{} {side} {dice} {}", rows.join("/"), self.turn)
    }

    /// Whoever has no checker left has lost.
    fn judge(&self) -> (Verdict, &'static str) {
        for side in [Side::One, Side::Two] {
            if self.stacks(side).next().is_none() {
                return (side.other().wins(), "checkers");
            }
        }
        (Verdict::Ongoing, "none")
    }

    fn begin(&self) -> Option<DiabloPart> {
        let (a, b) = self.dice.filter(|_| self.judge().0 == Verdict::Ongoing)?;
        Some(DiabloPart { position: self.clone(), dice: vec![a, b], stage: Stage::First })
    }

    /// Everything in a turn is forced on: it may end only when nothing is left to do.
    fn may_end(part: &DiabloPart) -> bool {
        part.stage == Stage::Done
    }

    /// A move if any die that is left allows one, after a quiet move a merge or a capture only; where
    /// none is possible, an own checker goes.
    fn options(part: &DiabloPart) -> Vec<Action> {
        if part.stage == Stage::Done {
            return Vec::new();
        }
        let mut dice = part.dice.clone();
        dice.dedup(); // a double is one distance
        let mut found: Vec<Action> = dice.into_iter().flat_map(|die| part.position.moves(die)).collect();
        match part.stage {
            Stage::AfterQuietMove => found.retain(|action| action.kind != Kind::Quiet),
            Stage::SecondRemoval => found.clear(),
            _ => {}
        }
        if found.is_empty() { part.position.removals() } else { found }
    }

    fn take(part: &DiabloPart, action: Action) -> DiabloPart {
        let position = part.position.after_action(action);
        let distance = action.from.steps_to(action.to);
        let mut dice = part.dice.clone();
        if let Some(used) = dice.iter().position(|&die| die == distance) {
            dice.remove(used);
        }
        let over = position.judge().0 != Verdict::Ongoing;
        let stage = match (part.stage, action.kind) {
            _ if over || position.is_opening_turn() => Stage::Done,
            (Stage::First, Kind::Remove) => Stage::SecondRemoval,
            (Stage::First, Kind::Quiet) => Stage::AfterQuietMove,
            (Stage::First, _) => Stage::AfterMergeOrCapture,
            _ => Stage::Done,
        };
        DiabloPart { position, dice, stage }
    }

    fn finish(part: &DiabloPart) -> Diablo {
        let position = part.position.clone();
        Diablo { to_move: position.to_move.other(), dice: None, turn: position.turn + 1, ..position }
    }
}

// ---------------------------------------------------------------- Diablo: exact chances

/// A fraction in its lowest terms. Sums and comparisons go over the smallest common denominator, which
/// stays small here, as every denominator is a power of the number of throws.
type Fraction = (u128, u128);

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

fn reduced((top, bottom): Fraction) -> Fraction {
    let divisor = greatest_common_divisor(top, bottom);
    (top / divisor, bottom / divisor)
}

/// Both tops over the common denominator, and that denominator.
fn over_common(a: Fraction, b: Fraction) -> (u128, u128, u128) {
    let common = (a.1 / greatest_common_divisor(a.1, b.1)).checked_mul(b.1).expect("small endings");
    let top = |f: Fraction| f.0.checked_mul(common / f.1).expect("small endings");
    (top(a), top(b), common)
}

fn compare(a: Fraction, b: Fraction) -> Ordering {
    let (a, b, _) = over_common(a, b);
    a.cmp(&b)
}

/// Black's exact chance of winning when both play their best, as a fraction in lowest terms.
pub fn chance_of_player_one(position: &Position) -> (u128, u128) {
    let Position::Diablo(position) = position else { panic!("Diaballik has no chances") };
    chance(position, &mut HashMap::new())
}

/// Every turn takes something off stacks plus checkers (the first turn of all comes once), so that this
/// ends.
fn chance(position: &Diablo, known: &mut HashMap<Diablo, Fraction>) -> Fraction {
    match position.judge().0 {
        Verdict::P1Win => return (1, 1),
        Verdict::P2Win => return (0, 1),
        _ => {}
    }
    if position.dice.is_some() {
        let (wanted, perfect) = match position.to_move {
            Side::One => (Ordering::Greater, (1, 1)),
            Side::Two => (Ordering::Less, (0, 1)),
        };
        let after_turns = successors(position);
        if after_turns.iter().any(|after| after.judge().0 == position.to_move.wins()) {
            return perfect;
        }
        let mut best: Option<Fraction> = None;
        for after in after_turns {
            let value = chance(&after, known);
            if best.is_none_or(|best| compare(value, best) == wanted) {
                best = Some(value);
            }
            if value == perfect {
                break;
            }
        }
        return best.expect("a player with a checker has a turn");
    }
    // beyond the first turn, its number makes no difference
    let key = Diablo { turn: position.turn.min(2 + position.turn % 2), ..position.clone() };
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut sum: Fraction = (0, 1);
    for (roll, ways) in position.rolls() {
        let value = chance(&Diablo { dice: Some(roll), ..key.clone() }, known);
        let (a, b, common) = over_common(sum, (value.0 * u128::from(ways), value.1));
        sum = reduced((a + b, common));
    }
    let throws = (position.faces() * position.faces()) as u128;
    let average = reduced((sum.0, sum.1.checked_mul(throws).expect("small endings")));
    known.insert(key, average);
    average
}

// ---------------------------------------------------------------- symmetries, on texts alone

/// A change of the board that leaves the game the same: first the transposition (a2 becomes b1), then
/// the mirror (left to right), then the flip (upside down), then the exchange of the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Symmetry {
    pub transpose: bool,
    pub mirror: bool,
    pub flip: bool,
    pub exchange: bool,
}

impl Symmetry {
    /// Left and right change places.
    pub const MIRROR: Symmetry = Symmetry { transpose: false, mirror: true, flip: false, exchange: false };
    /// Diaballik seen from the other side of the table.
    pub const OPPOSITE: Symmetry = Symmetry { transpose: false, mirror: false, flip: true, exchange: true };
    /// Diablo with Black for Green and Green for Black.
    pub const EXCHANGE: Symmetry = Symmetry { transpose: false, mirror: false, flip: false, exchange: true };

    /// The four of Diaballik, whose goals lie up and down.
    pub fn of_diaballik() -> Vec<Symmetry> {
        Symmetry::all().into_iter().filter(|s| !s.transpose && s.flip == s.exchange).collect()
    }

    /// The sixteen of Diablo: the eight of the square, with and without an exchange of the colours.
    pub fn of_diablo() -> Vec<Symmetry> {
        Symmetry::all()
    }

    fn all() -> Vec<Symmetry> {
        let bit = |number: u32, place: u32| number >> place & 1 == 1;
        let symmetry = |n| Symmetry { transpose: bit(n, 0), mirror: bit(n, 1), flip: bit(n, 2), exchange: bit(n, 3) };
        (0..16).map(symmetry).collect()
    }

    /// The FEN after the change, `None` when there is none: Black's first turn in Diablo, a single move,
    /// has no counterpart for Green.
    pub fn fen(self, fen: &str) -> Option<String> {
        let canonical = Position::parse(fen).fen();
        let mut fields: Vec<String> = canonical.split(' ').map(str::to_string).collect();
        let rows: Vec<Vec<String>> = fields[0].split('/').rev().map(cells_of_row).collect();
        let size = rows.len();
        let mut changed = vec![vec![String::new(); size]; size];
        for square in Square::all(size) {
            let to = self.square(square, size);
            let cell = &rows[square.row][square.file];
            changed[to.row][to.file] = if self.exchange { exchanged(cell, fields.len() > 2) } else { cell.clone() };
        }
        let rows: Vec<String> = changed.iter().rev().map(|row| row.concat()).collect();
        fields[0] = rows.join("/");
        if self.exchange {
            fields[1] = exchanged(&fields[1], fields.len() > 2);
            if let Some(turn) = fields.get_mut(3) {
                // the next number is of the other parity, and it goes along with every turn played
                let number: u64 = turn.parse().expect("canonical");
                if number == 1 {
                    return None;
                }
                *turn = (number + 1).to_string();
            }
        }
        Some(fields.join(" "))
    }

    /// A turn's text on the changed board of the same size.
    pub fn turn(self, turn: &str, size: usize) -> String {
        let changed = |action: &str| {
            let bytes = action.as_bytes();
            let removal = bytes[0] == b'x' && bytes[1].is_ascii_alphabetic();
            let squares = squares_of(&action[usize::from(removal)..]);
            let squares = squares.into_iter().map(|square| self.square(square, size).text());
            format!("{}{}", if removal { "x" } else { "" }, squares.collect::<String>())
        };
        turn.split(',').map(changed).collect::<Vec<_>>().join(",")
    }

    fn square(self, square: Square, size: usize) -> Square {
        let Square { mut file, mut row } = square;
        if self.transpose {
            (file, row) = (row, file);
        }
        if self.mirror {
            file = size - 1 - file;
        }
        if self.flip {
            row = size - 1 - row;
        }
        Square { file, row }
    }
}

/// A cell is a letter or a dot with the digits behind it.
fn cells_of_row(row: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    for letter in row.chars() {
        match cells.last_mut() {
            Some(cell) if letter.is_ascii_digit() => cell.push(letter),
            _ => cells.push(letter.to_string()),
        }
    }
    cells
}

fn squares_of(text: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    for cell in cells_of_row(text) {
        let file = usize::from(cell.as_bytes()[0] - b'a');
        squares.push(Square { file, row: cell[1..].parse::<usize>().expect("a row") - 1 });
    }
    squares
}

/// Diaballik's colours are `w` and `b`, Diablo's `b` and `g`; capitals stay capitals.
fn exchanged(text: &str, diablo: bool) -> String {
    let pairs = if diablo { [('b', 'g'), ('B', 'G')] } else { [('w', 'b'), ('W', 'B')] };
    let partner = |letter: char| {
        let pair = pairs.iter().find(|pair| pair.0 == letter || pair.1 == letter);
        pair.map_or(letter, |&(one, two)| if letter == one { two } else { one })
    };
    text.chars().map(partner).collect()
}
