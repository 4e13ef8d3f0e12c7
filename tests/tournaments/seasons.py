"""Leagues and other series played through, season after season."""

from datetime import timedelta
from typing import Any

from accounts.models import User
from games.models import Series, Tournament
from games.tournaments import entering, running, series
from games.tournaments.entering import Plan
from tests.games.times import Times
from tests.tournaments.playing import play_out

LEAGUE: dict[str, Any] = {
    "name": "Lantern League",
    "kind": "league",
    "type": "lanterns",
    "clock": {"kind": "per_turn", "days": 2},
    "least": 4,
    "most": 256,
    "days": 40,
    "group_size": 6,
    "at_once": 5,
}
CUP: dict[str, Any] = {**LEAGUE, "name": "Monthly", "kind": "robin", "most": 4, "least": 2}


def begun(organiser: User, rhythm: str, joining: int = 7, **plan: Any) -> Series:
    return series.start(organiser.pk, Plan(**plan), rhythm, joining)


def ticks() -> None:
    """All that the beat asks for, until nothing more comes of it."""
    for _time in range(3):
        series.tick()
        running.tick()


def edition(here: Series, number: int) -> Tournament:
    return here.editions.get(edition=number)


def season(
    here: Series, number: int, times: Times, gone: set[int], *, late: list[User] | None = None
) -> Tournament:
    """Let this season begin and be played to its end; ``late`` ones put their names down for the
    next one meanwhile."""
    begins = edition(here, number).starts_at
    assert begins is not None
    times.now = max(begins, times.now) + timedelta(minutes=1)
    ticks()
    now = edition(here, number)
    assert now.status == Tournament.Status.RUNNING
    for user in late or []:
        entering.join(edition(here, number + 1).pk, user.pk)
    play_out(now, times, gone, seed=number, step=24)
    ticks()
    now.refresh_from_db()
    return now
