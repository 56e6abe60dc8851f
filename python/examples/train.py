"""Trains a small network on the inputs of positions: it must find out what pieces are worth.

    $ python python/examples/train.py testdata/positions/valid.fens
    $ python python/examples/train.py training.binpack --validation validation.binpack \
        --batch 16384 --epochs 2 --state network.pt

Lines of FENs get scores here, from the pieces, so that there is something to learn. Files of training
data have their own. With --state, a training that was stopped goes on at the last fiftieth batch.
"""

from __future__ import annotations

import argparse
import pathlib
import tempfile

import torch
from torch.utils.data import DataLoader

from hyperbola import InputSet
from hyperbola.torch import Batch, InputDataset

VALUES = dict(zip("PNBRQpnbrq", [100, 320, 330, 500, 900, -100, -320, -330, -500, -900]))
INPUTS = InputSet("halfka_v2_hm")


def write_scores(fens: list[str], path: pathlib.Path) -> None:
    """Writes lines with the sum of the values of the pieces, White's less Black's, as scores."""
    with open(path, "w", encoding="utf-8") as file:
        for fen in fens:
            score = sum(VALUES.get(letter, 0) for letter in fen.split()[0])
            result = "1.0" if score > 0 else "0.0" if score < 0 else "0.5"
            file.write(f"{fen} | {score} | {result}\n")


class Network(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.EmbeddingBag(INPUTS.size, 32, mode="sum", include_last_offset=True)
        torch.nn.init.normal_(self.first.weight, std=0.05)
        self.last = torch.nn.Linear(2 * 32, 1)

    def loss(self, batch: Batch) -> torch.Tensor:
        """Returns how far the side to move's expected results are from those of the scores."""
        # A row has the side to move's view, and then the other one.
        views = self.first(batch.inputs, batch.offsets).clamp(0, 1).reshape(-1, 2 * 32)
        # The scores are White's.
        own = torch.where(batch.side_to_move == 0, 1.0, -1.0)
        target = torch.sigmoid(own * batch.columns["score"] / 400)
        return (self.last(views).sigmoid().squeeze(1) - target).square().mean()


def mean(losses: list[float]) -> float:
    return sum(losses) / max(len(losses), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a small network.")
    parser.add_argument("file", type=pathlib.Path, help="lines of FENs, or training data with scores")
    parser.add_argument("--validation", type=pathlib.Path, help="training data that is not learnt from")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--state", type=pathlib.Path, help="a file to go on from")
    options = parser.parse_args()

    folder = tempfile.TemporaryDirectory()
    path = options.file
    if path.suffix == ".fens":
        path = pathlib.Path(folder.name) / "scores.txt"
        write_scores(options.file.read_text(encoding="utf-8").splitlines(), path)
    dataset = InputDataset(path, INPUTS, batch_size=options.batch, shuffle=1 << 16, seed=1)

    torch.manual_seed(1)
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    parts = {"network": network, "optimizer": optimizer, "dataset": dataset}
    begin, losses = 0, []
    if options.state and options.state.exists():
        state = torch.load(options.state)
        begin, losses = state["epoch"], state["losses"]
        for name, part in parts.items():
            part.load_state_dict(state[name])

    def save(epoch: int, losses: list[float]) -> None:
        if options.state:
            state = {name: part.state_dict() for name, part in parts.items()}
            new = options.state.with_suffix(".new")
            torch.save({"epoch": epoch, "losses": losses, **state}, new)
            new.replace(options.state)

    for epoch in range(begin, options.epochs):
        for batch in DataLoader(dataset, batch_size=None):
            loss = network.loss(batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            if len(losses) % 50 == 0:
                save(epoch, losses)
        said = f"epoch {epoch}: mean loss {mean(losses):.5f}"
        if options.validation:
            with torch.no_grad():
                others = InputDataset(options.validation, INPUTS, batch_size=options.batch)
                said += f", of other positions {mean([network.loss(batch).item() for batch in others]):.5f}"
        print(said, flush=True)
        losses = []
        save(epoch + 1, losses)
    folder.cleanup()


if __name__ == "__main__":
    main()
