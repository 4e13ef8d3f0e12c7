"""Milestones: what a person has reached for the first time, as a reader may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Milestone as Stored
from games.showing.forms import About, Form
from games.stages import stage_visibility
from games.statistics import milestones
from games.tournaments import listing as tournaments

Kind = Stored.Kind
#: A tournament that was played to its end, which is no kind of the stored ones.
TOURNAMENT = "tournament"
_SAID: dict[str, str] = {
    Kind.WON: gettext_noop("First win in %(game)s"),
    Kind.COMEBACK: gettext_noop("Comeback in %(game)s"),
    Kind.HUNDRED: gettext_noop("A hundred turns in a row, all on time"),
    Kind.THOUSAND: gettext_noop("A thousand turns in a row, all on time"),
}


class Milestone(Form):
    """What somebody has reached for the first time."""

    kind: Annotated[str, About(enum=[*Kind.values, TOURNAMENT])]
    words: Annotated[str, About("in the caller's language")]
    at: datetime
    game: Annotated[int | None, About("null if there is none, or the caller may not look at it")]
    tournament: Annotated[int | None, About("the tournament, for that kind")]


def describe_milestone(stone: Stored, types: Mapping[str, str]) -> str:
    """In words; empty for one of another game type than these, which are by slug and name."""
    if not stone.type:
        return _(_SAID[stone.kind])
    game = types.get(stone.type)
    return _(_SAID[stone.kind]) % {"game": game} if game else ""


def list_milestones(user_id: int, reader_id: int | None) -> list[Milestone]:
    """The first before; of game types that the reader may see."""
    types = stage_visibility.type_names(reader_id)
    found: list[Milestone] = [
        {
            "kind": stone.kind,
            "words": words,
            "at": stone.at,
            "game": stone.game_id if seen else None,
            "tournament": None,
        }
        for stone, seen in milestones.list_milestones(user_id, reader_id)
        if (words := describe_milestone(stone, types))
    ]
    first = tournaments.first_finished(user_id)
    if first is not None and first.ended_at is not None:
        found.append(
            {
                "kind": TOURNAMENT,
                "words": _("First tournament played to the end"),
                "at": first.ended_at,
                "game": None,
                "tournament": first.pk,
            }
        )
    return sorted(found, key=lambda each: each["at"])
