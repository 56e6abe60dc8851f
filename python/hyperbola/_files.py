"""Files that are complete or absent."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pathlib


def sync_names(folder: pathlib.Path) -> None:
    """Brings the names in a folder to the disk. Some systems always do so, and cannot open folders."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace(path: pathlib.Path, aside: pathlib.Path, write: Callable[[pathlib.Path], None]) -> None:
    """Writes a file in the folder aside, and gives it its name when it is on the disk.

    The name aside is one that no other process uses. After a failure nothing is left.
    """
    import socket

    aside.mkdir(exist_ok=True)
    new = aside / f"{path.name}.{socket.gethostname()}.{os.getpid()}.{os.urandom(16).hex()}"
    try:
        write(new)
        with open(new, "rb") as file:
            os.fsync(file.fileno())
        os.replace(new, path)
        sync_names(path.parent)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
