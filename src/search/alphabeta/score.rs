//! Scores inside the search: hundredths near zero, and certain ends by the number of turns of both sides until then.

use crate::search::Score;

/// Won already; a win after `n` turns of both sides is worth `n` less.
pub(super) const WIN: i32 = 30_000;
/// Above every score.
pub(super) const INFINITE: i32 = 32_000;
/// The repetition of a position.
pub(super) const DRAW: i32 = 0;
/// The side to move wins within this turn.
pub(super) const fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}
/// Scores beyond this are certain ends.
const CERTAIN: i32 = WIN - 1_000;

/// Whether the score is a certain end.
pub(super) fn is_certain(score: i32) -> bool {
    score.abs() > CERTAIN
}

/// How many turns of both sides until the certain end, if the score is one.
pub(super) fn plies_to_end(score: i32) -> Option<i32> {
    (score.abs() > CERTAIN).then(|| WIN - score.abs())
}

/// The score as the protocol tells it. Whoever is to move, of `n` turns the side to move plays the first, the
/// third and so on.
pub(super) fn told(score: i32) -> Score {
    match plies_to_end(score) {
        Some(plies) => Score::Mate(score.signum() * ((plies + 1) / 2).max(1)),
        None => Score::Cp(score),
    }
}

/// A score for the table: certain ends counted from the node, not from the root.
pub(super) fn from_node(score: i32, ply: usize) -> i32 {
    if plies_to_end(score).is_some() { score + score.signum() * ply as i32 } else { score }
}

/// The inverse of [`from_node`].
pub(super) fn from_root(score: i32, ply: usize) -> i32 {
    if plies_to_end(score).is_some() { score - score.signum() * ply as i32 } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_turns_until_the_end_are_counted() {
        // A win this turn; a win by the opponent's own forced turn; a win in two own turns.
        assert_eq!([1, 2, 3].map(|ply| told(win_at(ply))), [1, 1, 2].map(Score::Mate));
        // A loss by one's own forced turn; by the next reply; by the one after that.
        assert_eq!([1, 2, 3, 4].map(|ply| told(-win_at(ply))), [-1, -1, -2, -2].map(Score::Mate));
        assert_eq!(told(-35), Score::Cp(-35));
    }

    #[test]
    fn table_scores_count_from_the_node() {
        for score in [-win_at(9), -120, 0, 120, win_at(7)] {
            assert_eq!(from_root(from_node(score, 5), 5), score);
        }
        assert_eq!(from_node(win_at(7), 5), win_at(2));
    }
}
