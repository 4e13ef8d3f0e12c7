"""Live games are rated apart, teach no habits, and their length is told apart."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.errors import Refused
from games.lobby import open_games, requirements
from games.lobby.lists import Wish, waiting_for_players
from games.models import Game, RatingChange, Standing, Tally
from games.ratings import lists, pools, seasons
from games.ratings.counting import RATINGS
from games.showing import snapshot
from games.statistics import habits
from games.statistics.results import RESULTS
from games.storage.position import load
from games.tasks import count_answers, count_ratings
from tests.games.playing import to_the_end
from tests.games.test_live_tables import live as live_table
from tests.games.times import Times
from tests.statistics.played import over

LIVE = {"kind": "live", "move_minutes": 5, "policy": "bot", "vacation": False, "stretch": 0}
DAYS = {"kind": "per_turn", "days": 2}


def live(people: list[User], scores: list[int], **more: Any) -> Game:
    return over(people, scores, **{"clock": LIVE, "live_clock": LIVE, **more})


def standings(user: User) -> dict[str, int]:
    return {name: row.games for name, row in lists.ratings_of(user.pk).items()}


@pytest.fixture
def counted(lanterns: None, anna: User, ben: User) -> list[Game]:
    """Anna has won two games of days and lost three live ones, of which one was moved to days."""
    games = [over([anna, ben], [9, 1], day=day) for day in (1, 3)]
    games += [live([anna, ben], [1, 9], day=day) for day in (2, 4)]
    games.append(live([anna, ben], [1, 9], day=5, clock=DAYS))
    count_ratings()
    return games


def test_each_counts_in_the_pool_of_the_clock_that_it_began_with(
    counted: list[Game], anna: User, ben: User
) -> None:
    assert standings(anna) == {"lanterns": 2, "lanterns/live": 3}
    ratings = lists.ratings_of(anna.pk)
    assert ratings["lanterns"].mu > 25 > ratings["lanterns/live"].mu
    moved = lists.of_game(counted[-1])
    assert {change.user_id for change in moved.changes} == {anna.pk, ben.pk}
    before = lists.of_game(counted[3]).changes
    assert {change.before for change in moved.changes} == {change.after for change in before}


def test_counted_anew_both_are_as_before(counted: list[Game]) -> None:
    def everything() -> list[Any]:
        rows = RatingChange.objects.order_by("game", "user")
        found: list[Any] = list(rows.values_list("game", "user", "type", "mu", "games"))
        stands = Standing.objects.order_by("user", "type", "season")
        return [*found, *stands.values_list("user", "type", "season", "mu", "games")]

    before = everything()
    assert RATINGS.anew("lanterns") == 5
    assert everything() == before


def test_pages_and_api_tell_them_apart(
    counted: list[Game], client: Client, anna: User, ben: User
) -> None:
    Standing.objects.update(listed=True)
    for live_only, best in (("", "anna"), ("?live=1", "ben")):
        page = client.get(f"/games/types/lanterns/leaderboard/{live_only}").content.decode()
        assert page.index(f'/players/{best}/"') == min(
            page.index(f'/players/{name}/"') for name in ("anna", "ben")
        )
    page = client.get("/players/anna/").content.decode()
    assert "Lanterns, live" in page
    assert '/leaderboard/?live=1"' in page
    game = snapshot.game(load(counted[-1].pk, None), None)
    assert game["live"]


def test_a_live_table_asks_for_the_live_rating(
    counted: list[Game], lanterns: None, anna: User, ben: User, cleo: User
) -> None:
    days = lists.ratings_of(anna.pk)["lanterns"]
    least = round(days.mu * 60) - 10
    for clock in (LIVE, DAYS):
        open_games.create(cleo.pk, "lanterns", 2, clock=clock, asks={"least": least})
    quick, slow = Game.objects.filter(created_by=cleo).order_by("pk")
    with pytest.raises(Refused):
        open_games.join_game(quick.pk, anna.pk)
    fitting = [game.pk for game in waiting_for_players(Wish(fits=True), anna.pk)[:]]
    assert fitting == [slow.pk]
    open_games.join_game(slow.pk, anna.pk)
    facts = requirements.facts_about(anna.pk)
    assert (
        requirements.facts_in_pool(facts, pools.find_pool(quick)).rating
        < requirements.facts_in_pool(facts, pools.find_pool(slow)).rating
    )


def test_a_live_game_teaches_no_habits(lanterns: None, times: Times, anna: User, ben: User) -> None:
    to_the_end(live_table(anna, ben, LIVE))
    times.go(minutes=10)
    count_answers()
    assert habits.read_habits([anna.pk])[anna.pk].turns.turns == 0


def test_how_long_games_take_is_told_apart(counted: list[Game], client: Client) -> None:
    assert RESULTS.tick() == 5
    rows = {row.kind: row.games for row in Tally.objects.filter(user=None, key="")}
    assert rows == {"game": 5, "live": 3}
    page = client.get("/games/types/lanterns/statistics/").content.decode()
    assert "Length of a live game" in page


def test_a_leaderboard_of_nonsense_is_that_of_days(
    lanterns: None, client: Client, db: None
) -> None:
    for asked in ("?live=2", "?live=", "?live=1&season=x", "?live=1&after=x,y,z"):
        assert client.get(f"/games/types/lanterns/leaderboard/{asked}").status_code == 200
    assert seasons.ALWAYS == 0
