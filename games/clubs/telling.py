"""Notifications of club events, written in the same transaction as the change."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.clocks import kinds as clocks
from games.models import ClubEvent, ClubTable
from games.notification_events import kinds
from notifications import outbox

#: People who come are reminded this long before an event, and once more if it is played live.
BEFORE, LIVE_BEFORE = timedelta(hours=24), timedelta(minutes=15)


def planned(event: ClubEvent, now: datetime) -> None:
    """Notify all members, once a day per planning person; and later the people who come."""
    planned_today = outbox.of_day(now, event.club_id, event.by_id)
    outbox.announce(kinds.ClubEventPlanned(event.pk), None, now, planned_today)
    before = [BEFORE, LIVE_BEFORE] if clocks.read_clock(event.clock).live else [BEFORE]
    for each in before:
        if event.at - each > now:
            key = f"{event.pk}/{each // timedelta(minutes=1)}"
            outbox.announce(kinds.ClubEventSoon(event.pk), None, event.at - each, key)


def seated(table: ClubTable, now: datetime) -> None:
    """Notify the people at a table, as their game starts."""
    fact = kinds.ClubTables(event=table.event_id, table=table.number)
    outbox.write(
        outbox.notification(fact, user_id, table.game_id, now, table.event_id)
        for user_id in table.people
    )


def left_over(event: ClubEvent, people: Iterable[int], now: datetime) -> None:
    fact = kinds.ClubTables(event=event.pk, table=0)
    outbox.write(outbox.notification(fact, each, None, now, event.pk) for each in people)


def called_off(event: ClubEvent, people: Iterable[int], now: datetime) -> None:
    fact = kinds.ClubEventOff(event.pk)
    outbox.write(outbox.notification(fact, each, None, now, event.pk) for each in people)
