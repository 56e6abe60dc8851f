//! `hyperbola bench`: passes its arguments on to the lab, a separate program.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use clap::CommandFactory;
use hyperbola_console::shown_path;

use crate::arguments::{Arguments, BenchArguments};
use crate::output;

/// The name of the lab's program.
const LAB: &str = "hyperbola-lab";

/// Runs the lab in place of this program. It takes the lab beside this program, otherwise the one
/// on the PATH.
pub(crate) fn run(BenchArguments { arguments }: &BenchArguments) -> anyhow::Result<()> {
    // The arguments are taken as they were written after `hyperbola bench`, because parsing removes
    // a first `--`.
    let written: Vec<OsString> = std::env::args_os().skip(2).collect();
    let file = format!("{LAB}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(file));
    for program in beside.into_iter().chain([PathBuf::from(LAB)]) {
        match become_program(&program, &written) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot run {}", shown_path(&program)));
            }
            Ok(status) => std::process::exit(status),
        }
    }
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        let mut command = Arguments::command();
        command.build();
        let bench = command.find_subcommand_mut("bench").context("bench is a command")?;
        return output::print(&bench.render_long_help().ansi().to_string());
    }
    bail!(
        "there is no program {LAB} beside this one or on the PATH; in a checkout of Hyperbola \
         `cargo install --path crates/{LAB}` installs it, and `cargo lab` runs it"
    )
}

/// Runs a program in place of this one. It returns only after a failure.
#[cfg(unix)]
fn become_program(program: &Path, arguments: &[OsString]) -> io::Result<i32> {
    use std::os::unix::process::CommandExt;
    Err(Command::new(program).args(arguments).exec())
}

/// Runs a program and returns its exit status.
#[cfg(not(unix))]
fn become_program(program: &Path, arguments: &[OsString]) -> io::Result<i32> {
    Ok(Command::new(program).args(arguments).status()?.code().unwrap_or(1))
}
