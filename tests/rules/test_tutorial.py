"""What docs/writing-a-game.md builds works as it stands there, and docs/reference.md is whole."""

import random
import re
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings

from games.management.commands.newgame import STARTERS
from games.pages.drawing.board import Drawing
from games.pages.drawing.rendering import jinja
from games.rules import engine
from games.rules.engine import Game, Kind, Rules, Text, told
from games.rules.example import rules as lanterns
from games.words import texts

#: What only the service calls of a game type.
FOR_THE_SERVICE = {
    *("best_bot", "check_options", "begin_epoch", "expired", "start"),
    *("can_be_instructed", "level_of", "lists_late", "merges"),
}
DOCS = Path(settings.BASE_DIR) / "docs"


def blocks() -> list[str]:
    """The code in the section about the table."""
    section = (DOCS / "writing-a-game.md").read_text().split("\n## 9.")[1].split("\n## 10.")[0]
    found = re.findall(r"(?:^(?:    .*)?\n)+", section, re.M)
    return [re.sub(r"^    ", "", block, flags=re.M) for block in found if block.strip()]


@pytest.fixture
def table() -> Any:
    code = [block for block in blocks() if "<svg" not in block and "def " in block]
    names: dict[str, Any] = {}
    for block in code:
        exec(compile(block, "docs/writing-a-game.md", "exec"), names)
    return SimpleNamespace(**names)


def test_the_table_of_the_tutorial_says_and_draws_a_whole_game(table: Any) -> None:
    templates = {
        re.search(r'\("(lantern|card)-"', block)[1]: jinja().from_string(block)  # type: ignore[index]
        for block in blocks()
        if "<svg" in block
    }
    tell, rng = texts.telling(["Anna", "Ben", "Cleo"]), random.Random(1)
    game = lanterns.new(3, {}, b"lanterns" * 4)
    said, drawn = set(), ""
    while game.result() is None:
        decision = rng.choice(game.decisions())
        view, asked = game.view(decision.seat), (decision.kind, decision.args)
        said.add(tell(table.prompt(*asked, view, decision.seat)))
        drawing = Drawing(lanterns, view, decision.seat, [], {}, (), ())
        context = {"view": view, "board": table.board(view), "me": decision.seat}
        drawn = "".join(each.render(context, **drawing.tools) for each in templates.values())
        for choice in decision.choices:
            assert isinstance(table.label(*asked, choice, view), Text)
            thing = table.target(*asked, choice)
            assert thing is None or f'data-target="{thing}"' in drawn, thing
        game.choose(decision.seat, rng.choice(decision.choices))
        for event in game.events:
            assert event.kind in table.LINES
            for seat in (0, None):
                line = told(table.LINES, event.kind, event.seen_by(seat))
                said.add("" if line is None else tell(line))
            assert all(f'"{mark}"' in drawn for mark in table.marks(event.kind, event.data))
    assert {"Which lantern do you light?", "Anna laid the highest card."} <= said
    assert "Anna takes a card." in said
    assert any(each.startswith("Anna takes the card ") for each in said)
    assert sorted(templates) == ["card", "lantern"]
    for source in (*game.result().breakdown[0], "objections"):  # type: ignore[union-attr]
        assert tell(table.source(source))


def test_the_reference_names_all_that_an_author_may_use() -> None:
    text = (DOCS / "reference.md").read_text()
    named = set(re.findall(r"[A-Za-z_]\w*", " ".join(re.findall(r"`([^`]+)`", text))))
    assert set(engine.__all__) <= named
    methods = {name for each in (Rules, Game, Kind) for name in dir(each) if name[0] != "_"}
    assert methods - FOR_THE_SERVICE <= named, methods - FOR_THE_SERVICE - named


def test_the_worked_migration_brings_older_games_into_the_new_form() -> None:
    section = (DOCS / "writing-a-game.md").read_text().split("\n## 12.")[1]
    code = section[section.index("def migrate") : section.index("return data") + len("return data")]
    names: dict[str, Any] = {}
    exec(compile(code.replace("\n        ", "\n"), "docs/writing-a-game.md", "exec"), names)
    asked = [{"kind": "choose_prize", "args": [1]}, {"kind": "lay_card", "args": []}]
    old = {"lights": [3], "options": {"bright": True}, "open": asked}
    assert names["migrate"](old, 1) == {
        "lit": [3],
        "options": {"windy": False},
        "open": [{"kind": "take_prize", "args": []}, {"kind": "lay_card", "args": []}],
    }
    assert names["migrate"]({"lit": [3]}, 2) == {"lit": [3]}
    bare: dict[str, Any] = {"options": {}}  # fields at their default are not stored
    assert names["migrate"](bare, 1) == {"lit": [], "options": {"windy": False}}


def test_the_end_of_a_game_without_points_stands_there_as_newgame_writes_it() -> None:
    page = (DOCS / "abstract-games.md").read_text()
    code = (STARTERS / "abstract" / "opener" / "rules.py").read_text()
    turn = code[code.index("@rules.step\n") : code.index("\n\n\n@rules.decision")]
    assert indent(turn, "    ") in page
