//! Printing on standard output; a failure is an error, not a panic.

use std::io::{self, Write};

use anyhow::Context;
use hyperbola::Bitboard;
use serde::Serialize;

/// Prints a text, of which the ANSI styles are left out unless a terminal shows it.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_to(anstream::stdout().lock(), text.as_bytes())
}

/// Prints bytes as they are.
pub(crate) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    print_to(io::stdout().lock(), bytes)
}

/// Prints bytes on either form of standard output.
fn print_to(mut stdout: impl Write, bytes: &[u8]) -> anyhow::Result<()> {
    stdout.write_all(bytes).and_then(|()| stdout.flush()).context(CANNOT_WRITE)
}

/// The message where standard output fails.
pub(crate) const CANNOT_WRITE: &str = "cannot write to standard output";

/// Prints a value as indented JSON.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut json = serde_json::to_vec_pretty(value)?;
    json.push(b'\n');
    print_bytes(&json)
}

/// Returns the value of a bitboard as `0x` and 16 hexadecimal digits.
pub(crate) fn hex(bitboard: Bitboard) -> String {
    format!("{bitboard:#018x}")
}
