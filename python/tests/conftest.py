"""What the tests share: positions of the repository, and python-chess if it is installed."""

from __future__ import annotations

import importlib
import os
import pathlib
import signal
from typing import Any, NoReturn

import pytest

# What a shell starts in the background ignores Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).parents[2]
TESTDATA = ROOT / "testdata"


def skip_or_fail(reason: str) -> NoReturn:
    """Skips a test for what is not there, or fails where all must be: HYPERBOLA_REQUIRED=1."""
    if os.environ.get("HYPERBOLA_REQUIRED"):
        pytest.fail(reason)
    pytest.skip(reason)


def import_or_skip(name: str) -> Any:
    """Imports a module, or skips what needs it, unless all must be there: HYPERBOLA_REQUIRED=1."""
    if os.environ.get("HYPERBOLA_REQUIRED"):
        return importlib.import_module(name)
    return pytest.importorskip(name)


@pytest.fixture(scope="session")
def fens() -> list[str]:
    """Valid FENs of ordinary chess and of Chess960."""
    return (TESTDATA / "positions" / "valid.fens").read_text().splitlines()


@pytest.fixture(scope="session")
def invalid_fens() -> list[str]:
    return (TESTDATA / "positions" / "invalid.fens").read_text().splitlines()


@pytest.fixture(scope="session")
def chess():
    """python-chess, which only tests compare with."""
    return import_or_skip("chess")


@pytest.fixture(scope="session")
def client():
    """A client of a Dask cluster on this machine with two workers."""
    distributed = import_or_skip("distributed")
    with (
        distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="session")
def command():
    """The folder of the command hyperbola: that of HYPERBOLA, or what cargo has built."""
    if named := os.environ.get("HYPERBOLA"):
        assert pathlib.Path(named).is_file(), f"HYPERBOLA: expected a file, found {named}"
        return pathlib.Path(named).parent.absolute()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / kind / "hyperbola" for kind in ("release", "debug")]
    built = [path for path in built if path.exists()]
    if not built:
        skip_or_fail("cargo has not built the command")
    return max(built, key=lambda path: path.stat().st_mtime).parent.absolute()
