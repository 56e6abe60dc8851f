"""Prints how fast the package is on one thread, beside python-chess.

    $ python python/speed.py

Each task is first verified: both give the same. Then they take turns, and the shortest turn of each
counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess
import numpy as np

from hyperbola import Position, Positions, attacks

ROWS = 1_000_000
CHESS_ROWS = 1000
TURNS = 5


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def maps_of(boards: list[chess.Board]) -> list[list[int]]:
    maps = []
    for board in boards:
        sides = [0, 0]
        for side, color in enumerate((chess.WHITE, chess.BLACK)):
            for square in chess.scan_forward(board.occupied_co[color]):
                sides[side] |= board.attacks_mask(square)
        maps.append(sides)
    return maps


def queens_of(squares: list[int], occupied: list[int]) -> list[int]:
    found = []
    for square, board in zip(squares, occupied):
        diagonal = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & board]
        rank = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & board]
        found.append(diagonal | rank | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & board])
    return found


def games() -> list[str]:
    """FENs of games in which both sides move at random."""
    choice = random.Random(1)
    fens = []
    while len(fens) < 10_000:
        board = chess.Board()
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(choice.choice(moves))
            fens.append(board.fen(en_passant="legal"))
    return fens


def main() -> None:
    fens = games()
    many = (fens * (ROWS // len(fens) + 1))[:ROWS]
    few = fens[:CHESS_ROWS]
    positions = Positions.from_fens(many)
    boards = [chess.Board(fen) for fen in few]
    numbers = np.random.default_rng(1)
    squares = numbers.integers(0, 64, 10 * ROWS, dtype=np.uint8)
    sets = numbers.integers(0, 2**64, (2, 10 * ROWS), dtype=np.uint64)
    occupied = sets[0] & sets[1]
    few_squares, few_occupied = squares[:CHESS_ROWS].tolist(), occupied[:CHESS_ROWS].tolist()
    columns: dict[str, object] = {"FENs in a list": many}
    try:
        import pyarrow

        columns["FENs in an Arrow column"] = pyarrow.array(many)
    except ImportError:
        pass

    assert positions[:CHESS_ROWS].compute("attacks").tolist() == maps_of(boards)
    expected = queens_of(few_squares, few_occupied)
    assert attacks.queen(squares, occupied)[:CHESS_ROWS].tolist() == expected
    assert [Position(board.fen(en_passant="legal")).fen() for board in boards] == few

    def read() -> list[chess.Board]:
        return [chess.Board(fen) for fen in few]

    tasks = [
        ("queen attacks", 10 * ROWS, lambda: attacks.queen(squares, occupied),
         lambda: queens_of(few_squares, few_occupied)),
        ("attack maps of both sides", ROWS, lambda: positions.compute("attacks"),
         lambda: maps_of(boards)),
    ]  # fmt: skip
    for name, column in columns.items():
        tasks.append((name, ROWS, lambda column=column: Positions.from_fens(column), read))
        tasks.append((f"{name}, to attack maps", ROWS,
                      lambda column=column: Positions.from_fens(column).compute("attacks"),
                      lambda: maps_of(read())))  # fmt: skip
    print("| task, rows a second | hyperbola | python-chess | times |\n|---|--:|--:|--:|")
    for name, rows, ours, theirs in tasks:
        turns = [(seconds(ours), seconds(theirs)) for _ in range(TURNS)]
        our, their = rows / min(a for a, _ in turns), CHESS_ROWS / min(b for _, b in turns)
        print(f"| {name} | {our:,.0f} | {their:,.0f} | {our / their:,.0f} |")


if __name__ == "__main__":
    main()
