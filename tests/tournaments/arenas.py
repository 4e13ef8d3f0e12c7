"""Arenas of people who resign at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Entrant, Game, Seat, Table, Tournament
from games.moves import actions
from games.tournaments import entering, opening
from games.tournaments.plan import Plan
from games.tournaments.running import running
from tests.games.times import Times

CLOCK = {"kind": "live", "move_minutes": 3}


def plan(**changed: Any) -> Plan:
    given: dict[str, Any] = {
        "name": "Friday night",
        "kind": "arena",
        "type": "lanterns",
        "clock": CLOCK,
        "least": 2,
        "most": 100,
        "starts_at": timezone.now() + timedelta(minutes=5),
        "arena": {"minutes": 30},
    }
    return Plan(**{**given, **changed})


def opened(organiser: User, people: list[User], **changed: Any) -> Tournament:
    here = opening.open_(organiser.pk, plan(**changed))
    for user in people:
        entering.join_tournament(here.pk, user.pk)
    return here


def begun(people: list[User], times: Times, **changed: Any) -> Tournament:
    here = opened(people[0], people, **changed)
    times.go(minutes=5)
    running.tick_arenas()
    here.refresh_from_db()
    return here


def tables(here: Tournament) -> list[set[str]]:
    """The people at the tables that run, in order."""
    found = Table.objects.filter(tournament=here, state=Table.State.RUNNING).order_by("pk")
    return [set(table.players.values_list("entrant__user__username", flat=True)) for table in found]


def game_of(here: Tournament, user: User) -> Game:
    return Game.objects.get(
        tournament_table__tournament=here,
        tournament_table__state=Table.State.RUNNING,
        seats__user=user,
    )


def see_all(here: Tournament) -> None:
    """Everybody has opened their table."""
    Seat.objects.filter(game__tournament_table__tournament=here).update(seen_version=1)


def loses(here: Tournament, user: User) -> None:
    actions.resign(game_of(here, user).pk, user.pk)


def points(here: Tournament) -> dict[str, float]:
    found = here.standings.order_by("place", "entrant__seed")
    return dict(found.values_list("entrant__user__username", "score"))


def entrant(here: Tournament, user: User) -> Entrant:
    return Entrant.objects.get(tournament=here, user=user)
