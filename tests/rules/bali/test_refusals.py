"""What cannot be done now, and why: what is too dear, sold out or guarded."""

from typing import Any

from games.rules.bali.tables import KINDS
from games.rules.engine import Game, Text

from .positions import KENNY, hold, new


def refused(game: Game[Any]) -> dict[tuple[Any, ...], Text]:
    [decision] = game.decisions()
    return {tuple(parts): reason for parts, reason in decision.refusals}


def test_what_is_too_dear_says_what_it_costs() -> None:
    game = new()
    hold(game, KENNY, "shrine", "rice", "rice", stones=0)
    reasons = refused(game)
    assert reasons["play", "shrine"].values == {"n": 7, "stones": 0}
    assert reasons["play", "rice", 2].values == {"n": 1, "stones": 0}
    assert ("play", "rice", 1) not in reasons
    assert {("buy", kind) for kind in KINDS} <= set(reasons)
    assert reasons["buy",].values == {"n": 5, "stones": 0}, "the cheapest"


def test_what_can_be_paid_is_not_refused() -> None:
    game = new()
    hold(game, KENNY, "shrine", "rice", "rice", stones=8)
    assert refused(game) == {}


def test_a_second_purchase_is_refused() -> None:
    game = new()
    hold(game, KENNY, "priest", "rice", "rice", stones=9)
    game.choose(KENNY, ("buy", "rice"))
    assert "bought" in refused(game)["buy",].message


def test_what_is_sold_out_says_so() -> None:
    game = new()
    hold(game, KENNY, "priest", "rice", "rice", stones=9)
    game.state.supply["rice"] = 0
    game.changed()
    assert list(refused(game)) == [("buy", "rice")]


def test_the_row_of_the_demon_is_refused() -> None:
    game = new(demon=True)
    hold(game, KENNY, "stonemason", "rice", "banana")
    game.choose(KENNY, ("play", "stonemason"))
    assert list(refused(game)) == [(0,)]
