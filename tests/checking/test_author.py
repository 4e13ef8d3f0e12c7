"""The author's page: any position in every look, in development only."""

from typing import Any

import pytest
from django.http import Http404, QueryDict
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import translation

from games.checking import author
from games.pages.choices import encoded
from games.pages.table.choosing import Choosing
from games.rules.imhotep import rules
from tests.games import bakery


def test_nobody_finds_it_in_production() -> None:
    with pytest.raises(NoReverseMatch):
        reverse("author", args=["imhotep"])


@pytest.mark.django_db
@pytest.mark.urls("tests.checking.author_urls")
def test_a_position_is_framed_in_three_widths_themes_and_languages(client: Client) -> None:
    page = client.get("/author/imhotep/?seed=3&move=9&players=3").content.decode()
    for width in (390, 768, 1440):
        assert f'class="author-frame author-{width}"' in page
    assert page.count("theme=dark&amp;language=de") == 3
    frame = client.get("/author/imhotep/board/?seed=3&move=9&players=3&language=de")
    assert '<html lang="de"' in frame.content.decode()
    assert frame["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in frame["Content-Security-Policy"]
    assert client.get("/author/nonsense/").status_code == 404
    assert client.get("/author/imhotep/stamp/").json()["stamp"] > 0


def board(query: str) -> str:
    asked = QueryDict(query)
    with translation.override(asked.get("language", "en")):
        return author.drawn(rules, asked)


def test_the_board_is_that_of_the_move_the_seat_and_the_language() -> None:
    first = board("seed=3&move=0&seat=0")
    assert first == board("seed=3&move=0&seat=0")
    assert first != board("seed=3&move=12&seat=0")
    german = board("seed=3&move=0&seat=0&language=de&theme=dark")
    assert '<html lang="de" data-theme="dark">' in german
    assert 'data-region="board-market"' in german
    alone = board("seed=3&move=0&seat=0&region=market")
    assert alone.count("data-region=") == 1


def test_each_state_of_a_decision_can_be_looked_at() -> None:
    asked = next(
        seat for seat in range(2) if "decision-yours" in board(f"seed=3&move=0&seat={seat}")
    )
    whole = board(f"seed=3&move=0&seat={asked}")
    assert '<a class="choice"' in whole
    narrowed = board(f"seed=3&move=0&seat={asked}&prefix={encoded(('place',))}")
    assert narrowed.count('class="choice"') <= whole.count('class="choice"')
    assert narrowed != whole
    assert "decision-yours" not in board("seed=3&move=0&seat=99"), "a spectator is asked nothing"


def test_amounts_are_filled_in_and_other_ways_are_links_in_the_same_position() -> None:
    game = bakery.rules.new(2, {}, bytes(32))
    [decision] = game.decisions()

    def ways(*prefix: str) -> Any:
        choosing = Choosing(bakery.rules, decision, game.view(0), ["Anna", "Ben"], prefix)
        return author._ways(choosing, "seed=3&move=2")

    links = [way.get("href", "") for way in ways()["choices"]]
    assert links[0].startswith("?seed=3&move=2&prefix=")
    bread = ways("bread")
    assert bread["giving"]["choice"] == '["bread",{}]'
    assert [crumb["href"] for crumb in bread["crumbs"]] == ["?seed=3&move=2"]


def test_one_steps_from_move_to_move_as_any_policy_plays() -> None:
    assert board("seed=3&move=4&go=5&seat=0&bot=first") == board("seed=3&move=5&seat=0&bot=first")
    with pytest.raises(Http404):
        board("bot=nobody")


def test_numbers_of_players_that_there_are_not_lead_nowhere() -> None:
    with pytest.raises(Http404):
        board("players=9")
    assert rules.players == (2, 3, 4)
