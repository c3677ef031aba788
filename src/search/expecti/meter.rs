//! Counting positions, and asking now and then whether to go on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::search::control::Control;

/// The search has been ended: by `stop`, by time, or by the number of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// Counts positions against the limits of a search.
pub(super) struct Meter<'a> {
    control: &'a Control,
    nodes: u64,
    /// Turns that were only glanced at.
    glances: u64,
    /// The sum of all threads, if there are several, and how much of it is from here.
    sum: Option<&'a AtomicU64>,
    told: u64,
    /// An attempt may go as far as this count.
    cap: u64,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// Asking costs a look at the clock, so it is done once for so many positions: few, because judging one takes tens
    /// of microseconds on the largest boards.
    const POLL: u64 = 32;

    /// The same for turns that are only glanced at.
    const GLANCES: u64 = 1024;

    pub(super) fn new(control: &'a Control) -> Meter<'a> {
        Meter { control, nodes: 0, glances: 0, sum: None, told: 0, cap: u64::MAX, stopped: false }
    }

    /// One of several threads that count together. They look at the sum now and then, so that they may pass a limit
    /// of nodes by a few.
    pub(super) fn sharing(control: &'a Control, sum: &'a AtomicU64) -> Meter<'a> {
        Meter { sum: Some(sum), ..Meter::new(control) }
    }

    /// One more position, unless the search must end.
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        if self.nodes.is_multiple_of(Meter::POLL) {
            self.tell();
            self.stopped |= self.control.must_stop(self.nodes());
        } else if self.sum.is_none() {
            self.stopped |= self.control.out_of_nodes(self.nodes);
        }
        self.check()?;
        self.nodes += 1;
        Ok(())
    }

    /// The same inside a generator.
    pub(super) fn step(&mut self) -> ControlFlow<()> {
        self.enter().map_or(ControlFlow::Break(()), |()| ControlFlow::Continue(()))
    }

    /// One more turn that is only glanced at, which does not count.
    pub(super) fn glance(&mut self) -> ControlFlow<()> {
        self.glances += 1;
        if self.glances.is_multiple_of(Meter::GLANCES) {
            self.stopped |= self.control.must_stop(self.nodes());
        }
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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

    /// The positions that all threads have told of, and all that were counted here.
    pub(super) fn nodes(&self) -> u64 {
        self.sum.map_or(self.nodes, |sum| sum.load(Ordering::Relaxed) + self.nodes - self.told)
    }

    /// Adds what was counted here since the last time to the sum.
    pub(super) fn tell(&mut self) {
        if let Some(sum) = self.sum {
            sum.fetch_add(self.nodes - self.told, Ordering::Relaxed);
            self.told = self.nodes;
        }
    }
}
