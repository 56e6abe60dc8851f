"""The documentation: its examples run, and its page is fresh."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import pathlib
import re

import pytest
from conftest import import_or_skip

import hyperbola
import hyperbola.pgn

PYTHON = pathlib.Path(__file__).parents[1]
spec = importlib.util.spec_from_file_location("document", PYTHON / "document.py")
document = importlib.util.module_from_spec(spec)
spec.loader.exec_module(document)

STUBS = document.stubs()
NAMES = [name for names in document.CHAPTERS.values() for name in names]
DOCUMENTED = [("hyperbola", inspect.getdoc(hyperbola))]
DOCUMENTED += [pair for name in NAMES for pair in document.documented(name, STUBS)]
# What these examples import.
NEEDS = {"chess": "import chess", "pyarrow": "pyarrow|_arrow", "torch": r"import.* torch|hyperbola\.torch", "polars": "import.* polars", "gymnasium": r"hyperbola\.gymnasium", "pettingzoo": r"hyperbola\.pettingzoo"}


@pytest.mark.parametrize(("name", "doc"), DOCUMENTED, ids=[name for name, _ in DOCUMENTED])
def test_examples_of_a_docstring(name, doc):
    assert doc, "no docstring"
    for needed, pattern in NEEDS.items():
        if re.search(pattern, doc):
            # No test needs PyTorch, which is large.
            pytest.importorskip(needed) if needed == "torch" else import_or_skip(needed)
    names = {**vars(hyperbola), **vars(hyperbola.attacks)}
    test = doctest.DocTestParser().get_doctest(doc, names, name, None, None)
    options = doctest.NORMALIZE_WHITESPACE
    assert doctest.DocTestRunner(optionflags=options).run(test).failed == 0


def test_most_of_what_is_public_has_an_example():
    without = [name for name, doc in DOCUMENTED if ">>>" not in (doc or "")]
    assert len(without) < len(DOCUMENTED) * 2 // 3, without
    for name in ("Positions.from_fens", "Positions.compute", "Position", "parquet_batches", "attacks.rook"):
        assert name not in without


def test_all_that_is_public_is_documented():
    assert {name for name in NAMES if "." not in name} == set(hyperbola.__all__)


def test_all_that_is_public_of_games_is_documented():
    assert {name for name in NAMES if name.startswith("pgn.")} == {f"pgn.{name}" for name in hyperbola.pgn.__all__}


def test_the_names_that_differ_from_python_chess_are_told():
    """Each public name of a board is on the page, and the page has no other."""
    page = (PYTHON.parent / "docs" / "BOARD.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    for block in blocks:
        exec(block, {})
    same = page.split("All other names of this list")[1].split("##")[0]
    for name in re.findall(r"`(\w+)`", same):
        assert hasattr(hyperbola.Board, name), name
    told = set(re.findall(r"\w+", page))
    sisters = {"can_claim_fifty_moves", "can_claim_threefold_repetition", "has_kingside_castling_rights"}
    sisters |= {"has_queenside_castling_rights", "knights", "bishops", "rooks", "queens"}
    public = {name for name in dir(hyperbola.Board) if not name.startswith("_")}
    assert public - sisters <= told, public - sisters - told


def test_all_that_is_public_of_clusters_is_documented():
    import_or_skip("distributed")
    import_or_skip("pyarrow")
    from hyperbola import cluster

    public = {f"cluster.{name}" for name in cluster.__all__}
    assert {name for name in NAMES if name.startswith("cluster.")} == public
    assert public <= {name for name, doc in DOCUMENTED if doc}


def test_all_that_is_public_for_torch_is_documented():
    pytest.importorskip("torch")
    from hyperbola import torch

    assert {name for name in NAMES if name.startswith("torch.")} == {f"torch.{name}" for name in torch.__all__}


def test_all_that_is_public_for_polars_is_documented():
    import_or_skip("polars")
    from hyperbola import polars

    assert {name for name in NAMES if name.startswith("polars.")} == {f"polars.{name}" for name in polars.__all__}


@pytest.mark.parametrize("module", ["gymnasium", "pettingzoo"])
def test_all_that_is_public_of_environments_is_documented(module):
    import_or_skip(module)
    public = importlib.import_module(f"hyperbola.{module}").__all__
    assert {name for name in NAMES if name.startswith(f"{module}.")} == {f"{module}.{name}" for name in public}


def test_examples_of_the_page_on_games():
    blocks = re.findall(r"```python\n(.*?)```", (PYTHON.parent / "docs" / "GAMES.md").read_text(), re.S)
    names = {}
    for block in blocks:
        if "hyperbola.gymnasium" in block:
            import_or_skip("gymnasium")
            import_or_skip("pettingzoo")
        exec(block, names)
    assert len(blocks) >= 3 and names["finished"] > 0


def test_the_page_is_fresh():
    assert document.PAGE.read_text() == document.page(), "run python python/document.py"


def test_examples_of_the_readmes():
    pages = (PYTHON / "README.md").read_text() + (PYTHON.parent / "README.md").read_text()
    for block in re.findall(r"```python\n(.*?)```", pages, re.S):
        exec(block, {})


def test_examples_of_the_page_on_data(tmp_path, monkeypatch):
    """In a folder that has the repository's testdata."""
    (tmp_path / "testdata").symlink_to(PYTHON.parent / "testdata")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (PYTHON.parent / "docs" / "DATA.md").read_text(), re.S)
    names = {}
    for block in blocks:
        exec(block, names)
    assert blocks and len(names["scores"]) > 0
    assert 0 < sum(map(len, hyperbola.read(tmp_path / "quiet.plain"))) < 193
