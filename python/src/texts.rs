//! Texts of Python that are read where they are.

use core::ops::Range;
use std::borrow::Cow;

use hyperbola_features::{BadRow, BadRows as Policy, Positions, Texts};
use hyperbola_moves::Rules;
use numpy::{PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyString};
use rayon::ThreadPool;

use crate::bad_rows::BadRows;
use crate::interrupt::{Signals, at_once, in_pieces};
use crate::names::{check_threads, more_threads, value_error, within};
use crate::python::unmasked;
use crate::sink::{Column, Sink, text};
use crate::{arrow, memory};

/// Reads an iterable of strings, an array of strings or bytes, or a column with Arrow's interface.
/// Errors name the parameter.
pub(crate) fn read(column: &Bound<'_, PyAny>, name: &str, sink: &mut dyn Sink) -> PyResult<()> {
    let py = column.py();
    if column.is_instance_of::<PyString>() || column.is_instance_of::<PyBytes>() {
        let found = column.get_type();
        return Err(PyTypeError::new_err(format!(
            "{name}: expected many texts, found one {found}; put it in a list"
        )));
    }
    if arrow::visit(column, name, sink)? {
        return Ok(());
    }
    let Ok(array) = column.cast::<PyUntypedArray>() else {
        return objects(column, name, sink);
    };
    unmasked(array, name)?;
    let dtype = array.dtype();
    if array.ndim() != 1 {
        return Err(value_error(format_args!(
            "{name}: expected an array of one axis, found the shape {:?}",
            array.shape()
        )));
    }
    let width = dtype.itemsize();
    sink.expect(array.len())?;
    match dtype.kind() {
        b'S' if width > 0 && array.is_c_contiguous() && !array.is_empty() => {
            let bytes: PyReadonlyArray1<'_, u8> =
                array.call_method1("view", ("uint8",))?.extract()?;
            sink.add(py, &FixedWidth { bytes: bytes.as_slice()?, width })
        }
        kind @ (b'S' | b'U') if width > 0 => {
            // An array in several pieces, or in another byte order, is copied.
            let native = dtype.call_method1("newbyteorder", ("=",))?;
            let contiguous = py.import("numpy")?.getattr("ascontiguousarray")?;
            in_slices(array, |some| {
                let some = contiguous.call1((some, &native))?;
                if kind == b'S' {
                    let bytes: PyReadonlyArray1<'_, u8> =
                        some.call_method1("view", ("uint8",))?.extract()?;
                    return sink.add(py, &FixedWidth { bytes: bytes.as_slice()?, width });
                }
                let codes: PyReadonlyArray1<'_, u32> =
                    some.call_method1("view", ("uint32",))?.extract()?;
                let codes = codes.as_slice()?;
                let texts = py.detach(|| Converted::of(codes, width / size_of::<u32>()));
                sink.add(py, &texts)
            })
        }
        b'S' | b'U' | b'O' | b'T' => {
            let mut first = 0;
            in_slices(array, |some| {
                let some = some.call_method0("tolist")?;
                first += add_items(py, &mut some.try_iter()?, first, name, sink)?;
                Ok(())
            })
        }
        _ => Err(PyTypeError::new_err(format!(
            "{name}: expected an array of strings, found one of {dtype}"
        ))),
    }
}

/// The number of rows of an array or of an iterable that are taken at a time.
const SLICE: usize = 1 << 15;

/// Calls with slices of an array, one after another. Python sees its signals in between.
fn in_slices<'py>(
    array: &Bound<'py, PyUntypedArray>,
    mut work: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let py = array.py();
    let mut signals = Signals::new();
    for start in (0..array.len()).step_by(SLICE) {
        let end = array.len().min(start + SLICE);
        work(array.get_item(PySlice::new(py, start.try_into()?, end.try_into()?, 1))?)?;
        signals.look(|| py.check_signals())?;
    }
    Ok(())
}

/// Takes the strings of a list or of another iterable.
fn objects(items: &Bound<'_, PyAny>, name: &str, sink: &mut dyn Sink) -> PyResult<()> {
    let found = items.get_type();
    let mut rest = items.try_iter().map_err(|_| {
        PyTypeError::new_err(format!("{name}: expected a list or a column of texts, found {found}"))
    })?;
    sink.expect(items.len().unwrap_or(0))?;
    let (mut first, mut signals) = (0, Signals::new());
    loop {
        let rows = add_items(items.py(), &mut rest.by_ref().take(SLICE), first, name, sink)?;
        first += rows;
        if rows < SLICE {
            return Ok(());
        }
        signals.look(|| items.py().check_signals())?;
    }
}

/// Takes a few strings, the first of which has the number of a row. Returns how many there are.
fn add_items<'py>(
    py: Python<'py>,
    items: &mut dyn Iterator<Item = PyResult<Bound<'py, PyAny>>>,
    first: usize,
    name: &str,
    sink: &mut dyn Sink,
) -> PyResult<usize> {
    let mut strings: Vec<Option<Bound<'py, PyString>>> = Vec::new();
    for item in items {
        match item?.cast_into::<PyString>() {
            Ok(string) => strings.push(Some(string)),
            Err(error) => {
                let (item, row) = (error.into_inner(), first + strings.len());
                if !is_null(&item) {
                    let found = item.get_type();
                    return Err(PyTypeError::new_err(format!(
                        "{name}: row {row}: expected a str, found {found}"
                    )));
                }
                strings.push(None);
            }
        }
    }
    sink.add(py, &Borrowed::new(&strings))?;
    Ok(strings.len())
}

/// Returns whether an object stands for a text that is not there: None, a NaN, or the NA of pandas.
fn is_null(item: &Bound<'_, PyAny>) -> bool {
    let is_na = || item.get_type().name().is_ok_and(|name| name == "NAType" || name == "NaTType");
    item.is_none() || item.extract::<f64>().is_ok_and(f64::is_nan) || is_na()
}

/// The mark that some programs write before a text. It is no part of the first text.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns why bytes are no FEN if they are something that programs often give in place of a text.
pub(crate) fn instead(bytes: &[u8]) -> Option<&'static str> {
    /// The number of bytes within which a text in UTF-16 has a zero byte.
    const BEGINNING: usize = 4;
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some("expected a FEN, found a byte order mark before it"),
        // Also as a text, each of whose characters was a byte.
        [0x1f, 0x8b, ..] | [0x1f, 0xc2, 0x8b, ..] => {
            Some("expected a FEN, found data that gzip has packed")
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            Some("expected a FEN in UTF-8, found a text in UTF-16")
        }
        _ if bytes.iter().take(BEGINNING).any(|&byte| byte == 0) => {
            Some("expected a FEN in UTF-8, found a zero byte, as in UTF-16")
        }
        _ if core::str::from_utf8(bytes).is_err() => {
            Some("expected a FEN in UTF-8, found other bytes")
        }
        _ => None,
    }
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
        text(self.bytes(index))
    }
}

impl Column for FixedWidth<'_> {
    fn bytes(&self, row: usize) -> &[u8] {
        let bytes = &self.bytes[row * self.width..(row + 1) * self.width];
        let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        &bytes[..end]
    }
}

/// Texts that were of NumPy's strings, which have 32 bits for each character.
struct Converted {
    all: String,
    ends: Vec<usize>,
}

impl Converted {
    /// Converts texts of one width, filled up with zeros. A surrogate becomes a character that is
    /// in no FEN.
    fn of(codes: &[u32], width: usize) -> Self {
        let (mut all, mut ends) = (String::new(), Vec::with_capacity(codes.len() / width));
        for text in codes.chunks_exact(width) {
            let end = text.iter().rposition(|&code| code != 0).map_or(0, |last| last + 1);
            let letter = |&code: &u32| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            all.extend(text[..end].iter().map(letter));
            ends.push(all.len());
        }
        Self { all, ends }
    }
}

impl Texts for Converted {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn text(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[index]]
    }
}

impl Column for Converted {}

/// The texts of strings. A surrogate becomes a character that is in no FEN.
struct Borrowed<'a>(Vec<Option<Cow<'a, str>>>);

impl<'a> Borrowed<'a> {
    fn new(strings: &'a [Option<Bound<'_, PyString>>]) -> Self {
        let text = |string: &'a Option<Bound<'_, PyString>>| {
            string.as_ref().map(|string| string.to_string_lossy())
        };
        Self(strings.iter().map(text).collect())
    }
}

impl Texts for Borrowed<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn text(&self, index: usize) -> &str {
        self.0[index].as_deref().unwrap_or_default()
    }
}

impl Column for Borrowed<'_> {
    fn is_null(&self, row: usize) -> bool {
        self.0[row].is_none()
    }
}

/// A part of some texts.
struct ColumnRows<'a> {
    texts: &'a dyn Column,
    rows: Range<usize>,
    /// Whether these are the first of all.
    are_first: bool,
}

impl Texts for ColumnRows<'_> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn text(&self, index: usize) -> &str {
        let text = self.texts.text(self.rows.start + index);
        match self.are_first && index == 0 {
            true => text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text),
            false => text,
        }
    }
}

impl Column for ColumnRows<'_> {
    fn bytes(&self, row: usize) -> &[u8] {
        let bytes = self.texts.bytes(self.rows.start + row);
        match self.are_first && row == 0 {
            true => bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes),
            false => bytes,
        }
    }
}

/// Reads positions from one column of texts after another.
pub(crate) struct Reader {
    threads: usize,
    /// Several threads, once there is something to read, or nothing for the caller's.
    pool: Option<ThreadPool>,
    pub(crate) policy: Policy,
    /// Whether what can be mended is mended.
    lenient: bool,
    /// The rules by which castling rights are read.
    rules: Rules,
    /// The number of the first row, and that of the next one.
    pub(crate) first: usize,
    next: usize,
    pub(crate) positions: Positions,
    pub(crate) bad: BadRows,
}

/// The number of texts that a thread reads at a time. They fit its cache, and so few are read on
/// the caller's thread.
const PIECE: usize = 1 << 12;

impl Reader {
    /// The first row has a number that need not be zero.
    pub(crate) fn new(
        threads: usize,
        policy: Policy,
        lenient: bool,
        rules: Rules,
        first: usize,
    ) -> PyResult<Self> {
        let threads = check_threads(threads)?;
        let (positions, bad) = (Positions::new(), BadRows::default());
        Ok(Self { threads, pool: None, policy, lenient, rules, first, next: first, positions, bad })
    }
}

impl Sink for Reader {
    fn expect(&mut self, rows: usize) -> PyResult<()> {
        memory::check_rows(rows)?;
        self.positions.reserve(rows);
        Ok(())
    }

    fn add(&mut self, py: Python<'_>, texts: &dyn Column) -> PyResult<()> {
        if self.pool.is_none() {
            self.pool = more_threads(self.threads)?;
        }
        // Each of several threads takes several pieces, because some take longer.
        let threads = self.pool.as_ref().map(|pool| at_once(pool.current_num_threads()));
        let piece = threads.map_or(PIECE, |threads| 4 * PIECE * threads);
        self.expect(texts.len())?;
        in_pieces(py, texts.len(), piece, |rows| {
            let (start, before) = (rows.start, self.next + rows.start);
            let part = ColumnRows { texts, rows, are_first: before == 0 };
            let read = || match self.lenient {
                true => Positions::from_fens_lenient_by_rules(&part, self.rules, self.policy),
                false => Positions::from_fens_by_rules(&part, self.rules, self.policy),
            };
            let read = within(self.pool.as_ref(), read);
            let reason = |bad: &BadRow| {
                let instead = || instead(part.bytes(bad.row)).map(str::to_owned);
                let wrong = texts.wrong(start + bad.row).or_else(instead);
                wrong.unwrap_or_else(|| bad.error.to_string())
            };
            let read = read.map_err(|bad| {
                let (row, reason) = (before + bad.row, reason(&bad));
                match texts.wrong(start + bad.row) {
                    Some(_) => value_error(format_args!("row {row}: {reason}")),
                    None => value_error(format_args!("row {row}: {reason}: {:?}", bad.text)),
                }
            })?;
            self.positions.extend_from_slice(read.positions.as_slice());
            for bad in &read.bad_rows {
                self.bad.push(before + bad.row, &bad.text, &reason(bad));
            }
            Ok(())
        })?;
        self.next += texts.len();
        Ok(())
    }
}
