"""Boards as text, as SVG and as pictures.

A drawing is a list of shapes on a board of unit cells; text is left out of pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque import State

COLOURS = ["#b3382c", "#2f5f9e", "#d9a521", "#3d7d46"]
WOOD, LINE, INK, PAPER = "#e9d5ae", "#8a6d3f", "#2b2118", "#f7eedc"


@dataclass
class Shape:
    """A disc (`r`), a rectangle (`w`, `h`), a line (`x2`, `y2`) or a text; y grows downwards."""

    x: float
    y: float
    colour: str
    r: float = 0
    w: float = 0
    h: float = 0
    x2: float | None = None
    y2: float = 0
    text: str = ""
    size: float = 0.35


@dataclass
class Drawing:
    width: float
    height: float
    shapes: list[Shape]


def _cell(name: str) -> tuple[int, int]:
    """The column and row of a cell such as `b3`, from 0."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _grid(columns: range, rows: range, side: int) -> Iterator[Shape]:
    for column in columns:
        for row in rows:
            yield Shape(column + 0.03, side - 1 - row + 0.03, WOOD, w=0.94, h=0.94)


def _basik(view: dict[str, Any]) -> Drawing:
    side = view["side"]
    shapes = list(_grid(range(side), range(side), side))
    for seat, piles in enumerate(view["piles"]):
        for pile in piles.split():
            column, row = _cell(pile[:2])
            for level in range(int(pile[2:])):
                y = side - row - 0.35 - 0.17 * level
                shapes.append(Shape(column + 0.5, y, INK, r=0.31))
                shapes.append(Shape(column + 0.5, y, COLOURS[seat], r=0.29))
        count = f"{view['score'][seat]} cells, {view['reserve'][seat]} in reserve"
        shapes.append(Shape(0.2 + side, 0.6 + 0.6 * seat, COLOURS[seat], r=0.15))
        shapes.append(Shape(0.45 + side, 0.7 + 0.6 * seat, INK, text=count, size=0.3))
    return Drawing(side + 3.6, side, shapes)


def _expion(view: dict[str, Any]) -> Drawing:
    shapes = []
    for from_top, row in enumerate(view["board"]):
        for column, letter in enumerate(row):
            if letter != "#":
                colour = {".": WOOD, "*": "#cdb27c"}.get(letter, PAPER)
                shapes.append(Shape(column + 0.03, from_top + 0.03, colour, w=0.94, h=0.94))
    marble = {"n": COLOURS[1], "e": "#7a4a2a", "s": COLOURS[3], "w": "#c9a66b"}
    for colour in view["colours"]:
        for name in colour["marbles"]:
            column, row = _cell(name)
            shapes.append(Shape(column + 0.5, 8.5 - row, INK, r=0.34))
            shapes.append(Shape(column + 0.5, 8.5 - row, marble[colour["letter"]], r=0.31))
    column, row = _cell(view["ball"])
    shapes.append(Shape(column + 0.5, 8.5 - row, INK, r=0.29))
    shapes.append(Shape(column + 0.5, 8.5 - row, "#d8352a", r=0.27))
    return Drawing(9, 9, shapes)


def _tactic(view: dict[str, Any]) -> Drawing:
    board = view["board"]

    def place(station: str) -> tuple[float, float]:
        line, letter = int(station[:-1]), ord(station[-1]) - ord("a")
        return board["x"][line - 1][letter] / 2 + 0.5, 13.5 - line

    shapes = [Shape(0, 0, "#dfe8d8", w=7, h=13)]
    for track in board["tracks"].split():
        (x, y), (x2, y2) = map(place, track.split("-"))
        shapes.append(Shape(x, y, "#ffffff", x2=x2, y2=y2))
    for line, kinds in enumerate(board["kind"], 1):
        for letter, kind in enumerate(kinds):
            x, y = place(f"{line}{chr(ord('a') + letter)}")
            shapes.append(Shape(x, y, {"transit": "#ffffff", "outer": "#b9c7ae"}.get(kind, "#8fa382"), r=0.16))
    for piece in view["pieces"]:
        x, y = place(piece["station"])
        colour = COLOURS[piece["seat"]]
        if piece["role"] == "guard":
            shapes.append(Shape(x - 0.24, y - 0.24, INK, w=0.48, h=0.48))
            shapes.append(Shape(x - 0.2, y - 0.2, colour, w=0.4, h=0.4))
        else:
            shapes.append(Shape(x, y, INK, r=0.3))
            shapes.append(Shape(x, y, colour, r=0.27))
    for seat, (points, reserve) in enumerate(zip(view["points"], view["reserve"])):
        y = 12 - 11 * seat
        shapes.append(Shape(7.35, y, COLOURS[seat], r=0.15))
        shapes.append(Shape(7.6, y + 0.1, INK, text=f"{points} points, {reserve} in reserve", size=0.3))
    return Drawing(11.2, 13, shapes)


_DRAWINGS: dict[str, Callable[[dict[str, Any]], Drawing]] = {"basik": _basik, "expion": _expion, "tactic": _tactic}


def drawing(state: State) -> Drawing:
    """The board as shapes."""
    return _DRAWINGS[state.game.id](state.view())


def svg(state: State, pixels: int = 40) -> str:
    """The board as SVG, so many pixels to a cell."""
    drawn = drawing(state)
    parts = []
    for shape in drawn.shapes:
        if shape.text:
            parts.append(
                f'<text x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size:g}" font-family="sans-serif" '
                f'fill="{shape.colour}">{escape(shape.text)}</text>'
            )
        elif shape.r:
            parts.append(f'<circle cx="{shape.x:g}" cy="{shape.y:g}" r="{shape.r:g}" fill="{shape.colour}"/>')
        elif shape.x2 is not None:
            parts.append(
                f'<path d="M{shape.x:g} {shape.y:g}L{shape.x2:g} {shape.y2:g}" stroke="{shape.colour}" '
                f'stroke-width="0.08"/>'
            )
        else:
            parts.append(
                f'<rect x="{shape.x:g}" y="{shape.y:g}" width="{shape.w:g}" height="{shape.h:g}" rx="0.06" '
                f'fill="{shape.colour}"/>'
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawn.width:g} {drawn.height:g}" '
        f'width="{drawn.width * pixels:g}" height="{drawn.height * pixels:g}">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def _rgb(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def picture(state: State, pixels: int = 32) -> NDArray[np.uint8]:
    """The board as an array of height, width and three colours, so many pixels to a cell."""
    drawn = drawing(state)
    height, width = round(drawn.height * pixels), round(drawn.width * pixels)
    image = np.empty((height, width, 3), np.uint8)
    image[:] = _rgb(PAPER)
    y, x = (np.mgrid[:height, :width] + 0.5) / pixels
    for shape in drawn.shapes:
        if shape.text:
            continue
        if shape.r:
            inside = (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.r**2
        elif shape.x2 is not None:
            along = np.array([shape.x2 - shape.x, shape.y2 - shape.y])
            part = np.clip(((x - shape.x) * along[0] + (y - shape.y) * along[1]) / (along @ along), 0, 1)
            inside = np.hypot(x - shape.x - part * along[0], y - shape.y - part * along[1]) <= 0.04
        else:
            inside = (abs(x - shape.x - shape.w / 2) <= shape.w / 2) & (abs(y - shape.y - shape.h / 2) <= shape.h / 2)
        image[inside] = _rgb(shape.colour)
    return image


def text(state: State) -> str:
    """The board in letters, and below it whose turn it is or how the game ended."""
    rows = state.position.split(" ")[0].split("/")
    lines = []
    for number, row in zip(range(len(rows), 0, -1), rows):
        # A pile is a letter and its height; anything else is one letter.
        if state.game.id == "basik":
            cells = " ".join(f"{cell:2}" for cell in _piles(row))
        else:
            cells = " ".join(row).center(2 * max(map(len, rows)) - 1)
        lines.append(f"{number:2}  {cells}".rstrip())
    places = state.places
    below = f"seat {state.current_seat} to act" if places is None else f"over, places {places}"
    return "\n".join([*lines, "", f"{' '.join(state.position.split(' ')[1:])}", below])


def _piles(row: str) -> list[str]:
    found: list[str] = []
    for letter in row:
        if letter.isdigit():
            found[-1] += letter
        else:
            found.append(letter)
    return found
