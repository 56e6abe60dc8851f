//! Squares, colours and pieces as Python has them.

use hyperbola::Color;
use hyperbola_moves::{Piece as Inner, Role, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::names::{Text, flag, shown, text, value_error};
use crate::python::Reduced;

/// Defines functions that read a parameter.
macro_rules! parameters {
    ($($name:ident: $type:ty = $read:ident;)*) => {
        $(pub(crate) fn $name(found: &Bound<'_, PyAny>) -> PyResult<$type> {
            $read(found, stringify!($name))
        })*
    };
}

parameters! {
    color_or_none: Option<Color> = read_color_or_none;
    role: Option<Role> = read_role_or_none;
    square: Square = read_square;
    from_square: Square = read_square;
    to_square: Square = read_square;
    color: Color = read_color;
    piece_type: Role = read_role;
    promotion: Option<Role> = read_promotion;
}

/// Reads a square: a Square, an int from 0 to 63, or a name.
fn read_square(found: &Bound<'_, PyAny>, name: &str) -> PyResult<Square> {
    let wrong = |text: &str| {
        value_error(format_args!("{name}: expected a square, a1 to h8 or 0 to 63, found {text}"))
    };
    let is_bool = found.is_instance_of::<PyBool>();
    let is_text = !found.is_instance_of::<PyInt>() && found.is_instance_of::<PyString>();
    if let Some(text) = is_text.then(|| found.cast::<PyString>()).transpose()? {
        let text = text.to_string_lossy();
        let is_name = text.len() == 2;
        return match text.parse() {
            Ok(square) if is_name => Ok(square),
            _ => Err(wrong(&format!("{:?}", shown(&text)))),
        };
    }
    match found.extract::<i64>() {
        Ok(index) if !is_bool => match u8::try_from(index) {
            Ok(index @ 0..64) => Ok(Square::from_index_wrapping(index)),
            _ => Err(wrong(&index.to_string())),
        },
        Err(error) if !error.is_instance_of::<PyTypeError>(found.py()) => {
            Err(wrong("a huge number"))
        }
        _ => Err(PyTypeError::new_err(format!(
            "{name}: expected a square, found {}",
            found.get_type()
        ))),
    }
}

/// Reads a colour: True or "white", False or "black".
fn read_color(found: &Bound<'_, PyAny>, name: &str) -> PyResult<Color> {
    if let Ok(is_white) = found.cast::<PyBool>() {
        return Ok(color_of(is_white.is_true()));
    }
    let Ok(text) = found.cast::<PyString>() else {
        let found = found.get_type();
        return Err(PyTypeError::new_err(format!(
            "{name}: expected WHITE or BLACK, which are True and False, found {found}"
        )));
    };
    crate::names::parse(name, &text.to_string_lossy())
}

fn read_color_or_none(found: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Color>> {
    let name = name.trim_end_matches("_or_none");
    if found.is_none() { Ok(None) } else { read_color(found, name).map(Some) }
}

fn read_role_or_none(found: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Role>> {
    if found.is_none() { Ok(None) } else { read_role(found, name).map(Some) }
}

/// Reads a kind of piece, from pawn = 1 to king = 6, or its letter.
fn read_role(found: &Bound<'_, PyAny>, name: &str) -> PyResult<Role> {
    if let Ok(text) = found.cast::<PyString>() {
        return crate::names::parse(name, &text.to_string_lossy());
    }
    let is_bool = found.is_instance_of::<PyBool>();
    match found.extract::<i64>() {
        Ok(number) if !is_bool => {
            let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let role = index.and_then(|index| Role::ALL.get(index).copied());
            role.ok_or_else(|| value_error(format_args!("{name}: expected 1 to 6, found {number}")))
        }
        Err(error) if !error.is_instance_of::<PyTypeError>(found.py()) => {
            Err(value_error(format_args!("{name}: expected 1 to 6, found a huge number")))
        }
        _ => Err(PyTypeError::new_err(format!(
            "{name}: expected a PieceType, found {}",
            found.get_type()
        ))),
    }
}

fn read_promotion(found: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Role>> {
    if found.is_none() {
        return Ok(None);
    }
    match read_role(found, name)? {
        Role::Pawn | Role::King => Err(PyValueError::new_err(format!(
            "{name}: expected a knight, bishop, rook or queen, which are 2 to 5"
        ))),
        role => Ok(Some(role)),
    }
}

pub(crate) const fn color_of(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

pub(crate) fn is_white(color: Color) -> bool {
    color == Color::White
}

/// The enumeration in Python.
pub(crate) struct PieceType;

impl PieceType {
    /// Returns the kind of piece of a role.
    pub(crate) fn of(py: Python<'_>, role: Role) -> PyResult<Bound<'_, PyAny>> {
        static ALL: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
        let all = ALL.get_or_try_init(py, || {
            py.import("hyperbola._board")?.getattr("_PIECE_TYPES")?.extract::<Vec<Py<PyAny>>>()
        })?;
        Ok(all[role as usize].bind(py).clone())
    }
}

/// A piece: its kind and its colour. There is one object for each of the twelve.
///
/// >>> piece = Board().piece_at("e8")
/// >>> piece.piece_type, piece.color == BLACK, piece.symbol()
/// (PieceType.KING, True, 'k')
#[pyclass(frozen, module = "hyperbola", name = "Piece")]
pub(crate) struct Piece {
    piece: Inner,
    // Python reads these without a call.
    /// The kind of the piece.
    #[pyo3(get)]
    piece_type: Py<PyAny>,
    /// The colour: True for White, False for Black.
    #[pyo3(get)]
    color: Py<PyAny>,
}

impl Piece {
    /// Returns the object of a piece.
    pub(crate) fn of(py: Python<'_>, found: Inner) -> PyResult<&Py<Self>> {
        static ALL: [PyOnceLock<Py<Piece>>; 12] = [const { PyOnceLock::new() }; 12];
        let index = 6 * found.color as usize + found.role as usize;
        ALL[index].get_or_try_init(py, || {
            let piece_type = PieceType::of(py, found.role)?.unbind();
            let color = PyBool::new(py, is_white(found.color)).to_owned().into_any().unbind();
            Py::new(py, Self { piece: found, piece_type, color })
        })
    }
}

#[pymethods]
impl Piece {
    #[new]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = piece_type)] piece_type: Role,
        #[pyo3(from_py_with = color)] color: Color,
    ) -> PyResult<Py<Self>> {
        Ok(Self::of(py, Inner::new(color, piece_type))?.clone_ref(py))
    }

    /// Returns the piece with a letter of a FEN: a capital is White's.
    ///
    /// >>> Piece.from_symbol("N") is Piece(PieceType.KNIGHT, WHITE)
    /// True
    #[staticmethod]
    #[pyo3(signature = (symbol, /))]
    fn from_symbol(
        py: Python<'_>,
        #[pyo3(from_py_with = text::symbol)] symbol: Text,
    ) -> PyResult<Py<Self>> {
        let found: Inner = crate::names::parse("symbol", &symbol)?;
        Ok(Self::of(py, found)?.clone_ref(py))
    }

    /// Returns the letter of a FEN.
    fn symbol(&self) -> char {
        self.piece.letter()
    }

    /// Returns the sign of the piece, such as ♘. On a dark ground, those of the colours are
    /// exchanged.
    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(
        &self,
        #[pyo3(from_py_with = flag::invert_color)] invert_color: bool,
    ) -> char {
        let signs = if is_white(self.piece.color) != invert_color {
            "♙♘♗♖♕♔"
        } else {
            "♟♞♝♜♛♚"
        };
        signs.chars().nth(self.piece.role as usize).unwrap_or(' ')
    }

    fn __str__(&self) -> char {
        self.piece.letter()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.piece.letter())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (char,)>> {
        Ok((py.get_type::<Self>().getattr("from_symbol")?, (self.piece.letter(),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
