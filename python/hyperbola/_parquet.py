"""Columns of FENs in Parquet files, read in pieces by PyArrow."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

from hyperbola import _hyperbola
from hyperbola._arrays import names, whole
from hyperbola._arrow import pyarrow

if TYPE_CHECKING:
    from hyperbola._hyperbola import Positions

Source = Union[str, PathLike[str], Any]
BadRows = Literal["error", "skip", "mark"]


class ParquetBatch(NamedTuple):
    """Some rows of Parquet files: the number of the first, the positions, the other columns.

    The rows are counted through all files. The other columns are a record batch of PyArrow, without
    the rows that were skipped.
    """

    first: int
    positions: Positions
    others: Any


def parquet_batches(
    source: Source | list[Source],
    column: str = "fen",
    *,
    others: Iterable[str] = (),
    rows: int = 1 << 16,
    bad_rows: BadRows = "error",
    threads: int = 1,
) -> Iterator[ParquetBatch]:
    """Reads a column of FENs from a Parquet file, or from a list of them, batch by batch.

    A file is a path or what pyarrow.parquet.ParquetFile takes else. `others` names columns to read
    beside, such as scores, or the FENs themselves. A batch has at most `rows` rows, which may come
    from several row groups; no more than that is in memory, but for what PyArrow reads ahead.
    bad_rows is as in Positions.from_fens(); the rows of bad_rows and of errors are counted through
    all files.

    >>> import io, pyarrow.parquet
    >>> table = pyarrow.table({"fen": [Position().fen()] * 5, "score": [3, 1, 4, 1, 5]})
    >>> file = io.BytesIO()
    >>> pyarrow.parquet.write_table(table, file)
    >>> for first, positions, others in parquet_batches(file, others=["score"], rows=3):
    ...     print(first, len(positions), others["score"].to_pylist())
    0 3 [3, 1, 4]
    3 2 [1, 5]
    """
    if not isinstance(column, str):
        raise TypeError(f"column: expected a str, found {type(column).__name__}")
    wanted, rows = names(others, "others"), whole(rows, "rows")
    if rows < 1:
        raise ValueError(f"rows: expected batches of at least 1 row, found {rows}")
    return _batches(source, column, wanted, rows, bad_rows, threads)


def _batches(
    source: Source | list[Source],
    column: str,
    wanted: list[str],
    rows: int,
    bad_rows: BadRows,
    threads: int,
) -> Iterator[ParquetBatch]:
    import numpy as np

    first = 0
    columns = list(dict.fromkeys([column, *wanted]))
    for batch in _record_batches(source, columns, rows):
        read = _hyperbola.Positions._from_all_fens([batch[column]], bad_rows, threads, first)
        others = batch.select(wanted)
        if bad_rows == "skip" and read.bad_rows:
            kept = np.delete(np.arange(len(batch)), read.bad_row_numbers - first)
            others = others.take(kept)
        yield ParquetBatch(first, read, others)
        first += len(batch)


def _record_batches(source: Source | list[Source], columns: list[str], rows: int) -> Iterator[Any]:
    for path in source if isinstance(source, (list, tuple)) else [source]:
        with opened(path) as file:
            known = file.schema_arrow.names
            for name in columns:
                if name not in known:
                    found = ", ".join(known)
                    raise ValueError(f"expected the column {name!r} in {path}; found {found}")
            done = 0
            with naming(lambda: f"{path}{_damaged_group(file, done, columns)}"):
                for batch in file.iter_batches(batch_size=rows, columns=columns):
                    yield batch
                    done += len(batch)


def opened(path: Source, **options: Any) -> Any:
    """Opens a Parquet file. An error names it."""
    pyarrow()
    from pyarrow.parquet import ParquetFile

    try:
        with naming(lambda: str(path)):
            return ParquetFile(path, **options)
    except TypeError as error:
        if isinstance(error, pyarrow().ArrowException):
            raise
        found = type(path).__name__
        raise TypeError(f"source: expected a path or a file of Parquet, found {found}") from None


@contextmanager
def naming(place: Callable[[], str]) -> Iterator[None]:
    """Adds a place to what PyArrow raises for a damaged file. It does not say where it was."""
    try:
        yield
    except (pyarrow().ArrowException, OSError) as error:
        # Those of the operating system name the file, and where memory is short nothing is read.
        is_of_system = isinstance(error, OSError) and error.errno is not None
        if is_of_system or isinstance(error, MemoryError):
            raise
        text = f"{place()}: {error}"
        # Other errors of files are made of other arguments.
        kind = type(error) if isinstance(error, pyarrow().ArrowException) else OSError
        raise kind(text) from error


def _damaged_group(file: Any, row: int, columns: list[str]) -> str:
    """Names the first row group that cannot be read, if all rows before one can.

    An error that does not come again names none.
    """
    groups = range(file.num_row_groups)
    ends = itertools.accumulate(file.metadata.row_group(group).num_rows for group in groups)
    for group, end in zip(groups, ends):
        try:
            if end > row:
                collections.deque(file.iter_batches(row_groups=[group], columns=columns), maxlen=0)
        except (pyarrow().ArrowException, OSError):
            return f": row group {group}"
    return ""


def read(
    source: Source | list[Source], column: str, *, bad_rows: BadRows, threads: int
) -> Positions:
    """Reads all positions, as Positions.from_parquet() says."""
    columns = (batch[column] for batch in _record_batches(source, [column], 1 << 16))
    return _hyperbola.Positions._from_all_fens(columns, bad_rows, threads, 0)
