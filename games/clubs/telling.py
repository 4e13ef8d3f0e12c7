"""Notifications of club events, written in the same transaction as the change."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.clocks import kinds as clocks
from games.models import ClubEvent, ClubTable
from games.notification_events import kinds
from notifications import outbox

#: So long before an event those who come are reminded, and once more of one that is played live.
BEFORE, LIVE_BEFORE = timedelta(hours=24), timedelta(minutes=15)


def planned(event: ClubEvent, now: datetime) -> None:
    """To all members, once a day however much the same person plans there; and to those who come
    when it is soon."""
    planned_today = outbox.of_day(now, event.club_id, event.by_id)
    outbox.announce(kinds.ClubEventPlanned(event.pk), None, now, planned_today)
    before = [BEFORE, LIVE_BEFORE] if clocks.read_clock(event.clock).live else [BEFORE]
    for each in before:
        if event.at - each > now:
            key = f"{event.pk}/{each // timedelta(minutes=1)}"
            outbox.announce(kinds.ClubEventSoon(event.pk), None, event.at - each, key)


def seated(table: ClubTable, now: datetime) -> None:
    """To who sits there, as their game begins."""
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
