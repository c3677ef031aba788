//! The ends of the game, in the order in which they are judged: a goal, anti-play, no action left.

use super::Diaballik;
use super::board::{each, goal_row, is_unbroken_line, neighbours, square};
use crate::game::{Outcome, Player, Reason, Square, Verdict};

/// How many different opponents must touch an unbroken line.
const TOUCHES: u32 = 3;

impl Diaballik {
    /// Who has won in this position, if the game is over: the verdict in the form that a search needs.
    #[inline(always)]
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        end(self).map(|(winner, _)| winner)
    }

    /// Whether `player`'s ball has arrived.
    #[inline(always)]
    fn has_scored(&self, player: Player) -> bool {
        goal_row(player) & 1 << self.ball(player) != 0
    }

    /// Whether `player` has built an unbroken line, and three of the opponent's pieces touch it.
    #[inline(always)]
    fn holds_touched_line(&self, player: Player) -> bool {
        let line = self.pieces(player);
        is_unbroken_line(line) && (neighbours(line) & self.pieces(player.other())).count_ones() >= TOUCHES
    }

    /// Whether the side to move can neither step nor pass.
    #[inline(always)]
    fn is_stuck(&self) -> bool {
        let men = self.men(self.side);
        neighbours(men) & self.empty() == 0 && self.lanes(self.side) & men == 0
    }
}

/// Who has won, and why.
#[inline(always)]
fn end(position: &Diaballik) -> Option<(Player, Reason)> {
    // The side that has just moved comes first where both could claim the win.
    let mover = position.side.other();
    let opponent = position.side;
    if position.has_scored(mover) {
        Some((mover, Reason::Goal))
    } else if position.has_scored(opponent) {
        Some((opponent, Reason::Goal))
    } else {
        end_without_goal(position)
    }
}

/// The same where no ball has arrived.
#[inline(always)]
pub(super) fn end_without_goal(position: &Diaballik) -> Option<(Player, Reason)> {
    let mover = position.side.other();
    let opponent = position.side;
    if position.anti_play && position.holds_touched_line(opponent) {
        Some((mover, Reason::AntiPlay))
    } else if position.anti_play && position.holds_touched_line(mover) {
        Some((opponent, Reason::AntiPlay))
    } else if position.is_stuck() {
        Some((mover, Reason::Stalemate))
    } else {
        None
    }
}

/// The end of the game with the squares that decide it.
pub(super) fn verdict(position: &Diaballik) -> Option<Verdict> {
    let (winner, reason) = end(position)?;
    let squares = match reason {
        Reason::Goal => vec![square(position.ball(winner))],
        Reason::AntiPlay => line_by_file(position.pieces(winner.other())),
        _ => Vec::new(),
    };
    Some(Verdict { outcome: Outcome::Win(winner), reason, squares })
}

fn line_by_file(line: u64) -> Vec<Square> {
    let mut squares: Vec<Square> = each(line).map(square).collect();
    squares.sort_by_key(|square| square.file);
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn verdict_of(fen: &str) -> Option<Verdict> {
        Diaballik::parse_fen(fen).unwrap().0.verdict()
    }

    #[test]
    fn a_verdict_names_its_squares() {
        let line = verdict_of("bbbB.../......./......./b....../wb...../.w.b.../..wWwww w").unwrap();
        let names: Vec<String> = line.squares.iter().map(ToString::to_string).collect();
        assert_eq!((line.reason, names.join(" ").as_str()), (Reason::AntiPlay, "a3 b2 c1 d1 e1 f1 g1"));

        let goal = verdict_of("bbb.Wbb/......./...B.../b....../......./......./www.www b").unwrap();
        assert_eq!((goal.reason, goal.outcome), (Reason::Goal, Outcome::Win(Player::One)));
        assert_eq!(goal.squares, [Square { file: 4, rank: 6 }]);
    }

    #[test]
    fn a_cornered_side_has_lost() {
        let stuck = verdict_of("......./...B.../..W..../......./b.....b/wb...bw/wwb.bww w").unwrap();
        assert_eq!((stuck.reason, stuck.outcome), (Reason::Stalemate, Outcome::Win(Player::Two)));
        assert!(verdict_of("......./...B.../..W..../......./b.....b/wb...bw/wwb.bww b").is_none());
    }
}
