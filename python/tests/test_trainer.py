"""A trainer's day: what would train a network on other rows, signs or orders than its user thinks."""

from __future__ import annotations

import os
import pathlib
import pickle
import re
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import ROOT, TESTDATA

import hyperbola
from hyperbola import DataBatch, Position, Positions

torch = pytest.importorskip("torch")

from torch.utils.data import DataLoader  # noqa: E402

from hyperbola.torch import InputDataset, Sampling  # noqa: E402

DATA = TESTDATA / "data"
TRAIN = ROOT / "python" / "examples" / "train.py"
BLACK = "4k3/8/8/8/8/8/8/4K2Q b - - 0 40"


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Four binpacks, each of a chunk, as a pattern, and the number of their rows."""
    folder, one = tmp_path_factory.mktemp("many"), list(hyperbola.read(DATA / "multichunk.binpack"))
    rows = sum(hyperbola.write(folder / f"{name}.binpack", one * 50) for name in "abcd")
    return f"{folder}/*.binpack", rows


def column(batches, name):
    return np.concatenate([batch.columns[name].numpy() for batch in batches])


def rows_of(batches):
    """What batches hold, to compare."""
    return [[found.numpy().tobytes() for found in (batch.inputs, *batch.columns.values())] for batch in batches]


@pytest.fixture
def unscored(tmp_path):
    """A file in which each third row has no score."""
    (whole,) = hyperbola.read(DATA / "std.txt")
    scores = np.where(np.arange(len(whole)) % 3 == 0, DataBatch.NO_SCORE, whole.scores("white"))
    batch = DataBatch(whole.positions, scores=scores, results=whole.results("white"), view="white")
    hyperbola.write(tmp_path / "unscored.plain", batch)
    return tmp_path / "unscored.plain"


def loader(dataset, workers=2, **options):
    return DataLoader(dataset, batch_size=None, num_workers=workers, **options)


# Points of view.


def test_scores_and_points_are_those_of_the_view_whose_inputs_come_first(tmp_path):
    fens = [Position().fen(), BLACK]
    positions = Positions.from_fens(fens)
    batch = DataBatch(positions, scores=[20, 900], results=[0, 1], view="white")
    files = {"lines.fens": None, "some.plain": batch, "some.txt": batch, "some.marlin": batch, "some.bullet": batch}
    for name, content in files.items():
        if content is None:
            (tmp_path / name).write_text(f"{fens[0]} | 20 | 0.5\n{fens[1]} | 900 | 1.0\n")
        else:
            hyperbola.write(tmp_path / name, content)
        expected = {"side_to_move": ([20, -900], [0.5, 0]), "white": ([20, 900], [0.5, 1]), "black": ([-20, -900], [0.5, 0])}
        if name == "some.bullet":
            # The board is turned, so that the side to move is White.
            expected |= {"white": expected["side_to_move"], "black": ([-20, 900], [0.5, 1])}
        for view, (scores, points) in expected.items():
            for options in ({"view": view}, {"first": view}, {"view": view, "first": "white"}):
                (found,) = InputDataset(tmp_path / name, "chess_768", **options)
                assert found.columns["score"].tolist() == scores, (name, options)
                assert found.columns["points"].tolist() == points, (name, options)
        (found,) = InputDataset(tmp_path / name, "chess_768")
        assert found.columns["score"].tolist() == [20, -900]
    with pytest.raises(ValueError, match="^view: expected 'side_to_move', 'white' or 'black', found 'red'"):
        InputDataset(tmp_path / "some.plain", "chess_768", view="red")


# What is empty or no file.


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
@pytest.mark.parametrize("kind", [None, "binpack", "lines", "bullet", "parquet"])
def test_a_pipe_is_refused(kind, tmp_path):
    os.mkfifo(tmp_path / "pipe.binpack")
    with pytest.raises(ValueError, match="source: expected a file, found .*pipe.binpack, which is none; hyperbola.read"):
        InputDataset(tmp_path / "pipe.binpack", "chess_768", kind=kind)


def test_files_without_a_row_are_an_error(tmp_path):
    for name in ("a.fens", "a.plain", "a.bullet"):
        (tmp_path / name).write_bytes(b"")
        with pytest.raises(ValueError, match=f"^source: expected at least one row, .*{name} has none$"):
            list(InputDataset(tmp_path / name, "chess_768"))
    (tmp_path / "forty.bin").write_bytes(b"\xff" * 40)
    with pytest.raises(ValueError, match="^source: expected at least one row, .*forty.bin has none that bad_rows would keep$"):
        list(InputDataset(tmp_path / "forty.bin", "chess_768", bad_rows="skip"))
    path = DATA / "evals.jsonl"
    for options, text in [
        ({"filters": {"min_pieces": 33}}, "filters"),
        ({"keep": lambda positions, columns: columns["score"] > 1e9}, "keep"),
        ({"sampling": Sampling(min_ply=60000)}, "sampling"),
    ]:
        for shard in ((0, 1), (1, 2)) if text != "sampling" else ((0, 1),):
            with pytest.raises(ValueError, match=f"has none that {text} would keep$"):
                list(InputDataset(path, "chess_768", shard=shard, **options))
    # A share may be empty where others are not.
    assert list(InputDataset(DATA / "dfrc.viri", "chess_768", shard=(1, 2))) == []


def test_what_could_not_be_read_is_warned_of(tmp_path):
    (tmp_path / "forty.bin").write_bytes(b"\xff" * 40)
    with pytest.warns(UserWarning, match="no row was read; the first of 1 mistakes: .*forty.bin: record 1, byte 0"):
        (batch,) = hyperbola.read(tmp_path / "forty.bin", bad_rows="skip")
    assert len(batch) == 0 and len(batch.left_out) == 1


# The state.


def test_the_state_of_other_inputs_or_files_is_refused(tmp_path):
    path = tmp_path / "some.plain"
    path.write_bytes((DATA / "edge.plain").read_bytes())
    state = InputDataset(path, "chess_768").state_dict()
    InputDataset(path, "chess_768").load_state_dict(state)
    for options, text in [
        ({"inputs": "halfka_v2_hm"}, "digest of the inputs"),
        ({"view": "white"}, "view white, found side_to_move"),
        ({"first": "white"}, "first white, found side_to_move"),
        ({"keep": lambda positions, columns: columns["score"] > 0}, "keep .*lambda"),
        ({"sampling": Sampling(share=0.5)}, "sampling Sampling"),
        ({"interleave": 2}, "interleave 2, found 1"),
    ]:
        with pytest.raises(ValueError, match=f"^state: expected the {text}"):
            InputDataset(path, **{"inputs": "chess_768", **options}).load_state_dict(state)
    content = path.read_bytes()
    for place in (0, len(content) // 2, len(content) - 3):
        changed = bytearray(content)
        changed[place] ^= 1
        path.write_bytes(changed)
        with pytest.raises(ValueError, match="^state: expected the digest of the files"):
            InputDataset(path, "chess_768").load_state_dict(state)


def test_batches_of_batches_are_refused():
    for workers in (0, 1):
        with pytest.raises(ValueError, match=r"batch_size: expected DataLoader\(dataset, batch_size=None\)"):
            next(iter(DataLoader(InputDataset(DATA / "std.txt", "chess_768"), num_workers=workers)))


@pytest.mark.parametrize("options", [{}, {"persistent_workers": True}])
def test_workers_have_another_order_in_each_epoch(options, many):
    path, rows = many
    found = InputDataset(path, "chess_768", filters={"every": 40}, shuffle=1 << 16, seed=5)
    made = loader(found, **options)
    epochs = []
    for _ in range(3):
        batches = list(made)
        epochs.append([batch.inputs.tolist() for batch in batches])
        assert len({batch.place.epoch for batch in batches}) == 1
    assert [batch.place.epoch for batch in batches] == [2] * len(batches)
    assert epochs[0] != epochs[1] != epochs[2] != epochs[0]
    assert sorted(map(len, epochs[0])) == sorted(map(len, epochs[1]))
    if options:
        return
    # It is the epoch that decides, and set_epoch() names it.
    for epoch in (1, 0):
        found.set_epoch(epoch)
        assert [batch.inputs.tolist() for batch in made] == epochs[epoch]
    # What went on is followed by the next epoch, from its beginning.
    taken = next(iter(made))
    found.took(taken)
    again = InputDataset(path, "chess_768", filters={"every": 40}, shuffle=1 << 16, seed=5)
    again.load_state_dict(found.state_dict())
    assert len(list(loader(again))) == len(epochs[0]) - 1
    found.set_epoch(taken.place.epoch + 1)
    assert rows_of(loader(again)) == rows_of(made)
    # Without workers it goes on too.
    assert {batch.place.epoch for batch in again} == {taken.place.epoch + 2}


# What a batch has, and which rows it has.


def test_extras_are_those_of_the_positions():
    for name in ("edge.binpack", "std.bullet", "std.txt"):
        batches = list(InputDataset(DATA / name, "chess_768", batch_size=30, shuffle=100, extras=["piece_count", "ply", "positions"]))
        counts, plies = column(batches, "piece_count"), column(batches, "ply")
        positions = Positions.concat(batch.columns["positions"] for batch in batches)
        assert counts.tolist() == [sum(letter.isalpha() for letter in fen.split()[0]) for fen in positions.fens()]
        (whole,) = hyperbola.read(DATA / name)
        assert sorted(plies.tolist()) == sorted(whole.plies.tolist())
        assert sorted(positions.fens()) == sorted(whole.fens())
        assert (counts.dtype, plies.dtype) == (np.int64, np.int64)
    (batch,) = loader(InputDataset(DATA / "std.txt", "chess_768", extras=["positions"]), 1)
    assert batch.columns["positions"].fens() == hyperbola.read(DATA / "std.txt").__next__().fens()
    with pytest.raises(ValueError, match="^extras: expected some of piece_count, ply, positions; found 'pieces'"):
        InputDataset(DATA / "std.txt", "chess_768", extras=["pieces"])


def scored(positions, columns):
    return ~np.isnan(columns["score"])


def test_a_filter_of_the_users_own(unscored):
    path = unscored
    (whole,) = hyperbola.read(path)
    assert (len(whole), whole.has_score.sum()) == (100, 66)
    for shuffle in (0, 16):
        batches = list(InputDataset(path, "chess_768", keep=scored, batch_size=8, shuffle=shuffle))
        found = sorted(column(batches, "score").tolist())
        assert found == sorted(whole.scores("side_to_move")[whole.has_score].tolist())
    assert len(pickle.loads(pickle.dumps(InputDataset(path, "chess_768", keep=scored)))._keep.__name__) == 6
    for keep, error, text in [
        (3, TypeError, "keep: expected a function of positions and columns, found int"),
        (lambda positions, columns: np.ones(3), ValueError, "keep: expected a bool for each of 100 rows, found an array of float64"),
        (lambda positions, columns: [True], ValueError, "keep: expected a bool for each of 100 rows"),
    ]:
        with pytest.raises(error, match=text):
            list(InputDataset(path, "chess_768", keep=keep))


def test_rows_are_left_out_by_chance(many):
    path, rows = many
    options = {"batch_size": 4096, "shuffle": 1 << 16, "extras": ["ply", "piece_count"]}

    def read(epoch=0, **sampling):
        found = InputDataset(path, "chess_768", sampling=Sampling(**sampling), **options)
        found.set_epoch(epoch)
        return list(found)

    quarter = read(share=0.25)
    assert abs(len(column(quarter, "score")) / rows - 0.25) < 0.005
    assert rows_of(quarter[:3]) == rows_of(read(share=0.25)[:3]) != rows_of(read(1, share=0.25)[:3])
    assert column(read(min_ply=30), "ply").min() == 30
    # A result that the score does not foresee is rarer than before.
    everything, agreeing = read(), read(result_scale=100)

    def surprises(batches):
        score, points = column(batches, "score"), column(batches, "points")
        return np.mean((points != 0.5) & ((score > 200) & (points == 0) | (score < -200) & (points == 1)))

    assert surprises(everything) > 0.005 and surprises(agreeing) < surprises(everything) / 4
    wanted = np.zeros(33)
    wanted[20:31] = 1
    counts = np.bincount(column(read(piece_counts=wanted, piece_share=0.1), "piece_count"), minlength=33)
    before = np.bincount(column(everything, "piece_count"), minlength=33)
    assert not counts[:20].any() and not counts[31:].any() and abs(counts.sum() / before.sum() - 0.1) < 0.01
    # What is frequent comes as often as its weight says, and what is rare stays.
    counts, before = counts[20:31], before[20:31]
    frequent = before > 1.3 * counts
    assert frequent.any() and counts[frequent].min() > 0.85 * counts.max()
    assert (counts[~frequent] > 0.75 * before[~frequent]).all()
    for wrong, text in [
        ({"share": 0}, "share: expected a number above 0"),
        ({"min_ply": -1}, "min_ply: expected a number from 0"),
        ({"result_scale": 0}, "result_scale: expected a number above 0"),
        ({"piece_counts": [1] * 32}, "piece_counts: expected 33 weights"),
        ({"piece_counts": [0] * 33}, "piece_counts: expected 33 weights"),
        ({"piece_share": float("nan")}, "piece_share: expected a number above 0"),
    ]:
        with pytest.raises(ValueError, match=text):
            Sampling(**wrong)
    with pytest.raises(TypeError, match="sampling: expected Sampling, found float"):
        InputDataset(path, "chess_768", sampling=0.5)


@pytest.mark.parametrize("options", [
    {},
    {"prefetch": 3},
    {"interleave": 3},
    {"interleave": 3, "prefetch": 2, "sampling": Sampling(share=0.7)},
])  # fmt: skip
def test_a_dataset_goes_on_batch_for_batch(options, many):
    path, rows = many
    options = {"filters": {"every": 20}, "batch_size": 512, "shuffle": 1500, "seed": 3, **options}
    whole, batches, states = InputDataset(path, "chess_768", **options), [], []
    plain = InputDataset(path, "chess_768", **{**options, "prefetch": 0})
    for batch in whole:
        batches.append(batch)
        states.append(whole.state_dict())
    assert rows_of(batches) == rows_of(plain) and len(batches) > 20
    if "sampling" not in options:
        others = InputDataset(path, "chess_768", **{**options, "interleave": 1})
        assert sorted(column(batches, "score").tolist()) == sorted(column(others, "score").tolist())
    if "interleave" in options:
        assert [batch.place.share for batch in batches[:6]] == [0, 1, 2, 0, 1, 2]
    for taken in (1, 2, 9, len(batches) - 1, len(batches)):
        again = InputDataset(path, "chess_768", **options)
        again.load_state_dict(states[taken - 1])
        assert again.state_dict() == states[taken - 1]
        assert rows_of(again) == rows_of(batches[taken:]), taken


def test_workers_go_on_with_interleaved_parts(many):
    path, rows = many
    options = {"filters": {"every": 20}, "batch_size": 512, "interleave": 2}
    found, batches, states = InputDataset(path, "chess_768", **options), [], []
    for batch in loader(found):
        found.took(batch)
        batches.append(batch)
        states.append(found.state_dict())
    assert {batch.place[:2] for batch in batches} == {(share, 4) for share in range(4)}
    for taken in (1, 7):
        again = InputDataset(path, "chess_768", **options)
        again.load_state_dict(states[taken - 1])
        rest = list(loader(again))
        for worker in ((0, 1), (2, 3)):
            of_worker = [batch for batch in batches[taken:] if batch.place.share in worker]
            assert rows_of(of_worker) == rows_of(batch for batch in rest if batch.place.share in worker)


@pytest.mark.parametrize("prefetch", [0, 2])
def test_an_endless_dataset_begins_the_next_epoch(prefetch):
    options = {"batch_size": 30, "shuffle": 60, "seed": 1}
    one = InputDataset(DATA / "std.txt", "chess_768", **options)
    expected = [batch for _ in range(3) for batch in one]
    endless = InputDataset(DATA / "std.txt", "chess_768", endless=True, prefetch=prefetch, **options)
    found, states = [], []
    for batch in endless:
        found.append(batch)
        states.append(endless.state_dict())
        if len(found) == len(expected):
            break
    assert rows_of(found) == rows_of(expected)
    assert [batch.place for batch in found] == [batch.place for batch in expected]
    endless.load_state_dict(states[5])
    assert rows_of([batch for batch, _ in zip(endless, range(3))]) == rows_of(found[6:9])


def test_a_thread_makes_batches_ahead_and_ends(many):
    path, _ = many
    made = []

    def keep(positions, columns):
        made.append(threading.current_thread().name)
        return np.ones(len(positions), bool)

    batches = iter(InputDataset(path, "chess_768", batch_size=1024, keep=keep, prefetch=3))
    next(batches)
    end = time.monotonic() + 60
    # Three wait beside the one that was taken, and no more are made.
    while len(made) < 4 and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.2)
    assert made == ["hyperbola-prefetch"] * 4
    batches.close()
    assert not any(thread.name == "hyperbola-prefetch" for thread in threading.enumerate())

    def failing(positions, columns):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        next(iter(InputDataset(path, "chess_768", keep=failing, prefetch=1)))


@pytest.mark.parametrize("options", [{}, {"interleave": 2}, {"shuffle": 50}, {"prefetch": 3, "shuffle": 30}])
def test_progress_grows_to_the_end(options, many):
    path, _ = many
    for source, batch_size in [(DATA / "std.bullet", 2), (path, 4096)]:
        found, read = InputDataset(source, "chess_768", batch_size=batch_size, **options), []
        assert found.progress() == 0
        for _ in found:
            read.append(found.progress())
        assert found.progress() == 0 and read == sorted(read) and read[0] < 0.3 and read[-1] > 0.7
        if source == DATA / "std.bullet":
            # Records have places of their own.
            assert np.abs(np.array(read) - np.arange(1, 51) / 50).max() < 0.08
    found, read = InputDataset(DATA / "std.bullet", "chess_768", batch_size=2, **{**options, "shuffle": 0}), []
    for batch in loader(found):
        found.took(batch)
        read.append(found.progress())
    assert read == sorted(read) and read[0] < 0.3 and read[-1] > 0.8


def test_read_says_how_far_it_is(many, tmp_path):
    path, rows = many
    files = sorted(pathlib.Path(path).parent.iterdir())
    size, small = sum(file.stat().st_size for file in files), DATA / "edge.plain"
    for options, total, least in [({}, size, rows), ({"threads": 2}, size, rows), ({"shard": (0, 2)}, size // 2, rows // 2)]:
        said = []
        read = sum(map(len, hyperbola.read(path, progress=lambda *found: said.append(found), **options)))
        done = [found[0] for found in said]
        assert {found[1] for found in said} == {total} and done == sorted(done) and done[-1] == total
        assert 0 < done[0] < total and read >= least
    pytest.importorskip("pyarrow")
    for name in ("a.parquet", "a.arrow"):
        hyperbola.write(tmp_path / name, hyperbola.read(small))
        said = []
        list(hyperbola.read([tmp_path / name, small], rows=50, progress=lambda *found: said.append(found)))
        total = (tmp_path / name).stat().st_size + small.stat().st_size
        assert said[-1] == (total, total) and said[0][0] < (tmp_path / name).stat().st_size < said[4][0]
    with pytest.raises(TypeError, match="progress: expected a function"):
        hyperbola.read(small, progress=True)


# The example.


def train(*arguments, check=True):
    run = [sys.executable, TRAIN, *map(str, arguments)]
    return subprocess.run(run, capture_output=True, text=True, check=check)


def losses_of(run):
    return [float(word) for line in run.stdout.splitlines() for word in line.replace(",", "").split() if word[:2] == "0."]


def test_rows_without_a_score_do_not_make_a_loss_nan(unscored):
    run = train(unscored, "--epochs", 2, "--batch", 8, "--validation", unscored)
    assert len(losses_of(run)) == 4 and np.isfinite(losses_of(run)).all() and "nan" not in run.stdout
    assert "left out without a score: 68 rows" in run.stderr


def test_the_share_of_results_changes_what_is_learnt(tmp_path):
    # All scores are those of a draw, and White has won all games.
    won = DataBatch(Positions.from_fens([Position().fen()] * 64), scores=[0] * 64, results=[1] * 64, view="white")
    hyperbola.write(tmp_path / "won.plain", won)
    few = ["--epochs", 60, "--batch", 16, "--export", tmp_path / "few.bin"]
    bias = {}
    for share in (0, 1):
        last = losses_of(train(tmp_path / "won.plain", *few, "--results", share))[-1]
        assert last < 0.01
        bias[share] = int(np.frombuffer((tmp_path / "few.bin").read_bytes()[-4:], "<i4")[0])
    assert bias[1] > bias[0]


def test_a_training_ends_with_the_reason(tmp_path):
    none = DataBatch(Positions.from_fens([Position().fen()] * 5), results=[1] * 5, view="white")
    hyperbola.write(tmp_path / "none.plain", none)
    (tmp_path / "empty.plain").write_bytes(b"")
    for arguments, text in [
        ([DATA / "std.txt", "--rate", "inf"], "epoch 0, batch 1: the loss is nan: scores from"),
        ([tmp_path / "empty.plain"], "source: expected at least one row"),
        ([tmp_path / "none.plain"], "source: expected at least one row, .* that keep would keep"),
        ([DATA / "std.txt", "--validation", tmp_path / "empty.plain"], "source: expected at least one row"),
        ([tmp_path / "missing.plain"], "missing.plain"),
    ]:
        run = train(*arguments, "--epochs", 1, "--batch", 50, check=False)
        assert run.returncode == 1 and re.search(text, run.stderr), run.stderr
        assert "Traceback" not in run.stderr and not run.stdout


def test_a_training_goes_on(tmp_path):
    options = ["--epochs", 3, "--batch", 16, "--save-seconds", 0]
    whole = train(DATA / "std.txt", *options, "--export", tmp_path / "whole.bin")
    state = tmp_path / "network.pt"
    run = [sys.executable, TRAIN, DATA / "std.txt", *map(str, options), "--state", state]
    with subprocess.Popen(list(map(str, run)), stdout=subprocess.PIPE, text=True) as child:
        end = time.monotonic() + 120
        while not state.exists() and time.monotonic() < end:
            time.sleep(0.005)
        child.kill()
        first = child.stdout.read()
    rest = train(DATA / "std.txt", *options, "--state", state, "--export", tmp_path / "rest.bin")
    lines = dict.fromkeys(first.splitlines() + rest.stdout.splitlines())
    assert list(lines) == whole.stdout.splitlines()
    assert (tmp_path / "rest.bin").read_bytes() == (tmp_path / "whole.bin").read_bytes()


SIZES = [([], (b"halfka_v2_hm", 32)), (["--inputs", "chess_768", "--width", 64], (b"chess_768", 64))]


@pytest.mark.parametrize(("options", "size"), SIZES)
def test_the_exported_network_has_the_scores_of_the_trained_one(tmp_path, options, size):
    state, path = tmp_path / "network.pt", tmp_path / "network.bin"
    train(TESTDATA / "positions" / "valid.fens", "--epochs", 2, "--state", state, "--export", path, *options)
    content = path.read_bytes()
    length = int.from_bytes(content[8:12], "little")
    names, place = content[12 : 12 + length].decode(), 20 + length
    inputs, width = np.frombuffer(content[place - 8 : place], "<u4").tolist()
    assert content[:8] == b"HYPNET1\n" and (names.encode(), width) == size
    assert inputs == hyperbola.InputSet(names).size and len(content) == place + 2 * inputs * width + 4 * (2 * width + 1)
    first = np.frombuffer(content, "<i2", inputs * width, place).reshape(inputs, width)
    last = np.frombuffer(content, "<i4", 2 * width + 1, place + first.nbytes)
    positions = Positions.from_fens([f"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {side} KQkq - 0 1" for side in "wb"])
    offsets, numbers = positions.inputs(names)
    lists = [numbers[a:b] for a, b in zip(offsets, offsets[1:])]
    views = np.stack([first[some].sum(axis=0, dtype=int).clip(0, 255) for some in lists]).reshape(-1, 2 * width)
    scores = (views @ last[:-1].astype(int) + last[-1]) / 256
    weights = torch.load(state)["network"]
    exact = [weights["first.weight"][torch.tensor(some.astype(np.int64))].sum(dim=0).clamp(0, 1) for some in lists]
    exact = torch.stack(exact).reshape(-1, 2 * width) @ weights["last.weight"][0] + weights["last.bias"]
    assert np.abs(scores - 400 * exact.numpy()).max() < 15
