//! Sampling: turns of the root that are close to each other after a search are told apart by games that are played on
//! behind them, which look farther than a further turn of depth does for the same cost. What search and games say is
//! weighed by how much either knows.
//!
//! The turns get the same throws, which are laid out evenly (see [`crate::search::dice`]) and seeded by the position
//! alone. [`super::playout`] says what a game is.

use std::sync::{Mutex, PoisonError};

use super::meter::Stopped;
use super::root::Candidate;
use super::threads::together;
use super::tree::Tree;
use super::value::Value;
use crate::game::stochastic::Stochastic;
use crate::rng::mix64;
use crate::search::dice::Layout;

/// How many of the best turns are sampled, and how much worse than the best they may be.
const MOST: usize = 8;
const MARGIN: f64 = 0.04;

/// How many turns a game is played on, behind the turn of the root.
const HORIZON: u32 = 8;

/// Games behind each turn in the first pass; each further pass doubles their number, up to so many.
const FIRST: u64 = 16;
const ENOUGH: u64 = 128;

/// What the search has said of a turn, three turns deep and deeper, counts as much as so many games: those err in ways
/// that more of them don't mend.
const PRIOR: [f64; 2] = [60.0, 100.0];

/// A turn gets no more games when it is worse than the best by so many standard errors of their difference.
const CLEARLY: f64 = 2.5;

/// Keeps the throws apart from all other random numbers.
const SALT: u64 = 0x2545_F491_4F6C_DD1D;

/// The turns that are sampled, with what their games have said.
pub(super) struct Sampling<C> {
    turns: Vec<Sampled<C>>,
    /// Each turn that is not out has had so many games.
    games: u64,
    layout: Layout,
}

impl<C: Copy + Eq + Send + Sync> Sampling<C> {
    /// Of these turns, best first, those close to the best of them, but `lines` at least. `None` if that leaves no
    /// choice.
    pub(super) fn new(candidates: &[Candidate<C>], lines: usize, faces: u8, key: u64) -> Option<Self> {
        let best = candidates.first().filter(|best| best.value.certainty().is_none())?;
        let close = |candidate: &Candidate<C>| candidate.value.chance() >= best.value.chance() - MARGIN;
        let turns: Vec<_> = candidates
            .iter()
            .take(MOST.max(lines))
            .enumerate()
            .take_while(|(place, candidate)| candidate.depth == best.depth && (*place < lines || close(candidate)))
            .filter(|(_, candidate)| candidate.value.certainty().is_none())
            .map(|(_, candidate)| Sampled::new(candidate))
            .collect();
        let layout = Layout::new(faces, mix64(key ^ SALT));
        (turns.len() > 1).then_some(Sampling { turns, games: 0, layout })
    }

    /// Plays as many games again as there have been behind each turn that is not out. What was played counts, even if
    /// the search is stopped.
    pub(super) fn pass<G: Stochastic<Compact = C>>(
        &mut self,
        position: &G,
        tree: &mut Tree<'_, G>,
        helpers: &mut [Tree<'_, G>],
    ) -> Result<(), Stopped> {
        let end = (2 * self.games).max(FIRST);
        let played = self.play(end, position, tree, helpers);
        self.games = end;
        played
    }

    fn play<G: Stochastic<Compact = C>>(
        &mut self,
        end: u64,
        position: &G,
        tree: &mut Tree<'_, G>,
        helpers: &mut [Tree<'_, G>],
    ) -> Result<(), Stopped> {
        let wanted: Vec<usize> = (0..self.turns.len()).filter(|&place| !self.turns[place].out).collect();
        let jobs = (self.games..end).flat_map(|game| wanted.iter().map(move |&place| (game, place)));
        let (jobs, said) = (Mutex::new(jobs), Mutex::new(Vec::new()));
        let result = together(tree, helpers, |tree| {
            let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((game, place)) = next() {
                let mut after = position.clone();
                after.make(self.turns[place].turn);
                let chance = tree.play_on(after, self.layout.game(game), HORIZON)?;
                said.lock().unwrap_or_else(PoisonError::into_inner).push((game, place, chance));
            }
            Ok(())
        });
        let mut said = said.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Sums depend on the order in the last digit.
        said.sort_by_key(|&(game, place, _)| (game, place));
        for (_, place, chance) in said {
            self.turns[place].said.push(chance);
        }
        result
    }

    /// Whether more games can tell turns apart.
    pub(super) fn is_open(&self) -> bool {
        self.games < ENOUGH && self.going_on() > 1
    }

    /// How many turns may still be among the best.
    pub(super) fn going_on(&self) -> usize {
        self.turns.iter().filter(|turn| !turn.out).count()
    }

    /// No more games for what is clearly worse than the best; `least` turns go on.
    pub(super) fn narrow(&mut self, least: usize) {
        let mut places: Vec<usize> = (0..self.turns.len()).filter(|&place| !self.turns[place].out).collect();
        places.sort_by(|&a, &b| self.turns[b].chance().total_cmp(&self.turns[a].chance()));
        for &place in places.iter().skip(least.max(1)) {
            self.turns[place].out = self.turns[place].is_clearly_worse(&self.turns[places[0]]);
        }
    }

    /// Takes what a deeper search says of a turn; its worth by search and games together, unless that is certain.
    pub(super) fn searched(&mut self, turn: C, value: Value, depth: u32) -> Value {
        let Some(sampled) = self.turns.iter_mut().find(|sampled| sampled.turn == turn) else { return value };
        if value.certainty().is_some() {
            return value;
        }
        sampled.searched = [sampled.searched[1], value.chance()];
        sampled.prior = PRIOR[usize::from(depth > 3)];
        Value::of_chance(sampled.chance())
    }

    /// What the turns are worth.
    pub(super) fn values(&self) -> impl Iterator<Item = (C, Value)> {
        self.turns.iter().map(|turn| (turn.turn, Value::of_chance(turn.chance())))
    }
}

/// A turn with its games.
struct Sampled<C> {
    turn: C,
    /// What the last two passes of the search have said: their mean knows more than the last one.
    searched: [f64; 2],
    /// How many games that counts as.
    prior: f64,
    /// What each game has said.
    said: Vec<f64>,
    out: bool,
}

impl<C: Copy> Sampled<C> {
    fn new(candidate: &Candidate<C>) -> Self {
        let searched = [candidate.before.chance(), candidate.value.chance()];
        Sampled { turn: candidate.turn, searched, prior: PRIOR[0], said: Vec::new(), out: false }
    }

    /// The chance by search and games together.
    fn chance(&self) -> f64 {
        let searched = (self.searched[0] + self.searched[1]) / 2.0;
        (self.said.iter().sum::<f64>() + self.prior * searched) / (self.said.len() as f64 + self.prior)
    }

    /// Whether that can't be chance, by the games with the same throws.
    fn is_clearly_worse(&self, best: &Self) -> bool {
        let differences: Vec<f64> = best.said.iter().zip(&self.said).map(|(best, own)| best - own).collect();
        let games = differences.len().max(2) as f64;
        let mean = differences.iter().sum::<f64>() / games;
        let squares: f64 = differences.iter().map(|difference| (difference - mean).powi(2)).sum();
        best.chance() - self.chance() > CLEARLY * (squares / (games - 1.0) / games).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Roll;
    use crate::game::diablo::Diablo;
    use crate::search::expecti::playout::tests::in_trees;

    /// After Black's first turn, with all turns of a roll.
    fn sampling(chances: &[f64]) -> (Diablo, Sampling<<Diablo as Stochastic>::Compact>) {
        let mut position = Diablo::startpos(6).expect("a size");
        let mut turns = Vec::new();
        let _ = position.visit_turns(Roll::new(1, 3), &mut Default::default(), |_, turn| {
            turns.push(turn);
            std::ops::ControlFlow::Continue(())
        });
        let candidate = |(&turn, &chance)| Candidate {
            value: Value::of_chance(chance),
            depth: 3,
            before: Value::of_chance(chance),
            turn,
        };
        let candidates: Vec<_> = turns.iter().zip(chances).map(candidate).collect();
        (position, Sampling::new(&candidates, 1, 3, 7).expect("a choice"))
    }

    #[test]
    fn several_threads_say_the_same_as_one() {
        let said = |threads: usize| {
            let (position, mut sampling) = sampling(&[0.5, 0.49, 0.48]);
            in_trees(threads, |trees| {
                let (first, helpers) = trees.split_first_mut().expect("a tree");
                for _ in 0..2 {
                    sampling.pass(&position, first, helpers).expect("no limit");
                }
            });
            sampling.values().map(|(_, value)| value).collect::<Vec<_>>()
        };
        assert_eq!(said(1), said(3));
        let unplayed: Vec<_> = sampling(&[0.5, 0.49, 0.48]).1.values().map(|(_, value)| value).collect();
        assert_ne!(said(1), unplayed);
    }

    #[test]
    fn what_is_close_is_sampled_until_it_is_clearly_worse() {
        let (_, mut sampling) = sampling(&[0.5, 0.49, 0.47, 0.45]);
        assert_eq!(sampling.turns.len(), 3, "the last one is too much worse");
        for (turn, mean) in sampling.turns.iter_mut().zip([0.4, 0.5, 0.1]) {
            turn.said.extend((0..100).map(|game| mean + if game % 2 == 0 { 0.1 } else { -0.1 }));
        }
        let out = |sampling: &Sampling<_>| sampling.turns.iter().map(|turn| turn.out).collect::<Vec<_>>();
        sampling.narrow(3);
        assert_eq!(out(&sampling), [false; 3]);
        // What differs from game to game with other throws than the best one's is chance.
        for (game, said) in sampling.turns[0].said.iter_mut().enumerate() {
            *said += if game % 3 == 0 { 0.6 } else { -0.3 };
        }
        sampling.narrow(1);
        assert_eq!(out(&sampling), [false, false, true]);
        assert!(sampling.is_open());
        let best = sampling.values().max_by(|a, b| b.1.descending(a.1)).expect("turns");
        assert!((best.1.chance() - (0.5 * 100.0 + 0.49 * PRIOR[0]) / (100.0 + PRIOR[0])).abs() < 1e-12);
    }

    #[test]
    fn a_deeper_search_counts_with_the_games_and_certainty_stays() {
        let (_, mut sampling) = sampling(&[0.5, 0.49]);
        let turn = sampling.turns[0].turn;
        sampling.turns[0].said = vec![0.3; 50];
        let worth = sampling.searched(turn, Value::of_chance(0.4), 4).chance();
        assert!((worth - (0.3 * 50.0 + 0.45 * PRIOR[1]) / (50.0 + PRIOR[1])).abs() < 1e-12);
        assert_eq!(sampling.searched(turn, Value::certain(true, 3), 5), Value::certain(true, 3));
    }

    #[test]
    fn nothing_is_sampled_behind_a_certain_end() {
        let candidate = |turn, value| Candidate { turn, value, depth: 3, before: value };
        let won = candidate(1, Value::certain(true, 3));
        let (open, close) = (candidate(2, Value::of_chance(0.5)), candidate(3, Value::of_chance(0.49)));
        let lost = candidate(4, Value::certain(false, 4));
        assert!(Sampling::new(&[won, open, close], 3, 3, 7).is_none());
        let sampling = Sampling::new(&[open, close, lost], 3, 3, 7).expect("a choice");
        assert_eq!(sampling.turns.iter().map(|turn| turn.turn).collect::<Vec<_>>(), [2, 3]);
    }
}
