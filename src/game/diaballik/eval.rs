//! What a position is worth when nobody looks ahead. A small net (`net`) weighs what it finds of either side: where the men
//! and the ball are, and how near the ball is to the goal row: where a pass of this turn can bring it, how many
//! squares of the goal row it sees, and whether somebody can be there in time. The side to move and the other have weights
//! of their own. The weights are in `weights`; they were fitted to games (`examples/diaballik_games.rs` and
//! `examples/diaballik_fit`).

use fearless_simd::dispatch;

use super::Diaballik;
use super::board::{ROW, SIZE, SQUARES, each, goal_row, sight};
use super::net::{self, Sum};
use super::threat::{Reach, near};
use crate::game::deterministic::Glance;
use crate::game::{Game, Player};
use crate::processor::LEVEL;

/// A kind of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// Where a piece stands, as the side to move sees the board.
    Piece,
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

/// Every kind, its number of inputs, and a word for it.
pub const TERMS: [(Term, usize, &str); 8] = [
    (Term::Piece, SQUARES, "the pieces' places"),
    (Term::Ball, SQUARES, "the ball's place"),
    (Term::Reach, 7, "the furthest pass of the next turn"),
    (Term::Lanes, 8, "open lanes to the goal row"),
    (Term::Near, 8, "receivers near the goal row"),
    (Term::SecondLanes, 8, "lanes to the goal row that one pass opens"),
    (Term::SecondNear, 8, "receivers at the end of these"),
    (Term::Choice, 12, "choice of passes"),
];

/// How many inputs there are for each side: first the side to move, then the other.
pub const INPUTS_OF_SIDE: usize = start(TERMS.len());
/// How many inputs there are.
pub const INPUTS: usize = 2 * INPUTS_OF_SIDE;
/// The first inputs that are the ball's place, and that no mirror changes.
pub(super) const BALLS: usize = start(Term::Ball as usize);
pub(super) const SIGHTS: usize = start(Term::Reach as usize);

const fn start(term: usize) -> usize {
    let (mut at, mut sum) = (0, 0);
    while at < term {
        sum += TERMS[at].1;
        at += 1;
    }
    sum
}

/// The terms with a word for each, as the side to move sees them. They add up to the evaluation.
#[must_use]
pub fn explain(position: &Diaballik) -> Vec<(&'static str, i32)> {
    let mut eighths = [0; TERMS.len()];
    for input in inputs(position) {
        let at = input % INPUTS_OF_SIDE;
        let term = (0..TERMS.len()).rev().find(|&term| start(term) <= at).unwrap_or(0);
        eighths[term] += net::single(input);
    }
    let mut terms: Vec<(&'static str, i32)> =
        TERMS.iter().zip(eighths).map(|(&(_, _, name), eighths)| (name, eighths / 8)).collect();
    terms.push(("the right to move", Sum::EMPTY.single()));
    let rest = evaluate(position) - terms.iter().map(|&(_, value)| value).sum::<i32>();
    terms.push(("how all this goes together", rest));
    terms
}

/// The inputs of a position.
#[must_use]
pub fn inputs(position: &Diaballik) -> Vec<usize> {
    let mover = position.side_to_move();
    let mut found = Vec::new();
    for player in [mover, mover.other()] {
        let side = Side { player, mover };
        found.extend(each(position.pieces(player)).map(|at| side.piece(at)));
        found.push(side.ball(position.ball(player)));
        side.visit(position, View::of(position, player), |input| found.push(input));
    }
    found
}

/// What the position is worth to the side to move.
pub(super) fn evaluate(position: &Diaballik) -> i32 {
    let (mover, other) = (position.side, position.side.other());
    dispatch!(*LEVEL, _simd => value(position, View::of(position, mover), View::of(position, other)))
}

/// The same with what is threatened, unless the side to move wins within the turn.
pub(super) fn glance(position: &Diaballik) -> Option<Glance> {
    dispatch!(*LEVEL, _simd => look(position))
}

#[inline(always)]
fn look(position: &Diaballik) -> Option<Glance> {
    let (mover, other) = (position.side, position.side.other());
    let view = View::of(position, mover);
    if view.reach().passes() & goal_row(mover) != 0 {
        return None;
    }
    let others_view = View::of(position, other);
    let threatened = others_view.reach().passes() & goal_row(other) != 0;
    Some(Glance { value: value(position, view, others_view), threatened })
}

#[inline(always)]
fn value(position: &Diaballik, view: View, others_view: View) -> i32 {
    let mover = position.side;
    let mut sum = Sum::EMPTY;
    for (player, view) in [(mover, view), (mover.other(), others_view)] {
        let side = Side { player, mover };
        each(position.pieces(player)).for_each(|at| sum.add(side.piece(at)));
        sum.add(side.ball(position.ball(player)));
        side.visit(position, view, |input| sum.add(input));
    }
    sum.value()
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
    #[inline(always)]
    pub(super) fn new(ball: u8, men: u64, opponents: u64, near: u64, mut see: impl FnMut(u8) -> u64) -> View {
        let lanes = see(ball) & !opponents;
        let second = each(lanes & men).fold(0, |seen, at| seen | see(at)) & !opponents;
        View { reach: Reach { lanes, near }, second }
    }

    #[inline(always)]
    pub(super) fn of(position: &Diaballik, player: Player) -> View {
        let opponents = position.pieces(player.other());
        let near = near(position, player);
        View::new(position.ball(player), position.men(player), opponents, near, |at| sight(at, opponents))
    }

    #[inline(always)]
    pub(super) fn reach(self) -> Reach {
        self.reach
    }
}

/// A side whose inputs are meant, and the side that is to move, which sees the board from its own row on.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) player: Player,
    pub(super) mover: Player,
}

impl Side {
    #[inline(always)]
    fn first(self) -> usize {
        if self.player == self.mover { 0 } else { INPUTS_OF_SIDE }
    }

    /// That a piece stands there.
    #[inline(always)]
    pub(super) fn piece(self, at: u8) -> usize {
        self.first() + usize::from(SEEN[self.mover.index()][at as usize])
    }

    /// That the ball is there.
    #[inline(always)]
    pub(super) fn ball(self, at: u8) -> usize {
        self.piece(at) + BALLS
    }

    /// Names the inputs that say what the side's pieces see.
    #[inline(always)]
    pub(super) fn visit(self, position: &Diaballik, view: View, mut found: impl FnMut(usize)) {
        let View { reach, second } = view;
        let player = self.player;
        let mut tell = |term: Term, number| found(self.first() + start(term as usize) + number);
        tell(Term::Reach, furthest(player, reach.passes() | 1 << position.ball(player)));
        tell(Term::Lanes, on_goal_row(player, reach.lanes));
        tell(Term::Near, on_goal_row(player, reach.near));
        tell(Term::SecondLanes, on_goal_row(player, second));
        tell(Term::SecondNear, on_goal_row(player, second & reach.near));
        tell(Term::Choice, (reach.passes().count_ones() as usize).min(11));
    }
}

/// How many of `squares` are on the row where `player` wins.
#[inline(always)]
fn on_goal_row(player: Player, squares: u64) -> usize {
    let row = squares >> goal_row(player).trailing_zeros() & ROW;
    usize::from(COUNT[row as usize])
}

/// How many rows ahead of the own row the foremost of `squares` is; there is at least one.
#[inline(always)]
fn furthest(player: Player, squares: u64) -> usize {
    let row = match player {
        Player::One => (63 - squares.leading_zeros()) / u32::from(SIZE),
        Player::Two => u32::from(SIZE) - 1 - squares.trailing_zeros() / u32::from(SIZE),
    };
    row as usize
}

/// How many rows the pieces are ahead of the own row, all together.
#[inline(always)]
pub(super) fn rows_forward(player: Player, pieces: u64) -> i32 {
    let row = |number: u8| i32::from(COUNT[(pieces >> (number * SIZE) & ROW) as usize]);
    match player {
        Player::One => (1..SIZE).map(|number| i32::from(number) * row(number)).sum(),
        Player::Two => (0..SIZE - 1).map(|number| i32::from(SIZE - 1 - number) * row(number)).sum(),
    }
}

/// The number of a square as each player sees it, with his own row first.
static SEEN: [[u8; SQUARES]; 2] = {
    let mut seen = [[0; SQUARES]; 2];
    let mut at = 0;
    while at < SQUARES {
        let (row, file) = (at as u8 / SIZE, at as u8 % SIZE);
        seen[0][at] = at as u8;
        seen[1][at] = (SIZE - 1 - row) * SIZE + file;
        at += 1;
    }
    seen
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
    use crate::game::diaballik::board::home_row;
    use crate::game::diaballik::weights::{BIAS, OUT, ROWS};

    const CASES: [&str; 3] = [
        "b.b...b/...b.../..Ww..w/.b...../.w...b./...B.w./w....w. b",
        "bwBb.w./......b/....b../......./......./w...w.b/w.bW..w w",
        "bbbBbbb/......./......./......./......./......./wwwWwww w",
    ];

    fn position(fen: &str) -> Diaballik {
        Diaballik::parse_fen(fen).unwrap().0
    }

    #[test]
    fn terms_add_up() {
        for fen in CASES {
            let position = position(fen);
            assert_eq!(explain(&position).iter().map(|&(_, value)| value).sum::<i32>(), evaluate(&position));
        }
    }

    #[test]
    fn left_and_right_are_worth_the_same_and_so_are_the_colours() {
        for fen in CASES {
            let (rows, side) = fen.split_once(' ').unwrap();
            let value = evaluate(&position(fen));
            let image: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
            assert_eq!(evaluate(&position(&format!("{} {side}", image.join("/")))), value);
            let turned = rows.split('/').rev().collect::<Vec<_>>().join("/");
            let swapped: String = turned
                .chars()
                .map(|piece| match piece {
                    'b' => 'w',
                    'B' => 'W',
                    'w' => 'b',
                    'W' => 'B',
                    other => other,
                })
                .collect();
            let side = if side == "w" { "b" } else { "w" };
            assert_eq!(evaluate(&position(&format!("{swapped} {side}"))), value);
        }
    }

    #[test]
    fn a_net_of_small_numbers_is_what_the_formula_says() {
        for fen in CASES {
            let position = position(fen);
            let mut units = [[0; 2]; net::UNITS];
            for (unit, sums) in units.iter_mut().enumerate() {
                *sums = [i32::from(BIAS[unit]); 2];
                for input in inputs(&position) {
                    sums[0] += i32::from(ROWS[input][unit]);
                    sums[1] += i32::from(ROWS[net::mirrored(input)][unit]);
                }
            }
            let single = i32::from(BIAS[net::UNITS]) + inputs(&position).into_iter().map(net::single).sum::<i32>();
            let of_units =
                units.iter().zip(OUT).flat_map(|(sums, out)| sums.map(|sum| sum.clamp(0, 255) * i32::from(out)));
            let expected = single / 8 + (of_units.sum::<i32>() >> 8) / 16;
            assert_eq!(evaluate(&position), expected);
        }
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
