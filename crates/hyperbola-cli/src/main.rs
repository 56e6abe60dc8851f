//! The command `hyperbola`. It parses the arguments, calls the libraries and prints the results.
//!
//! The help in `arguments.rs` lists the exit statuses.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod output;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::CommandFactory;
use commands::hunt::HuntEnd;
use hyperbola_console::is_wrong;
use hyperbola_files::interrupt::{INTERRUPTED, Interrupted};

fn main() -> ExitCode {
    hyperbola_console::run(run, status)
}

/// Runs the command that the arguments name.
fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Attacks(arguments) => commands::attacks::run(&arguments),
        Command::Explain(arguments) => commands::explain::run(&arguments),
        Command::Export(arguments) => commands::export::run(&arguments),
        Command::List(arguments) => commands::list::run(&arguments),
        Command::Verify(arguments) => commands::verify::run(&arguments),
        Command::Prove(arguments) => commands::prove::run(&arguments),
        Command::Perft(arguments) => commands::perft::run(&arguments),
        Command::Moves(arguments) => commands::moves::run(&arguments),
        Command::Fen(arguments) => commands::fen::run(&arguments),
        Command::Hunt(arguments) => commands::hunt::run(&arguments),
        Command::Features(arguments) => commands::features::run(&arguments),
        Command::Convert(arguments) => commands::convert::run(&arguments),
        Command::Completions(arguments) => {
            commands::completions::run(&arguments, Arguments::command())
        }
        Command::Man(arguments) => commands::man::run(&arguments, Arguments::command()),
    }
}

/// Returns the exit status for an error.
fn status(error: &anyhow::Error) -> u8 {
    if let Some(end) = error.downcast_ref::<HuntEnd>() {
        end.status()
    } else if is_wrong(error) {
        2
    } else if error.is::<Interrupted>() {
        INTERRUPTED
    } else {
        1
    }
}
