"""A state as a form: what is sent back unchanged is the same state, in every game type."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from games.checking.positions import play
from games.checking.workbench.tree import Node, changed, tree
from games.rules import registry
from games.rules.engine import Rules
from tests.games import camp

#: Django takes no form with more.
MOST_FIELDS = 1000


def fields(nodes: list[Node] | tuple[Node, ...]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if node.inner:
            yield from fields(node.inner)
            yield node.more, ""
        else:
            yield node.path, node.text


@pytest.mark.parametrize("rules", [*registry.all(), camp.rules], ids=lambda rules: rules.slug)
def test_a_state_that_is_sent_back_is_the_same(rules: Rules[Any]) -> None:
    for position in islice(play(rules, rules.players[-1], {}, 1, "random"), 0, 100, 9):
        state = position.game.state
        shown = tree(state)
        sent = dict(fields([*shown.own, *shown.engine]))
        assert len(sent) < MOST_FIELDS
        assert changed(rules, state, sent).save() == position.game.save()
