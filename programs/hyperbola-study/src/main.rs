//! The program `hyperbola-study`: techniques explained, exported, verified and proved.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod generator;
mod plain;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use hyperbola_console::status;

fn main() -> ExitCode {
    hyperbola_console::run(run, status)
}

/// Runs the command in the arguments.
fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Explain(arguments) => commands::explain::run(&arguments),
        Command::Export(arguments) => commands::export::run(&arguments),
        Command::Verify(arguments) => commands::verify::run(&arguments),
        Command::Prove(arguments) => commands::prove::run(&arguments),
        Command::Perft(arguments) => commands::perft::run(&arguments),
    }
}
