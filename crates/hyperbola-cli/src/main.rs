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
use commands::attacks::batch::BadBatch;
use commands::features::{self, BadRun};
use commands::hunt::HuntEnd;
use commands::perft::Interrupted;
use hyperbola_console::input::BadLine;
use hyperbola_console::interrupt::INTERRUPTED;
use hyperbola_console::limited::TooLong;
use hyperbola_console::lines::NoLines;
use hyperbola_console::shards::BadShards;
use hyperbola_console::text::NoText;
pub(crate) use hyperbola_console::{interrupt, limited};

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
        Command::Bench(arguments) => commands::bench::run(&arguments),
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
