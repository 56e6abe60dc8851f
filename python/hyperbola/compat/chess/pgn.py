"""Games by the names of python-chess: nodes are those of hyperbola.pgn, and their boards can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hyperbola import Board, Move
from hyperbola import pgn as _pgn
from hyperbola.compat.chess import _Checked
from hyperbola.pgn import ChildNode, GameNode, Headers

__all__ = ["BaseVisitor", "BoardBuilder", "ChildNode", "FileExporter", "Game", "GameBuilder", "GameNode"]
__all__ += ["Headers", "HeadersBuilder", "SKIP", "SkipVisitor", "StringExporter"]
__all__ += ["accept", "read_game", "read_headers", "skip_game"]
_T = TypeVar("_T")
Mainline = list
TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]

# The names of annotations, by the numbers that the standard of PGN gives them.
_NAGS = """NULL GOOD_MOVE MISTAKE BRILLIANT_MOVE BLUNDER SPECULATIVE_MOVE DUBIOUS_MOVE FORCED_MOVE
SINGULAR_MOVE WORST_MOVE DRAWISH_POSITION QUIET_POSITION ACTIVE_POSITION UNCLEAR_POSITION
WHITE_SLIGHT_ADVANTAGE BLACK_SLIGHT_ADVANTAGE WHITE_MODERATE_ADVANTAGE BLACK_MODERATE_ADVANTAGE
WHITE_DECISIVE_ADVANTAGE BLACK_DECISIVE_ADVANTAGE""".split()
_LATER_NAGS = """WHITE_MODERATE_COUNTERPLAY BLACK_MODERATE_COUNTERPLAY WHITE_DECISIVE_COUNTERPLAY
BLACK_DECISIVE_COUNTERPLAY WHITE_MODERATE_TIME_PRESSURE BLACK_MODERATE_TIME_PRESSURE
WHITE_SEVERE_TIME_PRESSURE BLACK_SEVERE_TIME_PRESSURE""".split()
_NUMBERED = [*enumerate(_NAGS), (22, "WHITE_ZUGZWANG"), (23, "BLACK_ZUGZWANG")]
for _number, _name in [*_NUMBERED, *enumerate(_LATER_NAGS, 132), (146, "NOVELTY")]:
    globals()[f"NAG_{_name}"] = _number


class Game(_pgn.Game, metaclass=_Checked):
    """A game whose nodes have boards of hyperbola.compat.chess."""

    _original = _pgn.Game

    def __new__(cls) -> Game:
        return super().__new__(cls)._for_compat()

    @staticmethod
    def from_board(board: Board) -> _pgn.Game:
        return _pgn.Game.from_board(board)._for_compat()

    @staticmethod
    def without_tag_roster() -> _pgn.Game:
        return _pgn.Game.without_tag_roster()._for_compat()


class SkipType:
    """What a visitor returns to pass over a part."""


SKIP = SkipType()


class BaseVisitor(Generic[_T]):
    """Sees the parts of a game in their order. begin_game(), end_headers() and begin_variation() may
    return SKIP."""

    def begin_game(self) -> SkipType | None:
        return None

    def begin_headers(self) -> Any:
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None: ...

    def end_headers(self) -> SkipType | None:
        return None

    def visit_board(self, board: Board) -> None: ...

    def visit_move(self, board: Board, move: Move) -> None: ...

    def visit_comment(self, comment: str) -> None: ...

    def visit_nag(self, nag: int) -> None: ...

    def begin_variation(self) -> SkipType | None:
        return None

    def end_variation(self) -> None: ...

    def visit_result(self, result: str) -> None: ...

    def end_game(self) -> None: ...

    def handle_error(self, error: Exception) -> None: ...

    def result(self) -> _T:
        raise NotImplementedError


def accept(self: GameNode, visitor: BaseVisitor[_T]) -> _T:
    """Shows the game, or the moves after a node, to a visitor and returns its result."""
    game = self if isinstance(self, Game) else None
    if game is None:
        _show_moves(self, visitor)
        return visitor.result()
    if visitor.begin_game() is not SKIP:
        visitor.begin_headers()
        for name, value in game.headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            visitor.visit_board(game.board())
            if game.comment:
                visitor.visit_comment(game.comment)
            _show_moves(game, visitor)
            for error in game.errors:
                visitor.handle_error(_pgn.PgnError(error))
            visitor.visit_result(game.headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()


def _show_moves(node: GameNode, visitor: BaseVisitor[Any]) -> None:
    """Shows the moves after a node. What is still to be shown is a list of calls, the next one last,
    because trees may be deeper than Python's stack."""
    rest: list[Callable[[], Any]] = []

    def show(child: ChildNode) -> None:
        if child.starting_comment:
            visitor.visit_comment(child.starting_comment)
        visitor.visit_move(child.parent.board(), child.move)
        visitor.visit_board(child.board())
        for nag in sorted(child.nags):
            visitor.visit_nag(nag)
        if child.comment:
            visitor.visit_comment(child.comment)

    def vary(child: ChildNode) -> None:
        if visitor.begin_variation() is not SKIP:
            show(child)
            rest.append(visitor.end_variation)
            rest.append(lambda: follow(child))
        else:
            visitor.end_variation()

    def follow(node: GameNode) -> None:
        variations = node.variations
        if variations:
            show(variations[0])
            rest.append(lambda: follow(variations[0]))
            rest.extend(lambda child=child: vary(child) for child in reversed(variations[1:]))  # type: ignore[misc]

    follow(node)
    while rest:
        rest.pop()()


class SkipVisitor(BaseVisitor[bool]):
    """Sees nothing; its result is True."""

    def begin_game(self) -> SkipType:
        return SKIP

    def result(self) -> bool:
        return True


class HeadersBuilder(BaseVisitor[dict[str, str]]):
    """Collects the headers."""

    def begin_headers(self) -> None:
        self.headers: dict[str, str] = {}

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> dict[str, str]:
        return self.headers


class BoardBuilder(BaseVisitor[Board]):
    """Returns the last board of the main line."""

    def begin_variation(self) -> SkipType:
        return SKIP

    def visit_board(self, board: Board) -> None:
        self.board = board

    def result(self) -> Board:
        return self.board


class GameBuilder(BaseVisitor[_pgn.Game]):
    """Stands for read_game()'s own result. It builds nothing of other visits."""


class StringExporter(BaseVisitor[str]):
    """Writes a game as PGN, with blanks inside of braces and parentheses."""

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        self.columns, self.headers = columns, headers
        self.comments, self.variations = comments, variations
        self._lines: list[str] = []
        self._line, self._numbers = "", True

    def _write(self, *words: str) -> None:
        for word in words:
            longer = f"{self._line} {word}" if self._line else word
            # There must be room for the blank behind the word.
            if self._line and self.columns is not None and len(longer) >= self.columns:
                self._lines.append(self._line)
                longer = word
            self._line = longer

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            value = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self._lines.append(f'[{tagname} "{value}"]')

    def end_headers(self) -> None:
        if self._lines:
            self._lines.append("")

    def begin_variation(self) -> SkipType | None:
        if not self.variations:
            return SKIP
        self._write("(")
        self._numbers = True
        return None

    def end_variation(self) -> None:
        if self.variations:
            self._write(")")
            self._numbers = True

    def visit_comment(self, comment: str) -> None:
        if self.comments:
            self._write(f"{{ {comment.strip()} }}")
            self._numbers = True

    def visit_nag(self, nag: int) -> None:
        if self.comments:
            self._write(f"${nag}")

    def visit_move(self, board: Board, move: Move) -> None:
        dots = "." if board.turn else "..." if self._numbers else ""
        self._write(*([f"{board.fullmove_number}{dots}"] if dots else []), board.san(move))
        self._numbers = False

    def visit_result(self, result: str) -> None:
        self._write(result)

    def result(self) -> str:
        return "\n".join([*self._lines, self._line]).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporter):
    """Writes games as PGN to a file object of text. The result is the number of characters."""

    def __init__(self, handle: Any, **options: Any) -> None:
        super().__init__(**options)
        self.handle = handle

    def begin_game(self) -> None:
        self._lines, self._line, self._numbers, self.written = [], "", True, 0

    def end_game(self) -> None:
        self.written = self.handle.write(f"{super().result()}\n\n")

    def result(self) -> Any:
        return self.written


def read_game(handle: Any, *, Visitor: Callable[[], BaseVisitor[Any]] = GameBuilder) -> Any:
    """Returns the next game of a file object, or what a visitor makes of it, or None at the end."""
    game = _pgn.read_game(handle)
    if game is not None:
        game._for_compat()
    return game if game is None or Visitor is GameBuilder else accept(game, Visitor())


def read_headers(handle: Any) -> Headers | None:
    """Returns the headers of the next game of a file object, or None at the end."""
    game = _pgn.read_game(handle)
    return None if game is None else game.headers


def skip_game(handle: Any) -> bool:
    """Passes over a game of a file object and returns whether there was one."""
    return _pgn.read_game(handle) is not None
