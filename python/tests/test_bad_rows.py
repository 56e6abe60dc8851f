"""The rows that are no positions, and which of them parts of positions have."""

from __future__ import annotations

import copy
import gzip
import pickle
import time

import numpy as np
import pytest
from conftest import import_or_skip

from hyperbola import BadRowList, Position, Positions, parquet_batches

START = Position().fen()
TEXTS = [START, "a", START, "b", None, START, "c", START]


@pytest.fixture
def marked():
    return Positions.from_fens(TEXTS, bad_rows="mark")


def rows(positions):
    return [(bad.row, bad.text) for bad in positions.bad_rows]


def test_bad_rows_are_a_sequence(marked):
    found = marked.bad_rows
    assert type(found) is BadRowList and len(found) == 4 and found
    assert [bad.row for bad in found] == [1, 3, 4, 6] == marked.bad_row_numbers.tolist()
    assert marked.bad_row_numbers.dtype == np.int64
    first, *_, last = found
    assert (first.text, last.text, found[-1], found[np.int64(3)]) == ("a", "c", last, last)
    assert found[2].reason == "null" and found[0] in found
    assert [bad.text for bad in found[1:3]] == ["b", ""] and [bad.text for bad in found[::-2]] == ["c", "b"]
    assert [bad.text for bad in found[1:][1:2]] == [""] and len(found[9:]) == 0
    assert list(found[1::-1]) == [found[1], found[0]]
    for wrong in (4, -5, 2**62):
        with pytest.raises(IndexError, match="of 4 bad rows"):
            found[wrong]
    for wrong in ("a", None, 1.5):
        with pytest.raises(TypeError, match="expected an index or a slice"):
            found[wrong]
    assert repr(found[:1]) == f"BadRowList([{found[0]!r}])" and "… 4 in all" in repr(found)
    empty = Positions.from_fens([START]).bad_rows
    assert not empty and list(empty) == [] and empty == [] and repr(empty) == "BadRowList([])"


def test_bad_rows_are_compared(marked):
    found = marked.bad_rows
    again = Positions.from_fens(TEXTS, bad_rows="skip").bad_rows
    assert found == again and found == list(found) and tuple(found) == found
    assert found != found[1:] and found[:2] != found[2:] and found != list(found)[1:]
    assert found != 5 and found != [1, 2, 3, 4] and found != "abcd" and found != []


def test_bad_rows_are_pickled(marked):
    for part in (marked, marked[3:], marked[::-1], Positions.from_fens(TEXTS, bad_rows="skip")):
        for again in (pickle.loads(pickle.dumps(part)), copy.deepcopy(part)):
            assert again == part and again.bad_rows == part.bad_rows
            assert rows(again[1:]) == rows(part[1:])
        assert pickle.loads(pickle.dumps(part.bad_rows)) == part.bad_rows
    restore, (numbers, (texts, ends), reasons) = marked.bad_rows.__reduce__()
    assert restore(numbers, (texts, ends), reasons) == marked.bad_rows
    for damaged in [
        (numbers[:-1], (texts, ends), reasons),
        (numbers[8:], (texts, ends), reasons),
        (numbers[::-1], (texts, ends), reasons),
        (numbers, (texts[1:], ends), reasons),
        (numbers, (b"\xff" + texts[1:], ends), reasons),
        (numbers, ("é".encode() + texts[2:], b"\x01" + ends[1:]), reasons),
        (numbers, (texts, ends[8:] + ends[:8]), reasons),
        (numbers, (texts, ends), (reasons[0], reasons[1][8:])),
    ]:
        with pytest.raises(ValueError, match="expected bad rows that pickle has written"):
            restore(*damaged)


def test_parts_have_the_bad_rows_of_their_rows(marked):
    for part in (slice(None), slice(1, 5), slice(4, None), slice(2, 3), slice(5, 2), slice(None, None, -1), slice(1, 8, 2)):
        chosen = range(8)[part]
        expected = [(at, TEXTS[row] or "") for at, row in enumerate(chosen) if TEXTS[row] != START]
        found = marked[part]
        assert rows(found) == expected, part
        assert found.bad_row_numbers.tolist() == np.flatnonzero(found.marked).tolist()
        assert rows(found[1:]) == [(row - 1, text) for row, text in expected if row > 0]
        assert rows(marked[list(chosen)]) == expected
        assert rows(found.concat([found, found])) == expected + [(row + len(found), text) for row, text in expected]
    skipped = Positions.from_fens(TEXTS, bad_rows="skip")
    assert rows(skipped[:3]) == rows(skipped[::2]) == rows(Positions.concat([skipped, skipped])) == []


def test_parts_of_batches_count_from_their_own_rows(marked):
    """Those of a batch of a file are counted through the file."""
    pa = import_or_skip("pyarrow")
    read = Positions._from_all_fens([pa.array(TEXTS)], "mark", False, 1, "auto", 1000)
    assert read.bad_row_numbers.tolist() == [1001, 1003, 1004, 1006]
    assert rows(read[3:5]) == [(0, "b"), (1, "")] and rows(read[[6, 0]]) == [(0, "c")]
    assert rows(Positions.concat([read[:2], read])) == rows(Positions.concat([marked[:2], marked]))
    again = pickle.loads(pickle.dumps(read))
    assert again.bad_rows == read.bad_rows and rows(again[3:5]) == rows(read[3:5])


def test_rows_are_chosen_by_arrays(fens):
    positions = Positions.from_fens(fens[:500])
    numbers = np.random.default_rng(3).integers(-500, 500, 700)
    expected = [positions.fen(int(row)) for row in numbers]
    for index in (numbers, numbers.tolist(), numbers.astype(np.int16), np.repeat(numbers, 2)[::2]):
        assert positions[index].fens() == expected
    assert positions[np.arange(5, dtype=np.uint8)] == positions[:5]
    for mask in (positions.side_to_move == 1, np.zeros(500, bool), np.ones(500, bool)):
        chosen = np.flatnonzero(mask)
        assert positions[mask] == positions[mask.tolist()] == positions[chosen]
        assert positions[mask].fens() == [positions.fen(int(row)) for row in chosen]
    assert len(positions[[]]) == len(positions[np.array([], bool)[:0].astype(int)]) == 0
    assert positions[np.array(3)] == positions[np.uint64(3)] == positions[3]
    for wrong, error, reason in [
        ([500], IndexError, "expected a row of 500, found 500"),
        ([0, -501], IndexError, "expected a row of 500, found -501"),
        (np.ones(499, bool), IndexError, "expected a bool for each of 500 rows, found 499"),
        (np.ones((2, 2), int), IndexError, "one axis"),
        ([0.5], TypeError, "expected row numbers or bools"),
        (["a"], TypeError, "expected row numbers or bools"),
        (np.ma.array([1, 2], mask=[True, False]), ValueError, "masked"),
    ]:
        with pytest.raises(error, match=reason):
            positions[wrong]


def test_positions_are_put_together(fens):
    positions = Positions.from_fens(fens[:500])
    for parts in ([positions[:200], positions[200:]], iter([positions]), (positions[:1], positions[1:1], positions[1:])):
        assert Positions.concat(parts) == positions
    assert len(Positions.concat([])) == 0
    joined = Positions.concat([positions, positions])
    assert joined[500:] == positions and not np.shares_memory(joined.pawns, positions.pawns)


def test_many_bad_rows_are_looked_at_one_by_one():
    """The list is not made anew each time."""
    many = Positions.from_fens(["x"] * 200_000, bad_rows="mark")
    start = time.process_time()
    for row in range(0, 200_000, 100):
        assert many.bad_rows[row].row == row
    assert time.process_time() - start < 1


def test_files_have_marked_rows_and_no_reasons(marked, tmp_path):
    marked.save(tmp_path / "rows")
    opened = Positions.open(tmp_path / "rows")
    assert opened == marked and len(opened.bad_rows) == 0
    assert np.array_equal(opened.marked, marked.marked)


MARK = "\ufeff"
IN_PLACE = {
    "a byte order mark": [f"{MARK}{START}", f"{MARK}{START}".encode()],
    "a text in UTF-16": [START.encode("utf-16")],
    "a zero byte, as in UTF-16": [START.encode("utf-16-le"), START.encode("utf-16-be").decode("latin-1"), "8/\08"],
    "data that gzip has packed": [gzip.compress(START.encode()), gzip.compress(START.encode()).decode("latin-1")],
    "other bytes": ["é".encode("latin-1")],
}  # fmt: skip


def test_characters_in_place_of_bytes_are_no_utf_16():
    """What a reader writes for bytes that it cannot read: the reason is that of any wrong letter."""
    pyarrow = import_or_skip("pyarrow")
    for text in ("\ufffd\ufffd" + START, "\udcff\udcfe" + START, "\ufffd\ufffd"):
        rows = [START, text]
        columns = [rows, np.array(rows)]
        if "\ufffd" in text:
            columns += [pyarrow.array(rows), np.array([row.encode() for row in rows])]
        for column in columns:
            (bad,) = Positions.from_fens(column, bad_rows="mark").bad_rows
            assert bad.reason == "expected a piece (PNBRQK or pnbrqk), a number 1 to 8 or a slash at byte 0"


# A castling right without a rook; an en passant square without a pawn that has just passed it.
MENDED = ["4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1"]


def test_every_door_mends_what_can_be_mended(tmp_path):
    pa, pq = import_or_skip("pyarrow"), import_or_skip("pyarrow.parquet")
    rows = [START, *MENDED, "x", "8/8/8/8/8/8/8/8 w - - 0 1"]
    path = tmp_path / "fens.parquet"
    pq.write_table(pa.table({"fen": rows}), path)
    doors = {
        "from_fens": lambda **options: Positions.from_fens(rows, **options),
        "threads": lambda **options: Positions.from_fens(pa.array(rows), threads=2, **options),
        "from_parquet": lambda **options: Positions.from_parquet(path, **options),
        "parquet_batches": lambda **options: next(parquet_batches(path, **options)).positions,
        "from_arrow": lambda **options: Positions.from_arrow(pa.table({"fen": rows}), column="fen", **options),
    }
    for name, read in doors.items():
        strict = read(bad_rows="mark")
        assert strict.bad_row_numbers.tolist() == [1, 2, 3, 4], name
        mended = read(bad_rows="mark", lenient=True)
        assert mended.bad_row_numbers.tolist() == [3, 4], name
        assert [mended[row] for row in (1, 2)] == [Position(fen, lenient=True) for fen in MENDED], name
        assert read(bad_rows="skip", lenient=True) == mended[:3], name
        with pytest.raises(ValueError, match="^row 3: "):
            read(lenient=True)
        with pytest.raises(ValueError, match="^row 1: "):
            read()


def test_columns_and_boards_are_mended():
    pa, chess = import_or_skip("pyarrow"), import_or_skip("chess")
    sets = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"]
    start = Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    columns = {name: getattr(start, name) for name in [*sets, "side_to_move"]}
    columns["castling"] = np.array([[7, 0, 255, 255]], np.uint8)
    table = pa.table({name: column for name, column in columns.items() if name != "castling"})
    castling = pa.FixedSizeListArray.from_arrays(pa.array(columns["castling"].reshape(-1)), 4)
    table = table.append_column("castling", castling)
    for read in (
        lambda **options: Positions.from_columns(columns, **options),
        lambda **options: Positions.from_arrow(table, **options),
    ):
        with pytest.raises(ValueError, match="^row 0: the right of White to castle to the queen's side needs a rook"):
            read()
        assert read(lenient=True) == start
    board = chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    board.ep_square = chess.E3
    strict = Positions.from_boards([board, None], bad_rows="mark")
    mended = Positions.from_boards([board, None], bad_rows="mark", lenient=True)
    assert strict.bad_row_numbers.tolist() == [0, 1] and mended.bad_row_numbers.tolist() == [1]
    assert mended[0] == Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")


@pytest.mark.parametrize("what", IN_PLACE)
def test_what_is_no_text_is_named(what):
    """What a file may begin with, by the name of its kind."""
    pyarrow = import_or_skip("pyarrow")
    for text in IN_PLACE[what]:
        rows = [START.encode() if isinstance(text, bytes) else START, text]
        for column in (rows, np.array(rows), pyarrow.array(rows)):
            if column is rows and isinstance(text, bytes):
                continue
            marked = Positions.from_fens(column, bad_rows="mark")
            assert marked.bad_row_numbers.tolist() == [1]
            assert what in marked.bad_rows[0].reason
            with pytest.raises(ValueError, match=f"^row 1: expected a FEN.*, found {what}"):
                Positions.from_fens(column)
        if isinstance(text, str):
            with pytest.raises(ValueError, match=f"^expected a FEN.*, found {what}"):
                Position(text)


def test_the_kind_is_that_of_the_bytes():
    """A damaged text that was mended with U+FFFD is not said to be of another kind."""
    for text in ("\ufffd\ufffd", "\x1f\ufffd", "\ufffd"):
        (bad,) = Positions.from_fens([text], bad_rows="mark").bad_rows
        assert bad.text == text and not bad.reason.startswith("expected a FEN"), bad.reason
    (bad,) = Positions.from_fens(np.array([b"\xff\xff"]), bad_rows="mark").bad_rows
    assert bad.reason == "expected a FEN in UTF-8, found other bytes"


def test_a_byte_order_mark_is_no_part_of_the_first_text(tmp_path):
    """As in the files that the command reads."""
    path = tmp_path / "marked.fens"
    path.write_text(f"{START}\n{START}\n", encoding="utf-8-sig")
    with open(path, encoding="utf-8") as file:
        assert Positions.from_fens(file).fens() == [START] * 2
    rows = [f"{MARK}{START}", START]
    for column in (rows, np.array(rows), np.array([row.encode() for row in rows])):
        for threads in (1, 2):
            assert Positions.from_fens(column, threads=threads).fens() == [START] * 2
    # Rows are read in parts, whose first texts are not those of a file.
    many = [*[START] * (1 << 15), rows[0]]
    for threads in (1, 2):
        assert Positions.from_fens(many, bad_rows="mark", threads=threads).bad_row_numbers.tolist() == [1 << 15]
    # A second mark is none.
    with pytest.raises(ValueError, match="^row 0: expected a FEN, found a byte order mark before it: "):
        Positions.from_fens([MARK + rows[0]])
    with pytest.raises(ValueError, match="^row 1: expected a FEN, found a byte order mark before it: "):
        Positions.from_fens(rows[::-1])
