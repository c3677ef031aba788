//! Alpha-beta against plain minimax, and its limits.

use std::time::Duration;

use super::score::{DRAW, INFINITE, told, win_at};
use super::{Tuning, search};
use crate::game::deterministic::Deterministic;
use crate::game::diaballik::{Diaballik, Setup};
use crate::game::{Game, Turn, turns};
use crate::rng::mix64;
use crate::search::control::{Control, StopFlag};
use crate::search::limits::Limits;
use crate::search::table::Table;
use crate::search::time::Budget;
use crate::search::{Line, Options, Report, Score, Task};

/// A question with everything at its default.
fn task<'a>(root: &'a Diaballik, limits: &'a Limits, table: &'a Table, control: &'a Control) -> Task<'a, Diaballik> {
    Task {
        root,
        earlier: &[],
        repetition: 3,
        only: &[],
        limits,
        options: Options::default(),
        table,
        control,
        endings: None,
    }
}

fn control(limits: &Limits) -> Control {
    Control::new(StopFlag::default(), Budget::new(limits, crate::game::Player::One, Duration::ZERO), limits.nodes)
}

fn run(task: &Task<'_, Diaballik>) -> (Option<Turn>, Vec<Line>) {
    let mut lines = Vec::new();
    let best = search(task, &mut |report| {
        if let Report::Line(line) = report {
            lines.push(line);
        }
    });
    (best, lines)
}

fn ask(root: &Diaballik, limits: &Limits) -> (Option<Turn>, Vec<Line>) {
    run(&task(root, limits, &Table::new(4).unwrap(), &control(limits)))
}

/// The same without guesses.
fn ask_plainly(root: &Diaballik, limits: &Limits) -> (Option<Turn>, Vec<Line>) {
    let (table, control) = (Table::new(4).unwrap(), control(limits));
    let mut task = task(root, limits, &table, &control);
    task.options.tuning = Tuning::PLAIN;
    run(&task)
}

fn moves(position: &Diaballik) -> Vec<<Diaballik as Deterministic>::Move> {
    let mut moves = Vec::new();
    position.generate(&mut (), &mut moves);
    moves
}

/// Positions of random games that are not over.
fn random_positions(count: usize) -> Vec<Diaballik> {
    let mut positions = Vec::new();
    let mut dice = 99;
    while positions.len() < count {
        let mut position = Diaballik::startpos(Setup::Standard);
        dice = mix64(dice + 1);
        for _ in 0..dice % 50 {
            if position.winner().is_none() {
                dice = mix64(dice + 1);
                let moves = moves(&position);
                position = position.play(moves[dice as usize % moves.len()]);
            }
        }
        if position.winner().is_none() {
            positions.push(position);
        }
    }
    positions
}

fn minimax(path: &[Diaballik], depth: usize) -> i32 {
    let (position, before) = path.split_last().unwrap();
    let ply = before.len();
    if let Some(winner) = position.winner() {
        return if winner == position.side_to_move() { win_at(ply) } else { -win_at(ply) };
    }
    if before.contains(position) {
        return DRAW;
    }
    if depth == 0 {
        // The mean of both sides' views, in steps of six hundredths.
        let mean = || f64::from(position.evaluate() - before.last().map_or(0, Diaballik::evaluate)) / 2.0;
        return if position.wins_now() { win_at(ply + 1) } else { (mean() / 6.0).round() as i32 * 6 };
    }
    let mut path = path.to_vec();
    let mut best = -INFINITE;
    for turn in moves(position) {
        path.push(position.play(turn));
        best = best.max(-minimax(&path, depth - 1));
        path.pop();
    }
    best
}

fn plain_search_is_minimax(positions: usize) {
    let limits = Limits { depth: Some(2), ..Limits::default() };
    for root in random_positions(positions) {
        let (_, lines) = ask_plainly(&root, &limits);
        let last = lines.last().unwrap();
        assert_eq!(last.score, told(minimax(&[root], 2)), "{}", root.fen());
    }
}

#[test]
fn a_finished_search_without_guesses_is_minimax() {
    plain_search_is_minimax(150);
}

#[test]
#[ignore = "takes minutes"]
fn a_finished_search_without_guesses_is_minimax_in_2000_positions() {
    plain_search_is_minimax(2000);
}

/// What the ball gains by a row, roughly, in hundredths.
const ROW_OF_THE_BALL: i32 = 25;

/// How often the turn that the search finds is as good as any by the verdict of a search of the same depth that prunes
/// nothing, and the most that it loses. (Threats are no guess: such a leaf is lost.)
fn guesses_against_none(positions: usize, depth: u32) -> (usize, i32) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let unpruned = Tuning { threats: true, static_order: true, ..Tuning::PLAIN };
    let verdict = |root: &Diaballik, only: &[Diaballik]| {
        let (table, control) = (Table::new(16).unwrap(), control(&limits));
        let mut task = task(root, &limits, &table, &control);
        task.options.tuning = unpruned;
        task.only = only;
        match run(&task).1.last().unwrap().score {
            Score::Cp(value) => value,
            Score::Mate(turns) => turns.signum() * INFINITE,
        }
    };
    let (mut as_good, mut worst) = (0, 0);
    for root in random_positions(positions) {
        let turn = ask(&root, &limits).0.unwrap();
        let lost = verdict(&root, &[]) - verdict(&root, &[turns::play(&root, &turn).unwrap()]);
        as_good += usize::from(lost <= 0);
        worst = worst.max(lost);
    }
    (as_good, worst)
}

#[test]
fn guesses_cost_little_at_depth_3() {
    let (as_good, worst) = guesses_against_none(12, 3);
    assert!(as_good >= 11 && worst <= ROW_OF_THE_BALL, "{as_good} of 12 as good, at most {worst} lost");
}

#[test]
#[ignore = "takes a minute"]
fn guesses_cost_little_at_depth_3_in_100_positions() {
    let (as_good, worst) = guesses_against_none(100, 3);
    println!("{as_good} of 100 as good, at most {worst} lost");
    assert!(as_good >= 95 && worst <= ROW_OF_THE_BALL, "{as_good} of 100 as good, at most {worst} lost");
}

#[test]
fn several_lines_are_the_best_ones_in_order() {
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let (table, control) = (Table::new(4).unwrap(), control(&limits));
    for root in random_positions(6) {
        let mut task = task(&root, &limits, &table, &control);
        task.options.multipv = 7;
        task.options.tuning = Tuning::PLAIN;
        let (_, lines) = run(&task);
        let mut values: Vec<i32> = moves(&root).iter().map(|&turn| -minimax(&[root, root.play(turn)], 1)).collect();
        values.sort_by_key(|&value| -value);
        values.truncate(7);
        let last = &lines[lines.len() - values.len()..];
        let found: Vec<Score> = last.iter().map(|line| line.score).collect();
        assert_eq!(found, values.into_iter().map(told).collect::<Vec<_>>(), "{}", root.fen());
        assert!(last.iter().map(|line| line.multipv).eq(1..=found.len()));
        table.clear();
    }
}

#[test]
fn node_limits_are_exact_and_searches_repeat_themselves() {
    let root = random_positions(3)[2];
    for nodes in [0, 1, 2, 1000, 1024, 54_321] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (best, lines) = ask(&root, &limits);
        assert!(turns::play(&root, &best.clone().unwrap()).is_ok());
        assert!(!lines.is_empty());
        let (again, lines_again) = ask(&root, &limits);
        assert_eq!(best, again);
        let told =
            |lines: &[Line]| lines.iter().map(|line| (line.nodes, line.score, line.pv.clone())).collect::<Vec<_>>();
        assert_eq!(told(&lines), told(&lines_again));
        assert!(lines.iter().all(|line| line.nodes <= nodes));
    }
}

#[test]
fn what_is_played_is_what_was_told_last() {
    for (number, root) in random_positions(40).into_iter().enumerate() {
        for step in 0..25 {
            let limits = Limits { nodes: Some(2_000 + 700 * step + number as u64), ..Limits::default() };
            let (best, lines) = ask(&root, &limits);
            assert_eq!(best.as_ref(), lines.last().map(|line| &line.pv[0]), "{} {:?}", root.fen(), limits.nodes);
        }
    }
    // Here a turn is found to be above the first window, and then not to be above the lower end of the next one.
    let root = Diaballik::parse_fen("..b..../.w...b./..wbb../..Bw.Wb/w.b...w/..w..../....... b").unwrap().0;
    for nodes in (50_000..60_000).step_by(500) {
        let (best, lines) = ask(&root, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(best.as_ref(), lines.last().map(|line| &line.pv[0]), "{nodes}");
    }
}

#[test]
fn a_search_without_time_answers_at_once() {
    let root = Diaballik::startpos(Setup::Standard);
    for limits in [
        Limits { movetime: Some(0), ..Limits::default() },
        Limits { clock: [Some(-5), Some(0)], ..Limits::default() },
        Limits { depth: Some(0), ..Limits::default() },
        Limits { mate: Some(0), ..Limits::default() },
    ] {
        let (best, lines) = ask(&root, &limits);
        assert!(best.is_some());
        assert_eq!(lines.len(), 1);
        assert_eq!((lines[0].nodes, &lines[0].pv[0]), (0, best.as_ref().unwrap()));
    }
}

#[test]
fn only_allowed_turns_are_considered() {
    let root = Diaballik::startpos(Setup::Standard);
    let allowed = ["a1a2", "g1g2,d1e1"].map(|turn| turns::play(&root, &Turn::parse(turn).unwrap()).unwrap());
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let (table, control) = (Table::new(1).unwrap(), control(&limits));
    let mut task = task(&root, &limits, &table, &control);
    task.only = &allowed;
    task.options.multipv = 5;
    let (best, lines) = run(&task);
    assert!(allowed.contains(&turns::play(&root, &best.unwrap()).unwrap()));
    assert_eq!(lines.iter().map(|line| line.multipv).max(), Some(2));
}

#[test]
fn a_position_of_the_game_that_may_not_come_again_is_a_draw() {
    // White wins in two, unless what each of his turns leads to has come before.
    let root = Diaballik::parse_fen("....b../...Wb../..b.wb./.....wb/Bb....w/www..../....... w").unwrap().0;
    let limits = Limits { depth: Some(2), ..Limits::default() };
    assert_eq!(ask(&root, &limits).1.last().unwrap().score, Score::Mate(2));

    let after: Vec<Diaballik> = moves(&root).iter().map(|&turn| root.play(turn)).collect();
    let twice: Vec<Diaballik> = after.iter().chain(&after).copied().collect();
    let (table, control) = (Table::new(1).unwrap(), control(&limits));
    let mut task = task(&root, &limits, &table, &control);
    for (earlier, repetition, expected) in
        [(&twice, 3, Score::Cp(0)), (&after, 2, Score::Cp(0)), (&after, 3, Score::Mate(2)), (&twice, 0, Score::Mate(2))]
    {
        // The table is not cleared: what it knows of one history is not used for another.
        (task.earlier, task.repetition) = (earlier, repetition);
        assert_eq!(run(&task).1.last().unwrap().score, expected);
    }
}

#[test]
fn several_threads_find_the_same_win() {
    let root = Diaballik::parse_fen("b....w./W...b../..b.w../..w...b/...b.../B..w..w/w....b. w").unwrap().0;
    let limits = Limits { mate: Some(3), ..Limits::default() };
    let (table, control) = (Table::new(4).unwrap(), control(&limits));
    let mut task = task(&root, &limits, &table, &control);
    task.options.threads = 3;
    let (best, lines) = run(&task);
    assert!(best.is_some());
    assert_eq!(lines.last().unwrap().score, Score::Mate(3));
}

#[test]
fn a_proof_that_a_limit_ends_tells_what_it_has_cost() {
    let root = Diaballik::startpos(Setup::Standard);
    let limits = Limits { mate: Some(20), nodes: Some(3_000), ..Limits::default() };
    let (best, lines) = ask(&root, &limits);
    assert_eq!(lines.last().unwrap().nodes, 3_000);
    assert_eq!(best.as_ref(), lines.last().map(|line| &line.pv[0]));
}

#[test]
fn a_raised_flag_ends_the_search() {
    let root = Diaballik::startpos(Setup::Standard);
    let limits = Limits { infinite: true, ..Limits::default() };
    let stop = StopFlag::default();
    let (table, control) = (Table::new(1).unwrap(), Control::until_stopped(stop.clone()));
    let task = task(&root, &limits, &table, &control);
    let mut lines = 0;
    let best = search(&task, &mut |_| {
        lines += 1;
        if lines == 2 {
            stop.raise();
        }
    });
    assert!(best.is_some());
}

#[test]
fn no_level_from_5_up_misses_a_win_this_turn() {
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    // Forced wins in two, after the first turn and a reply: each has a win at once.
    let suite = include_str!("../../../tests/positions/diaballik-suite-wins.txt");
    let lines = suite.lines().filter(|line| line.contains("; 2 ;"));
    let roots: Vec<Diaballik> = lines
        .filter_map(|line| {
            let fields: Vec<&str> = line.split(" ; ").collect();
            let before = Diaballik::parse_fen(fields[0]).unwrap().0;
            let after = turns::play(&before, &Turn::parse(fields[2]).unwrap()).unwrap();
            moves(&after).into_iter().map(|turn| after.play(turn)).find(|reply| reply.winner().is_none())
        })
        .collect();
    assert!(roots.len() > 20 && roots.iter().all(Deterministic::wins_now));
    for (root, level) in roots.iter().zip((5..20).cycle()) {
        let (table, control) = (Table::new(1).unwrap(), control(&limits));
        let mut task = task(root, &limits, &table, &control);
        task.options.skill = level;
        let after = turns::play(root, &run(&task).0.unwrap()).unwrap();
        assert_eq!(after.winner(), Some(root.side_to_move()), "level {level} in {}", root.fen());
    }
}

#[test]
fn weak_levels_tell_what_they_play_and_repeat_themselves() {
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    for (root, level) in random_positions(20).iter().zip(0..) {
        let (table, control) = (Table::new(1).unwrap(), control(&limits));
        let mut task = task(root, &limits, &table, &control);
        task.options.skill = level;
        let (best, lines) = run(&task);
        assert_eq!(best.as_ref(), lines.first().map(|line| &line.pv[0]), "what is played is told");
        table.clear();
        assert_eq!(run(&task).0, best, "{}", root.fen());
    }
}
