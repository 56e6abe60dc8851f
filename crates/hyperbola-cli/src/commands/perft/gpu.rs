//! `hyperbola perft --gpu`: the program `hyperbola-gpu` counts. It is built apart, so that nobody who
//! wants no GPU builds the libraries that drive one.

use std::env;
use std::io::{self, ErrorKind};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus};

use anyhow::anyhow;
use hyperbola_moves::Position;

use super::CountArguments;

/// Runs the program in place of the command, or waits for it and ends with its exit status unless that
/// is success. What it prints is what the command prints.
pub(super) fn run(arguments: &CountArguments, position: &Position) -> anyhow::Result<()> {
    let name = format!("hyperbola-gpu{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().map(|own| own.with_file_name(&name));
    let found = beside.as_ref().filter(|path| path.is_file()).cloned();
    let program = found.clone().unwrap_or_else(|| PathBuf::from(name));
    let mut command = Command::new(&program);
    command.args(["perft", &arguments.depth.to_string(), &position.to_string()]);
    command.args(arguments.divide.then_some("--divide"));
    command.args(arguments.json.then_some("--json"));
    match ended(&mut command) {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => process::exit(status.code().unwrap_or(1)),
        Err(error) if error.kind() == ErrorKind::NotFound && found.is_none() => Err(anyhow!(
            "--gpu runs the program hyperbola-gpu, which is neither beside the command{} nor in a \
             folder of PATH; `cargo install --path gpu` in a clone of hyperbola installs it",
            beside.map(|path| format!(" ({})", path.display())).unwrap_or_default()
        )),
        Err(error) => Err(anyhow!("{} cannot be run: {error}", program.display())),
    }
}

/// Runs a program in place of this one, so that it has its signals. Returns only if it cannot.
#[cfg(unix)]
fn ended(command: &mut Command) -> io::Result<ExitStatus> {
    Err(command.exec())
}

/// Runs a program and waits for it.
#[cfg(not(unix))]
fn ended(command: &mut Command) -> io::Result<ExitStatus> {
    command.status()
}
