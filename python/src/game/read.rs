//! Games as a stream.

use core::sync::atomic::{AtomicBool, Ordering};
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use hyperbola_features::BadRows as Policy;
use hyperbola_files::shown_path;
use hyperbola_files::text::NoText;
use hyperbola_moves::pgn::{PgnError, PgnErrorKind, Reader};
use pyo3::exceptions::{PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::game;
use super::tree::Builder;
use crate::data::{opened, unreadable};
use crate::interrupt::Signals;
use crate::names::{Text, flag, shown, text, value_error};
use crate::python::python;

/// The state of a file object, or of a file.
#[derive(Default)]
struct Object {
    /// The error that reading has raised.
    error: Mutex<Option<PyErr>>,
    /// Whether it gives text, whose bytes in the file are not known.
    is_text: AtomicBool,
}

impl Object {
    /// Keeps an error that reading has raised.
    fn fail(&self, error: PyErr) -> io::Error {
        *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        io::Error::other("an error of Python")
    }
}

/// Where games are read from.
enum Source {
    File {
        file: File,
        object: Arc<Object>,
    },
    Bytes(Cursor<Vec<u8>>),
    /// A file object of Python, its bytes with the number of those that were taken, and its state.
    Object {
        read: Py<PyAny>,
        part: Cursor<Vec<u8>>,
        object: Arc<Object>,
    },
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File { file, object } => {
                let read = file.read(buffer);
                if read.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {
                    Python::attach(|py| py.check_signals()).map_err(|found| object.fail(found))?;
                }
                read
            }
            Self::Bytes(bytes) => bytes.read(buffer),
            Self::Object { read, part, object } => {
                let taken = part.read(buffer)?;
                if taken > 0 {
                    return Ok(taken);
                }
                let bytes = Python::attach(|py| take(read.bind(py), &object.is_text));
                *part = Cursor::new(bytes.map_err(|found| object.fail(found))?);
                part.read(buffer)
            }
        }
    }
}

/// Where games are read from, which must be text.
struct Checked {
    source: Source,
    /// The name of the source, as long as nothing was read.
    name: Option<String>,
    object: Arc<Object>,
    signals: Signals,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let looked = self.signals.look(|| Python::attach(|py| py.check_signals()));
        looked.map_err(|error| self.object.fail(error))?;
        /// The bytes by which another encoding is known.
        const KNOWN: usize = 8;
        let Some(name) = self.name.take() else { return self.source.read(buffer) };
        let mut length = 0;
        while length < KNOWN.min(buffer.len()) {
            match self.source.read(&mut buffer[length..]) {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let checked = NoText::check(&buffer[..length], &name);
        checked.map_err(|error| self.object.fail(value_error(error)))?;
        Ok(length)
    }
}

/// The number of characters that are taken from a file object at once.
const PART: usize = 1 << 14;

/// Takes a part of a file object.
fn take(read: &Bound<'_, PyAny>, is_text: &AtomicBool) -> PyResult<Vec<u8>> {
    let part = read.call1((PART,))?;
    if let Ok(text) = part.cast::<PyString>() {
        is_text.store(true, Ordering::Relaxed);
        return Ok(text.to_cow()?.as_bytes().to_vec());
    }
    if let Ok(bytes) = part.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let found = part.get_type();
    Err(PyTypeError::new_err(format!("source: expected text from read(), found {found}")))
}

/// The games that are read, behind a lock.
struct State {
    reader: Reader<Checked>,
    builder: Builder,
    /// The number of games that were left out, and the mistake of the first.
    left_out: u64,
    first_mistake: Option<PgnError>,
}

impl State {
    fn new(source: Checked, only_headers: bool) -> Mutex<Self> {
        let (reader, builder) = (Reader::new(source), Builder::new(only_headers));
        Mutex::new(Self { reader, builder, left_out: 0, first_mistake: None })
    }
}

/// Reads games one after another. hyperbola.pgn has the functions that make it.
#[pyclass(frozen, module = "hyperbola._hyperbola", name = "GameReader")]
pub(crate) struct GameReader {
    state: Mutex<State>,
    /// Where the stream of the reader begins.
    first: u64,
    bad_games: Policy,
    /// Whether a warning says at the end that games were left out.
    warns: bool,
    object: Arc<Object>,
}

impl GameReader {
    /// Makes a reader of a text.
    pub(super) fn of_text(text: &str) -> Self {
        let source = Source::Bytes(Cursor::new(text.as_bytes().to_vec()));
        let object = Arc::default();
        let source =
            Checked { source, name: None, object: Arc::clone(&object), signals: Signals::new() };
        let state = State::new(source, false);
        Self { state, first: 0, bad_games: Policy::Error, warns: false, object }
    }

    /// Reads the next game, or nothing at the end.
    pub(super) fn next_game<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            py.check_signals()?;
            let read = py.detach(|| {
                let mut state = self.state.try_lock().ok()?;
                let State { reader, builder, left_out, first_mistake } = &mut *state;
                let found = reader.read_game(builder);
                if let Err(error) = &found {
                    *left_out += 1;
                    first_mistake.get_or_insert(*error);
                }
                let told = if found == Ok(false) { first_mistake.take() } else { None };
                let told = told.map(|first| (*left_out, first));
                let next = Builder::new(builder.only_headers);
                let offset = self.first + reader.game_offset();
                Some((offset, found, told, core::mem::replace(builder, next).tree))
            });
            if let Some(error) =
                self.object.error.lock().unwrap_or_else(PoisonError::into_inner).take()
            {
                return Err(error);
            }
            let in_use = || PyValueError::new_err("another thread reads from this reader");
            let (offset, found, told, mut tree) = read.ok_or_else(in_use)?;
            tree.offset = Some(offset).filter(|_| !self.object.is_text.load(Ordering::Relaxed));
            tree.set_result_tag();
            match found {
                Ok(true) => return game(py, tree).map(Some),
                Ok(false) => {
                    if let Some((games, first)) = told.filter(|_| self.warns) {
                        warn(py, games, &first)?;
                    }
                    return Ok(None);
                }
                Err(error) if self.bad_games == Policy::KeepBefore && !is_io(&error) => {
                    tree.errors.push(error.to_string());
                    return game(py, tree).map(Some);
                }
                Err(error) if self.bad_games == Policy::Skip && !is_io(&error) => {}
                Err(error) => {
                    let (offset, line) = (self.first + error.offset, error.line);
                    let made = python(py, "pgn", "_error", (error.to_string(), offset, line), [])?;
                    return Err(PyErr::from_value(made));
                }
            }
        }
    }
}

/// Warns that games were left out.
fn warn(py: Python<'_>, games: u64, first: &PgnError) -> PyResult<()> {
    let text = format!(
        "games that were left out: {games}; the first: {first}. bad_games=\"skip\" leaves them out \
         without a warning, \"keep\" keeps their moves before the mistake, and \"error\" raises it"
    );
    // The text has no zero byte: signs of the input are escaped.
    let text = CString::new(text.replace('\0', "\\0"))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

/// Returns whether the stream itself is at fault.
fn is_io(error: &PgnError) -> bool {
    matches!(error.kind, PgnErrorKind::Io(_))
}

#[pymethods]
impl GameReader {
    #[new]
    fn new(
        source: &Bound<'_, PyAny>,
        offset: u64,
        #[pyo3(from_py_with = text::bad_games)] bad_games: Text,
        warns: bool,
        #[pyo3(from_py_with = flag::only_headers)] only_headers: bool,
    ) -> PyResult<Self> {
        let bad_games = match &*bad_games {
            "error" => Policy::Error,
            "skip" => Policy::Skip,
            "keep" => Policy::KeepBefore,
            found => {
                return Err(value_error(format_args!(
                    "bad_games: expected error, skip or keep; found {:?}",
                    shown(found)
                )));
            }
        };
        let object = Arc::default();
        let mut name = "source".to_owned();
        let source = if let Ok(read) = source.getattr("read") {
            if offset > 0 {
                return Err(PyValueError::new_err("offset: expected 0 for a file object"));
            }
            let part = Cursor::default();
            Source::Object { read: read.unbind(), part, object: Arc::clone(&object) }
        } else if let Ok(bytes) = source.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            let first = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
            Source::Bytes(Cursor::new(bytes[first..].to_vec()))
        } else {
            let path: PathBuf = source.extract().map_err(|_| {
                let found = source.get_type();
                PyTypeError::new_err(format!(
                    "source: expected a path, bytes or a file object, found {found}"
                ))
            })?;
            name = shown_path(&path);
            let py = source.py();
            let opened = py.detach(|| opened(&path));
            let mut file = opened.map_err(|error| unreadable(&path, error))?;
            // A pipe has no places.
            if offset > 0 {
                file.seek(SeekFrom::Start(offset))?;
            }
            Source::File { file, object: Arc::clone(&object) }
        };
        // In the middle of a file, any bytes may stand.
        let name = (offset == 0).then_some(name);
        let source = Checked { source, name, object: Arc::clone(&object), signals: Signals::new() };
        let state = State::new(source, only_headers);
        Ok(Self { state, first: offset, bad_games, warns, object })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.next_game(py)
    }
}
