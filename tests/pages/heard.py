"""What a screen reader gets of a board: Chromium's accessibility tree of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils import translation
from playwright.sync_api import Page

from games.checking import browser as window
from games.checking.drawn import plain_files, regions
from games.checking.findings import Findings
from games.rules import registry
from games.rules.engine import Game
from games.words import table_package

#: Questions after which there is something of everything on a board.
MOVES = 26


class Heard(NamedTuple):
    """One thing in the tree; ``inside``: in which named things it lies, the outermost first."""

    role: str
    name: str
    description: str
    inside: tuple[str, ...]


def game_of(slug: str, players: int, *, everything: bool = False, moves: int = MOVES) -> Game[Any]:
    """A game that was played a little, always the same one; ``everything``: with all expansions."""
    rules = registry.get(slug)
    options = {
        option.name: option.values[-1] if everything else option.default for option in rules.options
    }
    game, rng = rules.new(players, options, bytes(range(32))), random.Random(3)
    for _move in range(moves):
        decision = rng.choice(game.decisions())
        game.choose(decision.seat, decision.sample(rng.choice(decision.choices), rng))
    return game


def board(page: Page, slug: str, game: Game[Any], seat: int | None, language: str = "en") -> None:
    """Shows a board as this seat sees it, with the panels of all players."""
    rules = registry.get(slug)
    table = table_package.table(rules)
    assert table
    with plain_files(), translation.override(language):
        drawn = regions(rules, table, game, seat, Findings(slug))
        page.set_content(window.styled(rules))
        window.show(page, rules, drawn)


def heard(page: Page) -> list[Heard]:
    """All that the tree has, in the order in which it is read."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return list(_below(nodes[0], {node["nodeId"]: node for node in nodes}, ()))


def _below(
    node: dict[str, Any], all_: dict[str, dict[str, Any]], inside: tuple[str, ...]
) -> Iterator[Heard]:
    role, name, description = (
        str(node.get(key, {}).get("value", "")) for key in ("role", "name", "description")
    )
    if not node.get("ignored") and name and role not in ("RootWebArea", "InlineTextBox"):
        yield Heard(role, name, description, inside)
        inside = (*inside, role)
    for child in node.get("childIds", ()):
        if child in all_:
            yield from _below(all_[child], all_, inside)
