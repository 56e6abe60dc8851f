//! Records of 32 bytes.

use hyperbola_data::bullet::{ReadRecords, Record, ToRecordsError, records_of, write_records};
use hyperbola_features::{BadRows as Policy, PositionSlice, Positions};
use numpy::{
    Element, IntoPyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::bad_rows::BadRows;
use crate::interrupt::{at_once, in_pieces};
use crate::memory;
use crate::names::value_error;
use crate::python::unmasked;

/// The number of records of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 16;

/// Positions with their bad rows, scores and results.
type Read<'py> = (Positions, BadRows, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<u8>>);

/// Reads records from an array.
pub(crate) fn read<'py>(
    py: Python<'py>,
    records: &Bound<'py, PyAny>,
    on_bad_row: Policy,
    pool: &ThreadPool,
) -> PyResult<Read<'py>> {
    unmasked(records, "records")?;
    let Ok(records) = records.cast::<PyUntypedArray>() else {
        let found = records.get_type();
        return Err(PyTypeError::new_err(format!(
            "records: expected an array of uint8 or of records of 32 bytes, found {found}; \
             numpy.frombuffer(records, \"uint8\") makes one of bytes"
        )));
    };
    let dtype = records.dtype();
    let is_bytes = dtype.kind() == b'u' && dtype.itemsize() == 1;
    if !is_bytes && (dtype.itemsize() != Record::SIZE || dtype.kind() == b'O') {
        return Err(PyTypeError::new_err(format!(
            "records: expected an array of uint8 or of records of 32 bytes, found one of {dtype}"
        )));
    }
    if is_bytes && records.ndim() > 1 && records.shape()[records.ndim() - 1] != Record::SIZE {
        return Err(value_error(format_args!(
            "records: expected an array of the shape (N, 32), found {:?}",
            records.shape()
        )));
    }
    let array = py.import("numpy")?.call_method1("ascontiguousarray", (records,))?;
    let bytes = array.call_method1("reshape", (-1,))?.call_method1("view", ("uint8",))?;
    let bytes: PyReadonlyArray1<'_, u8> = bytes.extract()?;
    let records = records_of(bytes.as_slice()?);
    let records = records.map_err(|error| value_error(format_args!("records: {error}")))?;
    memory::check_rows(records.len())?;
    let (mut columns, mut bad) = (Positions::new(), BadRows::default());
    let (mut scores, mut results) = (Vec::new(), Vec::new());
    columns.reserve(records.len());
    memory::reserve(&mut scores, records.len())?;
    memory::reserve(&mut results, records.len())?;
    let mut read = ReadRecords::default();
    in_pieces(py, records.len(), PIECE * at_once(pool.current_num_threads()), |rows| {
        let before = rows.start;
        pool.install(|| read.read(&records[rows], on_bad_row)).map_err(|mut bad| {
            bad.record += before;
            value_error(bad)
        })?;
        columns.extend_from_slice(read.positions.as_slice());
        scores.extend_from_slice(&read.scores);
        results.extend_from_slice(&read.results);
        for found in &read.bad_records {
            bad.push(before + found.record, "", &found.error.to_string());
        }
        Ok(())
    })?;
    Ok((columns, bad, scores.into_pyarray(py), results.into_pyarray(py)))
}

/// The scores and the results of rows, as the caller gave them.
pub(crate) struct Labels<'a, 'py> {
    pub(crate) scores: Option<&'a Bound<'py, PyAny>>,
    pub(crate) results: Option<&'a Bound<'py, PyAny>>,
    /// Whether rows without a score or a result get 0 and a draw.
    pub(crate) unlabelled: bool,
}

/// Writes positions as records, one after another.
pub(crate) fn write(
    py: Python<'_>,
    positions: PositionSlice<'_>,
    labels: &Labels<'_, '_>,
    pool: &ThreadPool,
) -> PyResult<Vec<u8>> {
    let rows = positions.len();
    let &Labels { scores, results, unlabelled } = labels;
    for (name, found) in [("scores", scores), ("results", results)] {
        if found.is_none() && !unlabelled && rows > 0 {
            return Err(value_error(format_args!(
                "{name}: expected a number for each of {rows} positions, found none for row 0; \
                 unlabelled=True writes the score 0 and a draw"
            )));
        }
    }
    let scores = numbers(scores, "scores", "int16", 0_i16, rows)?;
    let results = numbers(results, "results", "uint8", 1_u8, rows)?;
    let mut records = Vec::new();
    memory::reserve(&mut records, rows.saturating_mul(Record::SIZE))?;
    in_pieces(py, rows, PIECE * at_once(pool.current_num_threads()), |rows| {
        let before = rows.start;
        let (scores, results) = (&scores[rows.clone()], &results[rows.clone()]);
        let part = positions.rows(rows);
        let part = pool.install(|| write_records(part, scores, results));
        let part = part.map_err(|mut error| {
            if let ToRecordsError::Row { row } | ToRecordsError::Result { row, .. } = &mut error {
                *row += before;
            }
            value_error(error)
        })?;
        records.extend_from_slice(part.as_flattened());
        Ok(())
    })?;
    Ok(records)
}

/// Returns the numbers that a parameter has for each row, or as many of one number without it.
fn numbers<T: Element + Copy>(
    found: Option<&Bound<'_, PyAny>>,
    name: &str,
    dtype: &str,
    without: T,
    rows: usize,
) -> PyResult<Vec<T>> {
    let Some(found) = found else { return Ok(vec![without; rows]) };
    unmasked(found, name)?;
    let Ok(array) = found.cast::<PyUntypedArray>() else {
        let found = found.get_type();
        return Err(PyTypeError::new_err(format!(
            "{name}: expected an array of {dtype}, found {found}"
        )));
    };
    let numbers: PyReadonlyArray1<'_, T> = found.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "{name}: expected an array of {dtype} and the shape ({rows},), found one of {} and the \
             shape {:?}",
            array.dtype(),
            array.shape()
        ))
    })?;
    if numbers.len() != rows {
        return Err(value_error(format_args!(
            "{name}: expected a number for each of {rows} positions, found {}",
            numbers.len()
        )));
    }
    Ok(numbers.to_vec()?)
}
