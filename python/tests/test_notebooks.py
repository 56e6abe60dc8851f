"""The notebooks run, quickly, and show what they say. target/notebooks has their pages to be looked at."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import time

import pytest
from conftest import import_or_skip

import_or_skip("matplotlib")
import_or_skip("pyarrow")
FOLDER = pathlib.Path(__file__).parents[1] / "notebooks"
PAGES = FOLDER.parents[1] / "target" / "notebooks"

spec = importlib.util.spec_from_file_location("run_notebooks", FOLDER / "run.py")
run_notebooks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run_notebooks)

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# Pictures of matplotlib, and boards.
PICTURES = {"attack_maps": (2, 2), "subtraction": (0, 30), "training_set": (2, 0)}


def test_there_is_each_notebook():
    assert [path.stem for path in NOTEBOOKS] == sorted(PICTURES)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    cells = json.loads(path.read_text())["cells"]
    assert not any(cell.get("outputs") for cell in cells), "clear the outputs"
    start = time.perf_counter()
    page = run_notebooks.run(path)
    assert time.perf_counter() - start < 30
    figures, boards = PICTURES[path.stem]
    assert page.count("<img") == figures and page.count("<svg") >= boards
    PAGES.mkdir(parents=True, exist_ok=True)
    (PAGES / f"{path.stem}.html").write_text(page)


def test_an_error_in_a_cell_ends_the_run(tmp_path):
    cell = {"cell_type": "code", "source": ["1 / 0"]}
    (tmp_path / "wrong.ipynb").write_text(json.dumps({"cells": [cell]}))
    with pytest.raises(RuntimeError, match="1 / 0\nfailed: ZeroDivisionError"):
        run_notebooks.run(tmp_path / "wrong.ipynb")
