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
    # One call of many seconds. Its result is in memory only as far as it is written.
    squares = np.broadcast_to(np.uint8(3), 1 << 28)
    attacks.queen(squares, np.zeros(1, np.uint64), technique="ray-walk", word="u64")


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


def long_planes():
    positions = Positions.from_fens(FENS[:50_000])
    while True:
        positions.attack_planes(threads=2)


def long_writing_of_records():
    positions = Positions.from_fens(FENS)
    while True:
        positions.to_records()


def long_reading_of_columns():
    positions = Positions.from_fens(FENS)
    names = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black", "side_to_move"]
    columns = {name: getattr(positions, name) for name in names}
    while True:
        Positions.from_columns(columns)


LONG = [long_proof, long_verification, long_perft, long_perft_on_threads, long_attacks, long_features]
LONG += [long_reading, long_planes, long_writing_of_records, long_reading_of_columns]


@pytest.mark.parametrize("call", LONG, ids=lambda call: call.__name__)
def test_ctrl_c_stops_a_call(call):
    stop(call, 0.8)


def test_ctrl_c_stops_files(tmp_path):
    """Opening stops, and saving leaves the old file and no other."""
    positions = Positions.from_fens(FENS)
    path = tmp_path / "positions"
    positions[:9].save(path)

    def save():
        while True:
            positions.save(tmp_path / "other")
            (tmp_path / "other").unlink()

    stop(save, 0.7)
    assert {entry.name for entry in tmp_path.iterdir()} <= {"positions", "other"}
    assert Positions.open(path) == positions[:9]
    positions.save(path)

    def read():
        while True:
            Positions.open(path)

    stop(read, 0.7)


def stop(call, seconds):
    """Sends Ctrl-C to a call after a time, and checks that it stops soon."""
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(seconds, interrupt)
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
