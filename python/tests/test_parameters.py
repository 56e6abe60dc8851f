"""Values of wrong types: each function names the parameter, what it takes and what it found."""

from __future__ import annotations

import re

import numpy as np
import pytest
from conftest import import_or_skip

import hyperbola
from hyperbola import Position, Positions, attacks, study

import_or_skip("pyarrow")

START = Position().fen()


class Odd:
    """What no parameter takes."""


def calls(path):
    """Returns functions, and their parameters with values that are right."""
    position, positions = Position(), Positions.from_fens([START] * 3)
    options = {"bad_rows": "error", "lenient": False, "threads": 1}
    moves = ["e2e4"] * 3
    sets = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"]
    columns = {name: getattr(positions, name) for name in [*sets, "side_to_move"]}
    labels = {"scores": np.zeros(3, np.int16), "results": np.ones(3, np.uint8)}
    records = positions.to_bullet(unlabelled=True)
    perft = {"depth": 1, "threads": 1, "memory_mib": 0, "simd": "u64"}
    attack = {"technique": "kogge-stone", "simd": "u64", "threads": 1}
    filters = dict.fromkeys(["without_checks", "without_captures", "without_promotions", "scored"], True)
    filters |= dict.fromkeys(["max_score", "min_ply", "max_ply", "min_pieces", "max_pieces", "min_material", "max_material", "every"], 1)
    batch = hyperbola.DataBatch(positions, results=[1] * 3, view="white")
    written = {"overwrite": True, "bad_rows": "skip", "missing_score": 1, "missing_result": "1-0"}
    games = hyperbola.Games(3)
    numbers = games.encode(moves, "leela")
    hunted = {"seconds": 0, "positions": 0, "seed": 1, "suite": (), "ignore": ()}
    hunted |= dict.fromkeys(["chess960", "unreachable", "suites"], False)
    return [
        (attacks.rook, {"squares": 0, "occupied": 0, **attack}),
        (attacks.bishop, {"squares": [0], "occupied": [0], **attack, "out": np.zeros(1, np.uint64)}),
        (study.explain, {"technique": "kogge-stone", "square": 1, "occupied": 0, "piece": "rook"}),
        (study.prove, {"technique": "kogge-stone", "square": 1, "piece": "rook", "threads": 1}),
        (study.verify, {"technique": "kogge-stone", "piece": "bishop"}),
        (hyperbola.simd_kinds, {"boards": True}),
        (hyperbola.hunt, {"legal_moves": lambda fen, played: [], **hunted}),
        (hyperbola.parquet_batches, {"source": "x", "column": "fen", "others": [], "rows": 3, "shard": (0, 1), **options}),
        (hyperbola.read, {"source": "x", "format": "plain", "rows": 3, "shard": (0, 1), "bad_rows": "skip", "missing_score": 1, **filters}),
        (hyperbola.write, {"path": f"{path}.plain", "batches": [batch], "format": "plain", **written}),
        (hyperbola.DataBatch, {"positions": positions, "scores": [1] * 3, "results": [0] * 3, "view": "white", "plies": [1] * 3, "moves": moves}),
        (batch.scores, {"view": "white"}),
        (batch.results, {"view": "white"}),
        (Position, {"fen": START, "lenient": True, "rules": "chess"}),
        (hyperbola.verdict, {"fen": START}),
        (hyperbola.verdicts, {"fens": [START], "bad_rows": "mark"}),
        (position.fen, {"shredder": True}),
        (lambda move: position.san(move), {"move": "e2e4"}),
        (lambda move: position.play(move), {"move": "e2e4"}),
        (lambda san: position.parse_san(san), {"san": "e4"}),
        (position.pieces, {"color": "white", "role": "P"}),
        (position.perft, perft),
        (position.divide, perft),
        (position.perft_statistics, {"depth": 1, "threads": 1}),
        (Positions.from_fens, {"fens": [START], **options, "rules": "chess960"}),
        (Positions.from_parquet, {"source": "x", "column": "fen", "shard": (0, 1), **options}),
        (Positions.from_columns, {"columns": columns, "bad_rows": "error", "lenient": False}),
        (Positions.from_arrow, {"columns": positions.to_arrow(["fen"]), "column": "fen", **options}),
        (positions.to_arrow, {"names": ["white"], "simd": "u64", "threads": 1}),
        (Positions.from_boards, {"boards": [], "bad_rows": "error", "lenient": False}),
        (Positions.from_bullet, {"records": records, "bad_rows": "error", "threads": 1}),
        (lambda parts: Positions.concat(parts), {"parts": [positions]}),
        (Positions.open, {"path": path, "verify": False, "threads": 1}),
        (positions.save, {"path": path}),
        (positions.to_bullet, {**labels, "unlabelled": True, "threads": 1}),
        (positions.compute, {"name": "planes_all", "dtype": "uint8", "simd": "u64", "threads": 1}),
        (positions.planes, {"sets": ["pieces"], "view": "white", "dtype": "uint8", "simd": "u64"}),
        (Positions.plane_names, {"sets": ["pieces"], "view": "white"}),
        (positions.play, {"moves": moves, "bad_rows": "error", "threads": 1}),
        (positions.inputs, {"set": "chess_768", "first": "white", "dtype": "int32", "width": 32, "simd": "u64", "threads": 1}),
        (positions.threat_changes, {"moves": moves, "simd": "u64", "threads": 1}),
        (positions.perft, perft),
        (positions.attack_planes, {"attacks": 0.5, "xrays": 0.25, "threads": 1}),
        (positions.fen, {"row": 0, "shredder": True}),
        (positions.fens, {"shredder": True}),
        (hyperbola.Games, {"games": 2, "openings": [START], "rules": "auto", "seed": 1, "max_plies": 5, "claim_draw": True,
                           "autoreset": "disabled", "shuffle": False, "threads": 1}),
        (games.legal_moves, {"encoding": "leela"}),
        (games.mask, {"encoding": "leela", "packed": False, "out": np.empty((3, 1858), bool)}),
        (games.encode, {"moves": moves, "encoding": "leela"}),
        (games.decode, {"numbers": numbers, "encoding": "leela"}),
        (games.random_moves, {"encoding": "leela", "seed": 1}),
        (games.observe, {"planes": "leela", "dtype": "uint8", "out": np.empty((3, 112, 8, 8), np.uint8)}),
        (games.copy().step, {"actions": numbers, "encoding": "leela"}),
        (games.board, {"game": 0}),
        (games.reset, {"games": [0], "seed": None}),
    ]


def refused(function, right, name, wrong):
    """Checks that a call is refused with the name of the parameter that is wrong."""
    with pytest.raises(TypeError, match=rf"\b{name}: expected .*found|expected a {name}, found"):
        found = function(**{**right, name: wrong})
        # A generator looks at its files when it is asked for the first batch.
        next(found) if hasattr(found, "__next__") else None


def test_wrong_types_are_refused_by_name(tmp_path):
    path = tmp_path / "some.positions"
    Positions.from_fens([START]).save(path)
    checked = 0
    for function, right in calls(path):
        if "source" not in right:
            function(**right)
        for name in right:
            for wrong in (Odd(), 1j):
                refused(function, right, name, wrong)
                checked += 1
    assert checked > 200


@pytest.mark.parametrize("wrong", [None, 5.0, b"e2e4", ["e2e4"]])
def test_a_value_that_is_no_move(wrong):
    found = re.escape(type(wrong).__qualname__)
    for method in (Position().play, Position().san):
        with pytest.raises(TypeError, match=f"^move: expected a hyperbola.Move, found a builtins.{found}"):
            method(wrong)


def test_lists_of_names_have_names():
    positions = Positions.from_fens([START])
    for what, call in {
        "suite": lambda names: hyperbola.hunt(lambda fen, played: [], suite=names),
        "others": lambda names: hyperbola.parquet_batches("x", others=names),
        "names": positions.to_arrow,
    }.items():
        with pytest.raises(TypeError, match=rf"^{what}: .* found one str; write {what}=\['x'\]$"):
            call("x")
        with pytest.raises(TypeError, match=f"^{what}: expected a str at index 1, found int$"):
            call(["x", 5])
        with pytest.raises(TypeError, match=f"^{what}: expected a list of str, found int$"):
            call(5)


def test_bytes_are_no_mapping():
    with pytest.raises(TypeError, match="^columns: expected a mapping .*, found bytes"):
        Positions.from_columns(b"x")


def test_numbers_of_a_hunt_are_no_texts():
    for name, expected in {"seconds": "a number", "positions": "an int", "seed": "an int"}.items():
        with pytest.raises(TypeError, match=f"^{name}: expected {expected}, found str$"):
            hyperbola.hunt(lambda fen, played: [], **{name: "5"})
    with pytest.raises(ValueError, match="^seconds: expected a number below"):
        hyperbola.hunt(lambda fen, played: [], seconds=10**400)


def test_the_error_of_a_path_is_its_own():
    class Path:
        def __fspath__(self):
            raise ValueError("mine")

    with pytest.raises(ValueError, match="^mine"):
        Positions.open(Path())


@pytest.mark.parametrize(
    ("dtype", "error", "found"),
    [
        (np.dtype("float32").newbyteorder(), ValueError, r"dtype\('>f4'\)"),
        (np.dtype("float16").newbyteorder(), ValueError, r"dtype\('>f2'\)"),
        ("float64", ValueError, r"dtype\('float64'\)"),
        ("nothing", TypeError, "'nothing'"),
        ([("a", "u1")], ValueError, r"dtype\(\[\('a', 'u1'\)\]\)"),
        (object(), TypeError, "<object object"),
    ],
)
def test_planes_have_the_type_that_was_asked_for(dtype, error, found):
    positions = Positions.from_fens([START])
    expected = "^dtype: expected uint8, float16 or float32 in the byte order of this computer, found "
    with pytest.raises(error, match=expected + found):
        positions.planes(dtype=dtype)
    with pytest.raises(error, match=expected + found):
        positions.compute("planes_pieces", dtype=dtype)
    for right in ("uint8", "f2", np.float32, np.dtype("float32").newbyteorder("=")):
        assert positions.planes(dtype=right).dtype == np.dtype(right)
        assert np.array_equal(positions.planes(dtype=right), positions.planes())


def test_an_error_that_does_not_come_again_blames_no_row_group():
    from hyperbola import _parquet

    pyarrow = pytest.importorskip("pyarrow")

    class Whole:
        """A file whose row groups can all be read."""

        num_row_groups = 2
        metadata = property(lambda self: self)
        row_group = staticmethod(lambda group: pyarrow.table({"fen": ["x"]}))
        iter_batches = staticmethod(lambda **_: [])

    assert _parquet._damaged_group(Whole(), 0, ["fen"]) == ""

    class Other(OSError):
        """An error that is made of two arguments."""

        def __init__(self, one, two):
            super().__init__(f"{one}{two}")

    with pytest.raises(OSError, match="^place: ab$"), _parquet.naming(lambda: "place"):
        raise Other("a", "b")
