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
    /// An attempt may go as far as this count.
    cap: u64,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// Asking costs a look at the clock, so it is done once for so many positions: few, because judging one takes tens
    /// of microseconds on the largest boards.
    const POLL: u64 = 32;

    pub(super) fn new(control: &'a Control) -> Meter<'a> {
        Meter { control, nodes: 0, cap: u64::MAX, stopped: false }
    }

    /// One more position, unless the search must end.
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        self.stopped = self.stopped
            || self.control.out_of_nodes(self.nodes)
            || (self.nodes.is_multiple_of(Meter::POLL) && self.control.must_stop(self.nodes));
        self.check()?;
        self.nodes += 1;
        Ok(())
    }

    /// The same inside a generator.
    pub(super) fn step(&mut self) -> ControlFlow<()> {
        self.enter().map_or(ControlFlow::Break(()), |()| ControlFlow::Continue(()))
    }

    /// An error if the search, or the attempt, must end.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        if self.stopped || self.nodes >= self.cap { Err(Stopped) } else { Ok(()) }
    }

    /// Begins an attempt that may look at `cap` further positions.
    pub(super) fn cap(&mut self, cap: u64) {
        self.cap = self.nodes.saturating_add(cap);
    }

    /// Ends an attempt: an error if not only the attempt but the search must end.
    pub(super) fn uncap(&mut self) -> Result<(), Stopped> {
        self.cap = u64::MAX;
        self.check()
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
