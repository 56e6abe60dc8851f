"""hyperbola.compat.chess beside python-chess: its names, constants and functions, and boards of random games."""

from __future__ import annotations

import io
import random

import pytest
from conftest import import_or_skip

import hyperbola.compat.chess as ours

chess = import_or_skip("chess")

# What python-chess imports for itself, and what docs/BOARD.md says is not there.
TYPING = """Callable ClassVar Counter Dict Generic Hashable Iterable Iterator List Literal Mapping Optional SupportsInt Tuple
Type TypeVar Union annotations collections copy dataclasses enum itertools math re typing BaseBoardT BoardT"""
LEFT_OUT = """BB_DIAG_ATTACKS BB_DIAG_MASKS BB_FILE_ATTACKS BB_FILE_MASKS BB_RANK_ATTACKS BB_RANK_MASKS BB_RAYS SAN_REGEX
FEN_CASTLING_REGEX STATUS_RACE_CHECK STATUS_RACE_MATERIAL STATUS_RACE_OVER engine pgn svg polyglot syzygy variant gaviota"""
BOARD_LEFT_OUT = """parse_xboard push_xboard xboard pawnless_tbw_magic pawnless_tbw_suffix pawnless_tbz_magic
pawnless_tbz_suffix tbw_magic tbw_suffix tbz_magic tbz_suffix"""
TEXT = """[Event "x"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]

1. e4 { best } 1... e5 $1 (1... c5 { sicilian } 2. Nf3 (2. c3)) 2. Nf3 Nc6 { a comment that is longer than the lines that were asked for here and there } 3. Bb5 1-0
"""


def names(item):
    return {name for name in dir(item) if not name.startswith("_")}


def test_names_and_constants():
    known = names(chess) - set(TYPING.split()) - set(LEFT_OUT.split())
    assert known - names(ours) == set() and len(known) > 240
    assert names(chess.Board) - names(ours.Board) == set(BOARD_LEFT_OUT.split())
    assert names(chess.SquareSet) - names(ours.SquareSet) == set()
    assert names(chess.Move) - names(ours.Move) == {"drop", "xboard"}
    constants = [name for name in known if name.isupper() and name not in ("COLORS",)]
    assert [name for name in constants if getattr(chess, name) != getattr(ours, name)] == []
    nags = [name for name in names(chess.pgn) if name.startswith("NAG_")] if hasattr(chess, "pgn") else []
    for name in nags:
        assert getattr(chess.pgn, name) == getattr(ours.pgn, name)
    with pytest.raises(AttributeError, match="docs/BOARD.md"):
        ours.nothing
    with pytest.raises(NotImplementedError, match="chess.syzygy"):
        ours.syzygy.open_tablebase("x")


def test_functions():
    choice = random.Random(1)
    for _ in range(300):
        a, b, mask = choice.randrange(64), choice.randrange(64), choice.getrandbits(64) & choice.getrandbits(64) | 1
        for name in ("square_distance", "square_manhattan_distance", "square_knight_distance", "ray", "between"):
            assert int(getattr(chess, name)(a, b)) == int(getattr(ours, name)(a, b)), (name, a, b)
        for name in ["lsb", "msb", "popcount", *(name for name in names(chess) if name.startswith(("flip_", "shift_")))]:
            assert int(getattr(chess, name)(mask)) == int(getattr(ours, name)(mask)), (name, mask)
        assert list(chess.scan_forward(mask)) == list(ours.scan_forward(mask))
        assert list(chess.scan_reversed(mask)) == list(ours.scan_reversed(mask))


def test_random_games():
    choice = random.Random(2)
    for _ in range(60):
        theirs, board = chess.Board(), ours.Board()
        for _ in range(choice.randrange(100)):
            moves = list(theirs.legal_moves)
            if not moves:
                break
            move = choice.choice(moves)
            theirs.push(move)
            board.push(ours.Move.from_uci(move.uci()))
        assert board.fen() == theirs.fen() and board.epd() == theirs.epd()
        assert board.status() == theirs.status() and board.is_valid() == theirs.is_valid()
        for options in ({}, {"borders": True, "invert_color": True, "orientation": False}):
            assert board.unicode(**options) == theirs.unicode(**options)
        assert board.transform(ours.flip_vertical).board_fen() == theirs.transform(chess.flip_vertical).board_fen()
        assert board.castling_shredder_fen() == theirs.castling_shredder_fen()
        for copied in (board.copy(), ours.Board(theirs)):
            assert isinstance(copied, ours.Board) and copied == board
            assert [m.uci() for m in copied.move_stack] == [m.uci() for m in theirs.move_stack]
            assert copied.is_repetition(2) == theirs.is_repetition(2)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
        "kk6/pppppppp/p7/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/QQQQQQQK w - - 0 1",
    ],
)
def test_boards_that_are_no_positions(fen):
    theirs, board = chess.Board(fen), ours.Board(fen)
    assert board.status() == theirs.status() and not board.is_valid() and not theirs.is_valid()
    assert board.board_fen() == theirs.board_fen() and str(board) == str(theirs)
    assert {int(s): p.symbol() for s, p in board.piece_map().items()} == {s: p.symbol() for s, p in theirs.piece_map().items()}
    with pytest.raises(ValueError, match="no position"):
        board.legal_moves


def test_a_board_is_built_piece_by_piece():
    theirs, board = chess.Board(None), ours.Board(None)
    steps = [("E1", "K"), ("A2", "P"), ("E8", "k"), ("H8", "r")]
    for name, symbol in steps:
        assert board.status() == theirs.status() and board.fen() == theirs.fen()
        theirs.set_piece_at(getattr(chess, name), chess.Piece.from_symbol(symbol))
        board.set_piece_at(getattr(ours, name), ours.Piece.from_symbol(symbol))
    board.turn = theirs.turn = False
    board.castling_rights, theirs.castling_rights = ours.BB_H8, chess.BB_H8
    assert board.fen() == theirs.fen() and board.turn is False
    assert sorted(map(str, board.legal_moves)) == sorted(map(str, theirs.legal_moves))
    assert board.remove_piece_at(ours.E1).symbol() == "K" and board.status() == ours.STATUS_NO_WHITE_KING
    board.reset()
    assert board.fen() == ours.STARTING_FEN and type(board) is ours.Board


@pytest.mark.parametrize("columns", [80, 30, None])
def test_games_are_written_as_there(columns):
    import chess.pgn

    theirs = chess.pgn.read_game(io.StringIO(TEXT))
    game = ours.pgn.read_game(io.StringIO(TEXT))
    for options in ({}, {"comments": False}, {"variations": False}, {"headers": False}):
        exporter = ours.pgn.StringExporter(columns=columns, **options)
        assert game.accept(exporter) == theirs.accept(chess.pgn.StringExporter(columns=columns, **options))
    last = ours.pgn.read_game(io.StringIO(TEXT), Visitor=ours.pgn.BoardBuilder)
    assert last.fen() == theirs.end().board().fen()
    file = io.StringIO()
    game.accept(ours.pgn.FileExporter(file))
    assert file.getvalue() == str(game.accept(ours.pgn.StringExporter())) + "\n\n"


def test_books(tmp_path):
    import chess.polyglot

    board, path = ours.Board(), tmp_path / "book.bin"
    key = ours.polyglot.zobrist_hash(board)
    entries = [(key, 28 | 12 << 6, 5), (key, 27 | 11 << 6, 9), (key, 0, 1), (key + 1, 28 | 12 << 6, 1)]
    path.write_bytes(b"".join(k.to_bytes(8, "big") + m.to_bytes(2, "big") + w.to_bytes(2, "big") + bytes(4) for k, m, w in entries))
    with chess.polyglot.open_reader(path) as theirs, ours.polyglot.open_reader(path) as book:
        found = [(e.move.uci(), e.weight) for e in book.find_all(board)]
        assert found == [(e.move.uci(), e.weight) for e in theirs.find_all(chess.Board())] == [("e2e4", 5), ("d2d4", 9)]
        assert book.find(board).move.uci() == "d2d4" and len(book) == 4
    path.write_bytes(b"short")
    with pytest.raises(ValueError, match="16 bytes"):
        ours.polyglot.open_reader(path)


def test_pictures():
    picture = ours.svg.board(
        ours.Board(), arrows=[(0, 9)], squares=ours.SquareSet([1]), orientation=ours.BLACK, fill={3: 'red"'}
    )
    assert picture.count("<path") == 1 and picture.count('rx="6"') == 1 and 'fill="red&quot;"' in picture
    assert picture != ours.svg.board(ours.Board()) and ours.svg.piece(ours.Piece.from_symbol("K")).count("♚") == 1
