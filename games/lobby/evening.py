"""A plan for an evening: which games wait, how long they may take, and in which order to play."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from statistics import quantiles
from typing import NamedTuple

from accounts.company import relationships
from games.lobby import next_game as upcoming
from games.models import Habit, Seat
from games.rules import registry
from games.statistics.habits import FEWEST
from games.words import table_package

#: Orders by the time left and by length; and the filter for games where somebody else is present.
URGENT, QUICK, LIVE = "urgent", "quick", "live"
ORDERS = (URGENT, QUICK, LIVE)
#: A turn with less time left is urgent.
SOON = timedelta(hours=12)
#: The assumed length of an unknown player's turn, and the limits for any turn.
USUAL_TURN = timedelta(minutes=2)
SHORTEST, LONGEST = timedelta(seconds=20), timedelta(minutes=15)
#: The weight of a type that gives none.
MEDIUM = 3


class Turn(NamedTuple):
    """A game that waits for a person, with data of their seat; ``later``: they have put it off."""

    game_id: int
    type: str
    deadline: datetime | None
    aside: bool
    later: bool


class Evening(NamedTuple):
    """The turns in the order in which to take them.

    And how long that may take, how many are urgent, and how many games were put off.
    """

    turns: list[Turn]
    lasts: timedelta
    urgent: int
    later: int


def plan(
    user_id: int, now: datetime, order: str = URGENT, only: Collection[int] | None = None
) -> Evening:
    """The games that wait for a person, as a plan; ``only`` restricts them to these."""
    waiting = _waiting(user_id, now)
    turns = [turn for turn in waiting if not turn.later]
    later = len(waiting) - len(turns)
    if only is not None:
        turns = [turn for turn in turns if turn.game_id in only]
    if order == QUICK:
        turns.sort(key=lambda turn: (not turn.aside, _weight(turn.type)))
    urgent = sum(turn.deadline is not None and turn.deadline - now < SOON for turn in turns)
    return Evening(turns, len(turns) * lasts(user_id), urgent, later)


def _waiting(user_id: int, now: datetime) -> list[Turn]:
    """The games that wait for a person, the most urgent first."""
    later = upcoming.find_put_off(user_id, now)
    seats = upcoming.find_waiting_seats(user_id).values_list(
        "game_id", "game__type", "deadline", "aside"
    )
    return [Turn(*seat, later=seat[0] in later) for seat in seats]


def lasts(user_id: int) -> timedelta:
    """How long a turn takes this person while they are present.

    It is the lower quartile of their response times, which contain no breaks.
    """
    habit = Habit.objects.filter(user=user_id).first()
    if habit is None or len(habit.answers) < FEWEST:
        return USUAL_TURN
    quick = timedelta(seconds=quantiles(habit.answers, n=4)[0])
    return max(SHORTEST, min(quick, LONGEST))


def following(evening: Evening, after: int | None) -> int | None:
    """The game to go to first, or the one after ``after``, which itself comes last."""
    games = [turn.game_id for turn in evening.turns]
    if after in games:
        place = games.index(after)
        games = games[place + 1 :] + games[:place]
    return games[0] if games else None


def with_others(user_id: int, names: Collection[str]) -> set[int]:
    """The waiting games in which one of these people has a seat."""
    mine = upcoming.find_waiting_seats(user_id).order_by().values("game_id")
    there = Seat.objects.filter(game__in=mine, user__username__in=names)
    return set(there.values_list("game_id", flat=True))


def friends(user_id: int, turns: Iterable[Turn]) -> list[str]:
    """The names of the friends who have a seat in these games."""
    games = [turn.game_id for turn in turns]
    there = Seat.objects.filter(game__in=games).values("user")
    return list(
        relationships.friends_of(user_id).filter(pk__in=there).values_list("username", flat=True)
    )


def _weight(type_: str) -> int:
    """The weight that a game type gives itself."""
    try:
        return int(table_package.table(registry.get(type_)).FACTS["weight"])  # type: ignore[union-attr]
    except (registry.UnknownGameType, AttributeError, KeyError, TypeError, ValueError):
        return MEDIUM
