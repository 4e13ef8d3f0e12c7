"""What this app must know of games: for webhooks, which may belong to one game, and for the number
at the bell. ``games`` provides it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from accounts.models import User


class Waiting(NamedTuple):
    """A game that waits for somebody: which, with whom, and by when he is to move."""

    game_id: int
    about: str
    path: str
    deadline: datetime | None


class Games(Protocol):
    """What is provided."""

    waiting: str
    """The statement that gives the numbers of the games that wait for a person, by the person's."""

    def waiting_for(self, user: User) -> list[Waiting]:
        """These games, for the words of a message to this person."""

    def played_by(self, user: User) -> list[int]:
        """The numbers of the games that somebody sits in and that are not over, newest first."""

    def takes_part(self, user: User, game_id: int) -> bool:
        """Whether somebody sits in this game, be it over or not."""

    def to_tell_of(self, game_ids: Iterable[int]) -> dict[int, Any]:
        """The rows of these games, by number, with what the words of messages are made of."""

    def titles(self, user: User, game_ids: Iterable[int]) -> dict[int, str]:
        """What these games are called for this reader, as in "Imhotep with ben, cleo (12)"."""


_provided: list[Games] = []


def provide(games: Games) -> None:
    """Use this from now on; at the start of each process."""
    _provided[:] = [games]


def provider() -> Games:
    return _provided[0]
