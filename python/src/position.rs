//! One position.

use core::fmt;
use core::num::NonZeroUsize;
use std::borrow::Cow;

use hyperbola::{Color, Square};
use hyperbola_moves::{Move, Piece, Position as Inner, Role, Rules};
use hyperbola_perft::{MAX_DEPTH, Perft, Statistics};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::board::{Board, MoveKind, Moves, convert};
use crate::interrupt::until_stopped;
use crate::memory;
use crate::names::{
    Text, check_threads, flag, integer, optional, parse, shown, text, value_error, wide_word,
};
use crate::python::python;
use crate::squares::{Made, square};
use crate::texts;

/// A chess position that can be played on.
///
/// Position() is the initial position of a game. Position(fen) reads a FEN, X-FEN or Shredder-FEN,
/// so Chess960 is nothing special. Position(board) takes a board of python-chess. With
/// lenient=True, what a position can do without is left out if it is wrong, such as a castling
/// right without a rook. A position does not change: play() returns another one.
///
/// rules say how castling rights are read. With "auto" a position is one of Chess960 if a right is
/// not one of chess. With "chess" such a right is an error, or with lenient=True left out; so are,
/// with "auto" and lenient=True, letters of KQkq whose king or rook is not on its square of chess.
///
/// >>> Position().play("e2e4").fen()
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
#[pyclass(frozen, eq, hash, module = "hyperbola", name = "Position")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) Inner);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(
        signature = (fen=None, *, lenient=false, rules=Text::of("auto")),
        text_signature = "(fen=None, *, lenient=False, rules='auto')"
    )]
    fn new(
        fen: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = flag::lenient)] lenient: bool,
        #[pyo3(from_py_with = text::rules)] rules: Text,
    ) -> PyResult<Self> {
        let rules = parse("rules", &rules)?;
        let Some(fen) = fen else { return Ok(Self(Inner::initial())) };
        Self::parse_fen(&fen_of(fen)?, lenient, rules)
    }

    /// Makes a position from a FEN that Positions or pickle have written.
    #[staticmethod]
    fn _restore(fen: &str) -> PyResult<Self> {
        Self::parse_fen(fen, true, Rules::Auto)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.0.shredder_fen().to_string(),)))
    }

    /// Returns the position as X-FEN, which is FEN wherever FEN can express the castling rights.
    /// With shredder=True, castling rights are the files of the rooks.
    #[pyo3(signature = (*, shredder=false))]
    fn fen(&self, #[pyo3(from_py_with = flag::shredder)] shredder: bool) -> String {
        if shredder { self.0.shredder_fen().to_string() } else { self.0.to_string() }
    }

    fn __repr__(&self) -> String {
        // The strict reader may refuse what the lenient one has taken.
        let option = if self.0.setup().checked().is_ok() { "" } else { ", lenient=True" };
        format!("Position('{}'{option})", self.0)
    }

    /// Draws the board, rank 8 first.
    fn __str__(&self) -> String {
        drawing(&self.0)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        picture(py, &self.0)
    }

    /// Returns the legal moves as UCI writes them. Castling is e1g1; in Chess960 it is the king's
    /// move onto its rook.
    ///
    /// >>> Position("7k/8/8/8/8/8/6P1/K7 w - - 0 1").legal_moves()
    /// ['a1b1', 'a1a2', 'a1b2', 'g2g3', 'g2g4']
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<&Bound<'py, PyString>>> {
        Moves::new(self.0, None, self.0.chess960_right().is_some(), MoveKind::Legal).uci(py)
    }

    /// Returns a legal move, a Move or its UCI, in algebraic notation.
    ///
    /// >>> Position().san("g1f3"), Position().parse_san("Nf3")
    /// ('Nf3', 'g1f3')
    #[pyo3(name = "san", signature = (r#move, /))]
    fn san(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.0.san(self.read_move(r#move)?).to_string())
    }

    /// Returns a legal move, given in algebraic notation, as UCI.
    #[pyo3(signature = (san, /))]
    fn parse_san(&self, #[pyo3(from_py_with = text::san)] san: Text) -> PyResult<String> {
        let found = self.0.parse_san(&san);
        let found = found.map_err(|error| wrong_text(error, &san))?;
        Ok(self.0.uci(found).to_string())
    }

    /// Returns the position after a legal move: a Move or its UCI.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.0.play(self.read_move(r#move)?).map(Self).map_err(value_error)
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// Whether the side to move is in check and has no legal move.
    fn is_checkmate(&self) -> bool {
        self.0.is_checkmate()
    }

    /// Whether the side to move is not in check and has no legal move.
    fn is_stalemate(&self) -> bool {
        self.0.is_stalemate()
    }

    /// The Zobrist key, with the numbers of the Polyglot book format. En passant is part of it only
    /// where a capture is legal; where the capturing pawn is pinned, the format has another key.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The side to move: "white" or "black".
    #[getter]
    fn side_to_move(&self) -> String {
        self.0.side_to_move().to_string()
    }

    /// The number of half moves since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.0.halfmove_clock()
    }

    /// The number of the move.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.0.fullmove_number()
    }

    /// The square that a pawn has just passed over if it can legally be captured there, or None.
    #[getter]
    fn en_passant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.en_passant().map(|found| square(py, found)).transpose()
    }

    /// The occupied squares.
    #[getter]
    fn occupied(&self) -> Made {
        self.0.board().occupied().into()
    }

    /// The pieces that give check.
    #[getter]
    fn checkers(&self) -> Made {
        self.0.checkers().into()
    }

    /// The pieces of the side to move that are pinned to their king.
    #[getter]
    fn pinned(&self) -> Made {
        self.0.pinned().into()
    }

    /// The squares that the king of the side to move may not go to, because they are attacked.
    #[getter]
    fn king_danger(&self) -> Made {
        self.0.king_danger().into()
    }

    /// Returns the squares of the pieces of a colour (WHITE, BLACK or its name) and a role (a
    /// PieceType or its letter). None stands for both colours or all roles.
    ///
    /// >>> list(Position().pieces("black", "R"))
    /// [Square.A8, Square.H8]
    #[pyo3(signature = (color=None, role=None))]
    fn pieces(
        &self,
        #[pyo3(from_py_with = convert::color_or_none)] color: Option<Color>,
        #[pyo3(from_py_with = convert::role)] role: Option<Role>,
    ) -> Made {
        let board = self.0.board();
        let mut set = board.occupied();
        if let Some(color) = color {
            set &= board.of_color(color);
        }
        if let Some(role) = role {
            set &= board.of_role(role);
        }
        set.into()
    }

    /// Returns the number of legal move sequences of a length.
    ///
    /// It runs without the GIL on a number of threads. With memory_mib, positions are kept in about
    /// as many MiB, so that hardly any is counted twice. simd is one of
    /// simd_kinds(boards=True); without it the widest is used.
    ///
    /// >>> Position().perft(4)
    /// 197281
    #[pyo3(signature = (depth, *, threads=1, memory_mib=0, simd=None))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = integer::depth)] depth: u32,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
        #[pyo3(from_py_with = integer::memory_mib)] memory_mib: usize,
        #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
    ) -> PyResult<u128> {
        let perft = self.counter(depth, threads, memory_mib, simd.as_deref())?;
        let position = self.0;
        let count = move |stop: &_| perft.count_until(&position, depth, stop, &|_| {});
        exact(until_stopped(py, count)?.nodes)
    }

    /// Returns a dict that says what the last moves of all legal move sequences of a length are.
    ///
    /// checks has checkmates too, captures has en passant. A discovered check is by one piece that
    /// has not moved, and a double check by two pieces. It runs without the GIL on a number of
    /// threads.
    ///
    /// >>> statistics = Position().perft_statistics(4)
    /// >>> statistics["nodes"], statistics["captures"], statistics["checks"]
    /// (197281, 1576, 469)
    #[pyo3(signature = (depth, *, threads=1))]
    fn perft_statistics<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer::depth)] depth: u32,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let perft = self.counter(depth, threads, 0, None)?;
        let position = self.0;
        let count = move |stop: &_| perft.statistics(&position, depth, stop, &|_| {});
        // Where a signal stops it, that is the error.
        let found = until_stopped(py, count)?.unwrap_or_default();
        if found.nodes == u64::MAX {
            return Err(PyOverflowError::new_err("there are at least 2^64 - 1 move sequences"));
        }
        let kinds = PyDict::new(py);
        for (name, number) in Statistics::NAMES.into_iter().zip(found.numbers()) {
            kinds.set_item(name, number)?;
        }
        Ok(kinds)
    }

    /// Returns a dict with the number of legal move sequences of a length for each first move. The
    /// parameters are those of perft().
    ///
    /// >>> Position("7k/8/8/8/8/8/8/K7 w - - 0 1").divide(2)
    /// {'a1b1': 3, 'a1a2': 3, 'a1b2': 3}
    #[pyo3(signature = (depth, *, threads=1, memory_mib=0, simd=None))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer::depth)] depth: u32,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
        #[pyo3(from_py_with = integer::memory_mib)] memory_mib: usize,
        #[pyo3(from_py_with = optional::simd)] simd: Option<Text>,
    ) -> PyResult<Bound<'py, PyDict>> {
        if depth == 0 {
            return Err(value_error(format_args!(
                "expected a depth from 1 to {MAX_DEPTH}, found 0"
            )));
        }
        let perft = self.counter(depth, threads, memory_mib, simd.as_deref())?;
        let position = self.0;
        let divide = move |stop: &_| perft.divide(&position, depth, stop, &|_| {});
        let counts = PyDict::new(py);
        for (first, count) in until_stopped(py, divide)?.moves {
            counts.set_item(self.0.uci(first).to_string(), exact(count)?)?;
        }
        Ok(counts)
    }
}

impl Position {
    fn parse_fen(fen: &str, lenient: bool, rules: Rules) -> PyResult<Self> {
        let position = match lenient {
            true => Inner::from_fen_lenient_by_rules(fen, rules).map(|(position, _)| position),
            false => Inner::from_fen_by_rules(fen, rules),
        };
        position.map(Self).map_err(|error| no_fen(&error, fen))
    }

    /// Reads a legal move as a board does.
    fn read_move(&self, found: &Bound<'_, PyAny>) -> PyResult<Move> {
        let read = Board::of(self.0, None, Rules::Auto).read_move(found)?;
        read.ok_or_else(|| value_error("move: expected a legal move, found the null move"))
    }

    /// Returns the counter with some options.
    fn counter(
        &self,
        depth: u32,
        threads: usize,
        memory_mib: usize,
        name: Option<&str>,
    ) -> PyResult<Perft> {
        check_depth(depth)?;
        let threads = check_threads(threads)?;
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let mut perft = Perft::default().threads(threads).memory_bytes(mebibytes(memory_mib));
        if let Some(name) = name {
            perft = perft.word(wide_word(name)?.kind());
        }
        // Positions are kept where a failure would end the process.
        memory::check(perft.kept_bytes(&self.0, depth))?;
        Ok(perft)
    }
}

/// Returns a number of sequences that a `u128` holds for certain.
fn exact(nodes: u128) -> PyResult<u128> {
    match nodes {
        u128::MAX => Err(PyOverflowError::new_err("there are at least 2^128 - 1 move sequences")),
        _ => Ok(nodes),
    }
}

/// Returns the bytes of as many mebibytes.
pub(crate) const fn mebibytes(mebibytes: usize) -> usize {
    mebibytes.saturating_mul(1 << 20)
}

/// Checks the depth of a count.
pub(crate) fn check_depth(depth: u32) -> PyResult<()> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    Err(value_error(format_args!("expected a depth to {MAX_DEPTH}, found {depth}")))
}

/// Makes the error for a text that is no position.
pub(crate) fn no_fen(error: &impl fmt::Display, fen: &str) -> PyErr {
    match texts::instead(fen.as_bytes()) {
        Some(reason) => wrong_text(reason, fen),
        None => wrong_text(error, fen),
    }
}

/// Makes a `ValueError` of what is wrong in a text.
fn wrong_text(error: impl fmt::Display, text: &str) -> PyErr {
    value_error(format_args!("{error}: {:?}", shown(text)))
}

/// Returns the FEN that a text is, or that of a board.
pub(crate) fn fen_of<'a>(fen: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    if let Ok(fen) = fen.cast::<PyString>() {
        // A surrogate becomes a character that is in no FEN.
        return Ok(fen.to_string_lossy());
    }
    if !fen.hasattr("shredder_fen")? {
        let found = fen.get_type();
        return Err(PyTypeError::new_err(format!("fen: expected a FEN or a board, found {found}")));
    }
    Ok(python(fen.py(), "_columns", "fen_of_board", (fen,), [])?.extract::<String>()?.into())
}

/// Draws a board, rank 8 first.
pub(crate) fn drawing(position: &Inner) -> String {
    let board = position.board();
    let mut text = String::with_capacity(128);
    for index in 0..64 {
        let square = Square::from_index_wrapping(index ^ 56);
        text.push(board.piece_at(square).map_or('.', Piece::letter));
        text.push(if index % 8 == 7 { '\n' } else { ' ' });
    }
    text.pop();
    text
}

/// Returns an SVG picture of a board, with the pieces that give check marked.
pub(crate) fn picture<'py>(py: Python<'py>, position: &Inner) -> PyResult<Bound<'py, PyAny>> {
    let pieces = position.board().pieces().map(|(square, piece)| (square as u8, piece.letter()));
    let pieces: Vec<_> = pieces.collect();
    py.import("hyperbola._svg")?.call_method1("board", (position.checkers().0, pieces))
}
