//! What a position is worth when nobody looks ahead: the terms of either side, and their difference.
//!
//! All of them ask how near the ball is to the goal row: where it is, where a pass of this turn can bring it, how many
//! squares of the goal row it sees, and whether somebody can be there in time.

use super::Diaballik;
use super::board::{BOARD, ROW, SIZE, SQUARES, goal_row};
use super::threat::two_steps;
use crate::game::{Game, Player};

/// The ball, by the rows it has come forward. On the last row the game is over.
const BALL: [i32; SIZE as usize] = [0, 14, 30, 48, 68, 90, 90];
/// The same for the furthest square that a pass of the next turn can reach.
const REACH: [i32; SIZE as usize] = [0, 10, 24, 42, 64, 90, 140];
/// Each square of the goal row that the ball sees.
const LANE: i32 = 14;
/// Each square of the goal row where a piece stands or can be after two steps.
const RECEIVER: i32 = 9;
/// Each row that each piece without the ball has come forward.
const ADVANCE: i32 = 3;
/// The turn itself is worth something.
const TEMPO: i32 = 24;

/// The terms with a word for each, and the difference to the opponent's as the side to move sees it. They add up to
/// the evaluation.
#[must_use]
pub fn explain(position: &Diaballik) -> Vec<(&'static str, i32)> {
    const NAMES: [&str; 5] = [
        "the ball's way forward",
        "the furthest pass of the next turn",
        "open lanes to the goal row",
        "receivers near the goal row",
        "pieces' way forward",
    ];
    let mover = position.side_to_move();
    let (own, other) = (terms(position, mover), terms(position, mover.other()));
    let differences = own.iter().zip(other).map(|(own, other)| own - other);
    NAMES.into_iter().zip(differences).chain([("the right to move", TEMPO)]).collect()
}

/// The sum of the terms, from the point of view of the side to move.
#[must_use]
pub(super) fn evaluate(position: &Diaballik) -> i32 {
    let mover = position.side;
    let sum = |player| terms(position, player).iter().sum::<i32>();
    sum(mover) - sum(mover.other()) + TEMPO
}

fn terms(position: &Diaballik, player: Player) -> [i32; 5] {
    let goal = goal_row(player);
    let lanes = position.lanes(player);
    let near = two_steps(position, player);
    let ball = 1 << position.ball(player);
    let count = |set: u64| set.count_ones() as i32;
    [
        BALL[furthest(player, ball)],
        REACH[furthest(player, near & lanes | ball)],
        LANE * count(lanes & goal),
        RECEIVER * count(near & goal),
        ADVANCE * rows_forward(player, position.men(player)),
    ]
}

/// How many rows ahead of the own row the foremost of `squares` is; there is at least one.
fn furthest(player: Player, squares: u64) -> usize {
    let row = match player {
        Player::One => (63 - squares.leading_zeros()) / u32::from(SIZE),
        Player::Two => u32::from(SIZE) - 1 - squares.trailing_zeros() / u32::from(SIZE),
    };
    row as usize
}

/// How many rows the pieces are ahead of the own row, all together.
pub(super) fn rows_forward(player: Player, pieces: u64) -> i32 {
    // A row's number in binary: which rows have the 1, the 2, the 4.
    const ONES: u64 = rows(0b010_1010);
    const TWOS: u64 = rows(0b100_1100);
    const FOURS: u64 = rows(0b111_0000);
    let count = |set: u64| (pieces & set).count_ones() as i32;
    let rows = count(ONES) + 2 * count(TWOS) + 4 * count(FOURS);
    match player {
        Player::One => rows,
        Player::Two => (i32::from(SIZE) - 1) * count(BOARD) - rows,
    }
}

/// The squares of the rows whose bits are set.
const fn rows(numbers: u8) -> u64 {
    let mut set = 0;
    let mut row = 0;
    while row < SQUARES {
        if numbers >> (row / SIZE as usize) & 1 != 0 {
            set |= ROW << row;
        }
        row += SIZE as usize;
    }
    set
}

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
