//! The attributes of a board that Python reads without a call.

use core::ffi::CStr;

use hyperbola::{Bitboard as Set, Color};
use hyperbola_moves::{Position, Role, Rules};
use pyo3::ffi::{Py_READONLY, Py_T_OBJECT_EX, PyDescr_NewMember, PyMemberDef, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use super::Board;
use super::convert::is_white;
use super::play::initial;
use crate::squares::{Bitboard, give_back, show};

/// The objects of the attributes: those of the position where Python has the board, else none.
#[derive(Default)]
#[repr(C)]
pub(super) struct Sets {
    /// The squares of Black and White.
    sides: [Option<Py<Bitboard>>; 2],
    /// The occupied squares, and those of each role.
    sets: [Option<Py<Bitboard>>; 7],
    /// Those of Black and White together.
    pair: Option<Py<PyTuple>>,
    turn: Option<Py<PyBool>>,
}

/// The names of the attributes and what they are, in the order of the objects.
const MEMBERS: [(&CStr, &CStr); 9] = [
    (c"occupied", c"The occupied squares."),
    (c"pawns", c"The pawns of both sides."),
    (c"knights", c"The knights of both sides."),
    (c"bishops", c"The bishops of both sides."),
    (c"rooks", c"The rooks of both sides."),
    (c"queens", c"The queens of both sides."),
    (c"kings", c"The kings of both sides."),
    (
        c"occupied_co",
        c"The squares of Black's and of White's pieces: a tuple whose indices are the colours.",
    ),
    (c"turn", c"The side to move: True for White, False for Black."),
];

/// Adds the attributes to the class.
pub(crate) fn add_members(py: Python<'_>) -> PyResult<()> {
    let board = Board::of(*initial(), None, Rules::Auto).into_pyobject(py)?;
    let first = (&raw const board.borrow().sets.sets).addr() - board.as_ptr().addr();
    for (index, (name, doc)) in MEMBERS.into_iter().enumerate() {
        let offset = first + index * size_of::<*mut PyObject>();
        let member = PyMemberDef {
            name: name.as_ptr(),
            type_code: Py_T_OBJECT_EX,
            offset: offset.cast_signed(),
            flags: Py_READONLY,
            doc: doc.as_ptr(),
        };
        // Python keeps it as long as the class.
        let member = Box::into_raw(Box::new(member));
        let class = board.get_type();
        // SAFETY: at this place, each board has an object or null, for which an Option stands.
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
        self.pair = None;
        self.sides.iter_mut().chain(&mut self.sets).filter_map(Option::take).for_each(give_back);
    }
}

impl Sets {
    /// Returns the same objects, for a board with the same position.
    pub(super) fn share(&self, py: Python<'_>) -> Self {
        let share = |set: &Option<Py<Bitboard>>| set.as_ref().map(|set| set.clone_ref(py));
        Self {
            sides: self.sides.each_ref().map(share),
            sets: self.sets.each_ref().map(share),
            pair: self.pair.as_ref().map(|pair| pair.clone_ref(py)),
            turn: self.turn.as_ref().map(|turn| turn.clone_ref(py)),
        }
    }

    /// Changes the attributes to those of a position.
    pub(super) fn show(&mut self, py: Python<'_>, position: &Position) -> PyResult<()> {
        let board = position.board();
        let [occupied, roles @ ..] = &mut self.sets;
        show(py, occupied, board.occupied())?;
        for (shown, role) in roles.iter_mut().zip(Role::ALL) {
            show(py, shown, board.of_role(role))?;
        }
        let sides = [Color::Black, Color::White].map(|color| board.of_color(color));
        let is_shown = |(shown, &set): (&Option<Py<Bitboard>>, &Set)| {
            shown.as_ref().is_some_and(|shown| shown.get().squares() == set)
        };
        if self.pair.is_none() || !self.sides.iter().zip(&sides).all(is_shown) {
            // A tuple may know its hash, so it is another one. Its sets are the same if nobody has
            // kept them.
            self.pair = None;
            for (shown, set) in self.sides.iter_mut().zip(sides) {
                show(py, shown, set)?;
            }
            self.pair = Some(PyTuple::new(py, &self.sides)?.unbind());
        }
        self.turn = Some(PyBool::new(py, is_white(position.side_to_move())).to_owned().unbind());
        Ok(())
    }
}

impl<'py> IntoPyObject<'py> for Board {
    type Target = Self;
    type Output = Bound<'py, Self>;
    type Error = PyErr;

    fn into_pyobject(mut self, py: Python<'py>) -> PyResult<Bound<'py, Self>> {
        // Those of a copy are there.
        if self.sets.pair.is_none() {
            self.sets.show(py, &self.position)?;
        }
        Bound::new(py, self)
    }
}
