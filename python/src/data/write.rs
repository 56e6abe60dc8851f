//! Files written from batches.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use hyperbola_data::{Format, GameResult, Score, WriteError};
use hyperbola_files::file::{self, NewFile};
use hyperbola_moves::Color;
use pyo3::exceptions::PyFileExistsError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use super::read::{opened_while, signals, unreadable};
use super::{Columns, PIECE, Rows};
use crate::interrupt::Signals;
use crate::names::{Text, flag, integer, optional, parse, path, value_error};
use crate::store::Positions;
use crate::store::os_error;

/// How entries are written.
struct Wanted {
    /// What takes the place of a score or a result that is not known.
    score: Option<Score>,
    result: GameResult,
    /// Whether rows that the format cannot hold are left out.
    skip: bool,
}

/// Writes batches, each positions and columns, into a file that has its name when it is complete.
/// Returns the number of rows that were written.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python calls it by these names")]
pub(crate) fn write_data(
    py: Python<'_>,
    #[pyo3(from_py_with = path::path)] path: PathBuf,
    batches: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = optional::format)] format: Option<Text>,
    #[pyo3(from_py_with = flag::overwrite)] overwrite: bool,
    missing_score: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = optional::missing_result)] missing_result: Option<Text>,
    skip: bool,
) -> PyResult<u64> {
    let format = find_format(&path, format.as_deref())?;
    let score = missing_score.map(integer::missing_score).transpose()?;
    let score = score.map(|score| Score::seen_by(Color::White, score.into()));
    let result = missing_result.map(|name| parse("missing_result", &name)).transpose()?;
    let result = result.unwrap_or_default();
    if !overwrite && file::replaces(&path) {
        let text = format!("{} is there already; overwrite=True replaces it", path.display());
        return Err(PyFileExistsError::new_err(text));
    }
    let (batches, wanted) = (batches.try_iter()?.unbind(), Wanted { score, result, skip });
    py.detach(|| {
        let unwritable = |error| unreadable(&path, error);
        let file = opened_while(&path, NewFile::create, &signals).map_err(unwritable)?;
        let mut target = BufWriter::with_capacity(1 << 18, file);
        let written = write_to(&path, format, &mut target, &batches, &wanted)?;
        let file = target.into_inner().map_err(|error| unwritable(error.into_error()))?;
        file.finish().map_err(unwritable)?;
        Ok(written)
    })
}

/// Returns the format that is named or that the name of the file says.
fn find_format(path: &Path, named: Option<&str>) -> PyResult<Format> {
    let format = match named {
        Some(name) => parse("format", name)?,
        None => Format::of_path(path).ok_or_else(|| {
            value_error(format_args!(
                "{}: expected a name that says the format, or the parameter format",
                path.display()
            ))
        })?,
    };
    if format.is_written() {
        return Ok(format);
    }
    Err(value_error(format_args!(
        "{}: expected a format that can be written, found {format}, which is only read",
        path.display()
    )))
}

/// Writes all batches. The writer stays in this function, without the GIL.
fn write_to(
    path: &Path,
    format: Format,
    target: &mut impl Write,
    batches: &Py<PyIterator>,
    wanted: &Wanted,
) -> PyResult<u64> {
    let unwritable = |error| Python::attach(|py| os_error(py, path, error));
    let mut writer = format.writer(target).ok_or_else(|| value_error("a format only read"))?;
    let (mut written, mut before, mut signals) = (0, 0, Signals::new());
    while let Some((positions, rows)) = Python::attach(|py| next_batch(batches.bind(py)))? {
        let slice = positions.get().slice();
        for row in 0..slice.len() {
            if row % PIECE == PIECE - 1 {
                signals.look(|| Python::attach(|py| py.check_signals()))?;
            }
            let refused = match rows.entry(slice, row) {
                Err(reason) => reason.to_owned(),
                Ok(entry) => match writer.write(&entry.completed(wanted.score, wanted.result)) {
                    Ok(()) => {
                        written += 1;
                        continue;
                    }
                    Err(WriteError::Io(error)) => return Err(unwritable(error)),
                    Err(error) => error.to_string(),
                },
            };
            if !wanted.skip {
                return Err(Python::attach(|py| refusal(py, path, before + row, &refused)));
            }
        }
        before += slice.len();
    }
    writer.finish().map_err(|error| match error {
        WriteError::Io(error) => unwritable(error),
        error => value_error(error),
    })?;
    Ok(written)
}

/// Returns the next batch, if there is one.
fn next_batch(batches: &Bound<'_, PyIterator>) -> PyResult<Option<(Py<Positions>, Rows)>> {
    let Some(batch) = batches.clone().next().transpose()? else { return Ok(None) };
    let (positions, columns): (Py<Positions>, Columns<'_>) = batch.extract()?;
    let rows = columns.read(positions.get().slice())?;
    Ok(Some((positions, rows)))
}

/// Makes the error for a row that the format cannot hold.
fn refusal(py: Python<'_>, path: &Path, row: usize, reason: &str) -> PyErr {
    let made = || {
        let error = py.import("hyperbola._data")?.getattr("DataError")?;
        error.call1((path.as_os_str(), "row", row, None::<u64>, reason))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}
