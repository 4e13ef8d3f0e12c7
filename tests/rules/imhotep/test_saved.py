"""Games of the base form that were saved before there were other sides and expansions."""

import base64
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.rules.engine import Game, Json
from games.rules.imhotep import rules

#: One game for every phase: its state, what was shown of it, and how it went on by chance.
SAVED = json.loads((Path(__file__).parent / "saved" / "base.json").read_text(encoding="utf-8"))


def load(saved: Json) -> Game[Any]:
    return rules.load(base64.b85decode(saved["state"]), 1)


def test_every_phase_was_saved() -> None:
    phases = {saved["phase"] for saved in SAVED}
    kinds = {kind for saved in SAVED for _seat, kind, *_rest in saved["decisions"]}
    assert kinds == {
        "take_action",
        "take_market_card",
        "load_stone",
        "load_and_sail",
        "sail_in_order",
        "unload_next",
    }
    assert {"over", *(f"take_action round {number}" for number in range(1, 7))} <= phases
    assert {saved["players"] for saved in SAVED} == {2, 3, 4}


@pytest.mark.parametrize("version", [1, None])
def test_a_saved_game_shows_and_asks_what_it_did(
    version: int | None, subtests: pytest.Subtests
) -> None:
    for saved in SAVED:
        with subtests.test(phase=saved["phase"], players=saved["players"]):
            shows_and_asks_what_it_did(saved, version)


def shows_and_asks_what_it_did(saved: Json, version: int | None) -> None:
    game = rules.load(base64.b85decode(saved["state"]), version)
    view = json.loads(json.dumps(game.view(None)))
    assert {name: view[name] for name in saved["view"]} == saved["view"]
    asked = [[d.seat, d.kind, d.args, d.choices] for d in game.decisions()]
    assert json.loads(json.dumps(asked)) == saved["decisions"]
    assert game.to_move() == saved["to_move"]
    assert game.standing() == saved["standing"]


def test_a_saved_game_goes_on_as_it_would_have(subtests: pytest.Subtests) -> None:
    for saved in SAVED:
        with subtests.test(phase=saved["phase"], players=saved["players"]):
            goes_on_as_it_would_have(saved)


def goes_on_as_it_would_have(saved: Json) -> None:
    game, rest = load(saved), saved["rest"]
    events = list(game.confirm(game.state.held)) if game.state.held is not None else []
    rng = random.Random(7)
    while (result := game.result()) is None:
        decision = game.decisions()[0]
        events += game.choose(decision.seat, rng.choice(decision.choices))
    told = json.dumps([[event.kind, event.data] for event in events], sort_keys=True)
    assert len(events) == rest["number"]
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == rest["events"]
    assert (result.scores, result.ranks) == (rest["scores"], rest["ranks"])
