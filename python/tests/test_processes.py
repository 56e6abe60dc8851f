"""Processes that are forked after the package has used threads, as clusters and loaders do it."""

from __future__ import annotations

import multiprocessing
import sys

import numpy as np
import pytest

from hyperbola import Position, Positions, attacks

FENS = [Position().fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] * 4000


def work(positions):
    read = Positions.from_fens(FENS, threads=2)
    assert read == Positions.from_fens(FENS) == positions
    maps = read.compute("attacks", threads=2)
    sliders = attacks.queen(np.arange(64).repeat(999), 0, threads=2)
    return int(maps[0, 0]), int(sliders[-1]), Position().perft(4, threads=2)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forked_processes_compute_the_same():
    positions = Positions.from_fens(FENS, threads=2)
    expected = work(positions)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(work, [positions] * 4).get(timeout=60) == [expected] * 4
