"""Games side by side, beside boards that play the same moves one by one."""

from __future__ import annotations

import copy
import importlib.util
import os
import pathlib
import pickle
import random
import subprocess
import sys
import threading

import numpy as np
import pytest

import hyperbola
from hyperbola import Board, Games, Move, PieceType, Position, Positions, Termination

ENCODINGS = {"alphazero": 4672, "leela": 1858, "from-to": 4096}
PLANES = {"alphazero": 119, "leela": 112}
CUT_OFF = 8
# A repetition is soon there: kings and rooks alone.
ENDGAME = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1"


def moves_of(games):
    """Returns the legal moves of each game as lists."""
    offsets, items = games.legal_moves()
    return [items[start:end].tolist() for start, end in zip(offsets, offsets[1:])]


def ending_of(board, claim_draw, max_plies=0):
    """Returns the number of the ending that a board finds, without looking at its next moves."""
    outcome = board.outcome()
    if outcome:
        return outcome.termination.value
    if claim_draw and board.is_fifty_moves():
        return Termination.FIFTY_MOVES.value
    if claim_draw and board.is_repetition(3):
        return Termination.THREEFOLD_REPETITION.value
    return CUT_OFF if max_plies and len(board.move_stack) >= max_plies else 0


def winner(board):
    return (-1 if board.turn else 1) if board.is_checkmate() else 0


# Encodings, slowly: as their descriptions say.

COMPASS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def slides(start, end):
    files, ranks = abs(start % 8 - end % 8), abs(start // 8 - end // 8)
    return start != end and (not files or not ranks or files == ranks or {files, ranks} == {1, 2})


LEELA = [(start, end, None) for start in range(64) for end in range(64) if slides(start, end)]
LEELA += [(48 + file, 56 + to, role) for file in range(8) for to in range(8) if abs(file - to) < 2
          for role in (PieceType.QUEEN, PieceType.ROOK, PieceType.BISHOP)]  # fmt: skip
LEELA_NUMBERS = {move: number for number, move in enumerate(LEELA)}


def squares_of(board, move):
    """Returns the squares of a move as the side to move sees them; castling goes onto the rook."""
    view = 0 if board.turn else 56
    start, end = move.from_square, move.to_square
    if board.is_castling(move):
        rights = int(board.castling_rights)
        rooks = [
            square for square in range(64) if rights >> square & 1 and square // 8 == start // 8
        ]
        is_short = board.is_kingside_castling(move)
        (end,) = [square for square in rooks if (square > start) == is_short]
    return int(start) ^ view, int(end) ^ view


def number_of(board, move, encoding):
    start, end = squares_of(board, move)
    if encoding == "from-to":
        view = 0 if board.turn else 56
        return 64 * (start ^ view) + (end ^ view)
    role = move.promotion
    if encoding == "leela":
        return LEELA_NUMBERS[start, end, None if role == PieceType.KNIGHT else role]
    files, ranks = end % 8 - start % 8, end // 8 - start // 8
    if role and role != PieceType.QUEEN:
        plane = 64 + 3 * (files + 1) + role - PieceType.KNIGHT
    elif board.is_castling(move) and (start, end) in ((4, 7), (4, 0)):
        plane = 7 * 2 + 1 if end == 7 else 7 * 6 + 1
    elif (files, ranks) in KNIGHT:
        plane = 56 + KNIGHT.index((files, ranks))
    else:
        distance = max(abs(files), abs(ranks))
        plane = 7 * COMPASS.index((files // distance, ranks // distance)) + distance - 1
    return 64 * plane + start


# Planes, slowly.


def plane(squares, board):
    found = np.zeros((8, 8))
    for square in squares:
        square = int(square) if board.turn else int(square) ^ 56
        found[square // 8, square % 8] = 1
    return found


def planes_of(board, planes):
    """Returns the planes of a board with its moves, which may be one of python-chess."""
    is_alphazero = planes == "alphazero"
    found, past = [], board.copy()
    root = board.root()
    passed = int(root.ep_square) if root.has_legal_en_passant() else None
    for back in range(8):
        is_there = back <= len(board.move_stack)
        if back and is_there:
            past.pop()
        shown = past if is_there or (not is_alphazero and root.fen() != Board().fen()) else None
        for color in (board.turn, not board.turn):
            for role in PieceType:
                squares = {int(square) for square in shown.pieces(role, color)} if shown else set()
                if shown and not is_there and (role, color) == (PieceType.PAWN, not root.turn) and passed:
                    # A pawn that can be taken en passant has not made its step before.
                    squares = squares - {passed ^ 8} | {passed ^ 24}
                found.append(plane(squares, board))
        for times in (2, 3)[: 2 if is_alphazero else 1]:
            found.append(np.full((8, 8), is_there and past.is_repetition(times)))
    sides = [(color, has) for color in (board.turn, not board.turn) for has in ("king", "queen")]
    castling = [
        np.full((8, 8), getattr(board, f"has_{side}side_castling_rights")(color))
        for color, side in sides
    ]
    clock = np.full((8, 8), min(board.halfmove_clock, 255))
    if is_alphazero:
        found += [
            np.full((8, 8), board.turn),
            np.full((8, 8), min(board.fullmove_number, 255)),
            *castling,
            clock,
        ]
    else:
        castling = [castling[1], castling[0], castling[3], castling[2]]
        found += [
            *castling,
            np.full((8, 8), not board.turn),
            clock,
            np.zeros((8, 8)),
            np.ones((8, 8)),
        ]
    return np.stack(found)


def openings(fens):
    """Some positions of chess and of Chess960 that can be played on, and where games end soon."""
    found = [fen for fen in fens[::40] if not Board(fen, lenient=True).outcome()]
    late = ENDGAME.replace("0 1", "95 90")
    castling = [f"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R {side} KQkq - 0 1" for side in "wb"]
    castling += [f"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 {side} EAea - 0 1" for side in "wb"]
    return [
        Position().fen(),
        *[ENDGAME] * 8,
        *[late] * 4,
        "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 9",
        "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 9",
        *castling,
        *found,
    ]


@pytest.mark.parametrize("claim_draw", [False, True])
def test_games_are_those_of_boards(fens, claim_draw):
    """Moves, masks, numbers, results, repetitions and planes, ply by ply through random games."""
    starts, choice = openings(fens), random.Random(3)
    options = {"openings": starts, "claim_draw": claim_draw, "max_plies": 230, "shuffle": False}
    games = Games(len(starts), autoreset="next-step", **options)
    boards, ended, seen = [games.board(number) for number in range(len(games))], set(), set()
    assert [board.fen() for board in boards] == Positions.from_fens(starts).fens()
    for turn in range(240):
        legal = moves_of(games)
        assert [len(moves) for moves in legal] == [
            0 if number in ended else len(board.legal_moves) for number, board in enumerate(boards)
        ]
        if turn % 8 == 0:
            compare(games, boards, ended, legal)
        played = [choice.choice(moves) if moves else 0 for moves in legal]
        for number, board in enumerate(boards[:9]):
            # Pieces often go back, so that positions are there again.
            back = board.move_stack[-2] if len(board.move_stack) > 1 else Move.null()
            undone = back.to_square | back.from_square << 6
            played[number] = (
                undone if undone in legal[number] and choice.random() < 0.9 else played[number]
            )
        step = games.step(played)
        for number, (move, board) in enumerate(zip(played, boards)):
            if number in ended:
                boards[number] = games.board(number)
                assert not boards[number].move_stack and step.endings[number] == 0
                ended.discard(number)
                continue
            mover = board.turn
            board.push(move)
            ending = ending_of(board, claim_draw, 230)
            seen.add(ending)
            assert step.endings[number] == ending, board.fen()
            assert step.terminations[number] == (0 < ending < CUT_OFF)
            assert step.truncations[number] == (ending == CUT_OFF)
            assert step.results[number] == winner(board)
            assert step.rewards[number] == (winner(board) == (1 if mover else -1))
            if ending:
                ended.add(number)
        assert games.endings.tolist() == step.endings.tolist()
        assert games.positions().fens() == [board.fen() for board in boards]
    expected = {0, 1, 2, 3, CUT_OFF} | ({6, 7} if claim_draw else {4, 5})
    assert expected <= seen


def compare(games, boards, ended, legal):
    """Compares all that is said of games at a ply."""
    assert [int(times) for times in games.repetitions] == [times(board) for board in boards]
    assert games.plies.tolist() == [len(board.move_stack) for board in boards]
    assert games.side_to_move.tolist() == [0 if board.turn else 1 for board in boards]
    for encoding, size in ENCODINGS.items():
        mask = games.mask(encoding)
        assert mask.shape == (len(games), size) and mask.dtype == bool
        packed = games.mask(encoding, packed=True)
        unpacked = np.unpackbits(packed, axis=1, count=size, bitorder="little")
        assert np.array_equal(unpacked, mask)
        offsets, numbers = games.legal_moves(encoding)
        for number, (board, moves) in enumerate(zip(boards, legal)):
            moves = [] if number in ended else board.legal_moves
            expected = [number_of(board, move, encoding) for move in moves]
            assert numbers[offsets[number] : offsets[number + 1]].tolist() == expected
            assert np.flatnonzero(mask[number]).tolist() == sorted(set(expected))
    for planes in PLANES:
        found = games.observe(planes)
        for number, board in enumerate(boards):
            expected = planes_of(board, planes)
            assert np.array_equal(found[number], expected), (number, board, planes)


def times(board):
    found = 1
    while board.is_repetition(found + 1):
        found += 1
    return found


def test_numbers_and_moves_are_inverse(fens):
    """For all legal moves of thousands of positions."""
    positions = [fen for fen in fens if Position(fen).legal_moves() and not Board(fen).outcome()]
    assert len(positions) > 1000
    games = Games(len(positions), openings=positions, shuffle=False)
    legal = moves_of(games)
    for encoding in ENCODINGS:
        for index in range(max(map(len, legal))):
            moves = np.array([found[index % len(found)] for found in legal], np.uint16)
            numbers = games.encode(moves, encoding)
            back = games.decode(numbers, encoding)
            if encoding == "from-to":
                # A promotion is one to a queen.
                promoted = moves >> 12 > 0
                assert np.array_equal(back[promoted] >> 12, np.full(promoted.sum(), 4))
                moves, back = moves & 4095, back & 4095
            assert np.array_equal(back, moves), encoding


def test_numbers_play_what_moves_play():
    for encoding in ENCODINGS:
        one, two = Games(64, seed=3), Games(64, seed=3)
        for _ in range(60):
            numbers = one.random_moves(encoding)
            moves = two.decode(numbers, encoding)
            assert np.array_equal(one.step(numbers, encoding), two.step(moves))
        assert one.positions() == two.positions()


@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_games_begin_again(autoreset):
    mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
    games = Games(2, openings=[mate], autoreset=autoreset)
    step = games.step(["a1a8", "a1a2"])
    assert step.endings.tolist() == [1, 0] and step.rewards.tolist() == [1, 0]
    assert step.terminations.tolist() == [True, False] and step.results.tolist() == [1, 0]
    first = games.positions()[0].fen()
    if autoreset == "same-step":
        assert (
            first == mate and games.episodes.tolist() == [1, 0] and games.endings.tolist() == [0, 0]
        )
        return
    assert first.startswith("R6k/") and games.endings.tolist() == [1, 0]
    assert not games.mask("leela")[0].any() and games.legal_moves()[0].tolist()[1] == 0
    assert (
        games.random_moves()[0] == 0
        and games.decode([7, games.encode(["none", "h8g8"], "leela")[1]], "leela")[0] == 0
    )
    step = games.step(["nonsense", "h8g8"])
    if autoreset == "next-step":
        assert games.positions()[0].fen() == mate and games.plies.tolist() == [0, 2]
        assert step.endings.tolist() == [0, 0] and games.episodes.tolist() == [1, 0]
    else:
        assert games.positions()[0].fen() == first and games.plies.tolist() == [1, 2]
        assert (
            step.endings.tolist() == [1, 0]
            and step.rewards.tolist() == [0, 0]
            and step.results[0] == 1
        )
        games.reset([0])
        assert games.positions()[0].fen() == mate and games.plies.tolist() == [0, 2]


def test_rewards_and_results_of_black():
    games = Games(1, openings=["7K/8/6k1/8/8/8/8/r7 b - - 0 1"])
    step = games.step(["a1a8"])
    assert step.rewards.tolist() == [1] and step.results.tolist() == [-1]


def test_the_seed_alone_decides():
    def play(seed, threads):
        games = Games(700, rules="chess960", seed=seed, max_plies=40, threads=threads)
        for _ in range(100):
            games.step(games.random_moves("alphazero"), "alphazero")
        return games

    one = play(1, 1)
    for threads in (2, 5):
        many = play(1, threads)
        assert many.positions() == one.positions() and many.state() == one.state()
        assert np.array_equal(many.mask("leela"), one.mask("leela"))
        assert np.array_equal(many.observe("leela"), one.observe("leela"))
        for found, expected in zip(many.legal_moves(), one.legal_moves()):
            assert np.array_equal(found, expected)
    assert play(2, 1).positions() != one.positions()
    assert one.episodes.min() >= 2


def test_openings_by_chance_and_in_turn(tmp_path):
    fens = [f"4k3/8/8/8/8/{rank}/8/R3K3 w - - 0 1" for rank in ("P7", "1P6", "2P5", "3P4")]
    path = tmp_path / "openings.epd"
    path.write_text("\n".join(fen[:-4] + ' bm Ra8; id "x";' for fen in fens) + "\n\n")
    for source in (fens, Positions.from_fens(fens), path, str(path), iter(fens)):
        games = Games(6, openings=source, shuffle=False)
        assert games.positions().fens() == [*fens, *fens[:2]]
    games.reset()
    assert games.positions().fens() == [*fens[2:], *fens]
    shuffled = Games(4000, openings=fens).positions().fens()
    assert all(900 < shuffled.count(fen) < 1100 for fen in fens)
    games = Games(960 * 20, rules="chess960")
    boards = games.positions()
    assert len(set(boards.fens())) == 960
    assert games.board(0).chess960 and not Games(1).board(0).chess960
    games.reset()
    assert games.positions() != boards


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([], "expected at least one opening, found none"),
        (["no FEN"], "row 0: .*no FEN"),
        ([Position().fen(), "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"], "opening 1: .* ended by checkmate"),
        ("/nothing/there", "nothing"),
        (Positions.from_fens(["x"], bad_rows="mark"), "row 0 is marked"),
    ],
)
def test_wrong_openings(wrong, message):
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        Games(1, openings=wrong)


def test_actions_in_any_array():
    """Those of the usual types are read in Rust, all others in Python, with the same result."""
    games = Games(3)
    moves = games.random_moves()
    unaligned = np.zeros(25, np.uint8)[1:].view(np.int64)
    unaligned[:] = moves
    arrays = [moves.astype(dtype) for dtype in (np.uint16, np.int64, np.int32, np.uint64, ">i8", ">u2")]
    arrays += [unaligned, np.repeat(moves, 2)[::2], np.repeat(moves.astype(np.int64), 2)[::2]]
    stepped = games.copy()
    stepped.step(moves.tolist())
    for array in arrays:
        copy = games.copy()
        copy.step(array)
        assert copy.state() == stepped.state()
    for wrong in (moves.astype(np.int64) + 65536, moves.astype(np.int64) - 65536):
        with pytest.raises(ValueError, match="^actions: expected numbers from 0 to 65535, found -?[0-9]+ at"):
            games.step(wrong)
    for wrong in (moves[:2], moves.astype(np.int64)[:2], moves.reshape(1, 3)):
        with pytest.raises(ValueError, match="^actions: expected one for each of 3 games"):
            games.step(wrong)
    with pytest.raises(ValueError, match="masked"):
        games.step(np.ma.array(moves, mask=[True, False, False]))


def test_openings_fit_the_rules():
    """Castling with a king on the b-file is of Chess960 alone, whoever has read the positions."""
    fens = [Position().fen(), "1k6/8/8/8/8/8/8/1K1R4 w D - 0 1"]
    for source in (fens, Positions.from_fens(fens)):
        with pytest.raises(ValueError, match="^openings: row 1: .* is not one of chess: "):
            Games(1, openings=source, rules="chess")
        for rules in ("auto", "chess960"):
            games = Games(2, openings=source, rules=rules, shuffle=False)
            assert games.board(1).chess960
            for move in games.board(1).legal_moves:
                games.board(1).push(move)


def test_wrong_lines_of_openings(tmp_path):
    path = tmp_path / "openings.epd"
    path.write_text(f"\n\n{Position().fen()}\n\nno FEN\n")
    with pytest.raises(ValueError, match="openings.epd, line 5: .*no FEN") as raised:
        Games(1, openings=path)
    assert str(raised.value).startswith(f"openings: {path}, line 5: ")
    # Of positions too with which no game can begin.
    for fen, rules, why in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "auto", "expected a position that can be played on, found"),
        ("1k6/8/8/8/8/8/8/1K1R4 w D - 0 1", "chess", ".* is not one of chess"),
    ]:
        path.write_text(f"\n{Position().fen()}\n\n{fen}\n")
        with pytest.raises(ValueError, match=f"^openings: .*openings.epd, line 4: {why}"):
            Games(1, openings=path, rules=rules)
    path.write_text("\n\n")
    with pytest.raises(ValueError, match="^openings: .*openings.epd: expected at least one opening, found none$"):
        Games(1, openings=path)


@pytest.mark.skipif(os.name != "posix", reason="A name has any bytes on POSIX alone.")
def test_a_file_of_openings_whose_name_is_not_utf8(tmp_path):
    path = os.path.join(tmp_path, os.fsdecode(b"\xff.epd"))
    try:
        with open(path, "w") as file:
            file.write(f"{Position().fen()}\n")
    except OSError:
        pytest.skip("This file system has names of UTF-8 alone.")
    assert Games(1, openings=path).positions().fens() == [Position().fen()]
    for text, why in [("x", "line 1: .*'x'"), ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "line 1: .* ended by checkmate")]:
        with open(path, "w") as file:
            file.write(text)
        with pytest.raises(ValueError, match=f"^openings: .*.epd, {why}$"):
            Games(1, openings=path)


def test_openings_that_claims_end():
    for fen, options in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 90", {"claim_draw": True}),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 150 90", {}),
    ]:
        with pytest.raises(ValueError, match="ended by .*moves without"):
            Games(1, openings=[fen], **options)
    assert len(Games(1, openings=["4k3/8/8/8/8/8/8/R3K3 w - - 100 90"])) == 1


@pytest.mark.parametrize(
    ("action", "encoding", "message"),
    [
        (
            0,
            None,
            "game 1: expected one of 20 legal moves, found 0, which is a1a1, in the position rnbqk",
        ),
        (65535, None, "game 1: expected one of 20 legal moves, found 65535, in"),
        (
            65535,
            "leela",
            "game 1: expected the leela number, 0 to 1857, of one of 20 legal moves, found 65535",
        ),
        (
            0,
            "alphazero",
            "game 1: expected the alphazero number, 0 to 4671, of one of 20 legal moves, found 0",
        ),
        (4095, "from-to", "game 1: expected the from-to number, 0 to 4095"),
    ],
)
def test_an_illegal_action_changes_nothing(action, encoding, message):
    games = Games(3)
    state, right = games.state(), games.random_moves(encoding)
    right[1] = action
    with pytest.raises(ValueError, match=message):
        games.step(right, encoding)
    assert games.state() == state
    with pytest.raises(ValueError, match="game 1: "):
        games.decode(right, encoding) if encoding else games.encode(right, "leela")


def test_texts_and_moves_are_actions():
    games = Games(3)
    games.step(["e2e4", Move.from_uci("g1f3"), "d2d4"])
    assert [str(games.board(number).peek()) for number in range(3)] == ["e2e4", "g1f3", "d2d4"]
    state = games.state()
    for wrong in ("e2e4", "xx", "é", Move.null()):
        with pytest.raises(ValueError, match="game 2: expected one of 20 legal moves, found"):
            games.step(["e7e5", "e7e5", wrong])
    with pytest.raises(TypeError, match="actions: expected a str or a Move at index 1, found int"):
        games.step(["e7e5", 5, "e7e5"])
    with pytest.raises(TypeError, match="actions: expected a str or a Move at index 1, found int"):
        games.step(iter(["e7e5", 5, "e7e5"]))
    assert games.state() == state
    texts = ["e7e5", "c7c5", "g8f6"]
    moves = [Move.from_uci(text) for text in texts]
    expected = games.encode(texts, "leela").tolist()
    for column in (tuple(moves), np.array(texts), np.array(texts, object), np.array(moves)):
        assert games.encode(column, "leela").tolist() == expected
    for values in (texts, moves, games.decode(expected, "leela").tolist()):
        assert games.encode(iter(values), "leela").tolist() == expected
    games.copy().step(iter(expected), "leela")
    castling = Games(2, openings=["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"])
    castling.step(["e1g1", "e1h1"])
    assert castling.positions()[0] == castling.positions()[1]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ([1, 2], ValueError), ([[1, 2, 3]], ValueError), (5, ValueError), (np.zeros(3), TypeError),
        ("e2e4", TypeError), (None, TypeError), ([True, False, True], TypeError),
        ([-1, 0, 0], ValueError), ([1 << 16, 0, 0], ValueError), (["e2e4"] * 2, ValueError),
        (np.array(["e2e4"] * 2), ValueError),
        (b"abc", TypeError), (np.array([b"e2e4"] * 3), TypeError), ({1, 2, 3}, TypeError),
    ],
)  # fmt: skip
def test_wrong_arrays_of_actions(wrong, error):
    games = Games(3)
    for call in (games.step, lambda moves: games.encode(moves, "leela")):
        with pytest.raises(error, match=r"^(actions|moves): expected .*found"):
            call(wrong)
    with pytest.raises(ValueError, match="^actions: expected an array without masked elements"):
        games.step(np.ma.masked_array(np.zeros(3, int), [1, 0, 0]))
    assert games.plies.tolist() == [0, 0, 0]


def test_arrays_that_are_written():
    games = Games(3)
    for encoding, size in ENCODINGS.items():
        out = np.ones((3, size), bool)
        assert games.mask(encoding, out=out) is out and out.sum() == 60
        bits = np.full((3, -(-size // 8)), 255, np.uint8)
        assert games.mask(encoding, packed=True, out=bits) is bits
        assert np.unpackbits(bits).sum() == 60
    for planes, count in PLANES.items():
        expected = games.observe(planes)
        for dtype in ("uint8", "float16", "float32"):
            out = np.full((3, count, 8, 8), 77, dtype)
            assert games.observe(planes, out=out) is out and np.array_equal(out, expected)
            assert games.observe(planes, dtype=dtype).dtype == dtype
    size = ENCODINGS["leela"]
    read_only = np.ones((3, size), bool)
    read_only.flags.writeable = False
    for wrong in (
        np.ones((2, size), bool),
        np.ones((3, size), np.uint8),
        np.ones((size, 3), bool).T,
        read_only,
    ):
        with pytest.raises(ValueError, match="^out: expected"):
            games.mask("leela", out=wrong)
    with pytest.raises(TypeError, match="^out: expected an array of NumPy, found list"):
        games.mask("leela", out=[])
    for wrong, error in ((np.float64, ValueError), ("nothing", TypeError), (">f4", ValueError)):
        with pytest.raises(error, match="^dtype: expected uint8, float16 or float32 in the byte order of this computer, found"):
            games.observe("leela", dtype=wrong)
    shared = np.from_dlpack(games.observe("leela"))
    assert shared.shape == (3, 112, 8, 8)


def test_wrong_names():
    games = Games(1)
    for call in (
        games.mask,
        lambda name: games.legal_moves(name),
        lambda name: games.step([0], name),
    ):
        with pytest.raises(
            ValueError,
            match='^encoding: expected one of from-to, alphazero, leela, found "x"$',
        ):
            call("x")
    with pytest.raises(ValueError, match="^planes: expected one of alphazero, leela, found"):
        games.observe("x")
    with pytest.raises(
        ValueError, match="^autoreset: expected one of same-step, next-step, disabled, found"
    ):
        Games(1, autoreset="x")
    with pytest.raises(ValueError, match="^rules: "):
        Games(1, rules="x")
    with pytest.raises(ValueError, match="^games: expected"):
        Games(-1)
    with pytest.raises(MemoryError):
        Games(1 << 50)


def test_no_games():
    games = Games(0, threads=2)
    assert len(games) == 0 and games.legal_moves()[0].tolist() == [0]
    assert games.mask("leela").shape == (0, 1858)
    assert games.observe("alphazero").shape == (0, 119, 8, 8)
    assert len(games.step([]).rewards) == 0
    assert len(games.step(np.empty(0, np.uint16), "leela").endings) == 0
    assert len(games.positions()) == 0 and len(games.random_moves()) == 0
    assert len(Games.from_state(games.state())) == 0
    games.reset()
    with pytest.raises(IndexError, match="^game: expected one of 0 games, found 0"):
        games.board(0)


@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_games_go_on_from_their_state(autoreset, fens):
    games = Games(
        300,
        openings=openings(fens),
        seed=9,
        max_plies=60,
        claim_draw=True,
        autoreset=autoreset,
        rules="auto",
    )
    for _ in range(50):
        games.step(games.random_moves())
    others = [
        Games.from_state(games.state(), threads=2),
        pickle.loads(pickle.dumps(games)),
        copy.copy(games),
    ]
    others += [copy.deepcopy(games), games.copy(), games.take(range(300))]
    for _ in range(30):
        step = games.step(games.random_moves())
        for other in others:
            assert all(
                np.array_equal(found, right)
                for found, right in zip(other.step(other.random_moves()), step)
            )
    for other in others:
        assert other.positions() == games.positions() and other.state() == games.state()
        assert np.array_equal(other.observe("alphazero"), games.observe("alphazero"))
        assert np.array_equal(other.repetitions, games.repetitions)


def test_states_that_are_none():
    games = Games(3, rules="chess960", openings=[Position().fen()])
    games.step(games.random_moves())
    state = games.state()
    assert Games.from_state(state).board(0).chess960
    for index in range(len(state)):
        for change in (1, 2, 128, 255):
            changed = bytearray(state)
            changed[index] ^= change
            with pytest.raises(ValueError, match="^state: "):
                Games.from_state(bytes(changed))
    with pytest.raises(ValueError, match="^state: .* version 1, found version \"2\"$"):
        Games.from_state(state.replace(b"games 1", b"games 2", 1))
    for length in (0, 1, 17, 18, 19, 40, len(state) - 9, len(state) - 1):
        with pytest.raises(ValueError, match="^state: "):
            Games.from_state(state[:length])
    with pytest.raises(ValueError, match="^state: "):
        Games.from_state(state + b"\0")
    with pytest.raises(TypeError):
        Games.from_state("x")


def test_games_that_are_taken_go_on_apart():
    games = Games(4)
    games.step(["e2e4", "d2d4", "c2c4", "g1f3"])
    some = games.take([3, 0, 0, -1])
    last = [str(some.board(number).peek()) for number in range(4)]
    assert last == ["g1f3", "e2e4", "e2e4", "g1f3"]
    some.step(some.random_moves())
    assert games.plies.tolist() == [1] * 4 and some.plies.tolist() == [2] * 4
    assert len(games.take(np.array([True, False, False, True]))) == 2 and len(games.take([])) == 0
    for wrong in ([4], [-5], [True], [[1]]):
        with pytest.raises(IndexError, match="^games: expected"):
            games.take(wrong)
    for wrong in (1, [0.5], None):
        with pytest.raises((TypeError, IndexError), match="^games: expected"):
            games.take(wrong)


def test_reset():
    games = Games(4, rules="chess960", seed=1)
    first = games.positions()
    games.step(games.random_moves())
    games.reset([1, -1])
    assert games.plies.tolist() == [1, 0, 1, 0] and games.episodes.tolist() == [0, 1, 0, 1]
    games.reset(seed=1)
    assert games.positions() == first and games.episodes.tolist() == [0] * 4
    games.reset(seed=2)
    assert games.positions() == Games(4, rules="chess960", seed=2).positions() != first
    with pytest.raises(ValueError, match="^seed: "):
        games.reset([1], seed=3)
    with pytest.raises(IndexError, match="^games: expected a bool for each of 4"):
        games.reset([True])


def test_games_begin_again_as_reset_begins_them():
    """With the next opening of the same game, whichever thread plays it."""
    fens = [Position(ENDGAME).play(move).fen() for move in Position(ENDGAME).legal_moves()]
    for options in ({"shuffle": False}, {"seed": 4}):
        games, others = (Games(400, openings=fens, max_plies=1, **options) for _ in range(2))
        for _ in range(3):
            games.step(games.random_moves())
            others.reset()
            assert games.positions() == others.positions()
            assert np.array_equal(games.episodes, others.episodes)


def test_random_moves_are_all_of_them():
    games = Games(20000)
    moves, counts = np.unique(games.random_moves(), return_counts=True)
    assert sorted(moves) == sorted(Board().legal_moves.uint16) and counts.min() > 850
    assert np.array_equal(games.random_moves(), games.random_moves())
    assert not np.array_equal(games.random_moves(), games.random_moves(seed=1))


def test_inputs_of_games():
    games = Games(5, seed=2)
    for _ in range(9):
        games.step(games.random_moves())
    positions = games.positions()
    assert positions == Positions.from_fens([games.board(number).fen() for number in range(5)])
    assert positions.compute("planes_all").shape[0] == 5 and len(positions.inputs("chess_768")) >= 2


def test_a_game_in_use_is_not_stepped():
    """Two threads that step the same games: each step happens as a whole, or raises an error."""
    games = Games(2000, autoreset="disabled", threads=2)
    done, errors = [], []

    def play():
        for _ in range(30):
            try:
                games.step(games.random_moves())
                done.append(1)
            except RuntimeError as error:
                errors.append(str(error))
            except ValueError:
                # The other thread has played in between.
                pass

    threads = [threading.Thread(target=play) for _ in range(2)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    # A step may end games, which have fewer plies then, but not all of 2000 in 60 steps.
    assert games.plies.max() == len(done)
    assert all("borrowed" in error for error in errors)


@pytest.fixture
def example():
    path = pathlib.Path(__file__).parents[1] / "examples" / "self_play.py"
    spec = importlib.util.spec_from_file_location("self_play", path)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return example


def test_the_example_learns(example):
    network, player = example.Network(1), example.Player(24, 1)
    for _ in range(170):
        player.play(network, temperature=0.5)
    # Each game is cut off by then, at the latest.
    assert player.games.episodes.min() >= 1 and player.rows >= 24
    inputs, targets = (
        player.inputs[:64].astype(np.float32),
        np.sign(np.arange(64) % 3 - 1).astype(np.float32) * 0.5,
    )
    first = network.learn(inputs, targets)
    for _ in range(200):
        last = network.learn(inputs, targets)
    assert last < first / 2
    assert sum(example.score_against_chance(network, 4, 1)) == 4


def test_the_example_runs(example, monkeypatch, capsys):
    """All but its games against chance, which take a while."""
    monkeypatch.setattr(example, "score_against_chance", lambda *_: (1, 1, 0))
    options = ["--minutes", "0.001", "--games", "4", "--tests", "2"]
    monkeypatch.setattr(sys, "argv", ["self_play.py", *options])
    example.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "minutes | games | positions | won | drawn | lost | score"
    rows = [line.split(" | ") for line in lines[1:]]
    assert len(rows) == 11 and all(row[3:] == ["1", "1", "0", "75.0%"] for row in rows)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_threads_work_in_a_forked_process():
    games = Games(1000, threads=2)
    games.step(games.random_moves())
    child = os.fork()
    if not child:
        games.step(games.random_moves())
        os._exit(0 if games.plies.tolist() == [2] * 1000 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_the_module_is_read_when_it_is_needed():
    code = (
        "import sys, hyperbola\n"
        "assert not {'hyperbola._games', 'gymnasium', 'pettingzoo'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert hyperbola.Games is Games
