//! `hyperbola perft --gpu`: the program `hyperbola-gpu` counts. It is built apart, so that nobody who
//! wants no GPU builds the libraries that drive one.

use std::env;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{self, Command};

use anyhow::anyhow;
use hyperbola_moves::Position;

use super::CountArguments;

/// Runs the program, and ends with its exit status unless that is success. What it prints is what the
/// command prints.
pub(super) fn run(arguments: &CountArguments, position: &Position) -> anyhow::Result<()> {
    let name = format!("hyperbola-gpu{}", env::consts::EXE_SUFFIX);
    let own = env::current_exe().unwrap_or_default();
    let beside = own.with_file_name(&name);
    let program = if beside.is_file() { beside.clone() } else { PathBuf::from(name) };
    let mut command = Command::new(&program);
    command.args(["perft", &arguments.depth.to_string(), &position.to_string()]);
    command.args(arguments.divide.then_some("--divide"));
    command.args(arguments.json.then_some("--json"));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        // Without a number a signal has ended it.
        Ok(status) => process::exit(status.code().unwrap_or(1)),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(anyhow!(
            "--gpu runs the program hyperbola-gpu, which is neither {} nor in a folder of PATH; \
             `cargo install --path gpu` in a clone of hyperbola installs it",
            beside.display()
        )),
        Err(error) => Err(anyhow!("{} cannot be run: {error}", program.display())),
    }
}
