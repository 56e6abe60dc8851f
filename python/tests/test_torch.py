"""Batches of inputs for PyTorch: each row once, in shares, in an order of chance, and from a place on."""

from __future__ import annotations

import copy
import gc
import io
import json
import pathlib
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT, TESTDATA, import_or_skip

import hyperbola
from hyperbola import DataBatch, InputSet, Position, Positions, attacks

torch = pytest.importorskip("torch")
pa, pq = import_or_skip("pyarrow"), import_or_skip("pyarrow.parquet")

from hyperbola import _sources  # noqa: E402
from hyperbola.torch import Batch, InputDataset  # noqa: E402

SET = "threats_59808+pawn_pairs+halfka_v2_hm"
ROWS = 1013
FENS = (TESTDATA / "positions" / "valid.fens").read_text().splitlines()[:ROWS]
RESULTS = ["0-1", "[1/2]", "1.0"]
WHITE_KINGS = Positions.from_fens(FENS).kings


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The same rows as files of each kind. Each score is the number of the row."""
    folder = tmp_path_factory.mktemp("inputs")
    lines = [f"{fen} | {row} | {RESULTS[row % 3]}" for row, fen in enumerate(FENS)]
    (folder / "a.fens").write_text("\n".join(lines[:700]) + "\n")
    (folder / "b.fens").write_bytes("\r\n".join(lines[700:]).encode())
    scores, results = np.arange(ROWS, dtype=np.int16), (np.arange(ROWS) % 3).astype(np.uint8)
    records = Positions.from_fens(FENS).to_bullet(scores, results)
    records[:400].tofile(folder / "a.bullet")
    records[400:].tofile(folder / "b.bullet")
    table = pa.table({"score": scores.astype(np.float32), "fen": FENS, "name": [f"row {row}" for row in range(ROWS)]})
    pq.write_table(table[:555], folder / "a.parquet", row_group_size=100)
    pq.write_table(table[555:], folder / "b.parquet", row_group_size=77)
    batch = DataBatch(Positions.from_fens(FENS), scores=scores, results=results.astype(np.int8) - 1, view="white")
    hyperbola.write(folder / "a.plain", batch[:600])
    hyperbola.write(folder / "b.plain", batch[600:])
    return folder


KINDS = {"fens": {}, "bullet": {}, "parquet": {"others": ["score", "name"]}, "plain": {}}


def dataset(files, kind, inputs="halfka_v2_hm", **options):
    # The number of a row is a score of White's.
    return InputDataset(f"{files}/*.{kind}", inputs, **{"batch_size": 64, "view": "white", **KINDS[kind], **options})


def scores(batches):
    return [int(score) for batch in batches for score in batch.columns["score"]]


def rows_of(batch):
    """The rows as what does not depend on how they are in batches: the lists, the side and the columns."""
    bounds = batch.offsets.tolist()
    lists = [tuple(batch.inputs[a:b].tolist()) for a, b in zip(bounds, bounds[1:])]
    columns = [column if isinstance(column, list) else column.tolist() for column in batch.columns.values()]
    return list(zip(lists[::2], lists[1::2], batch.side_to_move.tolist(), *columns))


def same(batches, others):
    return [rows_of(batch) for batch in batches] == [rows_of(batch) for batch in others]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("first", ["side_to_move", "white"])
def test_batches_are_the_inputs_of_all_rows_in_order(files, kind, first):
    batches = list(dataset(files, kind, SET, first=first))
    assert scores(batches) == list(range(ROWS)) and {type(batch) for batch in batches} == {Batch}
    positions = Positions.from_fens(FENS)
    if kind == "bullet":
        positions = Positions.from_bullet(positions.to_bullet(unlabelled=True))[0]
    offsets, numbers = positions.inputs(SET, first=first)
    assert torch.cat([batch.inputs for batch in batches]).tolist() == numbers.tolist()
    sizes = torch.cat([batch.offsets.diff() for batch in batches])
    assert sizes.tolist() == np.diff(offsets).tolist()
    sides = torch.cat([batch.side_to_move for batch in batches])
    assert sides.tolist() == positions.side_to_move.tolist()
    for batch in batches:
        assert (batch.inputs.dtype, batch.offsets.dtype, batch.side_to_move.dtype) == (torch.int64, torch.int64, torch.uint8)
        assert batch.columns["score"].dtype == torch.float32 and 1 <= len(batch.side_to_move) <= 64
        if kind == "parquet":
            assert batch.columns["name"] == [f"row {int(score)}" for score in batch.columns["score"]]
        else:
            assert batch.columns["points"].tolist() == [score % 3 / 2 for score in batch.columns["score"].tolist()]
    assert sum(len(batch.side_to_move) == 64 for batch in batches) >= ROWS // 64 - 2


def test_layouts_have_the_same_inputs(files):
    """All layouts go straight into the first layer of a network, and give the same sums."""
    size = InputSet(SET).size
    torch.manual_seed(1)
    weights = torch.randn(size + 1, 8, dtype=torch.float64)
    weights[size] = 5
    bags = [torch.nn.EmbeddingBag.from_pretrained(weights, mode="sum", **options)
            for options in ({"include_last_offset": True}, {"padding_idx": size})]
    options = {"batch_size": 300, "shuffle": 500, "seed": 4}
    each = zip(*(dataset(files, "fens", SET, layout=layout, width=width, **options)
                 for layout, width in [("bags", None), ("padded", 200), ("sparse", None)]))
    checked = 0
    for one, padded, sparse in each:
        rows = len(one.side_to_move)
        assert padded.inputs.shape == (rows, 2, 200) and padded.offsets is sparse.offsets is None
        assert sparse.inputs.shape == (2 * rows, size) and sparse.inputs.is_sparse
        expected = bags[0](one.inputs, one.offsets)
        found = [bags[0](one.inputs.int(), one.offsets.int()), bags[1](padded.inputs.reshape(2 * rows, 200)), torch.sparse.mm(sparse.inputs.double(), weights[:size])]
        for sums in found:
            assert torch.allclose(sums, expected, rtol=1e-12, atol=1e-12)
        checked += rows
    assert checked == ROWS


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shuffle", [0, 130])
def test_shares_are_all_rows_once(files, kind, shuffle):
    for count in (1, 2, 5):
        found = [scores(dataset(files, kind, shuffle=shuffle, shard=(share, count))) for share in range(count)]
        assert sorted(sum(found, [])) == list(range(ROWS))
        sizes = [len(part) for part in found]
        assert max(sizes) - min(sizes) <= (1 if kind not in ("fens", "plain") else ROWS // count // 5)
        if not shuffle:
            assert sum(found, []) == list(range(ROWS))


def test_every_number_of_shares_of_lines(tmp_path):
    """Wherever a share begins, in a line, at its end or behind it, each line is in one share."""
    lines = [f"8/8/8/8/8/8/{'k' if row % 2 else 'K'}7/7{'K' if row % 2 else 'k'} w - - 0 {row + 1}" for row in range(7)]
    paths = [tmp_path / "a.fens", tmp_path / "empty.fens", tmp_path / "b.fens"]
    paths[0].write_text("".join(f"{line}\n" for line in lines[:3]))
    paths[1].write_text("")
    paths[2].write_text("\r\n".join(lines[3:]))
    total = sum(path.stat().st_size for path in paths)
    policy = hyperbola._parquet.Policy("error", False)
    for count in range(1, total + 2):
        for rows in (1, 2, 100):
            read = []
            for share in range(count):
                found = _sources.LineFiles(paths, policy)
                for some in found.read(*found.limits((share, count)), rows):
                    assert 1 <= len(some.positions) <= rows and some.columns == {}
                    read += some.positions.fullmove_number.tolist()
            assert read == list(range(1, 8)), (count, rows)


def test_long_lines_are_read_whole(tmp_path):
    """More bytes than a line has are read in several times."""
    path = tmp_path / "long.fens"
    path.write_text("".join(f"{fen}{' ' * 4000} | {row} | 1\n" for row, fen in enumerate(FENS[:20])))
    assert scores(InputDataset(path, "chess_768", batch_size=3, view="white")) == list(range(20))
    assert [len(batch.side_to_move) for batch in InputDataset(path, "chess_768", batch_size=8)] == [8, 8, 4]


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_chance_follows_from_the_seed_and_the_epoch(files, kind):
    def order(epoch=0, **options):
        found = dataset(files, kind, **{"shuffle": 256, "seed": 1, **options})
        found.set_epoch(epoch)
        return scores(found)

    first = order()
    assert sorted(first) == list(range(ROWS)) and first == order()
    assert len({tuple(found) for found in (first, order(seed=2), order(epoch=1), order(shuffle=64), order(shuffle=0))}) == 5
    # A row stays in its block of 256 rows, and moves in it.
    assert sorted(first[:256]) == list(range(256)) and first[:256] != sorted(first[:256])
    moved = np.abs(np.array(first[:256]) - np.arange(256))
    assert 60 < moved.mean() < 110
    # Blocks have orders of their own, and whole batches.
    assert [row - 256 for row in first[256:320]] != first[:64]
    assert order(shuffle=200) == first
    again = dataset(files, kind, shuffle=256, seed=1)
    assert [scores(again), scores(again)] == [first, order(epoch=1)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shuffle", [0, 150])
def test_a_dataset_goes_on_batch_for_batch(files, kind, shuffle):
    options = {"shuffle": shuffle, "seed": 7, "shard": (1, 2)}
    whole = dataset(files, kind, **options)
    whole.set_epoch(3)
    batches, states = [], [whole.state_dict()]
    for batch in whole:
        batches.append(batch)
        states.append(whole.state_dict())
    after = list(whole)
    assert len(batches) > 7 and not same(batches, after) or not shuffle
    for taken, state in enumerate(states):
        again = dataset(files, kind, **options)
        again.load_state_dict(json.loads(json.dumps(state)))
        assert again.state_dict() == state
        assert same(again, batches[taken:]), taken
        assert same(again, after)
    # A state that was loaded is used once, and a new iteration begins at the beginning.
    again.load_state_dict(states[3])
    next(iter(again))
    assert same(again, batches)
    again.load_state_dict(states[3])
    again.set_epoch(3)
    assert same(again, batches[3:])
    again.load_state_dict(states[3])
    again.set_epoch(4)
    assert same(again, after)


def loader(found, workers):
    return torch.utils.data.DataLoader(found, batch_size=None, num_workers=workers)


@pytest.mark.parametrize("kind", ["fens", "parquet"])
def test_workers_share_the_rows_and_go_on(files, kind):
    options = {"shuffle": 100, "seed": 2, "batch_size": 50}
    found = dataset(files, kind, **options)
    batches, states = [], []
    for batch in loader(found, 2):
        found.took(batch)
        batches.append(batch)
        states.append(found.state_dict())
    assert sorted(scores(batches)) == list(range(ROWS))
    assert {batch.place[:2] for batch in batches} == {(0, 2), (1, 2)}
    for taken in (1, 6, len(batches) - 1, len(batches)):
        again = dataset(files, kind, **options)
        again.load_state_dict(states[taken - 1])
        rest = list(loader(again, 2))
        assert sorted(scores(rest)) == sorted(scores(batches[taken:]))
        assert same(sorted(rest, key=lambda batch: batch.place), sorted(batches[taken:], key=lambda batch: batch.place))
    # A second stop, before each worker has given a batch.
    again.load_state_dict(states[5])
    next_batch = next(iter(loader(again, 2)))
    again.took(next_batch)
    third = dataset(files, kind, **options)
    third.load_state_dict(again.state_dict())
    assert sorted(scores(loader(third, 2))) == sorted(set(scores(batches[6:])) - set(scores([next_batch])))
    # A new iteration, which nobody has announced, has its own places.
    found.took(batches[0])
    assert [place[0] for place in found.state_dict()["places"]] == [batches[0].place.share]
    again.load_state_dict(states[0])
    with pytest.raises(ValueError, match="^state: expected that of 1 shares, from 0 on; found share 0 of 2$"):
        next(iter(again))
    found.set_epoch(1)
    assert sorted(scores(loader(found, 2))) == list(range(ROWS))


def test_the_state_of_another_process_is_refused(files):
    state = dataset(files, "fens", shard=(0, 2)).state_dict()
    first = dataset(files, "fens", shard=(0, 2))
    next(batches := iter(first)), next(batches)
    again = dataset(files, "fens", shard=(1, 2))
    again.load_state_dict(first.state_dict())
    with pytest.raises(ValueError, match="^state: expected that of 2 shares, from 1 on; found share 0 of 2$"):
        next(iter(again))
    again.load_state_dict(state)
    assert same(again, dataset(files, "fens", shard=(1, 2)))


def test_other_workers_start_from_a_copy(files):
    """Datasets go to processes that are not forked."""
    found = pickle.loads(pickle.dumps(dataset(files, "parquet", shuffle=100)))
    assert same(found, dataset(files, "parquet", shuffle=100))


def test_states_of_other_datasets_are_refused(files):
    state = dataset(files, "fens", shuffle=100).state_dict()
    for options, differs in [
        ({"batch_size": 32}, "batch_size 32, found 64"),
        ({"shuffle": 200}, "batches of a block 4, found 2"),
        ({"seed": 1}, "order of the seed 1, found of the seed 0"),
        ({"shuffle": 64}, "batches of a block 1, found 2"),
    ]:
        with pytest.raises(ValueError, match=f"^state: expected the {differs}$"):
            dataset(files, "fens", **{"shuffle": 100, **options}).load_state_dict(state)
    with pytest.raises(ValueError, match="^state: expected the ends of the files"):
        InputDataset(files / "a.fens", "chess_768", batch_size=64, shuffle=100).load_state_dict(state)
    for wrong in (None, {}, [state]):
        with pytest.raises(ValueError, match="^state: expected what state_dict"):
            dataset(files, "fens").load_state_dict(wrong)


def test_states_with_a_wrong_value_are_refused(files):
    found = dataset(files, "parquet", shuffle=100)
    next(batches := iter(found)), next(batches)
    good = found.state_dict()
    place = f"place [share, shares, epoch, block, batches] from 0 with share < shares, block <= {ROWS} and batches <= 2"
    for wrong, message in [
        ({"of": None}, "a dict 'of', found NoneType"),
        ({"of": [1]}, "a dict 'of', found list"),
        ({"epoch": None}, "an epoch from 0, found None"),
        ({"epoch": 1.0}, "an epoch from 0, found 1.0"),
        ({"epoch": np.ones(2)}, "an epoch from 0, found array([1., 1.])"),
        ({"epoch": -1}, "an epoch from 0, found -1"),
        ({"places": None}, "a list 'places', found NoneType"),
        ({"places": [None]}, "five whole numbers of a place, found None"),
        ({"places": [[1]]}, "five whole numbers of a place, found [1]"),
        ({"places": [[0, 1, 0, 0, 0, 0]]}, "five whole numbers of a place, found [0, 1, 0, 0, 0, 0]"),
        ({"places": [[0, 1, 0, "5", 0]]}, "five whole numbers of a place, found [0, 1, 0, '5', 0]"),
        *(({"places": [[*some]]}, f"a {place}; found {[*some]}") for some in [
            (0, 1, 0, 1000000, 0), (0, 1, 0, ROWS + 1, 0), (1, 1, 0, 0, 0), (0, 0, 0, 0, 0), (-1, 1, 0, 0, 0),
            (0, 1, -1, 0, 0), (0, 1, 0, -1, 0), (0, 1, 0, 0, 3), (0, 1, 0, 0, -1),
        ]),
    ]:
        with pytest.raises(ValueError) as caught:
            found.load_state_dict({**good, **wrong})
        assert str(caught.value) == f"state: expected {message}"
        assert found.state_dict() == good
    found.load_state_dict({**good, "places": [[0, 1, 0, ROWS, 2]]})
    assert list(found) == []


@pytest.mark.parametrize("kind", ["parquet", "fens", "bullet"])
def test_a_place_of_another_share_is_refused(files, kind):
    found = dataset(files, kind)
    good, end = found.state_dict(), found.state_dict()["of"]["ends of the files"][-1]
    half = end // 2
    # A line may begin in a share and end in the next one.
    past = 4096 if kind == "fens" else 0
    limits = [(0, 0, half), (1, half, end)]
    for share, first, last in limits:
        for block in first - 1, last + past + 1:
            if not 0 <= block <= end:
                continue
            expected = f"^state: expected a block from {first} to {last + past} in share {share}"
            with pytest.raises(ValueError, match=expected):
                found.load_state_dict({**good, "places": [[share, 2, 0, block, 0]]})
        for block in first, last:
            found.load_state_dict({**good, "places": [[share, 2, 0, block, 0]]})


@pytest.mark.parametrize("kind", KINDS)
def test_states_of_other_policies_and_files_are_refused(kind, files, tmp_path):
    state = dataset(files, kind).state_dict()
    others = [
        ({"bad_rows": "skip"}, "bad_rows skip, found error"),
        ({"lenient": True}, "lenient True, found False"),
        ({"filters": {"scored": True}}, "filters {'scored': True}, found None"),
    ]
    for options, differs in others[::2] if kind == "plain" else others[:2]:
        with pytest.raises(ValueError, match=f"^state: expected the {differs}$"):
            dataset(files, kind, **options).load_state_dict(state)
    paths = [files / f"{name}.{kind}" for name in "ba"]
    if kind == "fens":
        paths[0] = tmp_path / "b.fens"
        paths[0].write_bytes((files / "b.fens").read_bytes() + b"\r\n")
        state["of"]["ends of the files"][1] += 2
    turned = InputDataset(paths, "halfka_v2_hm", batch_size=64, **KINDS[kind])
    assert turned.state_dict()["of"]["ends of the files"][1] == state["of"]["ends of the files"][1]
    with pytest.raises(ValueError, match="^state: expected the ends of the files .*, found"):
        turned.load_state_dict(state)


def test_a_refused_state_is_not_lost(files):
    first = dataset(files, "fens", shard=(0, 2))
    next(batches := iter(first)), next(batches)
    state = first.state_dict()
    again = dataset(files, "fens", shard=(1, 2))
    again.load_state_dict(state)
    for _ in range(2):
        with pytest.raises(ValueError, match="^state: expected that of 2 shares, from 1 on; found share 0 of 2$"):
            next(iter(again))
        assert again.state_dict() == state


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n \n\t\r\n\n", "\n  "])
def test_blank_lines_at_the_end_of_a_file_are_passed_over(end, tmp_path):
    lines = [f"{fen} | {row} | 1" for row, fen in enumerate(FENS[:5])]
    for name, text in [("a", "\n".join(lines[:3]) + end), ("b", end), ("c", "\n".join(lines[3:]) + end)]:
        (tmp_path / f"{name}.fens").write_bytes(text.encode())
    total = sum(path.stat().st_size for path in tmp_path.iterdir())
    for count in (1, 2, 3, total):
        read = [scores(InputDataset(f"{tmp_path}/*.fens", "chess_768", batch_size=2, shard=(share, count), view="white")) for share in range(count)]
        assert sum(read, []) == [0, 1, 2, 3, 4]


def test_blank_lines_and_comments_are_passed_over_anywhere(tmp_path):
    path = tmp_path / "a.fens"
    path.write_text("# a list\n\n" + "".join(f"{fen} | {row} | 1\n\n  # {row}\n" for row, fen in enumerate(FENS[:5])))
    for count in (1, 2, 3):
        read = [scores(InputDataset(path, "chess_768", batch_size=2, shard=(share, count), view="white")) for share in range(count)]
        assert sum(read, []) == [0, 1, 2, 3, 4]


def test_files_with_and_without_scores_are_refused(tmp_path):
    plain, labelled, empty = (tmp_path / f"{name}.fens" for name in "uve")
    plain.write_text(f"{FENS[0]}\n")
    labelled.write_text(f"\n{FENS[0]} | 1 | 1\n")
    empty.write_text("\n")
    for paths in ([plain, labelled], [empty, labelled, plain]):
        with pytest.raises(ValueError) as caught:
            InputDataset(paths, "chess_768")
        expected = "source: expected all files with scores or none"
        assert str(caught.value) == f"{expected}; {labelled} has them, {plain} has not"
    assert len(list(InputDataset([empty, plain], "chess_768"))) == 1


def test_lines_that_are_too_long_are_errors(tmp_path):
    path = tmp_path / "long.fens"
    line = FENS[0].ljust(4096)
    path.write_text(f"{line}\n{line}\r\n{FENS[1]}\n")
    message = f"{path}: expected lines of at most 4096 bytes, found a longer one at byte"
    for rows in (1, 2, 100):
        with pytest.raises(ValueError) as caught:
            list(InputDataset(path, "chess_768", batch_size=rows, bad_rows="skip"))
        assert str(caught.value) == f"{message} 4097"
    path.write_text(f"{line}\n{FENS[1]}\n{line}")
    assert sum(len(batch.side_to_move) for batch in InputDataset(path, "chess_768", batch_size=2)) == 3
    # Nothing more than that is read of a text without line ends.
    path.write_bytes(b"x" * (1 << 24))
    for shard, byte in [((0, 1), 0), ((1, 3), (1 << 24) // 3 - 1)]:
        with pytest.raises(ValueError) as caught:
            list(InputDataset(path, "chess_768", shard=shard))
        assert str(caught.value) == f"{message} {byte}"


def test_ranks(files, monkeypatch):
    whole = list(range(ROWS))
    monkeypatch.setenv("RANK", "2")
    with pytest.raises(ValueError, match="expected numbers as RANK and WORLD_SIZE, found '2' and None"):
        dataset(files, "bullet")
    monkeypatch.setenv("WORLD_SIZE", "3")
    assert scores(dataset(files, "bullet")) == whole[ROWS * 2 // 3 :]
    assert scores(dataset(files, "bullet", shard=(0, 1))) == whole
    assert sorted(scores(loader(dataset(files, "bullet"), 2))) == whole[ROWS * 2 // 3 :]
    for name, value in {"is_initialized": True, "get_rank": 1, "get_world_size": 2}.items():
        monkeypatch.setattr(torch.distributed, name, lambda value=value: value)
    assert scores(dataset(files, "bullet")) == whole[ROWS // 2 :]


BAD = {
    "no label": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "one bar": "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 3",
    "no number": "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | x | 1.0",
    "infinite": "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | inf | 1.0",
    "no result": "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 3 | 2",
    "half a bracket": "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 3 | [1.0",
    "empty": "",
}


@pytest.mark.parametrize("what", BAD)
def test_wrong_labels_are_bad_rows(what, tmp_path):
    path = tmp_path / "x.fens"
    good = [f"{fen} | {row}.5 | 0.5" for row, fen in enumerate(FENS[:9])]
    path.write_text("\n".join([*good[:5], BAD[what], *good[5:]]))
    with pytest.raises(ValueError) as caught:
        list(InputDataset(path, "chess_768", batch_size=4))
    assert str(caught.value).startswith(f"{path}: counted from byte 0: row 5: expected FEN | score | result with")
    for threads in (1, 2):
        skipped = list(InputDataset(path, "chess_768", batch_size=4, bad_rows="skip", threads=threads, view="white"))
        found = [batch.columns["score"].tolist() for batch in skipped]
        assert found == [[0.5, 1.5, 2.5, 3.5], [4.5, 5.5, 6.5], [7.5, 8.5]]
    marked = list(InputDataset(path, "chess_768", batch_size=10, bad_rows="mark"))[0]
    assert marked.offsets.diff().reshape(-1, 2)[5].tolist() == [0, 0] and marked.columns["score"][5].isnan()


@pytest.mark.parametrize("kind", KINDS)
def test_bad_rows_leave_their_labels(files, kind, tmp_path):
    for name in ("a", "b"):
        data = (files / f"{name}.{kind}").read_bytes()
        (tmp_path / f"{name}.{kind}").write_bytes(data)
    path = tmp_path / f"b.{kind}"
    if kind == "fens":
        path.write_text(path.read_text().replace(f"{FENS[800]} | 800 ", "x | 800 "))
        missing, message = 800, f"{path}: counted from byte 0: row 100: expected a piece"
    elif kind == "bullet":
        records = np.fromfile(path, np.uint8).reshape(-1, 32)
        records[50] = 0
        records.tofile(path)
        missing, message = 450, f"{path}: counted from record 0: record 50: "
    elif kind == "plain":
        lines = path.read_text().splitlines()
        lines[6 * 33] = "fen x"
        path.write_text("\n".join([*lines, ""]))
        missing, message = 633, f"{path}: line {6 * 33 + 1}, byte "
    else:
        table = pq.read_table(path)
        texts = table["fen"].to_pylist()
        texts[33] = None
        pq.write_table(table.set_column(1, "fen", pa.array(texts)), path, row_group_size=10)
        missing, message = 588, "row 588: null"
    with pytest.raises(ValueError) as caught:
        list(dataset(tmp_path, kind))
    assert str(caught.value).startswith(message)
    for options in ({}, {"shuffle": 100}):
        found, batches, states = dataset(tmp_path, kind, bad_rows="skip", **options), [], []
        for batch in found:
            batches.append(batch)
            states.append(found.state_dict())
        for taken, state in enumerate(states, 1):
            again = dataset(tmp_path, kind, bad_rows="skip", **options)
            again.load_state_dict(state)
            assert same(again, batches[taken:])
        assert sorted(scores(batches)) == [row for row in range(ROWS) if row != missing]
        whole = {row[3]: row for batch in dataset(files, kind) for row in rows_of(batch)}
        assert all(whole[row[3]] == row for batch in batches for row in rows_of(batch))


def test_lenient(tmp_path):
    path = tmp_path / "x.fens"
    path.write_text("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\n")
    with pytest.raises(ValueError, match="row 0: expected a rook"):
        list(InputDataset(path, "chess_768"))
    assert len(list(InputDataset(path, "chess_768", lenient=True))) == 1


def test_a_file_that_was_cut_is_an_error(files, tmp_path):
    for kind, keep in [("fens", 9000), ("bullet", 3200)]:
        (tmp_path / f"a.{kind}").write_bytes((files / f"a.{kind}").read_bytes())
        found = dataset(tmp_path, kind)
        with open(tmp_path / f"a.{kind}", "r+b") as file:
            file.truncate(keep)
        with pytest.raises(OSError, match=f"a.{kind}: expected .* it was cut meanwhile"):
            list(found)


def test_columns_of_every_kind(tmp_path):
    path = tmp_path / "x.parquet"
    columns = {
        "fen": FENS[:4],
        "wide": pa.array([[1, 2], [3, 4], [5, 6], [7, 8]], pa.list_(pa.int16(), 2)),
        "move": pa.array([1, 2, 3, 65535], pa.uint16()),
        "win": [True, False, True, True],
        "eval": pa.array([0.5, None, 1.5, 2.5], pa.float32()),
        "moves": [["e2e4"], [], None, ["a", "b"]],
        "pairs": [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]],
        "deep": pa.array([[[row, 1], [2, 3], [4, 5]] for row in range(4)], pa.list_(pa.list_(pa.int8(), 2), 3)),
        "holes": pa.array([1, None, 3, 4], pa.int8()),
    }
    pq.write_table(pa.table(columns), path)
    names = ["wide", "move", "win", "eval", "moves", "pairs", "deep"]
    for shuffle in (0, 4):
        (batch,) = InputDataset(path, "chess_768", others=names, shuffle=shuffle)
        found = batch.columns
        order = [[1, 2, 3, 65535].index(move) for move in found["move"].tolist()]
        assert sorted(order) == [0, 1, 2, 3] and list(found) == names
        assert found["wide"].tolist() == [[[1, 2], [3, 4], [5, 6], [7, 8]][row] for row in order]
        assert found["deep"].shape == (4, 3, 2) and found["deep"][:, 0, 0].tolist() == order
        assert found["pairs"] == [columns["pairs"][row] for row in order]
        assert found["win"].tolist() == [row != 1 for row in order]
        assert [str(number) for number in found["eval"].tolist()] == [["0.5", "nan", "1.5", "2.5"][row] for row in order]
        assert found["moves"] == [[["e2e4"], [], None, ["a", "b"]][row] for row in order]
    with pytest.raises(ValueError, match="^others: expected no null in the column 'holes' of int8, found 1"):
        list(InputDataset(path, "chess_768", others=["holes"]))


def test_wrong_arguments(files, tmp_path):
    (tmp_path / "odd.bin").write_bytes(b"x" * 33)
    (tmp_path / "x.png").write_bytes(b"x")
    (tmp_path / "x.pgn").write_text("x")
    for source, options, error, message in [
        (files / "a.fens", {"layout": "bag"}, ValueError, "layout: expected 'bags', 'padded' or 'sparse', found 'bag'"),
        (files / "a.fens", {"layout": "padded"}, ValueError, "width: expected one for the layout 'padded' alone, found None"),
        (files / "a.fens", {"width": 9}, ValueError, "width: expected one for the layout 'padded' alone, found 9"),
        (files / "a.fens", {"dtype": "int16"}, ValueError, "dtype: expected 'int32' or 'int64' for the layout 'bags', found 'int16'"),
        (files / "a.fens", {"dtype": "int32", "layout": "sparse"}, ValueError, "dtype: expected 'int64' for the layout 'sparse', found 'int32'"),
        (files / "a.fens", {"first": "red"}, ValueError, "first: expected side_to_move, white or black"),
        (files / "a.fens", {"batch_size": 0}, ValueError, "batch_size: expected a number from 1, found 0"),
        (files / "a.fens", {"batch_size": 1.5}, TypeError, "batch_size: expected an int, found float"),
        (files / "a.fens", {"shuffle": -1}, ValueError, "shuffle: expected a number from 0, found -1"),
        (files / "a.fens", {"seed": -1}, ValueError, "seed: expected a number from 0, found -1"),
        (files / "a.fens", {"shard": (3, 3)}, ValueError, "shard: expected"),
        (files / "a.fens", {"bad_rows": "drop"}, ValueError, "bad_rows: expected"),
        (files / "a.fens", {"others": ["score"]}, ValueError, "others: expected none for the kind 'lines', found"),
        (files / "a.fens", {"kind": "text"}, ValueError, "kind: expected one of parquet, lines, binpack, .*; found 'text'"),
        (tmp_path / "x.png", {}, ValueError, ".*x.png: expected a file whose name or contents say the format, or the parameter kind"),
        (tmp_path / "odd.bin", {"kind": "bullet"}, ValueError, ".*odd.bin: expected records of 32 bytes, found 33 bytes"),
        ([files / "a.fens", files / "a.bullet"], {}, ValueError, "source: expected files of one kind, found bullet, lines"),
        (io.BytesIO(), {"kind": "lines"}, TypeError, "source: expected paths for the kind 'lines', found BytesIO"),
        ([], {}, FileNotFoundError, "source: expected at least one file, found none"),
        (tmp_path / "none.txt", {}, FileNotFoundError, ".*none.txt"),
        (files / "a.fens", {"inputs": "halfka"}, ValueError, "inputs: name 1 is not that of a preset"),
    ]:
        with pytest.raises(error, match=f"^{message}|{message}.$"):
            InputDataset(source, **{"inputs": "chess_768", **options})
    with pytest.raises(ValueError, match="expected the column 'scores' in"):
        next(iter(dataset(files, "parquet", others=["scores"])))
    with pytest.raises(ValueError, match="^epoch: expected a number from 0, found -1"):
        dataset(files, "fens").set_epoch(-1)


@pytest.mark.parametrize(("layout", "width"), [("bags", None), ("padded", 40)])
def test_numbers_of_32_bits(files, layout, width):
    options = {"layout": layout, "width": width, "shuffle": 100}
    for one, two in zip(dataset(files, "fens", dtype="int32", **options), dataset(files, "fens", **options)):
        assert (one.inputs.dtype, two.inputs.dtype) == (torch.int32, torch.int64) and one.inputs.equal(two.inputs.int())
        if layout == "bags":
            assert one.offsets.dtype == torch.int32 and one.offsets.equal(two.offsets.int())


def test_a_width_that_is_too_small_is_an_error(files):
    with pytest.raises(ValueError, match="^width: row .* expected at most 8$"):
        list(dataset(files, "fens", layout="padded", width=8))


def test_the_package_needs_no_torch():
    code = "import sys; sys.modules['torch'] = None; import hyperbola, hyperbola.attacks, hyperbola._sources\n"
    code += "try: import hyperbola.torch\nexcept ImportError as error: print(error)\nelse: raise SystemExit(1)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "this needs PyTorch: pip install torch\n"
    code = "import sys, hyperbola; raise SystemExit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def arrays():
    """All arrays that the package gives, by a name."""
    positions = Positions.from_fens(FENS[:50])
    found = {name: getattr(positions, name) for name in hyperbola._columns.COLUMNS}
    found |= {name: positions.compute(name) for name in hyperbola.features()}
    found |= {f"planes {dtype}": positions.planes(dtype=dtype) for dtype in ("uint8", "float16", "float32")}
    for dtype in ("int32", "int64", "uint16"):
        found[f"inputs {dtype}"] = positions.inputs("halfka_v2_hm", dtype=dtype)
        found[f"padded {dtype}"] = positions.inputs("halfka_v2_hm", dtype=dtype, width=32)
    moves = [position.legal_moves()[0] for position in positions if position.legal_moves()]
    some = positions[[row for row, position in enumerate(positions) if position.legal_moves()]]
    records = positions.to_bullet(unlabelled=True)
    found |= {
        "attack_planes": positions.attack_planes(),
        "perft": positions.perft(2),
        "threat_changes": some.threat_changes(moves),
        "to_bullet": records,
        "from_bullet": Positions.from_bullet(records)[1:],
        "marked": positions.marked,
        "bad_row_numbers": positions.bad_row_numbers,
        "attacks.queen": attacks.queen(np.arange(64), 0),
        "active": InputSet(SET).active(Position()),
    }
    for name, value in found.items():
        for index, array in enumerate(value if isinstance(value, tuple) else [value]):
            yield f"{name} {index}", array


@pytest.mark.parametrize(("name", "array"), [pytest.param(*pair, id=pair[0]) for pair in arrays()])
def test_torch_takes_every_array(name, array):
    """Without a copy, by NumPy and by DLPack; no array has a type that Torch hardly computes with but
    sets of squares, keys, counts and moves, whose numbers need all bits."""
    is_column = name.split()[0] in hyperbola._columns.COLUMNS
    if is_column:
        assert not array.flags.writeable
        array = array.copy()
    assert array.dtype != np.uint32
    for tensor in (torch.from_numpy(array), torch.from_dlpack(array)):
        assert tensor.data_ptr() == array.ctypes.data or not array.size
        assert tuple(tensor.shape) == array.shape
        expected = array.view(f"i{array.itemsize}") if array.dtype.kind == "u" and array.itemsize > 1 else array
        signed = tensor.view(getattr(torch, f"int{8 * array.itemsize}")) if expected is not array else tensor
        assert np.array_equal(signed.numpy(), expected)


def test_a_tensor_keeps_its_array():
    tensor = torch.from_dlpack(Positions.from_fens(FENS).compute("attacks"))
    expected = Positions.from_fens(FENS).compute("attacks")
    gc.collect()
    assert np.array_equal(tensor.view(torch.int64).numpy().view(np.uint64), expected)


@pytest.mark.parametrize("name", ["train", "train_jax"])
def test_the_examples_train_a_network(name):
    if name == "train_jax":
        pytest.importorskip("jax")
    script = ROOT / "python" / "examples" / f"{name}.py"
    run = [sys.executable, script, TESTDATA / "positions" / "valid.fens"]
    output = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    losses = [float(line.rpartition(" ")[2]) for line in output.splitlines()]
    assert len(losses) == 8 and losses[-1] < losses[0] / 4, output


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("edge.binpack", {}),
        ("multichunk.binpack", {"filters": {"max_ply": 30, "without_checks": True}}),
        ("edge.bin", {"filters": {"scored": True}}),
        ("dfrc.viri", {}),
        ("dfrc.marlin", {}),
        ("std.txt", {}),
        ("results.epd", {}),
        ("games_dfrc.pgn", {}),
        ("evals.jsonl", {}),
    ],
)
def test_training_data_has_the_labels_of_its_batches(name, options):
    path = TESTDATA / "data" / name
    batches = list(InputDataset(path, "chess_768", batch_size=50, view="white", **options))
    (whole,) = hyperbola.read(path, options.get("kind"), **options.get("filters", {}))
    assert len(whole) > 30 and (len(whole) < 2070 or "filters" not in options)
    scores, results = (torch.cat([batch.columns[column] for batch in batches]) for column in ("score", "points"))
    expected = np.where(whole.has_score, whole.scores("white"), np.nan).astype(np.float32)
    assert np.array_equal(scores.numpy(), expected, equal_nan=True)
    expected = np.where(whole.has_result, whole.results("white") / 2 + 0.5, np.nan).astype(np.float32)
    assert np.array_equal(results.numpy(), expected, equal_nan=True)
    assert set(expected[whole.has_result]) <= {0, 0.5, 1}
    _, numbers = whole.positions.inputs("chess_768", dtype="int64")
    assert np.array_equal(torch.cat([batch.inputs for batch in batches]).numpy(), numbers)


@pytest.mark.parametrize("kind", ["leela", "pgn-match", "tuner", "montyformat"])
def test_kinds_that_are_named(kind, named_only):
    path, entries = named_only[kind]
    (whole,) = hyperbola.read(path, kind)
    # A file of games or of records of several sizes is in one share.
    shares = [list(InputDataset(path, "chess_768", kind=kind, shard=(share, 2), view="white")) for share in range(2)]
    batches = [batch for share in shares for batch in share]
    assert sum(len(batch.side_to_move) for batch in batches) == entries == len(whole)
    scores = np.where(whole.has_score, whole.scores("white"), np.nan).astype(np.float32)
    assert np.array_equal(torch.cat([batch.columns["score"] for batch in batches]).numpy(), scores, equal_nan=True)
    assert kind == "tuner" or [bool(share) for share in shares] == [True, False]


def test_training_data_of_many_parts_goes_on(tmp_path):
    one = list(hyperbola.read(TESTDATA / "data" / "multichunk.binpack"))
    for name in ("a", "b"):
        hyperbola.write(tmp_path / f"{name}.binpack", one * 350)
    # Each fiftieth of a part is wanted, so that the number of those before counts.
    options = {"filters": {"every": 50, "min_ply": 3}, "batch_size": 512, "shuffle": 1000, "seed": 3}
    sizes = []
    for shard in ((0, 3), (1, 3), (2, 3)):
        found = InputDataset(f"{tmp_path}/*.binpack", "chess_768", shard=shard, **options)
        batches, states = [], []
        for batch in found:
            batches.append(batch)
            states.append(found.state_dict())
        for taken in (1, 2, 5, len(batches) - 1):
            again = InputDataset(f"{tmp_path}/*.binpack", "chess_768", shard=shard, **options)
            again.load_state_dict(json.loads(json.dumps(states[taken - 1])))
            assert same(again, batches[taken:]), taken
        sizes.append(sum(len(batch.side_to_move) for batch in batches))
    rows = sum(sizes)
    assert 28_000 <= rows < 29_000 and min(sizes) > 4000, sizes


def test_training_data_has_no_marked_rows():
    path = TESTDATA / "data" / "edge.binpack"
    for options, text in [
        ({"bad_rows": "mark"}, "bad_rows: expected 'error' or 'skip' for the kind 'binpack', found 'mark'"),
        ({"rules": "960"}, "rules: expected chess, chess960 or auto"),
        ({"others": ["ply"]}, "others: expected none"),
        ({"kind": "bullet", "filters": {"scored": True}}, "filters: expected none for the kind 'bullet', found scored"),
        ({"filters": {"every": 0}}, "every: expected a number from 1"),
    ]:
        with pytest.raises(ValueError, match=text):
            InputDataset(path, "chess_768", **options)


def test_datasets_are_read_by_rules(tmp_path):
    kept = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9"
    (tmp_path / "some.fen").write_text(f"{kept}\n")
    (tmp_path / "some.txt").write_text(f"{kept} | 3 | 0.5\n")
    for name in ("some.fen", "some.txt"):
        for options in ({}, {"rules": "chess960"}, {"rules": "chess", "lenient": True}):
            assert len(list(InputDataset(tmp_path / name, "chess_768", **options))) == 1
        with pytest.raises(ValueError, match="h8 is not one of chess"):
            list(InputDataset(tmp_path / name, "chess_768", rules="chess"))
