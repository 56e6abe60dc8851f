"""Files that are there whole or not at all, and journals of results."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import pathlib
import socket
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any


class OtherJobError(ValueError):
    """What is kept is of a run that was asked for something else."""


def sync_names(folder: pathlib.Path) -> None:
    """Makes the names in a folder last. Some systems do so by themselves and cannot open folders."""
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


def _line(value: dict[str, Any]) -> bytes:
    """Returns the line of a journal for a value: its JSON, a checksum and an end."""
    text = json.dumps(value).encode()
    return text + b" " + hashlib.sha256(text).hexdigest()[:16].encode() + b"\n"


class Journal:
    """A file of results, a line each, the first of which says what was asked for.

    A line is on the disk before the next result is taken. Whatever stops the program leaves at most
    one torn line, the last, which does not count.
    """

    def __init__(self, path: pathlib.Path, asked: dict[str, Any], file: IO[bytes]) -> None:
        self.path = path
        self.results: dict[int, dict[str, Any]] = {}
        self._file = file
        whole = 0
        data = file.read()
        # What follows the last end of a line is torn, or empty.
        for number, line in enumerate(data.split(b"\n")[:-1]):
            value = self._parse(line, number + 1)
            whole += len(line) + 1
            if number == 0:
                check_same(value, asked, path)
            elif self.results.setdefault(value["task"], value) != value:
                raise ValueError(f"{path}, line {number + 1}: a second result of one task")
        if whole == 0 and not _line(asked).startswith(data):
            raise OtherJobError(f"{path} is no journal; choose another file")
        file.truncate(whole)
        file.seek(whole)
        if whole == 0:
            self._append(asked)

    def _parse(self, line: bytes, number: int) -> Any:
        text, _, check = line.rstrip(b"\n").rpartition(b" ")
        if hashlib.sha256(text).hexdigest()[:16].encode() != check:
            raise ValueError(f"{self.path}, line {number}: the line is damaged; remove the journal")
        return json.loads(text)

    def _append(self, value: dict[str, Any]) -> None:
        line = _line(value)
        start = self._file.tell()
        try:
            written = 0
            # A disk that is nearly full takes a part and reports no error.
            while written < len(line):
                written += self._file.write(line[written:])
            os.fsync(self._file.fileno())
        except OSError:
            # A full disk may have taken a part of the line.
            self._file.truncate(start)
            self._file.seek(start)
            raise

    def add(self, result: dict[str, Any]) -> None:
        """Keeps the result of a task."""
        if result["task"] in self.results:
            raise ValueError(f"{self.path}: a second result of task {result['task']}")
        self._append(result)
        self.results[result["task"]] = result


# The errors of file systems without locks. There, nobody looks after runs at the same time.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP}


@contextmanager
def held(path: pathlib.Path) -> Iterator[IO[bytes]]:
    """Opens a file, or makes it. An OtherJobError says that another run holds it.

    The system lets go of it when the process ends, however it ends.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    # Without a buffer, so that nothing is written later than it says.
    with open(handle, "r+b", buffering=0) as file:
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
        yield file


@contextmanager
def journal(path: pathlib.Path, asked: dict[str, Any]) -> Iterator[Journal]:
    """Opens a journal, or makes it. No other run may have it open."""
    with held(path) as file:
        yield Journal(path, asked, file)
