"""Streaks of turns on time over all of a person's games: a hundred, a thousand.

They count turns of games with a clock that at least two people started, in the order of the log. A
turn that ran out of time ends the streak; milestones stay.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count

from boardgames.database import locks
from games.models import Milestone, Progress, Streak, Tenure
from games.statistics import milestones, progress, turns
from games.statistics.turns import Turn

#: The numbers of turns in a row that are milestones.
MARKS = {100: Milestone.Kind.HUNDRED, 1000: Milestone.Kind.THOUSAND}


def count_turns() -> int:
    """One tick: count the turns that are new; return how many."""
    found = 0
    for _batch in range(turns.BATCHES):
        with progress.held(turns.STREAKS) as counted:
            step = _step(counted) if counted else None
        if step is None:
            break
        found += step
    return found


def anew() -> int:
    """Delete all counts and count again, in one step for readers."""
    with progress.held(turns.STREAKS, wait=True) as counted:
        assert counted is not None  # we waited for the lock
        locks.without_limit()
        Streak.objects.all()._raw_delete(using="default")
        Milestone.objects.filter(kind__in=MARKS.values())._raw_delete(using="default")
        counted.row = found = 0
        while (step := _step(counted)) is not None:
            found += step
    return found


def _step(counted: Progress) -> int | None:
    """Count the next rows of the log; return how many turns count, None if no row is left."""
    ended, last = turns.next_turns(counted.row)
    if last is None:
        return None
    in_earnest = _in_earnest(ended)
    _add(in_earnest)
    counted.row = last
    return len(in_earnest)


def _in_earnest(ended: Iterable[Turn]) -> list[Turn]:
    """The turns in games with a clock between people."""
    timed = [turn for turn in ended if turn.timed]
    games = Tenure.objects.filter(
        seat__game__in={turn.game_id for turn in timed},
        began=Tenure.Reason.START,
        user__isnull=False,
    ).values_list("seat__game")
    met = {game for game, people in games.annotate(Count("user", distinct=True)) if people > 1}
    return [turn for turn in timed if turn.game_id in met]


def _add(ended: Iterable[Turn]) -> None:
    by_user: dict[int, list[Turn]] = {}
    for turn in ended:
        by_user.setdefault(turn.user_id, []).append(turn)
    known = Streak.objects.in_bulk(by_user)
    reached: list[Milestone] = []
    for user_id, new in by_user.items():
        streak = known.setdefault(user_id, Streak(user_id=user_id))
        for turn in new:
            streak.turns = 0 if turn.timed_out else streak.turns + 1
            if kind := MARKS.get(streak.turns):
                reached.append(
                    Milestone(user_id=user_id, kind=kind, game_id=turn.game_id, at=turn.at)
                )
    Streak.objects.bulk_create(
        known.values(), update_conflicts=True, unique_fields=["user"], update_fields=["turns"]
    )
    milestones.reach(reached)
