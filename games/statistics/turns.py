"""The log as ended turns, each of one person, for ticks.

Answers of bots and standing instructions are nobody's turns. A turn that ran out of time counts as
a time-out, whatever was done then.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from games.models import Incident, Move, Progress, Seat, Tenure
from games.statistics import progress

#: Rows of the log read in one transaction, and transactions per tick.
BATCH, BATCHES = 2000, 20

#: The counts of turns, by the names of their progress.
HABITS, STREAKS = COUNTS = ("habits", "streaks")

_TIMED_OUT = (Move.Action.TIMEOUT, Move.Action.FORFEIT)
_FIELDS = (
    *("at", "action", "waited_since", "undone_by", "user_id", "tenure__user_id"),
    *("game_id", "game__practice", "game__stage", "game__clock", "game__live_clock"),
    *("seat", "version"),
)


class Turn(NamedTuple):
    """The end of a turn: since when the game had waited, or None if its time ran out.

    ``timed``: its game has a clock.
    """

    user_id: int
    since: datetime | None
    at: datetime
    timed_out: bool
    game_id: int = 0
    timed: bool = True


def next_turns(row: int) -> tuple[list[Turn], int | None]:
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


def last_counted() -> int:
    """The last row of the log that all counts of turns have read."""
    read = dict(Progress.objects.filter(name__in=COUNTS).values_list("name", "row"))
    return min(read.get(name, 0) for name in COUNTS)


def _turn(move: Move) -> Turn | None:
    """The turn that ended with this row of the log; None if it does not count.

    Only people's turns count. Not counted are alphas and betas, which may ask wrong questions, and
    live games: there an answer takes a minute, and its absence tells of a lost evening, not of a
    habit.
    """
    if move.game.practice or move.game.stage or move.game.live_clock is not None:
        return None
    timed = move.game.clock.get("kind", "none") != "none"
    if move.action in _TIMED_OUT:
        late_id = _who_ran_out_of_time(move)
        return None if late_id is None else Turn(late_id, None, move.at, True, move.game_id, timed)
    by_person = move.user_id is not None or move.action == Move.Action.CONFIRM
    holder_id = move.tenure.user_id if move.tenure else None
    if not (by_person and holder_id and move.waited_since) or move.undone_by is not None:
        return None
    return Turn(holder_id, move.waited_since, move.at, False, move.game_id, timed)


def _who_ran_out_of_time(move: Move) -> int | None:
    """The person who held the seat until then; None if a moderator gave it to a bot."""
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
