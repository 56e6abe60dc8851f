"""The arrays of games that are stepped side by side."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbola import _arrays
from hyperbola._hyperbola import Board, Move, Position, Positions


class Stepped(NamedTuple):
    """The rewards and endings of each game, as Games.step() returns them.

    >>> games = Games(2)
    >>> rewards, results, terminations, truncations, endings = games.step(["e2e4", "d2d4"])
    >>> terminations.tolist()
    [False, False]
    """

    rewards: NDArray[np.float32]
    results: NDArray[np.int8]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    endings: NDArray[np.uint8]


def openings(source: Any, rules: Any) -> tuple[Positions, tuple[str, list[int]] | None]:
    """Returns the positions with which games begin, and the file and the lines that they are from."""
    if source is None:
        fens = [Position().fen()]
        if rules == "chess960":
            fens = [Board.from_chess960_pos(number).shredder_fen() for number in range(960)]
        return Positions.from_fens(fens, rules=rules), None
    if isinstance(source, Positions):
        return source, None
    if isinstance(source, (str, os.PathLike)):
        return _openings_of_file(source, rules)
    try:
        return Positions.from_fens(source, rules=rules), None
    except (TypeError, ValueError) as error:
        if type(error) not in (TypeError, ValueError):
            raise
        text = str(error).removeprefix("fens: ")
        raise type(error)(f"openings: {text}") from None


def _openings_of_file(path: Any, rules: Any) -> tuple[Positions, tuple[str, list[int]]]:
    """Returns the positions of a file with a FEN or a line of EPD in each line, or none."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        lines = {
            number: line.rstrip("\n")
            for number, line in enumerate(file, 1)
            if line.strip() and not line.lstrip().startswith("#")
        }
    name, numbers = str(os.fspath(path)), list(lines)
    found = Positions.from_fens(lines.values(), bad_rows="mark", rules=rules)
    for bad in found.bad_rows:
        raise ValueError(
            f"openings: {name}, line {numbers[bad.row]}: {bad.reason}: {bad.text!r}"
        )
    return found, (name, numbers)


def actions(values: Any, games: int, are_moves: bool, name: str) -> Any:
    """Returns an action for each game as a uint16 array, or as a list of texts and moves."""
    _arrays.unmasked(values, name)
    if isinstance(values, Iterator):
        values = list(values)
    # Any column of texts or moves is a list here: of NumPy, pandas, Arrow and others.
    if are_moves and not isinstance(values, (str, bytes, list, tuple)):
        array = np.asarray(values)
        values = array.tolist() if array.dtype.kind in "OUT" and array.ndim == 1 else array
    is_list = are_moves and isinstance(values, (list, tuple))
    if is_list and any(isinstance(value, (str, Move)) for value in values):
        found: Any = list(values)
        for index, value in enumerate(found):
            if not isinstance(value, (str, Move)):
                kind = type(value).__name__
                raise TypeError(f"{name}: expected a str or a Move at index {index}, found {kind}")
        shape: tuple[int, ...] = (len(found),)
    else:
        numbers = _arrays.integers(values, np.dtype(np.uint16), 65535, name)
        found = np.require(numbers, requirements=["C", "A"])
        shape = found.shape
        if shape == (0,) and not games:
            found = np.empty(0, np.uint16)
    if shape != (games,):
        raise ValueError(f"{name}: expected one for each of {games} games, found the shape {shape}")
    return found


def rows(values: Any, games: int, name: str) -> Any:
    """Returns the numbers of games, or those with a bool for each game, as a uint64 array."""
    try:
        found = _arrays.rows(values, games)
    except (IndexError, TypeError) as error:
        raise type(error)(f"{name}: {str(error).removeprefix('index: ')}") from None
    if found is None:
        kind = type(values).__name__
        raise TypeError(f"{name}: expected numbers of games or a bool for each, found {kind}")
    return found
