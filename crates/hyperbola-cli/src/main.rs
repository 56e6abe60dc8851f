//! The command `hyperbola`. It parses the arguments, calls the libraries and prints the results.
//!
//! The help in `arguments.rs` lists the exit statuses.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod limited;
mod output;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use commands::attacks::batch::BadBatch;
use commands::features::{self, BadRun};
use commands::hunt::HuntEnd;
use commands::perft::{BadShards, Interrupted};
use hyperbola_console::input::BadLine;
pub(crate) use hyperbola_console::interrupt;
use hyperbola_console::interrupt::INTERRUPTED;
use hyperbola_console::lines::NoLines;
use hyperbola_console::text::NoText;
use limited::TooLong;

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
        Command::Completions(arguments) => commands::completions::run(&arguments),
        Command::Man(arguments) => commands::man::run(&arguments),
    }
}

/// Returns the exit status for an error.
fn status(error: &anyhow::Error) -> u8 {
    if let Some(end) = error.downcast_ref::<HuntEnd>() {
        end.status()
    } else if error.is::<BadLine>()
        || error.is::<BadBatch>()
        || error.is::<BadRun>()
        || error.is::<NoLines>()
        || error.is::<NoText>()
        || error.is::<BadShards>()
        || error.is::<TooLong>()
        || error.is::<hyperbola_export::Unsupported>()
    {
        2
    } else if error.is::<Interrupted>() || error.is::<features::Interrupted>() {
        INTERRUPTED
    } else {
        1
    }
}
