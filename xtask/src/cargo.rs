//! The calls of cargo in the chores, including those of the workshop.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

/// Returns the root of the repository.
pub(crate) fn repository() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().find(|folder| folder.join("rustfmt.toml").exists());
    root.unwrap_or(package).to_owned()
}

/// Returns the folder that cargo builds into.
pub(crate) fn target_directory(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Returns a call of cargo without the environment's flags and target.
pub(crate) fn cargo() -> Command {
    cargo_at(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Returns such a call of another cargo than the one in use.
pub(crate) fn cargo_at(program: impl AsRef<OsStr>) -> Command {
    let mut cargo = Command::new(program);
    let flags = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS"];
    for variable in flags.into_iter().chain(["CARGO_BUILD_TARGET"]) {
        cargo.env_remove(variable);
    }
    cargo
}

/// Returns the answer of the compiler in use to an option.
pub(crate) fn rustc(options: &[&str]) -> anyhow::Result<String> {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(program).args(options).output().context("cannot run rustc")?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Runs a command and fails unless it succeeds.
pub(crate) fn execute(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().to_owned();
    let name = name.display();
    let status = command.status().with_context(|| format!("cannot run {name}"))?;
    ensure!(status.success(), "{name} has failed: {status}");
    Ok(())
}
