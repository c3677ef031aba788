//! Which turn is tried first: the table's, those that refuted neighbours or the turn before, then by promise or by what
//! they lead to at first sight, and by what has worked elsewhere.

use arrayvec::ArrayVec;

use crate::game::deterministic::Deterministic;

/// How much history may add to a turn's rank.
const MOST_HISTORY: i32 = 400;
/// History counters are halved when one reaches this.
const FULL: i32 = 1 << 14;

/// What has worked, by side and class of turn, and at each distance from the root.
pub(super) struct Memory<G: Deterministic> {
    history: [Vec<i32>; 2],
    killers: Vec<[Option<G::Move>; 2]>,
    /// By side and class of the turn before: what refuted it last.
    counters: [Vec<Option<G::Move>>; 2],
}

impl<G: Deterministic> Memory<G> {
    pub(super) fn new(plies: usize) -> Self {
        Memory {
            history: [vec![0; G::CLASSES], vec![0; G::CLASSES]],
            killers: vec![[None; 2]; plies],
            counters: [vec![None; G::CLASSES], vec![None; G::CLASSES]],
        }
    }

    /// Remembers that `turn` refuted what led to `position`, a turn of class `before`.
    pub(super) fn praise(&mut self, position: &G, turn: G::Move, ply: usize, depth: i32, before: Option<usize>) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(turn) {
            *killers = [Some(turn), killers[0]];
        }
        let side = position.side_to_move().index();
        if let Some(before) = before {
            self.counters[side][before] = Some(turn);
        }
        let history = &mut self.history[side];
        let counter = &mut history[position.class(turn)];
        *counter += depth * depth;
        if *counter >= FULL {
            history.iter_mut().for_each(|counter| *counter /= 2);
        }
    }

    /// What has refuted neighbours, and the turn of class `before`.
    pub(super) fn refutations(&self, position: &G, ply: usize, before: Option<usize>) -> [Option<G::Move>; 3] {
        let counter = before.and_then(|before| self.counters[position.side_to_move().index()][before]);
        [self.killers[ply][0], self.killers[ply][1], counter]
    }

    /// What a turn's past adds to its rank.
    pub(super) fn history(&self, position: &G, turn: G::Move) -> i32 {
        (self.history[position.side_to_move().index()][position.class(turn)] / 16).min(MOST_HISTORY)
    }
}

/// What ranking says of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    /// Try it, the sooner the higher the number; `threat`: it threatens to win.
    Try { rank: i32, threat: bool },
    /// It loses to the next turn.
    Loses,
    /// It is not worth trying.
    Futile,
}

/// A turn to try.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pick {
    /// In generation order.
    pub(super) number: usize,
    pub(super) threat: bool,
    /// Whether it comes from the ranking.
    pub(super) ranked: bool,
}

/// The order in which the turns of one node are tried. Most nodes that are refuted are refuted by the table's turn or a
/// killer, so the others are ranked only when these have failed, and sorted only as far as is likely to be needed.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// The numbers of the turns that are tried before any is ranked.
    first: ArrayVec<u16, 4>,
    /// The others, see [`word`].
    others: Vec<u64>,
    /// How many of the others are in their places.
    sorted: usize,
    ranked: bool,
    /// A turn that loses to the next one.
    pub(super) loser: Option<usize>,
    /// Whether a turn was left out as futile.
    pub(super) futile: bool,
}

impl Order {
    /// How many of the others are picked one by one before a part is put in order, and how large that part is.
    const PICKS: usize = 3;
    const PART: usize = 40;

    /// Begins with the table's turn and those that refuted others.
    pub(super) fn begin<M: Copy + Eq>(&mut self, turns: &[M], best: Option<u16>, refutations: &[Option<M>]) {
        (self.sorted, self.ranked) = (0, false);
        (self.loser, self.futile) = (None, false);
        self.first.clear();
        self.first.extend(best.filter(|&best| usize::from(best) < turns.len()));
        for refutation in refutations.iter().flatten() {
            let number = turns.iter().position(|turn| turn == refutation).map(|number| number as u16);
            self.first.extend(number.filter(|number| !self.first.contains(number)));
        }
    }

    /// Ranks all turns that don't come first.
    pub(super) fn rank<M: Copy>(&mut self, turns: &[M], mut rank: impl FnMut(M) -> Rank) {
        self.ranked = true;
        self.others.clear();
        for (number, &turn) in turns.iter().enumerate() {
            if self.first.contains(&(number as u16)) {
                continue;
            }
            match rank(turn) {
                Rank::Try { rank, threat } => self.others.push(word(rank, threat, number as u16)),
                Rank::Loses => self.loser = Some(number),
                Rank::Futile => self.futile = true,
            }
        }
    }

    /// Of the turns behind the first `i`, leaves only those that threaten to win.
    pub(super) fn keep_threats(&mut self, i: usize) {
        let from = i - self.first.len();
        let mut at = 0;
        self.others.retain(|&word| {
            at += 1;
            at <= from || is_threat(word)
        });
        self.sorted = self.sorted.min(from);
    }

    /// The turn to try as the `i`-th. Where the children are leaves, sorting all would cost more than it saves, and
    /// `sort_rest` is false.
    pub(super) fn pick<M: Copy, R: FnMut(M) -> Rank>(
        &mut self,
        i: usize,
        sort_rest: bool,
        turns: &[M],
        ranking: impl FnOnce() -> R,
    ) -> Option<Pick> {
        if let Some(&number) = self.first.get(i) {
            return Some(Pick { number: usize::from(number), threat: false, ranked: false });
        }
        if !self.ranked {
            self.rank(turns, ranking());
        }
        let i = i - self.first.len();
        if i >= self.others.len() {
            return None;
        }
        if i >= self.sorted {
            self.sort_on(i, sort_rest);
        }
        let word = self.others[i];
        Some(Pick { number: usize::from(!(word as u16)), threat: is_threat(word), ranked: true })
    }

    fn sort_on(&mut self, i: usize, sort_rest: bool) {
        let open = &mut self.others[i..];
        let descending = |word: &u64| std::cmp::Reverse(*word);
        if i < Order::PICKS {
            let highest = open.iter().copied().max().and_then(|highest| open.iter().position(|&it| it == highest));
            open.swap(0, highest.unwrap_or(0));
            self.sorted = i + 1;
        } else if !sort_rest {
            self.sorted = self.others.len();
        } else if i == Order::PICKS && open.len() > Order::PART {
            open.select_nth_unstable_by_key(Order::PART, descending);
            open[..Order::PART].sort_unstable_by_key(descending);
            self.sorted = i + Order::PART;
        } else {
            open.sort_unstable_by_key(descending);
            self.sorted = self.others.len();
        }
    }
}

/// The flag of [`word`].
fn is_threat(word: u64) -> bool {
    word >> 16 & 1 == 1
}

/// A turn's rank, flag and number in one word: the higher, the earlier it is tried; of equals the first generated.
fn word(rank: i32, threat: bool, number: u16) -> u64 {
    let rank = (rank + (1 << 20)).clamp(0, (1 << 21) - 1) as u64;
    rank << 17 | u64::from(threat) << 16 | u64::from(!number)
}
