"""Files of training data, read and written in batches."""

from __future__ import annotations

import collections
import itertools
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from hyperbola import _hyperbola
from hyperbola._arrays import unmasked, whole
from hyperbola._arrow import pyarrow
from hyperbola._columns import Rules
from hyperbola._files import replace
from hyperbola._parquet import Source, files, naming, opened, share_of, part_of

if TYPE_CHECKING:
    import pathlib

    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from hyperbola._hyperbola import Positions

View = Literal["side_to_move", "white", "black"]
# The formats of _hyperbola.data_formats().
DataFormat = Literal[
    "binpack",
    "plain",
    "bin",
    "viriformat",
    "marlinformat",
    "bullet",
    "bullet-text",
    "epd",
    "pgn",
    "lichess",
    "leela",
    "table",
    "pgn-match",
    "tuner",
    "montyformat",
    "monty-value",
]
Format = Literal[DataFormat, "parquet", "arrow"]
Result = Literal["1-0", "0-1", "1/2-1/2"]
# Takes the bytes that were read and those of all files, if they are known.
Progress = Callable[[int, "int | None"], None]


class Filters(TypedDict, total=False):
    """Which entries are wanted: the options of hyperbola convert."""

    without_checks: bool
    without_captures: bool
    without_promotions: bool
    scored: bool
    max_score: int | None
    min_ply: int
    max_ply: int
    min_pieces: int
    max_pieces: int
    min_material: int
    max_material: int | None
    every: int


class DataError(ValueError):
    """A part of a file of training data that is wrong, or a row that a format cannot hold.

    path is the file and reason says what was expected and found. unit is "chunk", "game", "record"
    or "line", with its number from 1 and the byte of the file from 0; number is None where reading
    began inside the file. Of rows, those of Parquet and Arrow and those that are written, unit is
    "row", number counts from 0, and byte is None.
    """

    path: str
    unit: str
    number: int | None
    byte: int | None
    reason: str

    def __init__(self, path: str, unit: str, number: int | None, byte: int | None, reason: str) -> None:
        super().__init__(path, unit, number, byte, reason)
        self.path, self.unit, self.number, self.byte, self.reason = path, unit, number, byte, reason

    def __str__(self) -> str:
        place = [] if self.number is None else [f"{self.unit} {self.number}"]
        place += [] if self.byte is None else [f"byte {self.byte}"]
        return f"{self.path}: {', '.join(place)}: {self.reason}"


class DataBatch:
    """Positions of training data, and what is known of each: scores, results, plies and moves.

    plies are the half moves since the initial position of a game: uint16 (N). moves are those that
    were played or are best, as bits, uint16 (N): compute("legal_moves") has the same, and
    Positions.play() takes them. A row without a move has NO_MOVE, which is 65535.

    scores() and results() take the view: "white", "black" or "side_to_move". left_out lists what
    was left out before, among and behind these rows, each a DataError.

    A batch is made of columns too. scores and results are then as the view sees them, and view must
    say so; rows without one have NO_SCORE or NO_RESULT. Other results and moves that are not legal
    are refused. Without plies they are those of the move numbers. moves are bits, or texts in UCI's
    notation with None for none. A slice, an array of row numbers or one of bool gives a batch of
    these rows.

    Results are 1, 0 and -1 here. Where a network learns them they are points: 1, 0.5 and 0, the column
    "points" of torch.InputDataset. Records of Bullet have 2, 1 and 0, as Positions.to_bullet() takes
    them and from_bullet() gives them.

    >>> positions = Positions.from_fens(["4k3/8/8/8/8/8/8/4K2Q b - - 0 40"])
    >>> batch = DataBatch(positions, scores=[-900], results=[-1], view="side_to_move", moves=["e8d7"])
    >>> batch.scores("white"), batch.results("black"), batch.plies, batch.ucis()
    (array([900], dtype=int32), array([-1], dtype=int8), array([79], dtype=uint16), ['e8d7'])
    """

    NO_SCORE = -(2**31)
    NO_RESULT = -128
    NO_MOVE = 65535

    positions: Positions
    plies: NDArray[np.uint16]
    moves: NDArray[np.uint16]
    left_out: list[DataError]
    # As White sees them.
    _scores: NDArray[np.int32]
    _results: NDArray[np.int8]

    def __init__(
        self,
        positions: Positions,
        *,
        scores: ArrayLike | None = None,
        results: ArrayLike | None = None,
        view: View | None = None,
        plies: ArrayLike | None = None,
        moves: ArrayLike | list[str | None] | None = None,
    ) -> None:
        if not isinstance(positions, _hyperbola.Positions):
            raise TypeError(f"positions: expected Positions, found {type(positions).__name__}")
        if view is None and (scores is not None or results is not None):
            raise ValueError("view: expected the view of scores and results, found None")
        self.positions, self.left_out = positions, []
        self._scores = _column(scores, "scores", "i4", self.NO_SCORE, len(positions))
        self._results = _column(results, "results", "i1", self.NO_RESULT, len(positions))
        _check_results(self._results)
        if view is not None:
            # What has no score is its own negative.
            turned = is_turned(positions, view)
            self._scores[turned] *= -1
            self._results[turned] *= -1
        if plies is None:
            numbers = positions.fullmove_number.astype("i8").clip(1) * 2 - 2 + positions.side_to_move
            plies = numbers.clip(0, 65535).astype("u2")
        self.plies = _column(plies, "plies", "u2", 0, len(positions))
        if isinstance(moves, list) and any(isinstance(move, str) for move in moves):
            moves = positions.uint16(moves)
        self.moves = _column(moves, "moves", "u2", self.NO_MOVE, len(positions))
        if moves is not None:
            _check_moves(positions, self.moves)

    @classmethod
    def _of(cls, positions: Positions, columns: Iterable[Any], left_out: list[DataError]) -> DataBatch:
        """Makes a batch of columns as _columns() gives them."""
        batch = cls.__new__(cls)
        batch.positions, batch.left_out = positions, left_out
        batch._scores, batch._results, batch.plies, batch.moves = columns
        return batch

    def _columns(self) -> tuple[Any, Any, Any, Any]:
        """Returns the scores and the results as White sees them, the plies and the moves."""
        return self._scores, self._results, self.plies, self.moves

    def scores(self, view: View) -> NDArray[np.int32]:
        """Returns the scores as a view sees them, in the units of the file: int32 (N). Positive is
        good for the view. A row without a score has NO_SCORE, which is -2**31."""
        scores = self._scores.copy()
        scores[is_turned(self.positions, view)] *= -1
        return scores

    def results(self, view: View) -> NDArray[np.int8]:
        """Returns the results of the games as a view sees them: 1 for a win, 0 for a draw, -1 for a
        loss, int8 (N). A row without a result has NO_RESULT, which is -128."""
        results = self._results.copy()
        results[is_turned(self.positions, view)] *= -1
        return results

    @property
    def has_score(self) -> NDArray[np.bool_]:
        """Whether each row has a score: bool (N)."""
        found: NDArray[np.bool_] = self._scores != self.NO_SCORE
        return found

    @property
    def has_result(self) -> NDArray[np.bool_]:
        """Whether each row has a result: bool (N)."""
        found: NDArray[np.bool_] = self._results != self.NO_RESULT
        return found

    @property
    def has_move(self) -> NDArray[np.bool_]:
        """Whether each row has a move: bool (N)."""
        found: NDArray[np.bool_] = self.moves != self.NO_MOVE
        return found

    def fens(self) -> list[str | None]:
        """Returns the FENs of all rows."""
        return self.positions.fens()

    def ucis(self) -> list[str | None]:
        """Returns the moves of all rows in UCI's notation; None where there is none."""
        return self.positions.uci(self.moves)

    def to_arrow(self) -> Any:
        """Returns a record batch of PyArrow with the columns fen, move (uint16), ply (uint16),
        score_white (int32) and result_white (int8). What a row does not have is null.

        >>> positions = Positions.from_fens([Position().fen()])
        >>> batch = DataBatch(positions, scores=[20], view="white").to_arrow()
        >>> batch["score_white"].to_pylist(), batch["result_white"].to_pylist()
        ([20], [None])
        """
        pa = pyarrow()
        columns = [
            self.positions.to_arrow(["fen"]).column(0),
            pa.array(self.moves, mask=~self.has_move),
            pa.array(self.plies),
            pa.array(self._scores, mask=~self.has_score),
            pa.array(self._results, mask=~self.has_result),
        ]
        return pa.RecordBatch.from_arrays(columns, names=list(COLUMNS))

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, rows: slice | list[int] | NDArray[Any]) -> DataBatch:
        """Returns the rows of a slice, of an array of row numbers, or of one of bool for each row."""
        positions = self.positions[rows]
        if not isinstance(positions, _hyperbola.Positions):
            raise TypeError(f"expected a slice or an array of rows, found {type(rows).__name__}")
        columns = (column[rows].copy() for column in self._columns())
        return self._of(positions, columns, [])

    def __repr__(self) -> str:
        return f"<hyperbola.DataBatch: {len(self)} rows>"


def _check_results(results: Any) -> None:
    """Refuses results that no game has."""
    import numpy as np

    wrong = np.flatnonzero(~np.isin(results, (1, 0, -1, DataBatch.NO_RESULT)))
    if len(wrong):
        found = f"found {results[wrong[0]]}; Bullet's records have 2, 1 and 0 instead"
        raise ValueError(f"results: row {wrong[0]}: expected 1, 0, -1 or NO_RESULT, {found}")


def _check_moves(positions: Positions, moves: Any) -> None:
    """Refuses the bits of moves that are not legal. A marked row has no move."""
    import numpy as np

    given = np.flatnonzero(moves != DataBatch.NO_MOVE)
    columns = [np.zeros(len(given), dtype) for dtype in ("i4", "i1", "u2")]
    _, wrong = _hyperbola.DataFilter().wanted(positions[given], (*columns, moves[given]))
    if wrong:
        row, reason = wrong[0]
        raise ValueError(f"moves: row {given[row]}: {reason}: the bits {moves[given[row]]}")


# The columns of Arrow and Parquet. All but the first may be missing.
COLUMNS = ("fen", "move", "ply", "score_white", "result_white")

# What other programs have in the place of score_white: hundredths of a pawn, or the moves to a mate.
_SCORES = ("cp", "mate")


def is_turned(positions: Positions, view: View) -> Any:
    """Returns in which rows what White sees must change its sign for a view."""
    import numpy as np

    if not isinstance(view, str):
        raise TypeError(f"view: expected a str, found {type(view).__name__}")
    if view == "side_to_move":
        return positions.side_to_move == 1
    if view not in ("white", "black"):
        raise ValueError(f"view: expected 'side_to_move', 'white' or 'black', found {view!r}")
    return np.full(len(positions), view == "black")


def _column(values: Any, name: str, dtype: str, missing: int, rows: int) -> Any:
    """Returns numbers for all rows as an array of its own."""
    import numpy as np

    if values is None:
        return np.full(rows, missing, dtype)
    unmasked(values, name)
    array, kind = np.asarray(values), np.dtype(dtype)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, found an array of {array.dtype}")
    if array.shape != (rows,):
        raise ValueError(f"{name}: expected the shape ({rows},), found {array.shape}")
    limits = np.iinfo(kind)
    if array.size and not limits.min <= int(array.min()) <= int(array.max()) <= limits.max:
        raise ValueError(f"{name}: expected numbers from {limits.min} to {limits.max}")
    return array.astype(kind)


def read(
    source: Source | list[Source],
    format: Format | None = None,
    *,
    rows: int = 1 << 16,
    shard: tuple[int, int] | None = None,
    bad_rows: Literal["error", "skip", "keep-before"] | None = None,
    missing_score: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    rules: Rules = "auto",
    lenient: bool = False,
    **filters: Unpack[Filters],
) -> Iterator[DataBatch]:
    """Reads files of training data, batch by batch.

    source is a file, a pattern such as "data/*.binpack", or a list of them; the files of a pattern
    are read in the order of their names. The format of each is what its name and its first bytes say,
    unless it is given: binpack, plain, bin, viriformat, marlinformat, bullet, bullet-text, epd, pgn,
    lichess, leela, table, pgn-match, tuner, montyformat, monty-value, or with PyArrow parquet or arrow, whose
    columns are those of DataBatch.to_arrow().

    A batch has `rows` rows, and fewer at the end of a file. No more than that is in memory beside a
    chunk of a binpack, a game of PGN or a line. Reading runs without the GIL, and Ctrl-C stops it. A
    pipe is read once, as from zstdcat, and its format is found too.

    Every position, move and number is checked. What is wrong is left out: the rest of a chunk or of a
    game, a record or a line. left_out of the batches lists it, and a warning at the end says how much it
    is. With bad_rows="skip" there is no warning. With bad_rows="keep-before" the rows of a game of PGN
    before a mistake in it are kept too. With bad_rows="error" it raises a DataError behind the rows
    before it. A warning says if nothing is left, and why.

    A move of a game without an evaluation gives no row. With missing_score it gives one, and rows
    without a score have this score, as White sees it. The filters see them without a score.

    With rules="chess", a castling right that is not one of chess is wrong, in every format. With
    lenient=True FENs are mended as hyperbola convert --lenient does: rights and en passant squares that
    do not fit are left out, and rights of KQkq that are not those of chess, unless rules are "chess960".

    The filters are those of hyperbola convert. Left out are with without_checks positions in check,
    with without_captures and without_promotions those whose move is one, with scored those without a
    score, and those with a larger score than max_score for either side, and with plies, numbers of
    pieces or material beyond min_ply, max_ply, min_pieces, max_pieces, min_material and max_material:
    a pawn of either side is 1, a knight or bishop 3, a rook 5, a queen 9. Of what is left, every=N
    keeps the first of each N.

    shard=(i, n) reads the i-th of n shares, from i = 0: the chunks, records and lines that begin in its
    part of the bytes of all files. A file of viriformat, Monty, PGN or Leela belongs to one share as a
    whole. In a share, every keeps the first of each N anew from each MiB on, so all shares together
    have up to one row more for each MiB than one reader has. Parquet, Arrow and pipes have no shares
    here.

    threads is the number of threads that read, 0 for all processors. The batches are the same on any
    number. Each thread reads another part of about a MiB, or a whole file of viriformat, Monty, PGN or
    Leela, and a pipe is read by one. Beyond one thread, each holds up to 45 MB. Parquet and Arrow are
    read by PyArrow's own threads.

    progress(read, total) is a function that is called before each batch with the number of bytes that
    were read, and with that of all files, or None if one of them is a pipe.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "some.plain"
    >>> positions = Positions.from_fens([Position().fen(), "4k3/8/8/8/8/8/8/4K2Q b - - 0 40"])
    >>> batch = DataBatch(positions, scores=[20, 900], results=[0, 1], view="white")
    >>> write(path, batch)
    2
    >>> for batch in read(path):
    ...     print(batch, batch.scores("side_to_move"), batch.results("side_to_move"))
    <hyperbola.DataBatch: 2 rows> [  20 -900] [ 0 -1]
    >>> [len(batch) for batch in read(path, max_pieces=3)]
    [1]
    """
    rows = whole(rows, "rows")
    if rows < 1:
        raise ValueError(f"rows: expected batches of at least 1 row, found {rows}")
    share = None if shard is None else share_of(shard)
    skip = bad_rows is None or is_skipped(bad_rows, ("error", "skip", "keep-before"))
    if missing_score is not None:
        missing_score = _missing_score(missing_score)
    threads = whole(threads, "threads")
    if not 0 <= threads <= 256:
        raise ValueError(f"threads: expected a number from 0 to 256, found {threads}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected a function of two numbers, found {type(progress).__name__}")
    reading = Reading(skip, bad_rows == "keep-before", missing_score, rules, lenient)
    batches = _all(source, format, rows, share, reading, threads, progress or _nothing, filter_of(filters))
    return _warned(batches, reading, tells=bad_rows is None)


class Reading:
    """How files are read where something is wrong or missing, and what was left out without a mistake:
    the numbers of kinds of things and reasons."""

    def __init__(
        self,
        skip: bool = False,
        keeps_before: bool = False,
        missing_score: int | None = None,
        rules: Rules = "auto",
        lenient: bool = False,
    ) -> None:
        self.skip, self.missing_score = skip, missing_score
        # The options of the readers.
        self.options = missing_score is not None, keeps_before, rules, lenient
        self.left_out: collections.Counter[tuple[str, str]] = collections.Counter()

    def note(self, left_out: list[tuple[str, str, int]]) -> None:
        """Adds what a reader has left out."""
        for thing, reason, count in left_out:
            self.left_out[thing, reason] += count


def _missing_score(score: Any) -> int:
    number: int = whole(score, "missing_score")
    if not -(2**15) <= number < 2**15:
        raise ValueError(f"missing_score: expected a number from -32768 to 32767, found {number}")
    return number


def _warned(batches: Iterator[DataBatch], reading: Reading, *, tells: bool) -> Iterator[DataBatch]:
    """Passes batches on, with what takes the place of missing scores, and warns of files of which
    nothing could be read, and of mistakes if it is to tell them."""
    rows, mistakes, first = 0, 0, None
    for batch in batches:
        rows, mistakes = rows + len(batch), mistakes + len(batch.left_out)
        first = first or next(iter(batch.left_out), None)
        yield batch if reading.missing_score is None else _completed(batch, reading.missing_score, None)
    if rows:
        if mistakes and tells:
            warnings.warn(f"{_left_out(mistakes)}; the first: {first}", stacklevel=2)
        return
    counts = reading.left_out.items()
    reasons = [f"{count} {thing}{'s' * (count > 1)}: {reason}" for (thing, reason), count in counts]
    reasons += [] if first is None else [f"the first of {mistakes} mistakes: {first}"]
    if reasons:
        warnings.warn(f"no row was read; {'; '.join(reasons)}", stacklevel=2)


def _left_out(count: int) -> str:
    """Says that bad rows were left out, and how to say that this is right."""
    return f'bad rows that were left out: {count}; bad_rows="skip" leaves them out without a warning, "error" raises'


def _nothing(read: int, total: int | None) -> None:
    """Takes no note of the progress."""


def filter_of(filters: Filters) -> _hyperbola.DataFilter:
    """Returns what filters want, and refuses unknown ones by their names."""
    known = Filters.__annotations__
    for name in filters:
        if name not in known:
            raise TypeError(f"filters: expected some of {', '.join(known)}; found {name!r}")
    return _hyperbola.DataFilter(**filters)


def is_skipped(bad_rows: str, known: tuple[str, ...] = ("error", "skip")) -> bool:
    """Returns whether what is wrong is left out."""
    if not isinstance(bad_rows, str):
        raise TypeError(f"bad_rows: expected a str, found {type(bad_rows).__name__}")
    if bad_rows not in known:
        raise ValueError(f"bad_rows: expected {' or '.join(map(repr, known))}, found {bad_rows!r}")
    return bad_rows != "error"


def _all(
    source: Source | list[Source],
    format: Format | None,
    rows: int,
    share: tuple[int, int] | None,
    reading: Reading,
    threads: int,
    progress: Progress,
    filter: _hyperbola.DataFilter,
) -> Iterator[DataBatch]:
    found = [_path(path, "source") for path in files(source, are_tables=False)]
    asked = [(path, _kind(path, format)) for path in found]
    ranges: list[tuple[int, int] | None] = [None] * len(asked)
    if share is not None:
        if any(kind in _TABLES for _, kind in asked):
            raise ValueError("shard: expected files without Parquet and Arrow; parquet_batches() has shares of these")
        asked, ranges = _in_share(asked, share)
    sizes = [_size_of(path, range) for (path, _), range in zip(asked, ranges)]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    before = 0

    def noted(read: int) -> None:
        progress(before + read, total)

    for is_table, group in itertools.groupby(zip(asked, ranges, sizes), lambda one: one[0][1] in _TABLES):
        if is_table:
            for (path, kind), _, size in group:
                yield from _tables(path, kind, rows, reading.skip, filter, lambda share: noted(int(share * (size or 0))))
                before += size or 0
        elif threads == 1:
            for (path, kind), range, size in group:
                bounds = None if range is None else (*range, 0)
                yield from batches_of(path, kind, bounds, rows, reading, filter, noted)
                before += size or 0
        else:
            wanted = list(group)
            inputs = [(path, kind, range) for (path, kind), range, _ in wanted]
            yield from _on_threads(inputs, rows, reading, threads, filter, noted)
            before += sum(size or 0 for _, _, size in wanted)


def _size_of(path: str, range: tuple[int, int] | None) -> int | None:
    """Returns how many bytes of a file are read, or None for a pipe and what is not there."""
    if range is not None:
        return range[1] - range[0]
    return os.path.getsize(path) if os.path.isfile(path) else None


def _in_share(asked: list[tuple[str, str | None]], share: tuple[int, int]) -> tuple[Any, Any]:
    """Returns the files with bytes in a share, and the range of each."""
    sizes = [os.path.getsize(path) for path, _ in asked]
    first, end = part_of(sum(sizes), share)
    there, ranges = [], []
    for one, size in zip(asked, sizes):
        if first < size and end > 0:
            there.append(one)
            ranges.append((max(first, 0), min(end, size)))
        first, end = first - size, end - size
    return there, ranges


def _on_threads(
    asked: list[tuple[str, str | None, tuple[int, int] | None]],
    rows: int,
    reading: Reading,
    threads: int,
    filter: _hyperbola.DataFilter,
    noted: Callable[[int], None],
) -> Iterator[DataBatch]:
    """Reads files, or ranges of them, with threads. What is wrong is raised or left out."""
    reader = _hyperbola.DataThreads(asked, threads, filter, *reading.options)
    while (found := reader.read(rows, reading.skip)) is not None:
        noted(reader.bytes_read)
        number, (positions, *columns, wrong) = found
        errors = [DataError(asked[number][0], *error) for error in wrong]
        yield from _passed(DataBatch._of(positions, columns, errors), reading.skip)
    reading.note(reader.left_out)


def batches_of(
    path: str,
    format: str | None,
    range: tuple[int, int, int] | None,
    rows: int,
    reading: Reading,
    filter: _hyperbola.DataFilter,
    noted: Callable[[int], None] = lambda read: None,
) -> Iterator[DataBatch]:
    """Reads a file, or a range of it as DataReader takes it. What is wrong is raised or left out."""
    reader = _hyperbola.DataReader(path, format, range, *reading.options)
    while (found := reader.read(rows, reading.skip, filter)) is not None:
        noted(reader.bytes_read)
        positions, *columns, wrong = found
        errors = [DataError(path, *error) for error in wrong]
        yield from _passed(DataBatch._of(positions, columns, errors), reading.skip)
    reading.note(reader.left_out)


def _passed(batch: DataBatch, skip: bool) -> Iterator[DataBatch]:
    """Passes a batch on, and raises behind it what is wrong, unless it is left out."""
    errors = batch.left_out
    if not errors or skip:
        yield batch
        return
    if len(batch):
        batch.left_out = []
        yield batch
    raise errors[0]


def _path(path: Any, name: str) -> str:
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{name}: expected a path, found {type(path).__name__}")
    return os.fsdecode(path)


# The formats that PyArrow reads, by the ends of their names.
_TABLES = {"parquet", "arrow"}


def _kind(path: str, format: str | None) -> str | None:
    """Returns the format that is given, or that of a file for PyArrow."""
    if format is not None and not isinstance(format, str):
        raise TypeError(f"format: expected a str or None, found {type(format).__name__}")
    ending = os.path.splitext(path)[1].lower()[1:]
    return ending if format is None and ending in _TABLES else format


def _tables(
    path: str,
    kind: str | None,
    rows: int,
    skip: bool,
    filter: _hyperbola.DataFilter,
    noted: Callable[[float], None],
) -> Iterator[DataBatch]:
    """Reads a file of Parquet or of Arrow. It takes note of which share of it was read."""
    first = 0
    with naming(lambda: path):
        for part, share in _record_batches(path, kind, rows):
            noted(share)
            yield from _passed(_checked(part, path, first, filter), skip)
            first += len(part)


def _record_batches(path: str, kind: str | None, rows: int) -> Iterator[tuple[Any, float]]:
    """Returns record batches with those of the columns that are there, and the share of the file up to
    their ends."""
    pa = pyarrow()
    if kind == "parquet":
        done = 0
        with opened(path) as file:
            names = _there(file.schema_arrow, path)
            for part in file.iter_batches(batch_size=rows, columns=names):
                done += len(part)
                yield part, done / file.metadata.num_rows
        return
    with pa.memory_map(path) as source, pa.ipc.open_file(source) as file:
        names = _there(file.schema, path)
        for number in range(file.num_record_batches):
            part = file.get_batch(number).select(names)
            for start in range(0, len(part), rows):
                done_here = min(start + rows, len(part)) / len(part)
                yield part.slice(start, rows), (number + done_here) / file.num_record_batches


def _there(schema: Any, path: str) -> list[str]:
    if "fen" not in schema.names:
        raise ValueError(f"{path}: expected a column 'fen', found {', '.join(schema.names)}")
    known = COLUMNS if "score_white" in schema.names else COLUMNS + _SCORES
    names = [name for name in known if name in schema.names]
    # Rows that seem to have no score are worse than an error.
    unused = [repr(name) for name in schema.names if name not in names and _is_score(name)]
    if unused:
        read = "score_white, or cp and mate, as White sees them"
        warnings.warn(f"{path}: not read: {', '.join(unused)}; scores are read from {read}", stacklevel=2)
    return names


def _is_score(name: str) -> bool:
    """Returns whether a word of a column's name says that it has scores. A capital may begin one."""
    words = re.findall("[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    whole = re.compile("(score|eval|evaluation|mate|centipawn|cp)s?|matein|(score|eval)cp").fullmatch
    return any(whole(word.lower()) for word in words)


def _scores(part: Any, positions: Positions) -> tuple[Any, dict[int, str]]:
    """Returns the scores of the columns cp and mate as White sees them, as read() has those of Lichess,
    and what is wrong in which rows."""
    import numpy as np

    wrong: dict[int, str] = {}

    def column(name: str) -> tuple[Any, Any]:
        if name not in part.schema.names:
            return np.zeros(len(part), "i8"), np.zeros(len(part), bool)
        numbers = part[name]
        if pyarrow().types.is_floating(numbers.type):
            # NaN takes the place of what is missing, in Pandas too.
            floats = numbers.cast(pyarrow().float64()).to_numpy(zero_copy_only=False)
            is_whole = (np.trunc(floats) == floats) & (np.abs(floats) < 2.0**63)
            there = ~np.isnan(floats)
            for row in np.flatnonzero(there & ~is_whole):
                wrong[int(row)] = f"expected a whole number as {name}, found {floats[row]}"
            return np.where(is_whole, floats, 0).astype("i8"), there
        numbers = numbers.cast(pyarrow().int64())
        there = numbers.is_valid().to_numpy(zero_copy_only=False)
        return numbers.fill_null(0).to_numpy(zero_copy_only=False), there

    (cp, has_cp), (mate, has_mate) = map(column, _SCORES)
    is_black = positions.side_to_move == 1
    # Of a mate in no moves the side to move is the loser.
    white_wins = np.where(mate == 0, is_black, mate > 0)
    mates = 32_000 - 2 * np.abs(mate) + (white_wins != is_black)
    scores = np.where(has_mate, np.where(white_wins, mates, -mates), np.clip(cp, -32_767, 32_767))
    scores[~(has_cp | has_mate)] = DataBatch.NO_SCORE
    for row in np.flatnonzero(has_cp & has_mate):
        wrong[int(row)] = "expected one of cp and mate, found both"
    # The lowest number has no absolute one.
    for row in np.flatnonzero(has_mate & ((mate < -15_999) | (mate > 15_999))):
        wrong[int(row)] = f"expected a mate in at most 15999 moves, found {mate[row]}"
    scores[list(wrong)] = DataBatch.NO_SCORE
    return scores.astype(np.int32), wrong


def _checked(part: Any, path: str, first: int, filter: _hyperbola.DataFilter) -> DataBatch:
    """Returns the rows of a record batch that are wanted, and what is wrong with others."""
    import numpy as np

    positions = _hyperbola.Positions.from_fens(part["fen"], bad_rows="mark")
    columns = []
    for name, (dtype, missing) in zip(COLUMNS[1:], _TYPES):
        if name in part.schema.names:
            column = part[name].cast(pyarrow().from_numpy_dtype(dtype)).fill_null(missing)
            columns.append(column.to_numpy(zero_copy_only=False).astype(dtype))
        else:
            columns.append(None if name == "ply" else np.full(len(part), missing, dtype))
    moves, plies, scores, results = columns
    wrong_scores: dict[int, str] = {}
    if "score_white" not in part.schema.names:
        scores, wrong_scores = _scores(part, positions)
    batch = DataBatch(positions, scores=scores, view="white", plies=plies)
    # What is wrong in these is that of a row, which may be left out.
    batch._results, batch.moves = results, moves
    wanted, wrong = filter.wanted(positions, batch._columns())
    reasons = wrong_scores | dict(wrong) | {bad.row: bad.reason for bad in positions.bad_rows}
    wanted[list(wrong_scores)] = False
    kept = batch[wanted]
    kept.left_out = [DataError(path, "row", first + row, None, reasons[row]) for row in sorted(reasons)]
    return kept


# The types of all columns but the FENs, and the numbers of what a row does not have.
_TYPES = (
    ("u2", DataBatch.NO_MOVE),
    ("u2", 0),
    ("i4", DataBatch.NO_SCORE),
    ("i1", DataBatch.NO_RESULT),
)


def write(
    path: str | os.PathLike[str],
    batches: DataBatch | Iterable[DataBatch],
    format: Format | None = None,
    *,
    overwrite: bool = False,
    bad_rows: Literal["error", "skip"] | None = None,
    missing_score: int | None = None,
    missing_result: Result | None = None,
) -> int:
    """Writes batches into a file of training data, and returns the number of rows.

    The format is what the name says, unless it is given: binpack, plain, bin, viriformat,
    marlinformat, bullet or bullet-text, or with PyArrow parquet or arrow. docs/DATA.md says what each
    cannot hold. Nothing is clamped: a row that the format cannot hold is left out, and a warning says how
    many they were. With bad_rows="skip" there is none, and with "error" it raises a DataError.
    missing_score, as White sees it, and missing_result take the place of what is not known, as in
    hyperbola convert.

    The file has its name only when it is complete. One that is there is kept, by a FileExistsError,
    unless overwrite says otherwise.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "some.binpack"
    >>> batch = DataBatch(Positions.from_fens([Position().fen()]), moves=["e2e4"])
    >>> write(path, batch, missing_score=0, missing_result="1/2-1/2")
    1
    >>> next(read(path)).ucis()
    ['e2e4']
    """
    from pathlib import Path

    skip, kind = bad_rows is None or is_skipped(bad_rows), _kind(_path(path, "path"), format)
    if not isinstance(batches, (DataBatch, Iterable)):
        raise TypeError(f"batches: expected DataBatch or an iterable of it, found {type(batches).__name__}")
    total = 0

    def counted(part: Any) -> DataBatch:
        nonlocal total
        total += len(_batch(part))
        return cast("DataBatch", part)

    parts = map(counted, [batches] if isinstance(batches, DataBatch) else batches)
    if missing_result is not None and not isinstance(missing_result, str):
        raise TypeError(f"missing_result: expected a str, found {type(missing_result).__name__}")
    if missing_result not in (None, *_RESULTS):
        raise ValueError(f"missing_result: expected '1-0', '0-1' or '1/2-1/2', found {missing_result!r}")
    if kind not in _TABLES:
        columns = ((part.positions, part._columns()) for part in parts)
        written = _hyperbola.write_data(path, columns, kind, overwrite, missing_score, missing_result, skip)
        return _told(written, total, bad_rows is None)
    names = os.path.abspath(path), os.path.realpath(path)
    is_open = any(name.startswith(("/proc/", "/dev/fd/", "/dev/std")) for name in map(os.fsdecode, names))
    if is_open or (os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)):
        raise ValueError(f"{path}: expected a file for {kind}, found a device or an open descriptor")
    if os.path.isfile(path) and not overwrite:
        raise FileExistsError(f"{path} is there already; overwrite=True replaces it")
    completed = (_completed(part, missing_score, missing_result) for part in parts)
    place, written = Path(path).absolute(), 0

    def fill(new: pathlib.Path) -> None:
        nonlocal written
        written = _write_table(new, kind, _rows(completed, str(path), skip))

    replace(place, place.parent, fill)
    return _told(written, total, bad_rows is None)


def _told(written: int, total: int, tells: bool) -> int:
    """Warns of rows that were not written, if it is to tell them."""
    if written < total and tells:
        warnings.warn(_left_out(total - written), stacklevel=3)
    return written


_RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}


def _batch(part: Any) -> DataBatch:
    if not isinstance(part, DataBatch):
        raise TypeError(f"batches: expected DataBatch, found {type(part).__name__}")
    return part


def _completed(batch: DataBatch, score: int | None, result: str | None) -> DataBatch:
    """Returns a batch with what takes the place of what is not known."""
    scores, results, plies, moves = (column.copy() for column in batch._columns())
    if score is not None:
        scores[~batch.has_score] = whole(score, "missing_score")
    if result is not None:
        results[~batch.has_result] = _RESULTS[result]
    return DataBatch._of(batch.positions, (scores, results, plies, moves), batch.left_out)


def _rows(batches: Iterator[DataBatch], path: str, skip: bool) -> Iterator[DataBatch]:
    """Returns the rows that can be written, or raises what is wrong with one."""
    everything, before = _hyperbola.DataFilter(), 0
    for batch in batches:
        wanted, wrong = everything.wanted(batch.positions, batch._columns())
        if wrong and not skip:
            row, reason = wrong[0]
            raise DataError(path, "row", before + row, None, reason)
        before += len(batch)
        yield batch[wanted] if wrong else batch


def _write_table(path: pathlib.Path, kind: str | None, batches: Iterator[DataBatch]) -> int:
    """Writes a file of Parquet or of Arrow, and returns the number of rows."""
    pa = pyarrow()
    schema = DataBatch(_hyperbola.Positions.from_fens([])).to_arrow().schema
    if kind == "parquet":
        from pyarrow.parquet import ParquetWriter

        writer = ParquetWriter(path, schema)
    else:
        writer = pa.ipc.new_file(str(path), schema)
    written = 0
    with writer:
        for batch in batches:
            writer.write_batch(batch.to_arrow())
            written += len(batch)
    return written
