//! The dice of many games that are played out from one position: the first two throws of each are laid out evenly, the
//! others are random.

use crate::game::Roll;
use crate::rng::{Thrower, mix64};

/// Keeps the orders of throws apart from the streams of single games.
const ORDER_SALT: u64 = 0x6C62_272E_07BB_0142;

/// The throws of all games.
///
/// Games go by in blocks of one for each throw of two dice. Within a block each throw comes first once, in random
/// order; so does each second throw, among the games that share a first one. A whole number of blocks holds the first
/// rolls in exact proportion to their weights, and a part of a block is a random draw without replacement: either way
/// every throw of every game is as likely as any other, so nothing is biased.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    faces: u8,
    seed: u64,
}

/// The dice of one game.
#[derive(Debug)]
pub(crate) struct GameDice {
    faces: u8,
    planned: [Roll; 2],
    used: usize,
    rest: Thrower,
}

impl Layout {
    pub(crate) fn new(faces: u8, seed: u64) -> Layout {
        Layout { faces, seed }
    }

    /// The dice of the game with this number, from 0.
    pub(crate) fn game(self, number: u64) -> GameDice {
        let throws = u64::from(self.faces) * u64::from(self.faces);
        let (block, place) = (number / throws, number % throws);
        let first = self.ordered(0, block, place);
        // Each block has one game with this first throw, so the block counts these games.
        let second = self.ordered(1 + first, block / throws, block % throws);
        let rest = Thrower::new(mix64(self.seed ^ mix64(number + 1)));
        GameDice { faces: self.faces, planned: [first, second].map(|throw| self.roll(throw)), used: 0, rest }
    }

    /// The throw at `place` of a random order of all of them; `of` and `block` tell the orders apart.
    fn ordered(self, of: u64, block: u64, place: u64) -> u64 {
        let throws = u64::from(self.faces) * u64::from(self.faces);
        let order_seed = mix64(self.seed ^ ORDER_SALT ^ mix64(of << 40 | block));
        let mut order: Vec<u64> = (0..throws).collect();
        order.sort_by_key(|&throw| mix64(order_seed ^ mix64(throw + 1)));
        order[place as usize]
    }

    fn roll(self, throw: u64) -> Roll {
        let faces = u64::from(self.faces);
        Roll::new(1 + (throw / faces) as u8, 1 + (throw % faces) as u8)
    }
}

impl GameDice {
    /// The first two rolls, thrown yet or not.
    pub(crate) fn planned(&self) -> [Roll; 2] {
        self.planned
    }

    /// The next roll.
    pub(crate) fn throw(&mut self) -> Roll {
        let planned = self.planned.get(self.used).copied();
        self.used += 1;
        planned.unwrap_or_else(|| self.rest.throw(self.faces))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn whole_blocks_hold_every_pair_of_first_throws_in_proportion() {
        for faces in [1, 2, 3] {
            let throws = u64::from(faces) * u64::from(faces);
            let layout = Layout::new(faces, 5);
            let mut seen: HashMap<[Roll; 2], u64> = HashMap::new();
            for number in 0..3 * throws * throws {
                let mut dice = layout.game(number);
                *seen.entry([dice.throw(), dice.throw()]).or_default() += 1;
            }
            for (first, weight) in Roll::all(faces) {
                for (second, other) in Roll::all(faces) {
                    assert_eq!(seen[&[first, second]], 3 * u64::from(weight * other));
                }
            }
        }
    }

    #[test]
    fn a_part_of_a_block_depends_on_the_seed() {
        let firsts = |seed| (0..5).map(|number| Layout::new(4, seed).game(number).planned()[0]).collect::<Vec<_>>();
        assert_eq!(firsts(1), firsts(1));
        assert_ne!(firsts(1), firsts(2));
        let third = |number| {
            let mut dice = Layout::new(13, 1).game(number);
            [dice.throw(), dice.throw(), dice.throw(), dice.throw()]
        };
        assert_ne!(third(0)[2..], third(1)[2..]);
    }
}
