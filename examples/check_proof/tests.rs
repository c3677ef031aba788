//! Walks against exact chances: the engine makes the endings, of few checkers for the walk and of more for what it must
//! find. (Only here is anything of the engine used.)

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use diabolo::endings::{Coverage, Database};

use crate::board::{read, text};
use crate::endings::{Endings, Head, ONE};
use crate::rules::Rules;
use crate::strategy::{Claim, read_proof};
use crate::walk::Walk;
use crate::{Fault, open};

type Small = [i8; 16];

fn endings(rules: &Rules, name: &str, checkers: u8, stacks: u8) -> Endings {
    let path = folder().join(name);
    let size = rules.size as u8;
    let database = Database::generate(size, Coverage { checkers, stacks }, 1, |_| {}).expect("few positions");
    database.save(&path).expect("it can be written");
    let (mut reader, length) = open(&path).expect("it is there");
    let head = Head::read(&mut reader, length).expect("a sound head");
    Endings::read(head, rules, &mut reader).expect("sound endings")
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("diabolo-check-proof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes the best strategy from a position on, by the exact chances of `all`. Each line, and each board in it, is
/// another image of what it speaks of.
struct Author<'a> {
    rules: &'a Rules,
    few: &'a Endings,
    all: &'a Endings,
    black: bool,
    seen: HashSet<(Small, bool)>,
    lines: Vec<String>,
}

impl Author<'_> {
    /// Boards are seen from the side to move.
    fn write(&mut self, board: &Small, own: bool) {
        if self.rules.winner(board).is_some() || self.few.units(board).is_some() {
            return;
        }
        if !self.seen.insert((self.rules.first_image(board), own)) {
            return;
        }
        let mut line = self.text(board);
        for &(roll, _) in &self.rules.rolls {
            let turns = self.rules.turns(board, roll, false);
            if own {
                let best = turns.iter().max_by_key(|after| self.chance_after(after)).expect("a turn");
                line = format!("{line} {}", self.text(best));
                self.write(&self.rules.swapped(best), false);
            } else {
                turns.iter().for_each(|after| self.write(&self.rules.swapped(after), true));
            }
        }
        if own {
            self.lines.push(line);
        }
    }

    fn chance_after(&self, after: &Small) -> u32 {
        match self.rules.winner(after) {
            Some(own) => u32::from(own) * ONE,
            None => ONE - self.all.units(&self.rules.swapped(after)).expect("few checkers"),
        }
    }

    fn text(&self, board: &Small) -> String {
        let image = self.rules.image(board, self.seen.len() % 8);
        text(&if self.black { image } else { self.rules.swapped(&image) }, self.rules.size)
    }
}

fn proof(lines: &[String], black: bool) -> Vec<Claim<Small>> {
    let side = if black { 'b' } else { 'g' };
    let text = format!("diabolo-proof 1\nboard 4\nside {side} bound 0.5\n{}\nend\n", lines.join("\n"));
    read_proof(text.as_bytes(), &Rules::new(4)).expect("a sound proof")
}

#[test]
fn the_best_strategy_is_sure_of_the_exact_chance_and_a_line_less_of_less() {
    let rules = Rules::new(4);
    let [few, all] = [3, 5].map(|checkers| endings(&rules, &format!("walk-{checkers}"), checkers, 2));
    let mut lines_in_all = 0;
    for (fen, own) in [
        ("..../.B.G/.G../B..G", true),
        ("..../.B.G/.G../B..G", false),
        ("B.../.G2../..B./...G", true),
        ("..../.B.G/..G./B...", false),
    ] {
        for black in [true, false] {
            let board: Small = read(fen.as_bytes(), 4, 1).expect(fen);
            let mut author = Author { rules: &rules, few: &few, all: &all, black, seen: HashSet::new(), lines: vec![] };
            author.write(&board, own);
            let lines = author.lines;
            let mover = f64::from(all.units(&board).expect(fen)) / f64::from(ONE);
            let exact = if own { mover } else { 1.0 - mover };
            let found = |lines: &[String]| {
                let claims = proof(lines, black);
                Walk::new(&rules, &few, &claims[0]).before_roll(&board, own)
            };
            let whole = found(&lines).expect(fen);
            assert!((whole - exact).abs() < 1e-12, "{fen}: {whole}, not {exact}");
            assert!(0.0 < exact && exact < 1.0, "{fen} is a bad test");
            // The one that was written last stands for the root, or for what follows it.
            let fewer = found(&lines[..lines.len() - 1]).expect(fen);
            assert!(fewer < whole, "{fen}: {fewer}, with all lines {whole}");
            // A board in the middle that no turn leads to.
            let mut damaged = lines.clone();
            let line = &mut damaged[lines.len() / 2];
            let last = line.rfind(' ').expect("boards");
            line.replace_range(last.., " B5.../..../..../...G5");
            assert!(matches!(found(&damaged), Err(Fault(fault)) if fault.starts_with("no turn with")), "{fen}");
            lines_in_all += lines.len();
        }
    }
    assert!(lines_in_all > 150, "only {lines_in_all}");
    let _ = std::fs::remove_dir_all(Path::new(&folder()));
}
