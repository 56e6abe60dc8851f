"""What the tests of hyperbola.cluster share."""

from __future__ import annotations

import os
import pathlib

import pytest

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

FEATURES = ["attacks", "attack_counts", "legal_moves"]

heavy = pytest.mark.skipif(
    not os.environ.get("HYPERBOLA_HEAVY"), reason="takes long; HYPERBOLA_HEAVY=1 runs it"
)


def write_fens(path: pathlib.Path, rows: list[str | None], group: int, column: str = "fen"):
    """Writes a Parquet file with a row group for each number of rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(exist_ok=True)
    table = pa.table({column: pa.array(rows, pa.string())})
    pq.write_table(table, path, row_group_size=group, compression="zstd")
    return path


def damage(path: pathlib.Path, group: int, name: str = "fen") -> None:
    """Overwrites the first page of a column in a row group."""
    import pyarrow.parquet as pq

    metadata = pq.read_metadata(path)
    column = metadata.row_group(group).column(metadata.schema.names.index(name))
    start = column.dictionary_page_offset or column.data_page_offset
    data = bytearray(path.read_bytes())
    data[start : start + 40] = b"\xff" * 40
    path.write_bytes(data)


def files_of(out: pathlib.Path) -> list[str]:
    """Returns the names of the parts in a folder."""
    return sorted(entry.name for entry in out.glob("*.parquet"))
