//! The rules of a turn as a fast generator: actions are made and unmade on one board, duplicates are found by a hash
//! set that compares exact changes. It must agree with [`super::actions`]; tests hold both together.

use std::ops::ControlFlow;

use super::Diablo;
use super::board::{Board, Stack, kind_of_move, moved_onto, sign};
use super::change::{Change, Touched, touch};
use crate::game::{Game, Kind, Roll};

/// Memory for generating turns, kept between calls.
#[derive(Debug, Default)]
pub struct Scratch {
    copy: Option<Diablo>,
    own: Vec<usize>,
    seen: Seen,
}

impl Scratch {
    /// A copy of `position` in memory that is returned with [`Scratch::keep`].
    pub(super) fn working_copy(&mut self, position: &Diablo) -> Diablo {
        match self.copy.take() {
            Some(mut copy) => {
                copy.clone_from(position);
                copy
            }
            None => position.clone(),
        }
    }

    pub(super) fn keep(&mut self, copy: Diablo) {
        self.copy = Some(copy);
    }
}

impl Diablo {
    /// Visits each position that a turn with `roll` leads to, once, with the change that makes it, until `visit`
    /// breaks. The position itself is changed meanwhile and restored in any case. Its own dice don't matter.
    pub(super) fn visit_turns_of(
        &mut self,
        roll: Roll,
        scratch: &mut Scratch,
        visit: impl FnMut(&Diablo, Change) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.board.winner().is_some() {
            return ControlFlow::Continue(());
        }
        let (known, first_turn, sign) = (self.roll.take(), self.turn == 1, sign(self.side_to_move()));
        self.turn += 1;
        let Scratch { own, seen, .. } = scratch;
        own.clear();
        own.extend(self.board.stacks_of(sign));
        seen.forget();
        let mut generator = Generator { position: self, sign, first_turn, seen, visit };
        let flow = generator.turns(roll, own);
        self.turn -= 1;
        self.roll = known;
        flow
    }
}

struct Generator<'a, V> {
    /// With the number of the next turn and no dice: what the visitor sees.
    position: &'a mut Diablo,
    sign: Stack,
    first_turn: bool,
    seen: &'a mut Seen,
    visit: V,
}

/// A first action: its kind and squares.
#[derive(Clone, Copy)]
struct First {
    kind: Kind,
    from: usize,
    to: usize,
}

impl<V: FnMut(&Diablo, Change) -> ControlFlow<()>> Generator<'_, V> {
    fn turns(&mut self, roll: Roll, own: &[usize]) -> ControlFlow<()> {
        let mut stuck = true;
        let orders = [(roll.low(), roll.high()), (roll.high(), roll.low())];
        let orders = if roll.low() == roll.high() { &orders[..1] } else { &orders[..] };
        for &from in own {
            let height = self.height(from);
            for &(die, left) in orders {
                for to in self.position.board.targets(from, die) {
                    let Some(kind) = kind_of_move(height, self.height(to)) else { continue };
                    stuck = false;
                    self.first(First { kind, from, to }, left, own)?;
                }
            }
        }
        if stuck { self.removals(own) } else { ControlFlow::Continue(()) }
    }

    /// Takes a first move, then everything that may follow it.
    fn first(&mut self, first: First, left: u8, own: &[usize]) -> ControlFlow<()> {
        let mut touched = Touched::new();
        let before = self.make(first.from, first.to, &mut touched);
        let flow = if self.first_turn || self.board().winner().is_some() {
            self.leaf(&touched)
        } else {
            self.second(first, left, own, &touched)
        };
        self.unmake(first.from, first.to, before);
        flow
    }

    fn second(&mut self, first: First, left: u8, own: &[usize], touched: &Touched) -> ControlFlow<()> {
        // The mover's stacks now: those of before, the moved one on its new square. (A merge ends on one of them.)
        let moved = Some(first.to).filter(|_| first.kind != Kind::Merge);
        let now = || own.iter().copied().filter(|&square| square != first.from).chain(moved);
        let mut stuck = true;
        for from in now() {
            let height = self.height(from);
            for to in self.position.board.targets(from, left) {
                match kind_of_move(height, self.height(to)) {
                    None => continue,
                    Some(Kind::Quiet) if first.kind == Kind::Quiet => continue,
                    Some(_) => stuck = false,
                }
                let mut touched = touched.clone();
                let before = self.make(from, to, &mut touched);
                let flow = self.leaf(&touched);
                self.unmake(from, to, before);
                flow?;
            }
        }
        if stuck {
            for square in now() {
                let mut touched = touched.clone();
                let before = self.remove(square, &mut touched);
                let flow = self.leaf(&touched);
                self.position.board.set(square, before);
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// No move with either die: two checkers go, on the first turn one.
    fn removals(&mut self, own: &[usize]) -> ControlFlow<()> {
        for (i, &square) in own.iter().enumerate() {
            let mut touched = Touched::new();
            let before = self.remove(square, &mut touched);
            let flow = if self.first_turn || self.board().winner().is_some() {
                self.leaf(&touched)
            } else {
                self.second_removal(&own[i..], &touched)
            };
            self.position.board.set(square, before);
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn second_removal(&mut self, own: &[usize], touched: &Touched) -> ControlFlow<()> {
        for &square in own {
            if self.height(square) == 0 {
                continue;
            }
            let mut touched = touched.clone();
            let before = self.remove(square, &mut touched);
            let flow = self.leaf(&touched);
            self.position.board.set(square, before);
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn leaf(&mut self, touched: &Touched) -> ControlFlow<()> {
        let change = Change::of(touched, self.board());
        if self.seen.insert(change) { (self.visit)(self.position, change) } else { ControlFlow::Continue(()) }
    }

    fn board(&self) -> &Board {
        &self.position.board
    }

    /// A stack seen from the mover's side.
    fn height(&self, square: usize) -> Stack {
        self.position.board.get(square) * self.sign
    }

    /// Moves a stack and returns what stood on both squares.
    fn make(&mut self, from: usize, to: usize, touched: &mut Touched) -> (Stack, Stack) {
        let board = &mut self.position.board;
        touch(touched, board, from);
        touch(touched, board, to);
        let before = (board.get(from), board.get(to));
        board.set(to, moved_onto(before.0 * self.sign, before.1 * self.sign) * self.sign);
        board.set(from, 0);
        before
    }

    fn unmake(&mut self, from: usize, to: usize, before: (Stack, Stack)) {
        self.position.board.set(from, before.0);
        self.position.board.set(to, before.1);
    }

    /// Takes one checker off and returns the stack it was on.
    fn remove(&mut self, square: usize, touched: &mut Touched) -> Stack {
        let board = &mut self.position.board;
        touch(touched, board, square);
        let before = board.get(square);
        board.set(square, before - self.sign);
        before
    }
}

/// The changes seen so far. Slots of earlier fillings are told by their stamp, so that forgetting costs nothing.
#[derive(Debug, Default)]
struct Seen {
    slots: Vec<Slot>,
    stamp: u32,
    len: usize,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    change: Change,
    stamp: u32,
}

impl Seen {
    const FEWEST_SLOTS: usize = 1 << 10;

    fn forget(&mut self) {
        if self.stamp == u32::MAX {
            self.slots.clear();
            self.stamp = 0;
        }
        self.stamp += 1;
        self.len = 0;
    }

    /// Whether the change is new; it is no longer afterwards.
    fn insert(&mut self, change: Change) -> bool {
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let (mut slot, stamp) = (self.home(change), self.stamp);
        while self.slots[slot].stamp == stamp {
            if self.slots[slot].change == change {
                return false;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = Slot { change, stamp };
        self.len += 1;
        true
    }

    fn home(&self, change: Change) -> usize {
        let (low, high) = change.halves();
        let word = (low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (word >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn grow(&mut self) {
        let larger = (self.slots.len() * 2).max(Seen::FEWEST_SLOTS);
        let empty = Slot { change: Change::default(), stamp: 0 };
        let old = std::mem::replace(&mut self.slots, vec![empty; larger]);
        self.len = 0;
        for slot in old {
            if slot.stamp == self.stamp {
                self.insert(slot.change);
            }
        }
    }
}
