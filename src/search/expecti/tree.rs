//! The search tree below the root: positions before the roll are chance nodes, with a roll they are decision nodes.

use std::ops::ControlFlow;

use super::entry::{Bound, Entry};
use super::exact::Exact;
use super::meter::{Meter, Stopped};
use super::playout::Remembered;
use super::value::{Mean, Value};
use crate::game::Roll;
use crate::game::stochastic::Stochastic;
use crate::search::Endings;
use crate::search::control::Control;
use crate::search::table::Table;

/// How many replies to a turn of the root are looked at deeper, and how many turns of the nodes behind them, the best by
/// static value. (All of them when these lose for certain: what is called certain must be.)
const REPLIES: usize = 4;
const INNER_WIDTH: usize = 2;

/// How many turns of a node are judged, the most promising at a glance: where the search ends, and above it. On 6x6 the
/// best of the first 24 is worth half a hundredth less on average than the best of all, of 48 a quarter of one, and
/// there are hundreds.
const JUDGED_LAST: usize = 24;
pub(super) const JUDGED_INNER: usize = 48;

/// The generator leaves out what promises less than so many times as many turns, by its moves alone.
const LISTED: usize = 2;

/// Sets what a full-width search has found apart from what a narrower one has.
const FULL_WIDTH_SALT: u64 = 0x5851_F42D_4C95_7F2D;

/// A turn with its value by static judgement.
pub(super) type Judged<C> = (Value, C);

/// A turn with what a glance at it promises.
pub(super) type Glanced<C> = (f32, C);

/// What is kept while a tree is searched.
pub(super) struct Tree<'a, G: Stochastic> {
    table: &'a Table,
    /// Exact chances that are known beforehand.
    pub(super) endings: Option<&'a dyn Endings<G>>,
    pub(super) exact: Exact,
    /// Counts positions.
    pub(super) meter: Meter<'a>,
    /// Distinct rolls with their weights, heavy ones first: they decide soonest whether a node can be cut.
    pub(super) rolls: Vec<(Roll, f64)>,
    pub(super) total: f64,
    pub(super) scratch: G::Scratch,
    /// Lists of turns that are not in use, to be used again.
    pub(super) lists: Vec<Vec<Judged<G::Compact>>>,
    glanced: Vec<Glanced<G::Compact>>,
    /// What the games of sampling meet again and again.
    pub(super) remembered: Remembered<G::Compact>,
    /// Look deeper at every turn, for proofs.
    pub(super) full_width: bool,
    /// The deepest line seen, in turns.
    pub(super) seldepth: u32,
}

/// The value of a position before the roll without looking ahead.
pub(super) fn judge<G: Stochastic>(position: &G, endings: Option<&dyn Endings<G>>) -> Value {
    match position.winner() {
        Some(winner) if winner == position.side_to_move() => Value::WON,
        Some(_) => Value::LOST,
        None => {
            let known = endings.and_then(|endings| endings.chance(position));
            Value::of_chance(known.unwrap_or_else(|| position.chance()))
        }
    }
}

impl<'a, G: Stochastic> Tree<'a, G> {
    pub(super) fn new(faces: u8, table: &'a Table, control: &'a Control) -> Self {
        let mut rolls: Vec<_> = Roll::all(faces).map(|(roll, weight)| (roll, f64::from(weight))).collect();
        rolls.sort_by(|a, b| b.1.total_cmp(&a.1));
        Tree {
            table,
            endings: None,
            exact: Exact::default(),
            meter: Meter::new(control),
            total: f64::from(faces) * f64::from(faces),
            rolls,
            scratch: G::Scratch::default(),
            lists: Vec::new(),
            glanced: Vec::new(),
            remembered: Remembered::default(),
            full_width: false,
            seldepth: 1,
        }
    }

    /// Hands every turn with `roll`, judged statically, to `take` until that breaks.
    pub(super) fn visit(
        &mut self,
        position: &mut G,
        roll: Roll,
        mut take: impl FnMut(Value, G::Compact) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        let Tree { meter, scratch, endings, .. } = self;
        let _ = position.visit_turns(roll, scratch, |after, turn| {
            meter.step()?;
            take(Value::before(judge(after, *endings)), turn)
        });
        self.meter.check()
    }

    /// Hands every turn with `roll` to `take`, with what a glance at it promises, until that breaks: infinity for a win
    /// at once, its negative for a loss. If `most` are enough, turns that promise less may be left out; whether some
    /// were.
    pub(super) fn glance(
        &mut self,
        position: &mut G,
        roll: Roll,
        most: Option<usize>,
        mut take: impl FnMut(f32, G::Compact) -> ControlFlow<()>,
    ) -> Result<bool, Stopped> {
        let Tree { meter, scratch, .. } = self;
        let glance = position.glance();
        let take = |after: &G, turn| {
            meter.glance()?;
            let promise = match after.winner() {
                None => after.promise(&glance),
                Some(winner) if winner == after.side_to_move() => f32::NEG_INFINITY,
                Some(_) => f32::INFINITY,
            };
            take(promise, turn)
        };
        let left_out = match most {
            Some(most) => position.visit_promising(roll, scratch, (&glance, most), take),
            None => {
                let _ = position.visit_turns(roll, scratch, take);
                false
            }
        };
        self.meter.check()?;
        Ok(left_out)
    }

    /// Judges one turn.
    pub(super) fn judge(&mut self, position: &mut G, turn: G::Compact) -> Result<Value, Stopped> {
        self.meter.enter()?;
        let undo = position.make(turn);
        let value = Value::before(judge(position, self.endings));
        position.unmake(undo);
        Ok(value)
    }

    /// The value of a position before the roll, `depth` turns ahead. Values outside of the window are bounds.
    pub(super) fn before_roll(
        &mut self,
        position: &mut G,
        depth: u32,
        ply: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        if depth == 0 || position.winner().is_some() {
            return Ok(judge(position, self.endings));
        }
        self.meter.enter()?;
        if let Some(value) = self.known(position) {
            return Ok(value);
        }
        if !self.exact.is_empty()
            && let Some(value) = self.exact.get(position.key_of_ending(), alpha, beta)
        {
            return Ok(value);
        }
        let key = position.key_before_roll() ^ if self.full_width { FULL_WIDTH_SALT } else { 0 };
        if let Some(entry) = self.table.get(key).map(Entry::unpack)
            && entry.answers(depth, alpha, beta)
        {
            return Ok(entry.value);
        }
        let mut mean = Mean::new(self.total);
        let mut bound = Bound::Exact;
        let mut value = None;
        for i in 0..self.rolls.len() {
            let (roll, weight) = self.rolls[i];
            let (low, high) = mean.window(weight, alpha, beta);
            let of_roll = self.with_roll(position, roll, depth, ply, low, high)?;
            mean.add(weight, of_roll);
            if of_roll >= high && high < Value::WON {
                (bound, value) = (Bound::Lower, Some(mean.at_least()));
                break;
            }
            if of_roll <= low && low > Value::LOST {
                (bound, value) = (Bound::Upper, Some(mean.at_most()));
                break;
            }
        }
        let value = value.unwrap_or_else(|| mean.value());
        Entry { value, depth, bound }.store(self.table, key);
        Ok(value)
    }

    /// A value before the roll that is known beforehand. A certain end is looked for all the same: its distance is not
    /// known.
    pub(super) fn known(&self, position: &G) -> Option<Value> {
        let chance = self.endings?.chance(position)?;
        (0.0 < chance && chance < 1.0).then(|| Value::of_chance(chance))
    }

    /// Judges the `most` turns that promise most, or one that wins at once, and hands them to `take` until that breaks.
    /// Whether these were all there are, or the others don't matter.
    pub(super) fn visit_promising(
        &mut self,
        position: &mut G,
        roll: Roll,
        most: usize,
        mut take: impl FnMut(Value, G::Compact) -> ControlFlow<()>,
    ) -> Result<bool, Stopped> {
        let mut turns = std::mem::take(&mut self.glanced);
        turns.clear();
        let mut win = None;
        let glanced = self.glance(position, roll, Some(LISTED * most), |promise, turn| {
            if promise == f32::INFINITY {
                win = Some(turn);
                return ControlFlow::Break(());
            }
            turns.push((promise, turn));
            ControlFlow::Continue(())
        });
        let count = turns.len();
        if let Some(win) = win {
            turns.clear();
            turns.push((f32::INFINITY, win));
        }
        if turns.len() > most {
            turns.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0));
            turns.truncate(most);
        }
        let judged = glanced.and_then(|left_out| {
            for &(_, turn) in &turns {
                if take(self.judge(position, turn)?, turn).is_break() {
                    break;
                }
            }
            Ok(win.is_some() || !left_out && count <= most)
        });
        self.glanced = turns;
        judged
    }

    /// The value of a position with a roll, `depth` turns ahead, this one included.
    fn with_roll(
        &mut self,
        position: &mut G,
        roll: Roll,
        depth: u32,
        ply: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        self.seldepth = self.seldepth.max(ply + 1);
        if depth == 1 {
            return self.best_at_once(position, roll, beta);
        }
        let mut turns = self.lists.pop().unwrap_or_default();
        let mut all = self.full_width;
        loop {
            turns.clear();
            let take = |value: Value, turn| {
                turns.push((value, turn));
                // Nothing is better than to win at once.
                if value.is_certain_win() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            if all {
                self.visit(position, roll, take)?;
            } else {
                all = self.visit_promising(position, roll, JUDGED_INNER, take)?;
            }
            let best = self.best_of(position, &mut turns, depth, ply, alpha, beta)?;
            // What is called certain must be.
            if all || !best.is_certain_loss() {
                self.lists.push(turns);
                return Ok(best);
            }
            all = true;
        }
    }

    /// The value of the best turn by static judgement.
    fn best_at_once(&mut self, position: &mut G, roll: Roll, beta: Value) -> Result<Value, Stopped> {
        let mut best = Value::LOST;
        let take = |value, _| {
            best = best.max(value);
            if best >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // (Turns that lose at once promise least: if the promising ones do, all do.)
        if self.full_width {
            self.visit(position, roll, take)?;
        } else {
            self.visit_promising(position, roll, JUDGED_LAST, take)?;
        }
        Ok(best)
    }

    fn best_of(
        &mut self,
        position: &mut G,
        turns: &mut [Judged<G::Compact>],
        depth: u32,
        ply: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        if let Some(&(value, _)) = turns.last()
            && value.is_certain_win()
        {
            return Ok(value);
        }
        let width = match ply {
            _ if self.full_width => turns.len(),
            1 => REPLIES,
            _ => INNER_WIDTH,
        };
        let width = width.min(turns.len());
        best_first(turns, width);
        let mut best = Value::LOST;
        for (i, &(judged, turn)) in turns.iter().enumerate() {
            if i >= width && !best.is_certain_loss() {
                break;
            }
            let value = if judged.certainty().is_some() {
                judged
            } else {
                self.after_turn(position, turn, depth - 1, ply + 1, alpha, beta)?
            };
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a turn to the side that takes it, with `depth` turns behind it.
    pub(super) fn after_turn(
        &mut self,
        position: &mut G,
        turn: G::Compact,
        depth: u32,
        ply: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        let undo = position.make(turn);
        let value = self.before_roll(position, depth, ply, beta.after(), alpha.after());
        position.unmake(undo);
        value.map(Value::before)
    }

    /// How full the table is, in thousandths.
    pub(super) fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

/// Puts the best `width` turns first, in order; equal ones stay in the order in which they came.
pub(super) fn best_first<C>(turns: &mut [Judged<C>], width: usize) {
    // A selection by hand keeps equal turns in order without memory; widths are small.
    if width >= turns.len() {
        turns.sort_by(|a, b| a.0.descending(b.0));
        return;
    }
    for place in 0..width {
        let mut best = place;
        for other in place + 1..turns.len() {
            if turns[other].0 > turns[best].0 {
                best = other;
            }
        }
        turns[place..=best].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::game::Player;
    use crate::game::diablo::{Diablo, Scratch};
    use crate::search::control::StopFlag;
    use crate::search::limits::Limits;
    use crate::search::time::Budget;

    /// Positions before the roll of games on 6x6 in which any turn is played.
    fn positions(games: u64) -> Vec<Diablo> {
        let mut words = Xoshiro256PlusPlus::seed_from_u64(6);
        let (mut positions, mut scratch) = (Vec::new(), Scratch::default());
        for _ in 0..games {
            let mut position = Diablo::startpos(6).expect("a size");
            while position.winner().is_none() {
                positions.push(position.clone());
                let [low, high] = [0, 1].map(|_| 1 + (words.next_u64() % 3) as u8);
                let mut turns = Vec::new();
                let _ = position.visit_turns(Roll::new(low, high), &mut scratch, |_, turn| {
                    turns.push(turn);
                    ControlFlow::Continue(())
                });
                let chosen = words.next_u64() as usize % turns.len();
                position.make(turns[chosen]);
            }
        }
        positions
    }

    fn in_a_tree(test: impl FnOnce(&mut Tree<'_, Diablo>)) {
        let control =
            Control::new(StopFlag::default(), Budget::new(&Limits::default(), Player::One, Duration::ZERO), None);
        let table = Table::new(0).expect("no memory");
        test(&mut Tree::new(3, &table, &control));
    }

    #[test]
    fn promising_turns_are_few_and_nearly_as_good_as_all() {
        in_a_tree(|tree| {
            let (mut loss, mut nodes, mut few, mut all) = (0.0, 0, 0, 0);
            for mut position in positions(4) {
                for (roll, _) in Roll::all(3) {
                    let count = tree.meter.nodes();
                    let promising = tree.best_at_once(&mut position, roll, Value::WON).expect("no limit");
                    few += tree.meter.nodes() - count;
                    let mut best = Value::LOST;
                    let take = |value, _| {
                        best = best.max(value);
                        ControlFlow::Continue(())
                    };
                    tree.visit(&mut position, roll, take).expect("no limit");
                    all += tree.meter.nodes() - count;
                    assert!(promising <= best);
                    assert_eq!(promising.is_certain_win(), best.is_certain_win());
                    loss += best.chance() - promising.chance();
                    nodes += 1;
                }
            }
            assert!(few * 5 < all, "{few} of {all}");
            assert!(loss / f64::from(nodes) < 0.01, "{loss} in {nodes}");
        });
    }

    #[test]
    fn what_is_called_certain_is_so_for_all_turns() {
        let mut certain = 0;
        for mut position in positions(12).into_iter().filter(|position| position.remaining() < 16) {
            let value = |full_width, position: &mut Diablo| {
                let mut value = Value::LOST;
                in_a_tree(|tree| {
                    tree.full_width = full_width;
                    value = tree.before_roll(position, 2, 0, Value::LOST, Value::WON).expect("no limit");
                });
                value
            };
            if let Some((win, _)) = value(false, &mut position).certainty() {
                certain += 1;
                assert_eq!(value(true, &mut position).certainty().map(|(win, _)| win), Some(win));
            }
        }
        assert!(certain >= 10, "{certain}");
    }

    #[test]
    fn the_best_come_first_and_equal_ones_keep_their_order() {
        let value = |chance| Value::of_chance(chance);
        let mut turns =
            vec![(value(0.1), 'a'), (value(0.5), 'b'), (value(0.5), 'c'), (value(0.9), 'd'), (value(0.2), 'e')];
        best_first(&mut turns, 3);
        assert_eq!(turns[..3].iter().map(|turn| turn.1).collect::<String>(), "dbc");
    }
}
