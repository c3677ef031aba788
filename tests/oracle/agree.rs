//! One position, looked at from all sides by the engine's rules and by the twin's.

use std::collections::{BTreeMap, HashMap, HashSet};

use diabolo::game::{Game, PartialTurn, Turn, turns};
use diabolo::perft;

use crate::support::{Random, judged, read, successors};
use crate::twin;

/// How many legal sequences, spoilt sequences and beginnings are tried at each position.
const SAMPLES: usize = 40;

/// What can be checked quickly: verdict, FEN, hash.
pub fn at_a_glance<G: Game>(position: &G, twin: &twin::Position) {
    let fen = position.fen();
    assert_eq!(fen, twin.fen());
    assert_eq!(judged(position.verdict().as_ref()), (twin.verdict(), twin.reason()), "{fen}");
    assert_eq!(position.key(), position.key_from_scratch(), "{fen}");
    let again: G = read(&fen);
    assert!(again == *position && again.fen() == fen && again.key() == position.key(), "{fen}");
}

/// Everything: which turns there are, how they are listed, what is accepted, what may be done next.
pub fn in_full<G: Game>(position: &G, twin: &twin::Position, seed: u64) {
    at_a_glance(position, twin);
    same_positions(position, twin);
    let distinct = twin.distinct();
    listed(position, &distinct);
    let mut random = Random(seed);
    let pairs = distinct.iter().collect::<Vec<_>>();
    for _ in 0..3.min(pairs.len()) {
        let (fen, turn) = random.pick(&pairs);
        let found = turns::canonical(position, &read(fen)).expect("a turn leads there");
        assert_eq!(found.to_string(), **turn);
    }
    let sequences = twin.sequences();
    for _ in 0..SAMPLES.min(sequences.len()) {
        let (text, after) = random.pick(&sequences);
        let turn = Turn::parse(text).expect("a turn");
        assert_eq!(turn.to_string(), *text);
        let played = turns::play(position, &turn).unwrap_or_else(|rule| panic!("{}: {text}: {rule}", twin.fen()));
        assert_eq!(played.fen(), after.fen(), "{}: {text}", twin.fen());
        assert_eq!(played.key(), played.key_from_scratch());
    }
    let texts: Vec<&str> = sequences.iter().map(|(text, _)| text.as_str()).collect();
    let size = usize::from(position.about().width);
    for _ in 0..SAMPLES {
        same_answer(position, twin, &spoilt(&texts, size, &mut random));
        same_answer(position, twin, &invented(size, &mut random));
        let text = if random.below(3) == 0 || texts.is_empty() {
            spoilt(&texts, size, &mut random)
        } else {
            (*random.pick(&texts)).to_owned()
        };
        let length = random.below(text.split(',').count() + 1);
        same_next(position, twin, &text.split(',').take(length).collect::<Vec<_>>().join(","));
    }
}

/// The generator visits the twin's positions, each once, with the right verdicts and hashes; the count is theirs.
fn same_positions<G: Game>(position: &G, twin: &twin::Position) {
    let fen = twin.fen();
    let slow: HashMap<String, _> = twin.successors().iter().map(|p| (p.fen(), (p.verdict(), p.reason()))).collect();
    let mut seen = HashSet::new();
    for after in successors(position) {
        let text = after.fen();
        let verdict = slow.get(&text).unwrap_or_else(|| panic!("no turn leads from {fen} to {text}"));
        assert_eq!(judged(after.verdict().as_ref()), *verdict, "{text}");
        assert_eq!(after.key(), after.key_from_scratch(), "{text}");
        assert!(seen.insert(text), "a position came twice after {fen}");
    }
    assert_eq!(seen.len(), slow.len(), "turns of {fen}");
    let counted = perft::count(position, &mut G::Scratch::default(), &mut || true);
    assert_eq!(counted, Some(slow.len() as u64), "{fen}");
}

/// The list holds the twin's canonical sequences, shorter ones first, those of one length in byte order.
fn listed<G: Game>(position: &G, distinct: &BTreeMap<String, String>) {
    let mut wanted: Vec<&str> = distinct.values().map(String::as_str).collect();
    wanted.sort_by_key(|text| (text.split(',').count(), *text));
    let found = turns::list(position, &mut || true).expect("never given up");
    let texts: Vec<String> = found.iter().map(Turn::to_string).collect();
    assert_eq!(texts, wanted, "{}", position.fen());
    assert_eq!(turns::first(position).as_ref(), found.first());
}

/// A text is a legal turn for both, to the same position, or for neither.
fn same_answer<G: Game>(position: &G, twin: &twin::Position, text: &str) {
    let after = Turn::parse(text).ok().and_then(|turn| turns::play(position, &turn).ok());
    assert_eq!(after.map(|p| p.fen()), twin.play(text).map(|p| p.fen()), "{}: {text:?}", twin.fen());
}

/// After a beginning the same actions of the same kinds may follow, and the turn may end or not.
fn same_next<G: Game>(position: &G, twin: &twin::Position, beginning: &str) {
    let turn = if beginning.is_empty() { Some(Turn::default()) } else { Turn::parse(beginning).ok() };
    let partial = turn.and_then(|turn| turns::play_partly(position, &turn).ok());
    let next = partial.as_ref().map(|partial| {
        let mut actions: Vec<_> = partial.actions().iter().map(|(kind, a)| (a.to_string(), kind.word())).collect();
        actions.sort();
        twin::Next { may_end: partial.may_end().is_ok(), actions }
    });
    assert_eq!(next, twin.actions_after(beginning), "{}: {beginning:?}", twin.fen());
    if let Some(Ok(after)) = partial.as_ref().map(PartialTurn::end) {
        let shown = partial.expect("it has an end").pieces();
        assert_eq!(shown, after.begin().pieces(), "{}: {beginning:?}", twin.fen());
    }
}

/// A square on the board, or just off it.
fn square(size: usize, random: &mut Random) -> String {
    let files = size.min(25) + usize::from(random.below(8) == 0);
    let rows = size + usize::from(random.below(8) == 0);
    format!("{}{}", char::from(b'a' + random.below(files) as u8), random.below(rows) + 1)
}

/// An action that most positions don't allow, though many come near.
fn action(size: usize, random: &mut Random) -> String {
    match random.below(5) {
        0 => format!("x{}", square(size, random)),
        _ => square(size, random) + &square(size, random),
    }
}

fn invented(size: usize, random: &mut Random) -> String {
    (0..1 + random.below(3)).map(|_| action(size, random)).collect::<Vec<_>>().join(",")
}

/// A legal sequence with something changed; often it is legal still.
fn spoilt(texts: &[&str], size: usize, random: &mut Random) -> String {
    if texts.is_empty() {
        return invented(size, random);
    }
    let mut actions: Vec<String> = random.pick(texts).split(',').map(str::to_owned).collect();
    let others: Vec<&str> = random.pick(texts).split(',').collect();
    let at = random.below(actions.len());
    match random.below(8) {
        0 => _ = actions.remove(at),
        1 => actions.push(action(size, random)),
        2 => actions.push((*random.pick(&others)).to_owned()),
        3 => actions[at] = (*random.pick(&others)).to_owned(),
        4 => actions[at] = action(size, random),
        5 => actions.insert(at, actions[at].clone()),
        6 => actions.rotate_left(1),
        _ => {
            // back the way it came, or off the board
            let back = backwards(&actions[at]);
            actions.push(back);
        }
    }
    actions.join(",")
}

/// `a1b10` as `b10a1`; a removal as it is.
fn backwards(action: &str) -> String {
    match action.rfind(|c: char| c.is_ascii_lowercase()) {
        Some(to) if action.as_bytes()[1].is_ascii_digit() => action[to..].to_owned() + &action[..to],
        _ => action.to_owned(),
    }
}
