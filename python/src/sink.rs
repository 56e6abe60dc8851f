//! Columns of texts, and what takes them in.

use hyperbola_features::Texts;
use pyo3::prelude::*;

use crate::bad_rows::NULL;

/// A column of texts, some of which are not there.
pub(crate) trait Column: Texts {
    /// Returns whether a row has no text. It is read as an empty one.
    fn is_null(&self, _row: usize) -> bool {
        false
    }

    /// Returns why a row that is read as an empty text is bad.
    fn wrong(&self, row: usize) -> Option<String> {
        self.is_null(row).then(|| NULL.to_owned())
    }

    /// Returns the bytes of a row, which need not be UTF-8.
    fn bytes(&self, row: usize) -> &[u8] {
        self.text(row).as_bytes()
    }
}

/// A reader of columns of texts, which come one after another.
pub(crate) trait Sink {
    /// Makes room for as many rows as there will be at least, as far as that is known.
    fn expect(&mut self, rows: usize) -> PyResult<()>;

    /// Takes some rows.
    fn add(&mut self, py: Python<'_>, texts: &dyn Column) -> PyResult<()>;
}

/// The text of bytes that are not UTF-8. It is no FEN.
const NOT_UTF8: &str = "\u{fffd}";

/// Returns bytes as a text.
pub(crate) fn text(bytes: &[u8]) -> &str {
    if bytes.is_ascii() {
        // SAFETY: ASCII is UTF-8. This check is quicker than that of UTF-8.
        return unsafe { core::str::from_utf8_unchecked(bytes) };
    }
    core::str::from_utf8(bytes).unwrap_or(NOT_UTF8)
}
