//! The command `hyperbola`: it parses, calls the libraries and prints.
//!
//! Exit status 0 is success, 1 a technique or a rival found wrong, a file that cannot be read or written
//! or too little memory, 2 wrong use or wrong input, 130 an interrupt.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod input;
mod output;
mod queries;

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Parser;

use arguments::{Arguments, Command};
use commands::attacks::batch::BadBatch;
use commands::bench::NoDefinition;
use commands::perft::Interrupted;
use input::BadLine;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Attacks(arguments) => commands::attacks::run(&arguments),
        Command::Explain(arguments) => commands::explain::run(&arguments),
        Command::List(arguments) => commands::list::run(&arguments),
        Command::Verify(arguments) => commands::verify::run(&arguments),
        Command::Prove(arguments) => commands::prove::run(&arguments),
        Command::Perft(arguments) => commands::perft::run(&arguments),
        Command::Moves(arguments) => commands::moves::run(&arguments),
        Command::Fen(arguments) => commands::fen::run(&arguments),
        Command::Bench(arguments) => commands::bench::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments),
        Command::Man(arguments) => commands::man::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::from(status(&error))
        }
    }
}

/// Returns the exit status that an error ends the command with.
fn status(error: &anyhow::Error) -> u8 {
    if error.is::<BadLine>() || error.is::<BadBatch>() || error.is::<NoDefinition>() {
        2
    } else if error.is::<Interrupted>() {
        Interrupted::STATUS
    } else {
        1
    }
}

/// Returns whether the reader of the output has gone, which is its right: `hyperbola … | head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints an error on standard error.
fn report(error: &anyhow::Error) {
    const ERROR: Style = AnsiColor::Red.on_default().bold();
    // Where standard error is closed too, only the exit status is left to tell.
    let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {error:#}");
}
