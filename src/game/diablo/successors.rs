//! The rules of a turn as a fast generator: actions are made and unmade on one board, and each position that a turn
//! leads to is visited once. It must agree with [`super::actions`]; tests hold both together.
//!
//! No set of positions is needed for that, since few turns can lead to the same position. Those that can are known
//! from the squares and heights involved, and of them only one is made. Where `a` and `b` are the dice:
//!
//! * Two moves without a common square can be made in either order: if only one order is legal, because of the move
//!   that ends the game, that one will do. They change four squares, and no other turn changes the same four alike,
//!   but for a double where two stacks of one height at opposite corners of a square go to the other two corners
//!   ([`Generator::is_mirrored`]).
//! * Two moves with a common square change three squares at most. What else they can repeat is said at
//!   [`Generator::repeats`], case by case. All of it follows from one thought: on a line or as an L, the same way of
//!   `a` and `b` can be gone with either die first, and if one die shows twice the other, three squares at equal
//!   distances can be connected in two ways.
//! * A turn with a removal has one checker less than any without. What it can repeat is found by comparing changes,
//!   which is only needed if a single checker has moved ([`Generator::may_repeat`]).

use std::ops::{ControlFlow, Range};

use arrayvec::ArrayVec;

use super::Diablo;
use super::board::{Board, Stack, kind_of_move, sign};
use super::change::{Change, Touched, touch};
use super::eval::Glance;
use super::moves::{Move, Moves};
use crate::game::{Game, Kind, Roll};

/// Memory for generating turns, kept between calls.
#[derive(Debug, Default)]
pub struct Scratch {
    copy: Option<Diablo>,
    /// The moves with the lower and the higher die; of a double, only the first is filled.
    moves: [Moves; 2],
    removals: Vec<Change>,
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
        self.generate(roll, scratch, None, visit).0
    }

    /// The same for the turns whose moves promise most by themselves: about `most` or more, if there are so many. The
    /// flag says whether some were left out.
    pub(super) fn visit_promising_turns_of(
        &mut self,
        roll: Roll,
        scratch: &mut Scratch,
        (glance, most): (&Glance, usize),
        visit: impl FnMut(&Diablo, Change) -> ControlFlow<()>,
    ) -> bool {
        self.generate(roll, scratch, Some((glance, most)), visit).1
    }

    fn generate(
        &mut self,
        roll: Roll,
        scratch: &mut Scratch,
        wanted: Option<(&Glance, usize)>,
        visit: impl FnMut(&Diablo, Change) -> ControlFlow<()>,
    ) -> (ControlFlow<()>, bool) {
        if self.board.winner().is_some() {
            return (ControlFlow::Continue(()), false);
        }
        let (known, first_turn, sign) = (self.roll.take(), self.turn == 1, sign(self.side_to_move()));
        self.turn += 1;
        let Scratch { moves: [low, high], removals, .. } = scratch;
        let double = roll.low() == roll.high();
        let glance = wanted.map(|(glance, _)| glance);
        low.fill(&self.board, sign, roll.low(), glance);
        if !double {
            high.fill(&self.board, sign, roll.high(), glance);
        }
        removals.clear();
        let low = Die { face: roll.low(), moves: low };
        let high = if double { low } else { Die { face: roll.high(), moves: high } };
        // A turn that wins must not be left out: it takes two stacks at most.
        let may_win = self.board.stacks(self.side_to_move()) <= 2;
        let bound = wanted.filter(|_| !may_win).and_then(|(glance, most)| {
            let least = Moves::least_promise(low.moves, high.moves, most)?;
            Some(Bound { glance, least, most: [low, high].map(|die| die.moves.most_promise()) })
        });
        let mut generator = Generator { position: self, sign, low, high, removals, bound, visit };
        let flow = if first_turn { generator.single_actions() } else { generator.turns() };
        self.turn -= 1;
        self.roll = known;
        (flow, bound.is_some())
    }
}

/// How many moves of each die are combined first. Small boards seldom have more.
const PROMISING: usize = 32;

/// A die, and the moves that it allows before the turn.
#[derive(Clone, Copy)]
struct Die<'a> {
    face: u8,
    moves: &'a Moves,
}

/// What a turn must promise.
#[derive(Clone, Copy)]
struct Bound<'a> {
    glance: &'a Glance,
    least: f32,
    /// What the best move with the lower and with the higher die promises.
    most: [f32; 2],
}

struct Generator<'a, V> {
    /// With the number of the next turn and no dice: what the visitor sees.
    position: &'a mut Diablo,
    sign: Stack,
    low: Die<'a>,
    high: Die<'a>,
    /// The turns with a removal that others may repeat.
    removals: &'a mut Vec<Change>,
    /// Turns of two moves that promise less are left out.
    bound: Option<Bound<'a>>,
    visit: V,
}

impl<'a, V: FnMut(&Diablo, Change) -> ControlFlow<()>> Generator<'a, V> {
    /// The game's first turn is one action.
    fn single_actions(&mut self) -> ControlFlow<()> {
        let (low, high) = (self.low.moves.all(), self.high.moves.all());
        if low.is_empty() && high.is_empty() {
            return self.remove(1, 0, None, &Touched::new());
        }
        let high = if self.is_double() { &[] } else { high };
        for only in low.iter().chain(high) {
            self.make(only, |generator| generator.leaf(Change::of_move(only)))?;
        }
        ControlFlow::Continue(())
    }

    fn turns(&mut self) -> ControlFlow<()> {
        let (low, high) = (self.low, self.high);
        if low.moves.all().is_empty() && high.moves.all().is_empty() {
            return self.remove(2, 0, None, &Touched::new());
        }
        // What the most promising moves do together comes first, so that it has been seen when the search of a board
        // with a million turns must end.
        let (best_low, best_high) = (low.moves.all().len().min(PROMISING), high.moves.all().len().min(PROMISING));
        for place in 0..best_low {
            let first = &low.moves.all()[place];
            let (partners, _) = self.partners(place);
            self.begin(first, high, |generator| generator.after(first, high, partners))?;
        }
        self.with_high_first(0..best_high)?;
        for place in 0..best_low {
            let first = &low.moves.all()[place];
            let (_, partners) = self.partners(place);
            if !partners.is_empty() {
                self.begin(first, high, |generator| generator.pairs(first, partners))?;
            }
        }
        for place in best_low..low.moves.all().len() {
            let first = &low.moves.all()[place];
            let (partners, others) = self.partners(place);
            self.begin(first, high, |generator| {
                generator.after(first, high, partners)?;
                generator.pairs(first, others)
            })?;
        }
        self.with_high_first(best_high..high.moves.all().len())
    }

    /// The moves that are paired with a first move of the lower die: the promising ones, and the others. Each two
    /// moves that share no square are made in one order: the lower die first, with a double the one first that is
    /// listed first. (Quiet moves are last in the list, and one of two moves at least is useful.)
    fn partners(&self, place: usize) -> (&'a [Move], &'a [Move]) {
        let (low, high) = (self.low.moves, self.high.moves);
        let is_quiet = place >= low.useful().len();
        let (begin, all) = match (self.is_double(), is_quiet) {
            (false, false) => (0, high.all()),
            (false, true) => (0, high.useful()),
            (true, false) => (place + 1, low.all()),
            (true, true) => (0, &[][..]),
        };
        let border = PROMISING.clamp(begin, begin.max(all.len()));
        (&all[begin..border], &all[border..])
    }

    /// Turns that begin with the higher die, where it makes a difference: with two moves that share a square.
    fn with_high_first(&mut self, places: Range<usize>) -> ControlFlow<()> {
        if self.is_double() {
            return ControlFlow::Continue(());
        }
        let (low, high) = (self.low, self.high);
        for first in &high.moves.all()[places] {
            self.begin(first, low, |generator| generator.after(first, low, &[]))?;
        }
        ControlFlow::Continue(())
    }

    /// A first move, which has been made, with each of these that shares no square with it.
    fn pairs(&mut self, first: &Move, partners: &[Move]) -> ControlFlow<()> {
        for second in partners {
            if self.promise_little(first, |_| second.promise) || first.meets(second) || self.is_mirrored(first, second)
            {
                continue;
            }
            self.make(second, |generator| generator.leaf(Change::of_disjoint(first, second)))?;
        }
        ControlFlow::Continue(())
    }

    /// All that may follow a first move; of the moves that share no square with it, only the `partners`.
    fn after(&mut self, first: &Move, left: Die<'_>, partners: &[Move]) -> ControlFlow<()> {
        self.pairs(first, partners)?;
        // (Where the first move has won, the pairs above stand for turns in which it comes second.)
        if self.board().winner().is_some() {
            return self.leaf(Change::of_move(first));
        }
        let touching = self.touching(first, left.face);
        for &(from, to) in &touching {
            if self.promise_little(first, |bound| bound.glance.of_move(self.height(to))) {
                continue;
            }
            let second = self.move_of(from, to);
            if let Some(second) = second.filter(|second| !self.repeats(first, second, left.face)) {
                self.make(&second, |generator| generator.leaf(Change::of_moves(first, &second, generator.board())))?;
            }
        }
        let apart = if first.is_quiet() { left.moves.useful() } else { left.moves.all() };
        if touching.is_empty() && apart.iter().all(|second| first.meets(second)) {
            let touched = Touched::from_iter([(first.from, first.stack), (first.to, first.before)]);
            self.remove(1, 0, Some(first), &touched)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a double makes the same of this pair and of the one in which both stacks change places. Of these two
    /// pairs, the one that goes up and down is left out.
    fn is_mirrored(&self, first: &Move, second: &Move) -> bool {
        self.is_double()
            && second.to + first.to == second.from + first.from
            && first.stack == second.stack
            && first.from.abs_diff(first.to) > u16::from(self.low.face)
            && self.are_apart(second.from, first.to, self.low.face)
    }

    /// From where to where the moves with the die `left` go that share a square with the first one, which has been made.
    fn touching(&self, first: &Move, left: u8) -> ArrayVec<(usize, usize), 12> {
        let (mut moves, to) = (ArrayVec::new(), usize::from(first.to));
        let is_legal = |from: usize, to: usize| kind_of_move(self.height(from), self.height(to)).is_some();
        for square in self.targets(first.to, left) {
            if is_legal(to, square) && !(self.height(square) == 0 && first.is_quiet()) {
                moves.push((to, square));
            }
            if self.height(square) > 0 && is_legal(square, to) {
                moves.push((square, to));
            }
        }
        if !first.is_quiet() {
            let from = usize::from(first.from);
            let onto = self.targets(first.from, left).filter(|&square| square != to && self.height(square) > 0);
            moves.extend(onto.map(|square| (square, from)));
        }
        moves
    }

    /// Whether a first move and a second one, which promises so much, are to be left out.
    fn promise_little(&self, first: &Move, second: impl FnOnce(&Bound<'_>) -> f32) -> bool {
        self.bound.as_ref().is_some_and(|bound| first.promise + second(bound) < bound.least)
    }

    /// Whether another turn leads to the same position as these two moves, which share a square, and is the one that
    /// is visited. The first move has been made, the second has not; it uses the die `left`.
    fn repeats(&self, first: &Move, second: &Move, left: u8) -> bool {
        if second.from == first.to {
            match first.kind() {
                Kind::Quiet => self.repeats_detour(first.from, first.to, second, left),
                Kind::Capture => second.to == first.from && self.repeats_raid(first),
                // One stack onto another and on to the square in the middle: from either end.
                _ => first.from > first.to && self.are_in_a_row(first.from, second.to, first.to),
            }
        } else if second.to == first.to {
            self.repeats_joining(first, second)
        } else if second.stack == first.stack {
            // The second stack takes the place of the first, as if it had gone over that square to the target.
            let used = if left == self.low.face { self.high.face } else { self.low.face };
            self.repeats_detour(second.from, first.from, first, used)
        } else {
            // Two stacks at the ends become what the one in the middle joined to either of them.
            first.kind() == Kind::Merge
                && second.stack == first.after
                && first.from > first.to
                && self.are_in_a_row(first.from, second.from, first.to)
        }
    }

    /// A stack that goes from `from` over `via`, and from there with the `die` to the target of the `last` move, where
    /// it merges or captures. It makes no difference whether `via` is empty or holds a stack of the same height (which
    /// moves first, and is replaced). The same way leads over the fourth corner, or on a line over another square, and
    /// to the last enemy stack perhaps directly.
    fn repeats_detour(&self, from: u16, via: u16, last: &Move, die: u8) -> bool {
        let takes_the_last = self.height(usize::from(last.to)) < 0 && self.enemy_stacks() == 1;
        if takes_the_last && [self.low.face, self.high.face].iter().any(|&die| self.are_apart(from, last.to, die)) {
            return true;
        }
        let other = (from + last.to).wrapping_sub(via);
        other < via
            && self.are_apart(from, other, die)
            && match self.height(usize::from(other)) {
                0 => true,
                height => height == last.stack * self.sign && !takes_the_last,
            }
    }

    /// A capture with the way back, by a double: any stack could have done it.
    fn repeats_raid(&self, raid: &Move) -> bool {
        let others = self.targets(raid.to, self.low.face);
        others
            .take_while(|&other| other < usize::from(raid.from))
            .any(|other| self.height(other) >= -raid.before * self.sign)
    }

    /// Two stacks onto one square, which can go there in either order if both are legal. And where they and the square
    /// are at equal distances on a line, the farther one can go by way of the nearer one.
    fn repeats_joining(&self, first: &Move, second: &Move) -> bool {
        let (one, other) = (first.from, second.from);
        let comes_later = if self.is_double() { one > other } else { !self.are_apart(one, first.to, self.low.face) };
        let can_begin = second.stack * self.sign >= -first.before * self.sign;
        comes_later && can_begin || self.are_in_a_row(one, other, first.to) || self.are_in_a_row(other, one, first.to)
    }

    /// Takes off `count` checkers, one after another from the squares `least` and above, or fewer if none is left. A
    /// move, which touched the squares given, may have come before.
    fn remove(&mut self, count: u8, least: usize, after: Option<&Move>, touched: &Touched) -> ControlFlow<()> {
        for square in least..self.board().squares().len() {
            if self.height(square) <= 0 {
                continue;
            }
            let may_repeat = after.is_some_and(|first| self.may_repeat(first, square));
            let mut touched = touched.clone();
            touch(&mut touched, self.board(), square);
            let stack = self.board().get(square);
            self.position.board.set(square, stack - self.sign);
            let flow = if count > 1 && self.board().winner().is_none() {
                self.remove(count - 1, square, None, &touched)
            } else {
                self.removed(Change::of(&touched, self.board()), may_repeat)
            };
            self.position.board.set(square, stack);
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a turn of this move and a removal from `square` may lead where another one leads. That is so if a
    /// single checker has moved and is removed itself, or another that could have moved in its place is.
    fn may_repeat(&self, first: &Move, square: usize) -> bool {
        let could_move = || {
            [self.low.face, self.high.face].iter().any(|&die| self.targets(first.to, die).any(|from| from == square))
        };
        first.stack == self.sign && (square == usize::from(first.to) || self.height(square) == 1 && could_move())
    }

    fn removed(&mut self, change: Change, may_repeat: bool) -> ControlFlow<()> {
        if may_repeat {
            if self.removals.contains(&change) {
                return ControlFlow::Continue(());
            }
            self.removals.push(change);
        }
        self.leaf(change)
    }

    fn leaf(&mut self, change: Change) -> ControlFlow<()> {
        (self.visit)(self.position, change)
    }

    /// Makes a first move, then what shall be done after it, unless no move with the `left` die makes a turn of it that
    /// promises enough, as far as the moves before the turn tell.
    fn begin(
        &mut self,
        first: &Move,
        left: Die<'_>,
        then: impl FnOnce(&mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let higher = usize::from(left.face == self.high.face);
        if self.promise_little(first, |bound| bound.most[higher]) {
            return ControlFlow::Continue(());
        }
        self.make(first, then)
    }

    /// Makes a move, then what shall be done after it, and takes the move back.
    fn make(&mut self, this: &Move, then: impl FnOnce(&mut Self) -> ControlFlow<()>) -> ControlFlow<()> {
        let totals = this.make(&mut self.position.board);
        let flow = then(self);
        this.unmake(&mut self.position.board, totals);
        flow
    }

    fn is_double(&self) -> bool {
        self.low.face == self.high.face
    }

    fn board(&self) -> &Board {
        &self.position.board
    }

    /// A stack seen from the mover's side.
    fn height(&self, square: usize) -> Stack {
        self.board().get(square) * self.sign
    }

    fn enemy_stacks(&self) -> u32 {
        self.board().stacks(self.position.side_to_move())
    }

    fn move_of(&self, from: usize, to: usize) -> Option<Move> {
        Move::of(self.board(), self.sign, from, to)
    }

    fn targets(&self, from: u16, die: u8) -> impl Iterator<Item = usize> + use<V> {
        self.board().targets(usize::from(from), die)
    }

    /// Whether three squares lie on a line in this order, the lower die from one to the next.
    fn are_in_a_row(&self, end: u16, middle: u16, other: u16) -> bool {
        2 * middle == end + other
            && self.are_apart(end, middle, self.low.face)
            && self.are_apart(middle, other, self.low.face)
    }

    fn are_apart(&self, from: u16, to: u16, die: u8) -> bool {
        self.targets(from, die).any(|target| target == usize::from(to))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::game::{PartialTurn, Player};

    /// The changes that the rules allow step by step.
    fn step_by_step(partial: &super::super::Partial, found: &mut HashSet<Change>) {
        if partial.may_end().is_ok() {
            found.insert(partial.identity());
            return;
        }
        for (_, action) in partial.actions() {
            let mut next = partial.clone();
            next.push(action).unwrap();
            step_by_step(&next, found);
        }
    }

    /// Stacks of few heights, so that turns often coincide; crowded or sparse boards, at times with one enemy stack.
    fn any_position(random: &mut Xoshiro256PlusPlus) -> Diablo {
        let size = [2, 4, 4, 6, 6, 8, 8, 12][random.random_range(0..8)];
        let mut board = Board::empty(size);
        let (own, enemy) = (random.random_range(1..8), random.random_range(1..6));
        let (tallest, turn) = (random.random_range(1..4), [1, 4, 5, 7][random.random_range(0..4)]);
        let squares = board.squares().len();
        let mover = sign(Diablo::side_of(turn));
        for (stacks, sign) in [(own * squares / 12, mover), (enemy * squares / 24, -mover)] {
            for _ in 0..stacks.max(1) {
                board.set(random.random_range(0..squares), random.random_range(1..=tallest) * sign);
            }
        }
        Diablo { board, turn, roll: None }
    }

    #[test]
    fn each_result_of_the_steps_is_visited_once() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut scratch = Scratch::default();
        for _ in 0..3000 {
            let mut position = any_position(&mut random);
            let sides = [Player::One, Player::Two];
            if sides.iter().any(|&side| position.board.checkers(side) == 0) {
                continue;
            }
            let faces = position.faces();
            let roll = Roll::new(random.random_range(1..=faces), random.random_range(1..=faces));
            position.roll = Some(roll);
            let mut expected = HashSet::new();
            step_by_step(&position.begin(), &mut expected);
            let before = position.clone();
            let mut found = HashSet::new();
            let _ = position.visit_turns_of(roll, &mut scratch, |after, change| {
                assert!(found.insert(change), "{}: {:?} twice", before.fen(), before.turn_of(change));
                assert_eq!(Change::between(&before.board, &after.board), Some(change));
                assert_eq!(after.key(), after.key_from_scratch());
                ControlFlow::Continue(())
            });
            for &change in &found {
                assert!(expected.contains(&change), "{}: {change:?} is none", before.fen());
            }
            for &change in &expected {
                assert!(found.contains(&change), "{}: {:?} is missing", before.fen(), before.turn_of(change));
            }
            assert!(position == before && position.board.totals() == before.board.totals());
        }
    }

    #[test]
    fn promising_turns_are_some_of_all_and_the_best_is_among_them() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut scratch = Scratch::default();
        let (mut bounded, mut best_found, mut visited, mut there) = (0, 0, 0, 0);
        for _ in 0..2000 {
            let mut position = any_position(&mut random);
            if position.board.winner().is_some() {
                continue;
            }
            let glance = Glance::at(&position);
            let faces = position.faces();
            let roll = Roll::new(random.random_range(1..=faces), random.random_range(1..=faces));
            let mover = position.side_to_move();
            let (mut all, mut best) = (HashSet::new(), f32::NEG_INFINITY);
            let _ = position.visit_turns_of(roll, &mut scratch, |after, change| {
                all.insert(change);
                let won = after.board.winner().map(|winner| if winner == mover { f32::MAX } else { f32::MIN });
                best = best.max(won.unwrap_or_else(|| glance.promise(after)));
                ControlFlow::Continue(())
            });
            let before = position.clone();
            let (mut some, mut found) = (HashSet::new(), f32::NEG_INFINITY);
            let left_out = position.visit_promising_turns_of(roll, &mut scratch, (&glance, 20), |after, change| {
                assert!(all.contains(&change) && some.insert(change), "{}: {change:?}", before.fen());
                let won = after.board.winner().map(|winner| if winner == mover { f32::MAX } else { f32::MIN });
                found = found.max(won.unwrap_or_else(|| glance.promise(after)));
                ControlFlow::Continue(())
            });
            assert!(position == before && position.board.totals() == before.board.totals());
            if !left_out {
                assert_eq!(some, all, "{}", before.fen());
                continue;
            }
            assert!(best < f32::MAX || found == best, "{}: a win is left out", before.fen());
            bounded += 1;
            best_found += usize::from(found >= best);
            (visited, there) = (visited + some.len(), there + all.len());
        }
        assert!(bounded > 500 && best_found * 100 >= bounded * 99 && visited * 10 < there);
    }

    #[test]
    fn what_takes_most_comes_first_where_turns_are_many() {
        let mut position = Diablo::startpos(26).unwrap();
        position.turn = 5;
        for (square, stack) in [(675, 5), (674, -5), (600, 4), (603, -4)] {
            position.board.set(square, stack);
        }
        let mut left = Vec::new();
        let _ = position.visit_turns_of(Roll::new(1, 3), &mut Scratch::default(), |after, _| {
            left.push(after.checkers(Player::Two));
            ControlFlow::Continue(())
        });
        assert!(left.len() > 500_000);
        assert_eq!(left.iter().min(), left.first());
        assert_eq!(left[0], position.checkers(Player::Two) - 9);
    }
}
