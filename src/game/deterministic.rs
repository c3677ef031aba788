//! What alpha-beta asks of a game without dice, beyond its rules. The trait lives here because games fulfil it; no game
//! knows who asks.

use std::ops::ControlFlow;

use super::{Game, Player, Turn, turns};

/// What can be seen of a position without looking ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glance {
    /// As [`Deterministic::evaluate`].
    pub value: i32,
    /// As [`Deterministic::threatened`].
    pub threatened: bool,
}

/// What can be seen of a turn without looking ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// It ends the game; that player wins.
    Over(Player),
    /// The opponent wins with his next turn, as [`Deterministic::wins_now`] sees.
    Lost,
    /// The position after it, as the opponent sees it.
    Open(Glance),
}

/// A game without dice, in the form in which whole turns are searched.
pub trait Deterministic: Game + Copy {
    /// A turn, small: what leads from a position to the next one. Distinct turns of a position differ.
    type Move: Copy + Eq + Default + std::fmt::Debug + Send;

    /// What the turns of a position have in common, worked out as it is needed.
    type Survey;

    /// How many classes [`Deterministic::class`] knows.
    const CLASSES: usize;

    /// Replaces `moves` by every distinct turn, always in the same order; the game is not over.
    fn generate(&self, scratch: &mut Self::Scratch, moves: &mut Vec<Self::Move>);

    /// The position after a turn.
    fn play(&self, turn: Self::Move) -> Self;

    /// The turn that leads to `after`, as lists write it, if one does: [`turns::canonical`], or the same faster.
    fn written(&self, after: &Self) -> Option<Turn> {
        turns::canonical(self, after)
    }

    /// Who has won, if the game is over (repetition apart).
    fn winner(&self) -> Option<Player>;

    /// Whether the side to move certainly wins within this turn. `false` may mean that it can't be seen so fast.
    fn wins_now(&self) -> bool;

    /// What the position is worth to the side to move, in hundredths (see [`crate::search::Score::Cp`]), as far as one
    /// can see without looking ahead; the game is not over. Within ±20,000.
    fn evaluate(&self) -> i32;

    /// What a leaf is asked, in one go where that is cheaper; `None` if the side to move wins now.
    fn glance(&self) -> Option<Glance> {
        let glance = || Glance { value: self.evaluate(), threatened: self.threatened() };
        (!self.wins_now()).then(glance)
    }

    /// The survey of this position, empty.
    fn survey(&self) -> Self::Survey;

    /// What a turn leads to: [`Deterministic::winner`] and [`Deterministic::glance`] of the position after it, with the
    /// survey of this one.
    fn outlook(&self, survey: &mut Self::Survey, turn: Self::Move) -> Outlook;

    /// Whether a turn ends the game or threatens to win with the next one: what can be seen for less than an outlook.
    fn is_sharp(&self, survey: &mut Self::Survey, turn: Self::Move) -> bool;

    /// Whether the opponent would win now, were it his turn, as far as [`Deterministic::wins_now`] sees.
    fn threatened(&self) -> bool;

    /// The side to move is threatened and does not win now: visits the turns, in the order of
    /// [`Deterministic::generate`], that leave the opponent without a win that can be seen, or end the game by winning it.
    /// At least one turn is none of these.
    fn visit_defences(
        &self,
        scratch: &mut Self::Scratch,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The same, replacing `moves` by these turns.
    fn generate_defences(&self, scratch: &mut Self::Scratch, moves: &mut Vec<Self::Move>) {
        moves.clear();
        let _ = self.visit_defences(scratch, |turn| {
            moves.push(turn);
            ControlFlow::Continue(())
        });
    }

    /// Whether there is any of these.
    #[inline]
    fn has_defence(&self) -> bool {
        self.visit_defences(&mut Self::Scratch::default(), |_| ControlFlow::Break(())).is_break()
    }

    /// Whether the side to move may win within this turn in a way that [`Deterministic::wins_now`] does not see.
    /// `false` is certain.
    fn may_win_unseen(&self) -> bool;

    /// The position after a legal turn that changes nothing but the side to move, if there is one: the null move, which
    /// in such a game is a bound that holds.
    fn passed(&self) -> Option<Self>;

    /// How promising a turn looks beside the others of this position: between 0 and 1,000.
    fn promise(&self, turn: Self::Move) -> i32;

    /// Which class of turns this one belongs to: turns of one class are likely to be good in the same positions.
    fn class(&self, turn: Self::Move) -> usize;

    /// A word that differs where the rules in force differ without being part of the position's key.
    fn rules_key(&self) -> u64;
}
