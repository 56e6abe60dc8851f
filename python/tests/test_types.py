"""Squares and bitboards."""

from __future__ import annotations

import copy
import gc
import pickle

import numpy as np
import pytest

from hyperbola import BLACK, WHITE, Bitboard, Board, Games, Move, Square, pgn


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


def test_the_methods_of_sets():
    board = Bitboard([1, 2, 3])
    assert board.union([5], 1 << 6) == Bitboard([1, 2, 3, 5, 6]) and board.intersection([2, 9], ["c1"]) == Bitboard([2])
    assert board.difference([1], [2]) == Bitboard([3]) == Bitboard([1, 2, 3, 5]).symmetric_difference([1, 2, 5])
    assert board.issuperset([1]) and not board.issuperset([4]) and board.issuperset(0) and Bitboard(0).issuperset([])
    assert board.mirror() == Bitboard([57, 58, 59])
    assert board.tolist() == [square in (1, 2, 3) for square in range(64)] and list(reversed(board)) == [3, 2, 1]
    assert board.bit_count() == 3 and board.bit_length() == 4 and Bitboard(0).bit_length() == 0
    changed = board.copy()
    changed.add("h8")
    changed.discard(0)
    changed.discard(1)
    changed.remove(2)
    assert changed == Bitboard([3, 63]) and changed.pop() == 3 and changed.pop() == 63
    for call in (changed.pop, lambda: changed.remove(5)):
        with pytest.raises(KeyError):
            call()
    changed.update([1], [2])
    changed.intersection_update([2, 3])
    changed.symmetric_difference_update([2, 7, 8])
    changed.difference_update([8])
    assert changed == Bitboard([7]) and board == Bitboard([1, 2, 3])
    changed.clear()
    assert not changed
    # An operator makes a new set, also in place.
    other = board
    other |= 1 << 9
    assert 9 not in board and 9 in other
    subsets = [int(subset) for subset in Bitboard(0b1010).carry_rippler()]
    assert subsets == [0, 2, 8, 10] and list(Bitboard(0).carry_rippler()) == [0]
    assert Bitboard.between("a1", "a4") == Bitboard([8, 16]) and not Bitboard.between(0, 10) and not Bitboard.ray(0, 10)
    assert Bitboard.ray("b1", "b2") == Bitboard(range(1, 64, 8)) and Bitboard.from_square("h8") == 1 << 63


def test_the_arithmetic_of_masks():
    board, full = Bitboard(0b1100), 2**64 - 1
    assert Bitboard(~0) == full == Bitboard(-1) and board & -board == 4 and board & ~4 == 8 and ~4 & board == 8
    assert board << 1 == 0b11000 and board >> 2 == 3 and Bitboard(1 << 63) << 1 == 0 == board << 64 and board >> 64 == 0
    assert (board + 1, 1 + board, board * 3, 3 * board, board // 5, board % 5) == (13, 13, 36, 36, 2, 2)
    assert all(type(found) is int for found in (board + 1, board * 3, board // 5, board % 5, -board, int(board)))
    assert board & 1 << 70 == 0 and board - (1 << 70 | 4) == 8
    for wrong in (lambda: board | 1 << 64, lambda: board ^ 1 << 64, lambda: (1 << 64) - board):
        with pytest.raises(ValueError):
            wrong()
    assert (100 // board, 100 % board, 5 << board, 1 << 14 >> board) == (8, 4, 5 << 12, 4)
    assert board << 1 << 70 == 0 == board >> 2**70 and board << Bitboard(1) == 24 == board << np.int64(1)
    for wrong in (lambda: board << -1, lambda: board >> -1, lambda: board << -(2**70), lambda: 1 << Bitboard(1) << -1):
        with pytest.raises(ValueError, match="negative shift count"):
            wrong()
    for wrong in (lambda: board | "a1", lambda: board & 1.5, lambda: board << 1.5, lambda: board | None, lambda: "x" << board):
        with pytest.raises(TypeError):
            wrong()
    assert board == 12 and board != 13 and board < 13 and board >= 12 and 12 == board and hash(board) == hash(12)
    assert hash(Bitboard(full)) == hash(full) and {12: "x"}[board] == "x" and board != -4 and board != "x" and board == [2, 3]
    # Equal objects have equal hashes.
    for other in ([2, 3], {2, 3}, (2, 3), frozenset({2, 3}), 12, np.uint64(12), Bitboard(12)):
        is_same = type(other) not in (tuple, frozenset)
        assert (board == other, other == board, board != other) == (is_same, is_same, not is_same)
    assert board != {2: 1, 3: 1} and not Bitboard() == {} and Bitboard() != {} and board | {2: 1} == board
    assert board != {2} and len({board, frozenset(board)}) == 2
    assert np.array([board, ~board]).dtype == np.uint64 and np.asarray(board) == 12


def test_sets_of_boards_are_apart():
    board = Board()
    black, white = board.occupied_co
    kept = [black, white, board.occupied, board.pawns, board.knights]
    numbers = [int(one) for one in kept]
    # What somebody has kept stays as it was, and what has not changed is the same.
    board.push_uci("e2e4")
    assert "e2" not in board.occupied_co[1] and board.occupied_co[0] is black and board.knights is kept[4]
    board.push_uci("d7d5")
    assert "d7" not in board.occupied_co[0] and board.pawns == board.pieces(1, WHITE) | board.pieces(1, BLACK)
    assert [int(one) for one in kept] == numbers
    # The attributes cannot be changed, but their copies can, and what methods return.
    for one in (board.pawns, *board.occupied_co, kept[0]):
        before = int(one)
        for call in CHANGES:
            with pytest.raises(ValueError, match="cannot be changed: change a copy"):
                call(one)
        assert int(one) == before
        for copied in (one.copy(), copy.copy(one), copy.deepcopy(one), Bitboard(one), one | 0, one.mirror()):
            copied.clear()
            assert not copied and int(one) == before
    board.pieces(1, WHITE).clear()
    board.castling_rights.clear()
    assert len(board.pawns) == 16 and len(board.castling_rights) == 4


# Changes of a set that is not empty.
CHANGES: list = [
    Bitboard.clear,
    Bitboard.pop,
    lambda one: one.add("e4"),
    lambda one: one.discard("e4"),
    lambda one: one.remove(next(iter(one))),
    lambda one: one.update(1),
    lambda one: one.intersection_update(1),
    lambda one: one.difference_update(1),
    lambda one: one.symmetric_difference_update(1),
]


def attributes(board):
    """The attributes that Python reads without a call."""
    roles = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
    return [board.turn, board.occupied, board.occupied_co, *roles]


def expected_attributes(board):
    pieces = board.piece_map()
    sides = tuple(Bitboard(s for s, p in pieces.items() if p.color == color) for color in (BLACK, WHITE))
    roles = [Bitboard(s for s, p in pieces.items() if p.piece_type == role) for role in range(1, 7)]
    return [board.fen().split()[1] == "w", Bitboard(pieces), sides, *roles]


def test_attributes_are_those_of_the_position():
    start = Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    games, game = Games(1), next(pgn.read_games(b"1. e4 e5 2. Nf3 *"))
    games.step(["e2e4"])
    (move,) = [move for move in start.legal_moves if move.promotion is None][:1]
    boards = [
        Board(),
        start,
        Board(start),
        Board(start.position),
        start.copy(),
        start.copy(stack=False),
        start.mirror(),
        start.root(),
        copy.copy(start),
        copy.deepcopy(start),
        pickle.loads(pickle.dumps(start)),
        Board.from_epd(start.epd())[0],
        Board.from_chess960_pos(7),
        games.board(0),
        game.board(),
        game.end().board(),
        start.transform(lambda squares: squares),
    ]
    for board in boards:
        assert attributes(board) == expected_attributes(board)
    # Sets are shared by copies, and used again for other boards.
    kept, expected = [attributes(board) for board in boards], [expected_attributes(board) for board in boards]
    other = start.copy()
    for board in (start, other):
        before = expected_attributes(board)
        board.push(move)
        assert attributes(board) == expected_attributes(board) != before
        board.push(board.legal_moves[0])
        board.push_uci(str(board.legal_moves[-1]))
        board.push_san(board.san(board.legal_moves[0]))
        assert attributes(board) == expected_attributes(board)
        for _ in range(4):
            board.pop()
            assert attributes(board) == expected_attributes(board)
        assert attributes(board) == before
        board.push(Move.null())
        assert board.turn is BLACK and attributes(board) == expected_attributes(board)
        with pytest.raises(ValueError):
            board.push_uci("e2e5")
        assert attributes(board) == expected_attributes(board)
        board.set_fen("4k3/8/8/8/8/8/8/4K2Q w - - 0 1")
        assert attributes(board) == expected_attributes(board)
        board.reset()
        assert attributes(board) == expected_attributes(board) == attributes(Board())
    assert kept == expected
    for number in range(100):
        some = [Board.from_chess960_pos(index) for index in range(number % 7)]
        assert all(attributes(board) == expected_attributes(board) for board in some)
    with pytest.raises(AttributeError):
        start.pawns = 0


def test_attributes_while_memory_is_collected():
    # The garbage collector calls Python code in the middle of a move, where it makes its objects.
    board, kept, found = Board(), [], set()

    def look(phase, info):
        sides = getattr(board, "occupied_co", ())
        found.add((board.turn, int(board.pawns), int(board.occupied), *map(int, sides)))

    before = gc.get_threshold()
    gc.callbacks.append(look)
    gc.set_threshold(1, 1, 1)
    try:
        for _ in range(500):
            kept += [board.occupied_co, board.pawns]
            board.push_uci("e2e4")
            kept += [board.occupied_co, board.occupied]
            board.pop()
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(look)
    start = Board()
    after = Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    whole = [(b.turn, int(b.pawns), int(b.occupied), *map(int, b.occupied_co)) for b in (start, after)]
    assert found and found <= set(whole)


def test_a_move_without_memory_changes_nothing():
    testcapi = pytest.importorskip("_testcapi")
    move, failed = Move.from_uci("e2e4"), 0
    for call in ("push", "pop"):
        for number in range(40):
            board = Board()
            board.push(move)
            if call == "push":
                board.pop()
            copied, expected = board.copy(), attributes(board)
            # Other boards take the objects that nobody has, so new ones are needed.
            rest = [(Board(), (index, number)) for index in range(80)], [(index, number) for index in range(3000)]
            arguments = [move] if call == "push" else []
            testcapi.set_nomemory(number, number + 1)
            try:
                getattr(board, call)(*arguments)
            except MemoryError:
                failed += 1
                assert board == copied and attributes(board) == expected
            finally:
                testcapi.remove_mem_hooks()
            assert attributes(board) == expected_attributes(board)
            assert attributes(board.copy()) == expected_attributes(board) and len(rest) == 2
    assert failed > 1


def test_hashes_and_results_of_sets():
    board = Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    # A tuple keeps its hash in some versions of Python.
    empty = Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert hash(board.occupied_co) == hash(tuple(map(int, board.occupied_co)))
    assert hash(empty.occupied_co) == hash((1 << 60, 1 << 4)) and empty.occupied_co in {(1 << 60, 1 << 4)}
    # Objects that nobody has kept are used again: those that are kept do not change.
    sets = [board.attacks(square) for square in range(64)]
    numbers, last = [int(one) for one in sets], sets[-1]
    for square in range(64):
        assert int(board.attacks(square) & ~board.pawns) == numbers[square] & ~int(board.pawns)
    del sets[:40]
    assert [len(board.attacks(s) | board.pawns) for s in range(64)] and list(map(int, sets)) == numbers[40:]
    assert last == numbers[-1] and len({id(one) for one in sets}) == 24
