//! The engine process: arguments, logger, and the session over standard input and output.

use std::process::exit;

fn main() {
    // Only warnings unless RUST_LOG asks for more; always to standard error.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    // A reader that waits for input must not keep the process alive, so this ends it.
    exit(diabolo::cli::main(std::env::args_os().skip(1)).into());
}
