//! Search over expectations, for games with dice: a static judgement of every position after the turn first, then the
//! expectation over the opponent's rolls with its best replies, and so on by iterative deepening over turns. Where
//! there is time for it, turns that are close to each other are told apart by [`sampling`] on the way. Small endings are
//! solved exactly as soon as that can be done.
//!
//! With one thread it is a function of position, limits and options: with a number of nodes for limit and an empty
//! table, it gives the same turn and the same count everywhere. Further threads share the turns of the root and the
//! table.

mod entry;
mod exact;
mod meter;
mod pass;
mod playout;
mod root;
mod sampling;
mod skill;
mod threads;
mod tree;
mod value;

pub use exact::{Solver, exact_chance};

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use self::meter::{Meter, Stopped};
use self::root::Root;
use self::tree::{Tree, judge};
use self::value::{Mean, Value};
use super::{Line, Report, RollLine, STRONGEST, Task};
use crate::game::stochastic::Stochastic;
use crate::game::{Dice, Roll, Turn};

/// No line is looked at deeper than this.
const MOST_DEPTH: u32 = 100;

/// An exact solution is tried when no more than so many turns can come.
const SOLVABLE: u32 = 24;

/// Close turns are told apart by sampling before the search goes so deep: a fourth turn costs as much as a hundred games
/// behind each of them. Short searches have no time for games enough: those which are allowed so little, or less than so
/// many times as much as has been spent so far.
const SAMPLED_BEFORE: u32 = 4;
const SAMPLED_NODES: u64 = 300_000;
const SAMPLED_TIME: Duration = Duration::from_millis(100);
const SAMPLED_SHARE: u32 = 4;

/// Searches for the best turn with the known roll. Where the roll is unknown there is no turn, and the position
/// before the roll is searched instead, every roll in turn.
///
/// With less than the full [`skill`](super::Options::skill) a known roll is played worse; what rolls promise is told
/// as well as can be.
pub fn search<G: Stochastic>(task: &Task<'_, G>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    let weak = task.options.skill < STRONGEST && matches!(task.root.dice(), Dice::Known(_));
    if weak { skill::search(task, report) } else { strongest(task, report) }
}

/// The search that holds nothing back.
fn strongest<G: Stochastic>(task: &Task<'_, G>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    let faces = task.root.about().faces;
    let sum = AtomicU64::new(0);
    let tree = |several: bool| {
        let mut tree = Tree::new(faces, task.table, task.control);
        tree.endings = task.endings;
        if several {
            tree.meter = Meter::sharing(task.control, &sum);
        }
        tree
    };
    let threads = task.options.threads.max(1);
    let helpers = (1..threads).map(|_| tree(true)).collect();
    let mut search = Search { task, tree: tree(threads > 1), helpers, report, reported: None };
    task.table.grow_older();
    match task.root.dice() {
        Dice::Known(roll) => search.known(roll),
        Dice::Unknown => {
            search.unknown();
            None
        }
        Dice::Absent => None,
    }
}

struct Search<'a, 'r, G: Stochastic> {
    task: &'a Task<'a, G>,
    tree: Tree<'a, G>,
    /// The trees of further threads, which take turns of the root in passes of bounded depth.
    helpers: Vec<Tree<'a, G>>,
    report: &'r mut dyn FnMut(Report),
    /// How many positions had been searched when something was reported last.
    reported: Option<u64>,
}

impl<G: Stochastic> Search<'_, '_, G> {
    fn known(&mut self, roll: Roll) -> Option<Turn> {
        let mut root = Root::new(self.task.root, roll);
        let lines = self.task.options.multipv.max(1);
        // A search that ends early has the best of what it has seen; the last report tells the final count.
        let _ = self.deepen_known(&mut root, lines);
        if self.reported != Some(self.tree.meter.nodes()) {
            self.report_lines(&root, lines);
        }
        root.notation(root.candidates.first()?.turn)
    }

    fn deepen_known(&mut self, root: &mut Root<G>, lines: usize) -> Result<(), Stopped> {
        if self.task.only.is_empty() {
            root.judge_all(&mut self.tree)?;
        } else {
            let mut turns = Vec::new();
            for turn in self.task.only.iter().filter_map(|after| self.task.root.compact_to(after)) {
                if !turns.contains(&turn) && root.notation(turn).is_some() {
                    turns.push(turn);
                }
            }
            root.judge_only(&turns, &mut self.tree)?;
        }
        self.report_lines(root, lines);
        if let Some(turns) = self.task.limits.mate {
            return self.prove(root, turns, lines);
        }
        for depth in 2..=self.last_depth() {
            if self.is_decided(root, lines) || !self.task.control.may_deepen(self.tree.meter.nodes()) {
                break;
            }
            if self.solvable() && root.solve(depth, self.share(), lines, &mut self.tree)? {
                self.report_lines(root, lines);
                break;
            }
            if depth == SAMPLED_BEFORE && self.may_sample() {
                self.sample(root, depth, lines)?;
                if !self.task.control.may_deepen(self.tree.meter.nodes()) {
                    break;
                }
            }
            root.deepen(depth, lines, &mut self.tree, &mut self.helpers)?;
            self.report_lines(root, lines);
        }
        Ok(())
    }

    /// Plays games behind turns that are close to each other until these are told apart, or have had enough of them.
    fn sample(&mut self, root: &mut Root<G>, depth: u32, lines: usize) -> Result<(), Stopped> {
        while root.may_sample(lines) && self.task.control.may_deepen(self.tree.meter.nodes()) {
            root.sample(depth, lines, &mut self.tree, &mut self.helpers)?;
            self.report_lines(root, lines);
        }
        Ok(())
    }

    /// Looks for a certain win in ever more own turns, `most` at most. If there is none the search is an ordinary one
    /// two turns deep.
    fn prove(&mut self, root: &mut Root<G>, most: u32, lines: usize) -> Result<(), Stopped> {
        let last_depth = self.last_depth();
        for turns in 1..=most.min(last_depth.div_ceil(2)) {
            if root.prove(last_depth.min(2 * turns), &mut self.tree)? {
                self.report_lines(root, 1);
                return Ok(());
            }
        }
        if last_depth >= 2 {
            root.deepen(2, lines, &mut self.tree, &mut self.helpers)?;
            self.report_lines(root, lines);
        }
        Ok(())
    }

    fn unknown(&mut self) {
        let mut roots: Vec<_> = Roll::all(self.task.root.about().faces)
            .filter_map(|(roll, weight)| {
                let mut position = self.task.root.clone();
                position.set_roll(roll).ok()?;
                Some((Root::new(&position, roll), roll, weight))
            })
            .collect();
        let mut reached = 1;
        let _ = self.deepen_unknown(&mut roots, &mut reached);
        if self.reported != Some(self.tree.meter.nodes()) {
            self.report_rolls(&roots, reached);
        }
    }

    fn deepen_unknown(&mut self, roots: &mut [(Root<G>, Roll, u32)], reached: &mut u32) -> Result<(), Stopped> {
        for (root, ..) in &mut *roots {
            root.judge_all(&mut self.tree)?;
        }
        self.report_rolls(roots, 1);
        // Before the roll nothing is looked for; a search for a certain win looks as far as that win may be.
        let of_mate = self.task.limits.mate.map_or(MOST_DEPTH, |turns| turns.saturating_mul(2).max(2));
        for depth in 2..=self.last_depth().min(of_mate) {
            let decided = roots.iter().all(|(root, ..)| self.is_decided(root, 1));
            if decided || !self.task.control.may_deepen(self.tree.meter.nodes()) {
                break;
            }
            if self.solvable() && self.solve_rolls(roots, depth)? {
                self.report_rolls(roots, depth);
                break;
            }
            for (root, ..) in &mut *roots {
                root.deepen(depth, 1, &mut self.tree, &mut self.helpers)?;
            }
            *reached = depth;
            self.report_rolls(roots, depth);
        }
        Ok(())
    }

    fn solve_rolls(&mut self, roots: &mut [(Root<G>, Roll, u32)], depth: u32) -> Result<bool, Stopped> {
        let share = self.share();
        let end = self.tree.meter.nodes() + share;
        for (root, ..) in roots {
            let left = end.saturating_sub(self.tree.meter.nodes());
            if !root.solve(depth, left, 1, &mut self.tree)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether close turns may be told apart by sampling: not where a depth is asked for, nor where the end is near
    /// enough to be solved.
    fn may_sample(&self) -> bool {
        let control = self.task.control;
        let nodes = (self.tree.meter.nodes() * u64::from(SAMPLED_SHARE)).max(SAMPLED_NODES);
        let time = (control.elapsed() * SAMPLED_SHARE).max(SAMPLED_TIME);
        self.task.limits.depth.is_none() && !self.solvable() && control.gives(nodes, time)
    }

    fn last_depth(&self) -> u32 {
        self.task.limits.depth.unwrap_or(MOST_DEPTH).min(MOST_DEPTH)
    }

    fn solvable(&self) -> bool {
        self.task.options.solve && self.task.root.remaining() <= SOLVABLE
    }

    /// How many positions the next attempt at an exact solution may look at: as many as have been looked at so far,
    /// so that attempts that fail cost half of the time at most. (What they have solved is kept for the next one.)
    fn share(&self) -> u64 {
        self.tree.meter.nodes().max(2000)
    }

    /// Whether looking deeper can change nothing: every line asked for is certain, and none is left to be found.
    fn is_decided(&self, root: &Root<G>, lines: usize) -> bool {
        let certain = |value: Value| value.certainty().is_some();
        let shown = &root.candidates[..lines.min(root.candidates.len())];
        shown.iter().all(|candidate| candidate.depth > 0 && certain(candidate.value))
    }

    fn report_lines(&mut self, root: &Root<G>, lines: usize) {
        self.reported = Some(self.tree.meter.nodes());
        for (i, candidate) in root.candidates.iter().take(lines).enumerate() {
            // A turn that was never looked at (the search ended before its first position) is judged as the root.
            let (value, depth) = if candidate.depth > 0 {
                (candidate.value, candidate.depth)
            } else {
                (judge(self.task.root, self.task.endings), 1)
            };
            let pv = root.notation(candidate.turn).into_iter().collect();
            let line = self.line(i + 1, depth, value, pv);
            (self.report)(Report::Line(line));
        }
    }

    fn report_rolls(&mut self, roots: &[(Root<G>, Roll, u32)], depth: u32) {
        self.reported = Some(self.tree.meter.nodes());
        let unseen = judge(self.task.root, self.task.endings);
        let total = roots.iter().map(|&(.., weight)| f64::from(weight)).sum();
        let mut mean = Mean::new(total);
        for (root, _, weight) in roots {
            mean.add(f64::from(*weight), root.value().unwrap_or(unseen));
        }
        let line = self.line(1, depth, mean.value(), Vec::new());
        (self.report)(Report::Line(line));
        for (root, roll, weight) in roots {
            let Some(best) = root.candidates.first() else { continue };
            let value = root.value().unwrap_or(unseen);
            (self.report)(Report::Roll(RollLine {
                roll: *roll,
                weight: *weight,
                depth: best.depth.max(1),
                score: value.score(),
                wdl: value.wdl(),
                pv: root.notation(best.turn).into_iter().collect(),
            }));
        }
    }

    fn line(&self, multipv: usize, depth: u32, value: Value, pv: Vec<Turn>) -> Line {
        Line {
            depth,
            seldepth: self.helpers.iter().fold(self.tree.seldepth.max(depth), |most, helper| most.max(helper.seldepth)),
            multipv,
            score: value.score(),
            wdl: value.wdl(),
            nodes: self.tree.meter.nodes(),
            time: self.task.control.elapsed(),
            hashfull: self.tree.hashfull(),
            pv,
        }
    }
}
