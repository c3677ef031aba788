//! Which turn is tried first: the table's, those that refuted neighbours, then by promise and by what has
//! worked elsewhere.

use arrayvec::ArrayVec;

use crate::game::deterministic::Deterministic;

/// How much history may add to a turn's promise (which is at most 1,000).
const MOST_HISTORY: i32 = 400;
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

    fn rank(&self, position: &G, turn: G::Move) -> i32 {
        let history = self.history[position.side_to_move().index()][position.class(turn)];
        position.promise(turn) + (history / 16).min(MOST_HISTORY)
    }
}

/// The order in which the turns of one node are tried. Most nodes that are refuted are refuted by the table's turn or a
/// killer, so the others are ranked only when these have failed, and sorted only as far as is likely to be needed.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// The numbers of the turns that are tried before any is ranked.
    first: ArrayVec<u16, 3>,
    /// The others, see [`ranked`].
    others: Vec<u32>,
    /// How many of the others are in their places; none if they aren't ranked yet.
    sorted: usize,
}

impl Order {
    /// How many of the others are picked one by one before the rest is put in order.
    const PICKS: usize = 3;

    /// Begins with the table's turn and those that refuted neighbours.
    pub(super) fn begin<G: Deterministic>(
        &mut self,
        turns: &[G::Move],
        best: Option<u16>,
        memory: &Memory<G>,
        ply: usize,
    ) {
        self.sorted = 0;
        self.first.clear();
        self.first.extend(best.filter(|&best| usize::from(best) < turns.len()));
        for killer in memory.killers[ply].into_iter().flatten() {
            let number = turns.iter().position(|&turn| turn == killer).map(|number| number as u16);
            self.first.extend(number.filter(|number| !self.first.contains(number)));
        }
    }

    /// The number of the turn to try as the `i`-th. Where the children are leaves, sorting all would cost more than it
    /// saves, and `sort_rest` is false.
    pub(super) fn pick<G: Deterministic>(
        &mut self,
        i: usize,
        sort_rest: bool,
        position: &G,
        turns: &[G::Move],
        memory: &Memory<G>,
    ) -> usize {
        if let Some(&number) = self.first.get(i) {
            return usize::from(number);
        }
        let i = i - self.first.len();
        if i == 0 {
            self.others.clear();
            let all = turns.iter().zip(0..).filter(|(_, number)| !self.first.contains(number));
            self.others.extend(all.map(|(&turn, number)| ranked(memory.rank(position, turn), number)));
        }
        if i >= self.sorted {
            let open = &mut self.others[i..];
            if i < Self::PICKS {
                let highest = open.iter().copied().max().and_then(|highest| open.iter().position(|&it| it == highest));
                open.swap(0, highest.unwrap_or(0));
                self.sorted = i + 1;
            } else {
                if sort_rest {
                    open.sort_unstable_by_key(|&it| std::cmp::Reverse(it));
                }
                self.sorted = self.others.len();
            }
        }
        usize::from(!(self.others[i] as u16))
    }
}

/// A turn's rank and number in one word: the higher, the earlier it is tried; of equals the first generated.
fn ranked(rank: i32, number: u16) -> u32 {
    (rank.clamp(0, 0xffff) as u32) << 16 | u32::from(!number)
}
