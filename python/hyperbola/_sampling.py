"""Rows that are left out by chance, so that the others are as a trainer wants them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hyperbola._arrays import whole
from hyperbola._sources import EXTRAS

if TYPE_CHECKING:
    from hyperbola._sources import Rows

# Counts of pieces go from 0 to this number.
_MOST_PIECES = 32


@dataclass(frozen=True)
class Sampling:
    """Which rows of a dataset are left out, by chance or by their ply.

    - `share` of all rows stays, from above 0 to 1.
    - Rows before the half move min_ply are left out.
    - With result_scale, a row stays with the probability that its score gives its result: of the
      points p and the score s, both of one view, 1 - |p - 1 / (1 + exp(-s / result_scale))|. A row
      without a score or a result is left out.
    - piece_counts are 33 weights, for 0 to 32 pieces, of the distribution that is wanted. Of the rows
      that are read together, piece_share stays, as near to the weights as its counts allow: a row of a
      rare count always stays, unless its weight is 0, and one of a frequent count with a probability.

    What stays follows from the dataset's seed, the epoch and the place in the files.

    >>> from hyperbola.torch import InputDataset, Sampling
    >>> sampling = Sampling(share=0.25, min_ply=16, result_scale=400)
    >>> dataset = InputDataset("games.binpack", "halfka_v2_hm", sampling=sampling)  # doctest: +SKIP
    """

    share: float = 1.0
    min_ply: int = 0
    result_scale: float | None = None
    piece_counts: Sequence[float] | None = None
    piece_share: float = 0.5

    def __post_init__(self) -> None:
        if whole(self.min_ply, "min_ply") < 0:
            raise ValueError(f"min_ply: expected a number from 0, found {self.min_ply}")
        for name in ("share", "piece_share"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name}: expected a number above 0, and at most 1, found {getattr(self, name)}")
        if self.result_scale is not None and not 0 < self.result_scale < np.inf:
            raise ValueError(f"result_scale: expected a number above 0, found {self.result_scale}")
        if self.piece_counts is not None:
            weights = np.asarray(self.piece_counts, float)
            if weights.shape != (_MOST_PIECES + 1,) or not (np.isfinite(weights) & (weights >= 0)).all() or not weights.any():
                raise ValueError(f"piece_counts: expected {_MOST_PIECES + 1} weights from 0, some above it")
            # A tuple, which is the same for equal weights in whatever they came.
            object.__setattr__(self, "piece_counts", tuple(weights.tolist()))

    def _stays(self, rows: Rows, chance: np.random.Generator) -> Any:
        """Returns which rows stay: bool (N)."""
        probability = np.full(len(rows.positions), self.share)
        if self.min_ply:
            probability *= EXTRAS["ply"](rows) >= self.min_ply
        if self.result_scale is not None:
            if not {"score", "points"} <= rows.columns.keys():
                raise ValueError("result_scale: expected files with scores and results, found none there")
            exponent = np.clip(-rows.columns["score"].astype(float) / self.result_scale, -80, 80)
            probability *= 1 - np.abs(rows.columns["points"] - 1 / (1 + np.exp(exponent)))
        if self.piece_counts is not None:
            probability *= self._by_pieces(EXTRAS["piece_count"](rows), probability > 0)
        # What is not known has no probability, and is never above.
        return chance.random(len(probability)) < probability

    def _by_pieces(self, pieces: Any, counted: Any) -> Any:
        """Returns the probabilities that give the wanted distribution of the rows that count."""
        # More pieces than that have the weight of that.
        pieces = np.minimum(pieces, _MOST_PIECES)
        found = np.bincount(pieces[counted], minlength=_MOST_PIECES + 1)
        rate = np.asarray(self.piece_counts) / np.maximum(found, 1)
        wanted = self.piece_share * found.sum()
        low, high = 0.0, len(pieces) / min(rate[rate > 0])
        for _ in range(100):
            middle = (low + high) / 2
            is_less = np.sum(found * np.minimum(rate * middle, 1)) < wanted
            low, high = (middle, high) if is_less else (low, middle)
        return np.minimum(rate * high, 1)[pieces]
