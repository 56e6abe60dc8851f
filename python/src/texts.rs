//! Texts of Python that are read where they are.

use core::ops::Range;
use std::borrow::Cow;

use hyperbola_features::{BadRows, Positions, Read, Texts};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::ThreadPool;

use crate::interrupt::in_pieces;
use crate::names::value_error;

/// What stands for a text that is not UTF-8. It is no FEN.
const NOT_UTF8: &str = "\u{fffd}";

/// Returns bytes as a text.
pub(crate) fn text(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap_or(NOT_UTF8)
}

/// Texts of one width, filled up with zero bytes: NumPy's bytes.
pub(crate) struct FixedWidth<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) width: usize,
}

impl Texts for FixedWidth<'_> {
    fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    fn text(&self, index: usize) -> &str {
        let bytes = &self.bytes[index * self.width..(index + 1) * self.width];
        let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        text(&bytes[..end])
    }
}

/// Takes the strings of a list or of another iterable.
pub(crate) fn strings<'py>(fens: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyString>>> {
    const LOOK: usize = 1 << 16;
    let mut strings = Vec::with_capacity(fens.len().unwrap_or(0));
    for (row, item) in fens.try_iter()?.enumerate() {
        let string = item?.cast_into::<PyString>().map_err(|error| {
            let found = error.into_inner().get_type();
            PyTypeError::new_err(format!("row {row}: expected a str, found {found}"))
        })?;
        strings.push(string);
        if row % LOOK == LOOK - 1 {
            fens.py().check_signals()?;
        }
    }
    Ok(strings)
}

/// The texts of strings. A surrogate becomes a character that is in no FEN.
pub(crate) struct Borrowed<'a>(Vec<Cow<'a, str>>);

impl<'a> Borrowed<'a> {
    pub(crate) fn new(strings: &'a [Bound<'_, PyString>]) -> Self {
        Self(strings.iter().map(|string| string.to_string_lossy()).collect())
    }
}

impl Texts for Borrowed<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn text(&self, index: usize) -> &str {
        &self.0[index]
    }
}

/// A part of some texts.
struct Rows<'a> {
    texts: &'a dyn Texts,
    rows: Range<usize>,
}

impl Texts for Rows<'_> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn text(&self, index: usize) -> &str {
        self.texts.text(self.rows.start + index)
    }
}

/// Reads positions from one column of texts after another.
pub(crate) struct Reader<'a> {
    pool: &'a ThreadPool,
    bad_rows: BadRows,
    /// The number of rows so far.
    rows: usize,
    pub(crate) read: Read,
}

/// The number of texts of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 14;

impl<'a> Reader<'a> {
    pub(crate) fn new(pool: &'a ThreadPool, bad_rows: BadRows) -> PyResult<Self> {
        let read = Positions::from_fens(&[] as &[&str], bad_rows).map_err(value_error)?;
        Ok(Self { pool, bad_rows, rows: 0, read })
    }

    /// Reads some texts.
    pub(crate) fn add(&mut self, py: Python<'_>, texts: &dyn Texts) -> PyResult<()> {
        let piece = PIECE * self.pool.current_num_threads();
        self.read.positions.reserve(texts.len());
        in_pieces(py, texts.len(), piece, |rows| {
            let before = self.rows + rows.start;
            let part = Rows { texts, rows };
            let read = self.pool.install(|| Positions::from_fens(&part, self.bad_rows));
            let read = read.map_err(|mut bad| {
                bad.row += before;
                value_error(bad)
            })?;
            self.read.positions.extend_from_slice(read.positions.as_slice());
            self.read.bad_rows.extend(read.bad_rows.into_iter().map(|mut bad| {
                bad.row += before;
                bad
            }));
            Ok(())
        })?;
        self.rows += texts.len();
        Ok(())
    }
}
