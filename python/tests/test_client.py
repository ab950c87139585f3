"""Bots in Python sit at tables of a running house, through lost connections."""

import random
import threading
import time
from typing import Any

import pytest

from ludotheque import Bot, State
from ludotheque.client import House, Refused


def test_a_bot_of_a_few_lines_plays_a_whole_game(house: Any) -> None:
    def choose(state: State) -> int:
        return random.choice(state.legal_actions())

    me = House(house.url)
    table = me.open_table("basik", ["me", {"bot": "level1"}])
    last = me.play(table, choose)
    assert last.is_over and last.places == me.ask("GET", f"/api/tables/{table}")["table"]["places"]


def test_two_bots_meet_at_a_table_and_outlive_the_server(house: Any) -> None:
    host, guest = House(house.url, name="Ada"), House(house.url, name="Bruno")
    table = host.open_table("tactic", ["me", "open"], options={"variant": "capture"}, open=True)
    lasts: dict[str, State] = {}
    played = threading.Event()

    def sit(name: str, who: House, bot: str) -> None:
        def choose(state: State) -> int | str:
            if len(state.history) == 20:
                played.set()
            time.sleep(0.005)
            chosen = Bot(state.game, bot, seed=len(state.history), nodes=200).choose(state)
            return chosen if name == "host" else state.game.notation(chosen)

        lasts[name] = who.play(table, choose)

    players = [
        threading.Thread(target=sit, args=arguments, daemon=True)
        for arguments in [("host", host, "level2"), ("guest", guest, "random")]
    ]
    for player in players:
        player.start()
    assert played.wait(60), "the game does not go on"
    house.stop()
    house.start()
    for player in players:
        player.join(120)
    assert lasts["host"] == lasts["guest"] and lasts["host"].is_over
    assert lasts["host"].game.options == {"variant": "capture"}


def test_refusals_have_their_code(house: Any) -> None:
    stranger = House(house.url)
    with pytest.raises(Refused):
        stranger.open_table("basik", ["me"] * 9)
    with pytest.raises(Refused):
        stranger.ask("GET", "/api/tables/nowhere00000")
