//! What a position is worth when nobody looks ahead: features of either side, each with a weight, and their difference.
//!
//! Most of them ask how near the ball is to the goal row: where it is, where a pass of this turn can bring it, how many
//! squares of the goal row it sees, and whether somebody can be there in time. The weights are in `weights`; they were
//! fitted to games (`examples/diaballik_fit.rs`).

use super::Diaballik;
use super::board::{ROW, SIZE, SQUARES, each, goal_row, sight};
use super::threat::{Reach, near};
use super::weights::WEIGHTS;
use crate::game::deterministic::Glance;
use crate::game::{Game, Player};

/// A kind of feature: its features stand together in the weights, each for one place or one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// Where a man stands: row from the own one, and column from the nearer edge.
    Man,
    /// Where the ball is, the same way.
    Ball,
    /// The row of the furthest square to which a pass of the next turn can bring the ball.
    Reach,
    /// How many squares of the goal row the ball sees.
    Lanes,
    /// On how many squares of the goal row a man stands or can be after two steps.
    Near,
    /// How many squares of the goal row the ball would see from a man who can be passed to at once.
    SecondLanes,
    /// The same where a man stands there or can be after two steps.
    SecondNear,
    /// How many squares a pass of the next turn can bring the ball to.
    Choice,
}

/// Every kind, its number of features, and a word for it.
pub const TERMS: [(Term, usize, &str); 8] = [
    (Term::Man, 28, "the men's places"),
    (Term::Ball, 28, "the ball's place"),
    (Term::Reach, 7, "the furthest pass of the next turn"),
    (Term::Lanes, 8, "open lanes to the goal row"),
    (Term::Near, 8, "receivers near the goal row"),
    (Term::SecondLanes, 8, "lanes to the goal row that one pass opens"),
    (Term::SecondNear, 8, "receivers at the end of these"),
    (Term::Choice, 12, "choice of passes"),
];

/// How many features there are.
pub const FEATURES: usize = start(TERMS.len());

const fn start(term: usize) -> usize {
    let (mut at, mut sum) = (0, 0);
    while at < term {
        sum += TERMS[at].1;
        at += 1;
    }
    sum
}

impl Term {
    const fn index(self, number: usize) -> usize {
        start(self as usize) + number
    }
}

/// The turn itself is worth something.
pub(super) const TEMPO: i32 = 50;

/// The terms with a word for each, and the difference to the opponent's as the side to move sees it. They add up to
/// the evaluation.
#[must_use]
pub fn explain(position: &Diaballik) -> Vec<(&'static str, i32)> {
    let differences = features(position);
    let mut terms: Vec<(&'static str, i32)> = TERMS
        .iter()
        .enumerate()
        .map(|(at, &(_, size, name))| {
            let range = start(at)..start(at) + size;
            (name, range.map(|feature| i32::from(differences[feature]) * i32::from(WEIGHTS[feature])).sum())
        })
        .collect();
    terms.push(("the right to move", TEMPO));
    terms
}

/// How often each feature is found, less how often of the opponent's, as the side to move sees it.
#[must_use]
pub fn features(position: &Diaballik) -> Vec<i8> {
    let mover = position.side_to_move();
    let mut found = vec![0; FEATURES];
    visit(position, mover, View::of(position, mover), |feature| found[feature] += 1);
    visit(position, mover.other(), View::of(position, mover.other()), |feature| found[feature] -= 1);
    found
}

/// The weight of each feature, in hundredths.
#[must_use]
pub fn weights() -> &'static [i16] {
    &WEIGHTS
}

/// The sum of the terms, from the point of view of the side to move.
#[inline]
pub(super) fn evaluate(position: &Diaballik) -> i32 {
    let of = |player| value_of(position, player, View::of(position, player));
    of(position.side) - of(position.side.other()) + TEMPO
}

/// The same with what is threatened, unless the side to move wins within the turn.
#[inline]
pub(super) fn glance(position: &Diaballik) -> Option<Glance> {
    let (mover, other) = (position.side, position.side.other());
    let view = View::of(position, mover);
    if view.reach().passes() & goal_row(mover) != 0 {
        return None;
    }
    let others_view = View::of(position, other);
    let threatened = others_view.reach().passes() & goal_row(other) != 0;
    let value = value_of(position, mover, view) - value_of(position, other, others_view) + TEMPO;
    Some(Glance { value, threatened })
}

/// What a player's pieces see.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// Where the ball can go, and who can be there.
    reach: Reach,
    /// The squares that are seen from the men to whom the ball can be passed at once.
    second: u64,
}

impl View {
    /// The view of a player with these men and that ball; `see` tells what is seen from a square, see [`sight`].
    #[inline]
    pub(super) fn new(ball: u8, men: u64, opponents: u64, near: u64, mut see: impl FnMut(u8) -> u64) -> View {
        let lanes = see(ball) & !opponents;
        let second = each(lanes & men).fold(0, |seen, at| seen | see(at)) & !opponents;
        View { reach: Reach { lanes, near }, second }
    }

    #[inline]
    pub(super) fn of(position: &Diaballik, player: Player) -> View {
        let opponents = position.pieces(player.other());
        let near = near(position, player);
        View::new(position.ball(player), position.men(player), opponents, near, |at| sight(at, opponents))
    }

    #[inline]
    pub(super) fn reach(self) -> Reach {
        self.reach
    }
}

/// One player's part.
#[inline]
pub(super) fn value_of(position: &Diaballik, player: Player, view: View) -> i32 {
    let mut sum = 0;
    visit(position, player, view, |feature| sum += i32::from(WEIGHTS[feature]));
    sum
}

/// Names each feature that `player` has.
#[inline]
fn visit(position: &Diaballik, player: Player, view: View, mut found: impl FnMut(usize)) {
    let ball = position.ball(player);
    let men = position.men(player);
    let View { reach, second } = view;
    let places = &PLACES[player.index()];
    for man in each(men) {
        found(Term::Man.index(usize::from(places[man as usize])));
    }
    found(Term::Ball.index(usize::from(places[ball as usize])));
    found(Term::Reach.index(furthest(player, reach.passes() | 1 << ball)));
    found(Term::Lanes.index(on_goal_row(player, reach.lanes)));
    found(Term::Near.index(on_goal_row(player, reach.near)));
    found(Term::SecondLanes.index(on_goal_row(player, second)));
    found(Term::SecondNear.index(on_goal_row(player, second & reach.near)));
    found(Term::Choice.index((reach.passes().count_ones() as usize).min(11)));
}

/// How many of `squares` are on the row where `player` wins.
#[inline]
fn on_goal_row(player: Player, squares: u64) -> usize {
    let row = squares >> goal_row(player).trailing_zeros() & ROW;
    usize::from(COUNT[row as usize])
}

/// How many rows ahead of the own row the foremost of `squares` is; there is at least one.
#[inline]
fn furthest(player: Player, squares: u64) -> usize {
    let row = match player {
        Player::One => (63 - squares.leading_zeros()) / u32::from(SIZE),
        Player::Two => u32::from(SIZE) - 1 - squares.trailing_zeros() / u32::from(SIZE),
    };
    row as usize
}

/// How many rows the pieces are ahead of the own row, all together.
#[inline]
pub(super) fn rows_forward(player: Player, pieces: u64) -> i32 {
    let row = |number: u8| i32::from(COUNT[(pieces >> (number * SIZE) & ROW) as usize]);
    match player {
        Player::One => (1..SIZE).map(|number| i32::from(number) * row(number)).sum(),
        Player::Two => (0..SIZE - 1).map(|number| i32::from(SIZE - 1 - number) * row(number)).sum(),
    }
}

/// The number of a square among the places that left and right don't tell apart, as each player sees it.
static PLACES: [[u8; SQUARES]; 2] = {
    let mut places = [[0; SQUARES]; 2];
    let mut at = 0;
    while at < SQUARES {
        let (row, file) = (at as u8 / SIZE, at as u8 % SIZE);
        let column = if file < SIZE - file { file } else { SIZE - 1 - file };
        places[0][at] = row * (SIZE / 2 + 1) + column;
        places[1][at] = (SIZE - 1 - row) * (SIZE / 2 + 1) + column;
        at += 1;
    }
    places
};

/// How many squares of a row are set. (The processors that every build must run on can't count bits by themselves.)
static COUNT: [u8; 1 << SIZE] = {
    let mut count = [0; 1 << SIZE];
    let mut row = 0;
    while row < count.len() {
        count[row] = row.count_ones() as u8;
        row += 1;
    }
    count
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::diaballik::Setup;
    use crate::game::diaballik::board::home_row;

    #[test]
    fn terms_add_up_and_the_start_is_even() {
        for setup in [Setup::Standard, Setup::Variant] {
            let start = Diaballik::startpos(setup);
            assert_eq!(evaluate(&start), TEMPO);
        }
        let (position, _) = Diaballik::parse_fen("b.b...b/...b.../..Ww..w/.b...../.w...b./...B.w./w....w. b").unwrap();
        assert_eq!(explain(&position).iter().map(|&(_, value)| value).sum::<i32>(), evaluate(&position));
    }

    #[test]
    fn rows_are_counted_from_ones_own() {
        assert_eq!(rows_forward(Player::One, home_row(Player::One)), 0);
        assert_eq!(rows_forward(Player::Two, home_row(Player::One)), 42);
        let column = (0..7).fold(0, |set, rank| set | 1 << (rank * 7));
        assert_eq!(rows_forward(Player::One, column), 21);
        assert_eq!(rows_forward(Player::Two, column), 21);
    }
}
