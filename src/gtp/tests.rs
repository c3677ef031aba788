//! Random games by clicks: what is offered is accepted, what is not offered is refused and changes nothing, every turn
//! of the rules can be clicked, and undo leads back.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::play::Play;
use super::rules;
use super::turn::clicks_of;
use super::vertex::Vertex;
use crate::game::any::{GameName, with_history};
use crate::game::{Square, turns};
use crate::options::Options;

fn play(game: GameName, board_size: u8, seed: u64) -> Play {
    let options = Options { game, board_size, seed: Some(seed), ..Options::default() };
    Play::new(options, None).expect("the startpos")
}

/// Everything that the front end shows.
fn shown(play: &Play) -> String {
    let questions = [
        super::command::Rules::Board,
        super::command::Rules::BoardGfx,
        super::command::Rules::LegalMoves,
        super::command::Rules::SideToMove,
        super::command::Rules::CapturedCount,
    ];
    let answers = questions.map(|question| rules::answer(question, play).expect("an answer"));
    let fen = with_history!(play.game().expect("a game"), history => history.fen());
    format!("{}\n{fen}", answers.join("\n"))
}

fn every_vertex(width: u8) -> impl Iterator<Item = Vertex> {
    let squares = (0..=width).flat_map(move |rank| (0..=width).map(move |file| Square { file, rank }));
    squares.map(Vertex::Square).chain([Vertex::Pass])
}

/// Plays clicks at random up to `most` of them, and checks at each.
fn random_game(game: GameName, board_size: u8, seed: u64, most: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut play = play(game, board_size, seed);
    let width = play.game().expect("a game").about().width;
    let mut before = Vec::new();
    for _ in 0..most {
        let side = play.side().expect("a side");
        let offered = play.open().expect("a position").clicks(play.begun());
        let now = shown(&play);
        for vertex in every_vertex(width).filter(|vertex| !offered.contains(vertex)) {
            play.click(side, vertex).expect_err("only what is offered is accepted");
        }
        assert_eq!(shown(&play), now, "what is refused changes nothing");
        assert_eq!(offered.is_empty(), rules::verdict(&play).expect("a position").is_some(), "{now}");
        let Some(&click) = offered.choose(&mut random) else { break };
        play.click(side.other(), click).expect_err("it is the other's turn");
        before.push(now);
        play.click(side, click).expect("what is offered is accepted");
    }
    while let Some(expected) = before.pop() {
        play.undo().expect("a click to take back");
        assert_eq!(shown(&play), expected);
    }
    play.undo().expect_err("nothing is left to take back");
}

#[test]
fn random_games_by_clicks() {
    for seed in 0..4 {
        random_game(GameName::Diaballik, 6, seed, 60);
        random_game(GameName::Diablo, 2, seed, 200);
        random_game(GameName::Diablo, 4, seed, 200);
    }
    random_game(GameName::Diablo, 10, 1, 12);
}

/// Each distinct turn of some positions of a random game, clicked, leads where the turn leads; so does the same turn
/// searched for from each of its middles.
fn every_turn_can_be_clicked(game: GameName, board_size: u8, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut here = play(game, board_size, seed);
    while rules::verdict(&here).expect("a position").is_none() {
        let side = here.side().expect("a side");
        let position = here.game().expect("a game").clone();
        let list = with_history!(&position, history => turns::list(history.present(), &mut || true).expect("all"));
        for turn in list.iter().step_by(1 + list.len() / 40) {
            let clicks = clicks_of(turn, &position, 3);
            assert!(!clicks.is_empty());
            for &click in &clicks {
                if !here.begun().is_empty() {
                    let whole = here.like_begun(turn).expect("the turn itself is one");
                    assert!(clicks_of(&whole, &position, 3).starts_with(&here.begun().clicks), "{whole}");
                }
                assert_eq!(here.side(), Ok(side), "{turn}");
                here.click(side, click).unwrap_or_else(|error| panic!("{turn} {click}: {error}"));
            }
            assert!(here.begun().is_empty(), "{turn}: the last click ends it");
            let reached = with_history!(here.game().expect("a game"), history => history.fen());
            let mut expected = position.clone();
            expected.apply(&crate::game::history::Token::Turn(turn.clone())).expect("a legal turn");
            assert_eq!(reached, with_history!(&expected, history => history.fen()), "{turn}");
            here.undo_turn(Some((side, Some(turn)))).expect("the last turn");
        }
        here.turn(side, list.choose(&mut random).expect("a turn")).expect("legal");
    }
}

#[test]
fn every_turn_of_the_rules_can_be_clicked() {
    every_turn_can_be_clicked(GameName::Diablo, 2, 3);
    every_turn_can_be_clicked(GameName::Diablo, 4, 5);
    every_turn_can_be_clicked(GameName::Diablo, 6, 8);
}

#[test]
fn turns_of_diaballik_can_be_clicked() {
    // A random game is long; the first position has all kinds of turns.
    let mut here = play(GameName::Diaballik, 6, 0);
    let position = here.game().expect("a game").clone();
    let list = with_history!(&position, history => turns::list(history.present(), &mut || true).expect("all"));
    assert_eq!(list.len(), 290);
    for turn in &list {
        let side = here.side().expect("a side");
        for click in clicks_of(turn, &position, 3) {
            here.click(side, click).unwrap_or_else(|error| panic!("{turn} {click}: {error}"));
        }
        here.undo_turn(Some((side, None))).expect("the last turn");
    }
}

#[test]
fn vertices_skip_the_letter_i() {
    let names: Vec<String> = (0..24).map(|file| Vertex::Square(Square { file, rank: 23 }).to_string()).collect();
    assert_eq!(names[7..9], ["H24", "J24"]);
    assert_eq!(names[23], "Y24");
    for name in names {
        let (rest, read) = super::vertex::vertex(&name).expect("a vertex");
        assert_eq!((rest, read.to_string().as_str()), ("", name.as_str()));
    }
    super::vertex::vertex("I3").expect_err("no column is called I");
}
