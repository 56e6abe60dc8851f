"""Wrong, odd and huge input: an exception with a reason, never a crash."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import numpy as np
import pytest

import hyperbola
from hyperbola import Position, Positions, attacks, study

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("squares", "occupied", "error", "reason"),
    [
        (64, 0, ValueError, "0 to 63, found 64"),
        (-1, 0, ValueError, "0 to 63, found -1"),
        (2**70, 0, ValueError, "0 to 63"),
        ("i9", 0, ValueError, "a1 to h8, found 'i9'"),
        (0, -1, ValueError, r"2\*\*64 - 1, found -1"),
        (0, 2**64, ValueError, r"2\*\*64 - 1"),
        (0.5, 0, TypeError, "expected integers, found 0.5"),
        (None, 0, TypeError, "expected integers, found None"),
        (True, [0.0], TypeError, "found True"),
        ([1, 2, 64], 0, ValueError, "found 64 at index 2"),
        (np.array([[0, 1], [2, 99]], np.uint8), 0, ValueError, "found 99 at index 3"),
        (np.array([0, -3]), 0, ValueError, "found -3 at index 1"),
        (np.array([0, 300]), 0, ValueError, "found 300 at index 1"),
        (np.array([0.0]), 0, TypeError, "squares: expected integers, found an array of float64"),
        (np.array([np.nan]), 0, TypeError, "float64"),
        (np.array([1j]), 0, TypeError, "complex128"),
        (np.array([True]), 0, TypeError, "bool"),
        (np.array(["a1"]), 0, TypeError, "<U2"),
        (np.array(["2020"], "M8[D]"), 0, TypeError, "datetime64"),
        (np.zeros(1, [("a", "u1")]), 0, TypeError, "expected integers"),
        (0, np.array([1.5]), TypeError, "occupied: expected integers"),
        (0, [1, 2.5], TypeError, "found 2.5 at index 1"),
        (0, [2**63, -1], ValueError, "found -1 at index 1"),
        (0, [2**64], ValueError, "found 18446744073709551616 at index 0"),
        (0, np.array([5, -1]), ValueError, "found -1 at index 1"),
        ([0], [None], TypeError, "found None"),
        ([[1], [2, 3]], 0, ValueError, "."),
        (np.zeros((2, 3), np.uint8), np.zeros((4,), np.uint64), ValueError, "broadcast"),
        (object(), 0, TypeError, "expected integers"),
        ({1: 2}, 0, TypeError, "expected integers"),
    ],
)
def test_wrong_queries_are_refused(squares, occupied, error, reason):
    with pytest.raises(error, match=reason):
        attacks.queen(squares, occupied)


@pytest.mark.parametrize("squares", [3, np.zeros(3, np.uint8)])
@pytest.mark.parametrize(
    ("options", "error", "reason"),
    [
        ({"technique": "magic"}, ValueError, "expected a technique, found \"magic\".*kogge-stone"),
        ({"simd": "avx3"}, ValueError, "^simd: expected one of u64.*; found \"avx3\"$"),
        ({"simd": "ssse3"}, ValueError, "ssse3"),
        ({"threads": 257}, ValueError, "expected 0 to 256 threads, found 257"),
        ({"threads": 10**6}, ValueError, "0 to 256 threads"),
        ({"threads": -1}, ValueError, "^threads: expected a number from 0 to .*, found -1"),
        ({"threads": 2**70}, ValueError, "^threads: .* found 1180591620717411303424"),
        ({"threads": 10**9999}, ValueError, "^threads: .* found a huge one"),
        ({"threads": "2"}, TypeError, "^threads: expected an int, found <class 'str'>"),
        ({"technique": 5}, TypeError, "^technique: expected a str or None, found <class 'int'>"),
    ],
)
def test_wrong_options_are_refused(squares, options, error, reason):
    with pytest.raises(error, match=reason):
        attacks.rook(squares, 0, **options)


def test_results_too_large_for_memory_are_refused():
    squares = np.broadcast_to(np.uint8(1), (1 << 31, 1 << 20))
    with pytest.raises((ValueError, MemoryError)):
        attacks.rook(squares, 0)


class Long:
    """A sequence that says it is longer than any memory."""

    def __len__(self):
        return 2**60

    def __iter__(self):
        return iter([START])


def test_lists_too_long_for_memory_are_refused():
    with pytest.raises(MemoryError):
        Positions.from_fens(Long())
    with pytest.raises(MemoryError):
        Position().perft(200, memory_mib=2**42)


LIMITED = """
import resource
from hyperbola import Position, Positions

positions = Positions.from_fens([Position().fen()] * 300_000)
with open("/proc/self/statm") as statm:
    used = int(statm.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (20 << 20), -1))
for name in ["threats", "halfka_v2_hm", "move_mask_from_to", "attack_planes"]:
    try:
        positions.attack_planes() if name == "attack_planes" else positions.compute(name)
    except MemoryError as error:
        print(name, error)
"""


@pytest.mark.skipif(not pathlib.Path("/proc/self/statm").exists(), reason="Linux tells what is used")
def test_work_without_enough_memory_is_refused():
    run = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    names = [line.split()[0] for line in run.stdout.splitlines()]
    assert names == ["threats", "halfka_v2_hm", "move_mask_from_to", "attack_planes"]


@pytest.mark.parametrize(
    ("fens", "error", "reason"),
    [
        (START, TypeError, "put it in a list"),
        (START.encode(), TypeError, "put it in a list"),
        (5, TypeError, "^fens: expected a list or a column of texts, found <class 'int'>"),
        (None, TypeError, "^fens: expected a list or a column of texts"),
        ([START, 5], TypeError, "row 1: expected a str, found <class 'int'>"),
        ([START, None], ValueError, "^row 1: null$"),
        ([START, float("nan")], ValueError, "^row 1: null$"),
        ([START, 1.5], TypeError, "^fens: row 1: expected a str, found <class 'float'>"),
        ([START, b"bytes"], TypeError, "row 1"),
        ([START, ""], ValueError, "row 1"),
        ([START, "\ud800"], ValueError, "row 1"),
        ([START, "rnbqkbnr\x00"], ValueError, "row 1"),
        ([START, "é" * 500], ValueError, "row 1"),
        (np.array([1.0]), TypeError, "expected an array of strings, found one of float64"),
        (np.array([[START]]), ValueError, "one axis"),
        (np.array(START), ValueError, "one axis"),
        (np.array([START, "x"]), ValueError, "row 1"),
        (np.array([START, "\xff\xfe"]).astype("U").astype(object), ValueError, "row 1"),
        (np.array([START.encode(), b"\xff\xfe"]), ValueError, "row 1"),
        (np.array([START, None], object), ValueError, "^row 1: null$"),
    ],
)
def test_wrong_texts_are_refused(fens, error, reason):
    with pytest.raises(error, match=reason):
        Positions.from_fens(fens)


def test_odd_arrays_of_texts_are_read():
    fens = [START, "4k3/8/8/8/8/8/8/4K3 b - - 3 9"] * 3
    expected = Positions.from_fens(fens)
    for array in (np.array(fens), np.array(fens, "S"), np.array(fens, object)):
        read_only = array.copy()
        read_only.setflags(write=False)
        for odd in (array, read_only, np.repeat(array, 2)[::2]):
            assert Positions.from_fens(odd) == expected, odd.dtype
        assert Positions.from_fens(array[::-1]) == expected[::-1]
    for empty in ([], (), np.array([], "S5"), np.array([], "U5"), iter([])):
        assert len(Positions.from_fens(empty)) == 0
    assert Positions.from_fens(iter(fens)) == expected


def test_wrong_indices_and_names_are_refused():
    positions = Positions.from_fens([START] * 3)
    for wrong in (3, -4, 10**9):
        with pytest.raises(IndexError, match="expected a row of 3"):
            positions[wrong]
        with pytest.raises(IndexError):
            positions.fen(wrong)
    for wrong in ("a", 1.5, None, [3], [0.5], (0,), 2**80):
        with pytest.raises((TypeError, IndexError)):
            positions[wrong]
    with pytest.raises(ValueError):
        positions[::0]
    with pytest.raises(AttributeError):
        positions.nothing
    with pytest.raises(ValueError, match="expected.*feature.*attacks"):
        positions.compute("attack")
    with pytest.raises(ValueError, match="^simd: expected one of u64.* for boards; found"):
        positions.compute("attacks", simd="portable-x4")
    with pytest.raises(ValueError, match="threads"):
        positions.compute("attacks", threads=257)
    with pytest.raises(ValueError, match='"error", "skip" or "mark"'):
        Positions.from_fens([], bad_rows="ignore")
    for feature in hyperbola.features():
        positions[3:].compute(feature)


def test_surrogates_are_in_no_name():
    """They are refused as other wrong names are, with what was expected."""
    wrong = "\ud800"
    position, positions = Position(), Positions.from_fens([START])
    cases = [
        (lambda: attacks.queen(0, 0, technique=wrong), "expected a technique"),
        (lambda: attacks.queen([0], 0, simd=wrong), "^simd: expected one of u64"),
        (lambda: attacks.queen(wrong, 0), "expected the name of a square"),
        (lambda: study.explain(wrong, "queen", "d4"), "expected a technique"),
        (lambda: study.explain("kogge-stone", wrong, "d4"), "rook, bishop or queen"),
        (lambda: study.prove(wrong), "expected a technique"),
        (lambda: study.verify("kogge-stone", wrong), "rook, bishop or queen"),
        (lambda: position.play(wrong), "at byte 0"),
        (lambda: position.san(wrong), "at byte 0"),
        (lambda: position.parse_san(wrong), "."),
        (lambda: position.pieces(wrong), "expected white or black"),
        (lambda: position.pieces(role=wrong), "expected"),
        (lambda: position.perft(2, simd=wrong), "^simd: expected one of u64"),
        (lambda: position.divide(2, simd=wrong), "^simd: expected one of u64"),
        (lambda: positions.compute(wrong), "expected the name of a feature"),
        (lambda: positions.compute("attacks", simd=wrong), "^simd: expected one of u64"),
        (lambda: Positions.from_fens([], bad_rows=wrong), '"error", "skip" or "mark"'),
        (lambda: Positions.from_bullet(np.zeros(0, np.uint8), bad_rows=wrong), '"error", "skip" or "mark"'),
        (lambda: Positions.from_boards([], bad_rows=wrong), '"error", "skip" or "mark"'),
    ]  # fmt: skip
    for call, reason in cases:
        with pytest.raises(ValueError, match=reason) as caught:
            call()
        assert not isinstance(caught.value, UnicodeError)


def test_masked_elements_are_refused():
    """A mask is neither ignored nor guessed at. An array that masks nothing is an array."""
    positions = Positions.from_fens([START] * 2)
    sets = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"]
    columns = {name: getattr(positions, name) for name in [*sets, "side_to_move"]}
    masked = lambda array: np.ma.array(array, mask=[False, True])  # noqa: E731
    calls = {
        "squares": lambda mask: attacks.queen(mask([1, 2]), 0),
        "occupied": lambda mask: attacks.queen(0, mask([1, 2])),
        "out": lambda mask: attacks.queen([1, 2], 0, out=mask(np.zeros(2, np.uint64))),
        "fens": lambda mask: Positions.from_fens(mask(np.array([START.encode()] * 2))),
        "kings": lambda mask: Positions.from_columns({**columns, "kings": mask(positions.kings)}),
        "records": lambda mask: Positions.from_bullet(mask(positions.to_bullet(unlabelled=True).view("V32")[:, 0])),
        "scores": lambda mask: positions.to_bullet(mask(np.zeros(2, np.int16)), unlabelled=True),
        "results": lambda mask: positions.to_bullet(results=mask(np.zeros(2, np.uint8)), unlabelled=True),
    }
    for name, call in calls.items():
        with pytest.raises(ValueError, match=f"^{name}: expected an array without masked elements"):
            call(masked)
        call(np.ma.array)


def test_classes_cannot_be_made_empty():
    with pytest.raises(TypeError):
        Positions()
    with pytest.raises(TypeError):
        Position.__new__(Position, 5)


def test_wrong_rows_and_sets_are_refused():
    positions = Positions.from_fens([START] * 3)
    for index in (3, -4, 2**70, -(2**70)):
        with pytest.raises(IndexError, match=f"expected a row of 3, found {index}"):
            positions[index]
    board = hyperbola.Bitboard(5)
    for other in ("7", 7.5, [7.5], None):
        for method in (board.issubset, board.isdisjoint):
            with pytest.raises(TypeError):
                method(other)
    sets = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"]
    for one in (5, None, np.zeros((2, 2), np.uint8)):
        with pytest.raises(TypeError, match="side_to_move: expected an array of one axis"):
            Positions.from_columns(dict.fromkeys([*sets, "side_to_move"], one))


def test_errors_name_the_parameter():
    position, positions = Position(), Positions.from_fens([START] * 3)
    cases = [
        (lambda: position.perft(-1), ValueError, "^depth: expected a number from 0 to 4294967295"),
        (lambda: position.perft(1.5), TypeError, "^depth: expected an int, found <class 'float'>"),
        (lambda: position.divide(2, memory_mib=-1), ValueError, "^memory_mib: .* found -1"),
        (lambda: positions.perft(-3), ValueError, "^depth: .* found -3"),
        (lambda: positions.perft(256), ValueError, "expected a depth to 255, found 256"),
        (lambda: positions.compute("attacks", threads=-1), ValueError, "^threads: "),
        (lambda: positions.fen(2**70), ValueError, "^row: "),
        (lambda: positions.to_bullet(np.zeros(3), unlabelled=True), TypeError, r"^scores: .*int16.*\(3,\), found one of float64"),
        (lambda: positions.to_bullet([1, 2, 3], unlabelled=True), TypeError, "^scores: expected an array of int16, found <class 'list'>"),
        (lambda: positions.to_bullet(np.zeros(2, np.int16), unlabelled=True), ValueError, "^scores: expected a number for each of 3"),
        (lambda: positions.to_bullet(None, np.zeros((3, 1), np.uint8), unlabelled=True), TypeError, "^results: .*shape .3, 1."),
        (lambda: positions.compute("attacks", dtype="float32"), ValueError, "^dtype: expected a feature among planes_pieces"),
        (lambda: positions.planes(dtype="float64"), ValueError, "^dtype: expected uint8, float16 or float32 in .*, found dtype.'float64'"),
        (lambda: positions.planes("pieces"), TypeError, "^sets: expected a list of names"),
        (lambda: positions.planes(["piece"]), ValueError, "^sets: expected names among pieces, .*\"piece\""),
        (lambda: positions.planes([5]), TypeError, "^sets: expected a list of names"),
        (lambda: positions.planes(view="red"), ValueError, "^view: "),
        (lambda: Positions.concat(positions), TypeError, "expected a list of Positions"),
        (lambda: Positions.concat([positions, 5]), TypeError, "^parts: expected Positions at index 1, found <class 'int'>"),
        (lambda: Positions.from_fens([], bad_rows="x"), ValueError, "^bad_rows: "),
    ]  # fmt: skip
    for call, error, reason in cases:
        with pytest.raises(error, match=reason):
            call()


@pytest.mark.parametrize("threads", [1, 2])
def test_nulls_are_bad_rows_of_every_list(threads):
    """None and NaN, wherever they come from, are what a null of Arrow is."""
    for null in (None, float("nan"), np.nan, np.float32("nan")):
        texts = [START, null, START, "", null]
        for column in (texts, tuple(texts), iter(texts), np.array(texts, object)):
            marked = Positions.from_fens(column, bad_rows="mark", threads=threads)
            assert marked.bad_row_numbers.tolist() == [1, 3, 4]
            assert [bad.text for bad in marked.bad_rows] == ["", "", ""]
            reasons = [bad.reason for bad in marked.bad_rows]
            assert reasons[::2] == ["null", "null"] and reasons[1] != "null"
        skipped = Positions.from_fens(texts, bad_rows="skip", threads=threads)
        assert len(skipped) == 2 and skipped.bad_rows == marked.bad_rows
    many = Positions.from_fens([START] * 70_000 + [None], bad_rows="mark", threads=threads)
    assert many.bad_rows[0].row == 70_000 and many.bad_rows[0].reason == "null"
    with pytest.raises(TypeError, match="^fens: row 70000: expected a str"):
        Positions.from_fens([START] * 70_000 + [5])
    with pytest.raises(ValueError, match="^row 70000: "):
        Positions.from_fens(np.array([START] * 70_000 + ["x"]), threads=threads)


def test_arrays_of_every_width_and_order():
    fens = [START, "4k3/8/8/8/8/8/8/4K3 b - - 3 9"] * 20_000
    expected = Positions.from_fens(fens)
    for array in (np.array(fens), np.array(fens, "S")):
        for odd in (array, array[::-1][::-1], array.astype(array.dtype.newbyteorder())):
            assert Positions.from_fens(odd, threads=2) == expected
    odd = np.array(["\U0001f600", "é", START, "\ud800"])
    assert [bad.text for bad in Positions.from_fens(odd, bad_rows="mark").bad_rows] == ["\U0001f600", "é", "\ufffd"]
    assert Positions.from_fens(np.array(["", ""]), bad_rows="mark").bad_row_numbers.tolist() == [0, 1]
