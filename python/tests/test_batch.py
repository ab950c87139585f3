"""Batches: the same games as one by one, in arrays that are written in place."""

import threading

import numpy as np
import pytest

from ludotheque import Game


def test_a_batch_plays_the_games_of_states(game: Game) -> None:
    batch = game.batch(7, seed=3, threads=2)
    states = [game.new_state() for _ in range(7)]
    ends = 0
    for step in range(900):
        for index, state in enumerate(states):
            assert batch.seats[index] == state.current_seat
        if step % 50 == 0:
            for index, state in enumerate(states):
                assert (batch.observations[index] == state.observation()).all()
                assert (batch.masks[index] == state.action_mask()).all()
                assert batch.state(index) == state
        actions = batch.sample().copy() if step % 2 else batch.step_random().copy()
        if step % 2:
            batch.step(actions)
        for index, action in enumerate(actions):
            states[index].apply(int(action))
            over = states[index].is_over
            assert batch.ended[index] == over and batch.lengths[index] == len(states[index].history)
            assert batch.rewards[index].tolist() == pytest.approx(states[index].returns())
            if over:
                states[index] = game.new_state()
                ends += 1
    assert ends > 0


def test_arrays_are_the_same_memory_at_every_step() -> None:
    batch = Game("basik").batch(16)
    arrays = [batch.observations, batch.masks, batch.seats, batch.rewards, batch.ended, batch.lengths]
    before = [array.copy() for array in arrays]
    batch.step_random()
    again = [batch.observations, batch.masks, batch.seats, batch.rewards, batch.ended, batch.lengths]
    assert all(np.shares_memory(old, new) for old, new in zip(arrays, again))
    assert any((old != copy).any() for old, copy in zip(arrays, before))
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = False


def test_an_illegal_action_plays_nothing() -> None:
    batch = Game("tactic").batch(6, threads=3)
    actions = batch.sample().copy()
    before = batch.observations.copy()
    for wrong in [-1, batch.game.num_actions, int(np.flatnonzero(~batch.masks[5])[0])]:
        with pytest.raises(ValueError, match=f"{wrong} is not legal in game 5"):
            batch.step([*actions[:5], wrong])
        assert (batch.observations == before).all()
    with pytest.raises(ValueError, match="5 actions for 6 games"):
        batch.step(actions[:5])
    batch.step(batch.sample())
    assert not (batch.observations == before).all()


def test_a_seed_and_the_threads_decide_the_games() -> None:
    def played(seed: int) -> list[int]:
        batch = Game("basik", 3).batch(8, seed=seed, threads=2)
        return [int(action) for _ in range(40) for action in batch.step_random()]

    assert played(1) == played(1) != played(2)
    batch = Game("basik", 3).batch(8, seed=9, threads=2)
    batch.reset(1)
    assert [int(action) for _ in range(40) for action in batch.step_random()] == played(1)


def test_playouts_of_a_batch_are_those_of_its_states(game: Game) -> None:
    batch = game.batch(3, threads=2)
    for _ in range(9):
        batch.step_random()
    means = batch.playouts(300)
    assert means.shape == (3, game.seats) and (abs(means) <= 1).all()
    for index in range(3):
        assert means[index] == pytest.approx(batch.state(index).playouts(300), abs=0.35)


def test_other_threads_run_while_a_batch_does() -> None:
    batch = Game("basik").batch(64)
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1

    counter = threading.Thread(target=count)
    counter.start()
    batch.playouts(3000)
    seen = ticks
    done.set()
    counter.join()
    assert seen > 100, "the interpreter's lock was held"
