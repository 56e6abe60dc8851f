//! Texts: short ones without a heap, so that what is displayed can be padded as a whole, and texts
//! in quotes.

use core::fmt;
#[cfg(feature = "std")]
use std::vec::Vec;

/// A text of at most `N` bytes. Writing more than that is an error.
pub(crate) struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Text<N> {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; N], len: 0 }
    }

    pub(crate) fn as_str(&self) -> &str {
        // Only whole texts are written, so the bytes are valid UTF-8.
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl<const N: usize> fmt::Write for Text<N> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        let end = self.len + written.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(written.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// Returns the length of a text in quotes, from the byte after its first quote to its last quote. If
/// it is not closed on its line, the error is the index where the line ends.
#[cfg(feature = "std")]
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
#[cfg(feature = "std")]
pub(crate) fn unescape(quoted: &[u8], into: &mut Vec<u8>) {
    let mut bytes = quoted.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let escaped = bytes.next_if(|next| byte == b'\\' && matches!(next, b'"' | b'\\'));
        into.push(escaped.unwrap_or(byte));
    }
}

/// Writes a text in quotes, with a backslash before each quote and backslash.
#[cfg(feature = "std")]
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
