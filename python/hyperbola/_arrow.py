"""Positions and features as columns of Arrow, by PyArrow."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from hyperbola import _hyperbola
from hyperbola._arrays import names as listed
from hyperbola._columns import COLUMNS, BadRows, Policy, Rules, of_columns, text
from hyperbola._hyperbola import Positions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pyarrow() -> Any:
    """Imports PyArrow, or says how to get it."""
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("this needs PyArrow: pip install pyarrow") from error
    return pyarrow


def to_arrow(
    positions: Positions, names: Iterable[str] | None, *, simd: str | None, threads: int
) -> Any:
    """Returns a record batch, as Positions.to_arrow() says."""
    pa = pyarrow()
    chosen: list[Any] = list(COLUMNS) if names is None else listed(names, "names")
    features = _hyperbola.features()
    arrays = []
    for name in chosen:
        if name == "fen":
            arrays.append(_fens(positions))
        elif name in COLUMNS:
            arrays.append(_lists(getattr(positions, name)))
        elif name in features:
            found = positions.compute(name, simd=simd, threads=threads)
            if isinstance(found, tuple):
                offsets, items = found
                arrays.append(ragged(name, offsets, _lists(items)))
            else:
                arrays.append(_lists(found))
        else:
            known = ", ".join(["fen", *COLUMNS, *features])
            raise ValueError(
                f"names: expected names of columns or features, found {name!r}; names: {known}"
            )
    return pa.RecordBatch.from_arrays(arrays, names=chosen)


def _fens(positions: Positions) -> Any:
    """Returns the FENs, null for a marked row."""
    import numpy as np

    pa = pyarrow()
    offsets, texts = positions._fen_buffers()
    valid = np.packbits(~positions.marked, bitorder="little")
    return pa.StringArray.from_buffers(
        len(positions), pa.py_buffer(offsets), pa.py_buffer(texts), pa.py_buffer(valid)
    )


def _lists(array: NDArray[Any]) -> Any:
    """Returns an array of numbers. All axes but the first are fixed-size lists."""
    pa = pyarrow()
    column = pa.array(array.reshape(-1))
    for length in reversed(array.shape[1:]):
        column = pa.FixedSizeListArray.from_arrays(column, length)
    return column


@functools.cache
def _lists_of(name: Any) -> int:
    """Returns how many lists a feature has in each position."""
    one = Positions.from_fens([_hyperbola.Position().fen()])
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
    batch = to_arrow(positions, None, simd=None, threads=1)
    reader = pyarrow().RecordBatchReader.from_batches(batch.schema, [batch])
    return reader.__arrow_c_stream__(requested_schema)


# The number of rows of short batches that are taken together.
_ROWS = 1 << 16


def from_arrow(
    columns: Any,
    *,
    column: str | None = None,
    bad_rows: BadRows = "error",
    lenient: bool = False,
    threads: int = 1,
    rules: Rules = "auto",
) -> Positions:
    """Makes positions from columns of Arrow: structs, a record batch, a table or a reader of
    PyArrow, a frame of polars, and what else has Arrow's stream interface, of which a batch is
    read at a time. It needs PyArrow.

    The columns are those that to_arrow() gives, side_to_move being 0 for White and 1 for Black;
    others are ignored. Each row is checked, and one with a null is bad. column names a column
    of FENs to be read instead. bad_rows, lenient and rules are as in from_fens(), and threads
    read FENs.

    >>> positions = Positions.from_fens([Position().fen()] * 2)
    >>> Positions.from_arrow(positions.to_arrow()) == positions
    True
    >>> Positions.from_arrow(positions.to_arrow(["fen", "attacks"]), column="fen") == positions
    True
    """
    name = None if column is None else text(column, "column", "a str or None")
    policy, batches = Policy(bad_rows, lenient, threads, rules).checked(), _batches(columns)
    if name is not None:
        texts = (_named(batch, name) for batch in batches)
        return Positions._from_all_fens(texts, *policy, 0)
    parts: list[Positions] = []
    first = 0
    for batch in _longer(batches):
        arrays, nulls = _arrays(batch)
        parts.append(of_columns(arrays, policy, nulls=nulls, first=first))
        first += len(batch)
    return parts[0] if len(parts) == 1 else Positions._joined(parts)


def _batches(columns: Any) -> Iterator[Any]:
    """Returns the record batches of what has Arrow's interface."""
    pa = pyarrow()
    found = type(columns).__name__
    if isinstance(columns, (pa.Array, pa.ChunkedArray)):
        chunks = columns.chunks if isinstance(columns, pa.ChunkedArray) else [columns]
        if not pa.types.is_struct(columns.type):
            raise TypeError(
                f"columns: expected structs, a record batch or a table, found {found} of"
                f" {columns.type}; Positions.from_fens() reads a column of FENs"
            )
        empty = pa.RecordBatch.from_pylist([], pa.schema(list(columns.type)))
        return iter([_unpacked(chunk) for chunk in chunks] or [empty])
    if isinstance(columns, pa.RecordBatch):
        return iter([columns])
    if isinstance(columns, pa.Table):
        return iter(columns.to_batches() or [pa.RecordBatch.from_pylist([], columns.schema)])
    if isinstance(columns, pa.RecordBatchReader):
        return _all(columns)
    if not hasattr(columns, "__arrow_c_stream__"):
        raise TypeError(
            "columns: expected structs, a record batch, a table or what else has"
            f" __arrow_c_stream__, found {found}"
        )
    try:
        if hasattr(pa.RecordBatchReader, "from_stream"):
            return _all(pa.RecordBatchReader.from_stream(columns))
        return _all(pa.table(columns).to_reader())
    except (pa.ArrowInvalid, pa.ArrowTypeError, TypeError) as error:
        raise TypeError(
            f"columns: expected a table or structs, found {found}: {error}; Positions.from_fens()"
            " reads a column of FENs"
        ) from None


def _all(reader: Any) -> Iterator[Any]:
    """Returns the batches of a reader, or one without rows if it has no batch."""
    batch = None
    for batch in reader:
        yield batch
    if batch is None:
        yield pyarrow().RecordBatch.from_pylist([], reader.schema)


def _unpacked(structs: Any) -> Any:
    """Returns structs as a record batch. A null has nulls in all columns."""
    names = [structs.type.field(index).name for index in range(structs.type.num_fields)]
    return pyarrow().RecordBatch.from_arrays(structs.flatten(), names=names)


def _longer(batches: Iterator[Any]) -> Iterator[Any]:
    """Puts short batches together."""
    pa = pyarrow()
    some: list[Any] = []
    for batch in batches:
        some.append(batch)
        if sum(map(len, some)) >= _ROWS:
            yield pa.Table.from_batches(some).combine_chunks() if len(some) > 1 else batch
            some = []
    if some:
        yield pa.Table.from_batches(some).combine_chunks()


def _named(batch: Any, name: str) -> Any:
    """Returns the column with a name."""
    if batch.schema.names.count(name) != 1:
        found = ", ".join(batch.schema.names)
        raise ValueError(f"column: expected the name of one column, found {name!r}; names: {found}")
    return batch.column(name)


def _arrays(batch: Any) -> tuple[dict[str, Any], Any]:
    """Returns the columns as arrays, and which rows have a null, if one has."""
    pa = pyarrow()
    arrays, nulls = {}, None
    for name in COLUMNS:
        if name in batch.schema.names:
            column = _named(batch, name)
            if isinstance(column, pa.ChunkedArray):
                column = column.combine_chunks()
            if isinstance(column, pa.ChunkedArray):  # Of PyArrow before 18, if there is no chunk.
                column = pa.array([], column.type)
            arrays[name], found = _numbers(column, name)
            nulls = found if nulls is None else nulls if found is None else nulls | found
    return arrays, nulls


def _numbers(column: Any, name: str) -> tuple[NDArray[Any], Any]:
    """Returns the numbers of a column, with an axis for its fixed-size lists, and which rows have a
    null, if one has."""
    import numpy as np

    types = pyarrow().types
    nulls = None
    if column.null_count:
        nulls = column.is_null().to_numpy(zero_copy_only=False)
    if types.is_null(column.type):
        return np.zeros(len(column), np.uint8), nulls
    if not types.is_fixed_size_list(column.type):
        if not types.is_integer(column.type):
            raise TypeError(f"{name}: expected integers, found a column of {column.type}")
        column = column if nulls is None else column.fill_null(0)
        return column.to_numpy(zero_copy_only=False), nulls
    size = column.type.list_size
    # Lists that are null are left out.
    items, null_items = _numbers(column.flatten(), name)
    items = items.reshape(-1, size)
    have_nulls = None if null_items is None else null_items.reshape(-1, size).any(axis=1)
    if nulls is None:
        return items, have_nulls
    whole = np.zeros((len(column), size), items.dtype)
    valid = ~nulls
    whole[valid] = items
    if have_nulls is not None:
        nulls[valid] = have_nulls
    return whole, nulls
