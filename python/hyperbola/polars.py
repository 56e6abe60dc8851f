"""Features as expressions of Polars: to import this module gives expressions the namespace hyperbola.

    $ pip install "./python[polars]"
"""

from __future__ import annotations

import functools
from typing import Any, Literal

try:
    import polars as pl
except ImportError as error:
    raise ImportError("this needs Polars: pip install polars") from error

import hyperbola
from hyperbola import Position, Positions
from hyperbola._columns import Rules

__all__ = ["Features"]


@pl.api.register_expr_namespace("hyperbola")
class Features:
    """The features of a column of FENs, each by its name in hyperbola.features(). It needs PyArrow.

    Each method is Positions.compute() of that name, with the parameters of compute(). A column has
    an Array for each position, or a List for a feature with lists.

    >>> import hyperbola.polars, polars as pl
    >>> frame = pl.DataFrame({"fen": [Position().fen(), None]})
    >>> frame.select(pl.col("fen").hyperbola.legal_counts(bad_rows="mark")).to_series().to_list()
    [20, None]
    """

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def __getattr__(self, name: str) -> functools.partial[pl.Expr]:
        if name not in hyperbola.features():
            raise AttributeError(f"expected the name of a feature, found {name!r}")
        return functools.partial(self.compute, name)

    def compute(
        self, name: str, *, bad_rows: Literal["error", "mark"] = "error", lenient: bool = False,
        simd: str | None = None, threads: int = 1, rules: Rules = "auto",
    ) -> pl.Expr:  # fmt: skip
        """Computes a feature, as Positions.compute() does. bad_rows, lenient and rules are as in
        Positions.from_fens(); a marked row is null, and none can be left out."""
        if bad_rows not in ("error", "mark"):
            raise ValueError(f"bad_rows: expected 'error' or 'mark', found {bad_rows!r}")

        def column(fens: Any) -> pl.Series:
            positions = Positions.from_fens(
                fens, bad_rows=bad_rows, lenient=lenient, threads=threads, rules=rules
            )
            found = pl.from_arrow(positions.to_arrow([name], simd=simd, threads=threads))
            marked = pl.lit(pl.Series(positions.marked))
            return found.select(pl.when(~marked).then(pl.col(name))).to_series()  # type: ignore[union-attr]

        kind = column([Position().fen()]).dtype
        return self._expr.map_batches(column, kind, is_elementwise=True)
