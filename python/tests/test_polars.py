"""The namespace of expressions of Polars."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from conftest import import_or_skip

import hyperbola
from hyperbola import Positions

pl = import_or_skip("polars")
import_or_skip("pyarrow")

import hyperbola.polars  # noqa: E402, F401


@pytest.mark.parametrize("name", hyperbola.features())
def test_every_feature_is_a_column(name, fens):
    """Its rows are those of compute(), and null where there is no position."""
    texts = [*fens[:40], None, "x", *fens[40:60]]
    frame = pl.DataFrame({"row": range(62), "fen": texts})
    expression = getattr(pl.col("fen").hyperbola, name)(bad_rows="mark", threads=2)
    column = frame.lazy().select("row", expression.alias("found")).collect()["found"]
    assert frame.lazy().select(expression).collect_schema().dtypes() == [column.dtype]
    assert [row for row, null in enumerate(column.is_null()) if null] == [40, 41]
    expected = Positions.from_fens(texts, bad_rows="mark").to_arrow([name]).column(0).to_pylist()
    found = column.to_list()
    assert [found[row] for row in range(62) if row not in (40, 41)] == [expected[row] for row in range(62) if row not in (40, 41)]
    parts = frame.with_columns(expression.over("row").alias("each")) if name == "legal_counts" else None
    assert parts is None or parts["each"].to_list() == found


def test_options_and_errors(fens):
    frame = pl.DataFrame({"fen": ["4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]})
    found = frame.select(pl.col("fen").hyperbola.attacks(lenient=True, simd="u64")).to_series()
    expected = Positions.from_fens(frame["fen"], lenient=True).compute("attacks")
    assert np.array_equal(found.to_numpy(), expected) and found.dtype == pl.Array(pl.UInt64, 2)
    with pytest.raises(Exception, match="row 0: expected a rook of White"):
        frame.select(pl.col("fen").hyperbola.attacks())
    with pytest.raises(ValueError, match="^bad_rows: expected 'error' or 'mark', found 'skip'"):
        pl.col("fen").hyperbola.attacks(bad_rows="skip")
    with pytest.raises(ValueError, match="^simd: expected one of u64"):
        pl.col("fen").hyperbola.attacks(simd="mmx")
    with pytest.raises(AttributeError, match="^expected the name of a feature, found 'attack'"):
        pl.col("fen").hyperbola.attack()
    with pytest.raises(ValueError, match="names: expected names of columns or features, found 'attack'"):
        pl.col("fen").hyperbola.compute("attack")


def test_a_column_of_a_null_and_an_empty_one():
    for values, expected in [([], []), ([None], [None])]:
        frame = pl.DataFrame({"fen": pl.Series(values, dtype=pl.String)})
        assert frame.select(pl.col("fen").hyperbola.keys(bad_rows="mark")).to_series().to_list() == expected


def test_the_package_needs_no_polars():
    code = "import sys; sys.modules['polars'] = None; import hyperbola\n"
    code += "try: import hyperbola.polars\nexcept ImportError as error: print(error)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "this needs Polars: pip install polars\n"
    code = "import sys, hyperbola; raise SystemExit('polars' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
