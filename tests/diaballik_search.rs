//! The alpha-beta search on Diaballik: forced wins, limits, and how fast it is.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::{Game, Outcome, Player, Turn, turns};
use diabolo::search::alphabeta::{self, Tuning};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Line, Options, Report, Score, Task};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// What a test asks for, and what it gets.
struct Question<'a> {
    root: &'a Diaballik,
    earlier: &'a [Diaballik],
    only: &'a [Diaballik],
    repetition: u32,
    limits: Limits,
    options: Options,
}

impl<'a> Question<'a> {
    fn new(root: &'a Diaballik, limits: Limits) -> Self {
        Question { root, earlier: &[], only: &[], repetition: 3, limits, options: Options::default() }
    }

    fn ask(&self, table: &Table) -> (Option<Turn>, Vec<Line>) {
        let budget = Budget::new(&self.limits, self.root.side_to_move(), Duration::ZERO);
        let control = Control::new(StopFlag::default(), budget, self.limits.nodes);
        let mut lines = Vec::new();
        let best = alphabeta::search(
            &Task {
                root: self.root,
                earlier: self.earlier,
                repetition: self.repetition,
                only: self.only,
                limits: &self.limits,
                options: self.options,
                table,
                control: &control,
                endings: None,
            },
            &mut |report| match report {
                Report::Line(line) => lines.push(line),
                Report::Roll(_) => panic!("no dice here"),
            },
        );
        for line in &lines {
            check_line(self.root, line);
        }
        let last_first = lines.iter().rev().find(|line| line.multipv == 1).and_then(|line| line.pv.first());
        assert_eq!(best.as_ref(), last_first, "the answer is what the last line begins with");
        (best, lines)
    }
}

/// Every line is legal, written as lists write it, and ends in the win that it promises.
fn check_line(root: &Diaballik, line: &Line) {
    let mut position = *root;
    for turn in &line.pv {
        let after = turns::play(&position, turn).unwrap();
        assert_eq!(turns::canonical(&position, &after).as_ref(), Some(turn));
        position = after;
    }
    if let Score::Mate(n) = line.score {
        let winner = if n > 0 { root.side_to_move() } else { root.side_to_move().other() };
        assert_eq!(position.verdict().unwrap().outcome, Outcome::Win(winner), "{} {:?}", root.fen(), line.pv);
        assert_eq!(line.pv.len().div_ceil(2), n.unsigned_abs() as usize, "{}", root.fen());
    }
}

fn table() -> Table {
    Table::new(16).unwrap()
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn position(fen: &str) -> Diaballik {
    Diaballik::parse_fen(fen).unwrap().0
}

fn lines_of(path: &str) -> Vec<String> {
    let path = format!("{}/tests/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn random_turn(position: &Diaballik, random: &mut SplitMix64) -> Diaballik {
    let mut after = Vec::new();
    let _ = position.visit_successors(&mut (), &mut |next| {
        after.push(*next);
        ControlFlow::Continue(())
    });
    after[(random.next_u64() % after.len() as u64) as usize]
}

/// Positions of random games in which neither side wins at once.
fn midgame_positions() -> Vec<String> {
    let mut random = SplitMix64::seed_from_u64(7);
    let mut fens = Vec::new();
    while fens.len() < 40 {
        let setup = if fens.len() % 4 == 3 { Setup::Variant } else { Setup::Standard };
        let mut position = Diaballik::startpos(setup);
        let turns = 8 + random.next_u64() % 40;
        for _ in 0..turns {
            if position.verdict().is_none() {
                position = random_turn(&position, &mut random);
            }
        }
        let quiet =
            position.verdict().is_none() && !position.can_score(Player::One) && !position.can_score(Player::Two);
        if quiet {
            fens.push(position.fen());
        }
    }
    fens
}

#[test]
fn midgame_positions_come_from_random_games() {
    assert_eq!(lines_of("positions/diaballik-midgame.txt"), midgame_positions());
}

#[test]
fn forced_wins_are_found_at_their_distance() {
    for case in lines_of("cases/diaballik-wins.txt") {
        let fields: Vec<&str> = case.split(';').map(str::trim).collect();
        let root = position(fields[0]);
        let own_turns: u32 = fields[1].parse().unwrap();
        let mut question = Question::new(&root, Limits { mate: Some(own_turns), ..Limits::default() });
        let (_, lines) = question.ask(&table());
        assert_eq!(lines.last().unwrap().score, Score::Mate(own_turns as i32), "{case}");

        // One turn fewer is refuted.
        question.limits.mate = Some(own_turns - 1);
        let (_, lines) = question.ask(&table());
        let sooner = |score| matches!(score, Score::Mate(n) if n > 0 && n < own_turns as i32);
        assert!(!lines.iter().any(|line| sooner(line.score)), "{case}");

        // As many turns win in this number as there should be.
        let expected: usize = fields[2].parse().unwrap();
        question.limits = depth(2 * own_turns - 2);
        question.options.tuning = Tuning::PLAIN;
        question.options.multipv = expected + 1;
        let (_, lines) = question.ask(&table());
        let last: Vec<&Line> = lines.iter().rev().take(expected + 1).collect();
        let found = last.iter().filter(|line| line.score == Score::Mate(own_turns as i32)).count();
        assert_eq!(found, expected, "{case}");
    }
}

#[test]
#[ignore = "prints times; run it alone, optimised"]
fn times_of_depths() {
    for deep in 1..=4 {
        let mut times = Vec::new();
        let mut nodes = 0;
        for fen in lines_of("positions/diaballik-midgame.txt") {
            let root = position(&fen);
            let begun = Instant::now();
            let (_, lines) = Question::new(&root, depth(deep)).ask(&table());
            times.push(begun.elapsed());
            nodes += lines.last().unwrap().nodes;
        }
        times.sort_unstable();
        let total: Duration = times.iter().sum();
        let rate = nodes as f64 / total.as_secs_f64() / 1e6;
        println!("depth {deep}: median {:?}, worst {:?}, {nodes} nodes, {rate:.1} M/s", times[20], times[39]);
    }
}

/// Whether the search beats a mover that plays any turn with equal chance.
fn beats_random(game: u64, limits: &Limits) -> bool {
    let mut random = SplitMix64::seed_from_u64(game);
    let ours = if game.is_multiple_of(2) { Player::One } else { Player::Two };
    let mut position = Diaballik::startpos(if game % 4 < 2 { Setup::Standard } else { Setup::Variant });
    let mut earlier = Vec::new();
    let table = table();
    while position.verdict().is_none() && earlier.len() < 400 {
        let next = if position.side_to_move() == ours {
            let question = Question { earlier: &earlier, ..Question::new(&position, limits.clone()) };
            turns::play(&position, &question.ask(&table).0.unwrap()).unwrap()
        } else {
            random_turn(&position, &mut random)
        };
        earlier.push(std::mem::replace(&mut position, next));
    }
    position.verdict().is_some_and(|end| end.outcome == Outcome::Win(ours))
}

#[test]
fn random_movers_are_beaten() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for game in 0..12 {
        assert!(beats_random(game, &limits), "game {game}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_random_movers_are_beaten_at_20_ms_a_turn() {
    let limits = Limits { movetime: Some(20), ..Limits::default() };
    assert_eq!((0..100).filter(|&game| beats_random(game, &limits)).count(), 100);
}
