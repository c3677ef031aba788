//! The root: its turns, iterations, limits, reports.

use super::MAX_DEPTH;
use super::score::{INFINITE, is_certain, plies_to_end, told, win_at};
use super::tree::ranking::THREAT;
use super::tree::{RootWindow, Tree};
use crate::game::Turn;
use crate::game::deterministic::Deterministic;
use crate::search::limits::Limits;
use crate::search::proof::{Answer, Prover};
use crate::search::{Line, Report, Score, Task, Wdl};

/// Half the first window of an iteration around the last one's value, and the half beyond which it is open.
const NARROW: i32 = 45;
const WIDE: i32 = 600;
/// Hundredths of the time after which no iteration begins, by how long the best turn has been the same.
const TIME_BY_STEADINESS: [u32; 3] = [160, 110, 75];

/// A turn of the root.
#[derive(Debug, Clone)]
pub(super) struct RootTurn<G: Deterministic> {
    turn: G::Move,
    after: G,
    /// What it was worth when it was last among the best.
    value: i32,
    /// The line behind it that this rests on.
    line: Vec<G::Move>,
}

/// The turns that the task allows, the most promising first.
pub(super) fn root_turns<G: Deterministic>(task: &Task<'_, G>) -> Vec<RootTurn<G>> {
    let mut moves = Vec::new();
    task.root.generate(&mut G::Scratch::default(), &mut moves);
    let mut turns: Vec<RootTurn<G>> = moves
        .into_iter()
        .map(|turn| RootTurn { turn, after: task.root.play(turn), value: -INFINITE, line: Vec::new() })
        .filter(|root| task.only.is_empty() || task.only.contains(&root.after))
        .collect();
    turns.sort_by_cached_key(|root| look(task.root, root));
    turns
}

/// What a turn leaves to the opponent at first sight.
fn look<G: Deterministic>(position: &G, root: &RootTurn<G>) -> i32 {
    let after = &root.after;
    match (after.winner(), after.glance()) {
        (Some(winner), _) if winner == position.side_to_move() => -INFINITE,
        (None, Some(glance)) if glance.threatened => glance.value - THREAT,
        (None, Some(glance)) => glance.value,
        _ => INFINITE,
    }
}

/// Iterations at the root.
pub(super) struct Deepening<'a, 'r, G: Deterministic> {
    tree: Tree<'a, G>,
    turns: Vec<RootTurn<G>>,
    report: Option<&'r mut dyn FnMut(Report)>,
    /// Whether any line has been reported.
    reported: bool,
}

impl<'a, 'r, G: Deterministic> Deepening<'a, 'r, G> {
    pub(super) fn new(tree: Tree<'a, G>, turns: Vec<RootTurn<G>>, report: Option<&'r mut dyn FnMut(Report)>) -> Self {
        Deepening { tree, turns, report, reported: false }
    }

    /// Deepens from `first` on until a limit is met. The best turn is the first one then.
    pub(super) fn run(&mut self, first: u32) {
        let limits = self.tree.task.limits;
        let last = deepest(limits);
        if proves(self.tree.task) {
            self.prove(last);
            return;
        }
        self.deepen(first, last);
        // A win that was asked for and not found is refuted only by a search that guesses nothing.
        if limits.mate.is_some() && !self.turns.is_empty() && !self.tree.stopped && !self.is_settled(0, 1) {
            self.tree.guess_no_more();
            self.deepen(last.saturating_sub(1).max(first), last);
        }
    }

    /// Proves or refutes a win in one own turn, in two, and so on to the number that was asked for.
    fn prove(&mut self, last: u32) {
        // A turn to play in any case.
        self.deepen(1, last.min(1));
        let mut prover = Prover::new(self.tree.task, self.tree.all_nodes());
        let mut finished = 1;
        for depth in (1..=last).step_by(2) {
            if self.turns.is_empty() || self.tree.stopped || self.is_settled(depth, 1) {
                break;
            }
            let answer = prover.wins_within(depth.div_ceil(2));
            self.tree.has_entered(prover.nodes());
            match answer {
                // The last line tells what the search has cost.
                Answer::Unknown => return self.tell(finished, 1),
                Answer::Refuted => {}
                Answer::Proved(line) => self.put_first(&line, win_at(depth as usize)),
            }
            self.tell(depth, 1);
            finished = depth;
        }
    }

    /// Brings the first turn of a line to the front.
    fn put_first(&mut self, line: &[G::Move], value: i32) {
        let Some((first, rest)) = line.split_first() else { return };
        self.bring_to(0, *first);
        self.turns[0].value = value;
        self.turns[0].line = rest.to_vec();
    }

    fn deepen(&mut self, first: u32, last: u32) {
        let lines = self.tree.task.options.multipv.clamp(1, self.turns.len().max(1));
        // For how many iterations the best turn has stayed the same.
        let mut steady = 0;
        for depth in first..=last {
            if self.turns.is_empty() || !self.tree.may_deepen(TIME_BY_STEADINESS[steady.min(2)]) {
                break;
            }
            let before = self.turns[0].turn;
            self.iterate(depth, lines);
            steady = if self.turns[0].turn == before { steady + 1 } else { 0 };
            if self.tree.stopped || self.is_settled(depth, lines) {
                break;
            }
        }
    }

    /// The best turn with at least one line reported.
    pub(super) fn finish(mut self) -> Option<Turn> {
        if !self.reported && !self.turns.is_empty() {
            // Stopped before anything was known.
            self.turns[0].value = self.tree.task.root.evaluate();
            self.tell(0, 1);
        }
        let best = self.turns.first()?;
        self.tree.task.root.written(&best.after)
    }

    /// One iteration: the best line, then the best of the other turns, and so on. The lines found stand first after it.
    fn iterate(&mut self, depth: u32, lines: usize) {
        for done in 0..lines {
            let known = self.best_from(done, depth);
            if self.tree.stopped {
                // What has been found comes first now, so it is told.
                let told = if done == 0 { usize::from(known) } else { done };
                if told > 0 {
                    self.tell(depth, told);
                }
                return;
            }
        }
        // Table entries of greater depth may have changed a value between two lines.
        self.turns[..lines].sort_by_key(|root| -root.value);
        self.tell(depth, lines);
    }

    /// Brings a turn that stands there or further behind to that place.
    fn bring_to(&mut self, place: usize, turn: G::Move) {
        if let Some(at) = self.turns.iter().position(|root| root.turn == turn) {
            self.turns[place..=at].rotate_right(1);
        }
    }

    /// Brings the best of the turns behind the first `done` to their front. Returns whether any was searched through:
    /// if the search stops before the last one, the best so far is there.
    fn best_from(&mut self, done: usize, depth: u32) -> bool {
        let RootTurn { turn: first, value: before, .. } = self.turns[done];
        let narrow = self.tree.tuning().aspiration && done == 0 && depth > 2 && !is_certain(before);
        let mut width = NARROW;
        let (mut low, mut high) = if narrow { (before - width, before + width) } else { (-INFINITE, INFINITE) };
        let mut known = false;
        loop {
            let found = self.best_between(done, depth, low, high);
            known |= found.is_some();
            let value = match found {
                Some(value) if !self.tree.stopped => value,
                _ => {
                    if !known {
                        self.bring_to(done, first);
                    }
                    return known;
                }
            };
            if value > low && value < high {
                return true;
            }
            width *= 4;
            let wide = width > WIDE || is_certain(value);
            if value <= low {
                low = if wide { -INFINITE } else { value - width };
                known = false;
            } else {
                high = if wide { INFINITE } else { value + width };
            }
        }
    }

    /// The best value of the turns behind the first `done`, exact between `low` and `high`. The turn that has it comes
    /// to their front if it is above `low`. `None` if the search stopped before anything was found out.
    fn best_between(&mut self, done: usize, depth: u32, low: i32, high: i32) -> Option<i32> {
        let (mut alpha, mut best) = (low, -INFINITE);
        for i in done..self.turns.len() {
            let (child, turn) = (self.turns[i].after, self.turns[i].turn);
            let less = self.reduction(i - done, depth);
            let at = RootWindow { depth, alpha, beta: high, scout: i > done, less };
            let value = self.tree.root_turn(&child, turn, at);
            if self.tree.stopped {
                return (alpha > low).then_some(best);
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                let root = &mut self.turns[i];
                root.value = value;
                root.line.clear();
                root.line.extend_from_slice(self.tree.line());
                self.turns[done..=i].rotate_right(1);
            }
            if value >= high {
                break;
            }
        }
        Some(best)
    }

    /// By how many turns less deep the `i`-th turn is searched at first: not much, since a quiet turn that
    /// wins in three may stand far behind.
    fn reduction(&self, i: usize, depth: u32) -> i32 {
        let late = i >= 24 && depth > self.tree.careful_depth.max(2) && self.tree.tuning().reductions;
        if late { 1 + i32::from(depth >= 6) } else { 0 }
    }

    /// Whether deeper iterations can't change anything that matters.
    fn is_settled(&self, depth: u32, lines: usize) -> bool {
        let limits = self.tree.task.limits;
        let best = self.turns[0].value;
        let found = |within: u32| matches!(told(best), Score::Mate(n) if n > 0 && n as u32 <= within);
        // An iteration sees every end up to one turn beyond its depth.
        let proved = |root: &RootTurn<G>| plies_to_end(root.value).is_some_and(|plies| plies <= depth as i32 + 1);
        let on_clock = limits.clock[self.tree.task.root.side_to_move().index()].is_some() && !limits.infinite;
        limits.mate.is_some_and(found) || self.turns[..lines].iter().all(proved) || on_clock && self.turns.len() == 1
    }

    fn tell(&mut self, depth: u32, lines: usize) {
        let Some(report) = &mut self.report else { return };
        let task = self.tree.task;
        for (multipv, root) in self.turns[..lines].iter().enumerate() {
            let score = told(root.value);
            report(Report::Line(Line {
                depth,
                seldepth: self.tree.seldepth.max(depth),
                multipv: multipv + 1,
                score,
                wdl: Wdl::from_chance(score.chance()),
                nodes: self.tree.all_nodes(),
                time: self.tree.elapsed(),
                hashfull: task.table.hashfull(),
                pv: printable(task.root, root),
            }));
        }
        self.reported = true;
    }
}

/// Whether the search is a proof search: for several lines, alpha-beta looks for the win.
pub(super) fn proves<G: Deterministic>(task: &Task<'_, G>) -> bool {
    task.limits.mate.is_some() && task.options.multipv <= 1
}

/// The last iteration that the limits ask for. Every win in N own turns is seen at depth 2N-1.
fn deepest(limits: &Limits) -> u32 {
    let of_mate = limits.mate.map_or(MAX_DEPTH, |turns| (2 * turns.min(MAX_DEPTH)).saturating_sub(1));
    limits.depth.unwrap_or(MAX_DEPTH).min(of_mate).min(MAX_DEPTH)
}

/// The line as turns. A search ends a line where it sees a win within the turn: the winning turn is added.
fn printable<G: Deterministic>(root: &G, best: &RootTurn<G>) -> Vec<Turn> {
    let mut position = *root;
    let mut line = Vec::new();
    let mut add = |position: &mut G, after: G| {
        line.extend(position.written(&after));
        *position = after;
    };
    add(&mut position, best.after);
    for &turn in &best.line {
        let after = position.play(turn);
        add(&mut position, after);
    }
    // A search ends where it sees a win within the turn, or that no turn prevents one.
    while plies_to_end(best.value).is_some() && position.winner().is_none() {
        let wins = position.wins_now();
        let Some(after) = last_turn(&position, wins) else { break };
        add(&mut position, after);
    }
    line
}

/// The position after a turn that wins at once, or else after one that leaves the opponent a win.
fn last_turn<G: Deterministic>(position: &G, wins: bool) -> Option<G> {
    let mut moves = Vec::new();
    position.generate(&mut G::Scratch::default(), &mut moves);
    let mover = position.side_to_move();
    let fits = |after: &G| match after.winner() {
        None => !wins && after.wins_now(),
        Some(winner) => wins && winner == mover,
    };
    moves.into_iter().map(|turn| position.play(turn)).find(fits)
}
