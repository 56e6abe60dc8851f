"""Trains a small network on the inputs of positions: it must find out what pieces are worth.

    $ python python/examples/train.py testdata/positions/valid.fens
    $ python python/examples/train.py training.binpack --validation validation.binpack \
        --batch 16384 --epochs 2 --state network.pt --export network.bin

Lines of FENs get scores here, from the pieces, so that there is something to learn. Files of training
data have their own, and rows without one are left out. With --state, what was learnt is saved each
minute, or as --save-seconds says, and a training that was stopped goes on there. A loss that is no
number ends the training. Losses go to standard output, and progress to standard error.

--inputs and --width choose the network, and --results 0.3 mixes the game's result into what is learnt.

--export writes the network for an engine, such as that of examples/engine, whose width is 64. All numbers
are little-endian:

    8 bytes         HYPNET1 and a line feed
    uint32          the number of bytes of the names of the input set, which follow
    uint32, uint32  the number of inputs, and the width of a view: that of --width
    int16           (inputs, width): the first layer, in 255ths
    int32           (2, width): the weights of the side to move's view, then of the other one
    int32           what is added

A view is the sum of the rows of its inputs, from 0 to 255. The score for the side to move, in the units
of the training data, is the sum of both views times their weights, plus what is added, through 256.
"""

from __future__ import annotations

import argparse
import math
import pathlib
import sys
import tempfile
import time

import numpy as np
import torch
from torch.utils.data import DataLoader

from hyperbola import InputSet, Positions
from hyperbola.torch import Batch, InputDataset

VALUES = dict(zip("PNBRQpnbrq", [100, 320, 330, 500, 900, -100, -320, -330, -500, -900]))
# A score of so much is expected to give 0.73 points.
SCALE = 400


def write_scores(fens: list[str], path: pathlib.Path) -> None:
    """Writes lines with the sum of the values of the pieces, White's less Black's, as scores."""
    with open(path, "w", encoding="utf-8") as file:
        for fen in fens:
            score = sum(VALUES.get(letter, 0) for letter in fen.split()[0])
            result = "1.0" if score > 0 else "0.0" if score < 0 else "0.5"
            file.write(f"{fen} | {score} | {result}\n")


class Scored:
    """Says which rows have a score, and counts the others."""

    def __init__(self) -> None:
        self.left_out = 0

    def __call__(self, positions: Positions, columns: dict[str, np.ndarray]) -> np.ndarray:
        if "score" not in columns:
            sys.exit("expected training data with scores, found positions alone")
        has_score = np.isfinite(columns["score"])
        self.left_out += int(np.count_nonzero(~has_score))
        return has_score


class Network(torch.nn.Module):
    def __init__(self, names: str, width: int, share: float) -> None:
        super().__init__()
        self.names, self.width, self.share = names, width, share
        size = InputSet(names).size
        self.first = torch.nn.EmbeddingBag(size, width, mode="sum", include_last_offset=True)
        torch.nn.init.normal_(self.first.weight, std=0.05)
        self.last = torch.nn.Linear(2 * width, 1)

    def forward(self, batch: Batch) -> torch.Tensor:
        """Returns the scores for the side to move, in units of SCALE."""
        # A row has the side to move's view, and then the other one.
        views = self.first(batch.inputs, batch.offsets).clamp(0, 1).reshape(-1, 2 * self.width)
        return self.last(views).squeeze(1)

    def loss(self, batch: Batch) -> torch.Tensor:
        """Returns how far the side to move's expected points are from those of the scores and results."""
        # The scores and the results are the side to move's too.
        target = torch.sigmoid(batch.columns["score"] / SCALE)
        if self.share:
            target = torch.lerp(target, batch.columns["points"], self.share)
        return (self(batch).sigmoid() - target).square().mean()

    def export(self, path: pathlib.Path) -> None:
        """Writes the network in the layout above."""
        factor = SCALE * 256 / 255
        parts = [
            (self.first.weight, 255, "<i2"),
            (self.last.weight, factor, "<i4"),
            (self.last.bias, SCALE * 256, "<i4"),
        ]
        head = np.array([self.first.num_embeddings, self.width], "<u4").tobytes()
        content = b"HYPNET1\n" + np.array([len(self.names)], "<u4").tobytes() + self.names.encode() + head
        for weights, scale, dtype in parts:
            found, limits = weights.detach().double().numpy() * scale, np.iinfo(dtype)
            if not (limits.min <= found.min() and found.max() <= limits.max):
                sys.exit(f"{path}: expected weights that fit {limits.bits} bits, found {found.min()} to {found.max()}")
            content += found.round().astype(dtype).tobytes()
        path.write_bytes(content)


def mean(losses: list[float]) -> float:
    if not losses:
        sys.exit("expected at least one batch, found none")
    return sum(losses) / len(losses)


class Progress:
    """Says on standard error how far the training is, and when it ends at the pace so far."""

    def __init__(self, epochs: int, first: float) -> None:
        self.epochs, self.first, self.begin = epochs, first, time.monotonic()
        self.seconds = 1 if sys.stderr.isatty() else 30
        self.said = self.begin

    def say(self, epoch: int, share: float, losses: list[float]) -> None:
        now, done = time.monotonic(), (epoch + share) / self.epochs
        if now - self.said < self.seconds or done <= self.first:
            return
        self.said = now
        left = (now - self.begin) * (1 - done) / (done - self.first)
        recent = mean(losses[-50:])
        print(f"epoch {epoch}: {share:.0%}, loss {recent:.5f}, {left / 60:.0f} min left", file=sys.stderr, flush=True)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Trains a small network.")
    parser.add_argument("file", type=pathlib.Path, help="lines of FENs, or training data with scores")
    parser.add_argument("--validation", type=pathlib.Path, help="training data that is not learnt from")
    parser.add_argument("--inputs", default="halfka_v2_hm", help="the input set: names of presets")
    parser.add_argument("--width", type=int, default=32, help="the numbers of a view (64 for examples/engine)")
    parser.add_argument("--results", type=float, default=0, help="the share of the game's result in what is learnt")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.01, help="the learning rate")
    parser.add_argument("--state", type=pathlib.Path, help="a file to go on from")
    parser.add_argument("--save-seconds", type=float, default=60, help="between two times to save it")
    parser.add_argument("--export", type=pathlib.Path, help="a file for the trained network")
    return parser.parse_args()


def data(path: pathlib.Path, scored: Scored, options: argparse.Namespace, **others: int) -> InputDataset:
    return InputDataset(path, options.inputs, batch_size=options.batch, keep=scored, prefetch=4, **others)


def validate(network: Network, options: argparse.Namespace) -> float:
    """Returns the mean loss of other positions, each of which counts as much."""
    with torch.no_grad():
        batches = data(options.validation, Scored(), options)
        losses = [(network.loss(batch).item(), len(batch.side_to_move)) for batch in batches]
    return sum(loss * rows for loss, rows in losses) / sum(rows for _, rows in losses)


def train(path: pathlib.Path, options: argparse.Namespace) -> None:
    scored = Scored()
    dataset = data(path, scored, options, shuffle=1 << 16, seed=1)
    torch.manual_seed(1)
    network = Network(options.inputs, options.width, options.results)
    optimizer = torch.optim.Adam(network.parameters(), lr=options.rate)
    parts = {"network": network, "optimizer": optimizer, "dataset": dataset}
    begin, losses = 0, []
    if options.state and options.state.exists():
        state = torch.load(options.state)
        begin, losses = state["epoch"], state["losses"]
        for name, part in parts.items():
            part.load_state_dict(state[name])
    progress = Progress(options.epochs, (begin + dataset.progress()) / max(options.epochs, 1))
    saved = time.monotonic()

    def save(epoch: int, losses: list[float]) -> None:
        nonlocal saved
        if options.state:
            state = {name: part.state_dict() for name, part in parts.items()}
            new = options.state.with_suffix(".new")
            torch.save({"epoch": epoch, "losses": losses, **state}, new)
            new.replace(options.state)
        saved = time.monotonic()

    for epoch in range(begin, options.epochs):
        for batch in DataLoader(dataset, batch_size=None):
            loss = network.loss(batch)
            if not math.isfinite(loss.item()):
                scores = batch.columns["score"]
                why = f"scores from {scores.min()} to {scores.max()}, learning rate {options.rate}"
                sys.exit(f"epoch {epoch}, batch {len(losses)}: the loss is {loss.item()}: {why}")
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            progress.say(epoch, dataset.progress(), losses)
            if time.monotonic() - saved >= options.save_seconds:
                save(epoch, losses)
        said = f"epoch {epoch}: mean loss {mean(losses):.5f}"
        if options.validation:
            said += f", of other positions {validate(network, options):.5f}"
        print(said, flush=True)
        losses = []
        save(epoch + 1, losses)
    if scored.left_out:
        print(f"left out without a score: {scored.left_out} rows in all epochs", file=sys.stderr)
    if options.export:
        network.export(options.export)


def main() -> None:
    options = parse()
    with tempfile.TemporaryDirectory() as folder:
        path = options.file
        if path.suffix == ".fens":
            path = pathlib.Path(folder) / "scores.txt"
            write_scores(options.file.read_text(encoding="utf-8").splitlines(), path)
        try:
            train(path, options)
        except (OSError, ValueError) as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
