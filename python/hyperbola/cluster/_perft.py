"""Perft on a cluster: a task for each share of the positions after a split."""

from __future__ import annotations

import os
import pathlib
import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache

from distributed import Client

from hyperbola import Position
from hyperbola._arrays import whole
from hyperbola._hyperbola import MAX_DEPTH, Deal, plain_perft, write_file
from hyperbola.cluster._files import LOCK, OtherJobError, held, path_of
from hyperbola.cluster._tasks import ClusterError, check_client, progress_bar, run, some_client

# The number of shards of a split that is chosen here.
TASKS = 256

# The split is compared with the plain generator up to this number of half moves: a few seconds.
_COMPARED = 6


@dataclass(frozen=True)
class PerftResult:
    """The number of legal move sequences of a length, and how it was counted.

    positions is the number of different positions after the split, and sequences that of the move
    sequences to them. recounted names the tasks that were counted again with the plain generator.
    """

    fen: str
    depth: int
    nodes: int
    split: int
    positions: int
    sequences: int
    tasks: int
    recounted: tuple[int, ...]


def perft(
    fen: str | None,
    depth: int,
    client: Client | None = None,
    *,
    split: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    tasks: int = TASKS,
    recount: int = 2,
    lenient: bool = False,
    progress: bool | None = None,
) -> PerftResult:
    """Counts the legal move sequences of a length.

    fen=None is the initial position, and lenient is as in Position(). The different positions after
    split half moves (by default so many that each task has 16 positions or more) are dealt to
    tasks. Positions are one if all their parts but the clocks are equal.

    Task K of N is the shard K/N of "hyperbola perft". Each result is written to K.json in the folder
    checkpoint, on the disk, before it counts. The same call goes on there. The files are those of the
    command, so "hyperbola perft merge" adds them up, and other computers may count some of them with
    "hyperbola perft --shard". A file of another count or of another version of Hyperbola raises an
    OtherJobError, and so does a folder in which another run of this function counts.

    The numbers of recount tasks, chosen by chance, are counted again with the plain move generator,
    which shares no formula with the counter and takes about 20 times as long. The number of
    sequences to the positions is compared with it too. A ValueError says what differs.
    """
    check_client(client)
    depth, tasks, recount, split = _checked(depth, tasks, recount, split)
    folder = None if checkpoint is None else path_of(checkpoint, "checkpoint")
    position = Position(fen, lenient=lenient)
    deal = Deal(position, depth, split, tasks)
    if deal.split <= _COMPARED and plain_perft(position, deal.split) != deal.sequences:
        raise ValueError(f"the split of {position!r} after {deal.split} half moves lacks sequences")
    chosen = random.sample(range(1, tasks + 1), min(recount, tasks))
    with _own(folder):
        results = {} if folder is None else _kept(folder, deal, tasks)
        if len(results) < tasks or chosen:
            bar = progress_bar("sequences", tasks + len(chosen), len(results), progress)
            with some_client(client) as used, bar as advance:
                job = (position, depth, deal.split, tasks)
                _count(used, job, folder, results, advance)
                _recount(used, job, chosen, results, advance)
    return PerftResult(
        fen=position.fen(),
        depth=depth,
        nodes=sum(results.values()),
        split=deal.split,
        positions=deal.positions,
        sequences=deal.sequences,
        tasks=tasks,
        recounted=tuple(sorted(chosen)),
    )


def _checked(
    depth: int, tasks: int, recount: int, split: int | None
) -> tuple[int, int, int, int | None]:
    """Returns the numbers of perft(), or refuses one of them by its name."""
    depth, tasks = whole(depth, "depth"), whole(tasks, "tasks")
    recount = whole(recount, "recount")
    split = None if split is None else whole(split, "split")
    if not 1 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth: expected a number from 1 to {MAX_DEPTH}, found {depth}")
    if tasks < 1:
        raise ValueError(f"tasks: expected at least 1, found {tasks}")
    if recount < 0:
        raise ValueError(f"recount: expected no negative number, found {recount}")
    if split is not None and not 0 <= split <= depth:
        raise ValueError(f"split: expected a number from 0 to the depth {depth}, found {split}")
    return depth, tasks, recount, split


# The arguments of a Deal.
_Job = tuple[Position, int, int, int]


def _own(folder: pathlib.Path | None) -> AbstractContextManager[None]:
    """Holds a folder, which is made if it is missing: another run of this function is refused."""
    if folder is None:
        return nullcontext()
    folder.mkdir(parents=True, exist_ok=True)
    return held(folder / LOCK)


def _kept(folder: pathlib.Path, deal: Deal, tasks: int) -> dict[int, int]:
    """Returns the numbers of the tasks whose files are in a folder."""
    results = {}
    for task in range(1, tasks + 1):
        if (path := _file(folder, task)).exists():
            try:
                results[task] = deal.read(path, task)
            except ValueError as error:
                raise OtherJobError(f"{error}; choose another folder, or remove the file") from None
    return results


def _file(folder: pathlib.Path, task: int) -> pathlib.Path:
    return folder / f"{task}.json"


def _count(
    client: Client,
    job: _Job,
    folder: pathlib.Path | None,
    results: dict[int, int],
    advance: Callable[[int], None],
) -> None:
    """Counts the tasks that are missing."""
    tasks = job[-1]

    def take(counted: tuple[int, int, str]) -> None:
        task, nodes, text = counted
        if folder is not None:
            write_file(_file(folder, task), text)
        results[task] = nodes
        advance(nodes)

    missing = [task for task in range(1, tasks + 1) if task not in results]
    failures = run(client, _count_share, ((f"task-{task}", (*job, task)) for task in missing), take)
    if failures or len(results) < tasks:
        raise ClusterError(failures, tasks - len(results), tasks)


def _recount(
    client: Client,
    job: _Job,
    chosen: list[int],
    results: dict[int, int],
    advance: Callable[[int], None],
) -> None:
    """Counts some tasks again with the plain generator, and compares."""
    different: list[str] = []
    recounted: set[int] = set()

    def take(counted: tuple[int, int]) -> None:
        task, nodes = counted
        recounted.add(task)
        if results[task] != nodes:
            different.append(f"task {task}: {results[task]} sequences, recounted {nodes}")
        advance(0)

    failures = run(client, _recount_share, ((f"recount-{task}", (*job, task)) for task in chosen), take)
    if different:
        raise ValueError("the recount differs: " + "; ".join(different))
    if failures:
        raise ClusterError(failures, len(chosen) - len(recounted), job[-1] + len(chosen))


@lru_cache(maxsize=1)
def _deal(position: Position, depth: int, split: int, tasks: int) -> Deal:
    """Returns the split that all tasks of a job share in a worker."""
    return Deal(position, depth, split, tasks)


def _count_share(
    position: Position, depth: int, split: int, tasks: int, task: int
) -> tuple[int, int, str]:
    """Counts the sequences that go on from the positions of a share: the task."""
    return task, *_deal(position, depth, split, tasks).count(task)


def _recount_share(
    position: Position, depth: int, split: int, tasks: int, task: int
) -> tuple[int, int]:
    """Counts as _count_share does, with the plain move generator."""
    return task, _deal(position, depth, split, tasks).recount(task)
