"""What is too small for fingers or eyes on a phone is found; our own boards have none of it, which
`check_game --browser` says of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.checking import browser
from games.checking.browser import check_sizes
from games.checking.drawn import Drawn, plain_files, regions
from games.checking.findings import Findings
from games.checking.lessons import Pointed, check_lessons
from games.checking.positions import positions
from games.pages.drawing.rendering import jinja
from games.rules import registry
from games.rules.engine.grids import square_grid
from games.rules.engine.lessons import Lies
from games.words import table_package

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_what_is_too_small_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.get("imhotep")
    small = "<style>.board { width: 150px } main { min-width: 500px }</style>"
    monkeypatch.setattr(browser, "_BODY", browser._BODY + small)
    begun = next(positions(rules, 1, 0))
    samples = [(begun.game, begun.game.decisions()[0].seat, begun.where)]
    found = "\n".join(finding.what for finding in check_sizes(rules, samples))
    assert "px on a phone; a finger needs 44" in found
    assert "px on a phone; eyes need 11" in found
    assert "px wide on a phone of 390" in found


def test_what_the_edge_of_a_drawing_cuts_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.get("bali")
    begun = next(positions(rules, 1, 0))
    samples = [(begun.game, begun.game.decisions()[0].seat, begun.where)]
    assert check_sizes(rules, samples) == []
    shifted = "<style>.board text { translate: 0 30px }</style>"
    monkeypatch.setattr(browser, "_BODY", browser._BODY + shifted)
    found = "\n".join(finding.what for finding in check_sizes(rules, samples))
    assert "px out of its drawing on a phone, whose edge cuts it" in found


GRID = """{% from "kit/heavy.html" import grid_board, grid_hit %}
{% call(cell) grid_board(grid, "The board") %}
<g data-target="cell-{{ cell.name }}"><a class="choice" href="#">{{ grid_hit(cell) }}</a></g>
{% endcall %}"""


def test_a_board_of_many_columns_is_measured_as_the_larger_board_of_a_phone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = registry.get("imhotep")
    begun = next(positions(rules, 1, 0))
    samples = [(begun.game, begun.game.decisions()[0].seat, begun.where)]
    monkeypatch.setattr(browser, "stylesheet", lambda rules: None)

    def found(columns: int) -> str:
        board = jinja().from_string(GRID).render(grid=square_grid(columns))
        monkeypatch.setattr(browser, "regions", lambda *args: {"board": board})
        return "\n".join(finding.what for finding in check_sizes(rules, samples))

    assert [found(8), found(9), found(15)] == ["", "", ""]
    assert "px on a phone, even on the larger board; a finger needs 44" in found(19)
    narrow = "<style>.board { width: 50% }</style>"
    monkeypatch.setattr(browser, "_BODY", browser._BODY + narrow)
    assert "px on a phone; a finger needs 44" in found(8), "fewer columns have room"


def test_panes_are_measured_as_a_phone_shows_them_when_they_are_in_front() -> None:
    rules = registry.get("bomarzo")
    page = browser._body(rules, dict.fromkeys(table_package.regions(rules), ""))
    titles = [title for title, _inside in table_package.panes(rules)]
    assert page.count('<div class="pane is-forward"') == len([*filter(None, titles)])
    assert page.count('<div class="pane-always"') == titles.count("")


def test_what_a_lesson_points_at_and_nobody_sees_on_a_phone_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = registry.get("imhotep")
    [lesson, *_more] = table_package.lessons(rules)
    game = rules.new(lesson.players, rules.check_options({}), lesson.secret)
    pointed = [Pointed(game, ("site-market", "site-temple"), "step 1")]
    assert check_sizes(rules, [], pointed) == []
    hidden = '<style>[data-target="site-temple"] { display: none }</style>'
    monkeypatch.setattr(browser, "_BODY", browser._BODY + hidden)
    [finding] = check_sizes(rules, [], pointed)
    assert finding.what == "it points at 'site-temple', which cannot be seen on a phone"
    assert finding.where == "step 1"


def test_what_lies_elsewhere_than_a_lesson_says_is_named_for_each_size() -> None:
    rules = registry.get("bora_bora")
    [lesson, *_more] = table_package.lessons(rules)
    game = rules.new(lesson.players, rules.check_options({}), lesson.secret)
    true = (
        Lies("field-1", "left"),
        Lies("field-0", "above", ("field-1",)),
        Lies("field-1", "middle", ("field-0", "field-2")),
    )
    assert check_sizes(rules, [], [Pointed(game, (), "step 1", true)]) == []
    wrong = (Lies("field-1", "above", ("field-0",)), Lies("field-1", "right"))
    found = [each.what for each in check_sizes(rules, [], [Pointed(game, (), "step 1", wrong)])]
    assert found == [
        f"{said} {where}"
        for where in ("on a phone", "on a desk")
        for said in (
            "'field-1' does not lie 'above' of 'field-0'",
            "'field-1' does not lie 'right' of its drawing",
        )
    ]


def test_a_thing_whose_name_says_where_it_lies_and_that_lies_elsewhere_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = registry.get("bali")
    begun = next(positions(rules, 1, 0))
    samples = [(begun.game, begun.game.decisions()[0].seat, begun.where)]

    def renamed(*args: Any) -> dict[str, str]:
        names = {"Row 1: ": "Left row: ", "Row 2: ": "Right row: "}
        return {
            name: re.sub("Row [12]: ", lambda found: names[found[0]], html)
            for name, html in regions(*args).items()
        }

    monkeypatch.setattr(browser, "regions", renamed)
    [on_phone, on_desk] = (finding.what for finding in check_sizes(rules, samples))
    assert on_phone.startswith("'Right row: ")
    assert on_phone.endswith("(row-1) lies elsewhere on a phone among those called alike")
    assert on_desk.endswith("on a desk among those called alike")


@pytest.mark.parametrize(
    "slug", [rules.slug for rules in registry.all() if table_package.lessons(rules)]
)
def test_what_our_lessons_and_names_say_of_directions_is_so_at_both_sizes(slug: str) -> None:
    rules, findings = registry.get(slug), Findings(slug)
    table = table_package.table(rules)
    assert table is not None
    every = {option.name: option.values[-1] for option in rules.options}
    most = max(rules.players)
    game = rules.new(most, rules.check_options(every), bytes(32))
    with plain_files():
        drawn = Drawn(rules, table, findings)
        drawn.fixed("help.html")
        steps = check_lessons(rules, table, drawn, findings).pointed
    samples = [(game, game.decisions()[0].seat, "the beginning")]
    assert [each.what for each in check_sizes(rules, samples, steps)] == []
