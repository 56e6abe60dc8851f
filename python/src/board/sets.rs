//! The attributes of a board that Python reads without a call.

use core::ffi::CStr;
use core::mem::offset_of;

use hyperbola::Color;
use hyperbola_moves::{Board as Inner, Position, Role, Rules};
use pyo3::ffi::{
    Py_READONLY, Py_T_OBJECT_EX, PyDescr_NewMember, PyMemberDef, PyObject, PyTuple_Pack,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use super::Board;
use super::convert::is_white;
use super::play::initial;
use crate::squares::{Bitboard, fixed, give_back, reserve, show};

/// The objects of the attributes. A board that Python has has all of them, and another board none.
///
/// A move changes a set that nobody else has, and replaces another.
#[derive(Default)]
pub(super) struct Sets {
    /// The occupied squares, and those of each role.
    sets: [Option<Py<Bitboard>>; 7],
    /// The squares of Black and White.
    sides: [Option<Py<Bitboard>>; 2],
    /// The two sides as Python reads them.
    pair: Option<Py<PyTuple>>,
    turn: Option<Py<PyBool>>,
}

/// The sets of Black and White, and both together.
type Sides = ([Py<Bitboard>; 2], Py<PyTuple>);

/// The attributes: their names, where Sets has their objects, and what they are.
const MEMBERS: [(&CStr, usize, &CStr); 9] = [
    (c"occupied", offset_of!(Sets, sets), c"The occupied squares."),
    (c"pawns", of_role(Role::Pawn), c"The pawns of both sides."),
    (c"knights", of_role(Role::Knight), c"The knights of both sides."),
    (c"bishops", of_role(Role::Bishop), c"The bishops of both sides."),
    (c"rooks", of_role(Role::Rook), c"The rooks of both sides."),
    (c"queens", of_role(Role::Queen), c"The queens of both sides."),
    (c"kings", of_role(Role::King), c"The kings of both sides."),
    (
        c"occupied_co",
        offset_of!(Sets, pair),
        c"The squares of Black's and of White's pieces: a tuple whose indices are the colours.",
    ),
    (c"turn", offset_of!(Sets, turn), c"The side to move: True for White, False for Black."),
];

// Python takes an object that may be missing for a pointer that may be null.
const _: () = {
    assert!(size_of::<Option<Py<Bitboard>>>() == size_of::<*mut PyObject>());
    assert!(size_of::<Option<Py<PyTuple>>>() == size_of::<*mut PyObject>());
    assert!(size_of::<Option<Py<PyBool>>>() == size_of::<*mut PyObject>());
};

/// Returns where Sets has the object of a role.
const fn of_role(role: Role) -> usize {
    offset_of!(Sets, sets) + (1 + role as usize) * size_of::<Option<Py<Bitboard>>>()
}

/// Adds the attributes to the class.
pub(crate) fn add_members(py: Python<'_>) -> PyResult<()> {
    let board = Board::of(*initial(), None, Rules::Auto).into_pyobject(py)?;
    let sets = (&raw const board.borrow().sets).addr() - board.as_ptr().addr();
    for (name, place, doc) in MEMBERS {
        let member = PyMemberDef {
            name: name.as_ptr(),
            type_code: Py_T_OBJECT_EX,
            offset: (sets + place).cast_signed(),
            flags: Py_READONLY,
            doc: doc.as_ptr(),
        };
        // Python keeps it as long as the class.
        let member = Box::into_raw(Box::new(member));
        let class = board.get_type();
        // SAFETY: at this place, each board has an object or null, for which an Option stands.
        // Python code reads it under the GIL, which Rust has but where it runs Python code: to make
        // an object may collect garbage, and to free one may finalize it. Between its stores `show`
        // makes none, and it and `drop` free sets, tuples of them and bools, which run no code.
        let attribute = unsafe { PyDescr_NewMember(class.as_type_ptr(), member) };
        // SAFETY: the reference is new, or null with an error.
        let attribute = unsafe { Bound::from_owned_ptr_or_err(py, attribute) }?;
        class.setattr(name.to_string_lossy(), attribute)?;
    }
    Ok(())
}

impl Clone for Sets {
    /// A copy is no object of Python yet.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Drop for Sets {
    fn drop(&mut self) {
        // First the tuple, which has references to the sides.
        self.pair = None;
        self.sides.iter_mut().chain(&mut self.sets).filter_map(Option::take).for_each(give_back);
    }
}

impl Sets {
    /// Returns the same objects, for a board with the same position.
    pub(super) fn share(&self, py: Python<'_>) -> Self {
        let share = |set: &Option<Py<Bitboard>>| set.as_ref().map(|set| set.clone_ref(py));
        Self {
            sets: self.sets.each_ref().map(share),
            sides: self.sides.each_ref().map(share),
            pair: self.pair.as_ref().map(|pair| pair.clone_ref(py)),
            turn: self.turn.as_ref().map(|turn| turn.clone_ref(py)),
        }
    }

    /// Changes the attributes to those of a position. An error changes none.
    pub(super) fn show(&mut self, py: Python<'_>, position: &Position) -> PyResult<()> {
        let board = position.board();
        // To make objects may run Python code, which still finds all attributes as they were.
        let sides = self.other_sides(py, board)?;
        reserve(py, self.sets.len())?;
        // Nothing that follows makes an object, fails or runs Python code.
        let [occupied, roles @ ..] = &mut self.sets;
        show(py, occupied, board.occupied())?;
        for (shown, role) in roles.iter_mut().zip(Role::ALL) {
            show(py, shown, board.of_role(role))?;
        }
        self.turn = Some(PyBool::new(py, is_white(position.side_to_move())).to_owned().unbind());
        if let Some((sides, pair)) = sides {
            // First the tuple, which has references to its sets.
            drop(self.pair.replace(pair));
            for (shown, side) in self.sides.iter_mut().zip(sides) {
                shown.replace(side).into_iter().for_each(give_back);
            }
        }
        Ok(())
    }

    /// Makes the tuple of a position with its sets, unless it is shown. A tuple may know its hash,
    /// so it never changes.
    fn other_sides(&self, py: Python<'_>, board: &Inner) -> PyResult<Option<Sides>> {
        let sets = [Color::Black, Color::White].map(|color| board.of_color(color));
        let is_shown = |side: usize, shown: &Py<Bitboard>| shown.get().squares() == sets[side];
        let shown =
            [0, 1].map(|side| self.sides[side].as_ref().filter(|shown| is_shown(side, shown)));
        if shown.iter().all(Option::is_some) {
            return Ok(None);
        }
        let side = |side: usize| match shown[side] {
            Some(shown) => Ok(shown.clone_ref(py)),
            None => fixed(py, sets[side]),
        };
        let sides = [side(0)?, side(1)?];
        // SAFETY: it takes as many objects as it is told, and adds references to them.
        let pair = unsafe { PyTuple_Pack(2, sides[0].as_ptr(), sides[1].as_ptr()) };
        // SAFETY: the reference is new, or null with an error.
        let pair = unsafe { Bound::from_owned_ptr_or_err(py, pair) }?;
        // SAFETY: it is a tuple.
        Ok(Some((sides, unsafe { pair.cast_into_unchecked() }.unbind())))
    }
}

impl<'py> IntoPyObject<'py> for Board {
    type Target = Self;
    type Output = Bound<'py, Self>;
    type Error = PyErr;

    fn into_pyobject(mut self, py: Python<'py>) -> PyResult<Bound<'py, Self>> {
        // A copy already has the sets of its original.
        if self.sets.pair.is_none() {
            self.sets.show(py, &self.position)?;
        }
        Bound::new(py, self)
    }
}
