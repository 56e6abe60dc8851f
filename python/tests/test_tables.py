"""Arrow and Parquet, out and in."""

from __future__ import annotations

import re

import numpy as np
import pytest
from cluster_support import damage
from conftest import import_or_skip

import hyperbola
from hyperbola import Positions, parquet_batches

pa = import_or_skip("pyarrow")
pq = import_or_skip("pyarrow.parquet")


@pytest.fixture(scope="module")
def positions(fens):
    return Positions.from_fens(fens[:2000])


def test_columns_go_out_and_come_back(positions, tmp_path):
    batch = positions.to_arrow()
    assert batch.num_rows == 2000 and batch.schema.field("pawns").type == pa.uint64()
    assert batch.schema.field("castling").type == pa.list_(pa.uint8(), 4)
    assert batch.column("castling").to_pylist() == positions.castling.tolist()
    assert batch.column("en_passant").to_pylist() == positions.en_passant.tolist()
    # No copy.
    assert batch.column("kings").buffers()[1].address == positions.kings.ctypes.data
    pq.write_table(pa.Table.from_batches([batch]), tmp_path / "columns.parquet", row_group_size=300)
    table = pq.read_table(tmp_path / "columns.parquet")
    struct = batch.to_struct_array()
    assert struct.type.num_fields == 13 and len(struct) == 2000
    sliced = table.slice(5, 100)
    for columns in (batch, table, struct, pa.chunked_array([struct[:7], struct[7:]])):
        assert Positions.from_arrow(columns) == positions
    assert Positions.from_arrow(sliced) == positions[5:105]
    assert Positions.from_arrow(struct[3:9]) == positions[3:9]
    for empty in (batch.slice(0, 0), table.slice(0, 0), struct[:0]):
        assert len(Positions.from_arrow(empty)) == 0


def test_features_go_out(positions, tmp_path):
    some = positions[:50]
    names = ["fen", *hyperbola.features()]
    batch = some.to_arrow(names, threads=2)
    assert batch.schema.names == names
    pq.write_table(pa.Table.from_batches([batch]), tmp_path / "features.parquet")
    table = pq.read_table(tmp_path / "features.parquet")
    assert table.column("fen").to_pylist() == some.fens()
    for name in hyperbola.features():
        found = some.compute(name)
        column = table.column(name).to_pylist()
        if isinstance(found, tuple):
            offsets, items = found
            lists = [items[a:b].tolist() for a, b in zip(offsets, offsets[1:])]
            if len(lists) == 100:
                lists = [lists[2 * row : 2 * row + 2] for row in range(50)]
            assert column == lists, name
        else:
            assert column == found.tolist(), name
    assert batch.schema.field("attack_counts").type == pa.list_(pa.list_(pa.uint8(), 64), 2)
    assert batch.schema.field("halfka_v2_hm").type == pa.list_(pa.large_list(pa.int32()), 2)
    assert positions[:0].to_arrow(names).num_rows == 0
    keys = positions.compute("keys")
    assert positions.to_arrow(["keys"]).column(0).to_numpy().tolist() == keys.tolist()


def test_marked_rows_are_told_apart(fens):
    marked = Positions.from_fens([fens[0], "x", fens[1]], bad_rows="mark")
    batch = marked.to_arrow(["fen", "white"])
    assert batch.column("fen").null_count == 1 and batch.column("white").to_pylist()[1] == 0
    with pytest.raises(ValueError, match="row 1: expected one king of White, found 0"):
        Positions.from_arrow(marked.to_arrow())
    again = Positions.from_arrow(marked.to_arrow(), bad_rows="mark")
    assert again == marked and [bad.row for bad in again.bad_rows] == [1]
    assert Positions.from_arrow(marked.to_arrow(), bad_rows="skip") == marked[::2]


def test_other_libraries_take_the_columns(positions):
    assert pa.table(positions).column("white").to_numpy().tolist() == positions.white.tolist()
    polars = import_or_skip("polars")
    frame = polars.DataFrame(positions)
    assert frame["black"].to_list() == positions.black.tolist() and frame.width == 13


def test_wrong_columns_are_refused(positions):
    for names, error in ((["attack"], ValueError), ("attacks", TypeError), ([5], TypeError), (5, TypeError)):
        with pytest.raises(error, match="names|iterable"):
            positions.to_arrow(names)
    batch = positions[:9].to_arrow()
    with pytest.raises(ValueError, match="found no column 'white'"):
        Positions.from_arrow(batch.drop_columns(["white"]))
    with pytest.raises(TypeError, match="^columns: expected structs, a record batch, a table"):
        Positions.from_arrow([1])
    null = batch.set_column(0, "pawns", pa.array([None] * 9, pa.uint64()))
    with pytest.raises(ValueError, match="^row 0: null$"):
        Positions.from_arrow(null)
    for wrong in (pa.nulls(3), pa.array([[1]]), pa.array(["x"]), pa.chunked_array([["x"]])):
        with pytest.raises(TypeError, match=f"^columns: expected structs, .* of {wrong.type}.*from_fens"):
            Positions.from_arrow(wrong)
    with pytest.raises(ValueError, match="^column: expected the name of one column, found 'fens'; names: pawns"):
        Positions.from_arrow(batch, column="fens")
    with pytest.raises(TypeError, match="^fens: expected an Arrow column of strings"):
        Positions.from_arrow(batch, column="castling")
    text = batch.set_column(0, "pawns", pa.array(["x"] * 9))
    with pytest.raises(TypeError, match="pawns: expected integers"):
        Positions.from_arrow(text)


@pytest.fixture(scope="module")
def parquet(fens, tmp_path_factory):
    path = tmp_path_factory.mktemp("parquet") / "fens.parquet"
    table = pa.table({"id": range(2000), "fen": fens[:2000]})
    pq.write_table(table, path, row_group_size=300)
    return path


def test_parquet_is_read(parquet, positions):
    for source in (parquet, str(parquet), [parquet], pa.BufferReader(parquet.read_bytes())):
        assert Positions.from_parquet(source) == positions
    both = Positions.from_parquet([parquet, parquet], "fen", threads=2)
    assert len(both) == 4000 and both[2000:] == positions


@pytest.mark.parametrize("rows", [1, 77, 300, 10_000])
def test_parquet_is_read_in_batches(parquet, positions, rows):
    part = positions[:400] if rows == 1 else positions
    count = 0
    for first, found, others in parquet_batches([parquet], others=["id"], rows=rows):
        if count >= len(part):
            break
        assert first == count and len(found) == others.num_rows <= rows
        assert found == positions[first : first + len(found)]
        assert others.column("id").to_pylist() == list(range(first, first + len(found)))
        count += len(found)
    assert count == len(part)


def test_folders_and_patterns_have_an_order(fens, tmp_path):
    """Names are sorted; a list keeps its order; what begins with _ or a dot is no part of a folder."""
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    names = ["10.parquet", "9.parquet", "deep/b.parquet", "deep/deeper/a.parquet", "_x.parquet", ".y.parquet", "z.text"]
    for number, name in enumerate(names):
        pq.write_table(pa.table({"fen": fens[:1], "file": [number]}), tmp_path / name)

    def order(source):
        return [number for batch in parquet_batches(source, others=["file"]) for number in batch.others["file"].to_pylist()]

    assert order(tmp_path) == order(str(tmp_path)) == order([tmp_path]) == [0, 1]
    assert order(str(tmp_path / "*.parquet")) == [0, 1, 4]
    assert order(f"{tmp_path}/**/[a-z]*") == [2, 3, 6]
    assert order([tmp_path / "z.text", tmp_path / "deep", f"{tmp_path}/*.parquet"]) == [6, 2, 0, 1, 4]
    (tmp_path / "[9].parquet").write_bytes((tmp_path / "z.text").read_bytes())
    assert order(tmp_path / "[9].parquet") == [6], "a file whose name is a pattern too"
    assert Positions.from_parquet(tmp_path / "deep") == Positions.from_fens(fens[:1])


@pytest.mark.parametrize("rows", [7, 300, 1000])
def test_shares_are_all_rows_once(parquet, positions, fens, rows, tmp_path):
    small = tmp_path / "small.parquet"
    pq.write_table(pa.table({"id": range(2000, 2101), "fen": fens[:101]}), small, row_group_size=40)
    empty = tmp_path / "empty.parquet"
    pq.write_table(pa.table({"id": pa.array([], pa.int64()), "fen": pa.array([], pa.string())}), empty)
    source = [parquet, empty, small]
    both = Positions.concat([positions, positions[:101]])
    for count in (1, 2, 3, 8):
        ids, sizes = [], []
        for number in range(count):
            share = Positions.from_parquet(source, shard=(number, count))
            start, end = 2101 * number // count, 2101 * (number + 1) // count
            assert share == both[start:end]
            at = start
            for first, found, others in parquet_batches(source, others=["id"], rows=rows, shard=(number, count)):
                assert first == at and found == both[at : at + len(found)]
                assert len(found) == min(rows, end - at, 2000 - at if at < 2000 else 2101 - at)
                ids += others["id"].to_pylist()
                at += len(found)
            sizes.append(at - start)
        assert ids == list(range(2101)) and max(sizes) - min(sizes) <= 1
    assert list(parquet_batches(empty, shard=(0, 2))) == []


def test_bad_rows_of_shares_are_counted_through_all_files(fens, tmp_path):
    path = tmp_path / "bad.parquet"
    pq.write_table(pa.table({"fen": [*fens[:6], "x", *fens[6:10]], "id": range(11)}), path, row_group_size=4)
    for read in (lambda **options: Positions.from_parquet(path, shard=(1, 2), **options).bad_rows,
                 lambda **options: [bad for batch in parquet_batches(path, rows=2, shard=(1, 2), **options) for bad in batch.positions.bad_rows]):
        assert [bad.row for bad in read(bad_rows="skip")] == [6]
        with pytest.raises(ValueError, match="^row 6: "):
            read()
    ids = [number for batch in parquet_batches(path, rows=3, others=["id"], shard=(1, 2), bad_rows="skip") for number in batch.others["id"].to_pylist()]
    assert ids == [5, 7, 8, 9, 10]


def test_the_fens_are_among_the_others(parquet, fens):
    read = list(parquet_batches(parquet, others=iter(["fen", "id"]), rows=700))
    for first, _, others in read:
        assert others.schema.names == ["fen", "id"]
        assert others["fen"].to_pylist() == fens[:2000][first : first + len(others)]
        assert others["id"].to_pylist() == list(range(first, first + len(others)))
    assert sum(len(batch.others) for batch in read) == 2000
    batch = next(parquet_batches(parquet, others=["id", "id"], rows=3))
    assert batch.others.schema.names == ["id", "id"]
    with pytest.raises(TypeError, match=r"found one str; write others=\['fen'\]"):
        parquet_batches(parquet, others="fen")


@pytest.mark.parametrize("type", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_bad_rows_of_parquet_are_counted_through_all_files(type, fens, tmp_path):
    texts = [*fens[:6], None, "wrong", *fens[6:10]]
    path = tmp_path / "bad.parquet"
    pq.write_table(pa.table({"fen": pa.array(texts, type), "id": range(12)}), path, row_group_size=5)
    with pytest.raises(ValueError, match="row 6: "):
        Positions.from_parquet(path)
    read = Positions.from_parquet([path, path], bad_rows="skip")
    assert [bad.row for bad in read.bad_rows] == [6, 7, 18, 19] and len(read) == 20
    with pytest.raises(ValueError, match="row 6: "):
        list(parquet_batches(path, rows=4))
    bad, ids = [], []
    for batch in parquet_batches([path, path], others=["id"], rows=4, bad_rows="skip"):
        bad += [bad.row for bad in batch.positions.bad_rows]
        ids += batch.others["id"].to_pylist()
        assert len(batch.positions) == len(batch.others)
    assert bad == [6, 7, 18, 19] and ids == 2 * [0, 1, 2, 3, 4, 5, 8, 9, 10, 11]
    marked = [batch.positions.marked.tolist() for batch in parquet_batches(path, rows=12, bad_rows="mark")]
    assert [row for batch in marked for row in batch] == [text in (None, "wrong") for text in texts]


def test_categories_are_read_from_parquet(fens, tmp_path):
    """Columns of pandas and polars that keep each text once are dictionaries."""
    path = tmp_path / "categories.parquet"
    texts = pa.array([*fens[:6], None, *fens[:6]]).dictionary_encode()
    pq.write_table(pa.table({"fen": texts}), path, row_group_size=5)
    expected = [*fens[:6], None, *fens[:6]]
    read = Positions.from_parquet(path, bad_rows="mark")
    assert read == Positions.from_fens(expected[:6] + ["no FEN"] + expected[7:], bad_rows="mark")
    batches = list(parquet_batches(path, others=["fen"], rows=4, bad_rows="mark"))
    assert [fen for batch in batches for fen in batch.others["fen"].to_pylist()] == expected


def test_wrong_files_are_refused(parquet, tmp_path):
    with pytest.raises(ValueError, match="expected the column 'fens' in .*; found id, fen"):
        Positions.from_parquet(parquet, "fens")
    with pytest.raises(ValueError, match="expected the column 'score'"):
        list(parquet_batches(parquet, others=["score"]))
    with pytest.raises(TypeError, match="strings"):
        Positions.from_parquet(parquet, "id")
    with pytest.raises(FileNotFoundError):
        Positions.from_parquet(tmp_path / "nothing.parquet")
    with pytest.raises(ValueError, match="at least 1 row"):
        parquet_batches(parquet, rows=0)
    with pytest.raises(FileNotFoundError, match=re.escape(f"*.parquet in the folder {tmp_path}, found none")):
        Positions.from_parquet(tmp_path)
    with pytest.raises(FileNotFoundError, match="file of the pattern .*, found none"):
        next(parquet_batches(str(tmp_path / "*.pq")))
    for shard, error in [(5, TypeError), ((1, 2, 3), TypeError), (("a", 2), TypeError), ((2, 2), ValueError), ((-1, 2), ValueError)]:
        for read in (parquet_batches, Positions.from_parquet):
            with pytest.raises(error, match=r"^shard: expected .*\(i, n\).*, found "):
                read(parquet, shard=shard)
    for source in (None, [parquet, None]):
        with pytest.raises(TypeError, match="^source: expected a path or a file of Parquet, found NoneType$"):
            Positions.from_parquet(source)


def test_damaged_files_are_named(parquet, tmp_path):
    path = tmp_path / "damaged.parquet"
    data = parquet.read_bytes()
    for damaged in (b"", b"rnbq", data[:-30], data[:-200] + bytes(192) + data[-8:]):
        path.write_bytes(damaged)
        for read in (Positions.from_parquet, lambda source: next(parquet_batches(source))):
            with pytest.raises((ValueError, OSError), match=f"^{re.escape(str(path))}: ."):
                read([parquet, path] if read is Positions.from_parquet else path)
    groups = pq.read_metadata(parquet).num_row_groups
    assert groups > 3
    for group in range(groups):
        path.write_bytes(data)
        damage(path, group)
        place = f"^{re.escape(str(path))}: row group {group}: ."
        for rows in (100, 300, 450, 10_000):
            with pytest.raises((ValueError, OSError), match=place):
                list(parquet_batches(path, others=["id"], rows=rows))
        with pytest.raises((ValueError, OSError), match=place):
            Positions.from_parquet(path)


def test_streams_are_read(positions, fens):
    """A batch at a time, from whatever has Arrow's interface."""
    batch = positions.to_arrow(["fen", *[name for name in positions.to_arrow().schema.names]])
    batches = [batch.slice(start, 700) for start in range(0, 2000, 700)]

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return reader().__arrow_c_stream__(requested_schema)

    def reader():
        return pa.RecordBatchReader.from_batches(batch.schema, batches)

    for columns in (reader(), Stream(), positions, pa.Table.from_batches(batches)):
        assert Positions.from_arrow(columns) == positions
    for columns in (reader(), Stream(), batch, pa.Table.from_batches(batches), batch.to_struct_array()):
        assert Positions.from_arrow(columns, column="fen", threads=2) == positions
    assert len(Positions.from_arrow(pa.RecordBatchReader.from_batches(batch.schema, []))) == 0
    assert len(Positions.from_arrow(pa.chunked_array([], batch.to_struct_array().type))) == 0
    polars = import_or_skip("polars")
    frame = polars.DataFrame(batch)
    assert Positions.from_arrow(frame.drop("castling").with_columns(castling=polars.Series(positions.castling))) == positions
    assert Positions.from_arrow(frame, column="fen") == positions
    assert Positions.from_arrow(frame[5:9].select("fen"), column="fen") == positions[5:9]
    assert Positions.from_arrow(frame.to_struct("rows"), column="fen") == positions
    with pytest.raises(TypeError, match="^columns: expected a table or structs, found Series: .*from_fens"):
        Positions.from_arrow(frame["fen"])


def test_bad_rows_of_streams_are_counted_through_all_batches(positions):
    bad = positions[:9].to_arrow().to_pylist()
    bad[4]["pawns"] = 2**64 - 1
    wrong = pa.RecordBatch.from_pylist(bad, positions.to_arrow().schema)
    many = Positions.concat([positions] * 40).to_arrow()
    table = pa.Table.from_batches([many, wrong, many, wrong])
    numbers = [80_004, 160_013]
    for bad_rows, length in (("mark", 160_018), ("skip", 160_016)):
        found = Positions.from_arrow(table, bad_rows=bad_rows)
        assert found.bad_row_numbers.tolist() == numbers and len(found) == length
    assert np.flatnonzero(Positions.from_arrow(table, bad_rows="mark").marked).tolist() == numbers
    with pytest.raises(ValueError, match="^row 80004: expected a role and a colour"):
        Positions.from_arrow(table)
    texts = pa.table({"fen": [*positions[:3].fens(), "x", None]})
    found = Positions.from_arrow(texts, column="fen", bad_rows="mark")
    assert [(bad.row, bad.text, bad.reason == "null") for bad in found.bad_rows] == [(3, "x", False), (4, "", True)]


def test_a_null_in_any_column_is_a_bad_row(positions):
    some = positions[:6].to_arrow()
    for name in some.schema.names:
        rows = some.to_pylist()
        rows[2][name] = None
        if name == "castling":
            rows[4][name] = [255, None, 255, 255]
        batch = pa.RecordBatch.from_pylist(rows, some.schema)
        expected = [2, 4] if name == "castling" else [2]
        for columns in (batch, batch.slice(0, 6), pa.StructArray.from_arrays(batch.columns, batch.schema.names)):
            found = Positions.from_arrow(columns, bad_rows="mark")
            assert found.bad_row_numbers.tolist() == expected, name
            assert {bad.reason for bad in found.bad_rows} == {"null"}
            good = [row for row in range(6) if row not in expected]
            assert found[good] == positions[good] == Positions.from_arrow(columns, bad_rows="skip")
        with pytest.raises(ValueError, match="^row 1: null$"):
            Positions.from_arrow(batch[1:])
    mask = pa.array([False, True, False, False, False, False])
    structs = pa.StructArray.from_arrays(some.columns, some.schema.names, mask=mask)
    for columns in (structs, structs[1:], pa.chunked_array([structs])):
        found = Positions.from_arrow(columns, bad_rows="mark")
        assert found.bad_row_numbers.tolist() == [1 - (len(columns) == 5)] and found.bad_rows[0].reason == "null"


@pytest.mark.parametrize("type", [pa.string(), pa.binary(), pa.large_string(), pa.string_view(), None], ids=str)
def test_nulls_of_files_and_columns_have_one_reason(type, fens, tmp_path):
    texts = [fens[0], None, fens[1]]
    column = pa.nulls(3) if type is None else pa.array(texts, type)
    bad = [0, 1, 2] if type is None else [1]
    path = tmp_path / "fens.parquet"
    pq.write_table(pa.table({"fen": column}), path)
    for read in (
        lambda bad_rows: Positions.from_fens(column, bad_rows=bad_rows),
        lambda bad_rows: Positions.from_fens(column.dictionary_encode(), bad_rows=bad_rows),
        lambda bad_rows: Positions.from_fens([None] * 3 if type is None else texts, bad_rows=bad_rows),
        lambda bad_rows: Positions.from_parquet(path, bad_rows=bad_rows),
        lambda bad_rows: Positions.from_arrow(pa.table({"fen": column}), column="fen", bad_rows=bad_rows),
        lambda bad_rows: next(parquet_batches(path, bad_rows=bad_rows)).positions,
    ):
        for policy in ("mark", "skip"):
            found = read(policy)
            assert [(row.row, row.text, row.reason) for row in found.bad_rows] == [(row, "", "null") for row in bad]
        with pytest.raises(ValueError, match=f"^row {bad[0]}: null$"):
            read("error")


def test_fens_go_out_as_one_column(positions):
    marked = Positions.from_fens([*positions[:9].fens(), "x", positions.fen(9)], bad_rows="mark")
    for some in (marked, marked[2:], marked[9:10], marked[:0], positions):
        (column,) = some.to_arrow(["fen"]).columns
        column.validate(full=True)
        assert column.type == pa.string() and column.to_pylist() == some.fens()
        assert column.null_count == int(some.marked.sum())
