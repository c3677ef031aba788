//! The game on the board of the front end: whole turns on the session's desk, the turn that is being clicked together,
//! and the engine's turn that is being handed out.

use super::turn::{Begun, Done, Open, clicks_of};
use super::vertex::{Vertex, colour};
use crate::game::any::{AnyGame, with_history};
use crate::game::{Dice, Piece, Player, Square, Turn, turns};
use crate::options::{DiceSource, Options};
use crate::protocol::Error;
use crate::protocol::command::Span;
use crate::session::desk::Desk;

/// A turn that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Played {
    turn: Turn,
    clicks: Vec<Vertex>,
}

/// The turn that the engine has chosen and hands out click by click.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Plan {
    /// How many turns had been played before.
    turns: usize,
    clicks: Vec<Vertex>,
}

/// The game, changed by clicks and whole turns. What is refused changes nothing.
pub(super) struct Play {
    options: Options,
    desk: Desk,
    /// Where every game begins, and where this one did; `None` for the startpos.
    home: Option<String>,
    base: Option<String>,
    turns: Vec<Played>,
    begun: Begun,
    plan: Option<Plan>,
    /// Checkers of each side at the beginning.
    first_count: [u32; 2],
}

impl Play {
    /// The first game.
    ///
    /// # Errors
    /// `bad-position`.
    pub(super) fn new(mut options: Options, home: Option<String>) -> Result<Play, Error> {
        // The protocol has no word for rolls, and the same seed means the same dice in every process.
        options.dice = DiceSource::Seeded;
        options.seed = Some(options.seed.unwrap_or(super::SEED));
        let mut play = Play {
            desk: Desk::new(&options),
            options,
            base: home.clone(),
            home,
            turns: Vec::new(),
            begun: Begun::default(),
            plan: None,
            first_count: [0; 2],
        };
        play.reset()?;
        Ok(play)
    }

    /// The options, dice seeded.
    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// The game after the last whole turn.
    pub(super) fn game(&self) -> Result<&AnyGame, String> {
        self.desk.need().map_err(|error| error.text)
    }

    /// The turn so far.
    pub(super) fn begun(&self) -> &Begun {
        &self.begun
    }

    /// What is open now.
    pub(super) fn open(&self) -> Result<Open, String> {
        Ok(Open::of(self.game()?, &self.begun, self.options.repetition))
    }

    /// Whose turn it is, also inside a turn.
    pub(super) fn side(&self) -> Result<Player, String> {
        Ok(self.game()?.side_to_move())
    }

    /// That it is `player`'s turn and that the game goes on.
    ///
    /// # Errors
    /// What is not so.
    pub(super) fn expect(&self, player: Player) -> Result<(), String> {
        let game = self.game()?;
        if game.verdict(self.options.repetition).is_some() {
            return Err("the game is over".into());
        }
        let side = game.side_to_move();
        if side != player {
            let name = game.about().players[side.index()];
            return Err(format!("it is the turn of {name} ({} stones)", colour(side)));
        }
        Ok(())
    }

    /// One click of `player`.
    ///
    /// # Errors
    /// Why it is refused.
    pub(super) fn click(&mut self, player: Player, vertex: Vertex) -> Result<(), String> {
        self.expect(player)?;
        match self.begun.click(vertex, self.game()?, self.options.repetition)? {
            Done::Going(begun) => self.begun = begun,
            Done::Ended(begun) => self.end(begun.actions, begun.clicks)?,
        }
        Ok(())
    }

    /// A whole turn of `player` at once.
    ///
    /// # Errors
    /// Why it is refused.
    pub(super) fn turn(&mut self, player: Player, turn: &Turn) -> Result<(), String> {
        self.expect(player)?;
        self.expect_between_turns()?;
        let game = self.game()?;
        with_history!(game, history => turns::play(history.present(), turn).map(|_| ()))
            .map_err(|error| error.to_string())?;
        let clicks = clicks_of(turn, game, self.options.repetition);
        self.end(turn.clone(), clicks)
    }

    /// That no turn has been begun.
    ///
    /// # Errors
    /// That one has.
    pub(super) fn expect_between_turns(&self) -> Result<(), String> {
        if self.begun.is_empty() { Ok(()) } else { Err("a turn has been begun and must end first".into()) }
    }

    fn end(&mut self, turn: Turn, clicks: Vec<Vertex>) -> Result<(), String> {
        self.desk.append(Span { text: &turn.to_string(), offset: 0 }).map_err(|error| error.text)?;
        self.turns.push(Played { turn, clicks });
        self.begun = Begun::default();
        self.plan = None;
        Ok(())
    }

    /// Takes the last click back.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        if self.begun.is_empty() {
            let last = self.turns.pop().ok_or("cannot undo: nothing has been played")?;
            self.replay()?;
            self.begun.clicks = last.clicks;
        }
        self.plan = None;
        let mut clicks = std::mem::take(&mut self.begun.clicks);
        clicks.pop();
        let mut begun = Begun::default();
        for click in clicks {
            match begun.click(click, self.game()?, self.options.repetition)? {
                Done::Going(next) => begun = next,
                Done::Ended(_) => return Err("a click that ended the turn was not the last of it".into()),
            }
        }
        self.begun = begun;
        Ok(())
    }

    /// Takes the last whole turn back if it is the one that is named, where one is.
    ///
    /// # Errors
    /// There is none, or another.
    pub(super) fn undo_turn(&mut self, expected: Option<(Player, Option<&Turn>)>) -> Result<(), String> {
        self.expect_between_turns()?;
        let last = self.turns.last().ok_or("cannot undo: nothing has been played")?;
        let by = self.side()?.other();
        let other = match expected {
            Some((player, turn)) => player != by || turn.is_some_and(|turn| *turn != last.turn),
            None => false,
        };
        if other {
            return Err(format!("the last turn was {} of {}", last.turn, self.game()?.about().players[by.index()]));
        }
        self.turns.pop();
        self.plan = None;
        self.replay()
    }

    /// Begins a game anew.
    ///
    /// # Errors
    /// Never, once the first game has begun.
    pub(super) fn clear(&mut self) -> Result<(), String> {
        self.base.clone_from(&self.home);
        self.reset().map_err(|error| error.text)
    }

    /// Begins a game in a position of its own.
    ///
    /// # Errors
    /// What is wrong with the FEN; the old game goes on then.
    pub(super) fn set_up(&mut self, fen: String) -> Result<(), String> {
        AnyGame::parse_fen(self.options.game, &fen, None).map_err(|error| error.to_string())?;
        self.base = Some(fen);
        self.reset().map_err(|error| error.text)
    }

    /// Whether this game is untouched: begun at the startpos, and nothing played.
    pub(super) fn is_fresh(&self) -> bool {
        self.base.is_none() && self.turns.is_empty() && self.begun.is_empty()
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.turns.clear();
        self.begun = Begun::default();
        self.plan = None;
        self.put("")?;
        self.first_count = self.counts();
        Ok(())
    }

    fn replay(&mut self) -> Result<(), String> {
        let turns: Vec<String> = self.turns.iter().map(|played| played.turn.to_string()).collect();
        self.put(&turns.join(" ")).map_err(|error| error.text)
    }

    fn put(&mut self, moves: &str) -> Result<(), Error> {
        let fen = self.base.as_deref().map(|text| Span { text, offset: 0 });
        self.desk.set(fen, Span { text: moves, offset: 0 }, &self.options)
    }

    /// What stands on the board.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        self.open().map(|open| open.pieces).unwrap_or_default()
    }

    fn counts(&self) -> [u32; 2] {
        let mut counts = [0; 2];
        for piece in self.pieces() {
            counts[piece.owner.index()] += u32::from(piece.height);
        }
        counts
    }

    /// How many checkers each side has lost, by capture or removal.
    pub(super) fn lost(&self) -> [u32; 2] {
        let now = self.counts();
        [0, 1].map(|side| self.first_count[side].saturating_sub(now[side]))
    }

    /// The squares that the last whole turn touched, none twice.
    pub(super) fn last_turn(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for click in self.turns.last().map(|played| &played.clicks[..]).unwrap_or_default() {
            if let Vertex::Square(square) = click
                && !squares.contains(square)
            {
                squares.push(*square);
            }
        }
        squares
    }

    /// The dice of the side to move.
    pub(super) fn dice(&self) -> Result<Dice, String> {
        Ok(self.game()?.dice())
    }

    /// The engine has chosen a turn that leads where `turn` does. It must begin like the one that has been begun.
    pub(super) fn plan(&mut self, turn: &Turn) -> Result<(), String> {
        let game = self.game()?;
        let whole = if self.begun.is_empty() { turn.clone() } else { self.like_begun(turn)? };
        let clicks = clicks_of(&whole, game, self.options.repetition);
        self.plan = Some(Plan { turns: self.turns.len(), clicks });
        Ok(())
    }

    /// The turn that begins like the begun one and ends like `turn`.
    pub(super) fn like_begun(&self, turn: &Turn) -> Result<Turn, String> {
        let game = self.game()?;
        let same = with_history!(game, history => {
            let position = history.present();
            let wanted = turns::play(position, turn).ok();
            self.begun.completions(game).into_iter().find(|own| turns::play(position, own).ok() == wanted)
        });
        same.ok_or_else(|| format!("no turn that begins like this one ends like {turn}"))
    }

    /// The next click of the plan, if it still fits.
    pub(super) fn planned(&self) -> Option<Vertex> {
        let plan = self.plan.as_ref().filter(|plan| plan.turns == self.turns.len())?;
        let rest = plan.clicks.strip_prefix(&self.begun.clicks[..])?;
        rest.first().copied()
    }
}
