//! Which turn is tried first: the table's, those that refuted neighbours, then by promise and by what has
//! worked elsewhere.

use crate::game::deterministic::Deterministic;

/// How much history may add to a turn's promise (which is at most 1,000).
const MOST_HISTORY: i32 = 400;
/// Above every promise with history.
const KILLER: i32 = 4_000;
const TABLE: i32 = 8_000;
/// History counters are halved when one reaches this.
const FULL: i32 = 1 << 14;

/// What has worked, by side and class of turn, and at each distance from the root.
pub(super) struct Memory<G: Deterministic> {
    history: [Vec<i32>; 2],
    killers: Vec<[Option<G::Move>; 2]>,
}

impl<G: Deterministic> Memory<G> {
    pub(super) fn new(plies: usize) -> Self {
        Memory { history: [vec![0; G::CLASSES], vec![0; G::CLASSES]], killers: vec![[None; 2]; plies] }
    }

    /// Remembers that `turn` refuted what led to `position`.
    pub(super) fn praise(&mut self, position: &G, turn: G::Move, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(turn) {
            *killers = [Some(turn), killers[0]];
        }
        let history = &mut self.history[position.side_to_move().index()];
        let counter = &mut history[position.class(turn)];
        *counter += (depth * depth) as i32;
        if *counter >= FULL {
            history.iter_mut().for_each(|counter| *counter /= 2);
        }
    }

    fn rank(&self, position: &G, turn: G::Move, ply: usize) -> i32 {
        let history = self.history[position.side_to_move().index()][position.class(turn)];
        let killer = if self.killers[ply].contains(&Some(turn)) { KILLER } else { 0 };
        position.promise(turn) + (history / 16).min(MOST_HISTORY) + killer
    }
}

/// The order in which the turns of one node are tried, sorted only as far as is likely to be needed.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// Rank and number of each turn.
    ranked: Vec<(i32, u16)>,
    /// How many at the beginning are in their places.
    sorted: usize,
}

impl Order {
    /// How many turns are picked one by one before the rest is put in order: a node that is refuted is refuted early.
    const PICKS: usize = 3;

    /// Ranks all turns.
    pub(super) fn rank<G: Deterministic>(
        &mut self,
        position: &G,
        turns: &[G::Move],
        best: Option<u16>,
        memory: &Memory<G>,
        ply: usize,
    ) {
        self.sorted = 0;
        self.ranked.clear();
        self.ranked.extend(turns.iter().zip(0..).map(|(&turn, number)| {
            let rank = if best == Some(number) { TABLE } else { memory.rank(position, turn, ply) };
            (rank, number)
        }));
    }

    /// The number of the turn to try as the `i`-th. Where the children are leaves, sorting all would cost more than it
    /// saves, and `sort_rest` is false.
    pub(super) fn pick(&mut self, i: usize, sort_rest: bool) -> usize {
        if i >= self.sorted {
            let open = &mut self.ranked[i..];
            if i < Self::PICKS {
                if let Some((first, _)) = open.iter().enumerate().min_by_key(|(_, entry)| falling(entry)) {
                    open.swap(0, first);
                }
                self.sorted = i + 1;
            } else {
                if sort_rest {
                    open.sort_unstable_by_key(falling);
                }
                self.sorted = self.ranked.len();
            }
        }
        usize::from(self.ranked[i].1)
    }
}

/// Highest rank first, then generation order.
fn falling(entry: &(i32, u16)) -> (i32, u16) {
    (-entry.0, entry.1)
}
