"""Prints how long batches for PyTorch take beside a loop that reads the same rows and computes their
inputs, both on one thread.

    $ python python/speed_torch.py testdata/positions/valid.fens
    $ python python/speed_torch.py testdata/positions/valid.fens 100000 30

The numbers are the rows and the turns. The loop is Positions.from_fens() of columns in memory, or
Positions.from_bullet(), and Positions.inputs(): all in Rust. The dataset reads files, scores and
results too. "A worker" is what the worker process of a DataLoader does, which also copies its
batches to memory that is shared. They take turns, and the shortest turn of each counts. Times are
those of the processor, because other programs make those on the wall longer.
"""

from __future__ import annotations

import pathlib
import resource
import sys
import tempfile
from collections.abc import Callable
from typing import Any

# Beside this script, the package is without its part in Rust.
sys.path[:] = [path for path in sys.path if path != str(pathlib.Path(__file__).resolve().parent)]

import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
import torch  # noqa: E402
from torch.utils.data import DataLoader  # noqa: E402

from hyperbola import InputSet, Positions  # noqa: E402
from hyperbola.torch import InputDataset  # noqa: E402

FENS = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
ROWS, TURNS = map(int, sys.argv[2:] or ["400000", "7"])
BATCH, SHUFFLE = 16384, 1 << 17
SETS = ["halfka_v2_hm", "threats_59808+pawn_pairs+halfka_v2_hm"]


def seconds(work: Callable[[], object], whose: int) -> float:
    """Returns the time of the processor that this process takes, or its children that have ended."""
    before = resource.getrusage(whose)
    work()
    after = resource.getrusage(whose)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write(folder: pathlib.Path) -> tuple[list[pa.Array], np.ndarray]:
    """Writes files of each kind. Returns columns of the FENs, and the records."""
    fens = [FENS[row] for row in np.random.default_rng(1).integers(0, len(FENS), ROWS)]
    lines = (f"{fen} | {row % 999} | 1/2\n" for row, fen in enumerate(fens))
    (folder / "rows.txt").write_text("".join(lines), encoding="utf-8")
    table = pa.table({"fen": fens, "score": np.arange(ROWS, dtype=np.float32)})
    pq.write_table(table, folder / "rows.parquet", row_group_size=1 << 17)
    records = Positions.from_fens(fens).to_bullet(unlabelled=True)
    records.tofile(folder / "rows.bullet")
    return [pa.array(fens[row : row + BATCH]) for row in range(0, ROWS, BATCH)], records


def main() -> None:
    torch.set_num_threads(1)
    folder = tempfile.TemporaryDirectory()
    columns, records = write(pathlib.Path(folder.name))

    def loop(inputs: InputSet, kind: str) -> None:
        for row, column in zip(range(0, ROWS, BATCH), columns):
            some = Positions.from_bullet(records[row : row + BATCH])[0] if kind == "bullet" else Positions.from_fens(column)
            some.inputs(inputs, dtype="int64")

    def batches(inputs: InputSet, kind: str, workers: int, shuffle: int, dtype: Any = "int64") -> None:
        path = f"{folder.name}/rows.{kind}"
        dataset = InputDataset(path, inputs, batch_size=BATCH, shuffle=shuffle, dtype=dtype)
        loader = DataLoader(dataset, batch_size=None, num_workers=workers) if workers else dataset
        assert sum(len(batch.side_to_move) for batch in loader) == ROWS

    heads = ["in order", "shuffled", "a worker, int64", "a worker, int32"]
    print(f"| rows a second | the loop | {' | times | '.join(heads)} | times |\n|---|{'--:|' * 9}")
    for name in SETS:
        inputs = InputSet(name)
        for kind in ("txt", "parquet", "bullet"):
            works: list[tuple[Callable[[], None], int]] = [
                (lambda: loop(inputs, kind), resource.RUSAGE_SELF),
                (lambda: batches(inputs, kind, 0, 0), resource.RUSAGE_SELF),
                (lambda: batches(inputs, kind, 0, SHUFFLE), resource.RUSAGE_SELF),
                (lambda: batches(inputs, kind, 1, SHUFFLE), resource.RUSAGE_CHILDREN),
                (lambda: batches(inputs, kind, 1, SHUFFLE, "int32"), resource.RUSAGE_CHILDREN),
            ]
            turns = [[seconds(*work) for work in works] for _ in range(TURNS)]
            first, *others = (min(times) for times in zip(*turns))
            cells = " | ".join(f"{ROWS / time:,.0f} | {time / first:.2f}" for time in others)
            print(f"| {kind}, {name} | {ROWS / first:,.0f} | {cells} |", flush=True)
    folder.cleanup()


if __name__ == "__main__":
    main()
