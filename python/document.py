"""Writes docs/PYTHON.md from the docstrings, the stubs and the list of features.

    $ python python/document.py
    $ python python/document.py --check
"""

from __future__ import annotations

import ast
import inspect
import pathlib
import re
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

# Beside this script, the package is without its part in Rust.
sys.path[:] = [path for path in sys.path if path != str(pathlib.Path(__file__).resolve().parent)]

import hyperbola  # noqa: E402
from hyperbola import attacks, pgn  # noqa: E402

PACKAGE = pathlib.Path(hyperbola.__file__).parent
PAGE = pathlib.Path(__file__).parents[1] / "docs" / "PYTHON.md"
# The documented names, by chapters.
CHAPTERS = {
    "Squares and sets of squares": ["Square", "Bitboard"],
    "Attacks": ["attacks"],
    "A board": ["Board", "Move", "Moves", "Piece", "PieceType", "Outcome", "Termination"],
    "Games": ["pgn.read_games", "pgn.read_headers", "pgn.read_game", "pgn.Game", "pgn.GameNode", "pgn.ChildNode", "pgn.MainlineMoves", "pgn.Nags", "pgn.Arrow", "pgn.Headers", "pgn.Eval", "pgn.PgnError"],
    "Engines": ["engine.SimpleEngine", "engine.Limit", "engine.PovScore", "engine.EngineError"],
    "One position": ["Position", "verdict", "Verdict"],
    "Many positions": ["Positions", "BadRow", "BadRowList", "parquet_batches", "ParquetBatch", "features", "InputSet", "verdicts"],
    "Games side by side": ["Games"],
    "Environments of other libraries": ["gymnasium.ChessEnv", "gymnasium.ChessVectorEnv", "pettingzoo.env", "pettingzoo.ChessEnv"],
    "Training data": ["read", "DataBatch", "DataError", "write"],
    "Techniques": ["simd_kinds", "study.techniques", "study.Technique", "study.explain", "study.Explanation", "study.Step", "study.prove", "study.Proved", "study.verify"],
    "Hunting a move generator": ["hunt", "Finding", "WrongMove", "WrongInput"],
    "Expressions of Polars": ["polars.Features"],
    "Batches for PyTorch": ["torch.InputDataset", "torch.Batch", "torch.Sampling"],
    "On a GPU": ["device.columns", "device.compute", "device.inputs"],
    "Clusters": ["cluster.features", "cluster.verify", "cluster.perft", "cluster.PerftResult", "cluster.ClusterError", "cluster.Failure", "cluster.OtherJobError"],
}  # fmt: skip
# The modules that need more than NumPy, which are not imported here.
MODULES = ("cluster", "device", "engine", "gymnasium", "pettingzoo", "polars", "study", "torch")
# A file whose names are those of one of them.
PARTS = {"_sampling": "torch"}
HEAD = """# The Python package

`python python/document.py` writes this page from the docstrings. The package's
[README](../python/README.md) says how to install it.

{contents}
"""


def documented(name: str, stubs: dict[str, ast.AST]) -> Iterator[tuple[str, str | None]]:
    """Returns the full names and the docstrings of a module, a function, or a class and its public
    methods in the order of the stubs."""
    if name.startswith(tuple(f"{module}." for module in MODULES)):
        for full, node in stubs.items():
            if full == name or full.startswith(f"{name}.") and not full.startswith(f"{name}._"):
                yield full, ast.get_docstring(node)  # type: ignore[arg-type]
        return
    short = name.removeprefix("pgn.")
    item = getattr(hyperbola if short == name else pgn, short)
    yield name, inspect.getdoc(item)
    known = sorted(item.__all__) if inspect.ismodule(item) else dir(item)
    pairs = [full.split(".") for full in stubs if full.startswith(f"{short}.")]
    order = known if inspect.ismodule(item) else [member for _, member in pairs]
    for member in order:
        if member in known and not member.startswith("_"):
            yield f"{name}.{member}", inspect.getdoc(getattr(item, member))


def stubs() -> dict[str, ast.AST]:
    """Returns the functions and methods of the modules in Python and of the stubs by their names."""
    found: dict[str, ast.AST] = {}
    for path in (*sorted(PACKAGE.glob("*.py")), PACKAGE / "_hyperbola.pyi", *sorted(PACKAGE.glob("*/*.py"))):
        modules = [name for name in (PARTS.get(path.stem, path.stem), path.parent.name) if name in MODULES]
        prefix = f"{modules[0]}." if modules else ""
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            # A function with overloads has its docstring behind them.
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not (prefix and "overload" in map(ast.unparse, node.decorator_list)):
                found.setdefault(prefix + node.name, node)
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef):
                        found.setdefault(f"{prefix}{node.name}.{member.name}", member)
    return found


def signature(name: str, stubs: dict[str, ast.AST]) -> str:
    """Returns a name with its parameters and its type as the stubs have them."""
    if name == "attacks":
        return "from hyperbola import attacks"
    if name.startswith("attacks."):
        node = stubs["_of"].body[1]  # type: ignore[attr-defined]
        return f"{name}({parameters(node)}) -> Bitboard | NDArray[np.uint64]"
    short = name.removeprefix("pgn.")
    node = stubs.get(short)
    if isinstance(node, ast.ClassDef):
        init = stubs.get(f"{short}.__init__") or stubs.get(f"{short}.__new__")
        return f"class {name}({parameters(init)})" if init else f"class {name}"
    if not isinstance(node, ast.FunctionDef):
        return name
    result = ast.unparse(node.returns) if node.returns else "None"
    if any(getattr(decorator, "id", "") == "property" for decorator in node.decorator_list):
        return f"{name}: {result}"
    return f"{name}({parameters(node)}) -> {result}"


def parameters(node: Any) -> str:
    text = re.sub(r"(: [^=]*?)=", r"\1 = ", ast.unparse(node.args))
    for first in ("self", "cls"):
        if text == first or text.startswith(f"{first}, "):
            return text[len(first) + 2 :]
    return text


def prose(doc: str) -> str:
    """Returns a docstring as Markdown. Its examples become blocks."""
    paragraphs = []
    for paragraph in inspect.cleandoc(doc).split("\n\n"):
        if paragraph.startswith(">>>"):
            paragraphs.append(f"```pycon\n{paragraph}\n```")
        elif "\n    " in paragraph:
            paragraphs.append(f"```text\n{paragraph}\n```")
        else:
            paragraphs.append(paragraph)
    return "\n\n".join(paragraphs)


def shape(array: Any, rows: int) -> str:
    axes = ["N" if array.shape[0] == rows else "M", *map(str, array.shape[1:])]
    return f"{array.dtype} ({', '.join(axes)})"


def table_of_features() -> str:
    """Returns a table of the arrays that compute() gives."""
    positions = hyperbola.Positions.from_fens([hyperbola.Position().fen()] * 3)
    lines = ["| `compute(name)` | arrays | meaning |", "|---|---|---|"]
    for name, meaning in hyperbola.features().items():
        found = positions.compute(name)
        if isinstance(found, tuple):
            offsets, items = found
            count = "N" if len(offsets) == 4 else "2 N"
            arrays = f"{offsets.dtype} ({count} + 1), {shape(items, -1)}"
        else:
            arrays = shape(found, 3)
        lines.append(f"| `{name}` | {arrays} | {meaning} |")
    return "\n".join(lines)


def page() -> str:
    found = stubs()
    parts, contents = [], []
    for chapter, names in CHAPTERS.items():
        anchor = chapter.lower().replace(" ", "-")
        contents.append(f"- [{chapter}](#{anchor}): " + ", ".join(f"`{name}`" for name in names))
        parts.append(f"## {chapter}")
        for name, doc in [pair for name in names for pair in documented(name, found)]:
            if not doc:
                continue
            lines = textwrap.wrap(signature(name, found), 96, subsequent_indent="    ")
            parts.append("```python\n" + "\n".join(lines) + "\n```\n\n" + prose(doc))
            if name == "features":
                parts.append(
                    "N is the number of positions, and M that of items in all lists. Of the two arrays "
                    "for\nlists, the first has where each list begins, and where the last one ends.\n\n"
                    + table_of_features()
                )
    return HEAD.format(contents="\n".join(contents)) + "\n" + "\n\n".join(parts) + "\n"


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text(encoding="utf-8") != page():
            sys.exit(f"{PAGE} is not fresh: run python python/document.py")
    elif sys.argv[1:]:
        sys.exit("usage: python python/document.py [--check]")
    else:
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
