//! The best turns by the engine's evaluation, among those that look most promising.

use std::ops::ControlFlow;

use diabolo::game::diablo::{Change, Diablo, Scratch};
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Roll};

/// With each roll so many turns are judged at most, the most promising at a glance.
const JUDGED: usize = 48;

/// A turn, and what its mover's chance is judged at after it.
pub type Judged = (f64, Change);

/// Judges turns, one position after another.
#[derive(Default)]
pub struct Judge {
    scratch: Scratch,
    /// Turns with what a glance says.
    promising: Vec<(f32, Change)>,
}

impl Judge {
    /// The best turn with a roll, the first of equal ones.
    pub fn best(&mut self, position: &mut Diablo, roll: Roll) -> Judged {
        let better = |best: Judged, turn: Judged| if turn.0 > best.0 { turn } else { best };
        self.judged(position, roll).reduce(better).expect("a turn")
    }

    /// The mean over the rolls of what the best turn is judged at; of one roll it is known.
    pub fn ahead(&mut self, position: &mut Diablo, known: Option<(Roll, f64)>) -> f64 {
        let faces = position.size() / 2;
        let of_roll = |(roll, ways): (Roll, u32)| {
            let of_best = known.filter(|&(known, _)| known == roll).map(|(_, chance)| chance);
            f64::from(ways) * of_best.unwrap_or_else(|| self.best(position, roll).0)
        };
        Roll::all(faces).map(of_roll).sum::<f64>() / (f64::from(faces) * f64::from(faces))
    }

    /// All turns with a roll.
    pub fn turns(&mut self, position: &mut Diablo, roll: Roll) -> Vec<Change> {
        let mut turns = Vec::new();
        let _ = position.visit_turns(roll, &mut self.scratch, |_, turn| {
            turns.push(turn);
            ControlFlow::Continue(())
        });
        turns
    }

    /// The turns that look promising, judged.
    pub fn judged(&mut self, position: &mut Diablo, roll: Roll) -> impl Iterator<Item = Judged> {
        let mover = position.side_to_move();
        let promising = &mut self.promising;
        promising.clear();
        let glance = position.glance();
        position.visit_promising(roll, &mut self.scratch, (&glance, JUDGED), |after, turn| {
            let promise = match after.winner() {
                Some(winner) if winner == mover => f32::INFINITY,
                Some(_) => f32::NEG_INFINITY,
                None => after.promise(&glance),
            };
            promising.push((promise, turn));
            ControlFlow::Continue(())
        });
        // A stable order, so that games repeat themselves.
        promising.sort_by(|a, b| b.0.total_cmp(&a.0));
        promising.truncate(JUDGED);
        promising.iter().map(move |&(_, turn)| {
            let undo = position.make(turn);
            let chance = match position.winner() {
                Some(winner) => f64::from(u8::from(winner == mover)),
                None => 1.0 - position.chance(),
            };
            position.unmake(undo);
            (chance, turn)
        })
    }
}
