"""The pages of a league: its divisions, mine among them, promotion and relegation, and the next
season."""

import re

import pytest
from django.test import Client

from games.models import Entrant, Tournament
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.tournaments.playing import crowd
from tests.tournaments.seasons import (
    LEAGUE,
    begun,
    edition,
    let_begin,
    settle,
    without_games,
)
from tests.tournaments.test_pages import NEW, _asked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    without_games(monkeypatch)


def season(number: int, times: Times, letter: str = "p", **changed: object) -> Tournament:
    people = crowd(number, letter)
    here = begun(people[0], "over", 7, **{**LEAGUE, **changed})
    first = edition(here, 1)
    Entrant.objects.bulk_create(Entrant(tournament=first, user=user) for user in people)
    return let_begin(here, 1, times)


@pytest.mark.slow
def test_all_divisions_are_shown_with_who_rises_and_falls_in_words(times: Times) -> None:
    now = settle(season(13, times), times, set())
    page = as_(None).get(f"/tournaments/{now.pk}/").content.decode()
    assert len(re.findall(r'id="division-\d"', page)) == 2
    assert page.count("</span> moves up</span>") == page.count("</span> moves down</span>") == 1
    assert "You are ranked" not in page
    of_second = now.entrants.filter(division=2).order_by("place").select_related("user")
    first, last = of_second[0].user, of_second.reverse()[0].user
    mine = as_(first).get(f"/tournaments/{now.pk}/").content.decode()
    assert "You are ranked 1 in division 2." in mine
    assert re.search(r'class="stack is-mine" id="division-2"', mine)
    assert mine.count('class="is-me is-up"') == 1
    other = as_(last).get(f"/tournaments/{now.pk}/").content.decode()
    assert "moves up" in other
    assert 'class="is-me is-' not in other, "nobody falls from the last division"
    assert "You can now join the next season." in page
    one = as_(first).get(f"/tournaments/{now.pk}/?stage=0&group=1").content.decode()
    assert 'aria-label="' + first.username + " against " in one, "with its crosstable"
    assert "Division 2" in one
    assert "All divisions" in one
    standings = Client().get(f"/api/v1/tournaments/{now.pk}").json()["standings"]
    assert [row["zone"] for row in standings if row["zone"]] == ["down", "up"]
    lines = as_(None).get(f"/tournaments/{now.pk}/standings.csv").content.decode().splitlines()
    assert len(lines) == 1 + 13


def test_the_rules_and_the_seasons_are_said_in_words(times: Times) -> None:
    now = season(8, times, rising=2)
    page = as_(None).get(f"/tournaments/{now.pk}/").content.decode()
    assert "2 players are promoted and 2 relegated in each division." in page
    assert "Players who join later, or come back, start at the bottom." in page
    following = edition(now.series, 2)  # type: ignore[arg-type]
    later = as_(None).get(f"/tournaments/{following.pk}/").content.decode()
    assert "Players who stay from the season before take part" in later
    assert "8 more places are held for players in the current season." in later
    mine = as_(now.organiser).get(f"/tournaments/{following.pk}/").content.decode()
    assert "you join when the current season is over" in mine
    assert "/join/" not in mine
    settle(now, times, set())
    seasons = as_(None).get(f"/tournaments/series/{now.series_id}/").content.decode()
    winner = now.entrants.get(place=1).user.username
    assert f"won by {winner}" in seasons
    assert "A season begins 7 days after the previous one" in seasons
    log = as_(None).get(f"/tournaments/{following.pk}/log/").content.decode()
    assert "8 players stay from the season before" in log


def test_a_league_is_opened_by_the_form_without_a_rhythm(times: Times) -> None:
    client = as_(crowd(1)[0])
    league = {**NEW, "kind": "league", "most": "64", "rising": "2"}
    assert client.post("/tournaments/new/", {**league, "joining": ""}).status_code == 422
    assert client.post("/tournaments/new/", {**league, "joining": "5"}).status_code == 303
    made = Tournament.objects.get()
    assert (made.kind, made.rising, made.edition, made.name) == ("league", 2, 1, "Winter 1")
    assert made.series is not None
    assert made.series.rhythm == "over"


@pytest.mark.slow
def test_a_page_of_256_people_asks_as_often_as_one_of_eight(times: Times) -> None:
    small, large = season(8, times, "a"), season(256, times, "b")
    assert large.entrants.order_by("-division")[0].division == 42
    readers = {here.pk: as_(here.organiser) for here in (small, large)}
    asked = [
        _asked(lambda here=here: readers[here.pk].get(f"/tournaments/{here.pk}/"))  # type: ignore[misc]
        for here in (small, large, small, large)
    ]
    assert asked[2] == asked[3] <= 30
    of_series = [
        _asked(lambda here=here: as_(None).get(f"/tournaments/series/{here.series_id}/"))  # type: ignore[misc]
        for here in (small, large)
    ]
    assert of_series[0] == of_series[1] <= 12
