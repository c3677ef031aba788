//! The rules of a turn, step by step: what may be done next, and why something may not.

use super::Diablo;
use super::board::{Board, Stack, kind_of_move, moved_onto, sign};
use super::change::{Change, Touched, touch};
use crate::game::{Action, Game, Illegal, Kind, PartialTurn, Piece, Player, Roll, Square, Turn};

/// A turn that has been begun.
#[derive(Debug, Clone)]
pub struct Partial {
    board: Board,
    /// The number of the turn.
    turn: u32,
    stage: Stage,
    touched: Touched,
}

/// How far a turn has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The game was over before.
    Over,
    /// The dice are unknown.
    NoRoll,
    /// Nothing has been done yet.
    Begun(Roll),
    /// One die, which shows `left`, must still be used.
    Moved { roll: Roll, left: u8, was_quiet: bool },
    /// No move was possible, and one checker of two has been removed.
    Removed,
    /// Nothing may follow.
    Ended,
}

impl Partial {
    pub(super) fn new(position: &Diablo) -> Partial {
        let stage = match position.roll {
            _ if position.board.winner().is_some() => Stage::Over,
            None => Stage::NoRoll,
            Some(roll) => Stage::Begun(roll),
        };
        Partial { board: position.board.clone(), turn: position.turn, stage, touched: Touched::new() }
    }

    fn mover(&self) -> Player {
        Diablo::side_of(self.turn)
    }

    fn sign(&self) -> Stack {
        sign(self.mover())
    }

    /// The moves that are open now.
    fn moves(&self) -> impl Iterator<Item = (Kind, usize, usize)> + '_ {
        let (low, high, quiet) = match self.stage {
            Stage::Begun(roll) => (Some(roll.low()), Some(roll.high()).filter(|&high| high != roll.low()), true),
            Stage::Moved { left, was_quiet, .. } => (Some(left), None, !was_quiet),
            _ => (None, None, false),
        };
        low.into_iter()
            .chain(high)
            .flat_map(|die| self.board.moves(self.sign(), die))
            .filter(move |&(kind, ..)| quiet || kind != Kind::Quiet)
    }

    /// Whether any further action can be taken; if not, why.
    fn open(&self) -> Result<(), Illegal> {
        match self.stage {
            Stage::Over => Err(Illegal::Over),
            Stage::NoRoll => Err(Illegal::NoRoll),
            Stage::Ended if self.board.winner().is_some() => Err(Illegal::Over),
            Stage::Ended if self.turn == 1 => Err(Illegal::FirstTurn),
            Stage::Ended => Err(Illegal::TurnOver),
            Stage::Begun(_) | Stage::Moved { .. } | Stage::Removed => Ok(()),
        }
    }

    fn on_board(&self, square: Square) -> Result<usize, Illegal> {
        self.board.index(square).ok_or(Illegal::OffBoard(square))
    }

    /// The height of the mover's stack on a square.
    fn own(&self, square: Square) -> Result<Stack, Illegal> {
        match self.board.get(self.on_board(square)?) * self.sign() {
            0 => Err(Illegal::Empty(square)),
            ..0 => Err(Illegal::Enemy(square)),
            height => Ok(height),
        }
    }

    /// The stage that a move by `distance` leads to, if a die allows it and as far as the turn's first action allows
    /// a quiet one.
    fn use_die(&self, distance: u8, quiet: bool) -> Result<Stage, Illegal> {
        match self.stage {
            Stage::Begun(roll) if distance == roll.low() || distance == roll.high() => {
                let left = if distance == roll.low() { roll.high() } else { roll.low() };
                Ok(Stage::Moved { roll, left, was_quiet: quiet })
            }
            Stage::Begun(roll) => Err(Illegal::Distance(roll)),
            Stage::Moved { left, was_quiet, .. } if distance == left => {
                if quiet && was_quiet {
                    Err(Illegal::SecondQuiet)
                } else {
                    Ok(Stage::Ended)
                }
            }
            Stage::Moved { roll, .. } if distance == roll.low() || distance == roll.high() => Err(Illegal::DieUsed),
            Stage::Moved { roll, .. } => Err(Illegal::Distance(roll)),
            Stage::Removed => Err(Illegal::RemovalForced),
            Stage::Over | Stage::NoRoll | Stage::Ended => self.open().map(|()| self.stage),
        }
    }

    fn push_move(&mut self, from: Square, to: Square) -> Result<(), Illegal> {
        let (source, target) = (self.on_board(from)?, self.on_board(to)?);
        let height = self.own(from)?;
        if from.file != to.file && from.rank != to.rank {
            return Err(Illegal::Direction);
        }
        let distance = from.file.abs_diff(to.file) + from.rank.abs_diff(to.rank);
        let before = self.board.get(target) * self.sign();
        let stage = self.use_die(distance, before == 0)?;
        kind_of_move(height, before).ok_or(Illegal::Height)?;
        self.put(source, 0);
        self.put(target, moved_onto(height, before) * self.sign());
        let single = self.turn == 1 || self.board.winner().is_some();
        self.stage = if single { Stage::Ended } else { stage };
        Ok(())
    }

    fn push_removal(&mut self, square: Square) -> Result<(), Illegal> {
        let index = self.on_board(square)?;
        let height = self.own(square)?;
        if self.moves().next().is_some() {
            return Err(Illegal::MoveForced);
        }
        self.put(index, (height - 1) * self.sign());
        let another = matches!(self.stage, Stage::Begun(_)) && self.turn != 1 && self.board.winner().is_none();
        self.stage = if another { Stage::Removed } else { Stage::Ended };
        Ok(())
    }

    fn put(&mut self, index: usize, stack: Stack) {
        touch(&mut self.touched, &self.board, index);
        self.board.set(index, stack);
    }
}

impl PartialTurn for Partial {
    type Position = Diablo;
    type Identity = Change;

    fn actions(&self) -> Vec<(Kind, Action)> {
        if self.open().is_err() {
            return Vec::new();
        }
        let square = |index| self.board.square(index);
        let mut actions: Vec<_> =
            self.moves().map(|(kind, from, to)| (kind, Action::Move { from: square(from), to: square(to) })).collect();
        if actions.is_empty() {
            let removals = self.board.stacks_of(self.sign());
            actions.extend(removals.map(|index| (Kind::Remove, Action::Remove(square(index)))));
        }
        actions
    }

    fn push(&mut self, action: Action) -> Result<(), Illegal> {
        self.open()?;
        match action {
            Action::Move { from, to } => self.push_move(from, to),
            Action::Remove(square) => self.push_removal(square),
        }
    }

    fn may_end(&self) -> Result<(), Illegal> {
        match self.stage {
            Stage::Over => Err(Illegal::Over),
            Stage::NoRoll => Err(Illegal::NoRoll),
            Stage::Begun(_) => Err(Illegal::NoAction),
            Stage::Moved { .. } | Stage::Removed => Err(Illegal::ActionForced),
            Stage::Ended => Ok(()),
        }
    }

    fn end(&self) -> Result<Diablo, Illegal> {
        self.may_end()?;
        Ok(Diablo { board: self.board.clone(), turn: self.turn + 1, roll: None })
    }

    fn identity(&self) -> Change {
        Change::of(&self.touched, &self.board)
    }

    fn pieces(&self) -> Vec<Piece> {
        let occupied = self.board.squares().iter().enumerate().filter(|&(_, &stack)| stack != 0);
        occupied
            .map(|(index, &stack)| Piece {
                square: self.board.square(index),
                owner: if stack > 0 { Player::One } else { Player::Two },
                height: stack.unsigned_abs(),
                mark: None,
            })
            .collect()
    }
}

impl Diablo {
    /// The canonical action sequence of the turn that makes `change` (the fewest actions, of these the first in byte
    /// order), if a legal turn makes it. Quick on every board: each action of a sequence begins or ends on a square
    /// of the net change, or removes a checker from the stack that the first action has made.
    pub(super) fn turn_of(&self, change: Change) -> Option<Turn> {
        let roll = self.roll?;
        let changed: Vec<usize> = change.squares().map(|(index, _)| index).collect();
        let near = self.actions_at(&changed, roll);
        let mut found: Vec<Vec<Action>> = Vec::new();
        for &first in &near {
            let mut partial = self.begin();
            if partial.push(first).is_err() {
                continue;
            }
            if partial.may_end().is_ok() {
                if partial.identity() == change {
                    found.push(vec![first]);
                }
                continue;
            }
            let made = if let Action::Move { to, .. } = first { Some(Action::Remove(to)) } else { None };
            for &second in near.iter().chain(&made) {
                let mut whole = partial.clone();
                if whole.push(second).is_ok() && whole.may_end().is_ok() && whole.identity() == change {
                    found.push(vec![first, second]);
                }
            }
        }
        let text = |actions: &[Action]| (actions.len(), actions.iter().map(|a| a.text_key()).collect::<Vec<_>>());
        found.into_iter().min_by_key(|actions| text(actions)).map(Turn)
    }

    /// Every action, legal or not, that begins or ends on one of these squares.
    fn actions_at(&self, squares: &[usize], roll: Roll) -> Vec<Action> {
        let mut actions = Vec::new();
        for &index in squares {
            let here = self.board.square(index);
            actions.push(Action::Remove(here));
            for die in [roll.low(), roll.high()] {
                for other in self.board.targets(index, die) {
                    let there = self.board.square(other);
                    actions.push(Action::Move { from: here, to: there });
                    actions.push(Action::Move { from: there, to: here });
                }
            }
        }
        actions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::turns;

    /// The rule that a turn breaks, and at which action.
    #[track_caller]
    fn broken(fen: &str, turn: &str) -> (usize, Illegal) {
        let (position, _) = Diablo::parse_fen(fen).unwrap();
        let error = turns::play(&position, &Turn::parse(turn).unwrap()).unwrap_err();
        (error.action, error.rule)
    }

    fn at(name: &str) -> Square {
        Square { file: name.as_bytes()[0] - b'a', rank: name[1..].parse::<u8>().unwrap() - 1 }
    }

    #[test]
    fn each_rule_has_its_reason() {
        let start = "GBGB/BGBG/GBGB/BGBG b 1-2 1";
        let quiet = "..BG2/..../..../B... b 1-2 5";
        let stuck = "..../..../G4.../B3G4.. b 1-1 5";
        assert_eq!(broken("GBGB/BGBG/GBGB/BGBG b - 1", "a1a2"), (0, Illegal::NoRoll));
        assert_eq!(broken("B./.. b 1-1 3", "a1b1").1, Illegal::Over);
        assert_eq!(broken(start, "a1b1,a3c3"), (1, Illegal::FirstTurn));
        assert_eq!(broken(start, "a1e1"), (0, Illegal::OffBoard(at("e1"))));
        assert_eq!(broken(start, "a1d1"), (0, Illegal::Distance(Roll::new(1, 2))));
        assert_eq!(broken(start, "a1a1"), (0, Illegal::Distance(Roll::new(1, 2))));
        assert_eq!(broken(start, "b1c1"), (0, Illegal::Enemy(at("b1"))));
        assert_eq!(broken(start, "xa1"), (0, Illegal::MoveForced));
        assert_eq!(broken(quiet, "b1c1"), (0, Illegal::Empty(at("b1"))));
        assert_eq!(broken(quiet, "a1b2"), (0, Illegal::Direction));
        assert_eq!(broken(quiet, "c4d4"), (0, Illegal::Height));
        assert_eq!(broken(quiet, "a1a2"), (1, Illegal::ActionForced));
        assert_eq!(broken(quiet, "a1a2,c4c2"), (1, Illegal::SecondQuiet));
        assert_eq!(broken(quiet, "a1a2,c4c3"), (1, Illegal::DieUsed));
        assert_eq!(broken(quiet, "a1a2,a2a3,a3a4").1, Illegal::DieUsed);
        assert_eq!(broken("...G2/..../..B./B... b 1-2 5", "a1a2,xa2"), (1, Illegal::MoveForced));
        assert_eq!(broken("...G2/..../..B./B... b 1-2 5", "a1a2,a2c2,xc2"), (2, Illegal::TurnOver));
        assert_eq!(broken("..../..../..../B2G.. b 1-2 5", "a1b1,b1b3"), (1, Illegal::Over));
        assert_eq!(broken(stuck, "xa1"), (1, Illegal::ActionForced));
        assert_eq!(broken(stuck, "xa1,a1a2"), (1, Illegal::RemovalForced));
        assert_eq!(broken(stuck, "xa1,xb1"), (1, Illegal::Enemy(at("b1"))));
        assert_eq!(broken(stuck, "xa1,xa1,xa1"), (2, Illegal::TurnOver));
    }

    #[test]
    fn nothing_can_be_done_without_dice_or_after_the_end() {
        for fen in ["GBGB/BGBG/GBGB/BGBG b - 1", "../.B b 1-1 3", "../.B g - 4"] {
            let partial = Diablo::parse_fen(fen).unwrap().0.begin();
            assert_eq!(partial.actions(), []);
            assert!(partial.may_end().is_err() && partial.end().is_err());
        }
        let partial = Diablo::startpos(4).unwrap().begin();
        assert_eq!(partial.may_end(), Err(Illegal::NoRoll));
        assert_eq!(partial.pieces().len(), 16);
    }

    #[test]
    fn on_a_first_turn_without_moves_one_checker_goes() {
        let (position, _) = Diablo::parse_fen("..../..../..../B2G3.. b 1-1 1").unwrap();
        let blocked = Diablo::parse_fen("..../..../G3.../B2G3.. b 1-1 1").unwrap().0;
        assert!(position.begin().actions().iter().all(|&(kind, _)| kind == Kind::Quiet));
        let after = turns::play(&blocked, &Turn::parse("xa1").unwrap()).unwrap();
        assert_eq!(after.fen(), "..../..../G3.../BG3.. g - 2");
        assert_eq!(turns::list(&blocked, &mut || true).unwrap().len(), 1);
    }

    #[test]
    fn ways_to_one_position_are_one_turn() {
        let (position, _) = Diablo::parse_fen("..../..../..../B.B. b 1-2 5").unwrap();
        assert!(position.verdict().is_some());
        let (position, _) = Diablo::parse_fen("...G/..../BB../BB.. b 1-1 5").unwrap();
        let identity = |turn| turns::play_partly(&position, &Turn::parse(turn).unwrap()).unwrap().identity();
        assert_eq!(identity("a1a2,b1b2"), identity("b1b2,a1a2"));
        assert_eq!(identity("a1b1,b1b2"), identity("a1b1,b1b2"));
        assert_ne!(identity("a1a2,b1b2"), identity("a2a1,b2b1"));
        let change = identity("b1b2,a1a2");
        assert_eq!(position.turn_of(change), Turn::parse("a1a2,b1b2").ok());
    }
}
