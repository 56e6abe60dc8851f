"""Batches of network inputs for PyTorch, from files of any size.

    $ pip install "./python[torch]"

    >>> from torch.utils.data import DataLoader
    >>> from hyperbola.torch import InputDataset
    >>> dataset = InputDataset("games.txt", "halfka_v2_hm", shuffle=1 << 20, seed=1)  # doctest: +SKIP
    >>> loader = DataLoader(dataset, batch_size=None, num_workers=4)  # doctest: +SKIP
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

try:
    import torch
    from torch.utils.data import IterableDataset, get_worker_info
except ImportError as error:
    raise ImportError("this needs PyTorch: pip install torch") from error

from hyperbola._arrays import names, whole
from hyperbola._data import Filters
from hyperbola._hyperbola import InputSet, Positions
from hyperbola._parquet import BadRows, Policy, Source, share_of
from hyperbola._sources import Kind, Rows, open_files

__all__ = ["Batch", "InputDataset"]

Layout = Literal["bags", "padded", "sparse"]
Dtype = Literal["int32", "int64"]
View = Literal["side_to_move", "white", "black"]


class Place(NamedTuple):
    """How far a share has been read: which of how many shares, the epoch, the place in the files where
    a block of rows begins, and how many of its batches have been taken."""

    share: int
    shares: int
    epoch: int
    block: int
    batches: int


class Batch(NamedTuple):
    """The inputs of N positions, two lists each: the side to move's view first, then the other one, or
    as `first` says.

    inputs, by the layout: "bags" are the numbers of all lists, for an EmbeddingBag with
    include_last_offset=True; "padded" is (N, 2, width), filled up with the number of inputs of the
    set, which is the padding_idx of an Embedding or an EmbeddingBag with one row more; "sparse" is a
    sparse matrix, float32 (2 N, inputs).

    offsets are where each of the lists in bags begins, and where the last one ends: (2 N + 1).
    Numbers and offsets are int64, or int32 if the dataset's dtype says so.
    side_to_move is 0 for White and 1 for Black: uint8 (N). columns has a tensor, or a list of what is
    no number, for each column beside the positions. place is where InputDataset goes on.
    """

    inputs: torch.Tensor
    offsets: torch.Tensor | None
    side_to_move: torch.Tensor
    columns: dict[str, Any]
    place: Place


@dataclass(frozen=True)
class _Lists:
    """How the inputs of positions become tensors."""

    set: InputSet
    layout: Layout
    width: int | None
    dtype: Dtype
    first: View
    threads: int

    def checked(self) -> _Lists:
        """Refuses what cannot be computed."""
        if self.layout not in ("bags", "padded", "sparse"):
            raise ValueError(f"layout: expected 'bags', 'padded' or 'sparse', found {self.layout!r}")
        if self.dtype not in ("int32", "int64") or (self.layout, self.dtype) == ("sparse", "int32"):
            expected = "'int64'" if self.layout == "sparse" else "'int32' or 'int64'"
            raise ValueError(f"dtype: expected {expected} for the layout {self.layout!r}, found {self.dtype!r}")
        if (self.width is not None) != (self.layout == "padded"):
            raise ValueError(f"width: expected one for the layout 'padded' alone, found {self.width}")
        self.of(Positions.from_fens([]))
        return self

    def of(self, positions: Positions) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Returns the inputs of positions in the layout, and the offsets of bags."""
        options: dict[str, Any] = {"first": self.first, "dtype": self.dtype, "threads": self.threads}
        if self.width is not None:
            padded = positions.inputs(self.set, width=self.width, **options)
            padded[padded < 0] = self.set.size
            return torch.from_numpy(padded), None
        offsets, numbers = positions.inputs(self.set, **options)
        if self.layout == "bags":
            if len(numbers) > np.iinfo(self.dtype).max:
                raise ValueError(f"batch_size: {len(numbers)} inputs of a batch have no offsets of int32")
            return torch.from_numpy(numbers), torch.from_numpy(offsets.astype(self.dtype, copy=False))
        lists = len(offsets) - 1
        rows = np.repeat(np.arange(lists), np.diff(offsets))
        places = torch.from_numpy(np.stack([rows, numbers]))
        ones = torch.ones(len(numbers))
        shape = (lists, self.set.size)
        return torch.sparse_coo_tensor(places, ones, shape, check_invariants=False), None


class InputDataset(IterableDataset[Batch]):  # type: ignore[misc]
    """Batches of the inputs of a network, from files of positions.

    source has the files as hyperbola.parquet_batches() takes them: a path, a folder of Parquet, a
    pattern, or a list. kind says what they are; without it their names do:

    - "parquet" (.parquet): `column` has the FENs, and `others` names columns to travel with them. It
      needs PyArrow.
    - "lines" (.fen, .fens): a FEN a line, or "FEN | score | result" if the first line has a bar; then
      all files have scores, else none. The columns are "score" and "result", float32, as the file has
      them: White's. The result is 1, 0.5 or 0. A line has at most 4096 bytes. Blank lines are bad rows,
      but those at the end of a file are passed over.
    - a format of training data: its names, its ending and its first bytes are those of hyperbola.read()
      and hyperbola convert. So .txt is "bullet-text", .epd is "epd" and .bin is "bin", Stockfish's
      records of 40 bytes. The columns are those of lines, White's too, and NaN where there is none.
      `filters` has the filters of read() as a dict, such as {"scored": True}. In these, every=N keeps
      the first of each N anew from each MiB of a file on, so where reading goes on, nothing before has
      to be counted; these are up to one row for each MiB more than read() gives. bad_rows is "error" or
      "skip". A file of viriformat, PGN or Leela is in one share as a whole.
    - "bullet" (.bullet, .bulletformat, .data) is one of these formats, read at once: it has bad_rows as
      FENs have, and no filters. White is to move in each record.

    `inputs` is an InputSet or what makes one, such as "halfka_v2_hm". A batch has `batch_size` rows, and
    fewer at the end of a file, of a share or of a block of rows, or where bad rows are left out. Give
    DataLoader batch_size=None, because batches are made here. layout is described at Batch; "padded"
    has lists of `width` inputs. What workers give is copied to shared memory, which takes as long as to
    compute it: dtype="int32" halves that, and an EmbeddingBag takes it too; threads in the main process
    copy nothing. bad_rows, lenient and threads are as in Positions.from_fens(); a marked row has no
    inputs.

    With shuffle, so many rows are read at a time, in memory of about 80 bytes each, and given in an
    order of chance. It follows from seed, the epoch and the place in the files, so it is the same in
    each run. Files in an order of their own should be shuffled as a whole once.

    Each worker of a DataLoader reads a share of the files, as equal as rows, or bytes of lines, can be.
    shard=(i, n) says which share of several processes this one has; without it these are the rank and
    the size of torch.distributed, or RANK and WORLD_SIZE of the environment, when the dataset is made.

    An iteration that comes to its end begins the next epoch. With workers, set_epoch() says which it
    is, because they have copies of the dataset. state_dict() says how far the dataset has been read, and
    an equal dataset goes on there after load_state_dict(), in as many workers: with the next batch,
    batch for batch. With workers of a DataLoader, tell took() of each batch; torchdata's
    StatefulDataLoader does without.

    >>> import pathlib, tempfile, torch
    >>> from hyperbola.torch import InputDataset
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "positions.txt"
    >>> _ = path.write_text(f"{Position().fen()} | 25 | 0.5\\n" * 5)
    >>> dataset = InputDataset(path, "chess_768", batch_size=4)
    >>> bag = torch.nn.EmbeddingBag(768, 16, mode="sum", include_last_offset=True)
    >>> for batch in dataset:
    ...     rows = len(batch.side_to_move)
    ...     print(bag(batch.inputs, batch.offsets).reshape(rows, 32).shape, batch.columns["score"])
    torch.Size([4, 32]) tensor([25., 25., 25., 25.])
    torch.Size([1, 32]) tensor([25.])
    """

    def __init__(
        self,
        source: Source | list[Source],
        inputs: InputSet | str | dict[str, Any],
        *,
        kind: Kind | None = None,
        column: str = "fen",
        others: Iterable[str] = (),
        filters: Filters | None = None,
        batch_size: int = 16384,
        layout: Layout = "bags",
        width: int | None = None,
        dtype: Dtype = "int64",
        first: View = "side_to_move",
        shuffle: int = 0,
        seed: int = 0,
        shard: tuple[int, int] | None = None,
        bad_rows: BadRows = "error",
        lenient: bool = False,
        threads: int = 1,
    ) -> None:
        policy = Policy(bad_rows, lenient, threads).checked()
        self._policy = policy
        self._filters: Filters = {} if filters is None else filters.copy()
        self._files = open_files(source, kind, column, names(others, "others"), policy, self._filters)
        self._size = _least(batch_size, 1, "batch_size")
        # A block has whole batches.
        self._batches = max(-(-_least(shuffle, 0, "shuffle") // self._size), 1)
        self._shuffled = shuffle > 0
        self._seed = _least(seed, 0, "seed")
        self._lists = _Lists(_set_of(inputs), layout, width, dtype, first, threads).checked()
        self._shard = share_of(_of_process() if shard is None else shard)
        self._epoch = 0
        self._loaded: dict[int, Place] = {}
        self._places: dict[int, Place] = {}

    def set_epoch(self, epoch: int) -> None:
        """Says which epoch the next iteration is, from 0. Another one than before begins at the
        beginning."""
        if _least(epoch, 0, "epoch") != self._epoch:
            self._epoch = epoch
            self._loaded, self._places = {}, {}

    def took(self, batch: Batch) -> None:
        """Takes note of a batch that a worker has given."""
        places = {**self._loaded, **self._places}
        before = places.get(batch.place.share)
        # In an epoch places only grow.
        is_new = batch.place.epoch != self._epoch or (before is not None and batch.place <= before)
        self._epoch, self._loaded, self._places = batch.place.epoch, {}, {} if is_new else places
        self._places[batch.place.share] = Place(*batch.place)

    def state_dict(self) -> dict[str, Any]:
        """Returns how far the dataset has been read: numbers and lists, for load_state_dict()."""
        places = {**self._loaded, **self._places}
        return {"epoch": self._epoch, "of": self._identity(), "places": [list(p) for p in places.values()]}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on where a dataset was that has given the state: the next iteration begins there.

        A ValueError says what differs if that was another dataset."""
        if not isinstance(state, dict) or not {"epoch", "of", "places"} <= state.keys():
            raise ValueError("state: expected what state_dict() has returned")
        found, epoch, places = state["of"], state["epoch"], state["places"]
        if not isinstance(found, dict):
            raise ValueError(f"state: expected a dict 'of', found {type(found).__name__}")
        for name, value in self._identity().items():
            if found.get(name) != value:
                raise ValueError(f"state: expected the {name} {value}, found {found.get(name)}")
        try:
            is_epoch = operator.index(epoch) >= 0
        except TypeError:
            is_epoch = False
        if not is_epoch:
            raise ValueError(f"state: expected an epoch from 0, found {epoch!r}")
        if not isinstance(places, (list, tuple)):
            raise ValueError(f"state: expected a list 'places', found {type(places).__name__}")
        checked = [self._checked(place) for place in places]
        self._epoch, self._places = operator.index(epoch), {}
        self._loaded = {place.share: place for place in checked}

    def _checked(self, found: Any) -> Place:
        """Returns a place of a state. It refuses what no iteration can have reached."""
        try:
            place = Place(*map(operator.index, found))
        except TypeError:
            raise ValueError(f"state: expected five whole numbers of a place, found {found!r}") from None
        end = self._files.ends[-1]
        is_in = place.share < place.shares and place.block <= end and place.batches <= self._batches
        if min(place) < 0 or not is_in:
            limits = f"share < shares, block <= {end} and batches <= {self._batches}"
            expected = f"[share, shares, epoch, block, batches] from 0 with {limits}"
            raise ValueError(f"state: expected a place {expected}; found {[*place]}")
        start, end = self._files.limits((place.share, place.shares))
        if not start <= place.block <= end + self._files.past:
            which = f"share {place.share} of {place.shares}"
            expected = f"a block from {start} to {end + self._files.past} in {which}"
            raise ValueError(f"state: expected {expected}; found {place.block}")
        return place

    def _identity(self) -> dict[str, Any]:
        """Returns what must be the same for a place to mean the same."""
        return {
            "batch_size": self._size,
            "batches of a block": self._batches,
            "order": f"of the seed {self._seed}" if self._shuffled else "of the files",
            "bad_rows": self._policy.bad_rows,
            "lenient": bool(self._policy.lenient),
            "ends of the files": [*self._files.ends],
            "filters": self._filters or None,
        }

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        number, count = (0, 1) if worker is None else (worker.id, worker.num_workers)
        share, shares = self._shard[0] * count + number, self._shard[1] * count
        start, end = self._files.limits((share, shares))
        for other in self._loaded.values():
            if other.shares != shares or other.share // count != self._shard[0]:
                which = f"of {shares} shares, from {self._shard[0] * count} on"
                raise ValueError(f"state: expected that {which}; found share {other.share} of {other.shares}")
        loaded, self._loaded, self._places = self._loaded, {}, {}
        place = loaded.get(share, Place(share, shares, self._epoch, start, 0))
        self._places[share] = place
        for rows in self._files.read(place.block, end, self._size * self._batches):
            for batch in self._of_block(rows, place):
                self._places[share] = batch.place
                yield batch
            place = place._replace(block=rows.end, batches=0)
            self._places[share] = place
        self._epoch += 1
        self._places = {}

    def _of_block(self, rows: Rows, place: Place) -> Iterator[Batch]:
        """Returns the batches of a block that have not been taken, in an order of chance or not."""
        count = len(rows.positions)
        order = None
        if self._shuffled:
            chance = np.random.default_rng([self._seed, place.epoch, place.block])
            order = chance.permutation(count)
        starts = range(0, count, self._size)
        for number, start in list(enumerate(starts, 1))[place.batches :]:
            some: Any = slice(start, start + self._size)
            if order is not None:
                some = order[some]
            positions = rows.positions[some]
            inputs, offsets = self._lists.of(positions)
            columns = {name: _tensor(column[some]) for name, column in rows.columns.items()}
            sides = torch.from_numpy(positions.side_to_move.copy())
            yield Batch(inputs, offsets, sides, columns, place._replace(batches=number))


def _set_of(inputs: InputSet | str | dict[str, Any]) -> InputSet:
    """Returns the set that the parameter inputs has."""
    try:
        return InputSet(inputs)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("definition:", "inputs:", 1)) from None


def _least(number: Any, least: int, name: str) -> int:
    """Returns a parameter that is a whole number of some size."""
    if whole(number, name) < least:
        raise ValueError(f"{name}: expected a number from {least}, found {number}")
    return int(number)


def _of_process() -> tuple[int, int]:
    """Returns the rank of this process and the number of processes."""
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        return torch.distributed.get_rank(), torch.distributed.get_world_size()
    rank, size = os.environ.get("RANK"), os.environ.get("WORLD_SIZE")
    if rank is None and size is None:
        return 0, 1
    try:
        return int(rank or ""), int(size or "")
    except ValueError:
        raise ValueError(f"expected numbers as RANK and WORLD_SIZE, found {rank!r} and {size!r}") from None


def _tensor(column: Any) -> Any:
    """Returns a column as a tensor, or as a list if its items are no numbers."""
    if column.dtype == object:
        return column.tolist()
    return torch.from_numpy(np.require(column, requirements=["C", "W"]))
