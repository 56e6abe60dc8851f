"""hyperbola.compat.chess beside python-chess: its names, constants and functions, and boards of random games."""

from __future__ import annotations

import copy
import importlib
import io
import pickle
import random
import types
from typing import TypeVar

import pytest
from conftest import import_or_skip

import hyperbola.compat.chess as ours
from hyperbola import pgn

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


# The names of modules that docs/BOARD.md says are not there, without those of types.
OTHERS_LEFT_OUT = {
    "pgn": "StringExporterMixin TimeControl TimeControlPart TimeControlType parse_time_control",
    "engine": """AnalysisComplete BaseCommand BestMove CommandState INFO_ALL INFO_BASIC INFO_CURRLINE INFO_NONE INFO_PV
    INFO_REFUTATION INFO_SCORE MANAGED_OPTIONS MateGivenType MockTransport Opponent Protocol UciOptionMap XBoardProtocol
    popen_xboard run_in_background""",
    "svg": "CHECK_GRADIENT COORDS DEFAULT_COLORS MARGIN PIECES SQUARE_SIZE SvgWrapper XX",
    "polyglot": "POLYGLOT_RANDOM_ARRAY ZobristHasher",
}


@pytest.mark.parametrize("module", OTHERS_LEFT_OUT)
def test_names_of_modules(module):
    theirs, found = importlib.import_module(f"chess.{module}"), getattr(ours, module)
    own = {name for name in names(theirs) if getattr(getattr(theirs, name), "__module__", theirs.__name__) == theirs.__name__}
    imported = {name for name in own if isinstance(getattr(theirs, name), (types.ModuleType, TypeVar))}
    assert own - imported - names(found) - {"override"} == set(OTHERS_LEFT_OUT[module].split())


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
    if theirs.status() & ~MENDED:
        with pytest.raises(ValueError, match="no position"):
            board.legal_moves
    else:
        assert moves_of(board) == moves_of(theirs)


def test_sets_of_boards_that_are_no_positions_cannot_be_changed_either():
    board = ours.Board("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1")
    names = "pawns knights bishops rooks queens kings occupied"
    for one in (*board.occupied_co, *(getattr(board, name) for name in names.split())):
        with pytest.raises(ValueError, match="cannot be changed: change a copy"):
            one.add(ours.A1)
        one.copy().add(ours.A1)
    board.pieces(ours.ROOK, ours.WHITE).clear()
    assert board.rooks == ours.BB_E7


# A board with no other faults has moves.
MENDED = chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE | chess.STATUS_IMPOSSIBLE_CHECK


def moves_of(board):
    return sorted(move.uci() for move in board.legal_moves)


@pytest.mark.parametrize("chess960", [False, True])
def test_moves_of_a_board_whose_rights_or_square_of_en_passant_do_not_fit(chess960):
    choice, mended = random.Random(5), 0
    for number in range(300):
        theirs, board = chess.Board(chess960=chess960), ours.Board(chess960=chess960)
        for _ in range(choice.randrange(60)):
            move = choice.choice([*theirs.legal_moves, chess.Move.null()] if not theirs.is_check() else [*theirs.legal_moves] or [None])
            if move is None:
                break
            theirs.push(move)
            board.push_uci(move.uci())
        removed = choice.choice([0, 7, 56, 63])
        for each in (theirs, board):
            if number % 3:
                each.turn = not each.turn
            else:
                each.remove_piece_at(removed)
        if theirs.status() & ~MENDED:
            continue
        assert board.status() == theirs.status() and board.fen() == theirs.fen()
        mended += board.status() != 0
        moves = moves_of(theirs)
        assert moves_of(board) == moves == sorted(map(str, board.generate_legal_moves())) and len(moves) == board.legal_moves.count()
        assert board.is_checkmate() == theirs.is_checkmate() and board.result() == theirs.result()
        assert plain(board.move_stack) == plain(theirs.move_stack) and moves_of(ours.hyperbola.Board(board)) == moves
        assert ours.hyperbola.Board(board).move_stack == board.move_stack
        game = pgn.Game()
        game.setup(board)
        assert moves_of(game.board()) == moves
        before, status = board.fen(), board.status()
        for wrong in (board.push_uci, board.push_san, board.parse_san):
            with pytest.raises(ValueError):
                wrong("e4e4")
        with pytest.raises(ValueError):
            board.push(ours.Move(ours.A1, ours.A2) if "a1a2" not in moves else ours.Move(ours.A1, ours.H2))
        assert board.fen() == before and board.status() == status
        if moves:
            move = choice.choice([*theirs.legal_moves])
            assert board.san(ours.Move.from_uci(move.uci())) == theirs.san(move)
            theirs.push(move)
            getattr(board, choice.choice(["push_uci", "push"]))(move.uci())
            assert board.fen() == theirs.fen() and board.peek().uci() == theirs.peek().uci() and type(board) is ours.Board
            theirs.pop(), board.pop()
            assert board.fen() == theirs.fen() and moves_of(board) == moves
    assert mended > 20


def test_a_subclass_sees_the_move_of_a_board_that_is_mended():
    class Seen(ours.Board):
        def push(self, move):
            self.seen = move
            super().push(move)

    board = Seen()
    board.push_uci("e2e4")
    board.turn = ours.WHITE
    assert board.status() == ours.STATUS_INVALID_EP_SQUARE and board.legal_moves.count() == 30
    board.push(ours.Move.from_uci("d2d4"))
    assert str(board.seen) == "d2d4" and type(board) is Seen and plain(board.move_stack) == ["e2e4", "d2d4"]


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


# What a board that is no position knows by its pieces and by the fields of its FEN.
OF_PIECES = """turn castling_rights ep_square halfmove_clock fullmove_number occupied occupied_co pawns knights bishops rooks
queens kings chess960 move_stack"""
OF_CALLS = """fen epd shredder_fen board_fen castling_xfen castling_shredder_fen piece_map clean_castling_rights ply status is_valid
was_into_check is_check checkers checkers_mask has_pseudo_legal_en_passant has_chess960_castling_rights chess960_pos unicode __str__ is_variant_end"""
OF_COLORS = "king has_castling_rights has_kingside_castling_rights has_queenside_castling_rights"
NO_POSITIONS = [
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/4R3/8/8/8/8/8/R3K2R w KQ - 3 7",
    "4k3/8/8/8/8/8/8/4K3 b KQ e6 1 9",
    "r3k2r/8/8/8/8/8/8/8 b kq - 0 1",
    "rk5r/8/8/3pP3/8/8/8/RR2R3 w KQkq d6 0 2",
    "4k3/8/8/8/pP6/8/8/8 b - b3 0 2",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
    "4k3/8/3N1N2/1B5Q/8/8/4R3/4K3 w - - 0 1",
    "4kk2/8/2b5/2B5/3q4/8/3p1n2/R3K2R w KQ - 0 1",
    "4kk2/8/8/8/8/8/8/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w KQ d6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq a6 4 9",
    "4k3/8/8/8/1b2P2q/8/8/4K3 w - e3 0 1",
    "4k3/4r3/8/8/1b5q/8/8/4K3 w - e6 0 1",
]


def plain(found):
    """Returns what both have as the same."""
    if isinstance(found, dict):
        return {int(square): piece.symbol() for square, piece in found.items()}
    if isinstance(found, (tuple, list)):
        return [item.uci() if hasattr(item, "uci") else plain(item) for item in found]
    return found if found is None or isinstance(found, (str, bool)) else int(found)


def assert_same(board, theirs):
    assert [plain(getattr(board, name)) for name in OF_PIECES.split()] == [plain(getattr(theirs, name)) for name in OF_PIECES.split()]
    for name in OF_CALLS.split():
        assert plain(getattr(board, name)()) == plain(getattr(theirs, name)()), name
    for square in range(64):
        assert plain(board.attacks(square)) == plain(theirs.attacks(square)) == plain(board.attacks_mask(square))
    for color in (True, False):
        for name in OF_COLORS.split():
            assert plain(getattr(board, name)(color)) == plain(getattr(theirs, name)(color)), name
        for square in (0, 4, 35, 60, 63):
            for name in ("attackers", "attackers_mask", "is_attacked_by"):
                assert plain(getattr(board, name)(color, square)) == plain(getattr(theirs, name)(color, square)), name
        for role in chess.PIECE_TYPES:
            assert plain(board.pieces(role, color)) == plain(theirs.pieces(role, color)) == plain(board.pieces_mask(role, color))


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("fen", NO_POSITIONS)
def test_a_board_that_is_no_position_answers_from_its_pieces(fen, chess960):
    theirs, board = chess.Board(fen, chess960=chess960), ours.Board(fen, chess960=chess960)
    assert_same(board, theirs)
    assert_same(board.mirror(), theirs.mirror())
    for f in ("flip_vertical", "flip_horizontal", "flip_diagonal"):
        assert_same(board.transform(getattr(ours, f)), theirs.transform(getattr(chess, f)))
    for copied in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), ours.Board(board), board.root()):
        assert_same(copied, theirs)
        copied.halfmove_clock = 99
        copied.set_piece_at(ours.A4, ours.Piece.from_symbol("Q"))
    assert_same(board, theirs)
    known = {name for name in dir(ours.hyperbola.Board) if not name.startswith("_")}
    if not theirs.status() & ~MENDED:
        assert moves_of(board) == moves_of(theirs)
        return
    others = known - set(f"{OF_PIECES} {OF_CALLS} {OF_COLORS}".split()) - {"pieces", "pieces_mask"}
    kept = "attackers attackers_mask attacks attacks_mask is_attacked_by clear_stack copy from_chess960_pos from_epd mirror peek pop piece_at piece_type_at color_at reset root set_fen transform uci_variant"
    for name in others - set(kept.split()):
        with pytest.raises(ValueError, match="no position"):
            getattr(board, name)()
    for use in (ours.hyperbola.Board, pgn.Game().setup, pgn.Game.from_board):
        with pytest.raises(ValueError, match="no position"):
            use(board)


@pytest.mark.parametrize(
    "fen", ["x", "", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "4k3/8/8/8/8/8/8/8 w KX - 0 1", "4k3/8/8/8/8/8/8/8 w - i3 0 1", "4k3/8/8/8/8/8/8/8 w - - x 1",
     "4k3/8/8/8/8/8/8/8 w - - 0 -1", "4k3/8/8/8/8/8/8/8 w - - 0 1 1", "4k3/8/8/8/8/8/8/44 w - - 0 1", "4k3/8/8/8/8/8/8/9 w - - 0 1", "4k3/8/8/8/8/8/8 w"],
)  # fmt: skip
def test_what_is_no_fen_changes_nothing(fen):
    theirs, board = chess.Board(), ours.Board()
    for use in (chess.Board, theirs.set_fen, ours.Board, board.set_fen):
        with pytest.raises(ValueError):
            use(fen)
    assert board.fen() == ours.STARTING_FEN and type(board) is ours.Board


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "7k/8/8/8/3pP3/8/8/4K2R b - e3 0 1",
        "8/8/8/7k/3pP3/8/8/3BK3 b - e3 0 1",
        "8/8/8/3k4/3pP3/8/2B5/4K3 b - e3 0 1",
        "8/8/8/3k4/3pP3/8/8/3RK3 b - e3 0 1",
        "8/8/8/5k2/3pP3/8/8/3BK2Q b - e3 0 1",
        "4k3/4R3/8/8/4R3/8/8/4K3 b - - 0 1",
        "4k3/8/2N5/8/4R3/8/8/4K3 b - - 0 1",
        "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/2NN4/8/4R3/8/8/4K3 b - - 0 1",
    ],
)
def test_checks_that_no_move_gives(fen):
    theirs, board = chess.Board(fen), ours.Board(fen)
    assert board.status() == theirs.status() and board.is_valid() == theirs.is_valid()


def test_boards_are_turned():
    for fen in (ours.STARTING_FEN, "r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 3 9", "4k3/8/8/8/8/2n5/4P3/R3K3 w - - 0 1"):
        # A castling right is only known on the ranks where rooks begin.
        for f in ("flip_vertical", "flip_horizontal", *(("flip_diagonal", "shift_up") if " - - " in fen else ())):
            theirs, board = chess.Board(fen), ours.Board(fen)
            assert_same(board.transform(getattr(ours, f)), theirs.transform(getattr(chess, f)))
            theirs.apply_transform(getattr(chess, f)), board.apply_transform(getattr(ours, f))
            assert_same(board, theirs)
            theirs.apply_mirror(), board.apply_mirror()
            assert_same(board, theirs)


def test_a_board_that_is_no_position_takes_the_rules_of_chess960():
    for fen in ("4k3/8/8/8/8/8/8/1R2K2R w B - 0 1", "8/8/8/8/8/8/8/1R2K2R w B - 0 1"):
        draft = ours.Board(None)
        draft.set_board_fen(fen.split()[0])
        draft.castling_rights = ours.BB_B1
        assert draft.status() & ours.STATUS_BAD_CASTLING_RIGHTS and not draft.chess960
        board, theirs = ours.Board(draft, chess960=True), chess.Board(fen, chess960=True)
        assert board.chess960 and board.fen() == theirs.fen() and board.status() == theirs.status()
        assert ours.Board(board).chess960 and not ours.Board(draft).chess960
        assert (type(board) is ours.Board) == (theirs.status() == chess.STATUS_VALID)


def test_no_method_of_a_subclass_is_called_before_its_constructor():
    class Named(ours.Board):
        def __init__(self, fen=ours.STARTING_FEN):
            self.changes = 0

        def set_piece_map(self, pieces):
            self.changes += 1
            super().set_piece_map(pieces)

        clear = clear_board = status = fen = set_piece_map

    board = Named(None)
    assert board.changes == 0 and board.board_fen() == "8/8/8/8/8/8/8/8" and board.turn
    board.set_piece_at(ours.A1, ours.Piece.from_symbol("K"))
    assert board.changes == 1 and isinstance(board, Named)


class Counted(ours.Board):
    """A subclass with a method and a state of its own."""

    def number(self):
        return len(self.piece_map())


def test_subclasses_moves_and_pickles():
    theirs, board = chess.Board(), Counted()
    for uci in ("e2e4", "e7e5", "g1f3"):
        theirs.push_uci(uci)
        board.push_uci(uci)
    board.seen = [1]
    for name, value in (("turn", True), ("halfmove_clock", 7), ("fullmove_number", 5), ("castling_rights", ours.BB_H1), ("ep_square", ours.E6), ("ep_square", None)):
        setattr(theirs, name, value)
        setattr(board, name, value)
        assert board.fen() == theirs.fen() and plain(board.move_stack) == plain(theirs.move_stack)
        for again in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
            assert type(again) is Counted and again == board and again.move_stack == board.move_stack
            assert again.pop() == board.peek() and again.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    assert pickle.loads(pickle.dumps(board)).seen == [1]
    for _ in range(20):
        board.push(next(iter(board.legal_moves)))
        board.fullmove_number += 3
    edited = [pickle.dumps(board.copy()) for _ in range(20)]
    assert len(set(edited)) == 1 and pickle.loads(edited[0]).fen() == board.fen()
    for _ in range(20):
        board.pop()
    restore, (*parts, edits) = ours.hyperbola.Board().__reduce__()
    assert restore(*parts) == ours.hyperbola.Board() and edits == {}
    # It is the same board to its user while it is no position.
    theirs.turn = board.turn = False
    king = board.king(ours.BLACK)
    board.remove_piece_at(king), theirs.remove_piece_at(king)
    assert isinstance(board, Counted) and board.number() == 31 and type(pickle.loads(pickle.dumps(board))) is type(board)
    assert_same(board, theirs)
    board.set_piece_at(king, ours.Piece.from_symbol("k")), theirs.set_piece_at(king, chess.Piece.from_symbol("k"))
    assert type(board) is Counted and board.fen() == theirs.fen() and board.move_stack == []


def test_a_move_is_taken_back_from_what_is_no_position():
    theirs, board = chess.Board(), ours.Board()
    for each in (theirs, board):
        each.push_uci("e2e4")
        each.push_uci("f7f6")
        each.push_uci("d1h5")
        each.turn = True
        assert each.pop().uci() == "d1h5"
    assert type(board) is ours.Board and board.fen() == theirs.fen() and plain(board.move_stack) == ["e2e4", "f7f6"]


def test_what_no_field_takes_changes_nothing():
    board = ours.Board()
    for name, value in (("halfmove_clock", -1), ("halfmove_clock", 1.5), ("fullmove_number", 70000), ("ep_square", 64), ("ep_square", -1)):
        with pytest.raises((TypeError, ValueError)):
            setattr(board, name, value)
    assert board.fen() == ours.STARTING_FEN and type(board) is ours.Board


def test_epd_has_the_options_of_fen():
    for fen in ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 0 1"):
        theirs, board = chess.Board(fen), ours.Board(fen)
        for options in ({}, {"en_passant": "fen"}, {"en_passant": "xfen"}, {"shredder": True}):
            assert board.epd(**options) == theirs.epd(**options)
            assert board.epd(id="x", ce=5, **options) == theirs.epd(id="x", ce=5, **options)


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


def test_boards_of_games_can_be_changed(tmp_path):
    read = ours.pgn.read_game(io.StringIO(TEXT))
    made = ours.pgn.Game.from_board(read.end().board())
    empty, bare = ours.pgn.Game(), ours.pgn.Game.without_tag_roster()
    for game in (read, made, empty, bare):
        game.add_variation(game.board().parse_san("d4"))
        for again in (game, game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), game.end().game()):
            assert isinstance(again, ours.pgn.Game) and isinstance(again, pgn.Game)
            for node in (again, *again.variations, again.end(), again.end().parent):
                board = node.board()
                before = board.fen()
                assert type(board) is ours.Board and len(board.move_stack) == (0 if node == again else node.ply())
                board.remove_piece_at(ours.A2)
                board.turn = not board.turn
                assert board.fen() != before == node.board().fen()
    assert type(pgn.Game.from_board(read.end().board()).board()) is ours.hyperbola.Board
    assert not isinstance(pgn.Game(), Named) and isinstance(Named(), ours.pgn.Game) and type(Named().board()) is ours.Board


class Named(ours.pgn.Game):
    """A subclass of games."""


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


def test_a_book_has_its_queens_and_weights(tmp_path):
    import struct

    from hyperbola import Board
    from hyperbola.compat.chess import polyglot

    board = Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    raw = 4 << 12 | 48 << 6 | 56
    (tmp_path / "book.bin").write_bytes(
        struct.pack(">QHHI", board.polyglot_key, raw, 3, 0) + struct.pack(">QHHI", board.polyglot_key, 1, 2, 0)
    )
    with polyglot.open_reader(tmp_path / "book.bin") as book:
        assert book.find(board).move.uci() == "a7a8q"
        assert book.get(board, minimum_weight=4) is None
        assert [entry.weight for entry in book.find_all(board, minimum_weight=3)] == [3]
