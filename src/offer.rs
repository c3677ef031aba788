//! Sending what may be dropped when the listener is slow.

use std::cell::Cell;
use std::time::Duration;

use crossbeam_channel::Sender;

/// How long a listener may take to make room: more than one who keeps up ever needs, less than anybody notices.
const PATIENCE: Duration = Duration::from_millis(20);

/// Waits for a slow listener once, and not again before the listener has caught up.
#[derive(Debug, Default)]
pub(crate) struct Offer {
    slow: Cell<bool>,
}

impl Offer {
    /// Sends, or drops what could not be sent: then it returns false.
    pub(crate) fn send<T>(&self, queue: &Sender<T>, item: T) -> bool {
        let sent =
            if self.slow.get() { queue.try_send(item).is_ok() } else { queue.send_timeout(item, PATIENCE).is_ok() };
        self.slow.set(!sent);
        sent
    }
}
