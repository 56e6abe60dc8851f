"""The attacks of rooks, bishops and queens, one by one or on arrays.

Attacks reach up to the first occupied square and include it. They never include the slider's own
square, and whether that is occupied does not matter.

rook, bishop and queen take the same parameters:

squares
    Integers from 0 to 63, or the name of a single square.
occupied
    Integers from 0 to 2**64 - 1, the sets of occupied squares.
technique, simd
    How it is computed: see hyperbola.techniques() and hyperbola.simd_kinds(). Without them it is
    the best for this CPU.
threads
    The number of threads.
out
    A contiguous uint64 array of the broadcast shape, to which the result is written.

squares and occupied are arrays of any shapes that NumPy broadcasts. The result is a uint64 array of
the broadcast shape, and a Bitboard if both are single numbers. With out, it is out: many queries of
one number take less time where the array is made once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, overload

from hyperbola._arrays import integers, unmasked
from hyperbola._hyperbola import attacks as _attacks
from hyperbola._hyperbola import attacks_of_one as _attacks_of_one
from hyperbola._types import Bitboard, _index, _occupied

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["bishop", "queen", "rook"]


class _Attacks(Protocol):
    """The type of the functions."""

    @overload
    def __call__(
        self,
        squares: int | str,
        occupied: int | Bitboard,
        *,
        technique: str | None = None,
        simd: str | None = None,
        threads: int = 1,
    ) -> Bitboard: ...

    @overload
    def __call__(
        self,
        squares: ArrayLike | str,
        occupied: ArrayLike,
        *,
        technique: str | None = None,
        simd: str | None = None,
        threads: int = 1,
        out: NDArray[np.uint64] | None = None,
    ) -> Any: ...


def _of(piece: str, example: str) -> _Attacks:
    """Returns the function for a piece."""

    def attacks(
        squares: ArrayLike | str,
        occupied: ArrayLike,
        *,
        technique: str | None = None,
        simd: str | None = None,
        threads: int = 1,
        out: NDArray[np.uint64] | None = None,
    ) -> Any:
        return _compute(piece, squares, occupied, technique, simd, threads, out)

    attacks.__name__ = attacks.__qualname__ = piece
    attacks.__doc__ = f"""Returns the attacks of {piece}s: a uint64 array, or a Bitboard for one query.

    help(hyperbola.attacks) describes the parameters.

    {example}
    """
    return attacks


rook = _of(
    "rook",
    """>>> rook("a1", Bitboard(["a3", "c1"]))
    Bitboard(0x10106)
    >>> rook([0, 7], 0)
    array([  72340172838076926, 9259542123273814143], dtype=uint64)""",
)
bishop = _of(
    "bishop",
    """>>> bishop("a1", Bitboard(["c3"]))
    Bitboard(0x40200)""",
)
queen = _of(
    "queen",
    """>>> len(queen("d4", 0))
    27
    >>> queen([[27], [0]], [0, 255, 2**64 - 1]).shape
    (2, 3)""",
)


def _compute(
    piece: str,
    squares: Any,
    occupied: Any,
    technique: str | None,
    simd: str | None,
    threads: int,
    out: NDArray[np.uint64] | None,
) -> Bitboard | NDArray[np.uint64]:
    if isinstance(squares, (int, str)) and isinstance(occupied, (int, Bitboard)) and out is None:
        square = _index(squares) if isinstance(squares, str) else squares
        try:
            found = _attacks_of_one(piece, square, occupied, technique, simd, threads)
        except OverflowError:
            _index(square), _occupied(occupied)  # They say which number is out of range.
            raise
        return found
    import numpy as np

    square = _index(squares) if isinstance(squares, str) else squares
    indices = integers(square, np.uint8, 63, "squares")
    sets = integers(occupied, np.uint64, 2**64 - 1, "occupied")
    shape = np.broadcast_shapes(indices.shape, sets.shape)
    result = np.empty(shape, np.uint64) if out is None else _checked(out, shape, indices, sets)
    flat = (_flat(indices, shape), _flat(sets, shape))
    _attacks(piece, *flat, result.reshape(-1), technique, simd, threads)
    return result if shape or out is not None else Bitboard(int(result))


def _checked(out: Any, shape: tuple[int, ...], *read: Any) -> Any:
    """Returns the array of the caller if the result can be written to it as it is."""
    import numpy as np

    if not isinstance(out, np.ndarray) or out.dtype != np.dtype(np.uint64):
        found = getattr(out, "dtype", type(out).__name__)
        raise TypeError(f"out: expected an array of uint64, found {found}")
    if out.shape != shape:
        raise ValueError(f"out: expected the shape {shape}, found {out.shape}")
    unmasked(out, "out")
    flags = out.flags
    if not (flags.c_contiguous and flags.aligned and flags.writeable):
        raise ValueError("out: expected a contiguous array that can be written to")
    if any(np.may_share_memory(out, array) for array in read):
        raise ValueError("out: expected an array that shares no memory with the others")
    return out


def _flat(array: Any, shape: tuple[int, ...]) -> Any:
    """Returns the elements of the broadcast array in order, or the only one."""
    import numpy as np

    if array.size != 1:
        array = np.broadcast_to(array, shape)
    return np.require(array, requirements=["C", "A"]).reshape(-1)
