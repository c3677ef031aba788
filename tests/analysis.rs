//! Rollouts against the exact value of the policy that plays them; luck and skill in games.

mod common;

use std::collections::HashMap;

use diabolo::analysis::best_turn;
use diabolo::analysis::luck::{BadGame, GameLuck, analyse};
use diabolo::analysis::rollout::{Rollout, Settings, rollout};
use diabolo::analysis::{Estimate, Policy};
use diabolo::game::diablo::{Diablo, Scratch};
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Dice, Game, Player, Roll, Turn, turns};
use diabolo::record::{Entry, Record, parse};
use diabolo::rng::Thrower;
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::expecti::Solver;
use diabolo::search::table::Table;

fn read(fen: &str) -> Diablo {
    Diablo::parse_fen(fen).expect("a FEN").0
}

/// Endings with few checkers; in the last ones the dice are known.
const ENDINGS: [&str; 8] = [
    "..../...B/GG../..B2G2 b - 9",
    "..../G2B3.G2/..../.G2B. b - 9",
    "..../..../..G2G2/.B3.. b - 9",
    "GB../.BG./G..B/.GB. b - 9",
    "GB../.BG./G..B/.GB. g - 10",
    "....../....../...G../B....B/....../.....G2 b - 9",
    "..../G2B3.G2/..../.G2B. b 1-1 9",
    "GB../.BG./G..B/.GB. g 1-2 10",
];

/// The exact chance of the side to move when both take the best turn by static judgement, by full enumeration.
struct PolicyValue {
    truncate: Option<u32>,
    known: HashMap<(u64, u32), f64>,
    scratch: Scratch,
}

impl PolicyValue {
    fn of(fen: &str, truncate: Option<u32>) -> f64 {
        let mut value = PolicyValue { truncate, known: HashMap::new(), scratch: Scratch::default() };
        let mut position = read(fen);
        let chance = match position.dice() {
            Dice::Known(roll) if truncate != Some(0) => value.with_roll(&mut position, roll, 0),
            _ => value.before_roll(&mut position, 0),
        };
        if position.side_to_move() == Player::One { chance } else { 1.0 - chance }
    }

    fn before_roll(&mut self, position: &mut Diablo, length: u32) -> f64 {
        if let Some(winner) = position.winner() {
            return f64::from(u8::from(winner == Player::One));
        }
        if self.truncate == Some(length) {
            let chance = position.chance();
            return if position.side_to_move() == Player::One { chance } else { 1.0 - chance };
        }
        let key = (position.key_before_roll(), if self.truncate.is_some() { length } else { 0 });
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let faces = position.about().faces;
        let sum: f64 =
            Roll::all(faces).map(|(roll, weight)| f64::from(weight) * self.with_roll(position, roll, length)).sum();
        let value = sum / f64::from(faces).powi(2);
        self.known.insert(key, value);
        value
    }

    fn with_roll(&mut self, position: &mut Diablo, roll: Roll, length: u32) -> f64 {
        let (_, turn) = best_turn(position, roll, &mut self.scratch).expect("a turn");
        let undo = position.make(turn);
        let value = self.before_roll(position, length + 1);
        position.unmake(undo);
        value
    }
}

fn roll_out(fen: &str, settings: &Settings) -> Rollout {
    rollout(&read(fen), settings).expect("memory")
}

#[test]
fn a_rollout_is_near_the_exact_value_of_its_policy() {
    for fen in ENDINGS {
        for truncate in [None, Some(0), Some(1), Some(3)] {
            let exact = PolicyValue::of(fen, truncate);
            for games in [7, 9 * 36] {
                let settings = Settings { games, seed: 3, truncate, ..Settings::default() };
                let found = roll_out(fen, &settings);
                for Estimate { mean, error } in [found.chance, found.raw] {
                    // Four standard errors; seeds are fixed, so this passes always or never. (Seven games that all
                    // end the same way have no error to tell by, so for these a game's weight is allowed for.)
                    let bound = 4.0 * error + if games < 10 { 0.5 } else { 1e-9 };
                    assert!(
                        (mean - exact).abs() <= bound,
                        "{fen} {truncate:?} {games}: {mean} ± {error}, exact {exact}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_error_is_neither_too_small_nor_too_large() {
    let seeds = 150;
    for fen in &ENDINGS[..3] {
        let exact = PolicyValue::of(fen, None);
        // Squares of what the means were off by, and of the errors, compared as sums: where the luck is known nearly
        // exactly, a few rare courses of the game make most of both, and a rollout that met none has too small an error.
        let mut squares = [[0.0; 2]; 2];
        for seed in 0..seeds {
            let found = roll_out(fen, &Settings { games: 160, seed, ..Settings::default() });
            for ([off, errors], Estimate { mean, error }) in squares.iter_mut().zip([found.chance, found.raw]) {
                *off += (mean - exact).powi(2);
                *errors += error.powi(2);
            }
        }
        // The ratio for 150 normal deviates is 1 ± 0.12; rare courses spread it.
        for [off, errors] in squares {
            assert!((0.6..1.5).contains(&(off / errors)), "{fen}: {off} for {errors}");
        }
    }
}

#[test]
fn subtracting_luck_makes_the_error_smaller() {
    for fen in ENDINGS {
        let found = roll_out(fen, &Settings { games: 144, ..Settings::default() });
        assert!(found.chance.error <= found.raw.error, "{fen}: {found:?}");
    }
    let found = roll_out(ENDINGS[0], &Settings { games: 400, ..Settings::default() });
    assert!(2.0 * found.chance.error < found.raw.error, "{found:?}");
    let plain = roll_out(ENDINGS[0], &Settings { games: 400, subtract_luck: false, ..Settings::default() });
    assert_eq!((plain.chance, plain.raw), (found.raw, found.raw), "the same games");
}

#[test]
fn a_rollout_repeats_with_any_number_of_threads() {
    let settings = |policy, seed, threads| Settings { games: 60, seed, threads, policy, ..Settings::default() };
    for policy in [Policy::Static, Policy::Search { nodes: 300 }] {
        let one = roll_out(ENDINGS[1], &settings(policy, 1, 1));
        assert_eq!(one, roll_out(ENDINGS[1], &settings(policy, 1, 1)));
        assert_eq!(one, roll_out(ENDINGS[1], &settings(policy, 1, 3)));
        assert_ne!(one.raw, roll_out(ENDINGS[1], &settings(policy, 2, 1)).raw);
    }
}

#[test]
fn a_better_policy_comes_nearer_to_the_exact_chance() {
    // The one of these endings that the evaluation, whatever its weights, plays worst.
    let endings = [
        (ENDINGS[0], 361.0 / 512.0),
        (ENDINGS[1], 201_345.0 / 262_144.0),
        (ENDINGS[2], 199.0 / 256.0),
        (ENDINGS[5], 4600.0 / 19_683.0),
        ("..../..GB/...G2/.B2.. b - 9", 1659.0 / 2048.0),
        ("..G2.../....B2B/....../G3...../....../...... b - 9", 3_217_606.0 / 14_348_907.0),
    ];
    let off = |&(fen, exact): &(&str, f64)| (exact - PolicyValue::of(fen, None)).abs();
    let (fen, exact) = endings.into_iter().max_by(|a, b| off(a).total_cmp(&off(b))).expect("an ending");
    assert!(off(&(fen, exact)) > 0.01, "{fen}");
    let searched = Settings { games: 400, policy: Policy::Search { nodes: 20_000 }, ..Settings::default() };
    let Estimate { mean, error } = roll_out(fen, &searched).chance;
    assert!((mean - exact).abs() < 4.0 * error && error < 0.01, "{mean} ± {error}");
}

#[test]
fn first_rolls_come_in_proportion() {
    let found = roll_out(
        "GBGBGB/BGBGBG/GBGBGB/BGBGBG/GBGBGB/BGBGBG b - 1",
        &Settings { games: 18, truncate: Some(2), ..Settings::default() },
    );
    let rolls: Vec<_> = found.rolls.iter().map(|of_roll| (of_roll.roll.to_string(), of_roll.weight)).collect();
    let rolls: Vec<_> = rolls.iter().map(|(roll, weight)| (roll.as_str(), *weight)).collect();
    assert_eq!(rolls, [("1-1", 1), ("1-2", 2), ("1-3", 2), ("2-2", 1), ("2-3", 2), ("3-3", 1)]);
    let mean = found.rolls.iter().map(|of_roll| f64::from(of_roll.weight) * of_roll.chance.mean).sum::<f64>() / 9.0;
    // The luck of the first rolls adds up to nothing.
    assert!((mean - found.chance.mean).abs() < 1e-9);
    assert_eq!((found.truncated, found.length), (18, 2.0));
}

// Luck.

/// A record of a game from `start`; `choose` picks one of the turns of the roll.
fn play(start: &str, seed: u64, mut choose: impl FnMut(&Diablo, Roll) -> Diablo) -> Record {
    let mut position = read(start);
    let mut dice = Thrower::new(seed);
    let mut entries = Vec::new();
    while position.winner().is_none() {
        let roll = match position.dice() {
            Dice::Known(roll) => roll,
            _ => dice.throw(position.about().faces),
        };
        let _ = position.set_roll(roll);
        let after = choose(&position, roll);
        let turn = position.compact_to(&after).and_then(|turn| position.notation(turn)).expect("a turn");
        entries.push(Entry { roll: Some(roll), turn, remarks: Vec::new() });
        position = after;
    }
    let outcome = if position.winner() == Some(Player::One) { "p1win" } else { "p2win" };
    record(start, entries, outcome, "checkers")
}

fn record(start: &str, turns: Vec<Entry>, outcome: &str, reason: &str) -> Record {
    let header = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    Record {
        headers: vec![header("Game", "diablo"), header("P1", "one"), header("P2", "two"), header("Start", start)],
        turns,
        outcome: outcome.to_owned(),
        reason: reason.to_owned(),
        squares: Vec::new(),
        remarks: Vec::new(),
    }
}

/// Some turn by static judgement among those of a roll: the best one for `rank` 0.
fn ranked(position: &Diablo, roll: Roll, rank: usize) -> Diablo {
    let mut all = Vec::new();
    let _ = position.clone().visit_turns(roll, &mut Scratch::default(), |after, turn| {
        let value = if after.winner().is_some() { 0.0 } else { after.chance() };
        all.push((value, turn));
        std::ops::ControlFlow::Continue(())
    });
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut after = position.clone();
    after.make(all[rank.min(all.len() - 1)].1);
    after
}

#[track_caller]
fn adds_up(game: &GameLuck) {
    let (one, two) = (game.totals(Player::One), game.totals(Player::Two));
    let sum = game.first_chance() + one.luck + one.error - two.luck - two.error + game.revision();
    assert!((sum - game.result).abs() < 1e-9, "{sum} {}", game.result);
    let adjusted = game.first_chance() + one.error - two.error + game.revision();
    assert!((adjusted - game.luck_adjusted()).abs() < 1e-9);
    for turn in &game.turns {
        assert!(turn.error() <= 0.0);
        if let Some(last) = turn.number.checked_sub(2).map(|i| &game.turns[i])
            && last.depth.is_none()
        {
            assert!(turn.depth.is_none(), "what comes after an exact position is exact");
            assert!((last.played - (1.0 - turn.before)).abs() < 1e-9, "so chances go on where they were");
        }
    }
}

const MIDGAME: &str = "GB.B/G3G../G.BB/.B.G b - 5";

#[test]
fn luck_and_skill_add_up_to_the_result() {
    for (start, nodes) in
        [(MIDGAME, 3000), (ENDINGS[5], 20_000), ("GBGB/BGBG/GBGB/BGBG b - 1", 2000), (ENDINGS[7], 9000)]
    {
        for seed in 0..3 {
            let record = play(start, seed, |position, roll| ranked(position, roll, (seed as usize) * 2));
            let game = analyse(&record, nodes).expect("a good record");
            assert_eq!(game.turns.len(), record.turns.len());
            assert!(game.finished && (game.result == 1.0) == (record.outcome == "p1win"));
            adds_up(&game);
            assert_eq!(analyse(&record, nodes).expect("a good record"), game, "it repeats");
        }
    }
    for name in ["played-diablo-1", "played-diablo-6", "diablo-remarks"] {
        let path = format!("{}/tests/records/good/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        for record in parse(&std::fs::read(path).expect("a file")).expect("a record") {
            adds_up(&analyse(&record, 2000).expect("a good record"));
        }
    }
}

#[test]
fn chances_of_small_endings_are_exact_and_all_is_luck_and_skill() {
    let record = play(ENDINGS[0], 4, |position, roll| ranked(position, roll, 1));
    let game = analyse(&record, 100_000).expect("a good record");
    assert!((game.first_chance() - 361.0 / 512.0).abs() < 1e-12);
    assert!(game.turns.iter().all(|turn| turn.depth.is_none()) && game.revision().abs() < 1e-9);
    adds_up(&game);
}

#[test]
fn perfect_play_has_no_error_and_luck_is_fair() {
    let (table, control) = (Table::new(0).expect("nothing"), Control::until_stopped(StopFlag::default()));
    let mut solver: Solver<'_, Diablo> = Solver::new(2, 1_000_000, &table, &control);
    for seed in 0..8 {
        let record = play(ENDINGS[0], seed, |position, roll| {
            let mut after = position.clone();
            after.make(solver.with_roll(position, roll).expect("small enough").1);
            after
        });
        let game = analyse(&record, 100_000).expect("a good record");
        for player in [Player::One, Player::Two] {
            let totals = game.totals(player);
            assert_eq!((totals.error, totals.worst, totals.error_per_turn()), (0.0, None, 0.0));
        }
        // What is left when luck is taken out is the chance at the start.
        assert!((game.luck_adjusted() - game.first_chance()).abs() < 1e-9);
    }
    // Luck, over the rolls of one turn.
    let mut sum = 0.0;
    for (roll, weight) in Roll::all(2) {
        let mut position = read(MIDGAME);
        position.set_roll(roll).expect("unknown before");
        let turn = turns::first(&position).expect("a turn");
        let entry = Entry { roll: Some(roll), turn, remarks: Vec::new() };
        let game = analyse(&record_of_one(entry), 5000).expect("a good record");
        assert!(!game.finished && game.turns[0].depth.is_some());
        sum += f64::from(weight) * game.turns[0].luck();
    }
    assert!(sum.abs() < 1e-9, "{sum}");
}

fn record_of_one(entry: Entry) -> Record {
    record(MIDGAME, vec![entry], "none", "broken-off")
}

#[test]
fn where_no_die_decides_there_is_no_luck() {
    for seed in 0..4 {
        let record = play("GB/BG b - 1", seed, |position, roll| ranked(position, roll, 5));
        let game = analyse(&record, 10_000).expect("a good record");
        assert_eq!((game.totals(Player::One).luck, game.totals(Player::Two).luck), (0.0, 0.0));
        adds_up(&game);
    }
}

#[test]
fn where_nothing_can_be_chosen_there_is_no_error() {
    // Green's tall stacks hold Black's corner: with 1-1 a checker can only be removed.
    let start = "..../..../G4.../B3G4.. b 1-1 5";
    let turn = Turn::parse("xa1,xa1").expect("a turn");
    let entry = Entry { roll: Some(Roll::new(1, 1)), turn, remarks: Vec::new() };
    let game = analyse(&record(start, vec![entry], "none", "broken-off"), 20_000).expect("a good record");
    let turn = &game.turns[0];
    assert_eq!((turn.luck(), turn.error()), (0.0, 0.0), "the roll was known at the start");
}

#[test]
fn a_blunder_is_found() {
    // Black can take the last enemy checker with either die, and plays something else.
    let start = "..../.B../..../B2G.G b - 5";
    let position = |fen: &str| read(fen);
    let mut before = position(start);
    before.set_roll(Roll::new(1, 1)).expect("unknown before");
    let good = ranked(&before, Roll::new(1, 1), 0);
    let bad = ranked(&before, Roll::new(1, 1), 1000);
    let analysed = |after: &Diablo| {
        let turn = before.compact_to(after).and_then(|turn| before.notation(turn)).expect("a turn");
        let entry = Entry { roll: Some(Roll::new(1, 1)), turn, remarks: Vec::new() };
        analyse(&record(start, vec![entry], "none", "broken-off"), 100_000).expect("a good record").turns.remove(0)
    };
    let (good, bad) = (analysed(&good), analysed(&bad));
    assert_eq!((good.before, good.rolled), (bad.before, bad.rolled));
    assert!(bad.error() < -0.1 && bad.error() < good.error(), "{bad:?} {good:?}");
    assert_eq!(bad.best, if good.error() == 0.0 { good.turn.clone() } else { good.best.clone() });
}

#[test]
fn records_that_are_none_of_diablo_are_refused() {
    let mut record = record("GB/BG b - 1", Vec::new(), "none", "broken-off");
    assert_eq!(analyse(&record, 10).expect("nothing happened").result, 0.5);
    record.headers[0].1 = "diaballik".into();
    assert!(matches!(analyse(&record, 10), Err(BadGame::OtherGame(_))));
    record.headers[0].1 = "diablo".into();
    record.outcome = "p1win".into();
    record.reason = "checkers".into();
    assert!(matches!(analyse(&record, 10), Err(BadGame::Record(_))));
}

// The subcommands.

fn said(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = common::command(arguments).stderr(std::process::Stdio::piped()).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn rollout_ends_with_a_line_for_programs() {
    let arguments = ["rollout", "..../...B/GG../..B2G2", "b", "-", "9", "--games", "100", "--seed", "5"];
    let (code, text, _) = said(&arguments);
    assert_eq!(code, Some(0));
    let last = text.lines().last().expect("a line");
    let words: Vec<_> = last.split(' ').collect();
    let field = |name: &str| -> f64 {
        let at = words.iter().position(|&word| word == name).unwrap_or_else(|| panic!("{name} in {last}"));
        words[at + 1].parse().expect("a number")
    };
    assert_eq!((words[0], field("games"), field("truncated"), field("seed")), ("rollout", 100.0, 0.0, 5.0));
    assert!(field("error") < field("rawerror") && field("length") > 1.0);
    assert!((field("chance") - PolicyValue::of(ENDINGS[0], None)).abs() < 4.0 * field("error"));
    assert!(text.contains("1-2          2") && text.contains("Black, who is to move, wins"));
    let many = [&arguments[..], &["--threads", "2"]].concat();
    assert_eq!(said(&many).1, text);
    let (_, text, _) =
        said(&["--board-size", "4", "rollout", "--games", "9", "--truncate", "2", "--plain", "--nodes", "50"]);
    assert!(
        text.starts_with("GBGB/BGBG/GBGB/BGBG b - 1\n9 games by a search of 50 positions a turn, judged after 2 turns")
    );
}

#[test]
fn luck_tells_each_turn_and_the_sums() {
    let path = format!("{}/tests/records/good/played-diablo-1.txt", env!("CARGO_MANIFEST_DIR"));
    let (code, text, _) = said(&["luck", &path, "--nodes", "20000"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("   2 Green  1-2    d1c1,c1c3 "), "{text}");
    assert!(text.contains("Luck-adjusted result for Black: ") && text.contains("= 0.00, the result."), "{text}");
    assert!(text.lines().last().expect("a line").starts_with("player hasty games 1 turns 4 luck "), "{text}");
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, expected) in [
        (&["rollout", "nonsense"][..], "rollout: column 1: "),
        (&["rollout", "../.B", "b", "-", "3"], "the game is over"),
        (&["rollout", "--games", "1"], "--games takes a whole number from 2, not '1'"),
        (&["rollout", "--nodes", "x"], "--nodes takes a whole number from 1, not 'x'"),
        (&["--games", "5"], "--games belongs to the subcommand rollout"),
        (&["luck", "x", "--truncate", "5"], "--truncate belongs to the subcommand rollout"),
        (&["bench", "--nodes", "5"], "--nodes belong to --gtp (--nodes to rollout and luck as well)"),
        (&["luck"], "luck needs a file"),
        (&["luck", "/no/such/file"], "/no/such/file: "),
    ] {
        let (code, out, error) = said(arguments);
        assert_eq!((code, out.as_str(), error.lines().count()), (Some(2), "", 1), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
