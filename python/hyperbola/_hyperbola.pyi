"""The functions and classes in Rust. Use them through the package hyperbola."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, SupportsIndex, final, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from hyperbola._columns import Arrays
from hyperbola._data import DataFormat
from hyperbola._parquet import Source
from hyperbola._types import Bitboard, Square

__all__ = [
    "BadRow",
    "BadRowList",
    "DataFilter",
    "DataReader",
    "DataThreads",
    "Deal",
    "InputSet",
    "MAX_DEPTH",
    "Position",
    "Positions",
    "attacks",
    "attacks_of_one",
    "data_format",
    "data_formats",
    "explain",
    "features",
    "hunt",
    "judge",
    "judge_all",
    "move_bits",
    "move_texts",
    "plain_perft",
    "prove",
    "read_lines",
    "simd_kinds",
    "techniques",
    "verify",
    "write_data",
    "write_file",
]

_BadRows = Literal["error", "skip", "mark"]
_Rules = Literal["auto", "chess", "chess960"]
# The features, those with one array and those with lists. The tests compare them with features().
_ArrayFeature = Literal[
    "attacks",
    "attacks_by_role",
    "attack_counts",
    "mobility",
    "xray_attacks",
    "xray_attacks_own",
    "xray_attacks_other",
    "pinned",
    "pinners",
    "checkers",
    "king_danger",
    "legal_counts",
    "move_mask_from_to",
    "move_mask_alphazero",
    "move_mask_leela",
    "move_mask_bits_from_to",
    "move_mask_bits_alphazero",
    "move_mask_bits_leela",
    "planes_pieces",
    "planes_pieces_white",
    "planes_all",
    "planes_all_white",
    "keys",
    "outcome",
]
_ListFeature = Literal[
    "legal_moves",
    "threats",
    "halfka_v2_hm",
    "halfka_v2_hm_training",
    "threats_59808",
    "threats_60720",
    "threats_60144",
    "threats_66864",
    "threats_79856",
    "pawn_pairs",
    "chess_768",
]
_PlaneSet = Literal[
    "pieces",
    "attacks",
    "xray_attacks",
    "attack_counts",
    "castling",
    "side_to_move",
    "halfmove_clock",
    "en_passant",
]
_View = Literal["side_to_move", "white", "black"]
# Scores and results as White sees them, plies, and the bits of moves.
_Columns = tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.uint16], NDArray[np.uint16]]
# Texts in UCI, or the bits of moves.
_Moves = Iterable[str] | Iterable[int] | NDArray[Any] | object

def attacks(
    piece: str,
    squares: NDArray[np.uint8],
    occupied: NDArray[np.uint64],
    result: NDArray[np.uint64],
    technique: str | None,
    simd: str | None,
    threads: int,
) -> None: ...
def attacks_of_one(
    piece: str, square: int, occupied: int, technique: str | None, simd: str | None, threads: int
) -> int: ...
def explain(
    technique: str, piece: str, square: int, occupied: int
) -> tuple[str, str, int, list[tuple[str, str, list[tuple[str, str, int, bool]]]], int, str]: ...
def prove(
    technique: str, square: int | None, piece: str | None, threads: int
) -> tuple[int, int, int]: ...
def hunt(
    function: Callable[[str, list[str]], Iterable[str] | Iterable[Iterable[int]]],
    name: str,
    seconds: float | None,
    positions: int | None,
    seed: int,
    chess960: bool,
    unreachable: bool,
    suites: bool,
    suite: str,
    ignore: list[str],
    inputs: InputSet | str | dict[str, Any] | None,
) -> tuple[str, str, str] | None: ...
def verify(technique: str, piece: str | None) -> int: ...
def techniques() -> list[tuple[str, str, str, list[str], int]]: ...
def judge(
    fen: str,
) -> tuple[
    Literal["chess", "chess960", "impossible"], str | None, str, str | None, bool
]: ...
def judge_all(fens: Iterable[str] | NDArray[Any] | object, mark: bool) -> NDArray[np.uint8]: ...
def read_lines(
    bytes: bytes,
    most: int,
    is_end: bool,
    labelled: bool,
    bad_rows: str,
    lenient: bool,
    threads: int,
    rules: str,
    first: int,
) -> tuple[Positions, NDArray[np.float32], NDArray[np.float32], int] | None: ...
def move_texts(positions: Positions, moves: NDArray[np.uint16]) -> list[str | None]: ...
def data_formats() -> list[tuple[DataFormat, list[str], bool]]: ...
def data_format(path: str | PathLike[str], parameter: str) -> DataFormat: ...
def move_bits(positions: Positions, moves: list[str | None]) -> NDArray[np.uint16]: ...
def write_data(
    path: str | PathLike[str],
    batches: Iterable[tuple[Positions, _Columns]],
    format: str | None,
    overwrite: bool,
    missing_score: int | None,
    missing_result: str | None,
    skip: bool,
) -> int: ...
@final
class DataFilter:
    def __new__(
        cls,
        *,
        without_checks: bool = False,
        without_captures: bool = False,
        without_promotions: bool = False,
        scored: bool = False,
        max_score: int | None = None,
        min_ply: int = 0,
        max_ply: int = 65535,
        min_pieces: int = 0,
        max_pieces: int = 64,
        min_material: int = 0,
        max_material: int | None = None,
        every: int = 1,
    ) -> DataFilter: ...
    def wanted(
        self, positions: Positions, columns: _Columns
    ) -> tuple[NDArray[np.bool_], list[tuple[int, str]]]: ...

@final
class DataThreads:
    def __new__(
        cls,
        asked: Sequence[tuple[str | PathLike[str], str | None, tuple[int, int] | None]],
        threads: int,
        filter: DataFilter,
        unscored: bool = False,
        keeps_before: bool = False,
        rules: str = "auto",
        lenient: bool = False,
    ) -> DataThreads: ...
    @property
    def bytes_read(self) -> int: ...
    @property
    def left_out(self) -> list[tuple[str, str, int]]: ...
    def read(
        self, rows: int, skip: bool
    ) -> (
        tuple[
            int,
            tuple[
                Positions,
                NDArray[np.int32],
                NDArray[np.int8],
                NDArray[np.uint16],
                NDArray[np.uint16],
                list[tuple[str, int | None, int, str]],
            ],
        ]
        | None
    ): ...

@final
class DataReader:
    def __new__(
        cls,
        path: str | PathLike[str],
        format: str | None,
        range: tuple[int, int, int] | None,
        unscored: bool = False,
        keeps_before: bool = False,
        rules: str = "auto",
        lenient: bool = False,
    ) -> DataReader: ...
    @property
    def left_out(self) -> list[tuple[str, str, int]]: ...
    @property
    def format(self) -> str: ...
    @property
    def place(self) -> tuple[int, int]: ...
    @property
    def bytes_read(self) -> int: ...
    def read(
        self, rows: int, skip: bool, filter: DataFilter
    ) -> (
        tuple[
            Positions,
            NDArray[np.int32],
            NDArray[np.int8],
            NDArray[np.uint16],
            NDArray[np.uint16],
            list[tuple[str, int | None, int, str]],
        ]
        | None
    ): ...

MAX_DEPTH: int

def plain_perft(position: Position, depth: int) -> int: ...
def write_file(path: str | PathLike[str], text: str) -> None: ...
@final
class Deal:
    def __new__(cls, position: Position, depth: int, split: int | None, shards: int) -> Deal: ...
    @property
    def split(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def sequences(self) -> int: ...
    def count(self, number: int) -> tuple[int, str]: ...
    def recount(self, number: int) -> int: ...
    def read(self, path: str | PathLike[str], number: int) -> int: ...

def simd_kinds(*, boards: bool = False) -> list[str]:
    """Returns the kinds of SIMD of this processor that the parameter simd takes."""

def features() -> dict[str, str]:
    """Returns the name of each feature, and what it is."""

@final
class Position:
    """A chess position that can be played on."""

    def __new__(
        cls, fen: str | object | None = None, *, lenient: bool = False, rules: _Rules = "auto"
    ) -> Position: ...
    def fen(self, *, shredder: bool = False) -> str: ...
    def legal_moves(self) -> list[str]: ...
    def san(self, move: str, /) -> str: ...
    def parse_san(self, san: str, /) -> str: ...
    def play(self, move: str, /) -> Position: ...
    def is_check(self) -> bool: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool: ...
    def pieces(
        self,
        color: Literal["white", "black"] | None = None,
        role: Literal["P", "N", "B", "R", "Q", "K"] | None = None,
    ) -> Bitboard: ...
    def perft(
        self, depth: int, *, threads: int = 1, memory_mib: int = 0, simd: str | None = None
    ) -> int: ...
    def divide(
        self, depth: int, *, threads: int = 1, memory_mib: int = 0, simd: str | None = None
    ) -> dict[str, int]: ...
    def perft_statistics(self, depth: int, *, threads: int = 1) -> dict[str, int]: ...
    @property
    def key(self) -> int: ...
    @property
    def side_to_move(self) -> Literal["white", "black"]: ...
    @property
    def halfmove_clock(self) -> int: ...
    @property
    def fullmove_number(self) -> int: ...
    @property
    def en_passant(self) -> Square | None: ...
    @property
    def occupied(self) -> Bitboard: ...
    @property
    def checkers(self) -> Bitboard: ...
    @property
    def pinned(self) -> Bitboard: ...
    @property
    def king_danger(self) -> Bitboard: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class BadRow:
    """A row of texts that is no position."""

    @property
    def row(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def reason(self) -> str: ...

@final
class BadRowList:
    """The rows that are no positions: a sequence of BadRow."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> BadRow: ...
    @overload
    def __getitem__(self, index: slice, /) -> BadRowList: ...
    def __iter__(self) -> Iterator[BadRow]: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class InputSet:
    """The inputs of a network: how they are numbered."""

    def __new__(cls, definition: InputSet | str | dict[str, Any]) -> InputSet: ...
    @staticmethod
    def presets() -> dict[str, str]: ...
    @property
    def size(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def blocks(self) -> list[dict[str, Any]]: ...
    def definition(self) -> dict[str, Any]: ...
    def meaning(self, index: int) -> dict[str, Any] | None: ...
    def active(self, position: Position) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
    def changes(
        self, position: Position, move: str
    ) -> tuple[dict[str, Any], dict[str, Any]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Positions:
    """Many positions in columns."""

    @staticmethod
    def from_fens(
        fens: Iterable[str] | NDArray[Any] | object,
        *,
        bad_rows: _BadRows = "error",
        lenient: bool = False,
        threads: int = 1,
        rules: _Rules = "auto",
    ) -> Positions: ...
    @staticmethod
    def from_parquet(
        source: Source | list[Source],
        column: str = "fen",
        *,
        shard: tuple[int, int] | None = None,
        bad_rows: _BadRows = "error",
        lenient: bool = False,
        threads: int = 1,
        rules: _Rules = "auto",
    ) -> Positions: ...
    @staticmethod
    def from_columns(
        columns: Mapping[str, ArrayLike],
        *,
        bad_rows: _BadRows = "error",
        lenient: bool = False,
        rules: _Rules = "auto",
    ) -> Positions: ...
    @staticmethod
    def from_arrow(
        columns: Any,
        *,
        column: str | None = None,
        bad_rows: _BadRows = "error",
        lenient: bool = False,
        threads: int = 1,
        rules: _Rules = "auto",
    ) -> Positions: ...
    @staticmethod
    def from_boards(
        boards: Iterable[Any], *, bad_rows: _BadRows = "error", lenient: bool = False
    ) -> Positions: ...
    @staticmethod
    def _from_all_fens(
        columns: Iterable[Any], bad_rows: str, lenient: bool, threads: int, rules: str, first: int
    ) -> Positions: ...
    @staticmethod
    def _from_arrays(
        arrays: Arrays, bad_rows: str, lenient: bool, rules: str, first: int
    ) -> Positions: ...
    @staticmethod
    def _joined(parts: list[Positions]) -> Positions: ...
    @staticmethod
    def concat(parts: Iterable[Positions], /) -> Positions: ...
    def _fen_buffers(self) -> tuple[NDArray[np.int32], NDArray[np.uint8]]: ...
    def to_arrow(
        self, names: Iterable[str] | None = None, *, simd: str | None = None, threads: int = 1
    ) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    @staticmethod
    def from_bullet(
        records: NDArray[Any],
        *,
        bad_rows: _BadRows = "error",
        threads: int = 1,
    ) -> tuple[Positions, NDArray[np.int16], NDArray[np.uint8]]: ...
    def to_bullet(
        self,
        scores: NDArray[np.int16] | None = None,
        results: NDArray[np.uint8] | None = None,
        *,
        unlabelled: bool = False,
        threads: int = 1,
    ) -> NDArray[np.uint8]: ...
    @staticmethod
    def open(path: str | PathLike[str], *, verify: bool = True, threads: int = 1) -> Positions: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    @overload
    def compute(
        self,
        name: _ArrayFeature,
        *,
        dtype: DTypeLike | None = None,
        simd: str | None = None,
        threads: int = 1,
    ) -> NDArray[Any]: ...
    @overload
    def compute(
        self,
        name: _ListFeature,
        *,
        dtype: None = None,
        simd: str | None = None,
        threads: int = 1,
    ) -> tuple[NDArray[np.int64], NDArray[Any]]: ...
    def planes(
        self,
        sets: Iterable[_PlaneSet] | None = None,
        *,
        view: _View = "side_to_move",
        dtype: DTypeLike | None = None,
        simd: str | None = None,
        threads: int = 1,
    ) -> NDArray[Any]: ...
    @staticmethod
    def plane_names(
        sets: Iterable[_PlaneSet] | None = None, *, view: _View = "side_to_move"
    ) -> list[str]: ...
    def play(
        self, moves: _Moves, *, bad_rows: _BadRows = "error", threads: int = 1
    ) -> Positions: ...
    def threat_changes(
        self, moves: _Moves, *, simd: str | None = None, threads: int = 1
    ) -> tuple[NDArray[np.int64], NDArray[np.uint8]]: ...
    @overload
    def inputs(
        self,
        set: InputSet | str | dict[str, Any],
        *,
        first: _View = "side_to_move",
        dtype: Literal["int32", "int64", "uint16"] = "int32",
        width: None = None,
        simd: str | None = None,
        threads: int = 1,
    ) -> tuple[NDArray[np.int64], NDArray[Any]]: ...
    @overload
    def inputs(
        self,
        set: InputSet | str | dict[str, Any],
        *,
        first: _View = "side_to_move",
        dtype: Literal["int32", "int64", "uint16"] = "int32",
        width: int,
        simd: str | None = None,
        threads: int = 1,
    ) -> NDArray[Any]: ...
    def perft(
        self, depth: int, *, memory_mib: int = 0, simd: str | None = None, threads: int = 1
    ) -> NDArray[np.uint64]: ...
    def attack_planes(
        self, *, attacks: float = 0.25, xrays: float = 0.1, threads: int = 1
    ) -> NDArray[np.float32]: ...
    def fen(self, row: int, *, shredder: bool = False) -> str | None: ...
    def fens(self, *, shredder: bool = False) -> list[str | None]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Position | None]: ...
    @overload
    def __getitem__(self, index: int, /) -> Position | None: ...
    @overload
    def __getitem__(
        self, index: slice | list[int] | list[bool] | NDArray[np.bool_] | NDArray[np.integer[Any]], /
    ) -> Positions: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def bad_rows(self) -> BadRowList: ...
    @property
    def bad_row_numbers(self) -> NDArray[np.int64]: ...
    @property
    def marked(self) -> NDArray[np.bool_]: ...
    @property
    def pawns(self) -> NDArray[np.uint64]: ...
    @property
    def knights(self) -> NDArray[np.uint64]: ...
    @property
    def bishops(self) -> NDArray[np.uint64]: ...
    @property
    def rooks(self) -> NDArray[np.uint64]: ...
    @property
    def queens(self) -> NDArray[np.uint64]: ...
    @property
    def kings(self) -> NDArray[np.uint64]: ...
    @property
    def white(self) -> NDArray[np.uint64]: ...
    @property
    def black(self) -> NDArray[np.uint64]: ...
    @property
    def side_to_move(self) -> NDArray[np.uint8]: ...
    @property
    def castling(self) -> NDArray[np.uint8]: ...
    @property
    def en_passant(self) -> NDArray[np.uint8]: ...
    @property
    def halfmove_clock(self) -> NDArray[np.uint16]: ...
    @property
    def fullmove_number(self) -> NDArray[np.uint16]: ...
