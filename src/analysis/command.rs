//! The subcommands `rollout` and `luck`: their flags, and running them.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};

use super::luck::{self, BadGame};
use super::player::Policy;
use super::report;
use super::rollout::{Settings, rollout};
use crate::game::Game;
use crate::game::diablo::Diablo;
use crate::record;

/// The flags of the subcommands, as far as they were given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    games: Option<u64>,
    truncate: Option<u64>,
    nodes: Option<u64>,
    plain: bool,
}

/// Their names, and what they say in `--help`.
pub const HELP: [(&str, &str); 4] = [
    ("--games N", "rollout: how many games, from 2 [1296]"),
    ("--truncate T", "rollout: judge a game statically after T turns of both sides [play to the end]"),
    (
        "--nodes N",
        "rollout: positions that a search may look at for each turn [none: the best turn by static judgement]; \
         luck: positions for each turn [200000]",
    ),
    ("--plain", "rollout: do not subtract the luck of the dice from the results"),
];

/// Nodes for each turn of a record.
const LUCK_NODES: u64 = 200_000;

impl Flags {
    /// Sets the flag with this name; `value` reads what follows it. False if there is no such flag.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub fn set(&mut self, name: &str, value: impl FnOnce() -> Result<OsString, String>) -> Result<bool, String> {
        let number = |least: u64| {
            let text = value()?;
            let number = text.to_str().and_then(|text| text.parse().ok()).filter(|&number| number >= least);
            number.ok_or_else(|| format!("--{name} takes a whole number from {least}, not '{}'", text.display()))
        };
        match name {
            "games" => self.games = Some(number(2)?),
            "truncate" => self.truncate = Some(number(0)?),
            "nodes" => self.nodes = Some(number(1)?),
            "plain" => self.plain = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An error if a flag was given that does not belong to the subcommand `name`.
    ///
    /// # Errors
    /// Which one.
    pub fn only_for(&self, name: &str) -> Result<(), String> {
        let given = [
            ("games", self.games.is_some(), &["rollout"][..]),
            ("truncate", self.truncate.is_some(), &["rollout"]),
            ("nodes", self.nodes.is_some(), &["rollout", "luck"]),
            ("plain", self.plain, &["rollout"]),
        ];
        let stray = given.into_iter().find(|(_, given, homes)| *given && !homes.contains(&name));
        stray.map_or(Ok(()), |(flag, _, homes)| {
            Err(format!("--{flag} belongs to the subcommand {}", homes.join(" or ")))
        })
    }
}

/// `rollout FEN`: prints what it finds; an error is one line.
///
/// # Errors
/// The FEN is bad, the game is over, or the memory can't be had.
pub fn run_rollout(fen: &str, flags: &Flags, seed: u64, threads: usize) -> Result<(), String> {
    let (position, _) = Diablo::parse_fen(fen).map_err(|error| format!("rollout: {error}"))?;
    if position.verdict().is_some() {
        return Err("rollout: the game is over".into());
    }
    let default = Settings::default();
    let settings = Settings {
        games: flags.games.unwrap_or(default.games),
        seed,
        truncate: flags.truncate.map(|turns| u32::try_from(turns).unwrap_or(u32::MAX)),
        policy: flags.nodes.map_or(Policy::Static, |nodes| Policy::Search { nodes }),
        subtract_luck: !flags.plain,
        threads,
    };
    let found = rollout(&position, &settings).map_err(|error| error.to_string())?;
    print(&report::of_rollout(&position, &settings, &found));
    Ok(())
}

/// `luck FILE...`: prints the analysis of every record. False if one could not be analysed.
#[must_use]
pub fn run_luck(paths: &[OsString], flags: &Flags) -> bool {
    let nodes = flags.nodes.unwrap_or(LUCK_NODES);
    let mut good = true;
    let mut games = Vec::new();
    for path in paths {
        let read = fs::read(path).map_err(|error| format!(" {error}"));
        let records = match read.and_then(|file| record::parse(&file).map_err(|error| error.to_string())) {
            Ok(records) => records,
            Err(error) => {
                eprintln!("diabolo: {}:{error}", path.display());
                good = false;
                continue;
            }
        };
        for (i, record) in records.iter().enumerate() {
            match luck::analyse(record, nodes) {
                Ok(game) => {
                    let names = ["Black", "Green"];
                    print(&format!(
                        "{}, record {}: {}\n",
                        path.display(),
                        i + 1,
                        report::of_game(record, &game, names)
                    ));
                    let name = |key| record.header(key).unwrap_or_default().to_owned();
                    games.push((name("P1"), name("P2"), game));
                }
                Err(error) => {
                    eprintln!("diabolo: {}: record {}: {error}", path.display(), i + 1);
                    good &= matches!(error, BadGame::OtherGame(_));
                }
            }
        }
    }
    if !games.is_empty() {
        print(&format!("{}\n{}", report::LEGEND, report::of_all(&games)));
    }
    good
}

fn print(text: &str) {
    // Whoever closes the output early has read enough.
    let _ = io::stdout().write_all(text.as_bytes());
}
