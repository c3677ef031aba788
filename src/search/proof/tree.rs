//! The recursion of df-pn, in the form that is the same for both sides: `phi` is what it takes to show that the side to
//! move gets what it wants (the attacker a win in time, the opponent that there is none), `delta` what it takes to show
//! that it doesn't.

use super::Prover;
use crate::game::deterministic::Deterministic;
use crate::rng::mix64;

/// Neither number reaches this unless the answer is known.
const NEVER: u32 = (1 << 28) - 1;
/// What it is guessed to take to win with a turn that threatens nothing.
const QUIET: u32 = 100;

/// The memory of one distance from the root.
pub(super) struct Level<G: Deterministic> {
    pub(super) turns: Vec<G::Move>,
    children: Vec<Child<G>>,
    /// The answer of the opponent that last held.
    refutation: Option<G::Move>,
}

impl<G: Deterministic> Default for Level<G> {
    fn default() -> Self {
        Level { turns: Vec::new(), children: Vec::new(), refutation: None }
    }
}

/// A turn of a node, and what is known of the node it leads to.
#[derive(Clone, Copy)]
struct Child<G: Deterministic> {
    turn: G::Move,
    numbers: Numbers,
}

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    /// The side to move gets what it wants.
    const YES: Numbers = Numbers { phi: 0, delta: NEVER };
    /// It does not.
    const NO: Numbers = Numbers { phi: NEVER, delta: 0 };

    fn pack(self) -> u64 {
        u64::from(self.phi) | u64::from(self.delta) << 28
    }

    fn unpack(payload: u64) -> Numbers {
        Numbers { phi: payload as u32 & NEVER, delta: (payload >> 28) as u32 & NEVER }
    }
}

impl<G: Deterministic> Prover<'_, G> {
    /// Whether the attacker, who is to move, wins within `left` turns of both sides, an odd number.
    pub(super) fn is_won(&mut self, position: &G, left: usize, ply: usize) -> bool {
        let limits = Numbers { phi: NEVER, delta: NEVER };
        match self.known(position, left).filter(|_| ply > 0) {
            Some(Numbers::YES) => true,
            Some(Numbers::NO) => false,
            _ => self.numbers(position, left, ply, limits) == Numbers::YES,
        }
    }

    /// Whether the attacker wins within `left` turns of both sides, an even number, the opponent being to move.
    pub(super) fn is_won_after(&mut self, position: &G, left: usize, ply: usize) -> bool {
        match position.winner() {
            Some(winner) => winner == self.attacker,
            None if self.is_spent(position) || position.wins_now() => false,
            None if left == 2 => self.falls(position, ply),
            None => self.numbers(position, left, ply, Numbers { phi: NEVER, delta: NEVER }) == Numbers::NO,
        }
    }

    /// The same as far as the table or a count of defences tells.
    pub(super) fn is_lost_at_sight(&mut self, position: &G, left: usize) -> bool {
        let open = position.winner().is_none() && !position.wins_now();
        open && self.known(position, left).unwrap_or_else(|| self.of_new_attack(position)) == Numbers::NO
    }

    pub(super) fn take_turns(&mut self, ply: usize) -> Vec<G::Move> {
        if self.levels.len() <= ply {
            self.levels.resize_with(ply + 1, Level::default);
        }
        std::mem::take(&mut self.levels[ply].turns)
    }

    /// Works on a node, in which the game is not over, until one of its numbers reaches its limit.
    fn numbers(&mut self, position: &G, left: usize, ply: usize, limits: Numbers) -> Numbers {
        if !self.enter() {
            return limits;
        }
        let attacks = left % 2 == 1;
        let known = match left {
            1 => Some(self.wins_by_this_turn(position, ply)),
            3 => Some(self.wins_by_this_turn(position, ply) || self.turn_that_forces(position, ply).is_some()),
            // Most turns threaten nothing and fail to a turn that changes nothing: no other answer is listed.
            4 if !self.may_threaten_two(position, ply) => Some(true),
            _ if attacks && self.wins_by_this_turn(position, ply) => Some(true),
            _ => None,
        };
        if self.stopped {
            return limits;
        }
        let found = match known {
            Some(true) => Numbers::YES,
            Some(false) => Numbers::NO,
            None => self.of_tree(position, left, ply, limits),
        };
        // What the root is asked may be about a part of its turns only.
        if !self.stopped && (ply > 0 || self.only.is_empty()) {
            self.table.put(self.table_key(position, left), found.pack(), |_| false);
        }
        found
    }

    /// Whether the attacker would win by two turns if the opponent, who is to move, changed nothing, or might otherwise.
    fn may_threaten_two(&mut self, position: &G, ply: usize) -> bool {
        if position.threatened() {
            return true;
        }
        match position.passed() {
            Some(passed) if passed.winner().is_none() => !self.is_spent(&passed) && self.is_won(&passed, 3, ply + 1),
            _ => true,
        }
    }

    fn of_tree(&mut self, position: &G, left: usize, ply: usize, limits: Numbers) -> Numbers {
        let mut turns = self.take_turns(ply);
        let mut children = std::mem::take(&mut self.levels[ply].children);
        children.clear();
        let wanted = if left % 2 == 1 {
            self.list_attacks(position, left, ply, &mut turns, &mut children)
        } else {
            self.list_answers(position, left, ply, &mut turns, &mut children)
        };
        let found = if wanted { Numbers::YES } else { self.widen(position, left, ply, limits, &mut children) };
        self.levels[ply].turns = turns;
        self.levels[ply].children = children;
        found
    }

    /// The turns of the attacker that do not lose at once. Returns whether one wins as far as can be seen.
    fn list_attacks(
        &mut self,
        position: &G,
        left: usize,
        ply: usize,
        turns: &mut Vec<G::Move>,
        children: &mut Vec<Child<G>>,
    ) -> bool {
        position.generate(&mut self.scratch, turns);
        for &turn in turns.iter() {
            let child = position.play(turn);
            if child.winner().is_some() || self.is_barred(&child, ply) || child.wins_now() {
                continue;
            }
            let numbers = self.known(&child, left - 1).unwrap_or_else(|| self.of_new_attack(&child));
            if numbers == Numbers::NO {
                return true;
            }
            if numbers != Numbers::YES {
                children.push(Child { turn, numbers });
            }
        }
        false
    }

    /// A guess: a threat with few defences is likely to win.
    fn of_new_attack(&mut self, child: &G) -> Numbers {
        if !child.threatened() {
            return Numbers { phi: 1, delta: QUIET };
        }
        let mut defences = 0;
        let _ = child.visit_defences(&mut self.scratch, |_| {
            defences += 1;
            std::ops::ControlFlow::Continue(())
        });
        // Without any it is a win, unless a draw by the history holds.
        let won = defences == 0 && self.spent.is_empty();
        if won { Numbers::NO } else { Numbers { phi: 1, delta: defences.max(1) } }
    }

    /// The answers after which the attacker has no win at once. Returns whether one holds as far as can be seen.
    fn list_answers(
        &mut self,
        position: &G,
        left: usize,
        ply: usize,
        turns: &mut Vec<G::Move>,
        children: &mut Vec<Child<G>>,
    ) -> bool {
        self.generate_answers(position, turns);
        for &turn in turns.iter() {
            let child = position.play(turn);
            match child.winner() {
                Some(winner) if winner == self.attacker => continue,
                Some(_) => return true,
                None if self.is_spent(&child) => return true,
                None if child.wins_now() => continue,
                None => {}
            }
            let numbers = self.known(&child, left - 1).unwrap_or(Numbers { phi: 1, delta: 1 });
            if numbers == Numbers::NO {
                return true;
            }
            if numbers != Numbers::YES {
                children.push(Child { turn, numbers });
            }
        }
        self.most_likely_first(position, ply, children);
        false
    }

    /// Of equals the first is tried first: what held elsewhere, then a turn that changes nothing.
    fn most_likely_first(&mut self, position: &G, ply: usize, children: &mut [Child<G>]) {
        let still = position.passed().map(|passed| passed.key());
        let nothing = children.iter().position(|child| Some(position.play(child.turn).key()) == still);
        if let Some(at) = nothing.filter(|_| !position.threatened()) {
            children.swap(0, at);
        }
        if let Some(at) = children.iter().position(|child| Some(child.turn) == self.levels[ply].refutation) {
            children.swap(0, at);
        }
    }

    /// Works on the most promising child until a limit is reached.
    fn widen(
        &mut self,
        position: &G,
        left: usize,
        ply: usize,
        limits: Numbers,
        children: &mut Vec<Child<G>>,
    ) -> Numbers {
        loop {
            let Some((at, found, second)) = summed(children) else { return Numbers::NO };
            if found.phi >= limits.phi || found.delta >= limits.delta || self.stopped {
                return found;
            }
            let child = children[at];
            let below = Numbers {
                phi: (limits.delta - found.delta).saturating_add(child.numbers.phi).min(NEVER),
                delta: limits.phi.min(second.saturating_add(second / 4 + 1)),
            };
            let numbers = self.numbers(&position.play(child.turn), left - 1, ply + 1, below);
            if numbers == Numbers::NO {
                self.levels[ply].refutation = Some(child.turn);
                return Numbers::YES;
            }
            if numbers == Numbers::YES {
                children.remove(at);
            } else {
                children[at].numbers = numbers;
            }
        }
    }

    /// What the table knows.
    fn known(&self, position: &G, left: usize) -> Option<Numbers> {
        self.table.get(self.table_key(position, left)).map(Numbers::unpack)
    }

    fn table_key(&self, position: &G, left: usize) -> u64 {
        position.key() ^ mix64(self.salt ^ left as u64)
    }
}

/// Which child needs least to be lost for its side, the numbers of the node, and what the next best child needs. `None`
/// without children.
fn summed<G: Deterministic>(children: &[Child<G>]) -> Option<(usize, Numbers, u32)> {
    let (mut at, mut best, mut second, mut sum) = (0, NEVER, NEVER, 0u32);
    for (i, child) in children.iter().enumerate() {
        sum = sum.saturating_add(child.numbers.phi);
        let delta = child.numbers.delta;
        if delta < best {
            (at, best, second) = (i, delta, best);
        } else {
            second = second.min(delta);
        }
    }
    let found = Numbers { phi: best, delta: sum.min(NEVER - 1) };
    (!children.is_empty()).then_some((at, found, second))
}
