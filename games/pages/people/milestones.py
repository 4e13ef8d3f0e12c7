"""Milestones: what a player has achieved for the first time, as their page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from boardgames.http.addresses import path
from games.models import Milestone
from games.stages import stage_visibility
from games.statistics import milestones
from games.tournaments import listing as tournaments

Kind = Milestone.Kind
#: An icon, and words.
_SAID: dict[str, tuple[str, str]] = {
    Kind.WON: ("score", gettext_noop("First win in %(game)s")),
    Kind.COMEBACK: ("swap", gettext_noop("Comeback in %(game)s")),
    Kind.HUNDRED: ("clock", gettext_noop("A hundred turns in a row, all on time")),
    Kind.THOUSAND: ("clock", gettext_noop("A thousand turns in a row, all on time")),
}


class Stone(TypedDict):
    """``href`` is empty if the reader may not see the game."""

    icon: str
    words: str
    at: datetime
    href: str


def describe_milestone(stone: Milestone, types: Mapping[str, str]) -> str:
    """A milestone in words; empty for another game type than these, given by slug and name."""
    if not stone.type:
        return _(_SAID[stone.kind][1])
    game = types.get(stone.type)
    return _(_SAID[stone.kind][1]) % {"game": game} if game else ""


def shown(user_id: int, reader_id: int | None) -> list[Stone]:
    """The first one first, limited to game types that the reader may see."""
    types = stage_visibility.names(reader_id)
    found: list[Stone] = [
        {
            "icon": _SAID[stone.kind][0],
            "words": words,
            "at": stone.at,
            "href": path("game", stone.game_id) if seen else "",
        }
        for stone, seen in milestones.list_milestones(user_id, reader_id)
        if (words := describe_milestone(stone, types))
    ]
    first = tournaments.first_finished(user_id)
    if first is not None and first.ended_at is not None:
        words = _("First tournament played to the end")
        href = path("tournament", first.pk)
        found.append({"icon": "cup", "words": words, "at": first.ended_at, "href": href})
    return sorted(found, key=lambda each: each["at"])
