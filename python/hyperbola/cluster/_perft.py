"""Perft on a cluster: a task for each share of the positions after a split."""

from __future__ import annotations

import hashlib
import os
import pathlib
import random
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from distributed import Client

import hyperbola
from hyperbola import Position
from hyperbola._arrays import whole
from hyperbola._hyperbola import MOST_POSITIONS, plain_perft, split_positions
from hyperbola.cluster._files import journal
from hyperbola.cluster._tasks import Bar, ClusterError, check_client, run, some_client

# The version of the journal.
FORM = 1

# The number of shares of a split, and the least number of positions in a split that is chosen here.
TASKS, _POSITIONS = 256, 4096


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
    progress: bool | None = None,
) -> PerftResult:
    """Counts the legal move sequences of a length.

    fen=None is the initial position. The different positions after split half moves (by default so
    many that there are thousands of positions) are dealt to tasks. Positions are one if all their
    parts but the clocks are equal. Each result is kept in the journal checkpoint, on the disk,
    before it counts. The same call goes on there; another call raises an OtherJobError, and so does
    another version of the package.

    The numbers of recount tasks, chosen by chance, are counted again with the plain move generator,
    which shares no formula with the counter and takes about 20 times as long. The number of
    sequences to the positions is compared with it too. A ValueError says what differs.
    """
    check_client(client)
    depth, tasks = whole(depth, "depth"), whole(tasks, "tasks")
    recount = whole(recount, "recount")
    split = None if split is None else whole(split, "split")
    position = Position(fen)
    if not 1 <= depth <= 255:
        raise ValueError(f"expected a depth from 1 to 255, found {depth}")
    if tasks < 1 or recount < 0:
        raise ValueError(f"expected tasks and no negative recount, found {tasks} and {recount}")
    if split is not None and not 0 <= split <= depth:
        raise ValueError(f"expected a split from 0 to the depth {depth}, found {split}")
    split, shared = _split(position, depth, split)
    tasks = max(min(tasks, len(shared)), 1)
    sequences = sum(multiplicity for _, multiplicity in shared)
    lines = "".join(f"{fen} {multiplicity}\n" for fen, multiplicity in shared)
    asked = {
        "form": FORM,
        "version": hyperbola.__version__,
        "fen": position.fen(shredder=True),
        "depth": depth,
        "split": split,
        "tasks": tasks,
        "positions": len(shared),
        "sequences": sequences,
        "digest": hashlib.sha256(lines.encode()).hexdigest(),
    }
    if split <= 6 and plain_perft(position, split) != sequences:
        raise ValueError(f"the split of {position!r} after {split} half moves lacks sequences")
    with ExitStack() as stack:
        kept = None
        if checkpoint is not None:
            kept = stack.enter_context(journal(pathlib.Path(checkpoint), asked))
        results: dict[int, int] = {}
        if kept is not None:
            results = {task: value["nodes"] for task, value in kept.results.items()}
        chosen = random.sample(range(tasks), min(recount, tasks))
        if len(results) < tasks or chosen:
            used = stack.enter_context(some_client(client))
            bar = Bar("sequences", tasks + len(chosen), len(results), progress)

            def take(counted: tuple[int, int]) -> None:
                task, nodes = counted
                if kept is not None:
                    kept.add({"task": task, "nodes": nodes})
                results[task] = nodes
                bar.advance(nodes)

            missing = [task for task in range(tasks) if task not in results]
            _count(used, shared, depth - split, tasks, missing, take)
            _recount(used, shared, depth - split, tasks, chosen, results, bar)
            bar.finish()
    return PerftResult(
        fen=position.fen(),
        depth=depth,
        nodes=sum(results.values()),
        split=split,
        positions=len(shared),
        sequences=sequences,
        tasks=tasks,
        recounted=tuple(sorted(chosen)),
    )


def _split(position: Position, depth: int, split: int | None) -> tuple[int, list[tuple[str, int]]]:
    """Returns the length of a split and its positions."""
    if split is not None:
        return split, split_positions(position, split, MOST_POSITIONS)
    chosen, positions = 0, split_positions(position, 0, MOST_POSITIONS)
    while chosen < depth and len(positions) < _POSITIONS:
        try:
            positions = split_positions(position, chosen + 1, MOST_POSITIONS)
        except ValueError:
            break
        chosen += 1
    return chosen, positions


def _count(
    client: Client,
    shared: list[tuple[str, int]],
    depth: int,
    tasks: int,
    missing: list[int],
    take: Any,
) -> None:
    """Counts the tasks that are missing."""
    named = ((f"task-{task}", (task, shared[task::tasks], depth)) for task in missing)
    left = set(missing)

    def taken(counted: tuple[int, int]) -> None:
        take(counted)
        left.discard(counted[0])

    failures = run(client, _count_share, named, taken)
    if failures or left:
        raise ClusterError(failures, len(left), tasks)


def _recount(
    client: Client,
    shared: list[tuple[str, int]],
    depth: int,
    tasks: int,
    chosen: list[int],
    results: dict[int, int],
    bar: Bar,
) -> None:
    """Counts some tasks again with the plain generator, and compares."""
    different: list[str] = []
    recounted: set[int] = set()

    def take(counted: tuple[int, int]) -> None:
        task, nodes = counted
        recounted.add(task)
        if results[task] != nodes:
            different.append(f"task {task}: {results[task]} sequences, recounted {nodes}")
        bar.advance(0)

    named = ((f"recount-{task}", (task, shared[task::tasks], depth)) for task in chosen)
    failures = run(client, _recount_share, named, take)
    if different:
        raise ValueError("the recount differs: " + "; ".join(different))
    if failures:
        raise ClusterError(failures, len(chosen) - len(recounted), tasks + len(chosen))


def _count_share(task: int, share: list[tuple[str, int]], depth: int) -> tuple[int, int]:
    """Counts the sequences that go on from the positions of a share: the task."""
    return task, sum(times * Position(fen).perft(depth) for fen, times in share)


def _recount_share(task: int, share: list[tuple[str, int]], depth: int) -> tuple[int, int]:
    """Counts as _count_share does, with the plain move generator."""
    return task, sum(times * plain_perft(Position(fen), depth) for fen, times in share)
