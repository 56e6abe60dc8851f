//! Shared parts of the programs `hyperbola` and `hyperbola-lab`: reading arguments and queries,
//! printing and ending.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

mod closed;
pub mod generator;
pub mod input;
pub mod lines;
pub mod output;
pub mod queries;
mod shown;
mod table;
pub mod unique;

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use clap::Parser;
use hyperbola_files::{Error, Wrong, escaped, interrupt};
use indicatif::{ProgressBar, ProgressStyle};

pub use table::table;

/// Reads the arguments of a program, runs it, and returns its exit status. This is 0 after success.
/// After an error it is the result of `status`, and the error is printed on standard error.
pub fn run<A: Parser>(
    program: impl FnOnce(A) -> anyhow::Result<()>,
    status: impl FnOnce(&anyhow::Error) -> u8,
) -> ExitCode {
    interrupt::report_with(report);
    let result = match A::try_parse() {
        Ok(arguments) => program(arguments),
        Err(error) => refuse_or_help(error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&format!("{error:#}"));
            ExitCode::from(status(&error))
        }
    }
}

/// Ends the program if the arguments are wrong, or prints the help or the version that they ask
/// for.
fn refuse_or_help(mut error: clap::Error) -> anyhow::Result<()> {
    if error.use_stderr() {
        shown::escape_quotes(&mut error);
        error.exit();
    }
    let mut stdout = output::stdout()?;
    error.print().and_then(|()| stdout.flush()).context(output::CANNOT_WRITE)
}

/// Returns whether an error is a wrong use of the program or a wrong input.
#[must_use]
pub fn is_wrong(error: &anyhow::Error) -> bool {
    error.is::<Wrong>() || matches!(error.downcast_ref(), Some(Error::Wrong(_)))
}

/// Returns whether the reader of the output has closed it, which is no error: `hyperbola … | head`.
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

/// Makes a progress bar on standard error. It is not drawn if that is not a terminal.
#[must_use]
pub fn progress_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} % {eta:>4} {msg}");
    let bar = ProgressBar::new(length);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
