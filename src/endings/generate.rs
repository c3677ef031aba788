//! Finding all chances, section by section: what a turn leads to lies in a section that is done, so one pass over each
//! is enough, and the positions of a section don't depend on each other.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use super::ranking::{Ranking, Section, TooLarge};
use super::{ONE, Units};
use crate::game::diablo::Diablo;
use crate::game::stochastic::Stochastic;
use crate::game::{Game, Player, Roll};

/// A part of a database is done.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Of both sides together.
    pub checkers: usize,
    /// Of both sides together.
    pub stacks: usize,
    /// How many positions have so many of both.
    pub positions: usize,
    /// How many of all positions are done.
    pub done: usize,
    /// How many there are.
    pub all: usize,
    /// Since the beginning.
    pub time: Duration,
}

/// The chances of all positions, by their numbers.
pub(super) fn values(
    ranking: &Ranking,
    threads: usize,
    tell: &mut impl FnMut(Progress),
) -> Result<Vec<Units>, TooLarge> {
    let begin = Instant::now();
    let all = ranking.positions();
    let mut values = ranking.room()?;
    for &section in ranking.sections() {
        let new = of_section(ranking, section, &values, threads);
        values.extend_from_slice(&new);
        tell(Progress {
            checkers: section.checkers,
            stacks: section.stacks,
            positions: section.positions(),
            done: values.len(),
            all,
            time: begin.elapsed(),
        });
    }
    Ok(values)
}

/// A thread takes so many positions at a time, so that none waits long for another one at the end.
const SHARE: usize = 1 << 12;

fn of_section(ranking: &Ranking, section: Section, known: &[Units], threads: usize) -> Vec<Units> {
    let mut new = vec![0; section.positions()];
    let in_class = section.positions_in_class();
    let classes = SHARE.div_ceil(in_class.max(1));
    let divisions = ranking.divisions(section);
    // More threads than processors would only take each other's time.
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let shares = Mutex::new(new.chunks_mut(classes * in_class).enumerate());
    let work = || {
        let mut solver = Solver::new(ranking, known);
        let take = || shares.lock().ok()?.next();
        while let Some((share, values)) = take() {
            for (i, values) in values.chunks_mut(in_class).enumerate() {
                solver.class(section, share * classes + i, &divisions, values);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(processors) {
            scope.spawn(work);
        }
        work();
    });
    new
}

/// What one thread works with.
struct Solver<'a> {
    ranking: &'a Ranking,
    known: &'a [Units],
    position: Diablo,
    scratch: <Diablo as Game>::Scratch,
    rolls: Vec<(Roll, u32)>,
}

impl<'a> Solver<'a> {
    fn new(ranking: &'a Ranking, known: &'a [Units]) -> Self {
        let position = Diablo::bare(ranking.board()).expect("a ranking is of a board that there is");
        let rolls = Roll::all(position.about().faces).collect();
        Solver { ranking, known, position, scratch: Default::default(), rolls }
    }

    /// The chances of all positions of a class.
    fn class(&mut self, section: Section, class: usize, divisions: &[u16], values: &mut [Units]) {
        let squares = self.ranking.squares(section, class);
        for (i, value) in values.iter_mut().enumerate() {
            let own = i / section.divisions + 1;
            let heights = &divisions[i % section.divisions * section.stacks..][..section.stacks];
            for (place, (&square, &height)) in squares.iter().zip(heights).enumerate() {
                let sign = if own >> place & 1 == 1 { 1 } else { -1 };
                self.position.put(usize::from(square), sign * height as i16);
            }
            *value = self.before_roll();
        }
        for &square in squares {
            self.position.put(usize::from(square), 0);
        }
    }

    /// The chance of player 1, whose roll it is.
    fn before_roll(&mut self) -> Units {
        let Solver { ranking, known, position, scratch, rolls } = self;
        let (mut sum, mut total) = (0, 0);
        for &(roll, weight) in &*rolls {
            let mut best = 0;
            let _ = position.visit_turns(roll, scratch, |after, _| {
                debug_assert_eq!(after.side_to_move(), Player::Two);
                let next = ranking.units(after, known).expect("turns add neither checkers nor stacks");
                best = best.max(ONE - next);
                if best < ONE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            sum += u64::from(weight) * u64::from(best);
            total += u64::from(weight);
        }
        // Rounded to the nearest; no sum of weights times chances goes beyond 64 bits.
        ((sum + total / 2) / total) as Units
    }
}
