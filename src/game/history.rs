//! A game as it is played: the present position, the turns that led to it as far as rules need them, and the
//! seed of its dice.

use super::turns::{self, IllegalTurn};
use super::{BadRoll, Dice, Game, Illegal, Outcome, Reason, Roll, Turn, Verdict};
use crate::rng::seeded_roll;

/// A position with its past.
#[derive(Debug, Clone)]
pub struct History<G> {
    /// Earlier positions, oldest first; empty for games that can't repeat.
    earlier: Vec<G>,
    present: G,
    /// Fixes every roll of the game when given.
    seed: Option<u64>,
}

/// A token of a move list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A turn of the side to move.
    Turn(Turn),
    /// The roll that the next turn uses.
    Roll(Roll),
}

/// Why a token can't be applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadToken {
    /// An illegal turn.
    #[error(transparent)]
    Turn(#[from] IllegalTurn),
    /// A bad roll.
    #[error(transparent)]
    Roll(#[from] BadRoll),
    /// A turn where a roll must come first.
    #[error("a roll must come before this turn")]
    RollMissing,
    /// A roll in a game whose rolls a seed fixes.
    #[error("the seed gives {0} for this turn")]
    SeedSays(Roll),
}

impl<G: Game> History<G> {
    /// A game that begins with `position`.
    pub fn new(position: G, seed: Option<u64>) -> Self {
        let mut history = History { earlier: Vec::new(), present: position, seed };
        history.throw_seeded();
        history
    }

    /// The present position.
    pub fn present(&self) -> &G {
        &self.present
    }

    /// The earlier positions, oldest first (none in games that can't repeat).
    pub fn earlier(&self) -> &[G] {
        &self.earlier
    }

    /// The seed of all rolls to come, if any.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Fixes (or frees) the coming rolls. A roll that is known stays.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        self.seed = seed;
        self.throw_seeded();
    }

    /// Changes every position, past ones too: for options that change the rules.
    pub fn for_each_position(&mut self, mut change: impl FnMut(&mut G)) {
        self.earlier.iter_mut().for_each(&mut change);
        change(&mut self.present);
    }

    /// Applies a turn or a roll.
    ///
    /// # Errors
    /// What is wrong with it; nothing has changed then.
    pub fn apply(&mut self, token: &Token) -> Result<(), BadToken> {
        match token {
            Token::Roll(roll) => self.set_roll(*roll),
            Token::Turn(turn) => self.play(turn),
        }
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// [`BadToken::Turn`], or [`BadToken::RollMissing`].
    pub fn play(&mut self, turn: &Turn) -> Result<(), BadToken> {
        let next = turns::play(&self.present, turn).map_err(|error| match error.rule {
            Illegal::NoRoll => BadToken::RollMissing,
            _ => BadToken::Turn(error),
        })?;
        let before = std::mem::replace(&mut self.present, next);
        if G::REPEATS {
            self.earlier.push(before);
        }
        self.throw_seeded();
        Ok(())
    }

    /// Sets the roll of the side to move. Where a seed fixes it, the same roll is accepted and changes nothing.
    ///
    /// # Errors
    /// [`BadToken::Roll`], or [`BadToken::SeedSays`].
    pub fn set_roll(&mut self, roll: Roll) -> Result<(), BadToken> {
        match (self.seed, self.present.dice()) {
            (Some(_), Dice::Known(known)) if known == roll => Ok(()),
            (Some(_), Dice::Known(known)) => Err(BadToken::SeedSays(known)),
            _ => Ok(self.present.set_roll(roll)?),
        }
    }

    /// The end of the game, repetition included: at the `repetition`-th occurrence of the present position it is
    /// a draw (0 switches that off).
    pub fn verdict(&self, repetition: u32) -> Option<Verdict> {
        self.present.verdict().or_else(|| {
            let times = 1 + self.earlier.iter().filter(|&earlier| *earlier == self.present).count();
            (repetition > 0 && times >= repetition as usize).then(|| Verdict {
                outcome: Outcome::Draw,
                reason: Reason::Repetition,
                squares: Vec::new(),
            })
        })
    }

    /// The FEN with the seed, where there is one.
    pub fn fen(&self) -> String {
        let fen = self.present.fen();
        match self.seed {
            Some(seed) => format!("{fen} seed={seed}"),
            None => fen,
        }
    }

    fn throw_seeded(&mut self) {
        if let (Some(seed), Dice::Unknown) = (self.seed, self.present.dice())
            && self.present.verdict().is_none()
        {
            let roll = seeded_roll(seed, self.present.turn_number(), self.present.about().faces);
            self.present.set_roll(roll).expect("a position with unknown dice takes any roll of its dice");
        }
    }
}
