"""Faults that one way of playing alone meets are found: each way plays every game type."""

from __future__ import annotations

import gc
import random
from types import FunctionType, ModuleType
from typing import Any

import pytest

from games.rules.engine import Choice, Game, Json, Kind, Rules, Seen, Shuffler, State, examine
from games.rules.engine.play import ask_bot

TURNS = 8


class Purse(State):
    done: list[str] = []
    coins: int = 0
    deck: list[int] = []


rules = Rules("purse", "Purse", Purse, players=(2,), package=__name__)


@rules.setup
def setup(game: Game[Purse]) -> None:
    game.state.deck = list(range(20))
    game.shuffle("deck", game.state.deck)
    game.then(turn, 0)


@rules.step
def turn(game: Game[Purse], seat: int) -> None:
    if len(game.state.done) < 2 * TURNS:
        game.ask(seat, Act)
        game.then(turn, 1 - seat)
        return
    if len(set(game.state.done)) == 1:
        raise RuntimeError(f"nothing but {game.state.done[0]}")
    game.finish([{"coins": 0}, {"coins": 0}])


@rules.decision
class Act(Kind):
    prompt = "Do something"

    def choices(self, game: Game[Purse], seat: int) -> list[Choice]:
        return [("first",), ("clever",), ("hoard",), ("spend",), ("last",)]

    def chosen(self, game: Game[Purse], seat: int, what: str) -> None:
        game.state.done.append(what)
        game.state.coins += what == "hoard"
        game.end_turn(seat)


@rules.view
def view(game: Game[Purse], seat: int | None) -> Json:
    return {"coins": game.state.coins, "deck": len(game.state.deck)}


@rules.resample
def resample(game: Game[Purse], seat: int | None, rng: Shuffler) -> None:
    rng.shuffle(game.state.deck)


@rules.bot
def clever(seen: Seen) -> Choice:
    return ("clever",)


def test_each_way_to_play_meets_what_it_alone_meets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "_check_processes", lambda *args: None)
    found = examine.examine(rules).findings
    assert [(each.what.partition(" (")[0], each.where.rpartition("; ")[2]) for each in found] == [
        (f"RulesError: purse: RuntimeError: nothing but {what}", policy)
        for policy, what in (
            ("first", "first"),
            ("last", "last"),
            ("hoarder", "hoard"),
            ("clever", "clever"),
        )
    ]


def test_nothing_that_a_bot_is_given_leads_to_the_real_game() -> None:
    game = rules.new(2, {}, b"purse" * 8)
    reached: list[Any] = []

    def curious(seen: Seen) -> Choice:
        assert len(seen.view) == 2
        assert seen.sample().state.deck != game.state.deck
        waiting = [seen]
        known = {id(seen)}
        while waiting:
            for each in gc.get_referents(waiting.pop()):
                if id(each) in known or isinstance(each, type | ModuleType | FunctionType):
                    continue
                known.add(id(each))
                reached.append(each)
                waiting.append(each)
        return seen.choices[0]

    ask_bot(curious, game, game.decisions()[0], random.Random(1))
    assert any(isinstance(each, Game) for each in reached), "a game that was dealt anew"
    assert not [each for each in reached if each is game or each is game.state]
    assert game.state.deck not in [each for each in reached if isinstance(each, list)]
