"""What a board says in Python's own types."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum, IntFlag
from typing import Any, Final, NamedTuple

from hyperbola._hyperbola import Bitboard, Board, Move

WHITE: Final = True
BLACK: Final = False


class PieceType(IntEnum):
    """A kind of piece, from PieceType.PAWN = 1 to PieceType.KING = 6. Arrays count roles from 0, so
    a role is one less.

    >>> PieceType.KNIGHT, int(PieceType.KNIGHT), PieceType.KNIGHT.symbol
    (PieceType.KNIGHT, 2, 'n')
    """

    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    ROOK = 4
    QUEEN = 5
    KING = 6

    @property
    def symbol(self) -> str:
        """The small letter of the kind, such as n."""
        return " pnbrqk"[self.value]

    def __repr__(self) -> str:
        return f"PieceType.{self.name}"


# Indexed by the role.
_PIECE_TYPES = tuple(PieceType)


class Termination(Enum):
    """Why a game has ended.

    >>> Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome().termination is Termination.STALEMATE
    True
    """

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7


class Outcome(NamedTuple):
    """How a game has ended: why, and the colour that has won, or None for a draw.

    >>> outcome = Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").outcome()
    >>> outcome.termination.name, outcome.winner == WHITE, outcome.result()
    ('CHECKMATE', True, '1-0')
    """

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """Returns the result as PGN writes it: 1-0, 0-1 or 1/2-1/2."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


def outcome(termination: str, winner: bool | None) -> Outcome:
    """Makes an outcome of what is found in Rust."""
    return Outcome(Termination[termination], winner)


class Status(IntFlag):
    """What is wrong with a position; 0 is nothing."""

    VALID = 0
    NO_WHITE_KING = 1
    NO_BLACK_KING = 2
    TOO_MANY_KINGS = 4
    TOO_MANY_WHITE_PAWNS = 8
    TOO_MANY_BLACK_PAWNS = 16
    PAWNS_ON_BACKRANK = 32
    TOO_MANY_WHITE_PIECES = 64
    TOO_MANY_BLACK_PIECES = 128
    BAD_CASTLING_RIGHTS = 256
    INVALID_EP_SQUARE = 512
    OPPOSITE_CHECK = 1024
    EMPTY = 2048
    TOO_MANY_CHECKERS = 32768
    IMPOSSIBLE_CHECK = 65536


def _status(self: Board) -> Status:
    """Returns what is wrong with the position. As a board is a position, it can only be that no move
    gives such a check: by more than two pieces, by two on a line with the king, or behind a pawn that
    has just moved.

    >>> Board().status() == 0
    True
    """
    return wrong_checks(self, self.ep_square)


def wrong_checks(self: Board, passed: int | None) -> Status:
    """Returns what is wrong with the checks, if a pawn has just passed over a square or over none."""
    checkers, king = self.checkers(), self.king(self.turn)
    if len(checkers) > 2:
        return Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK
    is_impossible = len(checkers) == 2 and king in Bitboard.ray(*checkers)
    if checkers and passed is not None:
        # The pawn that has just moved gives the check, or has opened the line of another piece.
        pawn, start = Bitboard.from_square(passed ^ 8), Bitboard.from_square(passed ^ 24)
        before = (self.occupied - pawn) | start
        was_check = checkers != pawn and self.is_attacked_by(not self.turn, king, before)
        is_impossible = len(checkers) > 1 or was_check
    return Status.IMPOSSIBLE_CHECK if is_impossible else Status.VALID


def _is_valid(self: Board) -> bool:
    """Returns whether nothing is wrong with the position.

    >>> Board().is_valid()
    True
    """
    return self.status() == Status.VALID


def _unicode(
    self: Board,
    *,
    invert_color: bool = False,
    borders: bool = False,
    empty_square: str = "⭘",
    orientation: bool = WHITE,
) -> str:
    """Returns a drawing of the board with the signs of the pieces.

    >>> Board().unicode().splitlines()[0]
    '♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜'
    """
    line = "  " + "-" * 17
    lines = [line] if borders else []
    files = range(8) if orientation else range(7, -1, -1)
    for rank in reversed(range(8)) if orientation else range(8):
        pieces = [self.piece_at(8 * rank + file) for file in files]
        signs = [p.unicode_symbol(invert_color=invert_color) if p else empty_square for p in pieces]
        lines.append(f"{rank + 1} |{'|'.join(signs)}|" if borders else " ".join(signs))
        lines.extend([line] if borders else [])
    if borders:
        lines.append("   " + " ".join("abcdefgh"[file] for file in files))
    return "\n".join(lines)


def _chess960_pos(self: Board) -> int | None:
    """Returns the number of the initial array of Chess960 that the board is, or None.

    >>> Board().chess960_pos()
    518
    """
    pieces, here = self.board_fen().split("/")[-1], self.board_fen()
    if sorted(pieces) != sorted("RNBQKBNR"):
        return None
    found = (number for number in range(960) if _array(number) == pieces)
    number = next(found, None)
    if number is None or Board.from_chess960_pos(number).board_fen() != here:
        return None
    return number


def _array(number: int) -> str:
    return Board.from_chess960_pos(number).board_fen().split("/")[-1]


def _san_and_push(self: Board, move: Move) -> str:
    """Plays a legal move and returns it in algebraic notation.

    >>> Board().san_and_push(Move.from_uci("g1f3"))
    'Nf3'
    """
    san = self.san(move)
    self.push(move)
    return san


def _transform(self: Board, f: Callable[[Bitboard], Any]) -> Board:
    """Returns the board after a change of all its sets, such as Bitboard.mirror. It has no castling
    rights and no moves before.

    >>> Board().transform(Bitboard.mirror).board_fen()[:8]
    'RNBQKBNR'
    """
    pieces = {}
    for square, piece in self.piece_map().items():
        (target,) = Bitboard(f(Bitboard.from_square(square)))
        pieces[int(target)] = piece.symbol()
    ranks = []
    for rank in reversed(range(8)):
        text = "".join(pieces.get(8 * rank + file, " ") for file in range(8))
        for count in range(8, 0, -1):
            text = text.replace(" " * count, str(count))
        ranks.append(text)
    turn = "w" if self.turn else "b"
    return Board(f"{'/'.join(ranks)} {turn} - - {self.halfmove_clock} {self.fullmove_number}")


def _was_into_check(self: Board) -> bool:
    """Returns whether the side that has just moved is in check, which no position allows."""
    return False


# What needs no speed is in Python.
_METHODS: dict[str, Any] = {
    "status": _status,
    "is_valid": _is_valid,
    "unicode": _unicode,
    "chess960_pos": _chess960_pos,
    "san_and_push": _san_and_push,
    "transform": _transform,
    "was_into_check": _was_into_check,
    "attackers_mask": Board.attackers,
    "attacks_mask": Board.attacks,
    "checkers_mask": Board.checkers,
    "pin_mask": Board.pin,
    "pieces_mask": Board.pieces,
}
for _name, _method in _METHODS.items():
    setattr(Board, _name, _method)
