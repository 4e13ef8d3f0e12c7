"""Words as data: a rules package says what is meant; it becomes text where somebody reads it.

``Text(*ngettext("{player} takes {n} stone", "{player} takes {n} stones"), player=Player(2), n=3)``
is a message with its values; a value may be a number, a name, another Text or a Player.
"""

from __future__ import annotations

from typing import Any

#: Stands between the context of a message and the message itself, as catalogues have it.
CONTEXT = "\x04"


def bare(message: str) -> str:
    """A message without its context."""
    return message.rpartition(CONTEXT)[2]


class Player:
    """A seat, to be shown as its holder's name in the seat's colour."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and other.seat == self.seat

    def __hash__(self) -> int:
        return hash(("player", self.seat))

    def __repr__(self) -> str:
        return f"Player({self.seat})"


class Text:
    """An English message with named places in braces, and what belongs there.

    With ``n`` and ``plural`` the message depends on a number; ``n`` is also a value.
    """

    __slots__ = ("message", "plural", "values")

    def __init__(self, message: str, plural: str | None = None, **values: Any) -> None:
        self.message = message
        self.plural = plural
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.message, self.plural, self.values) == (
            other.message,
            other.plural,
            other.values,
        )

    def __hash__(self) -> int:
        return hash((self.message, self.plural))

    def __repr__(self) -> str:
        return f"Text({self.message!r}, {self.values!r})"
