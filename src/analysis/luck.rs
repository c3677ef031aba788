//! Luck and skill in games that were played: what the dice and what the turns have done to the winning chances.
//!
//! Each turn has three chances of its player: *before* the roll, *rolled* (with the roll and the best turn), and
//! *played* (after the turn that was played). The first step is luck, the second is skill: nothing, or an error.
//! Small endings are exact. Elsewhere all three come from one search with a fixed number of nodes, at one depth, so
//! that they compare like with like; the chance before the roll is the mean of the chances of all rolls, so luck is
//! zero on average however good or bad the judgement. The next turn then looks one turn further and may see that the
//! last judgement was off: that is neither luck nor skill, and is counted apart as *revision*. (From the first turn on
//! that is exact there is none.) So for each side, in chances of that side,
//!
//! result = first chance + own luck + own errors - the opponent's luck - the opponent's errors + revisions.
//!
//! The *luck-adjusted result* is the result with the luck of both sides taken out of it, an unbiased estimate of what
//! the two were worth against each other, as backgammon programs give it for a match.

use super::judge;
use super::lookahead::Lookahead;
use crate::game::any::GameName;
use crate::game::diablo::Diablo;
use crate::game::stochastic::Stochastic;
use crate::game::{Dice, Game, Outcome, Player, Roll, Turn, turns};
use crate::record::{BadRecord, Record, check};
use crate::search::control::{Control, StopFlag};
use crate::search::expecti::Solver;
use crate::search::table::Table;

/// MiB for what the searches of one record remember.
const HASH: usize = 16;

/// An exact solution is tried when no more than so many turns can come.
const SOLVABLE: u32 = 32;

/// Differences below this are rounding.
const ROUNDING: f64 = 1e-9;

/// Why a game can't be analysed.
#[derive(Debug, thiserror::Error)]
pub enum BadGame {
    /// It can't have happened.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// It is not one of Diablo.
    #[error("'{0}' is not diablo, the game with dice")]
    OtherGame(String),
    /// The memory can't be had.
    #[error(transparent)]
    Memory(#[from] std::collections::TryReserveError),
}

/// A turn of a game; all chances are those of the side that plays it.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnLuck {
    /// From 1.
    pub number: usize,
    /// Who plays it.
    pub player: Player,
    /// With which roll.
    pub roll: Roll,
    /// The turn.
    pub turn: Turn,
    /// The best turn.
    pub best: Turn,
    /// The chance before the roll.
    pub before: f64,
    /// The chance with this roll and the best turn.
    pub rolled: f64,
    /// The chance after the turn.
    pub played: f64,
    /// How far the search looked, in turns of both sides; `None` if the chances are exact.
    pub depth: Option<u32>,
}

impl TurnLuck {
    /// What the roll has brought.
    #[must_use]
    pub fn luck(&self) -> f64 {
        self.rolled - self.before
    }

    /// What the turn has lost: zero or less.
    #[must_use]
    pub fn error(&self) -> f64 {
        let difference = self.played - self.rolled;
        if difference < -ROUNDING { difference } else { 0.0 }
    }
}

/// A game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameLuck {
    /// Turn by turn.
    pub turns: Vec<TurnLuck>,
    /// The end for player 1: 1 won, 0 lost, and for a game that was broken off the chance in its last position.
    pub result: f64,
    /// Whether the rules have ended the game.
    pub finished: bool,
}

/// The sums of one side.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Totals {
    /// How many turns it played.
    pub turns: usize,
    /// What its rolls have brought.
    pub luck: f64,
    /// What its turns have lost.
    pub error: f64,
    /// The worst turn: its number and what it has lost.
    pub worst: Option<(usize, f64)>,
}

impl Totals {
    /// What a turn has lost on average.
    #[must_use]
    pub fn error_per_turn(&self) -> f64 {
        if self.turns == 0 { 0.0 } else { self.error / self.turns as f64 }
    }
}

impl GameLuck {
    /// The sums of a side.
    #[must_use]
    pub fn totals(&self, player: Player) -> Totals {
        let mut totals = Totals::default();
        for turn in self.turns.iter().filter(|turn| turn.player == player) {
            totals.turns += 1;
            totals.luck += turn.luck();
            totals.error += turn.error();
            if turn.error() < totals.worst.map_or(0.0, |(_, error)| error) {
                totals.worst = Some((turn.number, turn.error()));
            }
        }
        totals
    }

    /// Player 1's chance before the first roll.
    #[must_use]
    pub fn first_chance(&self) -> f64 {
        self.turns.first().map_or(self.result, |turn| for_player_1(turn.player, turn.before))
    }

    /// What has become of judgements by looking further, in chances of player 1: before each turn against after the
    /// one before it, and where a turn has turned out better than the best one found.
    #[must_use]
    pub fn revision(&self) -> f64 {
        let ends = self.turns.iter().skip(1).map(|turn| for_player_1(turn.player, turn.before));
        let ends = ends.chain([self.result]);
        let kept = self.turns.iter().map(|turn| for_player_1(turn.player, turn.rolled + turn.error()));
        ends.zip(kept).map(|(end, kept)| end - kept).sum()
    }

    /// The result for player 1 without the luck of both.
    #[must_use]
    pub fn luck_adjusted(&self) -> f64 {
        self.result - self.totals(Player::One).luck + self.totals(Player::Two).luck
    }
}

fn for_player_1(player: Player, chance: f64) -> f64 {
    if player == Player::One { chance } else { 1.0 - chance }
}

/// Analyses a game of Diablo with searches of `nodes` positions.
///
/// # Errors
/// The record is of another game, or can't have happened.
pub fn analyse(record: &Record, nodes: u64) -> Result<GameLuck, BadGame> {
    let name = record.header("Game").unwrap_or_default();
    if name != GameName::Diablo.word() {
        return Err(BadGame::OtherGame(name.to_owned()));
    }
    check(record)?;
    let start = record.header("Start").unwrap_or_default();
    let (mut position, _) = Diablo::parse_fen(start).map_err(BadRecord::from)?;
    let (table, control) = (Table::new(HASH)?, Control::until_stopped(StopFlag::default()));
    let mut judge = Judge {
        lookahead: Lookahead { nodes, table: &table, stop: StopFlag::default() },
        // An exact solution pays for more than one search.
        solver: Solver::new(position.about().faces, nodes.saturating_mul(2), &table, &control),
    };
    let mut played = Vec::new();
    for (i, entry) in record.turns.iter().enumerate() {
        let given = matches!(position.dice(), Dice::Known(_));
        let Some(roll) = entry.roll else { break };
        let mut rolled = position.clone();
        // A roll that Start holds is known already.
        let _ = rolled.set_roll(roll);
        let Ok(after) = turns::play(&rolled, &entry.turn) else { break };
        let judged = judge.turn(&position, &rolled, roll, &after);
        let Some(Judged { before, best_chance, best, played: chance, depth }) = judged else { break };
        played.push(TurnLuck {
            number: i + 1,
            player: position.side_to_move(),
            roll,
            best: if best == after { entry.turn.clone() } else { judge.notation(&rolled, &best) },
            turn: entry.turn.clone(),
            before: if given { best_chance } else { before },
            rolled: best_chance,
            played: chance,
            depth,
        });
        position = after;
    }
    let verdict = position.verdict();
    let result = match &verdict {
        Some(verdict) => f64::from(u8::from(verdict.outcome == Outcome::Win(Player::One))),
        None => played.last().map_or(0.5, |turn| for_player_1(turn.player, turn.played)),
    };
    Ok(GameLuck { turns: played, result, finished: verdict.is_some() })
}

/// What is found out about a turn.
struct Judged {
    before: f64,
    best_chance: f64,
    /// The position after the best turn.
    best: Diablo,
    played: f64,
    depth: Option<u32>,
}

struct Judge<'a> {
    lookahead: Lookahead<'a>,
    solver: Solver<'a, Diablo>,
}

impl Judge<'_> {
    /// Judges a turn: from the position before the roll, the same with the roll, the roll, and the position after the
    /// turn.
    fn turn(&mut self, before: &Diablo, rolled: &Diablo, roll: Roll, after: &Diablo) -> Option<Judged> {
        if before.remaining() <= SOLVABLE
            && let Some(judged) = self.exact(before, rolled, roll, after)
        {
            return Some(judged);
        }
        self.searched(before, rolled, roll, after)
    }

    fn exact(&mut self, before: &Diablo, rolled: &Diablo, roll: Roll, after: &Diablo) -> Option<Judged> {
        let mean = self.solver.before_roll(before)?;
        let (best_chance, turn) = self.solver.with_roll(rolled, roll)?;
        let mut best = rolled.clone();
        best.make(turn);
        let played = match after.winner() {
            _ if best == *after => best_chance,
            Some(_) => 1.0 - judge::chance(after),
            None => 1.0 - self.solver.before_roll(after)?,
        };
        Some(Judged { before: mean, best_chance, best, played, depth: None })
    }

    fn searched(&mut self, before: &Diablo, rolled: &Diablo, roll: Roll, after: &Diablo) -> Option<Judged> {
        let lines = self.lookahead.rolls(before);
        let weights: f64 = lines.iter().map(|line| f64::from(line.weight)).sum();
        let mean = lines.iter().map(|line| f64::from(line.weight) * line.score.chance()).sum::<f64>() / weights;
        // With the roll given there is one line, and it is this one.
        let line = lines.iter().find(|line| line.roll == roll)?;
        let best = turns::play(rolled, line.pv.first()?).ok()?;
        let best_chance = line.score.chance();
        let played = if best == *after { best_chance } else { self.lookahead.after_turn(rolled, after, line.depth)? };
        Some(Judged { before: mean, best_chance, best, played, depth: Some(line.depth) })
    }

    /// The turn that leads to a position.
    fn notation(&self, rolled: &Diablo, after: &Diablo) -> Turn {
        rolled.compact_to(after).and_then(|turn| rolled.notation(turn)).unwrap_or_default()
    }
}
