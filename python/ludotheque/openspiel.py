"""Our games as games of OpenSpiel, so that its algorithms run on them.

    >>> from ludotheque.openspiel import load
    >>> game = load("basik", 2)
    >>> state = game.new_initial_state()

The games are also registered: `pyspiel.load_game("ludotheque_tactic(variant=capture)")`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import ludotheque

# No game of ours has been seen to be longer; OpenSpiel wants a limit, and nothing here enforces it.
LONGEST = 20_000


def load(id: str, seats: int | None = None, **options: str) -> Any:
    """The game in that setting, as OpenSpiel's algorithms take it."""
    known = ludotheque.Game(id, seats, **options)
    return _GAMES[id]({"seats": known.seats, **options})


def _type(id: str) -> Any:
    game = ludotheque.Game(id)
    teams = any(len(set(setting.new_state().teams)) < setting.seats for setting in _settings(id))
    zero_sum = pyspiel.GameType.Utility.GENERAL_SUM if teams else pyspiel.GameType.Utility.ZERO_SUM
    parameters: dict[str, Any] = {"seats": game.seats}
    parameters |= {key: values[0] for key, values in game.choices.items()}
    return pyspiel.GameType(
        short_name=f"ludotheque_{id}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=zero_sum,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _settings(id: str) -> list[ludotheque.Game]:
    return [game for game in ludotheque.settings() if game.id == id]


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game in one setting; there is a class for each game."""

    id: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        seats = given.pop("seats", None)
        self.setting = ludotheque.Game(self.id, None if seats is None else int(seats), **given)
        teams = self.setting.new_state().teams
        # Partners get the same each, so their returns add up to 0 only where the sides are as large.
        even = len({teams.count(team) for team in teams}) == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.num_actions,
            max_chance_outcomes=0,
            num_players=self.setting.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if even else None,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPES[self.id], info, {"seats": self.setting.seats, **given})

    def new_initial_state(self, state: Any = None) -> Any:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return Observer(self.setting)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; `state` is ours."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state = game.setting.new_state()

    def current_player(self) -> int:
        seat = self.state.current_seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions() if player == self.state.current_seat else []

    def _apply_action(self, action: int) -> None:
        self.state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.game.notation(action)

    def is_terminal(self) -> bool:
        return self.state.is_over

    def returns(self) -> list[float]:
        return list(self.state.returns())

    def __str__(self) -> str:
        return self.state.position


class Observer:
    """What OpenSpiel asks for observations: the planes as they are, and divided by their highest value as a tensor."""

    def __init__(self, setting: ludotheque.Game) -> None:
        planes, rows, columns = setting.observation_shape
        self._highest = np.array(setting.plane_highest, np.float32)[:, None, None]
        self.tensor = np.zeros(planes * rows * columns, np.float32)
        self.dict = {"observation": self.tensor.reshape(planes, rows, columns)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = state.state.observation(player) / self._highest

    def string_from(self, state: SpielState, player: int) -> str:
        return state.state.position


_TYPES = {id: _type(id) for id in ludotheque.games()}


_GAMES = {id: type(f"SpielGame_{id}", (SpielGame,), {"id": id}) for id in _TYPES}

for _id, _game in _GAMES.items():
    pyspiel.register_game(_TYPES[_id], _game)
