//! The dialogue of a match runner that knows UGI and none of the games: line by line what cutegames sends, to two
//! engines that play each other. It sees an answer only in exactly two words, and believes both engines.

mod common;
mod document;

use common::Engine;
use document::{matches, read};

/// Longer games are given up by the runner; none of those below comes near.
const LONGEST: usize = 600;

/// The runner's view of an engine.
struct Player(Engine);

impl Player {
    fn start(flags: &[&str]) -> Player {
        let mut player = Player(Engine::start(flags));
        let said = player.0.ask("ugi", "ugiok");
        assert_eq!(said, "ugiok");
        player.0.send("setoption name hash value 8");
        player.is_ready();
        player
    }

    /// Nothing may have been said that this runner would have to read, an error least of all.
    fn is_ready(&mut self) {
        assert_eq!(self.0.sync(), [""; 0]);
    }

    /// The second of two words.
    fn two_words(&mut self, line: &str, first: &str) -> String {
        self.0.send(line);
        loop {
            let said = self.0.line();
            assert!(!said.starts_with("info string error"), "{line}: {said}");
            if said.starts_with(first) {
                let words: Vec<_> = said.split(' ').collect();
                assert_eq!((words.len(), words[0]), (2, first), "{said}");
                return words[1].to_owned();
            }
            assert!(said.starts_with("info ") && said.len() >= 8, "{line}: {said}");
        }
    }
}

/// How the runner tells the engines of a turn.
#[derive(Clone, Copy, PartialEq)]
enum Telling {
    /// The whole game each time.
    Positions,
    /// One position, then each turn as it comes.
    Moves,
}

/// Plays a game from `opening` and returns its result; `first` says which engine is player 1.
fn game(players: &mut [Player; 2], opening: &str, first: usize, telling: Telling) -> (String, usize) {
    for player in players.iter_mut() {
        player.is_ready();
        player.0.send("uginewgame");
        player.0.send(&format!("position {opening}"));
    }
    let mut played: Vec<String> = Vec::new();
    let position = |played: &[String]| match played {
        [] => format!("position {opening}"),
        _ => format!("position {opening} moves {}", played.join(" ")),
    };
    let tell = |player: &mut Player, played: &[String]| {
        if telling == Telling::Positions {
            player.0.send(&position(played));
        }
    };
    for turn in 0..LONGEST {
        let mover = (first + turn) % 2;
        tell(&mut players[mover], &played);
        let p1_moves = (turn % 2 == 0).to_string();
        for _ in 0..=turn % 2 {
            assert_eq!(players[mover].two_words("query p1turn", "response"), p1_moves);
        }
        players[mover].is_ready();
        tell(&mut players[mover], &played);
        tell(&mut players[mover], &played);
        tell(&mut players[1 - mover], &played);
        let over = [0, 1].map(|one| players[one].two_words("query gameover", "response"));
        assert_eq!(over[0], over[1], "after {played:?}");
        if over[0] == "true" {
            break;
        }
        // A runner's clock: it runs down, and beyond.
        let left = 1000 - 8 * turn as i64;
        let best = players[mover].two_words(&format!("go p1time {left} p2time {left} p1inc 10 p2inc 10"), "bestmove");
        assert_ne!(best, "none", "the game is not over after {played:?}");
        if telling == Telling::Moves {
            players.iter_mut().for_each(|player| player.0.send(&format!("moves {best}")));
        }
        played.push(best);
    }
    let results = [0, 1].map(|one| {
        let player = &mut players[one];
        player.is_ready();
        tell(player, &played);
        tell(player, &played);
        assert_eq!(player.two_words("query gameover", "response"), "true", "{} turns", played.len());
        tell(player, &played);
        player.two_words("query result", "response")
    });
    assert_eq!(results[0], results[1], "after {played:?}");
    (results[0].clone(), played.len())
}

/// A match of two games with seats swapped.
fn play(flags: &[&str], opening: &str, telling: Telling, results: &[&str]) {
    let mut players = [Player::start(flags), Player::start(flags)];
    for first in [0, 1] {
        let (result, turns) = game(&mut players, opening, first, telling);
        println!("{opening}: {result} after {turns} turns");
        assert!(results.contains(&result.as_str()), "{result} after {turns} turns");
    }
}

#[test]
fn a_match_of_diaballik() {
    let fen = "fen bbbBbbb/......./......./......./......./......./wwwWwww w";
    play(&[], fen, Telling::Positions, &["p1win", "p2win", "draw"]);
}

#[test]
fn a_match_of_diablo_from_a_seeded_opening() {
    let fen = "fen GBGBGB/BGBGBG/GBGBGB/BGBGBG/GBGBGB/BGBGBG b - 1 seed=42";
    play(&["--game", "diablo"], fen, Telling::Positions, &["p1win", "p2win"]);
}

#[test]
fn a_match_of_diablo_from_the_start_with_seeded_options() {
    let flags = ["--game", "diablo", "--board-size", "4", "--dice", "seeded", "--seed", "9"];
    play(&flags, "startpos", Telling::Positions, &["p1win", "p2win"]);
}

#[test]
fn a_runner_that_sends_one_position_and_then_moves() {
    play(&["--game", "diablo"], "fen GBGB/BGBG/GBGB/BGBG b - 1 seed=3", Telling::Moves, &["p1win", "p2win"]);
    play(&[], "startpos", Telling::Moves, &["p1win", "p2win", "draw"]);
}

/// Says what the runner itself said in a game and hears what it heard; `…` stands for any text, and `info` is not looked
/// at.
fn replay(log: &str) {
    let mut engine = Engine::start(&[]);
    for line in read(log).lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(input) = line.strip_prefix("> ") {
            engine.send(input);
            continue;
        }
        let expected = line.strip_prefix("< ").expect("a line in or out");
        let heard = loop {
            let heard = engine.line();
            assert!(!heard.starts_with("info string error"), "{heard}");
            if !["info ", "id ", "option "].iter().any(|start| heard.starts_with(start)) {
                break heard;
            }
        };
        assert!(matches(expected, &heard), "expected {expected}, heard {heard}");
    }
}

#[test]
fn games_that_were_played_in_the_runner_play_again() {
    replay("tests/cutegames/diaballik.txt");
    replay("tests/cutegames/diablo.txt");
}

#[test]
fn the_openings_for_the_runner_are_positions_that_can_be_played() {
    for game in ["diaballik", "diablo"] {
        let settings = read(&format!("tools/cutegames/{game}.json"));
        let openings = format!("tools/cutegames/{game}-openings.txt");
        assert!(settings.contains(&openings) && settings.contains(&format!("\"Game\": \"{game}\"")));
        let mut engine = Engine::start(&["--game", game]);
        let text = read(&openings);
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        assert!(lines.len() > 10);
        for line in lines {
            engine.send(&format!("position fen {line}"));
            assert_eq!(engine.query("p1turn"), "true", "{line}");
            assert_eq!(engine.query("gameover"), "false", "{line}");
            assert_ne!(engine.query("count"), "0", "{line}");
        }
    }
}
