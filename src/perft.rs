//! Counting turns, to check the generators and to time them.

use std::ops::ControlFlow;

use crate::game::{Dice, Game};

/// How often a count asks whether to go on, in turns.
const ASK_EVERY: u64 = 1 << 12;

/// The number of distinct turns of `position`; `None` if `go_on` said to give up.
pub fn count<G: Game>(position: &G, scratch: &mut G::Scratch, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
    if let Some(turns) = position.count_successors() {
        return Some(turns);
    }
    let mut turns = 0u64;
    let flow = position.visit_successors(scratch, &mut |_| {
        turns += 1;
        if turns.is_multiple_of(ASK_EVERY) && !go_on() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow.is_continue().then_some(turns)
}

/// The number of paths of `depth` distinct turns. Finished games end, repetition is ignored; unknown rolls are all
/// taken, each distinct one once, unweighted. `None` if `go_on` said to give up.
pub fn perft<G: Game>(position: &G, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
    let mut scratch = Vec::new();
    scratch.resize_with(depth as usize, G::Scratch::default);
    below(position, &mut scratch, go_on)
}

/// As many turns deep as there is scratch memory.
fn below<G: Game>(position: &G, scratch: &mut [G::Scratch], go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
    let Some((mine, rest)) = scratch.split_first_mut() else { return Some(1) };
    if position.dice() == Dice::Unknown && position.verdict().is_none() {
        let mut paths = 0;
        for (roll, _) in crate::game::Roll::all(position.about().faces) {
            let mut rolled = position.clone();
            rolled.set_roll(roll).ok()?;
            paths += after_roll(&rolled, mine, rest, go_on)?;
        }
        return Some(paths);
    }
    after_roll(position, mine, rest, go_on)
}

fn after_roll<G: Game>(
    position: &G,
    mine: &mut G::Scratch,
    rest: &mut [G::Scratch],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    if rest.is_empty() {
        return count(position, mine, go_on);
    }
    let mut paths = 0;
    let flow = position.visit_successors(mine, &mut |next| match below(next, rest, go_on) {
        Some(number) => {
            paths += number;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    });
    (flow.is_continue() && go_on()).then_some(paths)
}

/// Says the count at each depth up to `depth`, the last line as `perft DEPTH PATHS` alone. `None` if `go_on` said to
/// give up.
pub fn report<G: Game>(position: &G, depth: u32, go_on: &mut dyn FnMut() -> bool, say: impl Fn(String)) -> Option<()> {
    for depth in depth.min(1)..=depth {
        let paths = perft(position, depth, go_on)?;
        say(format!("perft {depth} {paths}"));
    }
    Some(())
}
