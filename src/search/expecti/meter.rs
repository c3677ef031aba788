//! Counting positions, and asking now and then whether to go on.

use std::ops::ControlFlow;

use crate::search::control::Control;

/// The search has been ended: by `stop`, by time, or by the number of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// Counts positions against the limits of a search.
pub(super) struct Meter<'a> {
    control: &'a Control,
    nodes: u64,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// Asking costs a look at the clock, so it is done once for so many positions.
    const POLL: u64 = 128;

    pub(super) fn new(control: &'a Control) -> Meter<'a> {
        Meter { control, nodes: 0, stopped: false }
    }

    /// One more position, unless the search must end.
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        self.stopped = self.stopped
            || self.control.out_of_nodes(self.nodes)
            || (self.nodes.is_multiple_of(Meter::POLL) && self.control.must_stop(self.nodes));
        if self.stopped {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// The same inside a generator.
    pub(super) fn step(&mut self) -> ControlFlow<()> {
        self.enter().map_or(ControlFlow::Break(()), |()| ControlFlow::Continue(()))
    }

    /// An error if a generator was left because the search must end.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        if self.stopped { Err(Stopped) } else { Ok(()) }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
