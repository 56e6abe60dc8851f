"""Games: PGN as trees of moves that are read as a stream, changed and written.

    >>> from hyperbola import pgn
    >>> text = b'[White "Anna"]\\n\\n1. e4 (1. d4 d5) 1... e5 $1 {solid} 1-0'
    >>> game = next(pgn.read_games(text))
    >>> game.headers["White"], [node.san() for node in game.mainline()], game.next().next().nags
    ('Anna', ['e4', 'e5'], {1})
    >>> print(game.export(headers=False))
    1. e4 (1. d4 d5) 1... e5 $1 {solid} 1-0
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator, MutableMapping
from typing import Any, Literal, NamedTuple, Protocol, cast

from hyperbola._hyperbola import Game, GameNode, GameReader

__all__ = [
    "Eval",
    "Game",
    "GameNode",
    "Headers",
    "PgnError",
    "read_game",
    "read_games",
    "read_headers",
]


class Readable(Protocol):
    """A file object, of text or of bytes."""

    def read(self, size: int, /) -> str | bytes: ...


Source = str | os.PathLike[str] | bytes | Readable
BadGames = Literal["error", "skip", "keep"]


class PgnError(ValueError):
    """What is wrong in a game: at a byte of the stream, and in a line of it from 1 on."""

    def __init__(self, text: str, offset: int = 0, line: int = 0) -> None:
        super().__init__(text)
        self.offset = offset
        self.line = line

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.offset, self.line)


def _error(text: str, offset: int, line: int) -> PgnError:
    return PgnError(text, offset, line)


class Eval(NamedTuple):
    """An evaluation as White sees it: hundredths of a pawn or moves to mate, and the depth."""

    cp: int | None
    mate: int | None
    depth: int | None


class Headers(MutableMapping[str, str]):
    """The headers of a game by their names, in the order in which they are written. They are the
    game's: to set one changes it. "Result" is the result that stands behind the moves too.

    A header that occurs in a file more than once has its last value. The others are written again
    too, unless it is set or deleted."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getitem__(self, name: str) -> str:
        return dict(self._game._tags())[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._game._set_tag(name, value)

    def __delitem__(self, name: str) -> None:
        self._game._remove_tag(name)

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self._game._tags()))

    def __len__(self) -> int:
        return len(dict(self._game._tags()))

    def __repr__(self) -> str:
        return f"Headers({dict(self)})"


def read_games(
    source: Source, *, offset: int = 0, bad_games: BadGames | None = None
) -> Iterator[Game]:
    """Returns an iterator through the games of a file, of bytes, or of a file object.

    Games are read one at a time, so a file may be larger than the memory. offset is where in a file
    or in bytes reading begins: the offset of a game, or that of any byte between games. The games of
    a file object have offsets from where reading began, or none if it gives text.

    A game with a mistake is left out, and a warning at the end says how many there were. With
    bad_games="skip" there is no warning. With "keep" such games end before the mistake, which is among
    their errors. With "error" it raises PgnError, and the next call goes on with the game behind it.

    What belongs to no game is passed over, such as [] among the headers: it is among the notes of the
    game, and costs no move.

    >>> from hyperbola import pgn
    >>> games = list(pgn.read_games(b"1. e4 e5 2. Ke3 *\\n\\n1. d4 *", bad_games="keep"))
    >>> [len(game.mainline()) for game in games], games[0].errors[0]
    ([2, 1], 'Ke3: no legal move of this position matches the text, at byte 12 in line 1')
    """
    return cast("Iterator[Game]", _reader(source, offset, bad_games, False))


def read_headers(
    source: Source, *, offset: int = 0, bad_games: BadGames | None = None
) -> Iterator[Game]:
    """Returns an iterator through games of which only the headers are read. Their moves are passed
    over, mistakes in them too. Each has its offset, from which read_games() reads it whole.

    >>> from hyperbola import pgn
    >>> text = b'[White "Anna"]\\n\\n1. e4 *\\n\\n[White "Bert"]\\n\\n1. d4 *'
    >>> offsets = [game.offset for game in pgn.read_headers(text) if game.headers["White"] == "Bert"]
    >>> next(pgn.read_games(text, offset=offsets[0])).next().san()
    'd4'
    """
    return cast("Iterator[Game]", _reader(source, offset, bad_games, True))


# The place of a file object while it is read.
_READING = -1


class _Part:
    """Reads from a file object that it does not keep, and knows the place to which it has read."""

    def __init__(self, source: Readable) -> None:
        self._source = weakref.ref(source)
        self.place = _place(source)

    def read(self, size: int, /) -> str | bytes:
        source = self._source()
        if source is None:
            return b""
        self.place = _READING
        text = source.read(size)
        self.place = _place(source)
        return text


def _place(source: Any) -> int | None:
    """Returns the place of a file object, or None if it does not tell it."""
    try:
        return cast("int", source.tell())
    except (AttributeError, OSError, ValueError):
        return None


# The games of each file object that read_game() reads.
_readers: weakref.WeakKeyDictionary[Any, tuple[Iterator[Game], _Part]] = (
    weakref.WeakKeyDictionary()
)


def read_game(source: Readable) -> Game | None:
    """Returns the next game of a file object, or None at the end. A game with a mistake ends before
    it, and has it among its errors.

    The file object is read in parts, so its place is not that of the next game; read_games() gives
    offsets. Where its place was changed, by seek() for example, reading begins anew.

    >>> import io
    >>> from hyperbola import pgn
    >>> file = io.StringIO("1. e4 *\\n\\n1. d4 *")
    >>> [str(pgn.read_game(file).next().move) for _ in range(2)], pgn.read_game(file)
    (['e2e4', 'd2d4'], None)
    """
    if isinstance(source, (str, bytes, os.PathLike)) or not hasattr(source, "read"):
        raise TypeError(f"source: expected a file object, found {type(source).__name__}")
    known = _readers.get(source)
    if known is None or known[1].place not in (_READING, _place(source)):
        part = _Part(source)
        known = _readers[source] = read_games(part, bad_games="keep"), part
    game = next(known[0], None)
    if game is None:
        _readers.pop(source, None)
    return game


def _reader(source: Any, offset: int, bad_games: BadGames | None, only_headers: bool) -> GameReader:
    """Refuses a text, which could be the name of a file or its content."""
    if isinstance(source, str) and "\n" in source:
        raise ValueError("source: expected a path; the text of a game is io.StringIO(text)")
    warns = bad_games is None
    return GameReader(source, offset, "skip" if bad_games is None else bad_games, warns, only_headers)


def _headers(game: Game) -> Headers:
    """Returns the headers of a game, which Rust calls for."""
    return Headers(game)


