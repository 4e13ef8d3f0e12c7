"""The choices of a tree in words, and the rows of its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import msgspec
from django.utils.translation import get_language

from games.errors import GameError
from games.game_cache import cache
from games.lines.lines import Thought
from games.pages.choices import encoded
from games.pages.table.view.choosing import Choosing
from games.trees.tree import Node
from games.words import texts


class TreeRow(TypedDict):
    """A row of the drawing of a tree, as ``games/tree.html`` takes it.

    ``indent``: how many times the tree has branched off there. ``drew``: chance or something hidden
    decided it. ``possible``: the rules still allow it. ``href``: the address of the position, where
    it has one; without, it is reached by a form's button.
    """

    id: int
    seat: int
    name: str
    text: str
    indent: int
    note: str
    here: bool
    on_path: bool
    drew: bool
    possible: bool
    href: str


class Facts(msgspec.Struct, frozen=True):
    """What is said of a node: its choice in words, and whether chance decided it."""

    text: str
    drew: bool
    possible: bool


def tree_rows(thought: Thought, *, notes: bool, link: str = "") -> list[TreeRow]:
    """The rows of a line's tree; with ``link`` each has an address that begins so."""
    people = texts.seat_names(thought.seats)
    path = {node.id for node in thought.tree.path(thought.at)}
    rows: list[TreeRow] = []
    for node, indent in thought.tree.rows():
        facts = node_facts(thought, node, people)
        rows.append(
            {
                "id": node.id,
                "seat": node.seat,
                "name": people[node.seat] if node.seat < len(people) else "",
                "text": facts.text,
                "indent": indent,
                "note": node.note if notes else "",
                "here": node.id == thought.at,
                "on_path": node.id in path,
                "drew": facts.drew,
                "possible": facts.possible,
                "href": f"{link}{node.id}" if link else "",
            }
        )
    return rows


def node_facts(thought: Thought, node: Node, people: Sequence[str]) -> Facts:
    """What is said of a node; cached, as the rules need a moment for each."""
    path = thought.tree.path(node.id)
    steps = encoded([part for step in path for part in (step.seat, step.draw, *step.choice)])
    name = "node", node.id, steps, tuple(people), get_language()

    def find() -> Facts:
        try:
            return _facts(thought, node, people)
        except GameError:  # the rules have changed since
            return Facts(" ".join(map(str, node.choice)), drew=False, possible=False)

    return cache.get_or_make(thought.cache_id, name, find, lambda facts: 900 + len(facts.text))


def _facts(thought: Thought, node: Node, people: Sequence[str]) -> Facts:
    before = thought.reach(node.parent).game
    decision = before.decision(node.seat)
    drew = thought.reach(node.id).played[-1].drew
    if decision is None:
        return Facts("", drew, possible=True)
    rules = thought.game.rules
    choosing = Choosing(rules, decision, before.view(node.seat), list(people))
    return Facts(choosing.label(tuple(node.choice)), drew, possible=True)
