"""What is too small for fingers or eyes on a phone is found, and our own boards have none of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.checking import browser
from games.checking.browser import check_sizes
from games.checking.positions import positions
from games.rules import registry
from games.rules.engine import Game

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def samples(slug: str) -> list[tuple[Game[Any], int, str]]:
    """The first position with each kind of question in each game."""
    return [
        (position.game.copy(), position.game.decisions()[0].seat, position.where)
        for position in positions(registry.get(slug), 1, 0)
        if position.first and position.game.decisions()
    ]


@pytest.mark.parametrize("slug", registry.OWN)
def test_our_own_boards_are_large_enough(slug: str) -> None:
    assert check_sizes(registry.get(slug), samples(slug)) == []


def test_what_is_too_small_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.get("imhotep")
    small = "<style>.board { width: 150px } main { min-width: 500px }</style>"
    monkeypatch.setattr(browser, "_PAGE", browser._PAGE + small)
    found = "\n".join(finding.what for finding in check_sizes(rules, samples("imhotep")[:1]))
    assert "px on a phone; a finger needs 44" in found
    assert "px on a phone; eyes need 11" in found
    assert "px wide on a phone of 390" in found
