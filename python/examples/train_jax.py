"""Trains the network of train.py with JAX: the inputs go there by DLPack, without a copy.

    $ python python/examples/train_jax.py testdata/positions/valid.fens
"""

from __future__ import annotations

import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np

from hyperbola import InputSet, Positions

VALUES = {"pawns": 100, "knights": 320, "bishops": 330, "rooks": 500, "queens": 900}
BATCH, EPOCHS, RATE = 256, 8, 20.0


def material(positions: Positions) -> np.ndarray:
    """Returns the values of the side to move's pieces less those of the other side's."""
    count = np.vectorize(lambda squares: int(squares).bit_count(), otypes=[int])
    own = np.where(positions.side_to_move == 0, positions.white, positions.black)
    other = np.where(positions.side_to_move == 0, positions.black, positions.white)
    pieces = {name: getattr(positions, name) for name in VALUES}
    worth = (VALUES[name] * (count(found & own) - count(found & other)) for name, found in pieces.items())
    return sum(worth)


def loss(weights: dict, numbers: jax.Array, targets: jax.Array) -> jax.Array:
    # Lists are filled up with -1, which JAX would count from the end; with a number that is out of
    # range, "fill" gives zeros.
    numbers = jnp.where(numbers < 0, len(weights["first"]), numbers)
    views = weights["first"].at[numbers].get(mode="fill", fill_value=0).sum(axis=2)
    hidden = jnp.clip(views, 0, 1).reshape(len(numbers), -1)
    return jnp.square(jax.nn.sigmoid(hidden @ weights["last"]) - targets).mean()


def main() -> None:
    fens = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    positions = Positions.from_fens(fens)
    inputs = InputSet("halfka_v2_hm")
    # A fixed width, so that JAX compiles once.
    numbers = jax.dlpack.from_dlpack(positions.inputs(inputs, width=32))
    targets = jax.nn.sigmoid(jnp.array(material(positions)) / 400)
    one, two = jax.random.split(jax.random.key(1))
    weights = {
        "first": 0.05 * jax.random.normal(one, (inputs.size, 32)),
        "last": 0.1 * jax.random.normal(two, (64,)),
    }
    step = jax.jit(jax.value_and_grad(loss))
    order = np.random.default_rng(1)
    for epoch in range(EPOCHS):
        losses = []
        for rows in np.array_split(order.permutation(len(fens)), len(fens) // BATCH):
            found, slopes = step(weights, numbers[rows], targets[rows])
            weights = jax.tree.map(lambda weight, slope: weight - RATE * slope, weights, slopes)
            losses.append(float(found))
        print(f"epoch {epoch}: mean loss {sum(losses) / len(losses):.5f}")


if __name__ == "__main__":
    main()
