"""Learns chess by playing against itself, with NumPy alone, and prints its score against chance.

    $ python python/examples/self_play.py --minutes 10

A small network says how good a position is for the side to move. A search looks at the positions
after each legal move of all games at once. The network learns what the search found and how the
games ended.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbola import Games

Floats = NDArray[np.float32]
# How much a position a half move later counts, and how much the end of the game beside the search.
DISCOUNT, TRACE = 0.99, 0.8
PLIES = 160


class Network:
    """Planes of pieces, two hidden layers and a value from -1 to 1, learnt by Adam."""

    def __init__(self, seed: int, sizes: tuple[int, ...] = (768, 128, 32, 1)) -> None:
        random = np.random.default_rng(seed)
        self.weights: list[Floats] = []
        for inputs, outputs in zip(sizes, sizes[1:]):
            self.weights.append(
                random.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)).astype(np.float32)
            )
            self.weights.append(np.zeros(outputs, np.float32))
        self.weights[-2] *= 0.1
        self.moments = [[np.zeros_like(weight) for weight in self.weights] for _ in range(2)]
        self.steps = 0

    def layers(self, inputs: Floats) -> list[Floats]:
        found = [inputs]
        for index in range(0, len(self.weights), 2):
            sums = found[-1] @ self.weights[index] + self.weights[index + 1]
            found.append(np.tanh(sums) if index + 2 == len(self.weights) else np.maximum(sums, 0))
        return found

    def __call__(self, inputs: Floats) -> Floats:
        return self.layers(inputs)[-1][:, 0]

    def learn(self, inputs: Floats, targets: Floats, rate: float = 1e-3) -> float:
        """Takes a step down the mean square error, which it returns."""
        layers = self.layers(inputs)
        wrong = layers[-1][:, 0] - targets
        slope = (wrong * (1 - layers[-1][:, 0] ** 2) * (2 / len(targets)))[:, None]
        gradients: list[Any] = []
        for index in range(len(self.weights) - 2, -1, -2):
            before = layers[index // 2]
            gradients = [before.T @ slope, slope.sum(axis=0), *gradients]
            slope = (slope @ self.weights[index].T) * (before > 0)
        self.steps += 1
        for weight, gradient, mean, square in zip(self.weights, gradients, *self.moments):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            unbiased = square / (1 - 0.999**self.steps)
            weight -= rate / (1 - 0.9**self.steps) * mean / (np.sqrt(unbiased) + 1e-8)
        return float((wrong**2).mean())


def inputs(games: Games) -> NDArray[np.uint8]:
    """Returns the pieces as the side to move sees them."""
    planes: NDArray[np.uint8] = games.positions().planes(["pieces"], dtype=np.uint8)
    return planes.reshape(len(games), 768)


def search(network: Network, games: Games) -> tuple[NDArray[np.int64], NDArray[np.uint16], Floats]:
    """Returns the moves of all games, and how good each is: minus the value of what it leads to."""
    offsets, moves = games.legal_moves()
    children = games.take(np.repeat(np.arange(len(games)), np.diff(offsets)))
    step = children.step(moves)
    values = -DISCOUNT * network(inputs(children).astype(np.float32))
    ended = step.terminations | step.truncations
    values[ended] = step.rewards[ended]
    return offsets, moves, values


def best(offsets: NDArray[np.int64], scores: Floats) -> NDArray[np.int64]:
    """Returns the index of the best move of each game, or 0 where there is none."""
    lengths = np.diff(offsets)
    order = np.lexsort((scores, np.repeat(np.arange(len(lengths)), lengths)))
    last: NDArray[np.int64] = order[np.maximum(offsets[1:] - 1, 0)]
    return np.where(lengths > 0, last, 0)


def score_against_chance(network: Network, count: int, seed: int) -> tuple[int, int, int]:
    """Returns how many games the network wins, draws and loses, half of them with White."""
    games = Games(count, seed=seed, max_plies=300, claim_draw=True, autoreset="disabled")
    color = np.arange(count) % 2
    results = np.zeros(count, np.int8)
    while not games.endings.all():
        moves = games.random_moves()
        mine = np.flatnonzero((games.side_to_move == color) & (games.endings == 0))
        if len(mine):
            offsets, legal, values = search(network, games.take(mine))
            moves[mine] = legal[best(offsets, values)]
        results = games.step(moves).results
    won = results * (1 - 2 * color.astype(np.int8))
    return int((won > 0).sum()), int((won == 0).sum()), int((won < 0).sum())


class Player:
    """Games of the network against itself, and what they teach."""

    def __init__(self, games: int, seed: int, kept: int = 200_000) -> None:
        self.random = np.random.default_rng(seed)
        options = {"seed": seed, "max_plies": PLIES, "claim_draw": True}
        self.games = Games(games, autoreset="disabled", **options)  # type: ignore[arg-type]
        self.past: deque[tuple[NDArray[np.uint8], Floats]] = deque(maxlen=PLIES)
        self.inputs, self.targets = np.zeros((kept, 768), np.uint8), np.zeros(kept, np.float32)
        self.rows = 0

    def play(self, network: Network, temperature: float) -> None:
        """Plays a move in each game, and keeps the games that have ended."""
        offsets, moves, values = search(network, self.games)
        self.past.append((inputs(self.games), values[best(offsets, values)]))
        noise = self.random.gumbel(size=len(values)).astype(np.float32)
        step = self.games.step(moves[best(offsets, values + temperature * noise)])
        ended = np.flatnonzero(step.endings)
        for game, plies in zip(ended, self.games.plies[ended]):
            past = list(self.past)[-int(plies) :]
            self.keep([(planes[game], value[game]) for planes, value in past], step.rewards[game])
        self.games.reset(ended)

    def keep(self, game: list[tuple[Any, Any]], reward: float) -> None:
        """Keeps the positions of a game with what they were worth, from the last one back."""
        target = reward
        for planes, value in reversed(game):
            at = self.rows % len(self.targets)
            self.inputs[at], self.targets[at] = planes, target
            self.rows += 1
            target = -DISCOUNT * (TRACE * target + (1 - TRACE) * value)

    def learn(self, network: Network, steps: int, batch: int = 512) -> None:
        for _ in range(steps if self.rows > 4 * batch else 0):
            rows = self.random.integers(0, min(self.rows, len(self.targets)), batch)
            network.learn(self.inputs[rows].astype(np.float32), self.targets[rows])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=128)
    parser.add_argument("--tests", type=int, default=200, help="games against chance for each line")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    network, player = Network(options.seed), Player(options.games, options.seed)
    print("minutes | games | positions | won | drawn | lost | score", flush=True)
    # The time for tests does not count.
    learnt, turn = 0.0, 0
    for line in range(11):
        while learnt < options.minutes * 60 * line / 10:
            start = time.perf_counter()
            player.play(network, temperature=max(0.05, 0.3 * 0.999**turn))
            player.learn(network, steps=2)
            turn += 1
            learnt += time.perf_counter() - start
        won, drawn, lost = score_against_chance(network, options.tests, 1000 + line)
        score = (won + drawn / 2) / options.tests
        played = int(player.games.episodes.sum())
        counts = f"{played} | {player.rows} | {won} | {drawn} | {lost}"
        print(f"{learnt / 60:.1f} | {counts} | {score:.1%}", flush=True)


if __name__ == "__main__":
    main()
