//! Two tiny movers that speak the same protocol as the engine, as sparring partners: one plays any turn, the other
//! takes what it can get.

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::any::{AnyGame, with_history};
use crate::game::{Game, Outcome, PartialTurn, Player, Turn, turns};
use crate::rng::mix64;

/// Who chooses the turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mover {
    /// The search.
    #[default]
    Engine,
    /// Any distinct turn, each as likely as the others.
    Random,
    /// One of the turns after which [`lead`] is largest.
    Greedy,
}

impl Mover {
    /// A turn for the side to move, if it has one; one of `only` unless that is empty. The same game and seed give the
    /// same turn, unless `go_on`, asked at every turn, ends the choice early (huge boards have a million turns).
    #[must_use]
    pub fn choose(self, game: &AnyGame, only: &[Turn], seed: u64, go_on: &mut dyn FnMut() -> bool) -> Option<Turn> {
        with_history!(game, history => {
            let position = history.present();
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ mix64(position.key()));
            let all = if only.is_empty() { turns::list_while(position, go_on) } else { only.to_vec() };
            let greedy = self == Mover::Greedy;
            let worth = |turn: &Turn| {
                let after = turns::play(position, turn).ok().filter(|_| greedy);
                after.map_or(0, |after| lead(&after, position.side_to_move()))
            };
            let mut valued = Vec::with_capacity(all.len());
            for turn in all {
                valued.push((worth(&turn), turn));
                if !go_on() {
                    break;
                }
            }
            let best = valued.iter().map(|(worth, _)| *worth).max()?;
            valued.into_iter().filter(|(worth, _)| *worth == best).map(|(_, turn)| turn).choose(&mut random)
        })
    }
}

/// What greed counts: a game won or lost; else checkers, one's own less the opponent's, and how many rows one's own
/// marked pieces (Diaballik's ball) are on their way.
fn lead<G: Game>(position: &G, player: Player) -> i32 {
    const WON: i32 = 1_000_000;
    match position.verdict().map(|verdict| verdict.outcome) {
        Some(Outcome::Win(winner)) => return if winner == player { WON } else { -WON },
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    let last_rank = i32::from(position.about().height) - 1;
    let counted = position.begin().pieces().into_iter().map(|piece| {
        let rank = i32::from(piece.square.rank);
        let way = if piece.owner == Player::One { rank } else { last_rank - rank };
        match (piece.owner == player, piece.mark) {
            (true, Some(_)) => i32::from(piece.height) + way,
            (true, None) => i32::from(piece.height),
            (false, _) => -i32::from(piece.height),
        }
    });
    counted.sum()
}
