//! Notation: printing and parsing are inverses, and no text makes a parser panic.

use diabolo::NotationError;
use diabolo::game::any::{AnyGame, GameName};
use diabolo::game::diaballik::Diaballik;
use diabolo::game::diablo::Diablo;
use diabolo::game::{Action, Game, Roll, Square, Turn};
use diabolo::protocol::Command;
use proptest::prelude::*;

use crate::support::{cases, choices, read, walk};
use crate::{diaballik, diablo};

fn square() -> impl Strategy<Value = Square> {
    (0..26u8, any::<u8>()).prop_map(|(file, rank)| Square { file, rank })
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        (square(), square()).prop_map(|(from, to)| Action::Move { from, to }),
        square().prop_map(Action::Remove)
    ]
}

/// Texts that are near to something: letters of the notations, or pieces of FENs and commands, put together.
fn near_text() -> impl Strategy<Value = String> {
    let words = [
        "a1",
        "x1",
        "xa1",
        "xx2",
        "z26",
        "a0",
        "a01",
        "a256",
        "a999",
        ",",
        "-",
        "1-2",
        "0-0",
        "255-256",
        "/",
        ".",
        "7",
        "B2",
        "G",
        "B338",
        "B0",
        "w",
        "W",
        "b",
        "B",
        "bbbBbbb",
        "wwwWwww",
        ".......",
        "GBGB/BGBG/GBGB/BGBG",
        " ",
        "  ",
        "\t",
        "seed=",
        "18446744073709551616",
        "4294967296",
        "position ",
        "fen ",
        "startpos ",
        "moves ",
        "go ",
        "infinite ",
        "movetime ",
        "-1 ",
        "searchmoves ",
        "query ",
        "islegal ",
        "actions ",
        "setoption ",
        "name ",
        "value ",
        "perft ",
        "dice ",
        "roll",
        "é",
        "\u{feff}",
        "…",
        "\0",
    ];
    let glued = prop::collection::vec(prop::sample::select(words.to_vec()), 0..12).prop_map(|words| words.concat());
    let letters = "[a-zA-Z0-9,./ \\-=\t]{0,40}";
    prop_oneof![glued, letters, any::<String>()]
}

/// A FEN of either game with a few characters changed, left out or doubled.
fn spoilt_fen() -> impl Strategy<Value = String> {
    let fen = prop_oneof![
        diaballik::anywhere().prop_map(|position| position.fen()),
        diablo::anywhere().prop_map(|position| position.fen()),
        diablo::anywhere().prop_map(|position| position.fen() + " seed=12"),
    ];
    let change = (
        any::<prop::sample::Index>(),
        0..3u8,
        prop::sample::select("wWbBgG.0123456789/- \té=s".chars().collect::<Vec<_>>()),
    );
    (fen, prop::collection::vec(change, 0..4)).prop_map(|(fen, changes)| {
        let mut letters: Vec<char> = fen.chars().collect();
        for (at, how, letter) in changes {
            let at = at.index(letters.len());
            match how {
                0 => letters[at] = letter,
                1 => letters.insert(at, letter),
                _ if letters.len() > 1 => _ = letters.remove(at),
                _ => {}
            }
        }
        letters.into_iter().collect()
    })
}

/// An error points to a character of the text, or behind its last one, and says something.
fn placed(text: &str, error: &NotationError) {
    assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}");
    assert!(!error.problem.is_empty() && !error.problem.contains("expected ,"), "{text:?}: {error}");
}

fn any_fen<G: Game>(text: &str) {
    match G::parse_fen(text) {
        Ok((position, _)) => {
            assert!(read::<G>(&position.fen()) == position, "{text:?}");
            assert_eq!(position.key(), position.key_from_scratch());
            position.verdict();
        }
        Err(error) => placed(text, &error),
    }
}

fn any_text(text: &str) {
    any_fen::<Diaballik>(text);
    any_fen::<Diablo>(text);
    match Turn::parse(text) {
        Ok(turn) => assert_eq!(Turn::parse(&turn.to_string()), Ok(turn), "{text:?}"),
        Err(error) => placed(text, &error),
    }
    match Roll::parse(text) {
        Ok(roll) => assert_eq!(Roll::parse(&roll.to_string()), Ok(roll), "{text:?}"),
        Err(error) => placed(text, &error),
    }
    for game in [GameName::Diaballik, GameName::Diablo] {
        if let Err(error) = AnyGame::parse_fen(game, text, None) {
            placed(text, &error);
        }
    }
    // a line never holds its own end
    if let Err(error) = Command::parse(&text.replace(['\n', '\r'], " ")) {
        assert!(!error.to_string().is_empty() && !error.to_string().contains('\n'), "{text:?}: {error}");
    }
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn turns_read_back(actions in prop::collection::vec(action(), 1..5)) {
        let turn = Turn(actions);
        prop_assert_eq!(Turn::parse(&turn.to_string()), Ok(turn));
    }

    #[test]
    fn rolls_read_back(a: u8, b: u8) {
        let roll = Roll::new(a, b);
        prop_assert_eq!(Roll::parse(&roll.to_string()), Ok(roll));
        prop_assert_eq!(Roll::parse(&format!("{b}-{a}")), Ok(roll));
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in near_text()) {
        any_text(&text);
    }

    #[test]
    fn no_spoilt_fen_makes_a_parser_panic(text in spoilt_fen()) {
        any_text(&text);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn fens_of_diaballik_read_back(position in diaballik::anywhere(), moves in choices(6), blanks in 0..3usize) {
        let position = walk(position, &moves, |_| {});
        let fen = position.fen();
        let (again, seed) = Diaballik::parse_fen(&fen).expect("printed");
        prop_assert!(again == position && again.fen() == fen && seed.is_none());
        // digits for runs of empty squares, and more blanks
        let short = (1..=7).rev().fold(fen, |fen, run| fen.replace(&".".repeat(run), &run.to_string()));
        let blank = " \t".repeat(blanks);
        let spaced = format!("{blank}{}{blank}", short.replace(' ', &(blank.clone() + " ")));
        prop_assert!(read::<Diaballik>(&spaced) == position, "{}", spaced);
    }

    #[test]
    fn fens_of_diablo_read_back(position in diablo::anywhere(), moves in choices(4), seed: Option<u64>) {
        let position = walk(position, &moves, |_| {});
        let fen = position.fen();
        let field = seed.map_or(String::new(), |seed| format!(" seed={seed}"));
        let (again, read_seed) = Diablo::parse_fen(&format!("{fen}{field}")).expect("printed");
        prop_assert!(again == position && again.fen() == fen);
        prop_assert_eq!(read_seed, seed);
    }
}
