"""Positions from columns of numbers, and from boards of python-chess."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from hyperbola._arrays import integers
from hyperbola._hyperbola import Positions

BadRows = Literal["error", "skip", "mark"]
Rules = Literal["auto", "chess", "chess960"]

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
    nulls: Any = None
    wrong: Mapping[int, str] = {}


class Policy(NamedTuple):
    """How FENs are read, as Positions.from_fens() says."""

    bad_rows: BadRows
    lenient: bool
    threads: int = 1
    rules: Rules = "auto"

    def checked(self) -> Policy:
        """Refuses values that Positions.from_fens() does not take."""
        Positions._from_all_fens([], *self, 0)
        return self


def text(found: str, name: str, expected: str = "a str") -> str:
    """Refuses a parameter that is no text."""
    if not isinstance(found, str):
        raise TypeError(f"{name}: expected {expected}, found {type(found).__name__}")
    return found


def from_columns(
    columns: Mapping[str, Any],
    *,
    bad_rows: BadRows = "error",
    lenient: bool = False,
    rules: Rules = "auto",
) -> Positions:
    """Makes positions from columns: a mapping from the names of columns to arrays of one length,
    of the types that the attributes of positions have.

    The sets of squares and side_to_move, which is 0 for White and 1 for Black, must be there.
    Without the others there is no castling, no en passant, and the clocks are 0 and 1. Each row
    is checked; bad_rows, lenient and rules are as in from_fens(), but a castling right names
    its rook, so with "auto" it is one of Chess960. An en passant square is left out where no
    pawn can capture.

    >>> positions = Positions.from_fens(["4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"])
    >>> sets = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"]
    >>> columns = {name: getattr(positions, name) for name in [*sets, "side_to_move"]}
    >>> Positions.from_columns(columns) == positions
    True
    """
    return of_columns(columns, Policy(bad_rows, lenient, rules=rules).checked())


def of_columns(
    columns: Mapping[str, Any],
    policy: Policy,
    nulls: Any = None,
    wrong: Mapping[int, str] = {},
    first: int = 0,
) -> Positions:
    """Makes positions from columns, as Positions.from_columns() says.

    nulls has a bool for each row, and wrong the reasons why other rows are bad. Bad rows are counted
    from the first.
    """
    import numpy as np

    try:
        unknown = [name for name in columns if name not in COLUMNS]
        missing = [name for name in (*SETS, "side_to_move") if name not in columns]
    except TypeError:
        found = type(columns).__name__
        raise TypeError(f"columns: expected a mapping from names to columns, found {found}") from None
    if unknown or missing:
        what = f"no column {missing[0]!r}" if missing else f"a column {unknown[0]!r}"
        raise ValueError(f"columns: expected columns among {', '.join(COLUMNS)}; found {what}")
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
    others = [column(name, *facts) for name, facts in OTHERS.items()]
    arrays = Arrays(sets, *others)._replace(nulls=nulls, wrong=wrong)
    bad_rows, lenient, _, rules = policy
    return Positions._from_arrays(arrays, bad_rows, lenient, rules, first)


# The number of boards that become an array at a time, because NumPy looks at no signal meanwhile.
_BOARDS = 1 << 12

# A row of no board.
_NOTHING = (0,) * 9 + (255, 0, 1), (255,) * 4


def from_boards(
    boards: Iterable[Any], *, bad_rows: BadRows = "error", lenient: bool = False
) -> Positions:
    """Makes positions from boards of python-chess, of ordinary chess or of Chess960. bad_rows and
    lenient are as in from_fens(). None is a bad row, and so is a board of a variant or with a
    clock that is not from 0 to 65535.

    >>> import chess
    >>> Positions.from_boards([chess.Board(), chess.Board()])[1] == Position()
    True
    """
    import numpy as np

    policy = Policy(bad_rows, lenient).checked()
    try:
        rest = iter(boards)
    except TypeError:
        found = type(boards).__name__
        raise TypeError(f"boards: expected a list of boards, found {found}") from None
    numbers = [np.empty((0, 12), np.uint64)]
    castling = [np.empty((0, 4), np.uint8)]
    wrong: dict[int, str] = {}
    first = 0
    while some := list(itertools.islice(rest, _BOARDS)):
        rows = []
        for row, board in enumerate(some, first):
            try:
                rows.append(_NOTHING if board is None else _numbers(board))
            except TypeError as error:
                raise TypeError(f"boards: row {row}: {error}") from None
            except ValueError as error:
                wrong[row] = str(error)
                rows.append(_NOTHING)
            if board is None:
                wrong[row] = "null"
        numbers.append(np.array([found for found, _ in rows], np.uint64))
        castling.append(np.array([files for _, files in rows], np.uint8))
        first += len(some)
    names = (*SETS, "side_to_move", "en_passant", "halfmove_clock", "fullmove_number")
    columns: dict[str, Any] = dict(zip(names, np.concatenate(numbers).T))
    columns["castling"] = np.concatenate(castling)
    return of_columns(columns, policy, wrong=wrong)


def _numbers(board: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the columns of a board, and the files of the rooks that may castle."""
    check(board)
    black, white = board.occupied_co
    sets = [getattr(board, name) for name in SETS[:6]]
    square = 255 if board.ep_square is None else board.ep_square
    clocks = []
    for name in ("halfmove_clock", "fullmove_number"):
        found = getattr(board, name)
        if not isinstance(found, int) or not 0 <= found <= 65535:
            raise ValueError(f"{name}: expected a number from 0 to 65535, found {found!r}")
        clocks.append(found)
    numbers = (*sets, white, black, 0 if board.turn else 1, square, *clocks)
    return numbers, _castling_files(board)


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


def root_and_moves(board: Any) -> tuple[str, list[str]]:
    """Returns the first position of a board of python-chess as Shredder-FEN, and its moves as UCI."""
    root = board.root()
    check(root)
    fen = str(root.shredder_fen(en_passant="fen"))
    return fen, [move.uci() for move in board.move_stack]
