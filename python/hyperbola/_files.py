"""Files that are complete or absent."""

from __future__ import annotations

import os
import pathlib
import socket
import uuid
from collections.abc import Callable


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
    aside.mkdir(exist_ok=True)
    new = aside / f"{path.name}.{socket.gethostname()}.{os.getpid()}.{uuid.uuid4().hex}"
    try:
        write(new)
        with open(new, "rb") as file:
            os.fsync(file.fileno())
        os.replace(new, path)
        sync_names(path.parent)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
