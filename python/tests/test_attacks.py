"""Attacks of sliders on arrays."""

from __future__ import annotations

import numpy as np
import pytest

import hyperbola
from hyperbola import Bitboard, Square, attacks, study

PIECES = {"rook": attacks.rook, "bishop": attacks.bishop, "queen": attacks.queen}
STEPS = {
    "rook": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    "bishop": [(1, 1), (-1, -1), (-1, 1), (1, -1)],
}
STEPS["queen"] = STEPS["rook"] + STEPS["bishop"]


def walk(piece: str, square: int, occupied: int) -> int:
    """The definition, square by square."""
    found = 0
    for file_step, rank_step in STEPS[piece]:
        file, rank = square % 8, square // 8
        while 0 <= file + file_step < 8 and 0 <= rank + rank_step < 8:
            file, rank = file + file_step, rank + rank_step
            bit = 1 << 8 * rank + file
            found |= bit
            if occupied & bit:
                break
    return found


@pytest.fixture(scope="module")
def queries():
    random = np.random.default_rng(7)
    squares = random.integers(0, 64, 3000, dtype=np.uint8)
    sets = random.integers(0, 2**64, (2, 3000), dtype=np.uint64)
    return squares, sets[0] & sets[1]


@pytest.mark.parametrize("piece", PIECES)
def test_arrays_equal_the_definition(piece, queries):
    squares, occupied = queries
    found = PIECES[piece](squares, occupied)
    assert found.dtype == np.uint64
    walked = [walk(piece, int(s), int(o)) for s, o in zip(squares, occupied)]
    assert found.tolist() == walked
    for threads in (2, 5):
        assert np.array_equal(PIECES[piece](squares, occupied, threads=threads), found)


def test_every_technique_and_word_gives_the_same(queries):
    squares, occupied = queries[0][:100], queries[1][:100]
    expected = attacks.queen(squares, occupied)
    for technique in study.techniques():
        found = attacks.queen(squares, occupied, technique=technique.id)
        assert np.array_equal(found, expected), technique
    for simd in hyperbola.simd_kinds():
        assert np.array_equal(attacks.queen(squares, occupied, simd=simd), expected), simd
    assert attacks.queen(3, 99, technique="kogge-stone", simd="u64") == attacks.queen(3, 99)


def test_shapes_broadcast(queries):
    occupied = queries[1]
    table = attacks.rook(np.arange(64), occupied[:10, None])
    assert table.shape == (10, 64)
    for row in range(10):
        assert np.array_equal(table[row], attacks.rook(np.arange(64), occupied[row]))
    assert attacks.rook(5, occupied[:6].reshape(2, 3)).shape == (2, 3)
    assert attacks.rook(np.zeros((0, 3), np.uint8), 0).shape == (0, 3)
    assert attacks.rook([], []).shape == (0,)
    assert attacks.rook([[1]], [2]).shape == (1, 1)
    long = attacks.rook(np.arange(64).repeat(5000), 0)
    assert long.shape == (320000,) and long[-1] == attacks.rook(63, 0)
    with pytest.raises(ValueError, match="broadcast"):
        attacks.rook(np.zeros(3, np.uint8), np.zeros(4, np.uint64))


def test_one_query_is_a_bitboard():
    for squares in (28, Square.E4, "e4", np.uint8(28), np.array(28)):
        found = attacks.queen(squares, 0)
        assert isinstance(found, Bitboard) and len(found) == 27
    assert Square.D7 in attacks.queen("d4", Bitboard(["d7"]))


def test_all_integers_and_layouts_give_the_same(queries):
    squares, occupied = queries
    expected = attacks.queen(squares, occupied)
    for dtype in (np.int8, np.int16, np.int64, np.uint32, ">i4"):
        assert np.array_equal(attacks.queen(squares.astype(dtype), occupied), expected)
    assert np.array_equal(attacks.queen(squares.tolist(), occupied.tolist()), expected)
    swapped = occupied.astype(">u8")
    assert np.array_equal(attacks.queen(squares, swapped), expected)
    read_only = occupied.copy()
    read_only.setflags(write=False)
    assert np.array_equal(attacks.queen(squares, read_only), expected)
    assert np.array_equal(attacks.queen(squares[::-3], occupied[::-3]), expected[::-3])
    fortran = np.asfortranarray(occupied.reshape(30, 100))
    assert np.array_equal(attacks.queen(squares.reshape(30, 100), fortran).ravel(), expected)
    unaligned = np.frombuffer(b"x" + occupied.tobytes(), np.uint64, offset=1)
    assert np.array_equal(attacks.queen(squares, unaligned), expected)


def test_results_are_written_to_an_array_of_the_caller():
    squares, occupied = np.arange(64, dtype=np.uint8), np.uint64(0x00FF00000000FF00)
    expected = attacks.queen(squares, occupied)
    out = np.zeros(64, np.uint64)
    assert attacks.queen(squares, occupied, out=out) is out and np.array_equal(out, expected)
    board = np.zeros((2, 8, 8), np.uint64)
    grid = attacks.queen(squares.reshape(8, 8), occupied, out=board[1], threads=2)
    assert np.shares_memory(grid, board) and not board[0].any()
    assert np.array_equal(board[1].reshape(-1), expected)
    one = np.zeros((), np.uint64)
    assert attacks.queen("d4", int(occupied), out=one) is one and one == expected[27]


def test_a_wrong_array_for_results_is_refused():
    squares, occupied = np.arange(64, dtype=np.uint8), np.zeros(64, np.uint64)
    read_only = np.zeros(64, np.uint64)
    read_only.flags.writeable = False
    cases = [
        (np.zeros(64, np.int64), TypeError, "out: expected an array of uint64, found int64"),
        ([0] * 64, TypeError, "found list"),
        (np.zeros(64, ">u8"), TypeError, "found >u8"),
        (np.zeros(63, np.uint64), ValueError, r"out: expected the shape \(64,\), found \(63,\)"),
        (np.zeros((8, 8), np.uint64), ValueError, "shape"),
        (np.zeros(128, np.uint64)[::2], ValueError, "contiguous"),
        (np.zeros(513, np.uint8)[1:].view(np.uint64), ValueError, "contiguous"),
        (read_only, ValueError, "can be written to"),
        (occupied, ValueError, "shares no memory"),
    ]
    for out, error, reason in cases:
        with pytest.raises(error, match=reason):
            attacks.rook(squares, occupied, out=out)
    assert not occupied.any()
