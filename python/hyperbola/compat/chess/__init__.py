"""The names of python-chess, so that programs for it run unchanged.

    import hyperbola.compat.chess as chess
    import hyperbola.compat.chess.pgn

Boards, moves and sets of squares are those of hyperbola. docs/BOARD.md says where they differ from
python-chess, and which of its names are not here.
"""

# Its names are made at run time, and its methods have the parameters of python-chess.
# mypy: ignore-errors
# pyright: basic, reportAttributeAccessIssue=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterator
from typing import Any, Literal

import hyperbola
from hyperbola import BLACK as BLACK
from hyperbola import WHITE as WHITE
from hyperbola import Bitboard as SquareSet
from hyperbola import Move as Move
from hyperbola import Moves as LegalMoveGenerator
from hyperbola import Outcome as Outcome
from hyperbola import Piece as Piece
from hyperbola import Square as _Square
from hyperbola import Termination as Termination
from hyperbola._board import PieceType as _PieceType
from hyperbola._board import Status as Status

PseudoLegalMoveGenerator = LegalMoveGenerator
Color, PieceType, Square, Bitboard = bool, int, int, int
IntoSquareSet = Any
EnPassantSpec = Literal["legal", "fen", "xfen"]
ColorName = Literal["white", "black"]
InvalidMoveError = IllegalMoveError = AmbiguousMoveError = ValueError

COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = list(_PieceType)
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟"))
FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
STARTING_FEN = hyperbola.Board().fen()
STARTING_BOARD_FEN = hyperbola.Board().board_fen()
SQUARES = list(_Square)
SQUARE_NAMES = [str(square) for square in SQUARES]
SQUARES_180 = [_Square(square ^ 56) for square in SQUARES]

BB_EMPTY = 0
BB_ALL = (1 << 64) - 1
BB_SQUARES = [1 << square for square in range(64)]
BB_FILES = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_RANKS = [0xFF << 8 * rank for rank in range(8)]
BB_BACKRANKS = BB_RANKS[0] | BB_RANKS[7]
BB_CORNERS = BB_SQUARES[0] | BB_SQUARES[7] | BB_SQUARES[56] | BB_SQUARES[63]
BB_CENTER = sum(BB_SQUARES[square] for square in (27, 28, 35, 36))
BB_LIGHT_SQUARES = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES = BB_ALL ^ BB_LIGHT_SQUARES
# A1 and BB_A1, BB_FILE_A, BB_RANK_1, and STATUS_VALID with its like.
for _square in SQUARES:
    globals()[_square.name], globals()[f"BB_{_square.name}"] = _square, 1 << _square
for _index in range(8):
    globals()[f"BB_FILE_{'ABCDEFGH'[_index]}"] = BB_FILES[_index]
    globals()[f"BB_RANK_{_index + 1}"] = BB_RANKS[_index]
for _status in [Status.VALID, *Status]:
    globals()[f"STATUS_{_status.name or 'VALID'}"] = _status

_MODULES = ("engine", "pgn", "polyglot", "svg", "syzygy")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"hyperbola.compat.chess has no {name}; see docs/BOARD.md")


def square(file_index: int, rank_index: int) -> _Square:
    return SQUARES[8 * rank_index + file_index]


def parse_square(name: str) -> _Square:
    return SQUARES[SQUARE_NAMES.index(name)]


def square_name(square: int) -> str:
    return SQUARE_NAMES[square]


def square_file(square: int) -> int:
    return square & 7


def square_rank(square: int) -> int:
    return square >> 3


def square_mirror(square: int) -> _Square:
    return SQUARES[square ^ 56]


def _steps(a: int, b: int) -> tuple[int, int]:
    return abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))


def square_distance(a: int, b: int) -> int:
    """Returns the number of moves of a king."""
    return max(_steps(a, b))


def square_manhattan_distance(a: int, b: int) -> int:
    return sum(_steps(a, b))


def square_knight_distance(a: int, b: int) -> int:
    """Returns the number of moves of a knight."""
    reached, count = SquareSet([a]), 0
    while b not in reached:
        for square in reached.copy():
            reached |= BB_KNIGHT_ATTACKS[square]
        count += 1
    return count


def piece_symbol(piece_type: int) -> str:
    return "pnbrqk"[piece_type - 1]


def piece_name(piece_type: int) -> str:
    return _PieceType(piece_type).name.lower()


def lsb(bb: int) -> int:
    return (bb & -bb).bit_length() - 1


def msb(bb: int) -> int:
    return bb.bit_length() - 1


def popcount(bb: int) -> int:
    return bb.bit_count()


def scan_forward(bb: int) -> Iterator[int]:
    return iter(SquareSet(bb))


def scan_reversed(bb: int) -> Iterator[int]:
    return reversed(SquareSet(bb))


def ray(a: int, b: int) -> SquareSet:
    return SquareSet.ray(a, b)


def between(a: int, b: int) -> SquareSet:
    return SquareSet.between(a, b)


def flip_vertical(bb: int) -> int:
    return int(SquareSet(bb).mirror())


def _moved(bb: int, target: Callable[[int, int], int]) -> int:
    """Moves each square to another, by its file and rank."""
    return sum(1 << target(square & 7, square >> 3) for square in SquareSet(bb))


def flip_horizontal(bb: int) -> int:
    return _moved(bb, lambda file, rank: 8 * rank + 7 - file)


def flip_diagonal(bb: int) -> int:
    return _moved(bb, lambda file, rank: 8 * file + rank)


def flip_anti_diagonal(bb: int) -> int:
    return _moved(bb, lambda file, rank: 8 * (7 - file) + 7 - rank)


def _shift(files: int, ranks: int) -> Callable[[int], int]:
    """Returns the function that moves sets by files and ranks."""
    mask = 0
    for file in range(max(0, -files), min(8, 8 - files)):
        mask |= BB_FILES[file]
    step = 8 * ranks + files

    def shift(bb: int) -> int:
        bb = int(bb) & mask
        return bb << step & BB_ALL if step > 0 else bb >> -step

    return shift


shift_up, shift_2_up, shift_down, shift_2_down = (_shift(0, ranks) for ranks in (1, 2, -1, -2))
shift_right, shift_2_right, shift_left, shift_2_left = (_shift(f, 0) for f in (1, 2, -1, -2))
shift_up_left, shift_up_right = _shift(-1, 1), _shift(1, 1)
shift_down_left, shift_down_right = _shift(-1, -1), _shift(1, -1)


def _leaps(steps: list[tuple[int, int]]) -> list[int]:
    shifts = [_shift(*step) for step in steps]
    return [sum(shift(1 << square) for shift in shifts) for square in range(64)]


_NEAR = [(f, r) for f in (-2, -1, 0, 1, 2) for r in (-2, -1, 0, 1, 2)]
BB_KING_ATTACKS = _leaps([(f, r) for f, r in _NEAR if max(abs(f), abs(r)) == 1])
BB_KNIGHT_ATTACKS = _leaps([(f, r) for f, r in _NEAR if abs(f * r) == 2])
BB_PAWN_ATTACKS = [_leaps([(-1, -1), (1, -1)]), _leaps([(-1, 1), (1, 1)])]


class _Checked(type):
    """Boards of games and of hyperbola are boards."""

    def __instancecheck__(cls, instance: object) -> bool:
        if cls is Board:
            return isinstance(instance, hyperbola.Board)
        return type.__instancecheck__(cls, instance)


def _draft(board: Board) -> _DraftBoard:
    """Lets a board be changed piece by piece. It is a position again as soon as it can be one."""
    if isinstance(board, hyperbola.Board) and type(board) is not _DraftBoard:
        fields = board.shredder_fen(en_passant="fen").split()
        pieces = dict(board.piece_map())
        board._class, board.__class__ = type(board), _DraftBoard
        board._pieces, board._fields = pieces, fields[1:]
    return board  # type: ignore[return-value]


def _field(index: int, read: Callable[[Any], Any], write: Callable[[Any], str]) -> Any:
    """Returns a property that is a field of the FEN, which can be set."""
    name = ("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number")[index]

    def set_field(board: Board, value: Any) -> None:
        draft = _draft(board)
        draft._fields[index] = write(value)
        draft._settle()

    native = getattr(hyperbola.Board, name).__get__
    return property(native, set_field), property(lambda board: read(board._fields[index]), set_field)


def _rights(squares: Any) -> str:
    letters = "".join("ABCDEFGH"[s & 7] if s < 8 else "abcdefgh"[s & 7] for s in SquareSet(squares))
    return letters or "-"


def _rooks(text: str) -> SquareSet:
    """Returns the squares of the rooks of a field of castling rights."""
    files = {"K": 7, "Q": 0} | {name.upper(): file for file, name in enumerate(FILE_NAMES)}
    return SquareSet([files[c.upper()] + (0 if c.isupper() else 56) for c in text if c != "-"])


_FIELDS = (
    _field(0, lambda text: text == "w", lambda turn: "w" if turn else "b"),
    _field(1, _rooks, _rights),
    _field(2, lambda t: None if t == "-" else parse_square(t), lambda s: "-" if s is None else square_name(s)),
    _field(3, int, str),
    _field(4, int, str),
)


class Board(hyperbola.Board, metaclass=_Checked):
    """A board of hyperbola with the parameters that python-chess has. It can be changed piece by piece:
    where it is no position, it has pieces and fields of a FEN, but no moves."""

    aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    xboard_variant = "normal"
    starting_fen = STARTING_FEN
    captures_compulsory = connected_kings = False
    one_king = True

    def __new__(cls, fen: Any = STARTING_FEN, *, chess960: bool = False) -> Board:
        if fen is None:
            board = super().__new__(cls)
            _draft(board)._fields[1] = "-"
            board.clear_board()
            return board
        try:
            return super().__new__(cls, fen, rules="chess960" if chess960 else "auto")
        except ValueError:
            board = super().__new__(cls)
            _read(_draft(board), fen)
            return board

    turn, castling_rights, ep_square, halfmove_clock, fullmove_number = (field[0] for field in _FIELDS)

    @classmethod
    def empty(cls) -> Board:
        return cls(None)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Board, dict[str, Any]]:
        board, operations = hyperbola.Board.from_epd(epd, rules="chess960" if chess960 else "auto")
        return cls(board), operations

    @classmethod
    def from_chess960_pos(cls, number: int) -> Board:
        return cls(hyperbola.Board.from_chess960_pos(number), chess960=True)

    def set_epd(self, epd: str) -> dict[str, Any]:
        board, operations = hyperbola.Board.from_epd(epd)
        self.set_fen(board.fen(en_passant="fen"))
        return operations

    def set_chess960_pos(self, number: int) -> None:
        self.set_fen(hyperbola.Board.from_chess960_pos(number).shredder_fen())

    def copy(self, *, stack: bool | int = True) -> Board:
        return type(self)(super().copy(stack=stack), chess960=self.chess960)

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Board:
        return self.copy()

    def root(self) -> Board:
        return type(self)(super().root(), chess960=self.chess960)

    def mirror(self) -> Board:
        return type(self)(super().mirror(), chess960=self.chess960)

    def transform(self, f: Any) -> Board:
        return type(self)(super().transform(f))

    def set_fen(self, fen: str) -> None:
        try:
            super().set_fen(fen)
        except ValueError:
            _read(_draft(self), fen)
        else:
            if isinstance(self, _DraftBoard):
                self.__class__ = self._class

    def set_piece_at(self, square: int, piece: Piece | None, promoted: bool = False) -> None:
        draft = _draft(self)
        draft._pieces.pop(_Square(square), None)
        if piece is not None:
            draft._pieces[_Square(square)] = piece
        draft._settle()

    def remove_piece_at(self, square: int) -> Piece | None:
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def set_piece_map(self, pieces: Any) -> None:
        draft = _draft(self)
        draft._pieces = {_Square(square): piece for square, piece in pieces.items()}
        draft._settle()

    def set_board_fen(self, fen: str) -> None:
        draft = _draft(self)
        _read(draft, " ".join([fen, *draft._fields]))

    def set_castling_fen(self, castling_fen: str) -> None:
        draft = _draft(self)
        fields = draft._fields
        _read(draft, " ".join([_placement(draft._pieces), fields[0], castling_fen, *fields[2:]]))

    def clear_board(self) -> None:
        self.set_piece_map({})

    def clear(self) -> None:
        draft = _draft(self)
        draft._pieces, draft._fields = {}, ["w", "-", "-", "0", "1"]

    def reset_board(self) -> None:
        self.set_board_fen(STARTING_BOARD_FEN)

    def is_variant_end(self) -> bool:
        return False

    def apply_transform(self, f: Any) -> None:
        self.set_fen(super().transform(f).fen())

    def apply_mirror(self) -> None:
        self.set_fen(super().mirror().fen())

    is_variant_win = is_variant_loss = is_variant_draw = is_variant_end

    def has_chess960_castling_rights(self) -> bool:
        return any(right not in "KQkq-" for right in self.castling_xfen()) or self.chess960

    def castling_shredder_fen(self) -> str:
        return self.shredder_fen().split()[2]

    def generate_castling_moves(self, from_mask: Any = BB_ALL, to_mask: Any = BB_ALL) -> Iterator[Move]:
        return (move for move in self.generate_legal_moves(from_mask, to_mask) if self.is_castling(move))

    def generate_legal_ep(self, from_mask: Any = BB_ALL, to_mask: Any = BB_ALL) -> Iterator[Move]:
        return (move for move in self.generate_legal_moves(from_mask, to_mask) if self.is_en_passant(move))

    def generate_pseudo_legal_captures(self, from_mask: Any = BB_ALL, to_mask: Any = BB_ALL) -> Iterator[Move]:
        return (move for move in self.generate_pseudo_legal_moves(from_mask, to_mask) if self.is_capture(move))

    def generate_pseudo_legal_ep(self, from_mask: Any = BB_ALL, to_mask: Any = BB_ALL) -> Iterator[Move]:
        return (m for m in self.generate_pseudo_legal_moves(from_mask, to_mask) if self.is_en_passant(m))


BaseBoard = Board


def _placement(pieces: dict[Any, Piece]) -> str:
    """Returns pieces as the first field of a FEN."""
    ranks = []
    for rank in reversed(range(8)):
        found = (pieces.get(SQUARES[8 * rank + file]) for file in range(8))
        text = "".join(piece.symbol() if piece else " " for piece in found)
        for count in range(8, 0, -1):
            text = text.replace(" " * count, str(count))
        ranks.append(text)
    return "/".join(ranks)


def _read(draft: _DraftBoard, fen: str) -> None:
    """Reads a FEN that need be no position."""
    placement, *fields = fen.split()
    pieces, ranks = {}, placement.split("/")
    widths = []
    for index, text in enumerate(ranks):
        file = 0
        for letter in text:
            if letter in "12345678":
                file += int(letter)
                continue
            if file > 7 or index > 7:
                raise ValueError(f"expected 8 ranks of 8 squares, found {placement!r}")
            pieces[SQUARES[8 * (7 - index) + file]] = Piece.from_symbol(letter)
            file += 1
        widths.append(file)
    if widths != [8] * 8:
        raise ValueError(f"expected 8 ranks of 8 squares, found {placement!r}")
    fields += ["w", "-", "-", "0", "1"][len(fields) :]
    draft._pieces, draft._fields = pieces, fields
    draft._settle()


class _DraftBoard(Board):
    """A board that is no position yet."""

    _pieces: dict[Any, Piece]
    _fields: list[str]
    _class: type[Board]
    turn, castling_rights, ep_square, halfmove_clock, fullmove_number = (field[1] for field in _FIELDS)

    def _settle(self) -> None:
        """Makes it a board if it is a position."""
        with contextlib.suppress(ValueError):
            hyperbola.Board.set_fen(self, self.fen())
            self.__class__ = self._class

    def reset(self) -> None:
        hyperbola.Board.reset(self)
        self.__class__ = self._class

    def fen(self, **options: Any) -> str:
        return " ".join([self.board_fen(), *self._fields])

    def board_fen(self, **options: Any) -> str:
        return _placement(self._pieces)

    def piece_at(self, square: int) -> Piece | None:
        return self._pieces.get(_Square(square))

    def piece_type_at(self, square: int) -> Any:
        piece = self.piece_at(square)
        return piece and piece.piece_type

    def color_at(self, square: int) -> bool | None:
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    def piece_map(self, *, mask: Any = BB_ALL) -> dict[Any, Piece]:
        return {square: self._pieces[square] for square in sorted(self._pieces) if square in SquareSet(mask)}

    def pieces(self, piece_type: int, color: bool) -> SquareSet:
        return SquareSet([s for s, p in self._pieces.items() if (p.piece_type, p.color) == (piece_type, color)])

    @property
    def occupied(self) -> SquareSet:
        return SquareSet(self._pieces)

    @property
    def occupied_co(self) -> tuple[SquareSet, SquareSet]:
        black, white = ([s for s, p in self._pieces.items() if p.color == c] for c in (BLACK, WHITE))
        return SquareSet(black), SquareSet(white)

    def king(self, color: bool) -> Any:
        return next(iter(self.pieces(KING, color)), None)

    def copy(self, *, stack: bool | int = True) -> Board:
        return Board(self.fen())

    def status(self) -> Status:
        pieces, found = list(self._pieces.values()), Status.VALID
        if not pieces:
            found |= Status.EMPTY
        for color, name in ((WHITE, "WHITE"), (BLACK, "BLACK")):
            kings, pawns = len(self.pieces(KING, color)), len(self.pieces(PAWN, color))
            found |= Status[f"NO_{name}_KING"] if not kings else Status.VALID
            found |= Status.TOO_MANY_KINGS if kings > 1 else Status.VALID
            found |= Status[f"TOO_MANY_{name}_PAWNS"] if pawns > 8 else Status.VALID
            if sum(piece.color == color for piece in pieces) > 16:
                found |= Status[f"TOO_MANY_{name}_PIECES"]
        if any(p.piece_type == PAWN and s.rank in (0, 7) for s, p in self._pieces.items()):
            found |= Status.PAWNS_ON_BACKRANK
        return found or self._wrong()

    def _wrong(self) -> Status:
        """Returns what the strict reader refuses if the pieces are right by their numbers."""
        fields = list(self._fields)
        for index, status in ((2, Status.INVALID_EP_SQUARE), (1, Status.BAD_CASTLING_RIGHTS)):
            changed = [*fields[:index], "-", *fields[index + 1 :]]
            with contextlib.suppress(ValueError):
                hyperbola.Board(" ".join([self.board_fen(), *changed]))
                return status
            fields = changed
        return Status.OPPOSITE_CHECK

    def is_valid(self) -> bool:
        return False

    def _no_position(self, *_: Any, **__: Any) -> Any:
        raise ValueError(f"the board is no position: {self.status()!r}, {self.fen()}")

    legal_moves = pseudo_legal_moves = property(_no_position)
    push = push_san = push_uci = parse_san = parse_uci = san = is_legal = _no_position
    is_check = is_checkmate = is_stalemate = outcome = result = is_game_over = _no_position
    attacks = attackers = is_attacked_by = checkers = generate_legal_moves = _no_position

    def __str__(self) -> str:
        signs = [self._pieces[s].symbol() if s in self._pieces else "." for s in SQUARES_180]
        return "\n".join(" ".join(signs[8 * rank : 8 * rank + 8]) for rank in range(8))

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, hyperbola.Board) and self.fen() == other.fen()

    def __hash__(self) -> int:
        return hash(self.fen())
