//! Batches of the entries of files, which several threads read in parts.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex};
use std::{process, thread};

use hyperbola_data::{Filter, Format, ReadError, Reader};
use hyperbola_files::ordered::{Begun, in_order};
use pyo3::prelude::*;

use super::DataFilter;
use super::read::{Batch, Found, PART, Patient, open, unreadable, whole, wrong_in};
use crate::interrupt::INTERVAL;
use crate::memory;
use crate::names::{Text as Name, check_threads, integer, optional, parse, path, value_error};

/// The rows of a piece, and the entries that are read for it at most.
const ROWS: usize = 1 << 12;
const ENTRIES: usize = 1 << 14;

/// The pieces of a part that wait to be taken: the entries of most parts. They have 45 MB.
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

/// A part of a file.
#[derive(Clone, Copy)]
struct Part {
    /// The number of the file.
    input: usize,
    /// Whether it is the first part of the file that is read, and the first one that the file has.
    is_first: bool,
    is_at_start: bool,
}

/// Some of the entries of a part that the filter wants.
#[derive(Default)]
struct Piece {
    found: Found,
    /// The mistake behind them.
    mistake: Option<ReadError>,
    /// At the end of the part, the number of its chunks, games, records or lines.
    units: Option<u64>,
}

/// The pieces of a part, or why it cannot be read.
type Pieces = Receiver<PyResult<Piece>>;

/// Files that threads read in parts.
#[pyclass(module = "hyperbola._hyperbola", name = "DataThreads")]
pub(crate) struct DataThreads {
    inputs: Arc<[Input]>,
    filter: Py<DataFilter>,
    /// Never locked: it only makes this type one that threads may share.
    state: Mutex<State>,
}

/// What has been taken of the parts.
struct State {
    begun: Receiver<Begun<Part, PyResult<Piece>>>,
    open: Option<(Part, Pieces)>,
    /// The piece that is being taken, and how many of its rows were.
    piece: Option<(Piece, usize)>,
    /// The number of the file, and how many of its chunks, games, records or lines were taken.
    input: usize,
    units: u64,
    /// The process that has the threads.
    process: u32,
}

#[pymethods]
impl DataThreads {
    /// Begins to read files with threads. A range (first, end) has the parts that begin in these
    /// bytes.
    #[new]
    fn new(
        asked: Vec<Asked>,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
        filter: Py<DataFilter>,
    ) -> PyResult<Self> {
        let threads = check_threads(threads)?;
        let inputs = asked.into_iter().map(|Asked(path, format, range)| {
            let named = format.map(|name| parse("format", &name)).transpose()?;
            Ok(Input { path, named, range })
        });
        let inputs: Arc<[Input]> = inputs.collect::<PyResult<_>>()?;
        let wanted = filter.get().filter.clone();
        let parts = Parts { inputs: Arc::clone(&inputs), next: 0, file: None };
        let work = move |_, reader, pieces: &SyncSender<_>| match reader {
            Ok(reader) => read_part(reader, &wanted, pieces),
            // Nobody takes it if reading has ended.
            Err(error) => drop(pieces.send(Err(error))),
        };
        let mut refused = None;
        let mut started = 0;
        let begun = in_order(threads, WAITING, parts, work, |work| {
            match thread::Builder::new().spawn(work) {
                Ok(_) => started += 1,
                Err(error) => refused = Some(error),
            }
        });
        // Fewer threads read the same.
        if let (0, Some(error)) = (started, refused) {
            return Err(error.into());
        }
        let process = process::id();
        let state = State { begun, open: None, piece: None, input: 0, units: 0, process };
        Ok(Self { inputs, filter, state: Mutex::new(state) })
    }

    /// Reads so many entries that are wanted, or fewer at the end of a file and where as many parts
    /// are wrong. Returns the number of the file too, or None behind the last one. Without `skip` the
    /// first mistake ends the batch.
    fn read<'py>(
        &mut self,
        py: Python<'py>,
        rows: usize,
        skip: bool,
    ) -> PyResult<Option<(usize, Batch<'py>)>> {
        let Self { inputs, filter, state } = self;
        let (filter, state) = (filter.get(), state.get_mut().map_err(value_error)?);
        if state.process != process::id() {
            return Err(value_error(
                "expected the process that began to read, found one of its forks",
            ));
        }
        let found = py.detach(|| state.fill(inputs, rows, skip, filter))?;
        Ok((!found.is_empty()).then(|| (state.input, found.into_batch(py))))
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
            let Some((part, pieces)) = &self.open else {
                self.open = wait(&self.begun)?;
                let Some((part, _)) = &self.open else { break };
                if part.is_first {
                    self.units = 0;
                } else if inputs[part.input].range.is_some() {
                    filter.restart();
                }
                continue;
            };
            // A batch ends with its file.
            if part.input != self.input && !read.is_empty() {
                break;
            }
            self.input = part.input;
            let Some((piece, taken)) = &mut self.piece else {
                let path = &inputs[part.input].path;
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
                let before = inputs[part.input].range.is_none().then_some(self.units);
                let before = before.or(part.is_at_start.then_some(0));
                let number = before.map(|before| before + error.number);
                read.wrong.push(wrong_in(&inputs[part.input].path, number, error)?);
                if !skip {
                    break;
                }
                continue;
            }
            if let Some(units) = piece.units {
                self.units += units;
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

/// Reads a part and gives it away in pieces.
fn read_part(mut reader: Box<dyn Reader>, filter: &Filter, pieces: &SyncSender<PyResult<Piece>>) {
    loop {
        let piece = next_piece(&mut *reader, filter);
        let is_last = piece.as_ref().map_or(true, |piece| piece.units.is_some());
        if pieces.send(piece).is_err() || is_last {
            return;
        }
    }
}

/// Reads the next entries of a part, up to a mistake.
fn next_piece(reader: &mut dyn Reader, filter: &Filter) -> PyResult<Piece> {
    let mut piece = Piece::default();
    for _ in 0..ENTRIES {
        match reader.next_entry() {
            Ok(Some(entry)) if filter.wants(&entry) => piece.found.push(&entry)?,
            Ok(Some(_)) => {}
            Ok(None) => {
                piece.units = Some(reader.units());
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

/// The parts of all files, each with its reader.
struct Parts {
    inputs: Arc<[Input]>,
    next: usize,
    /// The file that is being divided.
    file: Option<Divided>,
}

/// A file, where its next part begins, and where what is read of it ends.
struct Divided {
    file: File,
    format: Format,
    from: u64,
    end: u64,
    is_first: bool,
}

impl Iterator for Parts {
    type Item = (Part, PyResult<Box<dyn Reader>>);

    fn next(&mut self) -> Option<Self::Item> {
        let Self { inputs, next, file } = self;
        loop {
            let number = *next;
            match inputs.get(number)?.next_part(number, file) {
                Ok(Some((part, reader))) => return Some((part, Ok(reader))),
                Ok(None) => (*next, *file) = (number + 1, None),
                Err(error) => {
                    // Nothing is read behind it.
                    *next = inputs.len();
                    let part = Part { input: number, is_first: true, is_at_start: true };
                    return Some((part, Err(error)));
                }
            }
        }
    }
}

impl Input {
    /// Returns the next part of the file and its reader, or nothing behind the last one.
    fn next_part(
        &self,
        input: usize,
        file: &mut Option<Divided>,
    ) -> PyResult<Option<(Part, Box<dyn Reader>)>> {
        let failed = |error| unreadable(&self.path, error);
        let divided = match file {
            Some(divided) => divided,
            none => {
                let (file, format, begin) = open(&self.path, self.named)?;
                let metadata = file.metadata().map_err(failed)?;
                if !metadata.is_file() {
                    // A pipe is one part.
                    let copy = file.try_clone().map_err(failed)?;
                    *none = Some(Divided { file, format, from: 0, end: 0, is_first: true });
                    let reader = whole(copy, begin, format).map_err(failed)?;
                    return Ok(Some((Part { input, is_first: true, is_at_start: true }, reader)));
                }
                let (first, end) = self.range.unwrap_or((0, u64::MAX));
                let mut divided =
                    Divided { file, format, from: 0, end: end.min(metadata.len()), is_first: true };
                divided.from = format.section_from(&mut divided.file, 0, first).map_err(failed)?;
                none.insert(divided)
            }
        };
        let Divided { file, format, from, end, is_first } = divided;
        if *from >= *end {
            return Ok(None);
        }
        let start = *from;
        *from = format
            .section_from(file, start, start.saturating_add(PART).min(*end))
            .map_err(failed)?;
        let part = Part { input, is_first: core::mem::take(is_first), is_at_start: start == 0 };
        let mut own = File::open(&self.path).map_err(failed)?;
        let (before, now) = (file.metadata().map_err(failed)?, own.metadata().map_err(failed)?);
        if (before.len(), before.modified().ok()) != (now.len(), now.modified().ok()) {
            return Err(failed(io::Error::other("the file was replaced while it was read")));
        }
        own.seek(SeekFrom::Start(start)).map_err(failed)?;
        let reader = format.reader_from(Patient(own.take(*from - start)), start);
        Ok(Some((part, reader)))
    }
}
