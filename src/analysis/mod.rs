//! Analysis of games with dice, for people: winning chances by rollout, and how much of a game's result was luck.
//!
//! All chances are taken before or after a roll with some judgement of positions; what dice do to that judgement is
//! luck, what a turn does to it is skill. See [`rollout`] and [`luck`].

pub mod command;
mod estimate;
mod judge;
pub(crate) mod lookahead;
pub mod luck;
mod player;
mod report;
pub mod rollout;

pub use estimate::Estimate;
pub use judge::best_turn;
pub use player::Policy;
