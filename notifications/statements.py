"""What each message reads and writes beside itself, in as few and cheap statements as can be."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from boardgames.database.arrays import array
from boardgames.database.rows import Rows, queries, query
from notifications.models import Attempt, Delivery, Preference

_attempts, _deliveries, _preferences = Rows(Attempt), Rows(Delivery), Rows(Preference)

_TRIES = (
    f"SELECT delivery_id, count(*) FROM {_attempts.table}"
    " WHERE delivery_id = ANY(%s) GROUP BY delivery_id"
)
_WISHES = f"SELECT {_preferences.columns} FROM {_preferences.table} WHERE user_id = %s"
_CLAIM = f"UPDATE {_deliveries.table} SET due_at = %s WHERE id = ANY(%s)"
_TRY = (
    f"INSERT INTO {_attempts.table} (notification_id, delivery_id, at, outcome, error)"
    f" SELECT notification_id, id, %s::timestamptz, '', '' FROM {_deliveries.table}"
    " WHERE id = ANY(%s) RETURNING id"
)
_OUTCOME = f"UPDATE {_attempts.table} SET outcome = %s, error = %s WHERE id = ANY(%s)"


class Before(NamedTuple):
    """``tries``: how often each delivery has been tried; ``wishes``: what their reader chose."""

    tries: dict[int, int]
    wishes: list[Preference]


def before(deliveries: Sequence[Delivery]) -> Before:
    """What was before these, which are for one person."""
    ids = [delivery.pk for delivery in deliveries]
    counted, chosen = queries((_TRIES, [array(ids)]), (_WISHES, [deliveries[0].user_id]))
    tries = dict.fromkeys(ids, 0) | dict(counted)
    return Before(tries, [_preferences.build(row) for row in chosen])


def claim(deliveries: Iterable[Delivery], now: datetime, until: datetime) -> list[int]:
    """Nobody else's until then, and tried now: the numbers of the attempts."""
    ids = array(delivery.pk for delivery in deliveries)
    _claimed, tried = queries((_CLAIM, [until.isoformat(), ids]), (_TRY, [now.isoformat(), ids]))
    return [attempt for (attempt,) in tried]


def note(attempts: Iterable[int], outcome: str, error: str) -> None:
    """What came of them."""
    query(_OUTCOME, [outcome, error, array(attempts)])


def settle(delivery: Delivery) -> None:
    """Write its end."""
    _deliveries.update(delivery, ("state", "reason", "done_at"))
