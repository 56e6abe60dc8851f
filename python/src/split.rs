//! The positions after a split, for counts on many computers.

use core::sync::atomic::{AtomicBool, Ordering};

use hyperbola_moves::Position as Inner;
use hyperbola_moves::perft::{self, Split};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::interrupt::until_stopped;
use crate::names::{integer, value_error};
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
        until_stopped(py, |stop| split.deepen_until(most, stop))?.map_err(|error| {
            value_error(format_args!("cannot split after {plies} half moves: {error}"))
        })?;
    }
    let named = |reached: &perft::SplitPosition| {
        (reached.position.shredder_fen().to_string(), reached.multiplicity)
    };
    Ok(py.detach(|| split.positions().iter().map(named).collect()))
}

/// Returns the number of legal move sequences of a length, counted with the plain move generator,
/// which shares no formula with the counter.
#[pyfunction]
pub(crate) fn plain_perft(
    py: Python<'_>,
    position: &Position,
    #[pyo3(from_py_with = integer::depth)] depth: u32,
) -> PyResult<u64> {
    /// The greatest depth: to count any deeper takes years.
    const DEPTH: u32 = 16;
    if depth > DEPTH {
        return Err(PyOverflowError::new_err(format!(
            "expected a depth to {DEPTH}, found {depth}"
        )));
    }
    let position = position.0;
    until_stopped(py, move |stop| count(&position, depth, stop))
}

/// Counts with the plain move generator, until `stop` is set.
fn count(position: &Inner, depth: u32, stop: &AtomicBool) -> u64 {
    /// So few half moves take a few milliseconds at most.
    const SHORT: u32 = 3;
    if depth <= SHORT {
        return perft::plain(position, depth);
    }
    let moves = position.legal_moves();
    let moves = moves.iter().take_while(|_| !stop.load(Ordering::Relaxed));
    let nodes = moves.map(|&legal| {
        let mut next = *position;
        next.play_unchecked(legal);
        count(&next, depth - 1, stop)
    });
    nodes.sum()
}
