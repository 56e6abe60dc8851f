"""The package as a whole: its import, its documentation, its explanations, its stubs."""

from __future__ import annotations

import importlib.metadata
import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import hyperbola
from hyperbola import Bitboard, Square, attacks, study
from hyperbola.study import explain

ROOT = pathlib.Path(hyperbola.__file__).parent
SOURCE = pathlib.Path(__file__).parents[1] / "hyperbola"


def test_the_import_is_quick_and_needs_no_numpy():
    # The time of the processor: a loaded machine takes longer.
    code = (
        "import sys, time; start = time.process_time(); import hyperbola;"
        "print(time.process_time() - start); assert 'numpy' not in sys.modules"
    )
    run = [sys.executable, "-c", code]
    times = [float(subprocess.check_output(run)) for _ in range(5)]
    print(f"import hyperbola: {min(times) * 1000:.1f} ms")
    assert min(times) < 0.1


def test_all_in_rust_is_documented():
    """The stubs of it are compared by test_typing.py."""
    for item in filter(inspect.isclass, vars(hyperbola._hyperbola).values()):
        for attribute in vars(item):
            if not attribute.startswith("_"):
                assert inspect.getdoc(getattr(item, attribute)), f"{item}.{attribute}"
    assert (ROOT / "py.typed").exists()


def test_the_wheel_has_licences_stubs_and_one_binary_for_all_pythons():
    """What pip has installed is the wheel that maturin builds."""
    wheel = importlib.metadata.distribution("hyperbola")
    files = {str(path) for path in wheel.files}
    licences = {path.rpartition("/")[2] for path in files if ".dist-info/licenses/" in path}
    assert licences == {"LICENSE-MIT", "LICENSE-APACHE"}
    assert wheel.metadata["License-Expression"] == "MIT OR Apache-2.0"
    modules = {f"hyperbola/{path.relative_to(SOURCE).as_posix()}" for path in SOURCE.rglob("*.py*")}
    modules = {path for path in modules if not path.endswith(".pyc")}
    assert modules <= files and {"hyperbola/_hyperbola.pyi", "hyperbola/py.typed"} <= files
    assert not [path for path in files if "test" in path]
    assert wheel.version == hyperbola.__version__
    assert re.search(r"^Tag: cp310-abi3-", wheel.read_text("WHEEL"), re.M)


def test_explanations():
    occupied = Bitboard(["b4", "d7", "f2", "f6", "g4"])
    for technique in study.techniques():
        explanation = explain(technique.id, "queen", "d4", occupied)
        assert explanation.attacks == attacks.queen("d4", occupied), technique
        assert technique.name in str(explanation) and "\x1b" not in str(explanation)
        html = explanation._repr_html_()
        assert html.count("<svg") == html.count("</svg>") > 0
        assert eval(repr(explanation)).attacks == explanation.attacks
    found = explain("kogge-stone", "rook", Square.A1, 0)
    assert found.attacks == attacks.rook("a1", 0) and found.sections[0].title == "input"
    for wrong in (("kogge", "d4"), ("kogge-stone", "d9"), ("kogge-stone", 64), ("kogge-stone", 1, -1)):
        with pytest.raises(ValueError, match="expected"):
            explain(wrong[0], "queen", *wrong[1:])
    with pytest.raises(ValueError, match="rook, bishop or queen"):
        explain("kogge-stone", "king", 1)


def test_proofs_and_verifications():
    proved = study.prove("kogge-stone", "d4", "bishop")
    assert proved.equations > 0 and proved.nodes >= proved.most_nodes > 0
    both = study.prove("kogge-stone", "d4", threads=2)
    assert both.equations > proved.equations
    assert study.verify("hyperbola-quintessence", "rook") == 1048576
    for wrong in (("kogge",), ("kogge-stone", 64), ("kogge-stone", "z1"), ("kogge-stone", 1, "king")):
        with pytest.raises(ValueError, match="expected"):
            study.prove(*wrong)
    with pytest.raises(ValueError, match="rook, bishop or queen"):
        study.verify("kogge-stone", "king")
