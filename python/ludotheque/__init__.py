"""The games of Ludothèque for Python.

    >>> import ludotheque
    >>> game = ludotheque.Game("basik", 2)
    >>> state = game.new_state()
    >>> state.apply("b2")
    >>> state.apply(game.action_id("c3"))
    >>> state.legal_notation()[:3]
    ['a1', 'b1', 'c1']

`Game` is a game in one setting, `State` a position, `Batch` thousands of games that are stepped together, `Bot` a player of
the house, `Record` a game as text. `ludotheque.pettingzoo`, `ludotheque.gymnasium` and `ludotheque.openspiel` offer the same
to other libraries, `ludotheque.client` a seat at a table of a running server.
"""

from ludotheque._native import (
    Analysis,
    Batch,
    Bot,
    Game,
    IllegalAction,
    Record,
    State,
    Symmetry,
    Variation,
    games,
)

__all__ = [
    "Analysis",
    "Batch",
    "Bot",
    "Game",
    "IllegalAction",
    "Record",
    "State",
    "Symmetry",
    "Variation",
    "games",
    "settings",
]


def settings() -> list[Game]:
    """Every game in every setting."""
    found = []
    for id in games():
        least = Game(id)
        options: list[dict[str, str]] = [{}]
        for key, values in least.choices.items():
            options = [{**chosen, key: value} for chosen in options for value in values]
        found += [Game(id, seats, **chosen) for seats in least.seat_counts for chosen in options]
    return found
