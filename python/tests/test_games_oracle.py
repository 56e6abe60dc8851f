"""Games side by side beside boards of python-chess, through random games."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest
from test_games import CUT_OFF, ENDGAME, PLANES, number_of, planes_of, times

from hyperbola import Games

PLIES = int(os.environ.get("HYPERBOLA_PLIES", "20000"))
GAMES, MAX_PLIES = 50, 60
# Planes and numbers are compared at one ply of so many.
EVERY = 20


@pytest.mark.parametrize("claim_draw", [False, True])
@pytest.mark.parametrize("rules", ["chess", "chess960"])
def test_games_are_those_of_python_chess(chess, rules, claim_draw):
    is_chess960 = rules == "chess960"
    choice = random.Random(57)
    arrays = [chess.STARTING_FEN] * 3
    if is_chess960:
        arrays = [chess.Board.from_chess960_pos(choice.randrange(960)).fen() for _ in range(GAMES)]
    # Games end where few pieces are left: as many as there are arrays.
    ends = [ENDGAME, ENDGAME.replace("0 1", "90 80")] * (len(arrays) // 2 + 1)
    openings = arrays + ends
    options = {"rules": rules, "claim_draw": claim_draw, "max_plies": MAX_PLIES}
    games = Games(GAMES, openings=openings, autoreset="next-step", **options)

    def begun(game):
        return chess.Board(games.positions().fen(game, shredder=is_chess960), chess960=is_chess960)

    boards, seen = [begun(game) for game in range(GAMES)], set()
    ended = np.zeros(GAMES, bool)
    turns = PLIES // GAMES // 4
    for turn in range(turns):
        offsets, items = games.legal_moves()
        moves = games.random_moves(seed=turn)
        for game, board in enumerate(boards):
            expected = sorted(move.uci() for move in board.legal_moves)
            assert ended[game] or sorted(games.board(game).legal_moves.uci()) == expected
            assert offsets[game + 1] - offsets[game] == (0 if ended[game] else len(expected))
        if turn % EVERY == 0:
            compare(games, boards, ended, items, offsets)
        step = games.step(moves)
        for game, board in enumerate(boards):
            if ended[game]:
                boards[game], ended[game] = begun(game), False
                continue
            board.push_uci(str(games.board(game).peek()))
            assert board.fen() == games.board(game).fen(en_passant="legal")
            ending = ending_of(board, claim_draw)
            seen.add(ending)
            assert step.endings[game] == ending, board.fen()
            result = {"1-0": 1, "0-1": -1}.get(board.result(), 0)
            assert step.results[game] == result and step.rewards[game] == abs(result)
            ended[game] = ending != 0
    assert 0 in seen
    # In fewer turns no game is cut off.
    assert turns <= MAX_PLIES or (CUT_OFF in seen and len(seen) > 2)


def ending_of(board, claim_draw):
    """Returns the number of the ending, which python-chess's Termination has too."""
    # There insufficient material is before stalemate, and a claim looks at the next move.
    if board.is_stalemate():
        return 2
    outcome = board.outcome()
    if outcome:
        return outcome.termination.value
    if claim_draw and board.is_fifty_moves():
        return 6
    if claim_draw and board.is_repetition(3):
        return 7
    return CUT_OFF if len(board.move_stack) >= MAX_PLIES else 0


def compare(games, boards, ended, items, offsets):
    assert games.repetitions.tolist() == [times(board) for board in boards]
    for planes in PLANES:
        found = games.observe(planes)
        for game, board in enumerate(boards):
            assert np.array_equal(found[game], planes_of(board, planes)), board.fen()
    for encoding in ("alphazero", "leela", "from-to"):
        mask = games.mask(encoding)
        for game, board in enumerate(boards):
            legal = [] if ended[game] else board.legal_moves
            expected = [number_of(board, move, encoding) for move in legal]
            assert np.flatnonzero(mask[game]).tolist() == sorted(set(expected))
