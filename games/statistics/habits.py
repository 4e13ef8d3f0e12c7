"""How fast and how reliably people answer, learned by a tick from the turns of the log.

A response time is the waking time from when the game began to wait for a seat until it stopped
waiting, by the calendar that the player has when the time is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from accounts.calendar import calendars
from accounts.models import User
from games.models import Habit
from games.statistics import progress, turns
from games.statistics.turns import Turn

#: The newest answers and turns that are stored for each person.
KEPT = 100
#: With fewer answers a person's pace is unknown.
FEWEST = 5
_MADE, _MISSED = ".", "x"
_LONG = timedelta(days=3650)


class Reliability(NamedTuple):
    """Of at most the last hundred turns: how many there were and how many ran out of time."""

    turns: int
    timeouts: int


class Answering(NamedTuple):
    """The median response time (None if too little is known), and how reliable the turns were."""

    pace: timedelta | None
    turns: Reliability


def read_habits(user_ids: Iterable[int]) -> dict[int, Answering]:
    """The habits of each of these people."""
    found = dict.fromkeys(user_ids, Answering(None, Reliability(0, 0)))
    known = Habit.objects.filter(user__in=list(found)).values_list("user_id", "pace", "recent")
    return found | {
        user_id: Answering(pace, _reliability(recent)) for user_id, pace, recent in known
    }


def _reliability(recent: str) -> Reliability:
    return Reliability(len(recent), recent.count(_MISSED))


def count_turns() -> int:
    """One tick: learn from the log what is new; return how many turns there were."""
    found = 0
    for _batch in range(turns.BATCHES):
        with progress.held(turns.HABITS) as counted:
            if counted is None:
                break
            ended, last = turns.next_turns(counted.row)
            if last is None:
                break
            found += _learn(ended)
            counted.row = last
    return found


def _learn(ended: Iterable[Turn]) -> int:
    """Add these turns, in order, to the habits of their people."""
    by_user: dict[int, list[Turn]] = {}
    for turn in ended:
        by_user.setdefault(turn.user_id, []).append(turn)
    people = User.objects.in_bulk(by_user)
    habits = Habit.objects.in_bulk(by_user)
    for user_id, new in by_user.items():
        habit = habits.setdefault(user_id, Habit(user_id=user_id))
        _add(habit, people[user_id], new)
    Habit.objects.bulk_create(
        habits.values(),
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["answers", "pace", "recent"],
    )
    return sum(map(len, by_user.values()))


def _add(habit: Habit, user: User, ended: list[Turn]) -> None:
    waking = calendars.calendar_of(user)
    for turn in ended:
        habit.recent = (habit.recent + (_MISSED if turn.timed_out else _MADE))[-KEPT:]
        if turn.since is not None and not turn.timed_out:
            left, _stretch = waking.advance(turn.since, turn.at, _LONG, _LONG)
            habit.answers.append(round((_LONG - left).total_seconds()))
    habit.answers = habit.answers[-KEPT:]
    if len(habit.answers) >= FEWEST:
        habit.pace = timedelta(seconds=round(median(habit.answers)))
