//! What the programs `hyperbola` and `hyperbola-lab` share: how they read arguments, print, and end.
#![forbid(unsafe_code)]

pub mod output;
mod table;

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

pub use table::table;

/// Reads the arguments of a program, runs it, and returns its exit status: 0 after success, and what
/// `status` gives after an error, which is printed on standard error.
pub fn run<A: Parser>(
    program: impl FnOnce(A) -> anyhow::Result<()>,
    status: impl FnOnce(&anyhow::Error) -> u8,
) -> ExitCode {
    match program(A::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::from(status(&error))
        }
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
