"""The environments pass the suites of the libraries that they are made for."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from ludotheque import Game, IllegalAction
from ludotheque.gymnasium import SeatEnv
from ludotheque.pettingzoo import env, raw_env


# A mask beside the planes makes an observation a dictionary, as in PettingZoo's own games; its suite remarks on that.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent"),
]


def made(game: Game, **more: Any) -> Any:
    return env(game.id, game.seats, **game.options, **more)


def test_pettingzoo_api(game: Game) -> None:
    api_test(made(game), num_cycles=1000)


def test_pettingzoo_seeds(game: Game) -> None:
    seed_test(lambda: made(game), num_cycles=50)


def test_pettingzoo_rendering(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: made(game, render_mode=render_mode),
        custom_tests={"svg": lambda drawn: drawn.startswith("<svg")},
    )
    assert "to act" in capsys.readouterr().out


def test_a_game_of_pettingzoo_is_a_game(game: Game) -> None:
    environment = made(game)
    environment.reset()
    generator = np.random.default_rng(1)
    totals = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, info = environment.last()
        totals[agent] += reward
        if terminated or truncated:
            environment.step(None)
            assert game.article(info["ended_by"])
            continue
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(int(generator.choice(legal)))
    assert list(totals.values()) == pytest.approx(environment.unwrapped.state_now.returns())


def test_an_illegal_action_ends_a_game_of_pettingzoo() -> None:
    environment = env("basik")
    environment.reset()
    environment.step(environment.unwrapped.game.action_id("pass"))
    assert environment.terminations["seat_0"] and environment.rewards["seat_0"] == -1


def test_gymnasium_against_bots(game: Game) -> None:
    environment = SeatEnv(game.id, game.seats, bots="level1", nodes=50, **game.options)
    observation, info = environment.reset(seed=3)
    generator = np.random.default_rng(2)
    for _ in range(20_000):
        assert environment.observation_space.contains(observation) and info["seat"] == environment.seat
        action = generator.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, _, info = environment.step(action)
        if terminated:
            break
        assert reward == 0
    assert terminated and reward == environment.state.returns()[environment.seat]


def test_gymnasium_checks_it() -> None:
    class AnyNumber(SeatEnv):
        """The checker plays any number: the next legal one is meant."""

        def step(self, action: Any) -> Any:
            legal = np.flatnonzero(self.action_masks())
            return super().step(legal[np.searchsorted(legal, action) % len(legal)])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(AnyNumber("basik"), skip_render_check=True)
    made_by_name = gymnasium.make("ludotheque/Seat-v0", game="tactic", bots="greedy", variant="passage")
    assert made_by_name.reset(seed=1)[1]["action_mask"].any()
    environment = SeatEnv("basik", seat=0)
    environment.reset()
    with pytest.raises(IllegalAction):
        environment.step(environment.game.action_id("pass"))


def test_raw_environments_are_exported() -> None:
    assert raw_env("tactic", variant="passage").metadata["name"] == "tactic-2-passage"
