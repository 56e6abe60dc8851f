//! Many positions in columns.

use core::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use hyperbola_features::file::{self, FileError, PositionsFile};
use hyperbola_features::records::{ReadRecords, Record, records_of};
use hyperbola_features::{BadRows, PositionSlice, Positions as Columns};
use numpy::{
    Element, IntoPyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyString};

use crate::interrupt::in_pieces;
use crate::names::{pool, value_error};
use crate::position::Position;
use crate::texts::{Borrowed, FixedWidth, Reader, strings};
use crate::{arrow, features};

/// Many positions in columns.
///
/// Positions.from_fens() makes them. They have a length, an index gives a Position, and a slice
/// gives Positions that share the memory. Each column is a NumPy array that cannot be written to:
/// pawns, knights, bishops, rooks, queens, kings, white and black (sets of squares, uint64),
/// side_to_move (0 is White), castling (N, 4), en_passant, halfmove_clock and fullmove_number. What
/// is not there, such as a castling right, is 255.
#[pyclass(frozen, module = "hyperbola", name = "Positions")]
pub(crate) struct Positions {
    store: Arc<Store>,
    rows: Range<usize>,
    bad_rows: Vec<BadRow>,
}

/// Where positions are kept.
enum Store {
    Memory(Columns),
    /// In a file that is mapped to memory.
    File(PositionsFile),
}

impl Store {
    fn as_slice(&self) -> PositionSlice<'_> {
        match self {
            Self::Memory(columns) => columns.as_slice(),
            Self::File(file) => file.as_slice(),
        }
    }
}

/// Positions with their scores and results.
type ReadFromRecords<'py> = (Positions, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<u8>>);

/// A row of texts that is no position.
#[pyclass(frozen, eq, get_all, module = "hyperbola", name = "BadRow")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BadRow {
    /// The number of the row, from 0.
    row: usize,
    /// The text, or its beginning.
    text: String,
    /// Why it is no position, and where.
    reason: String,
}

#[pymethods]
impl BadRow {
    fn __repr__(&self) -> String {
        let Self { row, text, reason } = self;
        format!("BadRow(row={row}, text={text:?}, reason={reason:?})")
    }
}

/// The sets of squares, in the order of the columns.
const SETS: [&str; 8] =
    ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"];

#[pymethods]
impl Positions {
    /// Reads FENs. They are an iterable of str, a NumPy array of strings or bytes, or a column of
    /// strings with Arrow's C interface (PyArrow, polars), whose texts are not copied.
    ///
    /// A row that is no position raises a ValueError with the row, the text and the reason. With
    /// bad_rows="skip" such rows are left out, and with "mark" each becomes an empty board, so that
    /// rows keep their numbers; the attribute bad_rows lists them.
    #[staticmethod]
    #[pyo3(signature = (fens, *, bad_rows="error", threads=1))]
    fn from_fens(
        py: Python<'_>,
        fens: &Bound<'_, PyAny>,
        bad_rows: &str,
        threads: usize,
    ) -> PyResult<Self> {
        let pool = pool(threads)?;
        let mut reader = Reader::new(&pool, parse_bad_rows(bad_rows)?)?;
        if fens.is_instance_of::<PyString>() || fens.is_instance_of::<PyBytes>() {
            let found = fens.get_type();
            return Err(PyTypeError::new_err(format!(
                "expected many FENs, found one {found}; put it in a list"
            )));
        }
        if arrow::visit(fens, |texts| reader.add(py, texts))? {
        } else if let Ok(array) = fens.cast::<PyUntypedArray>() {
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
                    let bytes = array.call_method1("view", ("uint8",))?;
                    let bytes: PyReadonlyArray1<'_, u8> = bytes.extract()?;
                    let width = dtype.itemsize();
                    reader.add(py, &FixedWidth { bytes: bytes.as_slice()?, width })?;
                }
                b'S' | b'U' | b'O' | b'T' => {
                    let strings = strings(&array.call_method0("tolist")?)?;
                    reader.add(py, &Borrowed::new(&strings))?;
                }
                _ => {
                    return Err(PyTypeError::new_err(format!(
                        "expected an array of strings, found {dtype}"
                    )));
                }
            }
        } else {
            let strings = strings(fens)?;
            reader.add(py, &Borrowed::new(&strings))?;
        }
        Ok(Self::read(reader))
    }

    /// The rows of the texts that are no positions: list of BadRow.
    #[getter]
    fn bad_rows(&self) -> Vec<BadRow> {
        self.bad_rows.clone()
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        format!("<hyperbola.Positions: {} rows>", self.rows.len())
    }

    /// Opens a file that save() has written and maps it to memory. All of it is checked; with
    /// verify=False only its header is, so that a large file opens at once. The file must not be
    /// changed while it is open.
    #[staticmethod]
    #[pyo3(signature = (path, *, verify=true, threads=1))]
    fn open(py: Python<'_>, path: PathBuf, verify: bool, threads: usize) -> PyResult<Self> {
        let pool = pool(threads)?;
        let open = || match verify {
            true => PositionsFile::open(&path),
            false => PositionsFile::open_unverified(&path),
        };
        let file = py.detach(|| pool.install(open)).map_err(file_error)?;
        Ok(Self::all(Store::File(file)))
    }

    /// Writes the positions to a file that open() maps to memory. The file has its name only when it
    /// is complete.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        Ok(py.detach(|| self.slice().write_file(path))?)
    }

    /// Makes positions from what pickle has written.
    #[staticmethod]
    fn _restore(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let pool = pool(1)?;
        let read = || pool.install(|| file::read(bytes).map(PositionSlice::to_owned));
        Ok(Self::all(Store::Memory(py.detach(read).map_err(file_error)?)))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let mut bytes = Vec::new();
        py.detach(|| self.slice().write_to(&mut bytes))?;
        Ok((py.get_type::<Self>().getattr("_restore")?, (PyBytes::new(py, &bytes),)))
    }

    /// Reads records of 32 bytes, the ChessBoard of the Bullet trainer: a uint8 array (N, 32), such
    /// as an np.memmap, which is not copied, or any contiguous array of elements of 32 bytes.
    ///
    /// It returns the positions, the scores (int16) and the results (uint8: 0 for a loss, 1 for a
    /// draw, 2 for a win), all for White, who is to move in each. bad_rows is as in from_fens().
    #[staticmethod]
    #[pyo3(signature = (records, *, bad_rows="error", threads=1))]
    fn from_records<'py>(
        py: Python<'py>,
        records: &Bound<'py, PyUntypedArray>,
        bad_rows: &str,
        threads: usize,
    ) -> PyResult<ReadFromRecords<'py>> {
        let (pool, on_bad_row) = (pool(threads)?, parse_bad_rows(bad_rows)?);
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
        let (mut columns, mut bad) = (Columns::new(), Vec::new());
        let (mut scores, mut results) = (Vec::new(), Vec::new());
        columns.reserve(records.len());
        scores.reserve(records.len());
        results.reserve(records.len());
        let mut read = ReadRecords::default();
        in_pieces(py, records.len(), RECORDS * threads, |rows| {
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
        let positions = Self { bad_rows: bad, ..Self::all(Store::Memory(columns)) };
        Ok((positions, scores.into_pyarray(py), results.into_pyarray(py)))
    }

    /// Returns the positions as records of 32 bytes: uint8 (N, 32). scores (int16) and results
    /// (uint8) are those that the side to move sees; without them they are 0 and 1. Castling rights,
    /// en passant squares and clocks are left out.
    #[pyo3(signature = (scores=None, results=None, *, threads=1))]
    fn to_records<'py>(
        &self,
        py: Python<'py>,
        scores: Option<PyReadonlyArray1<'py, i16>>,
        results: Option<PyReadonlyArray1<'py, u8>>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pool = pool(threads)?;
        let rows = self.rows.len();
        let scores = scores.map_or(Ok(vec![0; rows]), |scores| scores.to_vec())?;
        let results = results.map_or(Ok(vec![1; rows]), |results| results.to_vec())?;
        let write = || self.slice().to_records(&scores, &results);
        let records = py.detach(|| pool.install(write)).map_err(value_error)?;
        let bytes = records.into_flattened().into_pyarray(py);
        bytes.call_method1("reshape", ((rows, Record::SIZE),))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.slice() == other.get().slice())
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            return Ok(Bound::new(py, self.part(slice)?)?.into_any());
        }
        let index: isize = index.extract().map_err(|_| {
            let found = index.get_type();
            PyTypeError::new_err(format!("expected an index or a slice, found {found}"))
        })?;
        match self.slice().position(self.row(index)?) {
            Some(position) => Ok(Bound::new(py, Position(position))?.into_any()),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the FEN of a row, or None if the row is marked.
    #[pyo3(signature = (row, *, shredder=false))]
    fn fen(&self, row: isize, shredder: bool) -> PyResult<Option<String>> {
        let position = self.slice().position(self.row(row)?);
        Ok(position.map(|position| match shredder {
            true => position.shredder_fen().to_string(),
            false => position.to_string(),
        }))
    }

    /// Returns the FENs of all rows; None for a marked row.
    #[pyo3(signature = (*, shredder=false))]
    fn fens(&self, shredder: bool) -> PyResult<Vec<Option<String>>> {
        (0..self.rows.len()).map(|row| self.fen(row.cast_signed(), shredder)).collect()
    }

    /// Returns a column.
    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let rows = slf.get().slice();
        if let Some(set) = SETS.iter().position(|&set| set == name) {
            return Ok(view(slf, rows.sets[set]));
        }
        match name {
            "side_to_move" => Ok(view(slf, rows.sides_to_move)),
            "castling" => {
                view(slf, rows.castling.as_flattened()).call_method1("reshape", ((rows.len(), 4),))
            }
            "en_passant" => Ok(view(slf, rows.en_passant)),
            "halfmove_clock" => Ok(view(slf, rows.halfmove_clocks)),
            "fullmove_number" => Ok(view(slf, rows.fullmove_numbers)),
            _ => Err(PyAttributeError::new_err(format!(
                "'Positions' object has no attribute '{name}'"
            ))),
        }
    }

    /// Whether each row is marked: bool (N).
    #[getter]
    fn marked<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let rows = self.slice();
        let marked: Vec<bool> = (0..rows.len()).map(|row| rows.is_marked(row)).collect();
        marked.into_pyarray(py)
    }

    /// Computes a feature of all positions, by a name of hyperbola.features(). The first axis of the
    /// array is the positions; a marked row has the numbers of an empty board. word names the kind of
    /// word; without it the widest is used.
    #[pyo3(signature = (name, *, word=None, threads=1))]
    fn compute<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        word: Option<&str>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        features::compute(py, self.slice(), name, word, threads)
    }
}

impl Positions {
    fn read(reader: Reader<'_>) -> Self {
        let bad_rows = reader.read.bad_rows.into_iter().map(|bad| BadRow {
            row: bad.row,
            text: bad.text,
            reason: bad.error.to_string(),
        });
        let rows = 0..reader.read.positions.len();
        let store = Arc::new(Store::Memory(reader.read.positions));
        Self { store, rows, bad_rows: bad_rows.collect() }
    }

    fn all(store: Store) -> Self {
        let rows = 0..store.as_slice().len();
        Self { store: Arc::new(store), rows, bad_rows: Vec::new() }
    }

    pub(crate) fn slice(&self) -> PositionSlice<'_> {
        self.store.as_slice().rows(self.rows.clone())
    }

    /// Returns the number of a row that Python may count from the end.
    fn row(&self, index: isize) -> PyResult<usize> {
        let rows = self.rows.len();
        let row =
            if index < 0 { rows.checked_add_signed(index) } else { Some(index.unsigned_abs()) };
        row.filter(|&row| row < rows).ok_or_else(|| {
            PyIndexError::new_err(format!("expected a row of {rows}, found {index}"))
        })
    }

    /// Returns a slice. It shares the memory if its step is 1.
    fn part(&self, slice: &Bound<'_, PySlice>) -> PyResult<Self> {
        let indices = slice.indices(isize::try_from(self.rows.len())?)?;
        let start = indices.start.unsigned_abs();
        let length = indices.slicelength;
        if indices.step == 1 || length == 0 {
            let start = self.rows.start + if length == 0 { 0 } else { start };
            let store = Arc::clone(&self.store);
            return Ok(Self { store, rows: start..start + length, bad_rows: Vec::new() });
        }
        let mut columns = Columns::new();
        columns.reserve(length);
        let all = self.slice();
        let mut row = indices.start;
        for _ in 0..length {
            let at = row.unsigned_abs();
            columns.extend_from_slice(all.rows(at..at + 1));
            row += indices.step;
        }
        Ok(Self::all(Store::Memory(columns)))
    }
}

/// The number of records of a thread between two looks at Python's signals.
const RECORDS: usize = 1 << 16;

/// Makes an `OSError` where the operating system refused, and else a `ValueError`.
fn file_error(error: FileError) -> PyErr {
    match error {
        FileError::Io(error) => error.into(),
        error => value_error(error),
    }
}

/// Reads what happens with bad rows.
fn parse_bad_rows(name: &str) -> PyResult<BadRows> {
    match name {
        "error" => Ok(BadRows::Fail),
        "skip" => Ok(BadRows::Skip),
        "mark" => Ok(BadRows::Mark),
        _ => Err(value_error(format_args!(
            "expected \"error\", \"skip\" or \"mark\", found {name:?}"
        ))),
    }
}

/// Returns a part of a column as an array that cannot be written to and keeps the positions alive.
fn view<'py, T: Element>(owner: &Bound<'py, Positions>, column: &[T]) -> Bound<'py, PyAny> {
    let elements = numpy::ndarray::ArrayView1::from(column);
    // SAFETY: the column belongs to the owner, which is never changed and lives as long as the array.
    let array = unsafe { PyArray1::borrow_from_array(&elements, owner.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    array.into_any()
}
