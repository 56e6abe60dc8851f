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


def turn_of(board: chess.Board, own: chess.Color, to_king_side: bool | None) -> int:
    """The bits of squares that a view turns: ranks for Black, files to bring its king to a side."""
    ranks = 0 if own == chess.WHITE else 56
    is_on_king_side = chess.square_file(board.king(own)) >= 4
    return ranks ^ (7 if to_king_side is not None and is_on_king_side != to_king_side else 0)


def both_views(of: Callable[[chess.Board, chess.Color], list[tuple]]) -> Callable:
    """The lists of the side to move and of the other side."""
    return lambda board: [of(board, board.turn), of(board, not board.turn)]


def halfka_v2(merged: bool) -> Callable:
    """Stockfish's HalfKAv2_hm, and as it is trained, with a plane for each king."""

    def of(board: chess.Board, own: chess.Color) -> list[tuple]:
        turn = turn_of(board, own, True)
        king = board.king(own) ^ turn
        bucket = 4 * (7 - king // 8) + 7 - king % 8
        planes = 11 if merged else 12

        def plane(piece: chess.Piece) -> int:
            if piece.piece_type == chess.KING and merged:
                return 10
            return 2 * (piece.piece_type - 1) + (piece.color != own)

        return [
            (64 * (planes * bucket + plane(piece)) + (square ^ turn),)
            for square, piece in board.piece_map().items()
        ]

    return both_views(of)


def chess_768(board: chess.Board, own: chess.Color) -> list[tuple]:
    turn = turn_of(board, own, None)
    return [
        (384 * (piece.color != own) + 64 * (piece.piece_type - 1) + (square ^ turn),)
        for square, piece in board.piece_map().items()
    ]


def pawn_pairs(board: chess.Board, own: chess.Color) -> list[tuple]:
    turn = turn_of(board, own, False)
    pawns = [
        48 * (side != own) + (square ^ turn) - 8
        for side in SIDES
        for square in board.pieces(chess.PAWN, side)
    ]
    pairs = [(high, low) for high in pawns for low in pawns if low < high]
    return [(high * (high - 1) // 2 + low,) for high, low in pairs if abs(high % 8 - low % 8) <= 1]


def attacked_alone(role: int, is_own: bool, square: int, pushes: bool) -> list[int]:
    """The squares that a piece attacks on an empty board, in order."""
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(role, is_own))
    found = board.attacks_mask(square)
    if role == chess.PAWN:
        if chess.square_rank(square) in (0, 7):
            return []
        if pushes:
            found |= chess.BB_SQUARES[square + (8 if is_own else -8)]
    return list(chess.scan_forward(found))


def network_threats(victims: list[str], pushes: bool) -> Callable:
    """Threats of Stockfish's networks: the letters of each role's victims in their order."""
    starts: dict[tuple, int] = {}
    alone: dict[tuple, list[int]] = {}
    total = 0
    for is_own in (True, False):
        for role, letters in zip(ROLES, victims):
            before = 0
            for square in chess.SQUARES:
                alone[role, is_own, square] = attacked_alone(role, is_own, square, pushes)
                starts[role, is_own, square] = before
                before += len(alone[role, is_own, square])
            for victim_is_own in (True, False):
                for letter in letters:
                    starts[role, is_own, letter, victim_is_own] = total
                    total += before

    def of(board: chess.Board, own: chess.Color) -> list[tuple]:
        turn = turn_of(board, own, False)
        found = [(square, target) for _, square, _, target in threats(board)]
        if pushes:
            for side in SIDES:
                for square in board.pieces(chess.PAWN, side):
                    target = square + (8 if side == chess.WHITE else -8)
                    if board.piece_type_at(target) == chess.PAWN:
                        found.append((square, target))
        numbers = []
        for square, target in found:
            attacker, victim = board.piece_at(square), board.piece_at(target)
            role, is_own = attacker.piece_type, attacker.color == own
            letter, victim_is_own = victim.symbol().upper(), victim.color == own
            source, goal = square ^ turn, target ^ turn
            is_mutual = role == victim.piece_type
            is_mutual = is_mutual and (role != chess.PAWN or is_own != victim_is_own)
            start = starts.get((role, is_own, letter, victim_is_own))
            if start is not None and not (is_mutual and source < goal):
                place = alone[role, is_own, source].index(goal)
                numbers.append((start + starts[role, is_own, source] + place,))
        return numbers

    return both_views(of)


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
    "halfka_v2_hm": halfka_v2(True),
    "halfka_v2_hm_training": halfka_v2(False),
    "threats_59808": network_threats(["NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""], False),
    "threats_60720": network_threats(["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""], True),
    "threats_60144": network_threats(["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""], False),
    "threats_66864": network_threats(["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "PNBR"], False),
    "threats_79856": network_threats(
        ["PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"], False
    ),
    "pawn_pairs": both_views(pawn_pairs),
    "chess_768": both_views(chess_768),
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
