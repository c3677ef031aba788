//! Diaballik: seven pieces a side on 7x7, and a ball that is passed along straight lines to the opponent's row.
//!
//! - [`Diaballik`] is the position; `board` its squares as bits, `hash` its key.
//! - `rules` judges positions; `turns` takes a turn action by action, as rules and errors see it; `generate`
//!   lists what the turns lead to, as a search sees it, and `count` counts them; `notation` reads and writes FENs.
//! - `threat` sees a win within this turn, `defence` the turns that prevent the opponent's; [`eval`] guesses what a position
//!   is worth, by a small [`net`] and its `weights`; `survey` does so for all turns of one position; `search` joins them for
//!   alpha-beta.

mod board;
mod count;
mod defence;
pub mod eval;
mod generate;
mod hash;
pub mod net;
mod notation;
mod rules;
mod search;
mod survey;
mod threat;
mod turns;
mod weights;

use std::ops::ControlFlow;

use super::{About, BadRoll, Dice, Game, Kind, Player, Roll, Verdict};
use crate::parse::NotationError;
pub use generate::Move;
pub use turns::DiaballikTurn;

/// A position of Diaballik.
#[derive(Debug, Clone, Copy)]
pub struct Diaballik {
    /// The pieces of either side, the holder of the ball included.
    pieces: [u64; 2],
    /// Where the balls are.
    balls: [u8; 2],
    side: Player,
    /// Whether the anti-play rule holds. It is a rule and no part of the position: equal positions may differ in it.
    anti_play: bool,
    key: u64,
}

/// How the pieces stand at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Setup {
    /// Each side on its own row.
    #[default]
    Standard,
    /// The pieces on files b and f have changed sides.
    Variant,
}

impl Diaballik {
    /// The position at the start of a game.
    #[must_use]
    pub fn startpos(setup: Setup) -> Diaballik {
        const SWAPPED: u64 = 0b010_0010;
        let top = board::home_row(Player::Two).trailing_zeros();
        let (own, swapped) = match setup {
            Setup::Standard => (board::ROW, 0),
            Setup::Variant => (board::ROW & !SWAPPED, SWAPPED),
        };
        let middle = board::SIZE / 2;
        let pieces = [own | swapped << top, swapped | own << top];
        Diaballik::new(pieces, [middle, top as u8 + middle], Player::One)
    }

    /// A position, which the caller knows to be sound.
    fn new(pieces: [u64; 2], balls: [u8; 2], side: Player) -> Diaballik {
        let mut position = Diaballik { pieces, balls, side, anti_play: true, key: 0 };
        position.key = hash::of(&position);
        position
    }

    /// Switches the anti-play rule, which holds by default.
    pub fn set_anti_play(&mut self, holds: bool) {
        self.anti_play = holds;
    }

    /// Whether the anti-play rule holds.
    #[must_use]
    pub fn anti_play(&self) -> bool {
        self.anti_play
    }

    #[inline]
    fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    #[inline]
    fn ball(&self, player: Player) -> u8 {
        self.balls[player.index()]
    }

    /// The pieces that may step before any pass.
    #[inline]
    fn men(&self, player: Player) -> u64 {
        self.pieces(player) & !(1 << self.ball(player))
    }

    #[inline]
    fn empty(&self) -> u64 {
        board::BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// Where `player` could pass the ball if a piece of his stood there: own pieces don't block.
    #[inline]
    fn lanes(&self, player: Player) -> u64 {
        let opponents = self.pieces(player.other());
        board::sight(self.ball(player), opponents) & !opponents
    }

    /// The position after a turn of the side to move that leaves its pieces and its ball there.
    #[inline]
    fn after(&self, pieces: u64, ball: u8) -> Diaballik {
        let side = self.side;
        let mut next = self.after_unkeyed(pieces, ball);
        next.key ^= hash::SIDE
            ^ hash::of_pieces(side, pieces ^ self.pieces(side))
            ^ hash::of_ball(side, self.ball(side))
            ^ hash::of_ball(side, ball);
        next
    }

    /// The same with the key left as it was, for a look that needs none.
    #[inline]
    fn after_unkeyed(&self, pieces: u64, ball: u8) -> Diaballik {
        let mut next = *self;
        next.pieces[self.side.index()] = pieces;
        next.balls[self.side.index()] = ball;
        next.side = self.side.other();
        next
    }
}

impl PartialEq for Diaballik {
    fn eq(&self, other: &Self) -> bool {
        (self.pieces, self.balls, self.side) == (other.pieces, other.balls, other.side)
    }
}

impl Eq for Diaballik {}

impl Game for Diaballik {
    type Partial = DiaballikTurn;
    type Scratch = ();
    const REPEATS: bool = true;

    fn about(&self) -> About {
        About {
            name: "Diaballik",
            width: board::SIZE,
            height: board::SIZE,
            players: ["White", "Black"],
            dice: 0,
            faces: 0,
            kinds: &[Kind::Step, Kind::Pass],
            marks: &[BALL],
        }
    }

    fn parse_fen(text: &str) -> Result<(Self, Option<u64>), NotationError> {
        notation::parse(text).map(|position| (position, None))
    }

    fn fen(&self) -> String {
        notation::print(self)
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        self.side
    }

    fn turn_number(&self) -> u32 {
        1
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        hash::of(self)
    }

    fn dice(&self) -> Dice {
        Dice::Absent
    }

    fn set_roll(&mut self, _: Roll) -> Result<(), BadRoll> {
        Err(BadRoll::NoDice)
    }

    fn verdict(&self) -> Option<Verdict> {
        rules::verdict(self)
    }

    fn begin(&self) -> DiaballikTurn {
        DiaballikTurn::new(self)
    }

    fn visit_successors(&self, (): &mut (), visit: &mut dyn FnMut(&Self) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.winner().is_some() {
            return ControlFlow::Continue(());
        }
        generate::each_turn(self, |turn| visit(&self.play_move(turn)))
    }

    fn count_successors(&self) -> Option<u64> {
        Some(if self.winner().is_some() { 0 } else { count::turns(self) })
    }
}

/// The mark of the square whose piece holds the ball.
const BALL: &str = "ball";
