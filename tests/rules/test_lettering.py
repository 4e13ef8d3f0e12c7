"""No letters on a board are squeezed, and none of our own words is cut off: of every type, in all
its forms and in every language, all through games by chance."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.utils.translation import override

from games.rules import registry
from tests.rules.drawing import NAMES, drawing, html
from tests.rules.played import forms

#: Of so many choices the board after one is looked at.
EVERY = 9
TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def boards(slug: str, language: str) -> Iterator[str]:
    rules = registry.get(slug)
    rng = random.Random(7)
    with override(language):
        for players in (min(rules.players), max(rules.players)):
            for options in forms(rules):
                game = rules.new(players, rules.check_options(options), rng.randbytes(32))
                number = 0
                while game.result() is None:
                    decision = rng.choice(game.decisions())
                    if number % EVERY == 0:
                        yield html(drawing(game, decision.seat))
                    game.choose(decision.seat, decision.sample(rng.choice(decision.choices), rng))
                    number += 1
                yield html(drawing(game, None))


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", registry.OWN)
def test_words_on_a_board_have_their_room(slug: str, language: str) -> None:
    cut, count = set[str](), 0
    for board in boards(slug, language):
        assert "textLength" not in board
        count += 1
        words = {unescape(text).strip() for text in TEXT.findall(board)}
        cut |= {text for text in words if _is_cut(text)}
    assert count > 20
    assert cut == set()


def _is_cut(text: str) -> bool:
    """But for names, and numbers that go on."""
    start = text.removesuffix("…")
    return start not in (text, "") and not (
        start.isdigit() or any(name.startswith(start) for name in NAMES)
    )
