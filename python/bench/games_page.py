"""Writes docs/games.md and its plots: what every setting is like, counted and measured.

    make games-page

Takes some minutes of processor time; `--games 8` shows how it looks sooner.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib
import numpy as np

import ludotheque
from ludotheque import Bot, Game

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "ludotheque"
import matplotlib.pyplot as plt

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs/pictures/games"
PLAYERS = ["random", "level 5", "best"]
COLOURS = ["#8a6d3f", "#2f5f9e", "#b3382c"]


@dataclass
class Sample:
    """What a number of games came to."""

    seats: int
    lengths: list[int] = field(default_factory=list)
    firsts: np.ndarray = field(default_factory=lambda: np.zeros(0))
    returns: np.ndarray = field(default_factory=lambda: np.zeros(0))
    draws: int = 0
    ended_by: Counter[str] = field(default_factory=Counter)
    choices: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.firsts, self.returns = np.zeros(self.seats), np.zeros(self.seats)

    def add(self, state: ludotheque.State, choices: list[int]) -> None:
        places, teams = state.places, state.teams
        assert places is not None and state.ended_by is not None
        self.lengths.append(len(state.history))
        self.firsts += np.equal(places, 1)
        self.returns += state.returns()
        self.draws += len({team for place, team in zip(places, teams) if place == 1}) > 1
        self.ended_by[state.ended_by] += 1
        self.choices += choices


def play(game: Game, player: str, number: int, nodes: int) -> tuple[ludotheque.State, list[int]]:
    """A game: two random actions, so that no two games are alike, then the player on every seat."""
    rng = np.random.default_rng(number)
    state, choices = game.new_state(), []
    id = {"random": "random", "level 5": "level5", "best": "best"}[player]
    bots = [Bot(game, id, seed=number * 8 + seat, nodes=nodes) for seat in range(game.seats)]
    while (seat := state.current_seat) is not None:
        legal = state.legal_actions()
        choices.append(len(legal))
        random = player == "random" or len(state.history) < 2
        state.apply(int(rng.choice(legal)) if random else bots[seat].choose(state))
    return state, choices


def sample(game: Game, player: str, games: int, nodes: int, threads: int) -> Sample:
    found = Sample(game.seats)
    with ThreadPoolExecutor(threads) as pool:
        for state, choices in pool.map(lambda number: play(game, player, number, nodes), range(games)):
            found.add(state, choices)
    return found


def bound(game: Game) -> float:
    """At most so many positions, by logarithm to base ten: what may stand where, what is in reserve, whose turn it is;
    counters of quiet turns left out."""
    seats = game.seats
    if game.id == "basik":
        cells, pawns = (16 if seats == 2 else 25), (16 if seats == 4 else 20)
        return math.log10((1 + 3 * seats) ** cells * (pawns + 1) ** seats * seats)
    if game.id == "expion":
        # Each colour has marbles out, in camp on some of seven cells, or captured.
        camps = [sum(math.comb(7, home) for home in range(8 - out)) for out in range(8)]
        ways = {0: 1}
        for _ in range(4):
            more: Counter[int] = Counter()
            for used, count in ways.items():
                for out in range(8):
                    more[used + out] += count * math.comb(49 - used, out) * camps[out]
            ways = dict(more)
        return math.log10(sum(ways.values()) * (45 + 28) * 2 * seats)
    guards = sum(math.comb(50, board) * (3 - board) for board in range(3))
    patrols = sum(math.comb(72, count) for count in range(4)) if "capture" in game.name else math.comb(72, 3)
    begun = 3 + 72 + 2 * 72
    return math.log10((guards * patrols) ** 2 * 2 * begun)


def interval(share: float, games: int) -> str:
    return f"{100 * share:.1f} ± {196 * math.sqrt(max(share * (1 - share), 0.25 / games) / games):.1f}"


def perft(game: Game) -> list[int]:
    counts: list[int] = []
    while not counts or counts[-1] < 300_000:
        counts.append(game.new_state().perft(len(counts) + 1))
    return counts


def titles() -> dict[str, str]:
    words = {"base": "base", "capture": "capture", "passage": "passage"}
    found = {}
    for game in ludotheque.settings():
        variant = words.get(game.options.get("variant", ""), "")
        found[game.name] = f"{game.title.replace('*', chr(92) + '*')}, {variant or f'{game.seats} seats'}"
    return found


def plots(game: Game, samples: dict[str, Sample]) -> None:
    figure, (lengths, choices, firsts) = plt.subplots(1, 3, figsize=(11, 2.9), constrained_layout=True)
    longest = np.percentile([length for one in samples.values() for length in one.lengths], 99)
    most = max(max(one.choices) for one in samples.values())
    for (player, one), colour in zip(samples.items(), COLOURS):
        bins = np.linspace(0, longest, 40)
        weights = np.full(len(one.lengths), 100 / len(one.lengths))
        lengths.hist(one.lengths, bins, weights=weights, alpha=0.55, color=colour, label=player)
        weights = np.full(len(one.choices), 100 / len(one.choices))
        choices.hist(one.choices, np.arange(0, most + 2, max(1, most // 40)), weights=weights, alpha=0.55, color=colour)
        offsets = np.arange(game.seats) + 0.25 * PLAYERS.index(player)
        firsts.bar(offsets, 100 * one.firsts / len(one.lengths), 0.23, color=colour)
    lengths.set(title="actions in a game", ylabel="% of the games")
    choices.set(title="legal actions", ylabel="% of the positions")
    firsts.set(title="first, alone or shared", ylabel="% of the games", xticks=np.arange(game.seats) + 0.25)
    firsts.set_xticklabels([f"seat {seat}" for seat in range(game.seats)])
    lengths.legend(frameon=False)
    for axes in (lengths, choices, firsts):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(PICTURES / f"{game.name}.svg", metadata={"Date": None})
    plt.close(figure)


def page(found: dict[str, dict[str, Sample]], command: str, nodes: int) -> str:
    named, games = titles(), {game.name: game for game in ludotheque.settings()}
    counts = {player: len(next(iter(found.values()))[player].lengths) for player in PLAYERS}
    lines = [
        "# The games in figures",
        "",
        f"Written by `{command}`, which plays and counts all of it again. A game begins with two random actions; then",
        f"`random` plays any legal action ({counts['random']} games), `level 5` is a bot of the fifth of eight levels",
        f"({counts['level 5']} games), `best` the strongest one with {nodes:,} nodes an action ({counts['best']} games), all",
        "seats alike. Intervals hold 95 % of what chance does. How the articles read: `ludotheque rules GAME ARTICLE`.",
        "",
        "## Size",
        "",
        "Positions are bounded from above: what may stand where, what is in reserve, what a turn has begun with, whose turn it",
        "is. Ids are the actions that the setting has at all, with a fixed number each, which `ids.txt` among the tests of a",
        "game lists; planes are those of an observation. Perft counts the sequences of so many actions from the opening.",
        "",
        "| | positions | ids | planes | symmetries | perft 1, 2, … |",
        "| --- | ---: | ---: | --- | ---: | --- |",
    ]
    for name, game in games.items():
        planes, rows, columns = game.observation_shape
        lines.append(
            f"| {named[name]} | < 10^{math.ceil(bound(game))} | {game.num_actions} | {planes} of {rows} × {columns} "
            f"| {len(game.symmetries)} | {', '.join(f'{count:,}' for count in perft(game))} |"
        )
    lines += [
        "",
        "## Length and choice",
        "",
        "Actions in a game (mean, and the range of nine games in ten) and legal actions in a position (mean). A turn of",
        "Tactic is two actions.",
        "",
        "| | " + " | ".join(f"{player}: length | choice" for player in PLAYERS) + " |",
        "| --- |" + " ---: |" * 6,
    ]
    for name in games:
        cells = []
        for player in PLAYERS:
            one = found[name][player]
            low, high = np.percentile(one.lengths, [5, 95])
            cells.append(f"{np.mean(one.lengths):.0f} ({low:.0f}–{high:.0f}) | {np.mean(one.choices):.1f}")
        lines.append(f"| {named[name]} | {' | '.join(cells)} |")
    lines += [
        "",
        "## Who wins",
        "",
        "The share of points of seat 0, who begins, against its rivals: 50 % is even. Where one plays against two, it is that",
        "of the one. Draws are games in which rivals share the first place.",
        "",
        "| | " + " | ".join(f"{player}: seat 0, % | draws, %" for player in PLAYERS) + " |",
        "| --- |" + " ---: |" * 6,
    ]
    for name in games:
        cells = []
        for player in PLAYERS:
            one = found[name][player]
            total = len(one.lengths)
            cells.append(f"{interval((1 + one.returns[0] / total) / 2, total)} | {100 * one.draws / total:.1f}")
        lines.append(f"| {named[name]} | {' | '.join(cells)} |")
    lines += ["", "## What ends a game", "", "The articles that end games, in % of them.", ""]
    lines += ["| | " + " | ".join(PLAYERS) + " |", "| --- | --- | --- | --- |"]
    for name in games:
        cells = []
        for player in PLAYERS:
            one = found[name][player]
            shares = [f"{article} {100 * count / len(one.lengths):.0f}" for article, count in one.ended_by.most_common()]
            cells.append(", ".join(shares))
        lines.append(f"| {named[name]} | {' | '.join(cells)} |")
    for name, game in games.items():
        lines += ["", f"## {named[name]}", "", f"![Lengths, choices and first places]({'pictures/games/' + name}.svg)", ""]
        lines.append(f"Planes of an observation: {'; '.join(game.planes)}.")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=2000, help="random games of each setting")
    parser.add_argument("--games", type=int, default=50, help="games between bots of each setting")
    parser.add_argument("--nodes", type=int, default=400, help="nodes for an action of the best")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    found: dict[str, dict[str, Sample]] = {}
    for game in ludotheque.settings():
        found[game.name] = {}
        for player in PLAYERS:
            games = arguments.random if player == "random" else arguments.games
            found[game.name][player] = sample(game, player, games, arguments.nodes, arguments.threads)
            print(game.name, player, flush=True)
        plots(game, found[game.name])
    (ROOT / "docs/games.md").write_text(page(found, "make games-page", arguments.nodes))


if __name__ == "__main__":
    main()
