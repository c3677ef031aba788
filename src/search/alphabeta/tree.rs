//! The recursion; `ranking` decides what is tried and how deep.

pub(super) mod ranking;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::entry::{Bound, Entry, depth as stored_depth};
use super::order::{Memory, Order};
use super::repetition::{Path, Repeated};
use super::score::{DRAW, from_node, from_root, is_certain, win_at};
use super::{MAX_DEPTH, Tuning, score};
use crate::game::deterministic::{Deterministic, Glance, Outlook};
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
    /// Classes of the turns on the path, none for null moves.
    classes: Vec<Option<usize>>,
    /// What the positions on the path are worth to their sides to move.
    evaluations: Vec<i32>,
    tuning: Tuning,
    root_depth: u32,
    /// Iterations to this depth guess less; 0 where there is no time to be careful.
    pub(super) careful_depth: u32,
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

/// What the root asks of one of its turns.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootWindow {
    pub(super) depth: u32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) scout: bool,
    pub(super) less: i32,
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
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    /// The turn that led here was a null move.
    passed: bool,
}

impl Window {
    /// The next node, searched `less` turns less deep than one turn of this one is worth.
    fn child(self, alpha: i32, beta: i32, less: i32) -> Window {
        let depth = (self.depth - 1 - less).max(0);
        Window { depth, ply: self.ply + 1, alpha: -beta, beta: -alpha, passed: false }
    }

    /// Whether only one side of one score is asked for.
    fn is_empty(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// Means are told in steps of so many hundredths: finer differences say nothing, and what is equal needs no second search.
const GRAIN: i32 = 6;
/// Hundredths for each turn of depth that a node must be above beta to be cut off at once.
const FAR_ABOVE: i32 = 110;
/// To this depth.
const FAR_ABOVE_DEPTH: i32 = 3;
/// More than nearly any turn gains at once.
const BEST_GAIN: i32 = 220;
/// How much less deep is searched after a null move, beside its own turn.
const NULL_LESS: i32 = 1;
/// Where time allows, the first iterations guess less, so that they see what a search without guesses sees: to this depth
/// of the root no turn of it is reduced and no null move is tried. (All iterations reduce less below the root then.)
const CAREFUL_DEPTH: u32 = 3;
/// That takes some 300,000 positions, so it is done where there are ten times as many, or time for them.
const CAREFUL_NODES: u64 = 3_000_000;
const CAREFUL_TIME: Duration = Duration::from_secs(1);
/// With so few defences a threatened node is searched deeper.
const FEW: usize = 6;

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
            classes: vec![None; PLIES],
            evaluations: vec![task.root.evaluate(); PLIES],
            tuning: task.options.tuning,
            root_depth: 0,
            careful_depth: if control.gives(CAREFUL_NODES, CAREFUL_TIME) { CAREFUL_DEPTH } else { 0 },
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

    /// Whether another iteration may begin, in so many hundredths of the time for it.
    pub(super) fn may_deepen(&self, percent: u32) -> bool {
        self.control.may_deepen_within(self.all_nodes(), percent)
    }

    /// Another search of the same task has counted on to so many positions.
    pub(super) fn has_entered(&mut self, all_nodes: u64) {
        self.nodes += all_nodes - self.all_nodes();
    }

    /// From now on nothing is pruned or reduced on a guess, and what was found so far is not used.
    pub(super) fn guess_no_more(&mut self) {
        self.tuning = Tuning { threats: self.tuning.threats, static_order: self.tuning.static_order, ..Tuning::PLAIN };
        self.salt = crate::rng::mix64(self.salt);
    }

    /// Which guesses are made.
    pub(super) fn tuning(&self) -> Tuning {
        self.tuning
    }

    /// The time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// The value of the root's turn that leads to `child`, for the side to move at the root. `scout` asks first whether
    /// it is above `alpha` at all, first `less` turns less deep than the rest.
    pub(super) fn root_turn(&mut self, child: &G, turn: G::Move, at: RootWindow) -> i32 {
        self.classes[0] = Some(self.task.root.class(turn));
        self.root_depth = at.depth;
        let window = Window { depth: at.depth as i32, ply: 0, alpha: at.alpha, beta: at.beta, passed: false };
        self.value_of_turn(child, window, at.scout, at.less)
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

    /// The value of a turn: with an empty window around `alpha` if that is enough, first `less` turns less deep.
    fn value_of_turn(&mut self, child: &G, at: Window, scout: bool, less: i32) -> i32 {
        if scout && less > 0 {
            let value = -self.value(child, at.child(at.alpha, at.alpha + 1, less));
            if self.stopped || value <= at.alpha {
                return value;
            }
        }
        if scout {
            let value = -self.value(child, at.child(at.alpha, at.alpha + 1, 0));
            if self.stopped || value <= at.alpha || value >= at.beta {
                return value;
            }
        }
        -self.value(child, at.child(at.alpha, at.beta, 0))
    }

    /// What `position` is worth to its side to move: exact between `alpha` and `beta`, else a bound on their side.
    fn value(&mut self, position: &G, at: Window) -> i32 {
        if !self.arrive(at.ply) {
            return DRAW;
        }
        if let Some(winner) = position.winner() {
            let won = winner == position.side_to_move();
            return if won { win_at(at.ply) } else { -win_at(at.ply) };
        }
        if self.repeats(at.ply, position) {
            return DRAW;
        }
        if at.depth == 0 || at.ply >= PLIES - 1 {
            return self.leaf(position, position.glance(), at.ply);
        }
        if position.wins_now() {
            return win_at(at.ply + 1);
        }
        self.inner(position, at)
    }

    /// The value of a turn that leads to a leaf at distance `ply`: what [`Tree::value`] would say, with the survey of the
    /// position before it.
    fn value_of_leaf(&mut self, position: &G, turn: G::Move, ply: usize, survey: &mut G::Survey) -> i32 {
        if !self.arrive(ply) {
            return DRAW;
        }
        let glance = match position.outlook(survey, turn) {
            Outlook::Over(winner) if winner == position.side_to_move() => return win_at(ply),
            Outlook::Over(_) => return -win_at(ply),
            Outlook::Lost => None,
            Outlook::Open(glance) => Some(glance),
        };
        let child = position.play(turn);
        if self.repeats(ply, &child) { DRAW } else { -self.leaf(&child, glance, ply) }
    }

    /// Counts a position at distance `ply`, of whose value nothing is known yet. Returns whether no limit is met.
    fn arrive(&mut self, ply: usize) -> bool {
        self.levels[ply].line.clear();
        self.depends = ANY_PATH;
        let entered = self.enter();
        if entered {
            self.seldepth = self.seldepth.max(ply as u32);
        }
        entered
    }

    /// Whether a position at distance `ply` is a draw because it has come before.
    fn repeats(&mut self, ply: usize, position: &G) -> bool {
        let repeated = self.path.repeats(ply, position.key());
        if let Some(Repeated::OnPath(earlier)) = repeated {
            self.depends = earlier;
        }
        repeated.is_some()
    }

    /// What a leaf at distance `ply` is worth to its side to move, by what is seen of it and of the position before.
    fn leaf(&self, position: &G, glance: Option<Glance>, ply: usize) -> i32 {
        match glance {
            None => win_at(ply + 1),
            Some(glance) if glance.threatened && self.counts_threats() && !position.has_defence() => -win_at(ply + 2),
            Some(glance) if self.tuning.mean_leaves => mean(glance.value, -self.evaluations[ply - 1]),
            Some(glance) => glance.value,
        }
    }

    /// More than nearly any last turn adds to what the position before it is worth.
    fn best_gain(&self) -> i32 {
        if self.tuning.mean_leaves { BEST_GAIN / 2 } else { BEST_GAIN }
    }

    /// Whether a turn that leaves the opponent a win may be called lost at sight. It may be a draw where the game has
    /// seen the position before; on the path alone that can't be, since nothing follows a position with such a win.
    fn counts_threats(&self) -> bool {
        self.tuning.threats && self.path.nothing_is_spent()
    }

    /// An inner node: the game goes on, and the side to move has no quick win.
    fn inner(&mut self, position: &G, at: Window) -> i32 {
        // No end can come sooner than with the next turn.
        let mut at = Window { alpha: at.alpha.max(-win_at(at.ply + 1)), beta: at.beta.min(win_at(at.ply + 1)), ..at };
        if at.alpha >= at.beta {
            return at.alpha;
        }
        let key = position.key() ^ self.salt;
        let stored = self.task.table.get(key).and_then(Entry::unpack);
        // On the principal variation the line itself is wanted, not only its value.
        if let Some(value) = stored.and_then(|entry| cutoff(entry, at)).filter(|_| at.is_empty()) {
            return value;
        }
        self.path.put(at.ply, position.key());
        self.evaluations[at.ply] = position.evaluate();
        let threatened = position.threatened();
        if at.is_empty()
            && !threatened
            && let Some(value) = self.cut_without_turns(position, at)
        {
            return value;
        }
        if self.stopped {
            return DRAW;
        }
        let mut level = std::mem::take(&mut self.levels[at.ply]);
        // All other turns lose at once.
        let defends = self.counts_threats() && threatened;
        if defends {
            position.generate_defences(&mut self.scratch, &mut level.turns);
        } else {
            position.generate(&mut self.scratch, &mut level.turns);
        }
        let best = stored.and_then(|entry| entry.best);
        let asked = at.depth;
        self.prepare(position, at, best, &mut level);
        at.depth += i32::from(defends && level.turns.len() <= FEW && at.ply < 2 * self.root_depth as usize);
        let (mut value, best, depends) = self.best_of(position, at, &mut level);
        if defends {
            // The turns left out: there always is one.
            value = value.max(-win_at(at.ply + 2));
        }
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
            let depth = asked as u32;
            let entry = Entry { score: from_node(value, at.ply), depth, bound, best };
            self.task.table.put(key, entry.pack(), |old| stored_depth(old) > depth);
        }
        value
    }

    /// A bound of at least beta that is had without trying turns. A step out and back is a legal turn, so what a null
    /// move brings is a true bound, but for the smaller depth.
    fn cut_without_turns(&mut self, position: &G, at: Window) -> Option<i32> {
        let value = self.evaluations[at.ply];
        if is_certain(at.beta) || value < at.beta {
            return None;
        }
        let far = at.depth <= FAR_ABOVE_DEPTH && value - FAR_ABOVE * at.depth >= at.beta;
        if self.tuning.reverse_futility && far {
            return Some(value);
        }
        if !self.tuning.null_move || at.passed || self.root_depth <= self.careful_depth {
            return None;
        }
        let child = position.passed()?;
        self.classes[at.ply] = None;
        let less = NULL_LESS + at.depth / 4;
        let value = -self.value(&child, Window { passed: true, ..at.child(at.beta - 1, at.beta, less) });
        (!self.stopped && self.depends == ANY_PATH && value >= at.beta).then_some(value)
    }

    /// Tries the turns of a node: the best value, the number of the turn that gives it if it is above `alpha`, and
    /// the earliest distance on which the value depends.
    fn best_of(&mut self, position: &G, at: Window, level: &mut Level<G>) -> (i32, Option<u16>, usize) {
        let (mut best, mut best_value) = (None, -score::INFINITE);
        let mut depends = ANY_PATH;
        let mut alpha = at.alpha;
        let before = self.classes[at.ply - 1];
        let mut survey = position.survey();
        let mut i = 0;
        loop {
            let (tree, borrowed) = (&*self, &mut survey);
            let pick = level.order.pick(i, at.depth > 1, &level.turns, || tree.ranking(position, at, borrowed));
            let Some(pick) = pick else { break };
            let turn = level.turns[pick.number];
            i += 1;
            if self.is_late(i, pick, at, best_value) {
                level.order.keep_threats(i);
                continue;
            }
            self.classes[at.ply] = Some(position.class(turn));
            let value = if at.depth == 1 {
                self.value_of_leaf(position, turn, at.ply + 1, &mut survey)
            } else {
                let less = self.reduction(i, pick, at);
                self.value_of_turn(&position.play(turn), Window { alpha, ..at }, i > 1, less)
            };
            if self.stopped {
                break;
            }
            if value >= at.beta {
                // The refutation alone carries the bound.
                self.memory.praise(position, turn, at.ply, at.depth, before);
                return (value, Some(pick.number as u16), self.depends);
            }
            depends = depends.min(self.depends);
            best_value = best_value.max(value);
            if value > alpha {
                alpha = value;
                best = Some(pick.number as u16);
                level.line.clear();
                level.line.push(turn);
                level.line.extend_from_slice(&self.levels[at.ply + 1].line);
            }
        }
        if level.order.futile {
            best_value = best_value.max(self.evaluations[at.ply] + self.best_gain());
        }
        if let Some(loser) = level.order.loser.filter(|_| best_value < -win_at(at.ply + 2)) {
            best_value = -win_at(at.ply + 2);
            if best_value > alpha {
                best = Some(loser as u16);
                level.line.clear();
                level.line.push(level.turns[loser]);
            }
        }
        (best_value, best, depends)
    }
}

/// The mean of two values, in whole grains, rounded alike for both sides.
fn mean(one: i32, other: i32) -> i32 {
    let twice = one + other;
    (twice + twice.signum() * GRAIN) / (2 * GRAIN) * GRAIN
}

/// The value that an entry allows to return at once.
fn cutoff(entry: Entry, at: Window) -> Option<i32> {
    let value = from_root(entry.score, at.ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= at.beta,
        Bound::Upper => value <= at.alpha,
    };
    (entry.depth as i32 >= at.depth && decides).then_some(value)
}
