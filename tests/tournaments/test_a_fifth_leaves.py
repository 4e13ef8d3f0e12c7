"""A fifth of the people leave on the way, in every kind of tournament, by real games.

Half of those withdraw, half just stop. Here are 64 people; `CROWD=256`, as many as there may be,
takes minutes of each kind (docs/trials.md has the figures), and `-rP` shows what was measured.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts.models import User
from games.errors import GameError
from games.models import (
    Challenge,
    Entrant,
    Game,
    Table,
    TablePlayer,
    Tournament,
    TournamentEvent,
    TournamentStanding,
)
from games.tournaments.ladder import challenging
from games.tournaments.running import organising, recount, running
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd, opened, play_out
from tests.tournaments.seasons import LEAGUE, begun, edition, join_all, let_begin
from tests.tournaments.test_ladder import ladder

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Happened = TournamentEvent.Kind
PEOPLE = int(os.environ.get("CROWD", "64"))
PLANS: dict[str, dict[str, Any]] = {
    "round robin": {"kind": "robin", "at_once": 4},
    "round robin at tables of four": {"kind": "robin", "players": 4, "group_size": 13},
    "swiss": {"kind": "swiss", "rounds": 8, "days": 10},
    "swiss at tables of four": {"kind": "swiss", "players": 4, "rounds": 5, "days": 10},
    "elimination": {"kind": "elimination", "days": 10},
    "elimination of the best of three": {"kind": "elimination", "match": 3, "days": 20},
    "elimination at tables of four": {"kind": "elimination", "players": 4, "days": 10},
    "double elimination": {"kind": "elimination", "lives": 2, "days": 10},
}


class Leaving:
    """A fifth of these people, some on each day: every second one withdraws, the others are
    ``gone`` without a word."""

    def __init__(self, people: list[User]) -> None:
        self.chance = random.Random(len(people))
        self.left = self.chance.sample(people, len(people) // 5)
        self.gone: set[int] = set()
        self.number = len(self.left)

    def go_on(self, tournament: Tournament, share: float = 0.15) -> None:
        for user in list(self.left):
            if self.chance.random() >= share:
                continue
            self.left.remove(user)
            if len(self.left) % 2:
                self.gone.add(user.pk)
            else:
                withdraw(tournament, user)


def withdraw(tournament: Tournament, user: User) -> None:
    if Entrant.objects.get(tournament=tournament, user=user).state == Entrant.State.IN:
        organising.withdraw_player(tournament.pk, user.pk)


@pytest.fixture
def ticks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[list[float]]:
    """CPU seconds of each tick, in which rounds are paired; none of them logs an error."""
    taken: list[float] = []
    tick = running.tick

    def measured() -> int:
        before = time.process_time()
        try:
            return tick()
        finally:
            taken.append(time.process_time() - before)

    monkeypatch.setattr(running, "tick", measured)
    yield taken
    logged = [each for each in caplog.get_records("call") if each.levelname == "ERROR"]
    assert [each.getMessage() for each in logged] == []


@pytest.fixture
def told(ticks: list[float]) -> Callable[[Tournament], None]:
    """Prints what a tournament took."""
    before = time.process_time()

    def tell(tournament: Tournament) -> None:
        games = Table.objects.filter(tournament=tournament).exclude(game=None).count()
        took, longest = time.process_time() - before, max(ticks)
        print(f"{PEOPLE} people, {games} games: {took:.0f} s of CPU, a tick {longest:.1f}")

    return tell


def assert_nobody_sits_twice(tournament: Tournament) -> None:
    """Nor is anybody paired after having left."""
    left_at = {
        event.data["entrant"]: event.pk
        for event in TournamentEvent.objects.filter(tournament=tournament, kind=Happened.GONE)
    }
    for event in TournamentEvent.objects.filter(tournament=tournament, kind=Happened.PAIRED):
        people = event.data["entrants"]
        assert len(set(people)) == len(people)
        if tournament.kind == Tournament.Kind.SWISS:
            assert not [one for one in people if left_at.get(one, event.pk) < event.pk]
    for game in Game.objects.filter(tournament_table__tournament=tournament):
        users = list(game.seats.filter(bot="").values_list("user", flat=True))
        assert len(set(users)) == len(users)


def assert_rounds_are_sound(tournament: Tournament) -> None:
    """In a round nobody is at two tables, and of a Swiss everybody is at one who had not left."""
    if tournament.kind not in (Tournament.Kind.SWISS, Tournament.Kind.ELIMINATION):
        return
    at = TablePlayer.objects.filter(table__tournament=tournament, table__part=0)
    rounds = Counter(at.values_list("table__round", "entrant"))
    assert set(rounds.values()) == {1}
    byes = TablePlayer.objects.filter(table__tournament=tournament, table__how="bye")
    if tournament.kind == Tournament.Kind.SWISS:
        assert set(Counter(byes.values_list("entrant", flat=True)).values()) <= {1}


def assert_all_is_well(tournament: Tournament, leaving: Leaving) -> None:
    assert_whole(tournament)
    assert_nobody_sits_twice(tournament)
    assert_rounds_are_sound(tournament)
    entrants = Entrant.objects.filter(tournament=tournament)
    assert entrants.exclude(place=None).count() == PEOPLE
    assert entrants.exclude(state=Entrant.State.IN).count() >= leaving.number // 3
    winner = entrants.order_by("place", "seed")[0]
    assert winner.state == Entrant.State.IN


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_it_comes_to_its_end(
    times: Times, plan: dict[str, Any], told: Callable[[Tournament], None]
) -> None:
    people = crowd(PEOPLE)
    tournament = opened(people[0], people, **{"most": PEOPLE, "least": 4, **plan})
    leaving = Leaving(people)
    play_out(
        tournament,
        times,
        leaving.gone,
        step=24,
        meanwhile=lambda: leaving.go_on(tournament),
    )
    told(tournament)
    assert_all_is_well(tournament, leaving)


def test_a_season_of_a_league_comes_to_its_end(
    times: Times, told: Callable[[Tournament], None]
) -> None:
    people = crowd(PEOPLE)
    here = begun(people[0], "over", 7, **{**LEAGUE, "group_size": 8, "rising": 2})
    join_all(edition(here, 1), people)
    season = let_begin(here, 1, times)
    leaving = Leaving(people)
    play_out(season, times, leaving.gone, step=24, meanwhile=lambda: leaving.go_on(season))
    told(season)
    assert_all_is_well(season, leaving)
    assert recount.divided(season) == recount.kept_divisions(season)
    following = Entrant.objects.filter(tournament=edition(here, 2), state=Entrant.State.IN)
    assert following.count() == Entrant.objects.filter(tournament=season, state="in").count()


def test_a_ladder_comes_to_its_end(times: Times, told: Callable[[Tournament], None]) -> None:
    people = crowd(PEOPLE)
    here = ladder(people, days=30, ladder={"reach": 5, "idle_days": 7})
    leaving, chance = Leaving(people), random.Random(4)
    refused: set[str] = set()

    def challenge_and_answer() -> None:
        leaving.go_on(here, 0.05)
        for asked in Challenge.objects.filter(tournament=here, state=Challenge.State.ASKED):
            if asked.challenged.user_id not in leaving.gone and chance.random() < 0.6:
                challenging.accept_challenge(here.pk, asked.challenged.user_id, asked.pk)
        standing = TournamentStanding.objects.filter(tournament=here).order_by("place")
        rungs = list(standing.values_list("entrant__user", "entrant__user__username"))
        for rung in chance.sample(range(1, len(rungs)), len(rungs) // 8):
            above = rungs[max(rung - chance.randint(1, 5), 0)]
            try:
                challenging.challenge(here.pk, rungs[rung][0], above[1])
            except GameError as error:
                refused.add(error.code)

    play_out(here, times, leaving.gone, step=24, meanwhile=challenge_and_answer)
    told(here)
    assert refused <= REFUSALS
    here.refresh_from_db()
    assert here.status == Tournament.Status.FINISHED
    assert recount.anew(here) == recount.kept(here)
    assert_nobody_sits_twice(here)
    assert not Challenge.objects.filter(tournament=here, state=Challenge.State.ASKED).exists()
    there = Entrant.objects.filter(tournament=here, state=Entrant.State.IN)
    standing = TournamentStanding.objects.filter(tournament=here).order_by("place")
    assert set(there.values_list("pk", flat=True)) == set(
        standing.values_list("entrant", flat=True)
    )
    assert [row.place for row in standing] == list(range(1, len(standing) + 1))


#: Why somebody may be unable to challenge somebody now.
REFUSALS = {"own_open", "own_games", "challenged", "their_games", "met", "away"}
