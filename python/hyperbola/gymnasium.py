"""Games of chess as a vector environment of Gymnasium. It needs the package gymnasium."""

from __future__ import annotations

import operator
from typing import Any, Literal

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    text = 'hyperbola.gymnasium needs Gymnasium: pip install "hyperbola[gymnasium]"'
    raise ModuleNotFoundError(text, name=error.name) from error
from numpy.typing import NDArray

from hyperbola import Board, Games, _arrays

__all__ = ["ChessEnv", "ChessVectorEnv"]

_Step = tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
_MODES = {
    "same-step": gymnasium.vector.AutoresetMode.SAME_STEP,
    "next-step": gymnasium.vector.AutoresetMode.NEXT_STEP,
    "disabled": gymnasium.vector.AutoresetMode.DISABLED,
}


class ChessVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Games that are played against oneself: each step is a move of the side to move.

    Observations are planes, as Games.observe() has them, in a dtype. Actions are numbers of an
    encoding. infos["action_mask"] says which of them are legal; others are a ValueError, or with
    illegal="lose" end their game with the reward -1. A reward is 1 for the side that has just moved if
    it mates, and else 0. All other options are those of Games.
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
        illegal: Literal["error", "lose"] = "error",
        render_mode: Literal["ansi"] | None = None,
        **options: Any,
    ) -> None:
        _check(illegal, render_mode)
        self.render_mode, self._illegal = render_mode, illegal
        self._lost = np.zeros(num_envs, bool)
        if autoreset not in ("next-step", "disabled"):
            raise ValueError(f"autoreset: expected next-step or disabled, found {autoreset!r}")
        self.games = Games(num_envs, autoreset=autoreset, **options)
        self.num_envs, self._autoreset = num_envs, autoreset
        self.metadata = {"autoreset_mode": _MODES[autoreset], "render_modes": ["ansi"]}
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
        self._lost &= False if mask is None else ~mask
        return self._observed()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays the move with a number in each game. That of an ended game does not count."""
        if self._illegal == "lose":
            return self._step_or_lose(np.asarray(actions))
        step = self.games.step(actions, self._encoding)
        observations, infos = self._observed()
        infos["result"] = step.results
        rewards = step.rewards.astype(np.float64)
        return observations, rewards, step.terminations, step.truncations, infos

    def _step_or_lose(self, actions: NDArray[Any]) -> _Step:
        """As step(), but a game with an illegal action is lost. Games knows nothing of it: its game stays
        as it is, and begins anew in the step after."""
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            found = f"{actions.dtype} of shape {actions.shape}"
            raise ValueError(f"actions: expected {self.num_envs} integers, found {found}")
        actions, before, mask = actions.astype(np.int64), self._lost, self.games.mask(self._encoding)
        if self._autoreset == "disabled" and before.any():
            raise ValueError("actions: some games were lost by an illegal move; reset() begins them anew")
        known = (actions >= 0) & (actions < mask.shape[1])
        legal = known & mask[np.arange(self.num_envs), np.where(known, actions, 0)]
        lost = mask.any(axis=1) & ~legal & ~before
        side, taken = self.games.side_to_move, self.games.take(lost)
        step = self.games.step(np.where(legal, actions, mask.argmax(axis=1)), self._encoding)
        if before.any():
            self.games.reset(before)
        self.games._put(lost, taken)
        self._lost = lost
        observations, infos = self._observed()
        results = np.where(self._lost, np.where(side == 0, -1, 1), step.results)
        infos["result"] = np.where(before, 0, results).astype(step.results.dtype)
        infos["action_mask"][self._lost] = False
        rewards = np.where(self._lost, -1.0, step.rewards.astype(np.float64))
        rewards[before] = 0
        terminations = (step.terminations | self._lost) & ~before
        return observations, rewards, terminations, step.truncations & ~self._lost & ~before, infos

    def render(self) -> tuple[str, ...] | None:
        """Returns the boards as texts, with render_mode="ansi"."""
        if self.render_mode is None:
            return None
        return tuple(str(self.games.board(number)) for number in range(self.num_envs))

    def _observed(self) -> tuple[NDArray[Any], dict[str, Any]]:
        observations = self.games.observe(self._planes, dtype=self._dtype)
        return observations, {"action_mask": self.games.mask(self._encoding)}


def _check(illegal: Any, render_mode: Any) -> None:
    if illegal not in ("error", "lose"):
        raise ValueError(f"illegal: expected error or lose, found {illegal!r}")
    if render_mode not in (None, "ansi"):
        raise ValueError(f"render_mode: expected ansi or None, found {render_mode!r}")


class ChessEnv(gymnasium.Env[Any, Any]):
    """One game that is played against oneself: ChessVectorEnv with a single game, without its axis.

    >>> import gymnasium, hyperbola.gymnasium
    >>> env = gymnasium.make("hyperbola/Chess-v0", disable_env_checker=True)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
    >>> observation.shape, terminated
    ((112, 8, 8), False)
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, *, render_mode: Literal["ansi"] | None = None, **options: Any) -> None:
        self._games = ChessVectorEnv(1, autoreset="disabled", **options)
        _check("error", render_mode)
        self.render_mode = render_mode
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a new game."""
        super().reset(seed=seed)
        observations, infos = self._games.reset(seed=seed)
        return observations[0], {name: found[0] for name, found in infos.items()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays the move with a number."""
        number = np.array([_arrays.whole(action, "action")])
        observations, rewards, terminations, truncations, infos = self._games.step(number)
        info = {name: found[0] for name, found in infos.items()}
        return observations[0], float(rewards[0]), bool(terminations[0]), bool(truncations[0]), info

    def board(self) -> Board:
        """Returns the game as a board with its moves."""
        return self._games.games.board(0)

    def render(self) -> Any:
        """Returns the board as text, with render_mode="ansi"."""
        return str(self.board()) if self.render_mode == "ansi" else None


gymnasium.register(
    id="hyperbola/Chess-v0",
    entry_point="hyperbola.gymnasium:ChessEnv",
    vector_entry_point="hyperbola.gymnasium:ChessVectorEnv",
)
