//! The program `hyperbola-hunt`: other programs' moves and numbers against ours.
#![forbid(unsafe_code)]

mod arguments;
mod commands;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use commands::hunt::HuntEnd;

fn main() -> ExitCode {
    hyperbola_console::run(run, status)
}

/// Runs the command that the arguments name.
fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Hunt(arguments) => commands::hunt::run(&arguments),
        Command::Suite(arguments) => commands::suite::run(&arguments),
        Command::Inputs(arguments) => commands::inputs::run(&arguments),
    }
}

/// Returns the exit status for an error.
fn status(error: &anyhow::Error) -> u8 {
    match error.downcast_ref::<HuntEnd>() {
        Some(end) => end.status(),
        None => hyperbola_console::status(error),
    }
}
