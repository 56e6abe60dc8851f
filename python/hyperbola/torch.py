"""Batches of network inputs for PyTorch, from files of any size.

    $ pip install "./python[torch]"

    >>> from hyperbola.torch import InputDataset
    >>> options = {"shuffle": 1 << 20, "seed": 1, "threads": 4, "prefetch": 4}
    >>> dataset = InputDataset("games.txt", "halfka_v2_hm", **options)  # doctest: +SKIP
    >>> batch = next(iter(dataset))  # doctest: +SKIP
"""

from __future__ import annotations

import collections
import contextlib
import hashlib
import operator
import os
import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

try:
    import torch
    from torch.utils.data import IterableDataset, get_worker_info
    from torch.utils.data._utils.collate import default_collate_fn_map
except ImportError as error:
    raise ImportError("this needs PyTorch: pip install torch") from error

from hyperbola._arrays import names, whole
from hyperbola._columns import BadRows, Policy, Rules
from hyperbola._data import Filters, View
from hyperbola._hyperbola import InputSet, Positions
from hyperbola._parquet import Source, share_of
from hyperbola._sampling import Sampling
from hyperbola._sources import EXTRAS, Extra, Kind, Rows, open_files

__all__ = ["Batch", "InputDataset", "Sampling"]

Layout = Literal["bags", "padded", "sparse"]
Dtype = Literal["int32", "int64"]
# Says which of the positions and their columns are wanted: bool (N).
Keep = Callable[[Positions, dict[str, Any]], Any]


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
    no number, for each column beside the positions: "score" and "points", the result as 1, 0.5 or 0,
    are those of the dataset's view. place is where InputDataset goes on.
    """

    inputs: torch.Tensor
    offsets: torch.Tensor | None
    side_to_move: torch.Tensor
    columns: dict[str, Any]
    place: Place


# A batch, or None at the end of a block, with the place behind it. A place of None is the end of an epoch.
_Step = tuple[Place | None, "Batch | None"]


def _refuse_to_collate(batches: list[Batch], *, collate_fn_map: Any = None) -> None:
    expected = "expected DataLoader(dataset, batch_size=None), because InputDataset makes the batches"
    raise ValueError(f"batch_size: {expected}; found another one")


# DataLoader makes batches of 1 else, of which each is a batch.
default_collate_fn_map[Batch] = _refuse_to_collate


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

    - "parquet" (.parquet): `column` has the FENs, and `others` names columns to travel with them, as
      they are in the file. It needs PyArrow.
    - "lines" (.fen, .fens): a FEN a line, or "FEN | score | result" if the first line has a bar; then
      all files have scores, else none. The columns are "score" and "points", float32. A result is 1,
      0.5 or 0 points. A line has at most 4096 bytes. Blank lines and lines that begin with # are passed
      over.
    - a format of training data: its names, its ending and its first bytes are those of hyperbola.read()
      and hyperbola convert. So .txt is "bullet-text", .epd is "epd" and .bin is "bin", Stockfish's
      records of 40 bytes. The columns are those of lines, and NaN where there is none.
      `filters` has the filters of read() as a dict, such as {"scored": True}. In these, every=N keeps
      the first of each N anew from each MiB of a file on, so where reading goes on, nothing before has
      to be counted; these are up to one row for each MiB more than read() gives. bad_rows is "error" or
      "skip". A file of viriformat, PGN or Leela is in one share as a whole.
    - "bullet" (.bullet, .bulletformat, .data) is one of these formats, read at once: it has bad_rows as
      FENs have, and no filters. White is to move in each record.

    view says who sees the scores and the points: "side_to_move", "white" or "black". Without it they
    are those of `first`, whose inputs come first: the side to move, if nothing else is said. Files of
    several formats have them as White sees them; here none has to be turned.

    `inputs` is an InputSet or what makes one, such as "halfka_v2_hm". A batch has `batch_size` rows, and
    fewer at the end of a file, of a share or of a block of rows, or where rows are left out. Give
    DataLoader batch_size=None, because batches are made here. layout is described at Batch; "padded"
    has lists of `width` inputs. What workers give is copied to shared memory, which takes as long as to
    compute it: dtype="int32" halves that, and an EmbeddingBag takes it too; threads in the main process
    copy nothing. bad_rows, lenient, rules and threads are as in Positions.from_fens(); a marked row has no
    inputs.

    `extras` names further columns: "piece_count", the number of pieces, for output buckets; "ply", the
    half moves since the initial position, both int64; and "positions", the Positions themselves.

    keep(positions, columns) is a function of your own that says which rows are wanted, as an array of
    bool. columns are those of the batch, as NumPy's arrays. sampling leaves out rows by chance: see
    Sampling. Both look at the rows that are read together: those of a batch, or of a block of shuffle.

    With shuffle, so many rows are read at a time, in memory of about 80 bytes each, and given in an
    order of chance. It follows from seed, the epoch and the place in the files, so it is the same in
    each run. Files in an order of their own should be shuffled as a whole once. interleave=k divides
    the files into k parts that give a batch in turn, each with blocks of its own.

    prefetch=n makes n batches ahead, by a thread in this process. With endless=True the iteration has
    no end: the next epoch follows.

    Each worker of a DataLoader reads a share of the files, as equal as rows, or bytes of lines, can be.
    shard=(i, n) says which share of several processes this one has; without it these are the rank and
    the size of torch.distributed, or RANK and WORLD_SIZE of the environment, when the dataset is made.
    Files without a row that is wanted are an error.

    An iteration that comes to its end begins the next epoch; with workers, each iteration is the next
    epoch, as long as PyTorch's seed is not set to the same number before each. set_epoch() says which
    it is. state_dict() says how far the dataset has been read, and
    an equal dataset goes on there after load_state_dict(), in as many workers: with the next batch,
    batch for batch. With workers of a DataLoader, tell took() of each batch; torchdata's
    StatefulDataLoader does without.

    >>> import pathlib, tempfile, torch
    >>> from hyperbola.torch import InputDataset
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "positions.txt"
    >>> _ = path.write_text(f"{Position().play('e2e4').fen()} | 25 | 1.0\\n" * 5)
    >>> dataset = InputDataset(path, "chess_768", batch_size=4, extras=["piece_count"])
    >>> bag = torch.nn.EmbeddingBag(768, 16, mode="sum", include_last_offset=True)
    >>> for batch in dataset:
    ...     rows = len(batch.side_to_move)
    ...     print(bag(batch.inputs, batch.offsets).reshape(rows, 32).shape, batch.columns["score"])
    torch.Size([4, 32]) tensor([-25., -25., -25., -25.])
    torch.Size([1, 32]) tensor([-25.])
    >>> batch.columns["points"], batch.columns["piece_count"]
    (tensor([0.]), tensor([32]))
    """

    def __init__(
        self,
        source: Source | list[Source],
        inputs: InputSet | str | dict[str, Any],
        *,
        kind: Kind | None = None,
        column: str = "fen",
        others: Iterable[str] = (),
        extras: Iterable[Extra] = (),
        view: View | None = None,
        filters: Filters | None = None,
        keep: Keep | None = None,
        sampling: Sampling | None = None,
        batch_size: int = 16384,
        layout: Layout = "bags",
        width: int | None = None,
        dtype: Dtype = "int64",
        first: View = "side_to_move",
        shuffle: int = 0,
        interleave: int = 1,
        seed: int = 0,
        endless: bool = False,
        prefetch: int = 0,
        shard: tuple[int, int] | None = None,
        bad_rows: BadRows = "error",
        lenient: bool = False,
        threads: int = 1,
        rules: Rules = "auto",
    ) -> None:
        policy = Policy(bad_rows, lenient, threads, rules).checked()
        self._policy = policy
        self._filters: Filters = {} if filters is None else filters.copy()
        beside = names(others, "others")
        self._files = open_files(source, kind, column, beside, policy, self._filters)
        self._extras = _extras(extras, beside)
        self._size = _least(batch_size, 1, "batch_size")
        # A block has whole batches.
        self._batches = max(-(-_least(shuffle, 0, "shuffle") // self._size), 1)
        self._shuffled = shuffle > 0
        self._parts = _least(interleave, 1, "interleave")
        self._seed = _least(seed, 0, "seed")
        self._lists = _Lists(_set_of(inputs), layout, width, dtype, first, threads).checked()
        self._view = _view(first if view is None else view)
        self._keep, self._sampling = _callable(keep), _sampling(sampling)
        self._endless, self._prefetch = bool(endless), _least(prefetch, 0, "prefetch")
        self._shard = share_of(_of_process() if shard is None else shard)
        self._epoch = 0
        self._loaded: dict[int, Place] = {}
        self._places: dict[int, Place] = {}
        # The ends of blocks that are read, by their shares and their places.
        self._ends: dict[tuple[int, int], int] = {}
        self._digest: str | None = None
        # The epoch that an iteration has begun, which workers and their main process share.
        self._begun = torch.zeros(1, dtype=torch.int64).share_memory_()
        # In a worker, the epoch of its last iteration, and whether one was named.
        self._last: int | None = None
        self._is_named = False

    def set_epoch(self, epoch: int) -> None:
        """Says which epoch the next iteration is, from 0. Another one than before begins at the
        beginning."""
        if _least(epoch, 0, "epoch") != self._epoch:
            self._loaded, self._places = {}, {}
        self._name(int(epoch))

    def took(self, batch: Batch) -> None:
        """Takes note of a batch that a worker has given."""
        places = self._all_places()
        before = places.get(batch.place.share)
        # In an iteration places only grow, and in an endless one workers may be in several epochs.
        is_new = batch.place.epoch != self._epoch and not self._endless
        is_new |= before is not None and batch.place <= before
        self._epoch, self._loaded, self._places = batch.place.epoch, {}, {} if is_new else places
        self._note(Place(*batch.place))

    def progress(self) -> float:
        """Returns how much of the epoch has been read, from 0 to 1: of this process, as far as took()
        knows where there are workers."""
        places = self._all_places().values()
        shares = next((place.shares for place in places), self._shard[1])
        of_process = shares // self._shard[1]
        start = self._files.limits((self._shard[0] * of_process, shares))[0]
        end = self._files.limits(((self._shard[0] + 1) * of_process - 1, shares))[1]
        done = 0.0
        for place in places:
            length = self._ends.get((place.share, place.block), place.block) - place.block
            done += place.block + length * place.batches / self._batches
            done -= self._files.limits((place.share, shares))[0]
        return min(max(done / max(end - start, 1), 0.0), 1.0)

    def state_dict(self) -> dict[str, Any]:
        """Returns how far the dataset has been read: numbers and lists, for load_state_dict()."""
        places = [list(place) for place in self._all_places().values()]
        return {"epoch": self._epoch, "of": self._identity(), "places": places}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on where a dataset was that has given the state: the next iteration begins there.

        A ValueError says what differs if that was another dataset, such as one of other inputs or
        of other files. Files are compared by their lengths and by 17 samples of 16 KiB of each."""
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
        self._name(operator.index(epoch))
        self._places = {}
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
        if self._digest is None:
            self._digest = _digest_of(self._files.files)
        keep = self._keep and getattr(self._keep, "__qualname__", type(self._keep).__qualname__)
        keep = keep and f"{self._keep.__module__}.{keep}"
        return {
            "batch_size": self._size,
            "batches of a block": self._batches,
            "order": f"of the seed {self._seed}" if self._shuffled else "of the files",
            "bad_rows": self._policy.bad_rows,
            "lenient": bool(self._policy.lenient),
            "rules": self._policy.rules,
            "ends of the files": [*self._files.ends],
            "filters": self._filters or None,
            "digest of the files": self._digest,
            "digest of the inputs": self._lists.set.digest,
            "first": self._lists.first,
            "view": self._view,
            "keep": keep,
            "sampling": self._sampling and f"{self._sampling} of the seed {self._seed}",
            "interleave": self._parts,
        }

    def _all_places(self) -> dict[int, Place]:
        """Returns the places that are known, the last one behind the others."""
        places = {share: place for share, place in self._loaded.items() if share not in self._places}
        return {**places, **self._places}

    def _note(self, place: Place) -> None:
        """Takes note of a place, behind the others."""
        before = self._places.pop(place.share, None)
        if before is not None and place.block != before.block:
            self._ends.pop((place.share, before.block), None)
        self._places[place.share] = place

    def _name(self, epoch: int) -> None:
        """Says which epoch the next iteration is. Workers have copies of the dataset, so it is in the
        memory that they share."""
        if epoch >> _EPOCH_BITS:
            raise ValueError(f"epoch: expected a number below 2**{_EPOCH_BITS}, found {epoch}")
        self._epoch = epoch
        if get_worker_info() is None:
            self._begun[0] = epoch
        else:
            self._is_named = True

    def _next_epoch(self) -> tuple[int, int]:
        """Returns the epoch of an iteration that begins, and the number that the processes share then.

        It has the epoch that has begun last, and above it a hash of its workers' seed, which DataLoader
        draws for each iteration, or 0 if the epoch is named and none has begun. All workers of an
        iteration come to the same number, in any order.
        """
        worker = get_worker_info()
        begun = int(self._begun[0])
        epoch, before = begun & (1 << _EPOCH_BITS) - 1, begun >> _EPOCH_BITS
        if worker is None:
            epoch += before != 0
            return epoch, epoch
        iteration = (worker.seed - worker.id) * 0x9E3779B97F4A7C15 >> 33 & 0x3FFFFFFF | 1
        if self._is_named:
            epoch = self._epoch
        elif self._last is not None:
            # A worker that persists.
            epoch = self._last + 1
        elif before not in (0, iteration):
            epoch += 1
        return epoch, iteration << _EPOCH_BITS | epoch

    def _shares(self) -> list[tuple[int, int]]:
        """Returns the shares of this process and worker."""
        worker = get_worker_info()
        number, count = (0, 1) if worker is None else (worker.id, worker.num_workers)
        number, count = self._shard[0] * count + number, self._shard[1] * count
        return [(number * self._parts + part, count * self._parts) for part in range(self._parts)]

    def __iter__(self) -> Iterator[Batch]:
        shares = self._shares()
        count = shares[0][1]
        of_process = count // self._shard[1]
        epoch, begun = self._next_epoch()
        loaded = {s: place for s, place in self._loaded.items() if place.epoch == epoch or self._endless}
        for other in loaded.values():
            if other.shares != count or other.share // of_process != self._shard[0]:
                which = f"of {count} shares, from {self._shard[0] * of_process} on"
                raise ValueError(f"state: expected that {which}; found share {other.share} of {other.shares}")
        self._begun[0] = begun
        self._epoch, self._last, self._is_named = epoch, epoch, False
        self._loaded, self._places = {}, {}
        # Those that were not read come before the others, which are in the order of their last batches.
        fresh = [(share, self._files.limits((share, count))[0]) for share, _ in shares if share not in loaded]
        places = [Place(share, count, epoch, start, 0) for share, start in fresh]
        places += [place for share, place in loaded.items() if (share, count) in shares]
        for place in places:
            self._note(place)
        steps: Generator[_Step, None, None] = self._steps(places, shares)
        if self._prefetch:
            steps = _ahead(steps, self._prefetch)
        with contextlib.closing(steps):
            for step, batch in steps:
                if step is None:
                    self._epoch, self._places = self._epoch + 1, {}
                    if get_worker_info() is None:
                        self._name(self._epoch)
                    continue
                self._note(step)
                if batch is not None:
                    yield batch

    def _steps(self, places: list[Place], shares: list[tuple[int, int]]) -> Generator[_Step, None, None]:
        """Returns the batches of an epoch, or of all that follow, from places on."""
        while True:
            is_whole = all(place[3:] == (self._files.limits(place[:2])[0], 0) for place in places)
            given = 0
            for step in self._in_turn(places, shares):
                given += step[1] is not None
                yield step
            if is_whole and not given:
                self._check_rows(shares)
            yield None, None
            if not self._endless:
                return
            epoch = places[0].epoch + 1
            places = [Place(*share, epoch, self._files.limits(share)[0], 0) for share in shares]

    def _in_turn(self, places: list[Place], shares: list[tuple[int, int]]) -> Iterator[_Step]:
        """Returns a batch of each share in turn, first that behind the share that has given the last."""
        turns = [share for share, _ in shares]
        first = turns.index(places[-1].share) + 1
        of_share = {place.share: self._of_share(place) for place in places}
        waiting = collections.deque(of_share[share] for share in turns[first:] + turns[:first])
        while waiting:
            steps = waiting.popleft()
            for step in steps:
                yield step
                if step[1] is not None:
                    waiting.append(steps)
                    break

    def _of_share(self, place: Place) -> Iterator[_Step]:
        """Returns the batches of a share from a place on."""
        end = self._files.limits((place.share, place.shares))[1]
        for rows in self._files.read(place.block, end, self._size * self._batches):
            self._ends[place.share, place.block] = rows.end
            for batch in self._of_block(rows, place):
                yield batch.place, batch
            place = place._replace(block=rows.end, batches=0)
            yield place, None

    def _check_rows(self, shares: list[tuple[int, int]]) -> None:
        """Refuses files of which no row is wanted. This process has found none in its shares."""
        is_all = shares[0][1] == len(shares)
        if not is_all:
            for rows in self._files.read(0, self._files.ends[-1], self._size):
                if len(self._wanted(rows).positions):
                    return
        left_out = ["bad_rows"] if self._policy.bad_rows == "skip" else []
        left_out += [name for name in ("filters", "keep", "sampling") if getattr(self, f"_{name}")]
        count = len(self._files.files)
        found = f"found none in {count} files" if count > 1 else f"{self._files.files[0]} has none"
        found += f" that {' and '.join(left_out)} would keep" if left_out else ""
        raise ValueError(f"source: expected at least one row, {found}")

    def _wanted(self, rows: Rows) -> Rows:
        """Returns the rows that are wanted, with all their columns, as the view sees them."""
        rows = rows.seen_by(self._view).with_extras(self._extras)
        if self._keep is None or not len(rows.positions):
            return rows
        wanted = np.asarray(self._keep(rows.positions, rows.columns))
        if wanted.dtype != bool or wanted.shape != (len(rows.positions),):
            found = f"an array of {wanted.dtype} with the shape {wanted.shape}"
            raise ValueError(f"keep: expected a bool for each of {len(rows.positions)} rows, found {found}")
        return rows.where(wanted)

    def _of_block(self, rows: Rows, place: Place) -> Iterator[Batch]:
        """Returns the batches of a block that have not been taken, in an order of chance or not."""
        rows = self._wanted(rows)
        if self._sampling is not None:
            chance = np.random.default_rng([self._seed, place.epoch, place.block, 1])
            rows = rows.where(self._sampling._stays(rows, chance))
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


# The bits of the shared number that are the epoch.
_EPOCH_BITS = 32


def _ahead(steps: Generator[_Step, None, None], count: int) -> Generator[_Step, None, None]:
    """Returns what a generator gives, of which a thread makes so many batches ahead."""
    room, made = threading.Semaphore(count), queue.SimpleQueue[Any]()
    is_over = threading.Event()

    def make() -> None:
        try:
            while True:
                room.acquire()
                if is_over.is_set():
                    return
                # What is no batch takes no room.
                for step in steps:
                    made.put(step)
                    if step[1] is not None:
                        break
                else:
                    made.put(None)
                    return
        except BaseException as error:
            made.put(error)
        finally:
            steps.close()

    thread = threading.Thread(target=make, name="hyperbola-prefetch", daemon=True)
    thread.start()
    try:
        while (step := made.get()) is not None:
            if isinstance(step, BaseException):
                raise step
            if step[1] is not None:
                room.release()
            yield step
    finally:
        is_over.set()
        room.release()
        thread.join()


def _digest_of(files: list[Any]) -> str | None:
    """Returns a digest of some bytes of each file: of the first and the last ones, and of places in
    between. Files that are open have none."""
    if not all(isinstance(path, (str, os.PathLike)) for path in files):
        return None
    digest = hashlib.sha256()
    for path in files:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            for part in range(_SAMPLES + 1):
                file.seek(max(size - _SAMPLE, 0) * part // _SAMPLES)
                digest.update(file.read(_SAMPLE))
    return digest.hexdigest()[:32]


# The bytes of a sample of a file, and the number of samples behind the first one.
_SAMPLE, _SAMPLES = 1 << 14, 16


def _extras(extras: Iterable[str], others: list[str]) -> list[str]:
    """Returns the names of columns that are computed."""
    found = names(extras, "extras")
    for name in found:
        if name not in EXTRAS:
            raise ValueError(f"extras: expected some of {', '.join(EXTRAS)}; found {name!r}")
        if name in others:
            raise ValueError(f"extras: expected other names than those of others, found {name!r}")
    return found


def _view(view: Any) -> Any:
    if view not in ("side_to_move", "white", "black"):
        raise ValueError(f"view: expected 'side_to_move', 'white' or 'black', found {view!r}")
    return view


def _callable(keep: Any) -> Any:
    if keep is not None and not callable(keep):
        raise TypeError(f"keep: expected a function of positions and columns, found {type(keep).__name__}")
    return keep


def _sampling(sampling: Any) -> Any:
    if sampling is not None and not isinstance(sampling, Sampling):
        raise TypeError(f"sampling: expected Sampling, found {type(sampling).__name__}")
    return sampling


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
    """Returns a column as a tensor, as a list if its items are no numbers, or positions as they are."""
    if isinstance(column, Positions):
        return column
    if column.dtype == object:
        return column.tolist()
    return torch.from_numpy(np.require(column, requirements=["C", "W"]))
