"""The positions and games with which python-chess tests itself, on boards of both."""

from __future__ import annotations

import random

import pytest
from conftest import TESTDATA
from test_board_oracle import compare_ends, compare_moves, compare_pieces, compare_state

from hyperbola import Board

POSITIONS = (TESTDATA / "positions" / "published.fens").read_text().splitlines()
GAMES = (TESTDATA / "games" / "published.uci").read_text().splitlines()
# python-chess reads the move number 0 as 1.
NUMBERED = "3krQK1/8/8/8/1q6/3B1N2/1b6/1R4R1 b - - 0 0"
# python-chess accepts more promoted pieces than missing pawns.
PROMOTED = "k6K/8/8/pppppppp/8/8/8/QqQq4 w - - 0 1"


def compare(chess, theirs, ours, choice):
    compare_moves(chess, theirs, ours)
    compare_pieces(chess, theirs, ours, choice)
    compare_state(chess, theirs, ours)
    compare_ends(chess, theirs, ours)


def boards(chess, fen):
    """Returns boards of both, by the rules of chess if they suffice."""
    chess960 = not chess.Board(fen).is_valid()
    ours = Board(fen, rules="chess960" if chess960 else "auto")
    return chess.Board(fen, chess960=chess960), ours


def test_positions(chess):
    choice, refused = random.Random(1), []
    assert NUMBERED in POSITIONS and Board(NUMBERED).fullmove_number == 0
    for fen in POSITIONS:
        fen = fen.replace(NUMBERED, chess.Board(NUMBERED).fen())
        try:
            theirs, ours = boards(chess, fen)
        except ValueError:
            refused.append(fen)
            continue
        try:
            compare(chess, theirs, ours, choice)
        except AssertionError as error:
            raise AssertionError(f"{fen}: {error}") from error
    valid = [fen for fen in refused if chess.Board(fen, chess960=True).is_valid()]
    assert valid == [PROMOTED] and len(refused) < len(POSITIONS) / 4


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_games(chess, number):
    fen, moves = GAMES[number].split(" | ")
    choice = random.Random(number)
    theirs, ours = boards(chess, fen)
    for uci in moves.split():
        move = theirs.parse_uci(uci)
        assert str(ours.push_san(theirs.san(move))) == uci
        theirs.push(move)
        assert ours.fen() == theirs.fen() and ours.result() == theirs.result()
        if len(theirs.move_stack) % 8 == 0:
            compare(chess, theirs, ours, choice)
    for _ in moves.split():
        ours.pop()
    assert ours.fen() == fen
