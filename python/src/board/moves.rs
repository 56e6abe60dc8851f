//! Moves as objects, and sequences of them.

use hyperbola_moves::{CastlingSide, Move as Inner, Position, Role, Square, Stage};
use numpy::{IntoPyArray, PyArray1};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use super::convert::{self, PieceType};
use super::pseudo;
use crate::names::{Text, shown, text, value_error};
use crate::python::Reduced;
use crate::squares::square;

/// A move: the square where a piece starts, the square where it goes, and the piece that a pawn
/// promotes to.
///
/// There is one object for each move, which is made when it is first asked for. So moves are as
/// cheap as small ints and can be compared with `is`. A move knows nothing of a board: Board.san(),
/// Board.is_capture() and Board.gives_check() say what it does there.
///
/// Castling is the king's move of two squares, e1g1. On a board with the rules of Chess960 it is
/// the king's move onto its rook. Move.null() gives the other side the turn; it alone is false.
///
/// >>> move = Move.from_uci("e7e8q")
/// >>> move.from_square, move.to_square, move.promotion, str(move)
/// (Square.E7, Square.E8, PieceType.QUEEN, 'e7e8q')
#[pyclass(frozen, module = "hyperbola", name = "Move")]
pub(crate) struct Move {
    bits: u16,
    text: PyOnceLock<Py<PyString>>,
    // Python reads these without a call.
    /// The square where the piece starts.
    #[pyo3(get)]
    from_square: Py<PyAny>,
    /// The square where the piece goes. For castling it is the king's last square, and on a board
    /// of Chess960 the rook's.
    #[pyo3(get)]
    to_square: Py<PyAny>,
    /// The piece that a pawn promotes to, or None.
    #[pyo3(get)]
    promotion: Py<PyAny>,
}

/// The number of the bits of moves.
const MOVES: usize = 5 << 12;

/// The move of each number of bits, if it has been asked for.
static ALL: [PyOnceLock<Py<Move>>; MOVES] = [const { PyOnceLock::new() }; MOVES];

impl Move {
    /// The bits of the null move, which are those of a1a1.
    pub(crate) const NULL: u16 = 0;

    /// Returns the object of a move.
    pub(crate) fn of(py: Python<'_>, found: Inner) -> PyResult<&'static Py<Self>> {
        let bits = found.to_bits();
        let make = || {
            let [from_square, to_square] =
                [found.from(), found.to()].map(|shown| square(py, shown).map(Bound::unbind));
            let promotion = found.promotion().map(|role| PieceType::of(py, role)).transpose()?;
            let promotion = promotion.map_or_else(|| py.None(), Bound::unbind);
            let text = PyOnceLock::new();
            let (from_square, to_square) = (from_square?, to_square?);
            Py::new(py, Self { bits, text, from_square, to_square, promotion })
        };
        ALL[usize::from(bits) % MOVES].get_or_try_init(py, make)
    }

    /// Returns the null move.
    pub(crate) fn none(py: Python<'_>) -> PyResult<&'static Py<Self>> {
        Self::of(py, Inner::new(Square::A1, Square::A1))
    }

    /// Returns the move, or nothing if it is the null move.
    pub(crate) fn inner(&self) -> Option<Inner> {
        Inner::from_bits(self.bits).filter(|_| self.bits != Self::NULL)
    }

    /// Returns the text, which is made once.
    pub(crate) fn text<'a, 'py>(&'a self, py: Python<'py>) -> &'a Bound<'py, PyString> {
        let make = || match self.inner() {
            Some(found) => PyString::new(py, &found.to_string()).unbind(),
            None => PyString::new(py, "0000").unbind(),
        };
        self.text.get_or_init(py, make).bind(py)
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = convert::from_square)] from_square: Square,
        #[pyo3(from_py_with = convert::to_square)] to_square: Square,
        #[pyo3(from_py_with = convert::promotion)] promotion: Option<Role>,
    ) -> PyResult<Py<Self>> {
        let role = promotion.unwrap_or(Role::Pawn);
        if from_square == to_square {
            let wrong = format!("expected two squares, found {from_square} twice; see Move.null()");
            return Err(PyValueError::new_err(wrong));
        }
        Ok(Self::of(py, Inner::promoting(from_square, to_square, role))?.clone_ref(py))
    }

    /// Returns the move that UCI writes so. It need not be legal anywhere.
    ///
    /// >>> Move.from_uci("g1f3") is Move(Square.G1, Square.F3)
    /// True
    #[staticmethod]
    #[pyo3(signature = (uci, /))]
    fn from_uci(py: Python<'_>, #[pyo3(from_py_with = text::uci)] uci: Text) -> PyResult<Py<Self>> {
        if &*uci == "0000" {
            return Self::null(py);
        }
        let read: Inner =
            uci.parse().map_err(|error| value_error(format_args!("{error}: {:?}", shown(&uci))))?;
        Self::new(py, read.from(), read.to(), read.promotion())
    }

    /// Returns the move that gives the other side the turn: 0000.
    ///
    /// >>> bool(Move.null()), Move.null().uci()
    /// (False, '0000')
    #[staticmethod]
    fn null(py: Python<'_>) -> PyResult<Py<Self>> {
        Ok(Self::none(py)?.clone_ref(py))
    }

    /// Returns the move that is a number of 16 bits, as Moves.uint16 has them. Castling is the
    /// king's move onto its rook there; a board's parse_uci() makes the other form of it.
    ///
    /// >>> Move.from_uint16(Move.from_uci("e7e8q").uint16)
    /// Move.from_uci('e7e8q')
    #[staticmethod]
    #[pyo3(signature = (bits, /))]
    fn from_uint16(
        py: Python<'_>,
        #[pyo3(from_py_with = crate::names::integer::bits)] bits: u16,
    ) -> PyResult<Py<Self>> {
        let found = Inner::from_bits(bits).ok_or_else(|| {
            value_error(format_args!("bits: expected those of a move, found {bits:#06x}"))
        })?;
        Ok(Self::of(py, found)?.clone_ref(py))
    }

    /// The move as a number of 16 bits: the start in bits 0 to 5, the end in bits 6 to 11, and in
    /// bits 12 to 15 the promotion, from knight = 1 to queen = 4.
    #[getter]
    fn uint16(&self) -> u16 {
        self.bits
    }

    /// Returns the move as UCI writes it.
    fn uci<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text(py).clone()
    }

    fn __bool__(&self) -> bool {
        self.bits != Self::NULL
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text(py).clone()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Move.from_uci('{}')", self.text(py))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyString>,)>> {
        Ok((py.get_type::<Self>().getattr("from_uci")?, (self.text(py).clone(),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Reads a parameter that is a move.
pub(crate) fn given(found: &Bound<'_, PyAny>) -> PyResult<&'static Move> {
    let py = found.py();
    if let Ok(known) = found.cast::<Move>() {
        let known = known.get().inner();
        return Ok(known.map_or_else(|| Move::none(py), |known| Move::of(py, known))?.get());
    }
    let class = found.get_type();
    let name = format!("{}.{}", class.module()?, class.name()?);
    let hint = if found.hasattr("uci")? { "; Move.from_uci(move.uci()) makes one" } else { "" };
    let wrong = format!("move: expected a hyperbola.Move, found a {name}{hint}");
    Err(PyTypeError::new_err(wrong))
}

/// Returns a move as it is shown: castling is the king's move of two squares, or with the rules of
/// Chess960 its move onto the rook.
pub(crate) fn shown_form(position: &Position, is_chess960: bool, found: Inner) -> Inner {
    let color = position.side_to_move();
    if is_chess960 || position.king(color) != found.from() {
        return found;
    }
    let side = found.castling_side(position);
    side.map_or(found, |side| Inner::new(found.from(), side.king_target(color)))
}

/// Returns the legal move that was written in either form of castling.
pub(crate) fn find(position: &Position, written: Inner) -> Option<Inner> {
    if position.is_legal(written) {
        return Some(written);
    }
    position.parse_uci(&written.to_string()).ok()
}

/// Which moves a sequence has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveKind {
    Legal,
    Captures,
    Pseudo,
}

/// Moves of a position: a sequence that is not made before it is looked at.
///
/// A board's legal_moves, legal_captures and pseudo_legal_moves are such sequences. They keep the
/// position in which they were asked for, so a board may change while they are read. Whether there
/// is a move, how many there are, and whether one is among them is found without making the others.
///
/// >>> moves = Board().legal_moves
/// >>> len(moves), bool(moves), Move.from_uci("e2e4") in moves, moves[0]
/// (20, True, True, Move.from_uci('b1a3'))
#[pyclass(frozen, module = "hyperbola", name = "Moves", sequence)]
pub(crate) struct Moves {
    position: Position,
    passed: Option<Square>,
    is_chess960: bool,
    kind: MoveKind,
    made: PyOnceLock<Py<PyTuple>>,
}

impl Moves {
    pub(crate) fn new(
        position: Position,
        passed: Option<Square>,
        is_chess960: bool,
        kind: MoveKind,
    ) -> Self {
        Self { position, passed, is_chess960, kind, made: PyOnceLock::new() }
    }

    /// Visits the moves as the crates have them.
    fn visit<T>(&self, visit: impl FnMut(Inner) -> T) -> Vec<T> {
        let legal = self.position.legal();
        match self.kind {
            MoveKind::Legal => legal.moves().iter().copied().map(visit).collect(),
            MoveKind::Captures => {
                legal.stage(Stage::Captures).moves().iter().copied().map(visit).collect()
            }
            MoveKind::Pseudo => {
                pseudo::moves(&self.position, self.passed).into_iter().map(visit).collect()
            }
        }
    }

    /// Returns the moves as they are shown.
    pub(crate) fn shown(&self) -> Vec<Inner> {
        self.visit(|found| shown_form(&self.position, self.is_chess960, found))
    }

    fn made<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyTuple>> {
        let make = || {
            let moves = self.shown();
            // A fallible collection would not know its size beforehand.
            let mut objects = Vec::with_capacity(moves.len());
            for found in moves {
                objects.push(Move::of(py, found)?);
            }
            Ok::<_, PyErr>(PyTuple::new(py, objects)?.unbind())
        };
        Ok(self.made.get_or_try_init(py, make)?.bind(py))
    }

    /// Returns whether a move is among them.
    fn has(&self, found: Inner) -> bool {
        let legal = find(&self.position, found);
        match self.kind {
            MoveKind::Legal => legal.is_some(),
            MoveKind::Captures => legal.is_some_and(|legal| legal.is_capture(&self.position)),
            MoveKind::Pseudo => {
                let known = legal.unwrap_or(found);
                pseudo::moves(&self.position, self.passed).contains(&known)
            }
        }
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        match self.kind {
            MoveKind::Legal => self.position.legal().count(),
            MoveKind::Captures => self.position.legal().stage(Stage::Captures).count(),
            MoveKind::Pseudo => pseudo::moves(&self.position, self.passed).len(),
        }
    }

    fn __bool__(&self) -> bool {
        match self.kind {
            MoveKind::Legal => self.position.has_legal_moves(),
            _ => self.__len__() > 0,
        }
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        let found = item.cast::<Move>().ok().and_then(|found| found.get().inner());
        found.is_some_and(|found| self.has(found))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.made(py)?.as_any().try_iter()?.into_any())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let reversed = py.import("builtins")?.getattr("reversed")?;
        reversed.call1((self.made(py)?,))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.made(py)?.as_any().get_item(index)
    }

    /// Returns the index of a move, which is also its index in uint16.
    ///
    /// >>> moves = Board().legal_moves
    /// >>> moves.index(Move.from_uci("e2e4")) == moves.uci().index("e2e4")
    /// True
    #[pyo3(signature = (r#move, /))]
    fn index(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let found = r#move.cast::<Move>().ok().and_then(|found| found.get().inner());
        let index = found.filter(|&found| self.has(found)).and_then(|found| {
            let known = find(&self.position, found).unwrap_or(found);
            let known = shown_form(&self.position, self.is_chess960, known);
            self.shown().iter().position(|&other| other == known)
        });
        index.ok_or_else(|| {
            value_error(format_args!("expected one of {} moves, found {}", self.__len__(), r#move))
        })
    }

    /// Returns the number of moves, or how many times a move is among them.
    #[pyo3(signature = (r#move=None, /))]
    fn count(&self, r#move: Option<&Bound<'_, PyAny>>) -> usize {
        match r#move {
            Some(item) => self.__contains__(item).into(),
            None => self.__len__(),
        }
    }

    /// Returns the moves as UCI writes them.
    ///
    /// >>> Board("7k/8/8/8/8/8/6P1/K7 w - - 0 1").legal_moves.uci()
    /// ['a1b1', 'a1a2', 'a1b2', 'g2g3', 'g2g4']
    pub(crate) fn uci<'py>(&self, py: Python<'py>) -> PyResult<Vec<&'py Bound<'py, PyString>>> {
        let moves = self.shown();
        let mut texts = Vec::with_capacity(moves.len());
        for found in moves {
            texts.push(Move::of(py, found)?.get().text(py));
        }
        Ok(texts)
    }

    /// Returns the legal moves in algebraic notation.
    ///
    /// >>> Board("7k/8/8/8/8/8/6P1/K7 w - - 0 1").legal_moves.san()
    /// ['Kb1', 'Ka2', 'Kb2', 'g3', 'g4']
    fn san(&self) -> PyResult<Vec<String>> {
        if self.kind == MoveKind::Pseudo {
            return Err(PyValueError::new_err(
                "a move that is not legal has no algebraic notation",
            ));
        }
        Ok(self.visit(|found| self.position.san(found).to_string()))
    }

    /// The moves as numbers of 16 bits, as Positions and files have them: the square of the start
    /// in bits 0 to 5, the square of the end in bits 6 to 11, and in bits 12 to 15 the promotion,
    /// from knight = 1 to queen = 4. Castling is the king's move onto its rook, whatever the rules.
    ///
    /// >>> moves = Board().legal_moves
    /// >>> (moves.uint16 & 63).tolist() == [move.from_square for move in moves]
    /// True
    #[getter]
    fn uint16<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        self.visit(Inner::to_bits).into_pyarray(py)
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let equal = match other.cast::<Self>() {
            Ok(other) => self.made(py)?.eq(other.get().made(py)?)?,
            Err(_) => return Ok(py.NotImplemented()),
        };
        Ok(match operator {
            CompareOp::Eq => equal.into_pyobject(py)?.to_owned().into_any().unbind(),
            CompareOp::Ne => (!equal).into_pyobject(py)?.to_owned().into_any().unbind(),
            _ => py.NotImplemented(),
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.made(py)?.hash()
    }

    fn __repr__(&self) -> String {
        let moves = match self.kind {
            MoveKind::Pseudo => self.shown().iter().map(Inner::to_string).collect(),
            _ => self.san().unwrap_or_default(),
        };
        format!("<Moves: {}>", moves.join(", "))
    }
}

/// Returns the side that a move castles to, in either form, if it looks like castling.
pub(crate) fn castling_side(position: &Position, written: Inner) -> Option<CastlingSide> {
    let (from, to) = (written.from(), written.to());
    let color = position.side_to_move();
    let board = position.board();
    let is_far = from.file().index().abs_diff(to.file().index()) > 1;
    let is_castling = board.of(color, Role::King).contains(from)
        && (is_far || board.of(color, Role::Rook).contains(to));
    is_castling.then(|| CastlingSide::of_rook(from, to))
}
