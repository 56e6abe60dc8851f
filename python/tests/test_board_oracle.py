"""Boards beside those of python-chess, ply by ply through random games.

HYPERBOLA_PLIES says how many plies. Only those differences are left out that docs/BOARD.md names.
"""

from __future__ import annotations

import os
import random

import pytest

from hyperbola import BLACK, WHITE, Board, Move, Square

PLIES = int(os.environ.get("HYPERBOLA_PLIES", "200000"))
# All is compared at one ply of so many.
EVERY = 32
SEED = int(os.environ.get("HYPERBOLA_SEED", "57"))


@pytest.fixture(scope="module")
def starts(chess, fens):
    """The start of each game: a FEN, and whether the rules are those of Chess960."""
    found = [(chess.STARTING_FEN, False)]
    for fen in fens[::7]:
        if chess.Board(fen, chess960=True).is_valid():
            found.append((fen, not chess.Board(fen).is_valid()))
    found += [(chess.Board.from_chess960_pos(number).fen(), True) for number in range(0, 960, 3)]
    return found


def squares_of(mask):
    return [square for square in range(64) if mask >> square & 1]


def compare_moves(chess, theirs, ours):
    """The moves of a position, and all that is said of each."""
    expected = {move.uci(): move for move in theirs.legal_moves}
    found = {str(move): move for move in ours.legal_moves}
    assert found.keys() == expected.keys()
    assert ours.legal_moves.count() == len(found) == len(ours.legal_moves)
    assert dict(zip(ours.legal_moves.uci(), ours.legal_moves.san())) == {
        uci: theirs.san(move) for uci, move in expected.items()
    }
    for uci, their_move in expected.items():
        move = found[uci]
        assert (move.from_square, move.to_square) == (their_move.from_square, their_move.to_square)
        assert move.promotion == their_move.promotion and move in ours.legal_moves
        assert ours.lan(move) == theirs.lan(their_move)
        for name in ("is_capture", "is_en_passant", "is_castling", "is_kingside_castling", "is_queenside_castling",
                     "is_zeroing", "is_irreversible", "gives_check", "is_legal", "is_pseudo_legal", "is_into_check"):  # fmt: skip
            assert getattr(ours, name)(move) == getattr(theirs, name)(their_move), (name, uci)
        assert ours.parse_san(theirs.san(their_move)) is move and ours.parse_uci(uci) is move
    assert {str(move) for move in ours.pseudo_legal_moves} == {move.uci() for move in theirs.pseudo_legal_moves}
    captures = {move.uci() for move in theirs.generate_legal_captures()}
    assert {str(move) for move in ours.legal_captures} == captures


def compare_pieces(chess, theirs, ours, choice):
    pieces = {int(square): piece.symbol() for square, piece in ours.piece_map().items()}
    assert pieces == {square: piece.symbol() for square, piece in theirs.piece_map().items()}
    assert ours.checkers() == int(theirs.checkers())
    assert ours.occupied == theirs.occupied and list(ours.occupied_co) == theirs.occupied_co
    assert ours.castling_rights == theirs.clean_castling_rights()
    for color in (WHITE, BLACK):
        assert ours.king(color) == theirs.king(color)
        assert ours.has_kingside_castling_rights(color) == theirs.has_kingside_castling_rights(color)
        assert ours.has_queenside_castling_rights(color) == theirs.has_queenside_castling_rights(color)
        assert ours.has_insufficient_material(color) == theirs.has_insufficient_material(color)
        for square in choice.sample(range(64), 8):
            assert ours.attackers(color, square) == int(theirs.attackers(color, square))
            assert ours.is_attacked_by(color, square) == theirs.is_attacked_by(color, square)
            assert ours.pin(color, square) == int(theirs.pin(color, square)), (color, square)
            assert ours.is_pinned(color, square) == theirs.is_pinned(color, square)
            assert ours.attacks(square) == int(theirs.attacks(square))
            assert ours.color_at(square) == theirs.color_at(square)
            assert ours.piece_type_at(square) == theirs.piece_type_at(square)
    mirrored = theirs.mirror()
    assert ours.mirror().fen(en_passant="fen") == mirrored.fen(en_passant="fen")


def compare_state(chess, theirs, ours):
    for kind in ("legal", "xfen", "fen"):
        assert ours.fen(en_passant=kind) == theirs.fen(en_passant=kind)
        assert ours.shredder_fen(en_passant=kind) == theirs.shredder_fen(en_passant=kind)
    assert ours.ep_square == theirs.ep_square and ours.turn == theirs.turn
    assert ours.has_legal_en_passant() == theirs.has_legal_en_passant()
    assert ours.has_pseudo_legal_en_passant() == theirs.has_pseudo_legal_en_passant()
    assert ours.ply() == theirs.ply() and ours.is_check() == theirs.is_check()
    assert str(ours) == str(theirs) and ours.board_fen() == theirs.board_fen()


def compare_ends(chess, theirs, ours):
    for claim in (False, True):
        assert ours.result(claim_draw=claim) == theirs.result(claim_draw=claim)
        assert ours.is_game_over(claim_draw=claim) == theirs.is_game_over(claim_draw=claim)
        found, expected = ours.outcome(claim_draw=claim), theirs.outcome(claim_draw=claim)
        assert (found is None) == (expected is None)
        if found and not (theirs.is_insufficient_material() and not any(theirs.legal_moves)):
            assert (found.termination.name, found.winner) == (expected.termination.name, expected.winner)
    for count in range(1, 7):
        assert ours.is_repetition(count) == theirs.is_repetition(count), count
    for name in ("is_checkmate", "is_stalemate", "is_insufficient_material", "is_seventyfive_moves", "is_fifty_moves",
                 "is_fivefold_repetition"):  # fmt: skip
        assert getattr(ours, name)() == getattr(theirs, name)(), name
    assert ours.can_claim_fifty_moves() == theirs.can_claim_fifty_moves()
    assert ours.can_claim_threefold_repetition() == theirs.can_claim_threefold_repetition()


def next_move(theirs, moves, choice):
    """A random move, or the way back, which leads to repetitions."""
    stack = theirs.move_stack
    if len(stack) > 1 and choice.random() < 0.35:
        last = stack[-2]
        back = type(last)(last.to_square, last.from_square)
        if back in moves:
            return back
    quiet = [move for move in moves if not theirs.is_zeroing(move)]
    return choice.choice(quiet if quiet and choice.random() < 0.5 else moves)


def test_random_plies(chess, starts):
    from chess import polyglot

    choice = random.Random(SEED)
    plies = games = 0
    ends = dict.fromkeys(["1-0", "0-1", "1/2-1/2", "*"], 0)
    while plies < PLIES:
        fen, chess960 = choice.choice(starts) if choice.random() < 0.8 else starts[0]
        theirs = chess.Board(fen, chess960=chess960)
        ours = Board(fen, rules="chess960" if chess960 else "auto")
        if choice.random() < 0.1:
            theirs.halfmove_clock = choice.choice([90, 97, 140, 148])
            ours = Board(theirs.fen(en_passant="fen"), rules="chess960" if chess960 else "auto")
        games += 1
        for _ in range(choice.choice([10, 60, 160])):
            try:
                assert ours.fen() == theirs.fen() and ours.ep_square == theirs.ep_square
                assert ours.result() == theirs.result() and ours.is_check() == theirs.is_check()
                moves = list(theirs.legal_moves)
                assert sorted(ours.legal_moves.uci()) == sorted(move.uci() for move in moves)
                if plies % EVERY == 0:
                    compare_moves(chess, theirs, ours)
                    assert ours.polyglot_key == polyglot.zobrist_hash(theirs)
                if plies % EVERY == 1:
                    compare_pieces(chess, theirs, ours, choice)
                if plies % EVERY == 2:
                    compare_state(chess, theirs, ours)
                if plies % (EVERY // 4) == 3:
                    compare_ends(chess, theirs, ours)
            except AssertionError as error:
                played = " ".join(map(str, ours.move_stack))
                raise AssertionError(f"{fen} {chess960} moves {played}: {error}") from error
            if not moves:
                break
            if choice.random() < 0.02 and theirs.move_stack:
                assert str(ours.pop()) == theirs.pop().uci()
            elif choice.random() < 0.02 and not theirs.is_check():
                theirs.push(chess.Move.null())
                ours.push(Move.null())
            else:
                move = next_move(theirs, moves, choice)
                san = theirs.san(move)
                assert ours.san(Move.from_uci(move.uci())) == san
                theirs.push(move)
                if plies % 2:
                    assert str(ours.push_san(san)) == move.uci()
                else:
                    ours.push(Move.from_uci(move.uci()))
            plies += 1
        ends[ours.result()] += 1
    assert PLIES < 100000 or min(ends.values()) > 0, ends
    print(f"{plies} plies of {games} games: {ends}")


def test_arrays_of_chess960(chess):
    for number in range(960):
        assert Board.from_chess960_pos(number).fen() == chess.Board.from_chess960_pos(number).fen()


def test_moves_that_are_not_legal(chess, fens):
    """All moves between two squares, in positions of games."""
    for fen in fens[::400]:
        theirs = chess.Board(fen, chess960=True)
        if not theirs.is_valid():
            continue
        ours = Board(fen, rules="chess960")
        for from_square in squares_of(theirs.occupied):
            for to_square in range(64):
                if from_square == to_square:
                    continue
                move = Move(from_square, to_square)
                their_move = chess.Move(from_square, to_square)
                # The king's move of two squares is castling here, whatever the rules.
                if str(ours.uci(move)) == str(move):
                    assert ours.is_legal(move) == theirs.is_legal(their_move), (fen, move)
                    assert ours.is_pseudo_legal(move) == theirs.is_pseudo_legal(their_move), (fen, move)


def test_a_board_of_python_chess_is_read(chess):
    theirs = chess.Board()
    theirs.push_san("e4")
    assert Board(theirs).fen() == theirs.fen()
    assert Square.E4 in Board(theirs).occupied
