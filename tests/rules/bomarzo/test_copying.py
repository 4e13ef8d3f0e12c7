"""Copies: who is asked, when, what instructions answer, and how long others wait for it."""

from __future__ import annotations

import random

import pytest

from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.state import Bomarzo
from games.rules.engine import Choice, Game
from games.rules.engine.play import ask_bot

from .positions import (
    CHIARA,
    DAVID,
    FRANK,
    JESSICA,
    asked,
    begin,
    call,
    choices,
    do,
    give,
    hold,
    lay,
    own,
    payments,
    told,
    with_extra,
)

COPY: Choice = ("copy", {"coin": 1, "wine": 2})


def genio_called(*able: int) -> Game[Bomarzo]:
    """David has called Genio for a coin; these seats can pay for a copy."""
    game = begin(4)
    give(game, DAVID, coin=1)
    for seat in able:
        give(game, seat, coin=1, wine=2)
    call(game, "genio", coin=1)
    return game


# Who is asked


def test_only_those_are_asked_who_can_pay() -> None:
    game = genio_called(CHIARA, FRANK)
    assert asked(game) == [(CHIARA, "copy"), (FRANK, "copy")]


def test_nobody_is_asked_where_nobody_can_pay() -> None:
    assert asked(genio_called()) == [(CHIARA, "place")]


def test_who_holds_a_card_in_hand_is_asked_whichever_card_it_is() -> None:
    asked_with = []
    for card in ("B01", "K01"):
        game = begin()
        give(game, DAVID, food=2, coin=1)
        give(game, CHIARA, food=1, coin=1, wine=2)
        hold(game, CHIARA, card)
        call(game, "gigante", food=2, coin=1)
        asked_with.append(asked(game))
        assert payments(game, "copy") == [{"food": 1, "coin": 1, "wine": 2, "card": 1}]
    assert asked_with == [[(CHIARA, "copy")]] * 2


def test_whose_copy_could_help_nothing_is_not_asked() -> None:
    game = begin()
    give(game, DAVID, food=2, coin=1)
    give(game, CHIARA, food=9, coin=9, wine=9)
    call(game, "gigante", food=2, coin=1)
    assert asked(game) == [(CHIARA, "place")]  # no hand card, none to upgrade


def test_wine_never_stands_in_for_the_coin_of_a_copy_but_exchange_may() -> None:
    game = begin()
    give(game, DAVID, coin=1)
    give(game, CHIARA, food=1, wine=9)
    give(game, JESSICA, food=1, wine=2)
    own(game, JESSICA, with_extra("exchange")[0])
    call(game, "genio", coin=1)
    assert asked(game) == [(JESSICA, "copy")]
    assert payments(game, "copy") == [{"wine": 2, "food as coin": 1}]


def test_cards_that_were_offered_count_at_their_face_value_for_those_who_copy() -> None:
    game = begin()
    hold(game, DAVID, "B01")
    give(game, DAVID, food=1)
    give(game, CHIARA, food=1, coin=1, wine=2)
    call(game, "dea", food=1, card=1)
    do(game, ("card", "card"))
    assert payments(game, "copy") == [{"food": 1, "coin": 1, "wine": 2}]


def test_a_call_without_use_of_its_favour_may_be_copied() -> None:
    game = begin()
    give(game, DAVID, food=2, coin=1)
    give(game, CHIARA, food=2, coin=1, wine=2)
    hold(game, CHIARA, "B01")
    call(game, "gigante", food=2, coin=1)
    do(game, ("copy", {"food": 2, "coin": 1, "wine": 2}), ("play", "B01"))
    assert game.state.steps[CHIARA]["culture"] == 1


# When


def test_the_next_turn_waits_for_all_answers() -> None:
    game = genio_called(CHIARA, FRANK)
    game.choose(CHIARA, ("no",))
    assert asked(game) == [(FRANK, "copy")]
    game.choose(FRANK, ("no",))
    assert asked(game) == [(CHIARA, "place")]


def test_an_answer_is_hidden_and_may_be_changed_until_the_last_is_in() -> None:
    game = genio_called(CHIARA, FRANK)
    before = game.view(FRANK)
    events = game.choose(CHIARA, COPY)
    assert (events, game.view(FRANK)) == ([], before)
    game.choose(CHIARA, ("no",))
    events = game.choose(FRANK, ("no",))
    assert told(events, "copied") == []


def test_copies_are_carried_out_clockwise_whoever_answered_first() -> None:
    game = genio_called(CHIARA, FRANK)
    top = game.state.deck[-1]
    game.choose(FRANK, COPY)
    events = game.choose(CHIARA, COPY)
    assert [data["seat"] for data in told(events, "copied")] == [CHIARA, FRANK]
    assert top in game.state.hands[CHIARA]
    assert asked(game) == [(CHIARA, "place")]


def test_who_wants_to_see_what_others_do_first_is_asked_again_after_them() -> None:
    game = genio_called(CHIARA, JESSICA, FRANK)
    assert [choice[0] for choice in choices(game)] == ["no", "copy"]  # nobody comes before Chiara
    game.choose(FRANK, ("later",))
    game.choose(JESSICA, ("no",))
    events = game.choose(CHIARA, COPY)
    assert [data["seat"] for data in told(events, "copied")] == [CHIARA]
    assert asked(game) == [(FRANK, "copy")]
    assert [choice[0] for choice in choices(game)] == ["no", "copy"]
    do(game, COPY)
    assert game.state.goods[FRANK] == {"food": 0, "coin": 0, "wine": 0}


def test_who_would_share_orcos_goods_with_an_earlier_copier_is_asked_again() -> None:
    game = begin(4)
    give(game, DAVID, food=1)
    for seat in (CHIARA, FRANK):
        give(game, seat, food=1, wine=2)
    lay(game, "dea", JESSICA, food=1, coin=3)
    call(game, "orco", food=1)
    do(game, ("all", "dea", "food"))
    paid: Choice = ("copy", {"food": 1, "wine": 2})
    game.choose(FRANK, paid)
    game.choose(CHIARA, paid)
    do(game, ("each",))
    assert asked(game) == [(FRANK, "copy")]
    assert answer(game, FRANK, "copy", "orco", 3, "never") == paid
    assert answer(game, FRANK, "never") == ("no",)
    do(game, ("no",))
    assert game.state.goods[FRANK] == {"food": 1, "coin": 0, "wine": 2}


def test_who_can_no_longer_gain_anything_after_an_earlier_copy_keeps_his_goods() -> None:
    game = begin(4)
    give(game, DAVID, food=1)
    for seat in (CHIARA, FRANK):
        give(game, seat, food=1, wine=2)
    lay(game, "dea", JESSICA, food=1, coin=1)
    call(game, "orco", food=1)
    do(game, ("all", "dea", "food"))
    game.choose(FRANK, ("copy", {"food": 1, "wine": 2}))
    game.choose(CHIARA, ("copy", {"food": 1, "wine": 2}))
    do(game, ("each",))
    assert game.state.goods[FRANK] == {"food": 1, "coin": 0, "wine": 2}
    assert asked(game) == [(CHIARA, "place")]


@pytest.mark.parametrize(("culture", "again"), [(0, False), (2, True)])
def test_who_may_race_for_the_same_space_is_asked_again(culture: int, *, again: bool) -> None:
    game = begin()
    give(game, DAVID, food=1)
    hold(game, DAVID, "B01")
    for seat in (CHIARA, JESSICA):
        give(game, seat, food=1, wine=2)
        hold(game, seat, {CHIARA: "K01", JESSICA: "K02"}[seat])
        game.state.steps[seat]["culture"] = culture
    call(game, "tartaruga", food=1)
    do(game, ("culture",))
    for seat in (JESSICA, CHIARA):
        game.choose(seat, ("copy", {"food": 1, "wine": 2}))
    do(game, ("science",))
    assert asked(game) == [(JESSICA, "copy" if again else "trade_cards")]


# Instructions


def answer(game: Game[Bomarzo], seat: int, *instruction: object) -> Choice | None:
    decision = game.decision(seat)
    assert decision is not None
    assert instruction in decision.asks.instructions(game.view(seat))
    return decision.instructed(instruction, game.view(seat))


def test_never_this_season_says_no_and_ends_with_the_season() -> None:
    game = genio_called(CHIARA)
    assert answer(game, CHIARA, "never", 1) == ("no",)
    copy = game.decisions()[0].asks
    view = game.view(CHIARA)
    assert not copy.expires(("never", 1), view)
    assert copy.expires(("never", 1), {**view, "season": 2})
    assert not copy.expires(("never",), {**view, "season": 2})


def test_a_deity_is_copied_if_it_costs_no_more_than_the_limit() -> None:
    game = genio_called(CHIARA)
    assert answer(game, CHIARA, "copy", "genio", 3, "never") == COPY
    assert answer(game, CHIARA, "copy", "dea", 3, "never") == ("no",)
    assert answer(game, CHIARA, "copy", "dea", 3, "ask") is None
    assert answer(game, CHIARA, "ask") is None
    dear = begin(4)
    give(dear, DAVID, coin=2)
    give(dear, CHIARA, coin=2, wine=2)
    call(dear, "genio", "more", coin=2)
    assert answer(dear, CHIARA, "copy", "genio", 3, "ask") is None
    assert answer(dear, CHIARA, "copy", "genio", 4, "ask") == ("copy", {"coin": 2, "wine": 2})


def test_an_instruction_never_spends_cards() -> None:
    game = begin(4)
    give(game, DAVID, coin=1)
    give(game, CHIARA, wine=2)
    hold(game, CHIARA, "B01")
    call(game, "genio", coin=1)
    assert answer(game, CHIARA, "copy", "genio", 3, "never") is None


# What it costs in time


def waits(seed: int, instruction: Choice | None, *, players: int = 4) -> tuple[int, int]:
    """How often a game of bots comes to wait for somebody new, and how often it would if copies
    were asked one after the other."""
    rng = random.Random(seed)
    game: Game[Bomarzo] = rules.new(players, {}, rng.randbytes(32))
    bot = rules.bots["gardener"]
    waiting: set[int] = set()
    at_once = in_turn = 0
    while game.result() is None:
        open_ = game.decisions()
        answered = False
        for decision in open_:
            if instruction and decision.kind == "copy":
                choice = decision.instructed(instruction, game.view(decision.seat))
                if choice is not None:
                    game.choose(decision.seat, choice)
                    answered = True
                    break
        if answered:
            continue
        seats = {decision.seat for decision in open_}
        new = not seats <= waiting
        at_once += new
        in_turn += len(seats) if new and open_[0].kind == "copy" else new
        waiting = seats
        game.choose(open_[0].seat, ask_bot(bot, game, open_[0], rng))
    return at_once, in_turn


def test_instructions_spare_a_game_every_wait_for_a_copy() -> None:
    asked_at_once, asked_in_turn = waits(5, None)
    with_instructions, same = waits(5, ("never",))
    assert with_instructions < asked_at_once <= asked_in_turn
    assert with_instructions == same
