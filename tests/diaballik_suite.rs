//! Forced wins and narrow defences, drawn and proved before the search was tuned, and frozen since.
//!
//! `tests/positions/diaballik-suite-wins.txt` and `…-defences.txt` were written by the ignored test below: games of the
//! engine against itself supply the candidates, the slow twin proves them. The engine's word counts for the order in
//! which the twin tries turns, and for nothing else.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the message")]

mod twin;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::time::Duration;

use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::{Game, Outcome, Turn, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Report, Score, Task, alphabeta};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use twin::{Position, Verdict, can_win_at_once};

fn position(fen: &str) -> Diaballik {
    Diaballik::parse_fen(fen).unwrap().0
}

/// The engine's turn and its score.
fn ask(root: &Diaballik, limits: &Limits, table: &Table) -> (Turn, Score) {
    let budget = Budget::new(limits, root.side_to_move(), Duration::ZERO);
    let control = Control::new(StopFlag::default(), budget, limits.nodes);
    let options = Options::default();
    let task =
        Task { root, earlier: &[], repetition: 3, only: &[], limits, options, table, control: &control, endings: None };
    let mut score = None;
    let best = alphabeta::search(&task, &mut |report| {
        if let Report::Line(line) = report {
            score = Some(line.score);
        }
    });
    (best.unwrap(), score.unwrap())
}

fn table() -> Table {
    Table::new(16).unwrap()
}

/// A turn that wins in `own_turns` by the engine's word.
fn winning_turn(root: &Diaballik, own_turns: u32, nodes: u64, table: &Table) -> Option<Turn> {
    let limits = Limits { mate: Some(own_turns), nodes: Some(nodes), ..Limits::default() };
    let (best, score) = ask(root, &limits, table);
    matches!(score, Score::Mate(n) if n > 0 && n <= own_turns as i32).then_some(best)
}

/// The twin at work: what a side can force, with favourites that decided other positions tried first.
#[derive(Default)]
struct Prover {
    /// For the turns that the engine suggests.
    table: Option<Table>,
    escapes: Vec<String>,
    known: HashMap<(String, u32), bool>,
}

impl Prover {
    /// Whether the side to move, which can't win at once, wins in `own_turns` with this first turn.
    fn turn_forces(&mut self, before: &Position, turn: &str, own_turns: u32) -> bool {
        let after = before.play(turn).unwrap();
        let mover = if before.player_one_to_move() { Verdict::P1Win } else { Verdict::P2Win };
        match after.verdict() {
            Verdict::Ongoing => {}
            verdict => return verdict == mover,
        }
        if can_win_at_once(&after) || own_turns == 1 {
            return false;
        }
        after.successors().iter().all(|reply| self.still_wins(reply, mover, own_turns - 1))
    }

    fn still_wins(&mut self, reply: &Position, mover: Verdict, own_turns: u32) -> bool {
        if reply.verdict() != Verdict::Ongoing {
            return reply.verdict() == mover;
        }
        if can_win_at_once(reply) {
            return true;
        }
        if own_turns == 1 {
            return false;
        }
        let hint = winning_turn(&position(&reply.fen()), own_turns, 300_000, self.table.get_or_insert_with(table));
        hint.is_some_and(|turn| self.turn_forces(reply, &turn.to_string(), own_turns))
    }

    /// Whether the side to move has no forced win in two, by trying every turn for a reply that escapes.
    fn has_no_win_in_two(&mut self, before: &Position) -> bool {
        let key = (before.fen(), 2);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let none = !can_win_at_once(before) && before.successors().iter().all(|after| self.escapes(after));
        self.known.insert(key, none);
        none
    }

    /// Whether some reply leaves the opponent without a win at once.
    fn escapes(&mut self, after: &Position) -> bool {
        let mover = if after.player_one_to_move() { Verdict::P1Win } else { Verdict::P2Win };
        let safe = |reply: &Position| match reply.verdict() {
            Verdict::Ongoing => !can_win_at_once(reply),
            verdict => verdict == mover,
        };
        if after.verdict() != Verdict::Ongoing {
            return after.verdict() == mover;
        }
        if let Some(at) = self.escapes.iter().position(|turn| after.play(turn).is_some_and(|reply| safe(&reply))) {
            self.escapes[..=at].rotate_right(1);
            return true;
        }
        if can_win_at_once(after) {
            return true;
        }
        let found = after.distinct().into_iter().find(|(fen, _)| safe(&Position::parse(fen)));
        let Some((_, turn)) = found else { return false };
        self.escapes.insert(0, turn);
        self.escapes.truncate(30);
        true
    }
}

/// The positions of a game that the engine plays against itself, not too well.
fn game(random: &mut SplitMix64, table: &Table) -> Vec<Diaballik> {
    let setup = if random.next_u64().is_multiple_of(4) { Setup::Variant } else { Setup::Standard };
    let mut positions = vec![Diaballik::startpos(setup)];
    table.clear();
    while positions.len() < 120 {
        let now = *positions.last().unwrap();
        if now.verdict().is_some() {
            break;
        }
        let chance = if positions.len() < 8 { 2 } else { 10 };
        let next = if random.next_u64().is_multiple_of(chance) {
            let all = turns::list(&now, &mut || true).unwrap();
            all[(random.next_u64() % all.len() as u64) as usize].clone()
        } else {
            let nodes = 2_000 << (random.next_u64() % 4);
            ask(&now, &Limits { nodes: Some(nodes), ..Limits::default() }, table).0
        };
        positions.push(turns::play(&now, &next).unwrap());
    }
    positions
}

const WINS: [usize; 2] = [36, 30];
const DEFENCES: usize = 24;
/// Few enough to be written down.
const MOST_DEFENCES: usize = 12;

#[test]
#[ignore = "writes the suite, which is frozen; takes long"]
fn write_suite() {
    assert!(std::env::var_os("WRITE_FROZEN").is_some(), "what is frozen is written only with WRITE_FROZEN=1");
    let mut random = SplitMix64::seed_from_u64(2024);
    let table = table();
    let (mut wins, mut defences) = ([Vec::new(), Vec::new()], Vec::new());
    while wins[0].len() < WINS[0] || wins[1].len() < WINS[1] || defences.len() < DEFENCES {
        let positions = game(&mut random, &table);
        let last = positions.last().unwrap();
        let Some(Outcome::Win(winner)) = last.verdict().map(|verdict| verdict.outcome) else { continue };
        let end = positions.len() - 1;
        for (list, (own_turns, nodes)) in wins.iter_mut().zip([(2, 2_000_000), (3, 6_000_000)]) {
            let Some(root) = end.checked_sub(2 * own_turns as usize - 1).map(|at| positions[at]) else { continue };
            if list.len() == WINS[own_turns as usize - 2] || root.side_to_move() != winner {
                continue;
            }
            if let Some(turn) = proved_win(&root, own_turns, nodes, &table) {
                list.push(format!("{} ; {own_turns} ; {turn}", root.fen()));
                eprintln!("{}", list.last().unwrap());
            }
        }
        for root in positions.iter().rev().filter(|root| root.verdict().is_none()).take(12) {
            if defences.len() < DEFENCES
                && let Some(line) = narrow_defence(root, &table)
            {
                eprintln!("{line}");
                defences.push(line);
                break;
            }
        }
    }
    let mut text = "# FEN ; own turns until the forced win, no fewer ; a first turn that forces it\n".to_owned();
    wins.iter().flatten().for_each(|line| writeln!(text, "{line}").unwrap());
    std::fs::write(path("positions/diaballik-suite-wins.txt"), text).unwrap();
    let mut text = "# FEN ; legal turns ; all those that don't lose within two turns of the opponent\n".to_owned();
    defences.iter().for_each(|line| writeln!(text, "{line}").unwrap());
    std::fs::write(path("positions/diaballik-suite-defences.txt"), text).unwrap();
}

/// The first turn of a win in exactly so many own turns, if the twin agrees.
fn proved_win(root: &Diaballik, own_turns: u32, nodes: u64, table: &Table) -> Option<Turn> {
    table.clear();
    let turn = winning_turn(root, own_turns, nodes, table)?;
    let before = Position::parse(&root.fen());
    let mut prover = Prover::default();
    let none_shorter = !can_win_at_once(&before) && (own_turns == 2 || prover.has_no_win_in_two(&before));
    (none_shorter && prover.turn_forces(&before, &turn.to_string(), own_turns)).then_some(turn)
}

/// A position under threat with few ways out, and what they are, if the twin agrees that all others lose.
fn narrow_defence(root: &Diaballik, table: &Table) -> Option<String> {
    if root.can_score(root.side_to_move()) || !root.can_score(root.side_to_move().other()) {
        return None;
    }
    let before = Position::parse(&root.fen());
    let all = turns::list(root, &mut || true).unwrap();
    let open: Vec<&Turn> = all
        .iter()
        .filter(|turn| {
            let after = turns::play(root, turn).unwrap();
            after.verdict().is_none() && !after.can_score(after.side_to_move())
        })
        .collect();
    if open.is_empty() || open.len() * 10 > all.len() || open.len() > 40 {
        return None;
    }
    let mut prover = Prover::default();
    let mut ways_out = Vec::new();
    for turn in open {
        let after = turns::play(root, turn).unwrap();
        table.clear();
        if winning_turn(&after, 2, 2_000_000, table).is_none() {
            ways_out.push(turn.to_string());
        }
    }
    let few = !ways_out.is_empty() && ways_out.len() <= MOST_DEFENCES;
    if !few || !losers_lose(&before, &ways_out, &mut prover) {
        return None;
    }
    // The twin is sure of the way out too.
    ways_out.retain(|turn| prover.has_no_win_in_two(&before.play(turn).unwrap()));
    (!ways_out.is_empty()).then(|| format!("{} ; {} ; {}", root.fen(), all.len(), ways_out.join(" ")))
}

/// Whether every turn but `ways_out` loses within two turns of the opponent.
fn losers_lose(before: &Position, ways_out: &[String], prover: &mut Prover) -> bool {
    let opponent = if before.player_one_to_move() { Verdict::P2Win } else { Verdict::P1Win };
    let safe: HashSet<String> = ways_out.iter().map(|turn| before.play(turn).unwrap().fen()).collect();
    before.successors().iter().all(|after| safe.contains(&after.fen()) || prover.still_wins(after, opponent, 2))
}

fn lines_of(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path(name)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(';').map(|field| field.trim().to_owned()).collect()).collect()
}

/// FEN, own turns, a first turn.
fn wins() -> Vec<(Diaballik, u32, String)> {
    let lines = lines_of("positions/diaballik-suite-wins.txt");
    lines.iter().map(|line| (position(&line[0]), line[1].parse().unwrap(), line[2].clone())).collect()
}

#[test]
fn the_suite_is_large_enough_and_the_twin_agrees() {
    assert!(wins().len() >= 60 && lines_of("positions/diaballik-suite-defences.txt").len() >= 20);
    let mut prover = Prover::default();
    for (number, (root, own_turns, turn)) in wins().iter().enumerate() {
        let before = Position::parse(&root.fen());
        assert!(!can_win_at_once(&before), "{}", root.fen());
        // The longer ones were proved when they were written down; a few of them here once more.
        if *own_turns == 2 || number % 10 == 0 {
            assert!(prover.turn_forces(&before, turn, *own_turns), "{}", root.fen());
        }
    }
    for line in lines_of("positions/diaballik-suite-defences.txt") {
        let (legal, ways_out) = (line[1].parse::<usize>().unwrap(), line[2].split(' ').count());
        assert_eq!(turns::list(&position(&line[0]), &mut || true).unwrap().len(), legal);
        assert!(10 * ways_out <= legal, "{}", line[0]);
    }
}

#[test]
fn forced_wins_of_the_suite_are_found_at_their_distance() {
    for (root, own_turns, _) in wins() {
        let limits = Limits { mate: Some(own_turns), nodes: Some(4_000_000), ..Limits::default() };
        assert_eq!(ask(&root, &limits, &table()).1, Score::Mate(own_turns as i32), "{}", root.fen());
    }
}

#[test]
fn wins_in_three_are_found_at_depth_5() {
    let limits = Limits { depth: Some(5), ..Limits::default() };
    for (root, _, _) in wins().iter().filter(|win| win.1 == 3) {
        assert_eq!(ask(root, &limits, &table()).1, Score::Mate(3), "{}", root.fen());
    }
}

#[test]
fn narrow_defences_of_the_suite_are_found() {
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    for line in lines_of("positions/diaballik-suite-defences.txt") {
        let root = position(&line[0]);
        let after = turns::play(&root, &ask(&root, &limits, &table()).0).unwrap();
        let held = line[2].split(' ').any(|turn| turns::play(&root, &Turn::parse(turn).unwrap()).unwrap() == after);
        assert!(held, "{}", root.fen());
    }
}

fn path(name: &str) -> String {
    format!("{}/tests/{name}", env!("CARGO_MANIFEST_DIR"))
}
