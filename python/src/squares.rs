//! Squares and sets of squares as Python has them.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};

use hyperbola::{Bitboard as Set, geometry};
use hyperbola_moves::Square;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::ffi::{Py_REFCNT, PyObject};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyMapping, PyString, PyTuple};

use crate::board::square as read_square;
use crate::python::Reduced;

/// A set of squares: a number of 64 bits, in which bit 0 is a1 and bit 63 is h8.
///
/// Bitboard(number) takes the number, and Bitboard(squares) an iterable of squares. A negative
/// number stands for its lowest 64 bits, so Bitboard(~0) has all squares. len() is the number of
/// squares, and iteration goes from a1 to h8.
///
/// The operators of sets (| & ^ - ~) and shifts give new bitboards of 64 bits, with other
/// bitboards, numbers or iterables of squares. All else that numbers do, such as + and *, gives an
/// int. == and <= compare numbers, and == a set or a list of squares too; issubset() compares sets.
/// add(), remove(), pop(), update() and others change the set, so one that is a key of a dict must
/// not be changed. Eight attributes of a board cannot be changed, but a copy() of their sets can:
/// occupied, occupied_co, pawns, knights, bishops, rooks, queens and kings. What castling_rights
/// and the methods of a board return is a set of its own.
///
/// >>> board = Bitboard([Square.A1, Square.C1])
/// >>> board, len(board), Square.A1 in board
/// (Bitboard(0x5), 2, True)
/// >>> list(board - Bitboard([Square.A1]))
/// [Square.C1]
///
/// With arrays of NumPy it is a uint64, and - is that of sets there too.
///
/// >>> import numpy as np
/// >>> np.array([board, ~board]).dtype
/// dtype('uint64')
#[pyclass(frozen, module = "hyperbola", name = "Bitboard")]
pub(crate) struct Bitboard {
    set: AtomicU64,
    /// Whether it is an attribute of a board.
    is_fixed: bool,
}

/// Returns Python's square.
pub(crate) fn square(py: Python<'_>, square: Square) -> PyResult<Bound<'_, PyAny>> {
    static ALL: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
    let all = ALL.get_or_try_init(py, || {
        py.import("hyperbola._types")?.getattr("_SQUARES")?.extract::<Vec<Py<PyAny>>>()
    })?;
    Ok(all[square as usize].bind(py).clone())
}

/// A set that becomes an object of Python. One that was made before is used again if nobody has
/// kept it: to make objects, and to free them, takes longer than all else.
pub(crate) struct Made(u64);

/// The last objects that were made, as a ring.
static MADE: [AtomicPtr<PyObject>; 16] = [const { AtomicPtr::new(null_mut()) }; 16];
static NEXT: AtomicUsize = AtomicUsize::new(0);

impl From<Set> for Made {
    fn from(set: Set) -> Self {
        Self(set.0)
    }
}

impl From<u64> for Made {
    fn from(set: u64) -> Self {
        Self(set)
    }
}

impl<'py> IntoPyObject<'py> for Made {
    type Target = Bitboard;
    type Output = Bound<'py, Bitboard>;
    type Error = PyErr;

    #[inline]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Bitboard>> {
        // The GIL is held, so no other thread is here.
        let next = NEXT.load(Ordering::Relaxed);
        NEXT.store(next.wrapping_add(1), Ordering::Relaxed);
        let place = &MADE[next % MADE.len()];
        let known = place.load(Ordering::Relaxed);
        // SAFETY: each pointer in the ring owns a reference to a bitboard, or is null.
        if !known.is_null() && unsafe { Py_REFCNT(known) } == 1 {
            // SAFETY: as before.
            let known = unsafe { Borrowed::from_ptr(py, known).cast_unchecked::<Bitboard>() };
            known.get().put(self.0);
            return Ok(known.to_owned());
        }
        self.make(py, place)
    }
}

impl Made {
    /// Makes another object, and puts it in the ring.
    #[cold]
    fn make<'py>(
        &self,
        py: Python<'py>,
        place: &AtomicPtr<PyObject>,
    ) -> PyResult<Bound<'py, Bitboard>> {
        let made = Bound::new(py, Bitboard::of(self.0, false))?;
        let before = place.swap(made.clone().into_ptr(), Ordering::Relaxed);
        // SAFETY: the reference was the ring's, which has another one now.
        drop(unsafe { Bound::from_owned_ptr_or_opt(py, before) });
        Ok(made)
    }
}

/// A set that is the operand of an operator, or a parameter.
pub(crate) struct Operand {
    /// Its lowest 64 bits.
    set: u64,
    /// Whether it is a number that does not fit 64 bits.
    is_wide: bool,
}

impl Operand {
    /// Returns the set, of which no bit may be lost.
    fn whole(&self) -> PyResult<u64> {
        if self.is_wide {
            return Err(PyValueError::new_err("expected a number from 0 to 2**64 - 1, or its ~"));
        }
        Ok(self.set)
    }

    fn of_number(number: &Bound<'_, PyInt>) -> PyResult<Self> {
        if let Ok(set) = number.extract() {
            return Ok(Self { set, is_wide: false });
        }
        let set = number.bitand(u64::MAX)?.extract()?;
        Ok(Self { set, is_wide: !number.rshift(64)?.eq(-1)? })
    }

    /// Reads all but a bitboard.
    #[inline(never)]
    fn of_other(item: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(number) = item.cast::<PyInt>() {
            return Self::of_number(&number);
        }
        let wrong = || {
            PyTypeError::new_err(format!("expected an int or squares, found {}", item.get_type()))
        };
        let is_text = item.is_instance_of::<PyString>() || item.is_instance_of::<PyBytes>();
        // The operators of NumPy know what to do with a bitboard.
        if is_text || item.hasattr("__array_ufunc__")? {
            return Err(wrong());
        }
        if item.hasattr("__index__")? {
            let number = item.call_method0("__index__")?;
            return Self::of_number(number.cast()?);
        }
        let mut set = 0;
        for square in item.try_iter().map_err(|_| wrong())? {
            set |= 1 << read_square(&square?)? as u64;
        }
        Ok(Self { set, is_wide: false })
    }
}

impl FromPyObject<'_, '_> for Operand {
    type Error = PyErr;

    #[inline]
    fn extract(item: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(board) = item.cast_exact::<Bitboard>() {
            return Ok(Self { set: board.get().get(), is_wide: false });
        }
        Self::of_other(item)
    }
}

/// A number of squares by which all are moved, or nothing for a negative one.
struct Steps(Option<u32>);

impl FromPyObject<'_, '_> for Steps {
    type Error = PyErr;

    /// A negative number is a `ValueError`, as for the shifts of an int.
    fn extract(item: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match item.extract::<u32>() {
            Err(error) if error.is_instance_of::<PyTypeError>(item.py()) => Err(error),
            Err(_) if item.lt(0)? => Ok(Self(None)),
            found => Ok(Self(Some(found.unwrap_or(u32::MAX)))),
        }
    }
}

impl Steps {
    fn shift(&self, shift: impl FnOnce(u32) -> Option<u64>) -> PyResult<Made> {
        let steps = self.0.ok_or_else(|| PyValueError::new_err("negative shift count"))?;
        Ok(shift(steps).unwrap_or(0).into())
    }
}

/// Reads a parameter that is a set of squares.
pub(crate) fn set(found: &Bound<'_, PyAny>) -> PyResult<Set> {
    if let Ok(number) = found.extract::<Operand>() {
        return number.whole().map(Set);
    }
    // A number of NumPy.
    if found.hasattr("ndim")? && found.hasattr("__index__")? {
        return Operand::of_number(found.call_method0("__index__")?.cast()?)?.whole().map(Set);
    }
    found.extract::<Operand>()?.whole().map(Set)
}

/// Reads a parameter that is a set of squares or None.
pub(crate) fn optional_set(found: &Bound<'_, PyAny>) -> PyResult<Option<Set>> {
    if found.is_none() { Ok(None) } else { set(found).map(Some) }
}

/// Bitboards that were attributes of boards which are no more.
static FREE: [AtomicPtr<PyObject>; 64] = [const { AtomicPtr::new(null_mut()) }; 64];
static FREE_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Sets a bitboard that is an attribute of a board. If somebody has kept it, another object takes
/// its place.
pub(crate) fn show(py: Python<'_>, shown: &mut Option<Py<Bitboard>>, set: Set) -> PyResult<()> {
    let is_free = |known: &Py<Bitboard>| {
        // SAFETY: it lives, and the GIL is held.
        known.get().get() == set.0 || unsafe { Py_REFCNT(known.as_ptr()) } == 1
    };
    match shown.as_ref().filter(|known| is_free(known)) {
        Some(known) => known.get().put(set.0),
        None => *shown = Some(fixed(py, set)?),
    }
    Ok(())
}

/// Makes bitboards, so that `fixed` has a number of them without making one.
pub(crate) fn reserve(py: Python<'_>, count: usize) -> PyResult<()> {
    while FREE_COUNT.load(Ordering::Relaxed) < count {
        give_back(Py::new(py, Bitboard::of(0, true))?);
    }
    Ok(())
}

/// Returns a bitboard that becomes an attribute of a board.
pub(crate) fn fixed(py: Python<'_>, set: Set) -> PyResult<Py<Bitboard>> {
    let count = FREE_COUNT.load(Ordering::Relaxed);
    let Some(place) = count.checked_sub(1) else { return Py::new(py, Bitboard::of(set.0, true)) };
    FREE_COUNT.store(place, Ordering::Relaxed);
    let free = FREE[place].load(Ordering::Relaxed);
    // SAFETY: the first pointers own references to bitboards. This one is among them no more.
    let free: Py<Bitboard> =
        unsafe { Bound::from_owned_ptr(py, free).cast_into_unchecked().unbind() };
    free.get().put(set.0);
    Ok(free)
}

/// Keeps a bitboard that was an attribute for other boards, if nobody else has kept it.
pub(crate) fn give_back(shown: Py<Bitboard>) {
    let count = FREE_COUNT.load(Ordering::Relaxed);
    // SAFETY: it lives, and the GIL is held.
    if count < FREE.len() && unsafe { Py_REFCNT(shown.as_ptr()) } == 1 {
        FREE[count].store(shown.into_ptr(), Ordering::Relaxed);
        FREE_COUNT.store(count + 1, Ordering::Relaxed);
    }
}

impl Bitboard {
    const fn of(set: u64, is_fixed: bool) -> Self {
        Self { set: AtomicU64::new(set), is_fixed }
    }

    fn get(&self) -> u64 {
        self.set.load(Ordering::Relaxed)
    }

    fn put(&self, set: u64) {
        self.set.store(set, Ordering::Relaxed);
    }

    pub(crate) fn squares(&self) -> Set {
        Set(self.get())
    }

    /// Changes the set for Python.
    fn change(&self, set: u64) -> PyResult<()> {
        if self.is_fixed {
            let wrong = "the sets occupied, occupied_co and pawns to kings of a board cannot be \
                         changed: change a copy()";
            return Err(PyValueError::new_err(wrong));
        }
        self.put(set);
        Ok(())
    }

    fn int<'py>(&self, py: Python<'py>) -> Bound<'py, PyInt> {
        let Ok(number) = self.get().into_pyobject(py);
        number
    }

    /// Combines the set with others, one after another.
    fn fold(&self, others: &Bound<'_, PyTuple>, combine: fn(u64, u64) -> u64) -> PyResult<u64> {
        others.iter().try_fold(self.get(), |all, other| Ok(combine(all, set(&other)?.0)))
    }
}

/// The squares of a set that are still to come.
#[pyclass(module = "hyperbola._hyperbola", name = "_Squares")]
pub(crate) struct Squares {
    rest: u64,
    is_reversed: bool,
}

#[pymethods]
impl Squares {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.rest == 0 {
            return Ok(None);
        }
        let index = match self.is_reversed {
            true => 63 - self.rest.leading_zeros(),
            false => self.rest.trailing_zeros(),
        };
        self.rest ^= 1 << index;
        square(py, Square::ALL[index as usize]).map(Some)
    }

    fn __length_hint__(&self) -> usize {
        self.rest.count_ones() as usize
    }
}

#[pymethods]
impl Bitboard {
    #[new]
    #[pyo3(signature = (squares=Set::EMPTY), text_signature = "(squares=0)")]
    fn new(#[pyo3(from_py_with = set)] squares: Set) -> Self {
        Self::of(squares.0, false)
    }

    fn __or__(&self, other: Operand) -> PyResult<Made> {
        Ok((self.get() | other.whole()?).into())
    }

    fn __ror__(&self, other: Operand) -> PyResult<Made> {
        self.__or__(other)
    }

    fn __and__(&self, other: Operand) -> Made {
        (self.get() & other.set).into()
    }

    fn __rand__(&self, other: Operand) -> Made {
        self.__and__(other)
    }

    fn __xor__(&self, other: Operand) -> PyResult<Made> {
        Ok((self.get() ^ other.whole()?).into())
    }

    fn __rxor__(&self, other: Operand) -> PyResult<Made> {
        self.__xor__(other)
    }

    /// Returns the squares that the other set does not have.
    fn __sub__(&self, other: Operand) -> Made {
        (self.get() & !other.set).into()
    }

    fn __rsub__(&self, other: Operand) -> PyResult<Made> {
        Ok((other.whole()? & !self.get()).into())
    }

    fn __invert__(&self) -> Made {
        (!self.get()).into()
    }

    /// Moves all squares up by a number of squares. What leaves the board is lost.
    fn __lshift__(&self, squares: Steps) -> PyResult<Made> {
        squares.shift(|steps| self.get().checked_shl(steps))
    }

    /// Moves all squares down by a number of squares. What leaves the board is lost.
    fn __rshift__(&self, squares: Steps) -> PyResult<Made> {
        squares.shift(|steps| self.get().checked_shr(steps))
    }

    fn __rlshift__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.lshift(self.int(other.py()))
    }

    fn __rrshift__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.rshift(self.int(other.py()))
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.int(other.py()).add(other)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.add(self.int(other.py()))
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.int(other.py()).mul(other)
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.mul(self.int(other.py()))
    }

    fn __floordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.int(other.py()).floor_div(other)
    }

    fn __rfloordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.floor_div(self.int(other.py()))
    }

    fn __mod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.int(other.py()).rem(other)
    }

    fn __rmod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.rem(self.int(other.py()))
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.int(py).neg()
    }

    fn __int__(&self) -> u64 {
        self.get()
    }

    fn __index__(&self) -> u64 {
        self.get()
    }

    fn __bool__(&self) -> bool {
        self.get() != 0
    }

    fn __len__(&self) -> usize {
        self.get().count_ones() as usize
    }

    /// Returns the number of squares.
    fn bit_count(&self) -> u32 {
        self.get().count_ones()
    }

    /// Returns the index of the last square and one, or 0 if there is none.
    fn bit_length(&self) -> u32 {
        u64::BITS - self.get().leading_zeros()
    }

    fn __iter__(&self) -> Squares {
        Squares { rest: self.get(), is_reversed: false }
    }

    fn __reversed__(&self) -> Squares {
        Squares { rest: self.get(), is_reversed: true }
    }

    fn __contains__(&self, square: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.get() >> read_square(square)? as u64 & 1 != 0)
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let is_equal = matches!(operator, CompareOp::Eq | CompareOp::Ne);
        let same = if let Ok(other) = other.cast::<Self>() {
            Some(other.get().get() == self.get())
        } else if other.is_instance_of::<PyInt>() || !is_equal {
            None
        } else if other.cast::<PyMapping>().is_ok() {
            // Its keys are squares, but it is no set.
            return Ok(py.NotImplemented().into_bound(py));
        } else if other.hash().is_ok() && !other.hasattr("__index__")? {
            // Equal objects have equal hashes, and that of a frozenset is another.
            return Ok(py.NotImplemented().into_bound(py));
        } else {
            let Ok(operand) = other.extract::<Operand>() else {
                return Ok(py.NotImplemented().into_bound(py));
            };
            Some(!operand.is_wide && operand.set == self.get())
        };
        match (operator, same) {
            (CompareOp::Eq, Some(same)) => Ok(same.into_pyobject(py)?.to_owned().into_any()),
            (CompareOp::Ne, Some(same)) => Ok((!same).into_pyobject(py)?.to_owned().into_any()),
            _ => self.int(py).rich_compare(other, operator),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.int(py).hash()
    }

    fn __repr__(&self) -> String {
        format!("Bitboard({:#x})", self.get())
    }

    /// Draws the set, rank 8 first.
    fn __str__(&self) -> String {
        let sign = |index: usize| if self.get() >> (index ^ 56) & 1 == 0 { "." } else { "1" };
        let rank =
            |rank: usize| [0, 1, 2, 3, 4, 5, 6, 7].map(|file| sign(8 * rank + file)).join(" ");
        [0, 1, 2, 3, 4, 5, 6, 7].map(rank).join("\n")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (u64,)>> {
        Ok((py.get_type::<Self>().into_any(), (self.get(),)))
    }

    /// Returns whether the other set has all squares of this one.
    #[pyo3(signature = (other, /))]
    fn issubset(&self, #[pyo3(from_py_with = set)] other: Set) -> bool {
        self.get() & !other.0 == 0
    }

    /// Returns whether this set has all squares of the other one.
    #[pyo3(signature = (other, /))]
    fn issuperset(&self, #[pyo3(from_py_with = set)] other: Set) -> bool {
        other.0 & !self.get() == 0
    }

    /// Returns whether the other set has no square of this one.
    #[pyo3(signature = (other, /))]
    fn isdisjoint(&self, #[pyo3(from_py_with = set)] other: Set) -> bool {
        self.get() & other.0 == 0
    }

    /// Returns the squares of this set and of others.
    #[pyo3(signature = (*others))]
    fn union(&self, others: &Bound<'_, PyTuple>) -> PyResult<Made> {
        self.fold(others, |all, other| all | other).map(Made::from)
    }

    /// Returns the squares that this set and the others have.
    #[pyo3(signature = (*others))]
    fn intersection(&self, others: &Bound<'_, PyTuple>) -> PyResult<Made> {
        self.fold(others, |all, other| all & other).map(Made::from)
    }

    /// Returns the squares of this set that no other has.
    #[pyo3(signature = (*others))]
    fn difference(&self, others: &Bound<'_, PyTuple>) -> PyResult<Made> {
        self.fold(others, |all, other| all & !other).map(Made::from)
    }

    /// Returns the squares that one of both sets has, but not both.
    #[pyo3(signature = (other, /))]
    fn symmetric_difference(&self, #[pyo3(from_py_with = set)] other: Set) -> Made {
        (self.get() ^ other.0).into()
    }

    /// Adds the squares of other sets.
    #[pyo3(signature = (*others))]
    fn update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.change(self.fold(others, |all, other| all | other)?)
    }

    /// Keeps the squares that the other sets have too.
    #[pyo3(signature = (*others))]
    fn intersection_update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.change(self.fold(others, |all, other| all & other)?)
    }

    /// Removes the squares of other sets.
    #[pyo3(signature = (*others))]
    fn difference_update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.change(self.fold(others, |all, other| all & !other)?)
    }

    /// Keeps the squares that one of both sets has, but not both.
    #[pyo3(signature = (other, /))]
    fn symmetric_difference_update(&self, #[pyo3(from_py_with = set)] other: Set) -> PyResult<()> {
        self.change(self.get() ^ other.0)
    }

    /// Adds a square.
    #[pyo3(signature = (square, /))]
    fn add(&self, #[pyo3(from_py_with = read_square)] square: Square) -> PyResult<()> {
        self.change(self.get() | 1 << square as u64)
    }

    /// Removes a square, if it is there.
    #[pyo3(signature = (square, /))]
    fn discard(&self, #[pyo3(from_py_with = read_square)] square: Square) -> PyResult<()> {
        self.change(self.get() & !(1 << square as u64))
    }

    /// Removes a square. It is a KeyError if it is not there.
    #[pyo3(signature = (square, /))]
    fn remove(&self, #[pyo3(from_py_with = read_square)] square: Square) -> PyResult<()> {
        let bit = 1 << square as u64;
        if self.get() & bit == 0 {
            return Err(PyKeyError::new_err(square.to_string()));
        }
        self.change(self.get() ^ bit)
    }

    /// Removes the first square and returns it. It is a KeyError if there is none.
    fn pop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let set = self.get();
        let first =
            Set(set).first().ok_or_else(|| PyKeyError::new_err("the bitboard has no square"))?;
        self.change(set & (set - 1))?;
        square(py, first)
    }

    /// Removes all squares.
    fn clear(&self) -> PyResult<()> {
        self.change(0)
    }

    /// Returns a bitboard that cannot be changed, for an attribute of a board.
    fn _fixed(&self) -> Self {
        Self::of(self.get(), true)
    }

    /// Returns a copy.
    fn copy(&self) -> Made {
        self.get().into()
    }

    /// Returns the set with rank 1 where rank 8 was.
    fn mirror(&self) -> Made {
        self.get().swap_bytes().into()
    }

    /// Returns whether each square is in the set, from a1 to h8.
    fn tolist(&self) -> Vec<bool> {
        (0..64).map(|index| self.get() >> index & 1 != 0).collect()
    }

    /// Returns the line through two squares, both among it, or no square if they are not aligned.
    ///
    /// >>> len(Bitboard.ray("a1", "c3")), len(Bitboard.ray("a1", "b3"))
    /// (8, 0)
    #[staticmethod]
    #[pyo3(signature = (from_square, to_square, /))]
    fn ray(
        #[pyo3(from_py_with = read_square)] from_square: Square,
        #[pyo3(from_py_with = read_square)] to_square: Square,
    ) -> Made {
        geometry::line_through(from_square, to_square).into()
    }

    /// Returns the squares between two squares on a line, without them.
    ///
    /// >>> list(Bitboard.between("a1", "a4"))
    /// [Square.A2, Square.A3]
    #[staticmethod]
    #[pyo3(signature = (from_square, to_square, /))]
    fn between(
        #[pyo3(from_py_with = read_square)] from_square: Square,
        #[pyo3(from_py_with = read_square)] to_square: Square,
    ) -> Made {
        geometry::between(from_square, to_square).into()
    }

    /// Returns the set of one square.
    #[staticmethod]
    #[pyo3(signature = (square, /))]
    fn from_square(#[pyo3(from_py_with = read_square)] square: Square) -> Made {
        Set::from(square).into()
    }
}
