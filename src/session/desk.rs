//! The present position and the command that made it, so that a position that is sent again, or a game that has grown
//! by some turns, costs only the new turns.

use crate::game::any::AnyGame;
use crate::game::history::BadToken;
use crate::game::{BadRoll, Dice, Roll};
use crate::options::{DiceSource, Name, Options};
use crate::protocol::command::Span;
use crate::protocol::{Code, Error, token};
use crate::rng::{Thrower, random_seed};

/// What lies on the table.
pub struct Desk {
    game: Option<AnyGame>,
    /// The FEN that the game began with; `None` for the startpos.
    base: Option<String>,
    /// The tokens applied since, joined by blanks.
    moves: String,
    /// Whether `base` and `moves` would still make this position under the present options.
    current: bool,
    /// The seed of this game's dice, and the stream of rolls that it starts.
    seed: u64,
    thrower: Thrower,
    tokens_applied: u64,
}

impl Desk {
    /// The startpos of the default game.
    pub fn new(options: &Options) -> Desk {
        let seed = options.seed.unwrap_or_else(random_seed);
        let mut desk = Desk {
            game: None,
            base: None,
            moves: String::new(),
            current: false,
            seed,
            thrower: Thrower::new(seed),
            tokens_applied: 0,
        };
        desk.reset(options);
        desk
    }

    /// The position, if there is one.
    pub fn game(&self) -> Option<&AnyGame> {
        self.game.as_ref()
    }

    /// The position.
    ///
    /// # Errors
    /// `no-position`.
    pub fn need(&self) -> Result<&AnyGame, Error> {
        self.game.as_ref().ok_or_else(no_position)
    }

    /// The seed of this game's dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many turns and rolls have been applied in the life of the engine.
    pub fn tokens_applied(&self) -> u64 {
        self.tokens_applied
    }

    /// `uginewgame`: a random seed is drawn anew.
    pub fn new_game(&mut self, options: &Options) {
        self.seed = options.seed.unwrap_or_else(random_seed);
        log::info!("the seed of the dice is {}", self.seed);
        self.thrower = Thrower::new(self.seed);
        self.current = false;
    }

    /// An option has a new value: what follows from it for the position.
    pub fn option_changed(&mut self, name: Name, options: &Options) {
        match name {
            Name::Game | Name::BoardSize | Name::Setup => self.reset(options),
            Name::AntiPlay => {
                self.current = false;
                if let Some(game) = &mut self.game {
                    game.set_anti_play(options.anti_play);
                }
            }
            Name::Seed => {
                self.new_game(options);
                self.seed_dice(options);
            }
            Name::Dice => self.seed_dice(options),
            _ => {}
        }
    }

    /// `position`.
    ///
    /// # Errors
    /// What is wrong; there is no position then.
    pub fn set(&mut self, fen: Option<Span<'_>>, moves: Span<'_>, options: &Options) -> Result<(), Error> {
        let same_base = self.current && self.game.is_some() && self.base.as_deref() == fen.map(|fen| fen.text);
        let known = if same_base { shared_tokens(&self.moves, moves) } else { None };
        let known = match known {
            Some(known) => known,
            None => {
                self.game = None;
                self.game = Some(begin(fen, options, self.dice_seed(options))?);
                self.base = fen.map(|fen| fen.text.to_owned());
                self.moves.clear();
                self.current = true;
                0
            }
        };
        self.apply_all(moves.tokens().skip(known))
    }

    /// `moves`.
    ///
    /// # Errors
    /// What is wrong; there is no position then.
    pub fn append(&mut self, moves: Span<'_>) -> Result<(), Error> {
        self.apply_all(moves.tokens())
    }

    /// `dice`.
    ///
    /// # Errors
    /// What is wrong; there is no position then.
    pub fn set_roll(&mut self, roll: Roll) -> Result<(), Error> {
        let result = self.throw(roll);
        if result.is_err() {
            self.game = None;
        }
        result
    }

    /// `roll`.
    ///
    /// # Errors
    /// What is wrong; nothing has changed then.
    pub fn roll(&mut self) -> Result<Roll, Error> {
        let game = self.need()?;
        // Only a roll that is taken leaves the stream.
        let mut thrower = self.thrower.clone();
        let roll = match game.dice() {
            Dice::Absent => Err(BadRoll::NoDice),
            Dice::Known(roll) => Err(BadRoll::Known(roll)),
            Dice::Unknown => Ok(thrower.throw(game.about().faces)),
        };
        let roll = roll.map_err(|error| Error::new(Code::BadRoll, error))?;
        self.throw(roll)?;
        self.thrower = thrower;
        Ok(roll)
    }

    /// There is no position until the next good `position`.
    pub fn clear(&mut self) {
        self.game = None;
    }

    fn reset(&mut self, options: &Options) {
        let mut game = AnyGame::startpos(options.start(), self.dice_seed(options));
        game.set_anti_play(options.anti_play);
        self.game = Some(game);
        self.base = None;
        self.moves.clear();
        self.current = true;
    }

    /// The coming rolls are the seed's from now on, or the controller's.
    fn seed_dice(&mut self, options: &Options) {
        self.current = false;
        let seed = self.dice_seed(options);
        if let Some(game) = &mut self.game {
            game.set_seed(seed);
        }
    }

    fn dice_seed(&self, options: &Options) -> Option<u64> {
        (options.dice == DiceSource::Seeded).then_some(self.seed)
    }

    fn throw(&mut self, roll: Roll) -> Result<(), Error> {
        let game = self.game.as_mut().ok_or_else(no_position)?;
        game.set_roll(roll).map_err(|error| Error::new(Code::BadRoll, error))?;
        self.remember(&roll.to_string());
        Ok(())
    }

    fn apply_all<'a>(&mut self, tokens: impl Iterator<Item = Span<'a>>) -> Result<(), Error> {
        for span in tokens {
            let game = self.game.as_mut().ok_or_else(no_position)?;
            if let Err(error) = apply(game, span) {
                self.game = None;
                return Err(error);
            }
            self.remember(span.text);
        }
        Ok(())
    }

    fn remember(&mut self, token: &str) {
        self.tokens_applied += 1;
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        self.moves.push_str(token);
    }
}

/// What every command says that needs a position where there is none.
pub(super) fn no_position() -> Error {
    Error::new(Code::NoPosition, "there is no position; a good 'position' command sets one")
}

fn begin(fen: Option<Span<'_>>, options: &Options, seed: Option<u64>) -> Result<AnyGame, Error> {
    let mut game = match fen {
        None => AnyGame::startpos(options.start(), seed),
        Some(fen) => AnyGame::parse_fen(options.game, fen.text, seed)
            .map_err(|error| Error::notation(Code::BadPosition, error, fen.offset))?,
    };
    game.set_anti_play(options.anti_play);
    Ok(game)
}

/// If the tokens of `known` begin `moves`: how many they are.
fn shared_tokens(known: &str, moves: Span<'_>) -> Option<usize> {
    let mut fresh = moves.tokens();
    let known = known.split(' ').filter(|token| !token.is_empty());
    let mut count = 0;
    for token in known {
        if fresh.next()?.text != token {
            return None;
        }
        count += 1;
    }
    Some(count)
}

fn apply(game: &mut AnyGame, span: Span<'_>) -> Result<(), Error> {
    let token = token(span.text).map_err(|error| Error::notation(Code::Syntax, error, span.offset))?;
    game.apply(&token).map_err(|error| {
        let (code, inside) = match error {
            BadToken::Turn(illegal) => (Code::IllegalMove, action_column(span.text, illegal.action)),
            _ => (Code::BadRoll, 0),
        };
        Error::new(code, format!("column {}: '{}': {error}", span.offset + inside + 1, span.text))
    })
}

/// How many characters of a turn stand before its action `index`, or before its end.
pub(super) fn action_column(turn: &str, index: usize) -> usize {
    turn.match_indices(',').nth(index.wrapping_sub(1)).map_or(if index == 0 { 0 } else { turn.len() }, |(at, _)| at + 1)
}
