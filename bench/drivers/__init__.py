"""How the load client speaks to a server: one small adapter for each, so that they compare fairly.

A new one implements ``Driver`` and ``Player`` in a module beside this one and is named in
``DRIVERS``. What counts is the same for all: a player makes a move only when the server has told
him his legal choices, and has the new position on his screen when it has told him that, by
whatever requests or messages it needs for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, TypedDict

#: Modules with a function ``driver(settings)``, by name.
DRIVERS = {"programs": "bench.drivers.programs", "pages": "bench.drivers.pages"}


class Player(Protocol):
    """A client at one table, connected for updates, that knows what the server has told it."""

    version: int
    """of the position that he has; it rises with each change"""
    choices: Sequence[Any]
    """what he may choose now; empty while he is not asked"""
    over: bool
    """he knows that the game is over"""

    async def choose(self, choice: Any) -> None:
        """Make a move; returns when the server has answered, and he knows the new position."""

    async def news(self, seconds: float) -> int | None:
        """Wait for the notice that there is a newer position; gives its version (or one that is
        at least that of the position), None if none came in this time."""

    async def look(self) -> None:
        """Bring the newest position to his screen, if the notice did not."""

    async def newest(self) -> int:
        """Ask the server, without looking, for the version of the position that he may know."""

    async def differences(self) -> list[str]:
        """Compare the whole log that the server tells now with what he was told on the way."""

    def close(self) -> None:
        """Leave; a wait for news ends."""


class Settings(TypedDict):
    """The server's addresses, the game type, and the people: names, tokens, and the cookies that
    their browsers send."""

    url: str
    websocket: str
    type: str
    people: list[tuple[str, str, str]]


class Driver(Protocol):
    """A server that runs, and people who are known there."""

    requests: int
    """sent so far"""
    messages: int
    """that came by the WebSockets so far"""
    received: int
    """bytes received so far in answers and messages"""

    async def table(self, number: int, players: int) -> Sequence[Player]:
        """Start a game of its own of so many players, all connected; ``number`` tells those tables
        apart that are played at the same time."""


def driver(name: str, settings: Settings) -> Driver:
    made: Driver = import_module(DRIVERS[name]).driver(settings)
    return made
