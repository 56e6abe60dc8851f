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
import re
import weakref
from collections.abc import Iterable, Iterator, MutableMapping, MutableSet
from typing import Any, Literal, NamedTuple, Protocol, cast

from hyperbola._hyperbola import Board, ChildNode, Game, GameNode, GameReader, Move
from hyperbola._types import Square

__all__ = [
    "Arrow",
    "ChildNode",
    "Eval",
    "Game",
    "GameNode",
    "Headers",
    "MainlineMoves",
    "Nags",
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


class Nags(MutableSet[int]):
    """The numeric annotations of a node. They are the node's: to add one changes it.

    >>> from hyperbola import pgn
    >>> node = pgn.Game().add_variation(Move.from_uci("e2e4"))
    >>> node.nags.add(1)
    >>> node.nags, node.nags | {7}
    ({1}, {1, 7})
    """

    def __init__(self, node: GameNode) -> None:
        self._node = node

    @classmethod
    def _from_iterable(cls, numbers: Iterable[Any]) -> Any:
        return set(numbers)

    def __contains__(self, number: object) -> bool:
        return number in self._node._nags

    def __iter__(self) -> Iterator[int]:
        return iter(self._node._nags)

    def __len__(self) -> int:
        return len(self._node._nags)

    def add(self, value: int) -> None:
        self._node._nags = {*self, value}

    def discard(self, value: int) -> None:
        self._node._nags = {*self} - {value}

    def __repr__(self) -> str:
        return repr(self._node._nags)

    def __getattr__(self, name: str) -> Any:
        # What else sets have, such as union(); update() and its like change the node.
        if name.startswith("_"):
            raise AttributeError(name)
        numbers = {*self}
        method = getattr(numbers, name)
        if not name.endswith("update"):
            return method

        def update(*others: Iterable[int]) -> None:
            method(*others)
            self._node._nags = numbers

        return update

    def __reduce__(self) -> Any:
        return set, (list(self),)


class MainlineMoves(tuple[Move, ...]):
    """The moves of a line, as they were when they were asked for. Its str() has them in algebraic
    notation with numbers. MainlineMoves(moves, board) are moves from a board on.

    >>> import io
    >>> from hyperbola import pgn
    >>> print(pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *")).next().mainline_moves())
    1... e5 2. Nf3
    """

    _board: Board

    def __new__(cls, moves: Iterable[Move], board: Board) -> MainlineMoves:
        line = super().__new__(cls, moves)
        line._board = board.copy()
        return line

    def __str__(self) -> str:
        # PGN has a blank behind the number of Black's move.
        return self._board.variation_san(self).replace("...", "... ", 1)

    def __reduce__(self) -> Any:
        return type(self), (tuple(self), self._board)


def _mainline_moves(self: GameNode) -> MainlineMoves:
    """Returns the moves of the main line from here.

    >>> from hyperbola import pgn
    >>> pgn.Game().mainline_moves()
    ()
    """
    return MainlineMoves(self._line(), self.board())


def _nags(self: GameNode) -> Nags:
    """The numeric annotations. They are the node's: to add one changes it."""
    return Nags(self)


def _set_nags(self: GameNode, numbers: Iterable[int]) -> None:
    self._nags = set(numbers)


def _headers(self: Game) -> Headers:
    """The headers by their names. They are the game's: to set one changes it."""
    return Headers(self)


def _uci(self: ChildNode, *, chess960: bool | None = None) -> str:
    """Returns the move as UCI writes it."""
    return self.move.uci() if chess960 is None else self.parent.board().uci(self.move, chess960=chess960)


def _emt(self: GameNode) -> float | None:
    """Returns the time of the move in seconds, or None. It is [%emt 0:00:05] in the comment.

    >>> from hyperbola import pgn
    >>> pgn.Game().add_variation(Move.from_uci("e2e4"), comment="[%emt 0:00:05]").emt()
    5.0
    """
    found = _TIME.search(self.comment)
    if not found:
        return None
    hours, minutes, seconds = found.groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _eval_depth(self: GameNode) -> int | None:
    """Returns the depth of the evaluation in the comment, or None."""
    found = self.eval()
    return found and found.depth


def _is_main_variation(self: GameNode) -> bool:
    """Returns whether the node is the main continuation of its parent."""
    return not self.starts_variation()


def _without_tag_roster() -> Game:
    """Returns a game without headers.

    >>> from hyperbola import pgn
    >>> len(pgn.Game.without_tag_roster().headers)
    0
    """
    game = Game()
    for name in list(game.headers):
        del game.headers[name]
    return game


def _accept(self: GameNode, visitor: Any) -> Any:
    """Shows the game, or the moves after a node, to a visitor of hyperbola.compat.chess.pgn, and returns
    the visitor's result."""
    from hyperbola.compat.chess.pgn import accept

    return accept(self, visitor)


def _arrows(self: GameNode) -> list[Arrow]:
    """Returns the marked squares and the arrows: [%csl Ga1] and [%cal Ra1b2] in the comment. A marked
    square is an arrow from the square to itself.

    >>> from hyperbola import pgn
    >>> node = pgn.Game().add_variation(Move.from_uci("e2e4"), comment="[%csl Ge5][%cal Re4e5]")
    >>> node.arrows()[1]
    Arrow(tail=Square.E4, head=Square.E5, color='red')
    """
    arrows = []
    for items in _ARROWS.findall(self.comment):
        for item in items.split(","):
            tail, head = item[1:3], item[3:5] or item[1:3]
            arrows.append(Arrow(Square.parse(tail), Square.parse(head), _COLORS[item[0]]))
    return arrows


class Arrow(NamedTuple):
    """An arrow on a board, or a marked square: its start, its end and its colour."""

    tail: Square
    head: Square
    color: str


_TIME = re.compile(r"\[%emt\s+(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\]")
_ARROWS = re.compile(r"\[%c[sa]l\s+([RGYB][a-h][1-8](?:[a-h][1-8])?(?:,[RGYB][a-h][1-8](?:[a-h][1-8])?)*)\]")
_COLORS = {"R": "red", "G": "green", "Y": "yellow", "B": "blue"}
# What needs no speed is in Python.
for _class, _name, _method in (
    (GameNode, "mainline_moves", _mainline_moves),
    (GameNode, "nags", property(_nags, _set_nags)),
    (GameNode, "root", GameNode.game),
    (GameNode, "emt", _emt),
    (GameNode, "eval_depth", _eval_depth),
    (GameNode, "is_main_variation", _is_main_variation),
    (GameNode, "accept", _accept),
    (Game, "without_tag_roster", staticmethod(_without_tag_roster)),
    (GameNode, "arrows", _arrows),
    (ChildNode, "uci", _uci),
    (Game, "headers", property(_headers)),
):
    setattr(_class, _name, _method)
