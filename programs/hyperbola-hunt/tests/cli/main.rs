//! Tests of the program as its users run it.

#[cfg(unix)]
mod hunt;
mod inputs;
mod suite;
#[path = "../../../console/tests/support/mod.rs"]
mod support;

use hyperbola_files::Digest;
use support::{folder, hyperbola, json, printed, refused};

/// Gives the text of a changed journal its own digest.
fn with_digest(journal: &str) -> String {
    let (text, _) = journal.rsplit_once(",\"check\":").expect("it has a digest");
    format!("{text},\"check\":\"{}\"}}\n", Digest::of(text.as_bytes()).text())
}

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_hyperbola-hunt");
