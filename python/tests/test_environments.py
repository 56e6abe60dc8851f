"""Games as environments of Gymnasium and PettingZoo, by their own checkers."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from conftest import import_or_skip

from hyperbola import Games

gymnasium = import_or_skip("gymnasium")


@pytest.fixture(scope="module")
def vector():
    import hyperbola.gymnasium

    return hyperbola.gymnasium.ChessVectorEnv


def test_a_vector_environment_is_as_gymnasium_says(vector):
    from gymnasium.utils.passive_env_checker import check_obs
    from gymnasium.vector import AutoresetMode, VectorEnv

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = vector(6, max_plies=30, seed=3)
        assert (
            isinstance(env, VectorEnv) and env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        )
        observations, infos = env.reset(seed=5)
        check_obs(observations, env.observation_space, "reset")
        assert env.observation_space.contains(observations)
        again, _ = env.reset(seed=5)
        assert np.array_equal(again, observations) and again is not observations
        ended = np.zeros(6, bool)
        for _ in range(100):
            mask = infos["action_mask"]
            sampled = env.action_space.sample(mask=tuple(row.astype(np.int8) for row in mask))
            assert env.action_space.contains(sampled)
            observations, rewards, terminations, truncations, infos = env.step(sampled)
            check_obs(observations, env.observation_space, "step")
            assert env.observation_space.contains(observations)
            assert rewards.shape == terminations.shape == truncations.shape == (6,)
            assert rewards.dtype == np.float64 and terminations.dtype == truncations.dtype == bool
            # A game that had ended has begun again, whatever the action was.
            assert (
                not (terminations | truncations)[ended].any() and not env.games.plies[ended].any()
            )
            ended = terminations | truncations
            assert (
                not infos["action_mask"][ended].any()
                and infos["action_mask"][~ended].any(axis=1).all()
            )
        assert env.games.episodes.min() >= 2
        env.close()


def test_gymnasiums_wrapper_counts_the_games(vector):
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector(4, max_plies=20))
    _, infos = env.reset(seed=1)
    lengths = []
    for _ in range(45):
        *_, infos = env.step(env.unwrapped.games.random_moves("leela"))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) >= 8 and max(lengths) == 20


def test_options_of_a_vector_environment(vector):
    env = vector(
        3,
        planes="alphazero",
        encoding="alphazero",
        dtype="uint8",
        autoreset="disabled",
        rules="chess960",
    )
    observations, infos = env.reset(seed=2)
    assert observations.shape == (3, 119, 8, 8) and observations.dtype == np.uint8
    assert infos["action_mask"].shape == (3, 4672) and env.single_action_space.n == 4672
    assert np.array_equal(observations, Games(3, rules="chess960", seed=2).observe("alphazero"))
    env.step(infos["action_mask"].argmax(axis=1))
    env.reset(options={"reset_mask": np.array([True, False, False])})
    assert env.games.plies.tolist() == [0, 1, 1]
    for wrong in (np.array([0, 1, 0]), [0, 1], np.array([True]), np.array([[True] * 3]), True):
        with pytest.raises(ValueError, match="^reset_mask: expected 3 bools, found .* of shape"):
            env.reset(options={"reset_mask": wrong})
    assert env.games.plies.tolist() == [0, 1, 1]
    with pytest.raises(ValueError, match="game 0: expected the alphazero number"):
        env.step(np.zeros(3, int))
    with pytest.raises(
        ValueError, match="^autoreset: expected next-step or disabled, found 'same-step'"
    ):
        vector(3, autoreset="same-step")
    with pytest.raises(TypeError, match="^seed: expected one number"):
        env.reset(seed=[1, 2, 3])


@pytest.fixture(scope="module")
def chess_env():
    import_or_skip("pettingzoo")
    import hyperbola.pettingzoo

    return hyperbola.pettingzoo.ChessEnv


@pytest.mark.parametrize(
    "options", [{}, {"planes": "alphazero", "encoding": "alphazero", "rules": "chess960"}]
)
def test_pettingzoo_accepts_a_game(chess_env, options):
    from pettingzoo.test import api_test, seed_test

    api_test(chess_env(max_plies=60, **options), num_cycles=400)
    seed_test(lambda: chess_env(max_plies=60, **options), num_cycles=30)


def test_rewards_of_both_agents(chess_env):
    env = chess_env(openings=["7K/8/6k1/8/8/8/8/r7 b - - 0 1"], render_mode="ansi")
    env.reset()
    assert env.agent_selection == "black" and env.observe("black")["action_mask"].sum() > 0
    assert env.observe("white")["action_mask"].sum() == 0
    with pytest.raises(ValueError, match="game 0: expected the leela number"):
        env.step(0)
    mate = env.games.encode(["a1a8"], "leela")[0]
    with pytest.raises(TypeError, match="^action: expected an int, found float"):
        env.step(float(mate) + 0.9)
    env.step(mate)
    assert env.rewards == {"white": -1, "black": 1} and env.terminations == {
        "white": True,
        "black": True,
    }
    assert env.render().startswith("r") and str(env.board().peek()) == "a1a8"
    for _ in range(2):
        env.step(None)
    assert env.agents == []
    env.reset()
    assert env.agents == ["white", "black"] and env.games.plies[0] == 0


def test_a_cut_off_game(chess_env):
    env = chess_env(max_plies=1)
    env.reset()
    env.step(env.games.random_moves("leela")[0])
    assert env.truncations == {"white": True, "black": True} and not any(env.terminations.values())


def illegal_number(mask):
    return int((~np.asarray(mask, bool)).argmax())


def test_an_illegal_move_may_lose(vector):
    env = gymnasium.make_vec("hyperbola/Chess-v0", num_envs=3, vectorization_mode="vector_entry_point", illegal="lose")
    before, infos = env.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = illegal_number(infos["action_mask"][1])
    observations, rewards, terminations, truncations, infos = env.step(actions)
    assert rewards.dtype == np.float64
    assert rewards.tolist() == [0, -1, 0] and terminations.tolist() == [False, True, False] and not truncations.any()
    assert infos["result"].tolist() == [0, -1, 0] and infos["action_mask"].any(axis=1).tolist() == [True, False, True]
    # No move was played there.
    assert env.unwrapped.games.plies.tolist() == [1, 0, 1] and np.array_equal(observations[1], before[1])
    _, rewards, terminations, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    assert not rewards.any() and not terminations.any() and infos["action_mask"].any(axis=1).all()
    assert env.unwrapped.games.plies.tolist() == [2, 0, 2]
    for wrong in (np.zeros(2, int), np.zeros(3)):
        with pytest.raises(ValueError, match="actions: expected"):
            env.step(wrong)
    strict = vector(1)
    _, infos = strict.reset()
    with pytest.raises(ValueError):
        strict.step([illegal_number(infos["action_mask"][0])])


def test_a_single_environment():
    from gymnasium.utils.env_checker import check_env

    import hyperbola.gymnasium

    check_env(hyperbola.gymnasium.ChessEnv(illegal="lose"), skip_render_check=True)
    env = gymnasium.make("hyperbola/Chess-v0", render_mode="ansi", openings=["7k/8/6K1/8/8/8/8/R7 w - - 0 1"])
    _, info = env.reset(seed=1)
    assert env.render().splitlines()[0].endswith("k") and info["action_mask"].any()
    mate = env.unwrapped._games.games.encode(["a1a8"], "leela")[0]
    _, reward, terminated, truncated, info = env.step(mate)
    assert (reward, terminated, truncated, info["result"]) == (1.0, True, False, 1)
    env = hyperbola.gymnasium.ChessEnv(illegal="lose", render_mode="ansi")
    _, info = env.reset()
    shown = env.render()
    assert env.step(illegal_number(info["action_mask"]))[1:3] == (-1.0, True)
    assert env.render() == shown and env.board().move_stack == []
    for wrong in ({"render_mode": "human"}, {"illegal": "x"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            hyperbola.gymnasium.ChessEnv(**wrong)


def test_an_illegal_move_may_lose_in_pettingzoo():
    import_or_skip("pettingzoo")
    import hyperbola.pettingzoo

    env = hyperbola.pettingzoo.env(illegal="lose")
    env.reset(seed=1)
    env.step(illegal_number(env.observe("white")["action_mask"]))
    assert env.rewards == {"white": -1, "black": 1} and all(env.terminations.values())
    for wrong in ({"render_mode": "human"}, {"illegal": "x"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            hyperbola.pettingzoo.env(**wrong)
