"""Positions set up by presses on the board, as ``CONTENTS`` and ``put`` of a table say."""

from __future__ import annotations

from collections.abc import Mapping
from html import unescape
from typing import Any, TypeVar

from games.checking.drawn import players_of
from games.checking.workbench.state_text import BadState, continue_from
from games.pages.choices import Step
from games.pages.drawing.board import Drawing
from games.pages.drawing.regions import panes
from games.rules.engine import Game, Rules, State
from games.words import table_package

S = TypeVar("S", bound=State)


def contents(rules: Rules[Any]) -> Mapping[str, str]:
    """What a place may hold, by name with words; empty if the game type does not say."""
    table = table_package.table(rules)
    found = getattr(table, "CONTENTS", {})
    return found if isinstance(found, Mapping) and hasattr(table, "put") else {}


def put(rules: Rules[S], game: Game[S], place: str, content: str) -> Game[S]:
    """The game with this content at a place; BadState if its table or its rules refuse that."""
    state, table = game.copy().state, table_package.table(rules)
    try:
        table.put(state, place, content)  # type: ignore[union-attr]
    except Exception as error:
        raise BadState(f"{place}: {error}") from error
    return continue_from(rules, state)


def draw(rules: Rules[Any], game: Game[Any], me: int | None, content: str) -> dict[str, Any]:
    """The board on which each place can be pressed, and is in the bar as well."""
    view, players = game.view(me), players_of(game, me)

    def drawing(targets: Mapping[str, Step]) -> Drawing:
        return Drawing(rules, view, me, players, targets, (), ())

    names = {
        unescape(name) for region in drawing({}).regions().values() for name in region.drawn.targets
    }
    steps = {name: Step(name, choice=(name,)) for name in sorted(names)}
    regions = drawing(steps).regions()
    return {
        "regions": regions,
        "panes": panes(rules, regions),
        "prompt": f"Press a place to put there: {contents(rules)[content]}",
        "places": [*steps.values()],
    }
