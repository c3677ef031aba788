//! Games played out from behind a turn, with the luck of their dice taken out.

use diabolo::game::diablo::{Change, Diablo};
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Player, Roll};
use diabolo::rng::Thrower;

use crate::judge::{Judge, Judged};

/// A player that looks two turns ahead does so with so many turns, the best by the evaluation.
const LOOKED_AT: usize = 5;

/// How turns are rolled out.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Games behind each turn, an even number.
    pub games: u64,
    pub seed: u64,
    /// How many turns both players look ahead, one or two. (One: they play by the evaluation alone.)
    pub ahead: u64,
}

/// What the games say of a turn: the chance of the side that took it.
#[derive(Debug, Clone, Copy)]
pub struct Worth {
    /// By the games with even numbers, and by the others.
    pub halves: [f64; 2],
    /// The standard error of their mean.
    pub error: f64,
}

impl Worth {
    pub fn mean(&self) -> f64 {
        (self.halves[0] + self.halves[1]) / 2.0
    }
}

/// Plays the games from behind a turn. The turns of one position, which has this number, get the same dice.
pub fn rollout(after: &Diablo, number: u64, plan: Plan, judge: &mut Judge) -> Worth {
    /// Apart lie the seeds of one position and the next.
    const SEEDS: u64 = 1 << 20;
    let Plan { games, seed, ahead } = plan;
    let mover = after.side_to_move().other();
    let dice = |game| Thrower::new(seed * 1_000_003 + number * SEEDS + game);
    let results: Vec<f64> = (0..games).map(|game| play(after.clone(), mover, dice(game), ahead, judge)).collect();
    let mean_of = |half: usize| results.iter().skip(half).step_by(2).sum::<f64>() / (games / 2) as f64;
    let halves = [mean_of(0), mean_of(1)];
    let mean = (halves[0] + halves[1]) / 2.0;
    let squares: f64 = results.iter().map(|result| (result - mean).powi(2)).sum();
    Worth { halves, error: (squares / (games * (games - 1)) as f64).sqrt() }
}

/// One game: 1 if `side` wins and 0 if not, less what the dice have brought it.
fn play(mut position: Diablo, side: Player, mut dice: Thrower, ahead: u64, judge: &mut Judge) -> f64 {
    let mut luck = 0.0;
    loop {
        if let Some(winner) = position.winner() {
            return f64::from(u8::from(winner == side)) - luck;
        }
        let roll = dice.throw(position.size() / 2);
        let (chance, best) = judge.best(&mut position, roll);
        let brought = chance - judge.ahead(&mut position, Some((roll, chance)));
        luck += if position.side_to_move() == side { brought } else { -brought };
        let turn = if ahead > 1 && chance < 1.0 { looked_ahead(&mut position, roll, judge) } else { best };
        position.make(turn);
    }
}

/// The best turn by what the other side's best replies leave, on average over its rolls.
fn looked_ahead(position: &mut Diablo, roll: Roll, judge: &mut Judge) -> Change {
    let mut turns: Vec<Judged> = judge.judged(position, roll).collect();
    turns.sort_by(|a, b| b.0.total_cmp(&a.0));
    turns.truncate(LOOKED_AT);
    for (chance, turn) in &mut turns {
        let undo = position.make(*turn);
        if position.winner().is_none() {
            *chance = 1.0 - judge.ahead(position, None);
        }
        position.unmake(undo);
    }
    turns.into_iter().reduce(|best, turn| if turn.0 > best.0 { turn } else { best }).expect("a turn").1
}
