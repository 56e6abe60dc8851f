"""Ctrl-C stops long calls, and other threads of Python run meanwhile.

Each call is made twice: once to the end, and once with Ctrl-C near its beginning. A call that ran on
would then spend nearly all of the processor time that the first one did. However long a call is, it
stops within LATE seconds.
"""

from __future__ import annotations

import collections
import itertools
import os
import signal
import threading
import time

import numpy as np
import pytest
from conftest import TESTDATA, import_or_skip

import hyperbola
from hyperbola import Position, Positions, attacks, pgn, study
from hyperbola._hyperbola import Deal, plain_perft

# The processor time after which a call must have stopped.
LATE = 0.2

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer")


@pytest.fixture(scope="module")
def positions():
    record = Positions.from_fens([KIWIPETE]).to_bullet(unlabelled=True)
    return Positions.from_bullet(np.tile(record, (6_000_000, 1)))[0]


def perft(_):
    Position(KIWIPETE).perft(6)


def perft_on_threads(_):
    Position().perft(7, threads=2, memory_mib=1)


def attacks_on_arrays(_):
    attacks.queen(np.zeros(1 << 24, np.uint8), 0, technique="ray-walk", simd="u64")


def attacks_on_threads(_):
    attacks.queen(np.zeros(1 << 24, np.uint8), 0, technique="ray-walk", simd="u64", threads=2)


def features(positions):
    positions[:2_000_000].compute("attack_counts", simd="u64")


def features_on_threads(positions):
    positions[:2_000_000].compute("attack_counts", simd="u64", threads=2)


def lists_of_items(positions):
    positions[:500_000].compute("legal_moves", simd="u64")


def planes(positions):
    positions[:250_000].attack_planes()


def reading_of_lists(_):
    Positions.from_fens([KIWIPETE] * 1_500_000)


def reading_of_bytes(_):
    Positions.from_fens(np.full(1_000_000, KIWIPETE.encode()))


def proof(_):
    study.prove("hash-dictionary")


def verification(_):
    study.verify("pext-pdep")


def fens(positions):
    positions[:300_000].fens()


def attacks_on_many_threads(_):
    attacks.queen(np.zeros(1 << 24, np.uint8), 0, technique="ray-walk", simd="u64", threads=64)


def features_on_many_threads(positions):
    positions[:500_000].compute("legal_moves", simd="u64", threads=64)


def reading_on_many_threads(_):
    Positions.from_fens(np.full(1_000_000, KIWIPETE.encode()), threads=64)


def proof_on_many_threads(_):
    study.prove("hash-dictionary", threads=64)


def planes_on_many_threads(positions):
    positions[:250_000].attack_planes(threads=64)


def records_on_many_threads(positions):
    positions.to_bullet(unlabelled=True, threads=64)


def stepped_slices(positions):
    positions[::-1]


def pickling(positions):
    positions.__reduce__()


def bad_rows(_):
    Positions.from_fens(["no FEN"] * 2_000_000, bad_rows="mark")


def reading_of_strings(_):
    Positions.from_fens(np.full(1_500_000, KIWIPETE))


def reading_of_objects(_):
    Positions.from_fens(np.array([KIWIPETE] * 1_500_000, object))


def reading_of_iterators(_):
    Positions.from_fens(itertools.repeat(KIWIPETE, 1_500_000))


def iteration(positions):
    # Functions in C look at no signals.
    collections.deque(positions[:1_500_000], maxlen=0)


def masks(positions):
    positions[np.ones(len(positions), bool)]


def concatenation(positions):
    Positions.concat([positions, positions])


def playing(positions):
    positions.play(np.full(len(positions), 4 | 3 << 6, np.uint16))


def playing_of_texts(positions):
    positions[:400_000].play(["e1d1"] * 400_000)


def changed_threats(positions):
    positions[:1_500_000].threat_changes(np.full(1_500_000, 4 | 3 << 6, np.uint16))


def perft_of_each(positions):
    positions[:20].perft(5)


def short_perft_of_each(positions):
    positions[:2_000_000].perft(1, simd="u64")


def deep_perft_on_threads(positions):
    positions[:2].perft(6, threads=2)


def memory_of_perft_of_each(positions):
    with pytest.raises(MemoryError):
        positions[:40_000].perft(10, memory_mib=1 << 42)


def planes_of_floats(positions):
    positions[:200_000].planes(dtype="float32")


def planes_of_halves(positions):
    positions[:200_000].planes(dtype="float16", threads=2)


def split(_):
    Deal(Position(KIWIPETE), 9, 4, 1)


def plain(_):
    plain_perft(Position(KIWIPETE), 5)


LONG = [perft, perft_on_threads, attacks_on_arrays, attacks_on_threads]
LONG += [features, features_on_threads, lists_of_items, planes]
LONG += [reading_of_lists, reading_of_bytes, proof, verification, fens]
# So many that each would have a part of the work, if all ran at once.
LONG += [attacks_on_many_threads, features_on_many_threads]
LONG += [reading_on_many_threads, proof_on_many_threads]
LONG += [planes_on_many_threads, records_on_many_threads]
LONG += [stepped_slices, pickling, split, plain]
LONG += [bad_rows, reading_of_strings, reading_of_objects, reading_of_iterators, iteration]
LONG += [masks, concatenation, playing, playing_of_texts, changed_threats]
LONG += [perft_of_each, short_perft_of_each, deep_perft_on_threads, memory_of_perft_of_each]
LONG += [planes_of_floats, planes_of_halves]


@pytest.mark.parametrize("call", LONG, ids=lambda call: call.__name__)
def test_ctrl_c_stops_a_call(call, positions):
    stop(lambda: call(positions))


def test_ctrl_c_stops_the_reading_of_arrow():
    """One long array, and many arrays of a row, the work on each of which is short."""
    pyarrow = import_or_skip("pyarrow")
    long = pyarrow.array([KIWIPETE] * 1_500_000)
    stop(lambda: Positions.from_fens(long))
    stop(lambda: Positions.from_fens(long, threads=2))
    one = pyarrow.array([KIWIPETE])
    many = pyarrow.chunked_array([one] * 300_000)
    stop(lambda: Positions.from_fens(many))
    none = pyarrow.chunked_array([one[:0]] * 500_000)
    stop(lambda: Positions.from_fens(none))


def test_ctrl_c_stops_columns_of_arrow(positions):
    import_or_skip("pyarrow")
    stop(lambda: positions[:400_000].to_arrow(["fen"]))
    batch = positions[:3_000_000].to_arrow()
    stop(lambda: Positions.from_arrow(batch))


def test_bad_rows_keep_no_call_long():
    """What has no place for a look at signals takes no time."""
    many = Positions.from_fens(["no FEN"] * 1_000_000, bad_rows="mark")
    for call in (lambda: many.bad_rows, lambda: many.bad_row_numbers, lambda: many[5:].bad_rows):
        assert min(timed(call) for _ in range(3)) < LATE / 2
    restore, arguments = many.bad_rows.__reduce__()
    assert min(timed(many.bad_rows.__reduce__) for _ in range(3)) < LATE
    assert min(timed(lambda: restore(*arguments)) for _ in range(3)) < LATE
    stop(lambda: collections.deque(many.bad_rows, maxlen=0))


def test_the_memory_of_a_perft_is_that_of_the_first_row_with_the_most(positions):
    def perft():
        with pytest.raises(MemoryError):
            positions.perft(200, memory_mib=1 << 42)

    assert timed(perft) < LATE


def timed(call):
    start = time.process_time()
    call()
    return time.process_time() - start


def test_ctrl_c_stops_records_and_columns(positions):
    records = positions.to_bullet(unlabelled=True, threads=2)
    stop(lambda: positions.to_bullet(unlabelled=True))
    stop(lambda: Positions.from_bullet(records))
    names = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black", "side_to_move"]
    columns = {name: getattr(positions, name) for name in names}
    stop(lambda: Positions.from_columns(columns))


def test_ctrl_c_stops_the_reading_of_pickles(positions):
    restore, arguments = positions.__reduce__()
    stop(lambda: restore(*arguments))


def test_ctrl_c_stops_files(positions, tmp_path):
    """Opening stops, and saving leaves the old file and no other."""
    path = tmp_path / "positions"
    positions[:9].save(path)
    other = tmp_path / "other"
    stop(lambda: positions.save(other), before=lambda: positions[:9].save(other))
    assert {entry.name for entry in tmp_path.iterdir()} == {"positions", "other"}
    assert Positions.open(other) == positions[:9]
    positions.save(path)
    stop(lambda: Positions.open(path))


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A binpack of 1.4 million positions."""
    path = tmp_path_factory.mktemp("data") / "games.binpack"
    hyperbola.write(path, list(hyperbola.read(TESTDATA / "data" / "multichunk.binpack")) * 700)
    return path


@pytest.mark.parametrize("options", [{}, {"rows": 1 << 22}, {"min_pieces": 64}, {"shard": (0, 1), "scored": True}])
def test_ctrl_c_stops_the_reading_of_training_data(options, games):
    stop(lambda: collections.deque(hyperbola.read(games, **options), maxlen=0))


def test_ctrl_c_stops_the_reading_of_mistakes(tmp_path):
    path = tmp_path / "wrong.txt"
    path.write_text("x | 1 | 1.0\n" * 500_000)
    stop(lambda: collections.deque(hyperbola.read(path, "bullet-text", rows=1 << 22, bad_rows="skip"), maxlen=0))


def test_ctrl_c_stops_the_writing_of_training_data(games, tmp_path):
    (batch,) = hyperbola.read(games, rows=1 << 22)
    path = tmp_path / "games.plain"
    stop(lambda: hyperbola.write(path, batch), before=lambda: path.unlink(missing_ok=True))
    assert not list(tmp_path.iterdir())


def test_ctrl_c_stops_a_pipe_that_gives_nothing(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    for given in (b"", (TESTDATA / "data" / "edge.plain").read_bytes()):
        # Nobody closes the pipe.
        with open(os.open(path, os.O_RDWR), "wb", buffering=0) as pipe:
            pipe.write(given)
            old = signal.signal(signal.SIGALRM, signal.default_int_handler)
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.1)
                with pytest.raises(KeyboardInterrupt):
                    list(hyperbola.read(path, "plain"))
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, old)


def interrupted(call):
    """Interrupts a call that waits for a pipe."""
    old = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_the_opening_of_a_pipe_that_nobody_writes_to(tmp_path, threads):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    interrupted(lambda: list(hyperbola.read(path, "plain", threads=threads)))
    # The pipe can be read behind that: no thread still waits and takes what is written.
    content = (TESTDATA / "data" / "edge.plain").read_bytes()
    writer = threading.Thread(target=lambda: path.write_bytes(content))
    writer.start()
    assert sum(map(len, hyperbola.read(path, "plain", threads=threads))) == 193
    writer.join()


def test_a_reader_that_is_given_up_waits_for_no_pipe(tmp_path):
    files = [tmp_path / "some.plain", tmp_path / "pipe"]
    content = (TESTDATA / "data" / "edge.plain").read_bytes()
    files[0].write_bytes(content)
    os.mkfifo(files[1])
    batches = hyperbola.read(files, "plain", rows=8, threads=2)
    next(batches)
    # A thread has come to the pipe meanwhile.
    time.sleep(0.1)
    batches.close()
    writer = threading.Thread(target=lambda: files[1].write_bytes(content))
    writer.start()
    assert sum(map(len, hyperbola.read(files[1], "plain"))) == 193
    writer.join()


def test_ctrl_c_stops_games_from_a_pipe(tmp_path):
    path = tmp_path / "pipe.pgn"
    os.mkfifo(path)
    interrupted(lambda: list(pgn.read_games(path)))
    # Nobody closes the pipe.
    with open(os.open(path, os.O_RDWR), "wb", buffering=0) as pipe:
        pipe.write(b"1. e4 e5 *")
        interrupted(lambda: list(pgn.read_games(path)))
    writer = threading.Thread(target=lambda: path.write_bytes(b"1. e4 e5 *"))
    writer.start()
    assert [len(game.mainline()) for game in pgn.read_games(path)] == [2]
    writer.join()


def test_ctrl_c_stops_the_writing_to_a_pipe_that_nobody_reads(tmp_path):
    path = tmp_path / "pipe.plain"
    os.mkfifo(path)
    (batch,) = hyperbola.read(TESTDATA / "data" / "edge.plain", rows=1 << 10)
    interrupted(lambda: hyperbola.write(path, batch))
    found = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    hyperbola.write(path, batch)
    reader.join()
    assert found[0].count(b"\ne\n") == len(batch)


def test_a_pipe_is_no_file_of_positions(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    for verify in (True, False):
        with pytest.raises(OSError, match="expected a file, found a pipe or a device"):
            hyperbola.Positions.open(path, verify=verify)


def stop(call, before=lambda: None):
    """Interrupts a call near its beginning, and checks that it does not run on.

    A timer that counts processor time stands for the keyboard: it needs no other thread of Python.
    Its signal can come late on a busy machine, even behind the end of a call, so the best of a few tries
    counts; a call that does not look for signals runs to its end in each of them.
    """
    start = time.process_time()
    call()
    work = time.process_time() - start
    spent = []
    after = work / 20
    while not any(seconds < work / 2 and seconds < after + LATE for seconds in spent):
        assert len(spent) < 5, f"{spent} s of {work:.3f} s"
        before()
        spent.append(stopped_after(call, after))


def stopped_after(call, after):
    """The processor time of a call that is interrupted after some of it; infinite for one that came to its end."""
    old = signal.signal(signal.SIGPROF, signal.default_int_handler)
    try:
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, after)
        call()
    except KeyboardInterrupt:
        return time.process_time() - start
    else:
        return float("inf")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


def test_other_threads_run_meanwhile(positions):
    some = positions[:3_000_000]
    other = some[::-1]
    check_ticks(lambda: Position().perft(6, simd="u64"))
    check_ticks(lambda: fens(positions))
    check_ticks(lambda: some == other)


def check_ticks(call):
    """Checks that another thread runs several times during a call."""
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    call()
    end = time.perf_counter()
    stop.set()
    thread.join()
    assert len([tick for tick in ticks if start < tick < end]) >= 3
