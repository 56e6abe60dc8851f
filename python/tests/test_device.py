"""The kernels for a GPU, compiled for the processor and run there: their numbers are the library's."""

from __future__ import annotations

import ctypes
import pathlib
import shutil
import subprocess
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import TESTDATA, skip_or_fail

from hyperbola import Games, InputSet, Positions
from hyperbola._columns import COLUMNS, SETS
from hyperbola._hyperbola import cuda_feature, cuda_inputs

FEATURES = [
    "attacks", "attacks_by_role", "attack_counts", "mobility", "xray_attacks", "xray_attacks_own", "xray_attacks_other",
    "pinned", "pinners", "checkers", "king_danger", "legal_counts", "outcome",
]  # fmt: skip
STOCKFISH = "threats_59808+pawn_pairs+halfka_v2_hm"
OWN = {
    "blocks": [
        {"kind": "pawn-pairs", "mirror": "e-h", "files": 7},
        {"kind": "threats", "mirror": "none", "victims": ["KP", "", "Q", "R", "QK", "PK"], "pushes": True, "once": False},
        {"kind": "pieces", "mirror": "a-d", "planes": [0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11], "buckets": [*range(9, 25), *[3] * 16]},
    ]
}  # fmt: skip
# Pieces without a plane, which have no inputs: the own kings, and then also the other side's pawns.
SOME_PLANES = {
    "blocks": [
        {"kind": "pieces", "mirror": "none", "planes": [0, 1, 2, 3, 4, -1, 5, 6, 7, 8, 9, 10], "buckets": [0] * 64},
        {"kind": "pieces", "mirror": "none", "planes": [0, 1, 2, 3, 4, -1, -1, 5, 6, 7, 8, 9], "buckets": [*range(64)]},
    ]
}  # fmt: skip

# What a device has beside C++: these are the functions of its manual.
DEVICE = """
#include <cstddef>
#include <cstdint>
#include <utility>
#define __CUDACC__
#define __CUDA_ARCH__ 900
#define __device__
#define __global__
static struct { unsigned x; } blockIdx, blockDim, threadIdx;
[[maybe_unused]] static int __ffsll(long long x) { return __builtin_ffsll(x); }
[[maybe_unused]] static int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
[[maybe_unused]] static int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
[[maybe_unused]] static unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned __int128)a * b >> 64;
}
[[maybe_unused]] static unsigned long long __brevll(unsigned long long x) {
    unsigned long long found = 0;
    for (int i = 0; i < 64; ++i) found |= (x >> i & 1) << (63 - i);
    return found;
}
[[maybe_unused]] static unsigned __byte_perm(unsigned x, unsigned y, unsigned order) {
    const unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned found = 0;
    for (int i = 0; i < 4; ++i) found |= (unsigned)(both >> 8 * (order >> 4 * i & 7) & 255) << 8 * i;
    return found;
}
"""
# Runs a kernel as cuLaunchKernel does, by a pointer to each argument.
LAUNCH = """
template <class... A, std::size_t... I>
static void run(void (*kernel)(A...), unsigned blocks, void **arguments, std::index_sequence<I...>) {
    blockDim.x = 128;
    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x)
            kernel(*(A *)arguments[I]...);
}
template <class... A> static void run(void (*kernel)(A...), unsigned blocks, void **arguments) {
    run(kernel, blocks, arguments, std::index_sequence_for<A...>());
}
extern "C" void launch(unsigned blocks, void **arguments) { run(KERNEL, blocks, arguments); }
"""


class Processor:
    """Compiles kernels for the processor and runs them there, with the methods of a GPU."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder, self.known, self.launches, self.waits = folder, {}, 0, []

    def wait(self):
        """Notes after how many launches it was called."""
        self.waits.append(self.launches)

    def kernel(self, name, key, text):
        if (name, key) not in self.known:
            path = self.folder / f"{len(self.known)}_{name}.so"
            source = DEVICE + text() + LAUNCH.replace("KERNEL", name)
            options = ["-x", "c++", "-std=c++17", "-O1", "-shared", "-fPIC", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
            subprocess.run(["g++", *options, "-", "-o", path], input=source, text=True, check=True)
            self.known[name, key] = ctypes.CDLL(str(path)).launch
        launch = self.known[name, key]

        def run(threads, *arguments):
            values = [argument if hasattr(argument, "value") else ctypes.c_void_p(address(argument)) for argument in arguments]
            pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])
            launch(-(-threads // 128), pointers)
            self.launches += 1

        return run


def address(array):
    """Returns where the numbers of an array or of a tensor are."""
    if array is None:
        return None
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data_ptr()


@pytest.fixture(scope="module")
def processor(tmp_path_factory) -> Processor:
    if shutil.which("g++") is None:
        skip_or_fail("there is no g++")
    return Processor(tmp_path_factory.mktemp("kernels"))


@pytest.fixture(scope="module")
def positions() -> Positions:
    """115,000 positions: of random games of chess and Chess960, of the tests' FENs, and a marked row."""
    parts = []
    for rules in ("auto", "chess960"):
        games = Games(220, seed=3, rules=rules)
        for ply in range(250):
            parts.append(games.positions())
            games.step(games.random_moves(seed=ply))
    fens = (TESTDATA / "positions" / "valid.fens").read_text().splitlines()
    # Two pawns may capture en passant, but one of them is pinned.
    fens += ["3rk3/8/8/1PpP4/8/8/8/3K4 w - c6 0 1", "3k4/8/8/8/1pPp4/8/8/3RK3 b - c3 0 1"]
    parts.append(Positions.from_fens([*fens, "no FEN"], bad_rows="mark"))
    return Positions.concat(parts)


def columns_of(positions: Positions) -> dict[str, np.ndarray]:
    return {name: getattr(positions, name).copy() for name in COLUMNS}


def run_inputs(processor, columns, set, *, item=np.int64, first=0, width=None):
    """Computes inputs as hyperbola.device does, with NumPy."""
    set, rows = InputSet(set), len(columns["pawns"])
    text = f"#define ITEM {'int' if item is np.int32 else 'long long'}\n{cuda_inputs(set)}"
    kernel = processor.kernel("inputs_kernel", (set, np.dtype(item).name), lambda: text)
    read = [columns[name] for name in (*SETS, "side_to_move")]
    counts = np.empty(2 * rows, item)

    def run(offsets, items, counts):
        kernel(rows, *read, ctypes.c_uint64(rows), ctypes.c_uint32(first), offsets, ctypes.c_uint64(width or 0), items, counts)

    if width is not None:
        items = np.empty((rows, 2, width), item)
        run(None, items, counts)
        return items, counts
    run(None, None, counts)
    offsets = np.concatenate([np.zeros(1, item), np.cumsum(counts, dtype=item)])
    items = np.full(offsets[-1] + 1, -7, item)
    run(offsets, items, None)
    assert items[-1] == -7, "nothing is written after the end"
    return offsets, items[:-1]


@pytest.mark.parametrize("name", FEATURES)
def test_the_words_of_features(processor, positions, name):
    text, reads, words, are_numbers, dtype, shape = cuda_feature(name)
    columns, rows = columns_of(positions), len(positions)
    assert set(reads) <= {*SETS, "is_black", "castling"}
    if "castling" in reads:
        # No right: the rows with one are compared below, with PyTorch.
        columns["castling"] = np.zeros(rows, np.uint8)
    found = np.full((rows + 1, words), 7, np.uint64)
    arguments = [columns["side_to_move" if word == "is_black" else word] for word in reads]
    processor.kernel(f"{name}_kernel", None, lambda: text)(rows, *arguments, ctypes.c_uint64(rows), found)
    assert (found[rows] == 7).all(), "nothing is written after the end"
    found, expected = found[:rows], positions.compute(name).reshape(rows, -1)
    if are_numbers:
        size = np.dtype(dtype).itemsize
        numbers = found.view(dtype) if found.shape[1] * 8 == expected.shape[1] * size else np.minimum(found, 255)
        assert (numbers == expected).all() and numbers.shape == (rows, int(np.prod(shape)))
        return
    assert words == {"legal_counts": 2, "outcome": 4}[name]
    plain = (positions.castling == 255).all(1) & (positions.en_passant == 255)
    assert plain.sum() > 50_000
    if name == "legal_counts":
        assert (found[plain, 0] == expected[plain, 0]).all()


def test_there_are_kernels_of_all_formulas():
    with pytest.raises(ValueError, match='name: no formula of words is the feature "keys": ') as error:
        cuda_feature("keys")
    assert str(error.value).partition("expected ")[2].split(", ") == FEATURES


SETS_OF_INPUTS = [*InputSet.presets(), STOCKFISH, OWN, SOME_PLANES]


@pytest.mark.parametrize("definition", SETS_OF_INPUTS, ids=[str(each)[:40] for each in SETS_OF_INPUTS])
def test_inputs_are_those_of_the_processor(processor, positions, definition):
    columns = columns_of(positions)
    # The views are compared of one set.
    for number, first in enumerate(("side_to_move", "white", "black")[: 3 if definition == STOCKFISH else 1]):
        expected = positions.inputs(definition, first=first, dtype="int64", threads=2)
        found = run_inputs(processor, columns, definition, first=number)
        assert all((a == b).all() for a, b in zip(found, expected)), first
        assert found[0][-1] > 1000


def test_padded_inputs_and_other_types(processor, positions):
    columns, some = columns_of(positions), "pawn_pairs+chess_768"
    expected = positions.inputs(some, width=96)
    items, counts = run_inputs(processor, columns, some, item=np.int32, width=96)
    assert items.dtype == np.int32 and (items == expected).all()
    assert (counts.reshape(-1, 2) == (expected >= 0).sum(2)).all()
    # Where the width is too small, no list reaches into the next one, and the counts say so.
    items, counts = run_inputs(processor, columns, some, item=np.int32, width=20)
    assert (items[:, :, :20] == expected[:, :, :20]).all() and counts.max() > 20
    # Pieces without a plane leave no gap.
    items, _ = run_inputs(processor, columns, SOME_PLANES, item=np.int32, width=64)
    assert (items == positions.inputs(SOME_PLANES, width=64)).all()


def test_rows_that_do_not_fit_together_have_no_inputs(processor):
    columns = columns_of(Positions.from_fens(["4k3/8/8/8/8/8/P7/4K3 w - - 0 1"] * 7))
    columns["knights"][1] = columns["pawns"][1]  # A square with two roles.
    columns["black"][2] |= columns["white"][2]  # A square of two colours.
    columns["white"][3] |= np.uint64(1 << 40)  # A piece without a role.
    columns["queens"][4] |= np.uint64(1 << 40)  # A piece without a colour.
    for name in ("kings", "white"):  # A view without a king.
        columns[name][5] &= ~np.uint64(1 << 4)
    for name in ("pawns", "white"):  # A pawn on the first rank has no pairs and no threats.
        columns[name][6] |= np.uint64(1 << 1)
    for definition in ("chess_768", STOCKFISH):
        offsets, items = run_inputs(processor, columns, definition)
        assert np.diff(offsets).tolist() == [3, 3, *[0] * 8, 0, 2, 4, 4], definition


@pytest.fixture
def device(processor, monkeypatch):
    """The module, with the processor as its GPU."""
    pytest.importorskip("torch")
    from hyperbola import device

    monkeypatch.setattr(device, "_TYPE", "cpu")
    monkeypatch.setattr(device, "_gpu", lambda _: processor)
    return device


def test_features_of_tensors(device, positions):
    columns = device.columns(positions, "cpu")
    for name in FEATURES:
        found, expected = device.compute(columns, name), positions.compute(name)
        dtype = {"uint64": "int64", "uint16": "int32", "uint8": "uint8"}[str(expected.dtype)]
        assert str(found.dtype) == f"torch.{dtype}" and found.shape == expected.shape, name
        assert (found.numpy().astype(expected.dtype) == expected).all(), name
    # Some rows of each kind that the kernel leaves to the processor.
    files = positions.castling
    assert (positions.en_passant != 255).sum() > 100 and ((files != 255) & (files % 7 != 0)).sum() > 100


def test_squares_where_no_capture_is_legal(device):
    """An en passant square without a legal capture counts as none, as in Positions.from_columns()."""
    fens = [
        "8/8/8/r1pP3K/8/8/8/4k3 w - - 0 1",  # Both pawns are between the king and a rook.
        "8/8/8/KPp4r/8/8/8/4k3 w - - 0 1",
        "3rk3/8/8/2pP4/8/8/8/3K4 w - - 0 1",  # The captor is pinned on its file.
        "4k3/8/8/2pP4/8/8/8/r3K3 w - - 0 1",  # A check that the capture does not end.
        "4k3/8/8/2p1P3/8/8/8/4K3 w - - 0 1",  # No captor is beside the pawn.
        "4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1",  # The capture is legal.
        "4k3/8/8/2pP4/8/8/BBBBBBBB/NNNNKNNN w - - 0 1",  # And so it is with more pieces than a game has.
    ]
    without = Positions.from_fens(fens, lenient=True)
    columns = device.columns(without, "cpu")
    columns["en_passant"][:] = 42
    arrays = {**columns_of(without), "en_passant": columns["en_passant"].numpy()}
    expected = Positions.from_columns(arrays, lenient=True).compute("legal_counts")
    assert (expected - without.compute("legal_counts")).tolist() == [0, 0, 0, 0, 0, 1, 1]
    assert device.compute(columns, "legal_counts").tolist() == expected.tolist()
    # Mate on the back rank, which the capture does not end.
    columns = device.columns(Positions.from_fens(["4k3/8/8/2pP4/8/8/5PPP/r5K1 w - - 0 1"]), "cpu")
    columns["en_passant"][:] = 42
    assert device.compute(columns, "outcome").tolist() == [1]


def test_without_castling_and_en_passant(device, positions):
    plain = positions[(positions.castling == 255).all(axis=1) & (positions.en_passant == 255)]
    columns = device.columns(plain, "cpu")
    few = {name: columns[name] for name in (*SETS, "side_to_move")}
    assert (device.compute(few, "legal_counts").numpy() == plain.compute("legal_counts")).all()
    sets = {name: columns[name] for name in SETS}
    assert (device.compute(sets, "attacks").numpy().view(np.uint64) == plain.compute("attacks")).all()
    with pytest.raises(ValueError, match="columns: expected .*; found no column 'side_to_move'"):
        device.compute(sets, "checkers")


def test_inputs_of_tensors(device, positions):
    columns = device.columns(positions, "cpu")
    for dtype in ("int32", "int64"):
        found = device.inputs(columns, STOCKFISH, dtype=dtype)
        expected = positions.inputs(STOCKFISH, dtype=dtype)
        assert all(str(each.dtype) == f"torch.{dtype}" for each in found)
        assert all((a.numpy() == b).all() for a, b in zip(found, expected))
    padded = device.inputs(columns, "halfka_v2_hm", width=32, first="black", dtype="int32")
    assert (padded.numpy() == positions.inputs("halfka_v2_hm", width=32, first="black")).all()
    late = positions[np.arange(len(positions))[::-1]]
    for rows, width in [(positions, 31), (positions, 100), (late, 31), (late, 50)]:
        with pytest.raises(ValueError, match=r"width: row \d+ has ") as expected:
            rows.inputs(STOCKFISH, width=width)
        with pytest.raises(ValueError) as found:
            device.inputs(device.columns(rows, "cpu"), STOCKFISH, width=width)
        assert str(found.value) == str(expected.value)
    assert (device.inputs(columns, "chess_768", width=32).numpy() == positions.inputs("chess_768", width=32)).all()
    with pytest.raises(ValueError, match="width: row 0 has 32 inputs, expected at most 31"):
        device.inputs(columns, "chess_768", width=31)


def test_the_castling_that_kernels_read(device):
    fens = ["r3k2r/8/8/8/8/8/8/R3K2R {} KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R {} Kq -", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 {} Gb -", "r3k2r/8/8/8/8/8/8/R3K2R {} - -"]
    columns = device.columns(Positions.from_fens([f"{fen.format(side)} 0 1" for side in "wb" for fen in fens]), "cpu")
    assert device._castling(columns).tolist() == [3, 1, 4, 0, 3, 2, 4, 0]


def test_more_moves_than_a_byte_counts(device):
    """Columns are not checked: these have 26 queens."""
    queens, kings = 0xFF818181818181FF ^ (1 | 1 << 63), 1 | 1 << 63
    numbers = {"queens": queens, "kings": kings, "white": queens | 1, "black": 1 << 63}
    columns = {name: np.array([numbers.get(name, 0)], np.uint64) for name in SETS}
    import torch

    columns = {name: torch.from_numpy(column) for name, column in columns.items()}
    assert device.compute(columns, "mobility")[0, 0].tolist() == [0, 0, 0, 0, 255, 1]


def test_no_rows(device, processor):
    launches = processor.launches
    columns = device.columns(Positions.from_fens([]), "cpu")
    assert device.compute(columns, "attack_counts").shape == (0, 2, 64)
    assert device.compute(columns, "outcome").shape == (0,)
    offsets, numbers = device.inputs(columns, STOCKFISH)
    assert offsets.tolist() == [0] and numbers.shape == (0,)
    assert device.inputs(columns, "chess_768", width=32).shape == (0, 2, 32)
    assert processor.launches == launches, "a device has no grid of no block"


def test_columns_by_dlpack_and_of_other_layouts(device, processor, positions):
    import torch

    some = positions[:1000]
    columns, expected = device.columns(some, "cpu"), some.compute("attacks")

    class Array:
        """An array of another library."""

        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    as_arrays = {name: Array(getattr(some, name).copy()) for name in SETS}
    processor.waits.clear()
    assert (device.compute(as_arrays, "attacks").numpy().view(np.uint64) == expected).all()
    # Another library may use its memory again afterwards, so the last launch is waited for.
    assert processor.waits == [processor.launches]
    device.inputs({**columns, "pawns": as_arrays["pawns"]}, "chess_768")
    assert processor.waits[1:] == [processor.launches]
    # Columns of a matrix are not contiguous.
    matrix = torch.stack([columns[name] for name in SETS], 1)
    strided = {name: matrix[:, place] for place, name in enumerate(SETS)}
    assert (device.compute(strided, "attacks").numpy().view(np.uint64) == expected).all()
    found = device.compute(columns, "attacks")
    assert (np.from_dlpack(found).view(np.uint64) == expected).all()
    assert len(processor.waits) == 2, "PyTorch keeps the memory of its own tensors"


def test_wrong_columns(device, positions):
    import torch

    columns = device.columns(positions[:4], "cpu")

    class Elsewhere(torch.Tensor):
        """A tensor of another device."""

        device = torch.device("cpu", 1)

    def wrong(name, column):
        return {**columns, name: column}

    for error, text, given in [
        (TypeError, "columns: expected a mapping from names to tensors, found Positions", positions),
        (TypeError, "white: expected torch.int64 or torch.uint64, found torch.int32", wrong("white", columns["white"].int())),
        (TypeError, "side_to_move: expected torch.uint8, found torch.bool", wrong("side_to_move", columns["side_to_move"].bool())),
        (ValueError, "white: expected 4 rows as in pawns, found 3", wrong("white", columns["white"][:3])),
        (ValueError, r"kings: expected the shape \(N\), found \(4, 1\)", wrong("kings", columns["kings"][:, None])),
        (ValueError, r"castling: expected the shape \(N, 4\), found \(4, 3\)", wrong("castling", columns["castling"][:, :3])),
        (ValueError, "black: expected a tensor on cpu as pawns, found one on cpu:1", wrong("black", columns["black"].as_subclass(Elsewhere))),
        (ValueError, "black: expected a tensor on a CUDA device, found one on meta", wrong("black", torch.empty(4, dtype=torch.int64, device="meta"))),
        (TypeError, "black: expected a tensor on a CUDA device, found list", wrong("black", [1, 2, 3, 4])),
    ]:  # fmt: skip
        with pytest.raises(error, match=text):
            device.compute(given, "legal_counts")


def test_wrong_parameters(device, positions):
    columns = device.columns(positions[:4], "cpu")
    for error, text, call in [
        (TypeError, "name: expected a str, found int", lambda: device.compute(columns, 1)),
        (ValueError, 'name: no formula of words is the feature "threats": expected attacks, ', lambda: device.compute(columns, "threats")),
        (ValueError, "set: name 1 is not that of a preset", lambda: device.inputs(columns, "none")),
        (TypeError, "set: expected a str or a dict", lambda: device.inputs(columns, 1)),
        (ValueError, "first: expected side_to_move, white or black, found 'x'", lambda: device.inputs(columns, "chess_768", first="x")),
        (ValueError, "dtype: expected int32 or int64, found 'uint16'", lambda: device.inputs(columns, "chess_768", dtype="uint16")),
        (ValueError, "width: expected a number from 0, found -1", lambda: device.inputs(columns, "chess_768", width=-1)),
        (TypeError, "width: expected an int, found str", lambda: device.inputs(columns, "chess_768", width="1")),
        (TypeError, "positions: expected Positions, found list", lambda: device.columns([])),
    ]:  # fmt: skip
        with pytest.raises(error, match=text):
            call()


def test_more_inputs_than_offsets_can_say(device, positions, monkeypatch):
    columns = device.columns(positions[:4], "cpu")
    total = int(device.inputs(columns, "chess_768")[0][-1])
    for most in (total, total - 1):
        monkeypatch.setattr(device.torch, "iinfo", lambda dtype: SimpleNamespace(max=most))
        if most == total:
            assert device.inputs(columns, "chess_768", dtype="int32")[0][-1] == total
            continue
        with pytest.raises(ValueError, match=f"dtype: {total} inputs have no offsets of int32; expected int64 or fewer rows"):
            device.inputs(columns, "chess_768", dtype="int32")


def test_without_a_gpu(positions):
    """The tensors of a processor are refused, with a hint, and so is a machine without a GPU."""
    torch = pytest.importorskip("torch")
    from hyperbola import device

    some = positions[:4]
    on_processor = {name: torch.from_numpy(getattr(some, name).astype(np.int64)) for name in SETS}
    hint = r"; hyperbola.device.columns\(\) copies positions there"
    with pytest.raises(ValueError, match=f"pawns: expected a tensor on a CUDA device, found one on cpu{hint}"):
        device.compute(on_processor, "attacks")
    arrays = {name: getattr(some, name) for name in SETS}
    with pytest.raises(ValueError, match=f"pawns: expected a tensor on a CUDA device, found ndarray on the processor{hint}"):
        device.compute(arrays, "attacks")
    with pytest.raises(ValueError, match="device: expected a CUDA device, found cpu"):
        device.columns(some, "cpu")
    if not torch.cuda.is_available():
        with pytest.raises(RuntimeError, match="expected a CUDA device that PyTorch can use, found none"):
            device.columns(some)


def test_the_compiler_of_pytorch_takes_the_kernels():
    """It needs no GPU."""
    torch = pytest.importorskip("torch")
    from hyperbola import device

    if torch.version.cuda is None:
        pytest.skip("PyTorch is without CUDA")
    assert device._compiled(cuda_feature("checkers")[0], "sm_90")[:4] == b"\x7fELF"
    assert device._compiled(f"#define ITEM int\n{cuda_inputs(InputSet(STOCKFISH))}", "sm_90")[:4] == b"\x7fELF"
    with pytest.raises(RuntimeError, match="NVRTC for sm_90: NVRTC_ERROR_COMPILATION\nhyperbola.cu.1.: error"):
        device._compiled("no code", "sm_90")
    with pytest.raises(RuntimeError, match="NVRTC for sm_1: NVRTC_ERROR_INVALID_OPTION\n.*gpu-architecture"):
        device._compiled(cuda_feature("checkers")[0], "sm_1")


def test_a_compiler_that_makes_no_program(monkeypatch):
    pytest.importorskip("torch")
    from hyperbola import device

    def reason(number):
        return b"NVRTC_ERROR_OUT_OF_MEMORY" if number == 1 else b"another"

    nvrtc = SimpleNamespace(nvrtcGetErrorString=reason, nvrtcCreateProgram=lambda *arguments: 1)
    monkeypatch.setattr(device.ctypes, "CDLL", lambda name: nvrtc)
    with pytest.raises(RuntimeError, match="NVRTC for sm_90: NVRTC_ERROR_OUT_OF_MEMORY$"):
        device._compiled("text", "sm_90")


def test_a_kernel_is_launched_with_pointers_to_its_arguments(monkeypatch):
    """A driver that takes notes stands for the GPU."""
    torch = pytest.importorskip("torch")
    from hyperbola import device

    calls = []

    def launch(function, *sizes_and_more):
        *sizes, stream, pointers, extra = sizes_and_more
        values = [ctypes.c_uint64.from_address(pointers[place]).value for place in range(3)]
        calls.append((function.value, sizes, stream.value, values, extra))
        return 0

    def answer(name):
        def call(*arguments):
            calls.append(name)
            return 0

        return call

    names = ["cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2", "cuModuleLoadData", "cuModuleGetFunction"]
    driver = SimpleNamespace(cuLaunchKernel=launch, **{name: answer(name) for name in names})
    gpu = device._Gpu.__new__(device._Gpu)
    gpu.device, gpu.kernels, gpu.architecture, gpu.driver = None, {}, "sm_90", driver
    gpu.context = ctypes.c_void_p(5)
    monkeypatch.setattr(device, "_compiled", lambda text, architecture: calls.append(architecture) or b"")
    monkeypatch.setattr(torch.cuda, "current_stream", lambda _: SimpleNamespace(cuda_stream=9, synchronize=answer("synchronize")))
    tensor = torch.zeros(3)
    for _ in range(2):
        gpu.kernel("name", "key", lambda: "text")(129, tensor, None, ctypes.c_uint64(11))
    launched = (None, [2, 1, 1, 128, 1, 1, 0], 9, [tensor.data_ptr(), 0, 11], None)
    push, pop = "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2"
    loaded = ["sm_90", push, "cuModuleLoadData", "cuModuleGetFunction", pop]
    gpu.wait()
    gpu.kernel("name", "another key", lambda: "another text")
    assert calls == [*loaded, push, launched, pop, push, launched, pop, "synchronize", *loaded]
    driver.cuLaunchKernel = lambda *arguments: 700
    driver.cuGetErrorString = lambda number, text: setattr(text._obj, "value", b"an illegal address")
    with pytest.raises(RuntimeError, match="CUDA error 700: an illegal address"):
        gpu.kernel("name", "key", lambda: "text")(1)
    assert calls[-1] == pop
