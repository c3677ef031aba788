//! How much memory there is for the transposition table.

use crate::protocol::{Code, Error};
use crate::search::table::Table;

/// Whether a table of `megabytes` MiB can be had when `freed` MiB of the present one are given back.
pub(crate) fn check(megabytes: usize, freed: usize) -> Result<(), Error> {
    /// Below this no machine is asked: start-up stays light.
    const SURELY_THERE: usize = 64;
    if megabytes <= SURELY_THERE {
        return Ok(());
    }
    let Some(available) = available() else { return Ok(()) };
    let available = available + freed as u64;
    if megabytes as u64 > available {
        return Err(refuse(megabytes, &format!("the machine has {available} MiB left")));
    }
    Ok(())
}

/// The table itself.
pub(crate) fn table(megabytes: usize) -> Result<Table, Error> {
    Table::new(megabytes).map_err(|error| refuse(megabytes, &error))
}

fn refuse(megabytes: usize, why: &dyn std::fmt::Display) -> Error {
    Error::new(Code::BadOption, format!("Hash can't be {megabytes} MiB: {why}"))
}

/// MiB that can be had, of the machine and of the control group that the process lives in.
/// `None` where the system does not tell.
fn available() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    let group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    Some(system.available_memory().min(group) >> 20)
}
