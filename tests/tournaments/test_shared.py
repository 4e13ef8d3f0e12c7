"""A title that is shared: equal to the last tie-break, nobody is put before the others."""

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Entrant, Tournament, TournamentStanding
from games.tournaments import seasons
from games.tournaments.kinds.divisions import UP
from games.tournaments.running import recount, running
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd, opened
from tests.tournaments.seasons import CUP, LEAGUE, begun, edition, join_all, let_begin, ticks
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)


def test_players_who_drew_all_games_share_the_title_everywhere(times: Times) -> None:
    people = crowd(3)
    here = begun(people[0], "over", 0, **{**CUP, "most": 3, "late": "draw", "days": 10})
    join_all(edition(here, 1), people)
    ticks()
    times.go(days=10, minutes=1)
    ticks()
    cup = edition(here, 1)
    assert_whole(cup)
    assert set(Entrant.objects.filter(tournament=cup).values_list("place", flat=True)) == {1}
    call_command("standings", str(cup.pk), verbosity=0)
    for user in people:
        [said] = told("tournament_over", user)
        assert said == "Monthly 1: you share first place! 1. p1 1. p2 1. p3"
    page = Client().get(f"/tournaments/series/{here.pk}/").content.decode()
    assert "won by p1, p2, p3" in page
    [_open, over] = Client().get(f"/api/v1/series/{here.pk}").json()["editions"]
    assert (over["winner"], over["winners"]) == (None, ["p1", "p2", "p3"])
    assert "place 1," in Client().get("/players/p3/").content.decode()


def test_a_tournament_that_began_before_keeps_its_standings(times: Times) -> None:
    people = crowd(3)
    here = opened(people[0], people, late="draw", days=10)
    Tournament.objects.update(arithmetic=Tournament.Arithmetic.NUMBERED)
    running.tick()
    times.go(days=10, minutes=1)
    running.tick()
    assert_whole(here)
    assert sorted(TournamentStanding.objects.values_list("place", flat=True)) == [1, 2, 3]
    assert recount.anew(here) == recount.kept(here)


@pytest.mark.slow
def test_no_more_rise_from_a_shared_place_than_there_is_room_for(times: Times) -> None:
    people = crowd(12)
    here = begun(people[0], "over", 7, **{**LEAGUE, "late": "draw", "days": 20})
    join_all(edition(here, 1), people)
    season = let_begin(here, 1, times)
    times.go(days=21)
    ticks()
    season.refresh_from_db()
    assert_whole(season)
    stood = seasons.now_stood(season)
    second = [each for each in stood.values() if each.division == 2]
    assert {each.place for each in second} == {1}
    assert [each.zone for each in second].count(UP) == 1
    call_command("standings", str(season.pk), verbosity=0)
    page = Client().get(f"/tournaments/{season.pk}/").content.decode()
    assert page.count("cup-zone is-up") == 1
