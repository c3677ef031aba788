//! The second front end: GTP 2 with the `gogui-rules` extensions, so that GoGui shows and plays both games, and the
//! dialect of Tommalla's Diaballik program. Text becomes typed [`command`]s by the [`grammar`]; [`play`] keeps the game,
//! in which a turn is clicked together vertex by vertex; [`front`] runs the searches and answers. docs/plug-in.md tells
//! users how to plug it in.

mod analyze;
mod clock;
mod command;
mod front;
mod grammar;
mod play;
mod reply;
mod rules;
mod tommalla;
mod turn;
mod vertex;

#[cfg(test)]
mod tests;

use std::io::{Read, Write};

use crate::search::limits::Limits;
use crate::session::{self, Failure, reader};
use crate::transcript::Transcript;

/// Milliseconds for a turn when nobody says anything about time.
pub const MOVE_TIME: i64 = 1000;

/// The seed of the dice when no flag gives one: a GUI starts several engines, and they must throw the same dice.
pub const SEED: u64 = 0;

/// The widest board that GTP has letters for is 25; the games' boards are even.
pub const WIDEST: u8 = 24;

/// The front end before it begins.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// What every front end has.
    pub session: session::Config,
    /// Where each game begins; `None` for the startpos.
    pub fen: Option<String>,
    /// How long `genmove` thinks; without any limit it is [`MOVE_TIME`].
    pub limits: Limits,
}

/// Runs the front end from the first line of `input` to `quit`, the end of input, or the end of those who read `output`.
///
/// # Errors
/// It could not begin.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    config: Config,
) -> Result<(), Failure> {
    let transcript = Transcript::default();
    let mut front = front::FrontEnd::new(output, transcript, config)?;
    front.listen(reader::start(input)?);
    front.serve();
    Ok(())
}
