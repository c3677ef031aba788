//! What `go` can ask for.

use std::time::Duration;

/// The limits of a search; the first one met ends it. Without any it goes on until it is stopped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time left on each player's clock in milliseconds, player 1 first; zero or negative when it has run out.
    pub clock: [Option<i64>; 2],
    /// What each player's clock gains after a turn, in milliseconds.
    pub increment: [i64; 2],
    /// Turns until more time comes.
    pub moves_to_go: Option<u32>,
    /// Time for this turn in milliseconds; zero or negative means at once.
    pub movetime: Option<i64>,
    /// Depth in turns of both sides.
    pub depth: Option<u32>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Look for a certain win in this many own turns.
    pub mate: Option<u32>,
    /// The answer waits for `stop`.
    pub infinite: bool,
}

impl Limits {
    /// Whether the search ends by itself.
    #[must_use]
    pub fn bounded(&self, player: usize) -> bool {
        !self.infinite
            && (self.clock[player].is_some()
                || self.movetime.is_some()
                || self.depth.is_some()
                || self.nodes.is_some()
                || self.mate.is_some())
    }
}

/// A number of milliseconds as a duration; none below zero.
pub(crate) fn millis(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}
