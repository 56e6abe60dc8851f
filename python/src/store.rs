//! Where positions are kept, and the rows that are none.

use std::io;
use std::path::Path;
use std::sync::Arc;

use hyperbola_features::file::{FileError, PositionsFile};
use hyperbola_features::{BadRows, PositionSlice, Positions as Columns};
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::interrupt::in_pieces;
use crate::memory;
use crate::names::value_error;
use crate::positions::Positions;
use crate::python::Reduced;
use crate::texts::Reader;

/// Where positions are kept.
pub(crate) enum Store {
    Memory(Columns),
    /// In a file that is mapped to memory.
    File(PositionsFile),
}

impl Store {
    fn as_slice(&self) -> PositionSlice<'_> {
        match self {
            Self::Memory(columns) => columns.as_slice(),
            Self::File(file) => file.as_slice(),
        }
    }
}

/// A row of texts that is no position.
#[pyclass(frozen, eq, get_all, module = "hyperbola", name = "BadRow")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BadRow {
    /// The number of the row, from 0.
    pub(crate) row: usize,
    /// The text, or its beginning.
    pub(crate) text: String,
    /// Why it is no position, and where.
    pub(crate) reason: String,
}

#[pymethods]
impl BadRow {
    /// Makes what pickle has written.
    #[staticmethod]
    fn _restore(row: usize, text: String, reason: String) -> Self {
        Self { row, text, reason }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (usize, &str, &str)>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.row, &self.text, &self.reason)))
    }

    fn __repr__(&self) -> String {
        let Self { row, text, reason } = self;
        format!("BadRow(row={row}, text={text:?}, reason={reason:?})")
    }
}

impl Positions {
    /// Takes what was read.
    pub(crate) fn read(reader: Reader) -> Self {
        let bad_rows = reader.read.bad_rows.into_iter().map(|bad| BadRow {
            row: bad.row,
            text: bad.text,
            reason: bad.error.to_string(),
        });
        let rows = 0..reader.read.positions.len();
        let store = Arc::new(Store::Memory(reader.read.positions));
        Self { store, rows, bad_rows: bad_rows.collect() }
    }

    /// Takes all rows of a store.
    pub(crate) fn all(store: Store) -> Self {
        let rows = 0..store.as_slice().len();
        Self { store: Arc::new(store), rows, bad_rows: Vec::new() }
    }

    /// Returns the rows.
    pub(crate) fn slice(&self) -> PositionSlice<'_> {
        self.store.as_slice().rows(self.rows.clone())
    }

    /// Returns the number of a row that Python may count from the end.
    pub(crate) fn row(&self, index: isize) -> PyResult<usize> {
        let rows = self.rows.len();
        let row =
            if index < 0 { rows.checked_add_signed(index) } else { Some(index.unsigned_abs()) };
        row.filter(|&row| row < rows).ok_or_else(|| {
            PyIndexError::new_err(format!("expected a row of {rows}, found {index}"))
        })
    }

    /// Returns a slice. It shares the memory if its step is 1.
    pub(crate) fn part(&self, slice: &Bound<'_, PySlice>) -> PyResult<Self> {
        let indices = slice.indices(isize::try_from(self.rows.len())?)?;
        let start = indices.start.unsigned_abs();
        let length = indices.slicelength;
        if indices.step == 1 || length == 0 {
            let start = self.rows.start + if length == 0 { 0 } else { start };
            let store = Arc::clone(&self.store);
            return Ok(Self { store, rows: start..start + length, bad_rows: Vec::new() });
        }
        memory::check_rows(length)?;
        let mut columns = Columns::new();
        columns.reserve(length);
        let all = self.slice();
        let mut row = indices.start;
        in_pieces(slice.py(), length, PIECE, |part| {
            for _ in part {
                let at = row.unsigned_abs();
                columns.extend_from_slice(all.rows(at..at + 1));
                row += indices.step;
            }
            Ok(())
        })?;
        Ok(Self::all(Store::Memory(columns)))
    }
}

/// The number of rows that are copied between two looks at Python's signals.
const PIECE: usize = 1 << 14;

/// Returns rows in memory of their own.
pub(crate) fn copy(py: Python<'_>, rows: PositionSlice<'_>) -> PyResult<Columns> {
    memory::check_rows(rows.len())?;
    let mut columns = Columns::new();
    columns.reserve(rows.len());
    in_pieces(py, rows.len(), PIECE, |part| {
        columns.extend_from_slice(rows.rows(part));
        Ok(())
    })?;
    Ok(columns)
}

/// Makes an `OSError` where the operating system refused, and else a `ValueError`. Both name the
/// file.
pub(crate) fn file_error(py: Python<'_>, path: &Path, error: FileError) -> PyErr {
    match error {
        FileError::Io(error) => os_error(py, path, error),
        error => value_error(format_args!("{}: {error}", path.display())),
    }
}

/// Makes the `OSError` that Python's own functions raise for a file.
pub(crate) fn os_error(py: Python<'_>, path: &Path, error: io::Error) -> PyErr {
    let Some(code) = error.raw_os_error() else { return error.into() };
    let text = py.import("os").and_then(|os| os.call_method1("strerror", (code,)));
    match text.and_then(|text| text.extract::<String>()) {
        Ok(text) => PyOSError::new_err((code, text, path.as_os_str().to_owned())),
        Err(_) => error.into(),
    }
}

/// Reads what happens with bad rows.
pub(crate) fn parse_bad_rows(name: &str) -> PyResult<BadRows> {
    match name {
        "error" => Ok(BadRows::Fail),
        "skip" => Ok(BadRows::Skip),
        "mark" => Ok(BadRows::Mark),
        _ => Err(value_error(format_args!(
            "expected \"error\", \"skip\" or \"mark\", found {name:?}"
        ))),
    }
}
