//! The fast rules against the slow twin, on random positions: what one says of a position, of its turns and of any
//! text that may be a turn, the other must say too. Beside that, what holds of every position: round trips,
//! symmetries, hashes, the fall of stacks and checkers, counts of paths.
//!
//! Cases are drawn from a fixed seed, so that a failure comes again; `PROPTEST_RNG_SEED` draws others,
//! `PROPTEST_CASES` another number of them.

#[path = "../memory/mod.rs"]
mod memory;
#[path = "../twin/mod.rs"]
mod twin;

mod agree;
mod diaballik;
mod diablo;
mod hash;
mod perft;
mod repetition;
mod session;
mod support;
mod symmetry;
mod text;
