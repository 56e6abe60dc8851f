//! Texts: short ones without a heap, so that what is displayed can be padded as a whole, and texts
//! in quotes.

use core::fmt;

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
