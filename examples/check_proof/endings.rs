//! Files of `diabolo solve`, read by a reckoning of its own (their form stands in src/endings/file.rs, and the order of
//! their chances in src/endings/ranking.rs).

use std::io::Read;

use crate::Fault;
use crate::board::Board;
use crate::mix::mix;
use crate::rules::Rules;

/// The chance 1.
pub const ONE: u32 = 1 << 31;

const HEAD: usize = 32;

/// What a file begins with.
#[derive(Clone, Copy)]
pub struct Head {
    pub size: usize,
    /// Positions with at most so many checkers are in the file,
    checkers: usize,
    /// and those with at most so many stacks.
    stacks: usize,
    count: u64,
    checksum: u64,
}

impl Head {
    pub fn read(reader: &mut impl Read, length: u64) -> Result<Head, Fault> {
        let no_endings = || Fault("it is no file of endings that can be read here".into());
        let mut head = [0; HEAD];
        reader.read_exact(&mut head).map_err(|_| no_endings())?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        let [size, checkers, stacks, zero] = [12, 13, 14, 15].map(|at| usize::from(head[at]));
        let version = word(8) & 0xFFFF_FFFF;
        let sound = size % 2 == 0 && (2..=26).contains(&size) && checkers >= 2 && zero == 0;
        if &head[..8] != b"DIABLOEG" || version != 1 || !sound {
            return Err(no_endings());
        }
        let count = word(16);
        if Some(length) != count.checked_mul(4).and_then(|bytes| bytes.checked_add(HEAD as u64)) {
            return Err(Fault(format!("it promises {count} chances, and has not the length for so many")));
        }
        Ok(Head { size, checkers, stacks, count, checksum: word(24) })
    }

    fn has(&self, checkers: usize, stacks: usize) -> bool {
        checkers <= self.checkers || stacks <= self.stacks
    }

    /// The most checkers that a position in the file can have.
    pub fn most_checkers(&self) -> usize {
        if self.stacks >= 2 { self.checkers.max(self.size * self.size) } else { self.checkers }
    }

    fn most_stacks(&self) -> usize {
        self.checkers.max(self.stacks).min(self.size * self.size)
    }

    pub fn checkers(&self) -> usize {
        self.checkers
    }

    pub fn stacks(&self) -> usize {
        self.stacks
    }
}

/// The chances of all positions with little material on one board.
pub struct Endings {
    pub head: Head,
    /// C(n, k) at `[k][n]`.
    binomials: Vec<Vec<u64>>,
    symmetries: Vec<Vec<usize>>,
    /// The sets of occupied squares, by their sizes.
    sets: Vec<Sets>,
    /// Where the positions with c checkers in s stacks begin, at `[c][s]`.
    starts: Vec<Vec<usize>>,
    values: Vec<u32>,
}

/// Sets of so many squares. Those that are images of each other make a class.
#[derive(Default)]
struct Sets {
    /// By the number of the set: its class, and the symmetry that takes the first set of the class to it.
    places: Vec<Option<(u32, u8)>>,
    /// The squares of each class's first set.
    firsts: Vec<u16>,
    classes: usize,
}

impl Endings {
    /// Reads what follows the head.
    pub fn read(head: Head, rules: &Rules, reader: &mut impl Read) -> Result<Endings, Fault> {
        let (squares, most) = (rules.squares(), head.most_stacks());
        let mut endings = Endings {
            head,
            binomials: binomials(squares.max(head.most_checkers()), most),
            symmetries: rules.symmetries.clone(),
            sets: Vec::new(),
            starts: vec![vec![0; most + 1]; head.most_checkers() + 1],
            values: Vec::new(),
        };
        let other_number = || Fault(format!("it holds {} chances, which is no right number", head.count));
        // Each class has two positions and more, and eight sets at most: so no head makes this need more than its file.
        if (2..=most).any(|size| endings.binomials[size][squares] > head.count.saturating_mul(4)) {
            return Err(other_number());
        }
        endings.sets = (0..=most).map(|size| if size < 2 { Sets::default() } else { endings.sets_of(size) }).collect();
        let mut begin = 0_u64;
        for checkers in 2..=head.most_checkers() {
            for stacks in (2..=checkers.min(most)).filter(|&stacks| head.has(checkers, stacks)) {
                endings.starts[checkers][stacks] = begin as usize;
                let sets = endings.sets[stacks].classes as u64 * ((1 << stacks) - 2);
                begin = begin.saturating_add(sets.saturating_mul(endings.binomials[stacks - 1][checkers - 1]));
            }
        }
        if begin != head.count {
            return Err(other_number());
        }
        endings.values = values(head, reader)?;
        Ok(endings)
    }

    /// Numbers the classes of sets of one size, in the order of their first sets. Sets are in order of their largest
    /// squares, then of the next largest ones, and so on: that is what the combinatorial number system says.
    fn sets_of(&self, size: usize) -> Sets {
        let squares = self.symmetries[0].len();
        let count = self.binomials[size][squares] as usize;
        let mut sets = Sets { places: vec![None; count], ..Sets::default() };
        let mut set: Vec<usize> = (0..size).collect();
        for number in 0..count {
            if sets.places[number].is_none() {
                for (symmetry, origins) in self.symmetries.iter().enumerate() {
                    let mut image: Vec<usize> = set.iter().map(|&square| origins[square]).collect();
                    image.sort_unstable();
                    let of_image = &mut sets.places[self.number(&image)];
                    *of_image = of_image.or(Some((sets.classes as u32, symmetry as u8)));
                }
                sets.firsts.extend(set.iter().map(|&square| square as u16));
                sets.classes += 1;
            }
            advance(&mut set);
        }
        sets
    }

    /// The number of an ascending set.
    fn number(&self, set: &[usize]) -> usize {
        set.iter().enumerate().map(|(i, &square)| self.binomials[i + 1][square] as usize).sum()
    }

    /// The chance of the side to move, in units of 2^-31, if the position is in the file; both sides are on the board.
    pub fn units<B: Board>(&self, board: &B) -> Option<u32> {
        let (mut checkers, mut stacks, mut number) = (0, 0, 0);
        for square in 0..self.symmetries[0].len() {
            let height = board.get(square);
            if height != 0 {
                checkers += usize::from(height.unsigned_abs());
                stacks += 1;
                if !self.head.has(checkers, stacks) {
                    return None;
                }
                number += self.binomials[stacks][square] as usize;
            }
        }
        let sets = &self.sets[stacks];
        let (class, symmetry) = sets.places[number]?;
        let (class, origins) = (class as usize, &self.symmetries[usize::from(symmetry)]);
        // From the first set's first square on.
        let (mut own, mut division, mut sum) = (0, 0, 0);
        for (i, &square) in sets.firsts[class * stacks..][..stacks].iter().enumerate() {
            let height = board.get(origins[usize::from(square)]);
            own |= usize::from(height > 0) << i;
            sum += usize::from(height.unsigned_abs());
            if i + 1 < stacks {
                division += self.binomials[i + 1][sum - 1] as usize;
            }
        }
        let (colourings, divisions) = ((1 << stacks) - 2, self.binomials[stacks - 1][checkers - 1] as usize);
        let place = (class * colourings + own - 1) * divisions + division;
        Some(self.values[self.starts[checkers][stacks] + place])
    }

    /// The same chance from those of the positions one turn later; `None` if one of these is not in the file.
    pub fn recomputed<B: Board>(&self, board: &B, rules: &Rules) -> Option<f64> {
        let mut total = 0.0;
        for &(roll, weight) in &rules.rolls {
            let mut best = 0;
            for after in rules.turns(board, roll, false) {
                let units = match rules.winner(&after) {
                    Some(own) => u32::from(own) * ONE,
                    None => ONE - self.units(&rules.swapped(&after))?,
                };
                best = best.max(units);
            }
            total += weight * f64::from(best);
        }
        Some(total / rules.throws())
    }
}

/// The chances, all of them and undamaged.
fn values(head: Head, reader: &mut impl Read) -> Result<Vec<u32>, Fault> {
    let mut values = Vec::with_capacity(head.count as usize);
    let mut checksum = head.count;
    let mut four = [0; 4];
    for _ in 0..head.count {
        reader.read_exact(&mut four).map_err(|error| Fault(error.to_string()))?;
        let units = u32::from_le_bytes(four);
        if units > ONE {
            return Err(Fault("it has a chance above 1".into()));
        }
        checksum = mix(checksum.wrapping_add(u64::from(units)));
        values.push(units);
    }
    if checksum == head.checksum { Ok(values) } else { Err(Fault("its checksum is wrong".into())) }
}

/// Those that fit, and for the others the largest number.
fn binomials(most_n: usize, most_k: usize) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![1; most_n + 1]];
    for k in 1..=most_k {
        let mut row = vec![0_u64; most_n + 1];
        for n in k..=most_n {
            row[n] = row[n - 1].saturating_add(rows[k - 1][n - 1]);
        }
        rows.push(row);
    }
    rows
}

/// The next set: the first square that can moves up by one, and those below it go back to the beginning.
fn advance(set: &mut [usize]) {
    let free = (0..set.len()).find(|&i| set.get(i + 1) != Some(&(set[i] + 1)));
    if let Some(free) = free {
        set[free] += 1;
        (0..free).for_each(|i| set[i] = i);
    }
}
