//! **Diabolo**, an engine for Diaballik and Diablo behind one line protocol. (map to be written)

pub mod bench;
pub mod cli;
mod explain;
pub mod game;
mod mover;
pub mod options;
mod parse;
pub mod perft;
pub mod protocol;
mod replay;
pub mod rng;
pub mod search;
pub mod session;
pub mod transcript;

pub use parse::NotationError;
