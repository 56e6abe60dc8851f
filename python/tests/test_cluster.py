"""Features and counts on a Dask cluster on this machine, when nothing goes wrong."""

from __future__ import annotations

import importlib.metadata
import json
import os
import pathlib

import numpy as np
import pytest
from conftest import TESTDATA, import_or_skip

pa = import_or_skip("pyarrow")
pq = import_or_skip("pyarrow.parquet")
distributed = import_or_skip("distributed")

from cluster_support import KIWIPETE, files_of, heavy, write_fens  # noqa: E402

import hyperbola  # noqa: E402
from hyperbola import Position, Positions, cluster  # noqa: E402
from hyperbola.cluster import _columns, _features, _files, _perft  # noqa: E402


def numbers(table, name):
    """Returns a column of fixed size as an array."""
    shape = [int(n) for n in table.schema.field(name).metadata[b"shape"].split(b",") if n]
    column = table[name].combine_chunks()
    values = column.values if shape else column
    return values.to_numpy(zero_copy_only=False).reshape([-1, *shape])


def test_parts_have_the_features_of_their_rows(client, tmp_path, fens):
    source = write_fens(tmp_path / "in.parquet", fens * 3, 1000)
    names = ["mobility", "attacks", "keys", "legal_moves", "halfka_v2_hm", "threats"]
    manifest = cluster.features(source, tmp_path / "out", names, client=client)
    table = pq.read_table(tmp_path / "out")
    assert manifest["rows"] == len(table) == 3 * len(fens) and manifest["bad_rows"] == 0
    assert table["row"].to_pylist() == list(range(len(table)))
    positions = Positions.from_fens(fens * 3)
    for name in ["mobility", "attacks", "keys"]:
        expected = positions.compute(name)
        assert np.array_equal(numbers(table, name), expected) and expected.any()
    offsets, items = positions.compute("legal_moves")
    lists = np.split(items, offsets[1:-1])
    assert table["legal_moves"].to_pylist() == [found.tolist() for found in lists]
    offsets, items = positions.compute("halfka_v2_hm")
    lists = [found.tolist() for found in np.split(items, offsets[1:-1])]
    assert table["halfka_v2_hm"].to_pylist() == [lists[n : n + 2] for n in range(0, len(lists), 2)]
    offsets, items = positions.compute("threats")
    lists = np.split(items, offsets[1:-1])
    assert table["threats"].to_pylist() == [found.tolist() for found in lists]
    assert [part["file"] for part in manifest["parts"]] == files_of(tmp_path / "out")
    assert cluster.verify(tmp_path / "out") == len(table)


def test_every_feature_can_be_written(client, tmp_path, fens):
    source = write_fens(tmp_path / "in.parquet", fens[:50] + ["no FEN"], 30)
    cluster.features(source, tmp_path / "out", hyperbola.features(), client=client)
    table = pq.read_table(tmp_path / "out")
    assert table.schema.names == ["row", *hyperbola.features()]
    assert all(table[name].null_count == 1 for name in hyperbola.features())


def test_bad_rows_are_counted_and_listed_and_have_nulls(client, tmp_path, fens):
    rows = fens[:90]
    bad = {7: "", 8: "no FEN", 45: "8/8/8/8/8/8/8/8 w - - 0 1", 80: None}
    for row, text in bad.items():
        rows[row] = text
    source = write_fens(tmp_path / "in.parquet", rows, 20)
    out = tmp_path / "out"
    manifest = cluster.features(source, out, ["attacks", "keys", "legal_moves"], client=client)
    assert (manifest["rows"], manifest["bad_rows"]) == (90, 4)
    assert [part["bad_rows"] for part in manifest["parts"]] == [2, 0, 1, 0, 1]
    listed = pq.read_table(out / "_bad")
    assert listed["row"].to_pylist() == list(bad)
    assert listed["text"].to_pylist() == [text or "" for text in bad.values()]
    assert all(listed["reason"].to_pylist())
    table = pq.read_table(out)
    for name in ["attacks", "keys", "legal_moves"]:
        assert [row for row in range(90) if not table[name][row].is_valid] == list(bad)
    good = [row for row in range(90) if row not in bad]
    expected = Positions.from_fens([rows[row] for row in good]).compute("keys")
    assert table["keys"].take(good).to_pylist() == expected.tolist()


def work(names):
    return _features._work(names, "fen", (), "parquet", None, "mark", False, "auto")


def test_the_size_of_batches_changes_no_number(tmp_path, fens, monkeypatch):
    source = write_fens(tmp_path / "in.parquet", [*fens[:300], "no FEN", *fens[:20]], 400)
    tables = []
    for rows in (7, 100, 1000):
        monkeypatch.setattr(_features, "_batch_rows", lambda *_, rows=rows: rows)
        path, bad = tmp_path / f"{rows}.parquet", []
        part = _features._Part("part", str(source), 0, 1000, 321)
        _features._write_features(part, path, work(["attacks", "halfka_v2_hm"]), bad)
        assert [row for row, _, _ in bad] == [1300]
        tables.append(pq.read_table(path))
    assert tables[0] == tables[1] == tables[2] and len(tables[0]) == 321


def test_inputs_of_every_kind(client, tmp_path, fens):
    kinds = [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())]
    (tmp_path / "in").mkdir()
    for number, kind in enumerate(kinds):
        column = pa.array(fens[:40]).cast(kind)
        table = pa.table({"other": list(range(40)), "text": column})
        pq.write_table(table, tmp_path / "in" / f"{number}.parquet", row_group_size=25)
    write_fens(tmp_path / "in" / "3.parquet", [], 10, "text")
    manifest = cluster.features(
        tmp_path / "in", tmp_path / "out", ["keys"], column="text", client=client
    )
    assert manifest["rows"] == 120 and len(manifest["parts"]) >= 6
    keys = Positions.from_fens(fens[:40]).compute("keys").tolist()
    assert pq.read_table(tmp_path / "out")["keys"].to_pylist() == keys * 3
    # The same files, named one by one.
    paths = sorted((tmp_path / "in").iterdir())
    again = cluster.features(paths, tmp_path / "again", ["keys"], "text", client)
    assert again["digest"] == manifest["digest"]


def test_other_columns_and_bad_rows(client, tmp_path, fens, monkeypatch):
    """Each policy, with columns that are kept beside the rows; small batches cut the row groups."""
    wrong = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"
    texts = [*fens[:6], "x", wrong, *fens[6:12]]
    score = pa.array([None, *range(1, 14)], pa.int16())
    table = pa.table({"score": score, "fen": texts, "who": [[f"player {n}"] for n in range(14)]})
    source = tmp_path / "in.parquet"
    pq.write_table(table, source, row_group_size=9)
    monkeypatch.setattr(_features, "BATCH_ROWS", 4)
    for bad_rows, lenient, bad in [("mark", False, [6, 7]), ("skip", False, [6, 7]), ("skip", True, [6]), ("mark", True, [6])]:
        out, options = tmp_path / f"{bad_rows}-{lenient}", {"bad_rows": bad_rows, "lenient": lenient}
        wanted = {"names": ["keys"], "others": ["who", "score", "who"], **options}
        manifest = cluster.features(source, out, client=client, **wanted)
        assert manifest["rows"] == 14 and manifest["bad_rows"] == len(bad) == sum(p["bad_rows"] for p in manifest["parts"])
        assert pq.read_table(out / "_bad")["row"].to_pylist() == bad
        read = pq.read_table(out)
        positions = Positions.from_fens(texts, **options)
        rows = [row for row in range(14) if bad_rows == "mark" or row not in bad]
        assert read["row"].to_pylist() == rows and read.schema.names == ["row", "keys", "who", "score"]
        assert read.select(["who", "score"]) == table.select(["who", "score"]).take(rows)
        keys = [None if mark else key for key, mark in zip(positions.compute("keys").tolist(), positions.marked)]
        assert read["keys"].to_pylist() == keys
        assert cluster.features(source, out, client=client, **wanted) == manifest
        for key, other in [("others", {"others": ["who"]}), ("policy", {"lenient": not lenient})]:
            with pytest.raises(cluster.OtherJobError, match=f"another run: its {key} is"):
                cluster.features(source, out, client=client, **{**wanted, **other})
    with pytest.raises(cluster.ClusterError, match=r"part-00000-000000.parquet: ValueError: .*in.parquet: row 6: .*\"x\""):
        cluster.features(source, tmp_path / "error", ["keys"], client=client, bad_rows="error")
    for options, message in [
        ({"others": ["row"]}, "^others: expected columns of other names .*'row'"),
        ({"others": ["keys"]}, "^others: expected columns of other names .*'keys'"),
        ({"others": ["scores"]}, "expected a column 'scores', found score, fen, who"),
        ({"bad_rows": "drop"}, "^bad_rows: expected"),
    ]:
        with pytest.raises(ValueError, match=message):
            cluster.features(source, tmp_path / "none", ["keys"], client=client, **options)
    with pytest.raises(TypeError, match="^lenient: expected a bool, found"):
        cluster.features(source, tmp_path / "none", ["keys"], client=client, lenient=1)


def test_other_columns_take_memory(tmp_path):
    """A row with large other columns makes batches shorter."""
    assert _features._batch_rows(["keys"], 1 << 20) < 32 < _features._batch_rows(["keys"])
    columns = {"fen": ["x"] * 9, "deep": [{"a": [b"x" * row * 5000]} for row in range(9)], "n": range(9)}
    table = pa.table(columns)
    pq.write_table(table, tmp_path / "in.parquet", use_dictionary=False)
    group = pq.read_metadata(tmp_path / "in.parquet").row_group(0)
    assert 19_000 < _features._bytes_of_others(group, ["deep"]) < 21_000
    assert _features._bytes_of_others(group, ["n"]) < 30 and _features._bytes_of_others(group, []) == 0


def test_a_row_group_without_rows_has_all_columns(tmp_path):
    source, path = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pa.table({"fen": pa.array([], pa.string()), "score": pa.array([], pa.int16())})
    with pq.ParquetWriter(source, table.schema) as writer:
        writer.write_table(table, row_group_size=1)
    some = _features._work(["keys"], "fen", ["score"], "parquet", None, "mark", False, "auto")
    if pq.read_metadata(source).num_row_groups:
        _features._write_features(_features._Part("part", str(source), 0, 0, 0), path, some, [])
        assert pq.read_table(path).schema.names == ["row", "keys", "score"]


def test_a_lenient_perft(client):
    fen = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"
    with pytest.raises(ValueError, match="expected a rook"):
        cluster.perft(fen, 2, client, tasks=2, recount=0)
    assert cluster.perft(fen, 2, client, tasks=2, recount=0, lenient=True).nodes == Position(fen, lenient=True).perft(2)


def test_a_long_text_of_a_dictionary_is_in_memory_once(tmp_path, fens):
    long = "x" * (1 << 22)
    texts = pa.DictionaryArray.from_arrays(np.arange(300, dtype=np.int32) % 2, [fens[0], long])
    source, path, bad = tmp_path / "in.parquet", tmp_path / "out.parquet", []
    pq.write_table(pa.table({"fen": texts}), source)
    before = pa.default_memory_pool().max_memory()
    _features._write_features(
        _features._Part("part", str(source), 0, 0, 300), path, work(["keys"]), bad
    )
    assert [row for row, _, _ in bad] == list(range(1, 300, 2))
    assert pq.read_table(path)["keys"].null_count == 150
    assert pa.default_memory_pool().max_memory() < max(before, 40 * len(long))


def test_wrong_calls_are_refused(client, tmp_path, fens):
    source = write_fens(tmp_path / "in.parquet", fens[:10], 5)
    out = tmp_path / "out"
    cases = [
        ((source, out, ["attack"]), ValueError, "expected the name of a feature, found 'attack'"),
        ((source, out, []), ValueError, "at least one feature"),
        ((source, out, "attacks"), TypeError, "found one str"),
        ((source, out, ["keys"], "fens"), ValueError, "expected a column 'fens', found fen"),
        ((tmp_path / "none.parquet", out, ["keys"]), FileNotFoundError, "none.parquet"),
        (([], out, ["keys"]), FileNotFoundError, "expected at least one file"),
        ((source, tmp_path, ["keys"]), FileExistsError, "has other files"),
    ]
    for arguments, kind, message in cases:
        with pytest.raises(kind) as caught:
            cluster.features(*arguments, client=client)
        assert message in str(caught.value)
    (tmp_path / "text.parquet").write_text("no Parquet")
    with pytest.raises(pa.ArrowInvalid, match="text.parquet: Parquet magic bytes not found"):
        cluster.features(tmp_path / "text.parquet", out, ["keys"], client=client)
    for arguments, message in [
        ((5, out, ["keys"]), "^source: expected a path or a list of paths, found int"),
        (([source, 5], out, ["keys"]), "^source: expected a path, found int"),
        ((source, None, ["keys"]), "^out_dir: expected a path, found NoneType"),
        ((source, out, 5), "^names: expected a list of str, found int"),
        ((source, out, ["keys", 5]), "^names: expected a str at index 1, found int"),
    ]:
        with pytest.raises(TypeError, match=message):
            cluster.features(*arguments, client=client)
    with pytest.raises(TypeError, match="^out_dir: "):
        cluster.verify(5)
    pq.write_table(pa.table({"fen": [1, 2]}), tmp_path / "numbers.parquet")
    with pytest.raises(TypeError, match="numbers.parquet: expected strings in the column 'fen', found int64"):
        cluster.features(tmp_path / "numbers.parquet", tmp_path / "numbers", ["keys"], client=client)


def test_another_run_does_not_mix_with_a_first(client, tmp_path, fens):
    source = write_fens(tmp_path / "in.parquet", fens[:10], 5)
    other = write_fens(tmp_path / "other" / "in.parquet", fens[10:20], 5)
    out = tmp_path / "out"
    manifest = cluster.features(source, out, ["keys"], client=client)
    assert cluster.features(source, out, ["keys"], client=client) == manifest
    for arguments, key in [((other, out, ["keys"]), "inputs"), ((source, out, ["pinned"]), "features")]:
        with pytest.raises(cluster.OtherJobError, match=f"its {key} is"):
            cluster.features(*arguments, client=client)
    (out / manifest["parts"][0]["file"]).write_bytes(b"else")
    with pytest.raises(ValueError, match="is missing, or is not what the manifest says"):
        cluster.verify(out)
    # What is damaged is done again.
    assert cluster.features(source, out, ["keys"], client=client) == manifest
    assert cluster.verify(out) == 10


def test_perft_gives_the_known_counts(client):
    result = cluster.perft(None, 5, client)
    assert (result.nodes, result.split, result.positions) == (4_865_609, 3, 5362)
    assert (result.sequences, result.tasks, len(result.recounted)) == (8902, 256, 2)
    assert cluster.perft(KIWIPETE, 4, client, tasks=7, recount=7).nodes == 4_085_603
    chess960 = "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9"
    for split in range(4):
        counted = cluster.perft(chess960, 3, client, split=split, tasks=5)
        assert counted.nodes == Position(chess960).perft(3) and counted.split == split
    assert cluster.perft("k7/8/1Q6/8/8/8/8/7K b - - 0 1", 3, client).nodes == 0


def test_perft_refuses_what_it_cannot_count(client):
    cases = [
        (("no FEN", 3), {}, "no FEN"),
        ((None, 3), {"tasks": 1_000_001}, "expected 1 to 1000000 shards, found 1000001"),
        ((None, 0), {}, "depth: expected a number from 1 to 255, found 0"),
        ((None, 3), {"split": 4}, "split: expected a number from 0 to the depth 3, found 4"),
        ((None, 3), {"tasks": 0}, "tasks: expected at least 1, found 0"),
        ((KIWIPETE, 9), {"split": 5}, "after 5 there are more than 2000000 positions"),
    ]
    for arguments, options, message in cases:
        with pytest.raises(ValueError) as caught:
            cluster.perft(*arguments, client, **options)
        assert message in str(caught.value)


def files_of_tasks(folder):
    """Returns the file of each task, with the number that tells a file that was written again."""
    return {path.name: path.stat().st_ino for path in folder.iterdir() if path.name != "_lock"}


def test_a_count_is_gone_on_with(client, tmp_path):
    folder = tmp_path / "new" / "shards"
    whole = cluster.perft(None, 4, client, tasks=9, checkpoint=folder)
    assert whole.nodes == 197_281
    before = files_of_tasks(folder)
    assert sorted(before) == [f"{task}.json" for task in range(1, 10)]
    assert sum(json.loads((folder / name).read_text())["nodes"] for name in before) == 197_281
    # What is missing is counted, and what a killed run has left is removed.
    for removed in ([3], range(1, 10), []):
        for task in removed:
            (folder / f"{task}.json").unlink()
        if removed:
            (folder / ".hyperbola-abcdefghijkl.tmp").write_text("torn")
        assert cluster.perft(None, 4, client, tasks=9, checkpoint=folder).nodes == 197_281
        after = files_of_tasks(folder)
        assert sorted(after) == sorted(before)
        kept = [name for name in before if int(name.removesuffix(".json")) not in removed]
        assert all(after[name] == before[name] for name in kept)
        before = after


@pytest.mark.parametrize("text", ["no shard", "{}", '{"form": 2}'])
def test_a_file_that_is_no_shard_is_left_alone(client, tmp_path, text):
    path = tmp_path / "1.json"
    path.write_text(text)
    with pytest.raises(cluster.OtherJobError, match="1.json is not a shard: "):
        cluster.perft(None, 3, client, split=1, checkpoint=tmp_path)
    assert path.read_text() == text
    with pytest.raises(FileExistsError):
        cluster.perft(None, 3, client, split=1, checkpoint=path)


def test_a_second_count_in_one_folder_is_refused(client, tmp_path):
    with _files.held(tmp_path / _files.LOCK):
        with pytest.raises(cluster.OtherJobError, match="_lock is used by another run"):
            cluster.perft(None, 3, client, tasks=4, checkpoint=tmp_path)
    assert cluster.perft(None, 3, client, tasks=4, checkpoint=tmp_path).nodes == 8902


def test_files_of_another_count_or_damaged_are_refused(client, tmp_path):
    cluster.perft(None, 3, client, tasks=4, checkpoint=tmp_path)

    def refused(message, fen=None, depth=3, **options):
        with pytest.raises(cluster.OtherJobError, match=f"1.json {message}.*; choose another folder"):
            cluster.perft(fen, depth, client, checkpoint=tmp_path, **{"tasks": 4, **options})

    refused("is a shard of another count: the number of shards 4, not 5", tasks=5)
    refused("is a shard of another count: the split after 2, not 1", split=1)
    refused("is a shard of another count: the depth 3, not 4", depth=4, split=2)
    refused("is a shard of another count: the position", KIWIPETE)
    path = tmp_path / "1.json"
    text, version = path.read_text(), importlib.metadata.version("hyperbola")
    path.write_text(text.replace(f'"version": "{version}"', '"version": "0.0.9"'))
    refused("is of the version 0.0.9 of this program")
    path.write_text(text.replace('"nodes": ', '"nodes": 1'))
    refused("is damaged")
    path.write_text((tmp_path / "2.json").read_text())
    refused("is not of this split")
    path.write_text(text)
    assert cluster.perft(None, 3, client, tasks=4, checkpoint=tmp_path).nodes == 8902


def test_a_wrong_result_does_not_pass_the_recount(client, tmp_path, monkeypatch):
    monkeypatch.setattr(_perft, "_kept", lambda folder, deal, tasks: {2: 2000})
    with pytest.raises(ValueError, match="the recount differs: task 2: 2000 sequences, recounted"):
        cluster.perft(None, 3, client, tasks=4, recount=4, checkpoint=tmp_path)


def test_a_cluster_is_started_where_none_is_given(tmp_path, fens, capfd):
    source = write_fens(tmp_path / "in.parquet", fens[:10], 5)
    manifest = cluster.features(source, tmp_path / "out", ["keys"], progress=True)
    assert manifest["rows"] == 10
    shown = capfd.readouterr().err
    assert "2/2 tasks" in shown and "rows/s" in shown


def test_no_batch_is_larger_than_stated():
    for name in hyperbola.features():
        rows = _features._batch_rows([name])
        busy = Positions.from_fens([KIWIPETE] * 8)
        width = _columns.row_bytes(busy.compute(name)) / 8 + 74
        assert 1 <= rows <= _features.BATCH_ROWS and rows * width <= _features.BATCH_BYTES


@heavy
def test_a_worker_stays_within_its_memory(tmp_path, fens):
    """A row group of a million rows, more than 2 GB of features, in a worker that may take 1 GiB."""
    rows = (fens * (1_000_000 // len(fens) + 1))[:1_000_000]
    source = write_fens(tmp_path / "in.parquet", rows, 1_000_000)
    with (
        distributed.LocalCluster(1, threads_per_worker=1, memory_limit="1GiB", dashboard_address=None) as own,
        distributed.Client(own) as client,
    ):
        names = ["attacks", "attacks_by_role", "attack_counts", "planes_all"]
        manifest = cluster.features(source, tmp_path / "out", names, client=client)
        peak = next(iter(client.run(_peak).values()))
    print(f"{manifest['rows']} rows, peak {peak >> 20} MiB")
    assert manifest["rows"] == 1_000_000 and peak < 700 << 20


def _peak() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@heavy
def test_deep_counts():
    with distributed.Client(dashboard_address=None, threads_per_worker=1, n_workers=os.cpu_count()) as client:
        assert cluster.perft(None, 8, client, recount=1).nodes == 84_998_978_956
        assert cluster.perft(KIWIPETE, 7, client, recount=1).nodes == 374_190_009_323


def test_the_names_are_documented():
    assert pathlib.Path(cluster.__file__).is_file()
    assert all(getattr(cluster, name).__doc__ for name in cluster.__all__)


def test_wrong_inputs_start_no_task(tmp_path, fens, monkeypatch):
    """What cannot succeed is refused before any task, without a cluster."""
    for module in (_features, _perft):
        monkeypatch.setattr(module, "run", lambda *_: pytest.fail("a task was started"))
        monkeypatch.setattr(module, "some_client", lambda *_: pytest.fail("a cluster was started"))
    source, out = write_fens(tmp_path / "in.parquet", fens[:10], 5), tmp_path / "out"
    for name, values in {"numbers": [1], "lists": [["x"]], "categories": pa.array([1]).dictionary_encode()}.items():
        path = tmp_path / f"{name}.parquet"
        pq.write_table(pa.table({"fen": values}), path)
        for paths in (path, [source, path]):
            with pytest.raises(TypeError, match=f"{name}.parquet: expected strings in the column 'fen', found"):
                cluster.features(paths, out, ["keys"])
    for client in ("x", 5, object()):
        with pytest.raises(TypeError, match="^client: expected a distributed.Client or None, found"):
            cluster.features(source, out, ["keys"], client=client)
        with pytest.raises(TypeError, match="^client: expected a distributed.Client or None, found"):
            cluster.perft(None, 3, client)
    with pytest.raises(TypeError, match="^column: expected a str, found int"):
        cluster.features(source, out, ["keys"], column=5)
    for name in ("depth", "split", "tasks", "recount"):
        with pytest.raises(TypeError, match=f"^{name}: expected an int, found float"):
            cluster.perft(**{"fen": None, "depth": 4, name: 3.5})
    with pytest.raises(TypeError, match="^checkpoint: expected a path, found int"):
        cluster.perft(None, 3, checkpoint=5)
    assert not out.exists()


def test_columns_of_bytes_are_texts(client, tmp_path, fens):
    for kind in (pa.binary(), pa.large_binary(), pa.dictionary(pa.int32(), pa.binary())):
        path, out = tmp_path / "in.parquet", tmp_path / str(kind)
        texts = [fens[0].encode(), None, b"x", fens[1].encode()]
        pq.write_table(pa.table({"fen": pa.array(texts, kind)}), path)
        assert cluster.features(path, out, ["keys"], client=client)["bad_rows"] == 2
        assert pq.read_table(out / "_bad")["text"].to_pylist() == ["", "x"]
        assert pq.read_table(out / "_bad")["reason"].to_pylist()[0] == "null"
        keys = pq.read_table(out)["keys"].to_pylist()
        assert keys == [Position(fens[0]).key, None, None, Position(fens[1]).key]


DATA = TESTDATA / "data"


@pytest.mark.parametrize("names", [["multichunk.binpack", "edge.binpack"], ["dfrc.viri"], ["edge.plain", "edge.plain"]])
def test_training_data_is_read_in_ranges(names, client, tmp_path, monkeypatch):
    monkeypatch.setattr(_features, "RANGE_BYTES", 3000)
    paths = [DATA / name for name in names]
    others, filters = ["score_white", "fen", "move"], {"max_ply": 90}
    manifest = cluster.features(paths, tmp_path / "out", ["keys"], client=client, others=others, filters=filters)
    parts = [part["file"] for part in manifest["parts"]]
    assert len(parts) == {"multichunk.binpack": 4, "dfrc.viri": 1, "edge.plain": 12}[names[0]]
    batches = list(hyperbola.read(paths, **filters))
    table = pq.read_table(tmp_path / "out")
    assert table.schema.names == ["row", "keys", *others]
    assert manifest["rows"] == len(table) == sum(map(len, batches)) > 100
    assert (numbers(table, "keys") == np.concatenate([b.positions.compute("keys") for b in batches])).all()
    for name in others:
        assert table[name].to_pylist() == [value for b in batches for value in b.to_arrow()[name].to_pylist()]
    first = pq.read_table(tmp_path / "out" / parts[0])
    assert first["row"].to_pylist() == list(range(len(first)))
    # The same call has nothing to do, and another one is refused.
    assert cluster.features(paths, tmp_path / "out", ["keys"], client=client, others=others, filters=filters) == manifest
    with pytest.raises(cluster.OtherJobError, match="its filters is"):
        cluster.features(paths, tmp_path / "out", ["keys"], client=client, others=others, filters={"max_ply": 9})
    assert cluster.verify(tmp_path / "out") == len(table)


@pytest.mark.parametrize("kind", ["leela", "pgn-match", "tuner", "montyformat"])
def test_kinds_that_are_named(kind, client, tmp_path, named_only, monkeypatch):
    monkeypatch.setattr(_features, "RANGE_BYTES", 100)
    path, entries = named_only[kind]
    manifest = cluster.features(path, tmp_path / "out", ["keys"], client=client, kind=kind)
    assert manifest["rows"] == entries
    # A file of games or of records of several sizes is one task.
    assert (len(manifest["parts"]) == 1) == (kind != "tuner")
    (batch,) = hyperbola.read(path, kind)
    assert (numbers(pq.read_table(tmp_path / "out"), "keys") == batch.positions.compute("keys")).all()


def test_rows_of_a_range_are_counted_over_its_batches(tmp_path, monkeypatch):
    monkeypatch.setattr(_features, "_batch_rows", lambda *_: 7)
    path, bad = tmp_path / "some.txt", []
    lines = (DATA / "std.txt").read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:40], "no position\n", *lines[40:]]))
    wanted = _features._work(["keys"], "fen", (), "bullet-text", None, "skip", False, "auto")
    part = _features._Part("part", str(path), 0, 0, None, (0, path.stat().st_size))
    _features._write_features(part, tmp_path / "out", wanted, bad)
    assert pq.read_table(tmp_path / "out")["row"].to_pylist() == list(range(100))
    # A multiple of 7 is before it, because the batch that it stands in begins there.
    assert [row for row, _, _ in bad] == [35]


def test_ranges_are_all_of_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr(_features, "RANGE_BYTES", 3000)
    for name, kind, size in [("some.bullet", "bullet", 6001), ("some.viri", "viriformat", 6001), ("none.plain", "plain", 0)]:
        path = tmp_path / name
        path.write_bytes(bytes(size))
        wanted = _features._work(["keys"], "fen", (), kind, None, "skip", False, "auto")
        _, parts = _features._asked([path], wanted)
        expected = {"bullet": [(0, 3000), (3000, 6000), (6000, 6001)], "viriformat": [(0, 6001)], "plain": []}
        assert [part.bounds for part in parts] == expected[kind]


def test_what_is_wrong_in_training_data_is_left_out_or_fails(client, tmp_path):
    path = tmp_path / "some.txt"
    path.write_text((DATA / "std.txt").read_text().replace(" w ", " x ", 3))
    out = tmp_path / "out"
    manifest = cluster.features(path, out, ["keys"], client=client)
    assert (manifest["rows"], manifest["bad_rows"]) == (97, 3)
    listed = pq.read_table(out / "_bad").to_pylist()
    assert len(listed) == 3 and all(f"{path}: line" in bad["reason"] for bad in listed)
    with pytest.raises(cluster.ClusterError, match="line 1, byte 0: "):
        cluster.features(path, tmp_path / "failed", ["keys"], client=client, bad_rows="error")


@pytest.mark.parametrize(
    ("source", "options", "text"),
    [
        ("std.marlin", {"bad_rows": "mark"}, "bad_rows: expected 'error' or 'skip' for the kind 'marlinformat'"),
        ("std.marlin", {"rules": "960"}, "rules: expected chess, chess960 or auto"),
        ("std.marlin", {"others": ["score"]}, "others: expected columns among fen, move"),
        ("std.marlin", {"filters": {"every": 0}}, "every: expected a number from 1"),
        ("std.txt", {"kind": "lines"}, "kind: expected one of parquet, binpack, .*; found 'lines'"),
        ("std.*[lt]", {}, "source: expected files of one kind, found "),
    ],
)
def test_wrong_options_for_training_data(source, options, text, tmp_path):
    with pytest.raises(ValueError, match=text):
        cluster.features(DATA / source, tmp_path / "out", ["keys"], **options)
    assert not (tmp_path / "out").exists()
