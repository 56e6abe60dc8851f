//! Tests of the command as its users run it.

mod arguments;
mod attacks;
mod batch;
mod bench;
mod commands;
mod export;
mod features;
mod fen;
mod garbage;
#[cfg(unix)]
mod hunt;
#[cfg(target_os = "linux")]
mod interrupts;
mod moves;
mod perft;
mod readme;
mod shards;
mod stdin;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;

/// Returns the command with arguments.
fn hyperbola(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("hyperbola");
    command.args(arguments);
    command
}

/// Runs the command, which must succeed and print nothing on standard error. Returns its output.
fn printed(arguments: &[&str]) -> String {
    let assert = hyperbola(arguments).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is UTF-8")
}

/// Runs the command, which must refuse its arguments or input. Returns its error message.
fn refused(arguments: &[&str]) -> String {
    let assert = hyperbola(arguments).assert().code(2).stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).expect("the message is UTF-8")
}

/// Makes an empty temporary folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // An earlier run may have left the folder.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Runs the command, which must print JSON.
fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).expect("the output is JSON")
}
