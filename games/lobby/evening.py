"""An evening's plan: which games wait, how long they may take, and in which order to take them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from statistics import quantiles
from typing import NamedTuple

from games import words
from games.lobby import next as upcoming
from games.models import Game, Notebook, Seat
from games.rules import registry
from games.statistics.habits import FEWEST
from games.tallies import Habit

#: By the time left; those first that go quickly; only those where somebody else is here now.
URGENT, QUICK, LIVE = "urgent", "quick", "live"
ORDERS = (URGENT, QUICK, LIVE)
#: What has less time left is urgent.
SOON = timedelta(hours=12)
#: A turn by somebody of whom nothing is known, and the least and the most that one is taken to be.
USUAL_TURN = timedelta(minutes=2)
SHORTEST, LONGEST = timedelta(seconds=20), timedelta(minutes=15)
#: The weight of a type that names none.
MEDIUM = 3


class Evening(NamedTuple):
    """The seats that are waited for in the order in which to take them, how long that may take, how
    many are urgent, and how many games were put off."""

    seats: list[Seat]
    lasts: timedelta
    urgent: int
    later: int


def plan(
    user_id: int, now: datetime, order: str = URGENT, only: Collection[int] | None = None
) -> Evening:
    """What waits for somebody; ``only``: of these games."""
    waiting = list(upcoming.waiting(user_id).select_related("game").defer("game__state"))
    off = set(
        Notebook.objects.filter(user=user_id, later_until__gt=now).values_list("game_id", flat=True)
    )
    seats = [seat for seat in waiting if seat.game_id not in off]
    later = len(waiting) - len(seats)
    if only is not None:
        seats = [seat for seat in seats if seat.game_id in only]
    if order == QUICK:
        seats.sort(key=lambda seat: (not seat.aside, _weight(seat.game)))
    urgent = sum(seat.deadline is not None and seat.deadline - now < SOON for seat in seats)
    return Evening(seats, len(seats) * turn(user_id), urgent, later)


def turn(user_id: int) -> timedelta:
    """How long a turn takes this person who sits there: the quickest quarter of the answers, which
    came without a break, tells it."""
    habit = Habit.objects.filter(user=user_id).first()
    if habit is None or len(habit.answers) < FEWEST:
        return USUAL_TURN
    quick = timedelta(seconds=quantiles(habit.answers, n=4)[0])
    return max(SHORTEST, min(quick, LONGEST))


def following(evening: Evening, after: int | None) -> int | None:
    """The game to go to, or the one that follows ``after``, which comes last."""
    games = [seat.game_id for seat in evening.seats]
    if after in games:
        place = games.index(after)
        games = games[place + 1 :] + games[:place]
    return games[0] if games else None


def with_others(user_id: int, names: Collection[str]) -> set[int]:
    """The games that wait for somebody at which one of these people sits."""
    mine = upcoming.waiting(user_id).order_by().values("game_id")
    there = Seat.objects.filter(game__in=mine, user__username__in=names)
    return set(there.values_list("game_id", flat=True))


def people(evening: Evening) -> set[str]:
    """The names of all who sit at these games."""
    games = [seat.game_id for seat in evening.seats]
    seats = Seat.objects.filter(game__in=games, user__isnull=False)
    return set(seats.values_list("user__username", flat=True))


def _weight(game: Game) -> int:
    """How heavy its type says it is."""
    try:
        return int(words.table(registry.get(game.type)).FACTS["weight"])  # type: ignore[union-attr]
    except (registry.UnknownGameType, AttributeError, KeyError, TypeError, ValueError):
        return MEDIUM
