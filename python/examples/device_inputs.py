"""Trains a small network from positions whose columns stay on a GPU, and measures the loader alone.

    $ python python/examples/device_inputs.py
    $ python python/examples/device_inputs.py --check 1000000 --seconds 20

The positions are those of random games. The network learns how many more squares the pieces of the side to
move reach than those of the other side, which the GPU computes too: the feature mobility. In each step a
batch of rows is chosen by chance on the GPU, and their inputs are computed there. The table says how
many rows a second each loader gives, how many the network takes when the batch is there, and how many
are learnt from with each loader.

--check compares each feature and some input sets with the processor's, number by number, and prints how
long both take.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable

import numpy as np
import torch

from hyperbola import Games, InputSet, Positions, device

FEATURES = (
    "attacks attacks_by_role attack_counts mobility xray_attacks xray_attacks_own xray_attacks_other pinned pinners "
    "checkers king_danger legal_counts outcome"
).split()
SETS = ["halfka_v2_hm", "threats_59808", "pawn_pairs", "threats_59808+pawn_pairs+halfka_v2_hm"]
Columns = dict[str, torch.Tensor]
# The inputs of a batch: where the lists begin, and their numbers.
Lists = tuple[torch.Tensor, torch.Tensor]


def random_positions(count: int, rules: str, threads: int) -> Positions:
    """Returns positions of random games, each after its first moves."""
    games, parts = Games(max(count // 128, 1), seed=1, rules=rules, threads=threads), []
    while sum(map(len, parts)) < count:
        parts.append(games.positions())
        games.step(games.random_moves(seed=len(parts)))
    return Positions.concat(parts)[:count]


def shortest(work: Callable[[], object], turns: int) -> float:
    """Returns the shortest time of some turns in seconds, on the GPU's queue to its end."""
    times = []
    for _ in range(turns):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        work()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begin)
    return min(times)


def equal(found: torch.Tensor, expected: np.ndarray) -> bool:
    """Compares numbers of the GPU, whose types have a sign, with those of the processor."""
    as_expected = found.cpu().numpy().astype(expected.dtype)
    return as_expected.shape == expected.shape and bool((as_expected == expected).all())


def check(positions: Positions, columns: Columns, threads: int) -> bool:
    """Compares features and inputs with the processor's and prints a table."""
    rows, all_right = len(positions), True
    print(f"\n{rows} positions{'':21} processor ms  device ms   million/s  first s")

    def line(name: str, own: Callable[[], object], theirs: Callable[[], object], turns: int = 10) -> None:
        nonlocal all_right
        begin = time.perf_counter()
        found = own()
        torch.cuda.synchronize()
        first = time.perf_counter() - begin
        expected = theirs()
        pairs = zip(found, expected) if isinstance(found, tuple) else [(found, expected)]
        right = all(equal(*pair) for pair in pairs)
        del found, expected, pairs
        all_right &= right
        seconds = shortest(own, turns)
        slow = shortest(theirs, 2)
        said = "equal" if right else "WRONG"
        print(f"{name:40} {slow * 1e3:12.2f} {seconds * 1e3:10.3f} {rows / seconds / 1e6:11.1f} {first:8.2f}  {said}", flush=True)

    for name in FEATURES:
        line(name, lambda: device.compute(columns, name), lambda: positions.compute(name, threads=threads))
    for name in SETS:
        numbers = {"dtype": "int32"}
        line(name, lambda: device.inputs(columns, name, **numbers), lambda: positions.inputs(name, threads=threads, **numbers))
    padded = {"dtype": "int32", "width": 32, "first": "white"}
    name = SETS[0]
    line(f"{name}, width 32", lambda: device.inputs(columns, name, **padded), lambda: positions.inputs(name, threads=threads, **padded))
    return all_right


class Network(torch.nn.Module):
    def __init__(self, size: int, width: int) -> None:
        super().__init__()
        self.first = torch.nn.EmbeddingBag(size, width, mode="sum", include_last_offset=True)
        torch.nn.init.normal_(self.first.weight, std=0.05)
        self.last = torch.nn.Linear(2 * width, 1)

    def forward(self, lists: Lists) -> torch.Tensor:
        offsets, numbers = lists
        views = self.first(numbers, offsets).clamp(0, 1)
        return self.last(views.reshape(-1, 2 * views.shape[1])).squeeze(1)


def advantage(columns: Columns) -> torch.Tensor:
    """Returns how many more squares the side to move's pieces reach, in tens."""
    white, black = device.compute(columns, "mobility").float().sum(2).unbind(1)
    return torch.where(columns["side_to_move"].bool(), black - white, white - black) / 10


def measure(step: Callable[[], object], rows: int, seconds: float) -> float:
    """Returns the rows a second of a step that takes some."""
    step()
    torch.cuda.synchronize()
    begin, steps = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        for _ in range(10):
            step()
        torch.cuda.synchronize()
        steps += 10
    return rows * steps / (time.perf_counter() - begin)


def train(positions: Positions, columns: Columns, options: argparse.Namespace) -> None:
    """Measures the loaders, the network and both together, and prints a table."""
    used = {name: column for name, column in columns.items() if column.dtype == torch.int64 or name == "side_to_move"}
    targets, random = advantage(columns), np.random.default_rng(1)

    def on_device() -> tuple[Lists, torch.Tensor]:
        rows = torch.randint(len(positions), (options.batch,), device="cuda")
        batch = {name: column[rows] for name, column in used.items()}
        return device.inputs(batch, options.inputs, dtype="int32"), targets[rows]

    def on_processor() -> tuple[Lists, torch.Tensor]:
        rows = random.integers(len(positions), size=options.batch)
        lists = positions[rows].inputs(options.inputs, dtype="int32", threads=options.threads)
        offsets, numbers = (torch.from_numpy(array).to("cuda", torch.int32) for array in lists)
        return (offsets, numbers), targets[torch.from_numpy(rows).cuda()]

    def training(loader: Callable[[], tuple[Lists, torch.Tensor]], seconds: float) -> tuple[float, str]:
        """Trains a new network. Returns the rows a second, and what it has learnt."""
        torch.manual_seed(1)
        network = Network(InputSet(options.inputs).size, options.width).cuda()
        optimizer = torch.optim.Adam(network.parameters(), lr=0.001, fused=True)
        losses: list[torch.Tensor] = []

        def learn() -> None:
            lists, target = loader()
            loss = (network(lists) - target).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())

        rate = measure(learn, options.batch, seconds)
        return rate, f"   loss {losses[0].item():.4f} to {losses[-1].item():.4f}"

    def loading(loader: Callable[[], object], seconds: float) -> tuple[float, str]:
        return measure(loader, options.batch, seconds), ""

    same = on_device()
    print(f"\n{options.inputs}, width {options.width}, batches of {options.batch}: million rows a second")
    share = options.seconds / 10
    for name, (rate, said) in [
        (f"loader on the processor, {options.threads} threads", loading(on_processor, share)),
        ("loader on the device", loading(on_device, share)),
        ("network, the same batch again and again", training(lambda: same, share)),
        ("training, loader on the processor", training(on_processor, 3 * share)),
        ("training, loader on the device", training(on_device, 4 * share)),
    ]:
        print(f"{name:45} {rate / 1e6:9.3f}{said}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a small network on a GPU.")
    parser.add_argument("--check", type=int, metavar="ROWS", help="compare so many positions with the processor")
    parser.add_argument("--rows", type=int, default=1_000_000, help="the positions to learn from")
    parser.add_argument("--inputs", default=SETS[0], help="the input set: names of presets")
    parser.add_argument("--width", type=int, default=256, help="the numbers of a view")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--seconds", type=float, default=20, help="of all measurements of the training; 0 for none")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="of the processor")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("expected a CUDA device that PyTorch can use, found none")
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, {options.threads} threads")
    if options.check:
        for rules in ("chess", "chess960"):
            count = options.check if rules == "chess" else options.check // 16
            positions = random_positions(count, rules, options.threads)
            if not check(positions, device.columns(positions), options.threads):
                sys.exit("expected the processor's numbers, found others")
    if options.seconds > 0:
        positions = random_positions(options.rows, "chess", options.threads)
        train(positions, device.columns(positions), options)


if __name__ == "__main__":
    main()
