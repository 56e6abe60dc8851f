"""Holds features to what python-chess says.

    python_chess.py FENS [DIRECTORY] [--step N]

FENS has a position on each line, each Nth of which is compared. The arrays are those that
`hyperbola features` wrote to DIRECTORY, of all positions of FENS. Without DIRECTORY, the Python
package `hyperbola` computes them. Each feature is compared; what python-chess has no word for, such
as the numbers of networks, is counted from its boards by the definition. Prints how many numbers
were compared, and exits with 1 at the first difference.
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


def kept(function: Callable[[chess.Board], list]) -> Callable[[chess.Board], list]:
    """A function that keeps its answers by the boards, all of which live to the end."""
    answers: dict[int, list] = {}

    def answer(board: chess.Board) -> list:
        if id(board) not in answers:
            answers[id(board)] = function(board)
        return answers[id(board)]

    return answer


@kept
def legal(board: chess.Board) -> list[chess.Move]:
    return list(board.legal_moves)


@kept
def attacks(board: chess.Board) -> list[int]:
    return [union(board, board.occupied_co[side]) for side in SIDES]


def union(board: chess.Board, pieces: int) -> int:
    mask = 0
    for square in chess.scan_forward(pieces):
        mask |= board.attacks_mask(square)
    return mask


def attacks_by_role(board: chess.Board) -> list[int]:
    return [union(board, board.pieces_mask(role, side)) for side in SIDES for role in ROLES]


@kept
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


@kept
def xray_attacks(board: chess.Board) -> list[int]:
    return xrays(board, lambda side, color: True)


def view_of(board: chess.Board, side: chess.Color | None) -> tuple[chess.Color, int]:
    """The side of a view, which is None for the side to move, and the bits that turn squares."""
    own = board.turn if side is None else side
    return own, 0 if own == chess.WHITE else 56


def planes_pieces(board: chess.Board, side: chess.Color | None = None) -> list[int]:
    own, flip = view_of(board, side)
    planes = [[0] * 64 for _ in range(12)]
    for square, piece in board.piece_map().items():
        planes[piece.piece_type - 1 + (0 if piece.color == own else 6)][square ^ flip] = 1
    return [number for plane in planes for number in plane]


def planes_all(board: chess.Board, side: chess.Color | None = None) -> list[int]:
    own, flip = view_of(board, side)
    sides = (own, not own)
    indices = [SIDES.index(color) for color in sides]
    sets = [of(board)[index] for of in (attacks, xray_attacks) for index in indices]
    planes = [[mask >> (square ^ flip) & 1 for square in chess.SQUARES] for mask in sets]
    counts = attack_counts(board)
    for index in indices:
        planes.append([counts[64 * index + (square ^ flip)] for square in chess.SQUARES])
    for color in sides:
        planes.append([int(board.has_kingside_castling_rights(color))] * 64)
        planes.append([int(board.has_queenside_castling_rights(color))] * 64)
    planes.append([int(board.turn == chess.BLACK)] * 64)
    planes.append([min(board.halfmove_clock, 255)] * 64)
    en_passant = board.ep_square if board.has_legal_en_passant() else None
    planes.append([int(square ^ flip == en_passant) for square in chess.SQUARES])
    return planes_pieces(board, side) + [number for plane in planes for number in plane]


KNIGHT_STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]

# The moves of queens and knights on an empty board, by their squares.
LEAPS_AND_SLIDES = [
    (start, target)
    for start in chess.SQUARES
    for target in chess.scan_forward(
        chess.BB_RANK_ATTACKS[start][0]
        | chess.BB_FILE_ATTACKS[start][0]
        | chess.BB_DIAG_ATTACKS[start][0]
        | chess.BB_KNIGHT_ATTACKS[start]
    )
]
LEELA = {
    **{(*pair, None): number for number, pair in enumerate(LEAPS_AND_SLIDES)},
    **{
        move: 1792 + number
        for number, move in enumerate(
            (48 + start, 56 + target, role)
            for start in range(8)
            for target in range(max(start - 1, 0), min(start + 2, 8))
            for role in (chess.QUEEN, chess.ROOK, chess.BISHOP)
        )
    },
}


def from_to(board: chess.Board, move: chess.Move) -> int:
    return 64 * move.from_square + move.to_square


def leela(board: chess.Board, move: chess.Move) -> int:
    flip = 0 if board.turn == chess.WHITE else 56
    role = None if move.promotion == chess.KNIGHT else move.promotion
    return LEELA[move.from_square ^ flip, move.to_square ^ flip, role]


def alphazero(board: chess.Board, move: chess.Move) -> int:
    flip = 0 if board.turn == chess.WHITE else 56
    start, target = move.from_square ^ flip, move.to_square ^ flip
    if board.is_castling(move) and start == chess.E1:
        target = {chess.H1: chess.G1, chess.A1: chess.C1}.get(target, target)
    files = chess.square_file(target) - chess.square_file(start)
    ranks = chess.square_rank(target) - chess.square_rank(start)
    if move.promotion not in (None, chess.QUEEN):
        return 64 * (64 + 3 * (files + 1) + move.promotion - chess.KNIGHT) + start
    if (files, ranks) in KNIGHT_STEPS:
        return 64 * (56 + KNIGHT_STEPS.index((files, ranks))) + start
    distance = max(abs(files), abs(ranks))
    direction = DIRECTIONS.index((files // distance, ranks // distance))
    return 64 * (7 * direction + distance - 1) + start


def move_mask(size: int, number: Callable[[chess.Board, chess.Move], int]) -> Callable:
    def mask(board: chess.Board) -> list[int]:
        mask = [0] * size
        for move in legal(board):
            mask[number(board, move)] = 1
        return mask

    return mask


def in_bits(mask: Callable[[chess.Board], list[int]]) -> Callable:
    return lambda board: np.packbits(mask(board), bitorder="little").tolist()


MASKS = {
    "from_to": kept(move_mask(4096, from_to)),
    "alphazero": kept(move_mask(4672, alphazero)),
    "leela": kept(move_mask(1858, leela)),
}


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
            for move in legal(board)]


def code(piece: chess.Piece) -> int:
    return piece.piece_type - 1 + (0 if piece.color == chess.WHITE else 6)


@kept
def threats(board: chess.Board) -> list[tuple]:
    return [
        (code(board.piece_at(square)), square, code(board.piece_at(attacked)), attacked)
        for square in chess.scan_forward(board.occupied)
        for attacked in chess.scan_forward(board.attacks_mask(square) & board.occupied)
    ]


def possible_threats() -> Iterable[tuple]:
    """All threats on a board with two pieces: by attacker, attacked piece and their squares."""
    pieces = [chess.Piece(role, side) for side in SIDES for role in ROLES]
    of_pawns = chess.BB_ALL & ~(chess.BB_RANK_1 | chess.BB_RANK_8)
    places = lambda piece: of_pawns if piece.piece_type == chess.PAWN else chess.BB_ALL
    board = chess.Board(None)
    for attacker in pieces:
        for attacked in pieces:
            if attacker.piece_type == attacked.piece_type == chess.KING:
                continue
            for square in chess.scan_forward(places(attacker)):
                board.clear_board()
                board.set_piece_at(square, attacker)
                for target in chess.scan_forward(board.attacks_mask(square) & places(attacked)):
                    yield code(attacker), square, code(attacked), target


THREATS = {threat: number for number, threat in enumerate(possible_threats())}


def mirror_of(board: chess.Board, own: chess.Color, mirrored: bool) -> int:
    """The bits that turn the files where the own king stands on files a to d."""
    return 7 if mirrored and chess.square_file(board.king(own)) < 4 else 0


def threat_indices(side: chess.Color | None, mirrored: bool) -> Callable:
    def indices(board: chess.Board) -> list[list[tuple]]:
        own, flip = view_of(board, side)
        turn, colors = flip ^ mirror_of(board, own, mirrored), 0 if own == chess.WHITE else 6
        seen = lambda piece: (piece + colors) % 12
        return [[
            (THREATS[seen(attacker), square ^ turn, seen(attacked), target ^ turn],)
            for attacker, square, attacked, target in threats(board)
        ]]

    return indices


def halfka(kings: str, mirrored: bool) -> Callable:
    """The lists of both views. Kings are apart, merged or absent."""
    pieces, roles = {"apart": (12, 6), "merged": (11, 5), "absent": (10, 5)}[kings]

    def number(piece: chess.Piece, own: chess.Color) -> int:
        if piece.piece_type == chess.KING and kings == "merged":
            return 10
        return piece.piece_type - 1 + (0 if piece.color == own else roles)

    def of(board: chess.Board, own: chess.Color) -> list[tuple]:
        turn = view_of(board, own)[1] ^ mirror_of(board, own, mirrored)
        king = board.king(own) ^ turn
        king = king // 8 * 4 + king % 8 - 4 if mirrored else king
        return [
            ((king * pieces + number(piece, own)) * 64 + (square ^ turn),)
            for square, piece in board.piece_map().items()
            if piece.piece_type != chess.KING or kings != "absent"
        ]

    return lambda board: [of(board, side) for side in SIDES]


FIXED: dict[str, Callable[[chess.Board], list[int]]] = {
    "attacks": attacks,
    "attacks_by_role": attacks_by_role,
    "attack_counts": attack_counts,
    "mobility": mobility,
    "pinned": pinned,
    "pinners": pinners,
    "xray_attacks": xray_attacks,
    "xray_attacks_own": lambda board: xrays(board, lambda side, color: color == side),
    "xray_attacks_other": lambda board: xrays(board, lambda side, color: color != side),
    "checkers": checkers,
    "king_danger": king_danger,
    "legal_counts": legal_counts,
    "outcome": outcome,
    "keys": keys,
    "planes_pieces": planes_pieces,
    "planes_pieces_white": lambda board: planes_pieces(board, chess.WHITE),
    "planes_all": planes_all,
    "planes_all_white": lambda board: planes_all(board, chess.WHITE),
    **{f"move_mask_{name}": mask for name, mask in MASKS.items()},
    **{f"move_mask_bits_{name}": in_bits(mask) for name, mask in MASKS.items()},
}


# The lists of a position. The order in a list is not compared.
LISTS: dict[str, Callable[[chess.Board], list[list[tuple]]]] = {
    "legal_moves": lambda board: [legal_moves(board)],
    "threats": lambda board: [threats(board)],
    "threat_indices": threat_indices(None, False),
    "threat_indices_mirrored": threat_indices(None, True),
    "threat_indices_white": threat_indices(chess.WHITE, False),
    "threat_indices_white_mirrored": threat_indices(chess.WHITE, True),
    "threat_indices_black": threat_indices(chess.BLACK, False),
    "threat_indices_black_mirrored": threat_indices(chess.BLACK, True),
    "halfka": halfka("apart", False),
    "halfka_mirrored": halfka("apart", True),
    "halfka_merged": halfka("merged", False),
    "halfka_merged_mirrored": halfka("merged", True),
    "halfkp": halfka("absent", False),
    "halfkp_mirrored": halfka("absent", True),
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
        lists = LISTS[name](board)
        for place, expected in enumerate(lists, row * len(lists)):
            found = items[offsets[place] : offsets[place + 1]]
            found = sorted(tuple(np.atleast_1d(item).tolist()) for item in found)
            if found != sorted(expected):
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
        lists = len(LISTS[name](boards[0][1])) if name in LISTS else 1
        expected = len(fens) * lists + (name in LISTS)
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
