//! Files of training data: batches of their entries, and entries written from batches.

mod read;
mod threads;
mod write;

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

use hyperbola_data::{Entry, Filter, Format, GameResult, Score};
use hyperbola_features::PositionSlice;
use hyperbola_moves::{Color, Move};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::interrupt::in_pieces;
use crate::memory;
use crate::moves::NO_MOVE;
use crate::names::{flag, integer, value_error};
use crate::store::Positions;

pub(crate) use read::{DataReader, data_format, opened, unreadable};
pub(crate) use threads::DataThreads;
pub(crate) use write::write_data;

/// The score of a row that has none. No score is as small.
const NO_SCORE: i32 = i32::MIN;

/// The result of a row that has none.
const NO_RESULT: i8 = i8::MIN;

/// The number of rows between two looks at Python's signals.
const PIECE: usize = 1 << 12;

/// Which rows are wanted, and the numbers of those that are wrong with the reasons.
type Judged<'py> = (Bound<'py, PyArray1<bool>>, Vec<(usize, &'static str)>);

/// Which entries are wanted, by the options of the command.
#[pyclass(frozen, module = "hyperbola._hyperbola", name = "DataFilter")]
pub(crate) struct DataFilter {
    filter: Filter,
    every: u64,
    /// The entries so far that the filter wants.
    fitting: AtomicU64,
}

#[pymethods]
impl DataFilter {
    #[new]
    #[pyo3(signature = (
        *, without_checks=false, without_captures=false, without_promotions=false, scored=false,
        max_score=None, min_ply=0, max_ply=65535, min_pieces=0, max_pieces=64, min_material=0,
        max_material=None, every=1
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python calls it by these names")]
    fn new(
        #[pyo3(from_py_with = flag::without_checks)] without_checks: bool,
        #[pyo3(from_py_with = flag::without_captures)] without_captures: bool,
        #[pyo3(from_py_with = flag::without_promotions)] without_promotions: bool,
        #[pyo3(from_py_with = flag::scored)] scored: bool,
        max_score: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = integer::min_ply)] min_ply: u16,
        #[pyo3(from_py_with = integer::max_ply)] max_ply: u16,
        #[pyo3(from_py_with = integer::min_pieces)] min_pieces: u32,
        #[pyo3(from_py_with = integer::max_pieces)] max_pieces: u32,
        #[pyo3(from_py_with = integer::min_material)] min_material: u32,
        max_material: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = integer::every)] every: u64,
    ) -> PyResult<Self> {
        if every == 0 {
            return Err(value_error("every: expected a number from 1, found 0"));
        }
        let max_score = max_score.map(integer::max_score).transpose()?;
        let most_score = max_score.and_then(|most| i32::try_from(most).ok()).unwrap_or(i32::MAX);
        let max_material = max_material.map(integer::max_material).transpose()?;
        let filter = Filter {
            without_checks,
            without_captures,
            without_promotions,
            scored,
            most_score,
            plies: min_ply..=max_ply,
            pieces: min_pieces..=max_pieces,
            material: min_material..=max_material.unwrap_or(u32::MAX),
        };
        Ok(Self { filter, every, fitting: AtomicU64::new(0) })
    }

    /// Returns which rows are wanted, bool (N), and which are wrong: their numbers and the reasons.
    fn wanted<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        columns: Columns<'py>,
    ) -> PyResult<Judged<'py>> {
        let (slice, rows) = (positions.slice(), columns.read(positions.slice())?);
        let (mut wanted, mut wrong) = (Vec::with_capacity(slice.len()), Vec::new());
        in_pieces(py, slice.len(), PIECE, |part| {
            for row in part {
                let entry = rows.entry(slice, row);
                wanted.push(entry.as_ref().is_ok_and(|entry| self.wants(entry)));
                wrong.extend(entry.err().map(|reason| (row, reason)));
            }
            Ok(())
        })?;
        Ok((wanted.into_pyarray(py), wrong))
    }
}

impl DataFilter {
    /// Returns whether the next entry is wanted.
    fn wants(&self, entry: &Entry) -> bool {
        self.filter.wants(entry) && self.counts()
    }

    /// Counts an entry that the filter wants. Returns whether it is not left out by its number.
    fn counts(&self) -> bool {
        self.fitting.fetch_add(1, Ordering::Relaxed).is_multiple_of(self.every)
    }

    /// Begins to count anew.
    fn restart(&self) {
        self.fitting.store(0, Ordering::Relaxed);
    }
}

/// The columns beside positions, as Python has them: what White sees, half moves, and bits of
/// moves.
#[derive(FromPyObject)]
pub(crate) struct Columns<'py>(
    PyReadonlyArray1<'py, i32>,
    PyReadonlyArray1<'py, i8>,
    PyReadonlyArray1<'py, u16>,
    PyReadonlyArray1<'py, u16>,
);

/// The columns beside positions.
#[derive(Default)]
struct Rows {
    scores: Vec<i32>,
    results: Vec<i8>,
    plies: Vec<u16>,
    moves: Vec<u16>,
}

impl Columns<'_> {
    /// Copies the columns, which must be as long as the positions.
    fn read(&self, positions: PositionSlice<'_>) -> PyResult<Rows> {
        let Self(scores, results, plies, moves) = self;
        let lengths = [scores.len()?, results.len()?, plies.len()?, moves.len()?];
        if lengths != [positions.len(); 4] {
            let rows = positions.len();
            return Err(value_error(format_args!("expected {rows} rows, found {lengths:?}")));
        }
        Ok(Rows {
            scores: scores.to_vec()?,
            results: results.to_vec()?,
            plies: plies.to_vec()?,
            moves: moves.to_vec()?,
        })
    }
}

impl Rows {
    /// Adds an entry's columns.
    fn push(&mut self, entry: &Entry) {
        // The sentinel is no score.
        let score = |score: Score| score.for_color(Color::White).max(NO_SCORE + 1);
        self.scores.push(entry.score.map_or(NO_SCORE, score));
        self.results.push(match entry.result {
            GameResult::WhiteWins => 1,
            GameResult::Draw => 0,
            GameResult::BlackWins => -1,
            GameResult::Unknown => NO_RESULT,
        });
        self.plies.push(entry.ply);
        self.moves.push(entry.played.map_or(NO_MOVE, Move::to_bits));
    }

    /// Adds rows of others.
    fn extend(&mut self, others: &Self, rows: Range<usize>) -> PyResult<()> {
        memory::extend(&mut self.scores, &others.scores[rows.clone()])?;
        memory::extend(&mut self.results, &others.results[rows.clone()])?;
        memory::extend(&mut self.plies, &others.plies[rows.clone()])?;
        memory::extend(&mut self.moves, &others.moves[rows])
    }

    /// Returns a row as an entry, or why it is none.
    fn entry(&self, positions: PositionSlice<'_>, row: usize) -> Result<Entry, &'static str> {
        let position = positions.position(row).ok_or("expected a position, found a marked row")?;
        let score = Some(self.scores[row]).filter(|&score| score != NO_SCORE);
        let result = match self.results[row] {
            1 => GameResult::WhiteWins,
            0 => GameResult::Draw,
            -1 => GameResult::BlackWins,
            NO_RESULT => GameResult::Unknown,
            _ => return Err("expected the result 1, 0, -1 or NO_RESULT, found another number"),
        };
        let played = match self.moves[row] {
            NO_MOVE => None,
            bits => Some(
                Move::from_bits(bits)
                    .filter(|&played| position.is_legal(played))
                    .ok_or("expected a legal move or NO_MOVE, found another")?,
            ),
        };
        let score = score.map(|score| Score::seen_by(Color::White, score));
        Ok(Entry { position, played, score, result, ply: self.plies[row] })
    }
}

/// Returns the name of each format, the endings of its files' names, and whether a file may be read
/// from inside it.
#[pyfunction]
pub(crate) fn data_formats() -> Vec<(&'static str, &'static [&'static str], bool)> {
    let of = |format: Format| (format.name(), format.extensions(), format.has_sections());
    Format::ALL.map(of).into()
}
