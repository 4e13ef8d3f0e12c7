"""Waiting times of quick matches: recorded as games start, shown once there are enough.

No people are stored with them. An unsuccessful match counts as the longest.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.lobby import pace
from games.lobby.listing import waiting
from games.models import Game, Waited

#: With fewer cases nothing is shown; older ones do not count.
FEWEST = 8
KEPT = timedelta(days=28)


def record_wait(game: Game, *, began: bool) -> None:
    """Record that a game opened by a quick match has started or was cancelled."""
    if game.quick:
        waited = timezone.now() - game.created_at
        note_match(game, waited if began else None)


def note_match(game: Game, waited: timedelta | None) -> None:
    """Record how long it took until a quick match led to this game; None: to none."""
    of_pace = pace.find_pace(game.clock)
    if of_pace:
        now = timezone.now()
        Waited.objects.create(
            type=game.type,
            pace=of_pace,
            hour=(now - (waited or timedelta())).hour,
            at=now,
            seconds=None if waited is None else max(0, round(waited.total_seconds())),
        )


def usual() -> dict[tuple[str, str], timedelta]:
    """The usual waiting time at this hour (and the adjacent ones), by game type and pace.

    It is the median, if enough is known and more than half of the matches led to a game.
    """
    now = timezone.now()
    hours = [(now.hour + apart) % 24 for apart in (-1, 0, 1)]
    return {
        (each.type, each.pace): timedelta(seconds=each.median)
        for each in waiting.medians(hours, now - KEPT)
        if each.cases >= FEWEST and each.median is not None
    }


def delete_old_waits() -> int:
    """Delete those that no longer count; return how many."""
    return Waited.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]
