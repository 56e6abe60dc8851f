//! The program `hyperbola-data`: features of many positions, training data, different positions.
#![forbid(unsafe_code)]

mod arguments;
mod bad_rows;
mod commands;
mod lines;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use hyperbola_console::status;

fn main() -> ExitCode {
    hyperbola_console::run(run, status)
}

/// Runs the command that the arguments name.
fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Features(arguments) => commands::features::run(&arguments),
        Command::Convert(arguments) => commands::convert::run(&arguments),
        Command::Positions(arguments) => commands::positions::run(&arguments),
    }
}
