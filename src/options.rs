//! The options: their names, kinds, defaults and ranges in one table, which `ugi`, `setoption`, `help` and the
//! command line share, and their present values.

use std::fmt;

use crate::game::any::{GameName, Start};
use crate::game::diaballik::Setup;

/// Who throws the dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceSource {
    /// Whoever drives the engine.
    Controller,
    /// The seed.
    Seeded,
}

/// The present values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// `Game`
    pub game: GameName,
    /// `BoardSize`
    pub board_size: u8,
    /// `Setup`
    pub setup: Setup,
    /// `AntiPlay`
    pub anti_play: bool,
    /// `Repetition`
    pub repetition: u32,
    /// `Hash`, in MiB
    pub hash: usize,
    /// `Threads`
    pub threads: usize,
    /// `MultiPV`
    pub multipv: usize,
    /// `MoveOverhead`, in milliseconds
    pub move_overhead: u64,
    /// `Skill`
    pub skill: u32,
    /// `Dice`
    pub dice: DiceSource,
    /// `Seed`; `None` for random
    pub seed: Option<u64>,
    /// `EndingFile`; empty for none
    pub ending_file: String,
    /// `LogFile`; empty for none
    pub log_file: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            game: GameName::Diaballik,
            board_size: 6,
            setup: Setup::Standard,
            anti_play: true,
            repetition: 3,
            hash: 16,
            threads: 1,
            multipv: 1,
            move_overhead: 10,
            skill: 20,
            dice: DiceSource::Controller,
            seed: None,
            ending_file: String::new(),
            log_file: String::new(),
        }
    }
}

/// An option's identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// Diaballik or Diablo.
    Game,
    /// Diablo's board.
    BoardSize,
    /// Diaballik's start.
    Setup,
    /// Diaballik's anti-play rule.
    AntiPlay,
    /// Diaballik's draw by repetition.
    Repetition,
    /// Size of the transposition table.
    Hash,
    /// Search threads.
    Threads,
    /// Best turns reported.
    MultiPv,
    /// Time lost between engine and clock.
    MoveOverhead,
    /// How well to play.
    Skill,
    /// Who throws the dice.
    Dice,
    /// What repeats the dice.
    Seed,
    /// Exact endings of Diablo.
    EndingFile,
    /// A record of all lines.
    LogFile,
}

/// What values an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// `true` or `false`.
    Check,
    /// A whole number in this range.
    Spin(u64, u64),
    /// One of these words.
    Combo(&'static [&'static str]),
    /// Any text.
    Text,
}

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Spec {
    /// Which option.
    pub name: Name,
    /// Its name as printed; input is case-insensitive.
    pub text: &'static str,
    /// What it takes.
    pub values: Values,
    /// Its default as printed.
    pub default: &'static str,
    /// One line for people.
    pub help: &'static str,
}

const fn spec(name: Name, text: &'static str, values: Values, default: &'static str, help: &'static str) -> Spec {
    Spec { name, text, values, default, help }
}

/// Every option, in the order in which they are printed.
pub static SPECS: [Spec; 14] = [
    spec(Name::Game, "Game", Values::Combo(&["diaballik", "diablo"]), "diaballik", "the game"),
    spec(Name::BoardSize, "BoardSize", Values::Spin(2, 26), "6", "columns and rows of Diablo's board, an even number"),
    spec(Name::Setup, "Setup", Values::Combo(&["standard", "variant"]), "standard", "the start of Diaballik"),
    spec(Name::AntiPlay, "AntiPlay", Values::Check, "true", "whether Diaballik's anti-play rule holds"),
    spec(
        Name::Repetition,
        "Repetition",
        Values::Spin(0, 1000),
        "3",
        "occurrences of a position that make a draw in Diaballik; 0 for never, 1 is refused",
    ),
    spec(Name::Hash, "Hash", Values::Spin(1, 1 << 20), "16", "MiB for the transposition table"),
    spec(Name::Threads, "Threads", Values::Spin(1, 256), "1", "threads that search"),
    spec(Name::MultiPv, "MultiPV", Values::Spin(1, 500), "1", "how many of the best turns to report"),
    spec(
        Name::MoveOverhead,
        "MoveOverhead",
        Values::Spin(0, 5000),
        "10",
        "milliseconds lost between the engine and the clock each turn",
    ),
    spec(Name::Skill, "Skill", Values::Spin(0, 20), "20", "how well to play, 20 for as well as can be"),
    spec(Name::Dice, "Dice", Values::Combo(&["controller", "seeded"]), "controller", "who throws Diablo's dice"),
    spec(
        Name::Seed,
        "Seed",
        Values::Text,
        "random",
        "what repeats the dice: a whole number from 0 to 18446744073709551615, or random",
    ),
    spec(
        Name::EndingFile,
        "EndingFile",
        Values::Text,
        "<empty>",
        "a file of exact endings of Diablo, made by 'diabolo solve'",
    ),
    spec(Name::LogFile, "LogFile", Values::Text, "<empty>", "a file that gets every line in and out"),
];

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.text)?;
        match self.values {
            Values::Check => write!(f, "check default {}", self.default),
            Values::Spin(min, max) => write!(f, "spin default {} min {min} max {max}", self.default),
            Values::Text => write!(f, "string default {}", self.default),
            Values::Combo(words) => {
                write!(f, "combo default {}", self.default)?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
        }
    }
}

impl Spec {
    /// What it is for, its values where they are words, and its default, for people.
    #[must_use]
    pub fn explained(&self) -> String {
        match self.values {
            Values::Combo(words) => format!("{}: {} [{}]", self.help, words.join(" or "), self.default),
            _ => format!("{} [{}]", self.help, self.default),
        }
    }
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadOption {
    /// No such option.
    #[error("there is no option '{0}'; 'ugi' lists them")]
    Name(String),
    /// A value that the option does not take.
    #[error("{option} takes {expected}, not '{value}'")]
    Value {
        /// Its printed name.
        option: &'static str,
        /// What it takes.
        expected: String,
        /// What came.
        value: String,
    },
}

/// The row of `name`; upper and lower case are the same, and so are `MultiPV` and `multi-pv`.
///
/// # Errors
/// [`BadOption::Name`].
pub fn find(name: &str) -> Result<&'static Spec, BadOption> {
    let plain = |name: &str| name.replace('-', "").to_ascii_lowercase();
    SPECS.iter().find(|spec| plain(spec.text) == plain(name)).ok_or_else(|| BadOption::Name(name.to_owned()))
}

impl Options {
    /// Where a game starts.
    #[must_use]
    pub fn start(&self) -> Start {
        Start { game: self.game, board_size: self.board_size, setup: self.setup }
    }

    /// Sets an option from text. What follows from a new value is the caller's business.
    ///
    /// # Errors
    /// [`BadOption::Value`]; nothing has changed then.
    pub fn set(&mut self, spec: &'static Spec, value: &str) -> Result<(), BadOption> {
        let read = Value { spec, value };
        match spec.name {
            Name::Game => self.game = [GameName::Diaballik, GameName::Diablo][read.word()?],
            Name::Setup => self.setup = [Setup::Standard, Setup::Variant][read.word()?],
            Name::Dice => self.dice = [DiceSource::Controller, DiceSource::Seeded][read.word()?],
            Name::AntiPlay => self.anti_play = read.check()?,
            Name::BoardSize => {
                let size = read.number()?;
                if size % 2 == 1 {
                    return Err(read.refuse("an even number from 2 to 26".into()));
                }
                self.board_size = size as u8;
            }
            Name::Repetition => {
                let times = read.number()?;
                if times == 1 {
                    return Err(read.refuse("0 or a whole number from 2 to 1000".into()));
                }
                self.repetition = times as u32;
            }
            Name::Hash => self.hash = read.number()? as usize,
            Name::Threads => self.threads = read.number()? as usize,
            Name::MultiPv => self.multipv = read.number()? as usize,
            Name::MoveOverhead => self.move_overhead = read.number()?,
            Name::Skill => self.skill = read.number()? as u32,
            Name::Seed if value.eq_ignore_ascii_case("random") => self.seed = None,
            Name::Seed => {
                let refuse = || read.refuse(format!("random or a whole number from 0 to {}", u64::MAX));
                self.seed = Some(read.digits().ok_or_else(refuse)?);
            }
            Name::EndingFile if value == "<empty>" => self.ending_file.clear(),
            Name::EndingFile => value.clone_into(&mut self.ending_file),
            Name::LogFile if value == "<empty>" => self.log_file.clear(),
            Name::LogFile => value.clone_into(&mut self.log_file),
        }
        Ok(())
    }
}

/// A value on its way from text.
struct Value<'a> {
    spec: &'static Spec,
    value: &'a str,
}

impl Value<'_> {
    fn refuse(&self, expected: String) -> BadOption {
        BadOption::Value { option: self.spec.text, expected, value: self.value.to_owned() }
    }

    /// The place of the value among the words of the option.
    fn word(&self) -> Result<usize, BadOption> {
        let Values::Combo(words) = self.spec.values else { unreachable!("{} has words", self.spec.text) };
        words
            .iter()
            .position(|word| word.eq_ignore_ascii_case(self.value))
            .ok_or_else(|| self.refuse(words.join(" or ")))
    }

    /// A whole number without sign or leading zeros, as everywhere in the notation.
    fn digits(&self) -> Option<u64> {
        let plain = self.value.bytes().all(|byte| byte.is_ascii_digit());
        let leading = self.value.len() > 1 && self.value.starts_with('0');
        self.value.parse().ok().filter(|_| plain && !leading)
    }

    fn number(&self) -> Result<u64, BadOption> {
        let Values::Spin(min, max) = self.spec.values else { unreachable!("{} has a range", self.spec.text) };
        let number = self.digits().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| self.refuse(format!("a whole number from {min} to {max}")))
    }

    fn check(&self) -> Result<bool, BadOption> {
        match self.value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.refuse("true or false".into())),
        }
    }
}
