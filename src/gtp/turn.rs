//! A turn clicked together vertex by vertex: what has been done, what can be clicked next, and why something can't.
//!
//! A move is two clicks (from, to), a removal one, and `pass` ends a turn where that is a choice. The same vertex twice
//! in a row is never a removal, since GoGui sends each vertex twice to the program that keeps the rules; the second
//! checker of a stack is removed by `pass`.

use super::vertex::{Point, Vertex, renamed};
use crate::game::any::{AnyGame, with_history};
use crate::game::turns;
use crate::game::{Action, Game, Illegal, Kind, PartialTurn, Piece, Player, Square, Turn};

/// The turn so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Begun {
    /// Whole actions.
    pub(super) actions: Turn,
    /// The piece that the next action moves.
    pub(super) selected: Option<Square>,
    /// The clicks that led here.
    pub(super) clicks: Vec<Vertex>,
}

/// What a click has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Done {
    /// The turn goes on.
    Going(Begun),
    /// It is over.
    Ended(Begun),
}

/// What `pass` would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// End the turn, though something else could be played.
    End,
    /// Remove a checker from the square that was clicked last.
    Remove(Square),
}

/// What is open after a part of a turn.
#[derive(Debug, Clone)]
pub(super) struct Open {
    /// Every next action.
    pub(super) actions: Vec<(Kind, Action)>,
    /// What stands on the board now.
    pub(super) pieces: Vec<Piece>,
    side: Player,
    may_end: Result<(), Illegal>,
}

impl Open {
    /// Looks at the rules. A game that is over has nothing open.
    pub(super) fn of(game: &AnyGame, begun: &Begun, repetition: u32) -> Open {
        let over = game.verdict(repetition).is_some();
        with_history!(game, history => {
            let position = history.present();
            let side = position.side_to_move();
            match turns::play_partly(position, &begun.actions) {
                Ok(partial) => Open {
                    actions: if over { Vec::new() } else { turns::sorted(partial.actions()) },
                    pieces: partial.pieces(),
                    side,
                    may_end: if over { Err(Illegal::Over) } else { partial.may_end() },
                },
                // Only legal actions are ever taken into a turn.
                Err(error) => Open {
                    actions: Vec::new(),
                    pieces: position.begin().pieces(),
                    side,
                    may_end: Err(error.rule),
                },
            }
        })
    }

    /// What `pass` would do, where it is offered.
    pub(super) fn pass(&self, begun: &Begun) -> Option<Pass> {
        if begun.selected.is_some() || self.actions.is_empty() {
            return None;
        }
        let again = begun.last().filter(|&last| self.has(Action::Remove(last)));
        again.map(Pass::Remove).or_else(|| self.may_end.is_ok().then_some(Pass::End))
    }

    /// Where a move of the piece on `from` can end.
    pub(super) fn targets(&self, from: Square) -> impl Iterator<Item = Square> {
        self.actions.iter().filter_map(move |&(_, action)| match action {
            Action::Move { from: its, to } if its == from => Some(to),
            _ => None,
        })
    }

    /// Everything that can be clicked, in the order A1, B1, …, `pass` last.
    pub(super) fn clicks(&self, begun: &Begun) -> Vec<Vertex> {
        let mut squares: Vec<Square> = match begun.selected {
            Some(from) => self.targets(from).collect(),
            None => {
                let origin = |&(_, action): &(Kind, Action)| match action {
                    Action::Move { from, .. } => Some(from),
                    Action::Remove(square) => Some(square).filter(|_| begun.last() != Some(square)),
                };
                self.actions.iter().filter_map(origin).collect()
            }
        };
        squares.sort_by_key(|square| (square.rank, square.file));
        squares.dedup();
        let pass = self.pass(begun).map(|_| Vertex::Pass);
        squares.into_iter().map(Vertex::Square).chain(pass).collect()
    }

    fn has(&self, action: Action) -> bool {
        self.actions.iter().any(|&(_, its)| its == action)
    }
}

impl Begun {
    /// The square of the last click of this turn.
    fn last(&self) -> Option<Square> {
        match self.clicks.last() {
            Some(Vertex::Square(square)) => Some(*square),
            _ => None,
        }
    }

    /// Whether nothing has been clicked yet.
    pub(super) fn is_empty(&self) -> bool {
        self.clicks.is_empty()
    }

    /// The turn after one more click.
    ///
    /// # Errors
    /// Why the click is refused, for people.
    pub(super) fn click(&self, vertex: Vertex, game: &AnyGame, repetition: u32) -> Result<Done, String> {
        let open = Open::of(game, self, repetition);
        let mut next = self.clone();
        next.clicks.push(vertex);
        if let Err(Illegal::Over) = open.may_end
            && open.actions.is_empty()
        {
            return Err(Illegal::Over.to_string());
        }
        match vertex {
            Vertex::Pass => match open.pass(self) {
                Some(Pass::End) => return Ok(Done::Ended(next)),
                Some(Pass::Remove(square)) => next.actions.0.push(Action::Remove(square)),
                None => return Err(self.why_no_pass(&open)),
            },
            Vertex::Square(square) => match self.selected {
                Some(from) => {
                    let action = Action::Move { from, to: square };
                    if !open.has(action) {
                        return Err(self.why_no_target(from, square, game));
                    }
                    next.selected = None;
                    next.actions.0.push(action);
                }
                None if open.targets(square).next().is_some() => {
                    next.selected = Some(square);
                    return Ok(Done::Going(next));
                }
                None if open.has(Action::Remove(square)) && self.last() != Some(square) => {
                    next.actions.0.push(Action::Remove(square));
                }
                None => return Err(self.why_no_selection(square, &open, game)),
            },
        }
        // A turn with nothing left ends by itself.
        let left = Open::of(game, &next, repetition);
        Ok(if left.actions.is_empty() { Done::Ended(next) } else { Done::Going(next) })
    }

    fn why_no_pass(&self, open: &Open) -> String {
        match (self.selected, open.may_end) {
            (Some(from), _) => format!("{} is selected; the square that it goes to comes next", Point(from)),
            (None, Err(rule)) => rule.to_string(),
            (None, Ok(())) => Illegal::TurnOver.to_string(),
        }
    }

    fn why_no_target(&self, from: Square, to: Square, game: &AnyGame) -> String {
        if from == to {
            return format!("{} is selected already; the square that it goes to comes next", Point(from));
        }
        let rule = with_history!(game, history => {
            let partial = turns::play_partly(history.present(), &self.actions);
            partial.map_err(|error| error.rule).and_then(|mut partial| partial.push(Action::Move { from, to }))
        });
        let rule = rule.err().unwrap_or(Illegal::TurnOver).with_squares(renamed);
        format!("{} can't go to {}: {rule}", Point(from), Point(to))
    }

    fn why_no_selection(&self, square: Square, open: &Open, game: &AnyGame) -> String {
        let about = game.about();
        if square.file >= about.width || square.rank >= about.height {
            let corner = Square { file: about.width - 1, rank: about.height - 1 };
            return format!("{} is not on the board, which goes from A1 to {}", Point(square), Point(corner));
        }
        match open.pieces.iter().find(|piece| piece.square == square) {
            None => format!("{} is empty", Point(square)),
            Some(piece) if piece.owner != open.side => format!("{} is the opponent's", Point(square)),
            Some(_) if open.has(Action::Remove(square)) => {
                format!("the same point twice in a row removes nothing; pass removes a checker from {}", Point(square))
            }
            Some(_) => format!("nothing on {} can move now", Point(square)),
        }
    }

    /// Every whole turn that begins like this, one for each distinct result.
    pub(super) fn completions(&self, game: &AnyGame) -> Vec<Turn> {
        with_history!(game, history => turns::completions(history.present(), &self.actions, self.selected))
    }
}

/// The clicks that make `turn`.
pub(super) fn clicks_of(turn: &Turn, game: &AnyGame, repetition: u32) -> Vec<Vertex> {
    let mut clicks = Vec::new();
    for &action in &turn.0 {
        match action {
            Action::Move { from, to } => clicks.extend([from, to].map(Vertex::Square)),
            Action::Remove(square) if clicks.last() == Some(&Vertex::Square(square)) => clicks.push(Vertex::Pass),
            Action::Remove(square) => clicks.push(Vertex::Square(square)),
        }
    }
    let whole = Begun { actions: turn.clone(), selected: None, clicks: Vec::new() };
    if !Open::of(game, &whole, repetition).actions.is_empty() {
        clicks.push(Vertex::Pass);
    }
    clicks
}
