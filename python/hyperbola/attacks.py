"""The attacks of rooks, bishops and queens, one by one or on arrays.

Attacks reach up to the first occupied square and include it. They never include the slider's own
square, and whether that is occupied does not matter.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, overload

from hyperbola._hyperbola import attacks as _attacks
from hyperbola._hyperbola import attacks_of_one as _attacks_of_one
from hyperbola._types import Bitboard, _index, _trusted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["bishop", "queen", "rook"]


@overload
def rook(
    squares: int | str,
    occupied: int,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Bitboard: ...


@overload
def rook(
    squares: ArrayLike | str,
    occupied: ArrayLike,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Any: ...


def rook(
    squares: ArrayLike | str,
    occupied: ArrayLike,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Any:
    """Returns the attacks of rooks.

    squares (integers from 0 to 63) and occupied (integers from 0 to 2**64 - 1) are arrays of any
    shapes that NumPy broadcasts. The result is a uint64 array of the broadcast shape. If both are
    single numbers, it is a Bitboard. A single square may be a name. technique and word name how it
    is computed; without them the best for this CPU is used (see hyperbola.techniques() and
    hyperbola.words()).

    >>> rook("a1", Bitboard(["a3", "c1"]))
    Bitboard(0x10106)
    >>> rook([0, 7], 0).tolist()
    [72340172838076926, 9259542123273814143]
    """
    return _compute("rook", squares, occupied, technique, word, threads)


@overload
def bishop(
    squares: int | str,
    occupied: int,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Bitboard: ...


@overload
def bishop(
    squares: ArrayLike | str,
    occupied: ArrayLike,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Any: ...


def bishop(
    squares: ArrayLike | str,
    occupied: ArrayLike,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Any:
    """Returns the attacks of bishops; the rest is as for rook().

    >>> bishop("a1", Bitboard(["c3"]))
    Bitboard(0x40200)
    """
    return _compute("bishop", squares, occupied, technique, word, threads)


@overload
def queen(
    squares: int | str,
    occupied: int,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Bitboard: ...


@overload
def queen(
    squares: ArrayLike | str,
    occupied: ArrayLike,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Any: ...


def queen(
    squares: ArrayLike | str,
    occupied: ArrayLike,
    *,
    technique: str | None = None,
    word: str | None = None,
    threads: int = 1,
) -> Any:
    """Returns the attacks of queens; the rest is as for rook().

    >>> len(queen("d4", 0))
    27
    """
    return _compute("queen", squares, occupied, technique, word, threads)


def _compute(
    piece: str,
    squares: Any,
    occupied: Any,
    technique: str | None,
    word: str | None,
    threads: int,
) -> Bitboard | NDArray[np.uint64]:
    if isinstance(squares, (int, str)) and isinstance(occupied, int):
        square = _index(squares) if isinstance(squares, str) else squares
        try:
            found = _attacks_of_one(piece, square, occupied, technique, word, threads)
        except OverflowError:
            _index(square), Bitboard(occupied)  # They say which number is out of range.
            raise
        return _trusted(found)
    import numpy as np

    square = _index(squares) if isinstance(squares, str) else squares
    indices = _integers(square, np.uint8, 63, "squares")
    sets = _integers(occupied, np.uint64, 2**64 - 1, "occupied")
    shape = np.broadcast_shapes(indices.shape, sets.shape)
    result = np.empty(shape, np.uint64)
    flat = (_flat(indices, shape), _flat(sets, shape))
    _attacks(piece, *flat, result.reshape(-1), technique, word, threads)
    return result if shape else Bitboard(int(result))


def _flat(array: Any, shape: tuple[int, ...]) -> Any:
    """Returns the elements of the broadcast array in order, or the only one."""
    import numpy as np

    if array.size != 1:
        array = np.broadcast_to(array, shape)
    return np.require(array, requirements=["C", "A"]).reshape(-1)


def _integers(values: Any, dtype: Any, largest: int, what: str) -> Any:
    """Returns integers as an array of a dtype, and refuses all that are not from 0 to the largest."""
    import numpy as np

    array = np.asarray(values)
    is_list = not hasattr(values, "dtype")
    if array.dtype.kind not in "iu":
        # NumPy makes floats or objects of a list with numbers on both sides of 2**63.
        numbers = np.asarray(values, dtype=object) if is_list or array.dtype.kind == "O" else array
        if numbers.dtype.kind != "O":
            raise TypeError(f"{what}: expected integers, found an array of {array.dtype}")
        for index, number in enumerate(numbers.reshape(-1)):
            _check(number, largest, what, index)
        return numbers.astype(dtype)
    if array.dtype == dtype:
        return array
    if array.size:
        low, high = int(array.min()), int(array.max())
        if low < 0 or high > largest:
            index = int(np.argmax((array < 0) | (array > largest)))
            _check(array.reshape(-1)[index], largest, what, index)
    return array.astype(dtype)


def _check(number: Any, largest: int, what: str, index: int) -> None:
    at = f"at index {index} of the flattened array"
    if isinstance(number, (bool, float)) or not hasattr(number, "__index__"):
        raise TypeError(f"{what}: expected integers, found {number!r} {at}")
    if not 0 <= operator.index(number) <= largest:
        raise ValueError(f"{what}: expected numbers from 0 to {largest}, found {number} {at}")
