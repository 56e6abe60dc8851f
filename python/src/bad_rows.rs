//! The rows that are no positions.

use core::ops::Range;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice, PyTuple};

use crate::names::value_error;
use crate::python::{Reduced, each};

/// The reason why a null is no position.
pub(crate) const NULL: &str = "null";

/// A row of texts that is no position: its number, the text or its beginning, and the reason.
#[pyclass(frozen, eq, module = "hyperbola", name = "BadRow")]
#[derive(Clone)]
pub(crate) struct BadRow {
    rows: Arc<BadRows>,
    /// The place among the rows.
    index: usize,
    row: usize,
}

impl PartialEq for BadRow {
    fn eq(&self, other: &Self) -> bool {
        (self.row, self.text(), self.reason()) == (other.row, other.text(), other.reason())
    }
}

#[pymethods]
impl BadRow {
    /// The number of the row, from 0.
    #[getter]
    fn row(&self) -> usize {
        self.row
    }

    /// The text, or its beginning.
    #[getter]
    fn text(&self) -> &str {
        self.rows.texts.get(self.index)
    }

    /// Why it is no position, and where.
    #[getter]
    fn reason(&self) -> &str {
        self.rows.reasons.get(self.index)
    }

    /// Makes what pickle has written.
    #[staticmethod]
    fn _restore(row: usize, text: &str, reason: &str) -> Self {
        let mut rows = BadRows::default();
        rows.push(row, text, reason);
        Self { rows: Arc::new(rows), index: 0, row }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (usize, &str, &str)>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.row, self.text(), self.reason())))
    }

    fn __repr__(&self) -> String {
        format!("BadRow(row={}, text={:?}, reason={:?})", self.row, self.text(), self.reason())
    }
}

/// Texts after each other in one piece of memory, so that to free millions of them takes no time.
#[derive(Default, PartialEq, Eq)]
struct Texts {
    all: String,
    ends: Vec<usize>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.all.len());
    }

    fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[index]]
    }

    /// Takes texts and where they end, or returns nothing if they do not end there.
    fn restored(all: &[u8], ends: &[u8]) -> Option<Self> {
        let (all, ends) = (core::str::from_utf8(all).ok()?.to_owned(), numbers(ends)?);
        let are_ends = ends.is_sorted() && ends.iter().all(|&end| all.is_char_boundary(end));
        (are_ends && ends.last().copied().unwrap_or(0) == all.len()).then_some(Self { all, ends })
    }
}

/// Returns the bytes of numbers.
fn bytes(numbers: &[usize]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size_of::<u64>() * numbers.len());
    for &number in numbers {
        bytes.extend_from_slice(&(number as u64).to_le_bytes());
    }
    bytes
}

/// Returns the numbers that bytes are of.
fn numbers(bytes: &[u8]) -> Option<Vec<usize>> {
    let (numbers, []) = bytes.as_chunks() else { return None };
    numbers.iter().map(|&number| usize::try_from(u64::from_le_bytes(number)).ok()).collect()
}

/// Bad rows in columns.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct BadRows {
    rows: Vec<usize>,
    texts: Texts,
    reasons: Texts,
}

impl BadRows {
    pub(crate) fn push(&mut self, row: usize, text: &str, reason: &str) {
        self.rows.push(row);
        self.texts.push(text);
        self.reasons.push(reason);
    }
}

/// The rows that are no positions: a sequence of BadRow, in the order of the rows.
///
/// A BadRow is made when it is asked for, so there may be millions. A slice shares the memory.
/// positions.bad_row_numbers has the numbers of the rows as an array.
///
/// >>> positions = Positions.from_fens(["no FEN", "x", Position().fen()], bad_rows="mark")
/// >>> bad_rows = positions.bad_rows
/// >>> len(bad_rows), bad_rows[-1].text, [bad.row for bad in bad_rows]
/// (2, 'x', [0, 1])
#[pyclass(frozen, module = "hyperbola", name = "BadRowList")]
#[derive(Clone, Default)]
pub(crate) struct BadRowList {
    rows: Arc<BadRows>,
    range: Range<usize>,
    /// The number that is subtracted from the numbers of rows.
    before: usize,
}

impl From<BadRows> for BadRowList {
    fn from(rows: BadRows) -> Self {
        let range = 0..rows.rows.len();
        Self { rows: Arc::new(rows), range, before: 0 }
    }
}

impl BadRowList {
    fn len(&self) -> usize {
        self.range.len()
    }

    /// Returns the number, the text and the reason of a row.
    fn get(&self, index: usize) -> (usize, &str, &str) {
        let index = self.range.start + index;
        let row = self.rows.rows[index] - self.before;
        (row, self.rows.texts.get(index), self.rows.reasons.get(index))
    }

    fn bad_row(&self, index: usize) -> BadRow {
        let (row, ..) = self.get(index);
        BadRow { rows: Arc::clone(&self.rows), index: self.range.start + index, row }
    }

    /// Returns how many rows are before one with a number.
    fn before(&self, row: usize) -> usize {
        let rows = &self.rows.rows[self.range.clone()];
        rows.partition_point(|&found| found - self.before < row)
    }

    /// Returns those of a range of rows, which then count from 0.
    pub(crate) fn of_rows(&self, rows: Range<usize>) -> Self {
        let start = self.range.start;
        let range = start + self.before(rows.start)..start + self.before(rows.end);
        Self { rows: Arc::clone(&self.rows), range, before: self.before + rows.start }
    }

    /// Adds what is said of a row, if it is bad, under another number.
    pub(crate) fn copy(&self, row: usize, to: &mut BadRows, number: usize) {
        let index = self.before(row);
        if index < self.len() && self.get(index).0 == row {
            let (_, text, reason) = self.get(index);
            to.push(number, text, reason);
        }
    }

    /// Adds all rows with a number added to theirs.
    pub(crate) fn copy_all(&self, to: &mut BadRows, first: usize) {
        for index in 0..self.len() {
            let (row, text, reason) = self.get(index);
            to.push(first + row, text, reason);
        }
    }

    /// Returns the numbers of the rows.
    pub(crate) fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let rows = self.rows.rows[self.range.clone()].iter();
        let number = |&row: &usize| i64::try_from(row - self.before).unwrap_or(i64::MAX);
        rows.map(number).collect::<Vec<_>>().into_pyarray(py)
    }
}

#[pymethods]
impl BadRowList {
    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, length) = (index.py(), self.len());
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(isize::try_from(length)?)?;
            if indices.step == 1 {
                let start = self.range.start + indices.start.unsigned_abs();
                let range = start..start + indices.slicelength;
                return Ok(Bound::new(py, Self { range, ..self.clone() })?.into_any());
            }
            let (mut some, mut at) = (BadRows::default(), indices.start);
            for _ in 0..indices.slicelength {
                let (row, text, reason) = self.get(at.unsigned_abs());
                some.push(row, text, reason);
                at += indices.step;
            }
            return Ok(Bound::new(py, Self::from(some))?.into_any());
        }
        let found = index.extract::<isize>().map_err(|_| {
            let found = index.get_type();
            PyTypeError::new_err(format!("expected an index or a slice, found {found}"))
        })?;
        let at =
            if found < 0 { length.checked_add_signed(found) } else { Some(found.unsigned_abs()) };
        match at.filter(|&at| at < length) {
            Some(at) => Ok(Bound::new(py, self.bad_row(at))?.into_any()),
            None => Err(PyIndexError::new_err(format!(
                "expected an index of {length} bad rows, found {found}"
            ))),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        each(slf.as_any(), slf.get().len())
    }

    /// Compares with another, or with a list or a tuple of BadRow.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Self>() {
            let other = other.get();
            let same = |index| self.get(index) == other.get(index);
            return self.len() == other.len() && (0..self.len()).all(same);
        }
        if !other.is_instance_of::<PyList>() && !other.is_instance_of::<PyTuple>() {
            return false;
        }
        let is_same = |(index, item): (usize, PyResult<Bound<'_, PyAny>>)| {
            let item = item.ok();
            let bad = item.as_ref().and_then(|item| item.cast::<BadRow>().ok());
            bad.is_some_and(|bad| *bad.get() == self.bad_row(index))
        };
        let Ok(items) = other.try_iter() else { return false };
        other.len().is_ok_and(|length| length == self.len()) && items.enumerate().all(is_same)
    }

    fn __repr__(&self) -> String {
        /// The number of rows that are shown.
        const SHOWN: usize = 3;
        let mut shown: Vec<_> =
            (0..self.len().min(SHOWN)).map(|index| self.bad_row(index).__repr__()).collect();
        if self.len() > SHOWN {
            shown.push(format!("… {} in all", self.len()));
        }
        format!("BadRowList([{}])", shown.join(", "))
    }

    /// Makes what pickle has written: the numbers, the texts with their ends, the reasons with
    /// theirs.
    #[staticmethod]
    fn _restore(rows: &[u8], texts: (&[u8], &[u8]), reasons: (&[u8], &[u8])) -> PyResult<Self> {
        let restored = || {
            let rows = numbers(rows)?;
            let texts = Texts::restored(texts.0, texts.1)?;
            let reasons = Texts::restored(reasons.0, reasons.1)?;
            let is_whole = [texts.ends.len(), reasons.ends.len()] == [rows.len(); 2];
            (is_whole && rows.is_sorted()).then_some(BadRows { rows, texts, reasons })
        };
        restored()
            .map(Self::from)
            .ok_or_else(|| value_error("expected bad rows that pickle has written"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Parts<'py>>> {
        let mut whole = BadRows::default();
        let rows = if self.len() == self.rows.rows.len() && self.before == 0 {
            &*self.rows
        } else {
            self.copy_all(&mut whole, 0);
            &whole
        };
        let texts = |texts: &Texts| {
            (PyBytes::new(py, texts.all.as_bytes()), PyBytes::new(py, &bytes(&texts.ends)))
        };
        let parts =
            (PyBytes::new(py, &bytes(&rows.rows)), texts(&rows.texts), texts(&rows.reasons));
        Ok((py.get_type::<Self>().getattr("_restore")?, parts))
    }
}

/// The parts of bad rows that pickle keeps.
type Parts<'py> = (Bound<'py, PyBytes>, Pair<'py>, Pair<'py>);

/// Texts and where they end.
type Pair<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);
