//! The engine as it is asked for turns here.

use std::time::Duration;

use diabolo::game::diablo::Diablo;
use diabolo::game::{Game, Turn};
use diabolo::search::control::{Control, StopFlag};
use diabolo::search::limits::Limits;
use diabolo::search::table::Table;
use diabolo::search::time::Budget;
use diabolo::search::{Options, Report, Task, expecti};

/// A search with its memory, which is forgotten from one position to the next.
pub struct Searcher {
    table: Table,
}

/// A turn and what the search says of it.
pub struct Judged {
    pub turn: Turn,
    pub chance: f64,
}

impl Searcher {
    pub fn new() -> Searcher {
        Searcher { table: Table::new(16).expect("memory") }
    }

    /// The turn that the search chooses.
    pub fn choose(&self, position: &Diablo, limits: &Limits) -> Turn {
        self.search(position, limits, 1, &mut |_| {}).expect("a turn")
    }

    /// The best turns, so many at most, by a search of this depth.
    pub fn best(&self, position: &Diablo, depth: u32, count: usize) -> Vec<Judged> {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut lines = Vec::new();
        self.search(position, &limits, count, &mut |report| {
            let Report::Line(line) = report else { return };
            if line.multipv == 1 {
                lines.clear();
            }
            let turn = line.pv.into_iter().next().expect("a turn");
            lines.push(Judged { turn, chance: line.score.chance() });
        });
        lines
    }

    fn search(
        &self,
        position: &Diablo,
        limits: &Limits,
        multipv: usize,
        report: &mut dyn FnMut(Report),
    ) -> Option<Turn> {
        self.table.clear();
        let budget = Budget::new(limits, position.side_to_move(), Duration::ZERO);
        let control = Control::new(StopFlag::default(), budget, limits.nodes);
        let task = Task {
            root: position,
            earlier: &[],
            repetition: 0,
            only: &[],
            limits,
            options: Options { multipv, ..Options::default() },
            table: &self.table,
            control: &control,
            endings: None,
        };
        expecti::search(&task, report)
    }
}

/// `3d`, `20000n` or `50ms`.
pub fn limits(text: &str) -> Limits {
    let unit = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let number: u32 = text[..text.len() - unit.len()].parse().expect("a number");
    let none = Limits::default();
    match unit {
        "d" => Limits { depth: Some(number), ..none },
        "n" => Limits { nodes: Some(number.into()), ..none },
        "ms" => Limits { movetime: Some(number.into()), ..none },
        _ => panic!("'{text}' is no limit"),
    }
}
