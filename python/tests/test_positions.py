"""Many positions."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import hyperbola
from hyperbola import Position, Positions, Square


@pytest.fixture(scope="module")
def positions(fens):
    return Positions.from_fens(fens)


def test_columns_are_listed_and_documented():
    names = ["pawns", "white", "side_to_move", "castling", "en_passant", "fullmove_number", "marked"]
    assert set(names) <= set(dir(Positions)) & set(dir(Positions.from_fens([])))
    assert "uint64 (N)" in Positions.pawns.__doc__


def test_iteration_goes_through_all_rows():
    positions = Positions.from_fens([Position().fen(), "x", Position().fen()], bad_rows="mark")
    assert list(positions) == [Position(), None, Position()] == [*positions[::-1]]


def test_rows_are_the_positions(positions, fens):
    assert len(positions) == len(fens)
    for row in (0, 1, len(fens) // 2, -1):
        assert positions[row] == Position(fens[row])
        assert positions.fen(row) == Position(fens[row]).fen()
    assert [position.key for position in positions] == [Position(fen).key for fen in fens]


def test_threads_read_the_same(fens):
    many = (fens * (20000 // len(fens) + 1))[:20000]
    read = Positions.from_fens(many, threads=3)
    assert read == Positions.from_fens(many) and len(read) == 20000
    many[17777] = "x"
    for threads in (1, 3):
        with pytest.raises(ValueError, match='row 17777: .*: "x"'):
            Positions.from_fens(many, threads=threads)
        marked = Positions.from_fens(many, bad_rows="mark", threads=threads)
        assert np.flatnonzero(marked.marked).tolist() == [17777] and marked[17777] is None
        assert marked.fen(17777) is None
        skipped = Positions.from_fens(many, bad_rows="skip", threads=threads)
        assert len(skipped) == 19999 and skipped[17777] == Position(many[17778])
        (bad,) = skipped.bad_rows
        assert (bad.row, bad.text) == (17777, "x") and bad.reason and "17777" in repr(bad)


def test_slices(positions):
    for part in (slice(2, 9), slice(None, None, -1), slice(1, 20, 3), slice(9, 2), slice(-5, None)):
        rows = list(range(len(positions)))[part]
        assert positions[part].fens() == [positions.fen(row) for row in rows]
    inner = positions[5:50][10:20]
    assert inner == positions[15:25] and inner[0] == positions[15]
    assert np.shares_memory(inner.pawns, positions.pawns)


def test_positions_are_pickled(positions, fens):
    for part in (positions[:500], positions[:0], positions[9:20:3]):
        assert pickle.loads(pickle.dumps(part)) == part
    marked = Positions.from_fens([fens[0], "x", fens[1]], bad_rows="mark")
    for again in (pickle.loads(pickle.dumps(marked)), copy.copy(marked), copy.deepcopy(marked)):
        assert again == marked and again.bad_rows == marked.bad_rows
    (bad,) = marked.bad_rows
    assert pickle.loads(pickle.dumps(bad)) == bad and (bad.row, bad.text) == (1, "x") and bad.reason


def test_columns_are_views_that_cannot_be_written(positions, fens):
    position = Position(fens[3])
    for column, role in zip(["pawns", "knights", "bishops", "rooks", "queens", "kings"], "PNBRQK"):
        array = getattr(positions, column)
        assert array.dtype == np.uint64 and array.shape == (len(fens),)
        assert int(array[3]) == position.pieces(role=role)
        assert not array.flags.writeable and not array.flags.owndata
        with pytest.raises(ValueError):
            array.setflags(write=True)
        assert np.shares_memory(array, getattr(positions, column))
    assert int(positions.white[3]) == position.pieces("white")
    assert int(positions.black[3]) == position.pieces("black")
    assert positions.side_to_move[3] == (position.side_to_move == "black")
    assert positions.castling.shape == (len(fens), 4) and positions.castling.dtype == np.uint8
    assert positions.halfmove_clock[3] == position.halfmove_clock
    assert positions.fullmove_number[3] == position.fullmove_number
    en_passant = [p.en_passant if p.en_passant is not None else 255 for p in positions]
    assert positions.en_passant.tolist() == en_passant
    pawns = Positions.from_fens(fens[:9])[2:4].pawns
    assert pawns.tolist() == positions.pawns[2:4].tolist()


def test_features_are_arrays_of_all_rows(positions):
    for name in hyperbola.features():
        found = positions.compute(name)
        arrays = found if isinstance(found, tuple) else (found,)
        for threads, simd in ((3, None), (1, "u64"), (2, hyperbola.simd_kinds()[-1])):
            again = positions.compute(name, threads=threads, simd=simd)
            again = again if isinstance(again, tuple) else (again,)
            for one, other in zip(arrays, again):
                assert one.dtype == other.dtype and np.array_equal(one, other), name
        if len(arrays) == 1:
            assert arrays[0].shape[0] == len(positions)
            assert np.array_equal(positions[7:19].compute(name), arrays[0][7:19])


def test_lists_of_many_positions_go_on(fens):
    """Lists are computed piece by piece."""
    few = Positions.from_fens(fens[:900])
    many = Positions.from_fens(fens[:900] * 30)
    for name in hyperbola.features():
        found = few.compute(name)
        if isinstance(found, tuple):
            offsets, items = found
            for threads in (1, 2):
                all_offsets, all_items = many.compute(name, threads=threads)
                assert np.array_equal(all_items, np.concatenate([items] * 30)), name
                steps = np.concatenate([np.diff(offsets)] * 30)
                assert all_offsets[0] == 0 and np.array_equal(np.diff(all_offsets), steps), name


def test_features_agree_with_single_positions(positions):
    attacks = positions.compute("attacks")
    assert attacks.dtype == np.uint64 and attacks.shape == (len(positions), 2)
    pinned = positions.compute("pinned")
    checkers = positions.compute("checkers")
    danger = positions.compute("king_danger")
    for row, position in enumerate(positions):
        side = int(position.side_to_move == "black")
        assert int(pinned[row, side]) == position.pinned
        assert int(checkers[row]) == position.checkers
        assert int(danger[row]) == position.king_danger


def test_legal_moves_and_keys_agree_with_single_positions(positions):
    part = positions[:1000]
    offsets, moves = part.compute("legal_moves", threads=2)
    assert offsets.dtype == np.int64 and offsets.shape == (1001,) and offsets[0] == 0
    assert len(moves) == offsets[-1]
    counts = part.compute("legal_counts")
    keys = part.compute("keys")
    names = [str(square) for square in Square]
    for row, position in enumerate(part):
        own = moves[offsets[row] : offsets[row + 1]]
        assert len(own) == counts[row] and int(keys[row]) == position.key
        # Bits 0 to 5 are the square from, 6 to 11 the square to, the rest the role of a promotion.
        texts = {names[m & 63] + names[m >> 6 & 63] + " nbrq"[m >> 12].strip() for m in own.tolist()}
        played = {position.play(text).key for text in texts}
        assert played == {position.play(text).key for text in position.legal_moves()}
