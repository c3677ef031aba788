//! The stacks on the board, with the sums and the hash that are kept up to date as they change.

use std::ops::{Add, Sub};
use std::sync::OnceLock;

use arrayvec::ArrayVec;

use crate::game::{Kind, Player, Square};
use crate::rng::mix64;

/// The largest board, in squares.
const MOST_SQUARES: usize = 26 * 26;

/// What one checker more on a square adds to the hash. The hash is linear in the signed heights: two boards that
/// differ collide with chance 2^-64 or little more, a change of a stack costs one multiplication, and no table over
/// squares times heights (up to 338) is needed.
static WEIGHTS: [u64; MOST_SQUARES] = {
    let mut weights = [0; MOST_SQUARES];
    let mut square = 0;
    while square < MOST_SQUARES {
        weights[square] = mix64(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(square as u64 + 1));
        square += 1;
    }
    weights
};

/// The squares at one distance from one square.
type Targets = ArrayVec<u16, 4>;

/// For each board size the targets of every square with every die, at `square * faces + die - 1`: filled when the
/// first board of that size is made.
static TARGETS: [OnceLock<Vec<Targets>>; 14] = [const { OnceLock::new() }; 14];

fn targets_of_size(size: usize) -> &'static [Targets] {
    let faces = size / 2;
    TARGETS[faces].get_or_init(|| {
        let squares = (0..size * size).map(|square| (square, square % size, square / size));
        let all = squares.flat_map(|from| (1..=faces).map(move |distance| (from, distance)));
        let targets = all.map(|((square, file, rank), distance)| {
            let targets = [
                (rank >= distance).then(|| square - distance * size),
                (file >= distance).then(|| square - distance),
                (file + distance < size).then(|| square + distance),
                (rank + distance < size).then(|| square + distance * size),
            ];
            targets.into_iter().flatten().map(|target| target as u16).collect()
        });
        targets.collect()
    })
}

/// A height that is positive for player 1 and negative for player 2; 0 on an unoccupied square.
pub(super) type Stack = i16;

/// +1 for player 1, -1 for player 2: with it a [`Stack`] is seen from a player's side.
pub(super) fn sign(player: Player) -> Stack {
    match player {
        Player::One => 1,
        Player::Two => -1,
    }
}

/// What a move of a stack `height` high does to the stack `target`, seen from the mover's side; `None` if it may not.
pub(super) fn kind_of_move(height: Stack, target: Stack) -> Option<Kind> {
    match target {
        0 => Some(Kind::Quiet),
        1.. => Some(Kind::Merge),
        _ if -target <= height => Some(Kind::Capture),
        _ => None,
    }
}

/// The stack, seen from the mover's side, that such a move leaves on its target.
pub(super) fn moved_onto(height: Stack, target: Stack) -> Stack {
    height + target.max(0)
}

/// What is kept up to date as stacks change: sums over the squares, so that what several stacks add to it is added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// Checkers and stacks of both players, each in as many bits as 676 squares of 338 checkers need.
    counts: u64,
    /// A hash of the stacks.
    key: u64,
    /// The squares with stacks, and those with stacks of two and up, of each player, as bits. Each square adds its own
    /// bit, so sums are sets. Only the first [`Totals::MAPPED`] squares are in them.
    stacks_on: [u64; 2],
    tall_on: [u64; 2],
}

impl Totals {
    /// All squares of the boards that are searched deepest, up to 8x8.
    const MAPPED: usize = 64;

    /// Where the checkers of each player begin, and where the stacks do, which end with the word.
    const CHECKERS: [u32; 2] = [0, 20];
    const STACKS: [u32; 2] = [40, 52];

    /// What a stack on a square adds.
    pub(super) fn of(index: usize, stack: Stack) -> Totals {
        let player = usize::from(stack < 0);
        let checkers = u64::from(stack.unsigned_abs()) << Totals::CHECKERS[player];
        let stacks = u64::from(stack != 0) << Totals::STACKS[player];
        let mut totals = Totals {
            counts: checkers + stacks,
            key: WEIGHTS[index].wrapping_mul(i64::from(stack) as u64),
            ..Totals::default()
        };
        if index < Totals::MAPPED {
            totals.stacks_on[player] = u64::from(stack != 0) << index;
            totals.tall_on[player] = u64::from(stack.unsigned_abs() > 1) << index;
        }
        totals
    }

    fn checkers(self, player: Player) -> u32 {
        (self.counts >> Totals::CHECKERS[player.index()]) as u32 & 0xF_FFFF
    }

    fn stacks(self, player: Player) -> u32 {
        (self.counts >> Totals::STACKS[player.index()]) as u32 & 0xFFF
    }
}

// Differences of totals wrap; added to the totals of a board they give those of another.
impl Totals {
    fn with(self, other: Totals, combined: fn(u64, u64) -> u64) -> Totals {
        let both = |mine: [u64; 2], theirs: [u64; 2]| [combined(mine[0], theirs[0]), combined(mine[1], theirs[1])];
        Totals {
            counts: combined(self.counts, other.counts),
            key: combined(self.key, other.key),
            stacks_on: both(self.stacks_on, other.stacks_on),
            tall_on: both(self.tall_on, other.tall_on),
        }
    }
}

impl Add for Totals {
    type Output = Totals;

    fn add(self, other: Totals) -> Totals {
        self.with(other, u64::wrapping_add)
    }
}

impl Sub for Totals {
    type Output = Totals;

    fn sub(self, other: Totals) -> Totals {
        self.with(other, u64::wrapping_sub)
    }
}

/// A square board of stacks. Squares are numbered a1, b1, …, a2, … from 0.
#[derive(Debug)]
pub(super) struct Board {
    size: u8,
    targets: &'static [Targets],
    squares: Box<[Stack]>,
    totals: Totals,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        // The squares decide all else, the size included.
        self.squares == other.squares
    }
}

impl Eq for Board {}

impl Clone for Board {
    fn clone(&self) -> Self {
        Board { squares: self.squares.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let mut squares = std::mem::take(&mut self.squares);
        squares.clone_from(&source.squares);
        *self = Board { squares, ..*source };
    }
}

impl Board {
    /// Whether there is a board of this size.
    pub(super) fn has_size(size: usize) -> bool {
        size.is_multiple_of(2) && (2..=26).contains(&size)
    }

    /// A board of `size` by `size` squares without checkers; `size` is one that [`Board::has_size`] allows.
    pub(super) fn empty(size: u8) -> Board {
        debug_assert!(Board::has_size(usize::from(size)));
        let squares = vec![0; usize::from(size) * usize::from(size)].into_boxed_slice();
        let targets = targets_of_size(usize::from(size));
        Board { size, targets, squares, totals: Totals::default() }
    }

    /// Stacks of one everywhere, the colours alternating, a1 player 1's.
    pub(super) fn checkerboard(size: u8) -> Option<Board> {
        Board::has_size(usize::from(size)).then(|| {
            let mut board = Board::empty(size);
            for index in 0..board.squares.len() {
                let Square { file, rank } = board.square(index);
                board.set(index, if (file + rank) % 2 == 0 { 1 } else { -1 });
            }
            board
        })
    }

    pub(super) fn size(&self) -> u8 {
        self.size
    }

    /// The stacks of all squares.
    pub(super) fn squares(&self) -> &[Stack] {
        &self.squares
    }

    pub(super) fn get(&self, index: usize) -> Stack {
        self.squares[index]
    }

    /// Changes one stack.
    pub(super) fn set(&mut self, index: usize, stack: Stack) {
        let old = std::mem::replace(&mut self.squares[index], stack);
        self.totals = self.totals + Totals::of(index, stack) - Totals::of(index, old);
    }

    /// Changes stacks whose sum is known beforehand, and returns the totals as they were: quicker than
    /// [`Board::set`] where the same change is made again and again.
    pub(super) fn replace<const N: usize>(&mut self, stacks: [(usize, Stack); N], difference: Totals) -> Totals {
        let totals = self.totals;
        self.restore(stacks, totals + difference);
        totals
    }

    /// Takes such a change back.
    pub(super) fn restore(&mut self, stacks: impl IntoIterator<Item = (usize, Stack)>, totals: Totals) {
        for (index, stack) in stacks {
            self.squares[index] = stack;
        }
        self.totals = totals;
    }

    /// The checkers of a player.
    pub(super) fn checkers(&self, player: Player) -> u32 {
        self.totals.checkers(player)
    }

    /// The stacks of a player.
    pub(super) fn stacks(&self, player: Player) -> u32 {
        self.totals.stacks(player)
    }

    /// The squares with stacks of a player and those with stacks of two and up, as bits, on boards up to 8x8.
    pub(super) fn maps(&self, player: Player) -> Option<[u64; 2]> {
        let mapped = self.squares.len() <= Totals::MAPPED;
        mapped.then(|| [self.totals.stacks_on[player.index()], self.totals.tall_on[player.index()]])
    }

    /// What is kept up to date, to be given back when changes are taken back.
    pub(super) fn totals(&self) -> Totals {
        self.totals
    }

    /// Who has won: the opponent of the side without checkers.
    pub(super) fn winner(&self) -> Option<Player> {
        [Player::One, Player::Two].into_iter().find(|player| self.checkers(player.other()) == 0)
    }

    /// A hash of the stacks.
    pub(super) fn key(&self) -> u64 {
        self.totals.key
    }

    /// What a stack adds to the hash.
    pub(super) fn key_of(square: usize, stack: Stack) -> u64 {
        WEIGHTS[square].wrapping_mul(i64::from(stack) as u64)
    }

    /// The same hash, computed anew.
    pub(super) fn key_from_scratch(&self) -> u64 {
        self.squares
            .iter()
            .zip(&WEIGHTS)
            .fold(0, |key: u64, (&stack, weight)| key.wrapping_add(weight.wrapping_mul(i64::from(stack) as u64)))
    }

    /// The place of the square with this number.
    pub(super) fn square(&self, index: usize) -> Square {
        let size = usize::from(self.size);
        Square { file: (index % size) as u8, rank: (index / size) as u8 }
    }

    /// The number of a square, if it is on the board.
    pub(super) fn index(&self, square: Square) -> Option<usize> {
        let on_board = square.file < self.size && square.rank < self.size;
        on_board.then(|| usize::from(square.rank) * usize::from(self.size) + usize::from(square.file))
    }

    /// The squares with the stacks of the side with this [`sign`].
    pub(super) fn stacks_of(&self, sign: Stack) -> impl Iterator<Item = usize> + '_ {
        (0..self.squares.len()).filter(move |&index| self.squares[index] * sign > 0)
    }

    /// The squares at exactly the distance that a die shows, horizontally or vertically.
    pub(super) fn targets(&self, from: usize, die: u8) -> impl Iterator<Item = usize> + use<> {
        let faces = usize::from(self.size / 2);
        let targets: &'static Targets = &self.targets[from * faces + usize::from(die) - 1];
        targets.iter().map(|&target| usize::from(target))
    }

    /// Every move of the side with this sign by exactly what a die shows: its kind, from and to.
    pub(super) fn moves(&self, sign: Stack, die: u8) -> impl Iterator<Item = (Kind, usize, usize)> + '_ {
        self.stacks_of(sign).flat_map(move |from| {
            let height = self.squares[from] * sign;
            self.targets(from, die)
                .filter_map(move |to| Some((kind_of_move(height, self.squares[to] * sign)?, from, to)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_hash_follow_every_change() {
        let mut board = Board::checkerboard(26).unwrap();
        assert_eq!((board.checkers(Player::One), board.stacks(Player::Two)), (338, 338));
        for (index, stack) in [(0, 338), (1, 0), (2, -7), (0, -1), (675, 12), (2, 3)] {
            board.set(index, stack);
            assert_eq!(board.key(), board.key_from_scratch());
        }
        let sum = |sign: Stack| board.squares.iter().map(|&s| u32::from((s * sign).max(0) as u16)).sum::<u32>();
        assert_eq!([Player::One, Player::Two].map(|player| board.checkers(player)), [sum(1), sum(-1)]);
        assert_eq!(board.stacks(Player::One) as usize, board.stacks_of(1).count());
        assert_eq!(board.stacks(Player::Two) as usize, board.stacks_of(-1).count());
    }

    #[test]
    fn targets_lie_at_the_exact_distance_on_the_board() {
        let board = Board::empty(6);
        let names = |from, distance| -> Vec<String> {
            board.targets(from, distance).map(|to| board.square(to).to_string()).collect()
        };
        assert_eq!(names(0, 3), ["d1", "a4"]);
        assert_eq!(names(14, 2), ["c1", "a3", "e3", "c5"]);
        assert_eq!(names(35, 1), ["f5", "e6"]);
    }

    #[test]
    fn copying_reuses_memory_or_adapts_to_another_size() {
        let (small, large) = (Board::checkerboard(4).unwrap(), Board::checkerboard(6).unwrap());
        let mut copy = small.clone();
        copy.set(0, 5);
        copy.clone_from(&small);
        assert_eq!(copy, small);
        copy.clone_from(&large);
        assert_eq!(copy, large);
    }
}
