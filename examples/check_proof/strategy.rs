//! Proofs as `diabolo solve --bounds` writes them: for each side the bound that is claimed, and a strategy.

use std::collections::HashMap;
use std::io::BufRead;

use crate::Fault;
use crate::board::{Board, read};
use crate::mix::Stirring;
use crate::rules::Rules;

/// What a proof says of one side.
pub struct Claim<B> {
    pub black: bool,
    pub bound: f64,
    pub strategy: Strategy<B>,
}

/// What a side does. All boards are seen from its side.
pub struct Strategy<B> {
    /// By the first image of a position before its roll, the number of the line that speaks of it.
    lines: HashMap<B, u32, Stirring>,
    /// For each line and each roll what the turn leads to; `None` where the roll is given up.
    chosen: Vec<Option<B>>,
    rolls: usize,
}

impl<B: Board> Strategy<B> {
    pub fn new(rules: &Rules) -> Strategy<B> {
        Strategy { lines: HashMap::default(), chosen: Vec::new(), rolls: rules.rolls.len() }
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.chosen.len() / self.rolls
    }

    /// The line of a position, which is the first of its images.
    pub fn line(&self, first_image: &B) -> Option<usize> {
        self.lines.get(first_image).map(|&line| line as usize)
    }

    /// What a line chooses with the roll of this number.
    pub fn chosen(&self, line: usize, roll: usize) -> Option<&B> {
        self.chosen[line * self.rolls + roll].as_ref()
    }

    fn add(&mut self, words: &[u8], rules: &Rules, black: bool) -> Result<(), Fault> {
        let sign = if black { 1 } else { -1 };
        let mut words = words.split(|&letter| letter == b' ');
        let position = read(words.next().unwrap_or_default(), rules.size, sign)?;
        let number = self.len() as u32;
        let before = self.chosen.len();
        for word in words {
            let chosen = if word == b"-" { None } else { Some(read(word, rules.size, sign)?) };
            self.chosen.push(chosen);
        }
        if self.chosen.len() - before != self.rolls {
            return Err(Fault("it has not as many boards as there are rolls".into()));
        }
        if self.lines.insert(rules.first_image(&position), number).is_some() {
            return Err(Fault("a line before it has spoken of this position".into()));
        }
        Ok(())
    }
}

/// Reads a proof line by line.
pub fn read_proof<B: Board>(mut reader: impl BufRead, rules: &Rules) -> Result<Vec<Claim<B>>, Fault> {
    let mut claims = Vec::new();
    let mut line = Vec::new();
    let mut number = 0_u32;
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(|error| Fault(error.to_string()))?;
        if length == 0 {
            return Err(Fault("it is cut short".into()));
        }
        number = number.checked_add(1).ok_or_else(|| Fault("it has too many lines".into()))?;
        let words = line.strip_suffix(b"\n").unwrap_or(&line);
        if words == b"end" && number > 2 {
            break;
        }
        let read = match number {
            1 if words != b"diabolo-proof 1" => return Err(Fault("it is no proof of version 1".into())),
            1 => Ok(()),
            2 if words != format!("board {}", rules.size).as_bytes() => {
                return Err(Fault("it is not one of the board of the endings".into()));
            }
            2 => Ok(()),
            _ if words.starts_with(b"side ") => claim(words, rules).map(|claim| claims.push(claim)),
            _ => match claims.last_mut() {
                Some(Claim { black, strategy, .. }) => strategy.add(words, rules, *black),
                None => Err(Fault("no side has been named".into())),
            },
        };
        read.map_err(|Fault(fault)| Fault(format!("line {number}: {fault}")))?;
    }
    if claims.is_empty() {
        return Err(Fault("it claims nothing".into()));
    }
    Ok(claims)
}

fn claim<B: Board>(words: &[u8], rules: &Rules) -> Result<Claim<B>, Fault> {
    let words: Vec<&str> = std::str::from_utf8(words).unwrap_or_default().split(' ').collect();
    if let ["side", side @ ("b" | "g"), "bound", bound] = words[..]
        && let Some(bound) = bound.parse().ok().filter(|bound| (0.0..=1.0).contains(bound))
    {
        return Ok(Claim { black: side == "b", bound, strategy: Strategy::new(rules) });
    }
    Err(Fault("it names no side and bound that can be read".into()))
}
