"""Amounts as one part of a choice: what may be paid, the cheapest, a fair sample, all of them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations, product
from typing import Any

import msgspec
import pytest

from games.rules.engine import Amounts, Choice, Game, IllegalChoice, Kind, Rules, RulesError, State
from games.rules.engine.play import Seen, first_choice, random_choice
from games.rules.engine.testing import check_no_leak

OFFERING = Amounts(
    {"food": 3, "coin": 2, "wine": 2},
    least={"food": 2, "coin": 1},
    total=4,
    counts={"wine": ("food", "coin")},
    over=True,
)


def refused(amounts: Amounts, answer: object) -> str:
    with pytest.raises(IllegalChoice) as error:
        amounts.check(answer)
    return str(error.value)


class TestWhatMayBeGiven:
    def test_a_plain_total_is_exact(self) -> None:
        amounts = Amounts({"wood": 3, "salt": 2}, total=4, least={"salt": 1})
        assert amounts.expand() == [{"wood": 2, "salt": 2}, {"wood": 3, "salt": 1}]
        assert "all together: at least 4, not 3" in refused(amounts, {"wood": 2, "salt": 1})
        assert "a wood could be left out" in refused(amounts, {"wood": 3, "salt": 2})
        assert "wood may be 0 to 3, not 4" in refused(amounts, {"wood": 4})
        assert "no 'gold' to give, only wood, salt" in refused(amounts, {"gold": 1})

    def test_goods_of_the_wrong_type_are_refused(self) -> None:
        wrong: object
        for wrong in (True, 1.0, "1", None, -1):
            assert "wood may be 0 to 3" in refused(Amounts({"wood": 3}, total=1), {"wood": wrong})
        for wrong in (3, "wood", ["wood"], None):
            assert "an object such as {'wood': 1}" in refused(Amounts({"wood": 3}, total=1), wrong)

    def test_the_answer_is_kept_in_the_order_of_the_goods_without_zeros(self) -> None:
        given = OFFERING.check({"wine": 1, "coin": 0, "food": 3})
        assert list(given.items()) == [("food", 3), ("wine", 1)]

    def test_wine_stands_in_for_what_is_missing(self) -> None:
        assert OFFERING.check({"food": 1, "coin": 1, "wine": 2})
        assert OFFERING.check({"food": 2, "wine": 2})
        few = msgspec.structs.replace(OFFERING, total=0)
        assert refused(few, {"food": 1, "coin": 1}) == "food: at least 2, not 1"
        assert refused(few, {"food": 1, "wine": 1}) == "food and coin: at least 3, not 2"

    def test_a_raised_minimum_and_the_printed_cost_are_met_by_the_same_payment(self) -> None:
        both = Amounts(
            {"food": 3, "coin": 3}, least=[{"food": 1, "coin": 1}, {"food": 2}], over=True
        )
        assert both.check({"food": 2, "coin": 1})
        assert refused(both, {"food": 2})
        assert refused(both, {"food": 1, "coin": 1})
        assert both.example() == {"food": 2, "coin": 1}

    def test_what_is_worth_more_may_be_overpaid_but_not_needlessly(self) -> None:
        purse = Amounts({"silver": 2, "gold": 3}, total=5, worth={"gold": 3})
        assert purse.expand() == [{"gold": 2}, {"silver": 2, "gold": 1}]
        exact = msgspec.structs.replace(purse, up_to=5)
        assert exact.expand() == [{"silver": 2, "gold": 1}]

    def test_up_to_allows_anything_below(self) -> None:
        pips = Amounts({"status": 9, "hut": 9}, up_to=3, worth={"hut": 2})
        assert pips.count == 6
        assert pips.check({}) == {}

    def test_some_goods_share_a_limit(self) -> None:
        cards = Amounts(
            {"food card": 2, "coin card": 2}, together=[(("food card", "coin card"), 2)]
        )
        assert msgspec.structs.replace(cards, over=True).count == 6
        assert "food card and coin card: at most 2, not 4" in refused(
            msgspec.structs.replace(cards, over=True), {"food card": 2, "coin card": 2}
        )

    def test_what_cannot_be_paid_is_said(self) -> None:
        assert not Amounts({"wood": 3}, total=4).possible
        assert not Amounts({"a": 2, "b": 2}, total=3, together=[(("a", "b"), 2)]).possible
        with pytest.raises(RulesError, match="nothing that can be given"):
            Amounts({"wood": 3}, total=4).example()

    def test_the_specification_is_plain_data(self) -> None:
        assert OFFERING.data() == {
            "amounts": {
                "of": {"food": 3, "coin": 2, "wine": 2},
                "least": [{"food": 2, "coin": 1}],
                "total": 4,
                "counts": {"wine": ["food", "coin"]},
                "over": True,
            }
        }


def of_chance(rng: random.Random) -> Amounts:
    """Some specification with every word in it now and then."""
    goods = ["food", "coin", "wine", "card"][: rng.randrange(1, 5)]
    words: dict[str, Any] = {"over": rng.random() < 0.5}
    if rng.random() < 0.7:
        words["total"] = rng.randrange(6)
    if rng.random() < 0.3:
        words["up_to"] = rng.randrange(8)
    if rng.random() < 0.6:
        words["least"] = {"food": rng.randrange(3), "coin": rng.randrange(3)}
    if rng.random() < 0.2:
        words["least"] = [{"food": 1, "coin": 2}, {"food": 2}]
    if rng.random() < 0.6:
        words["counts"] = {"wine": ("food", "coin"), "card": ("food",)}
    if rng.random() < 0.4:
        words["worth"] = {"coin": 2, "wine": 3}
    if rng.random() < 0.4:
        words["together"] = [(("wine", "card"), rng.randrange(4))]
    return Amounts({good: rng.randrange(4) for good in goods}, **words)


def covers(amounts: Amounts, given: dict[str, int], least: dict[str, int]) -> bool:
    """Whether the goods can be dealt out to the demands, by trying every order of them."""
    for order in set(
        permutations([good for good, number in given.items() for _i in range(number)])
    ):
        left = dict(least)
        for good in order:
            for wanted in (good, *amounts.counts.get(good, ())):
                if left.get(wanted):
                    left[wanted] -= 1
                    break
        if not any(left.values()):
            return True
    return not any(least.values())


def legal(amounts: Amounts) -> list[dict[str, int]]:
    """Every legal answer by trying them all, from the words of the specification alone."""

    def fulfils(given: dict[str, int]) -> bool:
        worth = sum(amounts.worth.get(good, 1) * number for good, number in given.items())
        one: Any = amounts.least
        least = [one] if isinstance(one, dict) else one
        return (
            worth >= amounts.total
            and (amounts.up_to is None or worth <= amounts.up_to)
            and all(sum(given.get(g, 0) for g in some) <= most for some, most in amounts.together)
            and all(covers(amounts, given, each) for each in least)
        )

    found = []
    for numbers in product(*(range(most + 1) for most in amounts.of.values())):
        given = {good: n for good, n in zip(amounts.of, numbers, strict=True) if n}
        if not fulfils(given):
            continue
        fewer = [{**given, good: n - 1} for good, n in given.items()]
        if amounts.over or amounts.up_to is not None or not any(map(fulfils, fewer)):
            found.append(given)
    return found


def test_listing_counting_and_the_cheapest_agree_with_trying_all(
    subtests: pytest.Subtests,
) -> None:
    for seed in range(60):
        with subtests.test(seed=seed):
            agrees_with_trying_all(random.Random(seed))


def agrees_with_trying_all(rng: random.Random) -> None:
    amounts = of_chance(rng)
    if sum(amounts.of.values()) > 8:  # trying all orders is dear
        amounts = msgspec.structs.replace(amounts, of={g: min(n, 2) for g, n in amounts.of.items()})
    found = legal(amounts)
    assert amounts.expand() == found
    assert amounts.count == len(found)
    assert amounts.possible == bool(found)
    if found:

        def cost(given: dict[str, int]) -> tuple[int, list[int]]:
            worth = sum(amounts.worth.get(good, 1) * n for good, n in given.items())
            return worth, [-given.get(good, 0) for good in amounts.of]

        assert amounts.example() == min(found, key=cost)
        assert all(amounts.check(given) == given for given in found)


@pytest.mark.parametrize(
    "amounts",
    [OFFERING, Amounts({"a": 4, "b": 4, "c": 4}, total=4), Amounts({"a": 2, "b": 1}, up_to=2)],
)
def test_a_sample_is_any_legal_answer_all_equally_likely(amounts: Amounts) -> None:
    rng = random.Random(5)
    found = [tuple(given.items()) for given in amounts.expand()]
    drawn = Counter(tuple(amounts.sample(rng).items()) for _i in range(400 * len(found)))
    assert set(drawn) == set(found)
    assert all(320 < number < 480 for number in drawn.values())


class Shop(State):
    wood: list[int] = []
    sold: list[str] = []


def shop() -> Game[Shop]:
    rules: Rules[Shop] = Rules("shop", "Shop", Shop, players=(2,), package=__name__)

    @rules.setup
    def setup(game: Game[Shop]) -> None:
        game.state.wood = [3, 3]
        game.ask_all((0, 1), Buy)
        game.then(over)

    @rules.decision
    class Buy(Kind):
        def choices(self, game: Game[Shop], seat: int) -> list[Choice]:
            purse = {"wood": game.state.wood[seat], "gold": 2}
            return [
                ("hut", 2, Amounts(purse, total=2)),
                ("hut", 3, Amounts(purse, total=3)),
                ("no",),
            ]

        def chosen(self, game: Game[Shop], seat: int, *parts: Any) -> None:
            game.state.sold.append(f"{seat} {parts}")
            game.then(pay, seat, parts[2] if len(parts) == 3 else {})

    @rules.step
    def pay(game: Game[Shop], seat: int, goods: dict[str, int]) -> None:
        game.state.wood[seat] -= goods.get("wood", 0)
        game.tell("paid", seat=seat, goods=goods)

    @rules.step
    def over(game: Game[Shop]) -> None:
        game.finish([{}, {}])

    @rules.view
    def view(game: Game[Shop], seat: int | None) -> dict[str, Any]:
        return {"wood": game.state.wood}

    return rules.new(2, {}, b"shop" * 8)


class TestInAChoice:
    def test_it_is_found_by_its_first_parts_and_kept_canonically(self) -> None:
        decision = shop().decision(0)
        assert decision is not None
        found = decision.find(["hut", 3, {"gold": 2, "wood": 1}])
        assert found == ("hut", 3, {"wood": 1, "gold": 2})
        assert list(found[2]) == ["wood", "gold"]

    @pytest.mark.parametrize(
        ("choice", "message"),
        [
            (("hut", 2, {"wood": 3}), "part 3 of the choice: a wood could be left out"),
            (("hut", 4, {"wood": 3}), "part 2 of the choice cannot be 4: it may be 2, 3"),
            (("hut", 2), r"next may be amounts such as \{'wood': 2\}"),
            (("hut", 2, 5), "amounts are an object such as"),
            (("no", {"wood": 1}), "nothing may follow here"),
        ],
    )
    def test_what_is_wrong_is_named(self, choice: tuple[object, ...], message: str) -> None:
        with pytest.raises(IllegalChoice, match=message):
            shop().choose(0, choice)

    def test_the_specification_itself_is_no_answer(self) -> None:
        game = shop()
        listed = game.decisions()[0].choices[0]
        with pytest.raises(IllegalChoice, match="amounts are an object"):
            game.choose(0, listed)

    def test_a_sealed_payment_is_saved_carried_out_and_dealt_anew(self) -> None:
        game = shop()
        game.choose(0, ("hut", 3, {"wood": 2, "gold": 1}))
        game = game.copy()
        check_no_leak(game, random.Random(1))
        assert game.decision(0).answer == ("hut", 3, {"wood": 2, "gold": 1})  # type: ignore[union-attr]
        game.choose(1, ("hut", 2, {"gold": 2}))
        assert game.state.wood == [1, 3]
        assert [event.data["goods"] for event in game.events] == [
            {"wood": 2, "gold": 1},
            {"gold": 2},
        ]

    def test_bots_answer_it_whole(self) -> None:
        decision = shop().decision(1)
        assert decision is not None
        seen = Seen(shop(), decision, random.Random(2))
        assert first_choice(seen) == ("hut", 2, {"wood": 2})
        drawn = {str(random_choice(seen)) for _i in range(300)}
        assert drawn == {str(choice) for choice in decision.expand()}
        assert len(drawn) == 7
