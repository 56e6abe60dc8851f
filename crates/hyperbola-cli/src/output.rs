//! Printing on standard output; a failure is an error, not a panic.

use std::io::{self, Write};

use anyhow::Context;
use hyperbola::Bitboard;
use hyperbola_moves::{CastlingSide, Color};
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

/// Returns a picture of eight rows, a8 top left, with ranks and files beside it.
pub(crate) fn board(picture: &str) -> String {
    let mut text = String::new();
    for (rank, row) in (1..=8).rev().zip(picture.lines()) {
        text += &format!("{rank}  {row}\n");
    }
    text + "\n   a b c d e f g h\n"
}

/// Returns the name of a colour.
pub(crate) const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Returns the name of a side to castle to.
pub(crate) const fn castling_side(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::King => "king",
        CastlingSide::Queen => "queen",
    }
}
