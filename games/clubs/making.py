"""Assigns people to tables at an event's date, and starts the games, by a tick.

Each step is a transaction of its own and is never repeated; the next tick continues what a lost
process left undone. So each table gets one game, however often the tick runs.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.company import relationships
from boardgames.celery import due_rows
from community.clubs import listing
from games.clubs import events, telling
from games.clubs.seating import seat
from games.lobby import arranged_games
from games.models import ClubEvent, ClubTable, Coming, Game
from games.rules import registry

State = ClubEvent.State
BATCH = 100


def tick() -> int:
    """Process the events that are due; return how many."""
    due = ClubEvent.objects.filter(
        state__in=(State.PLANNED, State.SEATED), at__lte=timezone.now()
    ).order_by("at")
    return due_rows.process_each("club events", due.values_list("pk", flat=True)[:BATCH], make)


def make(event_id: int) -> bool:
    """Seat the people who come, and start their games."""
    _seat(event_id)
    waiting = ClubTable.objects.filter(event=event_id, game=None).order_by("number")
    for number in list(waiting.values_list("number", flat=True)):
        _begin(event_id, number)
    return True


def _seat(event_id: int) -> None:
    """Create the tables, once, and notify people who found no seat."""
    now = timezone.now()
    with transaction.atomic(durable=True):
        event = _locked(event_id)
        if event.state != State.PLANNED:
            return
        if event.club.closed_at is not None:
            events.drop(event, now)
            return
        people = coming(event)
        apart = {each: relationships.apart_from(each) for each in people}
        found = seat(
            people,
            registry.get(event.type).players,
            event.players,
            lambda one, other: other in apart[one],
            random.SystemRandom(),
        )
        ClubTable.objects.bulk_create(
            ClubTable(event=event, number=number, people=table)
            for number, table in enumerate(found.tables, 1)
        )
        telling.left_over(event, found.left, now)
        _set(event, State.SEATED if found.tables else State.OVER)


def _begin(event_id: int, number: int) -> None:
    """Start the game of a table, once; the last one ends the event."""
    with transaction.atomic(durable=True):
        event = _locked(event_id)
        table = ClubTable.objects.get(event=event, number=number)
        if table.game_id is not None or event.state != State.SEATED:
            return
        table.game = _game(event, table)
        table.save(update_fields=["game"])
        telling.seated(table, timezone.now())
        if not ClubTable.objects.filter(event=event, game=None).exists():
            _set(event, State.OVER)


def _game(event: ClubEvent, table: ClubTable) -> Game:
    return arranged_games.start_game(
        event.type,
        table.people,
        maker_id=event.by_id,
        options=event.options,
        clock=event.clock,
        visibility=Game.Visibility.PRIVATE,
        rated=event.rated,
        club_id=event.club_id,
    )


def coming(event: ClubEvent) -> list[int]:
    """Members who said yes and can come, in the order of their answers."""
    return coming_by_event(event.club_id, [event.pk])[event.pk]


def coming_by_event(club_id: int, event_ids: Sequence[int]) -> dict[int, list[int]]:
    """The members coming to each of a club's events, in the order of their answers."""
    yes = Coming.objects.filter(event__in=event_ids, comes=True, user__is_active=True)
    said = list(yes.order_by("at", "pk").values_list("event", "user"))
    members = listing.among(club_id, {user for _event, user in said})
    found: dict[int, list[int]] = {number: [] for number in event_ids}
    for event, user in said:
        if user in members:
            found[event].append(user)
    return found


def _locked(event_id: int) -> ClubEvent:
    found = ClubEvent.objects.select_for_update(no_key=True, of=("self",))
    return found.select_related("club").get(pk=event_id)


def _set(event: ClubEvent, state: str) -> None:
    event.state = state
    event.save(update_fields=["state"])


def on_closing(club_id: int, now: datetime) -> None:
    """Cancel the planned events of a closed club, in the caller's transaction."""
    planned = ClubEvent.objects.select_for_update(no_key=True)
    for event in planned.filter(club=club_id, state=State.PLANNED):
        events.drop(event, now)
