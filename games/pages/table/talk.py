"""What people say at a table."""

from typing import TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.live import chat
from games.storage.position import Position


class Message(TypedDict):
    """A message; ``seat`` is None for who does not sit there. A ``hidden`` one has no text."""

    id: int
    seat: int | None
    name: str
    text: str
    at: str
    time: str
    hidden: bool
    moderator: bool


def messages(position: Position, reader: int | None) -> list[Message]:
    """What was said at a table as far as the reader is to hear it, oldest first."""
    seats = {seat.user_id: seat.index for seat in position.seats if seat.user_id}
    return [
        {
            "id": row.pk,
            "seat": None if row.by_moderator else seats.get(row.user_id),
            "name": row.user.username,
            "text": "" if row.hidden_at else row.text,
            "at": row.at.isoformat(timespec="seconds"),
            "time": date_format(timezone.localtime(row.at), _("M j, H:i")),
            "hidden": row.hidden_at is not None,
            "moderator": row.by_moderator,
        }
        for row in chat.messages(position.game.pk, reader)
    ]
