"""What a board says in Python's own types."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Final, NamedTuple

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
