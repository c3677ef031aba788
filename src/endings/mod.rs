//! Exact winning chances of all endings of Diablo on one board with few checkers: generated once, kept in a file,
//! looked up by the search and by `eval`.
//!
//! [`ranking`] gives each position before the roll its number, [`generate`] finds the chances in an order in which
//! every turn leads to positions that are known already, [`file`] keeps them, [`proof`] proves bounds of what lies before
//! them, [`command`] is the subcommand `solve`.

pub mod command;
mod file;
mod generate;
mod proof;
mod ranking;

use crate::game::diablo::Diablo;
use crate::game::stochastic::Stochastic;
use crate::game::{Game, Roll};
use crate::search::Endings;

pub use file::BadFile;
pub use generate::Progress;
use ranking::Ranking;
pub use ranking::{Coverage, TooLarge};

/// A chance in units of 2^-31: it takes 32 bits, and both 0 and 1 have an exact form.
///
/// On 4x4 a roll has four equally likely throws, so a position with c checkers in s stacks has a chance that is a
/// multiple of 4^-(c + s - 3): such chances are exact up to nine checkers. Elsewhere each turn rounds by 2^-32 at most,
/// and with t turns to come a chance is wrong by t * 2^-32 at most: with ten checkers less than 5e-9, so six decimals
/// hold unless the next three are 500 or nearly so, and a turn that is taken for the best loses less than 1e-8.
type Units = u32;

const ONE: Units = 1 << 31;

/// The chances of all positions before the roll with little material on a board of one size.
#[derive(Debug)]
pub struct Database {
    ranking: Ranking,
    values: Vec<Units>,
}

impl Database {
    /// Finds all chances with so many threads; `tell` hears of each part that is done.
    ///
    /// # Errors
    /// There are more positions than can be counted here.
    pub fn generate(
        board: u8,
        coverage: Coverage,
        threads: usize,
        mut tell: impl FnMut(Progress),
    ) -> Result<Database, TooLarge> {
        let ranking = Ranking::new(board, coverage)?;
        let values = generate::values(&ranking, threads, &mut tell)?;
        Ok(Database { ranking, values })
    }

    /// Columns and rows of the board.
    #[must_use]
    pub fn board(&self) -> u8 {
        self.ranking.board()
    }

    /// Which positions it has.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        self.ranking.coverage()
    }

    /// How many chances it holds. (A few positions that a symmetry maps to themselves are held more than once.)
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it holds none: with fewer than two checkers there is no ending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The chance, before the roll, that the side to move wins; `None` if the position is not covered. The first turn
    /// of a game has a rule of its own and is not covered. Known dice don't matter.
    #[must_use]
    pub fn chance(&self, position: &Diablo) -> Option<f64> {
        let units = self.ranking.units(position, &self.values)?;
        Some(f64::from(units) / f64::from(ONE))
    }

    /// The same from turn to turn: of every roll the turn that leaves the best chance. So it covers what is one turn
    /// away from its endings, such as the start on 2x2. `None` if a turn leads to a position that is not covered.
    #[must_use]
    pub fn chance_one_turn_ahead(&self, position: &Diablo) -> Option<f64> {
        let faces = position.about().faces;
        let mut scratch = <Diablo as Game>::Scratch::default();
        let mut sum = 0.0;
        for (roll, weight) in Roll::all(faces) {
            sum += f64::from(weight) * self.best_with_roll(position, roll, &mut scratch)?;
        }
        Some(sum / f64::from(faces).powi(2))
    }

    fn best_with_roll(&self, position: &Diablo, roll: Roll, scratch: &mut <Diablo as Game>::Scratch) -> Option<f64> {
        let mut best: Option<f64> = None;
        let flow = position.clone().visit_turns(roll, scratch, |after, _| match self.chance(after) {
            Some(chance) => {
                best = Some(best.unwrap_or(0.0).max(1.0 - chance));
                std::ops::ControlFlow::Continue(())
            }
            None => std::ops::ControlFlow::Break(()),
        });
        best.filter(|_| flow.is_continue())
    }
}

impl Endings<Diablo> for Database {
    fn chance(&self, position: &Diablo) -> Option<f64> {
        Database::chance(self, position)
    }
}
