"""Positions from columns of numbers and from boards of python-chess, and arrays for other libraries."""

from __future__ import annotations

import ctypes
import pickle
import re
import typing

import numpy as np
import pytest

import hyperbola
from hyperbola import Position, Positions

SETS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black")
REST = ("side_to_move", "castling", "en_passant", "halfmove_clock", "fullmove_number")


def columns_of(positions):
    return {name: np.array(getattr(positions, name)) for name in SETS + REST}


def test_columns_may_be_of_positions_that_no_game_reaches():
    many_checkers = "4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1"
    with pytest.raises(ValueError, match="expected at most two checkers, found 3"):
        Positions.from_fens([many_checkers])
    positions = Positions.from_fens([many_checkers], lenient=True)
    assert Positions.from_columns(columns_of(positions)) == positions


@pytest.fixture(scope="module")
def positions(fens):
    return Positions.from_fens(fens)


def test_columns_come_back(positions):
    columns = columns_of(positions)
    assert Positions.from_columns(columns) == positions
    assert Positions.from_columns({**columns, "pawns": columns["pawns"].tolist()}) == positions
    strided = {name: np.repeat(column, 2, axis=0)[::2] for name, column in columns.items()}
    assert Positions.from_columns(strided) == positions
    wide = {**columns, "en_passant": columns["en_passant"].astype(np.int64)}
    assert Positions.from_columns(wide) == positions
    few = {name: columns[name][:5] for name in (*SETS, "side_to_move")}
    found = Positions.from_columns(few)
    assert (found.castling == 255).all() and (found.en_passant == 255).all()
    assert found.halfmove_clock.tolist() == [0] * 5 and found.fullmove_number.tolist() == [1] * 5
    assert len(Positions.from_columns({name: [] for name in (*SETS, "side_to_move")})) == 0


@pytest.mark.parametrize(
    ("name", "number", "reason"),
    [
        ("white", 0, "row 2: expected a role and a colour for each occupied square"),
        ("knights", 2**64 - 1, "row 2: expected a role and a colour"),
        ("side_to_move", 2, "row 2: expected the side 0 or 1, found 2"),
        ("castling", [8, 255, 255, 255], r"row 2: expected files .*\[8, 255, 255, 255\]"),
        ("castling", [3, 255, 255, 255], "row 2: the right of White to castle"),
        ("en_passant", 64, "row 2: expected an en passant square .*, found 64"),
        ("en_passant", 9, "row 2: no pawn can just have passed over b2"),
        ("en_passant", 256, "en_passant: expected numbers from 0 to 255, found 256 at index 2"),
        ("halfmove_clock", -1, "halfmove_clock: expected numbers from 0 to 65535, found -1"),
    ],
)
def test_wrong_rows_are_refused(name, number, reason):
    positions = Positions.from_fens([Position().fen()] * 4)
    columns = columns_of(positions)
    columns[name] = columns[name].astype(object)
    columns[name][2] = number
    with pytest.raises(ValueError, match=reason):
        Positions.from_columns(columns)
    if "row 2" in reason:
        marked = Positions.from_columns(columns, bad_rows="mark")
        assert marked.marked.tolist() == [False, False, True, False]
        (bad,) = marked.bad_rows
        assert bad.row == 2 and re.search(reason, f"row {bad.row}: {bad.reason}")
        assert Positions.from_columns(columns, bad_rows="skip") == positions[:3]


def test_wrong_columns_are_refused(positions):
    columns = columns_of(positions[:5])
    for wrong, error, reason in [
        ({**columns, "pawn": columns["pawns"]}, ValueError, "found a column 'pawn'"),
        ({"pawns": columns["pawns"]}, ValueError, "found no column 'knights'"),
        ({**columns, "pawns": columns["pawns"][:3]}, ValueError, r"pawns: expected the shape \(5,\)"),
        ({**columns, "castling": columns["castling"][:, :3]}, ValueError, r"castling: .*\(5, 4\)"),
        ({**columns, "kings": np.zeros(5)}, TypeError, "kings: expected integers"),
        (5, TypeError, "expected a mapping"),
    ]:
        with pytest.raises(error, match=reason):
            Positions.from_columns(wrong)
    with pytest.raises(ValueError, match="skip"):
        Positions.from_columns(columns, bad_rows="drop")


def test_positions_that_no_game_reaches_come_back():
    """Records may have them, so columns may."""
    fen = "4k3/8/8/8/8/8/QQQQ1QQQ/QQQQK3 w - - 0 1"
    many = Position(fen, lenient=True)
    assert len(many.pieces("white", "Q")) == 11
    columns = columns_of(Positions.from_fens([Position().fen()]))
    for name, role in zip(SETS[:6], "PNBRQK"):
        columns[name][0] = int(many.pieces(role=role))
    columns["white"][0], columns["black"][0] = int(many.pieces("white")), int(many.pieces("black"))
    columns["castling"][0] = 255
    assert Positions.from_columns(columns)[0] == many


def test_boards_of_python_chess(chess, fens):
    boards, expected = [], []
    for fen in fens[:1500]:
        board = chess.Board(fen, chess960=True)
        # python-chess keeps rights and squares that a FEN has, but not all that are right.
        if board.is_valid() and Position(board) == Position(fen):
            boards.append(board)
            expected.append(fen)
    assert len(boards) > 1000
    assert Positions.from_boards(boards) == Positions.from_fens(expected)
    assert Positions.from_boards(iter(boards[:3])) == Positions.from_fens(expected[:3])
    board = chess.Board()
    for san in ("e4", "a6", "e5", "d5"):
        board.push_san(san)
        (found,) = Positions.from_boards([board])
        assert found == Position(board) == Position(board.fen(en_passant="legal"))
    assert Position(board).en_passant == chess.D6
    assert len(Positions.from_boards([])) == 0


def test_wrong_boards_are_refused(chess):
    import chess.variant

    empty = chess.Board(None)
    with pytest.raises(ValueError, match="expected one king of White, found 0"):
        Position(empty)
    with pytest.raises(ValueError, match="row 1: expected one king of White, found 0"):
        Positions.from_boards([chess.Board(), empty])
    marked = Positions.from_boards([chess.Board(), empty], bad_rows="mark")
    assert marked.marked.tolist() == [False, True]
    for wrong, error in ((chess.variant.AtomicBoard(), ValueError), (5, TypeError)):
        with pytest.raises(error, match="row 0: expected a board"):
            Positions.from_boards([wrong])
    for wrong in (5, None):
        with pytest.raises(TypeError, match="boards: expected a list of boards"):
            Positions.from_boards(wrong)
    with pytest.raises(ValueError, match="ordinary chess, found one of atomic"):
        Position(chess.variant.AtomicBoard())
    for wrong in (5, b"x", object()):
        with pytest.raises(TypeError, match="expected a FEN or a board"):
            Position(wrong)


class Tensor(ctypes.Structure):
    """The beginning of DLPack's structure: <https://dmlc.github.io/dlpack/latest/c_api.html>."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("axes", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
    ]


def test_arrays_go_to_other_libraries_without_a_copy(positions):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    codes = {"i": 0, "u": 1, "f": 2, "b": 6}
    arrays = {name: positions[:100].compute(name) for name in hyperbola.features()}
    arrays["attack_planes"] = positions[:100].attack_planes()
    for name, found in arrays.items():
        for array in found if isinstance(found, tuple) else (found,):
            assert np.shares_memory(np.from_dlpack(array), array), name
            capsule = array.__dlpack__()
            tensor = Tensor.from_address(pointer(capsule, b"dltensor"))
            assert tensor.data == array.ctypes.data and tensor.device_type == 1, name
            assert (tensor.code, tensor.bits) == (codes[array.dtype.kind], 8 * array.itemsize), name
            assert tuple(tensor.shape[: tensor.axes]) == array.shape, name


def test_torch_takes_arrays_without_a_copy(positions):
    torch = pytest.importorskip("torch")
    for array in (positions.attack_planes(), positions.compute("attack_counts")):
        for tensor in (torch.from_numpy(array), torch.from_dlpack(array)):
            assert tensor.data_ptr() == array.ctypes.data and tuple(tensor.shape) == array.shape


def test_bad_boards_are_bad_rows(chess):
    """Boards that a batch cannot have, and None, under every policy."""
    import chess.variant

    boards = [chess.Board() for _ in range(7)]
    boards[1].halfmove_clock = -1
    boards[2].fullmove_number = 65536
    boards[3] = chess.variant.AtomicBoard()
    boards[4] = None
    boards[5].halfmove_clock = 1.5
    reasons = [
        "halfmove_clock: expected a number from 0 to 65535, found -1",
        "fullmove_number: expected a number from 0 to 65535, found 65536",
        "expected a board of ordinary chess, found one of atomic",
        "null",
        "halfmove_clock: expected a number from 0 to 65535, found 1.5",
    ]
    marked = Positions.from_boards(boards, bad_rows="mark")
    assert marked.marked.tolist() == [False, True, True, True, True, True, False]
    assert [bad.reason for bad in marked.bad_rows] == reasons
    assert marked.bad_row_numbers.tolist() == [1, 2, 3, 4, 5]
    skipped = Positions.from_boards(boards, bad_rows="skip")
    assert len(skipped) == 2 and skipped.bad_rows == marked.bad_rows
    for row, reason in enumerate(reasons, 1):
        with pytest.raises(ValueError, match=f"^row 0: {reason}"):
            Positions.from_boards(boards[row:])
    many = Positions.from_boards([boards[0]] * 5000 + [None], bad_rows="mark")
    assert many.bad_row_numbers.tolist() == [5000] and many[4999] == Position()
    assert len(Positions.from_boards([None], bad_rows="skip")) == 0


@pytest.mark.parametrize("name", ["from_columns", "from_boards", "from_arrow", "from_parquet"])
def test_constructors_in_python_are_methods(name):
    method = getattr(Positions, name)
    assert typing.get_type_hints(method)["return"] is Positions
    assert method.__qualname__ == f"Positions.{name}" and pickle.loads(pickle.dumps(method)) is method
