//! Who plays the games of a rollout.

use super::judge::best_turn;
use crate::game::stochastic::Stochastic;
use crate::game::{Roll, turns};
use crate::search::control::{Control, StopFlag};
use crate::search::limits::Limits;
use crate::search::table::Table;
use crate::search::time::Budget;
use crate::search::{Options, Task, expecti};

/// How turns are chosen, for both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// The turn with the best afterstate by static judgement, the first of equal ones.
    Static,
    /// A search of so many positions for each turn.
    Search {
        /// How many.
        nodes: u64,
    },
}

/// MiB for what the searches of one game remember.
const HASH: usize = 1;

/// A player with its memory.
pub(super) struct Player<G: Stochastic> {
    policy: Policy,
    pub(super) scratch: G::Scratch,
    table: Table,
}

impl<G: Stochastic> Player<G> {
    /// The player, or why the memory can't be had.
    pub(super) fn new(policy: Policy) -> Result<Self, std::collections::TryReserveError> {
        let megabytes = if policy == Policy::Static { 0 } else { HASH };
        Ok(Player { policy, scratch: G::Scratch::default(), table: Table::new(megabytes)? })
    }

    /// A new game begins: nothing of the last one may matter, so that each game can be repeated by itself.
    pub(super) fn forget(&mut self) {
        self.table.clear();
    }

    /// The turn for this roll, whatever the position's own dice; `None` if the game is over.
    pub(super) fn choose(&mut self, position: &mut G, roll: Roll) -> Option<G::Compact> {
        match self.policy {
            Policy::Static => best_turn(position, roll, &mut self.scratch).map(|(_, turn)| turn),
            Policy::Search { nodes } => self.search(position, roll, nodes),
        }
    }

    fn search(&self, position: &G, roll: Roll, nodes: u64) -> Option<G::Compact> {
        let mut root = position.clone();
        // Where the dice are known already, they are the ones meant.
        let _ = root.set_roll(roll);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::new(StopFlag::default(), Budget::default(), Some(nodes));
        let task = Task {
            root: &root,
            earlier: &[],
            repetition: 0,
            only: &[],
            limits: &limits,
            options: Options::default(),
            table: &self.table,
            control: &control,
            endings: None,
        };
        let turn = expecti::search(&task, &mut |_| {})?;
        position.compact_to(&turns::play(&root, &turn).ok()?)
    }
}
