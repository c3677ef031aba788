//! Searches with a fixed number of nodes, for every roll of a position or for one turn.

use crate::game::stochastic::Stochastic;
use crate::game::{Dice, Roll};
use crate::search::control::{Control, StopFlag};
use crate::search::limits::Limits;
use crate::search::table::Table;
use crate::search::time::Budget;
use crate::search::{Options, Report, RollLine, Task, expecti};

/// How to search.
pub(crate) struct Lookahead<'a> {
    /// How many positions a search may look at.
    pub(crate) nodes: u64,
    /// What earlier searches have found out.
    pub(crate) table: &'a Table,
    /// Ends a search early.
    pub(crate) stop: StopFlag,
}

impl Lookahead<'_> {
    /// The best turn and the chance with each roll, all by the deepest search that was finished for every one of them.
    /// Where the roll is known there is one line, for this roll.
    pub(crate) fn rolls<G: Stochastic>(&self, position: &G) -> Vec<RollLine> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let (mut known, mut batch, mut whole) = (None, Vec::new(), Vec::new());
        let count = Roll::all(position.about().faces).count();
        self.search(position, &[], &limits, &mut |report| match report {
            Report::Line(line) => {
                batch.clear();
                known = Some(line);
            }
            Report::Roll(line) => {
                batch.push(line);
                let of_one_depth = batch.iter().all(|line| line.depth == batch[0].depth);
                if batch.len() == count && (of_one_depth || whole.is_empty()) {
                    whole.clone_from(&batch);
                }
            }
        });
        match (position.dice(), known) {
            (Dice::Known(roll), Some(line)) => {
                let depth = line.depth;
                vec![RollLine { roll, weight: 1, depth, score: line.score, wdl: line.wdl, pv: line.pv }]
            }
            _ => whole,
        }
    }

    /// The chance after the turn that leads from `rolled` to `after`, looking `depth` turns ahead.
    pub(crate) fn after_turn<G: Stochastic>(&self, rolled: &G, after: &G, depth: u32) -> Option<f64> {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut found = None;
        self.search(rolled, std::slice::from_ref(after), &limits, &mut |report| {
            if let Report::Line(line) = report {
                found = Some(line.score.chance());
            }
        });
        found
    }

    fn search<G: Stochastic>(&self, root: &G, only: &[G], limits: &Limits, report: &mut dyn FnMut(Report)) {
        let control = Control::new(self.stop.clone(), Budget::default(), limits.nodes);
        let task = Task {
            root,
            earlier: &[],
            repetition: 0,
            only,
            limits,
            options: Options::default(),
            table: self.table,
            control: &control,
            endings: None,
        };
        expecti::search(&task, report);
    }
}
