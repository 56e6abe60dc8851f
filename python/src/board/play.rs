//! How moves are read and played on a board, and what the board says of them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use hyperbola::{Bitboard, Color, geometry};
use hyperbola_moves::{
    CastlingSide, Move as Inner, Outcome, Position, Role, Rules, Setup, Square, pgn,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use super::Board;
use super::convert::is_white;
use super::moves::{Move, MoveKind, Moves, castling_side, find, shown_form};
use super::sets::Sets;
use super::stack::{Ply, Stack};
use crate::names::{shown, value_error};
use crate::position::{Position as Frozen, fen_of, no_fen};
use crate::python::python;

/// What games need of a board.
impl Board {
    /// Returns the initial position, or another, without moves before.
    pub(crate) fn at_position(
        position: Position,
        passed: Option<Square>,
        is_chess960: bool,
    ) -> Self {
        Self { position, passed, is_chess960, stack: Stack::default(), sets: Sets::default() }
    }

    /// Adds the moves before the position.
    pub(crate) fn with_moves(self, stack: Stack) -> Self {
        Self { stack, ..self }
    }

    /// Returns the position, the square that a pawn has just passed over, and whether the rules are
    /// those of Chess960.
    pub(crate) fn parts(&self) -> (Position, Option<Square>, bool) {
        (self.position, self.passed, self.is_chess960)
    }

    /// Returns the moves that were played, each as it is in the crates.
    pub(crate) fn played(&self) -> Vec<Option<Inner>> {
        let found = |ply: &Ply| ply.played.and_then(|played| find(&ply.position, played));
        self.stack.all().iter().map(found).collect()
    }

    /// Returns the positions that were set after moves, as Shredder-FEN by the indices of the
    /// moves.
    pub(crate) fn edits(&self) -> PyResult<BTreeMap<usize, String>> {
        let plies = self.stack.all();
        let mut edits = BTreeMap::new();
        for (index, ply) in plies.iter().enumerate() {
            let mut next = Self::at_position(ply.position, ply.passed, self.is_chess960);
            next.play(ply.played.and_then(|played| find(&ply.position, played)))?;
            let later = plies.get(index + 1).map(|later| (later.position, later.passed));
            let (position, passed) = later.unwrap_or((self.position, self.passed));
            if (next.position, next.passed) != (position, passed) {
                let setup = Setup { en_passant: passed, ..position.setup() };
                edits.insert(index, setup.shredder_fen().to_string());
            }
        }
        Ok(edits)
    }

    /// Returns the object of a legal move, or of the null move.
    pub(crate) fn shown(&self, py: Python<'_>, found: Option<Inner>) -> PyResult<Py<Move>> {
        object(py, found.map(|found| shown_form(&self.position, self.is_chess960, found)))
    }

    /// Returns the board without the moves before.
    pub(crate) fn copied(&self) -> Self {
        Self::at_position(self.position, self.passed, self.is_chess960)
    }

    /// Returns the position.
    pub(crate) fn here(&self) -> &Position {
        &self.position
    }

    /// Returns a legal move, or the null move, in algebraic notation.
    pub(crate) fn san_of(&self, found: Option<Inner>) -> String {
        found.map_or_else(|| "--".into(), |found| self.position.san(found).to_string())
    }
}

impl Board {
    pub(crate) fn of(position: Position, passed: Option<Square>, rules: Rules) -> Self {
        let is_chess960 = match rules {
            Rules::Chess => false,
            Rules::Chess960 => true,
            Rules::Auto => position.chess960_right().is_some(),
        };
        Self::at_position(position, passed, is_chess960)
    }

    /// Makes a board of a position that is there, which is checked by the rules alone.
    pub(crate) fn by_rules(
        position: Position,
        passed: Option<Square>,
        rules: Rules,
    ) -> PyResult<Self> {
        position.setup().check_rights(rules).map_err(value_error)?;
        Ok(Self::of(position, passed, rules))
    }

    /// Makes a board of a parameter.
    pub(super) fn made(
        fen: Option<&Bound<'_, PyAny>>,
        lenient: bool,
        rules: Rules,
    ) -> PyResult<Self> {
        let Some(fen) = fen else { return Ok(Self::of(*initial(), None, rules)) };
        if let Ok(frozen) = fen.cast::<Frozen>() {
            let position = frozen.get().0;
            return Self::by_rules(position, position.en_passant(), rules);
        }
        if let Ok(board) = fen.cast::<Self>() {
            let board = Self::settled(board)?;
            let copied = Self::by_rules(board.position, board.passed, rules)?;
            return Ok(match copied.is_chess960 == board.is_chess960 || rules == Rules::Auto {
                true => Self { sets: board.sets.share(fen.py()), ..board.clone() },
                false => copied,
            });
        }
        if !fen.is_instance_of::<PyString>() && fen.hasattr("move_stack")? {
            return Self::of_python(fen, lenient, rules);
        }
        Self::read(&fen_of(fen)?, lenient, rules)
    }

    /// Returns the board for Python, with its attributes.
    pub(super) fn with_sets(mut self, py: Python<'_>) -> PyResult<Self> {
        self.sets.show(py, &self.position)?;
        Ok(self)
    }

    pub(super) fn turn(&self) -> bool {
        is_white(self.position.side_to_move())
    }

    pub(super) fn read(fen: &str, lenient: bool, rules: Rules) -> PyResult<Self> {
        let wrong = |error: &dyn core::fmt::Display| no_fen(&error, fen);
        if !lenient {
            let setup: Setup = fen.parse().map_err(|error| wrong(&error))?;
            let position = setup.position_by_rules(rules).map_err(|error| wrong(&error))?;
            return Ok(Self::of(position, setup.en_passant, rules));
        }
        let read = Position::from_fen_lenient_by_rules(fen, rules);
        let (position, _) = read.map_err(|error| wrong(&error))?;
        let (setup, _) = Setup::from_fen_lenient(fen).map_err(|error| wrong(&error))?;
        // The square is kept if it fits, though no capture is legal there.
        let with = Setup { en_passant: setup.en_passant, ..position.setup() };
        let mends = |setup: &Setup| setup.position_lenient().map_or(0, |(_, mends)| mends.len());
        let fits = mends(&with) == mends(&position.setup());
        let passed = if fits { setup.en_passant } else { position.en_passant() };
        Ok(Self::of(position, passed, rules))
    }

    /// Returns a parameter that is a board. Those of `hyperbola.compat.chess` may be no positions.
    pub(crate) fn settled<'py>(board: &Bound<'py, Self>) -> PyResult<PyRef<'py, Self>> {
        if !board.is_exact_instance_of::<Self>() && board.hasattr("_fields")? {
            return Ok(board.call_method0("_position")?.cast::<Self>()?.try_borrow()?);
        }
        Ok(board.try_borrow()?)
    }

    /// Sets the position of another board. The moves before stay.
    pub(super) fn set_position(&mut self, other: Self) {
        *self = Self { stack: core::mem::take(&mut self.stack), ..other };
    }

    /// Reads a parameter that is a board or a FEN.
    pub(crate) fn of_any(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        match board.cast::<Self>() {
            Ok(board) => Ok(Self::settled(board)?.clone()),
            Err(_) => Self::read(&fen_of(board)?, false, Rules::Auto),
        }
    }

    /// Makes a board of one of python-chess, with the moves that were played on it.
    pub(super) fn of_python(
        board: &Bound<'_, PyAny>,
        lenient: bool,
        rules: Rules,
    ) -> PyResult<Self> {
        let found = python(board.py(), "_columns", "root_and_moves", (board,), [])?;
        let (fen, moves): (String, Vec<String>) = found.extract()?;
        let mut copied = Self::read(&fen, lenient, rules)?;
        for uci in moves {
            let played = copied.uci_move(&uci).and_then(|found| copied.play(found));
            played.map_err(|error| {
                let error = error.value(board.py());
                value_error(format_args!(
                    "fen: a move of the board cannot be played: {error}; Board(board.fen()) has none"
                ))
            })?;
        }
        Ok(copied)
    }

    /// Returns the parts of the position with a square that a pawn has just passed over.
    pub(super) fn setup(&self, passed: Option<Square>) -> Setup {
        Setup { en_passant: passed, ..self.position.setup() }
    }

    /// Plays a legal move, or the null move.
    pub(crate) fn play(&mut self, found: Option<Inner>) -> PyResult<()> {
        let played = found.map(|found| shown_form(&self.position, self.is_chess960, found));
        let ply = Ply { position: self.position, passed: self.passed, played };
        let Some(found) = found else {
            let next = self
                .position
                .null_move()
                .ok_or_else(|| PyValueError::new_err("a null move is not legal in check"))?;
            self.stack.push(ply)?;
            (self.position, self.passed) = (next, None);
            return Ok(());
        };
        self.stack.push(ply)?;
        self.passed = passed_by(&self.position, Some(found));
        self.position.play_unchecked(found);
        Ok(())
    }

    pub(super) fn play_and_return(
        &mut self,
        py: Python<'_>,
        found: Option<Inner>,
    ) -> PyResult<Py<Move>> {
        let played = self.shown(py, found)?;
        self.play_and_show(py, found)?;
        Ok(played)
    }

    /// Plays a legal move, or the null move, on a board that Python has. An error changes nothing.
    pub(super) fn play_and_show(&mut self, py: Python<'_>, found: Option<Inner>) -> PyResult<()> {
        self.play(found)?;
        let shown = self.sets.show(py, &self.position);
        if shown.is_err() {
            self.take_back();
        }
        shown
    }

    /// Takes back the last move, if there is one. The attributes stay.
    pub(super) fn take_back(&mut self) {
        if let Some(last) = self.stack.pop() {
            (self.position, self.passed) = (last.position, last.passed);
        }
    }

    /// Reads a legal move from a Move, its bits or its UCI. Nothing is the null move.
    pub(crate) fn read_move(&self, item: &Bound<'_, PyAny>) -> PyResult<Option<Inner>> {
        if let Ok(written) = item.cast::<Move>() {
            return self.legal(written.get());
        }
        if item.is_instance_of::<PyInt>() || item.hasattr("dtype")? {
            if let Ok(bits) = item.extract::<u16>() {
                return self.numbered(bits).map(Some);
            }
        } else if let Ok(uci) = item.cast::<PyString>() {
            return self.uci_move(&uci.to_string_lossy());
        }
        self.legal(super::moves::given(item)?)
    }

    /// Returns the legal move that has some bits.
    pub(super) fn numbered(&self, bits: u16) -> PyResult<Inner> {
        let written = Inner::from_bits(bits).filter(|_| bits != Move::NULL).ok_or_else(|| {
            value_error(format_args!("move: expected the bits of a move, found {bits:#06x}"))
        })?;
        find(&self.position, written).ok_or_else(|| illegal(written))
    }

    /// Returns the legal move that a move is, or nothing for the null move.
    pub(crate) fn legal(&self, written: &Move) -> PyResult<Option<Inner>> {
        let Some(written) = written.inner() else { return Ok(None) };
        find(&self.position, written).map(Some).ok_or_else(|| illegal(written))
    }

    pub(super) fn uci_move(&self, uci: &str) -> PyResult<Option<Inner>> {
        if uci == "0000" {
            return Ok(None);
        }
        let wrong = |error| value_error(format_args!("{error}: {:?}", shown(uci)));
        self.position.parse_uci(uci).map(Some).map_err(wrong)
    }

    pub(super) fn san_move(&self, san: &str) -> PyResult<Option<Inner>> {
        if matches!(san, "--" | "Z0" | "0000" | "@@@@") {
            return Ok(None);
        }
        let wrong = |error| wrong_san(san, error);
        let read = self.position.parse_san(san);
        // Games have other notations too, such as Ng1-f3.
        let read = read.or_else(|error| pgn::read_move(&self.position, san).map_err(|_| error));
        let found = read.map_err(wrong)?;
        // A capture by a pawn names the pawn's file.
        let is_push = san.trim_start().starts_with(&found.to().to_string());
        if is_push && found.from().file() != found.to().file() {
            return Err(wrong_san(san, "a capture names the file of the pawn"));
        }
        Ok(Some(found))
    }

    pub(super) fn moves(&self, kind: MoveKind) -> Moves {
        Moves::new(self.position, self.passed, self.is_chess960, kind)
    }

    pub(super) fn generate<'py>(
        &self,
        py: Python<'py>,
        kind: MoveKind,
        from: Bitboard,
        to: Bitboard,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut moves = self.moves(kind).shown();
        moves.retain(|found| from.contains(found.from()) && to.contains(found.to()));
        let moves: PyResult<Vec<_>> = moves.into_iter().map(|found| Move::of(py, found)).collect();
        Ok(PyTuple::new(py, moves?)?.as_any().try_iter()?.into_any())
    }

    pub(super) fn castling_side(&self, written: &Move) -> Option<CastlingSide> {
        castling_side(&self.position, written.inner()?)
    }

    pub(super) fn attackers_of(
        &self,
        color: Color,
        square: Square,
        occupied: Option<Bitboard>,
    ) -> Bitboard {
        let board = self.position.board();
        let occupied = occupied.unwrap_or(board.occupied());
        board.attackers_to(square, occupied) & board.of_color(color)
    }

    /// Returns the line of a slider that would attack a colour's king if a square were empty and
    /// alone between them.
    pub(super) fn pin_line(&self, color: Color, square: Square) -> Option<Bitboard> {
        let (board, king) = (self.position.board(), self.position.king(color));
        let pinned = Bitboard::from(square);
        let sliders = board.attackers_to(king, Bitboard::EMPTY)
            & (board.diagonal_sliders() | board.orthogonal_sliders())
            & board.of_color(!color);
        let blocked = |&slider: &Square| {
            geometry::between(king, slider) & (board.occupied() | pinned) == pinned
        };
        let slider = sliders.into_iter().find(blocked)?;
        Some(geometry::line_through(king, slider))
    }

    pub(super) fn is_quiet_for(&self, half_moves: u16) -> bool {
        self.position.halfmove_clock() >= half_moves && self.position.has_legal_moves()
    }

    /// Returns whether a legal move leads to a position.
    pub(super) fn leads_to(&self, is_wanted: impl Fn(&Self, &Position) -> bool) -> bool {
        self.position.legal_moves().iter().any(|&found| {
            let mut next = self.position;
            next.play_unchecked(found);
            is_wanted(self, &next)
        })
    }

    /// Returns how the game has ended, or could be ended by a claim.
    pub(super) fn end(&self, claim_draw: bool) -> Option<Outcome> {
        let claim = || {
            let is_long = self.can_claim_fifty_moves();
            let claimed = if is_long { Outcome::FiftyMoves } else { Outcome::ThreefoldRepetition };
            (is_long || self.can_claim_threefold_repetition()).then_some(claimed)
        };
        self.position
            .outcome()
            .or_else(|| self.is_fivefold_repetition().then_some(Outcome::FivefoldRepetition))
            .or_else(|| if claim_draw { claim() } else { None })
    }
}

/// Returns the square that a pawn passes over in a move.
pub(crate) fn passed_by(position: &Position, found: Option<Inner>) -> Option<Square> {
    let found = found?;
    let (from, to) = (found.from().index(), found.to().index());
    let is_pawn = position.board().of_role(Role::Pawn).contains(found.from());
    (is_pawn && from.abs_diff(to) == 16).then(|| Square::from_index_wrapping(to ^ 8))
}

/// Returns the initial position, which is made once.
pub(super) fn initial() -> &'static Position {
    static INITIAL: OnceLock<Position> = OnceLock::new();
    INITIAL.get_or_init(Position::initial)
}

/// Returns the object of a move, or of the null move.
pub(crate) fn object(py: Python<'_>, found: Option<Inner>) -> PyResult<Py<Move>> {
    let found = found.map_or_else(|| Move::none(py), |found| Move::of(py, found))?;
    Ok(found.clone_ref(py))
}

/// Makes the error for a move that is not legal.
pub(super) fn illegal(written: Inner) -> PyErr {
    value_error(format_args!("the move {written} is not legal in this position"))
}

/// Makes the error for a text that is no legal move.
fn wrong_san(san: &str, error: impl core::fmt::Display) -> PyErr {
    value_error(format_args!("{error}: {:?}", shown(san)))
}

/// Makes the error for a board without moves.
pub(super) fn no_move() -> PyErr {
    PyIndexError::new_err("no move was played on this board")
}

/// Returns the name of an outcome in Python's enumeration.
pub(super) const fn termination(found: Outcome) -> &'static str {
    match found {
        Outcome::Checkmate { .. } => "CHECKMATE",
        Outcome::Stalemate => "STALEMATE",
        Outcome::InsufficientMaterial => "INSUFFICIENT_MATERIAL",
        Outcome::SeventyFiveMoves => "SEVENTYFIVE_MOVES",
        Outcome::FivefoldRepetition => "FIVEFOLD_REPETITION",
        Outcome::FiftyMoves => "FIFTY_MOVES",
        _ => "THREEFOLD_REPETITION",
    }
}

/// Returns the pieces of an initial array by its number, as Scharnagl numbers them: the bishop on
/// the light squares, the bishop on the dark squares, the queen, the knights, and between the rooks
/// the king.
pub(super) fn start_array(number: u32) -> Option<String> {
    if number > 959 {
        return None;
    }
    let mut files = [' '; 8];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    files[2 * light as usize + 1] = 'B';
    files[2 * dark as usize] = 'B';
    let mut put = |index: usize, piece| {
        let mut empty = files.iter_mut().filter(|file| **file == ' ');
        if let Some(file) = empty.nth(index) {
            *file = piece;
        }
    };
    put(queen as usize, 'Q');
    let mut pairs = (0..5).flat_map(|first| (first + 1..5).map(move |second| (first, second)));
    let (first, second) = pairs.nth(knights as usize)?;
    put(second, 'N');
    put(first, 'N');
    for piece in ['R', 'K', 'R'] {
        put(0, piece);
    }
    Some(files.iter().collect())
}
