"""Rows of files, from a place on: Parquet, lines of FENs, records of 32 bytes, and training data.

A place is a number that grows from row to row through all files: that of a row, or for lines that of
a byte. Of training data it is that of a byte and of a row behind it. So a share, or a run that goes
on, begins anywhere without reading what is before.
"""

from __future__ import annotations

import bisect
import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, get_args

import numpy as np

from hyperbola import _hyperbola
from hyperbola._columns import Policy
from hyperbola._data import DataBatch, DataError, DataFormat, Filters, Reading, View, filter_of, is_turned
from hyperbola._parquet import batches_between, count_rows, files, part_of

if TYPE_CHECKING:
    from hyperbola._hyperbola import Positions

Kind = Literal["parquet", "lines", DataFormat]
# The endings of names that show no format of training data.
_OTHERS: dict[str, Kind] = {".parquet": "parquet", ".fen": "lines", ".fens": "lines"}
# The endings of names that show a kind.
ENDINGS = (*_OTHERS, *(f".{ending}" for _, endings, _ in _hyperbola.data_formats() for ending in endings))
# The kinds whose files are read as a whole.
WHOLE = frozenset(name for name, _, has_sections in _hyperbola.data_formats() if not has_sections)
_RECORD = 32
# The bytes of a line with a score and a result, about.
_LINE = 90
# The most bytes of a line, without its end.
_LONGEST = 4096


class Rows(NamedTuple):
    """Positions, the columns beside them, and the place behind the last of them. The plies are those
    that a format has."""

    positions: Positions
    columns: dict[str, Any]
    end: int
    plies: Any = None

    def seen_by(self, view: View) -> Rows:
        """Returns the rows with scores and points as a view sees them, which are White's here."""
        if not {"score", "points"} <= self.columns.keys():
            return self
        turned = is_turned(self.positions, view)
        score, points = self.columns["score"], self.columns["points"]
        columns = {"score": np.where(turned, -score, score), "points": np.where(turned, 1 - points, points)}
        return self._replace(columns=columns)

    def with_extras(self, extras: Iterable[str]) -> Rows:
        """Returns the rows with columns that are computed of the positions."""
        found = {name: EXTRAS[name](self) for name in extras}
        return self._replace(columns={**self.columns, **found})

    def where(self, wanted: Any) -> Rows:
        """Returns the rows of a mask."""
        columns = {name: column[wanted] for name, column in self.columns.items()}
        plies = None if self.plies is None else self.plies[wanted]
        return Rows(self.positions[wanted], columns, self.end, plies)


def _piece_counts(rows: Rows) -> Any:
    occupied = np.ascontiguousarray(rows.positions.white | rows.positions.black)
    return np.unpackbits(occupied.view(np.uint8)).reshape(-1, 64).sum(axis=1, dtype=np.int64)


def _plies(rows: Rows) -> Any:
    plies = DataBatch(rows.positions).plies if rows.plies is None else rows.plies
    return plies.astype(np.int64)


# The columns that batches can have of all kinds of files.
Extra = Literal["piece_count", "ply", "positions"]
EXTRAS: dict[str, Callable[[Rows], Any]] = {
    "piece_count": _piece_counts,
    "ply": _plies,
    "positions": lambda rows: rows.positions,
}


class Files(Protocol):
    """Files of one kind."""

    past: int
    """How many places the last row of a share may reach past the end of the share."""

    files: list[Any]
    """The paths, or files that are open."""

    @property
    def ends(self) -> list[int]:
        """The place behind the last row of each file."""

    def limits(self, share: tuple[int, int]) -> tuple[int, int]:
        """Returns the place where a share begins, and that where it ends."""

    def read(self, place: int, end: int, rows: int) -> Iterator[Rows]:
        """Reads the rows between two places, so many at a time or fewer."""


def open_files(
    source: Any, kind: Kind | None, column: str, others: list[str], policy: Policy, filters: Filters
) -> Files:
    """Returns the files of a source, of a kind that is given or that their names show."""
    if kind is not None and kind not in get_args(Kind):
        raise ValueError(f"kind: expected one of {', '.join(get_args(Kind))}; found {kind!r}")
    found = files(source)
    if not found:
        raise FileNotFoundError("source: expected at least one file, found none")
    for path in found:
        check_file(path)
    kinds = {kind} if kind is not None else {kind_of(path) for path in found}
    if len(kinds) > 1:
        raise ValueError(f"source: expected files of one kind, found {', '.join(sorted(kinds))}")
    (one,) = kinds
    if filters and one in ("parquet", "lines", "bullet"):
        raise ValueError(f"filters: expected none for the kind {one!r}, found {', '.join(filters)}")
    if one == "parquet":
        return ParquetFiles(found, column, others, policy)
    for path in found:
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"source: expected paths for the kind {one!r}, found {type(path).__name__}")
    if others:
        raise ValueError(f"others: expected none for the kind {one!r}, found {others}")
    if one == "lines":
        return LineFiles(found, policy)
    if one == "bullet":
        return RecordFiles(found, policy)
    return DataFiles(found, one, policy, filters)


def check_file(path: Any) -> None:
    """Refuses a pipe, whose rows have no places."""
    if isinstance(path, (str, os.PathLike)) and os.path.exists(path) and not os.path.isfile(path):
        advice = "hyperbola.read() reads pipes, and hyperbola convert makes files of them"
        raise ValueError(f"source: expected a file, found {path}, which is none; {advice}")


def kind_of(path: Any) -> Kind:
    """Returns the kind of a file. Training data have the format of hyperbola.read(): that which the
    name and the first bytes show."""
    if not isinstance(path, (str, os.PathLike)):
        return "parquet"
    ending = os.path.splitext(os.fspath(path))[1].lower()
    if ending in _OTHERS:
        return _OTHERS[ending]
    check_file(path)
    if ending == ".txt" and b"|" not in (line := _first_line(path) or b"|"):
        found = f"found {line[:200]!r}; kind='lines' reads FENs"
        raise ValueError(f"{path}: expected the format bullet-text by the name, FEN | score | result, {found}")
    return _hyperbola.data_format(path, "kind")


class ParquetFiles:
    """Files of Parquet. A place is the number of a row."""

    past = 0

    def __init__(self, files: list[Any], column: str, others: list[str], policy: Policy) -> None:
        self.files, self._column, self._others, self._policy = files, column, others, policy
        self._ends: list[int] | None = None

    @property
    def ends(self) -> list[int]:
        if self._ends is None:
            self._ends = list(itertools.accumulate(count_rows([path]) for path in self.files))
        return self._ends

    def limits(self, share: tuple[int, int]) -> tuple[int, int]:
        return part_of(self.ends[-1], share)

    def read(self, place: int, end: int, rows: int) -> Iterator[Rows]:
        names = self._others
        batches = batches_between(self.files, self._column, names, rows, place, end, self._policy)
        for first, positions, others in batches:
            left_out = len(positions.bad_rows) if self._policy.bad_rows == "skip" else 0
            columns = {name: _array(others[name], name) for name in names}
            yield Rows(positions, columns, first + len(positions) + left_out)


def _array(column: Any, name: str) -> Any:
    """Returns a column of Arrow as an array: of numbers, of rows of numbers, or of objects."""
    import pyarrow as pa

    kind = column.type
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)
    if is_number:
        if column.null_count and not pa.types.is_floating(kind):
            raise ValueError(f"others: expected no null in the column {name!r} of {kind}, found {column.null_count}")
        return column.to_numpy(zero_copy_only=False)
    if pa.types.is_fixed_size_list(kind) and not column.null_count:
        items = _array(column.flatten(), name)
        return items.reshape(len(column), kind.list_size, *items.shape[1:])
    return np.fromiter(column.to_pylist(), object, len(column))


class _Parts:
    """Files one after another, each with as many places as a number says."""

    past = 0

    def __init__(self, files: list[Any], sizes: list[int]) -> None:
        self.files, self.ends = files, list(itertools.accumulate(sizes))

    def limits(self, share: tuple[int, int]) -> tuple[int, int]:
        return part_of(self.ends[-1], share)

    def between(self, place: int, end: int) -> Iterator[tuple[Any, int, int, int]]:
        """Returns the files with places between two: each with the place of its beginning, and the
        two places as numbers in it."""
        for index in range(bisect.bisect_right(self.ends, place), len(self.files)):
            before = self.ends[index - 1] if index else 0
            if before >= end:
                return
            yield self.files[index], before, max(place - before, 0), min(end, self.ends[index]) - before


class RecordFiles(_Parts):
    """Files of Bullet's records. A place is the number of a record."""

    def __init__(self, files: list[Any], policy: Policy) -> None:
        sizes = [os.path.getsize(path) for path in files]
        for path, size in zip(files, sizes):
            if size % _RECORD:
                raise ValueError(f"{path}: expected records of {_RECORD} bytes, found {size} bytes")
        super().__init__(files, [size // _RECORD for size in sizes])
        self._policy = policy

    def read(self, place: int, end: int, rows: int) -> Iterator[Rows]:
        for path, before, first, last in self.between(place, end):
            with open(path, "rb") as file:
                file.seek(first * _RECORD)
                for start in range(first, last, rows):
                    count = min(rows, last - start)
                    records = np.frombuffer(file.read(count * _RECORD), np.uint8)
                    if len(records) != count * _RECORD:
                        raise OSError(f"{path}: expected {last} records, found fewer: it was cut meanwhile")
                    yield Rows(*self._convert(records, path, start), before + start + count)

    def _convert(self, records: Any, path: Any, start: int) -> tuple[Positions, dict[str, Any]]:
        bad_rows, threads = self._policy.bad_rows, self._policy.threads
        try:
            read = _hyperbola.Positions.from_bullet(records, bad_rows=bad_rows, threads=threads)
        except ValueError as error:
            raise ValueError(f"{path}: counted from record {start}: {error}") from None
        positions, scores, results = read
        columns = {"score": scores.astype(np.float32), "points": results.astype(np.float32) / 2}
        return positions, columns


def check_policy(policy: Policy, kind: Kind) -> None:
    """Refuses what training data do not have."""
    if policy.bad_rows == "mark":
        raise ValueError(f"bad_rows: expected 'error' or 'skip' for the kind {kind!r}, found 'mark'")


class DataFiles(_Parts):
    """Files of training data. A place is a byte where a part of a file begins, in the higher bits, and
    how much of the part was read, in the lower ones.

    A share has the parts that begin in its bytes.
    """

    def __init__(self, files: list[Any], kind: Kind, policy: Policy, filters: Filters) -> None:
        check_policy(policy, kind)
        super().__init__(files, [os.path.getsize(path) << _LOW for path in files])
        self._kind, self._skip, self._filters = kind, policy.bad_rows == "skip", filters
        self._options = Reading(rules=policy.rules, lenient=policy.lenient).options
        filter_of(filters)

    def limits(self, share: tuple[int, int]) -> tuple[int, int]:
        first, end = part_of(self.ends[-1] >> _LOW, share)
        return first << _LOW, end << _LOW

    def read(self, place: int, end: int, rows: int) -> Iterator[Rows]:
        for path, before, first, last in self.between(place, end):
            bounds = (first >> _LOW, last >> _LOW, first & (1 << _LOW) - 1)
            reader = _hyperbola.DataReader(path, self._kind, bounds, *self._options)
            filter = filter_of(self._filters)
            while (found := reader.read(rows, self._skip, filter)) is not None:
                positions, *columns, wrong = found
                if wrong and not self._skip:
                    raise DataError(str(path), *wrong[0])
                byte, done = reader.place
                batch = DataBatch._of(positions, columns, [])
                # A part that begins in a share may end behind it.
                place = min(before + (byte << _LOW) + done, end)
                yield Rows(positions, _labels(batch), place, batch.plies)


# The bits of a place that say how much of a part was read.
_LOW = 40


def _labels(batch: DataBatch) -> dict[str, Any]:
    """Returns the scores and the results of a batch as those of lines are, NaN where there is none."""
    scores = np.where(batch.has_score, batch.scores("white"), np.nan)
    points = np.where(batch.has_result, (batch.results("white") + 1) / 2, np.nan)
    return {"score": scores.astype(np.float32), "points": points.astype(np.float32)}


class LineFiles(_Parts):
    """Files of lines: FENs, or FENs with scores and results. A place is the number of a byte.

    A share has the lines that begin in its bytes. Blank lines and comments are passed over.
    """

    past = _LONGEST

    def __init__(self, files: list[Any], policy: Policy) -> None:
        sizes = [_size(path) for path in files]
        super().__init__(files, sizes)
        self._policy = policy
        self._labelled = _are_labelled([path for path, size in zip(files, sizes) if size])

    def read(self, place: int, end: int, rows: int) -> Iterator[Rows]:
        for path, before, first, last in self.between(place, end):
            with open(path, "rb") as file:
                start, stop = _next_line(file, first), _next_line(file, last)
                file.seek(start)
                for positions, columns, used in self._of_file(file, start, stop, rows):
                    start += used
                    yield Rows(positions, columns, before + start)

    def _of_file(self, file: Any, start: int, stop: int, rows: int) -> Iterator[tuple[Any, Any, int]]:
        """Reads lines between two bytes, so many at a time. The last number is that of their bytes."""
        # Lines are counted for errors, which there are where none is left out.
        begin, held, count = start, b"", 0
        while start < stop:
            held, found = self._lines(file, held, stop - start, rows, begin, count)
            positions, scores, results, used = found
            labels = {"score": scores, "points": results} if self._labelled else {}
            if self._policy.bad_rows == "skip":
                left_out = positions.bad_row_numbers - count
                labels = {name: np.delete(label, left_out) for name, label in labels.items()}
            held, start, count = held[used:], start + used, count + len(positions)
            yield positions, labels, used

    def _lines(
        self, file: Any, held: bytes, left: int, rows: int, begin: int, count: int
    ) -> tuple[bytes, Any]:
        """Reads lines of the bytes that are held, and of more, so many bytes being left. Returns all
        of these bytes, and what read_lines() has found."""
        wanted = max(rows * _LINE - len(held), 0)
        while True:
            more = file.read(min(wanted, left - len(held)))
            held += more
            is_end = len(held) == left
            if not (more or is_end or wanted == 0):
                raise OSError(f"{file.name}: expected {left - len(held)} bytes more: it was cut meanwhile")
            _check_lines(held, file)
            try:
                found = _hyperbola.read_lines(held, rows, is_end, self._labelled, *self._policy, count)
            except ValueError as error:
                raise ValueError(f"{file.name}: counted from byte {begin}: {error}") from None
            if found is not None:
                return held, found
            wanted = rows * _LINE


def _next_line(file: Any, place: int) -> int:
    """Returns where the first line begins that does not begin before a place."""
    if not place:
        return 0
    file.seek(place - 1)
    _check_lines(file.readline(_LONGEST + 1), file)
    return int(file.tell())


def _check_lines(held: bytes, file: Any) -> None:
    """Refuses a line that is too long, in the bytes that were read last."""
    start = 0
    while len(held) - start > _LONGEST:
        end = held.rfind(b"\n", start, start + _LONGEST + 1)
        if end < 0:
            found = f"a longer one at byte {file.tell() - len(held) + start}"
            raise ValueError(f"{file.name}: expected lines of at most {_LONGEST} bytes, found {found}")
        start = end + 1


def _size(path: Any) -> int:
    """Returns the bytes of a file without blank lines at its end, as far as a line may be long."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        start = max(size - _LONGEST, 0)
        file.seek(start)
        tail = file.read(size - start)
    filled = len(tail.rstrip())
    if not (filled or start):
        return 0
    end = tail.find(b"\n", filled)
    return size if end < 0 else start + end + 1


def _are_labelled(files: list[Any]) -> bool:
    """Returns whether lines have a score and a result, or another field behind a bar: the first one
    of each file that is not blank, or none of them."""
    known: dict[bool, Any] = {}
    for path in files:
        known.setdefault(b"|" in _first_line(path), path)
    if len(known) > 1:
        found = f"{known[True]} has them, {known[False]} has not"
        raise ValueError(f"source: expected all files with scores or none; {found}")
    return True in known


def _first_line(path: Any) -> bytes:
    """Returns the first line of a file that is neither blank nor a comment, or nothing."""
    with open(path, "rb") as file:
        lines = iter(lambda: file.readline(_LONGEST + 1), b"")
        return next((line for line in lines if line.strip() and line.lstrip()[:1] != b"#"), b"")
