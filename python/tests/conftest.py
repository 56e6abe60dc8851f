"""What the tests share: positions of the repository, and python-chess if it is installed."""

from __future__ import annotations

import importlib
import os
import pathlib
import signal
import struct
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


MATCH = """[Event "?"]
[Result "1-0"]

1. e4 {+0.31/12 1.2s} e5 {-0.20/11 1.0s} 2. Nf3 {book} Nc6 {+0.10/10 0.5s} 1-0
"""
TUNER = """rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 [0.5] 12
4k3/8/8/8/8/8/8/4K2Q b - - 0 40;1.0
"""


def leela_record() -> bytes:
    """Returns a record of Leela: the initial position, b1a3 and a win of White."""
    shares, own = [-1.0] * 1858, (0xFF00, 0x42, 0x24, 0x81, 0x10, 0x08)
    # Moves are counted from a1 on, which has 23.
    shares[23 + 11] = 1.0
    planes = [*own, 0xFF << 48, *(pieces << 56 for pieces in own[1:]), *[0] * 92]
    return struct.pack("<I1858f104Q8B", 3, *shares, *planes, 1, 1, 1, 1, 0, 0, 0, 1)


@pytest.fixture
def named_only(tmp_path):
    """Files whose names do not say the format, by their formats, with the number of their entries."""
    files: dict[str, tuple[pathlib.Path, int]] = {}
    contents = {"leela": (leela_record() * 3, 3), "pgn-match": (MATCH.encode(), 3), "tuner": (TUNER.encode(), 2)}
    contents["montyformat"] = ((TESTDATA / "data" / "games.monty").read_bytes(), 199)
    for format, (content, entries) in contents.items():
        files[format] = (tmp_path / f"{format}.data", entries)
        files[format][0].write_bytes(content)
    return files


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
