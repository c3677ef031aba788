//! Positions of games as lines of text, and as what the fit sees of them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use diabolo::game::diablo::Diablo;
use diabolo::game::diablo::eval::{self, Inputs, PHASES};
use diabolo::game::{Game, Player};

use crate::play::Seen;

/// Every so manieth game is held out.
const HELD_OUT: u64 = 10;

/// A position before the roll, as the fit sees it.
pub struct Sample {
    pub inputs: Inputs,
    pub phase: [f32; PHASES],
    /// 1 if the side to move has won, else 0.
    pub won: f64,
    /// The same without the luck of the dice, to which chances are fitted. It may lie outside 0 to 1.
    pub without_luck: f64,
    /// Positions of one game have one number.
    pub game: u64,
}

impl Sample {
    pub fn new(seen: &Seen, game: u64) -> Sample {
        let (position, _) = Diablo::parse_fen(&seen.fen).expect("a FEN");
        let checkers = position.checkers(Player::One) + position.checkers(Player::Two);
        Sample {
            inputs: eval::inputs(&position),
            phase: eval::phase(position.size(), checkers),
            won: seen.won,
            without_luck: seen.without_luck,
            game,
        }
    }
}

/// Samples to learn from, and those of other games.
#[derive(Default)]
pub struct Samples {
    pub known: Vec<Sample>,
    pub held_out: Vec<Sample>,
    /// The size of the boards.
    pub size: u8,
}

/// Writes a position of a game as a line.
pub fn write(out: &mut impl Write, game: u64, seen: &Seen) -> io::Result<()> {
    writeln!(out, "{game}\t{}\t{:.4}\t{}", seen.won, seen.without_luck, seen.fen)
}

/// Reads files of such lines.
pub fn read(files: &[String]) -> Samples {
    let mut samples = Samples::default();
    for (number, file) in files.iter().enumerate() {
        for line in BufReader::new(File::open(file).expect("a file")).lines() {
            let line = line.expect("a line");
            let fields: Vec<&str> = line.split('\t').collect();
            let &[game, won, without_luck, fen] = &fields[..] else { panic!("four fields") };
            let [won, without_luck] = [won, without_luck].map(|text| text.parse().expect("a number"));
            let game: u64 = game.parse().expect("a number");
            let sample = Sample::new(&Seen { fen: fen.to_owned(), won, without_luck }, game + ((number as u64) << 32));
            samples.size = fen.split('/').count() as u8;
            if game.is_multiple_of(HELD_OUT) { &mut samples.held_out } else { &mut samples.known }.push(sample);
        }
    }
    samples
}
