"""Verdicts on positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hyperbola import _hyperbola

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The names by their numbers. A text that is no FEN has the first.
_NAMES = ("", "chess", "chess960", "impossible")


class Verdict(NamedTuple):
    """The verdict on a position, as verdict() gives it.

    verdict is "chess" if no rule forbids the position in chess, "chess960" if none does in Chess960
    alone, and "impossible" if no game leads to it. rule is then the rule that it breaks, such as
    "last-move", and otherwise None. reason says it in words. If the verdict is not "chess", mended is the
    FEN without the castling rights and the en passant square that do not fit, or None if that is not
    chess. double says whether only double Chess960 has such castling rights: those of the two sides need
    different start arrays.
    """

    verdict: Literal["chess", "chess960", "impossible"]
    rule: str | None
    reason: str
    mended: str | None
    double: bool


def verdict(fen: str) -> Verdict:
    """Judges whether a game can lead to the position of a FEN: of chess, only of Chess960, or of neither,
    and by which rule. docs/VERDICT.md lists the rules.

    A FEN with mistakes that can be mended is impossible by the rule "notation" or "castling". Another
    text raises a ValueError.

    >>> found = verdict("8/8/8/3k4/4Pp2/8/8/4K2B b - e3 0 1")
    >>> found.verdict, found.rule, found.mended
    ('impossible', 'en-passant', '8/8/8/3k4/4Pp2/8/8/4K2B b - - 0 1')
    >>> found.reason
    'the check from h1 was there before a pawn passed over e3'
    """
    return Verdict(*_hyperbola.judge(fen))


def verdicts(
    fens: Iterable[str] | NDArray[Any] | object, *, bad_rows: Literal["error", "mark"] = "error"
) -> NDArray[np.str_]:
    """Judges the positions of many FENs as verdict() does, and returns the names: an array of str (N).

    fens are as in Positions.from_fens(). A text that verdict() refuses raises a ValueError, and with
    bad_rows="mark" its name is empty.

    >>> start, chess960 = Position().fen(), "5k1r/8/8/8/8/8/8/4K3 b k - 0 1"
    >>> verdicts([start, chess960, "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "x"], bad_rows="mark").tolist()
    ['chess', 'chess960', 'impossible', '']
    """
    import numpy as np

    if not isinstance(bad_rows, str):
        raise TypeError(f"bad_rows: expected a str, found {type(bad_rows).__name__}")
    if bad_rows not in ("error", "mark"):
        raise ValueError(f"bad_rows: expected 'error' or 'mark', found {bad_rows!r}")
    return np.array(_NAMES)[_hyperbola.judge_all(fens, bad_rows == "mark")]
