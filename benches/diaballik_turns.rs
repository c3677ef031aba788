//! The generator of Diaballik's turns beside a plain one: `cargo bench --bench diaballik_turns`. The plain one is what
//! one would write in an hour: recursion over steps and passes on boards of bits, and a hash set of the turns seen so
//! far, whose slots are stamped so that it need not be cleared. Both must find equally many turns. The first lines
//! printed are turns a second of both and their ratio: for listing the turns, for visiting the
//! positions they lead to, and for counting them in bulk, as the last ply of `perft` does. Then come the turns that
//! defend where the opponent threatens to win: all turns put to the test, beside the generator of these alone.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use diabolo::game::deterministic::Deterministic;
use diabolo::game::diaballik::{Diaballik, Move, Setup};
use diabolo::game::{Game, PartialTurn};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Positions of games in which any turn is played, and from both setups.
fn cases(games: u64) -> Vec<Diaballik> {
    let (mut cases, mut turns, mut random) = (Vec::new(), Vec::new(), SplitMix64::seed_from_u64(7));
    for game in 0..games {
        let mut position = Diaballik::startpos(if game % 4 == 3 { Setup::Variant } else { Setup::Standard });
        for _ in 0..60 {
            if position.winner().is_some() {
                break;
            }
            cases.push(position);
            position.generate(&mut (), &mut turns);
            position = position.play(turns[random.next_u64() as usize % turns.len()]);
        }
    }
    cases
}

/// How many turns our generator lists.
fn listed(cases: &[Diaballik], turns: &mut Vec<Move>) -> u64 {
    let mut count = 0;
    for position in cases {
        position.generate(&mut (), turns);
        black_box(turns.as_slice());
        count += turns.len() as u64;
    }
    count
}

/// How many turns our generator visits as positions, keys included.
fn visited(cases: &[Diaballik]) -> u64 {
    let mut count = 0;
    for position in cases {
        let _ = position.visit_successors(&mut (), &mut |after| {
            black_box(after.key());
            count += 1;
            ControlFlow::Continue(())
        });
    }
    count
}

/// How many turns there are, counted without a look at each.
fn counted(cases: &[Diaballik]) -> u64 {
    cases.iter().map(|position| black_box(position).count_successors().expect("counts in bulk")).sum()
}

/// Those in which the opponent threatens to win, and the side to move does not.
fn threatened(cases: &[Diaballik]) -> Vec<Diaballik> {
    cases.iter().filter(|position| position.threatened() && !position.wins_now()).copied().collect()
}

/// How many turns prevent the opponent's win, generated as such.
fn defences(cases: &[Diaballik], turns: &mut Vec<Move>) -> u64 {
    let mut count = 0;
    for position in cases {
        position.generate_defences(&mut (), turns);
        black_box(turns.as_slice());
        count += turns.len() as u64;
    }
    count
}

/// The same by generating all turns and putting each to the test.
fn filtered(cases: &[Diaballik], turns: &mut Vec<Move>) -> u64 {
    let mut count = 0;
    for position in cases {
        position.generate(&mut (), turns);
        turns.retain(|&turn| {
            let after = position.play(turn);
            !after.wins_now() || after.winner() == Some(position.side_to_move())
        });
        black_box(turns.as_slice());
        count += turns.len() as u64;
    }
    count
}

const SIZE: u64 = 7;
const BOARD: u64 = (1 << (SIZE * SIZE)) - 1;
const FILE_A: u64 = 0x0408_1020_4081;
const SLOTS: usize = 1 << 12;

/// What the plain generator is asked: own pieces, own ball, opposing pieces, the goal row.
#[derive(Clone, Copy)]
struct Board {
    own: u64,
    ball: u32,
    other: u64,
    goal: u64,
}

/// The plain generator.
struct Plain {
    empty: u64,
    lanes: u64,
    goal: u64,
    seen: Vec<(u64, u32)>,
    stamp: u32,
    count: u64,
}

impl Plain {
    fn new() -> Plain {
        Plain { empty: 0, lanes: 0, goal: 0, seen: vec![(0, 0); SLOTS], stamp: 0, count: 0 }
    }

    fn turns(&mut self, board: Board) {
        self.stamp += 1;
        self.empty = BOARD & !(board.own | board.other);
        self.goal = board.goal;
        self.lanes = 0;
        for (file, rank) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (mut x, mut y) = ((board.ball % 7) as i32 + file, (board.ball / 7) as i32 + rank);
            while (0..7).contains(&x) && (0..7).contains(&y) && board.other & 1 << (7 * y + x) == 0 {
                self.lanes |= 1 << (7 * y + x);
                (x, y) = (x + file, y + rank);
            }
        }
        self.actions(board.own, board.ball, self.empty, 2, false);
    }

    fn actions(&mut self, own: u64, ball: u32, empty: u64, steps: u32, passed: bool) {
        let men = own & !(1 << ball);
        if steps > 0 {
            let mut from = men;
            while from != 0 {
                let piece = from & from.wrapping_neg();
                from ^= piece;
                let beside = (piece & !FILE_A) >> 1 | (piece << 1) & !FILE_A | piece << SIZE | piece >> SIZE;
                let mut to = beside & empty;
                while to != 0 {
                    let square = to & to.wrapping_neg();
                    to ^= square;
                    self.turn(own ^ piece ^ square, ball);
                    self.actions(own ^ piece ^ square, ball, empty ^ piece ^ square, steps - 1, passed);
                }
            }
        }
        if !passed {
            let mut to = self.lanes & men;
            while to != 0 {
                let receiver = to.trailing_zeros();
                to &= to - 1;
                self.turn(own, receiver);
                if self.goal & 1 << receiver == 0 {
                    self.actions(own, receiver, empty, steps, true);
                }
            }
        }
    }

    #[inline]
    fn turn(&mut self, own: u64, ball: u32) {
        let turn = own | u64::from(ball) << 49;
        let mut slot = (turn.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize;
        while self.seen[slot].1 == self.stamp {
            if self.seen[slot].0 == turn {
                return;
            }
            slot = (slot + 1) % SLOTS;
        }
        self.seen[slot] = (turn, self.stamp);
        black_box(turn);
        self.count += 1;
    }
}

/// How many turns the plain generator visits.
fn plain(generator: &mut Plain, boards: &[Board]) -> u64 {
    generator.count = 0;
    for &board in boards {
        generator.turns(board);
    }
    generator.count
}

fn boards(cases: &[Diaballik]) -> Vec<Board> {
    let board = |position: &Diaballik| {
        let mover = position.side_to_move();
        let goal = if mover.index() == 0 { 0x7f << 42 } else { 0x7f };
        let mut board = Board { own: 0, ball: 0, other: 0, goal };
        for piece in position.begin().pieces() {
            let at = u32::from(piece.square.rank) * 7 + u32::from(piece.square.file);
            if piece.owner == mover {
                board.own |= 1 << at;
                board.ball = if piece.mark.is_some() { at } else { board.ball };
            } else {
                board.other |= 1 << at;
            }
        }
        board
    };
    cases.iter().map(board).collect()
}

fn main() {
    compare_generators();
    compare_defences();
    divan::main();
}

/// Turns a second, the fastest of several rounds that take turns with those of the others.
fn compare_generators() {
    let cases = cases(40);
    let boards = boards(&cases);
    let (mut generator, mut turns) = (Plain::new(), Vec::new());
    let mut fastest = [Duration::MAX; 4];
    let mut counts = [0; 4];
    for _ in 0..25 {
        for way in 0..4 {
            let begun = Instant::now();
            counts[way] = match way {
                0 => plain(&mut generator, &boards),
                1 => listed(&cases, &mut turns),
                2 => visited(&cases),
                _ => counted(&cases),
            };
            fastest[way] = fastest[way].min(begun.elapsed());
        }
    }
    let speed = |way: usize| counts[way] as f64 / fastest[way].as_secs_f64() / 1e6;
    println!("{} positions, {} turns; plain {:.1} M/s", cases.len(), counts[0], speed(0));
    for (way, what) in [(1, "listed"), (2, "visited with keys"), (3, "counted")] {
        assert_eq!(counts[way], counts[0], "the generators disagree");
        println!("ours, {what}: {:.1} M/s, ratio {:.2}", speed(way), speed(way) / speed(0));
    }
}

fn compare_defences() {
    let cases = threatened(&cases(400));
    let mut turns = Vec::new();
    let mut fastest = [Duration::MAX; 3];
    let mut counts = [0; 3];
    for _ in 0..25 {
        for way in 0..3 {
            let begun = Instant::now();
            counts[way] = match way {
                0 => filtered(&cases, &mut turns),
                1 => defences(&cases, &mut turns),
                _ => cases.iter().filter(|position| position.has_defence()).count() as u64,
            };
            fastest[way] = fastest[way].min(begun.elapsed());
        }
    }
    assert_eq!(counts[0], counts[1], "the generators disagree");
    let nanos = |way: usize| fastest[way].as_nanos() as f64 / cases.len() as f64;
    println!(
        "{} threatened positions, {} turns that defend, {} without any",
        cases.len(),
        counts[0],
        cases.len() as u64 - counts[2]
    );
    println!(
        "a position: all turns tested {:.0} ns, defences alone {:.0} ns, ratio {:.2}; whether there is one {:.0} ns",
        nanos(0),
        nanos(1),
        nanos(0) / nanos(1),
        nanos(2)
    );
}

#[divan::bench]
fn plain_generator(bencher: divan::Bencher<'_, '_>) {
    let (boards, mut generator) = (boards(&cases(4)), Plain::new());
    bencher.bench_local(|| plain(&mut generator, &boards));
}

#[divan::bench]
fn our_list(bencher: divan::Bencher<'_, '_>) {
    let (cases, mut turns) = (cases(4), Vec::new());
    bencher.bench_local(|| listed(&cases, &mut turns));
}

#[divan::bench]
fn our_positions(bencher: divan::Bencher<'_, '_>) {
    let cases = cases(4);
    bencher.bench_local(|| visited(&cases));
}

#[divan::bench]
fn our_count(bencher: divan::Bencher<'_, '_>) {
    let cases = cases(4);
    bencher.bench_local(|| counted(&cases));
}

#[divan::bench]
fn our_defences(bencher: divan::Bencher<'_, '_>) {
    let (cases, mut turns) = (threatened(&cases(40)), Vec::new());
    bencher.bench_local(|| defences(&cases, &mut turns));
}

#[divan::bench]
fn all_turns_tested(bencher: divan::Bencher<'_, '_>) {
    let (cases, mut turns) = (threatened(&cases(40)), Vec::new());
    bencher.bench_local(|| filtered(&cases, &mut turns));
}
