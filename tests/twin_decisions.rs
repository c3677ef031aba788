//! The points on which the rules could be read two ways, one test each, and the twin checked against
//! itself: by symmetries, and by plainer ways of finding the same things.

mod twin;

use std::collections::BTreeSet;
use twin::*;

fn verdict(fen: &str, turns: &[&str]) -> Verdict {
    verdict_after(fen, turns, 3).unwrap_or_else(|index| panic!("{fen}: {} is illegal", turns[index]))
}

/// The verdict and its reason after one turn, or as the position stands.
fn end(fen: &str, turn: &str) -> (Verdict, &'static str) {
    let position = Position::parse(fen);
    let after = if turn.is_empty() { position } else { position.play(turn).expect("a legal turn") };
    (after.verdict(), after.reason())
}

fn legal(fen: &str, turn: &str) -> bool {
    Position::parse(fen).play(turn).is_some()
}

const ONGOING: (Verdict, &str) = (Verdict::Ongoing, "none");
const P1_ANTI_PLAY: (Verdict, &str) = (Verdict::P1Win, "antiplay");
const P2_ANTI_PLAY: (Verdict, &str) = (Verdict::P2Win, "antiplay");

// ---------------------------------------------------------------- Diaballik

#[test]
fn anti_play_is_judged_at_the_end_of_a_turn_for_both_sides() {
    // White lacks g4 for a line that three would touch
    let own = "bbbB.../......./......w/bbb..../wwwWww./......./....... w";
    assert_eq!(end(own, "g5g4"), P2_ANTI_PLAY);
    assert_eq!(end(own, "g5g4,d3c3"), P2_ANTI_PLAY);
    assert_eq!(end(own, "g5g4,g4g5"), ONGOING, "closed and opened again");
    // White lacks one contact with Black's line
    let other = "......./......./......./bbbBbbb/ww...../..w..../...Wwww w";
    assert_eq!(end(other, "c2c3"), P1_ANTI_PLAY);
    assert_eq!(end(other, "c2c3,c3c2"), ONGOING, "touched and left again");
}

#[test]
fn anti_play_whoever_brings_the_contact() {
    let brought = "bbb..../b.....B/......./......./wb...../.w.b.../..wWwww b";
    assert_eq!(end(brought, "a6a5,a5a4"), P2_ANTI_PLAY);
    let closed_on_three = "bbbB.../......./......w/bbb..../wwwWww./......./....... w";
    assert_eq!(end(closed_on_three, "g5g4"), P2_ANTI_PLAY);
}

#[test]
fn anti_play_on_both_sides_is_won_by_the_one_that_moved() {
    let white = "......./......./bb...bb/..bBb../Wwww.ww/....w../....... w";
    assert_eq!(end(white, ""), ONGOING);
    assert_eq!(end(white, "e2e3"), P1_ANTI_PLAY);
    let black = Symmetry::OPPOSITE.fen(white).expect("a counterpart");
    assert_eq!(end(&black, "e6e5"), P2_ANTI_PLAY);
}

#[test]
fn a_goal_comes_before_an_anti_play() {
    // g5 closes White's line, which a5, b5 and c5 touch
    let fen = "...w.../wwW.ww./bbbB.../....b.w/.....b./......./......b w";
    assert_eq!(end(fen, ""), ONGOING);
    assert_eq!(end(fen, "g4g5"), P2_ANTI_PLAY);
    assert_eq!(end(fen, "g4g5,c6d7"), (Verdict::P1Win, "goal"));
    assert!(!legal(fen, "c6d7,g4g5"), "nothing follows a goal");
    let next = Position::parse(fen).actions_after("c6d7").expect("legal");
    assert_eq!((next.may_end, next.actions.len()), (true, 0));
}

#[test]
fn lines_on_the_own_row_contacts_on_both_faces_and_the_holder_count() {
    assert_eq!(end("bbB...b/......./......./......./......./...bbb./wwwWwww b", ""), P2_ANTI_PLAY);
    assert_eq!(end("..bBbb./......./b.....b/wwwWwww/.b...../......./....... w", ""), P2_ANTI_PLAY);
    // the holder d4 is touched from both faces
    assert_eq!(end("..bBbb./......./b..b.../wwwWwww/...b.../......./....... w", ""), P2_ANTI_PLAY);
    // one piece that touches twice is one piece
    assert_eq!(end("bb....b/..B.b../......./...Wbb./..w.www/.w...../w...... b", ""), ONGOING);
}

#[test]
fn the_order_of_the_ends() {
    // White has no action, but has also touched Black's line with three
    let fen = "......./......./......./......./...Bb../b.bwwb./Wbwwwwb w";
    assert_eq!(end(fen, ""), P1_ANTI_PLAY);
    let without = Position::parse(fen).without_anti_play();
    assert_eq!((without.verdict(), without.reason()), (Verdict::P2Win, "stalemate"));
    // a goal, and an anti-play for the other side
    let fen = "...W.../wwwbwww/bbb.bbB/......./......./......./....... b";
    assert_eq!(end(fen, ""), (Verdict::P1Win, "goal"));
}

#[test]
fn ends_in_a_position_set_up() {
    let both = "......./......./......b/b....b./wbB.b../.w.b.../..wWwww";
    assert_eq!(end(&format!("{both} w"), ""), P2_ANTI_PLAY);
    assert_eq!(end(&format!("{both} b"), ""), P1_ANTI_PLAY);
    for side in ["w", "b"] {
        let ball = format!("bbbBWbb/......./...w.../......./...b.../......./www..ww {side}");
        assert_eq!(end(&ball, ""), (Verdict::P1Win, "goal"));
        let position = Position::parse(&ball);
        assert!(position.sequences().is_empty());
        assert_eq!(position.actions_after(""), Some(Next { may_end: false, actions: vec![] }));
    }
}

#[test]
fn passes_take_all_eight_directions() {
    let mut receivers = BTreeSet::new();
    for rows in ["...w.w./......./...W.w./......./.w.w.w.", ".w...../......./.w.W.../......./.wwww.."] {
        let fen = format!("bbbBbbb/{rows}/....... w");
        let next = Position::parse(&fen).actions_after("").expect("the beginning of a turn");
        receivers.extend(next.actions.into_iter().filter(|action| action.1 == "pass").map(|action| action.0));
    }
    let wanted = ["d4b2", "d4b4", "d4b6", "d4d2", "d4d6", "d4f2", "d4f4", "d4f6"];
    assert_eq!(receivers.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}

#[test]
fn own_pieces_do_not_block_a_pass_and_opponents_do() {
    assert!(legal(DIABALLIK_START, "d1a1") && legal(DIABALLIK_START, "d1g1"));
    assert!(!legal("bbbB.bb/......./...w.../......./...b.../......./wwwW.ww w", "d1d5"));
}

#[test]
fn anti_play_can_be_switched_off() {
    let fen = "bbbB.../......./......./b....../wb...../.w.b.../..wWwww b";
    let position = Position::parse(fen);
    assert_eq!(position.verdict(), Verdict::P2Win);
    assert_eq!(position.count(), 0);
    let without = position.without_anti_play();
    assert_eq!((without.verdict(), without.reason()), ONGOING);
    assert!(without.sequences().iter().all(|(_, after)| after.reason() != "antiplay"));
    assert!(without.count() > 0);
}

#[test]
fn a_turn_may_leave_the_board_unchanged() {
    let after = Position::parse(DIABALLIK_START).play("a1a2,a2a1").expect("legal");
    assert_eq!(after.fen(), DIABALLIK_START.replace(" w", " b"));
}

#[test]
fn no_legal_action_loses() {
    assert_eq!(end("...Bwww/....bww/.....bw/......b/......./bb...../Wb..... w", ""), (Verdict::P2Win, "stalemate"));
}

#[test]
fn the_third_occurrence_is_a_draw_and_so_is_each_further_one() {
    let there_and_back = ["a1a2", "a7a6", "a2a1", "a6a7"];
    let turns: Vec<&str> = there_and_back.iter().copied().cycle().take(16).collect();
    let after = |number, limit| verdict_after(DIABALLIK_START, &turns[..number], limit);
    for number in 0..=16 {
        assert_eq!(after(number, 0), Ok(Verdict::Ongoing));
        let drawn = number >= 8; // from then on every position has come three times
        assert_eq!(after(number, 3), Ok(if drawn { Verdict::Draw } else { Verdict::Ongoing }), "{number}");
    }
    assert_eq!(after(4, 2), Ok(Verdict::Draw));
    let mut with_more = turns[..8].to_vec();
    with_more.extend(["b1b2", "a7a6"]);
    assert_eq!(verdict(DIABALLIK_START, &with_more), Verdict::Ongoing, "played on after a draw");
    assert_eq!(verdict_after(DIABALLIK_START, &["a1a2", "a1a2"], 3), Err(1));
    // the same board with the other side to move is another position
    assert_eq!(verdict_after(DIABALLIK_START, &["a1a2,a2a1"], 2), Ok(Verdict::Ongoing));
}

#[test]
fn a_pass_back_has_to_wait_a_turn() {
    assert!(!legal(DIABALLIK_START, "d1c1,c1d1"));
    assert_eq!(verdict(DIABALLIK_START, &["d1c1", "a7a6", "c1d1"]), Verdict::Ongoing);
}

#[test]
fn any_placement_is_a_set_up() {
    for fen in [DIABALLIK_VARIANT, "bbwBwbb/7/7/7/7/7/wwbWbww w", "bbwBwbb/3...1/7/.6/6./7/wwbWbww w"] {
        let position = Position::parse(fen);
        assert_eq!(position.verdict(), Verdict::Ongoing);
        assert_eq!(Position::parse(&position.fen()), position);
        assert!(!position.fen().contains('7'));
    }
}

// ---------------------------------------------------------------- Diablo

#[test]
fn stacks_leap_over_what_stands_between() {
    assert!(legal("..../..../G3.../BG3G. b 2-2 5", "a1c1,c1c3"));
    let start = Position::parse(&diablo_start(4)).with_roll((2, 2));
    assert_eq!(start.count(), 16);
}

#[test]
fn the_same_stack_may_move_twice() {
    assert!(legal("..BG2/B.../..../.... b 1-2 5", "c4c3,c3a3"));
    assert!(legal("...G2/..../..../B.B. b 1-2 5", "a1c1,c1c2"));
}

#[test]
fn a_first_action_need_not_leave_a_second() {
    let fen = "...G3/B.../..../B... b 1-2 5";
    assert!(legal(fen, "a1a2,xa3") && legal(fen, "a1a3,a3b3"));
    assert!(!legal(fen, "a1a3,xa3"), "a removal although a move is open");
}

#[test]
fn nothing_follows_the_capture_of_the_last_checker() {
    let fen = "..../..../..../B2G.. b 1-2 5";
    assert_eq!(end(fen, "a1b1"), (Verdict::P1Win, "checkers"));
    assert!(!legal(fen, "a1b1,b1b3"));
}

#[test]
fn the_second_action_may_capture_the_last_checker() {
    assert_eq!(end("..../..../.G../B2... b 1-1 5", "a1a2,a2b2"), (Verdict::P1Win, "checkers"));
}

#[test]
fn a_lone_checker_that_must_be_removed_loses() {
    let fen = "..../..../G2.../BG2.. b 1-1 5";
    assert_eq!(Position::parse(fen).sequences().len(), 1);
    assert_eq!(end(fen, "xa1"), (Verdict::P2Win, "checkers"));
    assert_eq!(end("...G/..../..../B... b 1-2 5", "a1a2,xa2"), (Verdict::P2Win, "checkers"));
}

#[test]
fn both_removals_may_hit_one_stack() {
    let fen = "..../..../G4.../B3G4.. b 1-1 5";
    assert!(legal(fen, "xa1,xa1") && !legal(fen, "xa1"));
}

#[test]
fn a_first_turn_without_a_move_removes_one_checker() {
    let fen = "..../..../G4.../B3G4.. b 1-1 1";
    assert!(legal(fen, "xa1") && !legal(fen, "xa1,xa1"));
}

#[test]
fn diablo_positions_set_up() {
    assert_eq!(end("B.../..../..../.... b - 3", ""), (Verdict::P1Win, "checkers"));
    assert_eq!(end("G.../..../..../.... b 1-2 3", ""), (Verdict::P2Win, "checkers"));
    let refused = ["B9..G/..../..../.... b - 3", "..../..../..../.... b - 3", "B..G/..../..../.... g - 3"];
    assert!(refused.iter().all(|fen| Diablo::read(fen).is_err()));
    assert!(Diablo::read("B8..G8/..../..../.... g - 4").is_ok());
    assert_eq!(Position::parse("B1.B2G/..../..../.... b 2-1 3 seed=7").fen(), "B.B2G/..../..../.... b 2-1 3");
}

#[test]
fn the_order_of_the_dice_is_free_and_a_double_is_one_distance_twice() {
    for fen in ["GB.B/G3G../G.BB/.B.G b - 5", ".BGB/BG.G/.GG2B/G..B2 g - 6"] {
        let position = Position::parse(fen);
        assert_eq!(position.with_roll((1, 2)).distinct(), position.with_roll((2, 1)).distinct());
    }
    assert!(Position::parse("..../..../..../BB.G2 b 2-1 5").fen().contains(" 2-1 "), "the order is kept");
    // a merge leaves the double's second half, and no more
    let double = Position::parse("...G2/..../..../BB.. b 1-1 5");
    assert!(double.play("a1b1,b1b2").is_some());
    assert!(double.play("a1b1").is_none() && double.play("a1b1,b1b2,b2b3").is_none());
}

#[test]
fn a1_is_black_on_every_board() {
    for size in (2..=26).step_by(2) {
        let start = Position::parse(&diablo_start(size));
        assert_eq!(start.fen(), diablo_start(size));
        assert!(diablo_start(size).split([' ', '/']).nth(size - 1).expect("row 1").starts_with('B'));
        assert!(start.player_one_to_move() && start.verdict() == Verdict::Ongoing);
    }
    assert!(Diablo::read(&diablo_start(28)).is_err());
}

#[test]
fn file_x_is_no_removal() {
    let empty = vec![".".repeat(24); 23].join("/");
    let fen = format!("{empty}/{}B b 1-1 3", ".".repeat(23));
    let position = Position::parse(&fen.replacen('.', "G", 1));
    assert!(position.play("x1x2,xx2").is_some());
    assert!(position.play("x1x2,x2").is_none());
}

#[test]
fn a_turn_without_known_dice_does_not_exist() {
    let start = Position::parse(&diablo_start(4));
    assert!(start.sequences().is_empty() && start.play("a1b1").is_none());
    assert_eq!(start.actions_after(""), Some(Next { may_end: false, actions: vec![] }));
}

#[test]
fn kinds_of_actions() {
    let position = Position::parse("..BG2/B.../.G../B... b 1-2 5");
    let next = position.actions_after("").expect("the beginning of a turn");
    assert!(!next.may_end);
    let kind = |text: &str| next.actions.iter().find(|action| action.0 == text).map(|action| action.1);
    assert_eq!(kind("a1a3"), Some("merge"));
    assert_eq!(kind("a1b1"), Some("quiet"));
    assert_eq!(kind("c4d4"), None);
    assert_eq!(kind("xa1"), None);
    let after_quiet = position.actions_after("a1b1").expect("legal");
    assert!(after_quiet.actions.iter().all(|action| action.1 != "quiet"));
    assert_eq!(position.actions_after("a1d1"), None);
}

#[test]
fn black_loses_on_the_smallest_board() {
    assert_eq!(chance_of_player_one(&Position::parse(&diablo_start(2))), (0, 1));
}

#[test]
fn every_turn_takes_from_stacks_and_checkers() {
    let weight = |fen: &str| -> usize {
        let board = fen.split(' ').next().expect("a board");
        let cells = board.replace(['B', 'G'], ",1 ").replace(['.', '/'], ",");
        let stack = |cell: &str| cell.trim_end().split(' ').next_back().map_or(0, |h| h.parse().unwrap_or(0));
        cells.split(',').filter(|cell| !cell.is_empty()).map(|cell| stack(cell) + 1).sum()
    };
    assert_eq!(weight("B2.G/GB13.. b - 1"), 2 + 1 + 1 + 13 + 4);
    let mut random = Random(5);
    for size in [2, 4, 6] {
        for _ in 0..20 {
            let game = random.diablo_game(size);
            assert!(game.len() <= 2 * size * size + 1);
            for pair in game.windows(2) {
                let opening = pair[0].fen().ends_with(" 1");
                assert!(opening || weight(&pair[0].fen()) > weight(&pair[1].fen()), "{}", pair[0].fen());
            }
        }
    }
}

// ---------------------------------------------------------------- the twin against itself

/// A small generator of repeatable numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    fn roll(&mut self, size: usize) -> (usize, usize) {
        (1 + self.below(size / 2), 1 + self.below(size / 2))
    }

    /// All positions of a random game, the dice thrown.
    fn diablo_game(&mut self, size: usize) -> Vec<Position> {
        let mut game = vec![Position::parse(&diablo_start(size)).with_roll(self.roll(size))];
        while game[game.len() - 1].verdict() == Verdict::Ongoing {
            let sequences = game[game.len() - 1].sequences();
            game.push(self.pick(&sequences).1.with_roll(self.roll(size)));
        }
        game
    }

    /// The positions of a random game of Diaballik up to so many turns.
    fn diaballik_game(&mut self, turns: usize) -> Vec<Position> {
        let start = *self.pick(&[DIABALLIK_START, DIABALLIK_VARIANT]);
        let mut game = vec![Position::parse(start)];
        while game.len() <= turns && game[game.len() - 1].verdict() == Verdict::Ongoing {
            let sequences = game[game.len() - 1].sequences();
            game.push(self.pick(&sequences).1.clone());
        }
        game
    }
}

/// The turns of the changed position are the changed turns, and lead to the changed positions.
fn check_symmetry(position: &Position, symmetry: Symmetry, size: usize) {
    let Some(fen) = symmetry.fen(&position.fen()) else { return };
    let changed = Position::parse(&fen);
    let texts = |list: Vec<(String, Position)>| -> BTreeSet<(String, Option<String>)> {
        list.into_iter().map(|(turn, after)| (turn, Some(after.fen()))).collect()
    };
    let wanted = position.sequences().into_iter();
    let wanted = wanted.map(|(turn, after)| (symmetry.turn(&turn, size), symmetry.fen(&after.fen())));
    assert_eq!(texts(changed.sequences()), wanted.collect(), "{symmetry:?} of {}", position.fen());
    let other_winner = match position.verdict() {
        Verdict::P1Win => Verdict::P2Win,
        Verdict::P2Win => Verdict::P1Win,
        verdict => verdict,
    };
    assert_eq!(changed.verdict(), if symmetry.exchange { other_winner } else { position.verdict() });
    assert_eq!(changed.reason(), position.reason());
    assert_eq!(changed.player_one_to_move() == position.player_one_to_move(), !symmetry.exchange);
}

#[test]
fn diaballik_is_symmetric() {
    let mut random = Random(1);
    for _ in 0..3 {
        for position in random.diaballik_game(12) {
            Symmetry::of_diaballik().into_iter().for_each(|s| check_symmetry(&position, s, 7));
        }
    }
}

#[test]
fn diablo_is_symmetric() {
    let mut random = Random(2);
    for size in [2, 4, 4, 6] {
        for position in random.diablo_game(size).iter().take(20) {
            Symmetry::of_diablo().into_iter().for_each(|s| check_symmetry(position, s, size));
        }
    }
}

#[test]
fn symmetries_of_texts() {
    assert_eq!(Symmetry::MIRROR.turn("a1b1,xa1,x12x10", 24), "x1w1,xx1,a12a10");
    assert_eq!(Symmetry::MIRROR.fen("B2G/.. b - 3").as_deref(), Some("GB2/.. b - 3"));
    assert_eq!(Symmetry::EXCHANGE.fen("B2G/.. b - 3").as_deref(), Some("G2B/.. g - 4"));
    assert_eq!(Symmetry::EXCHANGE.fen("G2B/.. g - 2").as_deref(), Some("B2G/.. b - 3"));
    assert_eq!(Symmetry::EXCHANGE.fen(&diablo_start(4)), None);
    assert_eq!(Symmetry::OPPOSITE.fen(DIABALLIK_START), Some(DIABALLIK_START.replace(" w", " b")));
    assert_eq!(Symmetry::OPPOSITE.turn("b1b2,d1b2", 7), "b7b6,d7b6");
}

#[test]
fn exact_chances_are_symmetric() {
    for fen in ["....../.....B2/..G2.../....../....../...... b - 9", "..../..GB/...G2/.B2.. b - 9"] {
        let (top, bottom) = chance_of_player_one(&Position::parse(fen));
        for symmetry in Symmetry::of_diablo() {
            let changed = Position::parse(&symmetry.fen(fen).expect("not the first turn"));
            let wanted = if symmetry.exchange { bottom - top } else { top };
            assert_eq!(chance_of_player_one(&changed), (wanted, bottom));
        }
    }
}

#[test]
fn a_known_roll_has_a_chance_of_its_own() {
    let position = Position::parse("..../..GB/...G2/.B2.. b - 9");
    let (mut sum, mut throws) = (0.0, 0.0);
    for (roll, ways) in position.rolls() {
        let (top, bottom) = chance_of_player_one(&position.with_roll(roll));
        sum += f64::from(ways) * top as f64 / bottom as f64;
        throws += f64::from(ways);
    }
    assert!((sum / throws - 1659.0 / 2048.0).abs() < 1e-12);
}

/// Positions in which wins at once, by whatever end, are not rare.
fn tense_positions() -> Vec<Position> {
    let files = [
        include_str!("cases/diaballik-turns.txt"),
        include_str!("cases/diaballik-antiplay-turns.txt"),
        include_str!("cases/diaballik-wins.txt"),
        include_str!("cases/diaballik-verdicts.txt"),
    ];
    let lines = files.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#'));
    lines.map(|line| Position::parse(line.split(';').next().expect("a FEN"))).collect()
}

#[test]
fn the_glance_for_a_win_agrees_with_trying_all_turns() {
    let mut random = Random(3);
    let mut wins = 0;
    let mut check = |position: &Position| {
        let mine = if position.player_one_to_move() { Verdict::P1Win } else { Verdict::P2Win };
        let tried = position.successors().iter().any(|after| after.verdict() == mine);
        assert_eq!(can_win_at_once(position), tried, "{}", position.fen());
        wins += usize::from(tried);
    };
    for position in tense_positions() {
        check(&position);
        let sequences = position.sequences();
        for _ in 0..20 {
            if !sequences.is_empty() {
                check(&random.pick(&sequences).1);
            }
        }
    }
    for _ in 0..4 {
        random.diaballik_game(100).iter().for_each(&mut check);
    }
    // White can be left without an action
    let stalemate = Position::parse("...Bwww/....bww/.....bw/......./......b/bb...../Wb..... b");
    assert!(stalemate.successors().iter().any(|after| after.reason() == "stalemate"));
    check(&stalemate);
    assert!(wins > 100, "{wins}");
}

#[test]
fn proofs_agree_with_plain_loops() {
    let wins = include_str!("cases/diaballik-wins.txt").lines().filter(|line| line.contains("; 2 ;"));
    for line in wins.step_by(4) {
        let position = Position::parse(line.split(';').next().expect("a FEN"));
        let mine = if position.player_one_to_move() { Verdict::P1Win } else { Verdict::P2Win };
        let mut plain = Vec::new();
        for (fen, turn) in position.distinct() {
            let after = Position::parse(&fen);
            let lost = |reply: &Position| reply.verdict() == mine || can_win_at_once(reply);
            let wins =
                after.verdict() == mine || after.verdict() == Verdict::Ongoing && after.successors().iter().all(lost);
            if wins {
                plain.push(turn);
            }
        }
        assert_eq!(forced_win(&position, 2), plain);
    }
}

#[test]
fn canonical_turns_have_the_fewest_actions_then_come_first() {
    let mut random = Random(4);
    let mut positions = random.diablo_game(4);
    positions.extend(random.diaballik_game(10));
    for position in positions {
        let sequences = position.sequences();
        for (fen, turn) in position.distinct() {
            let same = sequences.iter().filter(|(_, after)| after.fen() == fen).map(|(text, _)| text);
            let first = same.min_by_key(|text| (text.split(',').count(), text.as_bytes()));
            assert_eq!(first, Some(&turn));
        }
    }
}

#[test]
fn diablo_perft_takes_each_roll_once() {
    let start = Position::parse(&diablo_start(4));
    assert_eq!(perft(&start, 0), 1);
    assert_eq!(perft(&start, 1), 24 + 40 + 16);
    assert_eq!(perft(&start.with_roll((1, 2)), 1), 40);
    let won = Position::parse("B.../..../..../.... b 1-1 3");
    assert_eq!((perft(&won, 0), perft(&won, 1)), (1, 0));
}
