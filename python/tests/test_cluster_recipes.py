"""The recipes of docs/SCALE.md, word for word but for their first line: GNU parallel and Slurm."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from conftest import ROOT, import_or_skip, skip_or_fail


def recipe(word: str, depth: int, shards: int) -> str:
    """Returns the recipe of docs/SCALE.md with a word, with another depth and number of shards."""
    page = (ROOT / "docs" / "SCALE.md").read_text()
    blocks = [block for block in re.findall(r"```bash\n(.*?)```", page, re.DOTALL) if word in block]
    assert len(blocks) == 1
    first, rest = blocks[0].split("\n", 1)
    assert first == "depth=9 shards=64"
    return f"depth={depth} shards={shards}\n{rest}"


def run(script: str, folder: pathlib.Path, command: pathlib.Path, **environment: str):
    path = f"{command}:{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture
def parallel():
    if shutil.which("parallel") is None:
        skip_or_fail("GNU parallel is not installed")


@pytest.mark.usefixtures("parallel")
def test_gnu_parallel(command, tmp_path):
    script = recipe("parallel", 5, 12)
    done = run(script, tmp_path, command)
    assert (done.returncode, done.stdout) == (0, "4865609\n"), done.stderr
    shards = sorted((tmp_path / "perft-5-12").glob("*.json"))
    assert len(shards) == 12
    # What is missing is counted again, and nothing else.
    before = {path.name: path.stat().st_ino for path in shards}
    (tmp_path / "perft-5-12" / "7.json").unlink()
    merged = run("hyperbola perft merge perft-5-12/*.json", tmp_path, command)
    assert merged.returncode == 2 and "1 of 12 shards is missing: shard 7" in merged.stderr
    again = run(script, tmp_path, command)
    assert again.stdout == "4865609\n"
    after = {path.name: path.stat().st_ino for path in shards}
    assert sum(after[name] != before[name] for name in before) <= 1


def test_the_command_and_dask_share_a_count(command, client, tmp_path):
    """Some shards are counted by the command and the others by Dask, and each adds up all of them."""
    cluster = import_or_skip("hyperbola.cluster")
    for shard in (2, 5):
        script = f"hyperbola perft 5 --shard {shard}/7 --output {shard}.json"
        assert run(script, tmp_path, command).returncode == 0
    before = {shard: (tmp_path / f"{shard}.json").read_text() for shard in (2, 5)}
    result = cluster.perft(None, 5, client, tasks=7, checkpoint=tmp_path)
    assert result.nodes == 4_865_609
    assert all((tmp_path / f"{shard}.json").read_text() == text for shard, text in before.items())
    merged = run("hyperbola perft merge *.json", tmp_path, command)
    assert (merged.returncode, merged.stdout) == (0, "4865609\n"), merged.stderr


@pytest.mark.usefixtures("parallel")
def test_gnu_parallel_is_killed(command, tmp_path):
    (tmp_path / "perft-7-24").mkdir()
    script = recipe("parallel", 7, 24)
    child = subprocess.Popen(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{command}:{os.environ['PATH']}"},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + 60
    while time.monotonic() < end and not list((tmp_path / "perft-7-24").glob("*.json")):
        time.sleep(0.01)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    assert 0 < len(list((tmp_path / "perft-7-24").glob("*.json"))) < 24
    done = run(script, tmp_path, command)
    assert (done.returncode, done.stdout) == (0, "3195901860\n"), done.stderr


@pytest.fixture
def slurm(tmp_path):
    """Slurm on this machine alone."""
    if sys.platform != "linux" or os.geteuid() != 0:
        skip_or_fail("only root can start Slurm")
    if missing := [name for name in ("slurmctld", "slurmd", "munged", "sbatch") if not shutil.which(name)]:
        skip_or_fail(f"not installed: {', '.join(missing)}")
    folder = tmp_path / "slurm"
    start = pathlib.Path(__file__).parent / "slurm" / "start"
    # munged refuses a socket in a folder that others may not enter, or in one of another user's.
    for parent in (tmp_path, *tmp_path.parents):
        if parent.owner() == "root" and parent != pathlib.Path("/"):
            parent.chmod(parent.stat().st_mode | 0o111)
    log = open(tmp_path / "slurm.log", "w")
    try:
        started = subprocess.run([start, folder], stdout=log, stderr=log, stdin=subprocess.DEVNULL, timeout=120)
        assert started.returncode == 0, (tmp_path / "slurm.log").read_text()
        yield folder / "slurm.conf"
    finally:
        for pid in reversed((folder / "pids").read_text().split()):
            os.kill(int(pid), signal.SIGTERM)


def test_slurm(slurm, command, tmp_path):
    script = recipe("sbatch", 5, 6)
    done = run(script, tmp_path, command, SLURM_CONF=str(slurm))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "4865609"
    before = {path.name: path.stat().st_ino for path in (tmp_path / "perft-5-6").glob("*.json")}
    assert len(before) == 6
    (tmp_path / "perft-5-6" / "4.json").unlink()
    done = run(script, tmp_path, command, SLURM_CONF=str(slurm))
    assert done.stdout.splitlines()[-1] == "4865609"
    after = {path.name: path.stat().st_ino for path in (tmp_path / "perft-5-6").glob("*.json")}
    assert sum(after[name] != before[name] for name in before) <= 1
