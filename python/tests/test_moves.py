"""A move in each of many positions: played positions, changed threats, and numbers of sequences."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import import_or_skip

import hyperbola
from hyperbola import InputSet, Move, Position, Positions

START = Position().fen()


@pytest.fixture(scope="module")
def positions(fens):
    """Positions in which there is a move, of ordinary chess and of Chess960."""
    positions = Positions.from_fens(fens)
    return positions[positions.compute("legal_counts") > 0]


def some_moves(positions, seed=1):
    """A legal move of each position, as bits and as UCI."""
    offsets, moves = positions.compute("legal_moves")
    counts = np.diff(offsets)
    chosen = offsets[:-1] + np.random.default_rng(seed).integers(0, 2**31, len(counts)) % counts
    played = [position.legal_moves() for position in positions]
    texts = [own[int(at)] for own, at in zip(played, chosen - offsets[:-1])]
    return moves[chosen], texts


def name_of(bits):
    """The move of 16 bits in UCI, with castling as the king's move onto its rook."""
    squares = "".join(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in (bits & 63, bits >> 6 & 63))
    return squares + " nbrq"[bits >> 12].strip()


def test_moves_are_played_in_every_form(positions):
    bits, texts = some_moves(positions)
    expected = [position.play(text).fen() for position, text in zip(positions, texts)]
    assert positions.play(texts).fens() == expected
    by_bits = positions.play(bits)
    assert len(by_bits) == len(positions) and len(by_bits.bad_rows) == 0
    # The lists may be in another order, so each form is compared with its own texts.
    uci = [name_of(number) for number in bits.tolist()]
    expected = positions.play(uci)
    forms = [bits, bits.tolist(), tuple(bits.tolist()), bits.astype(np.int64), np.repeat(bits, 2)[::2]]
    forms += [np.array(uci), np.array(uci, "S"), np.array(uci, object), iter(uci), positions.uint16(uci)]
    moves = [Move.from_uci(text) for text in uci]
    column = np.empty(len(moves), object)
    column[:] = moves
    forms += [moves, tuple(moves), iter(moves), column, [*moves[:9], *uci[9:]]]
    for form in forms:
        assert positions.play(form, threads=2) == expected == by_bits
    pyarrow = import_or_skip("pyarrow")
    assert positions.play(pyarrow.chunked_array([uci[:7], uci[7:]])) == expected


def test_moves_of_16_bits_are_texts_and_moves(positions):
    bits, _ = some_moves(positions)
    texts = positions.uci(bits)
    assert texts == positions.uci(bits.astype(np.int64)[::1].tolist()) and positions.uint16(texts).tolist() == bits.tolist()
    assert positions.uint16([Move.from_uci(text) for text in texts]).tolist() == bits.tolist()
    assert [Move.from_uint16(number).uci() for number in bits] == [name_of(int(number)) for number in bits]
    for row in (0, 7, len(positions) - 1):
        assert positions[row].play(texts[row]) == positions.play(bits)[row]
    two = Positions.from_fens([START, "no FEN"], bad_rows="mark")
    assert two.uint16(["e2e4", None]).tolist() == [12 | 28 << 6, 65535] and two.uint16(np.array(["e2e4", None])).dtype == np.uint16
    assert two.uci([12 | 28 << 6] * 2) == ["e2e4", None] and two.uci([65535, 0]) == [None, None]
    for wrong, error in [
        (["e2e5", None], "row 0: the move e2e5 is not legal"),
        (["e2e4", "e2e4"], "row 1: the row is marked"),
        (["e2e4"], "expected a move for each of 2 positions, found 1"),
    ]:
        with pytest.raises(ValueError, match=error):
            two.uint16(wrong)
    three = Positions.from_fens([START, "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", START])
    assert three.uci([12 | 28 << 6, 4 | 7 << 6, 65535]) == ["e2e4", "e1g1", None]
    for wrong, text in [([65535, 12 | 44 << 6, 0], "e2e6"), ([65535, 4 | 6 << 6 | 4 << 12, 0], "e1g1q"), ([65535, 0, 0], "a1a1"), ([12 | 28 << 6, 52 | 36 << 6, 0], "e7e5")]:
        with pytest.raises(ValueError, match=f'^row 1: the move is not legal: "{text}"$'):
            three.uci(wrong)
    for wrong, error in [([1 << 15, 0], "row 0: the bits are no move's"), ([1], "each of 2 positions, found 1"), ([-1, 0], "0 to 65535")]:
        with pytest.raises(ValueError, match=error):
            two.uci(wrong)
    for wrong in ([5, None], [1.5, None], 7):
        with pytest.raises(TypeError):
            two.uint16(wrong)


def test_numbers_of_no_rows_and_of_marked_rows():
    empty = Positions.from_fens([])
    for moves in ([], (), iter([]), np.empty(0, np.uint16), np.empty(0, object)):
        assert len(empty.play(moves, "leela")) == len(empty.play(moves)) == 0
    two = Positions.from_fens(["no FEN", START], bad_rows="mark")
    legal = int(hyperbola.Games(1).encode(["e2e4"], "leela")[0])
    for number in (1, 0, 65535):
        (bad,) = two.play([number, legal], "leela", bad_rows="mark").bad_rows
        assert (bad.row, bad.text, bad.reason) == (0, str(number), "the row is marked, so it has no legal move")
    with pytest.raises(TypeError, match="numbers of the encoding"):
        two.play(["e2e4", "e2e4"], "leela", bad_rows="mark")


@pytest.mark.parametrize("encoding", ["alphazero", "leela", "from-to"])
def test_numbers_of_an_encoding_are_played(encoding):
    games = hyperbola.Games(50, seed=3)
    for _ in range(30):
        games.step(games.random_moves())
    positions, numbers = games.positions(), games.random_moves(encoding)
    games.step(numbers, encoding)
    for form in (numbers, numbers.astype(np.int64), numbers.tolist()):
        assert positions.play(form, encoding, threads=2) == games.positions()
    wrong = numbers.copy()
    wrong[7] = 65535
    with pytest.raises(ValueError, match=f'^row 7: expected the {encoding} number of a legal move: "65535"$'):
        positions.play(wrong, encoding)
    marked = positions.play(wrong, encoding, bad_rows="mark")
    assert marked.bad_rows[0].row == 7 and np.flatnonzero(marked.marked).tolist() == [7]
    with pytest.raises(TypeError, match="expected numbers of the encoding"):
        positions.play(["e2e4"] * 50, encoding)
    with pytest.raises(ValueError, match="^encoding: expected one of"):
        positions.play(numbers, "x")


def test_many_moves_are_played():
    positions = Positions.from_fens([START, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] * 30_000)
    moves = ["e2e4", "e1g1"] * 30_000
    expected = Positions.from_fens(
        [Position().play("e2e4").fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"] * 30_000
    )
    for threads in (1, 2):
        assert positions.play(moves, threads=threads) == expected
    moves[50_000] = "e2e5"
    for threads in (1, 2):
        with pytest.raises(ValueError, match='^row 50000: the move e2e5 is not legal in this position: "e2e5"$'):
            positions.play(moves, threads=threads)


@pytest.mark.parametrize(
    ("move", "text", "reason"),
    [
        ("e2e5", "e2e5", "the move e2e5 is not legal in this position"),
        ("e2", "e2", "."),
        ("", "", "."),
        (None, "", "null"),
        ("é" * 300, "é" * 200, "."),
        ("e7e8q", "e7e8q", "the move e7e8q is not legal"),
    ],
)
def test_wrong_texts_are_bad_rows(move, text, reason):
    positions = Positions.from_fens([START] * 3)
    moves = ["e2e4", move, "d2d4"]
    with pytest.raises(ValueError, match=f"^row 1: {reason}"):
        positions.play(moves)
    with pytest.raises(ValueError, match=f"^row 1: {reason}"):
        positions.threat_changes(moves)
    marked = positions.play(moves, bad_rows="mark")
    assert marked.marked.tolist() == [False, True, False]
    (bad,) = marked.bad_rows
    assert (bad.row, bad.text) == (1, text) and bad.reason.startswith(reason.strip("."))
    skipped = positions.play(moves, bad_rows="skip")
    assert skipped == marked[::2] and skipped.bad_rows == marked.bad_rows
    assert skipped[1] == Position().play("d2d4")


@pytest.mark.parametrize(
    ("bits", "text", "reason"),
    [
        (12 | 36 << 6, "e2e5", "the move e2e5 is not legal"),
        (0xFFFF, "0xffff", "expected the bits of a move, found 0xffff"),
        (0, "a1a1", "the move a1a1 is not legal"),
    ],
)
def test_wrong_bits_are_bad_rows(bits, text, reason):
    positions = Positions.from_fens([START] * 2)
    moves = np.array([12 | 28 << 6, bits], np.uint16)
    with pytest.raises(ValueError, match=f'^row 1: {reason}: "{text}"$'):
        positions.play(moves)
    with pytest.raises(ValueError, match=f'^row 1: {reason}: "{text}"$'):
        positions.threat_changes(moves)
    (bad,) = positions.play(moves, bad_rows="mark").bad_rows
    assert (bad.row, bad.text, bad.reason) == (1, text, reason)


def test_no_move_is_legal_in_a_marked_row():
    positions = Positions.from_fens([START, "x", START], bad_rows="mark")
    for moves in (["e2e4", "e2e4", None], [12 | 28 << 6] * 2 + [0]):
        played = positions.play(moves, bad_rows="mark")
        assert played.marked.tolist() == [False, True, True]
        assert played.bad_rows[0].reason == "the row is marked, so it has no legal move"
        with pytest.raises(ValueError, match="^row 1: the row is marked"):
            positions.play(moves)
    offsets, _ = positions.threat_changes(["e2e4", None, "g1f3"])
    assert offsets[2] == offsets[3] == offsets[4] < offsets[6]
    offsets, _ = positions.threat_changes([12 | 28 << 6, 0xFFFF, 6 | 21 << 6])
    assert offsets[2] == offsets[3] == offsets[4] < offsets[6]


def test_there_is_a_move_for_each_position():
    positions = Positions.from_fens([START] * 3)
    for moves in (["e2e4"] * 2, ["e2e4"] * 4, [796] * 2, np.zeros(4, np.uint16), [], iter(["e2e4"] * 70_000)):
        for call in (positions.play, positions.threat_changes):
            with pytest.raises(ValueError, match="^moves: expected a move for each of 3 positions, found"):
                call(moves)
    for wrong, error, reason in [
        ("e2e4", TypeError, "^moves: expected many texts"),
        (5, TypeError, "^moves: expected a list"),
        (np.zeros(3), TypeError, "^moves: expected integers"),
        (np.zeros((3, 1), np.uint16), ValueError, "^moves: expected an array of one axis"),
        ([1, 2, -3], ValueError, "^moves: expected numbers from 0 to 65535, found -3"),
        ([1, "e2e4", 2], TypeError, "^moves: "),
        (np.ma.array([1, 2, 3], mask=[0, 0, 1]), ValueError, "^moves: .*masked"),
    ]:
        with pytest.raises(error, match=reason):
            positions.play(wrong)
    assert len(positions[:0].play([])) == 0
    assert [len(array) for array in positions[:0].threat_changes([])] == [1, 0]


def lists(found, row, each=1):
    offsets, items = found
    return [
        {tuple(item) for item in items[offsets[at] : offsets[at + 1]].tolist()}
        for at in range(row * each, (row + 1) * each)
    ]


def test_changed_threats_are_the_difference(positions):
    bits, texts = some_moves(positions, seed=2)
    found = positions.threat_changes(texts)
    offsets, items = found
    assert offsets.dtype == np.int64 and offsets.shape == (2 * len(positions) + 1,)
    assert items.dtype == np.uint8 and items.shape == (offsets[-1], 4)
    before, after = positions.compute("threats"), positions.play(texts).compute("threats")
    for row in range(len(positions)):
        removed, added = lists(found, row, 2)
        (old,), (new,) = lists(before, row), lists(after, row)
        assert (removed, added) == (old - new, new - old), row
    for threads, simd in ((2, None), (1, "u64"), (2, hyperbola.simd_kinds(boards=True)[-1])):
        again = positions.threat_changes(texts, threads=threads, simd=simd)
        assert all(np.array_equal(one, other) for one, other in zip(found, again))
    assert np.array_equal(positions.threat_changes(bits)[0], Positions.threat_changes(positions, bits.tolist())[0])
    many = Positions.from_fens([START] * 9000).threat_changes(["g1f3"] * 9000, threads=2)
    assert np.array_equal(many[0], np.cumsum([0] + [2, 6] * 9000)) and len(many[1]) == 72_000


@pytest.mark.parametrize("name", ["halfka_v2_hm", "threats_59808+pawn_pairs+chess_768"])
def test_changed_inputs_are_those_of_each_move(positions, name):
    bits, texts = some_moves(positions, seed=3)
    offsets, numbers, refreshed = positions.input_changes(name, bits)
    assert (offsets.dtype, numbers.dtype, refreshed.dtype) == (np.int64, np.int32, np.uint8)
    assert offsets.shape == (4 * len(positions) + 1,) and refreshed.shape == (len(positions), 2)
    assert offsets[-1] == len(numbers) and refreshed.any()
    each = InputSet(name)
    for row, text in enumerate(texts):
        found = [sorted(numbers[offsets[at] : offsets[at + 1]].tolist()) for at in range(4 * row, 4 * row + 4)]
        views = each.changes(positions[row], text)
        assert found == [view[key].tolist() for view in views for key in ("removed", "added")], row
        assert refreshed[row].tolist() == [sum(1 << block for block in view["refreshed"]) for view in views]
    # A marked row has no changes; a move that is not legal is named with its row.
    some = Positions.from_fens([START, "x", START], bad_rows="mark")
    offsets, numbers, refreshed = some.input_changes(each, ["e2e4", None, "g1f3"])
    assert offsets[4] == offsets[8] and len(numbers) == offsets[12] > offsets[8] and not refreshed[1].any()
    with pytest.raises(ValueError, match='^row 2: .*: "e2e5"$'):
        some.input_changes(each, ["e2e4", None, "e2e5"])
    many = Positions.from_fens([START] * 9000).input_changes("chess_768", ["g1f3"] * 9000)
    assert np.array_equal(many[0], np.arange(36_001)) and len(many[1]) == 36_000


def test_perft_counts_each_position(positions):
    some = positions[:: len(positions) // 60]
    for depth in range(4):
        expected = [position.perft(depth) for position in some]
        for threads, simd in ((1, None), (3, "u64")):
            found = some.perft(depth, threads=threads, simd=simd)
            assert found.dtype == np.uint64 and found.tolist() == expected
    assert positions[:0].perft(3).shape == (0,)
    marked = Positions.from_fens([START, "x"], bad_rows="mark")
    assert [marked.perft(depth).tolist() for depth in range(5)] == [[1, 0], [20, 0], [400, 0], [8902, 0], [197_281, 0]]
    with pytest.raises(ValueError, match="^simd: expected one of u64.* for boards; found"):
        marked.perft(2, simd="portable-x4")


def test_a_count_that_no_element_holds_is_refused():
    few, many = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "k7/8/8/8/8/8/8/7K w - - 0 1"
    positions = Positions.from_fens([few, "x", many, few, many], bad_rows="mark")
    kept = {"memory_mib": 16}
    for threads in (1, 3):
        most = positions.perft(24, threads=threads, **kept)
        expected = [Position(fen).perft(24, **kept) for fen in (few, many)]
        assert most.tolist() == [expected[0], 0, expected[1], expected[0], expected[1]]
        with pytest.raises(OverflowError, match=r"^row 2: expected at most 2\^64 - 1 move sequences"):
            positions.perft(30, threads=threads, **kept)
    assert expected[1] < 2**64 < Position(many).perft(30, **kept)
    with pytest.raises(MemoryError):
        positions.perft(200, memory_mib=1 << 42, threads=3)
    # Few moves keep few positions.
    assert positions.perft(1, memory_mib=1 << 42, threads=3).tolist()[0] == Position(few).perft(1)
