"""Copies: the seats asked, when, what instructions answer, and how long others wait for it."""

from __future__ import annotations

import random

import pytest

from games.rules.bomarzo.knowledge import show
from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.state import Bomarzo
from games.rules.bomarzo.table import LINES
from games.rules.engine import Choice, Game
from games.rules.engine import told as table_told
from games.rules.engine.play import ask_bot
from games.words.texts import plain

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

NAMES = ["David", "Chiara", "Jessica", "Frank"]
COPY: Choice = ("copy", {"coin": 1, "wine": 2})


def genio_called(*able: int) -> Game[Bomarzo]:
    """David has called Genio for a coin; these seats can pay for a copy."""
    game = begin(4)
    give(game, DAVID, coin=1)
    for seat in able:
        give(game, seat, coin=1, wine=2)
    call(game, "genio", coin=1)
    return game


# The seats asked


def test_only_those_are_asked_who_can_pay() -> None:
    game = genio_called(CHIARA, FRANK)
    assert asked(game) == [(CHIARA, "copy"), (FRANK, "copy")]


def test_nobody_is_asked_where_nobody_can_pay() -> None:
    assert asked(genio_called()) == [(CHIARA, "place")]


def test_a_player_who_holds_a_card_in_hand_is_asked_whichever_card_it_is() -> None:
    asked_with = []
    for card in ("B01", "K01"):
        game = begin()
        give(game, DAVID, food=2, coin=1)
        give(game, CHIARA, food=1, coin=1, wine=2)
        hold(game, CHIARA, card, "P01")
        call(game, "gigante", food=2, coin=1)
        asked_with.append(asked(game))
        assert {"food": 1, "coin": 1, "wine": 2, "card": 1} in payments(game, "copy")
    assert asked_with == [[(CHIARA, "copy")]] * 2


def test_whose_copy_could_help_nothing_is_not_asked() -> None:
    game = begin()
    give(game, DAVID, food=2, coin=1)
    give(game, CHIARA, food=9, coin=9, wine=9)
    call(game, "gigante", food=2, coin=1)
    assert asked(game) == [(CHIARA, "place")]  # no hand card, none to upgrade


def test_a_player_who_would_pay_with_the_only_card_that_the_favour_needs_is_not_asked() -> None:
    """Mindestopfer, Umwandlung von Ressourcen: all see that the hand would be empty."""
    for name, paid in (("gigante", {"food": 2, "coin": 1}), ("tartaruga", {"food": 1})):
        game = begin()
        give(game, DAVID, **paid)
        give(game, CHIARA, food=paid["food"] - 1, coin=1, wine=2)
        hold(game, CHIARA, "B01")
        do(game, ("call", name), ("just", paid))
        assert asked(game) == [(CHIARA, "place")]


def test_whose_hand_all_know_to_lack_the_symbol_is_not_asked() -> None:
    """Entwicklungskarten: a card drawn from the open top is known to everybody."""
    for card, who in (("K01", "place"), ("B01", "copy")):
        game = begin()
        give(game, DAVID, food=2, coin=1)
        give(game, CHIARA, food=2, coin=1, wine=2)
        hold(game, CHIARA, card)
        show(game.state, card)
        call(game, "gigante", food=2, coin=1)
        assert asked(game) == [(CHIARA, who)]


@pytest.mark.parametrize(("at", "passed", "asks"), [(0, 0, 1), (2, 0, 0), (3, 0, 1), (0, 1, 0)])
def test_in_the_last_season_workers_are_moved_only_towards_a_pawn(
    at: int, passed: int, asks: int
) -> None:
    """Spielende: no production follows, so a copy of Dea can bring no more than a pawn."""
    game = begin()
    give(game, DAVID, food=1, coin=1)
    give(game, CHIARA, food=1, coin=1, wine=2)
    game.state.season = 8
    game.state.workers[CHIARA]["pawn"] = at
    game.state.pawns[CHIARA] = game.state.owned_pawns(CHIARA)
    game.state.passed[CHIARA] = bool(passed)
    game.changed()
    call(game, "dea", food=1, coin=1)
    do(game, ("card", "card"))
    assert (asked(game) == [(CHIARA, "copy")]) == bool(asks)


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


def test_exchange_needs_its_good_for_a_copy() -> None:
    """Umwandlung von Ressourcen: Austausch turns one good into the other, it brings none."""
    game = begin(4)
    give(game, DAVID, food=1, coin=1)
    give(game, CHIARA, food=1, wine=2)
    give(game, JESSICA, wine=2)
    give(game, FRANK, food=2, wine=2)
    for seat, card in zip((CHIARA, JESSICA, FRANK), with_extra("exchange"), strict=True):
        own(game, seat, card)
    call(game, "dea", food=1, coin=1)
    do(game, ("card", "card"))
    assert asked(game) == [(FRANK, "copy")]


def test_of_a_card_and_a_wine_the_wine_is_the_coin() -> None:
    """Eine Aktion kopieren: what misses in food comes first of the card."""
    game = begin()
    hold(game, DAVID, "B01")
    give(game, DAVID, wine=1)
    give(game, CHIARA, food=1, coin=1, wine=3)
    call(game, "dea", wine=1, card=1)
    do(game, ("card", "card"))
    assert payments(game, "copy") == [{"food": 1, "wine": 3}]


def card_offered_as_any(**copier: int) -> Game[Bomarzo]:
    """David has called Genio, where a coin lies already, with a coin and a card."""
    game = begin()
    give(game, DAVID, coin=1)
    hold(game, DAVID, "B01")
    give(game, CHIARA, **copier)
    lay(game, "genio", JESSICA, coin=1)
    call(game, "genio", coin=1, card=1)
    return game


@pytest.mark.parametrize(("food", "coin"), [(1, 0), (0, 1)])
def test_a_card_offered_as_any_good_is_food_or_coin_as_its_owner_says(food: int, coin: int) -> None:
    """Umwandlung von Ressourcen: "1 virtuelle Nahrung oder Münze", and a copy costs the same."""
    game = card_offered_as_any(food=1, coin=2, wine=2)
    assert asked(game) == [(DAVID, "count_cards")]
    assert choices(game) == [(1, 0), (0, 1)]
    events = do(game, (food, coin))
    counted = {"seat": DAVID, "deity": "genio", "food": food, "coin": coin}
    assert told(events, "counted_cards") == [counted]
    price = {"food": food, "coin": 1 + coin, "wine": 2}
    assert payments(game, "copy") == [{good: n for good, n in price.items() if n}]


def test_nobody_is_asked_what_a_card_counts_as_where_nobody_may_copy() -> None:
    for copier in ({"food": 1, "coin": 2, "wine": 1}, {"food": 3, "wine": 5}):
        assert asked(card_offered_as_any(**copier)) == [(CHIARA, "place")]
    assert asked(card_offered_as_any(coin=2, wine=2)) == [(DAVID, "count_cards")]


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


def test_copies_go_from_the_left_of_the_caller() -> None:
    """Eine Aktion kopieren, in the order of turns: from Chiara on Jessica, Frank, David."""
    game = begin(4)
    do(game, ("harvest", "wine"))
    give(game, CHIARA, coin=1)
    for seat in (DAVID, JESSICA, FRANK):
        give(game, seat, coin=1, wine=2)
    call(game, "genio", coin=1)
    for seat in (DAVID, FRANK):
        game.choose(seat, COPY)
    events = game.choose(JESSICA, COPY)
    assert [data["seat"] for data in told(events, "copied")] == [JESSICA, FRANK, DAVID]


def test_a_player_who_waits_for_what_others_do_is_asked_again_after_them() -> None:
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


def test_a_player_who_would_share_orcos_goods_with_an_earlier_copier_is_asked_again() -> None:
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


def test_a_player_who_can_no_longer_gain_anything_after_an_earlier_copy_keeps_their_goods() -> None:
    game = begin(4)
    give(game, DAVID, food=1)
    for seat in (CHIARA, FRANK):
        give(game, seat, food=1, wine=2)
    lay(game, "dea", JESSICA, food=1, coin=1)
    call(game, "orco", food=1)
    do(game, ("all", "dea", "food"))
    game.choose(FRANK, ("copy", {"food": 1, "wine": 2}))
    game.choose(CHIARA, ("copy", {"food": 1, "wine": 2}))
    events = do(game, ("each",))
    assert game.state.goods[FRANK] == {"food": 1, "coin": 0, "wine": 2}
    assert asked(game) == [(CHIARA, "place")]
    assert told(events, "nothing_to_copy") == [{"seat": FRANK, "deity": "orco"}]
    assert events[-1].kind == "nothing_to_copy"
    said = [table_told(LINES, "nothing_to_copy", events[-1].seen_by(s)) for s in (FRANK, CHIARA)]
    assert [plain(line, NAMES) for line in said if line] == [
        "Nothing is left for Frank to copy of Orco; the copy is dropped at no cost.",
        "Nothing is left for Frank to copy of Orco.",
    ]


@pytest.mark.parametrize(("culture", "again"), [(0, False), (2, True)])
def test_a_player_who_may_race_for_the_same_space_is_asked_again(
    culture: int, *, again: bool
) -> None:
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


@pytest.mark.slow
def test_instructions_spare_a_game_every_wait_for_a_copy() -> None:
    asked_at_once, asked_in_turn = waits(5, None)
    with_instructions, same = waits(5, ("never",))
    assert with_instructions < asked_at_once <= asked_in_turn
    assert with_instructions == same
