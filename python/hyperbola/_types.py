"""Squares and sets of squares."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, SupportsIndex

from hyperbola._hyperbola import Bitboard as Bitboard


class Square(IntEnum):
    """A square, from Square.A1 = 0 to Square.H8 = 63. Its str() is its name, such as a1.

    >>> Square.parse("e4"), Square(28), str(Square.E4)
    (Square.E4, Square.E4, 'e4')
    """

    A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
    A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
    A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
    A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
    A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
    A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
    A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
    A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

    @classmethod
    def parse(cls, name: str) -> Square:
        """Returns the square with a name, a1 to h8. The file may be a capital letter."""
        square = cls.__members__.get(name.upper()) if isinstance(name, str) else None
        if square is None:
            raise ValueError(f"expected the name of a square, a1 to h8, found {name!r}")
        return square

    file: int
    """The file, from a = 0."""
    rank: int
    """The rank, from the first = 0."""

    def __init__(self, index: int) -> None:
        self.rank, self.file = divmod(index, 8)

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Square.{self.name}"


_SQUARES = tuple(Square)


def _array(self: Bitboard, dtype: Any = None, copy: bool | None = None) -> Any:
    """Returns an array of no dimension, of uint64."""
    import numpy as np

    return np.array(int(self), dtype or np.uint64)


def _array_ufunc(self: Bitboard, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """Computes with arrays of NumPy, for which a bitboard is a uint64; - is that of sets."""
    import numpy as np

    inputs = tuple(np.uint64(int(i)) if isinstance(i, Bitboard) else i for i in inputs)
    if ufunc is np.subtract and method == "__call__":
        return np.bitwise_and(inputs[0], np.invert(inputs[1]), **options)
    return getattr(ufunc, method)(*inputs, **options)


def _carry_rippler(self: Bitboard) -> Iterator[Bitboard]:
    """Returns an iterator through all subsets, from the empty one to the set itself.

    >>> [int(subset) for subset in Bitboard(0b101).carry_rippler()]
    [0, 1, 4, 5]
    """
    yield Bitboard(0)
    squares = int(self)
    found = squares & -squares
    while found:
        yield Bitboard(found)
        found = (found - squares) & squares


def _format(self: Bitboard, spec: str) -> str:
    return format(int(self), spec) if spec else str(self)


def _repr_svg(self: Bitboard) -> str:
    from hyperbola._svg import board

    return board(int(self))


# What needs no speed is in Python.
_METHODS = {
    "__array__": _array,
    "__array_ufunc__": _array_ufunc,
    "__format__": _format,
    "_repr_svg_": _repr_svg,
    "carry_rippler": _carry_rippler,
}
for _name, _method in _METHODS.items():
    _method.__name__, _method.__qualname__ = _name, f"Bitboard.{_name}"
    setattr(Bitboard, _name, _method)


def _occupied(number: SupportsIndex) -> Bitboard:
    """Returns the parameter occupied as a bitboard."""
    try:
        if isinstance(number, int) and number < 0:
            raise ValueError(f"expected a number from 0 to 2**64 - 1, found {number}")
        return Bitboard(number)
    except (TypeError, ValueError) as error:
        raise type(error)(f"occupied: {error}") from None


def _index(square: object) -> int:
    """Returns the index of a square, which is an int from 0 to 63 or a name."""
    if isinstance(square, str):
        return Square.parse(square).value
    try:
        index = operator.index(square)  # type: ignore[arg-type]
    except TypeError:
        found = type(square).__name__
        raise TypeError(f"expected a square, found {found}") from None
    if not 0 <= index < 64:
        raise ValueError(f"expected a square from 0 to 63, found {index}")
    return index
