//! **Diabolo**, an engine for Diaballik and Diablo behind one line protocol. (map to be written)

pub mod game;
pub mod parse;
pub mod rng;
pub mod search;
