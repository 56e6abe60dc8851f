//! Features by their names.

use hyperbola_features::{AnyFeature, Arrays, Axis, PositionSlice};
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};

use crate::interrupt::{at_once, in_pieces};
use crate::memory;
use crate::names::{self, Way};

/// The number of positions of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 13;

/// Returns all features: a dict with the name of each and what it is.
#[pyfunction]
pub(crate) fn features(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    AnyFeature::all().map(|feature| (feature.name(), feature.meaning())).into_py_dict(py)
}

/// Computes a feature as an array, or as a tuple of arrays if it has more than one. The arrays have
/// the memory in which the numbers were written.
pub(crate) fn compute<'py>(
    py: Python<'py>,
    positions: PositionSlice<'_>,
    name: &str,
    simd: Option<&str>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let feature: AnyFeature = names::parse("name", name)?;
    let way = Way::new(simd, threads)?;
    let mut arrays = Arrays::new(feature);
    // Lists grow here, where a failure does not end the process.
    let mut lists = vec![Vec::new(); feature.arrays().len()];
    let is_list = lists.len() > 1;
    if let [array] = &feature.arrays()[..] {
        let row = array.dtype.size() * array.lengths.iter().product::<usize>();
        let mut bytes = Vec::new();
        memory::reserve(&mut bytes, positions.len().saturating_mul(row))?;
        arrays.take(vec![bytes]);
    }
    in_pieces(py, positions.len(), PIECE * at_once(threads), |rows| {
        way.compute(positions.rows(rows), |features| arrays.append(features));
        if is_list {
            for (all, more) in lists.iter_mut().zip(arrays.bytes()) {
                memory::extend(all, more)?;
            }
            arrays.clear();
        }
        Ok(())
    })?;
    if !is_list || positions.is_empty() {
        lists = arrays.into_bytes();
    }
    let mut made = Vec::new();
    for (array, bytes) in feature.arrays().into_iter().zip(lists) {
        let row = array.dtype.size() * array.lengths.iter().product::<usize>();
        let first = match array.axis {
            Axis::Positions => positions.len(),
            _ => bytes.len() / row,
        };
        let shape = [&[first], &array.lengths[..]].concat();
        let numbers = bytes.into_pyarray(py).call_method1("view", (array.dtype.numpy(),))?;
        made.push(numbers.call_method1("reshape", (shape,))?);
    }
    match made.len() {
        1 => Ok(made.remove(0)),
        _ => Ok(PyTuple::new(py, made)?.into_any()),
    }
}
