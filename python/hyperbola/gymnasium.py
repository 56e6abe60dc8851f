"""Games of chess as a vector environment of Gymnasium. It needs the package gymnasium."""

from __future__ import annotations

import operator
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from hyperbola import Games

__all__ = ["ChessVectorEnv"]

_MODES = {
    "same-step": gymnasium.vector.AutoresetMode.SAME_STEP,
    "next-step": gymnasium.vector.AutoresetMode.NEXT_STEP,
    "disabled": gymnasium.vector.AutoresetMode.DISABLED,
}


class ChessVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Games that are played against oneself: each step is a move of the side to move.

    Observations are planes, as Games.observe() has them, in a dtype. Actions are numbers of an
    encoding. infos["action_mask"] says which of them are legal; others are a ValueError. A reward
    is 1 for the side that has just moved if it mates, and else 0. All other options are those of
    Games.
    autoreset="same-step" is not supported: the final observation would be lost.

    >>> from hyperbola.gymnasium import ChessVectorEnv
    >>> env = ChessVectorEnv(8, max_plies=200)
    >>> observations, infos = env.reset(seed=1)
    >>> for _ in range(10):
    ...     actions = infos["action_mask"].argmax(axis=1)
    ...     observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> observations.shape, env.games.plies.tolist()
    ((8, 112, 8, 8), [10, 10, 10, 10, 10, 10, 10, 10])
    """

    def __init__(
        self,
        num_envs: int,
        *,
        planes: Literal["alphazero", "leela"] = "leela",
        encoding: Literal["alphazero", "leela", "from-to"] = "leela",
        dtype: Any = np.float32,
        autoreset: Literal["next-step", "disabled"] = "next-step",
        **options: Any,
    ) -> None:
        if autoreset not in ("next-step", "disabled"):
            raise ValueError(f"autoreset: expected next-step or disabled, found {autoreset!r}")
        self.games = Games(num_envs, autoreset=autoreset, **options)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": _MODES[autoreset]}
        self._planes, self._encoding, self._dtype = planes, encoding, np.dtype(dtype)
        example = Games(1)
        shape = example.observe(planes, dtype=dtype).shape[1:]
        self.single_observation_space = spaces.Box(0, 255, shape, self._dtype.type)
        self.single_action_space = spaces.Discrete(example.mask(encoding).shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins all games anew, or those of options["reset_mask"], a bool for each game. A seed
        is a number for all games together."""
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            mask = np.asarray(mask)
            if mask.dtype != bool or mask.shape != (self.num_envs,):
                found = f"{mask.dtype} of shape {mask.shape}"
                raise ValueError(f"reset_mask: expected {self.num_envs} bools, found {found}")
        if isinstance(seed, list):
            raise TypeError("seed: expected one number for all games, found a list")
        self.games.reset(mask, seed=None if seed is None else operator.index(seed))
        return self._observed()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays the move with a number in each game. That of an ended game does not count."""
        step = self.games.step(actions, self._encoding)
        observations, infos = self._observed()
        infos["result"] = step.results
        rewards = step.rewards.astype(np.float64)
        return observations, rewards, step.terminations, step.truncations, infos

    def _observed(self) -> tuple[NDArray[Any], dict[str, Any]]:
        observations = self.games.observe(self._planes, dtype=self._dtype)
        return observations, {"action_mask": self.games.mask(self._encoding)}
