"""Trains a small network on the inputs of positions: it must find out what pieces are worth.

    $ python python/examples/train.py testdata/positions/valid.fens

The lines are FENs. Their scores are made here, from the pieces, so that there is something to learn.
With scores of an engine, the file is "FEN | score | result" from the start. The loss falls.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

import torch
from torch.utils.data import DataLoader

from hyperbola import InputSet
from hyperbola.torch import Batch, InputDataset

VALUES = dict(zip("PNBRQpnbrq", [100, 320, 330, 500, 900, -100, -320, -330, -500, -900]))
EPOCHS = 8


def write_scores(fens: list[str], path: pathlib.Path) -> None:
    """Writes lines with the sum of the values of the pieces, White's less Black's, as scores."""
    with open(path, "w", encoding="utf-8") as file:
        for fen in fens:
            score = sum(VALUES.get(letter, 0) for letter in fen.split()[0])
            result = "1.0" if score > 0 else "0.0" if score < 0 else "0.5"
            file.write(f"{fen} | {score} | {result}\n")


def targets(batch: Batch) -> torch.Tensor:
    """Returns the expected results of the side to move. The scores are White's."""
    own = torch.where(batch.side_to_move == 0, 1.0, -1.0)
    return torch.sigmoid(own * batch.columns["score"] / 400)


def main() -> None:
    folder = tempfile.TemporaryDirectory()
    path = pathlib.Path(folder.name) / "scores.txt"
    write_scores(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines(), path)

    inputs = InputSet("halfka_v2_hm")
    dataset = InputDataset(path, inputs, batch_size=256, shuffle=1 << 16, seed=1)
    loader = DataLoader(dataset, batch_size=None)

    torch.manual_seed(1)
    first = torch.nn.EmbeddingBag(inputs.size, 32, mode="sum", include_last_offset=True)
    torch.nn.init.normal_(first.weight, std=0.05)
    last = torch.nn.Linear(2 * 32, 1)
    optimizer = torch.optim.Adam([*first.parameters(), *last.parameters()], lr=0.01)
    for epoch in range(EPOCHS):
        losses = []
        for batch in loader:
            # A row has the side to move's view, and then the other one.
            views = first(batch.inputs, batch.offsets).clamp(0, 1).reshape(-1, 2 * 32)
            found = last(views).sigmoid().squeeze(1)
            loss = (found - targets(batch)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch}: mean loss {sum(losses) / len(losses):.5f}")
    folder.cleanup()


if __name__ == "__main__":
    main()
