//! Records of 32 bytes.

use hyperbola_features::records::{ReadRecords, Record, ToRecordsError, records_of};
use hyperbola_features::{BadRows, PositionSlice, Positions};
use numpy::{
    IntoPyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::interrupt::{at_once, in_pieces};
use crate::memory;
use crate::names::value_error;
use crate::python::unmasked;
use crate::store::BadRow;

/// The number of records of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 16;

/// Positions with their bad rows, scores and results.
type Read<'py> = (Positions, Vec<BadRow>, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<u8>>);

/// Reads records from an array.
pub(crate) fn read<'py>(
    py: Python<'py>,
    records: &Bound<'py, PyUntypedArray>,
    on_bad_row: BadRows,
    pool: &ThreadPool,
) -> PyResult<Read<'py>> {
    unmasked(records, "records")?;
    let dtype = records.dtype();
    let is_bytes = dtype.kind() == b'u' && dtype.itemsize() == 1;
    if !is_bytes && (dtype.itemsize() != Record::SIZE || dtype.kind() == b'O') {
        return Err(PyTypeError::new_err(format!(
            "expected an array of uint8 or of records of 32 bytes, found {dtype}"
        )));
    }
    if is_bytes && records.ndim() > 1 && records.shape()[records.ndim() - 1] != Record::SIZE {
        return Err(value_error(format_args!(
            "expected an array of the shape (N, 32), found {:?}",
            records.shape()
        )));
    }
    let array = py.import("numpy")?.call_method1("ascontiguousarray", (records,))?;
    let bytes = array.call_method1("reshape", (-1,))?.call_method1("view", ("uint8",))?;
    let bytes: PyReadonlyArray1<'_, u8> = bytes.extract()?;
    let records = records_of(bytes.as_slice()?).map_err(value_error)?;
    memory::check_rows(records.len())?;
    let (mut columns, mut bad) = (Positions::new(), Vec::new());
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
        bad.extend(read.bad_records.iter().map(|bad| BadRow {
            row: before + bad.record,
            text: String::new(),
            reason: bad.error.to_string(),
        }));
        Ok(())
    })?;
    Ok((columns, bad, scores.into_pyarray(py), results.into_pyarray(py)))
}

/// Writes positions as records, one after another.
pub(crate) fn write(
    py: Python<'_>,
    positions: PositionSlice<'_>,
    scores: Option<PyReadonlyArray1<'_, i16>>,
    results: Option<PyReadonlyArray1<'_, u8>>,
    pool: &ThreadPool,
) -> PyResult<Vec<u8>> {
    let rows = positions.len();
    if let Some(scores) = &scores {
        unmasked(scores, "scores")?;
    }
    if let Some(results) = &results {
        unmasked(results, "results")?;
    }
    let scores = scores.map_or(Ok(vec![0; rows]), |scores| scores.to_vec())?;
    let results = results.map_or(Ok(vec![1; rows]), |results| results.to_vec())?;
    if scores.len() != rows || results.len() != rows {
        let error = pool.install(|| positions.to_records(&scores, &results)).map(drop);
        return error.map(|()| Vec::new()).map_err(value_error);
    }
    let mut records = Vec::new();
    memory::reserve(&mut records, rows.saturating_mul(Record::SIZE))?;
    in_pieces(py, rows, PIECE * at_once(pool.current_num_threads()), |rows| {
        let before = rows.start;
        let (scores, results) = (&scores[rows.clone()], &results[rows.clone()]);
        let part = positions.rows(rows);
        let part = pool.install(|| part.to_records(scores, results));
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
