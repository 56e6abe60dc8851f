"""Features as columns of Parquet."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from hyperbola import Positions
from hyperbola._arrow import ragged

# How parts are written. Sets of squares have no pattern that a dictionary would find.
OPTIONS: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "use_dictionary": False}


# The types of columns that Positions.from_fens() reads where they are, without the length of bytes.
_TEXTS = {"string", "large_string", "string_view", "binary", "large_binary", "binary_view", "null"}


def check_texts(kind: pa.DataType, name: str) -> None:
    """Refuses a column of another type than texts, bytes or a dictionary of them.

    A dictionary stays one: its texts, each of which may be long, are not written out for each row.
    """
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    if str(value) not in _TEXTS:
        raise TypeError(f"expected strings in the column {name!r}, found {kind}")


def row_bytes(feature: Any) -> int:
    """Returns the bytes of a feature of one position."""
    arrays = feature if isinstance(feature, tuple) else (feature,)
    return sum(int(array.nbytes) for array in arrays)


def bad_rows(rows: list[tuple[int, str, str]]) -> pa.Table:
    """Returns the table of bad rows."""
    numbers, found, reasons = (list(column) for column in zip(*rows))
    return pa.table({"row": pa.array(numbers, pa.int64()), "text": found, "reason": reasons})


def table(
    positions: Positions, names: list[Any], numbers: np.ndarray[Any, Any], others: pa.RecordBatch
) -> pa.Table:
    """Returns the features of positions, with the numbers of their rows and with other columns.

    Marked rows have nulls as features.
    """
    marked = positions.marked
    mask = pa.array(marked) if marked.any() else None
    fields = [pa.field("row", pa.int64(), nullable=False)]
    columns: list[pa.Array] = [pa.array(numbers)]
    for name in names:
        feature = positions.compute(name)
        if isinstance(feature, tuple):
            offsets, items = feature
            column = ragged(name, offsets, _fixed(items, None), mask)
            shape = items.shape[1:]
        else:
            column, shape = _fixed(feature, mask), feature.shape[1:]
        metadata = {"shape": ",".join(map(str, shape))}
        fields.append(pa.field(name, column.type, metadata=metadata))
        columns.append(column)
    schema = pa.schema([*fields, *others.schema])
    return pa.Table.from_arrays([*columns, *others.columns], schema=schema)


def _fixed(array: np.ndarray[Any, Any], mask: pa.Array | None) -> pa.Array:
    """Returns the rows of an array, each a number or a list of fixed size in C order."""
    if array.ndim == 1:
        return pa.array(array, mask=None if mask is None else mask.to_numpy(zero_copy_only=False))
    size = int(np.prod(array.shape[1:]))
    return pa.FixedSizeListArray.from_arrays(pa.array(array.reshape(-1)), size, mask=mask)
