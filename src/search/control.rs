//! What ends a search: the stop flag, the clock, the number of nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::time::Budget;

/// A flag that one thread raises and another looks at.
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been asked.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether a search must go on.
#[derive(Debug, Clone)]
pub struct Control {
    stop: StopFlag,
    begun: Instant,
    budget: Budget,
    nodes: u64,
}

impl Control {
    /// The clock starts now.
    #[must_use]
    pub fn new(stop: StopFlag, budget: Budget, nodes: Option<u64>) -> Control {
        Control { stop, begun: Instant::now(), budget, nodes: nodes.unwrap_or(u64::MAX) }
    }

    /// No limit but the flag.
    #[must_use]
    pub fn until_stopped(stop: StopFlag) -> Control {
        Control::new(stop, Budget::default(), None)
    }

    /// How long the search has run.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether the search must end at once: the flag, the node limit or the hard bound of time. Reads the clock, so
    /// a search asks now and then, at least every few thousand positions.
    #[must_use]
    pub fn must_stop(&self, nodes: u64) -> bool {
        self.stop.is_raised() || nodes >= self.nodes || self.budget.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether the limits allow so many positions and so much time.
    #[must_use]
    pub fn gives(&self, nodes: u64, time: Duration) -> bool {
        self.nodes >= nodes && self.budget.hard.is_none_or(|hard| hard >= time)
    }

    /// Whether the node limit is met; cheap enough to ask at each node, so that node limits are exact.
    #[must_use]
    pub fn out_of_nodes(&self, nodes: u64) -> bool {
        nodes >= self.nodes
    }

    /// Whether another iteration may begin.
    #[must_use]
    pub fn may_deepen(&self, nodes: u64) -> bool {
        self.may_deepen_within(nodes, 100)
    }

    /// The same with the soft bound of time stretched or shortened to so many hundredths.
    #[must_use]
    pub fn may_deepen_within(&self, nodes: u64, percent: u32) -> bool {
        let in_time = |soft: Duration| self.elapsed() < soft * percent / 100;
        !self.must_stop(nodes) && self.budget.soft.is_none_or(in_time)
    }
}
