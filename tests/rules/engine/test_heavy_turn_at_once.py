"""The hardest turn of a game of helpers and gods: pips spent on anything, then men and women of all
players used at once, with a god that doubles, while the order of the turn decides who stands ahead.
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
    Json,
    Kind,
    Part,
    Rules,
    RulesError,
    State,
    Text,
    _,
)
from games.rules.engine.testing import check_no_leak, check_saved, known_to, play_checked

PRICE = {"offering": 2, "card": 2, "sand": 2, "stone": 2, "wood": 2, "hut": 2}
MEN = {0: {"status": 2}, 1: {"status": 1, "card": 1}, 2: {"points": 1}}
"""How many men of which kind each seat has."""


class Island(State):
    order: list[int] = []
    deck: list[int] = []
    hands: list[list[int]] = []
    discarded: list[int] = []
    goods: list[dict[str, int]] = []
    men: list[dict[str, int]] = []
    down: list[dict[str, int]] = []  # men pushed down by the helper
    points: list[int] = []
    track: list[list[int]] = []  # by steps: the seats, the last on top
    wants: list[int] = []  # cards to be drawn after the phase, by seat


rules: Rules[Island] = Rules("island", "Island", Island, players=(3,), package=__name__)


@rules.setup
def setup(game: Game[Island]) -> None:
    state = game.state
    state.order = [2, 0, 1]
    state.deck = list(range(30))
    game.shuffle("deck", state.deck)
    state.hands = [[state.deck.pop(), state.deck.pop()] for _seat in range(3)]
    state.goods = [
        {"offering": 1, "hut": 0, "sand": 0, "stone": 0, "wood": 0} for _seat in range(3)
    ]
    state.men = [dict(MEN[seat]) for seat in range(3)]
    state.down = [{} for _seat in range(3)]
    state.points, state.wants = [0, 0, 0], [0, 0, 0]
    state.track = [[0, 1, 2], *([] for _step in range(9))]
    game.then(helper, 2, 6)
    game.then(phase_b)
    game.then(over)


@rules.step
def helper(game: Game[Island], seat: int, pips: int) -> None:
    game.ask(seat, Help, pips)


@rules.decision
class Help(Kind):
    """All that the helper brings for these pips is one payment, with one limit for each thing."""

    def choices(self, game: Game[Island], seat: int, pips: int) -> list[Choice]:
        up = {f"man {kind}": number for kind, number in game.state.men[seat].items()}
        many = dict.fromkeys(PRICE, pips // 2)
        return [("help", Amounts({**up, "points": pips, **many}, up_to=pips, worth=PRICE))]

    def refusals(self, game: Game[Island], seat: int, pips: int) -> list[tuple[Choice, Text]]:
        no_woman = Text(_("There is no woman on your board."))
        return [(("help", "woman"), no_woman)]

    def chosen(
        self, game: Game[Island], seat: int, pips: int, what: str, bought: dict[str, int]
    ) -> None:
        state = game.state
        for thing, number in bought.items():
            if thing.startswith("man "):
                state.down[seat][thing[4:]] = number
                move(game, seat, 2 * number)
            elif thing == "points":
                state.points[seat] += number
            elif thing != "card":
                state.goods[seat][thing] += number
        game.tell("helped", seat=seat, bought=bought)
        for _card in range(bought.get("card", 0)):
            game.then(draw_card, seat)
        game.end_turn(seat)


@rules.step
def draw_card(game: Game[Island], seat: int) -> None:
    card = game.state.deck.pop()
    game.state.hands[seat].append(card)
    game.tell("drew", {seat: {"card": card}}, seat=seat)
    game.reveal()


def move(game: Game[Island], seat: int, steps: int) -> None:
    track = game.state.track
    at = next(step for step, seats in enumerate(track) if seat in seats)
    track[at].remove(seat)
    track[at + steps].append(seat)


@rules.step
def phase_b(game: Game[Island]) -> None:
    game.each(game.state.order, use_men)
    game.then(draw_put_off)


@rules.step
def use_men(game: Game[Island], seat: int) -> None:
    game.ask(seat, UseMen)


@rules.decision
class UseMen(Kind):
    def choices(self, game: Game[Island], seat: int) -> list[Choice]:
        return [*((kind,) for kind in game.state.men[seat]), ("pass",)]

    def chosen(self, game: Game[Island], seat: int, kind: str) -> None:
        if kind == "pass":
            game.tell("passed", seat=seat)
        elif game.state.goods[seat]["offering"]:
            game.ask(seat, Double, kind)
        else:
            use(game, seat, kind, 1)

    def instructions(self, view: Json) -> list[Choice]:
        return [("pass", view["round"])]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Part
    ) -> Choice | None:
        return ("pass",)

    def expires(self, instruction: Choice, view: Json) -> bool:
        return bool(view["round"] > instruction[1])


@rules.decision
class Double(Kind):
    """The green god doubles: a card that is paid with an offering, or two equal ones."""

    secret = True

    def choices(self, game: Game[Island], seat: int, kind: str) -> list[Choice]:
        return [("plain",), *(("god", card) for card in sorted(game.state.hands[seat]))]

    def alike(self, game: Game[Island], seat: int, kind: str, how: str, card: int = -1) -> object:
        return how, card % 5  # five colours

    def chosen(
        self, game: Game[Island], seat: int, kind: str, how: str, card: int | None = None
    ) -> None:
        if card is not None:
            game.state.hands[seat].remove(card)
            game.state.discarded.append(card)
            game.state.goods[seat]["offering"] -= 1
            game.tell("called", seat=seat, card=card)
        use(game, seat, kind, 1 if card is None else 2)


def use(game: Game[Island], seat: int, kind: str, times: int) -> None:
    strength = times * game.state.men[seat][kind]
    game.tell("used", seat=seat, kind=kind, strength=strength)
    if kind == "status":
        move(game, seat, strength)
    elif kind == "points":
        game.state.points[seat] += 2 * strength
    else:
        game.state.wants[seat] += strength


@rules.step
def draw_put_off(game: Game[Island]) -> None:
    """What must be drawn is drawn when all have chosen, in turn order."""
    for seat in game.state.order:
        for _card in range(game.state.wants[seat]):
            game.then(draw_card, seat)
        game.state.wants[seat] = 0


@rules.step
def over(game: Game[Island]) -> None:
    game.finish([{"points": points} for points in game.state.points])


@rules.view
def view(game: Game[Island], seat: int | None) -> Json:
    state = game.state
    return {
        "round": 1,
        "points": state.points,
        "goods": state.goods,
        "men": state.men,
        "down": state.down,
        "track": state.track,
        "discarded": state.discarded,
        "cards": [len(hand) for hand in state.hands],
        "hand": sorted(state.hands[seat]) if seat is not None else None,
    }


@rules.resample
def resample(game: Game[Island], seat: int | None, rng: Any) -> None:
    state = game.state
    others = [hand for i, hand in enumerate(state.hands) if i != seat]
    unknown = [*state.deck, *(card for hand in others for card in hand)]
    rng.shuffle(unknown)
    for hand in others:
        hand[:] = [unknown.pop() for _card in hand]
    state.deck = unknown


def new() -> Game[Island]:
    return rules.new(3, {}, b"island" * 6)


def in_phase_b() -> Game[Island]:
    game = new()
    game.choose(2, ("help", {}))
    return game


class TestHelper:
    def test_every_mix_of_exchanges_is_one_choice(self) -> None:
        decision = new().decision(2)
        assert decision is not None
        assert len(decision.choices) == 1
        specification = decision.choices[0][1]
        # None to three things of two pips, of six kinds; for the rest a man and points.
        assert specification.count == 1 * 13 + 6 * 9 + 21 * 5 + 56 * 1
        assert len(decision.expand(2000)) == specification.count

    def test_it_is_paid_by_pips_and_carried_out_at_once(self) -> None:
        game = new()
        game.choose(2, ("help", {"hut": 1, "man points": 1, "sand": 1, "points": 1}))
        state = game.state
        assert (state.goods[2]["hut"], state.goods[2]["sand"], state.points[2]) == (1, 1, 1)
        assert state.down[2] == {"points": 1}
        assert state.track[2] == [2]

    def test_cards_are_a_barrier_and_without_them_it_can_be_taken_back(self) -> None:
        game = new()
        game.choose(2, ("help", {"points": 6}), hold=True)
        assert (game.state.held, game.barrier) == (2, False)
        game = new()
        game.choose(2, ("help", {"card": 3}))
        assert len(game.state.hands[2]) == 5
        assert game.barrier

    def test_more_than_the_pips_is_refused(self) -> None:
        with pytest.raises(ValueError, match="all together: at most 6, not 7"):
            new().choose(2, ("help", {"hut": 3, "points": 1}))

    def test_what_is_impossible_is_told_with_its_reason(self) -> None:
        decision = new().decision(2)
        assert decision is not None
        (parts, reason), *_more = decision.refusals
        assert parts == ("help", "woman")
        assert reason.message == "There is no woman on your board."


class TestMenOfAllAtOnce:
    def test_everybody_uses_its_men_while_others_think_and_the_turn_order_decides(self) -> None:
        tracks = []
        for moves in ((0, 1, 2), (1, 2, 0)):
            game = in_phase_b()
            assert sorted(game.to_move()) == [0, 1, 2]
            waited = [set(game.to_move())]
            for seat in moves:
                kind = "points" if seat == 2 else "status"
                game.choose(seat, (kind,))
                double = game.decision(seat)
                assert double is not None
                assert double.kind == "double"
                card = double.choices[1]
                game.choose(seat, card if seat == 1 else ("plain",))
                waited.append(set(game.to_move()))
            assert [len(seats) for seats in waited] == [3, 2, 1, 0]
            assert [e.kind for e in game.events] == ["used", "used", "called", "used"]
            assert game.state.track[2] == [0, 1]  # the later in turn order lies on top
            tracks.append((game.state.track, game.state.points))
        assert tracks[0] == tracks[1]

    def test_nobody_sees_that_another_has_come_to_the_god(self) -> None:
        game = in_phase_b()
        before = [known_to(game, seat) for seat in (0, 2, None)]
        game.choose(1, ("card",))
        assert [known_to(game, seat) for seat in (0, 2, None)] == before
        for seed in range(5):
            check_no_leak(game, random.Random(seed))
        check_saved(game)

    def test_cards_are_drawn_when_all_are_done(self) -> None:
        game = in_phase_b()
        game.choose(1, ("card",))
        game.choose(1, ("plain",))
        assert not game.barrier
        game.choose(0, ("pass",))
        game.choose(2, ("pass",))
        assert [event.kind for event in game.events] == ["passed", "passed", "used", "drew"]
        assert len(game.draws) == 0
        assert len(game.state.hands[1]) == 3

    def test_a_call_of_the_god_is_taken_back_within_the_part(self) -> None:
        game = in_phase_b()
        game.choose(0, ("status",))
        card = game.decision(0).choices[1]  # type: ignore[union-attr]
        game.choose(0, card)
        assert game.view(0)["goods"][0]["offering"] == 0
        game.withdraw(0)
        assert game.view(0)["goods"][0]["offering"] == 1
        game.choose(0, ("plain",))
        assert 0 in game.view(0)["track"][2]
        assert 0 in game.view(1)["track"][0]

    def test_equal_cards_are_offered_once_and_each_is_accepted(self) -> None:
        game = in_phase_b()
        game.state.hands[0] = [3, 8, 9]
        game.changed()
        game.choose(0, ("status",))
        decision = game.decision(0)
        assert decision is not None
        assert decision.choices == [("plain",), ("god", 3), ("god", 9)]
        assert decision.every == [("plain",), ("god", 3), ("god", 8), ("god", 9)]
        game.choose(0, ("god", 8))
        assert game.view(0)["hand"] == [3, 9]

    def test_an_instruction_answers_in_a_part_and_ends_with_its_round(self) -> None:
        game = in_phase_b()
        decision = game.decision(0)
        assert decision is not None
        left = decision.asks.instructions(game.view(0))
        assert left == [("pass", 1)]
        assert not decision.asks.expires(left[0], game.view(0))
        assert decision.asks.expires(left[0], {"round": 2})
        answer = decision.instructed(left[0], game.view(0))
        assert answer == ("pass",)
        game.choose(0, answer)
        assert game.to_move() == [2, 1]

    def test_a_copy_of_the_part_may_come_to_its_end(self) -> None:
        own = in_phase_b().own(1)
        tried = own.copy()
        tried.choose(1, ("pass",))
        assert tried.decision(1) is None
        assert own.decision(1) is not None

    def test_drawing_in_the_part_is_refused_with_a_word_of_advice(self) -> None:
        own = in_phase_b().own(1)
        own.then(draw_card, 1)
        with pytest.raises(
            RulesError, match=r"nothing can be revealed in a part .* before or after"
        ):
            own.choose(1, ("pass",))


@pytest.mark.parametrize("seed", range(10))
def test_random_games_pass_every_check(seed: int) -> None:
    game = play_checked(rules, 3, {}, seed, thorough=True)
    assert sum(len(seats) for seats in game.state.track) == 3
