"""A game of chess as an environment of PettingZoo. It needs the package pettingzoo."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    text = 'hyperbola.pettingzoo needs PettingZoo: pip install "hyperbola[pettingzoo]"'
    raise ModuleNotFoundError(text, name=error.name) from error

from hyperbola import Board, Games, _arrays

__all__ = ["ChessEnv", "env"]

_AGENTS = ["white", "black"]


class ChessEnv(AECEnv[str, Any, Any]):  # type: ignore[misc, unused-ignore]
    """A game of the agents "white" and "black", who move in turn.

    An observation has "observation", planes as Games.observe() has them, which are those of the
    side to move for both agents, and "action_mask", the legal moves of the agent that is to move:
    an int8 for each number of the encoding. An action that is not legal is a ValueError, or with
    illegal="lose" ends the game, which its agent has lost. Both agents get a reward at the end: 1 and
    -1, or 0. All other options are those of Games.

    >>> from hyperbola.pettingzoo import ChessEnv
    >>> env = ChessEnv(openings=["7k/8/6K1/8/8/8/8/R7 w - - 0 1"])
    >>> env.reset()
    >>> env.step(env.games.encode(["a1a8"], "leela")[0])
    >>> env.terminations, env.rewards
    ({'white': True, 'black': True}, {'white': 1, 'black': -1})
    """

    metadata = {"name": "hyperbola_chess", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        *,
        planes: Literal["alphazero", "leela"] = "leela",
        encoding: Literal["alphazero", "leela", "from-to"] = "leela",
        render_mode: Literal["ansi"] | None = None,
        illegal: Literal["error", "lose"] = "error",
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: expected ansi or None, found {render_mode!r}")
        if illegal not in ("error", "lose"):
            raise ValueError(f"illegal: expected error or lose, found {illegal!r}")
        self._illegal = illegal
        self.games = Games(1, autoreset="disabled", **options)
        self.render_mode = render_mode
        self._planes, self._encoding = planes, encoding
        shape = self.games.observe(planes).shape[1:]
        numbers = self.games.mask(encoding).shape[1]
        self.possible_agents = list(_AGENTS)
        self.action_spaces = {agent: spaces.Discrete(numbers) for agent in _AGENTS}
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 255, shape, np.float32),
            "action_mask": spaces.Box(0, 1, (numbers,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in _AGENTS}
        self._begin()

    def observation_space(self, agent: str) -> Any:
        """Returns the space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game: with a seed, the first one that games with this seed have."""
        self.games.reset(seed=seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = list(_AGENTS)
        self.rewards: dict[str, Any] = dict.fromkeys(_AGENTS, 0)
        self._cumulative_rewards: dict[str, Any] = dict.fromkeys(_AGENTS, 0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self.agent_selection = _AGENTS[self.games.side_to_move[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent sees."""
        mask = self.games.mask(self._encoding)[0].astype(np.int8)
        if agent != _AGENTS[self.games.side_to_move[0]]:
            mask[:] = 0
        return {"observation": self.games.observe(self._planes)[0], "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays the move with a number. After the end, None takes the agents away."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = _arrays.whole(action, "action")
        if self._illegal == "lose" and not self._is_legal(number):
            self._cumulative_rewards[agent] = 0
            self.rewards = {other: -1 if other == agent else 1 for other in _AGENTS}
            self.terminations = dict.fromkeys(_AGENTS, True)
            self._accumulate_rewards()
            return
        step = self.games.step([number], self._encoding)
        result = int(step.results[0])
        self._cumulative_rewards[agent] = 0
        self.rewards = {"white": result, "black": -result}
        self.terminations = dict.fromkeys(_AGENTS, bool(step.terminations[0]))
        self.truncations = dict.fromkeys(_AGENTS, bool(step.truncations[0]))
        self.agent_selection = _AGENTS[self.games.side_to_move[0]]
        self._accumulate_rewards()

    def _is_legal(self, number: int) -> bool:
        mask = self.games.mask(self._encoding)[0]
        return 0 <= number < len(mask) and bool(mask[number])

    def board(self) -> Board:
        """Returns the game as a board with its moves."""
        return self.games.board(0)

    def render(self) -> str | None:
        """Returns the board as text, with render_mode="ansi"."""
        return str(self.board()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing."""


raw_env = ChessEnv


def env(**options: Any) -> Any:
    """Returns a ChessEnv in PettingZoo's wrapper that watches the order of calls."""
    return wrappers.OrderEnforcingWrapper(ChessEnv(**options))
