//! The right answers of tests/cases for Diaballik: turns, verdicts, refused FENs.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::collections::HashSet;
use std::ops::ControlFlow;

use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::history::{BadToken, History};
use diabolo::game::{Game, Illegal, Outcome, PartialTurn, Player, Reason, Turn, turns};

/// The lines of a file of cases, cut into fields.
fn cases(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let cases: Vec<_> = lines.map(|line| line.split(';').map(|field| field.trim().to_owned()).collect()).collect();
    assert!(!cases.is_empty(), "{name} is empty");
    cases
}

fn position(fen: &str) -> Diaballik {
    let (position, seed) = Diaballik::parse_fen(fen).unwrap();
    assert_eq!(position.fen(), fen, "printing is the inverse of parsing");
    assert_eq!(seed, None);
    position
}

fn successors(position: &Diaballik) -> Vec<Diaballik> {
    let mut list = Vec::new();
    let _ = position.visit_successors(&mut (), &mut |next| {
        list.push(*next);
        ControlFlow::Continue(())
    });
    list
}

/// How many legal action sequences there are.
fn sequences(partial: &impl PartialTurn) -> u64 {
    let here = u64::from(partial.may_end().is_ok());
    let below = partial.actions().into_iter().map(|(_, action)| {
        let mut next = partial.clone();
        next.push(action).unwrap();
        sequences(&next)
    });
    here + below.sum::<u64>()
}

fn check_turns(name: &str) {
    for case in cases(name) {
        let [fen, counts @ ..] = case.as_slice() else { unreachable!() };
        let position = position(fen);
        let mover = position.side_to_move();
        let after = successors(&position);
        let ends = |reason: Reason, winner: Player| {
            let verdicts = after.iter().filter_map(Game::verdict);
            verdicts.filter(|end| end.reason == reason && end.outcome == Outcome::Win(winner)).count() as u64
        };
        let found = [
            after.len() as u64,
            sequences(&position.begin()),
            ends(Reason::Goal, mover),
            ends(Reason::AntiPlay, mover),
            ends(Reason::AntiPlay, mover.other()),
        ];
        let expected: Vec<u64> = counts.iter().map(|count| count.parse().unwrap()).collect();
        assert_eq!(found.as_slice(), expected, "{fen}");
        assert_eq!(turns::list(&position, &mut || true).unwrap().len(), after.len(), "{fen}");
        assert_eq!(position.can_score(mover), found[2] > 0, "{fen}");
    }
}

#[test]
fn turns_are_counted_right() {
    check_turns("diaballik-turns.txt");
}

#[test]
fn turns_around_unbroken_lines_are_counted_right() {
    check_turns("diaballik-antiplay-turns.txt");
}

#[test]
fn the_start_has_its_known_numbers() {
    for (setup, turns, sequence_count, two_turns) in
        [(Setup::Standard, 290, 1128, 84_100), (Setup::Variant, 132, 394, 24_392)]
    {
        let start = Diaballik::startpos(setup);
        let after = successors(&start);
        assert_eq!(after.len(), turns);
        assert_eq!(sequences(&start.begin()), sequence_count);
        assert_eq!(after.iter().map(|next| successors(next).len()).sum::<usize>(), two_turns);
    }
}

#[test]
fn verdicts_are_right() {
    for case in cases("diaballik-verdicts.txt") {
        let [fen, turn, expected, what @ ..] = case.as_slice() else { panic!("{case:?}") };
        let mut history = History::new(position(fen), None);
        let turns = turn.split(' ').filter(|turn| *turn != "-");
        let played = turns.map(|turn| Turn::parse(turn).unwrap()).try_for_each(|turn| history.play(&turn));
        let verdict = history.verdict(3).map(|end| end.outcome);
        let found = match (played, verdict) {
            // In one case the position is decided before the turn: the turn is refused and the verdict stands.
            (Err(BadToken::Turn(error)), None) if error.rule != Illegal::Over => "illegal",
            (Err(error), None) => panic!("{fen} {turn}: {error}"),
            (Ok(()), None) => "ongoing",
            (_, Some(Outcome::Win(Player::One))) => "p1win",
            (_, Some(Outcome::Win(Player::Two))) => "p2win",
            (_, Some(Outcome::Draw)) => "draw",
        };
        assert_eq!(found, expected, "{fen} {turn}: {what:?}");
    }
}

#[test]
fn each_illegal_turn_is_told_by_the_rule_it_breaks() {
    let start = Diaballik::startpos(Setup::Standard);
    let open = position("bbbB.bb/......./...w.../......./...b.../......./wwwW.ww w");
    let scored = position("bbbB.bb/...w.../......./......./W..b.../......./.ww.www w");
    for (position, turn, word, sentence) in [
        (start, "d1d2", "holder", "the holder of the ball may not step"),
        (start, "d1e2", "receiver", "no piece stands on e2 to receive the ball"),
        (start, "d1d7", "receiver", "no piece stands on d7 to receive the ball"),
        (start, "d1d1", "receiver", "no piece stands on d1 to receive the ball"),
        (start, "d1c1,c1c2", "holder", "the holder of the ball may not step"),
        (start, "d1c1,c1b1", "passes", "a turn has one pass at most"),
        (start, "a7a6", "enemy", "a7 is the opponent's"),
        (start, "d4d3", "empty", "d4 is empty"),
        (start, "a1b1", "occupied", "b1 is taken"),
        (start, "a1a1", "distance", "a step goes one square up, down, left or right"),
        (start, "a1b2", "distance", "a step goes one square up, down, left or right"),
        (start, "a1a2,b1b2,c1c2", "steps", "a turn has two steps at most"),
        (start, "a1a8", "off-board", "a8 is not on the board"),
        (start, "h1a0", "off-board", "h1 is not on the board"),
        (start, "a1a0", "off-board", "a256 is not on the board"),
        (start, "xa1", "no-removal", "nothing is removed in this game"),
        (start, "b1b2,b2b3,b3a3", "steps", "a turn has two steps at most"),
        (start, "c1c2,c2c3,d1c3", "direction", "a pass follows a straight line, orthogonal or diagonal"),
        (open, "d1d5", "blocked", "an opposing piece on d3 blocks the pass"),
        (scored, "d6e6,e6e7,a3e7,b1b2", "over", "the game is over"),
    ] {
        let error = turns::play(&position, &Turn::parse(turn).unwrap()).unwrap_err();
        assert_eq!((error.rule.word(), error.to_string().as_str()), (word, sentence), "{turn}");
        assert_eq!(error.action, turn.matches(',').count(), "{turn}");
    }
    let nothing = turns::play(&start, &Turn(Vec::new())).unwrap_err();
    assert_eq!(nothing.rule.word(), "no-action");
}

#[test]
fn a_finished_game_has_no_turns() {
    let over = position("bbb.Wbb/......./...B.../b....../......./......./www.www b");
    assert_eq!(over.begin().actions(), []);
    assert_eq!(successors(&over), []);
    let error = turns::play(&over, &Turn::parse("a4a5").unwrap()).unwrap_err();
    assert_eq!(error.rule.word(), "over");
}

#[test]
fn anti_play_can_be_switched_off() {
    let mut line = position("bbbB.../......./......./b....../wb...../.w.b.../..wWwww b");
    assert!(line.verdict().is_some());
    line.set_anti_play(false);
    assert_eq!(line.verdict(), None);
    assert!(!successors(&line).is_empty());
}

#[test]
fn refused_fens_each_have_their_message() {
    let mut problems = HashSet::new();
    for case in cases("refused-fens.txt").iter().filter(|case| case[0] == "diaballik") {
        let error = Diaballik::parse_fen(&case[1]).expect_err(&case[2]);
        assert!(problems.insert(error.problem.clone()), "{error}, for {}, is not its own message", case[2]);
    }
    assert_eq!(problems.len(), 12);
}

#[test]
fn refused_fens_are_told_with_their_place() {
    let rows = "/......./......./......./......./......./";
    for (fen, message) in [
        (format!("bbbBbbb{rows}wwwWwww"), "column 56: expected a blank and the side to move, found the end"),
        (format!("bbbBbbb{rows}wwwWwww x"), "column 57: the side to move is w or b"),
        (format!("bbbBbbb{rows}wwwWwww w 3"), "column 59: unexpected '3'"),
        (format!("bbbBbbb{rows}wwwWww w"), "column 49: row 1 has 6 squares instead of 7"),
        (format!("bbbBbbb{rows}wwwWwww/7 w"), "column 57: there are 8 rows instead of 7"),
        (format!("bbbBbbb{rows}wwwWwwB w"), "column 55: Black has a second holder of the ball"),
        (format!("bbbBbb9{rows}wwwWwww w"), "column 7: unknown letter '9'"),
        (format!("bbbBbbb{rows}/ w"), "column 49: expected a row of the board, found '/'"),
        (String::new(), "column 1: expected a row of the board, found the end"),
    ] {
        let error = Diaballik::parse_fen(&fen).unwrap_err().to_string();
        assert!(error.starts_with(message), "{fen}: {error}");
    }
}

#[test]
fn digits_stand_for_runs_of_empty_squares() {
    let (position, _) = Diaballik::parse_fen("bbbBbbb/7/1.5/7/3..2/7/wwwWwww w").unwrap();
    assert_eq!(position, Diaballik::startpos(Setup::Standard));
    assert_eq!(position.fen(), "bbbBbbb/......./......./......./......./......./wwwWwww w");
}

#[test]
fn the_board_is_told_square_by_square() {
    let mut partial = Diaballik::startpos(Setup::Standard).begin();
    for action in Turn::parse("a1a2,d1g1").unwrap().0 {
        partial.push(action).unwrap();
    }
    let squares: Vec<String> = partial
        .pieces()
        .iter()
        .map(|piece| format!("{}{}{}", piece.square, piece.owner.index() + 1, piece.mark.unwrap_or_default()))
        .collect();
    assert_eq!(squares.join(" "), "b11 c11 d11 e11 f11 g11ball a21 a72 b72 c72 d72ball e72 f72 g72");
}
