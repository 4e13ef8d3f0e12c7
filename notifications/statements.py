"""What moves and deliveries read and write of notifications, in few and cheap statements."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from boardgames.database.arrays import array
from boardgames.database.rows import Question, Rows, queries, query
from boardgames.database.wire import Value
from notifications.models import Announcement, Attempt, Delivery, Notification, Preference

_attempts, _deliveries, _preferences = Rows(Attempt), Rows(Delivery), Rows(Preference)
_notifications, _announcements = Rows(Notification), Rows(Announcement)
_State = Notification.State

_TRIES = (
    f"SELECT delivery_id, count(*), count(*) FILTER (WHERE outcome = '{Attempt.Outcome.OPEN}')"
    f" FROM {_attempts.table} WHERE delivery_id = ANY(%s) GROUP BY delivery_id"
)
_WISHES = f"SELECT {_preferences.columns} FROM {_preferences.table} WHERE user_id = %s"
_PUT_OFF = f"UPDATE {_deliveries.table} SET due_at = %s WHERE id = ANY(%s)"
_TRY = (
    f"INSERT INTO {_attempts.table} (notification_id, delivery_id, at, outcome, error)"
    f" SELECT notification_id, id, %s::timestamptz, '', '' FROM {_deliveries.table}"
    " WHERE id = ANY(%s) RETURNING id"
)
_OUTCOME = f"UPDATE {_attempts.table} SET outcome = %s, error = %s WHERE id = ANY(%s)"


class Before(NamedTuple):
    """The history of some deliveries, and what their reader chose (``wishes``).

    ``tries``: how often each has been tried; ``unanswered``: how many of these tries got no answer.
    """

    tries: dict[int, int]
    unanswered: dict[int, int]
    wishes: list[Preference]


def before(deliveries: Sequence[Delivery]) -> Before:
    """The history of these deliveries, all for one person."""
    ids = [delivery.pk for delivery in deliveries]
    counted, chosen = queries((_TRIES, [array(ids)]), (_WISHES, [deliveries[0].user_id]))
    tries = dict.fromkeys(ids, 0) | {pk: tries for pk, tries, _open in counted}
    unanswered = dict.fromkeys(ids, 0) | {pk: still_open for pk, _tries, still_open in counted}
    return Before(tries, unanswered, [_preferences.build(row) for row in chosen])


def claim(deliveries: Iterable[Delivery], now: datetime, until: datetime) -> list[int]:
    """Claim these deliveries until then, and record a try: the numbers of the attempts."""
    ids = array(delivery.pk for delivery in deliveries)
    _put_off, tried = queries((_PUT_OFF, [until.isoformat(), ids]), (_TRY, [now.isoformat(), ids]))
    return [attempt for (attempt,) in tried]


def put_off(deliveries: Iterable[Delivery], until: datetime) -> None:
    """Make these deliveries due at that time."""
    query(_PUT_OFF, [until.isoformat(), array(delivery.pk for delivery in deliveries)])


def record_attempts(attempts: Iterable[int], outcome: str, error: str) -> None:
    """Record the outcome of these attempts."""
    query(_OUTCOME, [outcome, error, array(attempts)])


def store_outcome(delivery: Delivery) -> None:
    """Store the final state of a delivery."""
    _deliveries.update(delivery, ("state", "reason", "done_at"))


# Facts ------------------------------------------------------------------------------------


def notification(**values: Any) -> Notification:
    """An unsaved notification."""
    return _notifications.new(**values)


def queue(notifications: Iterable[Notification]) -> None:
    """Store those that are not queued already."""
    new = list(notifications)
    if new:
        _notifications.insert_new(new)


def announce(**values: Any) -> None:
    """Store an announcement, unless it exists."""
    _announcements.insert_new([_announcements.new(**values)])


# The bell ----------------------------------------------------------------------------------------


def unread(user_id: int, since: datetime, silent: tuple[str, ...], waiting: str) -> Question[int]:
    """The unread news that came due after ``since``: each game counts once, and so does other news.

    ``silent`` kinds do not count, nor games that the statement ``waiting`` gives.
    """
    values: list[Value] = [user_id, since.isoformat(), user_id]
    return Question(_counting(silent, waiting), values, lambda found: int(found[0][0]))


@cache
def _counting(silent: tuple[str, ...], waiting: str) -> str:
    return (
        "SELECT count(DISTINCT game_id) + count(*) FILTER (WHERE game_id IS NULL)"
        f" FROM {_notifications.table}"
        f" WHERE user_id = %s AND state = '{_State.PLANNED}' AND read_at IS NULL AND due_at > %s"
        f" AND kind NOT IN ({_listed(silent)})"
        f" AND (game_id IS NULL OR game_id NOT IN ({waiting}))"
    )


def at_table(game_id: int, user_id: int, seen: tuple[str, ...]) -> Question[list[int]]:
    """A game's unread news, including queued ones of the kinds ``seen``."""
    values = [user_id, game_id]
    return Question(_at_table(seen), values, lambda found: [pk for (pk,) in found])


@cache
def _at_table(seen: tuple[str, ...]) -> str:
    queued = f"state = '{_State.QUEUED}' AND kind IN ({_listed(seen)})"
    return (
        f"SELECT id FROM {_notifications.table}"
        " WHERE user_id = %s AND game_id = %s AND read_at IS NULL"
        f" AND (state = '{_State.PLANNED}' OR {queued})"
    )


def _listed(kinds: Iterable[str]) -> str:
    return ", ".join(["''", *(f"'{kind}'" for kind in kinds)])
