"""
The compiled part of the package; import `ludotheque` instead.
"""

from _typeshed import Incomplete, SupportsGetItem
from typing import Any, SupportsFloat, SupportsIndex, final

@final
class Analysis:
    """
    What a bot found out about a position.
    """
    def __repr__(self, /) -> str: ...
    @property
    def depth(self, /) -> int:
        """
        How many actions ahead the search has looked.
        """
    @property
    def lines(self, /) -> list[Variation]:
        """
        The best variations, each beginning with a different action, the best first.
        """
    @property
    def nodes(self, /) -> int:
        """
        How many nodes it has used.
        """

@final
class Batch:
    """
    Games of one setting that are stepped together. A game that ends begins anew at once: `ended` and `rewards` tell how it
    ended, the other arrays show the new one.

    The arrays are the same at every step and are written in place: copy what you keep. They can't be written by others.
    """
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def ended(self, /) -> Incomplete:
        """
        Where the last action ended a game.
        """
    @property
    def game(self, /) -> Game:
        """
        The game and its setting.
        """
    @property
    def lengths(self, /) -> Incomplete:
        """
        How many actions each game has had; where one has just ended, how many that one had.
        """
    @property
    def masks(self, /) -> Incomplete:
        """
        Which actions are legal: games, ids.
        """
    @property
    def observations(self, /) -> Incomplete:
        """
        The observations of the seats to act: games, planes, rows, columns.
        """
    def playouts(self, /, games: SupportsIndex = 1) -> Incomplete:
        """
        Plays random games to the end, so many from each position, many at once where the game has vectors of boards;
        returns the mean return of each seat: games, seats.
        """
    def reset(self, /, seed: SupportsIndex = 0) -> None:
        """
        Begins every game anew, with other randomness.
        """
    @property
    def rewards(self, /) -> Incomplete:
        """
        What each seat got for the last action: games, seats. It is from -1 to 1 where that ended a game, else 0.
        """
    def sample(self, /) -> Incomplete:
        """
        A random legal action for each game.
        """
    @property
    def seats(self, /) -> Incomplete:
        """
        The seat to act in each game.
        """
    def state(self, /, index: SupportsIndex) -> State:
        """
        One of the games as a state of its own, without what led to it.
        """
    def step(self, /, actions: Any) -> None:
        """
        Plays an action in each game. Raises ValueError, and plays nothing, if one is not legal.
        """
    def step_random(self, /) -> Incomplete:
        """
        Plays a random legal action in each game; returns what was played.
        """

@final
class Bot:
    """
    A bot of the house: `Bot(game, "level3")`, `Bot(game, "best", nodes=100_000)`, `Bot(game, "best", seconds=0.5)`.

    With nodes alone, and the same seed, it chooses alike on every machine.
    """
    def __new__(cls, /, game: Game, id: str = "best", *, seed: SupportsIndex = 0, nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None) -> Bot: ...
    def __repr__(self, /) -> str: ...
    def analyse(self, /, state: State, lines: SupportsIndex = 3) -> Analysis | None:
        """
        The best variations for the seat to act, the best first; None if this bot can't analyse.
        """
    def choose(self, /, state: State) -> int:
        """
        The id of its action for the seat to act.
        """
    @property
    def id(self, /) -> str:
        """
        Its id.
        """

@final
class Game:
    """
    A game at a table of so many seats, with its options: `Game("tactic", variant="capture")`.

    Actions are numbers from 0 to `num_actions - 1`, the same in every position and for every seat: `actions[7]` is the
    notation of the id 7. Observations are arrays of bytes of `observation_shape`: planes, rows, columns.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self, /) -> tuple[tuple[str, int], dict[str, str]]:
        """
        The arguments from which a copy is made; the rest are options.
        """
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, id: str, seats: SupportsIndex | None = None, **options) -> Game: ...
    def __repr__(self, /) -> str: ...
    def action_id(self, /, notation: str) -> int:
        """
        The id of an action by its notation.
        """
    @property
    def actions(self, /) -> list[str]:
        """
        The notation of every action, by id.
        """
    def article(self, /, number: str, language: str = "en") -> str:
        """
        An article of the rulebook, by its number.
        """
    def batch(self, /, count: SupportsIndex, seed: SupportsIndex = 0, threads: SupportsIndex = 1) -> Batch:
        """
        `count` games that are stepped together, on so many threads.
        """
    def bots(self, /) -> dict[str, str]:
        """
        The bots that can play here: their ids, and how they think.
        """
    @property
    def choices(self, /) -> dict[str, list[str]]:
        """
        Every value of every option that the game has, the default first.
        """
    def deserialize(self, /, text: str) -> State:
        """
        A state from what `State.serialize` gave.
        """
    @property
    def id(self, /) -> str:
        """
        The id of the game.
        """
    @property
    def name(self, /) -> str:
        """
        The setting as a name, such as `tactic-2-capture`.
        """
    def new_state(self, /) -> State:
        """
        The opening position.
        """
    def notation(self, /, action: SupportsIndex) -> str:
        """
        The notation of an id.
        """
    @property
    def num_actions(self, /) -> int:
        """
        How many ids there are.
        """
    @property
    def observation_shape(self, /) -> tuple[int, int, int]:
        """
        The planes, rows and columns of an observation.
        """
    @property
    def options(self, /) -> dict[str, str]:
        """
        The options that were chosen.
        """
    @property
    def plane_highest(self, /) -> list[int]:
        """
        The highest value of each plane: divided by it, a plane is from 0 to 1.
        """
    @property
    def planes(self, /) -> list[str]:
        """
        What each plane of an observation holds.
        """
    def rulebook(self, /, language: str = "en") -> str:
        """
        The rulebook as Markdown, in English (`en`) or French (`fr`).
        """
    @property
    def seat_counts(self, /) -> list[int]:
        """
        The numbers of seats that can play.
        """
    @property
    def seats(self, /) -> int:
        """
        How many seats play.
        """
    def state(self, /, position: str) -> State:
        """
        A position from its notation, where the game reads positions.
        """
    @property
    def symmetries(self, /) -> list[Symmetry]:
        """
        The ways to turn or reflect the board that leave the game as it is for every seat; the first changes nothing.
        """
    @property
    def title(self, /) -> str:
        """
        The name on the box.
        """

@final
class Record:
    """
    A game as the house keeps it: `Record(state, names=["Ada", "Bruno"])`, or `Record.read(text)`; `str(record)` is its
    text.
    """
    def __new__(cls, /, state: State, names: SupportsGetItem[int, str] | None = None, notes: SupportsGetItem[int, str] | None = None) -> Record: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def actions(self, /) -> list[tuple[int, str]]:
        """
        The actions that led to the end, taken back ones left out: seats and notation.
        """
    @property
    def game(self, /) -> Game:
        """
        The game and its setting.
        """
    @property
    def names(self, /) -> dict[int, str]:
        """
        Who sat where.
        """
    @property
    def notes(self, /) -> list[str]:
        """
        Other remarks.
        """
    @property
    def places(self, /) -> list[int] | None:
        """
        The place of each seat, 1 for the first, or None if the game goes on.
        """
    @staticmethod
    def read(text: str) -> Record:
        """
        A record from its text. Every entry is judged again: raises ValueError, with the line, if one is not legal.
        """
    def state(self, /, actions: SupportsIndex | None = None) -> State:
        """
        The position after so many actions, or after the last one. A seat that resigned or left is not taken out of it.
        """

@final
class State:
    """
    A position of a game. `apply` changes it; `clone` makes a copy to go back to.
    """
    def __copy__(self, /) -> State: ...
    def __deepcopy__(self, /, _memo: dict) -> State: ...
    def __eq__(self, other: object, /) -> bool:
        """
        The same position of the same setting, however it was reached.
        """
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> Any:
        """
        The board as SVG, for notebooks.
        """
    def action_mask(self, /) -> Incomplete:
        """
        A 1 for each id that is legal, and a 0 for the others.
        """
    def after(self, /, action: SupportsIndex | str) -> State:
        """
        A copy after an action.
        """
    def apply(self, /, action: SupportsIndex | str) -> None:
        """
        Performs an action of the seat to act, given as an id or in notation. Raises IllegalAction, and changes nothing, if
        the rules forbid it.
        """
    def clone(self, /) -> State:
        """
        A copy: what is applied to one does not change the other.
        """
    @property
    def current_seat(self, /) -> int | None:
        """
        The seat to act, or None once the game is over.
        """
    @property
    def current_seats(self, /) -> list[int]:
        """
        The seats that may act now: one, or none once the game is over.
        """
    @property
    def ended_by(self, /) -> str | None:
        """
        The article by which the game ended.
        """
    @property
    def game(self, /) -> Game:
        """
        The game and its setting.
        """
    @property
    def history(self, /) -> list[int]:
        """
        The ids of the actions since the start.
        """
    @property
    def is_over(self, /) -> bool:
        """
        Whether the game is over.
        """
    def legal_actions(self, /) -> list[int]:
        """
        The ids of the legal actions, in order.
        """
    def legal_notation(self, /) -> list[str]:
        """
        The legal actions in notation, in the order of `legal_actions`.
        """
    def observation(self, /, seat: SupportsIndex | None = None) -> Incomplete:
        """
        What `seat` sees, or the seat to act: planes of small numbers. Seats are counted from the viewer.
        """
    def perft(self, /, depth: SupportsIndex) -> int:
        """
        How many sequences of so many actions there are from here.
        """
    @property
    def places(self, /) -> list[int] | None:
        """
        The place of each seat, 1 for the first, or None before the end.
        """
    def playouts(self, /, games: SupportsIndex = 1, seed: SupportsIndex = 0) -> list[float]:
        """
        Plays random actions to the end, `games` times from here; returns the mean return of each seat.
        """
    @property
    def position(self, /) -> str:
        """
        The position in the game's notation.
        """
    def returns(self, /) -> list[float]:
        """
        What each seat got, from 1 if it is ahead of all rivals to -1 if it is behind all of them; zeros before the end.
        """
    def sample(self, /, seed: SupportsIndex) -> int:
        """
        A random legal action.
        """
    def serialize(self, /) -> str:
        """
        The state as text, for `Game.deserialize`.
        """
    @property
    def teams(self, /) -> list[int]:
        """
        The team of each seat: partners have the same.
        """
    def view(self, /) -> Any:
        """
        What a board needs to draw, as a dictionary.
        """

@final
class Symmetry:
    """
    A way to turn or reflect a game. `image[symmetry.cells] = observation.ravel()` moves an observation, and action `a`
    becomes `symmetry.actions[a]`.
    """
    @property
    def actions(self, /) -> Incomplete:
        """
        For each id, the id of the same action afterwards.
        """
    @property
    def cells(self, /) -> Incomplete:
        """
        For each value of a flattened observation, where it is afterwards.
        """
    def observation(self, /, observation: Incomplete) -> Incomplete:
        """
        An observation afterwards.
        """

@final
class Variation:
    """
    A sequence of actions from a position, with its evaluation.
    """
    def __repr__(self, /) -> str: ...
    @property
    def actions(self, /) -> list[str]:
        """
        The actions in notation.
        """
    @property
    def chance(self, /) -> float:
        """
        The probability that the seat beats a rival, from 0 to 1.
        """
    @property
    def depth(self, /) -> int:
        """
        How many actions ahead the search looked for this variation.
        """
    @property
    def ids(self, /) -> list[int]:
        """
        The actions as ids.
        """
    @property
    def verdict(self, /) -> str:
        """
        `wins` or `loses` where that is proven, else `open`.
        """
    @property
    def within(self, /) -> int | None:
        """
        Where it is proven, after how many actions.
        """

def games() -> list[str]:
    """
    The ids of the games, in the order of the shelf.
    """

def __getattr__(name: str) -> Incomplete: ...
