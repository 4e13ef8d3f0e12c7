"""The hardest turn of a game of offerings: a minimum that each offering raises, paid with goods,
wine in their place and hand cards as virtual goods; then others may copy it for the same and two
wine, each asked in turn, with instructions that last for a season.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from games.rules.engine import (
    Amounts,
    Choice,
    Game,
    IllegalChoice,
    Json,
    Kind,
    Part,
    Rules,
    State,
    Text,
    _,
)
from games.rules.engine.testing import check_no_leak, play_checked

PRINTED = {"dea": {"food": 1, "coin": 1}, "gigante": {"food": 2, "coin": 1}}
REAL = ("food", "coin", "wine")
STANDS_IN = {"wine": ("food", "coin"), "food card": ("food",), "coin card": ("coin",)}


class Park(State):
    season: int = 1
    turns: int = 0
    goods: list[dict[str, int]] = []
    hands: list[list[int]] = []
    deck: list[int] = []
    lying: dict[str, dict[str, int]] = {}
    offered: dict[str, int] = {}  # in this activation, virtual goods at face value
    steps: list[int] = []


rules: Rules[Park] = Rules("park", "Park", Park, players=(3,), package=__name__)


@rules.setup
def setup(game: Game[Park]) -> None:
    state = game.state
    state.goods = [{"food": 4, "coin": 3, "wine": 4} for _seat in range(3)]
    state.deck = list(range(20))
    game.shuffle("deck", state.deck)
    state.hands = [[state.deck.pop() for _card in range(2)] for _seat in range(3)]
    state.lying = {god: dict.fromkeys(REAL, 0) for god in PRINTED}
    state.steps = [0, 0, 0]
    game.then(turn, 0)


@rules.step
def turn(game: Game[Park], seat: int) -> None:
    state = game.state
    if state.turns == 6:
        game.finish([{"steps": steps} for steps in state.steps])
        return
    state.season = 1 + state.turns // 3
    state.turns += 1
    game.ask(seat, Offer)
    game.then(turn, (seat + 1) % 3)


def offering(game: Game[Park], seat: int, god: str) -> Amounts:
    """What lies there and one more of any kind, and at least what is printed on the card."""
    state = game.state
    lying, cards = state.lying[god], len(state.hands[seat])
    return Amounts(
        {**state.goods[seat], "food card": cards, "coin card": cards},
        total=sum(lying.values()) + 1,
        least=[{"food": lying["food"], "coin": lying["coin"]}, PRINTED[god]],
        counts=STANDS_IN,
        together=[(("food card", "coin card"), cards)],
        over=True,
    )


@rules.decision
class Offer(Kind):
    def choices(self, game: Game[Park], seat: int) -> list[Choice]:
        offers = [(god, offering(game, seat, god)) for god in PRINTED]
        return [*((god, amounts) for god, amounts in offers if amounts.possible), ("pass",)]

    def refusals(self, game: Game[Park], seat: int) -> list[tuple[Choice, Text]]:
        too_dear = Text(_("You cannot offer as much as lies there and one more."))
        return [((god,), too_dear) for god in PRINTED if not offering(game, seat, god).possible]

    def chosen(
        self, game: Game[Park], seat: int, god: str, given: dict[str, int] | None = None
    ) -> None:
        if given is None:
            game.tell("passed", seat=seat)
            game.end_turn(seat)
            return
        state = game.state
        for good in REAL:
            state.goods[seat][good] -= given.get(good, 0)
            state.lying[god][good] += given.get(good, 0)
        state.offered = {
            "food": given.get("food", 0) + given.get("food card", 0),
            "coin": given.get("coin", 0) + given.get("coin card", 0),
            "wine": given.get("wine", 0),
        }
        game.tell("offered", seat=seat, god=god, given=given)
        throw(game, seat, given)
        state.steps[seat] += 2
        game.end_turn(seat)
        if state.lying[god]["wine"] < 2:  # else the god sleeps
            for other in ((seat + 1) % 3, (seat + 2) % 3):
                game.then(offer_copy, other, god)


def throw(game: Game[Park], seat: int, given: dict[str, int]) -> None:
    """Hand cards that were used as virtual goods; which ones is asked."""
    for _card in range(given.get("food card", 0) + given.get("coin card", 0)):
        game.ask(seat, Throw)


@rules.decision
class Throw(Kind):
    secret = True
    out_of_turn = True

    def choices(self, game: Game[Park], seat: int) -> list[Choice]:
        return [(card,) for card in sorted(game.state.hands[seat])]

    def chosen(self, game: Game[Park], seat: int, card: int) -> None:
        game.state.hands[seat].remove(card)
        game.state.deck.insert(0, card)
        game.tell("threw", {seat: {"card": card}}, seat=seat)


def copying(game: Game[Park], seat: int) -> Amounts:
    """The same as was offered, without wine in place of other goods, and two wine more."""
    state = game.state
    offered, cards = state.offered, len(state.hands[seat])
    return Amounts(
        {**state.goods[seat], "food card": cards, "coin card": cards},
        least={**offered, "wine": offered["wine"] + 2},
        counts={good: others for good, others in STANDS_IN.items() if good != "wine"},
        together=[(("food card", "coin card"), cards)],
    )


@rules.step
def offer_copy(game: Game[Park], seat: int, god: str) -> None:
    """A seat that can visibly pay is asked; a seat with cards might, so it is asked, too."""
    if game.state.goods[seat]["wine"] >= game.state.offered["wine"] + 2:
        game.ask(seat, Copy, god)


@rules.decision
class Copy(Kind):
    out_of_turn = True

    def choices(self, game: Game[Park], seat: int, god: str) -> list[Choice]:
        price = copying(game, seat)
        return [("copy", price), ("no",)] if price.possible else [("no",)]

    def chosen(
        self, game: Game[Park], seat: int, god: str, what: str, given: dict[str, int] | None = None
    ) -> None:
        if given is not None:
            for good in REAL:
                game.state.goods[seat][good] -= given.get(good, 0)
            game.state.steps[seat] += 2
            throw(game, seat, given)
            game.tell("copied", seat=seat, god=god, given=given)

    def instructions(self, view: Json) -> list[Choice]:
        return [("never", view["season"]), *(("copy", god) for god in PRINTED)]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Part
    ) -> Choice | None:
        if instruction[0] == "never":
            return ("no",)
        if args != (instruction[1],):
            return None
        listed = choices[0]
        return ("copy", listed[1].example()) if listed[0] == "copy" else None

    def expires(self, instruction: Choice, view: Json) -> bool:
        return instruction[0] == "never" and bool(view["season"] > instruction[1])


@rules.view
def view(game: Game[Park], seat: int | None) -> Json:
    state = game.state
    return {
        "season": state.season,
        "goods": state.goods,
        "cards": [len(hand) for hand in state.hands],
        "hand": sorted(state.hands[seat]) if seat is not None else None,
        "lying": state.lying,
        "offered": state.offered,
        "steps": state.steps,
    }


@rules.resample
def resample(game: Game[Park], seat: int | None, rng: Any) -> None:
    state = game.state
    others = [hand for i, hand in enumerate(state.hands) if i != seat]
    unknown = [*state.deck, *(card for hand in others for card in hand)]
    rng.shuffle(unknown)
    for hand in others:
        hand[:] = [unknown.pop() for _card in hand]
    state.deck = unknown


def new() -> Game[Park]:
    return rules.new(3, {}, b"park" * 8)


def offer(game: Game[Park], god: str, **given: int) -> None:
    decision = game.decisions()[0]
    assert decision.kind == "offer"
    game.choose(decision.seat, (god, {name.replace("_", " "): n for name, n in given.items()}))


def let_all_pass(game: Game[Park]) -> None:
    while game.decisions()[0].kind == "copy":
        game.choose(game.decisions()[0].seat, ("no",))


class TestRaisedMinimum:
    def test_the_first_pays_what_is_printed_and_the_next_all_that_lies_there_and_one(self) -> None:
        game = new()
        offer(game, "dea", food=1, coin=1)
        let_all_pass(game)
        god, specification = game.decisions()[0].choices[0]
        assert god == "dea"
        assert specification.example() == {"food": 2, "coin": 1}
        with pytest.raises(IllegalChoice, match="all together: at least 3, not 2"):
            offer(game, "dea", food=1, coin=1)
        offer(game, "dea", food=1, wine=2)
        assert game.state.lying["dea"] == {"food": 2, "coin": 1, "wine": 2}

    def test_two_wine_put_the_god_to_sleep_and_nobody_may_copy(self) -> None:
        game = new()
        offer(game, "dea", wine=2)
        assert game.decisions()[0].kind == "offer"

    def test_virtual_goods_pay_but_do_not_lie_there(self) -> None:
        game = new()
        offer(game, "gigante", food=1, food_card=1, coin_card=1)
        assert game.state.lying["gigante"] == {"food": 1, "coin": 0, "wine": 0}
        assert [d.kind for d in game.decisions()] == ["throw"]
        for _card in range(2):
            game.choose(0, game.decisions()[0].choices[0])
        assert game.state.hands[0] == []
        let_all_pass(game)
        # One food lies there: two of anything, but never less than what is printed.
        with pytest.raises(IllegalChoice, match="food and coin: at least 3, not 2"):
            offer(game, "gigante", wine=1, food=1)

    def test_each_card_is_one_virtual_good_only(self) -> None:
        with pytest.raises(IllegalChoice, match="food card and coin card: at most 2, not 3"):
            offer(new(), "gigante", food_card=2, coin_card=1)

    def test_overpaying_is_legal_and_never_proposed(self) -> None:
        game = new()
        assert game.decisions()[0].choices[0][1].example() == {"food": 1, "coin": 1}
        offer(game, "dea", food=4, coin=3)
        let_all_pass(game)
        assert [parts for parts, _reason in game.decisions()[0].refusals] == []
        assert game.decisions()[0].choices[0][1].example() == {"food": 4, "coin": 3, "wine": 1}

    def test_what_cannot_be_paid_is_refused_with_its_reason(self) -> None:
        game = new()
        game.state.goods[0] = {"food": 0, "coin": 0, "wine": 1}
        game.state.hands[0] = []
        game.changed()
        decision = game.decisions()[0]
        assert decision.choices == [("pass",)]
        assert [parts for parts, _reason in decision.refusals] == [("dea",), ("gigante",)]


class TestCopies:
    def test_others_are_asked_in_turn_and_pay_the_same_and_two_wine(self) -> None:
        game = new()
        offer(game, "dea", food=1, coin=1, wine=1)
        assert [(d.seat, d.kind) for d in game.decisions()] == [(1, "copy")]
        with pytest.raises(IllegalChoice, match="wine: at least 3, not 2"):
            game.choose(1, ("copy", {"food": 1, "coin": 1, "wine": 2}))
        with pytest.raises(IllegalChoice, match="a food could be left out"):
            game.choose(1, ("copy", {"food": 2, "coin": 1, "wine": 3}))
        game.choose(1, ("copy", {"food": 1, "coin": 1, "wine": 3}))
        assert game.state.steps == [2, 2, 0]
        assert [(d.seat, d.kind) for d in game.decisions()] == [(2, "copy")]

    def test_a_copy_may_be_paid_with_virtual_goods(self) -> None:
        game = new()
        offer(game, "dea", food=1, coin=1)
        game.choose(1, ("copy", {"food card": 1, "coin": 1, "wine": 2}))
        assert game.decisions()[0].kind == "throw"
        assert game.decisions()[0].seat == 1

    def test_instructions_tell_gods_apart_and_end_with_the_season(self) -> None:
        game = new()
        offer(game, "dea", food=1, coin=1)
        copy, seen = game.decisions()[0], game.view(1)
        assert copy.asks.instructions(seen) == [("never", 1), ("copy", "dea"), ("copy", "gigante")]
        assert copy.instructed(("never", 1), seen) == ("no",)
        assert copy.instructed(("copy", "gigante"), seen) is None
        assert copy.instructed(("copy", "dea"), seen) == ("copy", {"food": 1, "coin": 1, "wine": 2})
        assert not copy.asks.expires(("never", 1), seen)
        assert copy.asks.expires(("never", 1), {**seen, "season": 2})

    def test_whoever_holds_cards_is_asked_whether_it_can_pay_or_not(self) -> None:
        game = new()
        game.state.goods[1] = {"food": 0, "coin": 0, "wine": 2}
        offer(game, "dea", food=4, coin=3)
        decision = game.decisions()[0]
        assert (decision.seat, decision.choices) == (1, [("no",)])
        for seed in range(5):
            check_no_leak(game, random.Random(seed))


@pytest.mark.parametrize("seed", range(5))
def test_random_games_pass_every_check(seed: int) -> None:
    game = play_checked(rules, 3, {}, seed, thorough=True)
    assert game.state.turns == 6
