//! The line protocol as text: from lines to typed [`command`]s by the [`grammar`], from typed [`reply`]s to lines, and
//! the [`writer`], the only place that writes output. protocol.md is the normative description.

pub mod command;
pub mod error;
mod grammar;
pub mod reply;
pub mod writer;

pub use command::Command;
pub use error::{Code, Error};
pub(crate) use grammar::{VERBS, token, verb};
pub use reply::Reply;
