"""Pictures of boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from types import MappingProxyType

_CELL = 40
_MARGIN = 18
_GLYPHS = dict(zip("KQRBNPkqrbnp", "♚♛♜♝♞♟♚♛♜♝♞♟"))


def board(
    squares: int,
    pieces: Iterable[tuple[int, str]] = (),
    size: int = 280,
    *,
    orientation: bool = True,
    fill: Mapping[int, str] = MappingProxyType({}),
    arrows: Iterable[tuple[int, int, str]] = (),
    coordinates: bool = True,
) -> str:
    """Returns an SVG picture of a board with marked squares, pieces, each a square and a letter,
    colours of squares, and arrows, each a start, an end and a colour. With orientation=False Black is
    below."""
    side = 8 * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{size}" '
        f'height="{size}" role="img" font-family="sans-serif">'
    ]
    for square in range(64):
        x, y = _place(square, orientation)
        is_dark = (square // 8 + square % 8) % 2 == 0
        color = escape(fill.get(square, "#d3d0c9" if is_dark else "#f2f0eb"), quote=True)
        parts.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{color}"/>')
        if squares >> square & 1:
            inset = _CELL // 10
            edge = _CELL - 2 * inset
            parts.append(
                f'<rect x="{x + inset}" y="{y + inset}" width="{edge}" height="{edge}" rx="6" '
                'fill="#2f6fb0" fill-opacity=".75"/>'
            )
    for square, letter in pieces:
        parts.append(_piece(letter, *_place(square, orientation)))
    parts.extend(_arrow(*arrow, orientation) for arrow in arrows)
    for index in range(8) if coordinates else ():
        middle = _MARGIN + index * _CELL + _CELL / 2
        text = 'font-size="12" text-anchor="middle" fill="#777"'
        file, rank = (index, 8 - index) if orientation else (7 - index, index + 1)
        parts.append(f'<text x="{middle}" y="{side - 4}" {text}>{"abcdefgh"[file]}</text>')
        parts.append(f'<text x="{_MARGIN / 2}" y="{middle + 4}" {text}>{rank}</text>')
    parts.append("</svg>")
    return "".join(parts)


def piece(letter: str, size: int) -> str:
    """Returns an SVG picture of a piece."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_CELL} {_CELL}" width="{size}" '
        f'height="{size}" font-family="sans-serif">{_piece(letter, 0, 0)}</svg>'
    )


def _piece(letter: str, x: int, y: int) -> str:
    fill = "#fff" if letter.isupper() else "#222"
    return (
        f'<text x="{x + _CELL / 2}" y="{y + _CELL * 0.78}" font-size="{_CELL * 0.8}" '
        f'text-anchor="middle" fill="{fill}" stroke="#222" stroke-width=".8">'
        f"{_GLYPHS[letter]}\ufe0e</text>"
    )


def _arrow(tail: int, head: int, color: str, orientation: bool) -> str:
    """Returns a line with a head, or a circle around a square."""
    (x, y), (to_x, to_y) = ((c + _CELL / 2 for c in _place(s, orientation)) for s in (tail, head))
    style = f'stroke="{escape(color, quote=True)}" stroke-width="6" stroke-opacity=".6"'
    if tail == head:
        return f'<circle cx="{x}" cy="{y}" r="{_CELL / 2 - 4}" fill="none" {style}/>'
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along_x, along_y = (to_x - x) / length * 12, (to_y - y) / length * 12
    left = f"{to_x - along_x - along_y / 2},{to_y - along_y + along_x / 2}"
    right = f"{to_x - along_x + along_y / 2},{to_y - along_y - along_x / 2}"
    return f'<path d="M{x},{y} L{to_x},{to_y} M{left} L{to_x},{to_y} L{right}" fill="none" {style}/>'


def _place(square: int, orientation: bool) -> tuple[int, int]:
    file, rank = (square % 8, 7 - square // 8) if orientation else (7 - square % 8, square // 8)
    return _MARGIN + file * _CELL, _MARGIN + rank * _CELL
