//! Shared parts of the programs: reading arguments and queries, printing and ending, and how one
//! program runs another.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod documentation;
pub mod input;
pub mod others;
pub mod output;
pub mod parsers;
pub mod perft;
mod progress;
pub mod queries;
pub mod reading;
mod shown;
mod table;

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use clap::{FromArgMatches, Parser};
use hyperbola_files::{Error, Wrong, escaped, interrupt};

pub use documentation::Documentation;
pub use progress::{progress_bar, progress_of_bytes};
pub use table::table;

/// Reads the arguments of a program, runs it, and returns its exit status. This is 0 after success.
/// After an error it is the result of `status`, and the error is printed on standard error.
pub fn run<A: Parser>(
    program: impl FnOnce(A) -> anyhow::Result<()>,
    status: impl FnOnce(&anyhow::Error) -> u8,
) -> ExitCode {
    run_as(A::command(), program, status)
}

/// Runs a program like [`run`] whose help has more commands than those of `A`.
pub fn run_as<A: Parser>(
    command: clap::Command,
    program: impl FnOnce(A) -> anyhow::Result<()>,
    status: impl FnOnce(&anyhow::Error) -> u8,
) -> ExitCode {
    interrupt::report_with(report);
    let command = Documentation::added_to(command);
    let result = match command.clone().try_get_matches() {
        Err(error) => refuse_or_help(error),
        Ok(matches) => match Documentation::from_arg_matches(&matches) {
            Ok(documentation) => documentation.print(command),
            Err(_) => A::from_arg_matches(&matches).map_or_else(refuse_or_help, program),
        },
    };
    end(result, status)
}

/// Returns the exit status of a program that ends with a result, and prints its error.
pub fn end(result: anyhow::Result<()>, status: impl FnOnce(&anyhow::Error) -> u8) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&format!("{error:#}"));
            ExitCode::from(status(&error))
        }
    }
}

/// Ends the program if the arguments are wrong, or prints the requested help or version.
fn refuse_or_help(mut error: clap::Error) -> anyhow::Result<()> {
    if error.use_stderr() {
        shown::escape_quotes(&mut error);
        error.exit();
    }
    error.print().and_then(|()| io::stdout().flush()).context(output::CANNOT_WRITE)
}

/// Returns whether an error is a wrong use of the program or a wrong input.
#[must_use]
pub fn is_wrong(error: &anyhow::Error) -> bool {
    error.is::<Wrong>() || matches!(error.downcast_ref(), Some(Error::Wrong(_)))
}

/// Returns the exit status for an error.
#[must_use]
pub fn status(error: &anyhow::Error) -> u8 {
    if is_wrong(error) {
        2
    } else if error.is::<interrupt::Interrupted>() {
        interrupt::INTERRUPTED
    } else {
        1
    }
}

/// Returns whether the reader of the output has closed it, which is not an error: `hyperbola … |
/// head`.
#[must_use]
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints the message of an error on standard error.
fn report(message: &str) {
    const ERROR: Style = AnsiColor::Red.on_default().bold();
    // Quoted input may contain control characters; line feeds belong to the message itself.
    let text = escaped(message, |character| character.is_control() && character != '\n');
    // If standard error is closed too, only the exit status can report the error.
    let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {text}");
}
