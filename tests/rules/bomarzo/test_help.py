"""The help promises what the rules do: its figures are theirs, and every ruling stands in it."""

from __future__ import annotations

import re
from html import unescape

import pytest

from games.pages.drawing.rendering import fixed
from games.rules.bomarzo.reconstructed import (
    ABILITIES,
    CONFIDENCE,
    MOSSY,
    SPOTS,
    TILES,
)
from games.rules.bomarzo.rulings import DIFFERENT, RULINGS
from games.rules.bomarzo.table import FIRST_STEPS
from games.rules.bomarzo.table.board import FACES
from games.rules.bomarzo.table.names import EXTRAS, SYMBOLS, TEMPLES
from games.rules.bomarzo.table.names import TRACKS as TRACK_NAMES
from games.rules.bomarzo.tables import (
    ACTIVE,
    DEITIES,
    PLACES,
    TEMPLE_POINTS,
)


@pytest.fixture(scope="module")
def page() -> str:
    """The help in English, with plain spaces."""
    return " ".join(unescape(fixed("bomarzo/help.html")).split())


def part(page: str, anchor: str) -> str:
    """From an anchor up to the next heading, without tags."""
    after = page[page.index(f'id="help-{anchor}"') :]
    end = re.search(r"<h3|</section>", after)
    assert end
    return " ".join(re.sub(r"<[^>]*>", " ", after[: end.start()]).split())


def rows(page: str, label: str) -> list[list[str]]:
    """The rows of a table, heads of rows included."""
    body = page[page.index(f'aria-label="{label}"') :].partition("</table>")[0]
    body = body.partition("<tbody>")[2]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("<tr>")[1:]]
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in row] for row in cells]


def asked(cost: tuple[int, int, int]) -> str:
    food, coin, anything = cost
    said = [f"{food} food"] * bool(food) + [f"{coin} coin" + "s" * (coin > 1)] * bool(coin)
    said += [f"{anything} good of any kind"] * bool(anything)
    return " and ".join(said) or "nothing"


def test_every_ruling_stands_where_a_player_may_ask(page: str) -> None:
    for place, sentences in RULINGS.items():
        anchors = [f"{kind}-{place}" for kind in ("ruling", "ability", "deity")]
        there = " ".join(part(page, anchor) for anchor in anchors if f'id="help-{anchor}"' in page)
        for sentence in sentences:
            assert sentence in there, place


def test_what_differs_and_what_the_rulebook_is_silent_on_are_two_lists(page: str) -> None:
    differences, silent = part(page, "differences"), part(page, "chapter-rulings")
    assert all(sentence in differences for sentence in DIFFERENT)
    ruled = [sentence for sentences in RULINGS.values() for sentence in sentences]
    assert [sentence for sentence in ruled if sentence not in silent] == []
    assert not set(DIFFERENT) & set(ruled)


def test_all_cards_are_listed_as_they_are(page: str) -> None:
    listed = rows(page, "The cards")
    assert len(listed) == 45
    for (name, symbols, first, temple, worship, second, extra), face in zip(
        listed, FACES.values(), strict=True
    ):
        assert name == f"{face.name} → {face.upgraded}"
        assert symbols == " / ".join(SYMBOLS[symbol] for symbol in face.symbols)
        for said, steps in ((first, face.first), (second, face.second)):
            assert said == ", ".join(f"{TRACK_NAMES[track]} {n}" for track, n in steps)
        assert (temple, int(worship)) == (TEMPLES[face.temple], face.worship)
        assert extra == (EXTRAS[face.extra].partition(":")[0] if face.extra else "–")


def test_the_first_steps_say_nothing_false() -> None:
    """A pawn comes at the step alone, and the first caller pays what is printed."""
    said = " ".join(words for *_shown, words in FIRST_STEPS)
    assert "bring goods, pawns and cards in each season" not in said
    assert "more than lies on it" not in said


def test_every_figure_that_was_reconstructed_is_named(page: str) -> None:
    for name, sentence in CONFIDENCE.items():
        assert sentence in part(page, f"figure-{name}")


def test_each_thing_has_an_anchor_of_its_own(page: str) -> None:
    anchors = re.findall(r'id="help-([^"]+)"', page)
    assert len(set(anchors)) == len(anchors)
    wanted = {f"deity-{name}" for name in DEITIES} | {f"ability-{name}" for name in ABILITIES}
    assert wanted | {f"season-{colour}" for colour in TILES} <= set(anchors)


@pytest.mark.parametrize("name", DEITIES)
def test_the_costs_of_deities_are_those_of_the_rules(page: str, name: str) -> None:
    said = part(page, f"deity-{name}")
    assert f"Asks, awake: {asked(ACTIVE[name])}. Mossy: {asked(MOSSY[name])}." in said


def test_tables_are_those_of_the_rules(page: str) -> None:
    places = [
        tuple(int(n.replace("–", "0")) for n in row[1:])
        for row in rows(page, "Points of the deities")
    ]
    assert [places[i] for i in (0, 0, 0, 1, 1, 2, 2, 3)] == list(PLACES)
    assert "space 4, 7 or 10" in page
    assert SPOTS == (4, 7, 10)
    assert "1 point for three, 2 for four, 4 for all five" in page
    assert TEMPLE_POINTS == (0, 0, 0, 1, 2, 4)
    assert "4 white ones and 2 of each other colour" in page
    assert TILES == {"white": 4, "black": 2, "green": 2, "yellow": 2, "brown": 2}
