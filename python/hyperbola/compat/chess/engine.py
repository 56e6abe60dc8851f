"""Engines by the names of python-chess."""

from __future__ import annotations

from typing import Any

from hyperbola.engine import *  # noqa: F403
from hyperbola.engine import Analysis as AnalysisResult
from hyperbola.engine import Engine as UciProtocol
from hyperbola.engine import Info as InfoDict
from hyperbola.engine import Mate
from hyperbola.engine import SimpleAnalysis as SimpleAnalysisResult

__all__ = ["AnalysisResult", "InfoDict", "MateGiven", "SimpleAnalysisResult", "UciProtocol", "popen_uci"]
MateGiven = Mate(0, given=True)


async def popen_uci(command: Any, **options: Any) -> tuple[None, UciProtocol]:
    """Starts an engine. There is no transport: the engine has its process."""
    return None, await UciProtocol.popen_uci(command, **options)
