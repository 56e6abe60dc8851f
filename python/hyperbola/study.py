"""Techniques: their list, explanations of what they compute, proofs, and tests of all cases."""

from __future__ import annotations

from typing import NamedTuple

from hyperbola import _hyperbola
from hyperbola._types import Bitboard, Square, _index, _occupied

__all__ = [
    "Explanation",
    "Proved",
    "Section",
    "Step",
    "Technique",
    "explain",
    "prove",
    "techniques",
    "verify",
]


class Technique(NamedTuple):
    """The facts about a technique."""

    id: str
    name: str
    family: str
    inventors: list[str]
    year: int


def techniques() -> list[Technique]:
    """Returns all techniques. Their ids are what technique= takes.

    >>> from hyperbola.study import techniques
    >>> "hyperbola-quintessence" in [technique.id for technique in techniques()]
    True
    """
    return [Technique(*facts) for facts in _hyperbola.techniques()]


class Step(NamedTuple):
    """A named value of a computation."""

    name: str
    expression: str
    value: Bitboard
    is_board: bool


class Section(NamedTuple):
    """The steps that belong together, such as those of a line."""

    title: str
    text: str
    steps: list[Step]


class Explanation(NamedTuple):
    """The computation of a technique, step by step. A notebook shows it with pictures of boards."""

    technique: str
    piece: str
    square: Square
    occupied: Bitboard
    name: str
    inventors: str
    year: int
    sections: list[Section]
    attacks: Bitboard
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"explain({self.technique!r}, {self.piece!r}, {self.square!r}, {self.occupied!r})"

    def _repr_html_(self) -> str:
        from html import escape

        from hyperbola._svg import board

        parts = [
            f"<h3>{escape(self.name)} ({escape(self.inventors)}, {self.year}): "
            f"the attacks of a {self.piece} on {self.square}</h3>"
        ]
        for section in self.sections:
            parts.append(f"<h4>{escape(section.title.capitalize())}</h4>")
            if section.text:
                parts.append(f"<p>{escape(section.text)}</p>")
            parts.append('<div style="display:flex;flex-wrap:wrap;gap:12px">')
            for step in section.steps:
                parts.append(
                    f"<div><code><b>{escape(step.name)}</b> = {escape(step.expression)}</code><br>"
                    f"<code>{int(step.value):#018x}</code><br>"
                )
                if step.is_board:
                    parts.append(board(int(step.value), size=150))
                parts.append("</div>")
            parts.append("</div>")
        return "".join(parts)


def explain(
    technique: str,
    piece: str,
    square: int | str,
    occupied: int | Bitboard = 0,
) -> Explanation:
    """Explains how a technique computes the attacks of a piece: every step, with its value.

    >>> from hyperbola.study import explain
    >>> explanation = explain("hyperbola-quintessence", "bishop", "d4", Bitboard(["b2", "f6"]))
    >>> explanation.sections[1].steps[5].expression
    'o - r'
    """
    square, blockers = Square(_index(square)), _occupied(occupied)
    explained = _hyperbola.explain(technique, piece, square.value, int(blockers))
    name, inventors, year, sections, attacks, text = explained
    made = [
        Section(title, words, [Step(n, e, Bitboard(v), is_board) for n, e, v, is_board in steps])
        for title, words, steps in sections
    ]
    return Explanation(
        technique, piece, square, blockers, name, inventors, year, made, Bitboard(attacks), text
    )


class Proved(NamedTuple):
    """The size of a proof: equations between Boolean functions, and the nodes of those functions."""

    equations: int
    nodes: int
    most_nodes: int


def prove(
    technique: str,
    square: int | str | None = None,
    piece: str | None = None,
    *,
    threads: int = 1,
) -> Proved:
    """Proves that a technique gives the attacks for all 2**64 boards.

    It does so on one square or on all, for one piece or for all. An AssertionError with a board that
    refutes the technique is raised if it is wrong.

    >>> from hyperbola.study import prove
    >>> prove("hyperbola-quintessence", "d4", "rook").equations > 0
    True
    """
    index = None if square is None else _index(square)
    return Proved(*_hyperbola.prove(technique, index, piece, threads))


def verify(technique: str, piece: str | None = None) -> int:
    """Compares a technique with the definition in all cases, and returns their number.

    The cases are all squares with all sets of blockers on the piece's lines, each with noise off the
    lines. An AssertionError with the case is raised if the technique is wrong.

    >>> from hyperbola.study import verify
    >>> verify("kogge-stone", "bishop")
    71168
    """
    return _hyperbola.verify(technique, piece)
