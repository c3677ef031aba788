//! Rollouts: the winning chance of a position from many games played out from it.
//!
//! Three things make few games say much. The first two throws are laid out evenly (see [`crate::search::dice`]). Games
//! may be cut off after some turns and judged statically. And luck is subtracted: at each throw the judgement of the roll,
//! with the best turn by static judgement, is compared with its mean over all rolls. The difference is zero on
//! average whatever the judgement, so subtracting it from the result changes no expectation; but a lucky game has
//! much of it, so the rest scatters less. That is a control variate with coefficient 1, which backgammon programs call
//! variance reduction (the manual of GNU Backgammon describes it under "Rollouts in GNU Backgammon").

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::Policy;
use super::estimate::{Estimate, Strata, Sums, stratified};
use super::judge::{best_turn, chance};
use super::player::Player;
use crate::game::stochastic::Stochastic;
use crate::game::{Dice, Roll};
use crate::search::dice::Layout;

/// To judge every roll takes longer than to play a turn by static judgement. In games that are played so to their end,
/// luck is subtracted only where at most so many turns can come: of 72 games from the start on 6x6 that takes
/// nearly half of the variance in hardly more time. (All luck takes four fifths of it, in five times the time.)
const CHEAP_LUCK: u32 = 32;

/// How to roll out.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// How many games, at least 2.
    pub games: u64,
    /// Decides all dice.
    pub seed: u64,
    /// Judge statically after so many turns of both sides instead of playing on.
    pub truncate: Option<u32>,
    /// Who plays.
    pub policy: Policy,
    /// Subtract luck from the results.
    pub subtract_luck: bool,
    /// How many threads play; the result is the same with any number.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { games: 1296, seed: 0, truncate: None, policy: Policy::Static, subtract_luck: true, threads: 1 }
    }
}

/// What the games say. All chances are those of the side to move.
#[derive(Debug, Clone, PartialEq)]
pub struct Rollout {
    /// How many were played.
    pub games: u64,
    /// The chance to win: luck subtracted, if that was asked.
    pub chance: Estimate,
    /// The chance by the bare results.
    pub raw: Estimate,
    /// Mean number of turns of a game, of both sides.
    pub length: f64,
    /// How many games were cut off and judged.
    pub truncated: u64,
    /// What each first roll promises; empty if the dice were known.
    pub rolls: Vec<OfRoll>,
}

/// What the games that begin with one roll say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OfRoll {
    /// The roll.
    pub roll: Roll,
    /// In how many of the equally likely throws it comes.
    pub weight: u32,
    /// The chance to win with it, the luck of this roll not subtracted.
    pub chance: Estimate,
}

/// One game.
#[derive(Debug, Clone, Copy)]
struct Played {
    number: u64,
    /// Its first two rolls, of which it may have needed none or one.
    planned: [Roll; 2],
    result: f64,
    /// The luck of the first throw, and of all others.
    luck: [f64; 2],
    length: u32,
    truncated: bool,
}

/// Plays the games. The game is not over in `position`; its dice may be known or not.
///
/// # Errors
/// The memory can't be had.
pub fn rollout<G: Stochastic>(position: &G, settings: &Settings) -> Result<Rollout, TryReserveError> {
    let next = AtomicU64::new(0);
    let play_some = || -> Result<Vec<Played>, TryReserveError> {
        let mut table = Gamer::new(position, settings)?;
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        Ok(numbers.take_while(|&number| number < settings.games).map(|number| table.play(number)).collect())
    };
    let mut games = thread::scope(|scope| -> Result<_, TryReserveError> {
        let helpers: Vec<_> = (1..settings.threads).map(|_| scope.spawn(play_some)).collect();
        let mut games = play_some()?;
        for helper in helpers {
            match helper.join() {
                Ok(played) => games.extend(played?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(games)
    })?;
    // Sums depend on the order in the last digit.
    games.sort_by_key(|game| game.number);
    Ok(sum_up(&games, position))
}

fn sum_up<G: Stochastic>(games: &[Played], position: &G) -> Rollout {
    let rolls: Vec<_> = Roll::all(position.about().faces).collect();
    let with_its_roll = strata(games, &rolls, |game| game.result - game.luck[1]);
    let shown = if position.dice() == Dice::Unknown { &rolls[..] } else { &[] };
    Rollout {
        games: games.len() as u64,
        chance: stratified(&strata(games, &rolls, |game| game.result - game.luck[0] - game.luck[1])),
        raw: stratified(&strata(games, &rolls, |game| game.result)),
        length: games.iter().map(|game| f64::from(game.length)).sum::<f64>() / games.len() as f64,
        truncated: games.iter().filter(|game| game.truncated).count() as u64,
        rolls: shown
            .iter()
            .zip(&with_its_roll)
            .map(|(&(roll, weight), of_roll)| OfRoll { roll, weight, chance: stratified(&vec![of_roll.clone()]) })
            .collect(),
    }
}

/// The games by their first two rolls.
fn strata(games: &[Played], rolls: &[(Roll, u32)], value: impl Fn(&Played) -> f64) -> Strata {
    let place = |roll: Roll| rolls.iter().position(|&(other, _)| other == roll).unwrap_or_default();
    let empty: Vec<_> = rolls.iter().map(|&(_, weight)| (f64::from(weight), Sums::default())).collect();
    let mut strata: Strata = empty.iter().map(|&(weight, _)| (weight, empty.clone())).collect();
    for game in games {
        let [first, second] = game.planned.map(place);
        strata[first].1[second].1.add(value(game));
    }
    strata
}

/// Plays one game after another.
struct Gamer<'a, G: Stochastic> {
    start: &'a G,
    settings: &'a Settings,
    player: Player<G>,
    layout: Layout,
    rolls: Vec<(Roll, f64)>,
    /// Luck is looked at where at most so many turns can come.
    luck_below: u32,
}

impl<'a, G: Stochastic> Gamer<'a, G> {
    fn new(start: &'a G, settings: &'a Settings) -> Result<Self, TryReserveError> {
        let faces = start.about().faces;
        let total = f64::from(faces) * f64::from(faces);
        let cheap = settings.policy == Policy::Static && settings.truncate.is_none();
        let luck_below = match (settings.subtract_luck, cheap) {
            (false, _) => 0,
            (true, true) => CHEAP_LUCK,
            (true, false) => u32::MAX,
        };
        Ok(Gamer {
            luck_below,
            start,
            settings,
            player: Player::new(settings.policy)?,
            layout: Layout::new(faces, settings.seed),
            rolls: Roll::all(faces).map(|(roll, weight)| (roll, f64::from(weight) / total)).collect(),
        })
    }

    fn play(&mut self, number: u64) -> Played {
        self.player.forget();
        let mut dice = self.layout.game(number);
        let mut position = self.start.clone();
        let me = position.side_to_move();
        let mut luck = [0.0; 2];
        let mut throws = 0;
        let mut length = 0;
        let mut truncated = false;
        while position.winner().is_none() {
            if self.settings.truncate.is_some_and(|turns| length >= turns) {
                truncated = true;
                break;
            }
            let roll = match position.dice() {
                Dice::Known(roll) => roll,
                Dice::Unknown | Dice::Absent => {
                    let roll = dice.throw();
                    if position.remaining() <= self.luck_below {
                        let of_mover = self.luck_of(&mut position, roll);
                        luck[throws.min(1)] += if position.side_to_move() == me { of_mover } else { -of_mover };
                    }
                    throws += 1;
                    roll
                }
            };
            let Some(turn) = self.player.choose(&mut position, roll) else { break };
            position.make(turn);
            length += 1;
        }
        let last = chance(&position);
        let result = if position.side_to_move() == me { last } else { 1.0 - last };
        Played { number, planned: dice.planned(), result, luck, length, truncated }
    }

    /// How much better this roll is judged for the side to move than rolls are on average.
    fn luck_of(&mut self, position: &mut G, thrown: Roll) -> f64 {
        let mut luck = 0.0;
        for &(roll, share) in &self.rolls {
            let Some((value, _)) = best_turn(position, roll, &mut self.player.scratch) else { return 0.0 };
            luck += (f64::from(u8::from(roll == thrown)) - share) * value;
        }
        luck
    }
}
