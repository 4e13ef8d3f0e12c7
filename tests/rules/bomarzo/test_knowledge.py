"""What others cannot know, and that samples of it do not lean to the truth."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.rules.bomarzo.copying import can_copy, order_matters
from games.rules.bomarzo.payments import Offered
from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.state import Bomarzo
from games.rules.bomarzo.tables import DEITIES
from games.rules.engine import Game

from .positions import (
    CHIARA,
    DAVID,
    JESSICA,
    asked,
    begin,
    call,
    choices,
    do,
    fetch,
    give,
    hold,
    own,
)


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    game = begin()
    hold(game, DAVID, "B01", "B02")
    assert game.view(DAVID)["seats"][DAVID]["hand"] == ["B01", "B02"]
    for viewer in (CHIARA, None):
        shown = game.view(viewer)["seats"][DAVID]
        assert (shown["hand"], shown["cards"]) == ([], 2)


def test_the_open_card_of_the_pile_stays_known_in_the_hand_that_drew_it() -> None:
    game = begin()
    give(game, DAVID, coin=1)
    top = game.state.deck[-1]
    assert game.view(None)["top"] == top
    call(game, "genio", coin=1)
    assert game.view(CHIARA)["seats"][DAVID]["hand"] == [top]
    assert game.view(CHIARA)["top"] == game.state.deck[-1]
    for seed in range(20):
        assert top in game.resample(CHIARA, random.Random(seed)).state.hands[DAVID]


def test_it_is_known_no_more_when_one_of_the_hand_went_under_a_deity() -> None:
    game = begin()
    give(game, DAVID, food=1, coin=1)
    call(game, "genio", coin=1)
    do(game, ("pass",), ("pass",))
    hand = sorted(game.state.hands[DAVID])
    call(game, "drago", food=1)
    do(game, ("dea",), (hand[0],))
    assert game.view(CHIARA)["seats"][DAVID]["hand"] == []
    assert game.view(DAVID)["seats"][DAVID]["hand"] == [hand[1]]


def test_vision_shows_what_is_put_back_and_not_what_is_kept() -> None:
    game = begin()
    own(game, DAVID, "B03")
    give(game, DAVID, coin=1)
    top = game.state.deck[-1]
    call(game, "genio", coin=1)
    do(game, ("use",))
    assert game.view(CHIARA)["seats"][DAVID]["dealt"] == []
    assert game.view(CHIARA)["seats"][DAVID]["choosing"] == 4
    back = next(choice for choice in choices(game) if top not in choice)
    do(game, back)
    assert game.view(CHIARA)["discards"][-2:] == list(back)
    assert game.view(CHIARA)["seats"][DAVID]["hand"] == [top]


def test_every_unknown_card_is_equally_likely_wherever_cards_are_hidden() -> None:
    game = begin()
    hold(game, CHIARA, "B01")
    hold(game, DAVID, "K01")
    state = game.state
    state.park["dea"].under = [("B02", CHIARA), ("B03", DAVID)]
    for card, seat in state.park["dea"].under:
        state.known[fetch(game, card)] = 1 << seat
    known = {*state.discards, "K01", "B03", state.deck[-1]}
    rng = random.Random(7)
    rounds, places = 3000, (Counter[str](), Counter[str]())
    for _round in range(rounds):
        sample = game.resample(DAVID, rng).state
        assert sample.hands[DAVID] == ["K01"]
        assert sample.park["dea"].under[1] == ("B03", DAVID)
        assert sample.deck[-1] == state.deck[-1]
        places[0][sample.hands[CHIARA][0]] += 1
        places[1][sample.park["dea"].under[0][0]] += 1
    unknown = 45 - len(known)
    for found in places:
        assert not known & set(found)
        assert len(found) == unknown
        assert all(0.5 < number * unknown / rounds < 1.6 for number in found.values())


def test_worship_cards_of_others_may_be_any_that_one_does_not_hold() -> None:
    game = begin(worship=True)
    do(game, ("worship",), ("harvest", "food"), ("worship",), ("harvest", "food"))
    (mine,) = game.state.worship[DAVID]
    theirs = {
        game.resample(DAVID, random.Random(seed)).state.worship[CHIARA][0] for seed in range(200)
    }
    assert len(theirs) == 7
    assert mine not in theirs
    assert game.view(JESSICA)["seats"][DAVID]["worship"] == 1
    assert game.view(JESSICA)["worship"]["own"] == {}


def test_a_worship_card_that_one_put_back_is_nobodys_until_somebody_takes_another() -> None:
    game = begin(worship=True)
    do(game, ("worship",), ("harvest", "food"))
    give(game, CHIARA, food=2)
    do(game, ("worship", "food", "food"))
    mine, back = choices(game)
    do(game, mine)

    def with_david(viewer: int) -> Counter[str]:
        """What the first seat may have taken before, as this one may think."""
        rng = random.Random(viewer)
        return Counter(game.resample(viewer, rng).state.worship[DAVID][0] for _i in range(700))

    found = with_david(CHIARA)
    assert len(found) == 6
    assert back[0] not in found
    assert all(80 < number < 160 for number in found.values())
    assert len(with_david(JESSICA)) == 8
    do(game, ("harvest", "food"), ("worship",))
    theirs = Counter(
        game.resample(CHIARA, random.Random(seed)).state.worship[JESSICA][0] for seed in range(300)
    )
    assert back[0] in theirs
    assert back[0] not in with_david(CHIARA)


def test_a_sample_does_not_tell_which_worship_card_another_put_back() -> None:
    worlds = []
    for kept in (0, 1):
        game = begin(worship=True)
        do(game, ("worship",), ("harvest", "food"))
        give(game, CHIARA, food=2)
        do(game, ("worship", "food", "food"))
        do(game, choices(game)[kept])
        world = game.resample(DAVID, random.Random(5))
        world.renumber()
        worlds.append(world.save())
        assert len(game.resample(CHIARA, random.Random(5)).state.put_back) == 1
    assert worlds[0] == worlds[1]


def test_an_answer_to_the_copy_question_that_was_not_yet_told_is_not_in_a_sample() -> None:
    game = begin(4)
    give(game, DAVID, food=1, coin=1)
    for seat in (CHIARA, JESSICA, 3):
        give(game, seat, food=1, coin=1, wine=2)
    call(game, "dea", food=1, coin=1)
    do(game, ("card", "card"))
    paid = ("copy", {"food": 1, "coin": 1, "wine": 2})
    for seat, answer in ((3, ("later",)), (JESSICA, ("no",)), (CHIARA, paid)):
        game.choose(seat, answer)
    assert asked(game) == [(CHIARA, "move_workers")]
    answers = {
        game.resample(CHIARA, random.Random(seed)).state.copies["3"][0] for seed in range(20)
    }
    assert answers == {"no", "later"}


@pytest.mark.parametrize("players", [2, 4])
def test_whether_somebody_is_asked_to_copy_tells_nothing_of_what_is_hidden(players: int) -> None:
    """The seats that could copy each action, and those asked again, are the same in every game that
    another seat or a spectator could take this one for."""
    rng = random.Random(players)
    compared = Counter[bool]()
    for _game in range(4):
        game = rules.new(players, {"seasons": True, "worship": True}, rng.randbytes(32))
        while game.result() is None:
            if rng.random() < 0.1:
                seat = rng.randrange(players)
                viewers = [viewer for viewer in (None, *range(players)) if viewer != seat]
                sample = game.resample(rng.choice(viewers), rng)
                real = asking(game, seat)
                assert asking(sample, seat) == real
                compared.update(real)
            decision = rng.choice(game.decisions())
            game.choose(decision.seat, decision.sample(rng.choice(decision.choices), rng))
    assert min(compared[True], compared[False]) > 100


def asking(game: Game[Bomarzo], seat: int) -> list[bool]:
    """Of each deity and some prices whether the seat would be asked, and asked again."""
    state = game.state
    state.goods[seat]["wine"] += 2
    found = [
        can_copy(state, seat, name, Offered(food, coin, 0))
        for name in DEITIES
        for food in range(3)
        for coin in range(3)
    ]
    state.goods[seat]["wine"] -= 2
    state.copied, before = [(seat + 1) % state.players], state.copied
    found += [order_matters(state, seat, name) for name in DEITIES]
    state.copied = before
    return found
