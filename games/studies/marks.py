"""Marks on the board of a position: a thing in a ring, or an arrow from one thing to another.

Things have the names that a game type's drawing gives to them (``data-target``), so marks need
nothing of the game type.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Illegal
from games.models import Chapter

#: The colours, each with its own line, so that none is told by its colour alone.
COLOURS = {
    "red": gettext_lazy("red, solid"),
    "blue": gettext_lazy("blue, dashed"),
    "green": gettext_lazy("green, dotted"),
    "yellow": gettext_lazy("yellow, double"),
}


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ring around the thing ``on``, or an arrow from it to the thing ``to``."""

    on: str
    colour: str
    to: str = ""

    def as_data(self) -> dict[str, str]:
        return {"on": self.on, "colour": self.colour, "to": self.to}


def check_mark(mark: Mark, things: Collection[str]) -> None:
    """Raise Illegal unless the mark is about things that are there."""
    if mark.colour not in COLOURS:
        raise Illegal(_("Choose one of the colours."), "bad_colour")
    if mark.on not in things or (mark.to and mark.to not in things):
        raise Illegal(_("Choose a thing that is on the board."), "no_such_thing")
    if mark.on == mark.to:
        raise Illegal(_("An arrow leads from one thing to another."), "same_thing")


def marks_of(chapter: Chapter, node: int) -> list[Mark]:
    """The marks of a node, in the order in which they were made."""
    return [msgspec.convert(mark, Mark) for mark in chapter.marks.get(str(node), [])]
