"""Faults: whatever is killed or fails, nothing is lost, nothing is there twice, and the files are those
of a run without a break."""

from __future__ import annotations

import os
import pathlib
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import import_or_skip

pq = import_or_skip("pyarrow.parquet")
distributed = import_or_skip("distributed")

from cluster_support import FEATURES, damage, files_of, heavy, write_fens  # noqa: E402

from hyperbola import cluster  # noqa: E402
from hyperbola.cluster import _files, _tasks  # noqa: E402

GROUPS = 24
PATIENCE = 120


@pytest.fixture(scope="module")
def source(tmp_path_factory, fens):
    """Some row groups that keep a worker busy for a while."""
    rows = (fens * (1 + 96_000 // len(fens)))[:96_000]
    rows[::5000] = ["no FEN"] * len(rows[::5000])
    return write_fens(tmp_path_factory.mktemp("source") / "in.parquet", rows, 96_000 // GROUPS)


@pytest.fixture(scope="module")
def undisturbed(source, client, tmp_path_factory):
    """The manifest of a run without a break."""
    return cluster.features(source, tmp_path_factory.mktemp("whole"), FEATURES, client=client)


def check(out: pathlib.Path, manifest, undisturbed) -> None:
    """Checks that a run lost nothing, has nothing twice, and left nothing behind."""
    assert manifest == undisturbed
    assert cluster.verify(out) == 96_000
    rows = pq.read_table(out, columns=["row"])["row"].to_pylist()
    assert rows == list(range(96_000))
    assert files_of(out) == [part["file"] for part in manifest["parts"]]
    assert not (out / "_aside").exists()


def until(condition, what: str):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.002)
    raise AssertionError(f"not within {PATIENCE} s: {what}")


def writing(out: pathlib.Path, killed: list[int]):
    """Returns a process that is writing a part, from the name of the file aside."""
    for path in (out / "_aside").glob("part-*.parquet.*"):
        if (process := int(path.name.split(".")[-2])) not in killed:
            return process
    return None


def stamps(out: pathlib.Path) -> dict[str, int]:
    """Returns when each part was given its name: a file written again is another one."""
    return {name: (out / name).stat().st_ino for name in files_of(out)}


def test_a_worker_is_killed_while_it_works(source, undisturbed, client, tmp_path):
    out = tmp_path / "out"
    results = []
    thread = threading.Thread(
        target=lambda: results.append(cluster.features(source, out, FEATURES, client=client))
    )
    thread.start()
    killed: list[int] = []
    for _ in range(2):
        killed.append(until(lambda: writing(out, killed), "a worker writes"))
        os.kill(killed[-1], signal.SIGKILL)
    thread.join()
    check(out, results[0], undisturbed)


def are_free(client) -> bool:
    """Returns whether no worker runs a task, nor one that nobody waits for any more."""
    running = client.run(lambda dask_worker: list(dask_worker.active_threads))
    return not any(client.processing().values()) and not any(running.values())


CLIENT = """
import sys
from distributed import Client
from hyperbola import cluster
with Client(sys.argv[1]) as client:
    cluster.features(sys.argv[2], sys.argv[3], {features}, client=client)
"""


def test_the_client_is_killed_and_started_again(source, undisturbed, client, tmp_path):
    out = tmp_path / "out"
    address = client.scheduler_info()["address"]
    program = [sys.executable, "-c", CLIENT.format(features=FEATURES)]
    for parts in (3, 9):
        child = subprocess.Popen([*program, address, str(source), str(out)])
        until(lambda: len(files_of(out)) >= parts or child.poll() is not None, "some parts")
        assert child.poll() is None, "the client was too fast"
        child.kill()
        child.wait()
        assert len(files_of(out)) < GROUPS and not (out / "_manifest.json").exists()
    until(lambda: are_free(client), "the workers are free")
    before = stamps(out)
    check(out, cluster.features(source, out, FEATURES, client=client), undisturbed)
    after = stamps(out)
    assert len(before) >= 9 and {name: after[name] for name in before} == before


def test_a_second_run_in_one_folder_is_refused(source, undisturbed, client, tmp_path):
    out = tmp_path / "out"
    address = client.scheduler_info()["address"]
    program = [sys.executable, "-c", CLIENT.format(features=FEATURES)]
    with subprocess.Popen([*program, address, str(source), str(out)]) as child:
        until(lambda: files_of(out) or child.poll() is not None, "a part")
        # What waits for its name there is of the first run.
        (out / "_aside" / "of-the-first").write_text("")
        with pytest.raises(cluster.OtherJobError, match="_lock is used by another run"):
            cluster.features(source, out, FEATURES, client=client)
        assert child.poll() is None, "the client was too fast"
        assert (out / "_aside" / "of-the-first").exists()
    assert child.returncode == 0
    before = stamps(out)
    check(out, cluster.features(source, out, FEATURES, client=client), undisturbed)
    assert stamps(out) == before
    # What is complete is told without a lock, as where nobody may write.
    with _files.held(out / "_lock"):
        assert cluster.features(source, out, FEATURES, client=client) == undisturbed


def limit_files(size: int) -> None:
    """Limits the size of files that a worker can write, as a full disk does."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size if size >= 0 else hard, hard))


def test_files_cannot_grow(source, undisturbed, client, tmp_path):
    out = tmp_path / "out"
    client.run(limit_files, 20_000)
    try:
        with pytest.raises(cluster.ClusterError) as caught:
            cluster.features(source, out, FEATURES, client=client)
    finally:
        client.run(limit_files, -1)
    assert caught.value.missing == caught.value.tasks == GROUPS
    assert all("File too large" in failure.reason for failure in caught.value.failures)
    assert files_of(out) == [] and list((out / "_aside").iterdir()) == []
    check(out, cluster.features(source, out, FEATURES, client=client), undisturbed)


@pytest.fixture
def small_disk(tmp_path):
    """A disk with room for some of the parts."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(disk)]
    if os.name != "posix" or os.geteuid() != 0 or subprocess.run(mount).returncode != 0:
        pytest.skip("only root can mount a small disk")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_disk_is_full(source, undisturbed, client, small_disk):
    out = small_disk / "out"
    with pytest.raises(cluster.ClusterError, match="No space left on device") as caught:
        cluster.features(source, out, FEATURES, client=client)
    before = stamps(out)
    assert 0 < len(before) < GROUPS and caught.value.missing >= GROUPS - len(before)
    # The first failure ends the run: the tasks that had not begun would fail too.
    assert len(caught.value.failures) < caught.value.missing
    grow = ["mount", "-o", "remount,size=64m", str(small_disk)]
    subprocess.run(grow, check=True)
    check(out, cluster.features(source, out, FEATURES, client=client), undisturbed)
    after = stamps(out)
    assert sum(after[name] == number for name, number in before.items()) >= len(before) - 2


def test_a_row_group_cannot_be_read(source, undisturbed, client, tmp_path, fens):
    data = source.read_bytes()
    damaged = tmp_path / source.name
    damaged.write_bytes(data)
    damage(damaged, 5)
    out = tmp_path / "out"
    with pytest.raises(cluster.ClusterError) as caught:
        cluster.features(damaged, out, FEATURES, client=client)
    (failure,) = caught.value.failures
    assert failure.task == "part-00000-000005.parquet"
    assert f"{damaged}: row group 5: " in failure.reason
    assert caught.value.missing == 1 and len(files_of(out)) == GROUPS - 1
    before = stamps(out)
    damaged.write_bytes(data)
    check(out, cluster.features(damaged, out, FEATURES, client=client), undisturbed)
    assert before.items() <= stamps(out).items()


def fails(number: int, kills: bool) -> int:
    """A task that always fails, one whose worker always dies, and others that do not."""
    if number == 3:
        raise ArithmeticError("three")
    if kills and number == 6:
        # A worker that dies while it starts is sometimes not started again.
        time.sleep(1)
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def failures_of(client, kills: bool) -> tuple[dict[str, str], list[int]]:
    """Runs tasks some of which fail. Returns the failures and the results."""
    taken: list[int] = []
    tasks = [(f"task-{number}", (number, kills)) for number in range(40)]
    failed = _tasks.run(client, fails, tasks, taken.append)
    return {failure.task: failure.reason for failure in failed}, sorted(taken)


def test_a_task_that_always_fails_does_not_stop_the_others(client):
    failures, taken = failures_of(client, False)
    assert failures == {"task-3": "ArithmeticError: three"}
    assert taken == [number for number in range(40) if number != 3]


@heavy
def test_a_task_whose_worker_always_dies_does_not_stop_the_others():
    with (
        distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as own,
        distributed.Client(own) as client,
    ):
        own.scheduler.allowed_failures = 1
        failures, taken = failures_of(client, True)
    assert failures["task-3"] == "ArithmeticError: three" and "KilledWorker" in failures["task-6"]
    assert sorted(failures) == ["task-3", "task-6"]
    assert taken == [number for number in range(40) if number not in (3, 6)]


PERFT = """
import sys
from distributed import Client
from hyperbola import cluster
with Client(sys.argv[1]) as client:
    cluster.perft(None, 6, client, checkpoint=sys.argv[2], recount=0)
"""


def test_the_client_of_a_perft_is_killed_and_started_again(client, tmp_path):
    folder = tmp_path / "shards"
    address = client.scheduler_info()["address"]
    child = subprocess.Popen([sys.executable, "-c", PERFT, address, str(folder)])
    until(lambda: len(list(folder.glob("*.json"))) > 5, "some results")
    assert child.poll() is None, "the client was too fast"
    child.kill()
    child.wait()
    before = {path: path.stat().st_ino for path in folder.glob("*.json")}
    worker = next(iter(client.run(os.getpid).values()))
    threading.Timer(0.2, os.kill, (worker, signal.SIGKILL)).start()
    result = cluster.perft(None, 6, client, checkpoint=folder, recount=1)
    assert result.nodes == 119_060_324
    assert all(path.stat().st_ino == number for path, number in before.items())
    names = {f"{task}.json" for task in range(1, 257)}
    assert {path.name for path in folder.iterdir()} == {*names, "_lock"}


def test_a_shard_on_a_full_disk_leaves_the_others(client, tmp_path):
    cluster.perft(None, 3, client, tasks=3, checkpoint=tmp_path)
    (tmp_path / "2.json").unlink()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            cluster.perft(None, 3, client, tasks=3, checkpoint=tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert {path.name for path in tmp_path.iterdir()} == {"1.json", "3.json", "_lock"}
    assert cluster.perft(None, 3, client, tasks=3, checkpoint=tmp_path).nodes == 8902
