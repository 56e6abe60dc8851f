"""Arrays of integers from what callers have."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator
from typing import Any


def whole(number: Any, what: str) -> int:
    """Returns a parameter that is a whole number."""
    try:
        return operator.index(number)
    except TypeError:
        found = type(number).__name__
        raise TypeError(f"{what}: expected an int, found {found}") from None


def plain(value: Any) -> Any:
    """Returns a number or an array of NumPy as Python's numbers, for JSON."""
    import numpy as np

    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    found = type(value).__name__
    raise TypeError(f"expected texts, numbers, lists and dicts, found {found}")


def names(values: Any, what: str) -> list[str]:
    """Returns a list of texts. It refuses a single text, and everything that is no list of texts."""
    if isinstance(values, str):
        raise TypeError(f"{what}: expected a list of str, found one str; write {what}=[{values!r}]")
    try:
        listed = list(values)
    except TypeError:
        found = type(values).__name__
        raise TypeError(f"{what}: expected a list of str, found {found}") from None
    for index, value in enumerate(listed):
        if not isinstance(value, str):
            found = type(value).__name__
            raise TypeError(f"{what}: expected a str at index {index}, found {found}")
    return listed


def unmasked(values: Any, what: str) -> None:
    """Refuses an array that masks some of its elements."""
    # Without this module there are no such arrays, and to import it takes a while.
    masks = sys.modules.get("numpy.ma")
    if masks is not None and masks.is_masked(values):
        raise ValueError(f"{what}: expected an array without masked elements; fill or drop them")


def integers(values: Any, dtype: Any, largest: int, what: str) -> Any:
    """Returns integers as an array of a dtype, and refuses all that are not from 0 to the largest."""
    import numpy as np

    unmasked(values, what)
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


def rows(index: Any, count: int) -> Any:
    """Returns the rows that an array or a list chooses among as many, as a uint64 array.

    It has row numbers, which may count from the end, or a bool for each row. Returns None for what
    else it may be.
    """
    import numpy as np

    unmasked(index, "index")
    array = np.asarray(index)
    if array.ndim == 0:
        return None
    if array.ndim != 1:
        raise IndexError(f"index: expected an array of one axis, found the shape {array.shape}")
    if array.dtype.kind == "b":
        if len(array) != count:
            raise IndexError(f"index: expected a bool for each of {count} rows, found {len(array)}")
        return np.flatnonzero(array).astype(np.uint64)
    if not len(array):
        return np.empty(0, np.uint64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"index: expected row numbers or bools, found an array of {array.dtype}")
    low, high = int(array.min()), int(array.max())
    if low < -count or high >= count:
        wrong = low if low < -count else high
        raise IndexError(f"expected a row of {count}, found {wrong}")
    return np.where(array < 0, array + count, array).astype(np.uint64) if low < 0 else array.astype(np.uint64)


def codes_of_moves(moves: Any) -> Any:
    """Returns the bits of moves as a contiguous uint16 array, a list of texts for a list with Moves, or
    None for a column of texts."""
    import numpy as np

    from hyperbola._hyperbola import Move

    dtype = getattr(moves, "dtype", None)
    is_column = isinstance(dtype, np.dtype) and dtype.kind == "O" and getattr(moves, "ndim", 0) == 1
    is_listed = is_column or isinstance(moves, Iterator)
    if is_listed:
        moves, dtype = list(moves), None
    if isinstance(moves, (list, tuple)) and any(isinstance(move, Move) for move in moves):
        # Bits of castling are the king's move onto its rook, which only a position knows.
        return texts_of_moves(moves)
    if isinstance(dtype, np.dtype):
        is_numbers = dtype.kind not in "SUOT"
    else:
        first = moves[0] if isinstance(moves, (list, tuple)) and moves else None
        is_numbers = hasattr(first, "__index__")
    if not is_numbers:
        return moves if is_listed else None
    return bits_of_moves(moves)


def bits_of_moves(moves: Any) -> Any:
    """Returns the bits of moves as a contiguous uint16 array."""
    import numpy as np

    array = integers(moves, np.dtype(np.uint16), 65535, "moves")
    if array.ndim != 1:
        raise ValueError(f"moves: expected an array of one axis, found the shape {array.shape}")
    return np.require(array, requirements=["C", "A"])


def texts_of_moves(moves: Any) -> list[Any]:
    """Returns a list with the texts of moves. What is neither a text nor a Move stays."""
    from hyperbola._hyperbola import Move

    listed = moves.to_pylist() if hasattr(moves, "to_pylist") else list(moves)
    return [str(move) if isinstance(move, Move) else move for move in listed]


def plane_dtype(wanted: Any, out: Any, usual: str) -> str:
    """Returns the name of the type of planes: the wanted one, that of an array, or the usual one."""
    import numpy as np

    expected = "expected uint8, float16 or float32 in the byte order of this computer"
    if wanted is None:
        wanted = getattr(out, "dtype", usual)
    try:
        found = np.dtype(wanted)
    except TypeError:
        raise TypeError(f"dtype: {expected}, found {wanted!r}") from None
    if not (found.isnative and found.name in ("uint8", "float16", "float32")):
        raise ValueError(f"dtype: {expected}, found {found!r}")
    return str(found.name)


def buffer(out: Any, shape: tuple[int, ...], name: str) -> tuple[Any, Any]:
    """Returns an array to be written, and its bytes or halves as numbers."""
    import numpy as np

    if out is None:
        out = np.empty(shape, name)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: expected an array of NumPy, found {type(out).__name__}")
    unmasked(out, "out")
    flags = out.flags
    if out.dtype != name or out.shape != shape:
        found = f"{out.dtype} of shape {out.shape}"
        raise ValueError(f"out: expected {name} of shape {shape}, found {found}")
    if not (flags.c_contiguous and flags.writeable and flags.aligned):
        raise ValueError("out: expected an array in one piece, by rows, that can be written to")
    flat = out.view(np.ndarray).reshape(-1)
    kinds = {"bool": np.uint8, "float16": np.uint16}
    return out, flat.view(kinds[name]) if name in kinds else flat
