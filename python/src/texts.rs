//! Texts of Python that are read where they are.

use core::ops::Range;
use std::borrow::Cow;

use hyperbola_features::{BadRows, Positions, Read, Texts};
use numpy::{PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use rayon::ThreadPool;

use crate::interrupt::{Signals, at_once, in_pieces};
use crate::names::{more_threads, value_error};
use crate::python::unmasked;
use crate::{arrow, memory};

/// Reads an iterable of strings, an array of strings or bytes, or a column with Arrow's interface.
pub(crate) fn read(fens: &Bound<'_, PyAny>, reader: &mut Reader) -> PyResult<()> {
    let py = fens.py();
    if fens.is_instance_of::<PyString>() || fens.is_instance_of::<PyBytes>() {
        let found = fens.get_type();
        return Err(PyTypeError::new_err(format!(
            "expected many FENs, found one {found}; put it in a list"
        )));
    }
    if arrow::visit(fens, |texts| reader.add(py, texts))? {
        return Ok(());
    }
    let Ok(array) = fens.cast::<PyUntypedArray>() else {
        let strings = strings(fens)?;
        return reader.add(py, &Borrowed::new(py, &strings)?);
    };
    unmasked(array, "fens")?;
    let dtype = array.dtype();
    if array.ndim() != 1 {
        return Err(value_error(format_args!(
            "expected an array of one axis, found the shape {:?}",
            array.shape()
        )));
    }
    match dtype.kind() {
        b'S' if dtype.itemsize() > 0 && !array.is_empty() => {
            let array = py.import("numpy")?.call_method1("ascontiguousarray", (array,))?;
            let bytes: PyReadonlyArray1<'_, u8> =
                array.call_method1("view", ("uint8",))?.extract()?;
            reader.add(py, &FixedWidth { bytes: bytes.as_slice()?, width: dtype.itemsize() })
        }
        b'S' | b'U' | b'O' | b'T' => {
            let strings = strings(&array.call_method0("tolist")?)?;
            reader.add(py, &Borrowed::new(py, &strings)?)
        }
        _ => Err(PyTypeError::new_err(format!("expected an array of strings, found {dtype}"))),
    }
}

/// What stands for a text that is not UTF-8. It is no FEN.
const NOT_UTF8: &str = "\u{fffd}";

/// Returns bytes as a text.
pub(crate) fn text(bytes: &[u8]) -> &str {
    if bytes.is_ascii() {
        // SAFETY: ASCII is UTF-8. To check that alone is quick.
        return unsafe { core::str::from_utf8_unchecked(bytes) };
    }
    core::str::from_utf8(bytes).unwrap_or(NOT_UTF8)
}

/// Texts of one width, filled up with zero bytes: NumPy's bytes.
struct FixedWidth<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl Texts for FixedWidth<'_> {
    fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    fn text(&self, index: usize) -> &str {
        let bytes = &self.bytes[index * self.width..(index + 1) * self.width];
        let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        text(&bytes[..end])
    }
}

/// The number of strings after which it may be time to look at signals.
const LOOK: usize = 1 << 12;

/// Takes the strings of a list or of another iterable.
fn strings<'py>(fens: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyString>>> {
    let mut strings = Vec::new();
    let mut signals = Signals::new();
    memory::reserve(&mut strings, fens.len().unwrap_or(0))?;
    for (row, item) in fens.try_iter()?.enumerate() {
        let string = item?.cast_into::<PyString>().map_err(|error| {
            let found = error.into_inner().get_type();
            PyTypeError::new_err(format!("row {row}: expected a str, found {found}"))
        })?;
        strings.push(string);
        if row % LOOK == LOOK - 1 {
            signals.look(|| fens.py().check_signals())?;
        }
    }
    Ok(strings)
}

/// The texts of strings. A surrogate becomes a character that is in no FEN.
struct Borrowed<'a>(Vec<Cow<'a, str>>);

impl<'a> Borrowed<'a> {
    fn new(py: Python<'_>, strings: &'a [Bound<'_, PyString>]) -> PyResult<Self> {
        let (mut texts, mut signals) = (Vec::new(), Signals::new());
        memory::reserve(&mut texts, strings.len())?;
        for some in strings.chunks(LOOK) {
            texts.extend(some.iter().map(|string| string.to_string_lossy()));
            signals.look(|| py.check_signals())?;
        }
        Ok(Self(texts))
    }
}

impl Texts for Borrowed<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn text(&self, index: usize) -> &str {
        &self.0[index]
    }
}

/// A part of some texts.
struct Rows<'a> {
    texts: &'a dyn Texts,
    rows: Range<usize>,
}

impl Texts for Rows<'_> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn text(&self, index: usize) -> &str {
        self.texts.text(self.rows.start + index)
    }
}

/// Reads positions from one column of texts after another.
pub(crate) struct Reader {
    /// Several threads, or nothing for the caller's.
    pool: Option<ThreadPool>,
    bad_rows: BadRows,
    /// The number of the next row.
    rows: usize,
    pub(crate) read: Read,
}

/// The number of texts that a thread reads at a time. They fit its cache, and so few are read on the
/// caller's thread.
const PIECE: usize = 1 << 12;

impl Reader {
    /// The first row has a number that need not be zero.
    pub(crate) fn new(threads: usize, bad_rows: BadRows, first: usize) -> PyResult<Self> {
        let pool = more_threads(threads)?;
        let read = Positions::from_fens(&[] as &[&str], bad_rows).map_err(value_error)?;
        Ok(Self { pool, bad_rows, rows: first, read })
    }

    /// Reads some texts.
    pub(crate) fn add(&mut self, py: Python<'_>, texts: &dyn Texts) -> PyResult<()> {
        // Each of several threads takes several pieces, because some take longer.
        let threads = self.pool.as_ref().map(|pool| at_once(pool.current_num_threads()));
        let piece = threads.map_or(PIECE, |threads| 4 * PIECE * threads);
        memory::check_rows(texts.len())?;
        self.read.positions.reserve(texts.len());
        in_pieces(py, texts.len(), piece, |rows| {
            let before = self.rows + rows.start;
            let part = Rows { texts, rows };
            let read = || Positions::from_fens(&part, self.bad_rows);
            let read = self.pool.as_ref().map_or_else(read, |pool| pool.install(read));
            let read = read.map_err(|mut bad| {
                bad.row += before;
                value_error(bad)
            })?;
            self.read.positions.extend_from_slice(read.positions.as_slice());
            self.read.bad_rows.extend(read.bad_rows.into_iter().map(|mut bad| {
                bad.row += before;
                bad
            }));
            Ok(())
        })?;
        self.rows += texts.len();
        Ok(())
    }
}
