//! **Diabolo**, an engine for the board games Diaballik and Diablo behind one line protocol.
//!
//! A line of input becomes a turn on the board one way, without circles:
//!
//! ```text
//! text -> protocol -> session -> search over game -> protocol -> text
//! ```
//!
//! | module | its one job |
//! | --- | --- |
//! | [`parse`](NotationError) | the layer over nom that every grammar shares: errors with a column and an expectation |
//! | [`game`] | the rules: the trait [`game::Game`], its two games, notation, history; [`game::any`] is the only type erasure |
//! | [`rng`] | dice: the seeded roll and the stream of rolls |
//! | [`search`] | alpha-beta, expectation over rolls, limits, time, the transposition table |
//! | `keys` | maps and sets by keys of positions |
//! | `processor` | what the processor can do, for the hottest loops |
//! | [`protocol`] | lines to typed commands, typed replies to lines, the only code that writes output |
//! | [`options`] | the table of options that protocol and command line share |
//! | [`session`] | the state machine between input, worker and output |
//! | [`gtp`] | the second front end: GTP for GoGui, over the session's reader, worker, desk and writer |
//! | [`perft`], [`bench`] | counting turns, counting nodes |
//! | [`endings`] | the database of exact endings of Diablo: making it, its file, looking chances up |
//! | [`analysis`] | rollouts, luck and skill in records |
//! | [`record`] | game records: reading them, playing them through the rules |
//! | [`cli`] | the process: flags and subcommands |
//!
//! What always holds:
//!
//! 1. `game` knows no search, no protocol, no input or output and no clock; `search` knows no text; only `protocol`,
//!    `gtp` and the games' notation know text.
//! 2. Bytes go to standard output in one place, [`protocol::writer`] (the subcommands that print for people in
//!    [`cli`] and its replay apart). A session takes its reader and writer as parameters.
//! 3. One closed set of events drives the session; its states are Idle, Searching and Stopping.
//! 4. The hot path allocates nothing and there is no `unsafe`.
//! 5. A search is a function of position, limits, options and seed: with one thread and a node limit it gives the same
//!    turn and the same count of nodes everywhere.
//! 6. Parse errors are values with a place and an expectation.
//! 7. The rules have a slow twin in the tests, written apart from this code, that random positions are checked against.

pub mod analysis;
pub mod bench;
pub mod cli;
pub mod endings;
mod explain;
pub mod game;
pub mod gtp;
mod keys;
mod mover;
mod offer;
pub mod options;
mod parse;
pub mod perft;
mod processor;
pub mod protocol;
pub mod record;
mod replay;
pub mod rng;
pub mod search;
pub mod session;
pub mod transcript;

pub use parse::NotationError;
