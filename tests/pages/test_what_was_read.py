"""What is read while something is drawn, and whether other data would be read alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.pages.drawing.reading import Reading
from games.pages.drawing.rendering import jinja

DATA = {"me": 0, "view": {"phase": "huts", "dice": [1, 2], "seats": [{"name": "Anna"}, {}]}}


def other(**changed: Any) -> dict[str, Any]:
    return {**DATA, "view": {**DATA["view"], **changed}}  # type: ignore[dict-item]


def read(ask: Callable[[Any], object], data: Any = DATA) -> Reading:
    reading = Reading(data)
    ask(reading.data)
    reading.ends()
    return reading


@pytest.mark.parametrize(
    ("ask", "same", "different"),
    [
        (lambda data: data["view"]["phase"], other(dice=[]), other(phase="dice")),
        (lambda data: list(data["view"]["dice"]), other(phase=""), other(dice=[1, 3])),
        (lambda data: len(data["view"]["seats"]), other(seats=[{}, {}]), other(seats=[{}])),
        (lambda data: data["view"]["seats"][0].name, other(dice=[]), other(seats=[{"name": "B"}])),
        # What was looked for in vain, by a template's name, by a thing's, and beyond a list's end.
        (lambda data: data.get("told"), {**DATA, "more": 1}, {**DATA, "told": 0}),
        (lambda data: data["view"].get("told"), other(more=1), other(told=None)),
        (lambda data: _missing(data["view"], "told"), other(more=1), other(told=None)),
        (lambda data: _missing(data["view"]["seats"], 2), other(dice=[]), other(seats=[{}] * 3)),
        # What was there and is not any more.
        (lambda data: data["view"]["phase"], other(), {**DATA, "view": {}}),
        (lambda data: data["view"]["seats"][1].get("name"), other(), other(seats=[{}])),
        # The same number, and yet another thing.
        (lambda data: data["me"], other(), {**DATA, "me": False}),
        (lambda data: data["view"]["phase"], other(), {**DATA, "view": ["phase"]}),
        (lambda data: sorted(data["view"]), other(phase=1), other(more=1)),
    ],
)
def test_it_holds_where_all_that_was_read_is_the_same(
    ask: Callable[[Any], object], same: Any, different: Any
) -> None:
    reading = read(ask)
    assert reading.still_holds(DATA)
    assert reading.still_holds(same)
    assert not reading.still_holds(different)


def _missing(data: Any, key: Any) -> None:
    with pytest.raises((KeyError, IndexError)):
        data[key]


@pytest.mark.parametrize("source", ["{{ view.told }}", "{{ told }}", "{{ view.seats[1].name }}"])
def test_what_a_template_has_looked_for_in_vain_is_seen_when_it_is_there(source: str) -> None:
    template = jinja().from_string(source)
    reading = read(lambda data: template.render(more_=data))
    assert reading.still_holds(DATA)
    there = {**other(told=1, seats=[{"name": "Anna"}, {"name": "Ben"}]), "told": 1}
    assert not reading.still_holds(there)


@pytest.mark.parametrize("data", [{}, {"items": 1}])
def test_what_is_not_there_is_nothing(data: Any) -> None:
    source = "{{ thing.name }}|{{ thing.name is defined }}|{{ thing.items() | list | length }}"
    drawn = jinja().from_string(source).render(thing=data)
    assert drawn == f"|False|{len(data)}"
