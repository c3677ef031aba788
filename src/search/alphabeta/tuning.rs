//! The parts of the search, each with a switch, so that a match can tell what it is worth.

use std::str::FromStr;

/// What leaves are worth, and which guesses are made. With no guess ([`Tuning::PLAIN`]) the score of a finished iteration
/// is that of plain minimax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// A leaf is worth the mean of what the positions before and after its last turn are worth: odd and even depths see
    /// different things, and the last turn, to which nobody replies, looks better than it is.
    pub mean_leaves: bool,
    /// A node that is far above beta is cut off without looking ahead.
    pub reverse_futility: bool,
    /// A node where even a turn that changes nothing is above beta is cut off.
    pub null_move: bool,
    /// Where even a good turn would leave the mover below alpha, only threats are looked at.
    pub futility: bool,
    /// Late turns are searched less deep at first.
    pub reductions: bool,
    /// Turns that come very late are left out near the leaves.
    pub late_pruning: bool,
    /// Leaves with a threat are looked at for a defence, and few defences deepen the search.
    pub threats: bool,
    /// Turns are ordered by what they lead to at first sight.
    pub static_order: bool,
    /// Turns that refuted the turn before are tried early.
    pub counter_turns: bool,
    /// Iterations begin with a narrow window.
    pub aspiration: bool,
}

impl Tuning {
    /// Nothing is guessed.
    pub const PLAIN: Tuning = Tuning {
        mean_leaves: true,
        reverse_futility: false,
        null_move: false,
        futility: false,
        reductions: false,
        late_pruning: false,
        threats: false,
        static_order: false,
        counter_turns: false,
        aspiration: false,
    };

    /// Everything.
    pub const FULL: Tuning = Tuning {
        mean_leaves: true,
        reverse_futility: true,
        null_move: true,
        futility: true,
        reductions: true,
        late_pruning: true,
        threats: true,
        static_order: true,
        counter_turns: true,
        aspiration: true,
    };

    fn part(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "mean_leaves" => &mut self.mean_leaves,
            "reverse_futility" => &mut self.reverse_futility,
            "null_move" => &mut self.null_move,
            "futility" => &mut self.futility,
            "reductions" => &mut self.reductions,
            "late_pruning" => &mut self.late_pruning,
            "threats" => &mut self.threats,
            "static_order" => &mut self.static_order,
            "counter_turns" => &mut self.counter_turns,
            "aspiration" => &mut self.aspiration,
            _ => return None,
        })
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning::FULL
    }
}

/// `full`, `plain`, or a list such as `full,-null_move` or `plain,+threats`.
impl FromStr for Tuning {
    type Err = String;

    fn from_str(text: &str) -> Result<Tuning, String> {
        let mut tuning = Tuning::FULL;
        for word in text.split(',') {
            let unknown = || format!("no part of the search is called '{word}'");
            match (word, word.split_at_checked(1)) {
                ("full", _) => tuning = Tuning::FULL,
                ("plain", _) => tuning = Tuning::PLAIN,
                (_, Some(("-", name))) => *tuning.part(name).ok_or_else(unknown)? = false,
                (_, Some(("+", name))) => *tuning.part(name).ok_or_else(unknown)? = true,
                _ => return Err(unknown()),
            }
        }
        Ok(tuning)
    }
}
