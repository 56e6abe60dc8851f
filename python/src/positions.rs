//! The methods that Python has of many positions.

use std::path::PathBuf;

use hyperbola_data::bullet::Record;
use hyperbola_features::PositionSlice;
use hyperbola_features::file::{self, PositionsFile};
use numpy::{Element, IntoPyArray, PyArray1, PyReadonlyArray1, PyUntypedArray};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice, PyString, PyTuple};

use crate::bad_rows::BadRowList;
use crate::games::encoding_or_none;
use crate::inputs::{Asked, InputSet};
use crate::interrupt::{Signals, in_pieces, until_stopped};
use crate::names::{Text, flag, integer, optional, parse, path, pool, text, value_error, weight};
use crate::planes::{self, Weights};
use crate::position::Position;
use crate::python::{Reduced, each, python};
use crate::records::Labels;
use crate::store::{Positions, Store, file_error, os_error, parse_bad_rows};
use crate::texts::Reader;
use crate::{columns, features, inputs, memory, moves, records, store, texts};

/// Where texts begin and end, and the texts.
type FenBuffers<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<u8>>);

/// The parts that pickle keeps.
type Pickled<'py> = (Bound<'py, PyBytes>, BadRowList, Option<usize>);

/// Positions with their scores and results.
type ReadFromRecords<'py> = (Positions, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<u8>>);

#[pymethods]
impl Positions {
    /// Reads FENs. They are an iterable of str, a NumPy array of strings or bytes, or a column of
    /// strings with Arrow's C interface (PyArrow, polars), whose texts are not copied.
    ///
    /// A row that is no position raises a ValueError with the row, the text and the reason. With
    /// bad_rows="skip" such rows are left out, and with "mark" each becomes an empty board, so that
    /// rows keep their numbers; the attribute bad_rows lists them. A null (None, NaN, a null of
    /// Arrow) is such a row, with the reason "null". A byte order mark before the first text is
    /// passed over. With lenient=True, what a position can do without is left out if it is wrong,
    /// as Position() does, and only what cannot be mended so is a bad row. rules are those of
    /// Position(). It runs without the GIL on a number of threads.
    ///
    /// >>> fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "no FEN"]
    /// >>> positions = Positions.from_fens(fens, bad_rows="mark")
    /// >>> positions, positions.marked.tolist()
    /// (<hyperbola.Positions: 2 rows>, [False, True])
    /// >>> positions.bad_rows[0].row, positions.bad_rows[0].text
    /// (1, 'no FEN')
    #[staticmethod]
    #[pyo3(
        signature = (
            fens, *, bad_rows=Text::of("error"), lenient=false, threads=1, rules=Text::of("auto")
        ),
        text_signature = "(fens, *, bad_rows='error', lenient=False, threads=1, rules='auto')"
    )]
    fn from_fens(
        fens: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = text::bad_rows)] bad_rows: Text,
        #[pyo3(from_py_with = flag::lenient)] lenient: bool,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
        #[pyo3(from_py_with = text::rules)] rules: Text,
    ) -> PyResult<Self> {
        let rules = parse("rules", &rules)?;
        let mut reader = Reader::new(threads, parse_bad_rows(&bad_rows)?, lenient, rules, 0)?;
        texts::read(fens, "fens", &mut reader)?;
        Ok(Self::read(reader))
    }

    /// Reads several of what from_fens() reads, one after another. Bad rows are counted from
    /// `first`.
    #[staticmethod]
    fn _from_all_fens(
        columns: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = text::bad_rows)] bad_rows: Text,
        #[pyo3(from_py_with = flag::lenient)] lenient: bool,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
        #[pyo3(from_py_with = text::rules)] rules: Text,
        first: usize,
    ) -> PyResult<Self> {
        let rules = parse("rules", &rules)?;
        let mut reader = Reader::new(threads, parse_bad_rows(&bad_rows)?, lenient, rules, first)?;
        for column in columns.try_iter()? {
            texts::read(&column?, "fens", &mut reader)?;
        }
        Ok(Self::read(reader))
    }

    #[staticmethod]
    fn _from_arrays(
        py: Python<'_>,
        arrays: columns::Arrays<'_>,
        #[pyo3(from_py_with = text::bad_rows)] bad_rows: Text,
        #[pyo3(from_py_with = flag::lenient)] lenient: bool,
        #[pyo3(from_py_with = text::rules)] rules: Text,
        first: usize,
    ) -> PyResult<Self> {
        let policy = parse_bad_rows(&bad_rows)?;
        let reading = (lenient, parse("rules", &rules)?);
        let (positions, bad_rows) = columns::read(py, &arrays, policy, reading, first)?;
        Ok(Self::with(positions, bad_rows, policy, first))
    }

    /// Returns a record batch of PyArrow with columns of these positions or features of them, such
    /// as for a Parquet file. Without names it has all columns. "fen" is the FENs.
    ///
    /// An array of each position becomes a fixed-size list, of fixed-size lists if it has several
    /// axes, and lists of items become large lists. The numbers are not copied. A marked row has a
    /// FEN that is null. positions.to_arrow().to_struct_array() is one column for all. simd and
    /// threads are as in compute().
    ///
    /// >>> batch = Positions.from_fens([Position().fen()]).to_arrow(["attacks", "legal_moves"])
    /// >>> print(batch.schema.to_string())
    /// attacks: fixed_size_list<item: uint64>[2]
    ///   child 0, item: uint64
    /// legal_moves: large_list<item: uint16>
    ///   child 0, item: uint16
    #[pyo3(signature = (names=None, *, simd=None, threads=1))]
    fn to_arrow<'py>(
        slf: &Bound<'py, Self>,
        names: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let options = [
            ("simd", simd.as_deref().into_pyobject(py)?.into_any()),
            ("threads", threads.into_pyobject(py)?.into_any()),
        ];
        python(py, "_arrow", "to_arrow", (slf, names), options)
    }

    /// Gives all columns to libraries with Arrow's C interface, such as polars. It needs PyArrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        slf: &Bound<'py, Self>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        python(slf.py(), "_arrow", "stream", (slf, requested_schema), [])
    }

    /// The rows that are no positions, and why: a sequence of BadRow, which makes them as they are
    /// asked for.
    ///
    /// A slice has those of its marked rows, under their numbers in the slice; the rows that
    /// bad_rows="skip" has left out are in no slice. Files of save() do not have them.
    #[getter]
    fn bad_rows(&self) -> BadRowList {
        self.bad_rows.clone()
    }

    /// The numbers of the rows that are no positions: int64 (B), where B is their number.
    ///
    /// >>> Positions.from_fens(["no FEN", Position().fen(), "x"], bad_rows="skip").bad_row_numbers
    /// array([0, 2])
    #[getter]
    fn bad_row_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.bad_rows.numbers(py)
    }

    /// Returns the rows of several positions after each other, as positions of their own.
    ///
    /// The bad rows of marked rows are kept, under their new numbers. Those that were left out are
    /// not, because they are no rows.
    ///
    /// >>> one = Positions.from_fens([Position().fen()])
    /// >>> Positions.concat([one, one[:0], one])
    /// <hyperbola.Positions: 2 rows>
    #[staticmethod]
    #[pyo3(signature = (parts, /))]
    fn concat(parts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, found) = (parts.py(), parts.get_type());
        let wrong = |found| {
            PyTypeError::new_err(format!("parts: expected a list of Positions, found {found}"))
        };
        if parts.is_instance_of::<Self>() {
            return Err(wrong(found));
        }
        let items = parts.try_iter().map_err(|_| wrong(found))?;
        let parts = items.enumerate().map(|(index, part)| {
            let part = part?;
            let found = part.get_type();
            let part = part.cast_into::<Self>().map_err(|_| {
                PyTypeError::new_err(format!(
                    "parts: expected Positions at index {index}, found {found}"
                ))
            })?;
            Ok(part.borrow())
        });
        Self::joined(py, &parts.collect::<PyResult<Vec<_>>>()?, false)
    }

    /// Puts parts together whose bad rows are counted through all of them.
    #[staticmethod]
    fn _joined(py: Python<'_>, parts: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        Self::joined(py, &parts, true)
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        format!("<hyperbola.Positions: {} rows>", self.rows.len())
    }

    /// Opens a file that save() has written and maps it to memory. All of it is checked; with
    /// verify=False only its header is, so that a large file opens at once. Its marked rows are not
    /// among bad_rows, which save() does not write.
    ///
    /// The caller promises that nobody changes or cuts the file while its positions or arrays of
    /// them are in use. Otherwise results are undefined, and the system may end the program. To
    /// save() to the same name is no change: it makes a new file.
    ///
    /// >>> import pathlib, tempfile
    /// >>> path = pathlib.Path(tempfile.mkdtemp()) / "initial.positions"
    /// >>> Positions.from_fens([Position().fen()]).save(path)
    /// >>> Positions.open(path)[0] == Position()
    /// True
    #[staticmethod]
    #[pyo3(signature = (path, *, verify=true, threads=1))]
    fn open(
        py: Python<'_>,
        #[pyo3(from_py_with = path::path)] path: PathBuf,
        #[pyo3(from_py_with = flag::verify)] verify: bool,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Self> {
        let pool = pool(threads)?;
        let opened = match verify {
            true => {
                // SAFETY: who calls open() promises by its documentation that the file stays as it
                // is.
                let map = |stop: &_| unsafe { PositionsFile::map_until(&path, stop) };
                until_stopped(py, |stop| pool.install(|| map(stop)))?
            }
            // SAFETY: who calls open() promises by its documentation that the file stays as it is.
            false => unsafe { PositionsFile::map_unverified(&path) },
        };
        Ok(Self::all(Store::File(opened.map_err(|error| file_error(py, &path, error))?)))
    }

    /// Writes the positions to a file that open() maps to memory. The file has its name only when
    /// it is complete. It has marked rows, but not bad_rows, which say why they are marked; pickle
    /// keeps these too.
    fn save(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = path::path)] path: PathBuf,
    ) -> PyResult<()> {
        let pool = pool(1)?;
        let save = |stop: &_| pool.install(|| self.slice().write_file_until(&path, stop));
        until_stopped(py, save)?.map_err(|error| os_error(py, &path, error))
    }

    /// Makes positions from what pickle has written.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        bytes: &[u8],
        bad_rows: PyRef<'_, BadRowList>,
        marked_from: Option<usize>,
    ) -> PyResult<Self> {
        let pool = pool(1)?;
        let rows = until_stopped(py, |stop| pool.install(|| file::read_until(bytes, stop)))?;
        let rows = rows.map_err(value_error)?;
        let bad_rows = bad_rows.clone();
        Ok(Self { bad_rows, marked_from, ..Self::all(Store::Memory(store::copy(py, rows)?)) })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Pickled<'py>>> {
        let (mut bytes, rows) = (Vec::new(), self.slice());
        memory::check_rows(rows.len())?;
        until_stopped(py, |stop| rows.write_until(&mut bytes, stop))??;
        Ok((
            py.get_type::<Self>().getattr("_restore")?,
            (PyBytes::new(py, &bytes), self.bad_rows.clone(), self.marked_from),
        ))
    }

    /// Reads records of 32 bytes, the ChessBoard of the Bullet trainer: a uint8 array (N, 32), such
    /// as an np.memmap, which is not copied, or any contiguous array of elements of 32 bytes.
    ///
    /// It returns the positions, the scores (int16) and the results (uint8: 0 for a loss, 1 for a
    /// draw, 2 for a win), all for White, who is to move in each: side_to_move is 0. bad_rows is as
    /// in from_fens(). Records have nothing that could be mended, so there is no lenient.
    ///
    /// >>> records = Positions.from_fens([Position().fen()] * 3).to_bullet(unlabelled=True)
    /// >>> positions, scores, results = Positions.from_bullet(records)
    /// >>> len(positions), scores.tolist(), results.tolist()
    /// (3, [0, 0, 0], [1, 1, 1])
    #[staticmethod]
    #[pyo3(
        signature = (records, *, bad_rows=Text::of("error"), threads=1),
        text_signature = "(records, *, bad_rows='error', threads=1)"
    )]
    fn from_bullet<'py>(
        py: Python<'py>,
        records: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = text::bad_rows)] bad_rows: Text,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<ReadFromRecords<'py>> {
        let (pool, policy) = (pool(threads)?, parse_bad_rows(&bad_rows)?);
        let (positions, bad_rows, scores, results) = records::read(py, records, policy, &pool)?;
        Ok((Self::with(positions, bad_rows, policy, 0), scores, results))
    }

    /// Returns the positions as records of 32 bytes: uint8 (N, 32). scores (int16) and results
    /// (uint8: 0 for a loss, 1 for a draw, 2 for a win) are those that the side to move sees, so
    /// those of a row with side_to_move 1 are Black's. Castling rights, en passant squares and
    /// clocks are left out.
    ///
    /// Without scores or results, a ValueError names the first row that has none. With
    /// unlabelled=True, such rows get the score 0 and the result 1, a draw.
    ///
    /// >>> import numpy as np
    /// >>> positions = Positions.from_fens([Position().fen()] * 3)
    /// >>> scores, results = np.array([20, 0, -3], np.int16), np.array([2, 1, 1], np.uint8)
    /// >>> records = positions.to_bullet(scores, results)
    /// >>> records.shape, records.dtype
    /// ((3, 32), dtype('uint8'))
    #[pyo3(signature = (scores=None, results=None, *, unlabelled=false, threads=1))]
    fn to_bullet<'py>(
        &self,
        py: Python<'py>,
        scores: Option<&Bound<'py, PyAny>>,
        results: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = flag::unlabelled)] unlabelled: bool,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (pool, labels) = (pool(threads)?, Labels { scores, results, unlabelled });
        let records = records::write(py, self.slice(), &labels, &pool)?;
        let bytes = records.into_pyarray(py);
        bytes.call_method1("reshape", ((self.rows.len(), Record::SIZE),))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|same| {
            let (rows, others) = (self.slice(), same.get().slice());
            other.py().detach(|| rows == others)
        })
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        each(slf.as_any(), slf.len()?)
    }

    /// Returns the position of a row, or None if it is marked; or the rows of a slice, of an array
    /// of row numbers, or of an array of bool for each row.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            return Ok(Bound::new(py, self.part(slice)?)?.into_any());
        }
        if index.is_instance_of::<PyList>() || index.is_instance_of::<PyUntypedArray>() {
            let rows = python(py, "_arrays", "rows", (index, self.rows.len()), [])?;
            if !rows.is_none() {
                let rows: PyReadonlyArray1<'_, u64> = rows.extract()?;
                let rows = rows.as_slice()?;
                // The numbers are checked, but other threads of Python may write to the array.
                let most = self.rows.len().saturating_sub(1);
                let row = |at: usize| usize::try_from(rows[at]).unwrap_or(most).min(most);
                return Ok(Bound::new(py, self.chosen(py, rows.len(), row)?)?.into_any());
            }
        }
        let index: isize = index.extract().map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(py) {
                let rows = self.rows.len();
                return PyIndexError::new_err(format!("expected a row of {rows}, found {index}"));
            }
            let found = index.get_type();
            PyTypeError::new_err(format!(
                "expected an index, a slice or an array of rows, found {found}"
            ))
        })?;
        match self.slice().position(self.row(index)?) {
            Some(position) => Ok(Bound::new(py, Position(position))?.into_any()),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the FEN of a row, or None if the row is marked.
    #[pyo3(signature = (row, *, shredder=false))]
    fn fen(
        &self,
        #[pyo3(from_py_with = integer::row)] row: isize,
        #[pyo3(from_py_with = flag::shredder)] shredder: bool,
    ) -> PyResult<Option<String>> {
        Ok(fen(self.slice(), self.row(row)?, shredder))
    }

    /// Returns the FENs of all rows; None for a marked row.
    ///
    /// >>> Positions.from_fens(["x", "4k3/8/8/8/8/8/8/4K3 w - -"], bad_rows="mark").fens()
    /// [None, '4k3/8/8/8/8/8/8/4K3 w - - 0 1']
    #[pyo3(signature = (*, shredder=false))]
    fn fens<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = flag::shredder)] shredder: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        /// The number of texts that are made between two looks at the time.
        const LOOK: usize = 1 << 12;
        let (bytes, ends) = fens(py, self.slice(), shredder)?;
        let (mut all, mut start, mut signals) = (Vec::new(), 0, Signals::new());
        memory::reserve(&mut all, ends.len())?;
        for (row, end) in ends.into_iter().enumerate() {
            // A FEN is ASCII, and not empty.
            let text = str::from_utf8(&bytes[start..end]).map_err(value_error)?;
            all.push(if text.is_empty() { py.None() } else { PyString::new(py, text).into() });
            start = end;
            if row % LOOK == LOOK - 1 {
                signals.look(|| py.check_signals())?;
            }
        }
        PyList::new(py, all)
    }

    /// Returns the FENs as the memory of a column of Arrow: where each begins, and where the last
    /// one ends, int32 (N + 1); and the texts, uint8. A marked row has none.
    fn _fen_buffers<'py>(&self, py: Python<'py>) -> PyResult<FenBuffers<'py>> {
        let (bytes, ends) = fens(py, self.slice(), false)?;
        let offset = |end: usize| i32::try_from(end).ok();
        let offsets = core::iter::once(0).chain(ends).map(offset).collect::<Option<Vec<_>>>();
        let offsets = offsets.ok_or_else(|| {
            value_error("expected FENs of less than 2 GiB; take slices of the positions")
        })?;
        Ok((offsets.into_pyarray(py), bytes.into_pyarray(py)))
    }

    /// The squares of pawns: uint64 (N).
    #[getter]
    fn pawns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sets[0])
    }

    /// The squares of knights: uint64 (N).
    #[getter]
    fn knights<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sets[1])
    }

    /// The squares of bishops: uint64 (N).
    #[getter]
    fn bishops<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sets[2])
    }

    /// The squares of rooks: uint64 (N).
    #[getter]
    fn rooks<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sets[3])
    }

    /// The squares of queens: uint64 (N).
    #[getter]
    fn queens<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sets[4])
    }

    /// The squares of kings: uint64 (N).
    #[getter]
    fn kings<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sets[5])
    }

    /// The squares of White's pieces: uint64 (N).
    #[getter]
    fn white<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sets[6])
    }

    /// The squares of Black's pieces: uint64 (N).
    #[getter]
    fn black<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sets[7])
    }

    /// The sides to move, 0 for White and 1 for Black: uint8 (N).
    #[getter]
    fn side_to_move<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.sides_to_move)
    }

    /// The files of the rooks that may castle: White's to h and to a, then Black's; 255 without the
    /// right: uint8 (N, 4).
    #[getter]
    fn castling<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = slf.get().rows.len();
        view(slf, |rows| rows.castling.as_flattened())?.call_method1("reshape", ((rows, 4),))
    }

    /// The squares that a pawn has just passed over, if it can be captured there; else 255: uint8
    /// (N).
    #[getter]
    fn en_passant<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.en_passant)
    }

    /// The half moves since the last capture or pawn move: uint16 (N).
    #[getter]
    fn halfmove_clock<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.halfmove_clocks)
    }

    /// The numbers of the moves: uint16 (N).
    #[getter]
    fn fullmove_number<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view(slf, |rows| rows.fullmove_numbers)
    }

    /// Whether each row is marked: bool (N).
    #[getter]
    fn marked<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let rows = self.slice();
        let marked = || (0..rows.len()).map(|row| rows.is_marked(row)).collect::<Vec<bool>>();
        py.detach(marked).into_pyarray(py)
    }

    /// Computes a feature of all positions, by a name of hyperbola.features(). The first axis of
    /// the array is the positions; a marked row has the numbers of an empty board. simd is one of
    /// simd_kinds(boards=True); without it the widest is used. It runs without the GIL on a number
    /// of threads.
    ///
    /// A feature that is a list of items in each position gives two arrays: where each list begins,
    /// and where the last one ends, int64; and the items of all lists.
    ///
    /// >>> positions = Positions.from_fens([Position().fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1"])
    /// >>> attacks = positions.compute("attacks")
    /// >>> attacks.shape, attacks.dtype, len(Bitboard(attacks[1, 0]))
    /// ((2, 2), dtype('uint64'), 5)
    /// >>> offsets, moves = positions.compute("legal_moves")
    /// >>> offsets, moves.shape, moves.dtype
    /// (array([ 0, 20, 25]), (25,), dtype('uint16'))
    ///
    /// dtype is for the features planes_…, which are of uint8 without it: float16 or float32, as
    /// planes() has them too.
    ///
    /// >>> positions.compute("planes_pieces", dtype="float16").dtype
    /// dtype('float16')
    #[pyo3(signature = (name, *, dtype=None, simd=None, threads=1))]
    fn compute<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = text::name)] name: Text,
        dtype: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        match dtype {
            None => features::compute(py, self.slice(), &name, simd.as_deref(), threads),
            Some(dtype) => {
                let planes = planes::of_feature(&name)?;
                planes.compute(py, self.slice(), Some(dtype), None, simd.as_deref(), threads)
            }
        }
    }

    /// Computes planes for networks: (N, C, 8, 8) of uint8, float16 or float32. The axes are the
    /// position, the plane, the rank from 1 and the file from a. plane_names() names the planes.
    ///
    /// sets chooses among "pieces", "attacks", "xray_attacks", "attack_counts", "castling",
    /// "side_to_move", "halfmove_clock" and "en_passant"; without it they are all, which is C = 25.
    /// view is "side_to_move", which is that of the side to move in each position, "white" or
    /// "black". Seen by Black, the ranks are turned over and the sides exchanged. The numbers are
    /// whole and not scaled; a marked row has those of an empty board. out is an array that is
    /// written instead of a new one, which is faster: its type is that of the numbers if dtype does
    /// not say one. simd and threads are as in compute().
    ///
    /// >>> planes = Positions.from_fens([Position().fen()]).planes(["pieces"], dtype="float32")
    /// >>> planes.shape, planes.dtype, planes[0, 0, 1].tolist() == [1.0] * 8
    /// ((1, 12, 8, 8), dtype('float32'), True)
    #[pyo3(
        signature = (
            sets=None, *, view=Text::of("side_to_move"), dtype=None, out=None, simd=None, threads=1
        ),
        text_signature = "($self, sets=None, *, view='side_to_move', dtype=None, out=None, \
                          simd=None, threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are Python's parameters")]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        sets: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = text::view)] view: Text,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let planes = planes::Chosen::new(sets, &view)?;
        planes.compute(py, self.slice(), dtype, out, simd.as_deref(), threads)
    }

    /// Returns the names of the planes that planes() computes: list of str.
    ///
    /// >>> Positions.plane_names(["attacks", "side_to_move"], view="white")
    /// ['white_attacks', 'black_attacks', 'black_to_move']
    #[staticmethod]
    #[pyo3(
        signature = (sets=None, *, view=Text::of("side_to_move")),
        text_signature = "(sets=None, *, view='side_to_move')"
    )]
    fn plane_names(
        sets: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = text::view)] view: Text,
    ) -> PyResult<Vec<String>> {
        Ok(planes::Chosen::new(sets, &view)?.names())
    }

    /// Plays a legal move in each position, and returns the positions after them.
    ///
    /// moves has one for each row: texts in UCI, in all forms that from_fens() takes, an array of
    /// their bits as compute("legal_moves") has them, uint16 (N), or with an encoding of their
    /// numbers, as Games.step() takes them, or a list of Moves. A move that is not legal raises a
    /// ValueError with the row, the text and the reason; bad_rows is as in from_fens(). In a marked
    /// row no move is legal. It runs without the GIL on a number of threads.
    ///
    /// >>> positions = Positions.from_fens([Position().fen()] * 2)
    /// >>> positions.play(["e2e4", "g1f3"]).fen(1)
    /// 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
    /// >>> offsets, moves = positions.compute("legal_moves")
    /// >>> positions.play(moves[offsets[:-1]]).fen(0)
    /// 'rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq - 1 1'
    /// >>> positions.play(["e2e4", "e2e5"], bad_rows="mark").bad_rows[0].reason
    /// 'the move e2e5 is not legal in this position'
    #[pyo3(
        signature = (moves, encoding=None, *, bad_rows=Text::of("error"), threads=1),
        text_signature = "($self, moves, encoding=None, *, bad_rows='error', threads=1)"
    )]
    fn play(
        &self,
        moves: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = optional::encoding)] encoding: Option<Text>,
        #[pyo3(from_py_with = text::bad_rows)] bad_rows: Text,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Self> {
        let encoding = encoding_or_none(encoding.as_ref())?;
        let policy = parse_bad_rows(&bad_rows)?;
        moves::play(moves.py(), self.slice(), moves, encoding, policy, threads)
    }

    /// Returns a legal move of each position in UCI's notation: a list of str, with None for a
    /// marked row and for 65535, which stands for no move. moves are their bits, uint16 (N). A move
    /// that is not legal is a ValueError that names its row.
    ///
    /// >>> positions = Positions.from_fens([Position().fen()] * 2)
    /// >>> moves = positions.uint16([Move.from_uci("e2e4"), "g1f3"])
    /// >>> positions.uci(moves), [Move.from_uint16(bits) for bits in moves]
    /// (['e2e4', 'g1f3'], [Move.from_uci('e2e4'), Move.from_uci('g1f3')])
    #[pyo3(signature = (moves, /))]
    fn uci(&self, moves: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
        let py = moves.py();
        let codes = python(py, "_arrays", "bits_of_moves", (moves,), [])?;
        moves::uci(py, self.slice(), codes.extract::<PyReadonlyArray1<'_, u16>>()?.as_slice()?)
    }

    /// Returns a legal move of each position as a number of 16 bits: uint16 (N), with 65535 for
    /// None. moves are texts in UCI's notation or Moves. Castling is the king's move onto its rook.
    ///
    /// >>> positions = Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    /// >>> [str(Move.from_uint16(bits)) for bits in positions.uint16(["e1g1"])]
    /// ['e1h1']
    #[pyo3(signature = (moves, /))]
    fn uint16<'py>(&self, moves: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let py = moves.py();
        let texts = python(py, "_arrays", "texts_of_moves", (moves,), [])?;
        moves::bits(py, self.slice(), &texts.extract::<Vec<Option<String>>>()?)
    }

    /// Computes the threats that a legal move of each position removes and adds, without those that
    /// stay: two arrays, as compute("threats") gives.
    ///
    /// moves is as in play(); the move of a marked row does not matter. Each position has two
    /// lists: those that the move removes, and those that it adds. The first array has where each
    /// list begins, and where the last one ends: int64 (2 N + 1). The second has the threats: uint8
    /// (M, 4), which are attacker, its square, attacked piece, its square. simd and threads are as
    /// in compute().
    ///
    /// >>> positions = Positions.from_fens([Position().fen()])
    /// >>> offsets, threats = positions.threat_changes(["g1f3"])
    /// >>> offsets
    /// array([0, 2, 8])
    /// >>> threats[:2].tolist()  # The knight protected e2, and the rook on h1 the knight.
    /// [[1, 6, 0, 12], [3, 7, 1, 6]]
    #[pyo3(signature = (moves, *, simd=None, threads=1))]
    fn threat_changes<'py>(
        &self,
        moves: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyTuple>> {
        moves::threat_changes(moves.py(), self.slice(), moves, simd.as_deref(), threads)
    }

    /// Finds the inputs of a network that a legal move of each position changes. Returns three
    /// arrays. The first has where each of 4 N lists begins, and where the last one ends: int64 (4
    /// N + 1). For each position these are White's view and then Black's, and of each the inputs
    /// that the move removes and those that it adds, in no particular order. The second has the
    /// numbers of all lists: int32. The third has a bit for each block of the set whose inputs are
    /// all to be computed anew, because the king has moved, and which are in no list: uint8 (N, 2).
    ///
    /// The set is an InputSet, or what makes one; InputSet.changes() answers the same for one move.
    ///
    /// >>> positions = Positions.from_fens([Position().fen()])
    /// >>> offsets, numbers, refreshed = positions.input_changes("halfka_v2_hm", ["e2e4"])
    /// >>> offsets.tolist(), numbers.tolist(), refreshed.tolist()
    /// ([0, 1, 2, 3, 4], [21836, 21852, 21940, 21924], [[0, 0]])
    fn input_changes<'py>(
        &self,
        set: &Bound<'py, PyAny>,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let set = InputSet::read("set", set)?;
        moves::input_changes(moves.py(), self.slice(), &set.0, moves)
    }

    /// Computes the inputs of a network, from both views of each position: two arrays. The first
    /// says where each of 2 N lists begins, and where the last one ends: int64 (2 N + 1). The
    /// second has the numbers of all lists. The list of the side to move comes first, or that of
    /// first="white" or "black". Numbers are int32, int64 or uint16, which dtype says, and their
    /// order in a list is not specified but that the blocks of the set follow each other.
    ///
    /// With a width there is one array, (N, 2, width): each list is filled up with -1, or 65535 of
    /// uint16. A row with more inputs than the width raises a ValueError that names it.
    ///
    /// The set is an InputSet, or what makes one. A marked row has no inputs.
    ///
    /// >>> positions = Positions.from_fens(["4k3/8/8/8/8/8/P7/4K3 b - - 0 1"])
    /// >>> offsets, numbers = positions.inputs("chess_768")
    /// >>> offsets.tolist(), sorted(numbers[:3].tolist())  # Black is to move.
    /// ([0, 3, 6], [324, 432, 764])
    /// >>> positions.inputs("chess_768", first="white", width=4).shape
    /// (1, 2, 4)
    #[pyo3(
        signature = (
            set, *, first=Text::of("side_to_move"), dtype=Text::of("int32"), width=None, simd=None,
            threads=1
        ),
        text_signature = "($self, set, *, first='side_to_move', dtype='int32', width=None, simd=None, \
            threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are Python's parameters")]
    fn inputs<'py>(
        &self,
        py: Python<'py>,
        set: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = text::first)] first: Text,
        #[pyo3(from_py_with = text::dtype)] dtype: Text,
        width: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked {
            set: &InputSet::read("set", set)?,
            first: &first,
            width: width.map(integer::width).transpose()?,
            simd: simd.as_deref(),
            threads,
        };
        inputs::compute(py, self.slice(), &asked, &dtype)
    }

    /// Returns the number of legal move sequences of a length from each position: uint64 (N). A
    /// marked row has none. A number above 2**64 - 1 raises an OverflowError that names the row;
    /// Position.perft() gives larger numbers.
    ///
    /// Threads share the positions, and each keeps positions in about memory_mib MiB;
    /// Position.perft() counts one position on several threads. simd is as in compute().
    ///
    /// >>> Positions.from_fens([Position().fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]).perft(3)
    /// array([8902,  170], dtype=uint64)
    #[pyo3(signature = (depth, *, memory_mib=0, simd=None, threads=1))]
    fn perft<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer::depth)] depth: u32,
        #[pyo3(from_py_with = integer::memory_mib)] memory_mib: usize,
        #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        moves::perft(py, self.slice(), depth, memory_mib, simd.as_deref(), threads)
    }

    /// Computes planes for networks in which pieces, attacks and x-rays share a plane: float32
    /// (N, 16, 8, 8). The axes are the position, the plane, the rank from 1 and the file from a.
    ///
    /// Planes 0 to 11 are White's pawns, knights, bishops, rooks, queens and king, and then
    /// Black's. Each has 1 where such a piece stands, else `attacks` where one attacks, else
    /// `xrays` where one reaches past exactly one piece, else 0. Planes 12 and 13 are the rank and
    /// the file of each square, from 0 to 1. Plane 14 is 1 if White is to move, else -1. Plane 15
    /// is the number of White's pieces that attack the square less that of Black's.
    ///
    /// >>> planes = Positions.from_fens(["4k3/8/8/8/8/4P3/8/R3K3 w - - 0 1"]).attack_planes()
    /// >>> planes.shape, planes.dtype
    /// ((1, 16, 8, 8), dtype('float32'))
    /// >>> planes[0, 3, 0].tolist()  # The rook on a1, what it attacks, and past the king.
    /// [1.0, 0.25, 0.25, 0.25, 0.25, 0.10000000149011612, 0.10000000149011612, 0.10000000149011612]
    #[pyo3(signature = (*, attacks=0.25, xrays=0.1, threads=1))]
    fn attack_planes<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = weight::attacks)] attacks: f32,
        #[pyo3(from_py_with = weight::xrays)] xrays: f32,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let planes = planes::compute(py, self.slice(), Weights { attacks, xrays }, threads)?;
        planes.into_pyarray(py).call_method1("reshape", ((self.rows.len(), planes::PLANES, 8, 8),))
    }
}

/// Returns the FEN of a row, or nothing if the row is marked.
fn fen(rows: PositionSlice<'_>, row: usize, shredder: bool) -> Option<String> {
    rows.position(row).map(|position| match shredder {
        true => position.shredder_fen().to_string(),
        false => position.to_string(),
    })
}

/// Returns the FENs of all rows, and where each ends. A marked row has none.
fn fens(
    py: Python<'_>,
    rows: PositionSlice<'_>,
    shredder: bool,
) -> PyResult<(Vec<u8>, Vec<usize>)> {
    const PIECE: usize = 1 << 14;
    let (mut bytes, mut ends) = (Vec::new(), Vec::new());
    memory::reserve(&mut ends, rows.len())?;
    in_pieces(py, rows.len(), PIECE, |part| {
        for row in part {
            let text = fen(rows, row, shredder).unwrap_or_default();
            memory::extend(&mut bytes, text.as_bytes())?;
            ends.push(bytes.len());
        }
        Ok(())
    })?;
    Ok((bytes, ends))
}

/// Returns a column of positions as an array that cannot be written to and keeps the positions
/// alive.
fn view<'py, T: Element>(
    owner: &Bound<'py, Positions>,
    column: impl for<'a> FnOnce(PositionSlice<'a>) -> &'a [T],
) -> PyResult<Bound<'py, PyAny>> {
    let elements = numpy::ndarray::ArrayView1::from(column(owner.get().slice()));
    // SAFETY: the elements are of the owner's rows, which are never changed and live as long as the
    // array.
    let array = unsafe { PyArray1::borrow_from_array(&elements, owner.clone().into_any()) };
    // The flag is set as in Python. To borrow the array for that fails where another thread reads
    // it.
    let array = array.into_any();
    array.getattr("flags")?.setattr("writeable", false)?;
    Ok(array)
}
