//! Batches of the entries of a file.

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use hyperbola_data::{Entry, FindFormatError, Format, ReadError, ReadErrorKind, Reader};
use hyperbola_features::{BadRows as Policy, Positions as Columns};
use hyperbola_files::text::NoText;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use super::{DataFilter, Rows};
use crate::bad_rows::BadRows;
use crate::interrupt::Signals;
use crate::memory;
use crate::names::{Text as Name, optional, parse, path, value_error};
use crate::positions::Positions;
use crate::store::os_error;

/// The bytes of a part of a range, about.
pub(super) const PART: u64 = 1 << 20;

/// The number of entries between two looks at the time.
const LOOK: usize = 1 << 8;

/// A file that is read, or a range of its bytes.
#[pyclass(module = "hyperbola._hyperbola", name = "DataReader")]
pub(crate) struct DataReader {
    path: PathBuf,
    format: Format,
    /// Never locked: it only makes this type one that threads may share.
    reader: Mutex<Box<dyn Reader>>,
    /// The range, or nothing if the whole file is read by one reader.
    range: Option<Range>,
}

/// A range of a file, which is read in parts.
struct Range {
    file: File,
    /// The end of the range. A part that begins before it is read as a whole.
    end: u64,
    /// Where the part begins and ends that is read.
    part: (u64, u64),
    /// How often something of the part was read: an entry or a mistake.
    done: u64,
    /// As often it is passed over.
    passed: u64,
}

/// A part of a file that is wrong: its kind, its number if that is known, the byte and the reason.
pub(super) type Wrong = (&'static str, Option<u64>, u64, String);

/// Positions, the columns beside them, and what was wrong.
pub(super) type Batch<'py> = (
    Positions,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray1<u16>>,
    Vec<Wrong>,
);

#[pymethods]
impl DataReader {
    /// Opens a file, whose format is found without a name.
    ///
    /// A range (first, end, done) has the parts that begin in these bytes, but for what was done of
    /// the first of them. Without a range the whole file is read.
    #[new]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = path::path)] path: PathBuf,
        #[pyo3(from_py_with = optional::format)] format: Option<Name>,
        range: Option<(u64, u64, u64)>,
    ) -> PyResult<Self> {
        let named = format.map(|name| parse("format", &name)).transpose()?;
        let (file, format, begin) = py.detach(|| open(&path, named))?;
        let (reader, range) = match range {
            None => (whole(file, begin, format), None),
            Some((first, end, passed)) => {
                let mut range = Range { file, end, part: (0, 0), done: 0, passed };
                (py.detach(|| range.begin(format, 0, first)), Some(range))
            }
        };
        let reader = reader.map_err(|error| os_error(py, &path, error))?;
        Ok(Self { path, format, reader: Mutex::new(reader), range })
    }

    /// The name of the format.
    #[getter]
    fn format(&self) -> &'static str {
        self.format.name()
    }

    /// Of a range, the byte where the part begins that is read, and how often something of it was
    /// read.
    #[getter]
    fn place(&self) -> (u64, u64) {
        self.range.as_ref().map_or((0, 0), |range| (range.part.0, range.done))
    }

    /// Reads so many entries that are wanted, or fewer at the end and where as many parts are wrong.
    /// Returns None behind the last one. Without `skip` the first mistake ends the batch.
    fn read<'py>(
        &mut self,
        py: Python<'py>,
        rows: usize,
        skip: bool,
        filter: &DataFilter,
    ) -> PyResult<Option<Batch<'py>>> {
        let mut read = Found::default();
        py.detach(|| self.fill(rows, skip, filter, &mut read))?;
        Ok((!read.is_empty()).then(|| read.into_batch(py)))
    }
}

/// What has been read.
#[derive(Default)]
pub(super) struct Found {
    pub(super) columns: Columns,
    pub(super) rows: Rows,
    pub(super) wrong: Vec<Wrong>,
}

impl Found {
    /// Returns whether nothing was read.
    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.wrong.is_empty()
    }

    /// Gives what was read to Python.
    pub(super) fn into_batch(self, py: Python<'_>) -> Batch<'_> {
        let Self { columns, rows, wrong } = self;
        (
            Positions::with(columns, BadRows::default(), Policy::Fail, 0),
            rows.scores.into_pyarray(py),
            rows.results.into_pyarray(py),
            rows.plies.into_pyarray(py),
            rows.moves.into_pyarray(py),
            wrong,
        )
    }

    /// Adds an entry.
    pub(super) fn push(&mut self, entry: &Entry) -> PyResult<()> {
        let rows = self.columns.len();
        if rows.is_power_of_two() {
            memory::check_rows(2 * rows)?;
        }
        self.columns.push(&entry.position);
        self.rows.push(entry);
        Ok(())
    }
}

impl DataReader {
    /// Reads entries. It looks at Python's signals in between.
    fn fill(
        &mut self,
        rows: usize,
        skip: bool,
        filter: &DataFilter,
        read: &mut Found,
    ) -> PyResult<()> {
        let (mut signals, mut looked) = (Signals::new(), 0_usize);
        while read.columns.len() < rows && read.wrong.len() < rows {
            looked += 1;
            if looked.is_multiple_of(LOOK) {
                signals.look(|| Python::attach(|py| py.check_signals()))?;
            }
            let reader = self.reader.get_mut().map_err(value_error)?;
            let next = reader.next_entry().transpose();
            if next.is_none() {
                if !self.next_part(filter)? {
                    return Ok(());
                }
                continue;
            }
            let is_passed = self.range.as_mut().is_some_and(Range::pass);
            match next {
                Some(Ok(entry)) if filter.wants(&entry) && !is_passed => read.push(&entry)?,
                Some(Err(error)) if !is_passed || matches!(error.kind, ReadErrorKind::Io(_)) => {
                    read.wrong.push(self.wrong(error)?);
                    if !skip {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Begins the next part of a range, if there is one.
    fn next_part(&mut self, filter: &DataFilter) -> PyResult<bool> {
        let Some(range) = self.range.as_mut().filter(|range| range.part.1 < range.end) else {
            return Ok(false);
        };
        filter.restart();
        range.passed = 0;
        let at = range.part.1;
        let reader = range.begin(self.format, at, at);
        let reader = reader.map_err(|error| unreadable(&self.path, error))?;
        *self.reader.get_mut().map_err(value_error)? = reader;
        Ok(range.part.0 < range.part.1)
    }

    /// Returns what is wrong in the file. If it cannot be read, that is an error.
    fn wrong(&self, mut error: ReadError) -> PyResult<Wrong> {
        let before = self.range.as_ref().map_or(0, |range| range.part.0);
        let number = (before == 0).then_some(error.number);
        error.byte += before;
        wrong_in(&self.path, number, error)
    }
}

/// Returns what is wrong in a file, with its number in it. If it cannot be read, that is an error.
pub(super) fn wrong_in(path: &Path, number: Option<u64>, error: ReadError) -> PyResult<Wrong> {
    match error.kind {
        ReadErrorKind::Io(error) => Err(unreadable(path, error)),
        ReadErrorKind::Wrong(reason) => {
            Ok((error.unit.name(), number, error.byte, reason.into_owned()))
        }
        kind => Err(value_error(format_args!("{}: {kind:?}", path.display()))),
    }
}

impl Range {
    /// Takes note that something was read. Returns whether it is passed over.
    fn pass(&mut self) -> bool {
        self.done += 1;
        self.done <= self.passed
    }

    /// Begins the first part that does not begin before a byte. Returns its reader.
    fn begin(&mut self, format: Format, known: u64, byte: u64) -> io::Result<Box<dyn Reader>> {
        let start = format.section_from(&mut self.file, known, byte)?;
        let stop = start.saturating_add(PART).min(self.end);
        let stop = format.section_from(&mut self.file, start, stop)?;
        (self.part, self.done) = ((start, stop), 0);
        self.file.seek(SeekFrom::Start(start))?;
        Ok(format.reader(Patient(self.file.try_clone()?.take(stop - start))))
    }
}

/// Returns the format of a file by its name and its first bytes. The error names the parameter that
/// says it.
#[pyfunction]
pub(crate) fn data_format(
    py: Python<'_>,
    #[pyo3(from_py_with = path::path)] path: PathBuf,
    parameter: &str,
) -> PyResult<&'static str> {
    py.detach(|| {
        let (_, begin) = begin(&path)?;
        find_format(&path, &begin, parameter).map(Format::name)
    })
}

/// Opens a file. Returns its format, which is named or found, and its first bytes.
pub(super) fn open(path: &Path, named: Option<Format>) -> PyResult<(File, Format, Vec<u8>)> {
    let (file, begin) = begin(path)?;
    let format = named.map_or_else(|| find_format(path, &begin, "format"), Ok)?;
    if format.is_text() {
        check_text(path, &begin)?;
    }
    Ok((file, format, begin))
}

/// Opens a file and reads its first bytes.
fn begin(path: &Path) -> PyResult<(File, Vec<u8>)> {
    let mut file = File::open(path).map_err(|error| unreadable(path, error))?;
    let mut begin = Vec::new();
    let read = Patient(&mut file).take(Format::PREFIX as u64).read_to_end(&mut begin);
    read.map_err(|error| unreadable(path, error))?;
    Ok((file, begin))
}

/// Returns the format of a file by its name and its first bytes, or what is wrong and the parameter
/// that says the format.
fn find_format(path: &Path, begin: &[u8], parameter: &str) -> PyResult<Format> {
    Format::find(path, begin).or_else(|error| {
        let advice = match error {
            FindFormatError::Contradiction { .. } => "; say it with",
            _ => {
                check_text(path, begin)?;
                ", or"
            }
        };
        let name = path.display();
        Err(value_error(format_args!("{name}: {error}{advice} the parameter {parameter}")))
    })
}

/// Refuses the beginning of what is no text.
fn check_text(path: &Path, begin: &[u8]) -> PyResult<()> {
    let checked = NoText::check(begin, &path.display().to_string());
    checked.map_err(|error| value_error(format_args!("{error:#}")))
}

/// Returns a reader of a file whose first bytes have been read. A pipe is not read again.
pub(super) fn whole(mut file: File, begin: Vec<u8>, format: Format) -> io::Result<Box<dyn Reader>> {
    if file.metadata()?.is_file() {
        file.rewind()?;
        return Ok(format.reader(Patient(file)));
    }
    Ok(format.reader(Cursor::new(begin).chain(Patient(file))))
}

/// Makes the error for a file that cannot be read, or returns that of a signal.
pub(super) fn unreadable(path: &Path, error: io::Error) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(error) => error,
        Err(error) => Python::attach(|py| os_error(py, path, error)),
    }
}

/// A stream whose reading Ctrl-C ends, if the system ends it for a signal.
pub(super) struct Patient<R>(pub(super) R);

impl<R: Read> Read for Patient<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer);
        if read.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {
            Python::attach(|py| py.check_signals()).map_err(io::Error::other)?;
        }
        read
    }
}
