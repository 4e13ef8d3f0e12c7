"""Statistics of people who wait for opponents, and how long a game with them may take.

They come from rows that ticks update (``games.statistics``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Sum

from accounts.calendar import calendars
from accounts.company import privacy
from accounts.models import User
from games.models import Encounter, Game, Seat, Standing, Tally
from games.ratings.seasons import ALWAYS
from games.statistics import habits
from games.statistics.habits import Reliability

_LONG = timedelta(days=3650)


class Opponent(NamedTuple):
    """What others may know about a possible opponent.

    The median response time in waking hours (None: unknown), recent turns and how many ran out of
    time, finished games and ratings by type (None: hidden), and whether their presence is visible.
    """

    pace: timedelta | None
    turns: Reliability
    games: dict[str, int] | None
    ratings: dict[str, Standing] | None = None
    shows_here: bool = False


def read_opponents(seats: Iterable[Seat]) -> dict[int, Opponent]:
    """Everybody who has one of these seats, without what they hide."""
    ids = {seat.user_id for seat in seats if seat.user_id is not None}
    answering, played, hidden = habits.read_habits(ids), _played(ids), privacy.hidden_by_many(ids)
    ratings = _ratings(ids)
    found = {}
    for each in ids:
        hides = hidden.get(each, set())
        known = Opponent(answering[each].pace, answering[each].turns, played[each], ratings[each])
        if "habits" in hides:
            known = known._replace(pace=None, turns=Reliability(0, 0))
        if "results" in hides:
            known = known._replace(games=None)
        if "ratings" in hides:
            known = known._replace(ratings=None)
        found[each] = known._replace(shows_here=not hides & {"here", "present"})
    return found


def _ratings(user_ids: Iterable[int]) -> dict[int, dict[str, Standing]]:
    """The newest ratings of each of these people, by type."""
    found: dict[int, dict[str, Standing]] = defaultdict(dict)
    for standing in Standing.objects.filter(user__in=list(user_ids), season=ALWAYS):
        found[standing.user_id][standing.type] = standing
    return found


def _played(user_ids: Iterable[int]) -> dict[int, dict[str, int]]:
    """The finished games of each of these people, by type."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    records = Tally.objects.filter(user__in=list(user_ids), kind="record")
    for user_id, type_, number in records.values_list("user_id", "type").annotate(Sum("games")):
        found[user_id][type_] = number
    return found


def have_played(one: int, other: int) -> bool:
    """Whether two people have finished a game together, or play one at present."""
    if Encounter.objects.filter(user=one, other=other).exists():
        return True
    theirs = Seat.objects.filter(user=other, game=OuterRef("game"))
    running = Seat.objects.filter(user=one, rank=None, game__status=Game.Status.RUNNING)
    return running.filter(Exists(theirs)).exists()


def types_of(user_id: int) -> list[str]:
    """The game types that a person has finished games of or plays now, the most played first."""
    played = _played([user_id])[user_id]
    running = Seat.objects.filter(
        user=user_id, rank=None, game__status=Game.Status.RUNNING, game__practice=False
    ).values_list("game__type", flat=True)
    return list(dict.fromkeys([*sorted(played, key=lambda type_: -played[type_]), *running]))


def expected_end(
    seats: Iterable[Seat], moves: float, people: dict[int, Opponent], now: datetime
) -> datetime | None:
    """When a game would end that starts now and takes everybody this many moves.

    Each player answers at their usual pace, in the hours of their own calendar, one after the
    other. A free seat or an unknown player counts as average; a bot takes no time. None if nobody's
    pace is known.
    """
    spans: list[timedelta] = []
    unknown = 0
    for seat in seats:
        pace = people[seat.user_id].pace if seat.user_id in people else None
        if seat.bot:
            continue
        if pace is None or seat.user is None:
            unknown += 1
        else:
            spans.append(_by_calendar(seat.user, pace * moves, now))
    if not spans:
        return None
    total = sum(spans, timedelta())
    return now + total + unknown * total / len(spans)


def _by_calendar(user: User, waking: timedelta, now: datetime) -> timedelta:
    """How long this much waking time takes from now on."""
    return calendars.calendar_of(user).deadline(now, waking, _LONG) - now
