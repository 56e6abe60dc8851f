"""The planes in which pieces, attacks and x-rays share a plane, by an independent definition."""

from __future__ import annotations

import numpy as np
import pytest

from hyperbola import Positions

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
OBLIQUE = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
SLIDES = {"b": OBLIQUE, "r": STRAIGHT, "q": STRAIGHT + OBLIQUE}
STEPS = {"n": KNIGHT, "k": STRAIGHT + OBLIQUE}


def planes_of(fen, attacks=0.25, xrays=0.1):
    """The definition, letter by letter and square by square."""
    placement, side = fen.split()[:2]
    board = {}
    for rank, row in zip(reversed(range(8)), placement.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[rank, file] = letter
                file += 1
    reached = {letter: ({}, {}) for letter in "PNBRQKpnbrqk"}
    counts = np.zeros((8, 8), np.float32)
    for (rank, file), letter in board.items():
        attacked, seen_past = reached[letter]
        role, sign = letter.lower(), 1 if letter.isupper() else -1
        steps = [(sign, 1), (sign, -1)] if role == "p" else STEPS.get(role, [])
        rays = [[step] for step in steps]
        for step in SLIDES.get(role, []):
            rays.append([(step[0] * n, step[1] * n) for n in range(1, 8)])
        for ray in rays:
            blockers = 0
            for up, right in ray:
                square = rank + up, file + right
                if not (0 <= square[0] < 8 and 0 <= square[1] < 8) or blockers > 1:
                    break
                (seen_past if blockers else attacked)[square] = True
                counts[square] += 0 if blockers else sign
                blockers += square in board
    planes = np.zeros((16, 8, 8), np.float32)
    for plane, letter in enumerate("PNBRQKpnbrqk"):
        for square in reached[letter][1]:
            planes[plane][square] = xrays
        for square in reached[letter][0]:
            planes[plane][square] = attacks
        for square, piece in board.items():
            if piece == letter:
                planes[plane][square] = 1
    planes[12] = (np.arange(8, dtype=np.float32) / np.float32(7))[:, None]
    planes[13] = (np.arange(8, dtype=np.float32) / np.float32(7))[None, :]
    planes[14] = 1 if side == "w" else -1
    planes[15] = counts
    return planes


@pytest.fixture(scope="module")
def some(fens):
    return fens[::7][:700]


def test_planes_equal_the_definition(some):
    positions = Positions.from_fens(some)
    found = positions.attack_planes()
    assert found.shape == (len(some), 16, 8, 8) and found.dtype == np.float32
    assert found.flags.c_contiguous and found.flags.writeable
    for row, fen in enumerate(some):
        assert np.array_equal(found[row], planes_of(fen)), fen
    assert np.array_equal(positions.attack_planes(threads=3), found)
    other = positions[:9].attack_planes(attacks=2, xrays=-1)
    for row, fen in enumerate(some[:9]):
        assert np.array_equal(other[row], planes_of(fen, 2, -1)), fen


def test_the_rows_may_be_few_many_or_marked(some):
    assert Positions.from_fens([]).attack_planes().shape == (0, 16, 8, 8)
    marked = Positions.from_fens([some[0], "x"], bad_rows="mark").attack_planes()
    assert np.array_equal(marked[1], planes_of("8/8/8/8/8/8/8/8 w"))
    many = Positions.from_fens(some[:3] * 2000)
    planes = many.attack_planes(threads=2)
    assert np.array_equal(planes[-1], planes_of(some[2])) and np.array_equal(planes[0], planes[3])
    with pytest.raises(ValueError, match="threads"):
        many.attack_planes(threads=257)
    with pytest.raises(TypeError):
        many.attack_planes(attacks="much")


def test_planes_are_features_side_by_side(some):
    """The parts of the planes that features have too."""
    positions = Positions.from_fens(some)
    planes = positions.attack_planes()
    pieces = positions.compute("planes_pieces_white")
    assert np.array_equal(planes[:, :12] == 1, pieces)
    counts = positions.compute("attack_counts").astype(np.float32).reshape(-1, 2, 8, 8)
    assert np.array_equal(planes[:, 15], counts[:, 0] - counts[:, 1])


@pytest.mark.parametrize("dtype", ["float16", "float32", np.float32, np.dtype("f2"), "uint8"])
def test_planes_of_networks_have_every_type(some, dtype):
    positions = Positions.from_fens([*some, "x"], bad_rows="mark")
    features = {
        "planes_all": {},
        "planes_all_white": {"view": "white"},
        "planes_pieces": {"sets": ["pieces"]},
        "planes_pieces_white": {"sets": ("pieces",), "view": "white"},
    }
    for name, options in features.items():
        expected = positions.compute(name)
        for found in (
            positions.planes(dtype=dtype, **options),
            positions.planes(dtype=dtype, threads=2, simd="u64", **options),
            positions.compute(name, dtype=dtype),
            positions.compute(name, dtype=dtype, threads=2, simd="u64"),
        ):
            assert found.dtype == np.dtype(dtype) and found.shape == expected.shape
            assert found.flags.c_contiguous and found.flags.writeable
            assert np.array_equal(found, expected), name
    assert positions.planes().dtype == np.uint8
    assert positions[:0].planes(dtype=dtype).shape == (0, 25, 8, 8)
    many = Positions.from_fens(some[:3] * 1500)
    assert np.array_equal(many.planes(dtype=dtype, threads=2), np.tile(many[:3].planes(), (1500, 1, 1, 1)))


def test_planes_are_chosen_by_names(some):
    positions = Positions.from_fens(some[:50])
    for view in ("side_to_move", "white", "black"):
        whole = positions.planes(view=view)
        names = Positions.plane_names(view=view)
        assert len(names) == len(set(names)) == whole.shape[1] == 25
        sets = ["en_passant", "attacks", "pieces", "castling", "attacks"]
        chosen = Positions.plane_names(iter(sets), view=view)
        found = positions.planes(sets, view=view)
        assert found.shape[1] == len(chosen) == 1 + 2 + 12 + 4
        assert np.array_equal(found, whole[:, [names.index(name) for name in chosen]])
    assert Positions.plane_names(["pieces"])[:2] == ["own_pawns", "own_knights"]
    white, black = (positions.planes(view=view) for view in ("white", "black"))
    own = np.where((positions.side_to_move == 0)[:, None, None, None], white, black)
    assert np.array_equal(positions.planes(), own)
    assert positions.planes([]).shape == (50, 0, 8, 8)


@pytest.mark.parametrize("dtype", ["uint8", "float16", "float32"])
def test_planes_are_written_into_an_array_that_is_there(some, dtype):
    positions = Positions.from_fens(some[:200])
    out = np.full((200, 25, 8, 8), 77, dtype)
    for options in ({}, {"dtype": dtype}, {"view": "black", "threads": 2}):
        assert positions.planes(out=out, **options) is out
        assert np.array_equal(out, positions.planes(view=options.get("view", "side_to_move")))
        out[:] = 77
    wrong = np.dtype("float32" if dtype == "uint8" else "uint8")
    locked = np.empty_like(out)
    locked.flags.writeable = False
    for other in (out[1:], out[:, :, ::-1], out.reshape(-1), locked, np.ma.masked_equal(out, 77)):
        with pytest.raises((ValueError, TypeError)):
            positions.planes(out=other)
    with pytest.raises(ValueError, match="^out: expected"):
        positions.planes(dtype=wrong, out=out)
    with pytest.raises(TypeError, match="^out: expected an array of NumPy, found list"):
        positions.planes(out=[])
    assert (out == 77).all()
