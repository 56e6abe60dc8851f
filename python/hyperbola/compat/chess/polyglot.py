"""Books of openings in the Polyglot format."""

from __future__ import annotations

import bisect
import mmap
import os
import random
import struct
from collections.abc import Container, Iterator
from typing import Any, NamedTuple

from hyperbola import Board, Move, PieceType

_ENTRY = struct.Struct(">QHHI")


class Entry(NamedTuple):
    """A move of a book, and how good it is said to be."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


def zobrist_hash(board: Board) -> int:
    """Returns the key of a board in a book."""
    return board.polyglot_key


class MemoryMappedReader:
    """A book: entries of 16 bytes, sorted by their keys."""

    def __init__(self, filename: str | os.PathLike[str]) -> None:
        with open(filename, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size % _ENTRY.size:
                raise ValueError(f"{os.fspath(filename)}: expected entries of 16 bytes, found {size} bytes")
            self._bytes: Any = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""

    def __enter__(self) -> MemoryMappedReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._bytes:
            self._bytes.close()
        self._bytes = b""

    def __len__(self) -> int:
        return len(self._bytes) // _ENTRY.size

    def __getitem__(self, index: int) -> Entry:
        if not -len(self) <= index < len(self):
            raise IndexError(f"expected one of {len(self)} entries, found {index}")
        key, raw, weight, learn = _ENTRY.unpack_from(self._bytes, index % len(self) * _ENTRY.size)
        start, end, promotion = raw >> 6 & 63, raw & 63, raw >> 12 & 7
        role = PieceType(promotion + 1) if 0 < promotion < 5 else None
        move = Move.null() if start == end else Move(start, end, role)
        return Entry(key, raw, weight, learn, move)

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self)))

    def bisect_key_left(self, key: int) -> int:
        """Returns the index of the first entry whose key is not smaller."""
        return bisect.bisect_left(self, key, key=lambda entry: entry.key)

    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """Returns an iterator through the legal moves of the book, or all moves of a key."""
        key = board.polyglot_key if isinstance(board, Board) else board
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self[index]
            if entry.key != key:
                return
            move = entry.move
            if isinstance(board, Board):
                if not move:
                    continue
                try:
                    # Castling is the king's move onto its rook in books.
                    move = board.parse_uci(move.uci())
                except ValueError:
                    continue
            if entry.weight >= minimum_weight and move not in exclude_moves:
                yield entry._replace(move=move)

    def get(self, board: Board | int, default: Entry | None = None, **options: Any) -> Entry | None:
        """Returns the entry with the largest weight."""
        return max(self.find_all(board, **options), key=lambda entry: entry.weight, default=default)

    def find(self, board: Board | int, **options: Any) -> Entry:
        """Returns the entry with the largest weight. It is an IndexError if there is none."""
        found = self.get(board, **options)
        if found is None:
            raise IndexError("the book has no such position")
        return found

    def choice(self, board: Board | int, *, random: Any = random, **options: Any) -> Entry:
        """Returns an entry by chance."""
        entries = list(self.find_all(board, **options))
        if not entries:
            raise IndexError("the book has no such position")
        found: Entry = random.choice(entries)
        return found

    def weighted_choice(self, board: Board | int, *, random: Any = random, **options: Any) -> Entry:
        """Returns an entry by chance, in proportion to the weights."""
        entries = list(self.find_all(board, **options))
        if not entries:
            raise IndexError("the book has no such position")
        found: Entry = random.choices(entries, [entry.weight for entry in entries])[0]
        return found


def open_reader(path: str | os.PathLike[str]) -> MemoryMappedReader:
    """Opens a book."""
    return MemoryMappedReader(path)
