"""PettingZoo environments (AEC) for every setting.

    >>> from ludotheque.pettingzoo import env
    >>> games = env("expion", 4)

An observation is a dictionary: `observation`, planes of small numbers as the seat to act sees them, and `action_mask`.
Rewards come at the end: 1 for a seat that is ahead of all rivals, -1 for one that is behind all of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ludotheque import Game, State, drawing


def env(id: str, seats: int | None = None, *, render_mode: str | None = None, **options: str) -> Any:
    """An environment that refuses illegal actions and steps out of turn."""
    wrapped: Any = raw_env(id, seats, render_mode=render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment itself. The agents are `seat_0`, `seat_1`, … in playing order."""

    metadata = {"render_modes": ["human", "ansi", "rgb_array", "svg"], "name": "ludotheque", "is_parallelizable": False}

    def __init__(
        self, id: str, seats: int | None = None, *, render_mode: str | None = None, **options: str
    ) -> None:
        super().__init__()
        self.game = Game(id, seats, **options)
        self.metadata = {**self.metadata, "name": self.game.name}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        planes = np.array(self.game.plane_highest, np.uint8)[:, None, None]
        highest = np.broadcast_to(planes, self.game.observation_shape)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros_like(highest), highest, dtype=np.uint8),
                    "action_mask": Box(0, 1, (self.game.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self.game.num_actions) for agent in self.possible_agents}
        self.state_now: State = self.game.new_state()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew. Nothing here is random, so the seed changes nothing."""
        self.state_now = self.game.new_state()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    def _to_act(self) -> str:
        return self.possible_agents[self.state_now.current_seat or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = self.state_now.action_mask().view(np.int8)
        if seat != self.state_now.current_seat:
            mask = np.zeros_like(mask)
        return {"observation": self.state_now.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        assert action is not None, "an agent that is in the game must act"
        self.state_now.apply(int(action))
        if self.state_now.is_over:
            self.rewards = dict(zip(self.possible_agents, map(float, self.state_now.returns())))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"ended_by": self.state_now.ended_by} for agent in self.agents}
        else:
            self.agent_selection = self._to_act()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        if self.render_mode == "human":
            print(drawing.text(self.state_now))
        elif self.render_mode == "ansi":
            return drawing.text(self.state_now)
        elif self.render_mode == "rgb_array":
            return drawing.picture(self.state_now)
        elif self.render_mode == "svg":
            return drawing.svg(self.state_now)
        return None

    def close(self) -> None:
        pass
