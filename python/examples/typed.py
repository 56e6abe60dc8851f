"""The whole package as a type checker sees it: every call has the type that is said.

mypy and pyright check this file strictly, and the tests run it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

from hyperbola import (
    BadRow,
    BadRowList,
    Bitboard,
    Finding,
    Move,
    Position,
    Positions,
    Square,
    WrongMove,
    attacks,
    features,
    hunt,
    simd_kinds,
)
from hyperbola.study import Explanation, Proved, Step, Technique, explain, prove, techniques, verify

Maps = NDArray[np.uint64]


def squares() -> None:
    board = Bitboard(["a1", Square.C1, 7])
    assert_type(board | 2, Bitboard)
    assert_type(~board & 0xFF, Bitboard)
    assert_type(board - Bitboard([0]), Bitboard)
    assert_type(Square.parse("e4"), Square)
    found: list[Square] = list(board)
    assert found == [Square.A1, Square.C1, Square.H1] and Square.A1 in board
    assert_type(found[0].file, int)


def sliders() -> None:
    assert_type(attacks.queen("d4", Bitboard(["d7"])), Bitboard)
    assert_type(attacks.rook(3, 0, technique="kogge-stone", simd="u64", threads=1), Bitboard)
    maps: Maps = attacks.bishop(np.arange(64), np.zeros((10, 1), np.uint64))
    assert maps.shape == (10, 64)


def one_position() -> None:
    position = Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", lenient=False)
    assert_type(position.legal_moves(), list[str])
    assert_type(position.play("e1g1"), Position)
    assert_type(position.pieces("white", "R"), Bitboard)
    assert_type(position.en_passant, "Square | None")
    assert_type(position.divide(2, threads=2), dict[str, int])
    assert_type(position.perft(2, memory_mib=1), int)
    assert_type(position.san("e1g1"), str)
    assert_type(position.key, int)


def many_positions() -> None:
    fens = [Position().fen(), "no FEN"]
    positions = Positions.from_fens(fens, bad_rows="mark", threads=2)
    assert_type(positions.bad_rows, BadRowList)
    assert_type(positions.bad_rows[0], BadRow)
    assert_type([bad.text for bad in positions.bad_rows[:1]], list[str])
    assert_type(positions.bad_row_numbers, NDArray[np.int64])
    assert_type(positions[positions.marked], Positions)
    assert_type(positions[[0, 1]], Positions)
    assert_type(positions[np.arange(1)], Positions)
    assert_type(Positions.concat([positions, positions[:1]]), Positions)
    assert_type(positions.perft(2), NDArray[np.uint64])
    assert_type(positions.plane_names(["pieces"], view="white"), list[str])
    assert positions.planes(dtype=np.float16).shape[1:] == (25, 8, 8)
    first = positions[:1]
    starts, legal = first.compute("legal_moves")
    assert_type(first.play(legal[starts[:-1]], threads=2), Positions)
    assert_type(first.play(["e2e4"], bad_rows="skip"), Positions)
    bits = first.uint16([Move.from_uci("e2e4")])
    assert_type(bits, NDArray[np.uint16])
    assert_type(first.uci(bits), list["str | None"])
    assert_type(first.play([1], "alphazero", bad_rows="skip"), Positions)
    assert_type(first.threat_changes(["e2e4"])[1], NDArray[np.uint8])
    assert_type(positions[0], "Position | None")
    assert_type(positions[1:], Positions)
    assert_type(positions.pawns, Maps)
    assert_type(positions.castling, NDArray[np.uint8])
    assert_type(positions.fens(shredder=True), list["str | None"])
    assert_type(positions.attack_planes(xrays=0.5), NDArray[np.float32])
    counts: NDArray[np.uint8] = positions.compute("attack_counts")
    offsets: NDArray[np.int64]
    moves: NDArray[np.uint16]
    offsets, moves = positions.compute("legal_moves")
    assert counts.shape == (2, 2, 64) and offsets[-1] == len(moves) == 20
    read, scores, results = Positions.from_bullet(positions[:1].to_bullet(unlabelled=True))
    assert_type(scores, NDArray[np.int16])
    assert_type(results, NDArray[np.uint8])
    names = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"]
    columns: dict[str, NDArray[Any]] = {name: getattr(read, name) for name in names}
    columns["side_to_move"] = read.side_to_move
    assert_type(Positions.from_columns(columns), Positions)


def techniques_and_proofs() -> None:
    assert_type(techniques()[0], Technique)
    assert_type(simd_kinds(), list[str])
    assert_type(simd_kinds(boards=True), list[str])
    assert_type(features(), dict[str, str])
    explanation = explain("kogge-stone", "rook", "d4", Bitboard(["d7"]))
    assert_type(explanation, Explanation)
    assert_type(explanation.sections[0].steps[0], Step)
    assert_type(prove("kogge-stone", "d4", "rook"), Proved)
    assert_type(verify("kogge-stone", "bishop"), int)


def hunting() -> None:
    def no_moves(fen: str, played: list[str]) -> list[str]:
        return []

    finding = hunt(no_moves, seconds=10, positions=10, seed=2)
    assert_type(finding, "Finding | None")
    assert finding is not None and finding.wrong_moves
    assert_type(finding.wrong_moves, list[WrongMove])


if __name__ == "__main__":
    squares()
    sliders()
    one_position()
    many_positions()
    techniques_and_proofs()
    hunting()
