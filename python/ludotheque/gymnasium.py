"""A Gymnasium environment: one seat against bots of the house.

    >>> from ludotheque.gymnasium import SeatEnv
    >>> env = SeatEnv("basik", bots="level3")

It is registered as `ludotheque/Seat-v0`: `gymnasium.make("ludotheque/Seat-v0", game="basik", bots="level3")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from ludotheque import Bot, Game, State, drawing


class SeatEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):  # type: ignore[misc]
    """One seat of a game; bots play the others.

    Observations are planes of small numbers; `info["action_mask"]` tells what is legal, also for `action_masks` of
    sb3-contrib. The reward is that of the end: from 1, ahead of all rivals, to -1. `seat` is the own one, by default
    another one at each reset; `bots` is one id for all other seats, or one for each of them.
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        bots: str | Sequence[str] = "random",
        seat: int | None = None,
        nodes: int | None = None,
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        self.game = Game(game, seats, **options)
        self.render_mode = render_mode
        others = self.game.seats - 1
        self.bot_ids = [bots] * others if isinstance(bots, str) else list(bots)
        if len(self.bot_ids) != others:
            raise ValueError(f"{len(self.bot_ids)} bots for {others} other seats")
        self.own = seat
        self.nodes = nodes
        planes = np.array(self.game.plane_highest, np.uint8)[:, None, None]
        highest = np.broadcast_to(planes, self.game.observation_shape)
        self.observation_space = Box(np.zeros_like(highest), highest, dtype=np.uint8)
        self.action_space = Discrete(self.game.num_actions)
        self.state: State = self.game.new_state()
        self.seat = seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self.game.seats)) if self.own is None else self.own
        others = [other for other in range(self.game.seats) if other != self.seat]
        seeds = self.np_random.integers(2**32, size=len(others))
        self.bots = {
            other: Bot(self.game, id, seed=int(bot_seed), nodes=self.nodes)
            for other, id, bot_seed in zip(others, self.bot_ids, seeds)
        }
        self.state = self.game.new_state()
        self._let_bots_play()
        return self._seen()

    def _let_bots_play(self) -> None:
        while (to_act := self.state.current_seat) is not None and to_act != self.seat:
            self.state.apply(self.bots[to_act].choose(self.state))

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        return self.state.observation(self.seat), {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions are legal."""
        masks: NDArray[np.int8] = self.state.action_mask().view(np.int8)
        return masks

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays an action, and lets the bots answer. Raises IllegalAction, and changes nothing, if it is not legal."""
        self.state.apply(int(action))
        self._let_bots_play()
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return observation, float(self.state.returns()[self.seat]), self.state.is_over, False, info

    def render(self) -> Any:
        if self.render_mode == "human":
            print(drawing.text(self.state))
        elif self.render_mode == "ansi":
            return drawing.text(self.state)
        elif self.render_mode == "rgb_array":
            return drawing.picture(self.state)
        return None


gymnasium.register("ludotheque/Seat-v0", entry_point=SeatEnv, disable_env_checker=True)
