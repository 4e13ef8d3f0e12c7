"""The author's pages: any position in every look, in development only."""

from typing import Any

import pytest
from django.http import Http404, QueryDict
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import translation

from games.checking.author import urlpatterns
from games.checking.workbench import seats
from games.checking.workbench.bench import bench
from games.pages.choices import encoded
from games.pages.table.view.choosing import Choosing
from games.rules.imhotep import rules
from tests.games import bakery


@pytest.mark.django_db
def test_nobody_finds_any_of_it_in_production(client: Client) -> None:
    with pytest.raises(NoReverseMatch):
        reverse("author", args=["imhotep"])
    for pattern in urlpatterns:
        where = f"/author/{pattern.pattern}"
        for part in ("<slug:slug>", "<slug:name>", "<int:number>"):
            where = where.replace(part, "0" if "int" in part else "imhotep")
        assert client.get(where).status_code == client.post(where).status_code == 404, where


@pytest.mark.django_db
@pytest.mark.urls("tests.checking.author_urls")
def test_a_position_is_framed_in_three_widths_themes_and_languages(client: Client) -> None:
    page = client.get("/author/imhotep/looks/?seed=3&move=9&players=3").content.decode()
    for width in (390, 768, 1440):
        assert f'class="author-frame author-{width}"' in page
    assert page.count("theme=dark&amp;language=de") == 3
    frame = client.get("/author/imhotep/board/?seed=3&move=9&players=3&language=de")
    assert '<html lang="de"' in frame.content.decode()
    assert frame["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in frame["Content-Security-Policy"]
    assert client.get("/author/nonsense/").status_code == 404
    assert client.get("/author/imhotep/stamp/").json()["stamp"] in page


def board(query: str) -> str:
    asked = QueryDict(query)
    with translation.override(asked.get("language", "en")):
        theme = asked.get("theme", "")
        return seats.draw_seat(bench("imhotep", asked), asked, theme=theme)


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
        return seats.ways(choosing, "seed=3&move=2")

    links = [way.get("href", "") for way in ways()["choices"]]
    assert links[0].startswith("?seed=3&move=2&prefix=")
    bread = ways("bread")
    assert bread["giving"]["choice"] == '["bread",{}]'
    assert [crumb["href"] for crumb in bread["crumbs"]] == ["?seed=3&move=2"]


def test_a_game_is_played_by_any_policy() -> None:
    assert board("seed=3&move=4&seat=0&bot=first") != board("seed=3&move=4&seat=0&bot=last")
    with pytest.raises(Http404):
        board("bot=nobody")


def test_numbers_of_players_that_there_are_not_lead_nowhere() -> None:
    with pytest.raises(Http404):
        board("players=9")
    assert rules.players == (2, 3, 4)
