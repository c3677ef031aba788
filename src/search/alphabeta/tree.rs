//! The recursion.

use std::sync::atomic::{AtomicU64, Ordering};

use super::entry::{Bound, Entry, depth as stored_depth};
use super::order::{Memory, Order};
use super::repetition::{Path, Repeated};
use super::score::{DRAW, from_node, from_root, win_at};
use super::{MAX_DEPTH, score};
use crate::game::deterministic::Deterministic;
use crate::search::Task;
use crate::search::control::Control;

/// Distances from the root that can occur.
pub(super) const PLIES: usize = MAX_DEPTH as usize + 2;
/// How often stop flag and clock are looked at, in nodes.
const LOOK_EVERY: u64 = 1024;
/// A value that holds whatever the path: the distance of the earliest position that a value depends on.
const ANY_PATH: usize = usize::MAX;

/// One thread's search.
pub(super) struct Tree<'a, G: Deterministic> {
    pub(super) task: &'a Task<'a, G>,
    control: &'a Control,
    /// Mixed into keys before they go to the table: the rules in force and the game's history.
    salt: u64,
    path: Path,
    memory: Memory<G>,
    scratch: G::Scratch,
    levels: Vec<Level<G>>,
    /// Positions entered by this thread.
    nodes: u64,
    /// Positions entered by all other threads, as far as they have told.
    others: &'a AtomicU64,
    /// The nodes that this thread has told the others of, in its own counter.
    told: Option<&'a AtomicU64>,
    /// The deepest distance entered.
    pub(super) seldepth: u32,
    /// A limit was met: values returned since then mean nothing.
    pub(super) stopped: bool,
    /// The earliest distance whose position the last returned value depends on.
    depends: usize,
}

/// The memory of one distance from the root.
struct Level<G: Deterministic> {
    turns: Vec<G::Move>,
    order: Order,
    /// The best line from here, the first turn included.
    line: Vec<G::Move>,
}

impl<G: Deterministic> Default for Level<G> {
    /// Allocates nothing: levels are taken out while their node is searched.
    fn default() -> Self {
        Level { turns: Vec::new(), order: Order::default(), line: Vec::new() }
    }
}

/// What is asked of a node: how deep, how far from the root, and between which scores an answer matters.
#[derive(Debug, Clone, Copy)]
struct Window {
    depth: u32,
    ply: usize,
    alpha: i32,
    beta: i32,
}

impl Window {
    fn child(self, alpha: i32, beta: i32) -> Window {
        Window { depth: self.depth - 1, ply: self.ply + 1, alpha: -beta, beta: -alpha }
    }
}

impl<'a, G: Deterministic> Tree<'a, G> {
    /// A search under `control` whose node count joins those of `others`; `told` is where the others look for this
    /// one's.
    pub(super) fn new(
        task: &'a Task<'a, G>,
        control: &'a Control,
        others: &'a AtomicU64,
        told: Option<&'a AtomicU64>,
    ) -> Self {
        let path = Path::new(task);
        Tree {
            task,
            control,
            salt: crate::rng::mix64(path.history_key() ^ task.root.rules_key() << 1),
            path,
            memory: Memory::new(PLIES),
            scratch: G::Scratch::default(),
            levels: (0..PLIES).map(|_| Level::default()).collect(),
            nodes: 0,
            others,
            told,
            seldepth: 0,
            stopped: false,
            depends: ANY_PATH,
        }
    }

    /// Positions entered so far, of all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + if self.told.is_none() { self.others.load(Ordering::Relaxed) } else { 0 }
    }

    /// Whether another iteration may begin.
    pub(super) fn may_deepen(&self) -> bool {
        self.control.may_deepen(self.all_nodes())
    }

    /// The time since the search began.
    pub(super) fn elapsed(&self) -> std::time::Duration {
        self.control.elapsed()
    }

    /// The value of the root's turn that leads to `child`, for the side to move at the root. `scout` asks first whether it is above `alpha` at all.
    pub(super) fn root_turn(&mut self, child: &G, depth: u32, alpha: i32, beta: i32, scout: bool) -> i32 {
        self.value_of_turn(child, Window { depth, ply: 0, alpha, beta }, scout)
    }

    /// The line that the last value from [`Tree::root_turn`] rests on, behind the root's turn.
    pub(super) fn line(&self) -> &[G::Move] {
        &self.levels[1].line
    }

    /// Counts a position, unless a limit is met.
    fn enter(&mut self) -> bool {
        if self.stopped || self.control.out_of_nodes(self.all_nodes()) {
            self.stopped = true;
            return false;
        }
        if self.nodes.is_multiple_of(LOOK_EVERY) {
            if let Some(told) = self.told.filter(|_| self.nodes > 0) {
                told.fetch_add(LOOK_EVERY, Ordering::Relaxed);
            }
            if self.control.must_stop(self.all_nodes()) {
                self.stopped = true;
                return false;
            }
        }
        self.nodes += 1;
        true
    }

    /// The value of a turn: with an empty window around `alpha` if that is enough.
    fn value_of_turn(&mut self, child: &G, at: Window, scout: bool) -> i32 {
        if scout {
            let value = -self.value(child, at.child(at.alpha, at.alpha + 1));
            if self.stopped || value <= at.alpha || value >= at.beta {
                return value;
            }
        }
        -self.value(child, at.child(at.alpha, at.beta))
    }

    /// What `position` is worth to its side to move: exact between `alpha` and `beta`, else a bound on their side.
    fn value(&mut self, position: &G, at: Window) -> i32 {
        self.levels[at.ply].line.clear();
        self.depends = ANY_PATH;
        if !self.enter() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(at.ply as u32);
        if let Some(winner) = position.winner() {
            let won = winner == position.side_to_move();
            return if won { win_at(at.ply) } else { -win_at(at.ply) };
        }
        match self.path.repeats(at.ply, position.key()) {
            Some(Repeated::OnPath(ply)) => {
                self.depends = ply;
                return DRAW;
            }
            Some(Repeated::InGame) => return DRAW,
            None => {}
        }
        if at.depth == 0 {
            return position.glance().unwrap_or(win_at(at.ply + 1));
        }
        if position.wins_now() {
            return win_at(at.ply + 1);
        }
        self.inner(position, at)
    }

    /// An inner node: the game goes on, and the side to move has no quick win.
    fn inner(&mut self, position: &G, at: Window) -> i32 {
        // No end can come sooner than with the next turn.
        let at = Window { alpha: at.alpha.max(-win_at(at.ply + 1)), beta: at.beta.min(win_at(at.ply + 1)), ..at };
        if at.alpha >= at.beta {
            return at.alpha;
        }
        let key = position.key() ^ self.salt;
        let stored = self.task.table.get(key).and_then(Entry::unpack);
        // On the principal variation the line itself is wanted, not only its value.
        if let Some(value) = stored.and_then(|entry| cutoff(entry, at)).filter(|_| at.beta - at.alpha == 1) {
            return value;
        }
        self.path.put(at.ply, position.key());
        let mut level = std::mem::take(&mut self.levels[at.ply]);
        position.generate(&mut self.scratch, &mut level.turns);
        level.order.begin(&level.turns, stored.and_then(|entry| entry.best), &self.memory, at.ply);
        let (value, best, depends) = self.best_of(position, at, &mut level);
        self.levels[at.ply] = level;
        if self.stopped {
            return value;
        }
        // What rests on this position or later ones only is the same on every path.
        self.depends = if depends >= at.ply { ANY_PATH } else { depends };
        if self.depends == ANY_PATH {
            let bound = match value {
                _ if value >= at.beta => Bound::Lower,
                _ if value > at.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let best = best.or(stored.and_then(|entry| entry.best));
            let entry = Entry { score: from_node(value, at.ply), depth: at.depth, bound, best };
            self.task.table.put(key, entry.pack(), |old| stored_depth(old) > at.depth);
        }
        value
    }

    /// Tries the turns of a node: the best value, the number of the turn that gives it if it is above `alpha`, and
    /// the earliest distance on which the value depends.
    fn best_of(&mut self, position: &G, at: Window, level: &mut Level<G>) -> (i32, Option<u16>, usize) {
        let (mut best, mut best_value) = (None, -score::INFINITE);
        let mut depends = ANY_PATH;
        let mut alpha = at.alpha;
        for i in 0..level.turns.len() {
            let number = level.order.pick(i, at.depth > 1, position, &level.turns, &self.memory);
            let turn = level.turns[number];
            let value = self.value_of_turn(&position.play(turn), Window { alpha, ..at }, i > 0);
            if self.stopped {
                break;
            }
            if value >= at.beta {
                // The refutation alone carries the bound.
                self.memory.praise(position, turn, at.ply, at.depth);
                return (value, Some(number as u16), self.depends);
            }
            depends = depends.min(self.depends);
            best_value = best_value.max(value);
            if value > alpha {
                alpha = value;
                best = Some(number as u16);
                level.line.clear();
                level.line.push(turn);
                level.line.extend_from_slice(&self.levels[at.ply + 1].line);
            }
        }
        (best_value, best, depends)
    }
}

/// The value that an entry allows to return at once.
fn cutoff(entry: Entry, at: Window) -> Option<i32> {
    let value = from_root(entry.score, at.ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= at.beta,
        Bound::Upper => value <= at.alpha,
    };
    (entry.depth >= at.depth && decides).then_some(value)
}
