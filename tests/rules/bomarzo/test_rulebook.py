"""Every example of the rulebook with its numbers, in the order of its chapters."""

from __future__ import annotations

import pytest

from games.rules.bomarzo.final import deity_points, end_game, temple_points, worship_of
from games.rules.bomarzo.offering import Need, need
from games.rules.bomarzo.reconstructed import CARDS
from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.state import Played
from games.rules.bomarzo.tables import DEITIES

from .positions import (
    CHIARA,
    DAVID,
    FRANK,
    JESSICA,
    SEED,
    asked,
    begin,
    call,
    choices,
    do,
    fetch,
    finish_season,
    give,
    hold,
    lay,
    own,
    payments,
    told,
)


@pytest.mark.parametrize(("players", "pawns", "deck"), [(2, 3, 37), (3, 3, 33), (4, 2, 29)])
def test_setting_up(players: int, pawns: int, deck: int) -> None:
    game = rules.new(players, {}, SEED)
    state = game.state
    assert asked(game) == [(seat, "keep_card") for seat in range(players)]
    assert all(len(dealt) == 4 for dealt in state.dealt)
    assert state.pawns == [pawns] * players
    assert state.goods == [{"food": 1, "coin": 1, "wine": 0}] * players
    assert len(state.deck) == deck
    assert sorted(state.order) == sorted(DEITIES)
    assert not any(deity.mossy for deity in state.park.values())
    assert not any(sum(steps.values()) for steps in state.steps)


def test_the_last_of_four_players_gets_a_good_of_his_choice() -> None:
    game = rules.new(4, {}, SEED)
    for seat in range(4):
        for choice in (choices_of(game, seat)[0], ("wine", "card")):
            game.choose(seat, choice)
    assert asked(game) == [(FRANK, "extra_good")]
    game.choose(FRANK, ("coin",))
    assert game.state.goods[FRANK] == {"food": 1, "coin": 2, "wine": 0}
    assert [len(hand) for hand in game.state.hands] == [1, 1, 1, 1]
    assert len(game.state.discards) == 12


def choices_of(game: object, seat: int) -> list[tuple[str, ...]]:
    decision = game.decision(seat)  # type: ignore[attr-defined]
    found: list[tuple[str, ...]] = decision.choices
    return found


def test_nobody_sees_how_others_set_up_before_all_are_done() -> None:
    game = rules.new(2, {}, SEED)
    game.choose(DAVID, choices_of(game, DAVID)[0])
    game.choose(DAVID, ("pawn", "pawn"))
    assert game.view(CHIARA)["seats"][DAVID]["village"]["pawn"] == 0
    assert game.view(DAVID)["seats"][DAVID]["village"]["pawn"] == 2
    assert game.state.discards == []


def test_a_pawn_reached_by_the_steps_of_the_set_up_is_taken_at_once() -> None:
    game = rules.new(2, {}, SEED)
    for seat, steps in ((DAVID, ("pawn", "pawn")), (CHIARA, ("food", "coin"))):
        game.choose(seat, choices_of(game, seat)[0])
        game.choose(seat, steps)
    assert game.state.pawns == [4, 3]
    assert game.state.goods[CHIARA] == {"food": 2, "coin": 2, "wine": 0}  # produced in season 1


def test_production_brings_a_good_or_a_card_for_each_symbol_and_card() -> None:
    game = begin(2)
    game.state.workers[CHIARA] = {"food": 4, "coin": 1, "wine": 2, "pawn": 5, "card": 2}
    own(game, CHIARA, "B08", "B09", "B10", "B11")  # food, coin, wine, card
    game.changed()
    finish_season(game)
    assert game.state.goods[CHIARA] == {"food": 4, "coin": 2, "wine": 2}
    assert len(game.state.hands[CHIARA]) == 2
    assert game.state.pawns[CHIARA] == 5


def test_harvests_bring_less_to_those_who_come_later() -> None:
    game = begin(4)
    for good, numbers in (("food", [3, 2, 1, 1]), ("coin", [3, 2, 1, 1])):
        for seat in range(4):
            assert asked(game) == [(seat, "place")]
            do(game, ("harvest", good))
        assert [goods[good] for goods in game.state.goods] == numbers
    wine = begin(4)
    for _seat in range(4):
        do(wine, ("harvest", "wine"))
    assert [goods["wine"] for goods in wine.state.goods] == [2, 1, 1, 1]


def test_a_player_harvests_each_good_once_a_season() -> None:
    game = begin(2)
    do(game, ("harvest", "food"), ("harvest", "food"))
    assert ("harvest", "food") not in choices(game)
    assert ("harvest", "coin") in choices(game)


def test_dea_takes_a_coin_and_a_food_and_moves_two_workers() -> None:
    game = begin()
    give(game, DAVID, food=1, coin=1)
    call(game, "dea", food=1, coin=1)
    assert ("pawn", "pawn") in choices(game)
    assert ("food", "card") in choices(game)
    do(game, ("pawn", "pawn"))
    assert game.state.workers[DAVID]["pawn"] == 2
    assert game.state.pawns[DAVID] == 3  # one placed, one gained
    assert game.state.goods[DAVID] == {"food": 0, "coin": 0, "wine": 0}
    assert game.state.park["dea"].goods == {"food": 1, "coin": 1, "wine": 0}


def test_a_mossy_deity_takes_less() -> None:
    game = begin()
    park = game.state.park
    awake = {name: need(name, park[name]).total for name in DEITIES}
    for deity in park.values():
        deity.mossy = True
    mossy = {name: need(name, park[name]).total for name in DEITIES}
    assert all(mossy[name] == awake[name] - 1 for name in DEITIES)


def test_tartaruga_grows_dearer_with_each_caller() -> None:
    game = begin()
    for seat in range(3):
        give(game, seat, food=6, coin=2, wine=1)
    assert need("tartaruga", game.state.park["tartaruga"]) == Need(1, 0, 0)
    call(game, "tartaruga", "more", food=2)
    assert asked(game) == [(CHIARA, "place")]
    assert need("tartaruga", game.state.park["tartaruga"]) == Need(2, 0, 1)
    do(game, ("call", "tartaruga"))
    assert payments(game, "just") == [
        {"food": 1, "coin": 1, "wine": 1},
        {"food": 2, "wine": 1},
        {"food": 2, "coin": 1},
        {"food": 3},
    ]
    do(game, ("just", {"food": 2, "wine": 1}))
    assert game.state.park["tartaruga"].goods == {"food": 4, "coin": 0, "wine": 1}
    third = need("tartaruga", game.state.park["tartaruga"])
    assert third == Need(4, 0, 2)
    assert third.total == 6


def test_two_wine_put_orco_to_sleep_and_nobody_copies() -> None:
    game = begin()
    give(game, DAVID, wine=1)
    give(game, CHIARA, food=1, wine=1)
    give(game, JESSICA, food=5, coin=5, wine=9)
    call(game, "orco", wine=1)
    assert asked(game) == [(CHIARA, "place")]  # nothing lies elsewhere that a copy could bring
    lay(game, "dea", food=1, coin=1)
    assert need("orco", game.state.park["orco"]) == Need(0, 0, 2)
    call(game, "orco", food=1, wine=1)
    events = do(game, ("all", "dea", "food"))
    assert told(events, "fell_asleep") == [{"deity": "orco"}]
    assert asked(game) == [(JESSICA, "place")]
    assert ("call", "orco") not in choices(game)


def test_a_copy_of_dea_costs_the_same_and_two_wine_to_the_supply() -> None:
    game = begin()
    give(game, DAVID, food=1, coin=1, wine=2)
    give(game, CHIARA, food=1, coin=1)
    do(game, ("harvest", "food"))
    give(game, DAVID, food=1, coin=1, wine=2)
    call(game, "dea", food=1, coin=1)
    do(game, ("card", "card"))
    assert asked(game) == [(DAVID, "copy")]
    assert payments(game, "copy") == [{"food": 1, "coin": 1, "wine": 2}]
    do(game, ("copy", {"food": 1, "coin": 1, "wine": 2}), ("food", "coin"))
    assert game.state.goods[DAVID] == {"food": 0, "coin": 0, "wine": 0}
    assert game.state.park["dea"].goods == {"food": 1, "coin": 1, "wine": 0}
    assert game.state.park["dea"].pawns == [CHIARA]
    assert game.state.workers[DAVID] == {"food": 1, "coin": 1, "wine": 1, "pawn": 0, "card": 1}
    assert asked(game) == [(JESSICA, "place")]


def test_a_copy_of_food_coin_and_wine_costs_two_wine_more() -> None:
    game = begin()
    give(game, DAVID, food=1, coin=1, wine=1)
    give(game, CHIARA, food=2, coin=2, wine=4)
    call(game, "dea", "more", food=1, coin=1, wine=1)
    do(game, ("card", "card"))
    assert asked(game) == [(CHIARA, "copy")]
    assert payments(game, "copy") == [{"food": 1, "coin": 1, "wine": 3}]
    give(game, CHIARA, food=9, coin=9, wine=2)
    game = begin()
    give(game, DAVID, food=1, coin=1, wine=1)
    give(game, CHIARA, food=9, coin=9, wine=2)
    call(game, "dea", "more", food=1, coin=1, wine=1)
    do(game, ("card", "card"))
    assert asked(game) == [(CHIARA, "place")]


def test_the_card_of_the_example_needs_gigante_and_has_a_moon_and_four_points_of_worship() -> None:
    altar = CARDS["B01"]
    assert (altar.name, altar.upgraded) == ("Altar", "Cathedral")
    assert altar.symbols == ("building",)
    assert altar.first_steps == (1, 0, 0)
    assert (altar.temple, altar.worship) == ("moon", 4)
    game = begin()
    hold(game, DAVID, "B01", "K01", "BK1")
    give(game, DAVID, food=2, coin=1)
    call(game, "gigante", food=2, coin=1)
    assert choices(game) == [("play", "B01"), ("play", "BK1"), ("decline",)]
    do(game, ("play", "B01"))
    assert game.state.steps[DAVID] == {"culture": 1, "architecture": 0, "science": 0}
    assert game.state.played[DAVID] == [Played("B01")]


def test_a_card_with_two_symbols_is_played_by_either_deity() -> None:
    for name in ("gigante", "elefante"):
        game = begin()
        hold(game, DAVID, "BK1")
        give(game, DAVID, food=2, coin=2)
        do(game, ("call", name))
        do(game, ("just", game.decisions()[0].choices[0][1].example()))
        assert ("play", "BK1") in choices(game)


def test_the_first_who_reaches_a_marked_space_gets_a_point() -> None:
    game = begin()
    hold(game, DAVID, "K02")
    hold(game, CHIARA, "K06")
    for seat in (DAVID, CHIARA):
        give(game, seat, food=5, coin=5)
        game.state.steps[seat]["science"] = 3
    call(game, "elefante", food=1, coin=2)
    events = do(game, ("play", "K02"))
    assert told(events, "first") == [{"seat": DAVID, "track": "science", "space": 4}]
    call(game, "elefante", food=2, coin=2)
    events = do(game, ("play", "K06"))
    assert told(events, "first") == []
    assert game.state.steps[CHIARA]["science"] == 4
    assert [own["firsts"] for own in game.standing() or []] == [1, 0, 0]


def test_a_card_under_a_deity_is_put_there_unseen() -> None:
    game = begin()
    hold(game, DAVID, "B01", "B02")
    give(game, DAVID, food=1)
    call(game, "drago", food=1)
    do(game, ("balena",), ("B01",))
    assert game.state.park["balena"].under == [("B01", DAVID)]
    assert game.view(DAVID)["park"]["balena"]["own"] == ["B01"]
    assert game.view(CHIARA)["park"]["balena"]["own"] == []
    assert game.view(CHIARA)["park"]["balena"]["cards"] == 1


def test_an_upgraded_card_moves_one_on_culture_and_two_on_architecture() -> None:
    game = begin()
    own(game, DAVID, "K02", level=1)
    give(game, DAVID, food=1, coin=2)
    call(game, "elefante", food=1, coin=2)
    do(game, ("upgrade", "K02"))
    assert game.state.steps[DAVID] == {"culture": 1, "architecture": 2, "science": 0}
    assert game.view(None)["majorities"]["elefante"]["values"] == [1, 0, 0]
    assert game.view(None)["seats"][DAVID]["temples"] == 0


def test_david_upgrades_a_card_with_three_culture_a_character_and_vision() -> None:
    game = begin()
    own(game, DAVID, "P03", level=1)
    give(game, DAVID, food=1, coin=3)
    call(game, "balena", food=1, coin=2)
    do(game, ("upgrade", "P03"))
    assert game.state.steps[DAVID]["culture"] == 3
    assert game.view(None)["majorities"]["balena"]["values"] == [1, 0, 0]
    do(game, ("harvest", "food"), ("harvest", "food"))
    call(game, "genio", coin=1)
    assert asked(game) == [(DAVID, "use_vision")]
    do(game, ("use",))
    drawn = list(game.state.dealt[DAVID])
    assert len(drawn) == 4
    do(game, choices(game)[0])
    assert len(game.state.hands[DAVID]) == 2
    assert sorted(game.state.hands[DAVID] + game.state.discards[-2:]) == sorted(drawn)
    assert game.state.untapped(DAVID, "vision") == []


def test_moss_grows_where_no_pawn_stands() -> None:
    game = begin()
    game.state.park["genio"].mossy = True
    game.changed()
    call(game, "genio")
    finish_season(game)
    assert [name for name in DEITIES if not game.state.park[name].mossy] == ["genio"]
    assert game.state.pawns == [3, 3, 3]
    assert game.state.start == game.decisions()[0].seat == CHIARA
    assert game.state.season == 2


def test_deities_are_ordered_by_the_worship_under_them() -> None:
    game = begin()
    state = game.state
    before = list(state.order)
    for name, cards in (("balena", "B01 B03"), ("orco", "K02 P10"), ("gigante", "B05")):
        for card in cards.split():
            state.park[name].under.append((fetch(game, card), DAVID))
            state.known[card] = 1 << DAVID
    assert [worship_of(state.park[name]) for name in ("balena", "orco", "gigante")] == [9, 7, 3]
    assert game.view(None)["park"]["balena"]["worship"] is None
    end_game(game)
    assert game.view(None)["park"]["balena"]["worship"] == 9
    assert state.order[:3] == ["balena", "orco", "gigante"]
    assert state.order[3:] == [name for name in before if name not in state.order[:3]]


@pytest.mark.parametrize(
    ("position", "first", "second"),
    [(1, 3, 2), (2, 3, 2), (3, 3, 2), (4, 2, 1), (5, 2, 1), (6, 1, 0), (7, 1, 0), (8, 0, 0)],
)
def test_points_for_the_majority_in_science(position: int, first: int, second: int) -> None:
    game = begin()
    for seat, steps in enumerate((5, 3, 0)):
        game.state.steps[seat]["science"] = steps
    assert deity_points(game.state, "genio", position - 1) == [first, second, 0]


def test_elefante_pays_for_knowledge_and_gigante_for_buildings() -> None:
    game = begin()
    own(game, DAVID, "K01", "K02")
    own(game, CHIARA, "K03", "B01")
    assert deity_points(game.state, "elefante", 3) == [2, 1, 0]
    assert deity_points(game.state, "gigante", 0) == [0, 3, 0]


def test_orco_pays_for_food_and_drago_for_coins_and_wine_is_nothing() -> None:
    game = begin()
    give(game, DAVID, food=2, coin=1, wine=9)
    give(game, CHIARA, food=3)
    assert deity_points(game.state, "orco", 0) == [2, 3, 0]
    assert deity_points(game.state, "drago", 0) == [3, 0, 0]


def test_in_a_tie_both_get_all_and_the_next_is_still_second() -> None:
    game = begin()
    for seat, steps in ((DAVID, 4), (CHIARA, 1), (JESSICA, 4)):
        game.state.steps[seat]["culture"] = steps
    assert deity_points(game.state, "dea", 0) == [3, 2, 3]


def test_two_players_have_no_second_place() -> None:
    game = begin(2)
    game.state.steps[DAVID]["culture"] = 2
    game.state.steps[CHIARA]["culture"] = 1
    assert deity_points(game.state, "dea", 0) == [3, 0]


def test_at_the_end_of_a_track_the_first_to_come_is_better() -> None:
    game = begin()
    for seat in (CHIARA, DAVID):
        game.state.steps[seat]["culture"] = 10
        game.state.tens["culture"].append(seat)
    assert deity_points(game.state, "dea", 0) == [2, 3, 0]


@pytest.mark.parametrize(
    ("cards", "points"),
    [("B01 B02", 0), ("B01 B02 B03", 1), ("B01 B02 B03 B04", 2), ("B01 B02 B03 B04 B05", 4)],
)
def test_temple_symbols_on_cards_of_the_first_level(cards: str, points: int) -> None:
    played = [Played(card) for card in cards.split()]
    assert temple_points([*played, Played("B06")]) == points  # a second moon
    assert temple_points([Played(card, 2) for card in cards.split()]) == 0


def test_the_most_points_win_and_a_tie_is_shared() -> None:
    game = begin()
    for _season in range(8):
        finish_season(game)
    result = game.result()
    assert result is not None
    assert result.scores == [0, 0, 0]
    assert result.ranks == [1, 1, 1]
