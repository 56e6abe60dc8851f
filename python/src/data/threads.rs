//! Batches of the entries of files, which several threads read in sections.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::{process, thread};

use hyperbola_data::convert::{ConvertError, Place, Section, Sections, Source};
use hyperbola_data::{Filter, Format, LeftOut, ReadError, ReadOptions, Reader};
use hyperbola_files::ordered::{Begun, in_order};
use pyo3::prelude::*;

use super::DataFilter;
use super::read::{
    Batch, Found, LeftOutRow, failure, opened_while, patient, reader_of, rows, wrong_in,
};
use crate::interrupt::INTERVAL;
use crate::memory;
use crate::names::{
    Text as Name, check_threads, flag, integer, optional, parse, path, text, value_error,
};

/// The rows of a piece, and the entries that are read for it at most.
const ROWS: usize = 1 << 12;
const ENTRIES: usize = 1 << 14;

/// The pieces of a section that wait to be taken: the entries of most sections. They have 45 MB.
const WAITING: usize = 1 << 7;

/// A file that is to be read, its format if it has a name, and a range of its bytes.
#[derive(FromPyObject)]
pub(crate) struct Asked(
    #[pyo3(from_py_with = path::path)] PathBuf,
    #[pyo3(from_py_with = optional::format)] Option<Name>,
    Option<(u64, u64)>,
);

/// A file, its format if that is named, and the range of it.
struct Input {
    path: PathBuf,
    named: Option<Format>,
    range: Option<(u64, u64)>,
}

/// Some of the entries of a section that the filter wants.
#[derive(Default)]
struct Piece {
    found: Found,
    /// The mistake behind them.
    mistake: Option<ReadError>,
    /// At the end of the section, the number of its chunks, games, records or lines, and what was
    /// left out of them without a mistake.
    end: Option<(u64, LeftOut)>,
}

/// The opening of files by a thread, which may have to wait until somebody writes to a pipe.
#[derive(Default)]
struct Opening {
    /// Held while a file is opened.
    lock: Mutex<()>,
    has_ended: AtomicBool,
}

impl Opening {
    fn open(&self, path: &Path) -> io::Result<File> {
        let _held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        opened_while(
            path,
            |path| File::open(path),
            &|| match self.has_ended.load(Ordering::Relaxed) {
                true => Err(io::Error::other("nobody reads any more")),
                false => Ok(()),
            },
        )
    }

    /// Ends the waiting of the thread, so that it takes nothing that is written later.
    fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The pieces of a section, or why it cannot be read.
type Pieces = Receiver<PyResult<Piece>>;

/// Files that threads read in sections.
#[pyclass(module = "hyperbola._hyperbola", name = "DataThreads")]
pub(crate) struct DataThreads {
    inputs: Arc<[Input]>,
    filter: Py<DataFilter>,
    /// The number of bytes that were read.
    bytes: Arc<AtomicU64>,
    opening: Arc<Opening>,
    /// Never locked: it only makes this type one that threads may share.
    state: Mutex<State>,
}

/// What has been taken of the sections.
struct State {
    begun: Receiver<Begun<Section, PyResult<Piece>>>,
    open: Option<(Section, Pieces)>,
    /// The piece that is being taken, and how many of its rows were.
    piece: Option<(Piece, usize)>,
    /// The number of the file, and how many of its chunks, games, records or lines were taken.
    input: usize,
    units: u64,
    /// What was left out of the sections that were taken.
    left: LeftOut,
    /// The process that has the threads.
    process: u32,
}

#[pymethods]
impl DataThreads {
    /// Begins to read files with threads. A range (first, end) has the parts that begin in these
    /// bytes. `unscored` and `keeps_before` are as those of DataReader.
    #[new]
    #[pyo3(
        signature = (
            asked, threads, filter, unscored=false, keeps_before=false, rules=Name::of("auto"),
            lenient=false
        ),
        text_signature = "(asked, threads, filter, unscored=False, keeps_before=False, \
                          rules='auto', lenient=False)"
    )]
    fn new(
        asked: Vec<Asked>,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
        filter: Py<DataFilter>,
        #[pyo3(from_py_with = flag::unscored)] unscored: bool,
        #[pyo3(from_py_with = flag::keeps_before)] keeps_before: bool,
        #[pyo3(from_py_with = text::rules)] rules: Name,
        #[pyo3(from_py_with = flag::lenient)] lenient: bool,
    ) -> PyResult<Self> {
        let threads = check_threads(threads)?;
        let options =
            ReadOptions { unscored, keeps_before, rules: parse("rules", &rules)?, lenient };
        let inputs = asked.into_iter().map(|Asked(path, format, range)| {
            let named = format.map(|name| parse("format", &name)).transpose()?;
            Ok(Input { path, named, range })
        });
        let inputs: Arc<[Input]> = inputs.collect::<PyResult<_>>()?;
        let wanted = filter.get().filter.clone();
        let (asked, opening) = (Arc::clone(&inputs), Arc::<Opening>::default());
        let opener = Arc::clone(&opening);
        let open = move |number: usize| {
            let Input { path, named, range } = asked.get(number)?;
            let (first, end) = range.unwrap_or((0, u64::MAX));
            let source = opener.open(path).map_err(|error| {
                let what = format!("cannot read {}", path.display());
                ConvertError::System { what, error }
            });
            let source = source.and_then(|file| Source::of_file(file, path, *named, patient));
            Some(source.map(|source| (Arc::new(source), first..end)))
        };
        let sections = Sections::new(Box::new(open), Place::default());
        let read = Arc::clone(&inputs);
        let bytes = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&bytes);
        let work = move |section: Section, source, pieces: &SyncSender<_>| {
            let path = &read[section.input].path;
            match reader(path, section, source, Arc::clone(&counter), options) {
                Ok(reader) => read_section(reader, &wanted, pieces),
                // Nobody takes it if reading has ended.
                Err(error) => drop(pieces.send(Err(error))),
            }
        };
        let mut refused = None;
        let mut started = 0;
        let begun = in_order(threads, WAITING, sections, work, |work| match thread::Builder::new()
            .spawn(work)
        {
            Ok(_) => started += 1,
            Err(error) => refused = Some(error),
        });
        // Fewer threads read the same.
        if let (0, Some(error)) = (started, refused) {
            return Err(error.into());
        }
        let process = process::id();
        let left = LeftOut::default();
        let state = State { begun, open: None, piece: None, input: 0, units: 0, left, process };
        Ok(Self { inputs, filter, bytes, opening, state: Mutex::new(state) })
    }

    /// The number of bytes that were read.
    #[getter]
    fn bytes_read(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// What was left out so far, as DataReader has it.
    #[getter]
    fn left_out(&mut self) -> PyResult<Vec<LeftOutRow>> {
        Ok(rows(&self.state.get_mut().map_err(value_error)?.left))
    }

    /// Reads so many entries that are wanted, or fewer at the end of a file and where as many parts
    /// are wrong. Returns the number of the file too, or None behind the last one. Without `skip`
    /// the first mistake ends the batch.
    fn read<'py>(
        &mut self,
        py: Python<'py>,
        rows: usize,
        skip: bool,
    ) -> PyResult<Option<(usize, Batch<'py>)>> {
        let Self { inputs, filter, opening, state, .. } = self;
        let (filter, state) = (filter.get(), state.get_mut().map_err(value_error)?);
        if state.process != process::id() {
            return Err(value_error(
                "expected the process that began to read, found one of its forks",
            ));
        }
        let found = py.detach(|| {
            let found = state.fill(inputs, rows, skip, filter);
            found.inspect_err(|_| opening.end())
        })?;
        Ok((!found.is_empty()).then(|| (state.input, found.into_batch(py))))
    }
}

impl Drop for DataThreads {
    fn drop(&mut self) {
        // A fork has the lock and not the thread that may hold it.
        if self.state.get_mut().is_ok_and(|state| state.process == process::id()) {
            self.opening.end();
        }
    }
}

impl State {
    /// Takes rows up to so many, to a mistake, or to the end of a file.
    fn fill(
        &mut self,
        inputs: &[Input],
        rows: usize,
        skip: bool,
        filter: &DataFilter,
    ) -> PyResult<Found> {
        let mut read = Found::default();
        while read.columns.len() < rows && read.wrong.len() < rows {
            let Some((section, pieces)) = &self.open else {
                self.open = wait(&self.begun)?;
                let Some((section, _)) = &self.open else { break };
                if section.is_first {
                    self.units = 0;
                } else if inputs[section.input].range.is_some() {
                    filter.restart();
                }
                continue;
            };
            // A batch ends with its file.
            if section.input != self.input && !read.is_empty() {
                break;
            }
            self.input = section.input;
            let Some((piece, taken)) = &mut self.piece else {
                let path = &inputs[section.input].path;
                let ended = || value_error(format_args!("{}: a thread has ended", path.display()));
                let piece = wait(pieces)?.ok_or_else(ended)??;
                self.piece = Some((piece.thinned(filter)?, 0));
                continue;
            };
            let left = *taken..piece.found.columns.len().min(*taken + rows - read.columns.len());
            *taken = left.end;
            read.extend(&piece.found, left)?;
            if *taken < piece.found.columns.len() || read.columns.len() == rows {
                break;
            }
            if let Some(error) = piece.mistake.take() {
                let before = inputs[section.input].range.is_none().then_some(self.units);
                let before = before.or((section.from == 0).then_some(0));
                let number = before.map(|before| before + error.number);
                read.wrong.push(wrong_in(&inputs[section.input].path, number, error)?);
                if !skip {
                    break;
                }
                continue;
            }
            if let Some((units, left)) = piece.end.take() {
                self.units += units;
                self.left.extend(&left);
                self.open = None;
            }
            self.piece = None;
        }
        Ok(read)
    }
}

/// Waits for something from a thread, and returns nothing if nothing more comes. Python sees its
/// signals meanwhile.
fn wait<T>(receiver: &Receiver<T>) -> PyResult<Option<T>> {
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(received) => return Ok(Some(received)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
        }
    }
}

impl Found {
    /// Adds rows of others.
    fn extend(&mut self, others: &Self, rows: core::ops::Range<usize>) -> PyResult<()> {
        memory::check_rows(rows.len())?;
        self.columns.extend_from_slice(others.columns.as_slice().rows(rows.clone()));
        self.rows.extend(&others.rows, rows)
    }
}

impl Piece {
    /// Leaves rows out by their numbers.
    fn thinned(self, filter: &DataFilter) -> PyResult<Self> {
        if filter.every == 1 {
            return Ok(self);
        }
        let mut found = Found::default();
        for row in 0..self.found.columns.len() {
            if filter.counts() {
                found.extend(&self.found, row..row + 1)?;
            }
        }
        Ok(Self { found, ..self })
    }
}

/// Returns the reader of a section, if its source could be opened.
fn reader(
    path: &Path,
    section: Section,
    source: Result<Arc<Source>, ConvertError>,
    bytes: Arc<AtomicU64>,
    options: ReadOptions,
) -> PyResult<Box<dyn Reader>> {
    let source = source.map_err(|error| failure(path, error, "format"))?;
    reader_of(path, &source, (section.from, section.to), bytes, options)
}

/// Reads a section and gives it away in pieces.
fn read_section(
    mut reader: Box<dyn Reader>,
    filter: &Filter,
    pieces: &SyncSender<PyResult<Piece>>,
) {
    loop {
        let piece = next_piece(&mut *reader, filter);
        let is_last = piece.as_ref().map_or(true, |piece| piece.end.is_some());
        if pieces.send(piece).is_err() || is_last {
            return;
        }
    }
}

/// Reads the next entries of a section, up to a mistake.
fn next_piece(reader: &mut dyn Reader, filter: &Filter) -> PyResult<Piece> {
    let mut piece = Piece::default();
    for _ in 0..ENTRIES {
        match reader.next_entry() {
            Ok(Some(entry)) if filter.wants(&entry) => piece.found.push(&entry)?,
            Ok(Some(_)) => {}
            Ok(None) => {
                piece.end = Some((reader.units(), reader.left_out()));
                break;
            }
            Err(error) => {
                piece.mistake = Some(error);
                break;
            }
        }
        if piece.found.columns.len() == ROWS {
            break;
        }
    }
    Ok(piece)
}
