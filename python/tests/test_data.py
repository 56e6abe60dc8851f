"""Files of training data: what they hold, round trips, damage, shares, filters and points of view."""

from __future__ import annotations

import gzip
import os
import pickle
import random
import tempfile
import threading
from importlib.util import find_spec
from typing import get_args

import numpy as np
import pytest
from conftest import TESTDATA, import_or_skip

from hyperbola import DataBatch, DataError, Position, Positions, _data, _sources, parquet_batches, read, write
from hyperbola._hyperbola import DataReader, data_formats, read_lines

DATA = TESTDATA / "data"
CASES = TESTDATA / "cases"
# The samples with the number of their entries, and whether a part of them can be read by itself.
SAMPLES = {
    "edge.binpack": 193,
    "multichunk.binpack": 2070,
    "dfrc_corner.binpack": 1342,
    "edge.plain": 193,
    "edge.bin": 193,
    "dfrc.viri": 2516,
    "dfrc.marlin": 100,
    "std.marlin": 100,
    "dfrc.bullet": 100,
    "std.bullet": 100,
    "dfrc.txt": 100,
    "std.txt": 100,
    "results.epd": 40,
    "evals.jsonl": 40,
    "games_eval.pgn": 381,
    "games_dfrc.pgn": 341,
}
BLACK = "4k3/8/8/8/8/8/8/4K2Q b - - 0 40"
WRITTEN = ["binpack", "plain", "bin", "viriformat", "marlinformat", "bullet", "bullet-text"]


def joined(batches):
    """Returns the columns of all rows, with FENs."""
    batches = list(batches)
    columns = zip(*(batch._columns() for batch in batches))
    fens = [fen for batch in batches for fen in batch.positions.fens(shredder=True)]
    return fens, *(np.concatenate(column).tolist() for column in columns)


def plain(path):
    """Reads the truth of a .plain: FENs, moves, scores, plies and results as they are written."""
    records, record = [], {}
    for line in path.read_text().splitlines():
        key, _, value = line.partition(" ")
        if key == "e":
            records.append([record[name] for name in ("fen", "move", "score", "ply", "result")])
            record = {}
        else:
            record[key] = value
    fens, moves, *numbers = zip(*records)
    return list(fens), list(moves), *(list(map(int, column)) for column in numbers)


def fields(fen, count=4):
    """Returns the fields of a FEN that all formats have, without an en passant square."""
    parts = fen.split()[:count]
    return [*parts[:3], *parts[4:]]


def format_of(path):
    return DataReader(path, None, None).format


def test_formats_are_those_of_the_one_list():
    names = tuple(name for name, _, _ in data_formats())
    assert get_args(_data.DataFormat) == names
    assert get_args(_data.Format) == (*names, "parquet", "arrow")
    assert get_args(_sources.Kind) == ("parquet", "lines", *names)
    assert _sources.WHOLE == {"viriformat", "pgn", "pgn-match", "leela", "table", "montyformat", "monty-value"}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_name_means_the_same_by_every_door(name):
    assert _sources.kind_of(DATA / name) == format_of(DATA / name)


def test_every_ending_means_the_same_by_every_door(tmp_path):
    for name, endings, _ in data_formats():
        for ending in endings:
            path = tmp_path / f"empty.{ending.upper()}"
            path.write_bytes(b"")
            assert _sources.kind_of(path) == format_of(path) == name, ending
    assert [_sources.kind_of(f"some{ending}") for ending in (".fen", ".fens", ".parquet")] == ["lines", "lines", "parquet"]


def test_a_name_that_contradicts_its_file_is_refused_by_every_door(tmp_path):
    path = tmp_path / "of_bullet.bin"
    path.write_bytes((DATA / "std.bullet").read_bytes())
    text = "of_bullet.bin: expected the format bin by the name, found bullet; say it with the parameter"
    with pytest.raises(ValueError, match=f"{text} kind$"):
        _sources.kind_of(path)
    with pytest.raises(ValueError, match=f"{text} format$"):
        read(path).__next__()
    path = tmp_path / "fens.txt"
    path.write_text(f"\n{BLACK}\n")
    with pytest.raises(ValueError, match="fens.txt: expected the format bullet-text by the name, .*; kind='lines' reads FENs$"):
        _sources.kind_of(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_has_no_shares(tmp_path):
    os.mkfifo(tmp_path / "pipe.plain")
    with pytest.raises(ValueError, match="source: expected a file, found .*pipe.plain"):
        _sources.kind_of(tmp_path / "pipe.plain")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_has_as_many_entries_in_batches_of_any_size(name):
    whole = joined(read(DATA / name))
    assert len(whole[0]) == SAMPLES[name]
    batches = list(read(DATA / name, rows=7))
    assert [len(batch) for batch in batches[:-1]] == [7] * (len(batches) - 1)
    assert joined(batches) == whole


def test_a_binpack_and_a_bin_are_what_their_text_says():
    fens, moves, scores, plies, results = plain(DATA / "edge.plain")
    for name in ("edge.binpack", "edge.bin", "edge.plain"):
        (batch,) = read(DATA / name)
        # This number stands for no score in the file.
        assert batch.scores("side_to_move").tolist() == [DataBatch.NO_SCORE if score == 32002 else score for score in scores]
        assert batch.results("side_to_move").tolist() == results
        assert batch.plies.tolist() == plies
        assert batch.ucis() == moves
        found = map(fields, batch.fens())
        assert list(found) == list(map(fields, fens)), name


def test_scores_and_results_of_records_are_whites():
    for name in ("std", "dfrc"):
        rows = [line.split(" | ") for line in (DATA / f"{name}.marlin.tsv").read_text().splitlines()]
        (batch,) = read(DATA / f"{name}.marlin")
        assert batch.positions.fens(shredder=True) == [fen for fen, _, _ in rows]
        assert batch.scores("white").tolist() == [int(score) for _, score, _ in rows]
        assert batch.results("white").tolist() == [int(result) - 1 for _, _, result in rows]
        sign = np.where(batch.positions.side_to_move == 0, 1, -1)
        assert (batch.scores("side_to_move") == batch.scores("white") * sign).all()
        assert (batch.results("side_to_move") == batch.results("white") * sign).all()
        assert (batch.scores("black") == -batch.scores("white")).all()
        assert not batch.has_move.any() and batch.has_score.all() and batch.has_result.all()
        # Records of Bullet have the board turned, so that White is to move.
        (turned,) = read(DATA / f"{name}.bullet")
        assert (turned.positions.side_to_move == 0).all()
        assert (turned.scores("white") == batch.scores("side_to_move")).all()
        assert (turned.results("side_to_move") == batch.results("side_to_move")).all()


def test_games_are_what_their_text_says():
    lines = (DATA / "dfrc.viri.tsv").read_text().splitlines()
    rows = [(result, *played.split(":")) for _, result, moves in (line.split("|") for line in lines) for played in moves.split()]
    (batch,) = read(DATA / "dfrc.viri")
    # Castling is written in two ways there.
    moves = DataBatch(batch.positions, moves=[move for _, move, _ in rows]).moves
    assert (batch.moves == moves).all() and batch.has_move.all()
    assert batch.scores("white").tolist() == [int(score) for _, _, score in rows]
    assert batch.results("white").tolist() == [int(result) - 1 for result, _, _ in rows]
    rows = [line.split(" ", 2)[2].split(" | ") for line in (DATA / "games_eval.tsv").read_text().splitlines()]
    (batch,) = read(DATA / "games_eval.pgn")
    # The scores of mates are written in another way there.
    scores = [(mine, int(score)) for mine, (_, score, _) in zip(batch.scores("white"), rows) if abs(int(score)) < 30000]
    assert len(scores) > 300 and all(mine == score for mine, score in scores)
    assert (batch.results("white") == [round(2 * float(result)) - 1 for *_, result in rows]).all()
    rows = [line.split(" | ") for line in (DATA / "evals.tsv").read_text().splitlines()]
    (batch,) = read(DATA / "evals.jsonl")
    assert [fields(fen) for fen in batch.fens()] == [fields(row[0]) for row in rows]
    assert not batch.has_result.any() and (batch.results("black") == DataBatch.NO_RESULT).all()


def test_what_is_missing_has_a_number_of_its_own():
    (batch,) = read(DATA / "results.epd")
    for view in ("white", "black", "side_to_move"):
        assert ((batch.scores(view) == -(2**31)) == ~batch.has_score).all()
    assert not batch.has_score.all() and batch.has_result.all()
    assert (batch.moves == 65535).all() and batch.ucis() == [None] * 40


@pytest.mark.parametrize("format", WRITTEN)
def test_what_is_written_is_read_again(format, tmp_path):
    path = tmp_path / "file"
    source = {"viriformat": "dfrc.viri", "bullet": "std.bullet"}.get(format, "edge.binpack")
    before = list(read(DATA / source, rows=50))
    # The records have no moves, and each ply is that of its move number.
    if format in ("marlinformat", "bullet-text"):
        before = [DataBatch(batch.positions, scores=batch.scores("white"), results=batch.results("white"), view="white") for batch in before]
        before = [batch[batch.has_score] for batch in before]
    assert write(path, before, format) == len(joined(before)[0])
    assert joined(read(path, format)) == joined(before)


def test_files_are_the_bytes_that_others_write(tmp_path):
    for name in ("edge.binpack", "dfrc_corner.binpack", "edge.plain", "dfrc.viri", "std.marlin", "std.bullet", "std.txt"):
        path = tmp_path / name
        write(path, read(DATA / name, rows=13))
        assert path.read_bytes() == (DATA / name).read_bytes(), name


def test_scores_of_other_programs_are_read_from_tables(tmp_path, recwarn):
    pyarrow = import_or_skip("pyarrow")
    import pyarrow.parquet

    path = tmp_path / "some.parquet"
    mated = "8/8/8/8/8/5k2/4q3/7K w - - 0 1"
    rows = [(BLACK, -10, None), (mated, None, -1), (BLACK, None, 0), (BLACK, 99999, None), (BLACK, None, None)]

    def written(**columns):
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
        return path

    fens, cp, mate = map(list, zip(*rows))
    (batch,) = read(written(fen=fens, depth=[9] * 5, cp=cp, mate=mate))
    assert batch.scores("white").tolist() == [-10, -31998, 32000, 32767, DataBatch.NO_SCORE]
    assert len(recwarn) == 0
    (batch,) = read(written(fen=fens[:1], cp=[3.0]))
    assert batch.scores("white").tolist() == [3]
    (batch,) = read(written(fen=fens[1:2], mate=[2]))
    assert batch.scores("white").tolist() == [31997]
    assert len(recwarn) == 0
    # A row has one of both.
    with pytest.raises(DataError, match="row 1: expected one of cp and mate, found both"):
        list(read(written(fen=fens[:2], cp=[1, 2], mate=[None, 3]), bad_rows="error"))
    (batch,) = read(path, bad_rows="skip")
    assert batch.scores("white").tolist() == [1] and [error.number for error in batch.left_out] == [1]
    with pytest.raises(DataError, match="expected a mate in at most 15999 moves, found -16000"):
        list(read(written(fen=fens[:1], mate=[-16000]), bad_rows="error"))
    lowest = -(1 << 63)
    with pytest.raises(DataError, match=f"expected a mate in at most 15999 moves, found {lowest}"):
        list(read(written(fen=fens[:1], mate=[lowest]), bad_rows="error"))
    # A fraction is wrong in its row only, and NaN is missing.
    numbers = [1.0, 0.5, float("nan"), float("inf"), None]
    (batch,) = read(written(fen=fens[:1] * 5, cp=numbers), bad_rows="skip")
    assert batch.scores("white").tolist() == [1, DataBatch.NO_SCORE, DataBatch.NO_SCORE]
    assert [error.number for error in batch.left_out] == [1, 3]
    with pytest.raises(DataError, match="row 1: expected a whole number as cp, found 0.5"):
        list(read(path, bad_rows="error"))
    list(read(written(fen=fens[:1], material=[5], estimate=[5], checkmate=[5], cpu=[5])))
    assert len(recwarn) == 0
    # What looks like a score and is not read is named.
    for name in ("Evaluation", "sf_cp", "score", "eval_white", "whiteScore", "CP"):
        with pytest.warns(UserWarning, match=f"not read: '{name}'; scores are read from score_white"):
            (batch,) = read(written(fen=fens[:1], **{name: [5]}))
        assert batch.scores("white").tolist() == [DataBatch.NO_SCORE]
    with pytest.warns(UserWarning, match="not read: 'cp'"):
        (batch,) = read(written(fen=fens[:1], cp=[5], score_white=pyarrow.array([6], "int32")))
    assert batch.scores("white").tolist() == [6]


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_tables(kind, tmp_path):
    pyarrow = import_or_skip("pyarrow")
    path = tmp_path / f"some.{kind}"
    for name in ("edge.binpack", "results.epd", "evals.jsonl"):
        before = joined(read(DATA / name))
        assert write(path, read(DATA / name, rows=60), overwrite=True) == SAMPLES[name]
        assert joined(read(path, rows=11)) == before
    assert {entry.name for entry in tmp_path.iterdir()} == {path.name}
    (batch,) = read(path)
    assert batch.to_arrow().schema.names == ["fen", "move", "ply", "score_white", "result_white"]
    assert batch.to_arrow()["result_white"].null_count == 40
    (epd,) = read(DATA / "results.epd")
    nulls = [column.null_count for column in epd.to_arrow()]
    assert nulls == [0, 40, 0, 40 - epd.has_score.sum(), 0] and nulls[3] > 0
    assert write(path, batch, overwrite=True, missing_result="0-1", missing_score=5) == 40
    assert set(next(read(path)).results("white")) == {-1}
    kept = joined(read(path, max_pieces=20))
    assert 0 < len(kept[0]) < 40
    assert kept[0] == joined(read(DATA / "evals.jsonl", max_pieces=20))[0]
    # Other columns are not needed, and wrong rows are named.
    table = pyarrow.table({"fen": [BLACK, "x", None], "move": pyarrow.array([1, 2, 3], "uint16")})
    if kind == "parquet":
        import pyarrow.parquet

        pyarrow.parquet.write_table(table, path)
    else:
        with pyarrow.ipc.new_file(str(path), table.schema) as file:
            file.write_table(table)
    with pytest.raises(DataError, match=r"row 0: expected a legal move or NO_MOVE"):
        list(read(path, bad_rows="error"))
    (batch,) = read(path, bad_rows="skip")
    assert len(batch) == 0 and [error.number for error in batch.left_out] == [0, 1, 2]
    one_by_one = [error.number for batch in read(path, rows=1, bad_rows="skip") for error in batch.left_out]
    assert one_by_one == [0, 1, 2]
    assert batch.left_out[2].reason == "null" and batch.left_out[0].byte is None
    with pytest.raises(ValueError, match="parquet_batches"):
        list(read(path, shard=(0, 2)))


@pytest.mark.parametrize("name", SAMPLES)
def test_shares_have_all_entries_once(name, tmp_path):
    paths = [DATA / name, tmp_path / "empty", DATA / name]
    paths[1].write_bytes(b"")
    format = format_of(DATA / name)
    whole = joined(read(paths, format))
    assert len(whole[0]) == 2 * SAMPLES[name]
    for count in (1, 2, 3, 50):
        shares = [list(read(paths, format, shard=(share, count))) for share in range(count)]
        assert joined(batch for share in shares for batch in share) == whole
    lengths = [sum(map(len, share)) for share in shares]
    is_one_part = name.endswith((".viri", ".pgn", "edge.binpack", "corner.binpack"))
    assert (np.count_nonzero(lengths) == 2) == is_one_part, lengths


def test_a_file_of_many_parts_is_read_to_its_end(tmp_path):
    path = tmp_path / "many.binpack"
    many = [batch for batch in read(DATA / "multichunk.binpack")] * 700
    write(path, many)
    assert path.stat().st_size > 3 << 20
    whole = joined(read(path, rows=1 << 20))
    assert len(whole[0]) == 700 * 2070
    assert joined(read(path, shard=(0, 1))) == whole
    lengths = [sum(map(len, read(path, shard=(share, 2)))) for share in (0, 1)]
    assert sum(lengths) == 700 * 2070 and min(lengths) > 400 * 2070 // 2
    # Each part of a range counts anew.
    some = sum(map(len, read(path, shard=(0, 1), every=100_000)))
    assert sum(map(len, read(path, every=100_000))) == 15 and 15 <= some <= 20


def test_filters_are_those_of_the_command(command, tmp_path):
    import json
    import subprocess

    for options in (
        {"without_checks": True, "min_ply": 3},
        {"without_captures": True, "without_promotions": True, "every": 3},
        {"scored": True, "max_score": 100},
        {"min_pieces": 3, "max_pieces": 20, "max_ply": 100},
        {"min_material": 11, "max_material": 60},
    ):
        named = [[f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])] for name, value in options.items()]
        out = tmp_path / "out.plain"
        run = [command / "hyperbola", "convert", DATA / "edge.binpack", DATA / "multichunk.binpack", out, "--overwrite", "--json"]
        printed = subprocess.run([*run, *sum(named, [])], check=True, capture_output=True, text=True)
        found = joined(read([DATA / "edge.binpack", DATA / "multichunk.binpack"], **options))
        assert 0 < len(found[0]) == json.loads(printed.stdout)["written"] < 2263, options
        assert joined(read(out)) == found


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"every": 0}, ValueError, "every: expected a number from 1, found 0"),
        ({"max_score": -1}, ValueError, "max_score: expected a number from 0"),
        ({"min_ply": 65536}, ValueError, "min_ply: expected a number from 0 to 65535"),
        ({"scored": 1}, TypeError, "scored: expected a bool"),
        ({"captures": True}, TypeError, "filters: expected some of without_checks, .*; found 'captures'"),
        ({"rows": 0}, ValueError, "rows: expected batches of at least 1 row"),
        ({"bad_rows": "mark"}, ValueError, "bad_rows: expected 'error' or 'skip' or 'keep-before', found 'mark'"),
        ({"shard": (2, 2)}, ValueError, "shard: expected"),
    ],
)
def test_wrong_options_are_refused_at_once(options, error, text):
    with pytest.raises(error, match=text):
        read("missing", **options)


def test_formats_are_found_or_named(tmp_path):
    path = tmp_path / "file"
    for name in SAMPLES:
        path.write_bytes((DATA / name).read_bytes())
        assert sum(map(len, read(path))) == SAMPLES[name], name
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match=f"{path}: expected a file whose name or contents say the format, or the parameter format"):
        list(read(path))
    with pytest.raises(ValueError, match="expected the name of a format, one of binpack, plain"):
        list(read(path, "binpak"))
    wrong = tmp_path / "file.plain"
    wrong.write_bytes((DATA / "edge.binpack").read_bytes())
    with pytest.raises(ValueError, match="expected the format plain by the name, found binpack; say it"):
        list(read(wrong))
    assert sum(map(len, read(wrong, "binpack"))) == 193
    path.write_bytes(b"\x1f\x8b\x08")
    for name in ("file", "packed.binpack", "packed.bullet", "packed.viri"):
        (tmp_path / name).write_bytes(gzip.compress((DATA / "edge.binpack").read_bytes()))
        with pytest.raises(ValueError, match=f"{name}: .*found gzip: decompress it"):
            list(read(tmp_path / name))
    with pytest.raises(FileNotFoundError):
        list(read(tmp_path / "missing.plain"))
    folder = tmp_path / "folder.plain"
    folder.mkdir()
    with pytest.raises(IsADirectoryError, match="source: expected a file, found the folder .*folder.plain, which has none$"):
        list(read(folder))
    (folder / "a.binpack").write_bytes((DATA / "edge.binpack").read_bytes())
    with pytest.raises(IsADirectoryError, match=r"folder.plain, which has a.binpack; name them by a pattern, such as .*folder.plain/\*.binpack$"):
        list(read(folder))


def test_games_without_evaluations_have_rows_with_a_missing_score(tmp_path):
    path = CASES / "no_evaluations.pgn"
    for threads in (1, 2):
        with pytest.warns(UserWarning, match="^no row was read; 4 moves: no evaluation$"):
            assert not list(read(path, threads=threads))
        (batch,) = read(path, missing_score=-25, threads=threads)
        assert batch.scores("white").tolist() == [-25] * 4 and batch.results("black").tolist() == [1] * 4
        assert batch.plies.tolist() == [1, 2, 3, 4]
        # An evaluation of a match belongs to the position before the move.
        (batch,) = read(path, "pgn-match", missing_score=0, threads=threads)
        assert batch.plies.tolist() == [0, 1, 2, 3]
    # Filters see rows without a score.
    assert not list(read(path, missing_score=0, scored=True))
    # Rows of a file have it too, and those with a score keep theirs.
    batch = DataBatch(Positions.from_fens([BLACK] * 2), scores=[7, DataBatch.NO_SCORE], view="white", results=[1, 1])
    for name in ["some.plain", *(["some.parquet"] if find_spec("pyarrow") else [])]:
        write(tmp_path / name, batch)
        assert next(read(tmp_path / name)).scores("white").tolist() == [7, DataBatch.NO_SCORE]
        assert next(read(tmp_path / name, missing_score=3)).scores("white").tolist() == [7, 3]
    with pytest.raises(ValueError, match="missing_score: expected a number from -32768 to 32767, found 32768"):
        read(path, missing_score=1 << 15)


def test_the_rows_of_a_game_before_a_mistake_are_kept_if_they_are_wanted():
    path = CASES / "broken_end.pgn"
    for threads in (1, 2):
        for bad_rows, scores in {"keep-before": [30, 25, 20, 15], "skip": [20, 15]}.items():
            (batch,) = read(path, bad_rows=bad_rows, threads=threads)
            assert batch.scores("white").tolist() == scores
            assert [str(error).split(": ")[1] for error in batch.left_out] == ["game 1, byte 98"]
        # With a missing score, what was left out is listed too.
        (batch,) = read(path, bad_rows="keep-before", missing_score=0, threads=threads)
        assert len(batch.left_out) == 1
        with pytest.raises(DataError, match="game 1, byte 98: Ke3"):
            list(read(path, bad_rows="error", threads=threads))
        # By default it is left out, and a warning says so.
        with pytest.warns(UserWarning, match="^bad rows that were left out: 1; .*; the first: .*game 1, byte 98: Ke3"):
            (batch,) = read(path, threads=threads)
        assert batch.scores("white").tolist() == [20, 15]
    with pytest.raises(ValueError, match="bad_rows: expected 'error' or 'skip' or 'keep-before', found 'mark'"):
        read(path, bad_rows="mark")
    with pytest.raises(ValueError, match="bad_rows: expected 'error' or 'skip', found 'keep-before'"):
        write(path, [], bad_rows="keep-before")


def test_a_mistake_is_named_behind_the_rows_before_it(tmp_path):
    path = tmp_path / "file.txt"
    lines = (DATA / "std.txt").read_text().splitlines(keepends=True)
    lines[40] = lines[40].replace(" w ", " x ").replace(" b ", " x ")
    path.write_text("".join(lines))
    batches = read(path, rows=30, bad_rows="error")
    assert [len(next(batches)), len(next(batches))] == [30, 10]
    with pytest.raises(DataError) as caught:
        next(batches)
    error = caught.value
    byte = len("".join(lines[:40]))
    assert (error.path, error.unit, error.number, error.byte) == (str(path), "line", 41, byte)
    assert str(error).startswith(f"{path}: line 41, byte {byte}: ") and error.reason in str(error)
    assert isinstance(error, ValueError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert (DataError.__module__, DataBatch.__module__) == ("hyperbola", "hyperbola")
    skipped = list(read(path, rows=30, bad_rows="skip"))
    assert [len(batch) for batch in skipped] == [30, 30, 30, 9]
    assert [len(batch.left_out) for batch in skipped] == [0, 1, 0, 0]
    assert skipped[1].left_out[0].args == error.args
    # In a share, the byte is that of the file.
    found = [error for share in range(9) for batch in read(path, bad_rows="skip", shard=(share, 9)) for error in batch.left_out]
    assert [error.byte for error in found] == [byte] and found[0].number is None
    assert str(found[0]).startswith(f"{path}: byte {byte}: ")


def test_a_damaged_chunk_is_left_out(tmp_path):
    path = tmp_path / "file.binpack"
    one = (DATA / "edge.binpack").read_bytes()
    broken = bytearray(one)
    broken[2000] ^= 0xFF
    path.write_bytes(one + bytes(broken) + one)
    batches = list(read(path, bad_rows="skip"))
    (error,) = [error for batch in batches for error in batch.left_out]
    assert (error.unit, error.number) == ("chunk", 2) and len(one) < error.byte < 2 * len(one)
    fens = joined(batches)[0]
    whole = joined(read(DATA / "edge.binpack"))[0]
    assert fens[:193] == whole and fens[-193:] == whole and 386 < len(fens) < 579
    with pytest.raises(DataError, match=f"chunk 2, byte {error.byte}"):
        list(read(path, bad_rows="error"))


@pytest.mark.parametrize("name", SAMPLES)
def test_damage_is_an_error_or_other_rows(name, tmp_path):
    """Nothing else is raised, and what is left out is named in the file."""
    chance = random.Random(name)
    good = (DATA / name).read_bytes()
    format = format_of(DATA / name)
    for number in range(40):
        bad = bytearray(good)
        for _ in range(chance.randrange(1, 4)):
            bad[chance.randrange(len(bad))] = chance.randrange(256)
        if number % 4 == 0:
            del bad[chance.randrange(len(bad)) :]
        path = tmp_path / "bad"
        path.write_bytes(bytes(bad))
        try:
            for batch in read(path, format, bad_rows="skip"):
                assert all(0 <= error.byte <= len(bad) for error in batch.left_out)
            rows = sum(map(len, read(path, format, bad_rows="error")))
            assert rows <= len(bad)
        except DataError as error:
            assert error.path == str(path) and error.reason.strip()
        except ValueError as error:
            assert "expected a text in UTF-8" in str(error)


def test_millions_of_mistakes_take_the_memory_of_a_batch(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("x\n" * 100_000)
    batches = list(read(path, rows=1000, bad_rows="skip"))
    assert [len(batch.left_out) for batch in batches] == [1000] * 100
    assert not any(map(len, batches))


def test_batches_are_made_of_columns():
    positions = Positions.from_fens([Position().fen(), BLACK])
    batch = DataBatch(positions, scores=[20, -900], results=[0, -1], view="side_to_move", moves=["e2e4", None])
    assert batch.scores("white").tolist() == [20, 900] and batch.results("white").tolist() == [0, 1]
    assert batch.scores("black").tolist() == [-20, -900]
    assert batch.plies.tolist() == [0, 79] and batch.has_move.tolist() == [True, False]
    assert batch.ucis() == ["e2e4", None] and batch.fens() == positions.fens()
    black = DataBatch(positions, scores=np.array([5, 6], np.int16), view="black", plies=[7, 8], moves=batch.moves)
    assert black.scores("white").tolist() == [-5, -6] and black.plies.tolist() == [7, 8]
    assert not black.has_result.any() and black.ucis() == batch.ucis()
    for rows in (slice(1, 2), [1], np.array([False, True])):
        part = batch[rows]
        assert part.fens() == [BLACK] and part.scores("black").tolist() == [-900] and part.plies.tolist() == [79]
    scores = batch.scores("white")
    scores[:] = 7
    assert batch.scores("white").tolist() == [20, 900]


@pytest.mark.parametrize(
    ("columns", "error", "text"),
    [
        ({"scores": [1, 2]}, ValueError, "view: expected the view of scores and results"),
        ({"results": [1, 0]}, ValueError, "view: expected the view of scores and results"),
        ({"scores": [1, 2], "view": "red"}, ValueError, "view: expected 'side_to_move', 'white' or 'black'"),
        ({"scores": [1], "view": "white"}, ValueError, r"scores: expected the shape \(2,\)"),
        ({"scores": [1.5, 2], "view": "white"}, TypeError, "scores: expected integers"),
        ({"results": [1, 300], "view": "white"}, ValueError, "results: expected numbers from -128 to 127"),
        ({"results": [2, 0], "view": "side_to_move"}, ValueError, "results: row 0: expected 1, 0, -1 or NO_RESULT, found 2; Bullet"),
        ({"results": [0, -2], "view": "white"}, ValueError, "results: row 1: expected 1, 0, -1 or NO_RESULT, found -2"),
        ({"moves": [65535, 1]}, ValueError, "moves: row 1: expected a legal move or NO_MOVE, found another: the bits 1"),
        ({"moves": [40000, 65535]}, ValueError, "moves: row 0: expected a legal move or NO_MOVE, found another: the bits 40000"),
        ({"plies": [1, -1]}, ValueError, "plies: expected numbers from 0 to 65535"),
        ({"moves": ["e2e4"]}, ValueError, "moves: expected a move for each of 2 positions, found 1"),
        ({"moves": [None, "e8e6"]}, ValueError, "moves: row 1: .*e8e6"),
    ],
)
def test_wrong_columns_are_refused(columns, error, text):
    with pytest.raises(error, match=text):
        DataBatch(Positions.from_fens([Position().fen(), BLACK]), **columns)
    with pytest.raises(TypeError, match="positions: expected Positions, found list"):
        DataBatch([], **columns)
    with pytest.raises(ValueError, match="view: expected"):
        DataBatch(Positions.from_fens([])).scores("red")


def test_rows_that_a_format_cannot_hold(tmp_path):
    path = tmp_path / "out.marlin"
    positions = Positions.from_fens([BLACK] * 3)
    batch = DataBatch(positions, scores=[1, DataBatch.NO_SCORE, 3], results=[1, 1, DataBatch.NO_RESULT], view="white")
    with pytest.raises(DataError, match="row 1: expected a score, found none") as caught:
        write(path, [batch[:1], batch[1:]], bad_rows="error")
    assert (caught.value.path, caught.value.unit, caught.value.byte) == (str(path), "row", None)
    assert not os.listdir(tmp_path)
    assert write(path, batch, bad_rows="skip") == 1
    # By default they are left out, and a warning says so.
    with pytest.warns(UserWarning, match="^bad rows that were left out: 2; ") as told:
        assert write(path, [batch[:1], batch[1:]], overwrite=True) == 1
    assert told[0].filename == __file__
    assert write(path, batch, missing_score=-5, missing_result="1/2-1/2", overwrite=True) == 3
    (found,) = read(path)
    assert found.scores("white").tolist() == [1, -5, 3] and found.results("white").tolist() == [1, 1, 0]
    for column, wrong in (("_results", 2), ("moves", 1)):
        # A batch with such a row is not made, but its arrays can be changed.
        part = DataBatch(positions)
        getattr(part, column)[1] = wrong
        for name in ("wrong.plain", "wrong.parquet"):
            with pytest.raises(DataError, match="row 4: expected") as caught:
                write(tmp_path / name, [batch, part], bad_rows="error", missing_score=0, missing_result="1-0")
            assert caught.value.number == 4
        assert write(tmp_path / "skipped.arrow", [batch, part], bad_rows="skip") == 5
        os.remove(tmp_path / "skipped.arrow")
    marked = Positions.from_fens(["x", BLACK], bad_rows="mark")
    with pytest.raises(DataError, match="row 0: expected a position, found a marked row"):
        write(tmp_path / "wrong.plain", DataBatch(marked), bad_rows="error", missing_result="1-0")
    assert os.listdir(tmp_path) == ["out.marlin"]


def test_a_file_is_complete_or_absent(tmp_path):
    path = tmp_path / "out.plain"

    def failing():
        yield from read(DATA / "edge.plain")
        raise RuntimeError("mine")

    import_or_skip("pyarrow")
    for name in ("out.plain", "out.parquet"):
        with pytest.raises(RuntimeError, match="mine"):
            write(tmp_path / name, failing())
    assert not os.listdir(tmp_path)
    write(path, read(DATA / "edge.plain"))
    with pytest.raises(FileExistsError, match="overwrite=True"):
        write(path, read(DATA / "std.txt"))
    write(tmp_path / "out.parquet", read(DATA / "edge.plain"))
    with pytest.raises(FileExistsError, match="overwrite=True"):
        write(tmp_path / "out.parquet", read(DATA / "std.txt"))
    for name in ("/dev/null", "/dev/stdout", "/dev/fd/1"):
        if os.path.exists(name):
            with pytest.raises(ValueError, match="found a device or an open descriptor"):
                write(name, read(DATA / "std.txt"), format="parquet", overwrite=True)
    if os.access("/dev/shm", os.W_OK):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            assert write(os.path.join(folder, "x.parquet"), read(DATA / "edge.plain")) == 193
    for name in ("out.plain", "out.parquet"):
        with pytest.raises(RuntimeError, match="mine"):
            write(tmp_path / name, failing(), overwrite=True)
        assert sum(map(len, read(tmp_path / name))) == 193
    os.remove(tmp_path / "out.parquet")
    assert path.read_bytes() == (DATA / "edge.plain").read_bytes()
    # A file that is read may be replaced by its own rows.
    assert write(path, read(path, every=2, rows=5), overwrite=True) == 97
    assert sum(map(len, read(path))) == 97 and os.listdir(tmp_path) == ["out.plain"]


def test_what_cannot_be_written(tmp_path):
    batch = DataBatch(Positions.from_fens([BLACK]))
    for arguments, error, text in [
        ((tmp_path / "a.pgn", batch), ValueError, "expected a format that can be written, found pgn"),
        ((tmp_path / "a.xyz", batch), ValueError, "expected a name that says the format"),
        ((tmp_path / "a.plain", [1]), TypeError, "batches: expected DataBatch, found int"),
        ((tmp_path / "a.plain", 1), TypeError, "batches: expected DataBatch or an iterable of it, found int"),
        ((tmp_path / "none" / "a.plain", []), FileNotFoundError, "none"),
        ((5, batch), TypeError, "path"),
    ]:
        with pytest.raises(error, match=text):
            write(*arguments)
    for name in ("a.plain", "a.parquet"):
        with pytest.raises(ValueError, match="missing_result: expected '1-0', '0-1' or '1/2-1/2', found '1'"):
            write(tmp_path / name, batch, missing_result="1")
        with pytest.raises(ValueError, match="bad_rows: expected 'error' or 'skip'"):
            write(tmp_path / name, batch, bad_rows="mark")
    assert not os.listdir(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_is_read_once(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    for name in ("edge.binpack", "std.txt"):
        thread = threading.Thread(target=lambda: path.write_bytes((DATA / name).read_bytes()))
        thread.start()
        assert sum(map(len, read(path))) == SAMPLES[name]
        thread.join()


@pytest.mark.parametrize("format", ["leela", "pgn-match", "tuner"])
def test_formats_that_are_named(format, named_only):
    path, entries = named_only[format]
    (batch,) = read(path, format)
    first = {
        "leela": (Position().fen(), [DataBatch.NO_SCORE] * 3, [1] * 3, ["b1a3"] * 3),
        "pgn-match": (Position().fen(), [31, 20, -10], [1] * 3, ["e2e4", "e7e5", "b8c6"]),
        "tuner": ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", [12, DataBatch.NO_SCORE], [0, 1], [None] * 2),
    }[format]
    assert (batch.fens()[0], batch.scores("white").tolist(), batch.results("white").tolist(), batch.ucis()) == first
    assert entries == len(batch)


def seen(batches):
    """Returns the rows of each batch, and what was left out of it."""
    return [
        ([column.tobytes() for column in (batch.positions.compute("keys"), *batch._columns())],
         [(error.args, str(error)) for error in batch.left_out])
        for batch in batches
    ]


def test_any_number_of_threads_gives_the_same_batches(tmp_path):
    files = {"multichunk.binpack": 600, "edge.plain": 150, "std.bullet": 700, "dfrc.viri": 30, "games_eval.pgn": 5}
    paths = []
    for name, times in files.items():
        content = bytearray((DATA / name).read_bytes() * times)
        for place in (len(content) // 3, len(content) // 2, len(content) - 5):
            content[place : place + 3] = b"\xffx\xfe"
        paths.append(tmp_path / name)
        paths[-1].write_bytes(content)
    assert sum(path.stat().st_size > 2 << 20 for path in paths) >= 3
    paths.insert(2, tmp_path / "empty.epd")
    paths[2].write_bytes(b"")
    for options in [
        {"rows": 10_000},
        {"rows": 1 << 20, "every": 7, "max_ply": 90},
        {"rows": 7, "min_ply": 100, "every": 1000},
        {"shard": (1, 3), "rows": 5000},
        {"shard": (0, 2), "rows": 3000, "every": 100},
    ]:
        one = list(read(paths, bad_rows="skip", **options))
        assert len(one) > 3 and any(batch.left_out for batch in one)
        expected = seen(one)
        for threads in (2, 5):
            found = list(read(paths, bad_rows="skip", threads=threads, **options))
            assert list(map(len, found)) == list(map(len, one)), (options, threads)
            assert seen(found) == expected, (options, threads)


def test_a_mistake_behind_a_full_batch_is_in_the_next_one_on_threads_too(tmp_path):
    path, lines = tmp_path / "some.txt", (DATA / "std.txt").read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:14], "no position\n", *lines[14:30]]))
    for rows in (1, 7, 14):
        one = list(read(path, rows=rows, bad_rows="skip"))
        assert [len(batch.left_out) for batch in one].index(1) == 14 // rows
        assert seen(read(path, rows=rows, bad_rows="skip", threads=2)) == seen(one)


def test_threads_raise_what_one_thread_raises(tmp_path):
    path = tmp_path / "some.binpack"
    content = bytearray((DATA / "multichunk.binpack").read_bytes() * 500)
    content[2_000_000:2_000_003] = b"\xff\xff\xff"
    path.write_bytes(content)
    missing = tmp_path / "missing.binpack"
    for source, error in [(path, DataError), ([DATA / "edge.binpack", missing, path], FileNotFoundError)]:
        ends = []
        for threads in (1, 2):
            batches, found = read(source, rows=1 << 20, bad_rows="error", threads=threads), []
            with pytest.raises(error) as raised:
                found.extend(batches)
            ends.append((seen(found), str(raised.value)))
        assert ends[0] == ends[1] and len(ends[0][0]) == 1


def test_threads_read_tables_and_pipes_too(tmp_path):
    write(tmp_path / "a.plain", read(DATA / "edge.binpack"))
    import_or_skip("pyarrow")
    write(tmp_path / "b.parquet", read(DATA / "edge.binpack"))
    paths = [tmp_path / "a.plain", tmp_path / "b.parquet", tmp_path / "a.plain"]
    assert seen(read(paths, threads=0)) == seen(read(paths))
    if hasattr(os, "mkfifo"):
        path = tmp_path / "pipe"
        os.mkfifo(path)
        thread = threading.Thread(target=lambda: path.write_bytes((DATA / "std.txt").read_bytes()))
        thread.start()
        assert joined(read(path, threads=2)) == joined(read(DATA / "std.txt"))
        thread.join()
    for threads, error in [(-1, ValueError), (257, ValueError), (1.5, TypeError)]:
        with pytest.raises(error, match="threads: expected a"):
            read(DATA / "edge.binpack", threads=threads)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_does_not_wait_for_threads_that_it_does_not_have():
    batches = read([DATA / "multichunk.binpack"] * 50, threads=2)
    next(batches)
    child = os.fork()
    if child == 0:
        try:
            list(batches)
        except ValueError as error:
            os._exit(7 if "found one of its forks" in str(error) else 1)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert sum(map(len, batches)) == 49 * SAMPLES["multichunk.binpack"]


KEPT_RIGHTS = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9"
OF_CHESS = KEPT_RIGHTS.replace("KQkq", "KQ")


def test_every_door_reads_by_rules(tmp_path):
    lines = tmp_path / "some.txt"
    lines.write_text(f"{KEPT_RIGHTS} | 3 | 0.5\n")
    for options, expected in [
        ({}, KEPT_RIGHTS),
        ({"rules": "chess960", "lenient": True}, KEPT_RIGHTS),
        ({"rules": "chess", "lenient": True}, OF_CHESS),
        ({"lenient": True}, OF_CHESS),
    ]:
        for threads in (1, 2):
            assert [batch.fens() for batch in read(lines, threads=threads, **options)] == [[expected]]
    for threads in (1, 2):
        with pytest.raises(DataError, match="h8 is not one of chess"):
            list(read(lines, rules="chess", bad_rows="error", threads=threads))
    with pytest.raises(ValueError, match="rules: expected chess, chess960 or auto"):
        list(read(lines, rules="fischer"))


def test_columns_are_read_by_rules(tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"fen": [KEPT_RIGHTS]})
    path = tmp_path / "some.parquet"
    pq.write_table(table, path)
    positions = Positions.from_fens([KEPT_RIGHTS])
    names = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black", "side_to_move", "castling"]
    columns = {name: getattr(positions, name) for name in [*names, "halfmove_clock", "fullmove_number"]}
    doors = [
        lambda **options: Positions.from_parquet(path, **options),
        lambda **options: Positions.concat([batch.positions for batch in parquet_batches(path, **options)]),
        lambda **options: Positions.from_arrow(table, column="fen", **options),
        lambda **options: Positions.from_arrow(positions.to_arrow(), **options),
        lambda **options: Positions.from_columns(columns, **options),
    ]
    for number, door in enumerate(doors):
        assert door().fens() == door(rules="chess960").fens() == [KEPT_RIGHTS]
        assert door(rules="chess", lenient=True).fens() == [OF_CHESS]
        # Columns name the rooks of castling rights, as letters of files do.
        assert door(lenient=True).fens() == [OF_CHESS if number < 3 else KEPT_RIGHTS]
        with pytest.raises(ValueError, match="row 0: .*h8 is not one of chess"):
            door(rules="chess")
        with pytest.raises(ValueError, match="rules: expected chess, chess960 or auto"):
            door(rules="Chess")


def test_what_was_read_of_a_section_is_passed_over_once(tmp_path):
    # A section has a megabyte.
    path, copies = tmp_path / "long.txt", 500
    path.write_bytes((DATA / "std.txt").read_bytes() * copies)
    reader = DataReader(path, "bullet-text", (0, path.stat().st_size, 5))
    filter = _data.filter_of({})
    rows, bytes = 0, set()
    while (found := reader.read(1000, False, filter)) is not None:
        rows += len(found[0])
        bytes.add(reader.place[0])
    assert rows == 100 * copies - 5 and len(bytes) > 2


def test_lines_have_finite_scores():
    fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    lines = "".join(f"{fen} | {score} | 1/2\n" for score in ("1.5", "inf", "nan", "-3"))
    found, scores, results, used = read_lines(lines.encode(), 9, True, True, "mark", False, 1, "auto", 0)
    assert [bad.row for bad in found.bad_rows] == [1, 2] and used == len(lines)
    assert scores[[0, 3]].tolist() == [1.5, -3] and results[[0, 3]].tolist() == [0.5, 0.5]
