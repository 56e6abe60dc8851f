//! Memory that may not be there: an exception instead of the end of the process.

use core::hint::black_box;
use std::collections::TryReserveError;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// The number of bytes of a position in its columns.
pub(crate) const ROW: usize = 74;

/// The number of bytes that are to be left for what the work itself needs.
const SPARE: usize = 1 << 24;

/// Reserves room for more elements, and no more than that.
pub(crate) fn reserve<T>(elements: &mut Vec<T>, more: usize) -> PyResult<()> {
    elements.try_reserve_exact(more).map_err(|error| missing::<T>(more, &error))?;
    spare::<T>(more)
}

/// Adds elements to a list that grows.
pub(crate) fn extend(bytes: &mut Vec<u8>, more: &[u8]) -> PyResult<()> {
    if bytes.capacity() - bytes.len() < more.len() {
        bytes.try_reserve(more.len()).map_err(|error| missing::<u8>(bytes.len(), &error))?;
        spare::<u8>(bytes.len())?;
    }
    bytes.extend_from_slice(more);
    Ok(())
}

/// Checks that memory of a size can be had, before it is taken where a failure would end the
/// process.
pub(crate) fn check(bytes: usize) -> PyResult<()> {
    let mut memory = Vec::<u8>::new();
    let result = reserve(&mut memory, bytes);
    black_box(&memory);
    result
}

/// Checks that there is memory beside that for some elements.
fn spare<T>(elements: usize) -> PyResult<()> {
    let mut spare = Vec::<u8>::new();
    let result = spare.try_reserve_exact(SPARE);
    // An allocation that nobody sees may be left out.
    black_box(&spare);
    result.map_err(|error| missing::<T>(elements, &error))
}

/// Checks that columns of so many positions can be had.
pub(crate) fn check_rows(rows: usize) -> PyResult<()> {
    check(rows.saturating_mul(ROW))
}

fn missing<T>(elements: usize, error: &TryReserveError) -> PyErr {
    let bytes = elements.saturating_mul(size_of::<T>());
    PyMemoryError::new_err(format!("no room for {bytes} bytes: {error}"))
}
