//! The enum over the games.
