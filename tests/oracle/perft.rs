//! Counts of paths from the starts: the numbers of the rules, and the twin's own (its longer runs are tests of its
//! own, which are left out of ordinary runs).

use std::process::Command;

use diabolo::game::diaballik::{Diaballik, Setup};
use diabolo::game::{Game, Roll};
use diabolo::perft::perft;

use crate::support::{diablo_start, read, successors};
use crate::twin;

const THREE_TURNS: [(Setup, &str, u64); 2] =
    [(Setup::Standard, "standard", 41_099_194), (Setup::Variant, "variant", 6_516_748)];

fn paths<G: Game>(position: &G, depth: u32) -> u64 {
    perft(position, depth, &mut || true).expect("never given up")
}

/// The last line of `diabolo … perft N …`: depth and count.
fn built(flags: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_diabolo")).args(flags).output().expect("the engine runs");
    assert!(output.status.success(), "{flags:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().last().expect("a line").to_owned()
}

#[test]
fn diaballik_three_turns_from_both_starts() {
    for (setup, _, count) in THREE_TURNS {
        assert_eq!(paths(&Diaballik::startpos(setup), 3), count);
    }
}

#[test]
fn the_command_line_counts_the_same() {
    for (_, name, count) in THREE_TURNS {
        assert_eq!(built(&["--setup", name, "perft", "3"]), format!("perft 3 {count}"));
    }
    assert_eq!(built(&["--game", "diablo", "--board-size", "4", "perft", "2"]), "perft 2 54168");
    let fen = "GB.B/G3G../G.BB/.B.G b 1-2 5";
    assert_eq!(built(&["--game", "diablo", "perft", "1", fen]), "perft 1 130");
}

#[test]
fn the_numbers_of_the_rules() {
    for (setup, one, two) in [(Setup::Standard, 290, 84_100), (Setup::Variant, 132, 24_392)] {
        let start = Diaballik::startpos(setup);
        assert_eq!((paths(&start, 0), paths(&start, 1), paths(&start, 2)), (1, one, two));
    }
    for (size, counts) in [(4, &[24, 40, 16][..]), (6, &[60, 108, 96, 48, 84, 36])] {
        for ((roll, _), &count) in Roll::all(size / 2).zip(counts) {
            let mut start = diablo_start(size);
            start.set_roll(roll).expect("a roll of these dice");
            assert_eq!(paths(&start, 1), count, "{size}x{size} {roll}");
        }
        assert_eq!(paths(&diablo_start(size), 1), counts.iter().sum::<u64>());
    }
}

#[test]
fn diablo_counts_are_the_twins() {
    let twins = [(2, 2, 12), (2, 3, 12), (2, 4, 0), (4, 2, 54_168), (6, 2, 4_198_032), (4, 3, 26_887_408)];
    for (size, depth, count) in twins {
        assert_eq!(paths(&diablo_start(size), depth), count, "{size}x{size}, {depth}");
    }
}

/// From set-up positions too, finished games included.
#[test]
fn two_turns_are_counted_like_the_twin() {
    for fen in [
        "....b../...Wb../..b.wb./.....wb/Bb....w/www..../....... w",
        "....B.b/......./.w...../..W..../......./b.....b/wwbbw.w w",
    ] {
        let Ok((position, _)) = Diaballik::parse_fen(fen) else { continue };
        let twin = twin::Position::parse(fen);
        assert_eq!(paths(&position, 2), twin::perft(&twin, 2), "{fen}");
    }
    let fen = "..../.GG3./..../B2B.. g - 10";
    let position: diabolo::game::diablo::Diablo = read(fen);
    for depth in 0..=4 {
        assert_eq!(paths(&position, depth), twin::perft(&twin::Position::parse(fen), depth), "{depth}");
    }
    assert!(successors(&position).is_empty(), "the dice are unknown");
}
