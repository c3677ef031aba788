//! Output in memory, for front ends that are run without a process.

use std::io::Write;
use std::sync::{Arc, Mutex};

/// Output that can be looked at afterwards.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    /// All that was written.
    pub fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody panics here").clone();
        String::from_utf8(bytes).expect("the engine writes UTF-8")
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics here").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
