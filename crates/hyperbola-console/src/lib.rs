//! What the programs `hyperbola` and `hyperbola-lab` share: how they read arguments, print, write
//! files, and end.
#![forbid(unsafe_code)]

pub mod file;
pub mod output;
mod shown;
mod table;

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

pub use shown::{shown, shown_path};
pub use table::table;

/// Reads the arguments of a program, runs it, and returns its exit status: 0 after success, and what
/// `status` gives after an error, which is printed on standard error.
pub fn run<A: Parser>(
    program: impl FnOnce(A) -> anyhow::Result<()>,
    status: impl FnOnce(&anyhow::Error) -> u8,
) -> ExitCode {
    let result = match A::try_parse() {
        Ok(arguments) => program(arguments),
        Err(error) => refuse_or_help(error),
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

/// Ends the program on wrong arguments; or prints the help or the version, which they ask for.
fn refuse_or_help(mut error: clap::Error) -> anyhow::Result<()> {
    if error.use_stderr() {
        shown::escape_quotes(&mut error);
        error.exit();
    }
    error.print().and_then(|()| io::stdout().flush()).context(output::CANNOT_WRITE)
}

/// Returns whether the reader of the output has gone, which is its right: `hyperbola … | head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints an error on standard error.
fn report(error: &anyhow::Error) {
    const ERROR: Style = AnsiColor::Red.on_default().bold();
    // What is quoted may have control characters; the lines of the text are its own.
    let text = shown::escaped(&format!("{error:#}"), |character| {
        character.is_control() && character != '\n'
    });
    // Where standard error is closed too, only the exit status is left to tell.
    let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {text}");
}

/// Makes a progress bar on standard error; it is not drawn where that is no terminal.
#[must_use]
pub fn progress_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} % {eta:>4} {msg}");
    let bar = ProgressBar::new(length);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
