"""Tasks on a Dask cluster: a few at a time, with a progress bar, and all failures reported."""

from __future__ import annotations

import errno
import os
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from distributed import Client, LocalCluster, as_completed

# The memory after which Dask stops a worker of a cluster that is started here.
MEMORY_LIMIT = "1GiB"

# The number of times that a task is tried again after an exception.
RETRIES = 2

# The tasks that wait at the scheduler for each thread of a worker.
_WAITING = 4

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
    """Some tasks have failed. What the others did is kept; the same call does only the missing."""

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


class Bar:
    """A progress bar on standard error."""

    def __init__(self, things: str, total: int, done: int, shown: bool | None) -> None:
        self.shown = sys.stderr.isatty() if shown is None else shown
        self.things, self.total, self.done = things, total, done
        self.units = 0
        self.start = time.monotonic()
        self.draw()

    def advance(self, units: int) -> None:
        """Counts a task more, and what it did."""
        self.done += 1
        self.units += units
        self.draw()

    def draw(self) -> None:
        if not self.shown:
            return
        width = 30
        filled = width * self.done // max(self.total, 1)
        speed = self.units / max(time.monotonic() - self.start, 1e-9)
        bar = "█" * filled + "░" * (width - filled)
        print(
            f"\r{bar} {self.done}/{self.total} tasks, {speed:,.0f} {self.things}/s ",
            end="",
            file=sys.stderr,
            flush=True,
        )

    def finish(self) -> None:
        if self.shown:
            print(file=sys.stderr)


def run(
    client: Client,
    function: Callable[..., Any],
    tasks: Iterable[tuple[str, tuple[Any, ...]]],
    take: Callable[[Any], None],
) -> list[Failure]:
    """Runs tasks, each a name and arguments, and takes their results as they come.

    A task that a dead worker had is run by another. Returns the tasks that have failed for good.
    Only a few tasks are at the scheduler at a time, so that there may be any number of them.
    """
    prefix = f"{function.__name__.strip('_')}-{uuid.uuid4().hex[:8]}"
    waiting = iter(tasks)
    names: dict[Any, str] = {}
    failures: list[Failure] = []
    completed = as_completed()
    is_hopeless = False

    def submit() -> None:
        room = max(_WAITING * sum(client.nthreads().values()), 8)
        while len(names) < room and not is_hopeless:
            task = next(waiting, None)
            if task is None:
                return
            name, arguments = task
            # No result of an earlier run is taken for this one's.
            future = client.submit(
                function, *arguments, key=f"{prefix}-{name}", pure=False, retries=RETRIES
            )
            names[future] = name
            completed.add(future)

    try:
        submit()
        while names:
            future = next(completed)
            name = names.pop(future)
            if future.status == "finished":
                take(future.result())
            elif future.status == "error":
                error = future.exception()
                failures.append(Failure(name, f"{type(error).__name__}: {error}"))
                is_hopeless |= isinstance(error, OSError) and error.errno in _HOPELESS
            else:
                failures.append(Failure(name, f"the scheduler was lost ({future.status})"))
                is_hopeless = True
            future.release()
            submit()
    finally:
        if names and client.status == "running":
            client.cancel(list(names))
    return failures
