//! Memory that may not be there: an exception instead of the end of the process.

use std::collections::TryReserveError;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// The number of bytes of a position in its columns.
pub(crate) const ROW: usize = 74;

/// Reserves room for more elements, and no more than that.
pub(crate) fn reserve<T>(elements: &mut Vec<T>, more: usize) -> PyResult<()> {
    elements.try_reserve_exact(more).map_err(|error| missing(elements.len() + more, error))
}

/// Adds elements to a list that grows.
pub(crate) fn extend(bytes: &mut Vec<u8>, more: &[u8]) -> PyResult<()> {
    bytes.try_reserve(more.len()).map_err(|error| missing(bytes.len() + more.len(), error))?;
    bytes.extend_from_slice(more);
    Ok(())
}

/// Checks that memory of a size can be had, before it is taken where a failure would end the
/// process.
pub(crate) fn check(bytes: usize) -> PyResult<()> {
    reserve(&mut Vec::<u8>::new(), bytes)
}

/// Checks that columns of so many positions can be had.
pub(crate) fn check_rows(rows: usize) -> PyResult<()> {
    check(rows.saturating_mul(ROW))
}

fn missing(elements: usize, error: TryReserveError) -> PyErr {
    PyMemoryError::new_err(format!("{elements} elements: {error}"))
}
