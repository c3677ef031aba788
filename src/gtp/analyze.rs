//! What GoGui's analyze window offers: the lines of `gogui-analyze_commands`, and the answers that need a search.

use std::collections::BTreeMap;

use super::play::Play;
use super::rules::{joined, name, shown};
use super::vertex::Point;
use crate::game::{Action, Player, Square, Turn};
use crate::search::{Line, Score, Wdl};

/// The answer to `gogui-analyze_commands`: type, label and command of each.
/// GoGui clears the text of the board's own graphics when it waits for a person; as an analyze command that runs by
/// itself after each click it stays.
pub(super) const COMMANDS: [&str; 7] = [
    "gfx/Turn and Dice/gogui-rules_board_gfx",
    "gfx/Best Turn/diabolo-best_turn",
    "plist/Legal Clicks/diabolo-legal_targets",
    "plist/Legal Targets/diabolo-legal_targets %p",
    "gfx/Evaluation/diabolo-evaluation",
    "string/Winning Chance/diabolo-winning_chance",
    "string/Position/diabolo-fen",
];

/// The lines of a search by their rank among the best; of each rank the last.
#[derive(Debug, Default)]
pub(super) struct Thoughts(BTreeMap<usize, Line>);

impl Thoughts {
    /// The search has said this.
    pub(super) fn note(&mut self, line: Line) {
        self.0.insert(line.multipv, line);
    }

    fn best(&self) -> Option<&Line> {
        self.0.get(&1)
    }
}

/// The chance of the side to move.
fn chance(wdl: Wdl) -> f64 {
    (f64::from(wdl.win) + f64::from(wdl.draw) / 2.0) / 1000.0
}

fn percent(chance: f64) -> String {
    format!("{:.1} %", chance * 100.0)
}

/// Draws `turn`: a triangle where a piece comes from, a number where it goes, a cross where a checker is removed.
pub(super) fn best_turn(play: &Play, thoughts: &Thoughts, turn: &Turn) -> Result<String, String> {
    let (mut from, mut to, mut removed) = (Vec::new(), Vec::new(), Vec::new());
    for (number, &action) in turn.0.iter().enumerate() {
        match action {
            Action::Move { from: source, to: target } => {
                from.push(Point(source));
                to.push((Point(target), number + 1));
            }
            Action::Remove(square) => removed.push(Point(square)),
        }
    }
    let mut lines = Vec::new();
    if !from.is_empty() {
        lines.push(format!("COLOR cyan {}", joined(to.iter().map(|(point, _)| point))));
        lines.push(format!("TRIANGLE {}", joined(&from)));
        lines.push(format!("LABEL {}", joined(to.iter().map(|(point, number)| format!("{point} {number}")))));
    }
    if !removed.is_empty() {
        lines.push(format!("MARK {}", joined(removed)));
    }
    let worth = thoughts.best().map(|line| format!(", {}", percent(chance(line.wdl)))).unwrap_or_default();
    let actions = joined(turn.0.iter().map(|&action| shown(action)));
    lines.push(format!("TEXT {}: {actions}{worth}", name(play, play.side()?)?));
    Ok(lines.join("\n"))
}

/// The chances of both sides.
pub(super) fn winning_chance(play: &Play, thoughts: &Thoughts) -> Result<String, String> {
    let line = thoughts.best().ok_or("the search was stopped before it could say anything")?;
    let side = play.side()?;
    let own = chance(line.wdl);
    let certain = match line.score {
        Score::Mate(turns) if turns > 0 => format!("; a certain win in {turns} turns"),
        Score::Mate(turns) => format!("; a certain loss in {} turns", -turns),
        Score::Cp(_) => String::new(),
    };
    Ok(format!(
        "{} {}, {} {} (depth {}, {} positions{certain})",
        name(play, side)?,
        percent(own),
        name(play, side.other())?,
        percent(1.0 - own),
        line.depth,
        line.nodes
    ))
}

/// How good the best turn is that uses a square, from 0 (the worst square) to 1 (those of the best turn); positive for
/// black stones, negative for white ones, as GoGui colours them.
pub(super) fn evaluation(play: &Play, thoughts: &Thoughts) -> Result<String, String> {
    let mut squares: BTreeMap<(u8, u8), f64> = BTreeMap::new();
    for line in thoughts.0.values().filter(|line| line.depth > 0) {
        let worth = chance(line.wdl);
        let used = line.pv.first().map(|turn| turn.0.iter().flat_map(|&action| touched(action)));
        for square in used.into_iter().flatten() {
            let known = squares.entry((square.rank, square.file)).or_insert(worth);
            *known = known.max(worth);
        }
    }
    let (low, high) = squares.values().fold((1.0, 0.0), |(low, high), &worth| (worth.min(low), worth.max(high)));
    if squares.is_empty() {
        return Err("there was too little time to compare the turns".into());
    }
    let side = play.side()?;
    let sign = if side == Player::One { 1.0 } else { -1.0 };
    let shown = squares.into_iter().map(|((rank, file), worth)| {
        let share = if high > low { (worth - low) / (high - low) } else { 1.0 };
        // Zero is added so that none is printed as negative.
        format!("{} {:.2}", Point(Square { file, rank }), sign * share + 0.0)
    });
    Ok(format!(
        "INFLUENCE {}\nTEXT {}: {} with the best square, {} with the worst",
        joined(shown),
        name(play, side)?,
        percent(high),
        percent(low)
    ))
}

fn touched(action: Action) -> impl Iterator<Item = Square> {
    let (one, other) = match action {
        Action::Move { from, to } => (from, Some(to)),
        Action::Remove(square) => (square, None),
    };
    std::iter::once(one).chain(other)
}
