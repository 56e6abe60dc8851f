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
import functools
import importlib
import operator
import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import hyperbola
from hyperbola import BLACK as BLACK
from hyperbola import attacks as _attacks
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
from hyperbola._board import wrong_checks as _wrong_checks

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
    """Boards and games of hyperbola are boards and games."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, vars(cls).get("_original", ())) or type.__instancecheck__(cls, instance)


@functools.cache
def _draft_class(cls: type[Board]) -> type[_DraftBoard]:
    """Returns the class of those boards of a class that are no positions."""
    return _Checked(cls.__name__, (_DraftBoard, cls), {"_class": cls})


def _draft(board: Board) -> _DraftBoard:
    """Lets a board be changed piece by piece. It is a position again as soon as it can be one."""
    if not isinstance(board, _DraftBoard):
        fields = hyperbola.Board.shredder_fen(board, en_passant="fen").split()
        board._pieces, board._fields = dict(hyperbola.Board.piece_map(board)), fields[1:]
        board.__class__ = _draft_class(type(board))
    return board  # type: ignore[return-value]


def _restored(cls: type[Board], parts: tuple[Any, ...]) -> Board:
    """Makes a board of what pickle has written."""
    return Board.__new__(cls, hyperbola.Board._restore(*parts))


def _rights(squares: Any) -> str:
    rooks = SquareSet(squares)
    black = "".join(FILE_NAMES[s & 7] for s in reversed(rooks & BB_RANKS[7]))
    white = "".join(FILE_NAMES[s & 7] for s in reversed(rooks & BB_RANKS[0]))
    return white.upper() + black or "-"


def _rooks(text: str) -> SquareSet:
    """Returns the squares of the rooks of a field of castling rights."""
    files = {"K": 7, "Q": 0} | {name.upper(): file for file, name in enumerate(FILE_NAMES)}
    return SquareSet([files[c.upper()] + (0 if c.isupper() else 56) for c in text if c != "-"])


def _passed(square: int | None) -> str:
    return "-" if square is None else str(_Square(square))


def _clock(number: int) -> str:
    """Returns a clock or the number of a move as a FEN has it."""
    index = operator.index(number)
    if not 0 <= index <= 65535:
        raise ValueError(f"expected a number from 0 to 65535, found {number!r}")
    return str(index)


# The fields of a FEN behind the pieces, of a board without pieces.
_NO_FIELDS = ("w", "-", "-", "0", "1")

# The fields of a FEN that can be set: what each is as a value, and its text.
_FIELDS: dict[str, tuple[Callable[[str], Any], Callable[[Any], str]]] = {
    "turn": (lambda text: text == "w", lambda turn: "w" if turn else "b"),
    "castling_rights": (_rooks, _rights),
    "ep_square": (lambda text: None if text == "-" else parse_square(text), _passed),
    "halfmove_clock": (int, _clock),
    "fullmove_number": (int, _clock),
}


class Board(hyperbola.Board, metaclass=_Checked):
    """A board of hyperbola with the parameters that python-chess has. It can be changed piece by piece:
    where it is no position, it has pieces and fields of a FEN. It has moves if it is one without the
    castling rights and the square of en passant that do not fit."""

    _original = hyperbola.Board
    aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    xboard_variant = "normal"
    starting_fen = STARTING_FEN
    captures_compulsory = connected_kings = False
    one_king = True

    def __new__(cls, fen: Any = STARTING_FEN, *, chess960: bool = False) -> Board:
        rules = "chess960" if chess960 else "auto"
        if isinstance(fen, _DraftBoard):
            return fen._copied(cls, chess960=chess960)
        try:
            board = super().__new__(cls, STARTING_FEN if fen is None else fen, rules=rules)
        except ValueError:
            parts, board = _read(fen), super().__new__(cls, rules=rules)
            _draft(board)._put(*parts)
        if fen is None:
            # No method of a subclass is called before its __init__().
            _draft(board)._put({}, [*_NO_FIELDS])
        return board

    def __setattr__(self, name: str, value: Any) -> None:
        # Without properties, reading them takes no call of Python.
        if name not in _FIELDS:
            super().__setattr__(name, value)
            return
        text, draft = _FIELDS[name][1](value), _draft(self)
        draft._fields[[*_FIELDS].index(name)] = text
        draft._settle()

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Board:
        return cls(None, chess960=chess960)

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

    def chess960_pos(
        self,
        *,
        ignore_turn: bool = False,
        ignore_castling: bool = False,
        ignore_counters: bool = True,
    ) -> int | None:
        is_usual = (
            self.ep_square is None
            and (ignore_turn or self.turn)
            and (ignore_castling or self.clean_castling_rights() == self.rooks)
            and (ignore_counters or (self.halfmove_clock, self.fullmove_number) == (0, 1))
        )
        return super().chess960_pos() if is_usual else None

    def set_chess960_pos(self, number: int) -> None:
        self.set_fen(hyperbola.Board.from_chess960_pos(number).shredder_fen())

    def copy(self, *, stack: bool | int = True) -> Board:
        return type(self)(super().copy(stack=stack))

    def __reduce__(self) -> Any:
        return _restored, (self._class, super().__reduce__()[1]), self.__dict__

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "_fields" in state:
            self.__class__ = _draft_class(type(self))

    @property
    def _class(self) -> type[Board]:
        return type(self)

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Board:
        return self.copy()

    def root(self) -> Board:
        return type(self)(super().root())

    def mirror(self) -> Board:
        return type(self)(super().mirror())

    def transform(self, f: Any) -> Board:
        def moved(squares: Any) -> Iterator[int]:
            return (target for square in squares for target in SquareSet(f(SquareSet.from_square(square))))

        draft = _draft(self.copy(stack=False))
        turn, rights, passed, *clocks = draft._fields
        passed = next(map(square_name, moved([] if passed == "-" else [parse_square(passed)])), "-")
        pieces = {to: piece for square, piece in draft._pieces.items() for to in moved([square])}
        draft._put(pieces, [turn, _rights(moved(_rooks(rights))), passed, *clocks])
        return draft

    def set_fen(self, fen: str) -> None:
        try:
            super().set_fen(fen)
        except ValueError:
            parts = _read(fen)
            _draft(self)._put(*parts)
        else:
            self._leave()

    def _leave(self) -> None:
        """Forgets that the board was no position."""

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: Any,
    ) -> str:
        fields = self.fen(shredder=shredder, en_passant=en_passant).split()[:4]
        return " ".join(fields + hyperbola.Board().epd(**operations).split(" ", 4)[4:])

    def set_piece_at(self, square: int, piece: Piece | None, promoted: bool = False) -> None:
        pieces = dict(self.piece_map())
        pieces.pop(_Square(square), None)
        self.set_piece_map(pieces if piece is None else pieces | {square: piece})

    def remove_piece_at(self, square: int) -> Piece | None:
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def set_piece_map(self, pieces: Any) -> None:
        known = {_Square(square): piece for square, piece in pieces.items()}
        draft = _draft(self)
        draft._put(known, draft._fields)

    def set_board_fen(self, fen: str) -> None:
        if len(fen.split()) != 1:
            raise ValueError(f"expected the first field of a FEN, found {fen!r}")
        self.set_piece_map(_read(fen)[0])

    def set_castling_fen(self, castling_fen: str) -> None:
        rights = _read(f"8/8/8/8/8/8/8/8 w {castling_fen or '-'}")[1][1]
        draft = _draft(self)
        draft._put(draft._pieces, [draft._fields[0], rights, *draft._fields[2:]])

    def clear_board(self) -> None:
        self.set_piece_map({})

    def clear(self) -> None:
        _draft(self)._put({}, [*_NO_FIELDS])

    def reset_board(self) -> None:
        self.set_board_fen(STARTING_BOARD_FEN)

    def is_variant_end(self) -> bool:
        return False

    def _become(self, other: Board) -> None:
        draft = _draft(other)
        _draft(self)._put(draft._pieces, draft._fields)

    def apply_transform(self, f: Any) -> None:
        self._become(self.transform(f))

    def apply_mirror(self) -> None:
        self._become(self.mirror())

    is_variant_win = is_variant_loss = is_variant_draw = is_variant_end

    def _usable_rights(self) -> SquareSet:
        """Returns the squares of the rights, by the rules of Chess960, whose rook and king are there."""

        def is_usable(square: int) -> bool:
            color = square < 8
            is_there = bool(self.pieces(KING, color) & BB_RANKS[square >> 3])
            return is_there and self.piece_at(square) is Piece(ROOK, color)

        return SquareSet(filter(is_usable, self.castling_rights))

    def _unusual(self, rights: SquareSet) -> SquareSet:
        """Returns the rights that are none of chess."""
        kings = [color for color in COLORS if (E1 if color else E8) in self.pieces(KING, color)]
        usual = sum(BB_CORNERS & BB_RANKS[0 if color else 7] for color in kings)
        return rights & ~usual

    def has_chess960_castling_rights(self) -> bool:
        return bool(self._unusual(self._usable_rights()))

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


# The fields behind the pieces.
_PATTERNS = (
    ("side to move", "[wb]"),
    ("castling rights", "-|(?=.)[KQA-H]{0,2}[kqa-h]{0,2}"),
    ("square of en passant", "-|[a-h][1-8]"),
    ("halfmove clock", "[0-9]+"),
    ("number of the move", "[0-9]+"),
)


def _read(fen: str) -> tuple[dict[Any, Piece], list[str]]:
    """Returns the pieces and the other fields of a FEN that need be no position."""
    placement, *fields = fen.split() or [""]
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
    if widths != [8] * 8 or re.search("[1-8]{2}", placement):
        raise ValueError(f"expected 8 ranks of 8 squares, found {placement!r}")
    if len(fields) > len(_PATTERNS):
        raise ValueError(f"expected at most 6 fields of a FEN, found {fen!r}")
    for (name, pattern), field in zip(_PATTERNS, fields):
        if not re.fullmatch(pattern, field):
            raise ValueError(f"{name}: expected that of a FEN, found {field!r} in {fen!r}")
    fields += _NO_FIELDS[len(fields) :]
    return pieces, [*fields[:3], *(str(int(field)) for field in fields[3:])]


def _resolved(pieces: dict[Any, Piece], text: str) -> str:
    """Returns castling rights by the files of their rooks: K and Q are those of the outermost ones."""
    rooks = []
    for letter in text.strip("-"):
        color, first = letter.isupper(), 0 if letter.isupper() else 56
        known = [s for s in range(first, first + 8) if pieces.get(SQUARES[s]) is Piece(ROOK, color)]
        king = max((s for s, piece in pieces.items() if piece is Piece(KING, color)), default=None)
        if letter in "Kk":
            is_there = king is not None and known[-1:] > [king]
            rooks += known[-1:] if is_there else [first + 7]
        elif letter in "Qq":
            is_there = king is not None and known[:1] < [king]
            rooks += known[:1] if is_there else [first]
        else:
            rooks.append(first + FILE_NAMES.index(letter.lower()))
    return _rights(rooks)


def _raw(board: Board) -> str:
    """Returns a FEN with all castling rights, and the square that a pawn has passed over."""
    if isinstance(board, _DraftBoard):
        return " ".join([board.board_fen(), *board._fields])
    return hyperbola.Board.shredder_fen(board, en_passant="fen")


class _DraftBoard(Board):
    """A board that is no position yet: pieces and the fields of a FEN. The board in Rust has the moves
    that were played."""

    _pieces: dict[Any, Piece]
    _fields: list[str]

    def _put(self, pieces: dict[Any, Piece], fields: list[str]) -> None:
        """Sets all, without moves before."""
        turn, rights, *others = fields
        self._pieces, self._fields = pieces, [turn, _resolved(pieces, rights), *others]
        hyperbola.Board.clear_stack(self)
        self._settle()

    def _settle(self) -> None:
        """Makes it a board if it is a position. The moves before stay."""
        if self.clean_castling_rights() != self.castling_rights:
            return
        with contextlib.suppress(ValueError):
            hyperbola.Board._set_position(self, _raw(self))
            self._leave()

    def _leave(self) -> None:
        self.__class__ = self._class
        del self._pieces, self._fields

    def _copied(self, cls: type[Board], stack: bool | int = True, chess960: bool = False) -> Board:
        board = _draft(Board.__new__(cls, hyperbola.Board.copy(self, stack=stack), chess960=chess960))
        board._pieces, board._fields = dict(self._pieces), list(self._fields)
        if board.chess960 != self.chess960:
            # More castling rights fit.
            board._settle()
        return board

    def copy(self, *, stack: bool | int = True) -> Board:
        return self._copied(self._class, stack)

    def root(self) -> Board:
        return self._class(hyperbola.Board.root(self)) if self.move_stack else self.copy()

    def reset(self) -> None:
        hyperbola.Board.reset(self)
        self._leave()

    def pop(self) -> Move:
        move = hyperbola.Board.pop(self)
        self._leave()
        return move

    def mirror(self) -> Board:
        turn, rights, passed, *clocks = self._fields
        ranks = "/".join(reversed(self.board_fen().swapcase().split("/")))
        passed = passed if passed == "-" else square_name(square_mirror(parse_square(passed)))
        fields = ["b" if turn == "w" else "w", "".join(sorted(rights.swapcase())), passed, *clocks]
        return self._class(" ".join([ranks, *fields]), chess960=self.chess960)

    def fen(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
    ) -> str:
        turn, _, passed, *clocks = self._fields
        rights = self.castling_shredder_fen() if shredder else self.castling_xfen()
        if en_passant != "fen" and not self.has_pseudo_legal_en_passant():
            passed = "-"
        return " ".join([self.board_fen(), turn, rights, passed, *clocks])

    def shredder_fen(self, **options: Any) -> str:
        return self.fen(shredder=True, **options)

    def castling_shredder_fen(self) -> str:
        return _rights(self.clean_castling_rights())

    def castling_xfen(self) -> str:
        letters = []
        for letter in self.castling_shredder_fen().strip("-"):
            color, file = letter.isupper(), FILE_NAMES.index(letter.lower())
            is_left = file < square_file(self.king(color))
            rooks = self.pieces(ROOK, color) & BB_RANKS[0 if color else 7] & ~BB_FILES[file]
            is_outer = not any((square_file(rook) < file) == is_left for rook in rooks)
            name = "kq"[is_left] if is_outer else letter
            letters.append(name.upper() if color else name)
        return "".join(letters) or "-"

    def clean_castling_rights(self) -> SquareSet:
        """Returns the squares of the rights whose rook and king are there."""
        rights = self._usable_rights()
        return rights if self.chess960 else rights - self._unusual(rights)

    def _has_rights(self, color: bool, is_left: tuple[bool, ...]) -> bool:
        rights = self.clean_castling_rights() & BB_RANKS[0 if color else 7]
        return any((rook < self.king(color)) in is_left for rook in rights)

    def has_castling_rights(self, color: bool) -> bool:
        return self._has_rights(color, (False, True))

    def has_kingside_castling_rights(self, color: bool) -> bool:
        return self._has_rights(color, (False,))

    def has_queenside_castling_rights(self, color: bool) -> bool:
        return self._has_rights(color, (True,))

    def has_pseudo_legal_en_passant(self) -> bool:
        square, rank = self.ep_square, BB_RANKS[4 if self.turn else 3]
        if square is None or square in self._pieces:
            return False
        return bool(self.pieces(PAWN, self.turn) & BB_PAWN_ATTACKS[not self.turn][square] & rank)

    def ply(self) -> int:
        return 2 * (self.fullmove_number - 1) + (not self.turn)

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
        wanted = Piece(piece_type, color)
        return SquareSet([square for square, piece in self._pieces.items() if piece is wanted])

    pieces_mask = pieces

    @property
    def occupied(self) -> SquareSet:
        return SquareSet(self._pieces)._fixed()

    @property
    def occupied_co(self) -> tuple[SquareSet, SquareSet]:
        black, white = ([s for s, p in self._pieces.items() if p.color == c] for c in (BLACK, WHITE))
        return SquareSet(black)._fixed(), SquareSet(white)._fixed()

    def king(self, color: bool) -> Any:
        return next(reversed(self.pieces(KING, color)), None)

    def attacks(self, square: int) -> SquareSet:
        piece, occupied = self.piece_at(square), self.occupied
        if piece is None:
            return SquareSet()
        if piece.piece_type == PAWN:
            return SquareSet(BB_PAWN_ATTACKS[piece.color][square])
        of_piece = {KNIGHT: BB_KNIGHT_ATTACKS.__getitem__, KING: BB_KING_ATTACKS.__getitem__}
        slides = {BISHOP: _attacks.bishop, ROOK: _attacks.rook, QUEEN: _attacks.queen}
        if piece.piece_type in of_piece:
            return SquareSet(of_piece[piece.piece_type](square))
        return slides[piece.piece_type](square, occupied)

    attacks_mask = attacks

    def attackers(self, color: bool, square: int, occupied: Any = None) -> SquareSet:
        occupied = self.occupied if occupied is None else SquareSet(occupied)
        lines, diagonals = _attacks.rook(square, occupied), _attacks.bishop(square, occupied)
        found = (
            (self.pawns & BB_PAWN_ATTACKS[not color][square])
            | (self.knights & BB_KNIGHT_ATTACKS[square])
            | (self.kings & BB_KING_ATTACKS[square])
            | (diagonals & (self.bishops | self.queens))
            | (lines & (self.rooks | self.queens))
        )
        return found & self.occupied_co[color]

    attackers_mask = attackers

    def is_attacked_by(self, color: bool, square: int, occupied: Any = None) -> bool:
        return bool(self.attackers(color, square, occupied))

    def checkers(self) -> SquareSet:
        king = self.king(self.turn)
        return SquareSet() if king is None else self.attackers(not self.turn, king)

    checkers_mask = checkers

    def is_check(self) -> bool:
        return bool(self.checkers())

    def was_into_check(self) -> bool:
        king = self.king(not self.turn)
        return king is not None and self.is_attacked_by(self.turn, king)

    def _is_passed(self) -> bool:
        """Returns whether a pawn may just have passed over the square of en passant."""
        square, step = self.ep_square, 8 if self.turn else -8
        if square is None:
            return False
        is_there = square >> 3 == (5 if self.turn else 2) and {square, square + step}.isdisjoint(self._pieces)
        return is_there and self._pieces.get(SQUARES[square - step]) is Piece(PAWN, not self.turn)

    def status(self) -> Status:
        pieces, found = list(self._pieces.values()), Status.VALID
        if not pieces:
            found |= Status.EMPTY
        for color, name in ((WHITE, "WHITE"), (BLACK, "BLACK")):
            kings, pawns = len(self.pieces(KING, color)), len(self.pieces(PAWN, color))
            found |= Status[f"NO_{name}_KING"] if not kings else Status.VALID
            found |= Status[f"TOO_MANY_{name}_PAWNS"] if pawns > 8 else Status.VALID
            # There are no more promoted pieces than pawns that are missing.
            counts = (len(self.pieces(kind, color)) for kind in (KNIGHT, BISHOP, ROOK, QUEEN))
            promoted = sum(max(0, count - first) for count, first in zip(counts, (2, 2, 2, 1)))
            if sum(piece.color == color for piece in pieces) > 16 or promoted > max(0, 8 - pawns):
                found |= Status[f"TOO_MANY_{name}_PIECES"]
        if len(self.kings) > 2:
            found |= Status.TOO_MANY_KINGS
        if any(p.piece_type == PAWN and s.rank in (0, 7) for s, p in self._pieces.items()):
            found |= Status.PAWNS_ON_BACKRANK
        if self.castling_rights != self.clean_castling_rights():
            found |= Status.BAD_CASTLING_RIGHTS
        passed, is_passed = self.ep_square, self._is_passed()
        if passed is not None and not is_passed:
            found |= Status.INVALID_EP_SQUARE
        if self.was_into_check():
            found |= Status.OPPOSITE_CHECK
        return found | _wrong_checks(self, passed if is_passed else None)

    def is_valid(self) -> bool:
        return False

    def _position(self) -> hyperbola.Board:
        """Returns the position without the castling rights and the square of en passant that do not fit,
        and with the moves before."""
        turn, _, passed, *clocks = self._fields
        fields = [turn, _rights(self.clean_castling_rights()), passed if self._is_passed() else "-", *clocks]
        board = hyperbola.Board.copy(self)
        try:
            board._set_position(" ".join([self.board_fen(), *fields]))
        except ValueError:
            raise ValueError(f"the board is no position: {self.status()!r}, {self.fen()}") from None
        return board

    def __str__(self) -> str:
        signs = [self._pieces[s].symbol() if s in self._pieces else "." for s in SQUARES_180]
        return "\n".join(" ".join(signs[8 * rank : 8 * rank + 8]) for rank in range(8))

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, hyperbola.Board) and self.fen() == other.fen()

    def __hash__(self) -> int:
        return hash(self.fen())

    def _repr_svg_(self) -> str:
        return importlib.import_module(f"{__name__}.svg").board(self)


def _of_position(name: str) -> Any:
    """Returns a method or a property of boards as that of the position."""
    if not callable(getattr(hyperbola.Board, name)):
        return property(lambda self: getattr(self._position(), name))

    def ask(self: _DraftBoard, *values: Any, **options: Any) -> Any:
        return getattr(self._position(), name)(*values, **options)

    def play(self: _DraftBoard, *values: Any) -> Any:
        board = self._position()
        fen = board.shredder_fen(en_passant="fen")
        # A move that is not legal changes nothing.
        getattr(board, name)(*values)
        hyperbola.Board._set_position(self, fen)
        self._leave()
        return getattr(self, name)(*values)

    return play if "push" in name else ask


# What asks neither for the pieces nor for the fields of the FEN.
_OF_THE_MOVES = ("chess960", "chess960_pos", "clear_stack", "move_stack", "peek", "uci_variant", "unicode")
for _name in dir(hyperbola.Board):
    _is_known = _name in (*_OF_THE_MOVES, *_FIELDS, *vars(Board), *vars(_DraftBoard))
    if not _name.startswith("_") and not _is_known:
        setattr(_DraftBoard, _name, _of_position(_name))
for _index, (_name, (_value, _)) in enumerate(_FIELDS.items()):
    setattr(_DraftBoard, _name, property(lambda b, index=_index, value=_value: value(b._fields[index])))
for _piece_type in PIECE_TYPES:
    setattr(
        _DraftBoard,
        f"{piece_name(_piece_type)}s",
        property(lambda board, kind=_piece_type: (board.pieces(kind, WHITE) | board.pieces(kind, BLACK))._fixed()),
    )
