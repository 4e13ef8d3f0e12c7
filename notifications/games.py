"""What this app must know about games, for webhooks of one game and for the bell's number.

``games`` provides it.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from accounts.models import User


class Waiting(NamedTuple):
    """A game that waits for a person: which, with whom, and the deadline."""

    game_id: int
    about: str
    path: str
    deadline: datetime | None


class Games(Protocol):
    """The interface to provide."""

    waiting: str
    """The statement that gives the numbers of the games that wait for a person, by the person's."""

    def waiting_for(self, user: User) -> list[Waiting]:
        """These games, for the text of a message to this person."""

    def played_by(self, user: User) -> list[int]:
        """The numbers of this person's games that are not over, newest first."""

    def takes_part(self, user: User, game_id: int) -> bool:
        """Whether a person has a seat in this game, even if it is over."""

    def to_tell_of(self, game_ids: Iterable[int]) -> dict[int, Any]:
        """The rows of these games by number, with everything that messages mention."""

    def titles(self, user: User, game_ids: Iterable[int]) -> dict[int, str]:
        """The names of these games for this reader, as in "Imhotep with ben, cleo (12)"."""


_provided: list[Games] = []


def provide(games: Games) -> None:
    """Use this implementation from now on; called at the start of each process."""
    _provided[:] = [games]


def provider() -> Games:
    return _provided[0]
