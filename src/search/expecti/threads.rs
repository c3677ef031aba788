//! Several threads at one piece of work, each with a tree of its own.

use std::thread;

use super::meter::Stopped;
use super::tree::Tree;
use crate::game::stochastic::Stochastic;

/// Of a helper's thread: enough for [`super::MOST_DEPTH`] levels of recursion many times over.
const STACK: usize = 4 << 20;

/// Does the work with each of the trees, in a thread of its own for each helper; the first tree has this one.
pub(super) fn together<G: Stochastic>(
    tree: &mut Tree<'_, G>,
    helpers: &mut [Tree<'_, G>],
    work: impl Fn(&mut Tree<'_, G>) -> Result<(), Stopped> + Sync,
) -> Result<(), Stopped> {
    if helpers.is_empty() {
        return work(tree);
    }
    thread::scope(|scope| {
        for helper in helpers {
            let work = &work;
            let help = move || {
                // A helper is stopped by what stops the first thread.
                let _ = work(helper);
                helper.meter.tell();
            };
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).is_err() {
                log::warn!("a thread could not be started");
            }
        }
        work(tree)
    })
}
