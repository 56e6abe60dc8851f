"""Columns of PyArrow and polars."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from conftest import import_or_skip

from hyperbola import Positions

pyarrow = import_or_skip("pyarrow")

SHORT = "k7/8/8/8/8/8/8/7K w - -"
FENS = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", SHORT, "4k3/8/8/8/8/8/8/4K3 b - - 3 9"] * 5


def types():
    yield from (pyarrow.string(), pyarrow.large_string(), pyarrow.binary(), pyarrow.large_binary())
    yield from (pyarrow.string_view(), pyarrow.binary_view())
    numbers = (pyarrow.int8(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint64())
    for number, strings in zip(numbers, (pyarrow.string(), pyarrow.large_string()) * 2):
        yield pyarrow.dictionary(number, strings)


@pytest.fixture(scope="module")
def expected():
    return Positions.from_fens(FENS)


@pytest.mark.parametrize("type", list(types()), ids=str)
def test_every_layout_is_read(type, expected):
    array = pyarrow.array(FENS, type)
    assert Positions.from_fens(array) == expected
    assert Positions.from_fens(array[3:9]) == expected[3:9]
    assert len(Positions.from_fens(array[:0])) == 0
    chunks = pyarrow.chunked_array([array[:4], array[4:4], array[4:5], array[5:]])
    assert Positions.from_fens(chunks) == expected
    assert Positions.from_fens(chunks[2:13]) == expected[2:13]
    assert len(Positions.from_fens(pyarrow.chunked_array([], type))) == 0
    table = pyarrow.table({"fen": chunks})
    assert Positions.from_fens(table["fen"], threads=2) == expected
    many = pyarrow.array(FENS * 2000, type)
    assert Positions.from_fens(many, threads=2) == Positions.from_fens(FENS * 2000)


@pytest.mark.parametrize("type", list(types()), ids=str)
def test_nulls_and_bad_texts_are_rows(type, expected):
    array = pyarrow.array([*FENS[:9], None, "short", "é" * 30, *FENS[9:]], type)
    for column in (array, pyarrow.chunked_array([array[:5], array[5:]])):
        marked = Positions.from_fens(column, bad_rows="mark")
        assert [bad.row for bad in marked.bad_rows] == [9, 10, 11]
        assert [bad.text for bad in marked.bad_rows] == ["", "short", "é" * 30]
        assert np.flatnonzero(marked.marked).tolist() == [9, 10, 11]
        assert Positions.from_fens(column, bad_rows="skip") == expected
        with pytest.raises(ValueError, match="row 9"):
            Positions.from_fens(column)
    tail = array[8:]
    assert [bad.row for bad in Positions.from_fens(tail, bad_rows="skip").bad_rows] == [1, 2, 3]


def test_other_columns_are_refused(expected):
    with pytest.raises(TypeError, match='strings, found one of the format "l"'):
        Positions.from_fens(pyarrow.array([1, 2]))
    with pytest.raises(TypeError, match='strings, found one of the format "l"'):
        Positions.from_fens(pyarrow.array([1, 2]).dictionary_encode())
    table = pyarrow.table({"id": range(15), "fen": FENS})
    for whole in (table, table.to_batches()[0], table.to_struct_array(), expected):
        with pytest.raises(TypeError, match=r"^fens: expected a column of strings, found a table .*columns (id, fen|pawns, .*); take one"):
            Positions.from_fens(whole)
    with pytest.raises(TypeError, match="format"):
        Positions.from_fens(pyarrow.array([["a"]]))
    not_utf8 = pyarrow.array([b"\xff\xfe"], pyarrow.binary())
    assert len(Positions.from_fens(not_utf8, bad_rows="skip").bad_rows) == 1


def test_a_capsule_is_taken_once(expected):
    class Once:
        def __init__(self):
            self.capsules = pyarrow.array(FENS).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema=None):
            return self.capsules

    once = Once()
    assert Positions.from_fens(once) == expected
    with pytest.raises(ValueError, match="released"):
        Positions.from_fens(once)


def test_objects_that_only_look_like_columns_are_refused():
    class Wrong:
        def __init__(self, capsules):
            self.capsules = capsules

        def __arrow_c_array__(self, requested_schema=None):
            return self.capsules

    schema, array = pyarrow.array(FENS).__arrow_c_array__()
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    other = new(1, b"other", None)
    for capsules in (5, None, (), (schema,), (5, 6), (array, schema), (other, array)):
        with pytest.raises((TypeError, ValueError, IndexError)):
            Positions.from_fens(Wrong(capsules))


def test_an_array_may_have_wrong_offsets():
    offsets = pyarrow.py_buffer(np.array([0, 30, 10, 60], np.int32).tobytes())
    data = pyarrow.py_buffer(("4k3/8/8/8/8/8/8/4K2R w K - 0 1" * 2).encode())
    array = pyarrow.Array.from_buffers(pyarrow.string(), 3, [None, offsets, data])
    assert [bad.row for bad in Positions.from_fens(array, bad_rows="mark").bad_rows] == [1, 2]


def test_a_dictionary_may_have_nulls_and_wrong_numbers(expected):
    texts = pyarrow.array([None, *FENS[:3]])
    numbers = np.array([1, 0, 3, -1, 4, 127, 2], np.int8)
    array = pyarrow.DictionaryArray.from_arrays(numbers, texts, safe=False)
    for column in (array, pyarrow.chunked_array([array[:2], array[2:]])):
        marked = Positions.from_fens(column, bad_rows="mark")
        assert [bad.row for bad in marked.bad_rows] == [1, 3, 4, 5]
        assert marked.fens()[::2] == [expected.fens()[0], expected.fens()[2], None, expected.fens()[1]]
        assert [bad.reason == "null" for bad in marked.bad_rows] == [True, False, False, False]


def test_the_memory_of_a_column_is_given_back():
    before = pyarrow.total_allocated_bytes()
    for _ in range(3):
        column = pyarrow.chunked_array([FENS * 1000] * 3)
        with pytest.raises(ValueError):
            Positions.from_fens(pyarrow.chunked_array([FENS, ["x"]]))
        Positions.from_fens(column)
        del column
    assert pyarrow.total_allocated_bytes() == before


def test_polars_series(expected):
    polars = import_or_skip("polars")
    assert Positions.from_fens(polars.Series(FENS)) == expected
    assert Positions.from_fens(polars.DataFrame({"fen": FENS})["fen"][2:7]) == expected[2:7]
    with_null = polars.Series([FENS[0], None])
    assert [bad.row for bad in Positions.from_fens(with_null, bad_rows="mark").bad_rows] == [1]
    categories = polars.Series(FENS, dtype=polars.Categorical)
    assert Positions.from_fens(categories) == expected
    assert Positions.from_fens(categories[2:7]) == expected[2:7]


def test_bad_rows_are_counted_through_all_batches():
    batch = Positions.from_fens(FENS * 5000).to_arrow()
    wrong = pyarrow.RecordBatch.from_pylist([dict.fromkeys(batch.schema.names)] * 2, batch.schema)
    table = pyarrow.Table.from_batches([batch, wrong])
    for bad_rows in ("mark", "skip"):
        read = Positions.from_arrow(table, bad_rows=bad_rows)
        assert [(bad.row, bad.reason) for bad in read.bad_rows] == [(75000, "null"), (75001, "null")]
    with pytest.raises(ValueError, match="^row 75000: null"):
        Positions.from_arrow(table)
    with pytest.raises(TypeError, match="^column: expected a str or None, found int$"):
        Positions.from_arrow(table, column=1)
