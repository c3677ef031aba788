//! Several threads at one search: each deepens by itself, and they help each other through the table alone. The first
//! one reports and decides.

use std::sync::atomic::AtomicU64;
use std::thread;

use super::root::{Deepening, proves, root_turns};
use super::tree::Tree;
use crate::game::Turn;
use crate::game::deterministic::Deterministic;
use crate::search::control::{Control, StopFlag};
use crate::search::{Report, Task};

/// Enough for [`super::MAX_DEPTH`] levels of recursion many times over.
const STACK: usize = 4 << 20;

pub(super) fn search<G: Deterministic>(task: &Task<'_, G>, report: &mut dyn FnMut(Report)) -> Option<Turn> {
    let turns = root_turns(task);
    let helped = AtomicU64::new(0);
    let done = StopFlag::default();
    let helper_control = Control::until_stopped(done.clone());
    let nobody = AtomicU64::new(0);
    thread::scope(|scope| {
        let threads = if proves(task) { 1 } else { task.options.threads };
        for helper in 1..threads {
            let turns = turns.clone();
            let (helped, nobody, control) = (&helped, &nobody, &helper_control);
            let work = move || {
                let tree = Tree::new(task, control, nobody, Some(helped));
                // Every second helper runs ahead by one iteration, so that not all do the same.
                Deepening::new(tree, turns, None).run(1 + helper as u32 % 2);
            };
            let started = thread::Builder::new().name(format!("helper-{helper}")).stack_size(STACK);
            if started.spawn_scoped(scope, work).is_err() {
                log::warn!("no more than {helper} threads could be started");
                break;
            }
        }
        // Also when this thread panics: the scope waits for the helpers.
        let _raise = RaiseAtEnd(done);
        let mut deepening = Deepening::new(Tree::new(task, task.control, &helped, None), turns, Some(report));
        deepening.run(1);
        deepening.finish()
    })
}

/// Stops the helpers when it goes.
struct RaiseAtEnd(StopFlag);

impl Drop for RaiseAtEnd {
    fn drop(&mut self) {
        self.0.raise();
    }
}
