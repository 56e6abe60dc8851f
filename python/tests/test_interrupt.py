"""Ctrl-C stops long calls, and other threads of Python run meanwhile."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

import hyperbola
from hyperbola import Position, Positions, attacks

# A loaded machine needs more than the 0.2 s that a call takes to stop.
PATIENCE = float(os.environ.get("HYPERBOLA_PATIENCE", "2"))
FENS = [Position().fen()] * 300_000


def long_perft():
    Position().perft(200)


def long_perft_on_threads():
    Position().perft(12, threads=3, hash_bytes=1 << 20)


def long_attacks():
    squares = np.broadcast_to(np.uint8(3), 1 << 24)
    occupied = np.zeros(1, np.uint64)
    while True:
        attacks.queen(squares, occupied, technique="ray-walk", word="u64")


def long_features():
    positions = Positions.from_fens(FENS)
    while True:
        positions.compute("attack_counts", word="u64", threads=2)


def long_reading():
    while True:
        Positions.from_fens(FENS)


def long_proof():
    while True:
        hyperbola.prove("setwise-subtraction", threads=2)


def long_verification():
    while True:
        hyperbola.verify("ray-walk")


LONG = [long_proof, long_verification] + [long_perft, long_perft_on_threads, long_attacks, long_features, long_reading]


@pytest.mark.parametrize("call", LONG, ids=lambda call: call.__name__)
def test_ctrl_c_stops_a_call(call):
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    waited = time.perf_counter() - sent[0]
    timer.join()
    print(f"{call.__name__} stopped after {waited:.3f} s")
    assert waited < PATIENCE


def test_other_threads_run_meanwhile():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.005):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    Position().perft(6, word="u64")
    stop.set()
    thread.join()
    assert len(ticks) >= 3
