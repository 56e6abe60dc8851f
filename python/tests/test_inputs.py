"""Inputs of networks: sets, whole positions, and the changes of a move."""

from __future__ import annotations

import pathlib
import pickle
import random
from typing import Any

import numpy as np
import pytest

from hyperbola import InputSet, Position, Positions

TESTDATA = pathlib.Path(__file__).parents[2] / "testdata"
SET = "threats_59808+pawn_pairs+halfka_v2_hm"
FENS = (TESTDATA / "positions" / "valid.fens").read_text().splitlines()[:500]


def digest(lists: list[np.ndarray]) -> str:
    """The digest that testdata/inputs has: FNV-1a of 32 bits."""
    value = 0x811C9DC5
    for numbers in lists:
        for byte in np.append(np.sort(numbers), -1).astype("<i4").tobytes():
            value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{value:08x}"


def rows(name: str) -> list[dict[str, str]]:
    lines = (TESTDATA / "inputs" / name).read_text().splitlines()
    header = lines[0].removeprefix("#").split("\t")
    return [dict(zip(header, line.split("\t"))) for line in lines[1:]]


def test_presets_have_the_numbers_of_the_networks():
    chosen = random.Random(36).sample(rows("positions.tsv")[:1800], 150)
    positions = Positions.from_fens([row["fen"] for row in chosen], bad_rows="mark")
    checked = 0
    for name in InputSet.presets():
        offsets, numbers = positions.inputs(name, first="white")
        for row, expected in enumerate(chosen):
            lists = [numbers[offsets[k] : offsets[k + 1]] for k in (2 * row, 2 * row + 1)]
            if not positions.marked[row] and expected.get(name, "-") != "-":
                assert digest(lists) == expected[name], expected["fen"]
                checked += 1
    assert checked > 8 * 100


def test_a_move_changes_the_numbers_as_in_the_networks():
    names = ["halfka_v2_hm", "threats_59808", "pawn_pairs"]
    sets = [InputSet(name) for name in names]
    checked = 0
    for row in random.Random(37).sample(rows("moves.tsv"), 400):
        try:
            position = Position(row["fen"])
        except ValueError:
            continue
        for name, inputs in zip(names, sets):
            views = inputs.changes(position, row["move"])
            lists = [view[key] for view in views for key in ("removed", "added")]
            assert digest(lists) == row[name], row
        refreshed = "".join(
            "R" if view["refreshed"] == [0] else "."
            for inputs in sets
            for view in inputs.changes(position, row["move"])
        )
        assert refreshed == row["refreshed"]
        checked += 1
    assert checked > 300


def test_a_batch_is_its_positions():
    inputs = InputSet(SET)
    positions = Positions.from_fens(FENS)
    for first in ["side_to_move", "white", "black"]:
        offsets, numbers = positions.inputs(inputs, first=first)
        assert (offsets.dtype, numbers.dtype) == (np.int64, np.int32)
        for row, position in enumerate(positions):
            white, black = inputs.active(position)
            is_black = position.side_to_move == "black" if first == "side_to_move" else first == "black"
            expected = [black, white] if is_black else [white, black]
            for place, numbers_of_view in enumerate(expected):
                found = numbers[offsets[2 * row + place] : offsets[2 * row + place + 1]]
                assert sorted(found) == numbers_of_view.tolist()
        again = positions.inputs(SET, first=first, threads=3)
        assert all(np.array_equal(one, two) for one, two in zip((offsets, numbers), again))


def test_padded_rows_and_other_types():
    positions = Positions.from_fens(FENS)
    offsets, numbers = positions.inputs("halfka_v2_hm")
    for dtype, none in [("int32", -1), ("int64", -1), ("uint16", 65535)]:
        lists = positions.inputs("halfka_v2_hm", dtype=dtype)[1]
        assert lists.dtype == dtype and np.array_equal(lists, numbers)
        padded = positions.inputs("halfka_v2_hm", dtype=dtype, width=32)
        assert padded.shape == (500, 2, 32) and padded.dtype == dtype
        flat = padded.reshape(1000, 32)
        assert np.array_equal(flat[flat != none], numbers)
        assert np.array_equal((flat != none).sum(1), np.diff(offsets))
    counts = np.diff(offsets).reshape(500, 2).max(1)
    row = int(np.flatnonzero(counts > 20)[0])
    with pytest.raises(ValueError, match=f"^width: row {row} has {counts[row]} inputs, expected at most 20$"):
        positions.inputs("halfka_v2_hm", width=20)
    # Many rows are read in pieces, whose places and numbers go on.
    many = Positions.concat([positions] * 20)
    found = many.inputs("halfka_v2_hm", threads=2)
    assert np.array_equal(np.diff(found[0]), np.tile(np.diff(offsets), 20))
    assert np.array_equal(found[1], np.tile(numbers, 20))
    with pytest.raises(ValueError, match=f"^width: row {9500 + row} has {counts[row]} inputs, expected at most 20$"):
        few = [i for i in range(500) if counts[i] <= 20]
        many[[*np.resize(few, 9500 + row), row]].inputs("halfka_v2_hm", width=20)
    marked = Positions.from_fens(["x"], bad_rows="mark")
    assert marked.inputs("chess_768")[0].tolist() == [0, 0, 0]
    assert marked.inputs("chess_768", width=2).tolist() == [[[-1, -1], [-1, -1]]]


def test_definitions():
    buckets = [0, 0, 1, 1] + 4 * [2] + 24 * [3]
    pieces = {"kind": "pieces", "mirror": "a-d", "planes": "kings-apart", "buckets": buckets}
    inputs = InputSet({"blocks": [{"preset": "pawn_pairs"}, pieces]})
    assert inputs.size == 4560 + 4 * 768
    assert InputSet(inputs.definition()) == inputs and InputSet(inputs) == inputs
    assert pickle.loads(pickle.dumps(inputs)) == inputs
    assert hash(InputSet(inputs.definition())) == hash(inputs)
    assert InputSet("chess_768") != inputs
    assert repr(inputs) == "<hyperbola.InputSet: 7632 inputs, pawn-pairs + pieces>"
    wrong: list[tuple[Any, type[Exception], str]] = [
        ("halfka", ValueError, "definition: name 1 is not that of a preset: expected halfka_v2_hm"),
        (3, TypeError, "definition: expected a str or a dict, found <class 'int'>"),
        ({}, ValueError, "definition: missing field `blocks`"),
        ({"blocks": [{"preset": 3}]}, ValueError, "definition: invalid type: integer `3`"),
        ({"blocks": {1j}}, ValueError, "definition: expected texts, numbers, lists and dicts, found set"),
        ({"blocks": [{"kind": "pieces"}]}, ValueError, "definition: block 1: expected planes"),
    ]
    for definition, error, message in wrong:
        with pytest.raises(error, match=f"^{message}"):
            InputSet(definition)


def test_numbers_are_read_back():
    inputs = InputSet(SET)
    knight = {"block": 0, "kind": "threat", "attacker": "N", "from": 6, "victim": "P", "to": 12}
    pawns = {"block": 1, "kind": "pair", "pawns": [("P", 8), ("P", 9)]}
    king = {"block": 2, "kind": "piece", "bucket": 31, "plane": 10, "square": 63}
    assert inputs.meaning(357) == knight and inputs.meaning(59_808) == pawns
    assert inputs.meaning(86_895) == king
    assert InputSet("pawn_pairs").meaning(np.int64(1)) is None
    for index in [-1, inputs.size, 2**70]:
        with pytest.raises(IndexError, match=f"^index: expected 0 to 86895, found {index}$"):
            inputs.meaning(index)


def test_wrong_arguments():
    positions = Positions.from_fens(FENS[:1])
    for arguments, message in [
        ({"first": "both"}, "first: expected side_to_move, white or black, found \"both\""),
        ({"dtype": "int8"}, "dtype: expected int32, int64 or uint16, found \"int8\""),
        ({"dtype": "uint16"}, "dtype: 86896 inputs do not fit in uint16; expected int32"),
    ]:
        with pytest.raises(ValueError, match=f"^{message}$"):
            positions.inputs(SET, **arguments)
    with pytest.raises(ValueError, match="^move: .*; found \"e2e5\"$"):
        InputSet(SET).changes(Position(), "e2e5")


def test_torch_takes_the_arrays():
    torch = pytest.importorskip("torch")
    positions = Positions.from_fens(FENS)
    offsets, numbers = positions.inputs(SET, dtype="int64")
    bag = torch.nn.EmbeddingBag(InputSet(SET).size, 4, mode="sum", include_last_offset=True)
    assert bag(torch.from_numpy(numbers), torch.from_numpy(offsets)).shape == (1000, 4)


def test_the_page_trains_a_network():
    pytest.importorskip("torch")
    page = (TESTDATA.parent / "docs" / "INPUTS.md").read_text()
    names: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    assert names["step"] == 49 and names["loss"].item() < 0.01
