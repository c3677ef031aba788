//! Positions that are mirror images of each other, or the same with the colours exchanged, behave alike.

use std::collections::BTreeSet;

use diabolo::game::Game;
use proptest::prelude::*;

use crate::support::{cases, choices, judged, read, successors, walk};
use crate::twin::{Symmetry, Verdict};
use crate::{diaballik, diablo};

/// The image of a position has the images of its turns, and the image of its verdict.
fn check<G: Game>(position: &G, symmetry: Symmetry) {
    let fen = position.fen();
    // Black's first turn in Diablo has no counterpart of Green's.
    let Some(image_fen) = symmetry.fen(&fen) else { return };
    let image: G = read(&image_fen);
    let after = successors(position);
    let wanted: BTreeSet<_> = after.iter().map(|after| symmetry.fen(&after.fen())).collect();
    let found: BTreeSet<_> = successors(&image).iter().map(|after| Some(after.fen())).collect();
    assert_eq!(found, wanted, "{symmetry:?}: {fen} and {image_fen}");
    assert_eq!(wanted.len(), after.len());
    let winner = |verdict| match verdict {
        Verdict::P1Win if symmetry.exchange => Verdict::P2Win,
        Verdict::P2Win if symmetry.exchange => Verdict::P1Win,
        verdict => verdict,
    };
    let (verdict, reason) = judged(position.verdict().as_ref());
    assert_eq!(judged(image.verdict().as_ref()), (winner(verdict), reason), "{symmetry:?}: {fen} and {image_fen}");
    let same_side = position.side_to_move() == image.side_to_move();
    assert_eq!(same_side, !symmetry.exchange);
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn diaballik_has_four(position in diaballik::anywhere(), moves in choices(30)) {
        let position = walk(position, &moves, |_| {});
        let all = Symmetry::of_diaballik();
        prop_assert_eq!(all.len(), 4);
        all.into_iter().for_each(|symmetry| check(&position, symmetry));
    }

    #[test]
    fn diablo_has_sixteen(position in diablo::anywhere(), moves in choices(20)) {
        let position = walk(position, &moves, |_| {});
        let all = Symmetry::of_diablo();
        prop_assert_eq!(all.len(), 16);
        all.into_iter().for_each(|symmetry| check(&position, symmetry));
    }
}
