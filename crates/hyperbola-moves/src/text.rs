//! Texts in quotes.

use core::fmt;
use std::vec::Vec;

/// Returns the length of a text in quotes, from the byte after its first quote to its last quote.
/// If it is not closed on its line, the error is the index where the line ends.
pub(crate) fn quoted_len(bytes: &[u8]) -> Result<usize, usize> {
    let mut len = 0;
    loop {
        len += match bytes.get(len..).unwrap_or_default() {
            [b'"', ..] => return Ok(len),
            [b'\\', b'"' | b'\\', ..] => 2,
            [b'\n' | b'\r', ..] | [] => return Err(len),
            _ => 1,
        };
    }
}

/// Adds a text that stood in quotes to another, without the backslashes before quotes and
/// backslashes.
pub(crate) fn unescape(quoted: &[u8], into: &mut Vec<u8>) {
    let mut bytes = quoted.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let escaped = bytes.next_if(|next| byte == b'\\' && matches!(next, b'"' | b'\\'));
        into.push(escaped.unwrap_or(byte));
    }
}

/// Writes a text in quotes, with a backslash before each quote and backslash.
pub(crate) fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for part in text.split_inclusive(['"', '\\']) {
        match part.strip_suffix(['"', '\\']) {
            Some(before) => write!(f, "{before}\\{}", &part[before.len()..])?,
            None => f.write_str(part)?,
        }
    }
    f.write_str("\"")
}
