"""What people say at a table."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.live import chat
from games.rules.engine import Json
from games.storage.position import Position


def messages(position: Position) -> list[Json]:
    """What was said at a table, oldest first."""
    seats = {seat.user_id: seat.index for seat in position.seats if seat.user_id}
    return [
        {
            "seat": seats.get(row.user_id),
            "name": row.user.username,
            "text": row.text,
            "at": row.at.isoformat(timespec="seconds"),
            "time": date_format(timezone.localtime(row.at), _("M j, H:i")),
        }
        for row in chat.messages(position.game.pk)
    ]
