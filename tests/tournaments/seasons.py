"""Leagues and other series played through, season after season."""

import random
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.models import Entrant, Series, Table, Tournament
from games.tournaments import entering
from games.tournaments.kinds.standing import Seated
from games.tournaments.plan import Plan
from games.tournaments.rows import GONE, keep_standings, locked
from games.tournaments.running import results, running
from games.tournaments.series import series
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
    "rising": 1,
    "at_once": 5,
}
CUP: dict[str, Any] = {**LEAGUE, "name": "Monthly", "kind": "robin", "most": 4, "least": 2}


def begun(organiser: User, rhythm: str, joining: int = 7, **plan: Any) -> Series:
    return series.start_series(organiser.pk, Plan(**plan), rhythm, joining)


def ticks() -> None:
    """All that the beat asks for, until nothing more comes of it."""
    for _time in range(3):
        series.tick()
        running.tick()


def edition(here: Series, number: int) -> Tournament:
    return here.editions.get(edition=number)


def let_begin(here: Series, number: int, times: Times) -> Tournament:
    """At its date."""
    at = edition(here, number).starts_at
    assert at is not None
    times.now = max(at, times.now) + timedelta(minutes=1)
    ticks()
    now = edition(here, number)
    assert now.status == Tournament.Status.RUNNING
    return now


def play(season: Tournament, times: Times, gone: set[int]) -> Tournament:
    """To its end, by games; a player who is ``gone`` never does anything."""
    play_out(season, times, gone, seed=season.edition or 0, step=24)
    ticks()
    season.refresh_from_db()
    return season


def without_games(patched: pytest.MonkeyPatch) -> None:
    """Let no game begin: ``settle`` says what comes of the tables."""
    patched.setattr(running, "_begin", lambda *given: False)


def settle(season: Tournament, times: Times, gone: set[int]) -> Tournament:
    """The season without its games: results by lot are entered as those of games would be, and a
    player who is ``gone`` is out after two losses on time."""
    chance = random.Random(season.edition)
    times.go(days=20)
    with locked(season.pk) as here:
        for table in Table.objects.filter(tournament=here).order_by("pk"):
            players = list(table.players.select_related("entrant"))
            if table.state != "over" and not any(each.entrant.state in GONE for each in players):
                _enter(here, table, gone, chance, times)
        groups = Table.objects.filter(tournament=here).values_list("stage", "group")
        keep_standings(here, set(groups))
    Tournament.objects.filter(pk=season.pk).update(due_at=times.now)
    ticks()
    season.refresh_from_db()
    return season


def _enter(
    season: Tournament, table: Table, gone: set[int], chance: random.Random, times: Times
) -> None:
    players = list(table.players.select_related("entrant"))
    chance.shuffle(players)
    players.sort(key=lambda each: each.entrant.user_id in gone)
    seated = []
    for rank, player in enumerate(players, 1):
        late = player.entrant.user_id in gone
        seated.append(Seated(player.entrant_id, rank, 10 - rank, left=late, lapsed=late))
    results.enter(
        season, table, "time" if any(one.lapsed for one in seated) else "played", seated, times.now
    )
    results._put_out(season, times.now)


def in_(season: Tournament) -> set[int]:
    """The users who take part in it now."""
    people = Entrant.objects.filter(tournament=season, state=Entrant.State.IN)
    return set(people.values_list("user", flat=True))


def divisions_of(season: Tournament) -> dict[int, int]:
    """The division of each, by user."""
    found = Entrant.objects.filter(tournament=season, division__gt=0)
    return dict(found.values_list("user", "division"))


def join_all(season: Tournament, people: list[User]) -> None:
    for user in people:
        entering.join_tournament(season.pk, user.pk)
