"""Tasks on a Dask cluster: a few at a time, with a progress bar, and all failures reported."""

from __future__ import annotations

import asyncio
import errno
import math
import os
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from distributed import CancelledError, Client, KilledWorker, LocalCluster, as_completed
from tqdm import tqdm

# The memory after which Dask stops a worker of a cluster that is started here.
MEMORY_LIMIT = "1GiB"

# The number of times that a task is tried again after an exception.
RETRIES = 2

# The tasks that wait at the scheduler for each thread of a worker.
_WAITING = 4

# How long a finished result, which is small, may be on its way.
_RESULT_SECONDS = 20

# After these errors, the next task would fail in the same way.
_HOPELESS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


@dataclass(frozen=True)
class Failure:
    """A task that has failed for good."""

    task: str
    reason: str

    def __str__(self) -> str:
        return f"{self.task}: {self.reason}"


class ClusterError(RuntimeError):
    """Some tasks have failed. The results of the others are kept; the same call does only the missing."""

    def __init__(self, failures: list[Failure], missing: int, tasks: int) -> None:
        super().__init__(failures, missing, tasks)
        self.failures = failures
        self.missing = missing
        self.tasks = tasks

    def __str__(self) -> str:
        shown = [str(failure) for failure in self.failures[:5]]
        if len(self.failures) > 5:
            shown.append(f"and {len(self.failures) - 5} more")
        return (
            f"{self.missing} of {self.tasks} tasks are missing, and the others are kept; run it again"
            " to do the missing:\n  " + "\n  ".join(shown)
        )


def check_client(client: object) -> None:
    """Refuses what is no client."""
    if client is not None and not isinstance(client, Client):
        found = type(client).__name__
        raise TypeError(f"client: expected a distributed.Client or None, found {found}")


@contextmanager
def some_client(client: Client | None) -> Iterator[Client]:
    """Passes a client on, or starts a cluster on this machine for the time of its use."""
    if client is not None:
        yield client
        return
    if hasattr(os, "sched_getaffinity"):
        processors = len(os.sched_getaffinity(0))
    else:
        processors = os.cpu_count() or 1
    with (
        LocalCluster(
            n_workers=processors,
            threads_per_worker=1,
            memory_limit=MEMORY_LIMIT,
            dashboard_address=None,
        ) as cluster,
        Client(cluster) as own,
    ):
        yield own


@contextmanager
def progress_bar(
    things: str, total: int, done: int, shown: bool | None
) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar on standard error, or with shown=None only on a terminal.

    Gives a function that counts a task more, which did a number of things.
    """
    start, all_things = time.monotonic(), 0
    layout = "{l_bar}{bar}| {n_fmt}/{total_fmt} tasks{postfix}"
    hidden = None if shown is None else not shown
    with tqdm(total=total, initial=done, disable=hidden, bar_format=layout) as bar:

        def advance(more: int) -> None:
            nonlocal all_things
            all_things += more
            speed = all_things / max(time.monotonic() - start, 1e-9)
            bar.set_postfix_str(f"{speed:,.0f} {things}/s", refresh=False)
            bar.update()

        yield advance


Task = tuple[str, tuple[Any, ...]]


def run(
    client: Client,
    function: Callable[..., Any],
    tasks: Iterable[Task],
    take: Callable[[Any], None],
) -> list[Failure]:
    """Runs tasks, each a name and arguments, and takes their results as they come.

    A task that a dead worker had is run by another. Returns the tasks that have failed for good.
    Only a few tasks are at the scheduler at a time, so that there may be any number of them.
    """
    failures, suspects = _Run(client, function, take).all(tasks)
    # Dask blames all tasks of a worker that dies. So each of those that it gave up has another try, without the others.
    for suspect in suspects:
        failed, blamed = _Run(client, function, take).all([suspect])
        failures += failed
        failures += [Failure(name, "the worker that runs it dies (KilledWorker)") for name, _ in blamed]
    return failures


class _Run:
    """Tasks on their way through a scheduler."""

    def __init__(self, client: Client, function: Callable[..., Any], take: Callable[[Any], None]) -> None:
        self.client, self.function, self.take = client, function, take
        self.prefix = f"{function.__name__.strip('_')}-{uuid.uuid4().hex[:8]}"
        self.running: dict[Any, Task] = {}
        self.completed = as_completed(loop=client.loop)
        self.failures: list[Failure] = []
        self.suspects: list[Task] = []
        self.is_hopeless = False
        self.started = 0
        self.room, self.asked = 0, -math.inf

    def all(self, tasks: Iterable[Task]) -> tuple[list[Failure], list[Task]]:
        """Runs tasks. Returns those that have failed, and those whose workers have died."""
        waiting = iter(tasks)
        try:
            self._submit(waiting)
            while self.running:
                future = next(self.completed)
                self._end(future, self.running.pop(future))
                self._submit(waiting)
        finally:
            if self.running and self.client.status == "running":
                self.client.cancel(list(self.running))
        return self.failures, self.suspects

    def _submit(self, waiting: Iterator[Task]) -> None:
        if self.is_hopeless:
            return
        # The number of workers may change. To ask at each task would take the scheduler's time.
        if time.monotonic() > self.asked + 1:
            threads = sum(self.client.nthreads().values())
            self.room, self.asked = _WAITING * max(threads, 2), time.monotonic()
        while len(self.running) < self.room and (task := next(waiting, None)) is not None:
            self._start(task)

    def _start(self, task: Task) -> None:
        name, arguments = task
        # With a key that is used once, no result of another run is taken for this one's.
        self.started += 1
        key = f"{self.prefix}-{self.started}-{name}"
        future = self.client.submit(
            self.function, *arguments, key=key, pure=False, retries=RETRIES
        )
        self.running[future] = task
        self.completed.add(future)

    def _end(self, future: Any, task: Task) -> None:
        name, _ = task
        try:
            if future.status in ("lost", "pending"):
                raise TimeoutError
            result = future.result(timeout=_RESULT_SECONDS)
        except (TimeoutError, asyncio.TimeoutError) as error:
            if future.status == "error":
                # The task itself raised it, as a file system over a network may.
                self.failures.append(Failure(name, f"{type(error).__name__}: {error}"))
            else:
                # The worker that had the result has died since. Dask may compute it again, or not.
                self._start(task)
        except KilledWorker:
            self.suspects.append(task)
        except CancelledError:
            self.failures.append(Failure(name, "the scheduler was lost"))
            self.is_hopeless = True
        except Exception as error:
            self.failures.append(Failure(name, f"{type(error).__name__}: {error}"))
            self.is_hopeless |= isinstance(error, OSError) and error.errno in _HOPELESS
        else:
            self.take(result)
        future.release()
