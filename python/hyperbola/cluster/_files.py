"""Files of a run, and locks."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import pathlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hyperbola._files import replace


class OtherJobError(ValueError):
    """The kept files are of another run."""


def path_of(path: str | os.PathLike[str], name: str) -> pathlib.Path:
    """Returns the absolute path that a parameter has."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{name}: expected a path, found {type(path).__name__}")
    return pathlib.Path(path).absolute()


def replace_json(path: pathlib.Path, aside: pathlib.Path, value: object) -> None:
    """Writes a value as a file of JSON."""
    text = json.dumps(value, indent=1) + "\n"
    replace(path, aside, lambda new: _write_text(new, text))


def _write_text(path: pathlib.Path, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read_json(path: pathlib.Path) -> Any:
    """Returns the value in a file of JSON, or None if there is no such file or it is damaged."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None


def digest(path: pathlib.Path) -> str:
    """Returns the SHA-256 of a file."""
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def check_same(kept: Any, asked: dict[str, Any], place: pathlib.Path) -> None:
    """Raises an OtherJobError if what is kept in a place is not what is asked for."""
    if not isinstance(kept, dict):
        raise OtherJobError(f"{place} does not say what it was made for; choose another place")
    for key in [*asked, *kept]:
        if kept.get(key) != asked.get(key):
            before, now = (_shown(job.get(key)) for job in (kept, asked))
            raise OtherJobError(
                f"{place} was made for another run: its {key} is {before}, and {now} was asked for;"
                " choose another place, or remove it"
            )


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:200] + "…"


# The file in an output folder that a run holds, so that no other takes away what it writes aside.
LOCK = "_lock"

# The errors of file systems without locks. There, nobody looks after runs at the same time.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP}


@contextmanager
def held(path: pathlib.Path) -> Iterator[None]:
    """Holds a file, which is made if it is missing. An OtherJobError says that another run holds it.

    The system lets go of it when the process ends, however it ends.
    """
    with open(path, "ab") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except BlockingIOError:
            raise OtherJobError(f"{path} is used by another run, which is not over") from None
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
        yield
