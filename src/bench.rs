//! `bench`: a fixed set of positions of both games searched with fixed limits. The total of nodes is the signature of
//! the search: it changes when play changes, and only then.

use crate::game::any::{AnyGame, GameName};
use crate::protocol::reply::Reply;
use crate::search::any::{Request, search};
use crate::search::control::{Control, StopFlag};
use crate::search::limits::Limits;
use crate::search::table::Table;
use crate::search::{Options, Report};

/// MiB for the table of a bench, whatever the option `Hash` says.
const HASH: usize = 16;

/// Game, depth in turns, position.
const POSITIONS: [(GameName, u32, &str); 13] = [
    (GameName::Diaballik, 3, "bbbBbbb/......./......./......./......./......./wwwWwww w"),
    (GameName::Diaballik, 3, "bwbBbwb/......./......./......./......./......./wbwWwbw w"),
    (GameName::Diaballik, 3, "b..B.../..w.bw./....b../......b/......./.ww.wb./W.b...w w"),
    (GameName::Diaballik, 3, "....b../......b/b.b...b/..B..b./..W..../..w.w../w.w..ww b"),
    (GameName::Diaballik, 3, "b....w./W...b../..b.w../..w...b/...b.../B..w..w/w....b. w"),
    (GameName::Diaballik, 3, "......./b...b../......./.bWB..w/b...ww./.w...../.bb.ww. w"),
    (GameName::Diablo, 2, "GBGB/BGBG/GBGB/BGBG b 1-2 1"),
    (GameName::Diablo, 3, "GB.B/G3G../G.BB/.B.G b 1-2 5"),
    (GameName::Diablo, 2, "GBGBGB/BGBGBG/GBGBGB/BGBGBG/GBGBGB/BGBGBG b 2-1 1"),
    (GameName::Diablo, 2, "GBBBG./B2...GB/...GG./.G.G2BG/.B2G..G2/.G..B2G g 3-1 12"),
    (GameName::Diablo, 3, "....../..G4.../G2G3...G/.G..B3./B..B3../BG..B4. g 1-3 20"),
    (GameName::Diablo, 2, "GB.BGB/.GG3B2G./GB4B.../G...../..G.GB2/BBG2... g 2-3 12"),
    (GameName::Diablo, 2, "GB3GB2.B/..B.GG/BG3...B2/....BG2/.BGB2G./B...G2. g 3-2 12"),
];

/// Searches every position and says its nodes; the last line is `bench NODES` alone. `None` if it was stopped.
pub fn report(stop: &StopFlag, say: impl Fn(String)) -> Option<()> {
    let mut total = 0;
    for (game, depth, fen) in POSITIONS {
        let game = AnyGame::parse_fen(game, fen, None).expect("the bench's positions are legal");
        let table = Table::new(HASH).ok()?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let control = Control::until_stopped(stop.clone());
        let request = Request {
            game: &game,
            repetition: 3,
            only: &[],
            limits: &limits,
            options: Options::default(),
            table: &table,
            control: &control,
            endings: None,
        };
        let mut last = None;
        search(&request, &mut |report| {
            if let Report::Line(line) = report {
                last = Some(line);
            }
        });
        if stop.is_raised() {
            return None;
        }
        let line = last?;
        total += line.nodes;
        say(fen.to_owned());
        let line = Reply::Line(line).to_string();
        say(line.trim_start_matches("info ").to_owned());
    }
    say(format!("bench {total}"));
    Some(())
}
