//! The rules of Diablo, as plainly as they can be written, from the point of view of the side to move.

use crate::board::Board;

/// Two dice, the lower one first.
pub type Roll = [usize; 2];

/// The rules on boards of one size.
pub struct Rules {
    pub size: usize,
    /// Distinct rolls in order, with the number of throws that make each.
    pub rolls: Vec<(Roll, f64)>,
    /// By square and die, at `square * faces + die - 1`: the squares at exactly this distance in a straight line.
    targets: Vec<Vec<usize>>,
    /// For each of the eight images of the board, the square that each of its squares comes from.
    pub symmetries: Vec<Vec<usize>>,
}

impl Rules {
    pub fn new(size: usize) -> Rules {
        let faces = size / 2;
        let rolls = (1..=faces).flat_map(|low| (low..=faces).map(move |high| [low, high]));
        let weighed = rolls.map(|roll| (roll, if roll[0] == roll[1] { 1.0 } else { 2.0 }));
        let targets = (0..size * size).flat_map(|square| (1..=faces).map(move |die| targets(size, square, die)));
        Rules {
            size,
            rolls: weighed.collect(),
            targets: targets.collect(),
            symmetries: (0..8).map(|number| symmetry(size, number)).collect(),
        }
    }

    pub fn squares(&self) -> usize {
        self.size * self.size
    }

    /// How many throws there are.
    pub fn throws(&self) -> f64 {
        self.rolls.iter().map(|&(_, weight)| weight).sum()
    }

    /// The start, seen from Black's side: Black stands on a1.
    pub fn start<B: Board>(&self) -> B {
        let mut board = B::empty(self.squares());
        for square in 0..self.squares() {
            let black = (square % self.size + square / self.size).is_multiple_of(2);
            board.set(square, if black { 1 } else { -1 });
        }
        board
    }

    /// The board seen from the other side.
    pub fn swapped<B: Board>(&self, board: &B) -> B {
        let mut other = B::empty(self.squares());
        (0..self.squares()).for_each(|square| other.set(square, -board.get(square)));
        other
    }

    /// One of the eight images.
    pub fn image<B: Board>(&self, board: &B, symmetry: usize) -> B {
        let mut image = B::empty(self.squares());
        for (square, &origin) in self.symmetries[symmetry].iter().enumerate() {
            image.set(square, board.get(origin));
        }
        image
    }

    /// The smallest of the eight images. It is made when it is known which that is: most others are found to be larger
    /// after a square or two.
    pub fn first_image<B: Board>(&self, board: &B) -> B {
        let mut first = 0;
        for symmetry in 1..8 {
            let pairs = self.symmetries[symmetry].iter().zip(&self.symmetries[first]);
            let order = pairs.map(|(&a, &b)| board.get(a).cmp(&board.get(b))).find(|order| order.is_ne());
            if order.is_some_and(std::cmp::Ordering::is_lt) {
                first = symmetry;
            }
        }
        self.image(board, first)
    }

    /// Whether the side to move has won, if either has.
    pub fn winner<B: Board>(&self, board: &B) -> Option<bool> {
        let (mut own, mut other) = (false, false);
        for square in 0..self.squares() {
            own |= board.get(square) > 0;
            other |= board.get(square) < 0;
        }
        if own && other { None } else { Some(own) }
    }

    /// The boards after each turn with a roll, each once, still seen from the side that has taken it.
    pub fn turns<B: Board>(&self, board: &B, [low, high]: Roll, first_turn: bool) -> Vec<B> {
        let mut found = Vec::new();
        let orders = [(low, high), (high, low)];
        let mut moved = false;
        for &(die, other) in if low == high { &orders[..1] } else { &orders } {
            self.moves(board, die, |quiet, after| {
                moved = true;
                if first_turn || self.winner(&after).is_some() {
                    found.push(after);
                    return;
                }
                let before = found.len();
                self.moves(&after, other, |also_quiet, last| {
                    if !(quiet && also_quiet) {
                        found.push(last);
                    }
                });
                if found.len() == before {
                    self.removals(&after, |last| found.push(last));
                }
            });
        }
        if !moved {
            self.removals(board, |after| {
                if first_turn || self.winner(&after).is_some() {
                    found.push(after);
                } else {
                    self.removals(&after, |last| found.push(last));
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Each move with a die: whether it is quiet, and the board after it.
    fn moves<B: Board>(&self, board: &B, die: usize, mut see: impl FnMut(bool, B)) {
        let faces = self.size / 2;
        for square in 0..self.squares() {
            let height = board.get(square);
            if height <= 0 {
                continue;
            }
            for &target in &self.targets[square * faces + die - 1] {
                let there = board.get(target);
                if -there > height {
                    continue;
                }
                let mut after = board.clone();
                after.set(square, 0);
                after.set(target, height + there.max(0));
                see(there == 0, after);
            }
        }
    }

    /// Each way to take one own checker off.
    fn removals<B: Board>(&self, board: &B, mut see: impl FnMut(B)) {
        for square in 0..self.squares() {
            let height = board.get(square);
            if height > 0 {
                let mut after = board.clone();
                after.set(square, height - 1);
                see(after);
            }
        }
    }
}

fn targets(size: usize, square: usize, die: usize) -> Vec<usize> {
    let (file, row) = (square % size, square / size);
    let mut found = Vec::new();
    if file >= die {
        found.push(square - die);
    }
    if file + die < size {
        found.push(square + die);
    }
    if row >= die {
        found.push(square - die * size);
    }
    if row + die < size {
        found.push(square + die * size);
    }
    found
}

fn symmetry(size: usize, number: usize) -> Vec<usize> {
    let origin = |square: usize| {
        let (mut file, mut row) = (square % size, square / size);
        if number & 4 != 0 {
            (file, row) = (row, file);
        }
        if number & 1 != 0 {
            file = size - 1 - file;
        }
        if number & 2 != 0 {
            row = size - 1 - row;
        }
        row * size + file
    };
    (0..size * size).map(origin).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::read;

    fn numbers<B: Board>(rules: &Rules, boards: &[B], first_turn: bool) -> Vec<usize> {
        let of_roll =
            |&(roll, _): &(Roll, f64)| boards.iter().map(|board| rules.turns(board, roll, first_turn).len()).sum();
        rules.rolls.iter().map(of_roll).collect()
    }

    /// What can stand after the first turn, for the side to move next.
    fn second<B: Board>(rules: &Rules) -> Vec<B> {
        let of_roll = |&(roll, _): &(Roll, f64)| rules.turns(&rules.start::<B>(), roll, true);
        let all: HashSet<B> = rules.rolls.iter().flat_map(of_roll).collect();
        all.iter().map(|board| rules.swapped(board)).collect()
    }

    #[test]
    fn the_known_numbers_of_turns() {
        let (four, six) = (Rules::new(4), Rules::new(6));
        assert_eq!(numbers(&four, &[four.start::<[i8; 16]>()], true), [24, 40, 16]);
        assert_eq!(numbers(&six, &[six.start::<[i8; 64]>()], true), [60, 108, 96, 48, 84, 36]);
        let (on_four, on_six) = (second::<[i8; 16]>(&four), second::<[i8; 64]>(&six));
        assert_eq!((on_four.len(), on_six.len()), (40, 144));
        assert_eq!(numbers(&four, &on_four, false), [9288, 13484, 4312]);
        assert_eq!(numbers(&six, &on_six, false), [235_948, 393_436, 293_656, 153_644, 238_132, 84528]);
        // The same on the boards that are not packed.
        assert_eq!(numbers(&four, &second::<Box<[i16]>>(&four), false), [9288, 13484, 4312]);
    }

    #[test]
    fn removals() {
        let rules = Rules::new(4);
        let after = |fen: &str, roll, first_turn| {
            let board: [i8; 16] = read(fen.as_bytes(), 4, 1).unwrap();
            let mut texts: Vec<_> =
                rules.turns(&board, roll, first_turn).iter().map(|b| crate::board::text(b, 4)).collect();
            texts.sort();
            texts
        };
        let shut_in = "..../G3.../..../B2.G3.";
        assert_eq!(after(shut_in, [2, 2], false), ["..../G3.../..../..G3."]);
        assert_eq!(after(shut_in, [2, 2], true), ["..../G3.../..../B.G3."]);
        let two_stacks = "...G3/..G3B/G3..G3/B2G3..";
        assert_eq!(after(two_stacks, [1, 1], false).len(), 2);
        // One die plays a quiet move, and the other could only play another: the checker goes.
        assert_eq!(after("..../..../..../BG3..", [1, 1], false), ["..../..../..../.G3.."]);
    }

    #[test]
    fn images() {
        let rules = Rules::new(4);
        let first = |fen: &str| rules.first_image(&read::<[i8; 16]>(fen.as_bytes(), 4, 1).unwrap());
        let board = first("G12.B./..../..../B...");
        assert_eq!(board, first("B..G12/..../...B/...."));
        assert_ne!(board, first("B..G12/..../B.../...."));
        assert!((0..8).all(|symmetry| board <= rules.image(&board, symmetry)));
        let all: HashSet<_> = (0..8).map(|symmetry| rules.image(&board, symmetry)).collect();
        assert_eq!(all.len(), 8);
        assert!(all.iter().all(|image| rules.first_image(image) == board));
    }

    #[test]
    fn the_winner_has_all_that_is_left() {
        let rules = Rules::new(2);
        let winner = |fen: &str| rules.winner(&read::<[i8; 16]>(fen.as_bytes(), 2, 1).unwrap());
        assert_eq!(["../.G", "B./..", "GB/.."].map(winner), [Some(false), Some(true), None]);
    }
}
