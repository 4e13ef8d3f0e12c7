"""What readers get of the boards: names, each once, and no figure in place of one."""

from __future__ import annotations

import re

import pytest
from markupsafe import Markup
from playwright.sync_api import Browser, Page

from games.pages.drawing.accessible_names import hide_drawn_words
from games.rules import registry
from tests.pages.heard import board, game_of, heard

#: What has a name of its own, in place of all that is drawn in it.
NAMED = {"image", "link"}


@pytest.fixture
def page(chromium: Browser) -> Page:
    return chromium.new_page()


def hidden(drawing: str) -> str:
    return str(hide_drawn_words(Markup(drawing)))


class TestDrawnWords:
    def test_are_hidden_in_an_image(self) -> None:
        image = '<g role="img" aria-label="A"><g><text class="a">0</text></g></g><text>1</text>'
        assert hidden(image) == image.replace('"a">', '"a" aria-hidden="true">')

    def test_are_hidden_in_a_choice(self) -> None:
        choice = '<a class="choice" href="?" aria-label="Row 1"><text>1</text><path d="M0 0"/></a>'
        assert hidden(choice) == choice.replace("<text", '<text aria-hidden="true"')

    def test_of_several_parts_are_hidden_as_one(self) -> None:
        image = '<g role="img" aria-label="12"><text><tspan>1</tspan><tspan>2</tspan></text></g>'
        assert hidden(image) == image.replace("<text", '<text aria-hidden="true"')

    def test_that_are_hidden_already_stay_as_they_are(self) -> None:
        image = '<g role="img" aria-label="1"><g aria-hidden="true"><text>1</text></g></g>'
        assert hidden(image) == image
        assert hidden(hidden(image)) == image

    def test_outside_of_a_name_are_read(self) -> None:
        words = '<svg role="group" aria-label="Altar"><text>You see</text><use href="#a"/></svg>'
        assert hidden(words) == words

    @pytest.mark.parametrize("broken", ["</g>", '<g role="img" aria-label="1"><text>1', "<"])
    def test_of_what_is_no_drawing_are_left_alone(self, broken: str) -> None:
        assert hidden(broken).replace(' aria-hidden="true"', "") == broken


EVERY_BOARD = pytest.mark.parametrize("everything", [False, True], ids=["usual", "everything"])
EVERY_TYPE = pytest.mark.parametrize("slug", registry.OWN)


@pytest.mark.browser
@EVERY_BOARD
@EVERY_TYPE
def test_names_are_heard_once_and_short_with_no_figure_in_their_place(
    page: Page, slug: str, everything: bool
) -> None:
    game = game_of(slug, max(registry.get(slug).players), everything=everything)
    board(page, slug, game, game.decisions()[0].seat)
    things = heard(page)
    assert {each.role for each in things} >= NAMED
    within = [each for each in things if NAMED & {*each.inside}]
    assert [each for each in within if each.role == "StaticText"] == []
    assert [each for each in within if "link" in each.inside] == [], "said in the link's name"
    assert [each.name for each in things if "&amp;" in each.name] == []
    named = [each for each in things if each.role in NAMED]
    assert sum(len(each.name) for each in named) / len(named) < 60
    assert [each for each in named if each.description and each.description in each.name] == []


@pytest.mark.browser
class TestBali:
    def test_a_row_is_followed_by_its_cards_from_the_front(self, page: Page) -> None:
        game = game_of("bali", 2, moves=0)
        board(page, "bali", game, None)
        read = [each.name for each in heard(page)]
        rows = [read.index(name) for name in read if " from the front: " in name]
        assert len(rows) == 4
        for number, at in enumerate(rows, 1):
            row, of_it = read[at].rstrip(".").split(" from the front: ")
            first, *others = of_it.split(", ")
            assert row == f"Row {number}"
            assert read[at + 1] == f"Row {number}: {first} in front"
            assert read[at + 2 : at + 2 + len(others)] == others

    def test_what_a_card_does_describes_it(self, page: Page) -> None:
        board(page, "bali", game_of("bali", 2, moves=0), None)
        said = {each.name: each.description for each in heard(page)}
        assert said["Priest"].startswith("Scored: 1 point for each priest")


@pytest.mark.browser
class TestBoraBora:
    PATH = {
        "en": r"(Land|Water) path from \w+ island, \w+, to \w+ island, \w+: needs a \d or higher",
        "de": r"(Land|Wasser)weg: [\w ]+, \w+, bis [\w ]+, \w+; braucht mindestens \d",
    }
    FIELD = {
        "en": r"Field (\d+), row (\d), column (\d)",
        "de": r"Feld (\d+), Zeile (\d), Spalte (\d)",
    }

    @pytest.mark.parametrize("language", ["en", "de"])
    def test_paths_name_their_ends_and_fields_their_places(self, page: Page, language: str) -> None:
        board(page, "bora_bora", game_of("bora_bora", 2), 0, language)
        read = [each.name for each in heard(page)]
        assert len({name for name in read if re.fullmatch(self.PATH[language], name)}) == 20
        places = [re.search(self.FIELD[language], name) for name in read]
        found = {tuple(map(int, place.groups())) for place in places if place}
        assert found == {
            (1 + row + 3 * col, row + 1, col + 1) for row in range(3) for col in range(4)
        }


@pytest.mark.browser
class TestImhotep:
    @pytest.mark.parametrize(
        ("language", "sailed"),
        [("en", r"Boat \d sailed to the \w+"), ("de", r"Boot \d fuhr zu\w+ \w+")],
    )
    def test_boats_that_have_sailed_say_which_they_are(
        self, page: Page, language: str, sailed: str
    ) -> None:
        game = game_of("imhotep", 2)
        away = [boat for boat in game.view(None)["boats"] if boat["site"]]
        assert away
        board(page, "imhotep", game, None, language)
        told = {each.name for each in heard(page) if re.match(sailed, each.name)}
        assert len(told) == len(away)

    def test_what_stands_for_several_choices_says_what_each_does(self, page: Page) -> None:
        game = game_of("imhotep", 2, moves=0)
        board(page, "imhotep", game, game.decisions()[0].seat)
        choices = [each.name for each in heard(page) if each.role == "link"]
        assert choices
        assert [name for name in choices if ": " not in name] == []


@pytest.mark.browser
class TestBomarzo:
    def test_the_workers_of_others_are_counted_in_words(self, page: Page) -> None:
        board(page, "bomarzo", game_of("bomarzo", 2), 0)
        said = [each.name for each in heard(page) if "'s workers: " in each.name]
        assert any(re.search(r": Food \d, Coins \d, Wine \d, ", name) for name in said)
