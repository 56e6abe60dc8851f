"""Prints what calls of a board, games of PGN and games side by side take, beside python-chess.

    $ pip install chess
    $ python python/speed_board.py
    $ python python/speed_board.py 31

The number is that of the turns. Each task is first verified: both give the same. Then they take turns,
and the median of a turn's time of the processor counts, in microseconds a call.
"""

from __future__ import annotations

import io
import pathlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import chess
import chess.pgn
import numpy as np

# Beside this script, the package is without its part in Rust.
sys.path[:] = [path for path in sys.path if path != str(pathlib.Path(__file__).resolve().parent)]

from hyperbola import Board, Games, pgn  # noqa: E402

TURNS = int(sys.argv[1]) if sys.argv[1:] else 15
# A position of a middle game with 36 legal moves.
FEN = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
# The microseconds of a turn, about.
TURN = 20000.0


def games() -> str:
    """Returns the PGN of some games with clocks."""
    texts = []
    for number in range(20):
        game, board = pgn.Game(), Board()
        node: Any = game
        while not board.is_game_over() and board.ply() < 80:
            moves = board.legal_moves
            move = moves[(number * 7 + board.ply() * 13) % len(moves)]
            node = node.add_variation(move, comment=f"[%clk 0:0{board.ply() % 10}:00]")
            board.push(move)
        texts.append(str(game))
    return "\n\n".join(texts)


def games_side_by_side() -> list[tuple[str, Callable[[], Any], Callable[[], Any] | None]]:
    """Returns tasks of 1000 games, each of which plays a legal move by chance."""
    count = 1000
    games, boards = Games(count, max_plies=300), [chess.Board() for _ in range(count)]
    mask, bits = np.empty((count, 4672), bool), np.empty((count, 584), np.uint8)
    planes, choice = np.empty((count, 112, 8, 8), np.uint8), random.Random(1)
    for _ in range(40):
        games.step(games.random_moves())

    def masked(packed: bool = False) -> int:
        games.step(games.random_moves("alphazero"), "alphazero")
        games.mask("alphazero", packed=True, out=bits) if packed else games.mask("alphazero", out=mask)
        return count

    def listed() -> int:
        games.step(games.random_moves())
        games.legal_moves()
        return count

    def their_turn() -> int:
        for index, board in enumerate(boards):
            board.push(choice.choice(list(board.legal_moves)))
            if board.is_game_over() or board.ply() == 300:
                boards[index] = chess.Board()
        return count

    return [
        ("1000 games: a step by chance, the mask of 73 · 64 bools", masked, their_turn),
        ("1000 games: a step by chance, the mask in bits", lambda: masked(packed=True), their_turn),
        ("1000 games: a step by chance, offsets and items", listed, their_turn),
        ("1000 games: 112 planes of uint8", lambda: games.observe("leela", out=planes), None),
    ]


def tasks() -> list[tuple[str, Callable[[], Any], Callable[[], Any] | None]]:
    ours, theirs, text = Board(FEN), chess.Board(FEN), games()
    move, their_move = ours.parse_san("O-O"), theirs.parse_san("O-O")

    def turn() -> str:
        ours.push(move)
        return ours.pop().uci()

    def their_turn() -> str:
        theirs.push(their_move)
        return theirs.pop().uci()

    def read() -> int:
        return sum(len(game.mainline_moves()) for game in pgn.read_games(text.encode()))

    def their_read() -> int:
        file, moves = io.StringIO(text), 0
        while game := chess.pgn.read_game(file):
            moves += sum(1 for _ in game.mainline_moves())
        return moves

    return [
        ("`board.legal_moves`, with its length", lambda: len(ours.legal_moves), theirs.legal_moves.count),
        ("`list(board.legal_moves)`", lambda: list(ours.legal_moves), lambda: list(theirs.legal_moves)),
        ("`board.legal_moves.uci()`", lambda: ours.legal_moves.uci(), lambda: [m.uci() for m in theirs.legal_moves]),
        ("`board.legal_moves.uint16`", lambda: ours.legal_moves.uint16, None),
        ("`board.legal_moves.san()`", lambda: ours.legal_moves.san(), lambda: [theirs.san(m) for m in theirs.legal_moves]),
        ("`board.push(move)` and `board.pop()`", turn, their_turn),
        ("`Board(fen)`", lambda: Board(FEN), lambda: chess.Board(FEN)),
        ("`board.fen()`", ours.fen, theirs.fen),
        ("`board.outcome()`", ours.outcome, theirs.outcome),
        ("`board.copy()`", ours.copy, theirs.copy),
        ("20 games of 80 half moves, read", read, their_read),
        *games_side_by_side(),
    ]  # fmt: skip


def plain(found: Any) -> Any:
    """Returns what is found as both have it."""
    if isinstance(found, list):
        return sorted(map(str, found))
    return found.fen() if hasattr(found, "fen") else found


def microseconds(work: Callable[[], Any], calls: int) -> float:
    start = time.process_time_ns()
    for _ in range(calls):
        work()
    return (time.process_time_ns() - start) / 1000 / calls


def main() -> None:
    print("| call | hyperbola | python-chess | times |\n|---|--:|--:|--:|")
    for name, ours, theirs in tasks():
        assert theirs is None or plain(ours()) == plain(theirs()), name
        sides = [side for side in (ours, theirs) if side]
        calls = [max(1, int(TURN / max(microseconds(side, 3), 0.1))) for side in sides]
        times: list[list[float]] = [[] for _ in sides]
        for _ in range(TURNS):
            for index, side in enumerate(sides):
                times[index].append(microseconds(side, calls[index]))
        medians = [statistics.median(found) for found in times]
        texts = [f"{median:.2f}" for median in medians]
        texts += [f"{medians[1] / medians[0]:.0f}"] if theirs else ["", ""]
        print(f"| {name} | " + " | ".join(texts) + " |", flush=True)


if __name__ == "__main__":
    main()
