//! Makes the parts of a release, and rehearses it. `release.py` does the work: it packs archives
//! and reads manifests, for which Python needs no packages.

use std::ffi::OsString;
use std::process::Command;

use crate::cargo::{execute, repository};

/// The arguments of `release`.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// The files to make; --help explains it
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Passes the arguments on.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut python = Command::new(if cfg!(windows) { "python" } else { "python3" });
    execute(python.arg(repository().join("xtask/release.py")).args(&arguments.arguments))
}
