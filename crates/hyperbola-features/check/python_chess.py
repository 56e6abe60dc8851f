"""Holds features to what python-chess says.

    python_chess.py FENS [DIRECTORY] [--step N]

FENS has a position on each line, each Nth of which is compared. The arrays are those that
`hyperbola features` wrote to DIRECTORY, of all positions of FENS. Without DIRECTORY, the Python
package `hyperbola` computes them. Each feature that is there and that python-chess can say is
compared. Prints how many numbers were compared, and exits with 1 at the first difference.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
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


def pinners(board: chess.Board) -> list[int]:
    def of(side: chess.Color) -> int:
        # The pinned piece taken off, the pinner gives check.
        found = 0
        checkers = board.attackers_mask(not side, board.king(side))
        for square in chess.scan_forward(pinned(board)[SIDES.index(side)]):
            without = board.copy(stack=False)
            without.remove_piece_at(square)
            found |= without.attackers_mask(not side, board.king(side)) & ~checkers
        return found

    return [of(side) for side in SIDES]


def xrays(board: chess.Board, fits: Callable[[chess.Color, chess.Color], bool]) -> list[int]:
    """The squares that sliders reach once a blocker that fits is taken off."""
    sets = [0, 0]
    without = {}
    for square in chess.scan_forward(board.occupied):
        without[square] = board.copy(stack=False)
        without[square].remove_piece_at(square)
    for index, side in enumerate(SIDES):
        sliders = board.occupied_co[side] & (board.bishops | board.rooks | board.queens)
        for slider in chess.scan_forward(sliders):
            seen = board.attacks_mask(slider)
            for blocker in chess.scan_forward(seen & board.occupied):
                if fits(side, board.color_at(blocker)):
                    sets[index] |= without[blocker].attacks_mask(slider) & ~seen
    return sets


def planes_pieces(board: chess.Board) -> list[int]:
    own, flip = board.turn, 0 if board.turn == chess.WHITE else 56
    planes = [[0] * 64 for _ in range(12)]
    for square, piece in board.piece_map().items():
        planes[piece.piece_type - 1 + (0 if piece.color == own else 6)][square ^ flip] = 1
    return [number for plane in planes for number in plane]


def move_mask_from_to(board: chess.Board) -> list[int]:
    mask = [0] * 4096
    for move in board.legal_moves:
        mask[64 * move.from_square + move.to_square] = 1
    return mask


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


def legal_moves(board: chess.Board) -> list[tuple]:
    # With Chess960 castling is the king's move onto its rook, as in our moves.
    return [(move.from_square | move.to_square << 6 | ((move.promotion or 1) - 1) << 12,)
            for move in board.legal_moves]


def threats(board: chess.Board) -> list[tuple]:
    def code(square: int) -> int:
        piece = board.piece_at(square)
        return piece.piece_type - 1 + (0 if piece.color == chess.WHITE else 6)

    return [
        (code(square), square, code(attacked), attacked)
        for square in chess.scan_forward(board.occupied)
        for attacked in chess.scan_forward(board.attacks_mask(square) & board.occupied)
    ]


FIXED: dict[str, Callable[[chess.Board], list[int]]] = {
    "attacks": attacks,
    "attacks_by_role": attacks_by_role,
    "attack_counts": attack_counts,
    "mobility": mobility,
    "pinned": pinned,
    "pinners": pinners,
    "xray_attacks": lambda board: xrays(board, lambda side, color: True),
    "xray_attacks_own": lambda board: xrays(board, lambda side, color: color == side),
    "xray_attacks_other": lambda board: xrays(board, lambda side, color: color != side),
    "checkers": checkers,
    "king_danger": king_danger,
    "legal_counts": legal_counts,
    "outcome": outcome,
    "keys": keys,
    "planes_pieces": planes_pieces,
    "move_mask_from_to": move_mask_from_to,
}


# Lists, whose order is not compared.
LISTS: dict[str, Callable[[chess.Board], list[tuple]]] = {
    "legal_moves": legal_moves,
    "threats": threats,
}


class Different(Exception):
    """A feature is not what python-chess says."""


def compare_fixed(name: str, array: np.ndarray, rows: Iterable[tuple[int, chess.Board]]) -> int:
    """Returns how many numbers are the same."""
    compared = 0
    for row, board in rows:
        found, expected = array[row].reshape(-1).tolist(), FIXED[name](board)
        if found != expected:
            wrong = [place for place, pair in enumerate(zip(found, expected)) if pair[0] != pair[1]]
            pairs = [(place, found[place], expected[place]) for place in wrong[:5]]
            raise Different(f"{name}, row {row}: (place, found, expected) {pairs}: {board.fen()}")
        compared += len(expected)
    return compared


def compare_lists(
    name: str, offsets: np.ndarray, items: np.ndarray, rows: Iterable[tuple[int, chess.Board]]
) -> int:
    """Returns how many items are the same."""
    compared = 0
    for row, board in rows:
        found = items[offsets[row] : offsets[row + 1]]
        found = sorted(tuple(np.atleast_1d(item).tolist()) for item in found)
        expected = sorted(LISTS[name](board))
        if found != expected:
            different = sorted(set(found) ^ set(expected))
            raise Different(f"{name}, row {row}: {different}: {board.fen()}")
        compared += len(expected)
    return compared


def from_directory(directory: Path, name: str) -> list[np.ndarray]:
    parts = ["offsets", "items"] if name in LISTS else [None]
    paths = [directory / (f"{name}.{part}.npy" if part else f"{name}.npy") for part in parts]
    return [np.load(path, mmap_mode="r") for path in paths if path.exists()]


def from_package(positions, name: str) -> list[np.ndarray]:
    arrays = positions.compute(name)
    return list(arrays) if isinstance(arrays, tuple) else [arrays]


def main() -> int:
    parser = argparse.ArgumentParser(description="Holds features to what python-chess says.")
    parser.add_argument("fens", type=Path, help="a file with a position on each line")
    parser.add_argument("directory", type=Path, nargs="?", help="what `hyperbola features` wrote")
    parser.add_argument("--step", type=int, default=1, help="compare each Nth position")
    arguments = parser.parse_args()
    fens = arguments.fens.read_text().splitlines()
    if arguments.directory is None:
        import hyperbola

        positions = hyperbola.Positions.from_fens(fens)
        load = lambda name: from_package(positions, name)
    else:
        load = lambda name: from_directory(arguments.directory, name)
    rows = range(0, len(fens), arguments.step)
    boards = [(row, chess.Board(fens[row], chess960=True)) for row in rows]
    compared = 0
    for name in [*FIXED, *LISTS]:
        arrays = load(name)
        if not arrays:
            print(f"{name}: not there")
            continue
        expected = len(fens) + (name in LISTS)
        if len(arrays[0]) != expected:
            print(f"{name}: {len(arrays[0])} elements and not {expected}")
            return 1
        try:
            same = (compare_lists if name in LISTS else compare_fixed)(name, *arrays, boards)
        except Different as different:
            print(different)
            return 1
        compared += same
        print(f"{name}: {same} numbers of {arrays[-1].dtype}")
    print(f"{compared} numbers of {len(boards)} positions are those of python-chess")
    return 0 if compared else 1


if __name__ == "__main__":
    sys.exit(main())
