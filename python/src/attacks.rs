//! The attacks of sliders on arrays.

use core::slice;

use hyperbola::batch::Batch;
use hyperbola::choice::Choice;
use hyperbola::{Bitboard, Slider, Square};
use hyperbola_kernels::batch::answer;
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::interrupt::{at_once, in_pieces};
use crate::names::{self, Text, integer, optional, value_error};

/// The number of queries that go through a kernel together. They fit the first cache.
const CHUNK: usize = 1024;

/// The number of queries of a thread between two looks at Python's signals.
const PIECE: usize = 64 * CHUNK;

/// Some queries: each array has an element for each query, or one for all.
#[derive(Clone, Copy)]
struct Queries<'a> {
    slider: Slider,
    choice: Choice,
    squares: &'a [u8],
    occupied: &'a [u64],
}

impl Queries<'_> {
    /// Answers the queries from a number on. It returns the number of the first query whose square
    /// does not exist.
    ///
    /// Squares are copied, because each byte must be one, and other threads of Python may change
    /// the array at any time.
    fn answer(self, start: usize, attacks: &mut [u64]) -> Result<(), usize> {
        let count = attacks.len();
        let mut squares = [Square::A1; CHUNK];
        let mut all = 0;
        let indices = of(self.squares, start, count);
        match indices {
            [one] if count > 1 => {
                all = *one;
                squares[..count].fill(Square::from_index_wrapping(all));
            }
            indices => {
                for (square, index) in squares.iter_mut().zip(indices) {
                    let index = *index;
                    all |= index;
                    *square = Square::from_index_wrapping(index);
                }
            }
        }
        if all > 63 {
            let is_none = |&index: &u8| index > 63;
            return Err(start + indices.iter().position(is_none).unwrap_or(0));
        }
        let one_set;
        let sets = match of(self.occupied, start, count) {
            [one] if count > 1 => {
                one_set = [Bitboard(*one); CHUNK];
                &one_set[..count]
            }
            sets => bitboards(sets),
        };
        let answered = Batch::new(self.slider, &squares[..count], sets, bitboards_mut(attacks))
            .and_then(|batch| answer(self.choice, batch));
        answered.expect("the choice and the lengths have been checked");
        Ok(())
    }
}

/// Returns words as bitboards.
fn bitboards(words: &[u64]) -> &[Bitboard] {
    // SAFETY: a bitboard is a transparent struct of a word, and any word is one.
    unsafe { slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
}

/// Returns words as bitboards that can be written.
fn bitboards_mut(words: &mut [u64]) -> &mut [Bitboard] {
    // SAFETY: a bitboard is a transparent struct of a word, and any word is one.
    unsafe { slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len()) }
}

/// Returns the elements of some queries, or the one for all.
fn of<T>(array: &[T], start: usize, count: usize) -> &[T] {
    if array.len() == 1 { array } else { &array[start..start + count] }
}

/// Answers queries into an array. The others have its length, or one element for all queries.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python calls it by these names")]
pub(crate) fn attacks(
    py: Python<'_>,
    piece: &str,
    squares: PyReadonlyArray1<'_, u8>,
    occupied: PyReadonlyArray1<'_, u64>,
    mut result: PyReadwriteArray1<'_, u64>,
    #[pyo3(from_py_with = optional::technique)] technique: Option<Text>,
    #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
    #[pyo3(from_py_with = integer::threads)] threads: usize,
) -> PyResult<()> {
    let slider = names::slider(piece)?;
    let choice = check(slider, technique.as_deref(), simd.as_deref())?;
    let pool = names::more_threads(threads)?;
    let (squares, occupied) = (squares.as_slice()?, occupied.as_slice()?);
    let result = result.as_slice_mut()?;
    for (what, length) in [("squares", squares.len()), ("occupied sets", occupied.len())] {
        if length != 1 && length != result.len() {
            return Err(value_error(format_args!(
                "expected 1 or {} {what}, found {length}",
                result.len()
            )));
        }
    }
    let queries = Queries { slider, choice, squares, occupied };
    in_pieces(py, result.len(), PIECE * at_once(threads), |rows| {
        let first = rows.start;
        let chunks = &mut result[rows];
        let bad = match &pool {
            None => chunks
                .chunks_mut(CHUNK)
                .enumerate()
                .find_map(|(chunk, answers)| queries.answer(first + chunk * CHUNK, answers).err()),
            Some(pool) => pool.install(|| {
                chunks
                    .par_chunks_mut(CHUNK)
                    .enumerate()
                    .filter_map(|(chunk, answers)| {
                        queries.answer(first + chunk * CHUNK, answers).err()
                    })
                    .min()
            }),
        };
        match bad {
            None => Ok(()),
            Some(index) => Err(value_error(format_args!(
                "expected squares from 0 to 63, found {} at index {index} of the flattened array",
                of(squares, index, 1)[0]
            ))),
        }
    })
}

/// Answers one query. It fails with an `OverflowError` for numbers that are out of range.
#[pyfunction]
pub(crate) fn attacks_of_one(
    piece: &str,
    square: u8,
    occupied: u64,
    #[pyo3(from_py_with = optional::technique)] technique: Option<Text>,
    #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
    #[pyo3(from_py_with = integer::threads)] threads: usize,
) -> PyResult<crate::squares::Made> {
    let slider = names::slider(piece)?;
    names::check_threads(threads)?;
    let choice = check(slider, technique.as_deref(), simd.as_deref())?;
    let mut result = [0];
    let queries = Queries { slider, choice, squares: &[square], occupied: &[occupied] };
    match queries.answer(0, &mut result) {
        Ok(()) => Ok(result[0].into()),
        Err(_) => Err(PyOverflowError::new_err("expected a square from 0 to 63")),
    }
}

/// Reads a choice and checks that batches can be answered by it.
fn check(slider: Slider, technique: Option<&str>, simd: Option<&str>) -> PyResult<Choice> {
    let choice = names::choice(technique, simd)?;
    Batch::new(slider, &[], &[], &mut [])
        .and_then(|batch| answer(choice, batch))
        .map_err(value_error)?;
    Ok(choice)
}
