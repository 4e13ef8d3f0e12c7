"""What people say at a table."""

import re
from typing import TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from games.live import chat, phrases
from games.storage.position import Position


class Message(TypedDict):
    """A message, its text ready to be shown; ``seat`` is None for who does not sit there. A
    ``hidden`` one has no text."""

    id: int
    seat: int | None
    name: str
    text: Markup
    at: str
    time: str
    hidden: bool
    moderator: bool


#: A move of the game, as "#12".
_MOVE = re.compile(r"(?<![\w#&])#(\d{1,5})\b")


def messages(position: Position, reader: int | None, as_whom: str = "") -> list[Message]:
    """What was said at a table as far as the reader is to hear it, oldest first; ``as_whom`` is
    what the addresses of positions have for this reader."""
    seats = {seat.user_id: seat.index for seat in position.seats if seat.user_id}
    return [
        {
            "id": row.pk,
            "seat": None if row.by_moderator else seats.get(row.user_id),
            "name": row.user.username,
            "text": Markup("") if row.hidden_at else _shown(row.text, position.number, as_whom),
            "at": row.at.isoformat(timespec="seconds"),
            "time": date_format(timezone.localtime(row.at), _("M j, H:i")),
            "hidden": row.hidden_at is not None,
            "moderator": row.by_moderator,
        }
        for row in chat.messages(position.game.pk, reader)
    ]


def _shown(text: str, number: int, as_whom: str) -> Markup:
    """The words in the reader's language; a move that is named leads to the position after it."""

    def link(found: re.Match[str]) -> str:
        at = int(found[1])
        if not 0 < at <= number:
            return found[0]
        label = escape(_("Position after move %(at)d") % {"at": at})
        query = escape("&".join(filter(None, [f"at={at}", as_whom])))
        return f'<a href="?{query}" title="{label}">#{at}</a>'

    return Markup(_MOVE.sub(link, str(escape(phrases.read(text)))))  # noqa: S704
