"""What is too small for fingers or eyes on a phone is found; our own boards have none of it, which
`check_game --browser` says of them."""

from __future__ import annotations

import pytest

from games import words
from games.checking import browser
from games.checking.browser import check_sizes
from games.checking.lessons import Pointed
from games.checking.positions import positions
from games.rules import registry

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


def test_panes_are_measured_as_a_phone_shows_them_when_they_are_in_front() -> None:
    rules = registry.get("bomarzo")
    page = browser._body(rules, dict.fromkeys(words.regions(rules), ""))
    titles = [title for title, _inside in words.panes(rules)]
    assert page.count('<div class="pane is-forward"') == len([*filter(None, titles)])
    assert page.count('<div class="pane-always"') == titles.count("")


def test_what_a_lesson_points_at_and_nobody_sees_on_a_phone_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = registry.get("imhotep")
    [lesson, *_more] = words.lessons(rules)
    game = rules.new(lesson.players, rules.check_options({}), lesson.secret)
    pointed = [Pointed(game, ("site-market", "site-temple"), "step 1")]
    assert check_sizes(rules, [], pointed) == []
    hidden = '<style>[data-target="site-temple"] { display: none }</style>'
    monkeypatch.setattr(browser, "_BODY", browser._BODY + hidden)
    [finding] = check_sizes(rules, [], pointed)
    assert finding.what == "it points at 'site-temple', which cannot be seen on a phone"
    assert finding.where == "step 1"
