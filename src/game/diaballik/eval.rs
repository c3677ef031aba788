//! What a position is worth when nobody looks ahead: the terms of either side, and their difference.
//!
//! All of them ask how near the ball is to the goal row: where it is, where a pass of this turn can bring it, how many
//! squares of the goal row it sees, and whether somebody can be there in time.

use super::Diaballik;
use super::board::{ROW, SIZE, each, goal_row, sight};
use super::threat::Reach;
use crate::game::deterministic::Glance;
use crate::game::{Game, Player};

/// How many terms a side has.
const TERMS: usize = 8;
/// The ball, by the rows it has come forward. On the last row the game is over.
const BALL: [i32; SIZE as usize] = [0, 17, 36, 57, 81, 107, 107];
/// The same for the furthest square that a pass of the next turn can reach.
const REACH: [i32; SIZE as usize] = [0, 11, 25, 44, 68, 95, 148];
/// Each square of the goal row that the ball sees.
const LANE: i32 = 28;
/// Each square of the goal row where a piece stands or can be after two steps.
const RECEIVER: i32 = 19;
/// Each row that each piece without the ball has come forward.
const ADVANCE: i32 = 11;
/// Each square of the goal row that the ball would see from a man who can be passed to at once.
const SECOND_LANE: i32 = 11;
/// The same where a piece stands there or can be after two steps.
const SECOND_RECEIVER: i32 = 21;
/// Each square where a pass of the next turn can bring the ball.
const CHOICE: i32 = 6;
/// The turn itself is worth something.
const TEMPO: i32 = 50;

/// The terms with a word for each, and the difference to the opponent's as the side to move sees it. They add up to
/// the evaluation.
#[must_use]
pub fn explain(position: &Diaballik) -> Vec<(&'static str, i32)> {
    const NAMES: [&str; TERMS] = [
        "the ball's way forward",
        "the furthest pass of the next turn",
        "open lanes to the goal row",
        "receivers near the goal row",
        "pieces' way forward",
        "lanes to the goal row that one pass opens",
        "receivers at the end of these",
        "choice of passes",
    ];
    let mover = position.side_to_move();
    let of = |player| terms(position, player, Reach::new(position, player));
    let (own, other) = (of(mover), of(mover.other()));
    let differences = own.iter().zip(other).map(|(own, other)| own - other);
    NAMES.into_iter().zip(differences).chain([("the right to move", TEMPO)]).collect()
}

/// The sum of the terms, from the point of view of the side to move.
#[inline]
pub(super) fn evaluate(position: &Diaballik) -> i32 {
    let reach = |player| Reach::new(position, player);
    sum(position, reach(position.side), reach(position.side.other()))
}

/// The same with what is threatened, unless the side to move wins within the turn.
#[inline]
pub(super) fn glance(position: &Diaballik) -> Option<Glance> {
    let (mover, other) = (position.side, position.side.other());
    let reach = Reach::new(position, mover);
    if reach.passes() & goal_row(mover) != 0 {
        return None;
    }
    let others_reach = Reach::new(position, other);
    let threatened = others_reach.passes() & goal_row(other) != 0;
    Some(Glance { value: sum(position, reach, others_reach), threatened })
}

#[inline]
fn sum(position: &Diaballik, reach: Reach, others_reach: Reach) -> i32 {
    let (mover, other) = (position.side, position.side.other());
    let own: i32 = terms(position, mover, reach).iter().sum();
    own - terms(position, other, others_reach).iter().sum::<i32>() + TEMPO
}

#[inline]
fn terms(position: &Diaballik, player: Player, reach: Reach) -> [i32; TERMS] {
    let ball = 1 << position.ball(player);
    let (men, opponents) = (position.men(player), position.pieces(player.other()));
    let second = each(reach.lanes & men).fold(0, |seen, at| seen | sight(at, opponents)) & !opponents;
    [
        BALL[furthest(player, ball)],
        REACH[furthest(player, reach.passes() | ball)],
        LANE * on_goal_row(player, reach.lanes),
        RECEIVER * on_goal_row(player, reach.near),
        ADVANCE * rows_forward(player, men),
        SECOND_LANE * on_goal_row(player, second),
        SECOND_RECEIVER * on_goal_row(player, second & reach.near),
        CHOICE * reach.passes().count_ones() as i32,
    ]
}

/// How many of `squares` are on the row where `player` wins.
#[inline]
fn on_goal_row(player: Player, squares: u64) -> i32 {
    let row = squares >> goal_row(player).trailing_zeros() & ROW;
    i32::from(COUNT[row as usize])
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
