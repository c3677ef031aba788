//! The points on which the published rules could be read two ways: a test for each decision, named after it.
//! CONTRIBUTING.md lists them, with what was broken on purpose to see each test fail.

use std::ops::ControlFlow;

use diabolo::game::any::{AnyGame, GameName};
use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::diablo::Diablo;
use diabolo::game::history::History;
use diabolo::game::{Dice, Game, Outcome, Player, Roll, Turn, turns};
use diabolo::options::{self, Options};

/// A position whose generator and step-by-step rules agree on its turns, so that a test of one is a test of both.
#[track_caller]
fn position<G: Game>(fen: &str) -> G {
    let (position, _) = G::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    agreed(&position);
    position
}

#[track_caller]
fn agreed<G: Game>(position: &G) {
    let mut generated = Vec::new();
    let _ = position.visit_successors(&mut G::Scratch::default(), &mut |after| {
        generated.push(after.fen());
        ControlFlow::Continue(())
    });
    let listed = turns::list(position, &mut || true).expect("never given up");
    let play = |turn| turns::play(position, turn).expect("a listed turn").fen();
    let mut listed: Vec<String> = listed.iter().map(play).collect();
    generated.sort();
    listed.sort();
    assert_eq!(generated, listed, "{}", position.fen());
}

fn turn(text: &str) -> Turn {
    Turn::parse(text).expect("a turn")
}

/// Winner and reason after a turn, or of the position as it stands.
#[track_caller]
fn end<G: Game>(fen: &str, played: &str) -> &'static str {
    let mut position: G = position(fen);
    if !played.is_empty() {
        position = turns::play(&position, &turn(played)).unwrap_or_else(|rule| panic!("{fen}: {played}: {rule}"));
    }
    let Some(verdict) = position.verdict() else { return "ongoing" };
    match (verdict.outcome, verdict.reason.word()) {
        (Outcome::Win(Player::One), "goal") => "p1 goal",
        (Outcome::Win(Player::Two), "goal") => "p2 goal",
        (Outcome::Win(Player::One), "antiplay") => "p1 antiplay",
        (Outcome::Win(Player::Two), "antiplay") => "p2 antiplay",
        (Outcome::Win(Player::One), "stalemate") => "p1 stalemate",
        (Outcome::Win(Player::Two), "stalemate") => "p2 stalemate",
        (Outcome::Win(Player::One), "checkers") => "p1 checkers",
        (Outcome::Win(Player::Two), "checkers") => "p2 checkers",
        other => panic!("no such end: {other:?}"),
    }
}

#[track_caller]
fn legal<G: Game>(fen: &str, played: &str) -> bool {
    turns::play(&position::<G>(fen), &turn(played)).is_ok()
}

fn accepted<G: Game>(fen: &str) -> bool {
    G::parse_fen(fen).is_ok()
}

const START: &str = "bbbBbbb/......./......./......./......./......./wwwWwww w";

mod in_diaballik {
    use super::*;

    fn end(fen: &str, played: &str) -> &'static str {
        super::end::<Diaballik>(fen, played)
    }

    fn legal(fen: &str, played: &str) -> bool {
        super::legal::<Diaballik>(fen, played)
    }

    #[test]
    fn anti_play_is_judged_at_the_end_of_a_turn_for_both_sides() {
        // White lacks g4 for a line that a4, b4 and c4 would touch.
        let own = "bbbB.../......./......w/bbb..../wwwWww./......./....... w";
        assert_eq!(end(own, "g5g4"), "p2 antiplay");
        assert_eq!(end(own, "g5g4,g4g5"), "ongoing");
        // White lacks one contact with Black's line.
        let other = "......./......./......./bbbBbbb/ww...../..w..../...Wwww w";
        assert_eq!(end(other, "c2c3"), "p1 antiplay");
        assert_eq!(end(other, "c2c3,c3c2"), "ongoing");
    }

    #[test]
    fn anyone_may_bring_the_contact() {
        let brought_by_the_toucher = "bbb..../b.....B/......./......./wb...../.w.b.../..wWwww b";
        assert_eq!(end(brought_by_the_toucher, "a6a5,a5a4"), "p2 antiplay");
        let closed_while_three_touch = "bbbB.../......./......w/bbb..../wwwWww./......./....... w";
        assert_eq!(end(closed_while_three_touch, "g5g4"), "p2 antiplay");
    }

    #[test]
    fn of_two_touched_lines_the_side_that_moved_wins() {
        assert_eq!(end("......./......./bb...bb/..bBb../Wwww.ww/....w../....... w", "e2e3"), "p1 antiplay");
        assert_eq!(end("......./....b../Bbbb.bb/..wWw../ww...ww/......./....... b", "e6e5"), "p2 antiplay");
    }

    #[test]
    fn a_goal_comes_before_an_anti_play_of_the_same_turn() {
        // g5 closes White's line, which a5, b5 and c5 touch.
        let fen = "...w.../wwW.ww./bbbB.../....b.w/.....b./......./......b w";
        assert_eq!(end(fen, "g4g5"), "p2 antiplay");
        assert_eq!(end(fen, "g4g5,c6d7"), "p1 goal");
        assert!(!legal(fen, "c6d7,g4g5"));
    }

    #[test]
    fn lines_on_the_own_row_both_faces_and_the_holder_count() {
        assert_eq!(end("bbB...b/......./......./......./......./...bbb./wwwWwww b", ""), "p2 antiplay");
        assert_eq!(end("..bBbb./......./b.....b/wwwWwww/.b...../......./....... w", ""), "p2 antiplay");
        // d5 and d3 touch the holder alone.
        assert_eq!(end("..bBbb./......./b..b.../wwwWwww/...b.../......./....... w", ""), "p2 antiplay");
        assert_eq!(end("..bBbb./b....../...b.../wwwWwww/...b.../......./....... w", ""), "ongoing");
        // One piece that touches twice is one piece.
        assert_eq!(end("bb....b/..B.b../......./...Wbb./..w.www/.w...../w...... b", ""), "ongoing");
    }

    #[test]
    fn the_ends_are_judged_in_order() {
        // White has no action, but has also touched Black's line with three.
        let stuck = "......./......./......./......./...Bb../b.bwwb./Wbwwwwb w";
        assert_eq!(end(stuck, ""), "p1 antiplay");
        let mut without = position::<Diaballik>(stuck);
        without.set_anti_play(false);
        assert_eq!(without.verdict().expect("over").reason.word(), "stalemate");
        // White's ball is home, and White's line is touched by three.
        assert_eq!(end("...W.../wwwbwww/bbb.bbB/......./......./......./....... b", ""), "p1 goal");
        // No action for White, in a position that has come three times: the loss comes before the draw.
        let mut history =
            History::new(position::<Diaballik>("...Bwww/....bww/.....bw/......b/......./bb...../Wb..... w"), None);
        assert!(history.play(&turn("a1a2")).is_err());
        assert_eq!(history.verdict(1).expect("over").reason.word(), "stalemate");
    }

    #[test]
    fn in_a_position_set_up_the_side_not_to_move_has_just_moved() {
        let both_touched = "......./......./......b/b....b./wbB.b../.w.b.../..wWwww";
        assert_eq!(end(&format!("{both_touched} w"), ""), "p2 antiplay");
        assert_eq!(end(&format!("{both_touched} b"), ""), "p1 antiplay");
        for side in ["w", "b"] {
            let white_home = format!("bbbBWbb/......./...w.../......./...b.../......./www..ww {side}");
            assert_eq!(end(&white_home, ""), "p1 goal");
            let black_home = format!("bbb.bbb/......./...w.../....W../......./......./wwwBww. {side}");
            assert_eq!(end(&black_home, ""), "p2 goal");
        }
    }

    #[test]
    fn passes_take_all_eight_directions() {
        let straight = "bbbBbbb/...w.../......./.w.W.w./......./...w.w./.w..... w";
        for receiver in ["d6", "b4", "f4", "d2", "f2", "b1"] {
            assert_eq!(legal(straight, &format!("d4{receiver}")), receiver != "b1", "{receiver}");
        }
        let diagonal = "bbbBbbb/.w...w./......./...W.../......./.w...w./..w...w w";
        for receiver in ["b6", "f6", "b2", "f2", "g1"] {
            assert!(legal(diagonal, &format!("d4{receiver}")), "{receiver}");
        }
        assert!(!legal("bbbB.bb/......./...w.../......./...b.../......./wwwW.ww w", "d1d5"), "an opponent between");
        assert!(legal(START, "d1g1"), "own pieces between");
    }

    #[test]
    fn anti_play_needs_no_announcement_and_can_be_switched_off() {
        let fen = "bbbB.../......./......./b....../wb...../.w.b.../..wWwww b";
        assert_eq!(end(fen, ""), "p2 antiplay");
        assert!(turns::list(&position::<Diaballik>(fen), &mut || true).expect("a list").is_empty());
        let mut without = position::<Diaballik>(fen);
        without.set_anti_play(false);
        agreed(&without);
        assert_eq!(without.verdict(), None);
        assert!(turns::play(&without, &turn("a4a5")).expect("legal").verdict().is_none());
        assert!(Options::default().anti_play);
        let mut game = AnyGame::parse_fen(GameName::Diaballik, fen, None).expect("sound");
        assert!(game.verdict(3).is_some());
        game.set_anti_play(false);
        assert_eq!(game.verdict(3), None);
    }

    #[test]
    fn a_turn_may_leave_the_position_unchanged() {
        let after = turns::play(&position::<Diaballik>(START), &turn("a1a2,a2a1")).expect("legal");
        assert_eq!(after.fen(), START.replace(" w", " b"));
    }

    #[test]
    fn a_side_without_an_action_loses() {
        assert_eq!(end("...Bwww/....bww/.....bw/......b/......./bb...../Wb..... w", ""), "p2 stalemate");
        assert_eq!(end("...Bwww/....bww/.....bw/......b/......./bb...../Wb..... b", ""), "ongoing");
    }

    #[test]
    fn the_third_occurrence_is_a_draw_and_so_is_each_further_one() {
        let mut history = History::new(Diaballik::startpos(Setup::Standard), None);
        let outcome = |history: &History<Diaballik>, limit| history.verdict(limit).map(|verdict| verdict.outcome);
        for number in 0..16 {
            let draw = (number >= 8).then_some(Outcome::Draw);
            assert_eq!((outcome(&history, 3), outcome(&history, 0)), (draw, None), "after {number} turns");
            assert_eq!(outcome(&history, 2), (number >= 4).then_some(Outcome::Draw), "after {number} turns");
            let text = ["a1a2", "a7a6", "a2a1", "a6a7"][number % 4];
            history.play(&turn(text)).expect("turns after a draw are accepted");
        }
        // The same board with the other side to move is another position.
        let mut history = History::new(Diaballik::startpos(Setup::Standard), None);
        history.play(&turn("a1a2,a2a1")).expect("legal");
        assert_eq!(outcome(&history, 2), None);
        let mut set = Options::default();
        assert_eq!(set.repetition, 3);
        let repetition = options::find("Repetition").expect("an option");
        assert!(set.set(repetition, "1").is_err() && set.set(repetition, "0").is_ok());
    }

    #[test]
    fn a_pass_back_waits_for_the_next_turn() {
        assert!(!legal(START, "d1c1,c1d1") && !legal(START, "d1c1,c1b1"));
        let mut history = History::new(Diaballik::startpos(Setup::Standard), None);
        for text in ["d1c1", "a7a6", "c1d1"] {
            history.play(&turn(text)).expect("legal");
        }
    }

    #[test]
    fn both_balls_home_and_wrong_numbers_are_refused() {
        let empty = "/......./......./......./......./......./";
        assert!(!accepted::<Diaballik>(&format!("wwwWwww{empty}bbbBbbb w")));
        assert!(!accepted::<Diaballik>(&format!("wwwWwww{empty}bbbBbbb b")));
        assert!(!accepted::<Diaballik>(&format!("bbbBbbb{empty}wwwWww. w")));
        assert!(!accepted::<Diaballik>("bbbBbbb/b....../......./......./......./......./wwwWwww w"));
        assert!(!accepted::<Diaballik>(&format!("bbbBbbb{empty}wwwwwww w")));
        assert!(!accepted::<Diaballik>(&format!("bbbBBbb{empty}wwwWwww w")));
        assert!(accepted::<Diaballik>(&format!("bbbBbbb{empty}wwwWwww b")));
    }

    #[test]
    fn a_variant_with_other_squares_is_a_fen() {
        for fen in ["bbwBwbb/7/7/7/7/7/wwbWbww w", "wbbBbbw/7/7/7/7/7/bwwWwwb b", "7/7/wwwWwww/7/bbbBbbb/7/7 w"] {
            assert!(position::<Diaballik>(fen).verdict().is_none_or(|end| end.reason.word() == "antiplay"), "{fen}");
        }
        assert_eq!(
            Diaballik::startpos(Setup::Variant).fen(),
            "bwbBbwb/......./......./......./......./......./wbwWwbw w"
        );
    }
}

mod in_diablo {
    use super::*;

    fn end(fen: &str, played: &str) -> &'static str {
        super::end::<Diablo>(fen, played)
    }

    fn legal(fen: &str, played: &str) -> bool {
        super::legal::<Diablo>(fen, played)
    }

    fn count(fen: &str) -> usize {
        turns::list(&position::<Diablo>(fen), &mut || true).expect("a list").len()
    }

    #[test]
    fn stacks_leap_over_what_stands_between() {
        assert!(legal("..../..../G3.../BG3G. b 2-2 5", "a1c1,c1c3"));
        assert_eq!(count("GBGB/BGBG/GBGB/BGBG b 2-2 1"), 16);
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
        assert_eq!(end(fen, "a1b1"), "p1 checkers");
        assert!(!legal(fen, "a1b1,b1b3"));
    }

    #[test]
    fn one_removal_is_the_turn_when_it_was_the_last_checker() {
        assert_eq!(end("..../..../G2.../BG2.. b 1-1 5", "xa1"), "p2 checkers");
        assert_eq!(count("..../..../G2.../BG2.. b 1-1 5"), 1);
        assert_eq!(end("...G/..../..../B... b 1-2 5", "a1a2,xa2"), "p2 checkers");
    }

    #[test]
    fn both_removals_may_be_from_one_stack() {
        let fen = "..../..../G4.../B3G4.. b 1-1 5";
        assert!(legal(fen, "xa1,xa1") && !legal(fen, "xa1"));
        // Two of a1, two of f6, or one of each.
        assert_eq!(count("....G3B2/.....G3/....../....../G3...../B2G3.... b 1-1 5"), 3);
    }

    #[test]
    fn a_first_turn_without_a_move_removes_one_checker() {
        let fen = "..../..../G4.../B3G4.. b 1-1 1";
        assert!(legal(fen, "xa1") && !legal(fen, "xa1,xa1"));
        assert_eq!(count(fen), 1);
    }

    #[test]
    fn the_second_action_may_take_the_last_checker() {
        assert_eq!(end("..../..../.G../B2... b 1-1 5", "a1a2,a2b2"), "p1 checkers");
        assert_eq!(end("..../..../.B../G2... g 1-1 6", "a1a2,a2b2"), "p2 checkers");
    }

    #[test]
    fn a_position_set_up_is_sound_or_refused() {
        assert!(accepted::<Diablo>("B..G/..../..../.... b - 3") && accepted::<Diablo>("B..G/..../..../.... g - 4"));
        assert!(!accepted::<Diablo>("B..G/..../..../.... g - 3") && !accepted::<Diablo>("B..G/..../..../.... b - 4"));
        assert!(accepted::<Diablo>("B8..G8/..../..../.... b - 3"));
        assert!(!accepted::<Diablo>("B8B.G/..../..../.... b - 3") && !accepted::<Diablo>("B.G8G/..../..../.... b - 3"));
        for side in ["b - 3", "g - 4"] {
            assert_eq!(end(&format!("B.../..../..../.... {side}"), ""), "p1 checkers");
            assert_eq!(end(&format!("G.../..../..../.... {side}"), ""), "p2 checkers");
            assert!(!accepted::<Diablo>(&format!("..../..../..../.... {side}")));
        }
    }

    #[test]
    fn the_order_of_the_dice_is_free_and_a_double_is_one_distance_twice() {
        assert_eq!(Roll::parse("3-1"), Roll::parse("1-3"));
        let both = "GB.B/G3G../G.BB/.B.G b 2-1 5";
        assert_eq!(position::<Diablo>(both).fen(), both.replace("2-1", "1-2"));
        assert_eq!(position::<Diablo>(both).dice(), Dice::Known(Roll::new(1, 2)));
        // Either die first.
        let fen = "...G2/..../B.../BB.. b 1-2 5";
        assert!(legal(fen, "a1a2,b1b3") && legal(fen, "b1b3,a1a2"));
        let merges = "...G4/..../B.B./BB.. b 1-2 5";
        assert!(legal(merges, "a1b1,a2c2") && legal(merges, "a2c2,a1b1"));
        // A merge leaves the double's second half, and no more.
        let double = "...G2/..../..../BB.. b 1-1 5";
        assert!(legal(double, "a1b1,b1b2") && !legal(double, "a1b1") && !legal(double, "a1b1,b1b2,b2b3"));
    }

    #[test]
    fn a1_is_black() {
        assert_eq!(Diablo::startpos(4).expect("a size").fen(), "GBGB/BGBG/GBGB/BGBG b - 1");
        for size in (2..=26).step_by(2) {
            let fen = Diablo::startpos(size).expect("a size").fen();
            let row = fen.split([' ', '/']).nth(usize::from(size) - 1).expect("row 1");
            assert!(row.starts_with("BG"), "{fen}");
        }
    }

    #[test]
    fn boards_are_even_from_2_to_26() {
        for size in 0..=40 {
            assert_eq!(Diablo::startpos(size).is_some(), size % 2 == 0 && (2..=26).contains(&size), "{size}");
            if size > 0 {
                let rows =
                    vec![".".repeat(usize::from(size) - 1) + "B"; usize::from(size)].join("/").replacen("B", "G", 1);
                let fits = accepted::<Diablo>(&format!("{rows} b - 3"));
                assert_eq!(fits, size % 2 == 0 && (2..=26).contains(&size), "{size}");
            }
        }
    }
}
