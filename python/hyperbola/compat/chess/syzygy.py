"""Tablebases are not here: python-chess reads them, and hyperbola.Board takes its boards."""

from __future__ import annotations

from typing import Any, NoReturn

_TEXT = "hyperbola has no tablebases: use chess.syzygy of python-chess with chess.Board(board.fen())"


def open_tablebase(*_: Any, **__: Any) -> NoReturn:
    raise NotImplementedError(_TEXT)


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"{name}: {_TEXT}")
