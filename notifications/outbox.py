"""Writing down what somebody is to be told, in the transaction that makes it true."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from boardgames.database.rows import Rows
from notifications.models import Kind, Notification

_notifications = Rows(Notification)


def fact(
    kind: Kind,
    user_id: int,
    game_id: int | None,
    due_at: datetime,
    about: object = "",
    /,
    **data: Any,
) -> Notification:
    """A notification not yet written; ``about`` tells facts of one kind and game apart."""
    return _notifications.new(
        key=f"{kind}/{game_id or ''}/{user_id}/{about}",
        kind=kind,
        user_id=user_id,
        game_id=game_id,
        due_at=due_at,
        data=data,
    )


def write(facts: Iterable[Notification]) -> None:
    """Queue what is not queued already, in the caller's transaction."""
    new = list(facts)
    if new:
        _notifications.insert_new(new)
