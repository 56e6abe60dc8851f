"""Features and inputs of networks on a GPU: of positions whose columns are tensors there.

    $ pip install "./python[torch]"

    >>> from hyperbola import Positions, device
    >>> with open("games.fens") as fens:  # doctest: +SKIP
    ...     columns = device.columns(Positions.from_fens(fens))
    >>> offsets, numbers = device.inputs(columns, "halfka_v2_hm")  # doctest: +SKIP

A column is a tensor of PyTorch on a CUDA device, or an array there with DLPack, such as those of CuPy
and JAX. Results are tensors, which other libraries take by DLPack too. The library prints the kernels
from the formulas that the processor runs. NVRTC, which comes with PyTorch for CUDA 12 or later, compiles
a kernel when it is first used, and it runs on PyTorch's current stream.

PyTorch hardly computes on uint64. So sets of squares are int64 here: the same bits, where h8 is the
sign. Columns may be uint64 too.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, overload

import numpy as np

try:
    import torch
except ImportError as error:
    raise ImportError("this needs PyTorch: pip install torch") from error

from hyperbola._arrays import whole
from hyperbola._columns import COLUMNS, SETS
from hyperbola._hyperbola import InputSet, Positions, cuda_feature, cuda_inputs

__all__ = ["columns", "compute", "inputs"]

# The type of a device that runs the kernels, and the number of threads of a block.
_TYPE = "cuda"
_BLOCK = 128
# The types of columns that kernels read.
_BYTES = {"side_to_move": (torch.uint8,), "castling": (torch.uint8,), "en_passant": (torch.uint8,)}
_TYPES = {**dict.fromkeys(SETS, (torch.int64, torch.uint64)), **_BYTES}
# The number of a row's en passant square and files of castling that stands for none.
_NONE = 255
_FIRST = {"side_to_move": 0, "white": 1, "black": 2}
_DTYPES = {"int32": (torch.int32, "int"), "int64": (torch.int64, "long long")}

_Kernel = Callable[..., None]
_Columns = dict[str, torch.Tensor]


def columns(positions: Positions, device: Any = "cuda") -> dict[str, torch.Tensor]:
    """Copies the columns of positions to a CUDA device: a dict of tensors by their names.

    The sets of squares are int64, clocks and numbers of moves int32, and the others uint8. Castling has
    four numbers a row. {name: column[rows] for name, column in columns.items()} chooses rows.
    """
    if not isinstance(positions, Positions):
        raise TypeError(f"positions: expected Positions, found {type(positions).__name__}")
    where = torch.device(device)
    if where.type != _TYPE:
        raise ValueError(f"device: expected a CUDA device, found {where}")
    if _TYPE == "cuda" and not torch.cuda.is_available():
        raise RuntimeError("expected a CUDA device that PyTorch can use, found none")
    found = {}
    for name in COLUMNS:
        column = getattr(positions, name)
        dtype = {8: np.int64, 2: np.int32, 1: np.uint8}[column.itemsize]
        found[name] = torch.from_numpy(column.astype(dtype)).to(where)
    return found


def compute(columns: Mapping[str, Any], name: str) -> torch.Tensor:
    """Computes a feature of positions on their device, as Positions.compute(name) does on the processor.

    The features are attacks, attacks_by_role, attack_counts, mobility, xray_attacks, xray_attacks_own,
    xray_attacks_other, pinned, pinners, checkers, king_danger, legal_counts and outcome. The tensor has
    the shape and the numbers of the processor's array. It is int64 where that is uint64, int32 where it is
    uint16, and uint8.

    Columns that the feature does not read need not be there. Without castling or en_passant, no side may
    castle or capture so. Positions.from_columns() checks columns, and this does not: for rows that are not
    positions the result is undefined.

    legal_counts and outcome wait for the device, and so does each call with columns of another library.
    Their kernel counts all moves but captures en passant and castling of Chess960. The processor counts
    the rows with a right to such castling, and those where a pawn stands beside the one that has passed the
    en passant square.
    """
    feature = _feature(name)
    with _reading(columns, feature.columns) as (found, device, rows):
        words = torch.empty((rows, feature.words), dtype=torch.int64, device=device)
        if rows:
            read = {**found, "is_black": found.get("side_to_move"), "castling": _castling(found)}
            arguments = [read[word] for word in feature.reads]
            kernel = _gpu(device).kernel(f"{name}_kernel", None, lambda: feature.text)
            kernel(rows, *arguments, ctypes.c_uint64(rows), words)
        if feature.finish is not None:
            return feature.finish(found, words)
    shape = (rows, *feature.shape)
    if feature.itemsize == 8:
        return words.reshape(shape)
    # A word is eight numbers, or one.
    if 8 * feature.words == math.prod(feature.shape):
        return words.view(torch.uint8).reshape(shape)
    return words.clamp(max=255).to(torch.uint8).reshape(shape)


@overload
def inputs(
    columns: Mapping[str, Any],
    set: InputSet | str | dict[str, Any],
    *,
    first: Literal["side_to_move", "white", "black"] = "side_to_move",
    dtype: Literal["int32", "int64"] = "int64",
    width: None = None,
) -> tuple[torch.Tensor, torch.Tensor]: ...
@overload
def inputs(
    columns: Mapping[str, Any],
    set: InputSet | str | dict[str, Any],
    *,
    first: Literal["side_to_move", "white", "black"] = "side_to_move",
    dtype: Literal["int32", "int64"] = "int64",
    width: int,
) -> torch.Tensor: ...
def inputs(
    columns: Mapping[str, Any],
    set: InputSet | str | dict[str, Any],
    *,
    first: Literal["side_to_move", "white", "black"] = "side_to_move",
    dtype: Literal["int32", "int64"] = "int64",
    width: int | None = None,
) -> Any:
    """Computes the inputs of a network on the device of the columns, as Positions.inputs() does on the
    processor: the same numbers in the same order.

    There are two lists for each position. Without a width there are two tensors of a dtype: the first says
    where each list begins, and where the last one ends, (2 N + 1); the second has the numbers of all
    lists. An EmbeddingBag with include_last_offset=True takes them as (numbers, offsets). With a width there
    is one tensor, (N, 2, width), in which each list is filled up with -1; a row with more inputs than
    that raises a ValueError that names it. The default is int64, PyTorch's type of indices, where
    Positions.inputs() has int32.

    The set is an InputSet, or what makes one: pieces, threats and pairs of pawns, of presets or of your own.
    The columns are the sets of squares and side_to_move. A row whose sets do not fit together has no
    inputs. It waits for the device once, to learn how many inputs there are, and again with columns of
    another library.
    """
    own = _set_of(set)
    if first not in _FIRST:
        raise ValueError(f"first: expected side_to_move, white or black, found {first!r}")
    if dtype not in _DTYPES:
        raise ValueError(f"dtype: expected int32 or int64, found {dtype!r}")
    if width is not None and whole(width, "width") < 0:
        raise ValueError(f"width: expected a number from 0, found {width}")
    with _reading(columns, (*SETS, "side_to_move")) as (found, device, rows):
        read = [found[name] for name in (*SETS, "side_to_move")]
        text = functools.partial(_text_of_inputs, own, dtype)
        options = {"dtype": _DTYPES[dtype][0], "device": device}

        def run(offsets: torch.Tensor | None, *lists: torch.Tensor | None) -> None:
            if rows:
                kernel = _gpu(device).kernel("inputs_kernel", (own, dtype), text)
                sizes = ctypes.c_uint64(rows), ctypes.c_uint32(_FIRST[first])
                kernel(rows, *read, *sizes, offsets, ctypes.c_uint64(width or 0), *lists)

        counts = torch.empty(2 * rows, **options)
        if width is not None:
            items = torch.empty((rows, 2, width), **options)
            run(None, items, counts)
            if rows and int(counts.max()) > width:
                # The first list that is too long.
                place = int((counts > width).to(torch.uint8).argmax())
                row, count = place // 2, int(counts[place])
                raise ValueError(f"width: row {row} has {count} inputs, expected at most {width}")
            return items
        run(None, None, counts)
        offsets = torch.zeros(2 * rows + 1, dtype=torch.int64, device=device)
        torch.cumsum(counts, 0, dtype=torch.int64, out=offsets[1:])
        total = int(offsets[-1])
        if total > torch.iinfo(_DTYPES[dtype][0]).max:
            raise ValueError(f"dtype: {total} inputs have no offsets of {dtype}; expected int64 or fewer rows")
        offsets = offsets.to(_DTYPES[dtype][0])
        items = torch.empty(total, **options)
        run(offsets, items, None)
        return offsets, items


def _set_of(set: Any) -> InputSet:
    """Returns the set that the parameter has."""
    try:
        return InputSet(set)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("definition:", "set:", 1)) from None


class _Feature(NamedTuple):
    """A feature's kernel: its text, the words of a position that it reads, and how many it writes. Then
    the columns that are needed, the size and the axes of the numbers, and how they are made of the words
    if these are not the numbers."""

    text: str
    reads: list[str]
    words: int
    columns: tuple[str, ...]
    itemsize: int
    shape: list[int]
    finish: Callable[[_Columns, torch.Tensor], torch.Tensor] | None


def _feature(name: str) -> _Feature:
    if not isinstance(name, str):
        raise TypeError(f"name: expected a str, found {type(name).__name__}")
    return _feature_named(name)


@functools.cache
def _feature_named(name: str) -> _Feature:
    text, reads, words, are_numbers, dtype, shape = cuda_feature(name)
    columns = tuple("side_to_move" if word == "is_black" else word for word in reads)
    finish = None
    if not are_numbers:
        finish, columns = _FINISHES[name], tuple(_TYPES)
    return _Feature(text, reads, words, columns, np.dtype(dtype).itemsize, shape, finish)


def _text_of_inputs(set: InputSet, dtype: str) -> str:
    return f"#define ITEM {_DTYPES[dtype][1]}\n{cuda_inputs(set)}"


@contextlib.contextmanager
def _reading(columns: Any, names: tuple[str, ...]) -> Iterator[tuple[_Columns, torch.device, int]]:
    """Gives columns as contiguous tensors, their device, and the number of rows. Memory of another
    library may be used again once it is returned, so the work that reads it is waited for."""
    imported: _Columns = {}
    tensors, device, rows = _checked(columns, names, imported)
    try:
        yield tensors, device, rows
    finally:
        if imported:
            _gpu(device).wait()


def _checked(columns: Any, names: tuple[str, ...], imported: _Columns) -> tuple[_Columns, torch.device, int]:
    """Does the work of _reading(), and notes the columns that are those of another library."""
    if not isinstance(columns, Mapping):
        found = type(columns).__name__
        raise TypeError(f"columns: expected a mapping from names to tensors, found {found}")
    tensors: _Columns = {}
    first, device, rows = "", torch.device("cpu"), 0
    for name in names:
        if name not in columns:
            if name in ("castling", "en_passant"):
                continue
            raise ValueError(f"columns: expected the columns {', '.join(names)}; found no column {name!r}")
        tensor = _tensor(name, columns[name])
        if not isinstance(columns[name], torch.Tensor):
            imported[name] = tensor
        if not first:
            first, device, rows = name, tensor.device, len(tensor)
        if tensor.device != device:
            raise ValueError(f"{name}: expected a tensor on {device} as {first}, found one on {tensor.device}")
        if len(tensor) != rows:
            raise ValueError(f"{name}: expected {rows} rows as in {first}, found {len(tensor)}")
        tensors[name] = tensor.contiguous()
    for name in ("castling", "en_passant"):
        if name in names and name not in tensors:
            shape = (rows, 4) if name == "castling" else (rows,)
            tensors[name] = torch.full(shape, _NONE, dtype=torch.uint8, device=device)
    return tensors, device, rows


def _tensor(name: str, column: Any) -> torch.Tensor:
    """Returns a column as a tensor of a type that kernels read."""
    where = f"expected a tensor on a CUDA device, found {{}}; {__name__}.columns() copies positions there"
    if not isinstance(column, torch.Tensor):
        if not hasattr(column, "__dlpack_device__"):
            raise TypeError(f"{name}: {where.format(type(column).__name__)}")
        if _TYPE == "cuda" and column.__dlpack_device__()[0] == 1:
            raise ValueError(f"{name}: {where.format(f'{type(column).__name__} on the processor')}")
        column = torch.from_dlpack(column)
    if column.device.type != _TYPE:
        raise ValueError(f"{name}: {where.format(f'one on {column.device}')}")
    if column.dtype not in _TYPES[name]:
        expected = " or ".join(str(dtype) for dtype in _TYPES[name])
        raise TypeError(f"{name}: expected {expected}, found {column.dtype}")
    shape = (4,) if name == "castling" else ()
    if column.ndim != 1 + len(shape) or column.shape[1:] != shape:
        axes = "(N, 4)" if shape else "(N)"
        raise ValueError(f"{name}: expected the shape {axes}, found {tuple(column.shape)}")
    return column.view(_TYPES[name][0])


def _castling(columns: _Columns) -> torch.Tensor | None:
    """Returns the castling of the sides to move as kernels read it: 1 with the rook on file h, 2 more with
    that on file a, and 4 more with another one."""
    if "castling" not in columns:
        return None
    black = columns["side_to_move"].bool().unsqueeze(1)
    files = torch.where(black, columns["castling"][:, 2:], columns["castling"][:, :2])
    h, a = files[:, 0] == 7, files[:, 1] == 0
    others = ((files != _NONE).sum(1) > h.long() + a.long()).to(torch.uint8)
    return h.to(torch.uint8) | a.to(torch.uint8) << 1 | others << 2


def _counts(columns: _Columns, words: torch.Tensor) -> torch.Tensor:
    """Returns the number of legal moves of each row, from the words of legal_counts."""
    counts, is_960 = words[:, 0], words[:, 1] != 0
    side, square = columns["side_to_move"].bool(), columns["en_passant"].long()
    own = columns["pawns"] & torch.where(side, columns["black"], columns["white"])
    # Captors are beside the pawn that has passed the square, which is on rank 3 or 6.
    behind, file = torch.where(side, square + 8, square - 8), square & 7
    is_rare = is_960
    for step, edge in ((-1, 0), (1, 7)):
        is_there = (square != _NONE) & (file != edge)
        # The capture may leave the king in check.
        is_rare |= is_there & (own >> (behind + step).clamp(0, 63) & 1).bool()
    rare = torch.nonzero(is_rare).flatten()
    if len(rare):
        few = {name: columns[name][rare].cpu().numpy() for name in _TYPES}
        few.update({name: few[name].view(np.uint64) for name in SETS})
        found = Positions.from_columns(few, bad_rows="mark", lenient=True).compute("legal_counts")
        counts[rare] = torch.from_numpy(found.astype(np.int64)).to(counts.device)
    return counts


def _legal_counts(columns: _Columns, words: torch.Tensor) -> torch.Tensor:
    return _counts(columns, words).to(torch.int32)


def _outcome(columns: _Columns, words: torch.Tensor) -> torch.Tensor:
    """Returns 1 for checkmate, 2 for stalemate, 3 for insufficient material and else 0."""
    has_none, is_check, is_poor = _counts(columns, words) == 0, words[:, 2] != 0, words[:, 3] != 0
    is_empty = (columns["white"] | columns["black"]) == 0
    ended = torch.where(has_none, torch.where(is_check, 1, 2), torch.where(is_poor, 3, 0))
    return torch.where(is_empty, 0, ended).to(torch.uint8)


_FINISHES = {"legal_counts": _legal_counts, "outcome": _outcome}


class _Gpu:
    """A GPU, with kernels that are loaded in the context that PyTorch uses."""

    def __init__(self, device: torch.device) -> None:
        if torch.version.cuda is None:
            raise RuntimeError("expected PyTorch with CUDA, found one without")
        self.device, self.kernels = device, dict[tuple[str, Hashable], _Kernel]()
        major, minor = torch.cuda.get_device_capability(device)
        self.architecture = f"sm_{major}{minor}"
        self.driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        self.context, number = ctypes.c_void_p(), ctypes.c_int()
        self.check(self.driver.cuDeviceGet(ctypes.byref(number), device.index))
        self.check(self.driver.cuDevicePrimaryCtxRetain(ctypes.byref(self.context), number))

    def check(self, result: int) -> None:
        """Raises the error of the driver."""
        if result:
            text = ctypes.c_char_p()
            self.driver.cuGetErrorString(result, ctypes.byref(text))
            raise RuntimeError(f"CUDA error {result}: {(text.value or b'unknown').decode()}")

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        """Makes the context that of this thread."""
        self.check(self.driver.cuCtxPushCurrent_v2(self.context))
        try:
            yield
        finally:
            self.check(self.driver.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p())))

    def wait(self) -> None:
        """Waits for the work on the current stream."""
        torch.cuda.current_stream(self.device).synchronize()

    def kernel(self, name: str, key: Hashable, text: Callable[[], str]) -> _Kernel:
        """Returns a kernel, which is compiled once for each name and key: a function of the number of
        threads and of the arguments, which are tensors, None and numbers of C."""
        known = self.kernels.get((name, key))
        if known is not None:
            return known
        code, module, function = _compiled(text(), self.architecture), ctypes.c_void_p(), ctypes.c_void_p()
        with self.current():
            self.check(self.driver.cuModuleLoadData(ctypes.byref(module), code))
            self.check(self.driver.cuModuleGetFunction(ctypes.byref(function), module, name.encode()))

        def launch(threads: int, *arguments: Any) -> None:
            values = [_argument(argument) for argument in arguments]
            pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])
            stream = ctypes.c_void_p(torch.cuda.current_stream(self.device).cuda_stream)
            blocks = (-(-threads // _BLOCK), 1, 1)
            with self.current():
                self.check(self.driver.cuLaunchKernel(function, *blocks, _BLOCK, 1, 1, 0, stream, pointers, None))

        self.kernels[name, key] = launch
        return launch


@functools.cache
def _gpu(device: torch.device) -> _Gpu:
    return _Gpu(device)


def _argument(argument: Any) -> Any:
    """Returns an argument of a kernel as a value of C."""
    if argument is None or isinstance(argument, torch.Tensor):
        return ctypes.c_void_p(None if argument is None else argument.data_ptr())
    return argument


def _compiled(text: str, architecture: str) -> bytes:
    """Compiles CUDA C++ for an architecture, such as sm_90, by the NVRTC of PyTorch."""
    major = (torch.version.cuda or "").split(".")[0]
    try:
        windows = f"nvrtc64_{major}0_0.dll"
        nvrtc = ctypes.CDLL(windows if sys.platform == "win32" else f"libnvrtc.so.{major}")
    except OSError as error:
        raise RuntimeError(f"expected NVRTC, which comes with PyTorch for CUDA 12 or later: {error}") from None
    nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p
    program = ctypes.c_void_p()

    def check(result: int, log: str = "") -> None:
        if result:
            reason = nvrtc.nvrtcGetErrorString(result).decode()
            raise RuntimeError(f"NVRTC for {architecture}: {reason}{log}")

    def read(size_of: Any, read: Any) -> bytes:
        size = ctypes.c_size_t()
        check(size_of(program, ctypes.byref(size)))
        buffer = ctypes.create_string_buffer(size.value)
        check(read(program, buffer))
        return buffer.raw

    options = (ctypes.c_char_p * 2)(f"--gpu-architecture={architecture}".encode(), b"--std=c++17")
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"hyperbola.cu", 0, None, None))
    try:
        result = nvrtc.nvrtcCompileProgram(program, len(options), options)
        if result:
            log = read(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog)
            check(result, f"\n{log.rstrip(bytes(1)).decode(errors='replace')}".rstrip())
        return read(nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN)
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
