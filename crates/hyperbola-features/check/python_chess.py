"""Holds the arrays that `hyperbola features` wrote to what python-chess says.

    python_chess.py FENS DIRECTORY

FENS has a position on each line. DIRECTORY has the arrays; each feature that is there and that
python-chess can say is compared for every position. Prints how many numbers were compared, and
exits with 1 at the first difference.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import chess
import chess.polyglot
import numpy as np

SIDES = (chess.WHITE, chess.BLACK)
ROLES = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)


def attacks(board: chess.Board) -> list[int]:
    return [union(board, board.occupied_co[side]) for side in SIDES]


def union(board: chess.Board, pieces: int) -> int:
    mask = 0
    for square in chess.scan_forward(pieces):
        mask |= board.attacks_mask(square)
    return mask


def attacks_by_role(board: chess.Board) -> list[int]:
    return [union(board, board.pieces_mask(role, side)) for side in SIDES for role in ROLES]


def attack_counts(board: chess.Board) -> list[int]:
    return [len(board.attackers(side, square)) for side in SIDES for square in chess.SQUARES]


def mobility(board: chess.Board) -> list[int]:
    def free(side: chess.Color, role: chess.PieceType) -> int:
        pieces = chess.scan_forward(board.pieces_mask(role, side))
        own = board.occupied_co[side]
        return sum((board.attacks_mask(square) & ~own).bit_count() for square in pieces)

    return [free(side, role) for side in SIDES for role in ROLES]


def pinned(board: chess.Board) -> list[int]:
    def of(side: chess.Color) -> int:
        pieces = chess.scan_forward(board.occupied_co[side] & ~board.kings)
        return sum(1 << square for square in pieces if board.is_pinned(side, square))

    return [of(side) for side in SIDES]


def checkers(board: chess.Board) -> list[int]:
    return [board.checkers_mask()]


def king_danger(board: chess.Board) -> list[int]:
    side = board.turn
    without = board.copy(stack=False)
    without.remove_piece_at(board.king(side))
    return [union(without, without.occupied_co[not side])]


def legal_counts(board: chess.Board) -> list[int]:
    return [board.legal_moves.count()]


def outcome(board: chess.Board) -> list[int]:
    if board.is_checkmate():
        return [1]
    if board.is_stalemate():
        return [2]
    return [3 if board.is_insufficient_material() else 0]


def keys(board: chess.Board) -> list[int]:
    # Our keys have an en passant square only where the capture is legal.
    if not board.has_legal_en_passant():
        board = board.copy(stack=False)
        board.ep_square = None
    return [chess.polyglot.zobrist_hash(board)]


def legal_moves(board: chess.Board) -> set[str]:
    # With Chess960 castling is the king's move onto its rook, as in our moves.
    return {move.uci() for move in board.legal_moves}


def texts_of_moves(bits: np.ndarray) -> set[str]:
    def text(move: int) -> str:
        squares = chess.square_name(move & 63) + chess.square_name(move >> 6 & 63)
        return squares + ["", "n", "b", "r", "q"][move >> 12]

    return {text(int(move)) for move in bits}


FIXED: dict[str, Callable[[chess.Board], list[int]]] = {
    "attacks": attacks,
    "attacks_by_role": attacks_by_role,
    "attack_counts": attack_counts,
    "mobility": mobility,
    "pinned": pinned,
    "checkers": checkers,
    "king_danger": king_danger,
    "legal_counts": legal_counts,
    "outcome": outcome,
    "keys": keys,
}


def main() -> int:
    fens = Path(sys.argv[1]).read_text().splitlines()
    directory = Path(sys.argv[2])
    boards = [chess.Board(fen, chess960=True) for fen in fens]
    compared = 0
    for name, definition in FIXED.items():
        path = directory / f"{name}.npy"
        if not path.exists():
            print(f"{name}: not there")
            continue
        array = np.load(path, mmap_mode="r")
        if len(array) != len(boards):
            print(f"{name}: {len(array)} rows for {len(boards)} positions")
            return 1
        for row, board in enumerate(boards):
            expected = definition(board)
            if array[row].reshape(-1).tolist() != expected:
                print(f"{name}, row {row}: {array[row]} and not {expected}: {fens[row]}")
                return 1
            compared += len(expected)
        print(f"{name}: {array.dtype} {array.shape}")
    offsets, items = (directory / f"legal_moves.{part}.npy" for part in ("offsets", "items"))
    if offsets.exists():
        starts, moves = np.load(offsets, mmap_mode="r"), np.load(items, mmap_mode="r")
        for row, board in enumerate(boards):
            found = texts_of_moves(moves[starts[row] : starts[row + 1]])
            if found != legal_moves(board) or len(found) != starts[row + 1] - starts[row]:
                print(f"legal_moves, row {row}: {found ^ legal_moves(board)}: {fens[row]}")
                return 1
            compared += len(found)
        print(f"legal_moves: {moves.dtype} {moves.shape}")
    print(f"{compared} numbers are those of python-chess")
    return 0 if compared else 1


if __name__ == "__main__":
    sys.exit(main())
