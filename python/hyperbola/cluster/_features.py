"""Features of a Parquet file of FENs, a task for each row group."""

from __future__ import annotations

import hashlib
import os
import pathlib
import shutil
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from distributed import Client

import hyperbola
from hyperbola import Positions
from hyperbola._arrays import names as listed
from hyperbola._parquet import naming, opened
from hyperbola.cluster import _columns as columns
from hyperbola.cluster._files import (
    check_same,
    digest,
    LOCK,
    held,
    path_of,
    read_json,
    replace,
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

# The file that a run holds, so that no other takes away what it writes aside.


@dataclass(frozen=True)
class _Part:
    """A row group, and where its features go. The rows of a file count from 0."""

    name: str
    path: str
    group: int
    first_row: int
    rows: int


def features(
    parquet_in: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    out_dir: str | os.PathLike[str],
    features: Iterable[str],
    column: str = "fen",
    client: Client | None = None,
    *,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Computes features of all FENs in a column of a Parquet file, and writes them as Parquet.

    parquet_in is a file, a folder of files *.parquet, or several files. Each row group is a task,
    and becomes a file part-FILE-GROUP.parquet in out_dir with as many rows: the row's number in its
    file (row), and a column for each feature, a list of fixed size whose shape is in the field's
    metadata, or a list. A row that is no position has nulls. It is counted, and listed with its text
    and the reason in a file of the same name in out_dir/_bad. Names that begin with _ are passed
    over by those who read a folder of Parquet files.

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

    Wrong names, columns of another type than texts or bytes, and what is no client are refused before
    any task.

    Returns the manifest: rows, bad_rows, and for each part its rows, bad_rows, bytes and SHA-256.
    progress=None draws a bar if standard error is a terminal.
    """
    check_client(client)
    names = _checked(features)
    if not isinstance(column, str):
        raise TypeError(f"column: expected a str, found {type(column).__name__}")
    paths = _paths(parquet_in)
    out = path_of(out_dir, "out_dir")
    asked, parts = _asked(paths, names, column)
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
            tasks = ((part.name, (part, str(out), names, column)) for part in missing)
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


def _checked(features: Iterable[str]) -> list[str]:
    """Returns the names of features in the order of the list of all."""
    asked, known = listed(features, "features"), hyperbola.features()
    for name in asked:
        if name not in known:
            raise ValueError(f"features: expected the name of a feature, found {name!r}")
    if not asked:
        raise ValueError("features: expected at least one feature, found none")
    return [name for name in known if name in asked]


def _paths(
    parquet_in: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
) -> list[pathlib.Path]:
    """Returns the files of the input."""
    if isinstance(parquet_in, (str, os.PathLike)):
        folder = path_of(parquet_in, "parquet_in")
        paths = sorted(folder.glob("*.parquet")) if folder.is_dir() else [folder]
    elif isinstance(parquet_in, Iterable):
        paths = [path_of(path, "parquet_in") for path in parquet_in]
    else:
        found = type(parquet_in).__name__
        raise TypeError(f"parquet_in: expected a path or a list of paths, found {found}")
    if not paths:
        raise FileNotFoundError(f"no *.parquet in {parquet_in}")
    return paths


def _asked(
    paths: list[pathlib.Path], names: list[str], column: str
) -> tuple[dict[str, Any], list[_Part]]:
    """Returns what identifies a run, and its parts."""
    inputs, parts = [], []
    for number, path in enumerate(paths):
        with opened(path) as file:
            if column not in file.schema_arrow.names:
                found = ", ".join(file.schema_arrow.names)
                raise ValueError(f"{path}: expected a column {column!r}, found {found}")
            try:
                columns.check_texts(file.schema_arrow.field(column).type, column)
            except TypeError as error:
                raise TypeError(f"{path}: {error}") from None
            first_row = 0
            for group in range(file.num_row_groups):
                rows = file.metadata.row_group(group).num_rows
                name = f"part-{number:05}-{group:06}.parquet"
                parts.append(_Part(name, str(path), group, first_row, rows))
                first_row += rows
        inputs.append({"name": path.name, "rows": first_row, **_identity(path)})
    asked = {
        "form": FORM,
        "program": f"hyperbola {hyperbola.__version__}, pyarrow {pa.__version__}",
        "features": names,
        "column": column,
        "inputs": inputs,
    }
    return asked, parts


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
    if summary is None or summary["rows"] != part.rows:
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


def _batch_rows(names: list[Any]) -> int:
    """Returns how many rows a task has in memory at a time. It is the same on every machine."""
    busy = Positions.from_fens([_BUSY])
    width = _ROW_BYTES + sum(columns.row_bytes(busy.compute(name)) for name in names)
    return max(min(BATCH_BYTES // width, BATCH_ROWS), 1)


def _write_part(part: _Part, out_dir: str, names: list[str], column: str) -> int:
    """Writes the features of a row group: the task. Returns the number of its rows."""
    out = pathlib.Path(out_dir)
    aside = out / _ASIDE
    bad: list[tuple[int, str, str]] = []

    def write(path: pathlib.Path) -> None:
        bad.clear()
        _write_features(part, path, names, column, bad)

    replace(out / part.name, aside, write)
    files = [out / part.name]
    summary = {"rows": part.rows, "bad_rows": len(bad)}
    if bad:
        table = columns.bad_rows(bad)
        files.append(out / _BAD / part.name)
        replace(files[1], aside, lambda path: pq.write_table(table, path))
    digests = dict(zip(("digest", "bad_digest"), map(digest, files)))
    sizes = [path.stat().st_size for path in files]
    replace_json(_summary(out, part.name), aside, {**summary, "bytes": sizes, **digests})
    return part.rows


def _group(source: Any, part: _Part, rows: int, column: str) -> Iterator[Any]:
    """Returns the batches of a row group. An error names the file and the row group."""
    with naming(lambda: f"{part.path}: row group {part.group}"):
        yield from source.iter_batches(rows, row_groups=[part.group], columns=[column])


def _write_features(
    part: _Part, path: pathlib.Path, names: list[str], column: str, bad: list[tuple[int, str, str]]
) -> None:
    """Writes the features of a row group to a file, and adds its bad rows to the list."""
    writer, row = None, part.first_row
    # Pages are read when their rows are wanted, so that a row group may be larger than the memory.
    options = {"pre_buffer": False, "buffer_size": 1 << 20}
    with opened(part.path, **options) as source:
        batches = _group(source, part, _batch_rows(names), column)
        try:
            for batch in batches:
                positions = Positions.from_fens(batch.column(0), bad_rows="mark")
                bad += [(row + found.row, found.text, found.reason) for found in positions.bad_rows]
                table = columns.table(positions, names, row)
                writer = writer or pq.ParquetWriter(path, table.schema, **columns.OPTIONS)
                writer.write_table(table)
                row += len(table)
            if writer is None:
                table = columns.table(Positions.from_fens([]), names, row)
                writer = pq.ParquetWriter(path, table.schema, **columns.OPTIONS)
        finally:
            if writer is not None:
                writer.close()
    if row - part.first_row != part.rows:
        raise OSError(f"{part.path}: expected {part.rows} rows in row group {part.group}")
