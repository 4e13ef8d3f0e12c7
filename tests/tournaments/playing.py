"""Tournaments played through without real moves: people resign, or vanish and run out of time."""

import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games.absence import deadlines
from games.models import Entrant, Game, Seat, Table, Tournament
from games.moves import actions
from games.tournaments import entering, opening
from games.tournaments.plan import Plan
from games.tournaments.running import recount, running
from tests.games.times import Times


def crowd(number: int, letter: str = "p") -> list[User]:
    """So many members with confirmed addresses, whose time ends when it is up."""
    users = User.objects.bulk_create(
        User(
            username=f"{letter}{n}",
            email=f"{letter}{n}@example.org",
            calendar={"automatic": False},
        )
        for n in range(1, number + 1)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, primary=True, verified=True) for user in users
    )
    return users


def opened(organiser: User, people: Sequence[User], **changed: Any) -> Tournament:
    """A tournament that all of these have joined."""
    plan: dict[str, Any] = {
        "name": "Autumn",
        "kind": "robin",
        "type": "lanterns",
        "clock": {"kind": "per_turn", "days": 2},
        "most": max(len(people), 2),
        "least": 2,
        "days": 40,
    }
    tournament = opening.open_(organiser.pk, Plan(**{**plan, **changed}))
    for user in people:
        entering.join_tournament(tournament.pk, user.pk)
    return tournament


def play_out(
    tournament: Tournament,
    times: Times,
    gone: set[int],
    *,
    seed: int = 7,
    step: float = 12,
    meanwhile: Callable[[], object] = bool,
) -> None:
    """Let the days pass: now and then a table is over, as all but one resign there, a player who
    is gone never does anything, and everything else comes by ticks. ``meanwhile`` is called after
    each."""
    chance = random.Random(seed)
    for _step in range(2000):
        running.tick()
        tournament.refresh_from_db()
        if tournament.status != Tournament.Status.RUNNING:
            return
        for game_id in Table.objects.filter(
            tournament=tournament, state=Table.State.RUNNING, game__status=Game.Status.RUNNING
        ).values_list("game", flat=True):
            if not Seat.objects.filter(game=game_id, bot="", user__in=gone).exists():
                _one_wins(game_id, chance)
        meanwhile()
        times.go(hours=step)
        all_others_are_in_time(gone)
        deadlines.act_on_overdue_seats()
    raise AssertionError("it never ends")


def _one_wins(game_id: int, chance: random.Random) -> None:
    """The others resign, one after the other, where a game is over on this day."""
    seats = Seat.objects.filter(game=game_id, bot="", resigned_at=None)
    there = list(seats.values_list("user", flat=True))
    if chance.random() < 0.3:
        chance.shuffle(there)
        for user_id in there[1:]:
            actions.resign(game_id, user_id or 0)


def all_others_are_in_time(gone: set[int]) -> None:
    asked = Seat.objects.filter(deadline__isnull=False).exclude(user__in=gone)
    asked.update(deadline=timezone.now() + timedelta(days=1))


def assert_whole(tournament: Tournament) -> None:
    """It has ended by its declared date, nothing is left open, and its log says the same."""
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.ended_at is not None
    assert tournament.ends_at is not None
    assert tournament.ended_at <= tournament.ends_at + timedelta(days=1)
    assert not Table.objects.filter(tournament=tournament).exclude(state="over").exists()
    games = Table.objects.filter(tournament=tournament).exclude(game=None)
    assert not games.filter(game__status=Game.Status.RUNNING).exists()
    assert recount.anew(tournament) == recount.kept(tournament)
    entrants = Entrant.objects.filter(tournament=tournament, seed__gt=0)
    places = sorted(place or 0 for place in entrants.values_list("place", flat=True))
    assert places == [1 + sum(other < place for other in places) for place in places]
