"""Squares and bitboards."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from hyperbola import Bitboard, Square


def test_squares_have_names():
    assert [str(square) for square in (Square.A1, Square.H8)] == ["a1", "h8"]
    assert [square.value for square in Square] == list(range(64))
    for square in Square:
        assert Square.parse(str(square)) is square and eval(repr(square)) is square
        assert square == 8 * square.rank + square.file
    for wrong in ("e9", "", "e44", "i1", 5):
        with pytest.raises(ValueError, match="expected the name of a square"):
            Square.parse(wrong)


def test_operators_of_sets_give_bitboards():
    a, b = Bitboard([1, 2, 3]), Bitboard([3, "e1"])
    for found, expected in [
        (a | b, {1, 2, 3, 4}),
        (a & b, {3}),
        (a ^ b, {1, 2, 4}),
        (a - b, {1, 2}),
        (~a & 0xFF, {0, 4, 5, 6, 7}),
        (7 & a, {1, 2}),
        (1 | a, {0, 1, 2, 3}),
        (15 - a, {0}),
    ]:
        assert type(found) is Bitboard and set(found) == expected and len(found) == len(expected)
    assert Bitboard([1]).issubset(a) and not a.issubset(b) and not a.isdisjoint(b)
    assert 2 in a and "c1" in a and 5 not in a
    assert all(type(square) is Square for square in a)
    assert not Bitboard(0) and list(Bitboard(0)) == [] and len(Bitboard(2**64 - 1)) == 64


def test_operators_with_numpy_are_those_of_sets():
    """As with ints, for arrays and for their elements, on both sides."""
    board = Bitboard(["a1", "e5", "h8"])
    sets = np.array([0, 1, 0xFFFF, 2**63, 2**64 - 1], np.uint64)
    for found, of_ints in [
        (lambda one, two: one - two, lambda one, two: one & ~two),
        (lambda one, two: one & two, lambda one, two: one & two),
        (lambda one, two: one | two, lambda one, two: one | two),
        (lambda one, two: one ^ two, lambda one, two: one ^ two),
        (lambda one, two: one == two, lambda one, two: one == two),
    ]:
        one = [of_ints(int(number), int(board)) for number in sets]
        two = [of_ints(int(board), int(number)) for number in sets]
        assert found(sets, board).tolist() == one and found(board, sets).tolist() == two
        for number, left, right in zip(sets, one, two):
            assert int(found(number, board)) == left and int(found(board, number)) == right
    assert (sets - board).dtype == np.uint64
    assert np.bitwise_or.reduce(sets[:1], initial=board) == board
    written = sets.copy()
    written -= board
    assert written.tolist() == (sets - board).tolist()


def test_lists_of_bitboards_become_arrays():
    boards = [Bitboard(5), Bitboard(2**64 - 1), Bitboard(0)]
    assert np.array(boards, np.uint64).tolist() == boards
    assert np.fromiter(boards, np.uint64).tolist() == boards
    array = np.zeros(3, np.uint64)
    array[:] = boards
    assert array.tolist() == boards


def test_texts_and_pictures():
    board = Bitboard(["a1", "c1", "h8"])
    assert eval(repr(board)) == board
    assert str(board).splitlines()[0] == ". . . . . . . 1" and str(board)[-15:] == "1 . 1 . . . . ."
    assert f"{board:x}" == "8000000000000005"
    assert board._repr_svg_().startswith("<svg") and board._repr_svg_().count('rx="6"') == 3
    for again in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert again == board and type(again) is Bitboard


def test_wrong_values_are_refused():
    for wrong in (-(2**64) - 1, 2**64, [64], [-1], ["z1"]):
        with pytest.raises(ValueError):
            Bitboard(wrong)
    for wrong in (1.5, "a1", None, [1.5], [None], b"a"):
        with pytest.raises(TypeError):
            Bitboard(wrong)
    with pytest.raises(ValueError):
        70 in Bitboard(0)
