//! The positions after a split, for counts on many computers.

use hyperbola_moves::perft::{self, Split};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::names::value_error;
use crate::position::Position;

/// Returns the different positions after a number of half moves, in the order of their keys: each
/// as Shredder-FEN, with the number of move sequences that lead to it.
#[pyfunction]
pub(crate) fn split_positions(
    py: Python<'_>,
    position: &Position,
    plies: u32,
    most: usize,
) -> PyResult<Vec<(String, u128)>> {
    let mut split = Split::new(&position.0);
    for _ in 0..plies {
        py.detach(|| split.deepen(most)).map_err(|error| {
            value_error(format_args!("cannot split after {plies} half moves: {error}"))
        })?;
        py.check_signals()?;
    }
    let named = |reached: &perft::SplitPosition| {
        (reached.position.shredder_fen().to_string(), reached.multiplicity)
    };
    Ok(py.detach(|| split.positions().iter().map(named).collect()))
}

/// Returns the number of legal move sequences of a length, counted with the plain move generator,
/// which shares no formula with the counter.
#[pyfunction]
pub(crate) fn plain_perft(py: Python<'_>, position: &Position, depth: u32) -> PyResult<u64> {
    /// The greatest depth: to count any deeper takes years.
    const DEPTH: u32 = 16;
    if depth > DEPTH {
        return Err(PyOverflowError::new_err(format!(
            "expected a depth to {DEPTH}, found {depth}"
        )));
    }
    Ok(py.detach(|| perft::plain(&position.0, depth)))
}
