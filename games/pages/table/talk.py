"""The chat of a table in the form for its page."""

import re
from collections.abc import Callable
from typing import TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.live import chat, quick_phrases
from games.models import Reaction
from games.storage.position import Position


class Message(TypedDict):
    """A message, its text ready to be shown; ``seat`` is None if its author has no seat.

    A ``hidden`` one has no text. ``reactions`` are a kind, its words, and the names of the people
    who reacted so; ``changed`` differs whenever a reaction comes or goes.
    """

    id: int
    seat: int | None
    name: str
    text: Markup
    at: str
    time: str
    hidden: bool
    moderator: bool
    reactions: list[tuple[str, str, list[str]]]
    changed: tuple[int, int]


#: A move of the game, as "#12", but not inside a word.
_MOVE = re.compile(r"(?<![\w#&])#([0-9]{1,5})\b")


def messages(
    position: Position,
    reader: int | None,
    newest: int,
    at_url: Callable[[int], str],
    *,
    onlookers: bool = False,
) -> list[Message]:
    """The messages at a table, or among its ``onlookers``, that the reader gets, oldest first.

    ``newest`` is the last move that the reader may know, ``at_url`` gives the address of the
    position after a move.
    """
    seats = {seat.user_id: seat.index for seat in position.seats if seat.user_id}
    return [
        {
            "id": row.pk,
            "seat": None if row.by_moderator or onlookers else seats.get(row.user_id),
            "name": row.user.username,
            "text": Markup("") if row.hidden_at else _shown(row.text, newest, at_url),
            "at": row.at.isoformat(timespec="seconds"),
            "time": date_format(timezone.localtime(row.at), _("M j, H:i")),
            "hidden": row.hidden_at is not None,
            "moderator": row.by_moderator,
            "reactions": [
                (kind, str(Reaction.Kind(kind).label), names)
                for kind, names in chat.reactions_of(row).items()
            ],
            "changed": (len(row.reacted), max((each["id"] for each in row.reacted), default=0)),
        }
        for row in chat.messages(position.game.pk, reader, onlookers=onlookers)
    ]


def stamp(shown: list[Message]) -> str:
    """A value that changes with the messages."""
    if not shown:
        return ""
    hidden = sum(message["hidden"] for message in shown)
    many = sum(message["changed"][0] for message in shown)
    last = max(message["changed"][1] for message in shown)
    return f"{shown[0]['id']}-{shown[-1]['id']}-{len(shown)}-{hidden}-{many}-{last}"


def _shown(text: str, newest: int, at_url: Callable[[int], str]) -> Markup:
    """The text in the reader's language; a named move links to the position after it."""
    words, shown, done = quick_phrases.translate_phrase(text), Markup(""), 0
    for found in _MOVE.finditer(words):
        number = int(found[1])
        if 0 < number <= newest:
            label = _("Position after move %(at)d") % {"at": number}
            link = Markup('<a href="{}" title="{}">#{}</a>').format(at_url(number), label, number)
            shown += words[done : found.start()] + link
            done = found.end()
    return shown + words[done:]
