//! The whole session in memory: what can only be shown from inside.

use std::io::{Cursor, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::{Config, run};

/// Makes the next search panic: the hook of the test below, in test builds only.
static PANIC: AtomicBool = AtomicBool::new(false);

/// Called by the worker when a search begins.
pub(super) fn panic_if_asked() {
    assert!(!PANIC.swap(false, Ordering::Relaxed), "this panic is a test");
}

/// Output that can be looked at.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics here").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn said(input: &'static str) -> Vec<String> {
    let output = Shared::default();
    run(Cursor::new(input), output.clone(), &Config::default()).expect("the session begins");
    let bytes = output.0.lock().expect("nobody panics here").clone();
    String::from_utf8(bytes).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn a_panic_in_the_worker_is_an_error_and_a_bestmove_and_the_session_goes_on() {
    PANIC.store(true, Ordering::Relaxed);
    let lines = said("go depth 1\n");
    assert_eq!(
        lines,
        ["info string error internal: the engine has a fault: this panic is a test; please report it", "bestmove a1a2"]
    );
    PANIC.store(true, Ordering::Relaxed);
    let lines = said("go infinite\nstop\nposition startpos moves a1a2\nquery p1turn\ngo depth 1\n");
    assert!(lines[0].starts_with("info string error internal: "), "{lines:?}");
    assert_eq!(lines[1..3], ["bestmove a1a2", "response false"]);
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}
