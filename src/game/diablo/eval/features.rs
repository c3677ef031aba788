//! What the evaluation looks at, as numbers that mean the same on every board: logarithms of ratios and shares, seen from
//! the side to move.

use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::bits::{Bits, Geometry};
use crate::game::diablo::board::{Board, Stack};
use crate::game::{Player, Square};

/// How many features there are.
pub const COUNT: usize = 17;

/// What they are called, in order.
pub const NAMES: [&str; COUNT] = [
    "to be the side to move",
    "more checkers (logarithm of the ratio)",
    "more stacks (logarithm of the ratio)",
    "more stacks of two and up (logarithm of the ratio)",
    "a taller tallest stack (logarithm of the ratio)",
    "share of checkers in stacks that no enemy stack can take",
    "share of faces of a die with a merge or a capture",
    "share of rolls without a forced removal",
    "the same, counted in the checkers that are left",
    "more pairs of stacks that can merge (logarithm of the ratio)",
    "share of the enemy's checkers that the better die takes",
    "share of the enemy's checkers that the other die takes",
    "share of the enemy's checkers within reach of some face",
    "share of rolls whose dice may take all enemy checkers",
    "danger: the share that the enemy's better die takes",
    "danger: the share that the enemy's other die takes",
    "danger: the share within the enemy's reach",
];

/// The features of a position, in the order of [`NAMES`].
pub type Features = [f32; COUNT];

/// How many more numbers the net sees than the features: one side's halves of what those compare, and the phase.
const HALVES: usize = 7;

/// How many numbers the net sees.
pub const INPUTS: usize = COUNT + HALVES;

/// What the net sees: the features first, of which the first is always one.
pub type Inputs = [f32; INPUTS];

/// The largest board's dice.
const MOST_FACES: usize = 13;
/// Heights of a side together.
const MOST_CHECKERS: usize = 26 * 26 / 2;

/// A stack of two and up.
#[derive(Clone, Copy)]
struct Tall {
    file: u8,
    rank: u8,
    height: u16,
    /// The other side captures it at once with some face.
    reached: bool,
}

/// The stacks of one side, `T` of two and up at most.
struct Side<const W: usize, const T: usize> {
    all: Bits<W>,
    /// The squares of stacks of two and up.
    high: Bits<W>,
    tall: ArrayVec<Tall, T>,
    checkers: u32,
    stacks: u32,
    tallest: u16,
    /// For each face the tallest enemy stack that can be captured at once.
    takes: [u16; MOST_FACES],
    /// Enemy checkers that some face captures at once.
    reach: u32,
}

/// The stacks of both sides, the side to move first.
struct Stacks<const W: usize, const T: usize> {
    sides: [Side<W, T>; 2],
    faces: usize,
    geometry: &'static Geometry<W>,
}

/// The features, and more, of a board with both sides' checkers on it, for the side with this sign to move.
pub(super) fn inputs(board: &Board, sign: Stack) -> Inputs {
    static SMALL: [OnceLock<Geometry<1>>; 14] = [const { OnceLock::new() }; 14];
    static TEN: [OnceLock<Geometry<2>>; 14] = [const { OnceLock::new() }; 14];
    static LARGE: [OnceLock<Geometry<4>>; 14] = [const { OnceLock::new() }; 14];
    static LARGEST: [OnceLock<Geometry<11>>; 14] = [const { OnceLock::new() }; 14];
    match board.size() {
        // A side has a checker for every other square at most, and half as many stacks of two.
        size @ ..=8 => Stacks::<1, 16>::new(Geometry::get(&SMALL, size)).inputs(board, sign),
        size @ 9..=10 => Stacks::<2, 25>::new(Geometry::get(&TEN, size)).inputs(board, sign),
        size @ 11..=16 => Stacks::<4, 64>::new(Geometry::get(&LARGE, size)).inputs(board, sign),
        size => Stacks::<11, 169>::new(Geometry::get(&LARGEST, size)).inputs(board, sign),
    }
}

/// The natural logarithms of the counts plus one.
fn log(count: u32) -> f32 {
    let logs = logs();
    logs[(count as usize).min(logs.len() - 1)]
}

/// Those of all counts of checkers and stacks, and more.
pub(super) fn logs() -> &'static [f32] {
    static LOGS: OnceLock<Vec<f32>> = OnceLock::new();
    LOGS.get_or_init(|| (0..=4 * MOST_CHECKERS).map(|count| (count as f32 + 1.0).ln()).collect())
}

impl<const W: usize, const T: usize> Stacks<W, T> {
    fn new(geometry: &'static Geometry<W>) -> Self {
        Stacks { sides: [Side::new(), Side::new()], faces: geometry.faces(), geometry }
    }

    fn inputs(&mut self, board: &Board, sign: Stack) -> Inputs {
        self.place(board, sign);
        self.take_singles();
        self.take_tall();
        self.compare()
    }

    fn place(&mut self, board: &Board, sign: Stack) {
        let [own, enemy] = &mut self.sides;
        let players = if sign > 0 { [Player::One, Player::Two] } else { [Player::Two, Player::One] };
        if let [Some(mine), Some(theirs)] = players.map(|player| board.maps(player)) {
            own.place_maps(board, mine);
            enemy.place_maps(board, theirs);
        } else {
            self.place_each(board, sign);
        }
        for (side, player) in self.sides.iter_mut().zip(players) {
            side.checkers = board.checkers(player);
            side.stacks = board.stacks(player);
            side.tallest = side.tall.iter().map(|tall| tall.height).max().unwrap_or(1);
        }
    }

    /// The same where the board keeps no maps.
    fn place_each(&mut self, board: &Board, sign: Stack) {
        let [own, enemy] = &mut self.sides;
        for (rank, row) in board.squares().chunks_exact(2 * self.faces).enumerate() {
            for (file, &stack) in row.iter().enumerate() {
                let (stack, square) = (stack * sign, rank * 2 * self.faces + file);
                own.all.insert_if(square, stack > 0);
                enemy.all.insert_if(square, stack < 0);
                let height = stack.unsigned_abs();
                if height > 1 {
                    own.high.insert_if(square, stack > 0);
                    enemy.high.insert_if(square, stack < 0);
                    let side = if stack > 0 { &mut *own } else { &mut *enemy };
                    side.tall.push(Tall { file: file as u8, rank: rank as u8, height, reached: false });
                }
            }
        }
    }

    /// A stack of any height takes single checkers.
    fn take_singles(&mut self) {
        let [own, enemy] = &mut self.sides;
        own.take_singles(enemy.singles(), self.faces, self.geometry);
        enemy.take_singles(own.singles(), self.faces, self.geometry);
    }

    /// What takes stacks of two and up is as tall at least.
    fn take_tall(&mut self) {
        let [own, enemy] = &mut self.sides;
        for mine in &mut own.tall {
            for theirs in &mut enemy.tall {
                let distance = if mine.file == theirs.file {
                    mine.rank.abs_diff(theirs.rank)
                } else if mine.rank == theirs.rank {
                    mine.file.abs_diff(theirs.file)
                } else {
                    continue;
                };
                let face = usize::from(distance) - 1;
                if face >= self.faces {
                    continue;
                }
                if mine.height >= theirs.height {
                    own.takes[face] = own.takes[face].max(theirs.height);
                    theirs.reached = true;
                }
                if theirs.height >= mine.height {
                    enemy.takes[face] = enemy.takes[face].max(mine.height);
                    mine.reached = true;
                }
            }
        }
        own.reach += enemy.reached();
        enemy.reach += own.reached();
    }

    /// The numbers, when the board has been looked at.
    fn compare(&self) -> Inputs {
        let [own, enemy] = &self.sides;
        let (per_own, per_enemy) = (1.0 / own.checkers as f32, 1.0 / enemy.checkers as f32);
        let (mine, theirs) = (self.outlook(own, enemy), self.outlook(enemy, own));
        let squares = (4 * self.faces * self.faces) as f32;
        [
            1.0,
            log(own.checkers) - log(enemy.checkers),
            log(own.stacks) - log(enemy.stacks),
            log(own.tall.len() as u32) - log(enemy.tall.len() as u32),
            log(own.tallest.into()) - log(enemy.tallest.into()),
            own.safe_from(enemy) as f32 * per_own - enemy.safe_from(own) as f32 * per_enemy,
            mine.useful - theirs.useful,
            mine.free - theirs.free,
            (1.0 - theirs.free) * per_enemy - (1.0 - mine.free) * per_own,
            log(mine.pairs) - log(theirs.pairs),
            mine.better * per_enemy,
            mine.other * per_enemy,
            own.reach as f32 * per_enemy,
            mine.all,
            theirs.better * per_own,
            theirs.other * per_own,
            enemy.reach as f32 * per_own,
            (own.checkers + enemy.checkers) as f32 / squares,
            log(own.stacks),
            log(own.tall.len() as u32),
            log(own.tallest.into()),
            mine.useful,
            mine.free,
            theirs.all,
        ]
    }

    fn outlook(&self, side: &Side<W, T>, other: &Side<W, T>) -> Outlook {
        let faces = self.faces;
        let (mut pairs, mut count, mut useful) = (0, 0, [false; MOST_FACES]);
        for (face, (useful, &take)) in useful.iter_mut().zip(&side.takes[..faces]).enumerate() {
            let merging = self.geometry.pairs(side.all, face + 1);
            pairs += merging;
            *useful = merging > 0 || take > 0;
            count += u32::from(*useful);
        }
        let (mut better, mut worse, mut all) = (0, 0, 0);
        for (first, &take) in side.takes[..faces].iter().enumerate() {
            let take = u32::from(take);
            for &second in &side.takes[..first] {
                let (high, low) = (take.max(second.into()), take.min(second.into()));
                better += 2 * high;
                worse += 2 * low;
                all += 2 * u32::from(high + low >= other.checkers);
            }
            better += take;
            all += u32::from(take >= other.checkers);
        }
        let stuck = if count as usize == faces { 0 } else { self.stuck(side, other, &useful[..faces]) };
        let per_roll = 1.0 / (faces * faces) as f32;
        Outlook {
            pairs,
            useful: count as f32 / faces as f32,
            free: 1.0 - stuck as f32 * per_roll,
            better: better as f32 * per_roll,
            other: worse as f32 * per_roll,
            all: all as f32 * per_roll,
        }
    }

    /// In how many of the throws the side must remove a checker: those with no merge or capture at once, and none after
    /// a quiet move. (Captures of tall stacks after a quiet move are left out.)
    fn stuck(&self, side: &Side<W, T>, other: &Side<W, T>, useful: &[bool]) -> u32 {
        let unoccupied = self.geometry.board() & !(side.all | other.all);
        let singles = other.singles();
        let aims = side.all | singles;
        let quiet = |face| self.geometry.around(side.all, face + 1) & unoccupied;
        let near = |face| self.geometry.around(aims, face + 1);
        let mut stuck = 0;
        for first in (0..useful.len()).filter(|&face| !useful[face]) {
            // On a double the stack that moved has left its square, so another one must be as near.
            let twice = self.geometry.between(side.all, first + 1) | self.geometry.around(singles, first + 1);
            stuck += u32::from((quiet(first) & twice).is_empty());
            for second in (0..first).filter(|&face| !useful[face]) {
                let none = (quiet(first) & near(second)).is_empty() && (quiet(second) & near(first)).is_empty();
                stuck += 2 * u32::from(none);
            }
        }
        stuck
    }
}

/// What the dice may bring a side.
struct Outlook {
    /// Pairs of stacks at the distance of some face.
    pairs: u32,
    /// The share of faces with a merge or a capture.
    useful: f32,
    /// The share of rolls without a forced removal.
    free: f32,
    /// Checkers that the die which takes more takes, on average over the rolls.
    better: f32,
    /// The same of the other die.
    other: f32,
    /// The share of rolls that may take all of the other side's checkers.
    all: f32,
}

impl<const W: usize, const T: usize> Side<W, T> {
    fn new() -> Self {
        Side {
            all: Bits::EMPTY,
            high: Bits::EMPTY,
            tall: ArrayVec::new(),
            checkers: 0,
            stacks: 0,
            tallest: 0,
            takes: [0; MOST_FACES],
            reach: 0,
        }
    }

    fn singles(&self) -> Bits<W> {
        self.all & !self.high
    }

    /// The checkers in stacks of two and up that the other side captures with some face.
    fn reached(&self) -> u32 {
        self.tall.iter().filter(|tall| tall.reached).map(|tall| u32::from(tall.height)).sum()
    }

    fn place_maps(&mut self, board: &Board, [all, tall]: [u64; 2]) {
        (self.all, self.high) = (Bits::of_word(all), Bits::of_word(tall));
        let mut left = tall;
        while left != 0 {
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            let Square { file, rank } = board.square(square);
            self.tall.push(Tall { file, rank, height: board.get(square).unsigned_abs(), reached: false });
        }
    }

    fn take_singles(&mut self, singles: Bits<W>, faces: usize, geometry: &Geometry<W>) {
        let mut reached = Bits::EMPTY;
        for face in 0..faces {
            let takes = geometry.around(self.all, face + 1) & singles;
            self.takes[face] = u16::from(!takes.is_empty());
            reached = reached | takes;
        }
        self.reach += reached.count();
    }

    /// How many checkers stand in stacks above all of the other side's.
    fn safe_from(&self, other: &Side<W, T>) -> u32 {
        self.tall.iter().filter(|tall| tall.height > other.tallest).map(|tall| u32::from(tall.height)).sum()
    }
}
