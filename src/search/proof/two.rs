//! Wins by this turn or the next, without a tree.
//!
//! A turn wins by the next one if the opponent has no answer. One of his answers is nearly always a turn that
//! changes nothing, so the turn must threaten to win; and where it does, only answers that defend against the threat
//! need be looked at.

use super::Prover;
use crate::game::deterministic::Deterministic;

impl<G: Deterministic> Prover<'_, G> {
    /// Whether the attacker, who is to move, wins by this turn.
    pub(super) fn wins_by_this_turn(&mut self, position: &G, ply: usize) -> bool {
        let seen = position.wins_now() && (ply > 0 || self.only.is_empty());
        seen || self.winning_turn(position, ply).is_some()
    }

    /// A turn of the attacker that wins at once.
    pub(super) fn winning_turn(&mut self, position: &G, ply: usize) -> Option<G> {
        if !position.wins_now() && !position.may_win_unseen() {
            return None;
        }
        let mut turns = self.take_turns(ply);
        position.generate(&mut self.scratch, &mut turns);
        let allowed = |child: &G| ply > 0 || self.only.is_empty() || self.only.contains(child);
        let wins = |child: &G| child.winner() == Some(self.attacker) && allowed(child);
        let found = turns.iter().map(|&turn| position.play(turn)).find(wins);
        self.levels[ply].turns = turns;
        found
    }

    /// A turn of the attacker, who does not win by this turn, after which he wins by the next one whatever the answer.
    pub(super) fn turn_that_forces(&mut self, position: &G, ply: usize) -> Option<G> {
        let mut turns = self.take_turns(ply);
        position.generate(&mut self.scratch, &mut turns);
        let mut found = None;
        for &turn in &turns {
            let child = position.play(turn);
            // Most turns threaten nothing, so that is asked first.
            let tried = may_threaten(&child) && child.winner().is_none() && !self.is_barred(&child, ply);
            if tried && self.falls(&child, ply + 1) {
                found = Some(child);
                break;
            }
            if self.stopped {
                break;
            }
        }
        self.levels[ply].turns = turns;
        found
    }

    /// Whether the opponent, who is to move in a position that is not over, can't prevent that the attacker wins by his
    /// next turn.
    pub(super) fn falls(&mut self, position: &G, ply: usize) -> bool {
        if !may_threaten(position) || position.wins_now() || !self.enter() {
            return false;
        }
        if position.threatened() && self.spent.is_empty() {
            return !position.has_defence() || !self.some_answer_holds(position, ply);
        }
        !self.some_answer_holds(position, ply)
    }

    /// The opponent's turns that need be looked at: against a threat those alone that defend. (Where a position is a draw by
    /// the game's history, others may hold too.)
    pub(super) fn generate_answers(&mut self, position: &G, answers: &mut Vec<G::Move>) {
        if position.threatened() && self.spent.is_empty() {
            position.generate_defences(&mut self.scratch, answers);
        } else {
            position.generate(&mut self.scratch, answers);
        }
    }

    fn some_answer_holds(&mut self, position: &G, ply: usize) -> bool {
        let mut answers = self.take_turns(ply);
        self.generate_answers(position, &mut answers);
        let holds = answers.iter().any(|&answer| self.holds(&position.play(answer), ply + 1));
        self.levels[ply].turns = answers;
        holds
    }

    /// Whether the attacker, if he is to move, does not win by this turn.
    pub(super) fn holds(&mut self, position: &G, ply: usize) -> bool {
        match position.winner() {
            Some(winner) => winner != self.attacker,
            None => self.is_spent(position) || !self.wins_by_this_turn(position, ply),
        }
    }
}

/// Whether the attacker might win by his next turn if the opponent, who is to move, changes nothing. `false` is certain.
fn may_threaten<G: Deterministic>(position: &G) -> bool {
    position.threatened() || position.passed().is_none_or(|passed| passed.may_win_unseen())
}
