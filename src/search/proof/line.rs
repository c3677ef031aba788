//! The line that shows a proved win: the attacker's turns from the proof, the opponent's answers that hold out longest.

use super::Prover;
use crate::game::deterministic::Deterministic;

impl<G: Deterministic> Prover<'_, G> {
    /// The turns of a win within so many own turns and no fewer, which has been proved.
    pub(super) fn line(&mut self, own_turns: u32) -> Vec<G::Move> {
        let positions = self.positions(own_turns);
        let before = [*self.root].into_iter().chain(positions.iter().copied());
        let mut turns = Vec::new();
        let mut turn_between = |(before, after): (G, &G)| {
            before.generate(&mut self.scratch, &mut turns);
            turns.iter().copied().find(|&turn| before.play(turn) == *after)
        };
        before.zip(&positions).map_while(&mut turn_between).collect()
    }

    fn positions(&mut self, own_turns: u32) -> Vec<G> {
        let mut line = Vec::new();
        let mut position = *self.root;
        let mut left = 2 * own_turns as usize - 1;
        while !self.stopped {
            let ply = line.len();
            if let Some(end) = self.winning_turn(&position, ply) {
                line.push(end);
                break;
            }
            let Some(after) = self.attack(&position, left, ply) else { break };
            line.push(after);
            let Some(answer) = self.answer(&after, left - 1, ply + 1) else { break };
            line.push(answer);
            position = answer;
            left -= 2;
        }
        line
    }

    /// A turn after which the win is still certain within `left` turns, this one included.
    fn attack(&mut self, position: &G, left: usize, ply: usize) -> Option<G> {
        if left == 3 {
            return self.turn_that_forces(position, ply);
        }
        let mut turns = Vec::new();
        position.generate(&mut self.scratch, &mut turns);
        // The proof is in the table, so the turn with which it ends is found there at once if it has not been lost.
        let children: Vec<G> = turns.iter().map(|&turn| position.play(turn)).collect();
        let allowed = |child: &&G| !self.is_barred(child, ply);
        let open: Vec<G> = children.iter().filter(allowed).copied().collect();
        let stored = open.iter().find(|child| self.is_lost_at_sight(child, left - 1)).copied();
        stored.or_else(|| open.into_iter().find(|child| self.is_won_after(child, left - 1, ply + 1)))
    }

    /// The answer that takes the attacker longest, `left` turns being left at most.
    fn answer(&mut self, position: &G, left: usize, ply: usize) -> Option<G> {
        let mut turns = Vec::new();
        position.generate(&mut self.scratch, &mut turns);
        let children: Vec<G> = turns.iter().map(|&turn| position.play(turn)).collect();
        let open: Vec<G> = children.into_iter().filter(|child| child.winner().is_none()).collect();
        let mut longest = None;
        for shorter in (1..left - 1).step_by(2).rev() {
            longest = open.iter().find(|child| !self.is_won(child, shorter, ply + 1)).copied();
            if longest.is_some() {
                break;
            }
        }
        longest.or(open.first().copied())
    }
}
