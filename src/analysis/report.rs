//! What analysis prints.

use std::fmt::Write as _;

use super::estimate::Estimate;
use super::luck::{GameLuck, Totals, TurnLuck};
use super::player::Policy;
use super::rollout::{Rollout, Settings};
use crate::game::{Game, Player};
use crate::record::Record;

/// A rollout as text; its last line is for programs.
pub(super) fn of_rollout<G: Game>(position: &G, settings: &Settings, rollout: &Rollout) -> String {
    let mover = position.about().players[position.side_to_move().index()];
    let policy = match settings.policy {
        Policy::Static => "the best turn by static judgement".to_owned(),
        Policy::Search { nodes } => format!("a search of {nodes} positions a turn"),
    };
    let mut text = format!("{}\n{} games by {policy}", position.fen(), rollout.games);
    if let Some(turns) = settings.truncate {
        let _ = write!(text, ", judged after {turns} turns ({} of them were not over then)", rollout.truncated);
    }
    let _ = write!(text, ", {:.1} turns long on average\n\n", rollout.length);
    if !rollout.rolls.is_empty() {
        text += "roll    weight    chance     error\n";
        for of_roll in &rollout.rolls {
            let Estimate { mean, error } = of_roll.chance;
            let roll = of_roll.roll.to_string();
            let _ = writeln!(text, "{roll:<7} {:>6}  {} {}", of_roll.weight, percent(mean), percent(error));
        }
        text.push('\n');
    }
    let when = if rollout.rolls.is_empty() { "with the roll known" } else { "before the roll" };
    let Estimate { mean, error } = rollout.chance;
    let _ = writeln!(
        text,
        "{mover}, who is to move, wins {} % of these games {when}, standard error {} %",
        percent(mean).trim_start(),
        percent(error).trim_start()
    );
    if settings.subtract_luck {
        let Estimate { mean, error } = rollout.raw;
        let _ = writeln!(
            text,
            "(by the bare results, luck not subtracted: {} %, standard error {} %)",
            percent(mean).trim_start(),
            percent(error).trim_start()
        );
    }
    let (chance, raw) = (rollout.chance, rollout.raw);
    let _ = writeln!(
        text,
        "rollout chance {:.6} error {:.6} rawchance {:.6} rawerror {:.6} games {} truncated {} length {:.3} seed {}",
        chance.mean, chance.error, raw.mean, raw.error, rollout.games, rollout.truncated, rollout.length, settings.seed
    );
    text
}

/// A chance in per cent; what can't be told is a dash.
fn percent(chance: f64) -> String {
    if chance.is_nan() { format!("{:>9}", "-") } else { format!("{:>9.3}", 100.0 * chance) }
}

/// What the figures of [`of_game`] mean.
pub(super) const LEGEND: &str = "\
before, rolled, played: chance of the turn's player in per cent before the roll, with the roll and the best turn, and
after the turn that was played. luck = rolled - before. error = played - rolled, never above 0. The best turn is shown
where another was played. '=' marks exact chances; elsewhere depth says how many turns ahead the search looked.
";

/// A game turn by turn, and the sums. `names` are what the sides are called.
pub(super) fn of_game(record: &Record, game: &GameLuck, names: [&str; 2]) -> String {
    let head = |key| record.header(key).unwrap_or_default();
    let mut text = format!("{} {} against {} {}\n\n", names[0], head("P1"), names[1], head("P2"));
    let wide = |turns: &mut dyn Iterator<Item = String>| turns.map(|turn| turn.len()).max().unwrap_or_default().max(6);
    let played_width = wide(&mut game.turns.iter().map(|turn| turn.turn.to_string()));
    let _ = writeln!(
        text,
        "turn side   roll   {:<played_width$}  before  rolled  played    luck   error depth best",
        "turn"
    );
    for turn in &game.turns {
        text += line(turn, names, played_width).trim_end();
        text.push('\n');
    }
    text.push('\n');
    for (player, name) in [Player::One, Player::Two].into_iter().zip(names) {
        text += &totals(name, &game.totals(player));
    }
    let result = if game.finished { "result" } else { "chance in the last position, the game was broken off" };
    let (one, two) = (game.totals(Player::One), game.totals(Player::Two));
    let _ = write!(
        text,
        "\nFor {}: {:.2} at the start {:+.2} luck {:+.2} error {:+.2} luck and {:+.2} error of {} {:+.2} revision = {:.2}, \
         the {result}.\n\
         Luck-adjusted result for {}: {:.2} ({:+.2} net luck taken out).\n",
        names[0],
        100.0 * game.first_chance(),
        clean(100.0 * one.luck),
        clean(100.0 * one.error),
        clean(-100.0 * two.luck),
        clean(-100.0 * two.error),
        names[1],
        clean(100.0 * game.revision()),
        100.0 * game.result,
        names[0],
        100.0 * game.luck_adjusted(),
        clean(100.0 * (one.luck - two.luck)),
    );
    text
}

fn line(turn: &TurnLuck, names: [&str; 2], played_width: usize) -> String {
    let TurnLuck { number, player, roll, before, rolled, played, .. } = turn;
    let percent = |chance: f64| 100.0 * chance;
    let depth = turn.depth.map_or("=".to_owned(), |depth| depth.to_string());
    let best = if turn.error() < 0.0 { turn.best.to_string() } else { String::new() };
    let mark = if turn.error() <= BLUNDER { "??" } else { "" };
    format!(
        "{number:>4} {:<6} {:<6} {:<played_width$} {:>7.2} {:>7.2} {:>7.2} {:>+7.2} {:>7.2} {depth:>5} {best} {mark}",
        names[player.index()],
        roll.to_string(),
        turn.turn.to_string(),
        percent(*before),
        percent(*rolled),
        percent(*played),
        clean(percent(turn.luck())),
        clean(percent(turn.error())),
    )
}

/// A turn that loses as much is marked.
const BLUNDER: f64 = -0.08;

/// Without the sign of a zero.
fn clean(points: f64) -> f64 {
    if points.abs() < 0.005 { 0.0 } else { points }
}

fn totals(name: &str, totals: &Totals) -> String {
    let worst = totals
        .worst
        .map_or_else(String::new, |(number, error)| format!(", the worst {:.2} in turn {number}", 100.0 * error));
    format!(
        "{name:<6} {:>3} turns, luck {:+.2}, error {:.2}, {:.2} a turn{worst}\n",
        totals.turns,
        clean(100.0 * totals.luck),
        clean(100.0 * totals.error),
        clean(100.0 * totals.error_per_turn()),
    )
}

/// The last line of a file of several games.
pub(super) fn of_all(games: &[(String, String, GameLuck)]) -> String {
    let mut text = String::new();
    let mut players: Vec<(&str, Totals, f64, f64, usize)> = Vec::new();
    for (one, two, game) in games {
        let sides = [(one.as_str(), Player::One), (two.as_str(), Player::Two)];
        for (name, player) in sides {
            let totals = game.totals(player);
            let own = |for_one: f64| if player == Player::One { for_one } else { 1.0 - for_one };
            let (result, adjusted) = (own(game.result), own(game.luck_adjusted()));
            match players.iter_mut().find(|entry| entry.0 == name) {
                Some((_, sum, results, adjusted_sum, count)) => {
                    sum.turns += totals.turns;
                    sum.luck += totals.luck;
                    sum.error += totals.error;
                    *results += result;
                    *adjusted_sum += adjusted;
                    *count += 1;
                }
                None => players.push((name, Totals { worst: None, ..totals }, result, adjusted, 1)),
            }
        }
    }
    for (name, sum, results, adjusted, count) in players {
        let _ = writeln!(
            text,
            "player {name} games {count} turns {} luck {:.4} error {:.4} errorperturn {:.6} score {:.4} adjusted {:.4}",
            sum.turns,
            sum.luck,
            sum.error,
            sum.error_per_turn(),
            results,
            adjusted
        );
    }
    text
}
