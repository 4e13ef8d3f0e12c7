"""What people have reached lately: listed on the page of people, unless they hide it."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import people
from accounts.company import privacy, ties
from accounts.models import User
from games.models import Best, Milestone
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
    def test_who_had_them_first_keeps_them(self, anna: User, ben: User) -> None:
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
        assert "Record at Lanterns for 2: 12 points" in page
        assert "First win at Lanterns" in page

    def test_the_most_points_of_few_games_are_no_record(self, anna: User, ben: User) -> None:
        played([anna, ben], [5, 6], TODAY)
        count_results()
        assert "Record at" not in people_page(anna)

    def test_what_is_old_is_left_out(self, record: int, anna: User, ben: User) -> None:
        at = timezone.now() - timedelta(days=40)
        Milestone.objects.create(user=ben, kind="won", type="lanterns", game_id=record, at=at)
        Best.objects.update(at=at)
        page = people_page(anna)
        assert "Reached lately" not in page

    @pytest.mark.parametrize("part", ["milestones", "found"])
    def test_nothing_is_said_of_who_hides_it(
        self, record: int, anna: User, ben: User, part: str
    ) -> None:
        privacy.hide(anna, [part])
        assert "Record at" not in people_page(ben)

    def test_nothing_is_said_of_who_is_apart_or_gone(
        self, record: int, anna: User, ben: User
    ) -> None:
        cleo = person("cleo")
        ties.block(ben, anna)
        assert "Record at" not in people_page(ben)
        assert "Record at" in people_page(cleo)
        people.close_account(anna)
        assert "Record at" not in people_page(cleo)
