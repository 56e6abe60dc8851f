"""Runs notebooks without Jupyter, and writes each as a page with its texts, tables and pictures.

    $ python python/notebooks/run.py python/notebooks/*.ipynb --output target/notebooks

A cell shows what Jupyter shows of it: what is printed, the value of its last line, and the figures
of matplotlib. The first error ends the run.
"""

from __future__ import annotations

import argparse
import ast
import base64
import contextlib
import html
import io
import json
import pathlib
import time
from typing import Any


def run_cell(source: str, variables: dict[str, Any]) -> list[str]:
    """Runs a cell and returns what it shows as HTML."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    is_quiet = source.rstrip().endswith(";")
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), variables)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), variables)
    shown = [f"<pre>{html.escape(printed.getvalue())}</pre>"] if printed.getvalue() else []
    if value is not None and not is_quiet:
        shown.append(show(value))
    return shown + figures()


def show(value: Any) -> str:
    """Returns a value as a notebook shows it."""
    for method in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, method):
            return str(getattr(value, method)())
    return f"<pre>{html.escape(repr(value))}</pre>"


def figures() -> list[str]:
    """Returns the open figures as pictures, and closes them."""
    import matplotlib.pyplot as plt

    pictures = []
    for number in plt.get_fignums():
        picture = io.BytesIO()
        plt.figure(number).savefig(picture, dpi=90)
        plt.close(number)
        data = base64.b64encode(picture.getvalue()).decode()
        pictures.append(f'<p><img src="data:image/png;base64,{data}"></p>')
    return pictures


def run(path: pathlib.Path) -> str:
    """Runs a notebook and returns it as a page."""
    import matplotlib

    matplotlib.use("Agg")
    variables: dict[str, Any] = {"__name__": "__main__"}
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(f'<pre class="text">{html.escape(source)}</pre>')
            continue
        parts.append(f'<pre class="code">{html.escape(source)}</pre>')
        try:
            parts += run_cell(source, variables)
        except Exception as error:
            raise RuntimeError(f"{path}: the cell\n{source}\nfailed: {error!r}") from error
    style = "body{max-width:70em;margin:2em auto} pre{white-space:pre-wrap} .code{background:#eee}"
    return (
        f'<!doctype html><meta charset="utf-8"><title>{path.stem}</title>'
        f"<style>{style}</style>{''.join(parts)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Runs notebooks without Jupyter.")
    parser.add_argument("notebooks", nargs="+", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, help="a folder for the pages")
    options = parser.parse_args()
    for path in options.notebooks:
        start = time.perf_counter()
        page = run(path)
        print(f"{path.name}: {time.perf_counter() - start:.1f} s")
        if options.output is not None:
            options.output.mkdir(parents=True, exist_ok=True)
            (options.output / path.with_suffix(".html").name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
