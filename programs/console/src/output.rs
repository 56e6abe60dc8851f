//! Prints on standard output. A failure is an error, not a panic.

use std::io::{self, Write};

use anyhow::Context;
use serde::Serialize;

/// The error message if standard output cannot be written to.
pub const CANNOT_WRITE: &str = "cannot write to standard output";

/// Prints a text. Its ANSI styles are removed unless a terminal shows it.
///
/// # Errors
///
/// Returns an error if standard output cannot be written to.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_to(anstream::stdout(), text.as_bytes())
}

/// Prints bytes unchanged.
///
/// # Errors
///
/// Returns an error if standard output cannot be written to.
pub fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    print_to(io::stdout().lock(), bytes)
}

/// Prints bytes on standard output, with or without removing styles.
fn print_to(mut stdout: impl Write, bytes: &[u8]) -> anyhow::Result<()> {
    stdout.write_all(bytes).and_then(|()| stdout.flush()).context(CANNOT_WRITE)
}

/// Prints a value as indented JSON.
///
/// # Errors
///
/// Returns an error if standard output cannot be written to.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut json = serde_json::to_vec_pretty(value)?;
    json.push(b'\n');
    print_bytes(&json)
}
