//! The command `hyperbola`. It parses the arguments, calls the libraries and prints the results.
//! The commands of other programs it passes on to them untouched.
//!
//! The help in `arguments.rs` lists the exit statuses.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod output;

use std::env;
use std::process::ExitCode;

use arguments::{Arguments, Command};
use hyperbola_console::others::Program;
use hyperbola_console::status;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    if let Some(program) = Program::answering(&arguments) {
        return hyperbola_console::end(program.run(arguments), status);
    }
    hyperbola_console::run_as(arguments::command(), run, status)
}

/// Runs the command that the arguments name.
fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Attacks(arguments) => commands::attacks::run(&arguments),
        Command::List(arguments) => commands::list::run(&arguments),
        Command::Moves(arguments) => commands::moves::run(&arguments),
        Command::Fen(arguments) => commands::fen::run(&arguments),
        Command::Perft(arguments) => commands::perft::run(&arguments),
        Command::Uci(arguments) => commands::uci::run(&arguments),
    }
}
