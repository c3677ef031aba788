//! How many distinct turns a position has, without making them.
//!
//! The classes are those of `generate`, and within each the turns that differ in one thing alone are counted at once:
//! for the squares to which one man can step, for those of two men together (less the cases where both want the
//! same square, and where two men could swap their targets), for the pieces that may have the ball afterwards.

use std::ops::AddAssign;

use arrayvec::ArrayVec;

use super::Diaballik;
use super::board::{each_bit, goal_row, neighbours};

/// The most men of a side: all but the holder.
const MEN: usize = 6;

/// A man's squares for one step.
#[derive(Clone, Copy)]
struct Man {
    at: u64,
    next: u64,
    /// How many these are.
    number: u32,
    /// How many of these lie on a lane.
    on_lanes: u32,
}

/// Ways to arrange the men, and how many of their arrivals, all together, lie on lanes.
#[derive(Clone, Copy, Default)]
struct Ways {
    number: u32,
    on_lanes: u32,
}

impl AddAssign for Ways {
    fn add_assign(&mut self, other: Ways) {
        self.number += other.number;
        self.on_lanes += other.on_lanes;
    }
}

/// How many turns there are; the game is not over.
pub(super) fn turns(position: &Diaballik) -> u64 {
    let side = position.side;
    let lanes = position.lanes(side);
    let (men, empty) = (position.men(side), position.empty());
    let ground = Ground { men, empty, lanes, holder: 1 << position.ball(side), goal: goal_row(side) };
    let list: ArrayVec<Man, MEN> = each_bit(men).map(|at| ground.man(at)).collect();
    u64::from(ground.holder_stays(&list) + ground.receiver_stays(&list) + ground.receiver_steps(&list))
}

struct Ground {
    men: u64,
    empty: u64,
    lanes: u64,
    holder: u64,
    goal: u64,
}

impl Ground {
    fn holder_stays(&self, list: &[Man]) -> u32 {
        let receivers = ones(self.men & self.lanes);
        // No step and a pass; or one step out and back.
        let mut turns = receivers + u32::from(list.iter().any(|man| man.number > 0));
        for (i, a) in list.iter().enumerate() {
            let way = neighbours(a.at) & (self.empty | self.men);
            let far = neighbours(way) & self.empty;
            let alone = Ways { number: a.number + ones(far), on_lanes: a.on_lanes + ones(far & self.lanes) };
            // Each arrangement with the ball where it was, or on a man who stands on a lane.
            let left = 1 + receivers - self.is_on_lane(a.at);
            turns += alone.number * left + alone.on_lanes;
            for b in &list[i + 1..] {
                let both = self.together(a, b);
                turns += both.number * (left - self.is_on_lane(b.at)) + both.on_lanes;
            }
        }
        turns
    }

    fn receiver_stays(&self, list: &[Man]) -> u32 {
        let Ground { men, empty, holder, .. } = *self;
        let receivers = men & self.lanes & !self.goal;
        let former = self.man(holder);
        let mut turns = 0;
        for ball in each_bit(receivers) {
            let way = neighbours(holder) & (empty | men & !ball);
            turns += ones(former.next | neighbours(way) & empty);
        }
        let number = ones(receivers);
        for a in list {
            let mut ways = self.together(&former, a).number;
            if a.at & neighbours(holder) != 0 {
                let has_no_other_way = |to: &u64| neighbours(a.at) & neighbours(*to) & (empty | men) == 0;
                ways += each_bit(former.next).filter(has_no_other_way).count() as u32;
            }
            // Any receiver but this man.
            turns += ways * (number - u32::from(a.at & receivers != 0));
        }
        turns
    }

    fn receiver_steps(&self, list: &[Man]) -> u32 {
        let former = self.man(self.holder);
        let targets = self.empty & self.lanes & !self.goal;
        let mut turns = ones(neighbours(neighbours(self.holder) & self.men) & targets);
        for a in list {
            let balls = a.next & targets;
            turns += ones(balls) * former.number - ones(balls & former.next);
        }
        turns
    }

    fn man(&self, at: u64) -> Man {
        let next = neighbours(at) & self.empty;
        Man { at, next, number: ones(next), on_lanes: ones(next & self.lanes) }
    }

    fn is_on_lane(&self, at: u64) -> u32 {
        u32::from(at & self.lanes != 0)
    }

    /// One step each of two men, every arrangement once.
    fn together(&self, a: &Man, b: &Man) -> Ways {
        let mut ways = Ways { number: a.number * b.number, on_lanes: a.on_lanes * b.number + b.on_lanes * a.number };
        let common = a.next & b.next;
        if common != 0 {
            // Two squares have at most two neighbours in common, which a swap leaves as they are.
            let (number, on_lanes) = (ones(common), ones(common & self.lanes));
            ways.number -= number + number / 2;
            ways.on_lanes -= on_lanes * (number + 1);
        }
        ways
    }
}

#[inline]
fn ones(set: u64) -> u32 {
    set.count_ones()
}
