//! What a turn has done to the board: the exact net difference, packed into one word.

use arrayvec::ArrayVec;

use super::board::{Board, Stack, Totals};
use super::moves::Move;

/// The squares whose stacks a turn has changed, with their new stacks. Two turns from one position lead to the same
/// position if and only if their changes are equal.
///
/// Two actions touch four squares at most. Each fills 32 bits, the number of the square plus one above its new
/// stack, in ascending order from the lowest bits up; unused places are zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Change(u128);

/// The squares that a turn has touched so far, with the stacks they had before it.
pub(super) type Touched = ArrayVec<(u16, Stack), 4>;

/// Notes that `index` is about to change, unless it has changed before.
pub(super) fn touch(touched: &mut Touched, board: &Board, index: usize) {
    note(touched, index as u16, board.get(index));
}

/// Notes the stack that was on a square before it changed, unless an earlier one is known.
fn note(touched: &mut Touched, square: u16, before: Stack) {
    if touched.iter().all(|&(known, _)| known != square) {
        touched.push((square, before));
    }
}

/// A square with its new stack, as a change holds it.
fn place(square: u16, stack: Stack) -> u32 {
    (u32::from(square) + 1) << 16 | u32::from(stack as u16)
}

impl Change {
    /// The net change of the touched squares; what is as it was before leaves no trace.
    pub(super) fn of(touched: &Touched, board: &Board) -> Change {
        let mut places = [0_u32; 4];
        for (place, &(square, before)) in places.iter_mut().zip(touched) {
            let stack = board.get(usize::from(square));
            if stack != before {
                *place = self::place(square, stack);
            }
        }
        // Unused places are the largest while sorting, so that used ones come first.
        places.sort_unstable_by_key(|place| place.wrapping_sub(1));
        Change::pack(places)
    }

    /// What a move does.
    pub(super) fn of_move(only: &Move) -> Change {
        let (from, to) = (place(only.from, 0), place(only.to, only.after));
        Change::pack([from.min(to), from.max(to), 0, 0])
    }

    /// What two moves do that share no square.
    pub(super) fn of_disjoint(first: &Move, second: &Move) -> Change {
        let of = |this: &Move| {
            let (from, to) = (place(this.from, 0), place(this.to, this.after));
            (from.min(to), from.max(to))
        };
        let ((low, high), (other_low, other_high)) = (of(first), of(second));
        let (middle, other_middle) = (low.max(other_low), high.min(other_high));
        Change::pack([low.min(other_low), middle.min(other_middle), middle.max(other_middle), high.max(other_high)])
    }

    /// What two moves have done, one after the other.
    pub(super) fn of_moves(first: &Move, second: &Move, board: &Board) -> Change {
        let mut touched = Touched::from_iter([(first.from, first.stack), (first.to, first.before)]);
        note(&mut touched, second.from, second.stack);
        note(&mut touched, second.to, second.before);
        Change::of(&touched, board)
    }

    /// The word of places in ascending order, unused ones last.
    fn pack(places: [u32; 4]) -> Change {
        Change(places.iter().rev().fold(0, |word, &place| word << 32 | u128::from(place)))
    }

    /// The change between two boards of one size, if so few squares differ that one turn may have made it.
    pub(super) fn between(before: &Board, after: &Board) -> Option<Change> {
        if before.size() != after.size() {
            return None;
        }
        let mut touched = Touched::new();
        for (index, (&old, &new)) in before.squares().iter().zip(after.squares()).enumerate() {
            if old != new {
                touched.try_push((index as u16, old)).ok()?;
            }
        }
        Some(Change::of(&touched, after))
    }

    /// The changed squares in ascending order, with their new stacks.
    pub(super) fn squares(self) -> impl Iterator<Item = (usize, Stack)> {
        (0..4).map(move |place| (self.0 >> (32 * place)) as u32).take_while(|&place| place != 0).map(|place| {
            let stack = (place & 0xFFFF) as u16 as Stack;
            ((place >> 16) as usize - 1, stack)
        })
    }

    /// Makes the change, and returns the one that takes it back.
    pub(super) fn apply(self, board: &mut Board) -> Change {
        let mut back = 0;
        for (place, (index, stack)) in self.squares().enumerate() {
            let old = u128::from(board.get(index) as u16);
            back |= ((index as u128 + 1) << 16 | old) << (32 * place);
            board.set(index, stack);
        }
        Change(back)
    }

    /// Makes the change that takes another one back; `totals` are those from before that.
    pub(super) fn take_back(self, board: &mut Board, totals: Totals) {
        board.restore(self.squares(), totals);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_net_sorted_and_reversible() {
        let mut board = Board::checkerboard(26).unwrap();
        let before = board.clone();
        let mut touched = Touched::new();
        for (index, stack) in [(675, -338), (3, 0), (0, 338), (3, -1)] {
            touch(&mut touched, &board, index);
            board.set(index, stack);
        }
        let change = Change::of(&touched, &board);
        // d1 (index 3) is as it was before.
        assert_eq!(change.squares().collect::<Vec<_>>(), [(0, 338), (675, -338)]);
        assert_eq!(Change::between(&before, &board), Some(change));
        let mut other = before.clone();
        let back = change.apply(&mut other);
        assert_eq!(other, board);
        assert_eq!(back.apply(&mut other), change);
        assert_eq!(other, before);
    }
}
