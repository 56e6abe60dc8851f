"""Squares and sets of squares."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Any, SupportsIndex

_ALL = (1 << 64) - 1


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

    @property
    def file(self) -> int:
        """The file, from a = 0."""
        return self.value % 8

    @property
    def rank(self) -> int:
        """The rank, from the first = 0."""
        return self.value // 8

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Square.{self.name}"


_SQUARES = tuple(Square)


class Bitboard(int):
    """A set of squares: an int of 64 bits, in which bit 0 is a1 and bit 63 is h8.

    Bitboard(number) takes the number, and Bitboard(squares) an iterable of squares. The operators of
    sets (| & ^ - ~) give bitboards; all else that an int does, such as + and ==, it does too.
    issubset() compares sets; <= compares numbers. len() is the number of squares, and iteration goes
    from a1 to h8. With arrays of NumPy it is a uint64, and - is that of sets there too.

    >>> board = Bitboard([Square.A1, Square.C1])
    >>> board, len(board), Square.A1 in board
    (Bitboard(0x5), 2, True)
    >>> list(board - Bitboard([Square.A1]))
    [Square.C1]

    NumPy takes bitboards in a list for ints of its own choice, which may be float64. So name the type:

    >>> import numpy as np
    >>> np.array([board, ~board], np.uint64).dtype
    dtype('uint64')
    """

    __slots__ = ()

    def __new__(cls, squares: SupportsIndex | Iterable[SupportsIndex | str] = 0) -> Bitboard:
        try:
            number = operator.index(squares)  # type: ignore[arg-type]
        except TypeError:
            if isinstance(squares, (str, bytes)) or not hasattr(squares, "__iter__"):
                found = type(squares).__name__
                raise TypeError(f"expected an int or squares, found {found}") from None
            number = 0
            for square in squares:
                number |= 1 << _index(square)
        if not 0 <= number <= _ALL:
            raise ValueError(f"expected a number from 0 to 2**64 - 1, found {number}")
        return super().__new__(cls, number)

    def __or__(self, other: int) -> Bitboard:
        return _set(int.__or__(self, other))

    __ror__ = __or__

    def __and__(self, other: int) -> Bitboard:
        return _set(int.__and__(self, other))

    __rand__ = __and__

    def __xor__(self, other: int) -> Bitboard:
        return _set(int.__xor__(self, other))

    __rxor__ = __xor__

    def __sub__(self, other: int) -> Bitboard:
        """Returns the squares that the other set does not have."""
        if not isinstance(other, int):
            return NotImplemented
        return _trusted(int(self) & ~int(other))

    def __rsub__(self, other: int) -> Bitboard:
        if not isinstance(other, int):
            return NotImplemented
        return _set(int(other) & ~int(self))

    def __invert__(self) -> Bitboard:
        return _trusted(int(self) ^ _ALL)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Computes with arrays of NumPy, for which a bitboard is a uint64; - is that of sets."""
        import numpy as np

        inputs = tuple(np.uint64(int(i)) if isinstance(i, Bitboard) else i for i in inputs)
        if ufunc is np.subtract and method == "__call__":
            return np.bitwise_and(inputs[0], np.invert(inputs[1]), **options)
        return getattr(ufunc, method)(*inputs, **options)

    def issubset(self, other: int) -> bool:
        """Returns whether the other set has all squares of this one."""
        return int(self) & ~operator.index(other) == 0

    def isdisjoint(self, other: int) -> bool:
        """Returns whether the other set has no square of this one."""
        return int(self) & operator.index(other) == 0

    def __len__(self) -> int:
        return int(self).bit_count()

    def __iter__(self) -> Iterator[Square]:
        rest = int(self)
        while rest:
            yield _SQUARES[(rest & -rest).bit_length() - 1]
            rest &= rest - 1

    def __contains__(self, square: object) -> bool:
        return bool(int(self) >> _index(square) & 1)

    def __repr__(self) -> str:
        return f"Bitboard({int(self):#x})"

    def __str__(self) -> str:
        rows = []
        for rank in reversed(range(8)):
            row = int(self) >> 8 * rank
            rows.append(" ".join("1" if row >> file & 1 else "." for file in range(8)))
        return "\n".join(rows)

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else str(self)

    def _repr_svg_(self) -> str:
        from hyperbola._svg import board

        return board(int(self))


def _trusted(number: int) -> Bitboard:
    """Returns a number from 0 to 2**64 - 1 as a bitboard."""
    return int.__new__(Bitboard, number)


def _set(number: int) -> Bitboard:
    """Returns what an operator of int gives as a bitboard."""
    if number is NotImplemented:
        return NotImplemented  # type: ignore[no-any-return]
    return _trusted(number) if 0 <= number <= _ALL else Bitboard(number)


def _occupied(number: int) -> Bitboard:
    """Returns the parameter occupied as a bitboard."""
    try:
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
