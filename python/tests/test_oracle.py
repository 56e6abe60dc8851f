"""The same answers as python-chess, on positions of the repository."""

from __future__ import annotations

import pytest

from hyperbola import Position, Positions, attacks


@pytest.fixture(scope="module")
def boards(chess, fens):
    boards = []
    for fen in fens[:1500]:
        board = chess.Board(fen, chess960=True)
        if board.is_valid():
            boards.append((board, Position(fen)))
    assert len(boards) > 500
    return boards


def test_legal_moves_and_ends(boards):
    for board, position in boards:
        found = {position.play(move).fen(shredder=True) for move in position.legal_moves()}
        expected = set()
        for move in board.legal_moves:
            board.push(move)
            expected.add(Position(board.fen(en_passant="legal")).fen(shredder=True))
            board.pop()
        assert found == expected, board.fen()
        assert position.is_check() == board.is_check()
        assert position.is_checkmate() == board.is_checkmate()
        assert position.is_stalemate() == board.is_stalemate()


def test_san(boards):
    for board, position in boards[:300]:
        found = {position.san(move) for move in position.legal_moves()}
        assert found == {board.san(move) for move in board.legal_moves}, board.fen()
        for san in found:
            assert position.san(position.parse_san(san)) == san


def test_what_the_last_moves_are(boards):
    names = list(Position().perft_statistics(0))
    for board, position in boards:
        sums = dict.fromkeys(names, 0)
        for move in board.legal_moves:
            is_castling = board.is_castling(move)
            arrived = {move.to_square}
            if is_castling:
                rank = move.from_square & 56
                arrived = {rank + (5 if board.is_kingside_castling(move) else 3)}
            sums["nodes"] += 1
            sums["captures"] += board.is_capture(move)
            sums["en_passant"] += board.is_en_passant(move)
            sums["castles"] += is_castling
            sums["promotions"] += move.promotion is not None
            board.push(move)
            checkers = set(board.checkers())
            sums["checks"] += bool(checkers)
            sums["discovered_checks"] += len(checkers) == 1 and not checkers & arrived
            sums["double_checks"] += len(checkers) > 1
            sums["checkmates"] += board.is_checkmate()
            board.pop()
        assert position.perft_statistics(1) == sums, board.fen()


def test_checkers_and_pins(boards):
    for board, position in boards:
        assert position.checkers == int(board.checkers_mask())
        own = board.occupied_co[board.turn]
        pinned = [square for square in position.pieces() if board.is_pinned(board.turn, square)]
        assert position.pinned == sum(1 << s for s in pinned if own >> s & 1)


def test_attack_maps(chess, boards):
    found = Positions.from_fens([position.fen() for _, position in boards])
    by_role = found.compute("attacks_by_role")
    all_attacks = found.compute("attacks")
    counts = found.compute("attack_counts")
    for row, (board, _) in enumerate(boards):
        for side, color in enumerate((chess.WHITE, chess.BLACK)):
            union, sums = 0, [0] * 64
            for role in range(6):
                expected = 0
                for square in board.pieces(role + 1, color):
                    mask = board.attacks_mask(square)
                    expected |= mask
                    for attacked in chess.scan_forward(mask):
                        sums[attacked] += 1
                assert int(by_role[row, side, role]) == expected
                union |= expected
            assert int(all_attacks[row, side]) == union
            assert counts[row, side].tolist() == sums


def test_sliders(chess, boards):
    for board, position in boards:
        for square in board.pieces(chess.QUEEN, chess.WHITE):
            assert attacks.queen(square, position.occupied) == board.attacks_mask(square)
