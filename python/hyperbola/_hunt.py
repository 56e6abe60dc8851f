"""The hunt of a move generator, or of a network's inputs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from hyperbola import _hyperbola
from hyperbola._arrays import names, whole
from hyperbola._hyperbola import InputSet


class WrongMove(NamedTuple):
    """A move that a generator gets wrong: as the function wrote it, or in UCI's notation.

    The fault is "missing", "extra" (it is not legal) or "twice"; the rule and the reason say why.
    """

    text: str
    fault: str
    rule: str
    reason: str


class WrongInput(NamedTuple):
    """An input that a function numbers wrongly, in the list of a view, "white" or "black".

    The fault is "missing", "extra" or "twice"; the meaning is the input in words.
    """

    view: str
    list: str
    number: int
    fault: str
    meaning: str
    rule: str
    reason: str


class Finding(NamedTuple):
    """A small position that a function gets wrong, and why. A notebook shows it as a report.

    The position is the one after the moves from the FEN; leads_to is its FEN. The law is the rule of
    chess that is broken, and the reason says how. The tests are to paste, and epd is a row of a
    perft suite, which hunt(suite=…) takes. If minimal, no step makes the position smaller. The
    fields have the names of the command's JSON; text and markdown are its reports.
    """

    kind: str
    rule: str
    law: str
    reason: str
    fen: str
    moves: list[str]
    depth: int
    leads_to: str
    pieces: int
    minimal: bool
    right_from_fen: bool | None
    right_mirrored: bool | None
    wrong_moves: list[WrongMove]
    wrong_inputs: list[WrongInput]
    squares: list[str]
    original_fen: str
    original_moves: list[str]
    part: str
    found_after: int
    shown_by: int
    command: str | None
    right_command: str | None
    proof_command: str | None
    epd: str
    rust_test: str
    python_test: str
    text: str
    markdown: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Finding {self.rule}: {self.fen!r} after {self.moves!r}>"

    def _repr_markdown_(self) -> str:
        return self.markdown


def hunt(
    legal_moves: Callable[[str, list[str]], Iterable[str] | Iterable[Iterable[int]]],
    *,
    seconds: float | None = 60,
    positions: int | None = None,
    seed: int = 1,
    chess960: bool = False,
    unreachable: bool = False,
    suites: bool = True,
    suite: Iterable[str] = (),
    ignore: Iterable[str] = (),
    inputs: InputSet | str | dict[str, Any] | None = None,
) -> Finding | None:
    """Hunts for a position whose legal moves a function gets wrong, and makes it small.

    The function takes a FEN and the moves played from there in UCI's notation, and returns the legal
    moves then, in UCI's notation or in SAN. An exception in it ends the hunt and is raised. The hunt
    ends after so many seconds or positions, with None if nothing was found; None for both is no
    limit. The same seed asks for the same positions in the same order.

    With chess960, Shredder-FENs come too, and castling is the king's move onto its rook. With
    unreachable, positions come that no game leads to. suite has rows that are asked first, each with
    a FEN; without suites the known corner cases are left out. A list that breaks only rules in ignore
    is no finding.

    With inputs, the function returns the numbers of a network's inputs instead: a list of White's
    view, and one of Black's. They are compared with those of the set.

    >>> def no_castling(fen, played):
    ...     position = Position(fen, lenient=True)
    ...     for move in played:
    ...         position = position.play(move)
    ...     return [move for move in position.legal_moves() if not position.san(move).startswith("O")]
    >>> finding = hunt(no_castling, seconds=10)
    >>> finding.rule, finding.pieces
    ('castling', 3)
    >>> [(move.text, move.fault) for move in finding.wrong_moves]
    [('e1g1', 'missing')]
    >>> def white_only(fen, played):
    ...     position = Position(fen, lenient=True)
    ...     for move in played:
    ...         position = position.play(move)
    ...     white, black = InputSet("chess_768").active(position)
    ...     return white, white
    >>> finding = hunt(white_only, seconds=10, inputs="chess_768")
    >>> finding.rule, finding.wrong_inputs[0].meaning
    ('input-view', 'black king e8')
    """
    if seconds is not None:
        seconds = _real(seconds, "seconds")
        if not 0 <= seconds < float("inf"):
            raise ValueError(f"seconds: expected a number from 0, found {seconds!r}")
    positions = None if positions is None else whole(positions, "positions")
    seed = whole(seed, "seed")
    for name, number in (("positions", positions), ("seed", seed)):
        if number is not None and not 0 <= number < 2**64:
            raise ValueError(f"{name}: expected a number from 0 to 2**64 - 1, found {number}")
    if not callable(legal_moves):
        raise TypeError(f"legal_moves: expected a function, found {legal_moves!r}")
    rows = [row.replace("\n", " ") for row in names(suite, "suite")]
    if rows:
        # What some programs write before a text is no part of its first row.
        rows[0] = rows[0].removeprefix("\ufeff")
    found = _hyperbola.hunt(
        legal_moves,
        getattr(legal_moves, "__name__", "the function"),
        seconds,
        positions,
        seed,
        chess960,
        unreachable,
        suites,
        "\n".join(rows),
        names(ignore, "ignore"),
        inputs,
    )
    if found is None:
        return None
    fields, text, markdown = found
    import json

    finding = json.loads(fields)
    finding["wrong_moves"] = [WrongMove(**wrong) for wrong in finding["wrong_moves"]]
    finding["wrong_inputs"] = [WrongInput(**wrong) for wrong in finding["wrong_inputs"]]
    return Finding(**finding, text=text, markdown=markdown)


def _real(number: float, what: str) -> float:
    """Returns a parameter that is a number."""
    try:
        # Unlike float(), it takes no texts.
        return math.fsum([number])
    except TypeError:
        found = type(number).__name__
        raise TypeError(f"{what}: expected a number, found {found}") from None
    except OverflowError:
        raise ValueError(f"{what}: expected a number below 2^1024, found a greater one") from None
