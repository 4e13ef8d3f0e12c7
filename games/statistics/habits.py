"""How fast and how reliably people answer, learned from the log by a tick, outside of any move.

A time to answer is the waking time (by the calendar that one has when it is counted) from when the
game began to wait for a seat until it no longer did. What a bot or a standing instruction answered
counts for nobody. A turn that ran out of time is a time-out, whatever was done then.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import NamedTuple

from django.utils import timezone

from accounts.calendar import calendars
from accounts.models import User
from games.models import Habit, Incident, Move, Seat, Tenure
from games.statistics import progress

#: So many answers and turns are kept of each person, the newest.
KEPT = 100
#: Of fewer answers nobody can tell how fast somebody is.
FEWEST = 5
#: Rows of the log that are looked at in one transaction, and such transactions in one tick.
BATCH, BATCHES = 2000, 20

_TIMED_OUT = (Move.Action.TIMEOUT, Move.Action.FORFEIT)
_MADE, _MISSED = ".", "x"
_FIELDS = (
    *("at", "action", "waited_since", "undone_by", "user_id", "tenure__user_id"),
    *("game_id", "game__practice", "seat", "version"),
)
_LONG = timedelta(days=3650)


class Reliability(NamedTuple):
    """Of the last turns, a hundred at most: how many there were and how many ran out of time."""

    turns: int
    timeouts: int


class Answering(NamedTuple):
    """The median time to answer (None where too little is known), and how reliable it was."""

    pace: timedelta | None
    turns: Reliability


class Turn(NamedTuple):
    """A turn's end: since when the game had waited, or that its time ran out."""

    user_id: int
    since: datetime | None
    at: datetime
    timed_out: bool


def of(user_ids: Iterable[int]) -> dict[int, Answering]:
    """How each of these people answers."""
    found = dict.fromkeys(user_ids, Answering(None, Reliability(0, 0)))
    known = Habit.objects.filter(user__in=list(found)).values_list("user_id", "pace", "recent")
    return found | {
        user_id: Answering(pace, _reliability(recent)) for user_id, pace, recent in known
    }


def _reliability(recent: str) -> Reliability:
    return Reliability(len(recent), recent.count(_MISSED))


def count() -> int:
    """One tick: learn from the log what is new; how many turns that were."""
    found = 0
    for _batch in range(BATCHES):
        with progress.held("habits") as counted:
            if counted is None:
                break
            rows, last = _rows_after(counted.row)
            if last is None:
                break
            found += _learn(rows)
            counted.row = last
    return found


def _rows_after(row: int) -> tuple[list[Turn], int | None]:
    """The turns that ended in the next rows of the log, and the last of these rows."""
    settled = timezone.now() - progress.SETTLED
    turns, last = [], None
    rows = Move.objects.filter(pk__gt=row).select_related("tenure", "game").order_by("pk")
    for move in rows.only(*_FIELDS)[:BATCH]:
        if move.at > settled:
            break
        last = move.pk
        turn = _turn(move)
        if turn is not None:
            turns.append(turn)
    return turns, last


def _turn(move: Move) -> Turn | None:
    """The turn that ended with this row of the log, if one of a person in earnest did."""
    if move.game.practice:
        return None
    if move.action in _TIMED_OUT:
        late_id = _who_ran_out_of_time(move)
        return None if late_id is None else Turn(late_id, None, move.at, True)
    by_person = move.user_id is not None or move.action == Move.Action.CONFIRM
    holder_id = move.tenure.user_id if move.tenure else None
    if not (by_person and holder_id and move.waited_since) or move.undone_by is not None:
        return None
    return Turn(holder_id, move.waited_since, move.at, False)


def _who_ran_out_of_time(move: Move) -> int | None:
    """Who held the seat until then; nobody if a moderator handed it to a bot."""
    moderated = Incident.objects.filter(
        game_id=move.game_id,
        kind=Incident.Kind.MODERATED,
        seat=move.seat,
        data__action="bot",
        at__range=(move.at - progress.SETTLED, move.at),
    )
    seat = Seat.objects.filter(game_id=move.game_id, index=move.seat or 0)
    ended = Tenure.objects.filter(seat__in=seat, until=move.version - 1)
    return None if moderated.exists() else ended.values_list("user_id", flat=True).first()


def _learn(turns: Iterable[Turn]) -> int:
    """Add these turns, in their order, to what is known of their people."""
    by_user: dict[int, list[Turn]] = {}
    for turn in turns:
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


def _add(habit: Habit, user: User, turns: list[Turn]) -> None:
    waking = calendars.calendar_of(user)
    for turn in turns:
        habit.recent = (habit.recent + (_MISSED if turn.timed_out else _MADE))[-KEPT:]
        if turn.since is not None and not turn.timed_out:
            left, _stretch = waking.advance(turn.since, turn.at, _LONG, _LONG)
            habit.answers.append(round((_LONG - left).total_seconds()))
    habit.answers = habit.answers[-KEPT:]
    if len(habit.answers) >= FEWEST:
        habit.pace = timedelta(seconds=round(median(habit.answers)))
