//! Small endings of Diablo: the solver and the database against the twin's fractions.
//!
//! `tests/positions/diablo-endings.txt` was written by the ignored test below: random endings from a fixed seed, with
//! the fractions that the twin finds. It is frozen.

mod twin;

use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use diabolo::endings::{BadFile, Coverage, Database};
use diabolo::game::diablo::Diablo;
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Player, Roll, Turn, turns};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::expecti::{self, Solver, exact_chance};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Endings, Options, Report, Score, Task};
use rand::rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use twin::{Position, Symmetry, chance_of_player_one, diablo_start};

#[track_caller]
fn read(fen: &str) -> Diablo {
    Diablo::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

/// A random ending with so many checkers, both sides on the board, either to move.
fn random_ending(random: &mut SplitMix64, size: usize, checkers: usize) -> String {
    let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
    let mut heights = vec![0_i32; size * size];
    let mut left = checkers;
    while left > 0 {
        let square = below(size * size);
        let colour = if heights[square] == 0 { 1 - 2 * below(2) as i32 } else { heights[square].signum() };
        heights[square] += colour;
        left -= 1;
        let sides = [1, -1].map(|side| heights.iter().map(|&height| (height * side).max(0) as usize).sum::<usize>());
        if left == 0 && !sides.iter().all(|side| (1..=size * size / 2).contains(side)) {
            heights.fill(0);
            left = checkers;
        }
    }
    let row = |row: &[i32]| -> String {
        let cell = |&height: &i32| match (height.signum(), height.abs()) {
            (0, _) => ".".to_owned(),
            (sign, height) => {
                let number = if height == 1 { String::new() } else { height.to_string() };
                format!("{}{number}", if sign > 0 { 'B' } else { 'G' })
            }
        };
        row.iter().map(cell).collect()
    };
    let rows: Vec<String> = heights.chunks(size).rev().map(row).collect();
    let side = ["b - 9", "g - 10"][below(2)];
    format!("{} {side}", rows.join("/"))
}

/// The chance of the side to move, from Black's as a fraction.
fn of_mover(position: &Diablo, (above, below): (u128, u128)) -> f64 {
    let black = above as f64 / below as f64;
    if position.side_to_move() == Player::One { black } else { 1.0 - black }
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/positions/diablo-endings.txt")
}

/// Board size, fewest and most checkers, how many endings.
const FROZEN: [(usize, usize, usize, usize); 6] =
    [(2, 2, 4, 20), (4, 2, 6, 270), (6, 2, 5, 130), (8, 2, 3, 50), (10, 2, 3, 20), (12, 2, 2, 10)];

/// Of 500, so few may be won or lost for certain.
const MOST_CERTAIN: usize = 50;

#[test]
#[ignore = "writes the endings, which are frozen; takes minutes"]
fn write_endings() {
    assert!(std::env::var_os("WRITE_FROZEN").is_some(), "what is frozen is written only with WRITE_FROZEN=1");
    let mut random = SplitMix64::seed_from_u64(2025);
    let mut text = "# FEN with no dice ; exact probability that Black wins, by the twin\n".to_owned();
    let (mut seen, mut certain) = (HashSet::new(), 0);
    for (size, fewest, most, count) in FROZEN {
        let mut found = 0;
        while found < count {
            let checkers = fewest + (random.next_u64() % (most - fewest + 1) as u64) as usize;
            let fen = random_ending(&mut random, size, checkers);
            let (above, below) = chance_of_player_one(&Position::parse(&fen));
            let is_certain = below == 1;
            // On 2x2 hardly anything else is left.
            if (is_certain && size > 2 && certain >= MOST_CERTAIN) || !seen.insert(fen.clone()) {
                continue;
            }
            certain += usize::from(is_certain && size > 2);
            writeln!(text, "{fen} ; {above}/{below}").unwrap();
            found += 1;
        }
        eprintln!("{size}: done");
    }
    std::fs::write(path(), text).unwrap();
}

#[test]
fn five_hundred_endings_have_the_twins_chances() {
    let text = std::fs::read_to_string(path()).unwrap();
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 500);
    assert_eq!(lines.iter().collect::<HashSet<_>>().len(), 500);
    let control = Control::until_stopped(StopFlag::default());
    for line in lines {
        let (fen, fraction) = line.split_once(" ; ").unwrap();
        let (above, below) = fraction.split_once('/').unwrap();
        let position = read(fen);
        let expected = of_mover(&position, (above.parse().unwrap(), below.parse().unwrap()));
        let found = exact_chance(&position, 50_000_000, &control).expect(fen);
        assert!((found - expected).abs() < 1e-9, "{fen}: {found} instead of {expected}");
    }
}

fn database(board: u8, checkers: u8) -> Database {
    Database::generate(board, Coverage::of_checkers(checkers), 2, |_| {}).expect("few positions")
}

#[test]
fn the_whole_game_on_2x2() {
    let start = diablo_start(2);
    let (above, below) = chance_of_player_one(&Position::parse(&start));
    let chance = database(2, 4).chance_one_turn_ahead(&read(&start)).unwrap();
    assert_eq!(chance, above as f64 / below as f64);
    assert_eq!(chance, 0.0, "Black loses");
}

#[test]
fn on_4x4_the_databases_chances_are_the_twins_to_the_last_bit() {
    let database = database(4, 4);
    assert_eq!((database.board(), database.coverage()), (4, Coverage::of_checkers(4)));
    let mut random = SplitMix64::seed_from_u64(31);
    for i in 0..300 {
        let fen = random_ending(&mut random, 4, 2 + i % 3);
        let expected = of_mover(&read(&fen), chance_of_player_one(&Position::parse(&fen)));
        assert_eq!(database.chance(&read(&fen)), Some(expected), "{fen}");
    }
}

#[test]
fn few_high_stacks_are_covered_where_that_is_asked_for() {
    let database = Database::generate(4, Coverage { checkers: 3, stacks: 2 }, 2, |_| {}).unwrap();
    for fen in ["..../G8.../..../.B7.. g - 10", "B3.../..../..../..G2. b - 9", "..../.B6../..../.G.. b - 9"] {
        let expected = of_mover(&read(fen), chance_of_player_one(&Position::parse(fen)));
        let found = database.chance(&read(fen)).expect(fen);
        assert!((found - expected).abs() < 5e-9, "{fen}: {found} instead of {expected}");
    }
    assert!(database.chance(&read("..../B.../..G./..G. b - 9")).is_some(), "three checkers");
    assert_eq!(database.chance(&read("..../B2.../..G./..G. b - 9")), None, "four checkers in three stacks");
}

#[test]
fn on_other_boards_they_differ_by_rounding_alone() {
    for (board, checkers, count) in [(6, 3, 60), (8, 2, 20), (10, 2, 10)] {
        let database = database(board, checkers);
        let mut random = SplitMix64::seed_from_u64(u64::from(board));
        for _ in 0..count {
            let fen = random_ending(&mut random, board.into(), checkers.into());
            let expected = of_mover(&read(&fen), chance_of_player_one(&Position::parse(&fen)));
            let found = database.chance(&read(&fen)).expect(&fen);
            assert!((found - expected).abs() < 5e-9, "{fen}: {found} instead of {expected}");
        }
    }
}

#[test]
fn every_image_has_the_same_chance() {
    let database = database(6, 3);
    let mut random = SplitMix64::seed_from_u64(7);
    for _ in 0..50 {
        let fen = random_ending(&mut random, 6, 3);
        let chance = database.chance(&read(&fen)).unwrap();
        for symmetry in Symmetry::of_diablo() {
            let image = symmetry.fen(&fen).unwrap_or_else(|| fen.clone());
            assert_eq!(database.chance(&read(&image)), Some(chance), "{fen} {image}");
        }
    }
}

#[test]
fn what_is_not_covered_has_no_chance() {
    let database = database(4, 3);
    assert!(database.chance(&read("..../..../B.../.G2.. b - 9")).is_some());
    assert!(database.chance(&read("..../..../B.../.G2.. b 1-2 9")).is_some(), "dice don't matter");
    assert_eq!(database.chance(&read("..../..../B.../.G2.. b - 1")), None, "the first turn");
    assert_eq!(database.chance(&read("..../..../B2.../.G2.. b - 9")), None, "four checkers");
    assert_eq!(database.chance(&read("....../....../....../....../B...../.G2.... b - 9")), None, "6x6");
    for (board, checkers, stacks) in [(26, 30, 0), (26, 255, 0), (26, 4, 5), (4, 16, 0), (4, 255, 255)] {
        assert!(Database::generate(board, Coverage { checkers, stacks }, 1, |_| {}).is_err(), "too many");
    }
}

/// A folder of its own for each test, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("diabolo-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_gives_back_what_was_written() {
    let folder = Folder::new("endings-back");
    let (path, written) = (folder.file("4.end"), database(4, 4));
    written.save(&path).unwrap();
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "the draft is gone");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), written.file_length());
    let read_back = Database::load(&path).unwrap();
    assert_eq!((read_back.board(), read_back.coverage(), read_back.len()), (4, written.coverage(), written.len()));
    let mut random = SplitMix64::seed_from_u64(5);
    for i in 0..500 {
        let position = read(&random_ending(&mut random, 4, 2 + i % 3));
        assert_eq!(read_back.chance(&position), written.chance(&position));
    }
    // The same on one thread, byte for byte.
    let alone = folder.file("alone.end");
    Database::generate(4, Coverage::of_checkers(4), 1, |_| {}).unwrap().save(&alone).unwrap();
    assert!(std::fs::read(&path).unwrap() == std::fs::read(&alone).unwrap());
}

#[test]
fn a_file_that_is_none_is_refused() {
    let folder = Folder::new("endings-bad");
    let path = folder.file("3.end");
    database(4, 3).save(&path).unwrap();
    let good = std::fs::read(&path).unwrap();
    let load = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        Database::load(&path).expect_err("a bad file")
    };
    let changed = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    assert!(matches!(load(b""), BadFile::Foreign));
    assert!(matches!(load(b"[Game \"Diablo\"]\n"), BadFile::Foreign));
    assert!(matches!(load(&changed(0)), BadFile::Foreign));
    assert!(matches!(load(&changed(8)), BadFile::Version(0)));
    // An odd board; another number of checkers; what must be 0; another count.
    for at in [12, 13, 15] {
        assert!(matches!(load(&changed(at)), BadFile::Head), "byte {at}");
    }
    assert!(matches!(load(&changed(16)), BadFile::Short { .. } | BadFile::Long { .. }));
    assert!(matches!(load(&changed(24)), BadFile::Checksum));
    assert!(matches!(load(&changed(good.len() - 1)), BadFile::Checksum));
    for length in [20, 32, good.len() - 4, good.len() - 1] {
        assert!(matches!(load(&good[..length]), BadFile::Short { .. }), "{length} bytes");
    }
    assert!(matches!(load(&[&good[..], b"\0"].concat()), BadFile::Long { .. }));
    assert!(matches!(Database::load(&folder.file("none")), Err(BadFile::Io(_))));
    assert!(matches!(Database::load(&folder.0), Err(BadFile::Io(_))), "a folder");
}

/// The turn that a search so deep plays, and what it says of it.
fn play(root: &Diablo, depth: u32, endings: Option<&Database>) -> (Turn, Score) {
    search(root, &Limits { depth: Some(depth), ..Limits::default() }, Options::default(), endings)
}

fn search(root: &Diablo, limits: &Limits, options: Options, endings: Option<&Database>) -> (Turn, Score) {
    let control = Control::new(StopFlag::default(), Budget::default(), limits.nodes);
    let table = Table::new(1).expect("memory");
    let task = Task {
        root,
        earlier: &[],
        repetition: 0,
        only: &[],
        limits,
        options,
        table: &table,
        control: &control,
        endings: endings.map(|database| database as &dyn Endings<Diablo>),
    };
    let mut score = None;
    let turn = expecti::search(&task, &mut |report| {
        if let Report::Line(line) = report {
            score = Some(line.score);
        }
    });
    (turn.expect("a turn"), score.expect("a line"))
}

#[test]
fn with_a_database_the_first_look_is_exact() {
    let database = database(4, 5);
    let control = Control::until_stopped(StopFlag::default());
    let table = Table::new(0).unwrap();
    let mut random = SplitMix64::seed_from_u64(99);
    for i in 0..100 {
        let mut root = read(&random_ending(&mut random, 4, 3 + i % 3));
        let (roll, _) = Roll::all(2).nth((random.next_u64() % 3) as usize).unwrap();
        root.set_roll(roll).unwrap();
        let (turn, score) = play(&root, 1, Some(&database));
        let mut solver = Solver::new(2, 50_000_000, &table, &control);
        let (best, _) = solver.with_roll(&root, roll).unwrap();
        let found = left_by(&turn, &root, &database);
        assert!((found - best).abs() < 1e-12, "{}: {turn} leaves {found}, not {best}", root.fen());
        if 0.01 < best && best < 0.99 {
            assert_eq!(score, Score::from_chance(best), "{}", root.fen());
        }
    }
}

/// The chance that a turn leaves the side that takes it.
fn left_by(turn: &Turn, root: &Diablo, database: &Database) -> f64 {
    let after = turns::play(root, turn).expect("a legal turn");
    match after.winner() {
        Some(winner) => f64::from(u8::from(winner == root.side_to_move())),
        None => 1.0 - database.chance(&after).expect("an ending"),
    }
}

/// `examples/diablo_endings.rs` measures the same on whole games at a time limit.
#[test]
fn without_database_and_solver_little_is_lost() {
    let database = database(4, 6);
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let guess = Options { solve: false, ..Options::default() };
    let mut random = SplitMix64::seed_from_u64(3);
    let mut losses = [0.0; 2];
    const COUNT: usize = 60;
    for i in 0..COUNT {
        let mut root = read(&random_ending(&mut random, 4, 3 + i % 4));
        let (roll, _) = Roll::all(2).nth((random.next_u64() % 3) as usize).unwrap();
        root.set_roll(roll).unwrap();
        let all = turns::list(&root, &mut || true).unwrap();
        let best = all.iter().map(|turn| left_by(turn, &root, &database)).fold(0.0, f64::max);
        for (loss, (options, endings)) in losses.iter_mut().zip([(guess, None), (Options::default(), Some(&database))])
        {
            let (turn, _) = search(&root, &limits, options, endings);
            *loss += 100.0 * (best - left_by(&turn, &root, &database)) / COUNT as f64;
        }
    }
    assert_eq!(losses[1], 0.0, "with the database");
    assert!(losses[0] < 0.3, "{} points a turn", losses[0]);
}

#[test]
fn certain_ends_keep_their_distance_with_a_database() {
    let database = database(4, 5);
    let mut random = SplitMix64::seed_from_u64(17);
    let mut mates = 0;
    for _ in 0..60 {
        let mut root = read(&random_ending(&mut random, 4, 5));
        let (roll, _) = Roll::all(2).nth((random.next_u64() % 3) as usize).unwrap();
        root.set_roll(roll).unwrap();
        let (_, without) = play(&root, 12, None);
        let (_, with) = play(&root, 12, Some(&database));
        assert_eq!(with, without, "{}", root.fen());
        mates += usize::from(matches!(with, Score::Mate(_)));
    }
    assert!(mates > 5);
}
