//! The endings are taken to be right where a proof runs into them: some of them are tested by those one turn later.

use crate::Fault;
use crate::board::{Board, text};
use crate::endings::Endings;
use crate::mix::mix;
use crate::rules::Rules;

/// Tests so many endings at random.
pub fn check<B: Board>(endings: &Endings, rules: &Rules, count: u64, seed: u64) -> Result<(), Fault> {
    let mut dice = Dice(mix(seed));
    for _ in 0..count {
        let board: B = random(endings, rules, &mut dice);
        if rules.winner(&board).is_some() {
            continue;
        }
        let right = match (endings.units(&board), endings.recomputed(&board, rules)) {
            (Some(units), Some(recomputed)) => (recomputed - f64::from(units)).abs() <= 1.0,
            _ => false,
        };
        if !right {
            let board = text(&board, rules.size);
            return Err(Fault(format!("the chance of the ending {board} does not follow from those one turn later")));
        }
    }
    Ok(())
}

/// A position of the file: every other one has few stacks, if the file has more of these.
fn random<B: Board>(endings: &Endings, rules: &Rules, dice: &mut Dice) -> B {
    let head = &endings.head;
    let few_stacks = head.stacks() >= 2 && dice.below(2) == 0;
    let (places, most) = if few_stacks {
        ((0..head.stacks()).map(|_| dice.below(rules.squares())).collect(), head.most_checkers())
    } else {
        ((0..rules.squares()).collect::<Vec<_>>(), head.checkers())
    };
    let mut board = B::empty(rules.squares());
    for _ in 0..2 + dice.below(most - 1) {
        let square = places[dice.below(places.len())];
        let colour = match board.get(square) {
            0 if dice.below(2) == 0 => 1,
            0 => -1,
            height => height.signum(),
        };
        board.set(square, board.get(square) + colour);
    }
    board
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mix(self.0) % most as u64) as usize
    }
}
