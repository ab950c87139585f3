"""Environment steps a second: our batches beside Pgx and OpenSpiel, on one core, in one run.

    pip install ludotheque jax pgx open_spiel
    python bench/compare.py

Every environment plays uniformly random legal actions, begins anew when a game is over, and gives observations and legal
actions at every step. Rates are per second of processor time; the process keeps to one core.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator

os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[0]})
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

import ludotheque

Row = tuple[str, str, float]


def rate(play: Callable[[], int], seconds: float) -> float:
    """Steps a second of processor time; the first call, which may compile, is not counted."""
    play()
    start, steps = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        steps += play()
    return steps / spent


def ours(count: int, seconds: float) -> Iterator[Row]:
    for game in ludotheque.settings():
        batch = game.batch(count)

        def random_steps() -> int:
            for _ in range(16):
                batch.step_random()
            return 16 * count

        def chosen_steps() -> int:
            for _ in range(16):
                batch.step(batch.sample())
            return 16 * count

        yield "ludotheque", f"{game.name}, step_random()", rate(random_steps, seconds)
        yield "ludotheque", f"{game.name}, step(sample())", rate(chosen_steps, seconds)


def pgx_games(count: int, seconds: float) -> Iterator[Row]:
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError as missing:
        print(f"Pgx is not measured: {missing}")
        return
    for id in ["tic_tac_toe", "animal_shogi", "connect_four", "othello", "hex"]:
        env = pgx.make(id)
        step = jax.vmap(auto_reset(env.step, env.init))

        def advance(carry, _):  # type: ignore[no-untyped-def]
            state, key = carry
            key, draw, restart = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(draw, logits)
            return (step(state, actions, jax.random.split(restart, count)), key), None

        @jax.jit
        def many(state, key):  # type: ignore[no-untyped-def]
            return jax.lax.scan(advance, (state, key), None, length=16)[0]

        key = jax.random.PRNGKey(0)
        carry = [jax.jit(jax.vmap(env.init))(jax.random.split(key, count)), key]

        def play() -> int:
            carry[0], carry[1] = many(carry[0], carry[1])
            jax.block_until_ready(carry[0].observation)
            return 16 * count

        yield "Pgx", f"{id}, {count} at once", rate(play, seconds)


def openspiel_games(seconds: float) -> Iterator[Row]:
    try:
        import pyspiel
    except ImportError as missing:
        print(f"OpenSpiel is not measured: {missing}")
        return
    rng = np.random.default_rng(0)
    for id in ["tic_tac_toe", "connect_four", "breakthrough(rows=6,columns=6)", "othello"]:
        game = pyspiel.load_game(id)

        def play() -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                if not state.is_terminal():
                    state.observation_tensor()
                steps += 1
            return steps

        yield "OpenSpiel", f"{id}, from Python", rate(play, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=4096, help="games at once")
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time for each row")
    arguments = parser.parse_args()
    print("| library | game | steps/s |\n| --- | --- | ---: |")
    for rows in (
        ours(arguments.count, arguments.seconds),
        pgx_games(arguments.count, arguments.seconds),
        openspiel_games(arguments.seconds),
    ):
        for library, name, steps in rows:
            print(f"| {library} | {name} | {steps:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
