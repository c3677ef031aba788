//! Positions that have come before.
//!
//! Two kinds count as a draw: a position that has come in the game so often that one more time is the draw of the
//! rules, and, on the search path, a position that comes for the second time (whoever could reach it twice can reach
//! it again). What a node is worth because of the second kind depends on the way to it, and is kept out of the table
//! ([`Path`] says on how much of the way). The first kind is the same all through a search, but another one in the
//! next search, so it goes into the table's key.

use crate::game::Game;
use crate::rng::mix64;
use crate::search::Task;

/// The positions from the root to a node, and those of the game that may not come again.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// Keys by distance from the root.
    keys: Vec<u64>,
    /// Keys of positions whose next occurrence is a draw by the game's history.
    spent: Vec<u64>,
    /// Whether repetition counts at all.
    counts: bool,
}

/// Why a position is a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeated {
    /// By the game's history.
    InGame,
    /// It stands at this distance from the root already.
    OnPath(usize),
}

impl Path {
    /// The path that consists of the root alone.
    pub(super) fn new<G: Game>(task: &Task<'_, G>) -> Path {
        Path { keys: vec![task.root.key()], spent: task.spent(), counts: task.repetition > 0 }
    }

    /// Whether no position is a draw by the game's history.
    pub(super) fn nothing_is_spent(&self) -> bool {
        self.spent.is_empty()
    }

    /// A word that is the same for searches in which the same positions are draws by the game's history.
    pub(super) fn history_key(&self) -> u64 {
        self.spent.iter().fold(u64::from(self.counts), |hash, &key| mix64(hash ^ key))
    }

    /// Puts the position with `key` at distance `ply`, the path before it being there.
    pub(super) fn put(&mut self, ply: usize, key: u64) {
        self.keys.truncate(ply);
        self.keys.push(key);
    }

    /// Whether the position with `key`, at distance `ply` from the root, has come before.
    pub(super) fn repeats(&self, ply: usize, key: u64) -> Option<Repeated> {
        if !self.counts {
            return None;
        }
        if self.spent.binary_search(&key).is_ok() {
            return Some(Repeated::InGame);
        }
        // The same side is to move at every second distance only.
        let same_side = (0..ply.saturating_sub(1)).rev().step_by(2);
        same_side.into_iter().find(|&at| self.keys[at] == key).map(Repeated::OnPath)
    }
}
