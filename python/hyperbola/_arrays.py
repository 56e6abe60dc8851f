"""Arrays of integers from what callers have."""

from __future__ import annotations

import operator
import sys
from typing import Any


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
