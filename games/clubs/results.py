"""A club's results and planned events, read by index from rows that ticks keep up to date."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Q, Sum
from django.utils import timezone

from accounts.company import privacy
from community.clubs import listing
from games.models import ClubEncounter, ClubEvent, ClubTable, ClubTally, Coming

State = ClubEvent.State
#: Members who played most are compared with each other; at most this many rows are read.
AMONG, ROWS = 8, 60
#: How long an event that has begun is shown with its tables.
EVENING = timedelta(hours=6)


class Played(NamedTuple):
    """A person's finished games in the club."""

    games: int
    wins: int


class Score(NamedTuple):
    """How often a person was ahead of another, and behind."""

    ahead: int
    behind: int


def by_type(club_id: int) -> dict[str, int]:
    """How many games of each type the club has finished, the most first."""
    found = ClubTally.objects.filter(club=club_id, user=None).order_by("-games")
    return dict(found.values_list("type", "games"))


def of_people(club_id: int, user_ids: Iterable[int]) -> dict[int, Played]:
    """What these people have played in the club, except people who hide their results."""
    ids = list(user_ids)
    rows = ClubTally.objects.filter(club=club_id, user__in=ids).values_list("user")
    sums = rows.annotate(Sum("games"), Sum("wins"))
    shy = _hiding(ids)
    return {user_id: Played(games, wins) for user_id, games, wins in sums if user_id not in shy}


def most_active(club_id: int, reader_id: int) -> list[int]:
    """The members who have played most, including the reader if they have played."""
    rows = ClubTally.objects.filter(club=club_id, user__isnull=False).order_by("-games")[:ROWS]
    games: dict[int, int] = defaultdict(int)
    for user_id, number in rows.values_list("user", "games"):
        games[user_id or 0] += number
    if ClubTally.objects.filter(club=club_id, user=reader_id).exists():
        games.setdefault(reader_id, 0)
    there = listing.among(club_id, games) - _hiding(games)
    most = sorted(there, key=lambda each: (-games[each], each))
    found = most[:AMONG]
    if reader_id in there and reader_id not in found:
        found = [*found[:-1], reader_id]
    return found


def between(club_id: int, user_ids: Iterable[int]) -> dict[tuple[int, int], Score]:
    """The score of these people against each other in the club."""
    ids = list(user_ids)
    rows = ClubEncounter.objects.filter(club=club_id, user__in=ids, other__in=ids)
    sums = rows.values_list("user", "other").annotate(Sum("ahead"), Sum("behind"))
    return {(user, other): Score(ahead, behind) for user, other, ahead, behind in sums}


def _hiding(user_ids: Iterable[int]) -> set[int]:
    hidden = privacy.hidden_by_many(user_ids)
    return {user_id for user_id, parts in hidden.items() if "results" in parts}


def list_events(club_id: int, most: int) -> list[ClubEvent]:
    """Events in the future and those that began a short time ago, by date."""
    begun = Q(state=State.OVER, at__gt=timezone.now() - EVENING)
    to_come = Q(state__in=(State.PLANNED, State.SEATED))
    found = ClubEvent.objects.filter(begun | to_come, club=club_id)
    return list(found.order_by("at", "pk")[:most])


def tables(event_ids: Iterable[int]) -> dict[int, list[ClubTable]]:
    """The tables of these events whose games exist, by event."""
    found = ClubTable.objects.filter(event__in=list(event_ids), game__isnull=False)
    by_event: dict[int, list[ClubTable]] = defaultdict(list)
    for table in found.select_related("game").order_by("number"):
        by_event[table.event_id].append(table)
    return by_event


def said_to(event_ids: Iterable[int], user_id: int) -> dict[int, bool]:
    """This person's answers to these events."""
    found = Coming.objects.filter(event__in=list(event_ids), user=user_id)
    return dict(found.values_list("event", "comes"))
