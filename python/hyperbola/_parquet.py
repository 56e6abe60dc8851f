"""Columns of FENs in Parquet files, read in pieces by PyArrow."""

from __future__ import annotations

import collections
import glob
import itertools
import operator
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any, NamedTuple, Union

from hyperbola._arrays import names, whole
from hyperbola._arrow import from_arrow, pyarrow
from hyperbola._columns import BadRows, Policy, Rules, from_boards, from_columns, text
from hyperbola._hyperbola import Positions

Source = Union[str, PathLike[str], Any]


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
    shard: tuple[int, int] | None = None,
    bad_rows: BadRows = "error",
    lenient: bool = False,
    threads: int = 1,
    rules: Rules = "auto",
) -> Iterator[ParquetBatch]:
    """Reads a column of FENs from Parquet files, batch by batch.

    source is a file, a folder, a pattern such as "games/*.parquet", or a list of them. A file is a
    path or what pyarrow.parquet.ParquetFile takes else. A list is read in its order, and the files of
    a folder or a pattern in the order of their names as Python sorts them. Of a folder these are the
    files *.parquet whose names do not begin with _ or a dot; of a pattern, in which ** stands for
    folders in folders, all files.

    `others` names columns to read beside, such as scores, or the FENs themselves. A batch has at most
    `rows` rows of one file, which may come from several row groups; no more than that is in memory,
    but for what PyArrow reads ahead. bad_rows, lenient and rules are as in Positions.from_fens(); the
    rows of bad_rows and of errors are counted through all files.

    shard=(i, n) reads the i-th of n equal shares, from i = 0: of N rows in all files, those from
    N * i // n to N * (i + 1) // n. Row groups of other shares are not read.

    >>> import io, pyarrow.parquet
    >>> table = pyarrow.table({"fen": [Position().fen()] * 5, "score": [3, 1, 4, 1, 5]})
    >>> file = io.BytesIO()
    >>> pyarrow.parquet.write_table(table, file)
    >>> for first, positions, others in parquet_batches(file, others=["score"], rows=3):
    ...     print(first, len(positions), others["score"].to_pylist())
    0 3 [3, 1, 4]
    3 2 [1, 5]
    >>> [batch.first for batch in parquet_batches(file, shard=(1, 2))]
    [2]
    """
    column, wanted, rows = text(column, "column"), names(others, "others"), whole(rows, "rows")
    if rows < 1:
        raise ValueError(f"rows: expected batches of at least 1 row, found {rows}")
    share, policy = share_of(shard), Policy(bad_rows, lenient, threads, rules).checked()
    return _batches(source, column, wanted, rows, share, policy)


def _batches(
    source: Source | list[Source],
    column: str,
    wanted: list[str],
    rows: int,
    share: tuple[int, int],
    policy: Policy,
) -> Iterator[ParquetBatch]:
    found = files(source)
    yield from batches_between(found, column, wanted, rows, *rows_of(found, share), policy)


def batches_between(
    files: list[Source],
    column: str,
    wanted: list[str],
    rows: int,
    first: int,
    end: int | None,
    policy: Policy,
) -> Iterator[ParquetBatch]:
    """Reads the batches of the rows between two, counted through all files."""
    columns = list(dict.fromkeys([column, *wanted]))
    for first, batch in _record_batches(files, columns, rows, first, end):
        read = Positions._from_all_fens([batch[column]], *policy, first)
        yield ParquetBatch(first, read, kept(batch.select(wanted), read, policy.bad_rows, first))


def kept(others: Any, read: Positions, bad_rows: str, first: int) -> Any:
    """Returns the rows of other columns that are among the positions, which may lack bad rows."""
    if bad_rows != "skip" or not read.bad_rows:
        return others
    import numpy as np

    return others.take(np.delete(np.arange(len(others)), read.bad_row_numbers - first))


def files(source: Source | list[Source], *, are_tables: bool = True) -> list[Source]:
    """Returns the files of a source in the order that parquet_batches() describes. Other files than
    those of Parquet may be expected too."""
    items = source if isinstance(source, (list, tuple)) else [source]
    return [file for item in items for file in _files(item, are_tables)]


def _files(item: Source, are_tables: bool) -> list[Source]:
    """Returns the files of a folder or of a pattern, or the file that the item is."""
    from pathlib import Path

    if not isinstance(item, (str, PathLike)):
        return [item]
    path = os.fspath(item)
    if os.path.isdir(path):
        found = [file for file in Path(path).glob("*.parquet") if file.name[0] not in "._"]
        if not (found or are_tables):
            there = _others_in(path)
            raise IsADirectoryError(f"source: expected a file, found the folder {path}, which has {there}")
        pattern = "*.parquet in the folder"
    elif glob.has_magic(path) and not os.path.exists(path):
        found = [Path(file) for file in glob.glob(path, recursive=True) if os.path.isfile(file)]
        pattern = "file of the pattern"
    else:
        return [item]
    if not found:
        raise FileNotFoundError(f"source: expected a {pattern} {path}, found {_others_in(path)}")
    return [*sorted(found)]


def _others_in(path: str) -> str:
    """Names a file that a folder has instead, and the pattern that would find it."""
    inside = os.listdir(path) if os.path.isdir(path) else []
    there = sorted(name for name in inside if os.path.splitext(name)[1])
    if not there:
        return "none"
    pattern = os.path.join(path, f"*{os.path.splitext(there[0])[1]}")
    return f"{there[0]}; name them by a pattern, such as {pattern}"


def share_of(shard: Any) -> tuple[int, int]:
    """Returns the number of a share and that of all shares. None stands for the whole."""
    if shard is None:
        return 0, 1
    try:
        number, count = (operator.index(part) for part in shard)
    except (TypeError, ValueError):
        raise TypeError(f"shard: expected two numbers (i, n) or None, found {shard!r}") from None
    if not 0 <= number < count:
        raise ValueError(f"shard: expected (i, n) with i from 0 to n - 1, found ({number}, {count})")
    return number, count


def rows_of(files: list[Source], share: tuple[int, int]) -> tuple[int, int | None]:
    """Returns the number of the first row of a share, and of the first one behind it. None stands
    for the end, and then no file is looked at."""
    return (0, None) if share[1] == 1 else part_of(count_rows(files), share)


def part_of(total: int, share: tuple[int, int]) -> tuple[int, int]:
    """Returns where a share of so many rows begins and ends."""
    number, count = share
    return total * number // count, total * (number + 1) // count


def count_rows(files: list[Source]) -> int:
    """Returns the number of rows of all files."""
    rows = 0
    for path in files:
        with opened(path) as file:
            rows += int(file.metadata.num_rows)
    return rows


def _record_batches(
    files: list[Source], columns: list[str], rows: int, first: int, end: int | None
) -> Iterator[tuple[int, Any]]:
    """Returns record batches of the rows between two, each with the number of its first row."""
    before = 0
    for path in files:
        if end is not None and before >= end:
            return
        with opened(path) as file:
            count = file.metadata.num_rows
            start, stop = max(first - before, 0), count if end is None else min(end - before, count)
            known = file.schema_arrow.names
            for name in columns:
                if name not in known:
                    found = ", ".join(known)
                    raise ValueError(f"expected the column {name!r} in {path}; found {found}")
            done = start
            with naming(lambda: f"{path}{_damaged_group(file, done, columns)}"):
                for batch in _of_file(file, columns, rows, start, stop):
                    yield before + done, batch
                    done += len(batch)
            before += count


def _of_file(file: Any, columns: list[str], rows: int, start: int, stop: int) -> Iterator[Any]:
    """Returns batches of `rows` rows of a file from a row to another; the last one may be shorter.

    Row groups that have none of these rows are not read.
    """
    sizes = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    ends = list(itertools.accumulate(sizes))
    groups = [g for g, size in enumerate(sizes) if ends[g] > start and ends[g] - size < stop]
    if not groups or start >= stop:
        return
    at = ends[groups[0]] - sizes[groups[0]]
    parts: list[Any] = []
    missing = min(rows, stop - start)
    for batch in file.iter_batches(batch_size=rows, row_groups=groups, columns=columns):
        batch, at = batch.slice(max(start - at, 0)), at + len(batch)
        while len(batch) and missing:
            parts.append(batch.slice(0, missing))
            batch = batch.slice(len(parts[-1]))
            missing -= len(parts[-1])
            if not missing:
                yield from _joined(parts)
                start += sum(map(len, parts))
                parts, missing = [], min(rows, stop - start)


def _joined(parts: list[Any]) -> list[Any]:
    """Returns parts of record batches as one, or as several if one cannot hold their texts."""
    if len(parts) == 1:
        return parts
    batches: list[Any] = pyarrow().Table.from_batches(parts).combine_chunks().to_batches()
    return batches


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


def from_parquet(
    source: Source | list[Source],
    column: str = "fen",
    *,
    shard: tuple[int, int] | None = None,
    bad_rows: BadRows = "error",
    lenient: bool = False,
    threads: int = 1,
    rules: Rules = "auto",
) -> Positions:
    """Reads a column of FENs from Parquet files. It needs PyArrow.

    A row group is read at a time, so the text never is in memory as a whole. source and shard
    are as in hyperbola.parquet_batches(), which gives large files batch by batch. bad_rows,
    lenient and rules are as in from_fens(), with rows counted through all files.

    >>> import io, pyarrow.parquet
    >>> file = io.BytesIO()
    >>> pyarrow.parquet.write_table(pyarrow.table({"board": [Position().fen()] * 5}), file)
    >>> Positions.from_parquet(file, "board")
    <hyperbola.Positions: 5 rows>
    """
    column, policy = text(column, "column"), Policy(bad_rows, lenient, threads, rules).checked()
    share, found = share_of(shard), files(source)
    first, end = rows_of(found, share)
    batches = _record_batches(found, [column], 1 << 16, first, end)
    columns = (batch[column] for _, batch in batches)
    return Positions._from_all_fens(columns, *policy, first)


# These constructors are Python, so they are set as methods of the class in Rust.
for _constructor in (from_columns, from_boards, from_arrow, from_parquet):
    _constructor.__qualname__ = f"Positions.{_constructor.__name__}"
    setattr(Positions, _constructor.__name__, staticmethod(_constructor))
