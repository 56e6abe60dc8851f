"""Pictures of boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hyperbola import WHITE, Board, Piece, Square
from hyperbola import _svg
from hyperbola.pgn import Arrow as _Arrow

__all__ = ["Arrow", "board", "piece"]


class Arrow(_Arrow):
    """An arrow on a board, or a marked square: its start, its end and its colour."""

    def __new__(cls, tail: int, head: int, *, color: str = "green") -> Arrow:
        return super().__new__(cls, Square(tail), Square(head), color)

    def pgn(self) -> str:
        """Returns the arrow as comments have it, such as Ga1b2."""
        color = self.color[0].upper() if self.color in ("red", "green", "yellow", "blue") else "G"
        return f"{color}{self.tail}{'' if self.head == self.tail else self.head}"


def piece(piece: Piece, size: int | None = None) -> str:
    """Returns a picture of a piece."""
    return _svg.piece(piece.symbol(), size or 45)


def board(
    board: Board | None = None,
    *,
    orientation: bool = WHITE,
    lastmove: Any = None,
    check: int | None = None,
    arrows: Iterable[Any] = (),
    fill: Mapping[int, str] | None = None,
    squares: Any = 0,
    size: int | None = None,
    coordinates: bool = True,
    flipped: bool = False,
    **_style: Any,
) -> str:
    """Returns a picture of a board. Colours and styles of CSS are those of hyperbola."""
    colors = {int(square): color for square, color in (fill or {}).items()}
    if lastmove:
        colors = {lastmove.from_square: "#cdd16a", lastmove.to_square: "#cdd16a"} | colors
    if check is not None:
        colors[check] = "#d9534f"
    lines = [a if hasattr(a, "head") else Arrow(*a) for a in arrows]
    found = board.piece_map().items() if board is not None else ()
    return _svg.board(
        int(getattr(squares, "__index__", lambda: sum(1 << square for square in squares))()),
        [(int(square), piece.symbol()) for square, piece in found],
        size or 390,
        orientation=orientation != flipped,
        fill=colors,
        arrows=[(int(a.tail), int(a.head), a.color) for a in lines],
        coordinates=coordinates,
    )
