//! Checks a proof of `diabolo solve --bounds`: plays each side's strategy against every play of the other, down to the
//! endings. It shares nothing with the engine that made the proof: rules ([`rules`]), the reading of the endings
//! ([`endings`]) and of the proof ([`strategy`]) are its own.
//!
//! `tools/check-proof PROOF ENDINGS` builds and runs it. The exit code is 0 if all that is claimed holds, 1 if not or if
//! a file can't be read, 2 for a command line that is none.

mod board;
mod endings;
mod mix;
mod rules;
mod sample;
mod strategy;
#[cfg(test)]
mod tests;
mod walk;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use board::Board;
use endings::{Endings, Head};
use rules::Rules;
use strategy::{Claim, read_proof};
use walk::Walk;

/// What is wrong with a file.
#[derive(Debug)]
pub struct Fault(String);

/// So much must be found above what is claimed, since a chance of a file of endings may be wrong by rounding.
const ROUNDING: f64 = 1e-8;

/// Games are long on large boards, and a walk goes as deep.
const STACK: usize = 1 << 28;

const USAGE: &str = "usage: check-proof [--sample N] [--seed N] PROOF ENDINGS";

const HELP: &str = "
Plays each strategy of a proof against every play of the other side, down to the endings, by rules of its own.

PROOF       a file of 'diabolo solve --bounds'
ENDINGS     the file of endings that it was made with
--sample N  how many endings to check as well [10000]
--seed N    which [1]
--help      this text

Exit codes: 0 all that is claimed holds, 1 it does not or a file can't be read, 2 no such command line.
";

struct Options {
    proof: PathBuf,
    endings: PathBuf,
    sample: u64,
    seed: u64,
}

fn main() -> ExitCode {
    let options = match options(std::env::args_os()) {
        Ok(Some(options)) => options,
        Ok(None) => {
            // Whoever closes the output early has read enough.
            let _ = write!(io::stdout(), "{USAGE}\n{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("check-proof: {error}; {USAGE}");
            return ExitCode::from(2);
        }
    };
    match check(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Fault(fault)) => {
            eprintln!("check-proof: {fault}");
            ExitCode::FAILURE
        }
    }
}

/// `None` if help is asked for.
fn options(words: impl Iterator<Item = OsString>) -> Result<Option<Options>, lexopt::Error> {
    let (mut files, mut sample, mut seed) = (Vec::new(), 10_000, 1);
    let mut parser = lexopt::Parser::from_iter(words);
    while let Some(argument) = parser.next()? {
        use lexopt::prelude::{Long, Short, Value, ValueExt};
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("sample") => sample = parser.value()?.parse()?,
            Long("seed") => seed = parser.value()?.parse()?,
            Value(file) => files.push(PathBuf::from(file)),
            other => return Err(other.unexpected()),
        }
    }
    match <[PathBuf; 2]>::try_from(files) {
        Ok([proof, endings]) => Ok(Some(Options { proof, endings, sample, seed })),
        Err(_) => Err("two files are needed".into()),
    }
}

fn check(options: &Options) -> Result<(), Fault> {
    let (mut reader, length) = open(&options.endings)?;
    let head = Head::read(&mut reader, length).map_err(|fault| of_file(&options.endings, fault))?;
    let rules = Rules::new(head.size);
    let endings = Endings::read(head, &rules, &mut reader).map_err(|fault| of_file(&options.endings, fault))?;
    // The smallest form of a board that can hold all checkers in one stack.
    let low = head.most_checkers() <= <[i8; 16]>::MOST as usize;
    match head.size {
        ..=4 if low => check_with::<[i8; 16]>(options, &rules, &endings),
        ..=8 if low => check_with::<[i8; 64]>(options, &rules, &endings),
        _ => check_with::<Box<[i16]>>(options, &rules, &endings),
    }
}

fn check_with<B: Board>(options: &Options, rules: &Rules, endings: &Endings) -> Result<(), Fault> {
    sample::check::<B>(endings, rules, options.sample, options.seed)
        .map_err(|fault| of_file(&options.endings, fault))?;
    let claims: Vec<Claim<B>> =
        read_proof(open(&options.proof)?.0, rules).map_err(|fault| of_file(&options.proof, fault))?;
    // Both sides at once.
    thread::scope(|scope| {
        let walks: Vec<_> = claims
            .iter()
            .map(|claim| {
                let walk = || {
                    let mut walk = Walk::new(rules, endings, claim);
                    walk.start().map(|found| (found, walk.positions))
                };
                (claim, thread::Builder::new().stack_size(STACK).spawn_scoped(scope, walk))
            })
            .collect();
        for (claim, walk) in walks {
            let walk = walk.map_err(|error| Fault(format!("no thread can be had: {error}")))?;
            let (found, positions) =
                walk.join().unwrap_or_else(|_| Err(Fault("the check itself has failed".into())))?;
            tell(claim, found, positions)?;
        }
        Ok(())
    })
}

/// Says what was found; a fault if it is not surely as much as claimed.
fn tell<B>(claim: &Claim<B>, found: f64, positions: u64) -> Result<(), Fault> {
    let (side, bound) = (if claim.black { "Black" } else { "Green" }, claim.bound);
    let _ = writeln!(io::stdout(), "{side} wins at least {found:.6}; claimed {bound:.6}; {positions} positions walked");
    if bound > 0.0 && found - ROUNDING < bound {
        return Err(Fault(format!("that is less than claimed, or above it by no more than {ROUNDING:e}")));
    }
    Ok(())
}

fn open(path: &Path) -> Result<(BufReader<File>, u64), Fault> {
    let file = File::open(path).and_then(|file| file.metadata().map(|data| (file, data.len())));
    let (file, length) = file.map_err(|error| Fault(format!("{}: {error}", path.display())))?;
    Ok((BufReader::with_capacity(1 << 20, file), length))
}

fn of_file(path: &Path, Fault(fault): Fault) -> Fault {
    Fault(format!("{}: {fault}", path.display()))
}
