"""A game type with several lessons: they follow on each other, and newcomers get the first."""

from __future__ import annotations

import random
import re

import pytest

from accounts.models import User
from games.lessons import following
from games.lobby import open_games
from games.models import Game
from tests.games.playing import to_the_end
from tests.people import browser_of as as_

pytestmark = pytest.mark.django_db
SECOND = "Lesson: B sides and small expansions (8 minutes)"


def over(anna: User, ben: User, slug: str) -> Game:
    """A game of the two, played to its end by chance."""
    game = open_games.create(anna.pk, slug, 2).game
    open_games.join_game(game.pk, ben.pk)
    return to_the_end(game.pk, random.Random(3))


def page(user: User, game: Game) -> str:
    return as_(user).get(f"/games/{game.pk}/").content.decode()


def test_the_page_of_a_type_lists_its_lessons_in_order_with_their_minutes() -> None:
    shown = as_(None).get("/games/types/imhotep/").content.decode()
    assert re.findall(r"Lesson: [^<]+", shown) == [
        "Lesson: A first game of Imhotep (6 minutes)",
        SECOND,
    ]
    assert "Learn by playing (6 minutes)" in shown
    single = as_(None).get("/games/types/bali/").content.decode()
    assert "Lesson: " not in single, "its only lesson has a button already"


@pytest.mark.parametrize("name", ["first", "second"])
def test_each_lesson_of_the_list_is_begun_by_its_name(anna: User, name: str) -> None:
    answer = as_(anna).post("/lessons/", {"type": "imhotep", "lesson": name})
    game = Game.objects.get(lesson=name)
    assert answer["Location"] == f"/games/{game.pk}/"


def test_newcomers_are_offered_the_first_lesson(anna: User) -> None:
    offer = as_(None).get("/games/types/imhotep/first/").content.decode()
    assert "about 6 minutes" in offer
    assert "B sides" not in offer
    as_(anna).post("/lessons/", {"type": "imhotep"})
    assert Game.objects.get().lesson == "first"


@pytest.mark.slow
def test_after_a_first_whole_game_the_next_lesson_is_offered(anna: User, ben: User) -> None:
    game = over(anna, ben, "imhotep")
    assert SECOND in page(anna, game)
    following.begin_lesson(anna.pk, "imhotep", "second")
    assert SECOND not in page(anna, game), "they have begun it"
    assert SECOND in page(ben, game)


@pytest.mark.slow
def test_it_is_not_offered_after_later_games_nor_where_there_is_none(
    anna: User, ben: User, cleo: User
) -> None:
    assert "Lesson: " not in page(anna, over(anna, ben, "bali"))
    over(anna, ben, "imhotep")
    again = over(anna, cleo, "imhotep")
    assert SECOND not in page(anna, again)
    assert SECOND in page(cleo, again)


@pytest.mark.slow
def test_somebody_who_wants_nothing_explained_is_not_offered_it(anna: User, ben: User) -> None:
    User.objects.filter(pk=anna.pk).update(explain_first=False)
    assert SECOND not in page(anna, over(anna, ben, "imhotep"))
