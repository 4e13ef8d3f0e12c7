"""The ways on from the end of a live game, beside the rematch and a look at what was played."""

from __future__ import annotations

from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _

from games.clocks import kinds
from games.pages.table.reader import Reader
from games.tournaments.arena.next_table import after_game


class Way(TypedDict):
    """A link; ``kind`` and ``icon`` as of the kit's buttons. ``arena``: the one whose next table
    opens here by itself; 0 where none does."""

    label: str
    href: str
    kind: str
    icon: str
    arena: int


def ways_on(reader: Reader) -> list[Way]:
    """The ways on for a reader of a live game that is over; none in other games."""
    if not reader.over or not kinds.get_clock(reader.game).live or reader.game.lesson:
        return []
    lobby: Way = {
        "label": _("Lobby"),
        "href": reverse("lobby"),
        "kind": "",
        "icon": "",
        "arena": 0,
    }
    return [*_next_in_arena(reader), lobby]


def _next_in_arena(reader: Reader) -> list[Way]:
    """Where the next game of the arena is that this game belongs to: its page opens it by itself.

    Those who play there no more, and those who watch, are led to the arena.
    """
    found = after_game(reader.game, reader.user_id)
    if found is None:
        return []
    arena, mine = found
    if mine.state in ("playing", "seated", "waiting"):
        href = reverse("arena-next", args=[arena.pk])
        label = _("Next in the arena")
        return [{"label": label, "href": href, "kind": "turn", "icon": "next", "arena": arena.pk}]
    href = reverse("tournament", args=[arena.pk])
    return [{"label": _("To the arena"), "href": href, "kind": "", "icon": "cup", "arena": 0}]
