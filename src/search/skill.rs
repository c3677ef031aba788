//! Playing worse on purpose, for people who want to win: a shallow search whose opinion of its best turns is blurred.
//!
//! The mistakes are those of people, who look less far ahead and misjudge: a weak level may choose the fifth best turn,
//! hardly ever an absurd one. From [`SEES_WINS`] up a win within the turn is never missed.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::limits::Limits;
use super::{Line, Options, Report, STRONGEST, Score, Task};
use crate::game::{Game, Turn, turns};
use crate::rng::mix64;

/// From this level up a win this turn is always taken.
const SEES_WINS: u32 = 5;
/// What a certain end counts among opinions, where it is further away than this turn.
const CERTAIN: i32 = 1500;

/// How a level of skill is weaker than the strongest.
pub(super) struct Weakness {
    /// How far it looks ahead, in turns of both sides.
    pub(super) depth: u32,
    /// Among how many of the best turns it chooses.
    pub(super) width: usize,
    /// Hundredths by which its opinion of a turn may be off.
    pub(super) blur: i32,
}

/// Searches with `search` as far as the weakness allows, and chooses by blurred opinions of what that reports.
pub(super) fn search<G: Game>(
    task: &Task<'_, G>,
    weakness: &Weakness,
    search: impl Fn(&Task<'_, G>, &mut dyn FnMut(Report)) -> Option<Turn>,
    report: &mut dyn FnMut(Report),
) -> Option<Turn> {
    let wanted = task.limits.depth.unwrap_or(u32::MAX);
    let limits = Limits { depth: Some(wanted.min(weakness.depth)), ..task.limits.clone() };
    let multipv = weakness.width.max(task.options.multipv);
    let options = Options { multipv, threads: 1, skill: STRONGEST, ..task.options };
    let only = task.only;
    let blurred = Task { limits: &limits, options, only, ..*task };
    let mut lines: Vec<Line> = Vec::new();
    let best = search(&blurred, &mut |report| {
        if let Report::Line(line) = report {
            if line.multipv == 1 {
                lines.clear();
            }
            lines.push(line);
        }
    });
    let chosen = choose(task, weakness.blur, &lines);
    if chosen >= lines.len() {
        return best;
    }
    // What is played is told first, whatever it is worth.
    lines[..=chosen].rotate_right(1);
    lines.truncate(task.options.multipv);
    let played = lines.first()?.pv.first().cloned();
    for (multipv, line) in (1..).zip(lines) {
        report(Report::Line(Line { multipv, ..line }));
    }
    played
}

/// The line whose blurred worth is highest. The blur is a function of position and seed.
fn choose<G: Game>(task: &Task<'_, G>, blur: i32, lines: &[Line]) -> usize {
    let mut random = SplitMix64::seed_from_u64(task.options.seed ^ mix64(task.root.key()));
    let mut off = || (random.next_u64() % (2 * blur as u64 + 1)) as i32 - blur;
    let mut opinion = |line: &Line| {
        // Two throws: small errors are likelier than large ones.
        let error = (off() + off()) / 2;
        match line.score {
            Score::Mate(1) if task.options.skill >= SEES_WINS && wins_at_once(task.root, line) => i32::MAX,
            Score::Mate(n) => n.signum() * CERTAIN + error,
            Score::Cp(value) => value + error,
        }
    };
    let opinions: Vec<i32> = lines.iter().map(&mut opinion).collect();
    let best = opinions.iter().max();
    opinions.iter().position(|opinion| Some(opinion) == best).unwrap_or(usize::MAX)
}

/// A `mate 1` may also be a win by the opponent's own forced reply.
fn wins_at_once<G: Game>(root: &G, line: &Line) -> bool {
    let after = line.pv.first().and_then(|turn| turns::play(root, turn).ok());
    after.and_then(|after| after.verdict()).is_some()
}
