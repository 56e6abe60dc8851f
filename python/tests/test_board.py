"""A board: its moves, pieces, ends and copies, and wrong calls."""

from __future__ import annotations

import concurrent.futures
import copy
import gc
import multiprocessing
import pickle
import sys
from collections.abc import Sequence

import numpy as np
import pytest

import hyperbola
from hyperbola import (
    BLACK,
    WHITE,
    Bitboard,
    Board,
    Move,
    Outcome,
    Piece,
    PieceType,
    Position,
    Positions,
    Square,
    Termination,
)

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]
# A rook on b1 castles.
NEAR = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1"


def played(*ucis, fen=None, **options):
    board = Board(fen, **options)
    for uci in ucis:
        board.push_uci(uci)
    return board


def test_moves_are_pushed_and_popped():
    board = Board()
    assert board.push(Move.from_uci("e2e4")) is None and board.push_san("e5").uci() == "e7e5"
    assert str(board.push_uci("g1f3")) == "g1f3" and str(board.peek()) == "g1f3"
    assert [str(move) for move in board.move_stack] == ["e2e4", "e7e5", "g1f3"]
    assert (board.ply(), board.fullmove_number, board.halfmove_clock, board.turn) == (3, 2, 1, BLACK)
    assert board.root() == Board() and board.root().move_stack == []
    fens = []
    while board.move_stack:
        fens.append(board.fen())
        board.pop()
    assert board == Board() and len(set(fens)) == 3


def test_moves_are_one_object_each():
    move = Move("e7", Square.E8, PieceType.QUEEN)
    assert move is Move.from_uci("e7e8q") and move == Move(52, 60, 5) and move != Move("e7", "e8")
    assert (move.from_square, move.to_square, move.promotion) == (Square.E7, Square.E8, PieceType.QUEEN)
    assert hash(move) == hash(Move.from_uci("e7e8q")) and eval(repr(move)) is move
    assert not Move.null() and bool(move) and str(Move.null()) == "0000" and Move.from_uci("0000") is Move.null()
    for again in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert again is move
    assert pickle.loads(pickle.dumps(Move.null())) is Move.null()
    assert {move: 1}[Move.from_uci("e7e8q")] == 1


def test_legal_moves_are_a_sequence():
    board = Board(KIWIPETE)
    moves = board.legal_moves
    assert len(moves) == 48 and moves and moves.count() == 48
    assert list(moves) == [moves[index] for index in range(48)] == list(moves)[:]
    assert moves[-1] is list(moves)[-1] and moves[1:3] == tuple(list(moves)[1:3])
    assert list(reversed(moves)) == list(moves)[::-1]
    assert Move.from_uci("e1g1") in moves and Move.from_uci("e1h1") in moves and Move.from_uci("e1e8") not in moves
    assert "e1g1" not in moves and None not in moves and Move.null() not in moves
    assert moves.count(Move.from_uci("e2a6")) == 1 and moves.count("e2a6") == 0
    assert moves == board.legal_moves and hash(moves) == hash(board.legal_moves) and moves != Board().legal_moves
    assert moves != list(moves) and "O-O" in repr(moves)
    with pytest.raises(IndexError):
        moves[48]
    with pytest.raises(ValueError, match="expected one of 48 moves, found e1e8"):
        moves.index(Move.from_uci("e1e8"))
    with pytest.raises(TypeError):
        moves["e1g1"]
    assert isinstance(moves, Sequence) and issubclass(hyperbola.Moves, Sequence)
    assert moves.index(Move.from_uci("e1h1")) == moves.index(Move.from_uci("e1g1"))
    for wrong in (None, "e1g1", Move.null()):
        with pytest.raises(ValueError, match="expected one of 48 moves"):
            moves.index(wrong)
    for index, move in enumerate(moves):
        assert moves.index(move) == index and moves.uci()[index] == str(move)
        assert moves.san()[index] == board.san(move)
    assert {move.to_square for move in board.legal_captures} <= set(board.occupied)
    assert len(board.legal_captures) == 8 and Move.from_uci("e2a6") in board.legal_captures
    assert Move.from_uci("e1g1") not in board.legal_captures


def test_a_sequence_keeps_its_position():
    board = Board()
    moves = board.legal_moves
    board.push_san("e4")
    assert len(moves) == 20 and all(board.root().is_legal(move) for move in moves)
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += len(board.legal_moves)
        board.pop()
    assert count == board.position.perft(2)


def test_moves_as_numbers_are_those_of_positions():
    board = Board(KIWIPETE)
    numbers = board.legal_moves.uint16
    assert numbers.dtype == np.uint16
    offsets, items = Positions.from_fens([KIWIPETE]).compute("legal_moves")
    assert sorted(numbers.tolist()) == sorted(items.tolist()) and offsets.tolist() == [0, 48]
    for move, number in zip(board.legal_moves, numbers):
        one, two = board.copy(), board.copy()
        one.push(move)
        two.push(number)
        assert one == two and one.peek() is two.peek()
        two.pop()
        two.push(int(number))
        assert Positions.from_fens([KIWIPETE]).play(np.array([number]))[0] == two.position
    assert board.pseudo_legal_moves.uint16.size == len(board.pseudo_legal_moves)


def test_castling_is_written_by_the_rules():
    for rules, uci in [("auto", "e1g1"), ("chess", "e1g1"), ("chess960", "e1h1")]:
        board = Board(KIWIPETE, rules=rules)
        move = board.parse_san("O-O")
        assert str(move) == board.uci(move) == uci and board.san(move) == board.lan(move) == "O-O"
        assert board.chess960 == (rules == "chess960")
        assert board.uci(move, chess960=True) == "e1h1" and board.uci(move, chess960=False) == "e1g1"
        for written in ("e1g1", "e1h1"):
            other = board.copy()
            assert str(other.push_uci(written)) == uci and other.board_fen().endswith("R4RK1")
            assert board.is_legal(Move.from_uci(written)) and board.is_castling(Move.from_uci(written))
            assert board.is_kingside_castling(Move.from_uci(written))
            assert not board.is_queenside_castling(Move.from_uci(written))
        assert board.is_queenside_castling(board.parse_san("O-O-O"))
    near = Board(NEAR)
    assert near.chess960 and str(near.parse_san("O-O-O")) == "e1b1"
    with pytest.raises(ValueError, match="is not one of chess"):
        Board(NEAR, rules="chess")
    # The rules stay though no right of Chess960 is left.
    near.push_uci("b1b2")
    assert near.chess960


def test_arrays_of_chess960():
    for number, array in [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")]:
        board = Board.from_chess960_pos(number)
        assert board.board_fen() == f"{array.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{array}" and board.chess960
        assert len(board.castling_rights) == 4


def test_castling_rights():
    board = Board(KIWIPETE)
    assert set(board.castling_rights) == {Square.A1, Square.H1, Square.A8, Square.H8}
    board.push_uci("h1g1")
    assert board.castling_rights == Bitboard(["a1", "a8", "h8"])
    assert not board.has_kingside_castling_rights(WHITE) and board.has_queenside_castling_rights(WHITE)
    assert board.has_castling_rights("black") and board.castling_xfen() == "Qkq"
    board.push_uci("e8g8")
    assert not board.has_castling_rights(BLACK) and board.has_castling_rights(WHITE)


# The pawn of Black is pinned, so no capture is legal.
PINNED = "1k6/8/8/8/1p6/8/2P5/1R2K3 w - - 0 1"


def test_en_passant_in_each_definition():
    board = played("c2c4", fen=PINNED)
    fields = {kind: board.fen(en_passant=kind).split()[3] for kind in ("legal", "xfen", "fen")}
    assert fields == {"legal": "-", "xfen": "c3", "fen": "c3"}
    assert board.ep_square == Square.C3 and board.has_pseudo_legal_en_passant() and not board.has_legal_en_passant()
    assert board.key != board.polyglot_key and board.position.key == board.key
    again = Board(board.fen(en_passant="fen"))
    assert again.ep_square == Square.C3 and again == board and again.polyglot_key == board.polyglot_key
    assert pickle.loads(pickle.dumps(again)).ep_square == Square.C3
    assert copy.copy(board).ep_square == Square.C3 and board.mirror().ep_square == Square.C6
    capture = Move.from_uci("b4c3")
    assert board.is_pseudo_legal(capture) and not board.is_legal(capture) and board.is_into_check(capture)
    assert board.is_en_passant(capture) and board.is_capture(capture)
    assert board.fen(en_passant="fen") == Board(board.fen(en_passant="fen"), lenient=True).fen(en_passant="fen")
    alone = played("e2e4")
    assert [alone.fen(en_passant=kind).split()[3] for kind in ("legal", "xfen", "fen")] == ["-", "-", "e3"]
    assert alone.pop() and alone.ep_square is None
    board.push_uci("b8a7")
    assert board.ep_square is None and board.pop() and board.ep_square == Square.C3
    with pytest.raises(ValueError, match="en_passant: expected legal, xfen or fen; found .always."):
        board.fen(en_passant="always")


def test_null_moves():
    board = played("e2e4")
    board.push(Move.null())
    assert board.turn == WHITE and board.ep_square is None and board.halfmove_clock == 1
    assert board.peek() is Move.null() and board.push_uci("0000") is Move.null() and board.push_san("--") is Move.null()
    assert [board.pop() for _ in range(3)] == [Move.null()] * 3 and board.ep_square == Square.E3
    assert board.san(Move.null()) == "--" and board.uci(Move.null()) == "0000" and board.parse_san("--") is Move.null()
    assert not board.is_legal(Move.null()) and not board.gives_check(Move.null()) and not board.is_capture(Move.null())
    check = Board("4k3/8/8/8/8/8/8/4K2r w - - 0 1")
    with pytest.raises(ValueError, match="a null move is not legal in check"):
        check.push(Move.null())
    assert check.move_stack == []


def test_notations():
    board = Board(KIWIPETE)
    for move in board.legal_moves:
        assert board.parse_san(board.san(move)) is move and board.parse_uci(board.uci(move)) is move
        assert board.parse_san(board.lan(move)) is move
    assert board.lan(Move.from_uci("e2a6")) == "Be2xa6" and board.lan(Move.from_uci("d5e6")) == "d5xe6"
    promotion = Board("6rk/P4ppp/8/8/8/8/8/K7 w - - 0 1")
    assert promotion.lan(Move.from_uci("a7a8q")) == "a7-a8=Q"
    assert promotion.find_move("a7", "a8") is Move.from_uci("a7a8q")
    assert promotion.find_move("a7", "a8", PieceType.KNIGHT) is Move.from_uci("a7a8n")
    assert str(board.find_move("e1", "g1")) == "e1g1"
    moves = [Move.from_uci(uci) for uci in ("e2e4", "e7e5")]
    assert Board().variation_san(moves) == "1. e4 e5"
    assert played("e2e4").variation_san(moves[1:]) == "1...e5"
    mate = played("f2f3", "e7e5", "g2g4")
    assert mate.lan(mate.parse_san("Qh4#")) == "Qd8-h4#" and mate.gives_check(Move.from_uci("d8h4"))


def test_moves_from_and_to_some_squares():
    board = Board(KIWIPETE)
    some = [str(move) for move in board.generate_legal_moves(Bitboard(["e2", "e1"]), board.occupied)]
    assert some == ["e2a6"]
    assert {str(move) for move in board.generate_legal_moves()} == set(board.legal_moves.uci())
    assert {str(move) for move in board.generate_legal_captures(Bitboard(["f3"]))} == {"f3f6", "f3h3"}
    assert len(list(board.generate_pseudo_legal_moves())) == len(board.pseudo_legal_moves)


def test_pieces():
    board = Board()
    king = board.piece_at("e1")
    assert king is Piece(PieceType.KING, WHITE) is board.piece_map()[Square.E1]
    assert (king.symbol(), king.unicode_symbol(), str(king), king.color) == ("K", "♔", "K", True)
    assert Piece.from_symbol("q").unicode_symbol() == "♛" and PieceType.QUEEN.symbol == "q"
    assert pickle.loads(pickle.dumps(king)) is king and eval(repr(king)) is king and copy.deepcopy(king) is king
    assert board.piece_at(28) is None and board.piece_type_at(28) is None and board.color_at(28) is None
    assert board.piece_type_at("d8") is PieceType.QUEEN and board.color_at("d8") is BLACK
    assert len(board.piece_map()) == 32 and len(board.piece_map(mask=0xFF)) == 8
    assert board.pieces(PieceType.PAWN, BLACK) == 0xFF << 48 and board.pieces(6, "white") == 16
    assert board.king(BLACK) == Square.E8
    sets = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
    assert sum(map(len, sets)) == 32 and Bitboard(sum(sets)) == board.occupied
    assert board.occupied_co[WHITE] == 0xFFFF and board.occupied_co[BLACK] == 0xFFFF << 48
    for wrong in ("x", "", "PP"):
        with pytest.raises(ValueError, match="symbol: expected a piece"):
            Piece.from_symbol(wrong)


def test_attacks_checks_and_pins():
    board = Board("4k3/8/8/8/4r3/8/4N3/4K2B w - - 0 1")
    assert set(board.attacks("h1")) == {Square.G2, Square.F3, Square.E4} and board.attacks("a1") == 0
    assert list(board.attackers(WHITE, "e4")) == [Square.H1] and board.is_attacked_by(BLACK, "e2")
    assert not board.is_attacked_by(BLACK, "e1") and board.is_attacked_by(BLACK, "e1", board.occupied - Bitboard(["e2"]))
    assert board.is_pinned(WHITE, "e2") and not board.is_pinned(BLACK, "e4") and board.pin(WHITE, "h1") == 2**64 - 1
    assert board.pin("white", "e2") == sum(1 << square for square in range(4, 64, 8))
    diagonal = Board("4k3/8/8/b7/8/2P5/8/4K3 w - - 0 1")
    assert diagonal.pin(WHITE, "c3") == Bitboard(["e1", "d2", "c3", "b4", "a5"]) and not diagonal.is_pinned(WHITE, "d2")
    check = Board("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1")
    assert check.is_check() and list(check.checkers()) == [Square.E4] and not Board().is_check()
    assert check.is_into_check(Move.from_uci("e1e2")) and not check.is_into_check(Move.from_uci("e1d1"))


def test_what_a_move_does():
    board = Board(KIWIPETE)
    quiet, capture, pawn, castling = (Move.from_uci(uci) for uci in ("c3b1", "e2a6", "a2a3", "e1g1"))
    assert [board.is_capture(move) for move in (quiet, capture, pawn, castling)] == [False, True, False, False]
    assert [board.is_zeroing(move) for move in (quiet, capture, pawn, castling)] == [False, True, True, False]
    assert [board.is_irreversible(move) for move in (quiet, capture, pawn, castling)] == [False, True, True, True]
    assert board.is_irreversible(Move.from_uci("h1g1")) and board.is_castling(castling) and not board.is_castling(quiet)
    with pytest.raises(ValueError, match="the move e1e8 is not legal"):
        board.gives_check(Move.from_uci("e1e8"))


@pytest.mark.parametrize(
    ("fen", "termination", "result"),
    [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "CHECKMATE", "1-0"),
        ("7K/5kq1/8/8/8/8/8/8 w - - 0 1", "CHECKMATE", "0-1"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "STALEMATE", "1/2-1/2"),
        ("8/8/8/4k3/8/2N1K3/8/8 w - - 0 1", "INSUFFICIENT_MATERIAL", "1/2-1/2"),
        ("8/8/8/4k3/8/3RK3/8/8 w - - 150 90", "SEVENTYFIVE_MOVES", "1/2-1/2"),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 150 90", "CHECKMATE", "1-0"),
    ],
)
def test_ends_of_a_position(fen, termination, result):
    board = Board(fen)
    assert board.outcome() == Outcome(Termination[termination], {"1-0": WHITE, "0-1": BLACK}.get(result))
    assert board.result() == board.outcome().result() == result and board.is_game_over()
    assert board.is_checkmate() == (termination == "CHECKMATE") and board.is_stalemate() == (termination == "STALEMATE")


def test_repetitions():
    board = played(*KNIGHTS)
    assert board.is_repetition(2) and not board.is_repetition()
    # A move leads to a position that has been there twice.
    board = played(*KNIGHTS, *KNIGHTS[:3])
    assert not board.is_repetition(3) and board.can_claim_threefold_repetition() and board.can_claim_draw()
    assert board.outcome() is None and board.result() == "*"
    board.push_uci("f6g8")
    assert board.is_repetition() and board.outcome(claim_draw=True).termination is Termination.THREEFOLD_REPETITION
    board = played(*KNIGHTS * 4)
    assert board.is_fivefold_repetition() and board.outcome().termination is Termination.FIVEFOLD_REPETITION
    board.pop()
    assert not board.is_game_over() and board.is_game_over(claim_draw=True)
    # The rights to castle were others, and a capture en passant was possible.
    rights = played("h1g1", "h8g8", "g1h1", "g8h8", fen=KIWIPETE)
    assert not rights.is_repetition(2)
    passed = played("e2e4", "d7d5", "e4e5", "f7f5", *KNIGHTS)
    assert passed.root() == Board() and not passed.is_repetition(2)
    # The clock says that the positions before were of another game.
    assert not Board(board.fen()).is_repetition(2)
    assert board.copy(stack=False).is_repetition(1) and not board.copy(stack=False).is_repetition(2)


def test_long_games():
    board = Board("8/8/8/4k3/8/3RK3/8/8 w - - 99 80")
    assert not board.is_fifty_moves() and board.can_claim_fifty_moves() and not board.is_game_over()
    assert board.outcome(claim_draw=True).termination is Termination.FIFTY_MOVES
    board.push_uci("d3d1")
    assert board.is_fifty_moves() and board.can_claim_draw() and not board.is_seventyfive_moves()
    assert not Board("8/8/8/4k3/8/3RK3/8/8 w - - 98 80").can_claim_fifty_moves()
    # The only move is a capture, so the clock begins anew.
    assert not Board("7k/5n2/8/8/8/8/r6p/7K w - - 99 80").can_claim_fifty_moves()
    assert Board("8/8/8/4k3/8/3RK3/8/8 w - - 150 80").is_seventyfive_moves()


def test_copies_equality_and_hashes():
    board = played("e2e4", "e7e5")
    for again in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert again == board and hash(again) == hash(board) and again.move_stack == board.move_stack
        again.push_san("Nf3")
        assert again != board and len(board.move_stack) == 2
    assert board.copy(stack=1).move_stack == board.move_stack[1:] and board.copy(stack=False).move_stack == []
    assert board.copy(stack=9).move_stack == board.move_stack == board.copy(stack=True).move_stack
    assert board == board and board != Position(board.fen()) and board != None and board != 5  # noqa: E711
    assert Board(KIWIPETE) != Board(KIWIPETE, rules="chess960") and Board(board.fen()) == board
    assert Board(Position(KIWIPETE)) == Board(KIWIPETE) and Board(board) == board and Position(board) == board.position
    for fen, options in [(KIWIPETE, {}), (KIWIPETE, {"rules": "chess960"}), (NEAR, {}), (PINNED, {"lenient": True})]:
        board = Board(fen, **options)
        assert eval(repr(board)) == board and pickle.loads(pickle.dumps(board)).chess960 == board.chess960
    null = played("e2e4", "0000")
    assert pickle.loads(pickle.dumps(null)).move_stack == null.move_stack
    board.set_fen(KIWIPETE)
    assert board.fen() == KIWIPETE and board.move_stack == []
    board.push_san("O-O")
    board.clear_stack()
    assert board.move_stack == [] and board.fen() != KIWIPETE
    board.reset()
    assert board == Board() and Board().mirror().fen().startswith(Board().board_fen() + " b KQkq")
    assert str(Board()).splitlines()[0] == "r n b q k b n r" and Board()._repr_svg_().startswith("<svg")
    assert Positions.from_boards([Board(), Board(NEAR)]).fens(shredder=True)[1] == NEAR


def test_a_lenient_board_keeps_the_square_of_en_passant_where_it_fits():
    fits, does_not = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/4P3/8/4K3 b - e3 0 1"
    assert Board(fits, lenient=True).ep_square == Square.E3 and Board(does_not, lenient=True).ep_square is None


def test_no_draw_is_claimed_by_a_move_that_ends_the_game():
    # Each move of the king stalemates; each promotion begins the count of moves anew.
    assert not Board("k7/p1P5/P7/8/8/8/8/7K w - - 99 90").can_claim_fifty_moves()
    assert Board("k7/p1P5/P7/8/8/7p/8/7K w - - 99 90").can_claim_fifty_moves()


def test_wrong_fens_change_nothing():
    board = played("e2e4")
    for wrong in ("", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "\ud800"):
        with pytest.raises(ValueError):
            Board(wrong)
        with pytest.raises(ValueError):
            board.set_fen(wrong)
    assert len(board.move_stack) == 1
    for wrong in (5, b"x", 1.5, [], object()):
        with pytest.raises(TypeError, match="fen: expected"):
            Board(wrong)
    for wrong in (960, 10**6):
        with pytest.raises(ValueError, match="number: expected 0 to 959, found"):
            Board.from_chess960_pos(wrong)
    for wrong in (-1, 2**70):
        with pytest.raises(ValueError, match="number: expected"):
            Board.from_chess960_pos(wrong)


def test_wrong_moves_change_nothing():
    board = Board()
    for wrong in ("e2e5", "e7e5", "", "e2", "e2e4q", "e1g1", "0000x", "\ud800", "e2e4 "):
        with pytest.raises(ValueError):
            board.push_uci(wrong)
    for wrong in ("e5", "Qh8", "O-O", "", "Nd2", "x", "Nf3+x"):
        with pytest.raises(ValueError):
            board.push_san(wrong)
    for wrong in ("e2e5", "e7e5", "e1g1"):
        for call in (board.push, board.san, board.lan, board.gives_check):
            with pytest.raises(ValueError, match="is not legal in this position"):
                call(Move.from_uci(wrong))
        assert not board.is_legal(Move.from_uci(wrong))
    for wrong in (0, 0xF000, 0xFFFF, np.uint16(0x5000), 1):
        with pytest.raises(ValueError):
            board.push(wrong)
    for wrong in (None, 1.0, np.float64(1), b"e2", [], -1, 2**16, 2**70):
        with pytest.raises((TypeError, ValueError)):
            board.push(wrong)
    for call in (board.is_legal, board.is_capture, board.san, board.is_castling, board.gives_check, board.uci):
        for wrong in (None, "e2e4", 796):
            with pytest.raises(TypeError):
                call(wrong)
    with pytest.raises(ValueError, match="is not legal"):
        board.find_move("e2", "e5")
    with pytest.raises(ValueError, match="the move e7e6 is not legal"):
        board.variation_san([Move.from_uci("e2e4"), Move.from_uci("e7e5"), Move.from_uci("e7e6")])
    assert board == Board() and board.move_stack == []
    for call in (board.pop, board.peek):
        with pytest.raises(IndexError, match="no move was played"):
            call()


@pytest.mark.parametrize("wrong", [64, -1, "e9", "", "e44", None, 1.5, 2**70, True, b"e4", "\ud800"])
def test_wrong_squares(wrong):
    board = Board()
    calls = [board.piece_at, board.piece_type_at, board.color_at, board.attacks]
    calls += [lambda square: board.attackers(WHITE, square), lambda square: board.is_pinned(WHITE, square)]
    calls += [lambda square: Move(square, 0), lambda square: Move(0, square)]
    for call in calls:
        with pytest.raises((TypeError, ValueError), match="square: expected a square"):
            call(wrong)


def test_wrong_colours_and_kinds():
    board = Board()
    for wrong in (0, 1, "red", None, "", 1.0):
        with pytest.raises((TypeError, ValueError), match="color: expected"):
            board.king(wrong)
    for wrong in (0, 7, -1, 2**70, "x", None, True):
        with pytest.raises((TypeError, ValueError), match="piece_type: expected"):
            board.pieces(wrong, WHITE)
    for wrong in (0, 1, 6, "q"):
        with pytest.raises((TypeError, ValueError), match="promotion: expected"):
            Move("a7", "a8", wrong)
    for wrong in ("a1a1", "a1i9", "e2e4x", "a1"):
        with pytest.raises(ValueError, match="expected"):
            Move.from_uci(wrong)
    with pytest.raises(ValueError, match=r"see Move.null\(\)"):
        Move("a1", "a1")
    for wrong in (2**64, "a", 1.5):
        with pytest.raises((TypeError, ValueError)):
            board.attackers(WHITE, 0, wrong)
        with pytest.raises((TypeError, ValueError)):
            board.piece_map(mask=wrong)
    for wrong in ("no", 1.5, -1):
        with pytest.raises(TypeError, match="stack: expected a bool or a number of moves"):
            board.copy(stack=wrong)
    with pytest.raises(TypeError, match="claim_draw: expected a bool"):
        board.outcome(claim_draw=1)
    with pytest.raises(AttributeError):
        board.turn = BLACK


def test_other_types_may_know_a_board():
    class Known:
        def __eq__(self, other):
            return isinstance(other, Board)

    assert Board() == Known() and Known() == Board() and not Board() != Known()
    assert Board() != Board().fen() and not Board() == 3 and Board() != None  # noqa: E711


def test_the_rules_stay_when_a_board_is_reset():
    for board in (Board(), Board.from_chess960_pos(3)):
        is_chess960 = board.chess960
        board.push(board.legal_moves[0])
        board.reset()
        assert board.chess960 == is_chess960 and board.fen() == Board().fen() and not board.move_stack


def test_a_million_moves():
    board = Board()
    moves = [Move.from_uci(uci) for uci in KNIGHTS]
    for index in range(10**6):
        board.push(moves[index % 4])
    assert board.halfmove_clock == 2**16 - 1 and board.is_fivefold_repetition() and len(board.move_stack) == 10**6
    assert pickle.loads(pickle.dumps(board)) == board
    for _ in range(10**6):
        board.pop()
    assert board == Board()


def test_threads():
    """Each has its own board, and all have the same moves."""
    wrong = []

    def work(seed):
        board = Board()
        for step in range(2000):
            moves = board.legal_moves
            if not moves or len(board.move_stack) > 60:
                board.reset()
                continue
            move = moves[(step * 31 + seed) % len(moves)]
            if Move.from_uci(str(move)) is not move:
                wrong.append(move)
            board.push(move)

        return len(board.move_stack)

    # What a thread raises is raised here.
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        assert all(plies <= 61 for plies in threads.map(work, range(4)))
    assert not wrong


def test_threads_on_one_board():
    board = Board()

    def work(_):
        pushed = popped = 0
        for _ in range(2000):
            try:
                board.push_uci("g1f3")
                pushed += 1
                board.pop()
                popped += 1
            except (ValueError, IndexError, RuntimeError):
                pass
        return pushed, popped

    # Each move that was played is on the stack until it is taken back, whoever does it.
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        counts = list(threads.map(work, range(4)))
    pushed, popped = (sum(column) for column in zip(*counts))
    assert popped > 0 and len(board.move_stack) == pushed - popped
    while board.move_stack:
        board.pop()
    assert board == Board()


def _of_fork(board, queue):
    board.push_san("e5")
    queue.put((board, board.peek(), board.legal_moves.uci()))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_forked_processes():
    board = played("e2e4")
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    child = context.Process(target=_of_fork, args=(board, queue))
    child.start()
    other, move, ucis = queue.get()
    child.join()
    assert len(board.move_stack) == 1 and move is Move.from_uci("e7e5")
    board.push(move)
    assert other == board and ucis == board.legal_moves.uci() and child.exitcode == 0


def test_wrong_pickles_are_refused():
    restore, (fen, chess960, moves, edits) = played("e2e4").__reduce__()
    assert restore(fen, chess960, moves, edits) == played("e2e4") and edits == {}
    for arguments in [("x", False, b"", {}), (fen, False, b"\xff\xff", {}), (fen, False, b"\x01\x00", {}), (fen, False, moves, {0: "x"})]:
        with pytest.raises(ValueError):
            restore(*arguments)
    with pytest.raises(TypeError):
        restore(None, False, b"", {})


def test_positions_without_their_usual_parts():
    """Many queens, no castling, kings alone."""
    many = Board("qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", lenient=True)
    assert len(many.legal_moves) == len(list(many.legal_moves)) and many.pseudo_legal_moves
    assert eval(repr(many)) == many and pickle.loads(pickle.dumps(many)) == many
    kings = Board("4k3/8/8/8/8/8/8/4K3 w - - 65535 65535")
    kings.push_uci("e1e2")
    assert kings.halfmove_clock == 65535 and kings.is_insufficient_material()


def test_objects_are_freed():
    gc.collect()
    before = sys.getrefcount(Move.from_uci("g1f3"))
    for _ in range(100):
        board = played(*KNIGHTS)
        assert board.legal_moves.uci() and list(board.legal_moves)
    del board
    gc.collect()
    assert abs(sys.getrefcount(Move.from_uci("g1f3")) - before) < 5


def test_all_names_are_public():
    for name in ("Board", "Move", "Moves", "Piece", "PieceType", "Outcome", "Termination"):
        assert getattr(hyperbola, name).__module__ == "hyperbola" and name in hyperbola.__all__


def test_a_capture_by_a_pawn_names_its_file():
    board = Board("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1")
    for san in ("cxd5", "cd5", "c4d5", "c4xd5"):
        assert str(board.parse_san(san)) == "c4d5"
    for san in ("d5", "d5+"):
        with pytest.raises(ValueError):
            board.parse_san(san)


def test_moves_of_other_modules_are_named():
    chess = pytest.importorskip("chess")
    for call in (Board().is_legal, Board().push, Board().san):
        with pytest.raises(TypeError, match=r"expected a hyperbola.Move, found a chess.Move; Move.from_uci"):
            call(chess.Move.from_uci("e2e4"))


def test_one_way_for_moves_colours_and_kinds():
    board, position = Board(), Board().position
    assert position.play(Move.from_uci("e2e4")) == position.play("e2e4") and position.san(Move.from_uci("g1f3")) == "Nf3"
    board.push("e2e4")
    assert board.peek() == Move.from_uci("e2e4") and Move.from_uint16(board.peek().uint16) is board.peek()
    assert board.pieces("N", "white") == board.pieces(PieceType.KNIGHT, WHITE) == board.position.pieces(WHITE, PieceType.KNIGHT)
    with pytest.raises(ValueError, match="null move"):
        position.play(Move.null())
    for wrong in (0xFFFF, -1, 2**16):
        with pytest.raises(ValueError, match="bits: expected"):
            Move.from_uint16(wrong)


def test_a_board_of_python_chess_keeps_its_moves():
    chess = pytest.importorskip("chess")
    theirs = chess.Board("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1")
    for uci in ("e1g1", "e8e7", "g1f2", "e7e8", "f2g1", "e8e7", "g1f2"):
        theirs.push_uci(uci)
    board = Board(theirs)
    assert [move.uci() for move in board.move_stack] == [move.uci() for move in theirs.move_stack] and board.is_repetition(2)
    assert board.fen() == theirs.fen() and board.root().fen() == theirs.root().fen()
    theirs = chess.Board("4k3/8/8/8/8/8/r7/4K3 w - - 0 1")
    theirs.push(chess.Move.from_uci("e1e2"))
    with pytest.raises(ValueError, match=r"Board\(board.fen\(\)\) has none"):
        Board(theirs)
