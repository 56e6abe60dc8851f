//! A board: a position with the moves that led to it.

pub(crate) mod convert;
mod epd;
mod moves;
mod play;
mod pseudo;
mod repetition;
mod sets;
mod stack;

use std::collections::BTreeMap;

use hyperbola::{Bitboard, Color};
use hyperbola_moves::{CastlingSide, Move as Inner, Position, Role, Rules, Setup, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict};

use crate::names::{Text, flag, flag_or_none, parse, shown, text, value_error};
use crate::position::{self, Position as Frozen};
use crate::python::{Reduced, python};
use crate::squares::{self, Made, optional_set};

pub(crate) use convert::{Piece, square};
use convert::{PieceType, is_white};
pub(crate) use moves::shown_form;
pub(crate) use moves::{Move, MoveKind, Moves, find};
pub(crate) use play::object;
pub(crate) use play::passed_by;
use play::{illegal, initial, no_move, start_array, termination};
use sets::Sets;
pub(crate) use sets::add_members;
pub(crate) use stack::{Line, Ply, Stack};

/// A chess board with the moves that were played on it, which can be taken back.
///
/// Board() is the initial position of a game. Board(fen) reads a FEN, X-FEN or Shredder-FEN, and
/// takes a Position or a board of python-chess too. lenient and rules are those of Position. With
/// rules="auto" the board has the rules of Chess960 if a castling right is not one of chess; they
/// say how castling is written. The moves are those of chess or Chess960, so a move that is not
/// legal is an error and changes nothing.
///
/// Most names are those of python-chess; docs/BOARD.md compares them one by one. A colour is True
/// for White and False for Black (WHITE, BLACK), or its name. Boards are equal if their positions
/// are, the clocks included; the moves before do not count. A board that is a key of a dict must
/// not change.
///
/// >>> board = Board()
/// >>> for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]:
/// ...     move = board.push_san(san)
/// >>> board.is_checkmate(), board.outcome().result(), board.pop()
/// (True, '1-0', Move.from_uci('h5f7'))
// How it becomes an object is said in sets.rs: `extends = PyAny` keeps PyO3 from deriving
// `IntoPyObject`.
#[pyclass(extends = PyAny, subclass, module = "hyperbola", name = "Board")]
#[derive(Clone)]
pub(crate) struct Board {
    position: Position,
    /// The square that a pawn has just passed over, whether or not it can be captured there.
    passed: Option<Square>,
    is_chess960: bool,
    stack: Stack,
    sets: Sets,
}

/// A board as pickle writes it: the first FEN, the rules, the moves, and the positions that were
/// set after some of them.
type Pickled<'py> = (String, bool, Bound<'py, PyBytes>, BTreeMap<usize, String>);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (fen=None, *, lenient=false, rules=Text::of("auto")),
        text_signature = "(fen=None, *, lenient=False, rules='auto')"
    )]
    fn new(
        py: Python<'_>,
        fen: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = flag::lenient)] lenient: bool,
        #[pyo3(from_py_with = text::rules)] rules: Text,
    ) -> PyResult<Self> {
        Self::made(fen, lenient, parse("rules", &rules)?)?.with_sets(py)
    }

    /// Makes a board from what pickle has written: the first position, the moves after it, and the
    /// positions that were set after some of them.
    #[staticmethod]
    #[pyo3(signature = (fen, chess960, moves, edits=BTreeMap::new()))]
    fn _restore(
        fen: &str,
        chess960: bool,
        moves: &[u8],
        edits: BTreeMap<usize, String>,
    ) -> PyResult<Self> {
        let rules = if chess960 { Rules::Chess960 } else { Rules::Auto };
        let mut board = Self { is_chess960: chess960, ..Self::read(fen, true, rules)? };
        for (index, bits) in moves.as_chunks().0.iter().enumerate() {
            let found = match u16::from_le_bytes(*bits) {
                Move::NULL => None,
                bits => Some(board.numbered(bits)?),
            };
            board.play(found)?;
            if let Some(fen) = edits.get(&index) {
                board.set_position(Self::read(fen, true, rules)?);
            }
        }
        Ok(board)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Pickled<'py>>> {
        let plies = self.stack.all();
        let moves: Vec<u8> = plies
            .iter()
            .flat_map(|ply| ply.played.map_or(Move::NULL, Inner::to_bits).to_le_bytes())
            .collect();
        let root = self.root();
        let fen = root.setup(root.passed).shredder_fen().to_string();
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (fen, self.is_chess960, PyBytes::new(py, &moves), self.edits()?)))
    }

    /// Makes the board of an initial array of Chess960, from 0 to 959.
    ///
    /// >>> Board.from_chess960_pos(518).board_fen() == Board().board_fen()
    /// True
    #[staticmethod]
    #[pyo3(signature = (number, /))]
    fn from_chess960_pos(
        #[pyo3(from_py_with = crate::names::integer::number)] number: u32,
    ) -> PyResult<Self> {
        let array = start_array(number).ok_or_else(|| {
            value_error(format_args!("number: expected 0 to 959, found {number}"))
        })?;
        let small = array.to_ascii_lowercase();
        let fen = format!("{small}/pppppppp/8/8/8/8/PPPPPPPP/{array} w KQkq - 0 1");
        Self::read(&fen, false, Rules::Chess960)
    }

    /// Returns the position as X-FEN, which is FEN wherever FEN can express the castling rights.
    ///
    /// en_passant says when the square that a pawn has just passed over is written: "legal" if a
    /// capture there is legal, "xfen" if an enemy pawn stands beside that pawn, even if it may not
    /// capture, and "fen" always. With shredder=True, castling rights are the files of the rooks.
    ///
    /// >>> board = Board()
    /// >>> board.push_uci("e2e4")
    /// Move.from_uci('e2e4')
    /// >>> board.fen().split()[3], board.fen(en_passant="fen").split()[3]
    /// ('-', 'e3')
    #[pyo3(
        signature = (*, shredder=false, en_passant=Text::of("legal")),
        text_signature = "($self, *, shredder=False, en_passant='legal')"
    )]
    fn fen(
        &self,
        #[pyo3(from_py_with = flag::shredder)] shredder: bool,
        #[pyo3(from_py_with = text::en_passant)] en_passant: Text,
    ) -> PyResult<String> {
        let square = match &*en_passant {
            "legal" => self.position.en_passant(),
            "xfen" => self.passed.filter(|_| self.has_pseudo_legal_en_passant()),
            "fen" => self.passed,
            found => {
                return Err(value_error(format_args!(
                    "en_passant: expected legal, xfen or fen; found {:?}",
                    shown(found)
                )));
            }
        };
        let setup = self.setup(square);
        let mut text = String::with_capacity(96);
        let fen = if shredder { setup.shredder_fen() } else { setup.fen() };
        fen.write_to(&mut text).map_err(value_error)?;
        Ok(text)
    }

    /// Returns the position as Shredder-FEN.
    #[pyo3(
        signature = (*, en_passant=Text::of("legal")),
        text_signature = "($self, *, en_passant='legal')"
    )]
    fn shredder_fen(
        &self,
        #[pyo3(from_py_with = text::en_passant)] en_passant: Text,
    ) -> PyResult<String> {
        self.fen(true, en_passant)
    }

    /// Returns the first field of the FEN: the pieces.
    fn board_fen(&self) -> String {
        let fen = self.position.to_string();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Returns the castling rights as X-FEN writes them.
    fn castling_xfen(&self) -> String {
        let fen = self.position.to_string();
        fen.split(' ').nth(2).unwrap_or_default().to_owned()
    }

    /// Reads a line of EPD. Returns the board, and a dict of the operations: for am, bm, sm, pm and
    /// pv a list of moves, otherwise an operand, which is a number or a text, a list of several, or
    /// None.
    ///
    /// >>> board, operations = Board.from_epd('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 57; id "one";')
    /// >>> operations
    /// {'bm': [Move.from_uci('e2e4')], 'ce': 57, 'id': 'one'}
    #[staticmethod]
    #[pyo3(
        signature = (epd, /, *, rules=Text::of("auto")),
        text_signature = "(epd, /, *, rules='auto')"
    )]
    fn from_epd<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = text::epd)] epd: Text,
        #[pyo3(from_py_with = text::rules)] rules: Text,
    ) -> PyResult<(Self, Bound<'py, PyDict>)> {
        Self::read_epd(py, &epd, parse("rules", &rules)?)
    }

    /// Returns the position as EPD, with operations. Their operands are moves, numbers and texts,
    /// or lists of them.
    ///
    /// >>> Board().epd(bm=Move.from_uci("e2e4"), id="one")
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "one";'
    #[pyo3(signature = (**operations))]
    fn epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        self.write_epd(operations)
    }

    /// Sets another position, as Board(fen) reads it. The moves before are forgotten.
    #[pyo3(signature = (fen, /))]
    fn set_fen(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = text::fen)] fen: Text,
    ) -> PyResult<()> {
        let rules = if self.is_chess960 { Rules::Chess960 } else { Rules::Auto };
        *self = Self::read(&fen, false, rules)?.with_sets(py)?;
        Ok(())
    }

    /// Sets another position, as set_fen() does, but the moves before stay.
    fn _set_position(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = text::fen)] fen: Text,
    ) -> PyResult<()> {
        let rules = if self.is_chess960 { Rules::Chess960 } else { Rules::Auto };
        self.set_position(Self::read(&fen, false, rules)?.with_sets(py)?);
        Ok(())
    }

    /// Sets the initial position of a game. The rules stay.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        *self = Self::at_position(*initial(), None, self.is_chess960).with_sets(py)?;
        Ok(())
    }

    /// Forgets the moves before. The position stays.
    fn clear_stack(&mut self) {
        self.stack = Stack::default();
    }

    /// Returns the board before the first move.
    pub(crate) fn root(&self) -> Self {
        let first = self.stack.all().first().map(|ply| (ply.position, ply.passed));
        let (position, passed) = first.unwrap_or((self.position, self.passed));
        Self::at_position(position, passed, self.is_chess960)
    }

    /// Returns a copy, with all moves before, with none of them, or with the last few.
    ///
    /// >>> board = Board()
    /// >>> other = board.copy()
    /// >>> other.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board == other, board.copy(stack=False).ply()
    /// (False, 0)
    #[pyo3(signature = (*, stack=None), text_signature = "($self, *, stack=True)")]
    fn copy(&self, py: Python<'_>, stack: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let last = match stack {
            None => self.stack.len(),
            Some(stack) => match (stack.extract::<bool>(), stack.extract::<usize>()) {
                (Ok(all), _) => {
                    if all {
                        self.stack.len()
                    } else {
                        0
                    }
                }
                (_, Ok(last)) => last.min(self.stack.len()),
                _ => {
                    let found = stack.get_type();
                    let wrong =
                        format!("stack: expected a bool or a number of moves, found {found}");
                    return Err(PyTypeError::new_err(wrong));
                }
            },
        };
        let (stack, sets) = (self.stack.copy_latest(last)?, self.sets.share(py));
        Ok(Self { stack, sets, ..self.copied() })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py, None)
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(memo.py(), None)
    }

    /// Returns the board with the colours exchanged and rank 1 where rank 8 was. It has no moves
    /// before.
    ///
    /// >>> Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").mirror().fen()
    /// '4k3/4p3/8/8/8/8/8/4K3 b - - 0 1'
    fn mirror(&self) -> PyResult<Self> {
        let flip = |square: Square| Square::from_index_wrapping(square.index() ^ 56);
        let setup = self.setup(self.passed);
        let mut other = Setup { side_to_move: !setup.side_to_move, ..setup };
        other.board = hyperbola_moves::Board::EMPTY;
        for (square, piece) in setup.board.pieces() {
            other.board.put(flip(square), hyperbola_moves::Piece::new(!piece.color, piece.role));
        }
        other.castling_rights = hyperbola_moves::CastlingRights::NONE;
        for (color, side, rook) in setup.castling_rights.iter() {
            other.castling_rights.set(!color, side, Some(flip(rook)));
        }
        other.en_passant = setup.en_passant.map(flip);
        let (position, _) = other.position_lenient().map_err(value_error)?;
        let (passed, is_chess960) = (other.en_passant, self.is_chess960);
        Ok(Self::at_position(position, passed, is_chess960))
    }

    /// The position as a value that does not change: it counts perft, and can be a key.
    ///
    /// >>> Board().position.perft(3)
    /// 8902
    #[getter]
    fn position(&self) -> Frozen {
        Frozen(self.position)
    }

    /// Whether castling is written as Chess960 does: as the king's move onto its rook.
    #[getter]
    fn chess960(&self) -> bool {
        self.is_chess960
    }

    /// The number of half moves since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock()
    }

    /// The number of the move.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.position.fullmove_number()
    }

    /// Returns the number of half moves since the start of the game, as the number of the move
    /// says.
    fn ply(&self) -> u32 {
        let moves = u32::from(self.position.fullmove_number()).saturating_sub(1);
        2 * moves + u32::from(!self.turn())
    }

    /// The square that a pawn has just passed over, whether or not it can be captured there, or
    /// None.
    #[getter]
    fn ep_square<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.passed.map(|found| squares::square(py, found)).transpose()
    }

    /// Returns whether a capture en passant is legal.
    fn has_legal_en_passant(&self) -> bool {
        self.position.en_passant().is_some()
    }

    /// Returns whether a pawn could capture en passant if its king's safety did not matter.
    fn has_pseudo_legal_en_passant(&self) -> bool {
        let color = self.position.side_to_move();
        let captors = |square| hyperbola::pawn_attacks(!color, square);
        let pawns = self.position.board().of(color, Role::Pawn);
        self.passed.is_some_and(|square| !pawns.is_disjoint(captors(square)))
    }

    /// The Zobrist key of the position, with the numbers of the Polyglot book format. En passant is
    /// part of it only where a capture is legal, so positions with the same moves have the same
    /// key.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The key by which a book of the Polyglot format is searched. En passant is part of it
    /// wherever an enemy pawn stands beside the pawn that has just moved.
    ///
    /// >>> hex(Board().polyglot_key)
    /// '0x463b96181691fc9c'
    #[getter]
    fn polyglot_key(&self) -> u64 {
        self.position.polyglot_key(self.passed)
    }

    /// Plays a legal move: a Move, or a number of 16 bits as Moves.uint16 has it.
    ///
    /// >>> board = Board()
    /// >>> board.push(Move.from_uci("g1f3"))
    /// >>> board.push(board.legal_moves.uint16[0])
    /// >>> [str(move) for move in board.move_stack]
    /// ['g1f3', 'b8a6']
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let found = self.read_move(r#move)?;
        self.play_and_show(r#move.py(), found)
    }

    /// Plays a legal move, given as UCI, and returns it. Castling may be written in either form,
    /// and 0000 is the null move.
    #[pyo3(signature = (uci, /))]
    fn push_uci(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = text::uci)] uci: Text,
    ) -> PyResult<Py<Move>> {
        let found = self.uci_move(&uci)?;
        self.play_and_return(py, found)
    }

    /// Plays a legal move, given in algebraic notation, and returns it. -- is the null move.
    ///
    /// >>> Board().push_san("Nf3")
    /// Move.from_uci('g1f3')
    #[pyo3(signature = (san, /))]
    fn push_san(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = text::san)] san: Text,
    ) -> PyResult<Py<Move>> {
        let found = self.san_move(&san)?;
        self.play_and_return(py, found)
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        // What may fail comes first, so that an error changes nothing.
        let last = self.stack.last().ok_or_else(no_move)?;
        let played = object(py, last.played)?;
        self.sets.show(py, &last.position)?;
        self.take_back();
        Ok(played)
    }

    /// Returns the last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        object(py, self.stack.last().ok_or_else(no_move)?.played)
    }

    /// The moves that were played, as a list that is made anew.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        self.stack.all().iter().map(|ply| object(py, ply.played)).collect()
    }

    /// The legal moves.
    ///
    /// >>> board = Board("7k/8/8/8/8/8/6P1/K7 w - - 0 1")
    /// >>> [board.san(move) for move in board.legal_moves]
    /// ['Kb1', 'Ka2', 'Kb2', 'g3', 'g4']
    #[getter]
    fn legal_moves(&self) -> Moves {
        self.moves(MoveKind::Legal)
    }

    /// The legal moves that capture a piece, en passant among them.
    #[getter]
    fn legal_captures(&self) -> Moves {
        self.moves(MoveKind::Captures)
    }

    /// The moves that follow the rules but for the safety of the king. Castling is among them only
    /// if it is legal.
    #[getter]
    fn pseudo_legal_moves(&self) -> Moves {
        self.moves(MoveKind::Pseudo)
    }

    /// Returns an iterator through the legal moves from some squares to some squares.
    ///
    /// >>> [str(move) for move in Board().generate_legal_moves(Bitboard(["g1"]))]
    /// ['g1f3', 'g1h3']
    #[pyo3(
        signature = (from_mask=Bitboard::FULL, to_mask=Bitboard::FULL),
        text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)"
    )]
    fn generate_legal_moves<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = squares::set)] from_mask: Bitboard,
        #[pyo3(from_py_with = squares::set)] to_mask: Bitboard,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.generate(py, MoveKind::Legal, from_mask, to_mask)
    }

    /// Returns an iterator through the legal captures from some squares to some squares.
    #[pyo3(
        signature = (from_mask=Bitboard::FULL, to_mask=Bitboard::FULL),
        text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)"
    )]
    fn generate_legal_captures<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = squares::set)] from_mask: Bitboard,
        #[pyo3(from_py_with = squares::set)] to_mask: Bitboard,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.generate(py, MoveKind::Captures, from_mask, to_mask)
    }

    /// Returns an iterator through the pseudo-legal moves from some squares to some squares.
    #[pyo3(
        signature = (from_mask=Bitboard::FULL, to_mask=Bitboard::FULL),
        text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)"
    )]
    fn generate_pseudo_legal_moves<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = squares::set)] from_mask: Bitboard,
        #[pyo3(from_py_with = squares::set)] to_mask: Bitboard,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.generate(py, MoveKind::Pseudo, from_mask, to_mask)
    }

    /// Returns the legal move between two squares. A pawn that promotes becomes a queen, or what is
    /// given.
    ///
    /// >>> Board("8/P6k/8/8/8/8/8/K7 w - - 0 1").find_move(Square.A7, Square.A8)
    /// Move.from_uci('a7a8q')
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn find_move(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = convert::from_square)] from_square: Square,
        #[pyo3(from_py_with = convert::to_square)] to_square: Square,
        #[pyo3(from_py_with = convert::promotion)] promotion: Option<Role>,
    ) -> PyResult<Py<Move>> {
        let plain = Inner::promoting(from_square, to_square, promotion.unwrap_or(Role::Pawn));
        let queen = Inner::promoting(from_square, to_square, Role::Queen);
        let found = find(&self.position, plain)
            .or_else(|| find(&self.position, queen).filter(|_| promotion.is_none()));
        self.shown(py, Some(found.ok_or_else(|| illegal(plain))?))
    }

    /// Returns whether a move is legal.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> bool {
        r#move.inner().is_some_and(|found| find(&self.position, found).is_some())
    }

    /// Returns whether a move is among the pseudo-legal moves.
    #[pyo3(signature = (r#move, /))]
    fn is_pseudo_legal(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> bool {
        let Some(found) = r#move.inner() else { return false };
        let known = find(&self.position, found).unwrap_or(found);
        pseudo::moves(&self.position, self.passed).contains(&known)
    }

    /// Returns whether a move is pseudo-legal and leaves the own king in check.
    #[pyo3(signature = (r#move, /))]
    fn is_into_check(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> bool {
        self.is_pseudo_legal(r#move) && !self.is_legal(r#move)
    }

    /// Returns whether a legal move gives check.
    #[pyo3(signature = (r#move, /))]
    fn gives_check(
        &self,
        #[pyo3(from_py_with = moves::given)] r#move: &'static Move,
    ) -> PyResult<bool> {
        Ok(match self.legal(r#move)? {
            Some(found) => self.position.gives_check(found),
            None => false,
        })
    }

    /// Returns whether a move goes to a piece of the opponent or captures en passant.
    #[pyo3(signature = (r#move, /))]
    fn is_capture(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> bool {
        let enemies = self.position.board().of_color(!self.position.side_to_move());
        r#move.inner().is_some_and(|found| enemies.contains(found.to()))
            || self.is_en_passant(r#move)
    }

    /// Returns whether a move captures en passant.
    #[pyo3(signature = (r#move, /))]
    fn is_en_passant(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> bool {
        let board = self.position.board();
        r#move.inner().is_some_and(|found| {
            self.passed == Some(found.to())
                && board.of(self.position.side_to_move(), Role::Pawn).contains(found.from())
                && found.from().file() != found.to().file()
        })
    }

    /// Returns whether a move is castling, in either form.
    #[pyo3(signature = (r#move, /))]
    fn is_castling(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> bool {
        self.castling_side(r#move).is_some()
    }

    /// Returns whether a move is castling to the king's side.
    #[pyo3(signature = (r#move, /))]
    fn is_kingside_castling(
        &self,
        #[pyo3(from_py_with = moves::given)] r#move: &'static Move,
    ) -> bool {
        self.castling_side(r#move) == Some(CastlingSide::King)
    }

    /// Returns whether a move is castling to the queen's side.
    #[pyo3(signature = (r#move, /))]
    fn is_queenside_castling(
        &self,
        #[pyo3(from_py_with = moves::given)] r#move: &'static Move,
    ) -> bool {
        self.castling_side(r#move) == Some(CastlingSide::Queen)
    }

    /// Returns whether a move is a capture or a pawn move, after which the clock begins anew.
    #[pyo3(signature = (r#move, /))]
    fn is_zeroing(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> bool {
        let pawns = self.position.board().of_role(Role::Pawn);
        self.is_capture(r#move) || r#move.inner().is_some_and(|found| pawns.contains(found.from()))
    }

    /// Returns whether no later position can be this one again once a move is played.
    #[pyo3(signature = (r#move, /))]
    fn is_irreversible(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> bool {
        let touched = r#move.inner().is_some_and(|found| {
            let squares = Bitboard::from(found.from()) | found.to().into();
            let color = self.position.side_to_move();
            let is_king = self.position.king(color) == found.from();
            let mut rights = self.position.castling_rights().iter();
            rights.any(|(side, _, rook)| squares.contains(rook) || (is_king && side == color))
        });
        touched || self.is_zeroing(r#move) || self.has_legal_en_passant()
    }

    /// Returns a legal move in algebraic notation.
    #[pyo3(signature = (r#move, /))]
    fn san(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> PyResult<String> {
        Ok(self.san_of(self.legal(r#move)?))
    }

    /// Returns a legal move in long algebraic notation.
    ///
    /// >>> Board().lan(Move.from_uci("g1f3"))
    /// 'Ng1-f3'
    #[pyo3(signature = (r#move, /))]
    fn lan(&self, #[pyo3(from_py_with = moves::given)] r#move: &'static Move) -> PyResult<String> {
        let san = self.san(r#move)?;
        let Some(found) = self.legal(r#move)? else { return Ok(san) };
        if found.is_castling(&self.position) {
            return Ok(san);
        }
        let role = self.position.board().role_at(found.from()).filter(|&role| role != Role::Pawn);
        let letter = role.map_or_else(String::new, |role| role.letter().to_string());
        let sign = if found.is_capture(&self.position) { 'x' } else { '-' };
        let to = found.to().to_string();
        // The promotion and the sign of a check stand behind the last square.
        let rest = san.rsplit_once(&to).map_or("", |(_, rest)| rest);
        Ok(format!("{letter}{}{sign}{to}{rest}", found.from()))
    }

    /// Returns a move as UCI writes it: castling in the form of the board's rules, or of Chess960.
    #[pyo3(signature = (r#move, /, *, chess960=None))]
    fn uci(
        &self,
        #[pyo3(from_py_with = moves::given)] r#move: &'static Move,
        #[pyo3(from_py_with = flag_or_none::chess960)] chess960: Option<bool>,
    ) -> String {
        let Some(written) = r#move.inner() else { return "0000".into() };
        let Some(found) = find(&self.position, written) else { return written.to_string() };
        shown_form(&self.position, chess960.unwrap_or(self.is_chess960), found).to_string()
    }

    /// Returns the legal move that is given as UCI.
    #[pyo3(signature = (uci, /))]
    fn parse_uci(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = text::uci)] uci: Text,
    ) -> PyResult<Py<Move>> {
        self.shown(py, self.uci_move(&uci)?)
    }

    /// Returns the legal move that is given in algebraic notation.
    #[pyo3(signature = (san, /))]
    fn parse_san(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = text::san)] san: Text,
    ) -> PyResult<Py<Move>> {
        self.shown(py, self.san_move(&san)?)
    }

    /// Returns some moves, each legal after those before it, in algebraic notation with numbers.
    ///
    /// >>> Board().variation_san([Move.from_uci(uci) for uci in ["e2e4", "e7e5", "g1f3"]])
    /// '1. e4 e5 2. Nf3'
    #[pyo3(signature = (moves, /))]
    fn variation_san(&self, moves: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut board = self.copied();
        let mut words = Vec::new();
        for item in moves.try_iter()? {
            let item = item?;
            let found = board.read_move(&item)?;
            let number = board.position.fullmove_number();
            let san =
                found.map_or_else(|| "--".into(), |found| board.position.san(found).to_string());
            words.push(match (board.turn(), words.is_empty()) {
                (true, _) => format!("{number}. {san}"),
                (false, true) => format!("{number}...{san}"),
                (false, false) => san,
            });
            board.play(found)?;
            board.stack = Stack::default();
        }
        Ok(words.join(" "))
    }

    /// Returns the piece on a square, or None.
    #[pyo3(signature = (square, /))]
    fn piece_at(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = convert::square)] square: Square,
    ) -> PyResult<Option<Py<Piece>>> {
        let found = self.position.board().piece_at(square);
        found.map(|found| Ok(Piece::of(py, found)?.clone_ref(py))).transpose()
    }

    /// Returns the kind of the piece on a square, or None.
    #[pyo3(signature = (square, /))]
    fn piece_type_at<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = convert::square)] square: Square,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.position.board().role_at(square);
        found.map(|found| PieceType::of(py, found)).transpose()
    }

    /// Returns the colour of the piece on a square, or None.
    #[pyo3(signature = (square, /))]
    fn color_at(&self, #[pyo3(from_py_with = convert::square)] square: Square) -> Option<bool> {
        self.position.board().color_at(square).map(is_white)
    }

    /// Returns the squares of a colour's pieces of a kind.
    ///
    /// >>> list(Board().pieces(PieceType.ROOK, WHITE))
    /// [Square.A1, Square.H1]
    #[pyo3(signature = (piece_type, color, /))]
    fn pieces(
        &self,
        #[pyo3(from_py_with = convert::piece_type)] piece_type: Role,
        #[pyo3(from_py_with = convert::color)] color: Color,
    ) -> Made {
        self.position.board().of(color, piece_type).into()
    }

    /// Returns the pieces by their squares, from a1 on, or only those on some squares.
    ///
    /// >>> Board().piece_map(mask=Bitboard(["e1", "e4"]))
    /// {Square.E1: Piece.from_symbol('K')}
    #[pyo3(
        signature = (*, mask=Bitboard::FULL),
        text_signature = "($self, *, mask=18446744073709551615)"
    )]
    fn piece_map<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = squares::set)] mask: Bitboard,
    ) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.position.board().occupied() & mask {
            if let Some(found) = self.position.board().piece_at(square) {
                map.set_item(squares::square(py, square)?, Piece::of(py, found)?)?;
            }
        }
        Ok(map)
    }

    /// Returns the square of a colour's king.
    #[pyo3(signature = (color, /))]
    fn king<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = convert::color)] color: Color,
    ) -> PyResult<Bound<'py, PyAny>> {
        squares::square(py, self.position.king(color))
    }

    /// Returns the squares that the piece on a square attacks, own pieces among them. It is empty
    /// for an empty square.
    #[pyo3(signature = (square, /))]
    fn attacks(&self, #[pyo3(from_py_with = convert::square)] square: Square) -> Made {
        let board = self.position.board();
        let attacks = |piece: hyperbola_moves::Piece| piece.attacks(square, board.occupied());
        board.piece_at(square).map_or(Bitboard::EMPTY, attacks).into()
    }

    /// Returns the pieces of a colour that attack a square. With occupied, these squares block
    /// instead of those of the pieces.
    ///
    /// >>> list(Board().attackers(WHITE, "f3"))
    /// [Square.G1, Square.E2, Square.G2]
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers(
        &self,
        #[pyo3(from_py_with = convert::color)] color: Color,
        #[pyo3(from_py_with = convert::square)] square: Square,
        #[pyo3(from_py_with = optional_set)] occupied: Option<Bitboard>,
    ) -> Made {
        self.attackers_of(color, square, occupied).into()
    }

    /// Returns whether a piece of a colour attacks a square.
    #[pyo3(signature = (color, square, occupied=None))]
    fn is_attacked_by(
        &self,
        #[pyo3(from_py_with = convert::color)] color: Color,
        #[pyo3(from_py_with = convert::square)] square: Square,
        #[pyo3(from_py_with = optional_set)] occupied: Option<Bitboard>,
    ) -> bool {
        !self.attackers_of(color, square, occupied).is_empty()
    }

    /// Returns the pieces that give check.
    fn checkers(&self) -> Made {
        self.position.checkers().into()
    }

    /// Returns the line on which a piece of a colour is pinned to its king, or all squares if it is
    /// not pinned. The line has the squares of the king and of the slider too.
    ///
    /// >>> board = Board("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
    /// >>> Square.E8 in board.pin(WHITE, "e2"), board.is_pinned(WHITE, "e2")
    /// (True, True)
    #[pyo3(signature = (color, square, /))]
    fn pin(
        &self,
        #[pyo3(from_py_with = convert::color)] color: Color,
        #[pyo3(from_py_with = convert::square)] square: Square,
    ) -> Made {
        self.pin_line(color, square).unwrap_or(Bitboard::FULL).into()
    }

    /// Returns whether a piece of a colour is pinned to its king.
    #[pyo3(signature = (color, square, /))]
    fn is_pinned(
        &self,
        #[pyo3(from_py_with = convert::color)] color: Color,
        #[pyo3(from_py_with = convert::square)] square: Square,
    ) -> bool {
        self.pin_line(color, square).is_some()
    }

    /// The squares of the rooks that may still castle.
    #[getter]
    fn castling_rights(&self) -> Made {
        let rooks = self.position.castling_rights().iter().map(|(_, _, rook)| rook);
        rooks.collect::<Bitboard>().into()
    }

    /// Returns castling_rights, as python-chess does where some may be wrong.
    fn clean_castling_rights(&self) -> Made {
        self.castling_rights()
    }

    /// The name of the game that UCI has.
    #[classattr]
    fn uci_variant() -> &'static str {
        "chess"
    }

    /// Returns whether a colour may still castle to any side.
    #[pyo3(signature = (color, /))]
    fn has_castling_rights(&self, #[pyo3(from_py_with = convert::color)] color: Color) -> bool {
        self.position.castling_rights().iter().any(|(side, ..)| side == color)
    }

    /// Returns whether a colour may still castle to the king's side.
    #[pyo3(signature = (color, /))]
    fn has_kingside_castling_rights(
        &self,
        #[pyo3(from_py_with = convert::color)] color: Color,
    ) -> bool {
        self.position.castling_rights().rook(color, CastlingSide::King).is_some()
    }

    /// Returns whether a colour may still castle to the queen's side.
    #[pyo3(signature = (color, /))]
    fn has_queenside_castling_rights(
        &self,
        #[pyo3(from_py_with = convert::color)] color: Color,
    ) -> bool {
        self.position.castling_rights().rook(color, CastlingSide::Queen).is_some()
    }

    /// Returns whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Returns whether the side to move is in check and has no legal move.
    fn is_checkmate(&self) -> bool {
        self.position.is_checkmate()
    }

    /// Returns whether the side to move is not in check and has no legal move.
    fn is_stalemate(&self) -> bool {
        self.position.is_stalemate()
    }

    /// Returns whether neither side can give mate, by the material alone.
    fn is_insufficient_material(&self) -> bool {
        self.position.is_insufficient_material()
    }

    /// Returns whether a colour cannot give mate by any legal moves, by the material alone.
    #[pyo3(signature = (color, /))]
    fn has_insufficient_material(
        &self,
        #[pyo3(from_py_with = convert::color)] color: Color,
    ) -> bool {
        self.position.has_insufficient_material(color)
    }

    /// Returns whether the last 75 moves of each side had no capture and no pawn move, and the side
    /// to move has a legal move. This ends the game.
    fn is_seventyfive_moves(&self) -> bool {
        self.is_quiet_for(2 * 75)
    }

    /// Returns whether the last 50 moves of each side had no capture and no pawn move, and the side
    /// to move has a legal move. A player may claim a draw.
    fn is_fifty_moves(&self) -> bool {
        self.is_quiet_for(2 * 50)
    }

    /// Returns whether the position has been there a number of times, this time included.
    ///
    /// >>> board = Board()
    /// >>> for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
    /// ...     move = board.push_uci(uci)
    /// >>> board.is_repetition(), board.is_repetition(4), board.result(claim_draw=True)
    /// (True, False, '1/2-1/2')
    #[pyo3(signature = (count=3))]
    fn is_repetition(
        &self,
        #[pyo3(from_py_with = crate::names::integer::count)] count: usize,
    ) -> bool {
        self.occurrences() >= count
    }

    /// Returns whether the position has been there five times. This ends the game.
    fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(5)
    }

    /// Returns whether a player may claim a draw by fifty moves: now, or by a move that completes
    /// them.
    fn can_claim_fifty_moves(&self) -> bool {
        self.is_fifty_moves()
            || self.leads_to(|board, next| {
                board.halfmove_clock() >= 99
                    && next.halfmove_clock() >= 100
                    && next.has_legal_moves()
            })
    }

    /// Returns whether a player may claim a draw by repetition: because the position has been there
    /// three times, or because a move leads to one that has been there twice.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.is_repetition(3) || self.leads_to(|board, next| board.earlier_of_next(next) >= 2)
    }

    /// Returns whether a player may claim a draw by fifty moves or by repetition.
    fn can_claim_draw(&self) -> bool {
        self.can_claim_fifty_moves() || self.can_claim_threefold_repetition()
    }

    /// Returns how the game has ended, or None. With claim_draw=True a draw that a player may claim
    /// is an end too.
    ///
    /// It is the first of these that holds: checkmate, stalemate, insufficient material,
    /// seventy-five moves, five repetitions; and if they are claimed fifty moves, three
    /// repetitions.
    ///
    /// >>> Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").outcome()
    /// Outcome(termination=<Termination.CHECKMATE: 1>, winner=True)
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = flag::claim_draw)] claim_draw: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(found) = self.end(claim_draw) else { return Ok(None) };
        let winner = found.winner().map(is_white);
        python(py, "_board", "outcome", (termination(found), winner), []).map(Some)
    }

    /// Returns the result: 1-0, 0-1, 1/2-1/2, or * if the game has not ended.
    #[pyo3(signature = (*, claim_draw=false))]
    pub(crate) fn result(
        &self,
        #[pyo3(from_py_with = flag::claim_draw)] claim_draw: bool,
    ) -> String {
        self.end(claim_draw).map_or_else(|| "*".into(), |found| found.to_string())
    }

    /// Returns whether the game has ended.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, #[pyo3(from_py_with = flag::claim_draw)] claim_draw: bool) -> bool {
        self.end(claim_draw).is_some()
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        let py = other.py();
        let same =
            |other: &Self| self.position == other.position && self.is_chess960 == other.is_chess960;
        match other.cast::<Self>() {
            Ok(other) => {
                // It may be this board, which is in use.
                let is_same = other.try_borrow().is_ok_and(|other| same(&other));
                PyBool::new(py, is_same).to_owned().into_any()
            }
            Err(_) => py.NotImplemented().into_bound(py),
        }
    }

    fn __hash__(&self) -> u64 {
        self.position.key()
    }

    fn __repr__(&self) -> String {
        let setup = self.setup(self.passed);
        let rules = match self.is_chess960 {
            true if self.position.chess960_right().is_none() => ", rules='chess960'",
            _ => "",
        };
        let option = if setup.checked().is_ok() { "" } else { ", lenient=True" };
        format!("Board('{setup}'{option}{rules})")
    }

    /// Draws the board, rank 8 first.
    fn __str__(&self) -> String {
        position::drawing(&self.position)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        position::picture(py, &self.position)
    }
}
