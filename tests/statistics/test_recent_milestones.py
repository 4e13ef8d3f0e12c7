"""What people have reached lately: listed on the page of people, unless they hide it."""

from __future__ import annotations

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import people
from accounts.company import privacy, relationships
from accounts.models import User
from games.models import Best, Milestone, Standing
from games.pages.people import finding as people_pages
from games.ratings import seasons
from games.rules import registry
from games.statistics import bests
from games.tasks import count_results
from tests.people import person
from tests.statistics.played import START, over

TODAY = (timezone.now() - START).days - 1


def people_page(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.get("/people/").content.decode()


@pytest.fixture(autouse=True)
def _lanterns_are_here(lanterns: None) -> None:
    pass


def played(users: list[User], scores: list[int], day: float, **fields: Any) -> int:
    usual = registry.get("lanterns").check_options({})
    game = over(users, scores, day=day, **{"options": usual, **fields})
    return int(game.pk)


def best() -> tuple[int, str, int, int]:
    found = Best.objects.select_related("user").get()
    return found.score, found.user.username, found.game_id, found.before


class TestTheMostPoints:
    def test_the_first_to_have_them_keeps_them(self, anna: User, ben: User) -> None:
        played([anna, ben], [5, 7], 1)
        first = played([anna, ben], [9, 7], 2)
        played([anna, ben], [3, 9], 3)
        count_results()
        assert best() == (9, "anna", first, 1)
        assert Best.objects.get().games == 3

    def test_they_are_of_each_number_of_players(self, anna: User, ben: User, cleo: User) -> None:
        played([anna, ben], [5, 7], 1)
        played([anna, ben, cleo], [1, 2, 3], 2)
        count_results()
        found = Best.objects.order_by("players").values_list("players", "score")
        assert list(found) == [(2, 7), (3, 3)]

    def test_a_bot_a_seat_that_was_left_and_other_options_do_not_count(
        self, anna: User, ben: User
    ) -> None:
        over([anna, None], [50, 1], options=registry.get("lanterns").check_options({}))
        played([anna, ben], [50, 1], 2, gone=[1])
        played([anna, ben], [50, 1], 3, options={"something": "else"})
        played([anna, ben], [4, 3], 4)
        count_results()
        assert best()[0] == 4

    def test_counting_anew_gives_the_same(self, anna: User, ben: User) -> None:
        rng = random.Random(1)
        for day in range(12):
            played([anna, ben], [rng.randrange(20), rng.randrange(20)], day)
        count_results()
        before = best()
        call_command("tally", "lanterns")
        assert best() == before


class TestThePage:
    @pytest.fixture
    def record(self, anna: User, ben: User) -> int:
        for day in range(bests.FEWEST):
            played([anna, ben], [5, 6], day)
        number = played([anna, ben], [12, 3], TODAY)
        count_results()
        return number

    def test_a_record_and_a_first_win_are_listed(self, record: int, anna: User, ben: User) -> None:
        at = timezone.now() - timedelta(days=1)
        Milestone.objects.create(user=ben, kind="won", type="lanterns", game_id=record, at=at)
        page = people_page(anna)
        assert "Record in Lanterns with 2 players: 12 points" in page
        assert "First win in Lanterns" in page

    def test_the_most_points_of_few_games_are_no_record(self, anna: User, ben: User) -> None:
        played([anna, ben], [5, 6], TODAY)
        count_results()
        assert "Record in" not in people_page(anna)

    def test_what_is_old_is_left_out(self, record: int, anna: User, ben: User) -> None:
        at = timezone.now() - timedelta(days=40)
        Milestone.objects.create(user=ben, kind="won", type="lanterns", game_id=record, at=at)
        Best.objects.update(at=at)
        page = people_page(anna)
        assert "Recent milestones" not in page

    @pytest.mark.parametrize("part", ["milestones", "found"])
    def test_nothing_is_said_of_a_player_who_hides_it(
        self, record: int, anna: User, ben: User, part: str
    ) -> None:
        privacy.hide(anna, [part])
        assert "Record in" not in people_page(ben)

    def test_nothing_is_said_of_a_player_who_is_apart_or_gone(
        self, record: int, anna: User, ben: User
    ) -> None:
        cleo = person("cleo")
        relationships.block(ben, anna)
        assert "Record in" not in people_page(ben)
        assert "Record in" in people_page(cleo)
        people.close_account(anna)
        assert "Record in" not in people_page(cleo)


class TestRegulars:
    @pytest.fixture
    def many(self, anna: User, monkeypatch: pytest.MonkeyPatch) -> list[User]:
        """So many that the page does not show all of them together."""
        monkeypatch.setattr(people_pages, "YOUNG", 1)
        return [person(f"player{number}") for number in range(4)]

    def rated(self, user: User, games: int, type_: str = "bali", season: int = 0) -> None:
        season = season or seasons.season_of(timezone.now())
        Standing.objects.create(
            type=type_, season=season, user=user, mu=25, sigma=2, games=games, listed=True
        )

    def listed(self, reader: User, address: str = "/people/?game=bali") -> list[str]:
        client = Client()
        client.force_login(reader)
        part = client.get(address).content.decode().split('id="regulars"')[1].split("</section>")[0]
        return re.findall(r'href="/players/(\w+)/"', part)

    def test_a_player_who_plays_most_in_this_quarter_comes_first(
        self, anna: User, many: list[User]
    ) -> None:
        for user, games in zip(many, (12, 40, 20, 99), strict=True):
            self.rated(user, games, "bali" if games < 99 else "imhotep")
        self.rated(many[3], 500, season=20231)
        assert self.listed(anna) == ["player1", "player2", "player0"]
        assert self.listed(anna, "/people/?game=imhotep") == ["player3"]
        assert self.listed(anna, "/people/?game=nonsense") == ["player3"], "the first of all"

    def test_a_player_who_hides_is_not_among_them(self, anna: User, many: list[User]) -> None:
        for user in many:
            self.rated(user, 12)
        privacy.hide(many[0], ["leaderboards"])
        privacy.hide(many[1], ["found"])
        relationships.block(anna, many[2])
        assert self.listed(anna) == ["player3"]
