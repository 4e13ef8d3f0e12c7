"""A state as text: what is sent back unchanged is the same state, in every game type."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from games.checking.positions import play
from games.checking.workbench.state_text import WIDTH, as_text, read_game
from games.rules import registry
from games.rules.engine import Rules
from tests.games import camp


@pytest.mark.parametrize("rules", [*registry.all(), camp.rules], ids=lambda rules: rules.slug)
def test_a_state_that_is_sent_back_is_the_same(rules: Rules[Any]) -> None:
    for position in islice(play(rules, rules.players[-1], {}, 1, "random"), 0, 100, 9):
        text = as_text(position.game.state)
        assert max(map(len, text.splitlines())) <= 2 * WIDTH, "it can be read and found"
        assert read_game(rules, text).save() == position.game.save()
