"""Records of 32 bytes, and files of positions."""

from __future__ import annotations

import re

import numpy as np
import pytest

from hyperbola import Positions


@pytest.fixture(scope="module")
def positions(fens):
    return Positions.from_fens(fens[:3000])


def test_records_hold_the_pieces(positions, tmp_path):
    scores = np.arange(3000, dtype=np.int16) - 1500
    results = (np.arange(3000) % 3).astype(np.uint8)
    records = positions.to_bullet(scores, results, threads=2)
    assert records.dtype == np.uint8 and records.shape == (3000, 32)
    for threads in (1, 3):
        read, read_scores, read_results = Positions.from_bullet(records, threads=threads)
        assert len(read) == 3000 and not read.side_to_move.any()
        is_white = positions.side_to_move == 0
        assert np.array_equal(read.pawns[is_white], positions.pawns[is_white])
        assert np.array_equal(read.pawns[~is_white], positions.pawns[~is_white].byteswap())
        assert np.array_equal(read_scores, scores) and np.array_equal(read_results, results)
    records.tofile(tmp_path / "records")
    mapped = np.memmap(tmp_path / "records", mode="r")
    for array in (
        mapped,
        mapped.reshape(-1, 32),
        mapped.view("V32"),
        mapped.view([("position", "u1", 24), ("score", "<i2"), ("rest", "u1", 6)]),
        np.repeat(records, 2, axis=0)[::2],
    ):
        assert Positions.from_bullet(array)[0] == read, array.dtype


def test_rows_without_labels_are_refused(positions):
    some = positions[:9]
    scores, results = np.arange(9, dtype=np.int16), np.full(9, 2, np.uint8)
    for labels, missing in [((), "scores"), ((scores,), "results"), ((None, results), "scores")]:
        with pytest.raises(ValueError, match=f"^{missing}: .* found none for row 0; unlabelled=True"):
            some.to_bullet(*labels)
    for given in ({}, {"scores": scores}, {"results": results}):
        records = some.to_bullet(**given, unlabelled=True)
        _, read_scores, read_results = Positions.from_bullet(records)
        assert np.array_equal(read_scores, given.get("scores", np.zeros(9)))
        assert np.array_equal(read_results, given.get("results", np.ones(9)))
    assert some[:0].to_bullet().shape == (0, 32)


def test_wrong_records_are_refused(positions):
    records = positions[:9].to_bullet(unlabelled=True)
    records[4] = 0
    with pytest.raises(ValueError, match="record 4: "):
        Positions.from_bullet(records)
    marked, scores, _ = Positions.from_bullet(records, bad_rows="mark")
    assert np.flatnonzero(marked.marked).tolist() == [4] and len(scores) == 9
    skipped, scores, _ = Positions.from_bullet(records, bad_rows="skip")
    assert len(skipped) == len(scores) == 8
    assert [bad.row for bad in skipped.bad_rows] == [4] and skipped.bad_rows[0].reason
    for wrong, error in [
        (records[:, :31], ValueError),
        (records.reshape(-1)[:40], ValueError),
        (records.astype(np.int64), TypeError),
        (records.astype(object), TypeError),
        (records.tobytes(), TypeError),
        (b"garbage", TypeError),
        (records.tolist(), TypeError),
        (None, TypeError),
    ]:
        with pytest.raises(error, match="^records: expected .*, found "):
            Positions.from_bullet(wrong)
    assert len(Positions.from_bullet(np.zeros((0, 32), np.uint8))[0]) == 0
    noise = np.random.default_rng(1).integers(0, 256, (5000, 32), dtype=np.uint8)
    assert len(Positions.from_bullet(noise, bad_rows="mark")[0]) == 5000
    for wrong in (np.zeros(8, np.int16), np.zeros(9, np.int32), [0] * 9):
        with pytest.raises((ValueError, TypeError)):
            positions[:9].to_bullet(wrong, unlabelled=True)
    with pytest.raises(ValueError):
        positions[:9].to_bullet(None, np.full(9, 3, np.uint8), unlabelled=True)


def test_wrong_rows_of_many_are_named(fens):
    """Records are written and read piece by piece."""
    many = [fens[0]] * 70_000
    many[69_000] = "x"
    positions = Positions.from_fens(many, bad_rows="mark")
    with pytest.raises(ValueError, match="row 69000: "):
        positions.to_bullet(unlabelled=True)
    results = np.ones(70_000, np.uint8)
    results[68_000] = 3
    with pytest.raises(ValueError, match="row 68000: expected the result 0, 1 or 2, found 3"):
        positions.to_bullet(None, results, unlabelled=True)
    records = positions[:68_000].to_bullet(unlabelled=True)
    assert np.array_equal(records[-1], positions[:1].to_bullet(unlabelled=True)[0])
    records[67_000] = 0
    with pytest.raises(ValueError, match="record 67000: "):
        Positions.from_bullet(records)
    for threads in (1, 2):
        read = Positions.from_bullet(records[:67_500], bad_rows="mark", threads=threads)[0]
        assert read.bad_row_numbers.tolist() == [67_000]


def test_files_are_mapped(positions, tmp_path, fens):
    path = tmp_path / "positions"
    positions.save(path)
    for verify in (True, False):
        again = Positions.open(path, verify=verify)
        assert again == positions and again[5:9] == positions[5:9]
        assert np.array_equal(again.compute("attacks"), positions.compute("attacks"))
        assert not again.pawns.flags.writeable
    marked = Positions.from_fens([fens[0], "x"], bad_rows="mark")
    marked.save(str(path))
    assert Positions.open(str(path)) == marked and again == positions
    for verify in (True, False):
        with pytest.raises(FileNotFoundError) as caught:
            Positions.open(tmp_path / "nothing", verify=verify)
        assert caught.value.filename == str(tmp_path / "nothing") and caught.value.strerror
    with pytest.raises(FileNotFoundError) as caught:
        positions.save(tmp_path / "nowhere" / "positions")
    assert caught.value.filename == str(tmp_path / "nowhere" / "positions")
    for call in (Positions.open, positions.save, lambda path: Positions.open(path, verify=False)):
        with pytest.raises(IsADirectoryError) as caught:
            call(tmp_path)
        assert caught.value.filename == str(tmp_path)
        with pytest.raises(OSError, match="^a\0b: "):
            call("a\0b")
    for damage in (b"", b"x" * 4000):
        path.write_bytes(damage)
        with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: ."):
            Positions.open(path)
