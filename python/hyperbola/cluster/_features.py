"""Features of files, a task for each row group of Parquet or range of training data."""

from __future__ import annotations

import hashlib
import itertools
import os
import pathlib
import shutil
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from distributed import Client

import hyperbola
from hyperbola import Positions
from hyperbola._arrays import names as listed
from hyperbola._columns import BadRows, Policy, Rules
from hyperbola._data import COLUMNS, DataBatch, Filters, Reading, batches_of, filter_of
from hyperbola._files import replace
from hyperbola._parquet import files, kept, naming, opened
from hyperbola._sources import ENDINGS, WHOLE, Kind, check_file, check_policy, kind_of
from hyperbola.cluster import _columns as columns
from hyperbola.cluster._files import (
    check_same,
    digest,
    LOCK,
    held,
    path_of,
    read_json,
    replace_json,
)
from hyperbola.cluster._tasks import ClusterError, check_client, progress_bar, run, some_client

# The version of the files of a run.
FORM = 1

# The bytes of FENs, positions and features that a task has in memory at a time, about.
BATCH_BYTES = 32 << 20

# The greatest number of rows that a task has in memory at a time.
BATCH_ROWS = 1 << 17

# The bytes of a FEN and of a position in its columns, about.
_ROW_BYTES = 150

# A position with many moves, from which the bytes of a row are estimated.
_BUSY = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

_JOB, _MANIFEST, _PARTS, _BAD, _ASIDE = "_job.json", "_manifest.json", "_parts", "_bad", "_aside"


# The bytes of a range of a file of training data.
RANGE_BYTES = 4 << 20

# The bytes of the other columns of a row of training data, with its FEN.
_LABEL_BYTES = 100


@dataclass(frozen=True)
class _Part:
    """A row group, and where its features go. The rows of a file count from 0.

    Or a range of the bytes of a file of training data, whose rows count from 0 and whose number is not
    known.
    """

    name: str
    path: str
    group: int
    first_row: int
    rows: int | None
    bounds: tuple[int, int] | None = None


@dataclass(frozen=True)
class _Work:
    """What is computed of each row, and what is kept of it."""

    features: list[Any]
    column: str
    others: list[str]
    policy: Policy
    kind: Kind
    filters: Filters


def features(
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    out_dir: str | os.PathLike[str],
    names: Iterable[str],
    column: str = "fen",
    client: Client | None = None,
    *,
    others: Iterable[str] = (),
    kind: Kind | None = None,
    filters: Filters | None = None,
    bad_rows: BadRows | None = None,
    lenient: bool = False,
    progress: bool | None = None,
    rules: Rules = "auto",
) -> dict[str, Any]:
    """Computes features of all FENs in a column of Parquet files, or of all positions in files of
    training data, and writes them as Parquet.

    This is Positions.compute() of many computers: names are those that hyperbola.features() lists,
    and each worker uses the widest SIMD that it has. source has the files of
    hyperbola.parquet_batches() in the same order, all of which are paths.

    Each row group is a task, and becomes a file part-FILE-GROUP.parquet in out_dir: the row's number
    in its file (row), a column for each feature, a list of fixed size whose shape is in the field's
    metadata, or a list, and the columns that `others` names as they are in the input, such as scores.

    lenient, rules and bad_rows are as in Positions.from_fens(), but bad rows are marked if nothing else
    is asked for, so that one of them does not stop a run of hours: a file has as many rows as its row
    group, and a marked row has nulls as features. With "skip" bad rows are left out, and with "error"
    their tasks fail. Bad rows are counted, and listed with their texts and the reasons in a file of the
    same name in out_dir/_bad. Names that begin with _ are passed over by those who read a folder of
    Parquet files.

    Files of training data, as hyperbola.read() reads them, are found by their names, or by a kind as
    of torch.InputDataset. Each range of RANGE_BYTES is a task, or the file where it is viriformat, Monty,
    PGN or Leela. Rows count from 0 in each range. `others` names columns of DataBatch.to_arrow(), and
    filters are those of read(). In these, every=N keeps the first of each N anew from each MiB of a
    file on, so the rows are the same however many workers there are, and up to one for each MiB more
    than read() gives without a shard. What is wrong is left out if nothing else is asked for, and
    cannot be marked; the reasons in out_dir/_bad say at which byte it stands, and row is a row before
    it.

    A part gets its name when it is on the disk, and _manifest.json when all parts are there. After
    any interruption the same call does only what is missing; the files are those of a run without a
    break. Another call for the same out_dir raises an OtherJobError, and so does the same call while
    a run is not over, where the file system has locks.

    A task has BATCH_BYTES of rows in memory at a time, whatever the size of a row group. With
    client=None a cluster on this machine is started, and a worker may take MEMORY_LIMIT. The files
    must be the same for all workers, on a file system that they share.

    A part that is missing, has another size than its run has noted, or is not noted is done again, by
    the same call. What has been changed without another size stays as it is: verify() finds it, and
    the part is done again once it is removed.

    Wrong names, FENs of another type than texts or bytes, and what is no client are refused before
    any task.

    Returns the manifest: rows, bad_rows, and for each part its rows, bad_rows, bytes and SHA-256.
    progress=None draws a bar if standard error is a terminal.
    """
    check_client(client)
    paths = _paths(source)
    found = _kind_of(paths, kind)
    work = _work(names, column, others, found, filters, bad_rows, lenient, rules)
    out = path_of(out_dir, "out_dir")
    asked, parts = _asked(paths, work)
    _check_free(out, asked)
    manifest: dict[str, Any] | None = read_json(out / _MANIFEST)
    if manifest is not None and None not in [_done(out, part) for part in parts]:
        return manifest
    out.mkdir(parents=True, exist_ok=True)
    with held(out / LOCK):
        _open(out, asked)
        missing = [part for part in parts if _done(out, part) is None]
        bar = progress_bar("rows", len(parts), len(parts) - len(missing), progress)
        with some_client(client) as used, bar as advance:
            tasks = ((part.name, (part, str(out), work)) for part in missing)
            failures = run(used, _write_part, tasks, advance)
        done = [_done(out, part) for part in parts]
        if failures or None in done:
            raise ClusterError(failures, done.count(None), len(parts))
        manifest = _manifest(asked, parts, done)
        replace_json(out / _MANIFEST, out / _ASIDE, manifest)
        shutil.rmtree(out / _ASIDE, ignore_errors=True)
    return manifest


def verify(out_dir: str | os.PathLike[str]) -> int:
    """Compares all files of a complete run of features() with its manifest.

    Returns the number of rows. Raises a ValueError that names the first file that differs.
    """
    out = path_of(out_dir, "out_dir")
    manifest = read_json(out / _MANIFEST)
    if manifest is None:
        raise ValueError(f"{out / _MANIFEST} is missing or damaged: the run is not complete")
    for part in manifest["parts"]:
        files = [(out / part["file"], part["digest"])]
        if part["bad_rows"]:
            files.append((out / _BAD / part["file"], part["bad_digest"]))
        for path, expected in files:
            if not path.exists() or digest(path) != expected:
                raise ValueError(f"{path} is missing, or is not what the manifest says")
    return int(manifest["rows"])


def _kind_of(paths: list[pathlib.Path], kind: Kind | None) -> Kind:
    """Returns the kind that is given or that the files show. Other names are Parquet's."""
    for path in paths:
        check_file(path)
    kinds: set[Kind] = {kind} if kind is not None else {_shown(path) for path in paths}
    if len(kinds) > 1:
        raise ValueError(f"source: expected files of one kind, found {', '.join(sorted(kinds))}")
    (one,) = kinds
    if one not in get_args(Kind) or one == "lines":
        expected = ", ".join(name for name in get_args(Kind) if name != "lines")
        raise ValueError(f"kind: expected one of {expected}; found {one!r}")
    return one


def _shown(path: pathlib.Path) -> Kind:
    """Returns the kind that a file shows, or that of Parquet for an ending of no kind."""
    return kind_of(path) if path.suffix.lower() in ENDINGS else "parquet"


def _work(
    names: Iterable[str],
    column: str,
    others: Iterable[str],
    kind: Kind,
    filters: Filters | None,
    bad_rows: BadRows | None,
    lenient: bool,
    rules: Rules,
) -> _Work:
    """Checks what is asked for. Features get the order of the list of all."""
    asked, known = listed(names, "names"), hyperbola.features()
    for name in asked:
        if name not in known:
            raise ValueError(f"names: expected the name of a feature, found {name!r}")
    if not asked:
        raise ValueError("names: expected at least one feature, found none")
    if not isinstance(column, str):
        raise TypeError(f"column: expected a str, found {type(column).__name__}")
    beside = list(dict.fromkeys(listed(others, "others")))
    for name in beside:
        if name == "row" or name in asked:
            raise ValueError(f"others: expected columns of other names than the output's, found {name!r}")
    ordered = [name for name in known if name in asked]
    if kind == "parquet":
        if filters:
            raise ValueError(f"filters: expected none for Parquet, found {', '.join(filters)}")
        policy = Policy(bad_rows or "mark", lenient, rules=rules).checked()
        return _Work(ordered, column, beside, policy, kind, {})
    policy = Policy(bad_rows or "skip", lenient, rules=rules).checked()
    check_policy(policy, kind)
    wanted: Filters = {} if filters is None else filters.copy()
    filter_of(wanted)
    for name in beside:
        if name not in COLUMNS:
            raise ValueError(f"others: expected columns among {', '.join(COLUMNS)}; found {name!r}")
    return _Work(ordered, column, beside, policy, kind, wanted)


def _paths(source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[pathlib.Path]:
    """Returns the files of the input."""
    if not isinstance(source, (str, os.PathLike, Iterable)):
        found = type(source).__name__
        raise TypeError(f"source: expected a path or a list of paths, found {found}")
    items = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    paths = [pathlib.Path(path) for path in files([path_of(path, "source") for path in items])]
    if not paths:
        raise FileNotFoundError("source: expected at least one file, found none")
    return paths


def _asked(paths: list[pathlib.Path], work: _Work) -> tuple[dict[str, Any], list[_Part]]:
    """Returns what identifies a run, and its parts."""
    if work.kind != "parquet":
        return _asked_of_data(paths, work)
    inputs, parts = [], []
    for number, path in enumerate(paths):
        with opened(path) as file:
            for column in (work.column, *work.others):
                if column not in file.schema_arrow.names:
                    found = ", ".join(file.schema_arrow.names)
                    raise ValueError(f"{path}: expected a column {column!r}, found {found}")
            try:
                columns.check_texts(file.schema_arrow.field(work.column).type, work.column)
            except TypeError as error:
                raise TypeError(f"{path}: {error}") from None
            first_row = 0
            for group in range(file.num_row_groups):
                rows = file.metadata.row_group(group).num_rows
                name = f"part-{number:05}-{group:06}.parquet"
                parts.append(_Part(name, str(path), group, first_row, rows))
                first_row += rows
        inputs.append({"name": path.name, "rows": first_row, **_identity(path)})
    return _job(work, {"column": work.column}, inputs), parts


def _asked_of_data(paths: list[pathlib.Path], work: _Work) -> tuple[dict[str, Any], list[_Part]]:
    """Returns what identifies a run on training data, and its parts."""
    inputs, parts = [], []
    for number, path in enumerate(paths):
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            begin = hashlib.sha256(file.read(1 << 16)).hexdigest()
        inputs.append({"name": path.name, "bytes": size, "begin": begin})
        step = max(size, 1) if work.kind in WHOLE else RANGE_BYTES
        for group, first in enumerate(range(0, size, step)):
            name = f"part-{number:05}-{group:06}.parquet"
            parts.append(_Part(name, str(path), group, 0, None, (first, min(first + step, size))))
    return _job(work, {"kind": work.kind, "filters": work.filters}, inputs), parts


def _job(work: _Work, facts: dict[str, Any], inputs: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns what identifies a run."""
    return {
        "form": FORM,
        "program": f"hyperbola {hyperbola.__version__}, pyarrow {pa.__version__}",
        "features": work.features,
        **facts,
        "others": work.others,
        "policy": work.policy._asdict(),
        "inputs": inputs,
    }


def _identity(path: pathlib.Path) -> dict[str, Any]:
    """Returns the size of a Parquet file and the digest of its footer."""
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(size - 8)
        (length,) = struct.unpack("<I", file.read(4))
        file.seek(size - 8 - length)
        return {"bytes": size, "footer": hashlib.sha256(file.read(length)).hexdigest()}


def _check_free(out: pathlib.Path, asked: dict[str, Any]) -> None:
    """Checks that a folder is of the same run, or that there is nothing in it."""
    if (out / _JOB).exists():
        check_same(read_json(out / _JOB), asked, out)
    elif out.exists() and any(entry.name not in (_ASIDE, LOCK) for entry in out.iterdir()):
        raise FileExistsError(f"{out} has other files; choose an empty folder")


def _open(out: pathlib.Path, asked: dict[str, Any]) -> None:
    """Makes the files that say what a run is, and its folders. The run holds the lock."""
    _check_free(out, asked)
    if not (out / _JOB).exists():
        replace_json(out / _JOB, out / _ASIDE, asked)
    for folder in (_PARTS, _BAD, _ASIDE):
        (out / folder).mkdir(exist_ok=True)


def _summary(out: pathlib.Path, name: str) -> pathlib.Path:
    return out / _PARTS / f"{name}.json"


def _done(out: pathlib.Path, part: _Part) -> dict[str, Any] | None:
    """Returns the summary of a part, or None if the part or its bad rows are not complete."""
    summary = read_json(_summary(out, part.name))
    if summary is None or part.rows not in (None, summary["rows"]):
        return None
    try:
        sizes = [(out / part.name).stat().st_size]
        if summary["bad_rows"]:
            sizes.append((out / _BAD / part.name).stat().st_size)
    except FileNotFoundError:
        return None
    return summary if sizes == summary["bytes"] else None


def _manifest(asked: dict[str, Any], parts: list[_Part], done: list[Any]) -> dict[str, Any]:
    """Puts the summaries of all parts together."""
    listed = [{"file": part.name, **summary} for part, summary in zip(parts, done, strict=True)]
    digests = "".join(f"{part['digest']} {part['file']}\n" for part in listed)
    return {
        **asked,
        "rows": sum(part["rows"] for part in listed),
        "bad_rows": sum(part["bad_rows"] for part in listed),
        "digest": hashlib.sha256(digests.encode()).hexdigest(),
        "parts": listed,
    }


def _batch_rows(names: list[Any], others: int = 0) -> int:
    """Returns how many rows a task has in memory at a time, each with some bytes of other columns. It
    is the same on every machine."""
    busy = Positions.from_fens([_BUSY])
    width = _ROW_BYTES + others + sum(columns.row_bytes(busy.compute(name)) for name in names)
    return max(min(BATCH_BYTES // width, BATCH_ROWS), 1)


def _bytes_of_others(group: Any, others: list[str]) -> int:
    """Returns how many bytes a row of a row group has in other columns, about."""
    found = [group.column(index) for index in range(group.num_columns)]
    sizes = [c.total_uncompressed_size for c in found if c.path_in_schema.split(".")[0] in others]
    return int(sum(sizes)) // max(int(group.num_rows), 1)


def _write_part(part: _Part, out_dir: str, work: _Work) -> int:
    """Writes the features of a row group: the task. Returns the number of its rows."""
    out = pathlib.Path(out_dir)
    aside = out / _ASIDE
    bad: list[tuple[int, str, str]] = []
    rows = 0

    def write(path: pathlib.Path) -> None:
        nonlocal rows
        bad.clear()
        rows = _write_features(part, path, work, bad)

    replace(out / part.name, aside, write)
    files = [out / part.name]
    summary = {"rows": rows, "bad_rows": len(bad)}
    if bad:
        table = columns.bad_rows(bad)
        files.append(out / _BAD / part.name)
        replace(files[1], aside, lambda path: pq.write_table(table, path))
    digests = dict(zip(("digest", "bad_digest"), map(digest, files)))
    sizes = [path.stat().st_size for path in files]
    replace_json(_summary(out, part.name), aside, {**summary, "bytes": sizes, **digests})
    return rows


def _group(source: Any, part: _Part, work: _Work) -> Iterator[Any]:
    """Returns the batches of a row group. An error names the file and the row group."""
    others = _bytes_of_others(source.metadata.row_group(part.group), work.others)
    wanted = list(dict.fromkeys([work.column, *work.others]))
    with naming(lambda: f"{part.path}: row group {part.group}"):
        rows = _batch_rows(work.features, others)
        yield from source.iter_batches(rows, row_groups=[part.group], columns=wanted)


def _write_features(
    part: _Part, path: pathlib.Path, work: _Work, bad: list[tuple[int, str, str]]
) -> int:
    """Writes the features of a part to a file, and adds its bad rows to the list. Returns the number
    of rows."""
    tables = _tables(part, work, bad) if part.bounds is None else _tables_of_data(part, work, bad)
    (rows, first) = next(tables)
    with pq.ParquetWriter(path, first.schema, **columns.OPTIONS) as writer:
        for more, table in itertools.chain([(0, first)], tables):
            if len(table):
                writer.write_table(table)
            rows += more
    if part.rows not in (None, rows):
        raise OSError(f"{part.path}: expected {part.rows} rows in row group {part.group}")
    return rows


def _tables(
    part: _Part, work: _Work, bad: list[tuple[int, str, str]]
) -> Iterator[tuple[int, pa.Table]]:
    """Returns the features of a row group in tables, at least one, and the rows of each."""
    row = part.first_row
    # Pages are read when their rows are wanted, so that a row group may be larger than the memory.
    options = {"pre_buffer": False, "buffer_size": 1 << 20}
    with opened(part.path, **options) as source:
        for batch in _group(source, part, work):
            yield len(batch), _table(batch, work, part.path, row, bad)
            row += len(batch)
        if row == part.first_row:
            batch = pa.RecordBatch.from_pylist([], source.schema_arrow)
            yield 0, _table(batch, work, part.path, row, bad)


def _tables_of_data(
    part: _Part, work: _Work, bad: list[tuple[int, str, str]]
) -> Iterator[tuple[int, pa.Table]]:
    """Returns the features of a range in tables, at least one, and the rows of each."""
    row, bounds = 0, (*(part.bounds or (0, 0)), 0)
    rows = _batch_rows(work.features, _LABEL_BYTES)
    policy = work.policy
    reading = Reading(policy.bad_rows == "skip", rules=policy.rules, lenient=policy.lenient)
    filter = filter_of(work.filters)
    empty = DataBatch(Positions.from_fens([]))
    for batch in itertools.chain([empty], batches_of(part.path, work.kind, bounds, rows, reading, filter)):
        bad += [(row, "", str(error)) for error in batch.left_out]
        numbers = np.arange(row, row + len(batch))
        others = batch.to_arrow().select(work.others)
        yield len(batch), columns.table(batch.positions, work.features, numbers, others)
        row += len(batch)


def _table(
    batch: Any, work: _Work, path: str, row: int, bad: list[tuple[int, str, str]]
) -> pa.Table:
    """Returns the rows of a part of a row group, and adds its bad rows to the list."""
    texts = [batch[work.column]]
    try:
        positions = Positions._from_all_fens(texts, *work.policy, row)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    bad += [(found.row, found.text, found.reason) for found in positions.bad_rows]
    numbers = np.arange(row, row + len(batch))
    if work.policy.bad_rows == "skip":
        numbers = np.setdiff1d(numbers, positions.bad_row_numbers, assume_unique=True)
    others = kept(batch.select(work.others), positions, work.policy.bad_rows, row)
    return columns.table(positions, work.features, numbers, others)
