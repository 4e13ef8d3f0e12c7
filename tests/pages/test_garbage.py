"""What a page is drawn from goes at once: the collector of garbage, which stops everything, need
not look for it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from games.pages.drawing.board import Drawing
from games.pages.drawing.reading import Reading, Whole
from games.pages.drawing.rendering import jinja
from games.rules import registry
from games.rules.engine import Player, Text
from games.words import texts


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


class Thing:
    """What is looked at from afar."""


def test_what_a_template_with_macros_was_given_goes_when_it_is_drawn() -> None:
    source = (
        "{% macro a() %}{{ thing }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ b() }}"
    )
    template = jinja().from_string(source)
    thing = Thing()
    seen = weakref.ref(thing)
    assert "Thing" in template.render(thing=thing)
    del thing
    assert seen() is None


@pytest.mark.parametrize(("slug", "region"), [("bali", "village"), ("imhotep", "pyramid")])
def test_a_drawing_goes_with_the_parts_of_its_regions(slug: str, region: str) -> None:
    rules = registry.get(slug)
    game = rules.new(2, {}, b"1" * 32)
    game.start()
    people = [
        {"seat": seat, "name": name, "to_move": not seat, "score": 0, "bot": False}
        for seat, name in enumerate(["Anna", "Ben"])
    ]
    drawing = Drawing(rules, game.view(0), 0, people, {}, (), ())
    drawn = drawing.regions()
    assert drawing.failed == []
    assert "data-target" in drawn[f"board-{region}"].html  # which has parts
    seen = weakref.ref(drawing)
    del drawing
    assert seen() is None


@pytest.mark.slow
def test_words_leave_nothing_behind() -> None:
    gc.collect()
    text = Text("{player}: {line}", player=Player(1), line=Text("{n}", n=3))
    assert texts.plain(text, ["Anna", "Ben"]) == "Ben: 3"
    assert gc.collect() == 0


def test_a_list_looked_at_as_a_whole_counts_as_read_when_it_is_reached() -> None:
    reading = Reading({"lines": Whole([{"text": "a"}, {"text": "b"}])})
    lines = reading.data["lines"]
    assert type(lines) is Whole
    reading.ends()
    assert reading.still_holds({"lines": Whole([{"text": "a"}, {"text": "b"}])})
    assert not reading.still_holds({"lines": Whole([{"text": "a"}, {"text": "c"}])})
    assert not reading.still_holds({"lines": [{"text": "a"}, {"text": "b"}]})
