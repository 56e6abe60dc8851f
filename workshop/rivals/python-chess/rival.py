"""python-chess as a rival: computes features of positions, one after the other.

It speaks the protocol of workshop/lab/METHODOLOGY.md. Each feature is computed by the fastest way through
python-chess that we found.
"""

import sys
import time

import chess

SIDES = (chess.WHITE, chess.BLACK)

# The positions of a sample: all of them would take seconds.
SAMPLED = 256


def attacks(board: chess.Board) -> list[int]:
    found = []
    for side in SIDES:
        mask = 0
        for square in chess.scan_forward(board.occupied_co[side]):
            mask |= board.attacks_mask(square)
        found.append(mask)
    return found


def attack_counts(board: chess.Board) -> list[int]:
    found = []
    for side in SIDES:
        counts = [0] * 64
        for square in chess.scan_forward(board.occupied_co[side]):
            for attacked in chess.scan_forward(board.attacks_mask(square)):
                counts[attacked] += 1
        found += counts
    return found


def legal_counts(board: chess.Board) -> list[int]:
    return [board.legal_moves.count()]


FEATURES = {one.__name__: one for one in (attacks, attack_counts, legal_counts)}


def digest(numbers) -> str:
    """The digest of crates/hyperbola-random."""
    digest = 0xCBF29CE484222325
    for number in numbers:
        digest = (digest ^ number) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        digest ^= digest >> 32
    return f"{digest:016x}"


def sample(feature, boards: list[chess.Board], times: int) -> float:
    """The nanoseconds of a position."""
    start = time.perf_counter_ns()
    for _ in range(times):
        for board in boards:
            feature(board)
    return (time.perf_counter_ns() - start) / times / len(boards)


def answer(request: str, boards: list[chess.Board]) -> str:
    match request.split():
        case ["version"]:
            return chess.__version__
        case ["tasks"]:
            return " ".join(FEATURES)
        case ["positions", count]:
            fens = [sys.stdin.readline() for _ in range(int(count))]
            boards.clear()
            boards += [chess.Board(fen.strip(), chess960=True) for fen in fens]
            return "ready"
        case ["verify", name] if name in FEATURES:
            return digest(number for board in boards for number in FEATURES[name](board))
        case ["sample", name, times] if name in FEATURES and boards:
            return str(sample(FEATURES[name], boards[:SAMPLED], int(times)))
    return f"error there is no request {request.strip()!r}"


def main() -> None:
    boards: list[chess.Board] = []
    while request := sys.stdin.readline():
        try:
            text = answer(request, boards)
        except ValueError as error:
            text = f"error {error}".replace("\n", " ")
        print(text, flush=True)


if __name__ == "__main__":
    main()
