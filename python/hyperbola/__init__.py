"""Attacks of chess pieces, legal moves, and features of millions of positions as NumPy arrays.

Squares count from a1 = 0 to h8 = 63. A set of squares is a number of 64 bits with the bit of each of
its squares: Bitboard, or uint64 in arrays. Sides count from White = 0, roles from pawn = 0 to
king = 5.

    >>> from hyperbola import Position, Square, attacks
    >>> attacks.rook(Square.A1, 0)
    Bitboard(0x1010101010101fe)
    >>> Position().perft(4)
    197281
    >>> Positions.from_fens([Position().fen()]).compute("attack_counts").shape
    (1, 2, 64)
"""

from collections.abc import Sequence as _Sequence

from hyperbola import attacks
from hyperbola._board import BLACK as BLACK
from hyperbola._board import WHITE as WHITE
from hyperbola._board import Outcome, PieceType, Termination
from hyperbola._data import DataBatch, DataError, read, write
from hyperbola._hunt import Finding, WrongInput, WrongMove, hunt
from hyperbola._hyperbola import (
    BadRow,
    BadRowList,
    Board,
    Games,
    InputSet,
    Move,
    Moves,
    Piece,
    Position,
    Positions,
    features,
    simd_kinds,
)
from hyperbola._parquet import ParquetBatch, parquet_batches
from hyperbola._types import Bitboard, Square
from hyperbola._verdict import Verdict, verdict, verdicts

__all__ = [
    "BadRow",
    "BadRowList",
    "Bitboard",
    "Board",
    "DataBatch",
    "DataError",
    "Finding",
    "Games",
    "InputSet",
    "Move",
    "Moves",
    "Outcome",
    "ParquetBatch",
    "Piece",
    "PieceType",
    "Position",
    "Positions",
    "Square",
    "Termination",
    "Verdict",
    "WrongInput",
    "WrongMove",
    "attacks",
    "features",
    "hunt",
    "parquet_batches",
    "read",
    "simd_kinds",
    "verdict",
    "verdicts",
    "write",
]
__version__ = "0.1.0"
_Sequence.register(Moves)
# Errors and pickles name the module that callers import.
for _value in [globals()[_name] for _name in __all__]:
    if isinstance(_value, type) and _value.__module__ != "hyperbola":
        _value.__module__ = "hyperbola"
