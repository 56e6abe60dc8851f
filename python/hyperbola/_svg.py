"""Pictures of boards."""

from __future__ import annotations

from collections.abc import Iterable

_CELL = 40
_MARGIN = 18
_GLYPHS = dict(zip("KQRBNPkqrbnp", "♚♛♜♝♞♟♚♛♜♝♞♟"))


def board(squares: int, pieces: Iterable[tuple[int, str]] = (), size: int = 280) -> str:
    """Returns an SVG picture of a board with marked squares and pieces, each a square and a letter."""
    side = 8 * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{size}" '
        f'height="{size}" role="img" font-family="sans-serif">'
    ]
    for square in range(64):
        x, y = _place(square)
        is_dark = (square // 8 + square % 8) % 2 == 0
        color = "#d3d0c9" if is_dark else "#f2f0eb"
        parts.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{color}"/>')
        if squares >> square & 1:
            inset = _CELL // 10
            edge = _CELL - 2 * inset
            parts.append(
                f'<rect x="{x + inset}" y="{y + inset}" width="{edge}" height="{edge}" rx="6" '
                'fill="#2f6fb0" fill-opacity=".75"/>'
            )
    for square, letter in pieces:
        x, y = _place(square)
        fill = "#fff" if letter.isupper() else "#222"
        parts.append(
            f'<text x="{x + _CELL / 2}" y="{y + _CELL * 0.78}" font-size="{_CELL * 0.8}" '
            f'text-anchor="middle" fill="{fill}" stroke="#222" stroke-width=".8">'
            f"{_GLYPHS[letter]}\ufe0e</text>"
        )
    for index in range(8):
        middle = _MARGIN + index * _CELL + _CELL / 2
        text = 'font-size="12" text-anchor="middle" fill="#777"'
        parts.append(f'<text x="{middle}" y="{side - 4}" {text}>{"abcdefgh"[index]}</text>')
        parts.append(f'<text x="{_MARGIN / 2}" y="{middle + 4}" {text}>{8 - index}</text>')
    parts.append("</svg>")
    return "".join(parts)


def _place(square: int) -> tuple[int, int]:
    return _MARGIN + square % 8 * _CELL, _MARGIN + (7 - square // 8) * _CELL
