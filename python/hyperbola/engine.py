"""Engines that speak UCI: options, moves, analysis with scores, pondering.

SimpleEngine waits for its answers. Engine does the same with asyncio: its methods have the same names
and are awaited. Both end their process with the context.

    with SimpleEngine.popen_uci("stockfish") as engine:
        board = Board()
        while not board.is_game_over():
            board.push(engine.play(board, Limit(time=0.1)).move)
        info = engine.analyse(board, Limit(depth=18))
        print(info["score"].white().score(mate_score=100_000))

An engine that ends, is silent or plays a wrong move raises EngineError, with the last lines it wrote.
"""

from __future__ import annotations

import asyncio
import atexit
import collections
import contextlib
import math
import os
import sys
import threading
import weakref
from collections.abc import AsyncGenerator, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict, TypeVar

from hyperbola._hyperbola import Board, Move

__all__ = [
    "Analysis",
    "Cp",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "Info",
    "Limit",
    "Mate",
    "Option",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Score",
    "SimpleAnalysis",
    "SimpleEngine",
    "Wdl",
]

_T = TypeVar("_T")
Command = str | os.PathLike[str] | Sequence[str]
Value = str | int | bool | None
# The options that this module sets itself.
_OWN_OPTIONS = ("MultiPV", "Ponder", "UCI_Chess960")
# The number of lines of an engine that an error shows.
_LINES = 10


class EngineError(RuntimeError):
    """What is wrong with an engine or its answer, and the last lines that it wrote."""


class EngineTerminatedError(EngineError):
    """The engine's process has ended."""


class Limit(NamedTuple):
    """How long an engine may think: seconds, depth, nodes, moves to mate, or the clocks of a game in
    seconds. Without any of them it thinks until it is stopped, which only analysis() can do."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None

    def _words(self) -> str:
        names = ("movetime", "depth", "nodes", "mate", "wtime", "btime", "winc", "binc", "movestogo")
        words = []
        for field, name, value in zip(self._fields, names, self):
            if value is None:
                continue
            is_time = field == "time" or field.endswith(("clock", "inc"))
            number = max(round(value * 1000), 1 if field == "time" else 0) if is_time else int(value)
            if value < 0:
                raise ValueError(f"{field}: expected no negative number, found {value}")
            words.append(f"{name} {number}")
        return " ".join(words) or "infinite"

    def _goes_on(self, later: Limit) -> bool:
        """Returns whether what was begun with this limit goes on with a later one: clocks run while an
        engine ponders, and the moves to the next control are fewer. All else is the same."""
        names = ("white_clock", "black_clock", "remaining_moves")
        both = [name for name in names if None not in (getattr(self, name), getattr(later, name))]
        return self._replace(**{name: getattr(later, name) for name in both}) == later


class Score:
    """A score as one side sees it: Cp or Mate. Better scores are larger."""

    _key: tuple[int, int]

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Returns hundredths of a pawn. A mate is mate_score less its moves, or None without it."""
        raise NotImplementedError

    def mate(self) -> int | None:
        """Returns the number of moves to mate, negative if this side is mated, or None."""
        return None

    def is_mate(self) -> bool:
        return self.mate() is not None

    def wdl(self, *, ply: int = 30) -> Wdl:
        """Returns about how many of 1000 games are won, drawn and lost with the score.

        The model is a logistic curve that needs no engine: with one pawn more, half of the games are
        won. Where the engine itself tells, Info["wdl"] has it."""
        number = self.score(mate_score=10_000)
        assert number is not None
        width = 30 + max(0, 60 - ply) / 4

        def share(value: float) -> int:
            return round(1000 / (1 + math.exp(min(max((100 - value) / width, -100), 100))))

        wins, losses = share(number), share(-number)
        return Wdl(wins, 1000 - wins - losses, losses)

    def __neg__(self) -> Score:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: Score) -> bool:
        return self._key < other._key

    def __le__(self, other: Score) -> bool:
        return self._key <= other._key

    def __gt__(self, other: Score) -> bool:
        return self._key > other._key

    def __ge__(self, other: Score) -> bool:
        return self._key >= other._key

    def __hash__(self) -> int:
        return hash(self._key)


class Cp(Score):
    """Hundredths of a pawn.

    >>> from hyperbola.engine import Cp, Mate
    >>> Mate(-1) < Mate(-5) < Cp(-20) < Cp(300) < Mate(5) < Mate(1), (-Cp(20)).score()
    (True, -20)
    """

    def __init__(self, cp: int) -> None:
        self.cp = cp
        self._key = (0, cp)

    def score(self, *, mate_score: int | None = None) -> int:
        return self.cp

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"


class Mate(Score):
    """Moves to mate: Mate(3) gives mate in three, Mate(-3) and Mate(0) are mated. given=True is the
    side that has just given mate."""

    def __init__(self, moves: int, *, given: bool = False) -> None:
        self.moves, self.given = moves, given
        is_win = given or moves > 0
        self._key = (1, -moves) if is_win else (-1, -moves)

    def score(self, *, mate_score: int | None = None) -> int | None:
        if mate_score is None:
            return None
        return mate_score - self.moves if self._key[0] > 0 else -mate_score - self.moves

    def mate(self) -> int:
        return self.moves

    def __neg__(self) -> Mate:
        return Mate(-self.moves, given=self.moves == 0 and not self.given)

    def __str__(self) -> str:
        return f"#{'+' if self._key[0] > 0 else '-'}{abs(self.moves)}"

    def __repr__(self) -> str:
        return "Mate(0, given=True)" if self.given else f"Mate({str(self)[1:]})"


class Wdl(NamedTuple):
    """How many of 1000 games are won, drawn and lost."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        return self.wins + self.draws + self.losses

    def expectation(self) -> float:
        """Returns the expected points of a game, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.total()

    def winning_chance(self) -> float:
        """Returns the share of games that are won, from 0 to 1."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """Returns the share of games that are drawn."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """Returns the share of games that are lost."""
        return self.losses / self.total()

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


class _Pov(NamedTuple):
    relative: Any
    turn: bool

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


class PovScore(_Pov):
    """A score as the side to move sees it, relative, and that side, turn.

    >>> from hyperbola.engine import Cp, PovScore
    >>> PovScore(Cp(20), BLACK).white()
    Cp(-20)
    """

    relative: Score

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PovScore) and self.white() == other.white()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.white())

    def pov(self, color: bool) -> Score:
        """Returns the score as a colour sees it."""
        return self.relative if color == self.turn else -self.relative

    def white(self) -> Score:
        """Returns the score as White sees it."""
        return self.pov(True)

    def black(self) -> Score:
        """Returns the score as Black sees it."""
        return self.pov(False)

    def is_mate(self) -> bool:
        """Returns whether it is a mate."""
        return self.relative.is_mate()

    def wdl(self, *, ply: int = 30) -> PovWdl:
        """Returns shares of games, as Score.wdl() makes them."""
        return PovWdl(self.relative.wdl(ply=ply), self.turn)


class PovWdl(_Pov):
    """Shares of games as the side to move sees them, relative, and that side, turn."""

    relative: Wdl

    def pov(self, color: bool) -> Wdl:
        return self.relative if color == self.turn else -self.relative

    def white(self) -> Wdl:
        return self.pov(True)

    def black(self) -> Wdl:
        return self.pov(False)


class Info(TypedDict, total=False):
    """What an engine says while it thinks."""

    score: PovScore
    wdl: PovWdl
    pv: list[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    hashfull: int
    cpuload: int
    currmove: Move
    currmovenumber: int
    lowerbound: bool
    upperbound: bool
    string: str


class PlayResult(NamedTuple):
    """The move that an engine plays, or None if it has none; what it expects next; and what it said."""

    move: Move | None
    ponder: Move | None
    info: Info


class Option(NamedTuple):
    """An option of an engine: its name, its type (check, spin, combo, button or string), its default,
    and what it may be."""

    name: str
    type: str
    default: Value
    min: int | None
    max: int | None
    var: list[str]

    def _text(self, value: Value) -> str:
        """Returns a value as UCI has it. A wrong one is a ValueError."""
        if self.type == "button":
            return ""
        if self.type == "check":
            if not isinstance(value, bool):
                raise ValueError(f"{self.name}: expected True or False, found {value!r}")
            return str(value).lower()
        if self.type == "spin":
            low, high = self.min, self.max
            is_number = isinstance(value, int) and not isinstance(value, bool)
            if not is_number or not (low is None or high is None or low <= int(value or 0) <= high):
                raise ValueError(f"{self.name}: expected a number from {low} to {high}, found {value!r}")
        elif self.type == "combo" and value not in self.var:
            raise ValueError(f"{self.name}: expected one of {', '.join(self.var)}, found {value!r}")
        text = "<empty>" if value is None or value == "" else str(value)
        if "\n" in text or "\r" in text:
            raise ValueError(f"{self.name}: expected a text of one line, found {value!r}")
        return text


def _option(line: str) -> Option:
    """Reads a line such as `option name Hash type spin default 16 min 1 max 1024`."""
    fields: dict[str, list[list[str]]] = collections.defaultdict(list)
    current: list[str] = []
    for word in line.split()[1:]:
        is_name = word in ("name", "type", "default", "min", "max", "var")
        if is_name and not (word != "type" and list(fields) == ["name"]):
            current = []
            fields[word].append(current)
        else:
            current.append(word)
    texts = {name: [" ".join(words) for words in found] for name, found in fields.items()}
    kind = texts.get("type", ["string"])[0]
    default: Value = texts.get("default", [""])[0]
    if kind == "check":
        default = default == "true"
    elif kind == "spin":
        default = _integer(str(default))
    low, high = (_integer(texts.get(name, [""])[0]) for name in ("min", "max"))
    return Option(texts.get("name", [""])[0], kind, default, low, high, texts.get("var", []))


def _integer(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


_NUMBERS = ("depth", "seldepth", "nodes", "nps", "tbhits", "multipv", "hashfull", "cpuload")


def _info(line: str, board: Board) -> Info:
    """Reads a line `info`. What it does not know and what is no number is passed over."""
    info: Info = {}
    words = collections.deque(line.split()[1:])
    while words:
        word = words.popleft()
        if word == "string":
            info["string"] = " ".join(words)
            break
        if word == "pv":
            info["pv"] = _moves(words, board)
        elif word == "score" and len(words) >= 2:
            kind, number = words.popleft(), _integer(words.popleft())
            if number is not None and kind in ("cp", "mate"):
                score = Cp(number) if kind == "cp" else Mate(number)
                info["score"] = PovScore(score, board.turn)
        elif word == "wdl" and len(words) >= 3:
            shares = [_integer(words.popleft()) or 0 for _ in range(3)]
            info["wdl"] = PovWdl(Wdl(*shares), board.turn)
        elif word in ("lowerbound", "upperbound"):
            info[word] = True  # type: ignore[literal-required]
        elif word == "currmove":
            found = _moves(words, board, 1)
            if found:
                info["currmove"] = found[0]
        elif word in (*_NUMBERS, "time", "currmovenumber") and words:
            number = _integer(words.popleft())
            if number is not None:
                info[word] = number / 1000 if word == "time" else number  # type: ignore[literal-required]
    return info


def _moves(words: collections.deque[str], board: Board, count: int = 1000) -> list[Move]:
    """Takes legal moves from words, as far as there are any."""
    moves: list[Move] = []
    board = board.copy(stack=False)
    while words and len(moves) < count:
        try:
            moves.append(board.push_uci(words[0]))
        except ValueError:
            break
        words.popleft()
    return moves


def _is_played(board: Board) -> bool:
    """Returns whether the moves of a board lead to it from its root, without a null move."""
    played = board.root()
    with contextlib.suppress(ValueError):
        for move in board.move_stack:
            played.push(move)
        return all(board.move_stack) and played.fen(en_passant="fen") == board.fen(en_passant="fen")
    return False


def _position(board: Board) -> str:
    """Returns the command that sets a position with the moves that led to it."""
    # Boards of compat may be no positions. Engines read no null move, and no board that was changed.
    board = Board(board)
    if not _is_played(board):
        board = board.copy(stack=False)
    root, moves = board.root(), " ".join(map(str, board.move_stack))
    fen = root.fen(shredder=board.chess960)
    start = "startpos" if fen == Board().fen() else f"fen {fen}"
    return f"position {start} moves {moves}" if moves else f"position {start}"


class Engine:
    """An engine that speaks UCI, for asyncio. Engine.popen_uci() starts one."""

    def __init__(self, process: asyncio.subprocess.Process, timeout: float | None) -> None:
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self.timeout = timeout
        self._process = process
        self._set: dict[str, str] = {}
        self._last: collections.deque[str] = collections.deque(maxlen=_LINES)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        # The calls that wait for the engine.
        self._lock, self._waiting = asyncio.Lock(), 0
        # The analysis that is open, the searches whose moves nobody waits for, and the position that is
        # pondered with its limit.
        self._analysis: Analysis | None = None
        self._abandoned = 0
        self._pondered: tuple[str, Limit] | None = None
        self._game: object = None
        self._tasks = [
            asyncio.ensure_future(self._read(stream, is_answer))
            for stream, is_answer in ((process.stdout, True), (process.stderr, False))
            if stream is not None
        ]

    @classmethod
    async def popen_uci(
        cls, command: Command, *, timeout: float | None = 10.0, **popen: Any
    ) -> Engine:
        """Starts an engine: a program, or a list of a program and its arguments. timeout is how many
        seconds it may be silent where it must answer."""
        parts = [command] if isinstance(command, (str, os.PathLike)) else list(command)
        pipe = asyncio.subprocess.PIPE
        try:
            streams = {"stdin": pipe, "stdout": pipe, "stderr": pipe, "limit": 1 << 22}
            process = await asyncio.create_subprocess_exec(
                *[os.fspath(part) for part in parts], **{**streams, **popen}
            )
        except OSError as error:
            raise EngineError(f"the engine {parts[0]} cannot be started: {error}") from error
        engine = cls(process, timeout)
        try:
            await engine._initialize()
        except BaseException:
            await engine.close()
            raise
        return engine

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    async def _read(self, stream: asyncio.StreamReader, is_answer: bool) -> None:
        """Reads what the engine writes. Its end is None."""
        with contextlib.suppress(ValueError, ConnectionError):
            while line := await stream.readline():
                text = line.decode(errors="replace").strip()
                if text:
                    self._last.append(text)
                if is_answer:
                    self._lines.put_nowait(text)
        if is_answer:
            self._lines.put_nowait(None)

    def _error(self, text: str, kind: type[EngineError] = EngineError) -> EngineError:
        lines = "".join(f"\n  {line}" for line in self._last) or " none"
        return kind(f"{text}; its last lines:{lines}")

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(f"{line}\n".encode())

    async def _line(self, timeout: float | None) -> str:
        """Returns the next line, or raises TimeoutError."""
        line = await asyncio.wait_for(self._lines.get(), timeout)
        if line is None:
            self._lines.put_nowait(None)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._process.wait(), 1)
            code = self._process.returncode
            ended = "has closed its output" if code is None else f"has ended with code {code}"
            raise self._error(f"the engine {ended}", EngineTerminatedError)
        return line

    async def _answer(self, question: str, answer: str) -> list[str]:
        """Sends a line and returns all lines up to an answer."""
        self._send(question)
        lines: list[str] = []
        while not lines or lines[-1] != answer:
            try:
                lines.append(await self._line(self.timeout))
            except asyncio.TimeoutError:
                text = f"the engine does not answer {question!r} within {self.timeout} s"
                raise self._error(text) from None
        return lines

    async def _initialize(self) -> None:
        for line in await self._answer("uci", "uciok"):
            words = line.split(maxsplit=2)
            if words[:1] == ["id"] and len(words) == 3:
                self.id[words[1]] = words[2]
            elif words[:1] == ["option"]:
                option = _option(line)
                self.options[option.name] = option
        await self._answer("isready", "readyok")

    async def _acquire(self) -> None:
        """Waits for the engine, after it has stopped an analysis that is still open."""
        self._waiting += 1
        try:
            if self._analysis is not None:
                await self._analysis.close()
            await self._lock.acquire()
        finally:
            self._waiting -= 1

    @contextlib.asynccontextmanager
    async def _held(self) -> AsyncGenerator[None, None]:
        await self._acquire()
        try:
            yield
        finally:
            self._lock.release()

    async def ping(self) -> None:
        """Waits until the engine answers."""
        async with self._held():
            await self._settle()
            await self._answer("isready", "readyok")

    async def configure(self, options: Mapping[str, Value]) -> None:
        """Sets options by their names. An unknown one, or a wrong value, is a ValueError."""
        async with self._held():
            await self._settle()
            for name, value in options.items():
                if name in _OWN_OPTIONS:
                    raise ValueError(f"{name}: the parameters of play() and analyse() set it")
                self._set_option(name, value)
            await self._answer("isready", "readyok")

    def _set_option(self, name: str, value: Value) -> None:
        known = {known.lower(): option for known, option in self.options.items()}
        option = known.get(name.lower())
        if option is None:
            raise ValueError(f"{name}: not an option of the engine; it has {', '.join(self.options)}")
        text = option._text(value)
        if option.type != "button" and self._set.get(option.name) == text:
            return
        self._set[option.name] = text
        self._send(f"setoption name {option.name}" + (f" value {text}" if text else ""))

    async def _settle(self) -> None:
        """Ends what the engine still does for nobody."""
        if self._pondered is not None:
            self._pondered = None
            self._abandoned += 1
            self._send("stop")
        while self._abandoned:
            try:
                line = await self._line(self.timeout)
            except asyncio.TimeoutError:
                raise self._error(f"the engine does not stop within {self.timeout} s") from None
            self._abandoned -= line.startswith("bestmove")

    async def _start(
        self,
        board: Board,
        limit: Limit,
        game: object,
        multipv: int | None,
        ponder: bool,
        root_moves: Iterable[Move] | None,
    ) -> None:
        """Lets the engine think, or go on with what it has pondered."""
        position, words = _position(board), limit._words()
        pondered, pondered_limit = self._pondered or ("", limit)
        is_hit = pondered == position and pondered_limit._goes_on(limit) and game == self._game
        if is_hit and multipv is None and root_moves is None:
            self._pondered = None
            self._send("ponderhit")
            return
        await self._settle()
        if game != self._game:
            self._game = game
            self._send("ucinewgame")
        own = {"MultiPV": multipv or 1, "Ponder": ponder, "UCI_Chess960": board.chess960}
        for name, value in own.items():
            if name in self.options:
                self._set_option(name, value)
            elif name == "UCI_Chess960" and value:
                raise ValueError("board: the engine has no option UCI_Chess960")
        await self._answer("isready", "readyok")
        searched = "" if root_moves is None else " searchmoves " + " ".join(map(str, root_moves))
        self._send(position)
        self._send(f"go {words}{searched}")

    async def _thoughts(self, board: Board) -> AsyncGenerator[Info | tuple[str, ...], None]:
        """Returns an iterator through what the engine says, and at last the words of its move. An
        engine that is silent is asked whether it is there."""
        is_asked, is_done = False, False
        try:
            while True:
                try:
                    line = await self._line(self.timeout)
                except asyncio.TimeoutError:
                    if is_asked:
                        text = f"the engine has been silent for {2 * (self.timeout or 0)} s"
                        raise self._error(text) from None
                    is_asked = True
                    self._send("isready")
                    continue
                is_asked = False
                if line.startswith("info"):
                    if info := _info(line, board):
                        yield info
                elif line.startswith("bestmove"):
                    is_done = True
                    yield tuple(line.split()[1:])
                    return
        except EngineError:
            is_done = True
            raise
        finally:
            if not is_done:
                self._abandoned += 1
                self._send("stop")

    async def _think(
        self, board: Board, limit: Limit, options: tuple[Any, ...]
    ) -> tuple[list[Info], tuple[str, ...]]:
        """Returns what the engine found: an Info for each variation, and the words of its move."""
        await self._start(board, limit, *options)
        found: dict[int, Info] = {}
        async with contextlib.aclosing(self._thoughts(board)) as thoughts:
            async for thought in thoughts:
                if isinstance(thought, tuple):
                    return [found[number] for number in sorted(found)] or [{}], thought
                _merge(found, thought)
        raise self._error("the engine plays no move")

    async def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        ponder: bool = False,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> PlayResult:
        """Plays a move on a board, which is not changed. Another game= than the last one begins a new
        game. With ponder=True the engine goes on thinking about the move that it expects. If it is played
        and the next limit is the same but for the clocks, this counts."""
        if limit._words() == "infinite":
            raise ValueError("limit: expected a limit; only analysis() can stop an engine")
        if options:
            await self.configure(options)
        async with self._held():
            infos, words = await self._think(board, limit, (game, None, ponder, root_moves))
            after = board.copy(stack=True)
            if words[:1] in ((), ("(none)",), ("0000",)):
                return PlayResult(None, None, infos[0])
            try:
                move = after.push_uci(words[0])
            except ValueError as error:
                raise self._error(f"the engine plays a wrong move: {error}") from None
            expected = None
            if len(words) > 2 and words[1] == "ponder":
                with contextlib.suppress(ValueError):
                    expected = after.push_uci(words[2])
            if ponder and expected is not None and not after.is_game_over():
                self._pondered = _position(after), limit
                self._send(self._pondered[0])
                self._send(f"go ponder {limit._words()}")
            return PlayResult(move, expected, infos[0])

    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> Any:
        """Returns an Info, or with multipv a list of them, the best variation first."""
        if limit._words() == "infinite":
            raise ValueError("limit: expected a limit; only analysis() can stop an engine")
        if options:
            await self.configure(options)
        async with self._held():
            infos, _ = await self._think(board, limit, (game, multipv, False, root_moves))
        return infos[0] if multipv is None else infos

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
    ) -> Analysis:
        """Starts an analysis: an asynchronous iterator through each Info, which can be stopped. The next
        call of the engine stops it too."""
        await self._acquire()
        try:
            await self._start(board, limit or Limit(), game, multipv, False, root_moves)
        except BaseException:
            self._lock.release()
            raise
        self._analysis = analysis = Analysis(self, board)
        if self._waiting:
            # Calls that came later stop it.
            self._tasks.append(asyncio.ensure_future(analysis.close()))
        return analysis

    async def quit(self) -> None:
        """Asks the engine to end, and ends it if it does not within a second."""
        try:
            self._send("quit")
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._process.wait(), 1)
        finally:
            await self.close()

    async def close(self) -> None:
        """Ends the engine's process."""
        # It kills the process, and closes its pipes, which the engine's own processes may keep open.
        transport = self._process._transport  # type: ignore[attr-defined]
        transport.close()
        await self._process.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _merge(found: dict[int, Info], info: Info) -> None:
    """Adds what an engine says to what it said of the same variation."""
    if "score" in info:
        # A new score is exact unless it says otherwise.
        for bound in ("lowerbound", "upperbound"):
            found.get(info.get("multipv", 1), {}).pop(bound, None)  # type: ignore[misc]
    found.setdefault(info.get("multipv", 1), {}).update(info)


class Analysis:
    """An analysis that goes on: an asynchronous iterator, and a context that stops it. multipv has the
    variations so far."""

    def __init__(self, engine: Engine, board: Board) -> None:
        self._engine = engine
        self._thoughts = engine._thoughts(board.copy())
        self._found: dict[int, Info] = {}
        # Whoever reads, or closes.
        self._reading = asyncio.Lock()
        self._is_open = True
        self.best: str | None = None

    @property
    def multipv(self) -> list[Info]:
        return [self._found[number] for number in sorted(self._found)]

    @property
    def info(self) -> Info:
        return self._found.get(1, {})

    def stop(self) -> None:
        """Asks the engine to stop. The iterator then ends with its last words."""
        if self._is_open:
            self._engine._send("stop")

    async def wait(self) -> Info:
        """Waits for the end and returns the best variation."""
        async for _ in self:
            pass
        return self.info

    def __aiter__(self) -> Analysis:
        return self

    async def __anext__(self) -> Info:
        async with self._reading:
            try:
                thought = await self._thoughts.__anext__()
            except BaseException:
                self._release()
                raise
            if isinstance(thought, tuple):
                self.best = thought[0] if thought else None
                self._release()
                raise StopAsyncIteration
            _merge(self._found, thought)
            return thought

    def _release(self) -> None:
        if self._is_open:
            self._is_open, self._engine._analysis = False, None
            self._engine._lock.release()

    async def close(self) -> None:
        """Stops the analysis. What the engine still says is among its variations."""
        self.stop()
        with contextlib.suppress(StopAsyncIteration):
            while self._is_open:
                await self.__anext__()

    async def __aenter__(self) -> Analysis:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _quit(reference: weakref.ref[SimpleEngine]) -> None:
    """Ends an engine that is still there."""
    if (engine := reference()) is not None:
        with contextlib.suppress(Exception):
            engine.quit()


class SimpleEngine:
    """An engine that speaks UCI. Methods wait for the answer; see Engine for what they do."""

    def __init__(self, command: Command, *, timeout: float | None = 10.0, **popen: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._is_closed = False
        try:
            self._engine = self._run(Engine.popen_uci(command, timeout=timeout, **popen))
        except BaseException:
            self._end()
            raise
        # At the end of the program its threads stand still, so that __del__ would wait for ever.
        atexit.register(_quit, weakref.ref(self))

    @classmethod
    def popen_uci(
        cls, command: Command, *, timeout: float | None = 10.0, **popen: Any
    ) -> SimpleEngine:
        """Starts an engine: a program, or a list of a program and its arguments."""
        return cls(command, timeout=timeout, **popen)

    def _run(self, work: Coroutine[Any, Any, _T]) -> _T:
        if self._is_closed:
            work.close()
            raise EngineTerminatedError("the engine was closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _end(self) -> None:
        self._is_closed = True
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def id(self) -> dict[str, str]:
        """The name and the author, as the engine says them."""
        return self._engine.id

    @property
    def options(self) -> dict[str, Option]:
        """The options by their names."""
        return self._engine.options

    def ping(self) -> None:
        """Waits until the engine answers."""
        self._run(self._engine.ping())

    def configure(self, options: Mapping[str, Value]) -> None:
        """Sets options by their names."""
        self._run(self._engine.configure(options))

    def play(self, board: Board, limit: Limit, **options: Any) -> PlayResult:
        """Plays a move on a board, which is not changed."""
        return self._run(self._engine.play(board, limit, **options))

    def analyse(self, board: Board, limit: Limit, **options: Any) -> Any:
        """Returns an Info, or with multipv a list of them."""
        return self._run(self._engine.analyse(board, limit, **options))

    def analysis(self, board: Board, limit: Limit | None = None, **options: Any) -> SimpleAnalysis:
        """Starts an analysis that can be stopped."""
        return SimpleAnalysis(self, self._run(self._engine.analysis(board, limit, **options)))

    def quit(self) -> None:
        """Ends the engine. It may be called again."""
        if not self._is_closed:
            try:
                self._run(self._engine.quit())
            finally:
                self._end()

    close = quit

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()

    def __del__(self) -> None:
        # Without an engine, starting it has failed.
        if not getattr(self, "_is_closed", True) and not sys.is_finalizing():
            with contextlib.suppress(Exception):
                self.quit()


class SimpleAnalysis:
    """An analysis that goes on: an iterator through each Info, and a context that stops it."""

    def __init__(self, engine: SimpleEngine, analysis: Analysis) -> None:
        self._engine, self._analysis = engine, analysis

    @property
    def multipv(self) -> list[Info]:
        return self._analysis.multipv

    @property
    def info(self) -> Info:
        return self._analysis.info

    def stop(self) -> None:
        self._engine._loop.call_soon_threadsafe(self._analysis.stop)

    def wait(self) -> Info:
        return self._engine._run(self._analysis.wait())

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        async def following() -> Info | None:
            return await anext(self._analysis, None)

        info = self._engine._run(following())
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> SimpleAnalysis:
        return self

    def __exit__(self, *_: object) -> None:
        self._engine._run(self._analysis.close())
