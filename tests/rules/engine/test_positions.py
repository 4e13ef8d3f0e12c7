"""A package keeps positions and lines of moves; tests and checks begin with them."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from games.checking.positions import positions
from games.rules import example
from games.rules.engine import Rules, RulesError
from games.rules.engine.examine import examine
from games.rules.engine.notebook import Notebook
from games.rules.engine.positions import (
    LINES,
    POSITIONS,
    KeptLine,
    keep_line,
    keep_position,
    names,
    position,
    replayed,
)
from games.rules.engine.testing import play_checked


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rules[Any]]:
    """The example game as a package from outside, which keeps nothing yet."""
    monkeypatch.syspath_prepend(str(tmp_path))
    package = tmp_path / "kept_lanterns"
    package.mkdir()
    (package / "__init__.py").touch()
    source = Path(example.__path__[0]) / "rules.py"
    text = source.read_text().replace("from ..engine", "from games.rules.engine")
    rare = "        game.end_turn(seat)\n"
    assert rare in text
    told = (
        '        if state.points[seat] >= 1000:\n            game.tell("became_rich", seat=seat)\n'
    )
    (package / "rules.py").write_text(text.replace(rare, told + rare))
    yield import_module("kept_lanterns.rules").rules
    for name in [name for name in sys.modules if name.startswith("kept_lanterns")]:
        del sys.modules[name]


def folder(rules: Rules[Any], sort: str) -> Path:
    assert rules.folder is not None
    return rules.folder / sort


def test_a_position_is_kept_by_name_and_is_the_same_game_again(lanterns: Rules[Any]) -> None:
    game = lanterns.new(3, {"bright": True}, bytes(range(32)))
    game.choose(1, game.decisions()[1].choices[0])
    path = keep_position(lanterns, "Late, two amber", game, "One card is laid")
    assert path == folder(lanterns, POSITIONS) / "late-two-amber.json"
    assert names(lanterns, POSITIONS) == ["late-two-amber"]
    for name in ("Late, two amber", "late two amber", "late-two-amber"):
        assert position(lanterns, name).save() == game.save()
    kept = json.loads(path.read_text())
    assert (kept["about"], kept["version"]) == ("One card is laid", 1)
    assert '\n    "deck": [' in path.read_text(), "each field has its line"


def damaged(path: Path, **changed: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))


def test_what_is_wrong_with_a_file_is_said(lanterns: Rules[Any]) -> None:
    with pytest.raises(RulesError, match="keeps no position 'early', there is no positions/early"):
        position(lanterns, "early")
    with pytest.raises(RulesError, match="cannot be called '…'"):
        position(lanterns, "…")
    path = keep_position(lanterns, "early", lanterns.new(2, {}, bytes(32)), "The beginning")
    with pytest.raises(RulesError, match=r"positions/passwd\.json; kept are early"):
        position(lanterns, "../../passwd")
    state = json.loads(path.read_text())["state"]
    for changed, said in (
        ({"version": 2}, "early.json: lanterns 1 cannot read a game of version 2"),
        ({"state": {**state, "lights": []}}, "early.json: the state has no field 'lights'"),
        ({"state": {**state, "die": "six"}}, r"early.json: .* Expected `int`, got `str`.*\.die"),
        ({"state": []}, r"early.json cannot be read: Expected `object`.*\$\.state"),
    ):
        kept = path.read_text()
        damaged(path, **changed)
        with pytest.raises(RulesError, match=said):
            position(lanterns, "early")
        path.write_text(kept)
    path.write_text("{")
    with pytest.raises(RulesError, match=r"early\.json cannot be read"):
        position(lanterns, "early")


def test_a_line_that_could_not_be_read_again_is_not_written(lanterns: Rules[Any]) -> None:
    seed: Any = 7
    with pytest.raises(RulesError, match=r"lines/short\.json cannot be written: .*`bytes`.*seed"):
        keep_line(lanterns, "short", KeptLine("", 2, seed))
    assert names(lanterns, LINES) == []


def test_an_older_position_goes_through_the_migration(
    lanterns: Rules[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lanterns.new(2, {}, bytes(range(32)))
    path = keep_position(lanterns, "old", game, "")
    state = json.loads(path.read_text())["state"]
    damaged(path, state={**state, "cards": state.pop("hands")})
    monkeypatch.setattr(lanterns, "version", 2)
    monkeypatch.setattr(
        lanterns.hooks, "migrate", lambda data, version: {**data, "hands": data.pop("cards")}
    )
    assert position(lanterns, "old").save() == game.save()


def test_a_line_is_replayed_and_a_move_that_is_not_legal_any_more_is_named(
    lanterns: Rules[Any],
) -> None:
    rng = random.Random(3)
    game = lanterns.new(2, {}, bytes(32))
    line = KeptLine("Two evenings", 2, bytes(32))
    for _move in range(8):
        decision = game.decisions()[0]
        choice = rng.choice(decision.choices)
        line.moves.append((decision.seat, choice))
        game.choose(decision.seat, choice)
    path = keep_line(lanterns, "Two evenings", line)
    assert path == folder(lanterns, LINES) / "two-evenings.json"
    assert replayed(lanterns, "two evenings").save() == game.save()
    moves = json.loads(path.read_text())["moves"]
    damaged(path, moves=[*moves[:4], [moves[4][0], ["blue"]], *moves[5:]])
    with pytest.raises(RulesError, match=r'evenings.json: move 5, \["blue"\] of seat \d, is not l'):
        replayed(lanterns, "two evenings")
    damaged(path, players=7)
    with pytest.raises(RulesError, match=r"evenings\.json: no game begins so any more"):
        replayed(lanterns, "two evenings")


@pytest.mark.slow
def test_checks_play_on_from_all_that_is_kept_and_reach_what_is_rare(
    lanterns: Rules[Any],
) -> None:
    before = examine(lanterns)
    assert "events never told: became_rich" in before.warnings
    rich = lanterns.new(2, {}, bytes(32))
    while rich.state.held is None:
        decision = rich.decisions()[0]
        rich.choose(decision.seat, decision.choices[0], hold=True)
    rich.state.points = [1000, 1000]
    keep_position(lanterns, "rich", rich, "Both are rich, and a turn is held")
    keep_line(lanterns, "beginning", KeptLine("Nothing yet", 2, bytes(32)))
    after = examine(lanterns)
    assert after.games == before.games + 2
    assert after.findings == []
    assert not [said for said in after.warnings if "became_rich" in said]
    wheres = {at.where.partition(",")[0] for at in positions(lanterns, 1, 0)}
    assert {"positions/rich.json", "lines/beginning.json"} <= wheres


def test_what_the_last_move_of_a_line_told_has_come_up(lanterns: Rules[Any]) -> None:
    game = lanterns.new(2, {}, bytes(32))
    while game.result() is None:
        decision = game.decisions()[0]
        game.choose(decision.seat, decision.choices[0])
    notes = Notebook()
    play_checked(lanterns, 2, {}, 0, start=game, notes=notes)
    assert notes.reach.events == {event.kind for event in game.events} != set()


@pytest.mark.slow
def test_a_position_that_cannot_be_read_is_a_fault(lanterns: Rules[Any]) -> None:
    path = keep_position(lanterns, "late", lanterns.new(2, {}, bytes(32)), "")
    damaged(path, state={"players": "two"})
    assert [finding.where for finding in examine(lanterns).findings] == [
        "random from positions/late.json"
    ]
