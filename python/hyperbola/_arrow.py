"""Positions and features as columns of Arrow, by PyArrow."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hyperbola import _hyperbola
from hyperbola._columns import COLUMNS, from_columns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hyperbola._hyperbola import Positions


def pyarrow() -> Any:
    """Imports PyArrow, or says how to get it."""
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("this needs PyArrow: pip install pyarrow") from error
    return pyarrow


def to_arrow(
    positions: Positions, names: Iterable[str] | None, *, word: str | None, threads: int
) -> Any:
    """Returns a record batch, as Positions.to_arrow() says."""
    pa = pyarrow()
    if isinstance(names, str):
        raise TypeError(f"expected a list of names, found {names!r}")
    chosen = list(COLUMNS) if names is None else list(names)
    features = _hyperbola.features()
    arrays = []
    for name in chosen:
        if name == "fen":
            arrays.append(pa.array(positions.fens(), pa.string()))
        elif name in COLUMNS:
            arrays.append(_lists(getattr(positions, name)))
        elif name in features:
            found = positions.compute(name, word=word, threads=threads)
            if isinstance(found, tuple):
                offsets, items = found
                arrays.append(ragged(name, offsets, _lists(items)))
            else:
                arrays.append(_lists(found))
        else:
            known = ", ".join(["fen", *COLUMNS, *features])
            raise ValueError(f"expected names of columns or features, found {name!r}; names: {known}")
    return pa.RecordBatch.from_arrays(arrays, names=chosen)


def _lists(array: NDArray[Any]) -> Any:
    """Returns an array of numbers. All axes but the first are fixed-size lists."""
    pa = pyarrow()
    column = pa.array(array.reshape(-1))
    for length in reversed(array.shape[1:]):
        column = pa.FixedSizeListArray.from_arrays(column, length)
    return column


@functools.cache
def _lists_of(name: str) -> int:
    """Returns how many lists a feature has in each position."""
    one = _hyperbola.Positions.from_fens([_hyperbola.Position().fen()])
    offsets, _ = one.compute(name)
    return len(offsets) - 1


def ragged(name: str, offsets: NDArray[np.int64], items: Any, mask: Any = None) -> Any:
    """Returns lists of items, null where the mask says so.

    If a position has several lists, they are a fixed-size list.
    """
    pa = pyarrow()
    number = _lists_of(name)
    if number == 1:
        return pa.LargeListArray.from_arrays(pa.array(offsets), items, mask=mask)
    lists = pa.LargeListArray.from_arrays(pa.array(offsets), items)
    return pa.FixedSizeListArray.from_arrays(lists, number, mask=mask)


def stream(positions: Positions, requested_schema: Any) -> Any:
    """Returns the capsule of a stream with all columns."""
    batch = to_arrow(positions, None, word=None, threads=1)
    reader = pyarrow().RecordBatchReader.from_batches(batch.schema, [batch])
    return reader.__arrow_c_stream__(requested_schema)


def from_arrow(columns: Any, *, bad_rows: str) -> Positions:
    """Makes positions from columns of PyArrow, as Positions.from_arrow() says."""
    pa = pyarrow()
    if isinstance(columns, pa.Table):
        columns = columns.combine_chunks()
    elif isinstance(columns, (pa.StructArray, pa.ChunkedArray)):
        columns = pa.Table.from_struct_array(columns).combine_chunks()
    elif not isinstance(columns, pa.RecordBatch):
        found = type(columns).__name__
        raise TypeError(f"expected a struct array, a record batch or a table, found {found}")
    arrays = {}
    for name in COLUMNS:
        if name in columns.schema.names:
            column = columns.column(name)
            if isinstance(column, pa.ChunkedArray):
                column = column.combine_chunks()
            if column.null_count:
                raise ValueError(f"{name}: expected no nulls, found {column.null_count}")
            arrays[name] = _numbers(column)
    return from_columns(arrays, bad_rows=bad_rows)


def _numbers(column: Any) -> NDArray[Any]:
    """Returns the numbers of a column, with an axis for its fixed-size lists."""
    if not pyarrow().types.is_fixed_size_list(column.type):
        return column.to_numpy(zero_copy_only=False)  # type: ignore[no-any-return]
    return _numbers(column.flatten()).reshape(len(column), column.type.list_size)
