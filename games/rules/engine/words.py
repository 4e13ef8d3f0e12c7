"""Words as data: a rules package gives messages with values, which become text for each reader.

``Text(*ngettext("{player} takes {n} stone", "{player} takes {n} stones"), player=Player(2), n=3)``
is a message with its values; a value may be a number, a name, another Text or a Player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any

#: Stands between the context of a message and the message, as in catalogues.
CONTEXT = "\x04"

# Marks --------------------------------------------------------------------------------------------


def _(message: str) -> str:
    """Mark a message for translation; it is translated where it is shown."""
    return message


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark a message with a number: ``Text(*ngettext("{n} stone", "{n} stones"), n=3)``."""
    return one, many


def pgettext(context: str, message: str) -> str:
    """Mark a message whose meaning differs from the same message elsewhere in the package."""
    return f"{context}{CONTEXT}{message}"


def npgettext(context: str, one: str, many: str) -> tuple[str, str]:
    """``pgettext`` for a message with a number."""
    return pgettext(context, one), pgettext(context, many)


def bare(message: str) -> str:
    """A message without its context."""
    return message.rpartition(CONTEXT)[2]


@cache
def names_in(message: str) -> frozenset[str]:
    """The names in braces; ValueError if a brace is not closed."""
    parts = Formatter().parse(bare(message))
    return frozenset(name for _text, name, _form, _change in parts if name is not None)


# Texts --------------------------------------------------------------------------------------------


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
    """An English message with named places in braces, and their values.

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


# Several things, and numbers of them --------------------------------------------------------------


def listed(items: Iterable[Text | Player]) -> Text:
    """List texts: "Anna, Ben"; "nothing" if there are none."""
    first, *further = [*items] or [Text(_("nothing"))]
    whole = first if isinstance(first, Text) else Text("{item}", item=first)
    for item in further:
        whole = Text("{list}, {item}", list=whole, item=item)
    return whole


def by_player(shares: Sequence[Any] | Mapping[int, Any]) -> Text:
    """Name each seat with its amount: "Anna 3, Ben 1"."""
    pairs = shares.items() if isinstance(shares, Mapping) else enumerate(shares)
    return listed(
        Text("{player} {share}", player=Player(seat), share=share) for seat, share in pairs
    )


Name = str | tuple[str, str]
"""What a good is called: ``_("reed")``, or with its number ``ngettext("{n} coin", "{n} coins")``
where one of it is said in another way than two."""


def counted(n: int, name: Name) -> Text:
    """An amount of a good: "2 reed", "2 coins"."""
    if isinstance(name, str):
        return Text("{n} {good}", n=n, good=Text(name))
    return Text(*name, n=n)


def goods(amounts: Mapping[str, int], names: Mapping[str, Name]) -> Text:
    """Amounts in words: "1 peat, 2 reed"; "nothing" if there are none.

    They are in the order of ``names``, because stored ones come back in another order.
    """
    return listed(counted(amounts[good], name) for good, name in names.items() if amounts.get(good))


def from_one(number: int) -> int:
    """A place numbered from 0, as people count it."""
    return number + 1
