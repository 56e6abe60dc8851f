"""Type checkers accept the package and its examples, strictly, and refuse wrong calls."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

from conftest import import_or_skip, skip_or_fail

import hyperbola

PYTHON = pathlib.Path(__file__).parents[1]
PACKAGE = PYTHON / "hyperbola"
EXAMPLE = PYTHON / "examples" / "typed.py"
HEAD = "from hyperbola import Bitboard, DataBatch, Position, Positions, attacks, parquet_batches, read, write\n"
# A line of code, and a part of what is wrong with it.
WRONG = [
    'attacks.queen("d4", "e5", threads="2")',
    "Position(lenient=1.5)",
    'Position().pieces("red")',
    'Position().pieces(role=1.5)',
    'Positions.from_fens([], bad_rows="drop")',
    "Positions.from_fens([]).attack_planes(0.25)",
    "Positions.from_fens([])[0].fen()",
    "Positions.from_fens([]).pawn",
    'board: str = Bitboard(3) | 4',
    "next(parquet_batches([])).position",
    'Positions.from_fens([]).planes(["piece"])',
    'Positions.from_fens([]).planes(view="red")',
    "Positions.from_fens([]).play()",
    'Positions.from_fens([]).compute("atacks")',
    'Positions.from_fens([]).compute("attacks").items',
    'Positions.from_fens([]).perft("3")',
    "Positions.from_fens([])[0.5]",
    "Positions.from_fens([]).bad_rows[0].rows",
    'next(read("x.binpack")).scores()',
    'next(read("x.binpack")).scores("red")',
    'read("x.binpack", "binpak")',
    'read("x.binpack", scored=3)',
    'read("x.binpack", captures=True)',
    'DataBatch(Positions.from_fens([]), score=[])',
    'write("x.binpack", [1])',
]  # fmt: skip


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The examples of the README and wrong calls, as files."""
    folder = tmp_path_factory.mktemp("typing")
    readme = re.findall(r"```python\n(.*?)```", (PYTHON / "README.md").read_text(), re.S)
    (folder / "readme.py").write_text("\n".join(readme))
    (folder / "wrong.py").write_text(HEAD + "\n".join(WRONG) + "\n")
    return folder


def lines_with_errors(output):
    return {int(line) for line in re.findall(r"wrong\.py:(\d+)(?::\d+)?.*error", output)}


def expected_lines():
    return set(range(2, 2 + len(WRONG)))


def test_the_example_runs():
    import_or_skip("typing_extensions")
    subprocess.run([sys.executable, EXAMPLE], check=True)


def test_the_stubs_have_the_names_of_all_features():
    stubs = (PACKAGE / "_hyperbola.pyi").read_text()
    empty = hyperbola.Positions.from_fens([])
    is_list = {name: isinstance(empty.compute(name), tuple) for name in hyperbola.features()}
    for kind, lists in [("Array", False), ("List", True)]:
        names = re.search(rf"_{kind}Feature = Literal\[(.*?)\]", stubs, re.S).group(1)
        expected = [name for name, found in is_list.items() if found == lists]
        assert re.findall(r'"(\w+)"', names) == expected


def test_mypy(sources):
    import_or_skip("mypy")
    import_or_skip("typing_extensions")
    check = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", sources / "cache"]
    # What is installed without stubs of its own.
    check += ["--disable-error-code=import-untyped", "--disable-error-code=import-not-found"]
    # What says that it has types, and lacks some.
    check += ["--untyped-calls-exclude=distributed"]
    # What is there or not, and takes a minute to be read.
    (sources / "mypy.ini").write_text("[mypy]\n[mypy-torch.*]\nfollow_imports = skip\n")
    check += [f"--config-file={sources / 'mypy.ini'}"]
    # All in one run, because most of its time is that of NumPy's stubs.
    files = [PACKAGE, EXAMPLE, sources / "readme.py", sources / "wrong.py"]
    run = subprocess.run([*check, *files], capture_output=True, text=True)
    assert lines_with_errors(run.stdout) == expected_lines(), run.stdout + run.stderr
    elsewhere = [line for line in run.stdout.splitlines() if " error: " in line and "wrong.py:" not in line]
    assert not elsewhere and run.returncode == 1, run.stdout + run.stderr


def test_the_stubs_are_those_of_what_is_in_rust(tmp_path):
    import_or_skip("mypy")
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nignore_missing_imports = True\n")
    # Some methods are set by this module.
    program = "import sys, hyperbola.pgn; from mypy import stubtest; sys.exit(stubtest.main())"
    check = [sys.executable, "-c", program, "--mypy-config-file", config, "hyperbola._hyperbola"]
    run = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_pyright(sources):
    import_or_skip("pyright")
    import_or_skip("typing_extensions")
    (sources / "pyrightconfig.json").write_text(
        '{"typeCheckingMode": "strict", "include": ["readme.py", "typed.py", "wrong.py"]}'
    )
    (sources / "typed.py").write_text(EXAMPLE.read_text())
    check = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--project", str(sources)]
    run = subprocess.run(check, capture_output=True, text=True)
    output = run.stdout + run.stderr
    if "error" not in run.stdout:
        skip_or_fail(f"pyright could not be fetched: {output[-300:]}")
    assert not re.findall(r".*(?:readme|typed)\.py:\d+.*error.*", output), output
    assert lines_with_errors(output) == expected_lines(), output
