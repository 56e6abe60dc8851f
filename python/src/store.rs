//! Many positions in columns, in memory or in a file.

use core::ops::Range;
use std::io;
use std::path::Path;
use std::sync::Arc;

use hyperbola_features::file::{FileError, PositionsFile};
use hyperbola_features::{BadRows as Policy, PositionSlice, Positions as Columns};
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::bad_rows::{BadRowList, BadRows};
use crate::interrupt::in_pieces;
use crate::memory;
use crate::names::value_error;
use crate::texts::Reader;

/// Where positions are kept.
pub(crate) enum Store {
    Memory(Columns),
    /// In a file that is mapped to memory, which `Positions.open` asks its callers not to change.
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

/// Many positions in columns.
///
/// Positions.from_fens() makes them. They have a length, an index gives a Position, and a slice
/// gives Positions that share the memory. Each column, such as pawns, is a NumPy array that cannot
/// be written to.
///
/// >>> positions = Positions.from_fens([Position().fen(), "4k3/8/8/8/8/8/8/4K2R w K - 3 40"])
/// >>> len(positions), positions[1].fullmove_number, positions[:1].fens() == [Position().fen()]
/// (2, 40, True)
/// >>> positions.castling.tolist(), positions.kings.dtype
/// ([[7, 0, 7, 0], [7, 255, 255, 255]], dtype('uint64'))
#[pyclass(frozen, module = "hyperbola", name = "Positions")]
pub(crate) struct Positions {
    pub(crate) store: Arc<Store>,
    pub(crate) rows: Range<usize>,
    pub(crate) bad_rows: BadRowList,
    /// The number that the first row has among the bad rows, if these are marked rows.
    pub(crate) marked_from: Option<usize>,
}

impl Positions {
    /// Takes what was read.
    pub(crate) fn read(reader: Reader) -> Self {
        let Reader { positions, bad, policy, first, .. } = reader;
        Self::with(positions, bad, policy, first)
    }

    /// Takes rows and those of them that are bad, which count from the number of the first row.
    pub(crate) fn with(rows: Columns, bad: BadRows, policy: Policy, first: usize) -> Self {
        let marked_from = (policy == Policy::Mark).then_some(first);
        Self { bad_rows: bad.into(), marked_from, ..Self::all(Store::Memory(rows)) }
    }

    /// Takes all rows of a store.
    pub(crate) fn all(store: Store) -> Self {
        let rows = 0..store.as_slice().len();
        let bad_rows = BadRowList::default();
        Self { store: Arc::new(store), rows, bad_rows, marked_from: Some(0) }
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
        let length = indices.slicelength;
        if indices.step == 1 || length == 0 {
            let start = if length == 0 { 0 } else { indices.start.unsigned_abs() };
            let bad_rows = self.marked_from.map(|first| {
                let first = first + start;
                self.bad_rows.of_rows(first..first + length)
            });
            return Ok(Self {
                store: Arc::clone(&self.store),
                rows: self.rows.start + start..self.rows.start + start + length,
                bad_rows: bad_rows.unwrap_or_default(),
                marked_from: Some(0),
            });
        }
        let row = |index: usize| {
            let steps = isize::try_from(index).unwrap_or(isize::MAX);
            (indices.start + steps * indices.step).unsigned_abs()
        };
        self.chosen(slice.py(), length, row)
    }

    /// Returns rows of a number that a function gives.
    pub(crate) fn chosen(
        &self,
        py: Python<'_>,
        length: usize,
        row: impl Fn(usize) -> usize + Send + Sync,
    ) -> PyResult<Self> {
        memory::check_rows(length)?;
        let (mut columns, mut bad) = (Columns::new(), BadRows::default());
        columns.reserve(length);
        let all = self.slice();
        in_pieces(py, length, PIECE, |part| {
            let chosen: Vec<usize> = part.clone().map(&row).collect();
            columns.extend_from_rows(all, &chosen);
            if let Some(first) = self.marked_from {
                for (index, at) in part.zip(chosen) {
                    if columns.as_slice().is_marked(index) {
                        self.bad_rows.copy(first + at, &mut bad, index);
                    }
                }
            }
            Ok(())
        })?;
        Ok(Self::with(columns, bad, Policy::Mark, 0))
    }

    /// Returns the rows of several after each other. The bad rows of what was read in parts are
    /// counted through all parts already.
    pub(crate) fn joined(
        py: Python<'_>,
        parts: &[PyRef<'_, Self>],
        as_read: bool,
    ) -> PyResult<Self> {
        let length = parts.iter().map(|part| part.rows.len()).sum();
        let are_marked = !as_read || parts.iter().all(|part| part.marked_from.is_some());
        let policy = if are_marked { Policy::Mark } else { Policy::Skip };
        memory::check_rows(length)?;
        let (mut columns, mut bad) = (Columns::new(), BadRows::default());
        columns.reserve(length);
        for part in parts {
            if as_read {
                part.bad_rows.copy_all(&mut bad, 0);
            } else if let Some(first) = part.marked_from {
                let shown = part.bad_rows.of_rows(first..first + part.rows.len());
                shown.copy_all(&mut bad, columns.len());
            }
            let rows = part.slice();
            in_pieces(py, rows.len(), PIECE, |some| {
                columns.extend_from_slice(rows.rows(some));
                Ok(())
            })?;
        }
        Ok(Self::with(columns, bad, policy, 0))
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
    let code = |name| py.import("errno")?.getattr(name)?.extract::<i32>();
    let code = match error.kind() {
        // The crate finds this itself, so no number of the system comes with it.
        io::ErrorKind::IsADirectory => code("EISDIR").ok(),
        _ => error.raw_os_error(),
    };
    let text = |code| py.import("os")?.call_method1("strerror", (code,))?.extract::<String>();
    match code.map(|code| (code, text(code))) {
        Some((code, Ok(text))) => PyOSError::new_err((code, text, path.as_os_str().to_owned())),
        _ => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Reads what happens with bad rows.
pub(crate) fn parse_bad_rows(name: &str) -> PyResult<Policy> {
    match name {
        "error" => Ok(Policy::Error),
        "skip" => Ok(Policy::Skip),
        "mark" => Ok(Policy::Mark),
        _ => Err(value_error(format_args!(
            "bad_rows: expected \"error\", \"skip\" or \"mark\", found {name:?}"
        ))),
    }
}
