"""Prints how fast the package is on one thread, beside other chess libraries for Python.

    $ pip install chess rust-chess pyarrow
    $ python python/speed.py
    $ python python/speed.py 20000 100
    $ python python/speed.py rust

The numbers are the rows of a turn and the turns. On a loaded machine only short turns are
undisturbed. Each task is first verified: all give the same. Then they take turns, and the shortest
turn of each counts. A library that has no such function, or is not installed, has no number.

The last form takes turns with the Rust batch, which cargo builds: the same 10,000,000 queries of
queens on the same word. Numbers behind it are those of queries and of turns.
"""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import chess
import numpy as np

# Beside this script, the package is without its part in Rust.
sys.path[:] = [path for path in sys.path if path != str(pathlib.Path(__file__).resolve().parent)]

from hyperbola import Position, Positions, attacks  # noqa: E402

try:
    import pyarrow
except ImportError:
    pyarrow = None
try:
    import rust_chess
except ImportError:
    rust_chess = None

IS_BESIDE_RUST = sys.argv[1:2] == ["rust"]
DEFAULTS = ["10000000", "30"] if IS_BESIDE_RUST else ["1000000", "7"]
ROWS, TURNS = map(int, sys.argv[1 + IS_BESIDE_RUST :] or DEFAULTS)
# Rivals are slower, so fewer rows take them as long.
RIVAL_ROWS = max(ROWS // 1000, 100)
NAMES = ["hyperbola", "python-chess", "rust-chess"]


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


def count_moves(batch: Any) -> list[int]:
    """Counts the legal moves of a batch of rust-chess anew."""
    batch.reset_move_generator()
    return list(batch.get_generator_num_remaining())


def games() -> list[str]:
    """FENs of games in which both sides move at random."""
    choice = random.Random(1)
    fens: list[str] = []
    while len(fens) < 10_000:
        board = chess.Board()
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(choice.choice(moves))
            fens.append(board.fen(en_passant="legal"))
    return fens


class Tasks:
    """What is measured, on the same positions."""

    def __init__(self) -> None:
        fens = games()
        self.many = (fens * (ROWS // len(fens) + 1))[:ROWS]
        self.few = self.many[:RIVAL_ROWS]
        self.positions = Positions.from_fens(self.many)
        self.boards = [chess.Board(fen) for fen in self.few]
        self.batch = rust_chess and rust_chess.BoardBatch.from_fens(self.few)
        numbers = np.random.default_rng(1)
        self.squares = numbers.integers(0, 64, 10 * ROWS, dtype=np.uint8)
        sets = numbers.integers(0, 2**64, (2, 10 * ROWS), dtype=np.uint64)
        self.occupied = sets[0] & sets[1]
        self.queries = self.squares[:RIVAL_ROWS].tolist(), self.occupied[:RIVAL_ROWS].tolist()

    def verify(self) -> None:
        few = self.positions[:RIVAL_ROWS]
        assert few.compute("attacks").tolist() == maps_of(self.boards)
        assert attacks.queen(self.squares, self.occupied)[:RIVAL_ROWS].tolist() == queens_of(*self.queries)
        counts = few.compute("legal_counts").tolist()
        assert [board.legal_moves.count() for board in self.boards] == counts
        assert Positions.from_boards(self.boards) == few
        if self.batch is not None:
            assert count_moves(self.batch) == counts
            found = [board.to_uint() for board in self.batch.get_all_bitboard()]
            assert found == (few.white | few.black).tolist()
        if pyarrow is not None:
            assert Positions.from_fens(pyarrow.array(self.few)) == few

    def rows(self) -> list[tuple[str, int, list[Callable[[], object] | None]]]:
        """Returns the name of each task, our number of rows, and what each library does."""
        read = lambda: [chess.Board(fen) for fen in self.few]  # noqa: E731
        read_batch = rust_chess and (lambda: rust_chess.BoardBatch.from_fens(self.few))
        tasks: list[tuple[str, int, list[Any]]] = [
            (
                "queen attacks",
                10 * ROWS,
                [lambda: attacks.queen(self.squares, self.occupied), lambda: queens_of(*self.queries), None],
            ),
            (
                "attack maps of both sides",
                ROWS,
                [lambda: self.positions.compute("attacks"), lambda: maps_of(self.boards), None],
            ),
            ("pieces, attacks and x-rays as planes", ROWS // 4, [self.positions[: ROWS // 4].attack_planes, None, None]),
            (
                "numbers of legal moves",
                ROWS,
                [
                    lambda: self.positions.compute("legal_counts"),
                    lambda: [board.legal_moves.count() for board in self.boards],
                    self.batch and (lambda: count_moves(self.batch)),
                ],
            ),
        ]  # fmt: skip
        columns: dict[str, object] = {"FENs in a list": self.many}
        if pyarrow is not None:
            columns["FENs in an Arrow column"] = pyarrow.array(self.many)
        for name, column in columns.items():
            ours = lambda column=column: Positions.from_fens(column)  # noqa: E731
            to_maps = lambda ours=ours: ours().compute("attacks")  # noqa: E731
            tasks.append((name, ROWS, [ours, read, read_batch]))
            tasks.append((f"{name}, to attack maps", ROWS, [to_maps, lambda: maps_of(read()), None]))
        return tasks


def beside_rust() -> None:
    """Prints the times of queen attacks on arrays, here and in Rust."""
    numbers = np.random.default_rng(1)
    squares = numbers.integers(0, 64, ROWS, dtype=np.uint8)
    sets = numbers.integers(0, 2**64, (2, ROWS), dtype=np.uint64)
    occupied = sets[0] & sets[1]
    out = np.zeros(ROWS, np.uint64)
    all_attacks = int(np.bitwise_xor.reduce(attacks.queen(squares, occupied)))
    ours = {
        "same": lambda: attacks.queen(squares, occupied, out=out),
        "new": lambda: attacks.queen(squares, occupied),
    }
    example = ["cargo", "run", "--quiet", "--release", "--package", "hyperbola", "--example", "queens"]
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / name for name in ("squares", "occupied")]
        squares.tofile(files[0])
        occupied.astype("<u8").tofile(files[1])
        with subprocess.Popen(
            [*example, "--", *map(str, files)],
            cwd=pathlib.Path(__file__).parents[1],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as rust:
            assert rust.stdin is not None and rust.stdout is not None

            def theirs(array: str) -> float:
                print(array, file=rust.stdin, flush=True)
                taken, found = rust.stdout.readline().split()
                assert int(found) == all_attacks
                return float(taken)

            print(f"| {ROWS:,} queen attacks, ms | Python | Rust | times |\n|---|--:|--:|--:|")
            for array, name in [("same", "into an array that is there"), ("new", "into a new array")]:
                turns = [(seconds(ours[array]), theirs(array)) for _ in range(TURNS)]
                python, batch = (1000 * min(times) for times in zip(*turns))
                print(f"| {name} | {python:.2f} | {batch:.2f} | {python / batch:.2f} |")
            rust.stdin.close()


def main() -> None:
    if IS_BESIDE_RUST:
        beside_rust()
        return
    tasks = Tasks()
    tasks.verify()
    print(f"| task, rows a second | {' | '.join(NAMES)} | times |")
    print("|---|" + "--:|" * (len(NAMES) + 1))
    for name, rows, libraries in tasks.rows():
        fastest = [float("inf")] * len(libraries)
        for _ in range(TURNS):
            for index, work in enumerate(libraries):
                if work is not None:
                    fastest[index] = min(fastest[index], seconds(work))
        speeds = [rows / fastest[0], *(RIVAL_ROWS / time for time in fastest[1:])]
        best = max(speeds[1:])
        cells = [f"{speed:,.0f}" if speed else "" for speed in speeds]
        print(f"| {name} | {' | '.join(cells)} | {f'{speeds[0] / best:,.0f}' if best else ''} |")


if __name__ == "__main__":
    main()
