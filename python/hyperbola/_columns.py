"""Positions from columns of numbers, and from boards of python-chess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from hyperbola import _hyperbola
from hyperbola._arrays import integers

if TYPE_CHECKING:
    from hyperbola._hyperbola import Positions

SETS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black")
# The other columns: the NumPy type, and the number of a row that does not have the column.
OTHERS = {
    "side_to_move": ("u1", None),
    "castling": ("u1", 255),
    "en_passant": ("u1", 255),
    "halfmove_clock": ("u2", 0),
    "fullmove_number": ("u2", 1),
}
COLUMNS = (*SETS, *OTHERS)


class Arrays(NamedTuple):
    """Columns as contiguous arrays of the right types. Castling has four numbers a row."""

    sets: list[Any]
    side_to_move: Any
    castling: Any
    en_passant: Any
    halfmove_clock: Any
    fullmove_number: Any


def from_columns(columns: Mapping[str, Any], *, bad_rows: str) -> Positions:
    """Makes positions from columns, as Positions.from_columns() says."""
    import numpy as np

    try:
        unknown = [name for name in columns if name not in COLUMNS]
    except TypeError:
        found = type(columns).__name__
        raise TypeError(f"expected a mapping from names to columns, found {found}") from None
    missing = [name for name in (*SETS, "side_to_move") if name not in columns]
    if unknown or missing:
        wrong = f"no column {missing[0]!r}" if missing else f"a column {unknown[0]!r}"
        raise ValueError(f"expected columns among {', '.join(COLUMNS)}; found {wrong}")
    if np.ndim(columns["side_to_move"]) != 1:
        found = columns["side_to_move"]
        raise TypeError(f"side_to_move: expected an array of one axis, found {found!r}")
    rows = len(columns["side_to_move"])

    def column(name: str, dtype: str, default: int | None) -> Any:
        shape = (rows, 4) if name == "castling" else (rows,)
        if default is not None and name not in columns:
            return np.full(rows * 4 if name == "castling" else rows, default, dtype)
        largest = int(np.iinfo(dtype).max)
        array = integers(columns[name], np.dtype(dtype), largest, name)
        if array.shape != shape:
            raise ValueError(f"{name}: expected the shape {shape}, found {array.shape}")
        return np.require(array, requirements=["C", "A"]).reshape(-1)

    sets = [column(name, "u8", None) for name in SETS]
    arrays = Arrays(sets, *(column(name, *facts) for name, facts in OTHERS.items()))
    return _hyperbola.Positions._from_arrays(arrays, bad_rows)


def from_boards(boards: Iterable[Any], *, bad_rows: str) -> Positions:
    """Makes positions from boards of python-chess, as Positions.from_boards() says."""
    import numpy as np

    numbers: list[tuple[int, ...]] = []
    castling: list[tuple[int, ...]] = []
    for row, board in enumerate(boards):
        try:
            check(board)
            black, white = board.occupied_co
            sets = [getattr(board, name) for name in SETS[:6]]
            square = 255 if board.ep_square is None else board.ep_square
            clocks = board.halfmove_clock, board.fullmove_number
            numbers.append((*sets, white, black, 0 if board.turn else 1, square, *clocks))
            castling.append(_castling_files(board))
        except (TypeError, ValueError) as error:
            raise type(error)(f"row {row}: {error}") from None
    array = np.array(numbers, np.uint64).reshape(-1, 12).T
    names = (*SETS, "side_to_move", "en_passant", "halfmove_clock", "fullmove_number")
    columns: dict[str, Any] = dict(zip(names, array))
    columns["castling"] = np.array(castling, np.uint8).reshape(-1, 4)
    return from_columns(columns, bad_rows=bad_rows)


def _castling_files(board: Any) -> tuple[int, ...]:
    """Returns the files of the rooks that may castle, or 255: White's to h and to a, Black's."""
    files = [255] * 4
    rights = board.clean_castling_rights()
    for side, white in enumerate((True, False)):
        king = board.king(white)
        for square in range(56 * side, 56 * side + 8):
            if rights >> square & 1:
                files[2 * side + (0 if square > king else 1)] = square % 8
    return tuple(files)


def check(board: Any) -> None:
    """Refuses all but boards of python-chess of ordinary chess."""
    variant = getattr(board, "uci_variant", None)
    if not hasattr(board, "clean_castling_rights"):
        raise TypeError(f"expected a board of python-chess, found {type(board).__name__}")
    if variant != "chess":
        raise ValueError(f"expected a board of ordinary chess, found one of {variant}")


def fen_of_board(board: Any) -> str:
    """Returns a board of python-chess as Shredder-FEN."""
    check(board)
    return str(board.shredder_fen(en_passant="legal"))
