//! Batches of the entries of a file.

use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;

use hyperbola_data::convert::{ConvertError, Place, Sections, Source};
use hyperbola_data::{
    Entry, FindFormatError, Format, LeftOut, ReadError, ReadErrorKind, ReadOptions, Reader,
};
use hyperbola_features::{BadRows as Policy, Positions as Columns};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use super::{DataFilter, Rows};
use crate::bad_rows::BadRows;
use crate::interrupt::{INTERVAL, Signals};
use crate::memory;
use crate::names::{Text as Name, flag, optional, parse, path, text, value_error};
use crate::store::Positions;
use crate::store::os_error;

/// The number of entries between two looks at the time.
const LOOK: usize = 1 << 8;

/// A file that is read, or a range of its bytes.
#[pyclass(module = "hyperbola._hyperbola", name = "DataReader")]
pub(crate) struct DataReader {
    path: PathBuf,
    format: Format,
    /// The number of bytes that were read.
    bytes: Arc<AtomicU64>,
    /// Never locked: it only makes this type one that threads may share.
    state: Mutex<State>,
}

/// What reads a file, and its range, or nothing if the whole file is read by one reader.
struct State {
    reader: Box<dyn Reader>,
    range: Option<Range>,
    bytes: Arc<AtomicU64>,
    options: ReadOptions,
    /// What readers before this one have left out.
    left: LeftOut,
}

/// A range of a file, which is read in sections.
struct Range {
    sections: Sections,
    /// Where the section begins and ends that is read.
    section: (u64, u64),
    /// How often something of the section was read: an entry or a mistake.
    done: u64,
    /// As often it is passed over.
    passed: u64,
}

/// A part of a file that is wrong: its kind, its number if that is known, the byte and the reason.
pub(super) type Wrong = (&'static str, Option<u64>, u64, String);

/// A kind of things that were left out for a reason, and their number.
pub(super) type LeftOutRow = (&'static str, &'static str, u64);

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
    /// the first of them. Without a range the whole file is read. With `unscored`, moves of games
    /// without an evaluation have entries too, and with `keeps_before` the entries of a game before
    /// a mistake are kept.
    #[new]
    #[pyo3(
        signature = (
            path, format, range, unscored=false, keeps_before=false, rules=Name::of("auto"),
            lenient=false
        ),
        text_signature = "(path, format, range, unscored=False, keeps_before=False, rules='auto', \
                          lenient=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "Python calls it by these names")]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = path::path)] path: PathBuf,
        #[pyo3(from_py_with = optional::format)] format: Option<Name>,
        range: Option<(u64, u64, u64)>,
        #[pyo3(from_py_with = flag::unscored)] unscored: bool,
        #[pyo3(from_py_with = flag::keeps_before)] keeps_before: bool,
        #[pyo3(from_py_with = text::rules)] rules: Name,
        #[pyo3(from_py_with = flag::lenient)] lenient: bool,
    ) -> PyResult<Self> {
        let named = format.map(|name| parse("format", &name)).transpose()?;
        let options =
            ReadOptions { unscored, keeps_before, rules: parse("rules", &rules)?, lenient };
        let bytes = Arc::new(AtomicU64::new(0));
        let (format, state) = py.detach(|| {
            let source = open(&path, named, "format")?;
            let (format, bytes) = (source.format, Arc::clone(&bytes));
            let reader = source.format.reader(io::empty());
            let mut state = State { reader, range: None, bytes, options, left: LeftOut::default() };
            match range {
                None => state.begin(&path, &source, (0, u64::MAX))?,
                Some(range) => state.begin_range(&path, Arc::new(source), range)?,
            }
            PyResult::Ok((format, state))
        })?;
        Ok(Self { path, format, bytes, state: Mutex::new(state) })
    }

    /// The number of bytes that were read.
    #[getter]
    fn bytes_read(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The name of the format.
    #[getter]
    fn format(&self) -> &'static str {
        self.format.name()
    }

    /// What was left out so far without a mistake: the kinds of things, the reasons and the
    /// numbers.
    #[getter]
    fn left_out(&mut self) -> PyResult<Vec<LeftOutRow>> {
        let state = self.state.get_mut().map_err(value_error)?;
        let mut left = state.left.clone();
        left.extend(&state.reader.left_out());
        Ok(rows(&left))
    }

    /// Of a range, the byte where the section begins that is read, and how often something of it
    /// was read.
    #[getter]
    fn place(&mut self) -> PyResult<(u64, u64)> {
        let state = self.state.get_mut().map_err(value_error)?;
        Ok(state.range.as_ref().map_or((0, 0), |range| (range.section.0, range.done)))
    }

    /// Reads so many entries that are wanted, or fewer at the end and where as many parts are
    /// wrong. Returns None behind the last one. Without `skip` the first mistake ends the batch.
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
            Positions::with(columns, BadRows::default(), Policy::Error, 0),
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
        let (path, state) = (&self.path, self.state.get_mut().map_err(value_error)?);
        while read.columns.len() < rows && read.wrong.len() < rows {
            looked += 1;
            if looked.is_multiple_of(LOOK) {
                signals.look(|| Python::attach(|py| py.check_signals()))?;
            }
            let Some(next) = state.reader.next_entry().transpose() else {
                if !state.begin_section(path, filter)? {
                    return Ok(());
                }
                continue;
            };
            let is_passed = state.range.as_mut().is_some_and(Range::pass);
            match next {
                Ok(entry) if filter.wants(&entry) && !is_passed => read.push(&entry)?,
                Err(error) if !is_passed || matches!(error.kind, ReadErrorKind::Io(_)) => {
                    // Only in the first section of a file parts have the numbers of the file.
                    let is_at_start = state.range.as_ref().is_none_or(|range| range.section.0 == 0);
                    let number = is_at_start.then_some(error.number);
                    read.wrong.push(wrong_in(path, number, error)?);
                    if !skip {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl State {
    /// Begins to read the bytes from a place to another.
    fn begin(&mut self, path: &Path, source: &Source, bytes: (u64, u64)) -> PyResult<()> {
        self.left.extend(&self.reader.left_out());
        self.reader = reader_of(path, source, bytes, Arc::clone(&self.bytes), self.options)?;
        Ok(())
    }

    /// Begins to read a range (first, end, done).
    fn begin_range(
        &mut self,
        path: &Path,
        source: Arc<Source>,
        (first, end, passed): (u64, u64, u64),
    ) -> PyResult<()> {
        let open = move |number| (number == 0).then(|| Ok((Arc::clone(&source), first..end)));
        let sections = Sections::new(Box::new(open), Place::default());
        self.range = Some(Range { sections, section: (0, 0), done: 0, passed });
        self.next_section(path).map(drop)
    }

    /// Begins the section behind the one that is read, if there is one.
    fn begin_section(&mut self, path: &Path, filter: &DataFilter) -> PyResult<bool> {
        let Some(range) = &mut self.range else { return Ok(false) };
        range.passed = 0;
        let is_next = self.next_section(path)?;
        // What is left out by number is counted anew in each section, but not behind the last one.
        if is_next {
            filter.restart();
        }
        Ok(is_next)
    }

    fn next_section(&mut self, path: &Path) -> PyResult<bool> {
        let Some(range) = &mut self.range else { return Ok(false) };
        range.done = 0;
        let Some((section, source)) = range.sections.next() else {
            range.section.0 = range.section.1;
            return Ok(false);
        };
        let source = source.map_err(|error| failure(path, error, "format"))?;
        range.section = (section.from, section.to);
        self.begin(path, &source, (section.from, section.to))?;
        Ok(true)
    }
}

impl Range {
    /// Takes note that something was read. Returns whether it is passed over.
    fn pass(&mut self) -> bool {
        self.done += 1;
        self.done <= self.passed
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

/// Returns the format of a file by its name and its first bytes. The error names the parameter that
/// says it.
#[pyfunction]
pub(crate) fn data_format(
    py: Python<'_>,
    #[pyo3(from_py_with = path::path)] path: PathBuf,
    parameter: &str,
) -> PyResult<&'static str> {
    py.detach(|| Ok(open(&path, None, parameter)?.format.name()))
}

/// Opens a file, whose format is named or found. The error names the parameter that says it.
fn open(path: &Path, named: Option<Format>, parameter: &str) -> PyResult<Source> {
    let file = opened(path).map_err(|error| unreadable(path, error))?;
    let source = Source::of_file(file, path, named, patient);
    source.map_err(|error| failure(path, error, parameter))
}

/// Opens a file. To open a pipe takes until somebody writes to it, and Python sees its signals
/// meanwhile. The error of a signal is in that of the file.
pub(crate) fn opened(path: &Path) -> io::Result<File> {
    opened_while(path, |path| File::open(path), &signals)
}

/// Lets Python see its signals.
pub(super) fn signals() -> io::Result<()> {
    Python::attach(|py| py.check_signals()).map_err(io::Error::other)
}

/// Opens a file by a function. To open a pipe takes until somebody opens its other end, so another
/// thread does it as long as `goes_on` has no error.
pub(super) fn opened_while<T: Send + 'static>(
    path: &Path,
    open: fn(&Path) -> io::Result<T>,
    goes_on: &dyn Fn() -> io::Result<()>,
) -> io::Result<T> {
    let waits = |metadata: fs::Metadata| !metadata.is_file() && !metadata.is_dir();
    if !fs::metadata(path).is_ok_and(waits) {
        return open(path);
    }
    let (pipe, (sender, receiver)) = (path.to_owned(), mpsc::channel());
    thread::Builder::new().spawn(move || sender.send(open(&pipe)))?;
    let error = loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(opened) => return opened,
            Err(RecvTimeoutError::Disconnected) => break io::Error::other("a thread has ended"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(error) = goes_on() {
            break error;
        }
    };
    // A thread that went on waiting would take what somebody writes later. One that opens the pipe
    // in both directions waits for nobody, and ends the waiting of the other.
    if let Ok(_both) = File::options().read(true).write(true).open(path) {
        drop(receiver.recv());
    }
    Err(error)
}

/// Returns what was left out, and not only noted.
pub(super) fn rows(left: &LeftOut) -> Vec<LeftOutRow> {
    let rows = left.rows().iter().filter(|row| !row.reason.is_note());
    rows.map(|row| (row.thing.name(), row.reason.text(), row.count)).collect()
}

/// Returns a reader of the bytes from a place to another, or of a pipe. The bytes that it reads are
/// added to a number.
pub(super) fn reader_of(
    path: &Path,
    source: &Source,
    (from, to): (u64, u64),
    bytes: Arc<AtomicU64>,
    options: ReadOptions,
) -> PyResult<Box<dyn Reader>> {
    source.reader_with(from, to, bytes, options).map_err(|error| unreadable(path, error))
}

/// Makes the error for a file that cannot be opened. It names the parameter that says the format.
pub(super) fn failure(path: &Path, error: ConvertError, parameter: &str) -> PyErr {
    match error {
        ConvertError::System { error, .. } => unreadable(path, error),
        ConvertError::Format { error, .. } => {
            let advice = match error {
                FindFormatError::Contradiction { .. } => "; say it with",
                _ => ", or",
            };
            let name = path.display();
            value_error(format_args!("{name}: {error}{advice} the parameter {parameter}"))
        }
        error => value_error(error),
    }
}

/// Makes the error for a file that cannot be read, or returns that of a signal.
pub(crate) fn unreadable(path: &Path, error: io::Error) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(error) => error,
        Err(error) => Python::attach(|py| os_error(py, path, error)),
    }
}

/// Makes Ctrl-C end the reading of a file.
pub(super) fn patient(file: File) -> Box<dyn Read + Send> {
    Box::new(Patient(file))
}

/// A file whose reading Ctrl-C ends, if the system ends it for a signal.
struct Patient(File);

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer);
        if read.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {
            Python::attach(|py| py.check_signals()).map_err(io::Error::other)?;
        }
        read
    }
}
