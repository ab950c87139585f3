"""A seat at a table of a running house, for bots written in Python.

    import random
    from ludotheque.client import House

    house = House("http://127.0.0.1:8080")
    house.play(house.open_table("basik", ["me", {"bot": "level3"}]), lambda state: random.choice(state.legal_actions()))

The protocol is that of docs/protocol.md: lost connections are opened again, and nothing is played twice.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from ludotheque import Game, State

VERSION = 2

Choose = Callable[[State], "int | str"]
"""Chooses for the seat to act: an id or notation."""


class Refused(Exception):
    """The server refused a request; `code` says why, for programs."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.code = answer.get("code", "")
        super().__init__(answer.get("why", {}).get("en") or self.code)


class House:
    """A running server, as one person or program: a guest of its own, or whoever the token belongs to."""

    def __init__(self, url: str, token: str | None = None, *, name: str | None = None) -> None:
        self.url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        if name is not None:
            self.ask("PUT", "/api/me", {"name": name})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request to the HTTP API and returns its answer."""
        headers = {**self._headers, "Content-Type": "application/json", "ludotheque-protocol": str(VERSION)}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                self._keep_cookie(answer.headers.get("Set-Cookie"))
                text = answer.read()
        except urllib.error.HTTPError as error:
            text = error.read()
            try:
                raise Refused(json.loads(text)) from None
            except ValueError:
                raise error from None
        return json.loads(text) if text else None

    def _keep_cookie(self, cookie: str | None) -> None:
        if cookie and "Authorization" not in self._headers:
            self._headers["Cookie"] = cookie.split(";")[0]

    def open_table(self, game: str, seats: list[Any], **more: Any) -> str:
        """Opens a table and returns its id. Seats are `"me"`, `"open"`, `"link"` or `{"bot": id}`; see the protocol."""
        opened: dict[str, str] = self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        return opened["id"]

    def play(
        self, table: str, choose: Choose, *, seat: int | None = None, token: str | None = None, patience: float = 60.0
    ) -> State:
        """Plays at a table until the game is over, and returns the last position.

        Takes a free seat, `seat` if given, unless this person has one; `token` is that of a link. `choose` is given the
        position each time an own seat is to act. After a lost connection it tries for so many seconds to get another.
        """
        return _Sitting(self, table, choose, seat, token, patience).run()

    def _socket(self, table: str) -> ClientConnection:
        address = urlsplit(self.url)
        scheme = "wss" if address.scheme == "https" else "ws"
        url = f"{scheme}://{address.netloc}{address.path}/api/tables/{table}/socket"
        # Only a client that has its cookie is the same person after a lost connection.
        if not self._headers:
            self.ask("GET", "/api/me")
        return connect(url, additional_headers=self._headers, open_timeout=10, max_size=None)


class _Sitting:
    """A seat at one table, through all its connections."""

    def __init__(
        self, house: House, table: str, choose: Choose, seat: int | None, token: str | None, patience: float
    ) -> None:
        self.house, self.table, self.choose = house, table, choose
        self.seat, self.token, self.patience = seat, token, patience
        self.seen: str | None = None
        self.steps: list[dict[str, Any]] = []
        self.sent = 0
        # The latest prompt of each own seat that was answered, with the answer.
        self.answered: dict[tuple[int, int], str] = {}
        self.joining = False

    def run(self) -> State:
        lost_at: float | None = None
        while True:
            try:
                with self.house._socket(self.table) as socket:
                    enter = {"do": "enter", "version": VERSION, "token": self.token, "seen": self.seen}
                    self.send(socket, enter)
                    self.joining, self.answered = False, {}
                    for message in socket:
                        lost_at = None
                        last = self.receive(socket, json.loads(message))
                        if last is not None:
                            return last
                raise ConnectionError("the server closed the connection")
            except (OSError, ConnectionClosed, InvalidHandshake, urllib.error.URLError):
                lost_at = lost_at or time.monotonic()
                if time.monotonic() - lost_at > self.patience:
                    raise
                time.sleep(0.2)

    def send(self, socket: ClientConnection, request: dict[str, Any]) -> None:
        self.sent += 1
        socket.send(json.dumps({key: value for key, value in {**request, "id": self.sent}.items() if value is not None}))

    def receive(self, socket: ClientConnection, message: dict[str, Any]) -> State | None:
        kind = message["type"]
        if kind == "refused":
            # A stale answer was given before the connection was lost: the next frame shows it.
            if message["code"] not in ("stale", "too_many", "not_saved"):
                raise Refused(message)
            self.answered.clear()
        elif kind == "closing":
            raise ConnectionError("the server shuts down")
        if kind != "frame":
            return None
        self.seen = message["seen"]
        steps = message["steps"]
        self.steps = self.steps[: steps["from"]] + steps.get("added", [])
        table, game = message["table"], message.get("game")
        if table["status"] == "waiting":
            self.join(socket, table)
        if table["status"] in ("over", "aborted") or (game and "over" in (game["turn"] or {})):
            return self.state(table)
        for prompt in (game or {}).get("prompts", []):
            self.answer(socket, table, prompt)
        return None

    def join(self, socket: ClientConnection, table: dict[str, Any]) -> None:
        if not self.joining and not any(seat.get("own") for seat in table["seats"]):
            self.joining = True
            self.send(socket, {"do": "join", "seat": self.seat, "token": self.token})

    def answer(self, socket: ClientConnection, table: dict[str, Any], prompt: dict[str, Any]) -> None:
        key = (prompt["seat"], prompt["prompt"])
        if key in self.answered:
            return
        state = self.state(table)
        chosen = self.choose(state)
        action = chosen if isinstance(chosen, str) else state.game.notation(int(chosen))
        self.answered[key] = action
        self.send(socket, {"do": "act", "seat": prompt["seat"], "prompt": prompt["prompt"], "action": action})

    def state(self, table: dict[str, Any]) -> State:
        """The position that the steps lead to; seats that left are not taken out of it."""
        game = Game(table["game"], len(table["seats"]), **table.get("options", {}))
        state = game.state(table["position"]) if table.get("position") else game.new_state()
        for step in self.steps:
            if step.get("action"):
                state.apply(step["action"])
        return state
