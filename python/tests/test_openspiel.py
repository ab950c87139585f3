"""Algorithms of OpenSpiel play our games."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, minimax
from open_spiel.python.observation import make_observation

from ludotheque import Bot, Game
from ludotheque.openspiel import load


def test_states_are_ours(game: Game) -> None:
    spiel = load(game.id, game.seats, **game.options)
    assert spiel.num_distinct_actions() == game.num_actions and spiel.num_players() == game.seats
    state, ours = spiel.new_initial_state(), game.new_state()
    observation = make_observation(spiel)
    generator = np.random.default_rng(1)
    while not state.is_terminal():
        assert state.current_player() == ours.current_seat and state.legal_actions() == ours.legal_actions()
        action = int(generator.choice(state.legal_actions()))
        assert state.action_to_string(action) == game.notation(action)
        twin = state.clone()
        twin.apply_action(action)
        assert str(state) == ours.position, "a clone shares nothing"
        state.apply_action(action)
        ours.apply(action)
        observation.set_from(state, 0)
        assert observation.tensor.max() <= 1 and (observation.tensor.min() >= 0)
    assert state.returns() == pytest.approx(ours.returns())


def test_a_game_is_registered_with_its_options() -> None:
    loaded = pyspiel.load_game("ludotheque_tactic(variant=capture)")
    assert loaded.num_distinct_actions() == Game("tactic", variant="capture").num_actions
    assert pyspiel.load_game("ludotheque_basik", {"seats": 3}).num_players() == 3


@pytest.mark.parametrize("id", ["basik", "expion", "tactic"])
def test_their_mcts_plays_a_bot_of_ours(id: str) -> None:
    """A whole game: every action of theirs is legal here, and the house's best beats a few simulations."""
    spiel = load(id)
    state = spiel.new_initial_state()
    theirs = mcts.MCTSBot(
        spiel, 2.0, 6, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(2)
    )
    ours = Bot(state.state.game, "level6", seed=1, nodes=2000)
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(theirs.step(state))
        else:
            state.apply_action(ours.choose(state.state))
    assert state.returns()[1] > 0


def test_their_minimax_finds_the_move() -> None:
    """Basik ends with the last pawn: one action before the end, the best of them is found by looking."""
    game = Game("basik")
    late = game.state("r1b1.b1/..r1b1/r1.../b1r1.r1 r 1,9")
    spiel = load("basik")
    state = spiel.new_initial_state()
    state.state = late
    value, action = minimax.alpha_beta_search(
        spiel, state=state, maximum_depth=1, value_function=lambda _: 0, maximizing_player_id=0
    )
    assert value == 1 and late.after(action).returns()[0] == 1
