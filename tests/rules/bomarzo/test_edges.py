"""Abilities, conversions and the places where the rules are silent."""

from __future__ import annotations

import pytest

from games.rules.bomarzo.final import award, deity_points
from games.rules.bomarzo.offering import Need, need
from games.rules.bomarzo.reconstructed import CARDS, TILES, VILLAGE
from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.state import Bomarzo, Played
from games.rules.bomarzo.tables import DEITIES
from games.rules.engine import Game, IllegalChoice, Text

from .positions import (
    CHIARA,
    DAVID,
    JESSICA,
    asked,
    begin,
    call,
    choices,
    do,
    finish_season,
    give,
    hold,
    lay,
    own,
    payments,
    told,
    with_extra,
)

# Payments


def test_wine_stands_in_for_food_and_coins() -> None:
    game = begin()
    give(game, DAVID, food=1, wine=2)
    call(game, "gigante", food=1, wine=2)
    assert game.state.park["gigante"].asleep


def test_a_card_pays_for_a_missing_coin_and_does_not_lie_on_the_deity() -> None:
    game = begin()
    hold(game, DAVID, "B01", "B02")
    give(game, DAVID, food=2)
    call(game, "gigante", food=2, card=1)
    assert asked(game) == [(DAVID, "discard_card")]
    do(game, ("B02",))
    assert game.state.discards[-1] == "B02"
    assert game.state.park["gigante"].goods == {"food": 2, "coin": 0, "wine": 0}
    assert choices(game) == [("play", "B01"), ("decline",)]


def test_nothing_is_offered_beyond_the_need_by_accident() -> None:
    game = begin()
    give(game, DAVID, food=3, coin=3)
    do(game, ("call", "tartaruga"))
    assert all(sum(paid.values()) == 1 for paid in payments(game, "just"))
    assert all(sum(paid.values()) > 1 for paid in payments(game, "more"))
    with pytest.raises(IllegalChoice):
        do(game, ("just", {"food": 2}))


def test_cards_are_no_good_beyond_the_need() -> None:
    game = begin()
    hold(game, DAVID, "B01", "B02", "B03")
    give(game, DAVID, food=3)
    do(game, ("call", "tartaruga"))
    assert payments(game, "more") == [{"food": 2}, {"food": 3}]
    game = begin()
    hold(game, DAVID, "B01", "B02", "B03")
    give(game, DAVID, food=3)
    do(game, ("call", "gigante"))
    assert payments(game, "more") == [{"food": 3, "card": 1}]


def test_what_was_paid_with_cards_does_not_make_a_deity_cheaper_than_printed() -> None:
    game = begin()
    lay(game, "gigante", JESSICA, food=1)
    assert need("gigante", game.state.park["gigante"]) == Need(2, 1, 0)
    lay(game, "elefante", JESSICA, food=3)
    assert need("elefante", game.state.park["elefante"]) == Need(3, 0, 1)


def test_a_free_mossy_deity_costs_its_second_caller_one_good() -> None:
    game = begin()
    game.state.park["genio"].mossy = True
    lay(game, "genio", JESSICA)
    assert need("genio", game.state.park["genio"]) == Need(0, 0, 1)


def test_exchange_lets_a_food_be_a_coin_once_and_leaves_the_food_on_the_deity() -> None:
    game = begin()
    own(game, DAVID, with_extra("exchange")[0])
    give(game, DAVID, food=2)
    do(game, ("call", "genio"), ("just", {"food as coin": 1}))
    assert game.state.park["genio"].goods == {"food": 1, "coin": 0, "wine": 0}
    assert game.state.goods[DAVID]["food"] == 1
    assert game.state.untapped(DAVID, "exchange") == []
    assert not any(choice[0] == "call" and choice[1] == "dea" for choice in choices(game))


def test_two_exchanges_serve_one_payment() -> None:
    game = begin()
    own(game, DAVID, *with_extra("exchange")[:2])
    give(game, DAVID, food=3)
    do(game, ("call", "balena"), ("just", {"food": 1, "food as coin": 2}))
    assert game.state.park["balena"].goods == {"food": 3, "coin": 0, "wine": 0}


# Abilities


def test_repetition_lets_a_second_pawn_be_placed_at_the_full_price() -> None:
    game = begin()
    repetition = with_extra("repetition")[0]
    give(game, DAVID, coin=5)
    call(game, "genio", coin=1)
    do(game, ("pass",), ("pass",))
    assert ("call", "genio") not in choices(game)
    own(game, DAVID, repetition)
    call(game, "genio", coin=2)
    assert game.state.park["genio"].pawns == [DAVID, DAVID]
    assert ("call", "genio") not in choices(game)
    assert game.state.park["genio"].goods["coin"] == 3


def test_raise_lays_three_goods_of_the_supply_that_are_no_part_of_a_copy() -> None:
    game = begin()
    own(game, DAVID, with_extra("raise")[0])
    give(game, DAVID, coin=1)
    give(game, CHIARA, coin=1, wine=2)
    call(game, "genio", coin=1)
    assert asked(game) == [(DAVID, "raise_offering")]
    do(game, ("raise", 2, 1))
    assert game.state.park["genio"].goods == {"food": 2, "coin": 2, "wine": 0}
    assert asked(game) == [(CHIARA, "copy")]
    assert payments(game, "copy") == [{"coin": 1, "wine": 2}]


def test_two_raises_serve_one_pawn() -> None:
    game = begin()
    own(game, DAVID, *with_extra("raise")[:2])
    give(game, DAVID, coin=1)
    call(game, "genio", coin=1)
    do(game, ("raise", 3, 0), ("raise", 0, 3))
    assert game.state.park["genio"].goods == {"food": 3, "coin": 4, "wine": 0}


def test_dragons_let_more_cards_be_put_under_deities() -> None:
    game = begin()
    own(game, DAVID, *with_extra("dragon")[:2])
    hold(game, DAVID, "B01", "B02", "B03", "B04")
    give(game, DAVID, food=1)
    call(game, "drago", food=1)
    do(game, ("dea",), ("B01",), ("dea",), ("B02",), ("orco",), ("B03",))
    assert [len(game.state.park[name].under) for name in ("dea", "orco")] == [2, 1]
    assert asked(game) == [(CHIARA, "place")]


def test_a_dragon_that_is_declined_can_still_be_used() -> None:
    """Fähigkeit Drache: the card is turned when the ability is used."""
    game = begin()
    own(game, DAVID, with_extra("dragon")[0])
    hold(game, DAVID, "B01", "B02")
    give(game, DAVID, food=1)
    call(game, "drago", food=1)
    do(game, ("dea",), ("B01",))
    assert asked(game) == [(DAVID, "use_dragon")]
    do(game, ("decline",))
    assert len(game.state.untapped(DAVID, "dragon")) == 1


def test_two_repetitions_bring_three_pawns_to_a_deity() -> None:
    """Fähigkeit Wiederholung: 1 more pawn for each card."""
    game = begin(2)
    game.state.workers[DAVID]["pawn"] = 2
    game.state.pawns[DAVID] = 4
    own(game, DAVID, *with_extra("repetition")[:2])
    give(game, DAVID, coin=9)
    do(game, ("call", "genio"), ("just", {"coin": 1}), ("pass",))
    for coins in (2, 4):
        do(game, ("call", "genio"), ("just", {"coin": coins}))
    assert game.state.park["genio"].pawns == [DAVID] * 3
    assert game.state.untapped(DAVID, "repetition") == []


def test_the_only_card_in_hand_goes_under_a_deity_unasked() -> None:
    """Drago: that there is one card all see, which one it is nobody."""
    game = begin()
    hold(game, DAVID, "B01")
    give(game, DAVID, food=1)
    call(game, "drago", food=1)
    events = do(game, ("dea",))
    assert game.state.park["dea"].under == [("B01", DAVID)]
    assert "card" not in events[0].seen_by(CHIARA)
    assert asked(game) == [(CHIARA, "place")]


def test_used_abilities_come_back_with_the_next_season() -> None:
    game = begin()
    own(game, DAVID, with_extra("raise")[0])
    give(game, DAVID, coin=1)
    call(game, "genio", coin=1)
    do(game, ("raise", 3, 0))
    assert game.state.untapped(DAVID, "raise") == []
    finish_season(game)
    assert len(game.state.untapped(DAVID, "raise")) == 1


def test_vision_in_production_is_asked_in_turn_and_cards_are_put_back_at_once() -> None:
    game = begin()
    own(game, DAVID, "B03", "B11")
    own(game, CHIARA, "K03", "K11")
    finish_season(game)
    assert asked(game) == [(CHIARA, "use_vision")]
    do(game, ("use",))
    assert asked(game) == [(DAVID, "use_vision")]
    do(game, ("use",))
    assert sorted(asked(game)) == [(DAVID, "put_back"), (CHIARA, "put_back")]
    assert [len(choice) for choice in choices(game)] == [2, 2, 2]
    game.choose(DAVID, game.decision(DAVID).choices[0])  # type: ignore[union-attr]
    game.choose(CHIARA, game.decision(CHIARA).choices[0])  # type: ignore[union-attr]
    assert [len(hand) for hand in game.state.hands] == [1, 1, 0]


def test_with_few_cards_left_vision_puts_back_before_the_next_seat_draws() -> None:
    game = begin()
    own(game, DAVID, "B03", "B11")
    own(game, CHIARA, "K03", "K11")
    state = game.state
    hold(game, JESSICA, *state.deck[:12])
    hold(game, JESSICA, *state.discards[:6])
    finish_season(game)
    do(game, ("use",))
    assert asked(game) == [(CHIARA, "put_back")]


def test_the_discards_are_shuffled_when_the_draw_pile_is_used_up() -> None:
    game = begin()
    state = game.state
    while len(state.deck) > 2:
        state.discards.append(state.deck.pop(0))
    give(game, DAVID, coin=1)
    events = call(game, "genio", coin=1)
    assert told(events, "reshuffled") == [{"number": 43}]
    assert len(state.deck) == 43
    assert state.discards == []
    assert game.view(None)["top"] == state.deck[-1]


def test_one_draws_as_many_cards_as_there_are() -> None:
    game = begin()
    state = game.state
    hold(game, JESSICA, *state.deck[1:])
    hold(game, JESSICA, *state.discards)
    give(game, DAVID, coin=1)
    call(game, "genio", coin=1)
    assert len(state.hands[DAVID]) == 1
    assert state.deck == []
    assert game.view(None)["top"] is None


# Favours


def test_orco_takes_a_good_from_each_other_deity_and_asks_where_both_kinds_lie() -> None:
    game = begin()
    give(game, DAVID, food=1)
    lay(game, "dea", CHIARA, food=2, coin=1, wine=1)
    lay(game, "genio", CHIARA, coin=3)
    call(game, "orco", food=1)
    assert set(choices(game)) == {
        ("each",),
        ("all", "dea", "food"),
        ("all", "dea", "coin"),
        ("all", "genio", "coin"),
    }
    do(game, ("each",), ("food",))
    assert game.state.goods[DAVID] == {"food": 1, "coin": 1, "wine": 0}
    assert game.state.park["dea"].goods == {"food": 1, "coin": 1, "wine": 1}
    assert game.state.park["orco"].goods["food"] == 1


def test_orco_takes_all_of_a_kind_from_one_deity() -> None:
    game = begin()
    give(game, DAVID, food=1)
    lay(game, "genio", CHIARA, food=1, coin=3)
    call(game, "orco", food=1)
    do(game, ("all", "genio", "coin"))
    assert game.state.goods[DAVID] == {"food": 0, "coin": 3, "wine": 0}


def test_tartaruga_brings_a_step_for_each_of_two_cards() -> None:
    game = begin()
    hold(game, DAVID, "B01", "B02", "B03")
    give(game, DAVID, food=1)
    call(game, "tartaruga", food=1)
    assert len(choices(game)) == 1 + 3 + 6
    do(game, ("culture", "culture"), ("B03",), ("B01",))
    assert game.state.steps[DAVID]["culture"] == 2
    assert game.state.hands[DAVID] == ["B02"]
    assert game.state.discards[-2:] == ["B03", "B01"]


def test_tartaruga_offers_no_step_on_a_track_that_is_full_nor_two_where_one_is_left() -> None:
    game = begin()
    hold(game, DAVID, "B01", "B02")
    game.state.steps[DAVID].update(culture=10, science=9)
    give(game, DAVID, food=1)
    call(game, "tartaruga", food=1)
    assert sorted(choices(game)) == [
        ("architecture",),
        ("architecture", "architecture"),
        ("architecture", "science"),
        ("decline",),
        ("science",),
    ]
    do(game, ("architecture", "science"))
    assert game.state.steps[DAVID] == {"culture": 10, "architecture": 1, "science": 10}


def test_tartaruga_discards_nothing_where_every_track_is_full() -> None:
    game = begin()
    hold(game, DAVID, "B01")
    game.state.steps[DAVID].update(culture=10, architecture=10, science=10)
    give(game, DAVID, food=1)
    call(game, "tartaruga", food=1)
    assert game.state.hands[DAVID] == ["B01"]
    assert asked(game) == [(CHIARA, "place")]


@pytest.mark.parametrize("deity", ["tartaruga", "drago"])
def test_tartaruga_and_drago_may_be_declined(deity: str) -> None:
    game = begin()
    hold(game, DAVID, "B01")
    give(game, DAVID, food=1)
    call(game, deity, food=1)
    do(game, ("decline",))
    assert game.state.hands[DAVID] == ["B01"]
    assert asked(game) == [(CHIARA, "place")]


def test_a_player_with_cards_is_asked_even_if_none_can_be_played_and_reads_why() -> None:
    game = begin()
    hold(game, DAVID, "K01")
    game.state.played[DAVID] = [Played("K02"), Played("B01", level=2)]
    give(game, DAVID, food=2, coin=1)
    call(game, "gigante", food=2, coin=1)
    assert (asked(game), choices(game)) == ([(DAVID, "play_card")], [("decline",)])
    why = Text("It belongs to another category.")
    refusals = game.decisions()[0].refusals
    assert refusals == [(("play", "K01"), why), (("upgrade", "K02"), why)]


def test_a_call_without_any_use_raises_the_price_all_the_same() -> None:
    game = begin()
    give(game, DAVID, food=2, coin=1)
    events = call(game, "gigante", food=2, coin=1)
    assert told(events, "no_favour") == [{"seat": DAVID, "deity": "gigante"}]
    assert need("gigante", game.state.park["gigante"]).total == 4


def test_steps_of_a_worker_beyond_the_end_are_lost() -> None:
    game = begin()
    ends = {track: spaces[-1] for track, spaces in VILLAGE.items()}
    game.state.workers[DAVID] = {**ends, "wine": 5}
    game.state.pawns[DAVID] = 5
    give(game, DAVID, food=1, coin=1)
    call(game, "dea", food=1, coin=1)
    assert game.state.workers[DAVID] == ends
    assert asked(game) == [(CHIARA, "place")]


def test_passing_a_marked_space_counts_and_steps_beyond_ten_are_lost() -> None:
    game = begin()
    game.state.steps[DAVID]["science"] = 8
    own(game, DAVID, "K03", level=1)
    give(game, DAVID, food=1, coin=2)
    call(game, "elefante", food=1, coin=2)
    events = do(game, ("upgrade", "K03"))
    assert told(events, "first") == [{"seat": DAVID, "track": "science", "space": 10}]
    assert game.state.steps[DAVID]["science"] == 10
    assert game.state.tens["science"] == [DAVID]


# Passing


def test_passing_is_final_for_the_season() -> None:
    game = begin()
    do(game, ("pass",), ("pass",), ("harvest", "food"))
    assert asked(game) == [(JESSICA, "place")]
    assert game.state.pawns[DAVID] == 3


def test_a_pawn_gained_after_the_last_one_was_placed_may_be_placed_before_one_passes() -> None:
    game = begin()
    game.state.workers[DAVID]["pawn"] = 1
    give(game, DAVID, food=1, coin=1)
    do(game, ("harvest", "food"), ("pass",), ("pass",), ("harvest", "coin"))
    assert game.state.pawns[DAVID] == 1
    give(game, DAVID, food=1, coin=1)
    call(game, "dea", food=1, coin=1)
    do(game, ("pawn", "card"))
    assert (asked(game), game.state.pawns[DAVID]) == ([(DAVID, "place")], 1)


def test_a_player_who_has_passed_may_still_copy_and_keeps_a_pawn_that_this_brings() -> None:
    game = begin()
    do(game, ("pass",))
    game.state.workers[DAVID]["pawn"] = 1
    give(game, DAVID, food=1, coin=1, wine=2)
    give(game, CHIARA, food=1, coin=1)
    call(game, "dea", food=1, coin=1)
    do(game, ("card", "card"), ("copy", {"food": 1, "coin": 1, "wine": 2}), ("pawn", "card"))
    assert game.state.pawns[DAVID] == 4
    do(game, ("pass",), ("harvest", "food"))
    assert asked(game) == [(CHIARA, "place")]


def test_having_passed_ends_with_the_season() -> None:
    """Aufräumphase: while the next production is asked about, nobody has passed."""
    game = begin()
    own(game, CHIARA, "K03", "K11")
    finish_season(game)
    assert asked(game) == [(CHIARA, "use_vision")]
    assert [seat["passed"] for seat in game.view(None)["seats"]] == [False] * 3


# The end


def test_two_symbols_count_for_one_and_are_chosen_in_turn_order_before_deities_pay() -> None:
    game = begin()
    own(game, CHIARA, "BK1")
    own(game, DAVID, "BP1", "K01")
    for _season in range(7):
        finish_season(game)
    do(game, ("pass",), ("pass",), ("pass",))
    assert game.state.start == JESSICA
    assert asked(game) == [(DAVID, "choose_symbol")]
    assert choices(game) == [("building",), ("character",)]
    do(game, ("character",))
    assert asked(game) == [(CHIARA, "choose_symbol")]
    do(game, ("building",))
    result = game.result()
    assert result is not None
    assert (
        result.breakdown[DAVID]["balena"]
        == deity_points(game.state, "balena", game.state.order.index("balena"))[DAVID]
    )
    assert result.breakdown[DAVID]["gigante"] == 0


@pytest.mark.parametrize(("players", "starts"), [(2, 0), (3, 2), (4, 0)])
def test_who_starts_after_the_last_season(players: int, starts: int) -> None:
    game = begin(players)
    for season in range(1, 9):
        assert game.state.season == season
        assert game.state.start == (season - 1) % players
        finish_season(game)
    assert game.result() is not None
    assert game.state.start == starts


# Seasons


def season_of(colour: str, players: int = 3) -> Game[Bomarzo]:
    """The second season under a tile of this colour."""
    game = begin(players, seasons=True)
    game.state.tiles[1] = colour
    return game


def test_twelve_tiles_are_mixed_and_eight_are_used() -> None:
    assert sum(TILES.values()) == 12
    game = begin(seasons=True)
    assert len(game.state.tiles) == 8
    assert len(game.view(None)["tiles"]) == 8
    assert begin().view(None)["tiles"] is None


def test_black_stops_the_village_but_neither_cards_nor_pawns() -> None:
    game = season_of("black")
    game.state.workers[CHIARA] = {"food": 6, "coin": 6, "wine": 6, "pawn": 5, "card": 6}
    game.state.pawns[CHIARA] = 5
    own(game, CHIARA, "B08")
    finish_season(game)
    assert game.state.goods[CHIARA] == {"food": 1, "coin": 0, "wine": 0}
    assert game.state.hands[CHIARA] == []
    assert game.state.pawns[CHIARA] == 5


def test_green_lets_each_player_place_two_pawns() -> None:
    game = season_of("green", 2)
    finish_season(game)
    do(game, *[("harvest", good) for good in ("food", "food", "coin")])
    events = do(game, ("harvest", "coin"))
    assert [data["seat"] for data in told(events, "passed")] == [CHIARA, DAVID]
    assert game.state.season == 3


def test_yellow_forbids_copies() -> None:
    game = season_of("yellow")
    finish_season(game)
    give(game, DAVID, wine=5)
    call(game, "genio")
    assert asked(game) == [(JESSICA, "place")]


def test_brown_stops_abilities_but_not_incomes() -> None:
    game = season_of("brown")
    own(game, CHIARA, "B03", "B05", "B11", "B08")
    finish_season(game)
    assert len(game.state.hands[CHIARA]) == 1  # without being asked for Vision
    assert game.state.goods[CHIARA]["food"] == 1
    call(game, "genio")
    assert asked(game) == [(JESSICA, "place")]  # nor for Raise


# Worship


def test_a_worship_card_is_taken_before_the_pawn_is_placed_once_a_turn() -> None:
    game = begin(worship=True)
    card = game.state.worship_stack[-1]
    events = do(game, ("worship",))
    assert events[0].seen_by(DAVID)["cards"] == [card]
    assert "cards" not in events[0].seen_by(CHIARA)
    assert asked(game) == [(DAVID, "place")]
    assert not any(choice[0] in ("worship", "pass") for choice in choices(game))
    do(game, ("harvest", "food"))
    assert asked(game) == [(CHIARA, "place")]
    assert ("worship",) in choices(game)


def test_a_worship_card_may_be_taken_after_the_pawn_is_placed() -> None:
    """Anbetung: "Während des eigenen Spielzuges", so before or after, once."""
    game = begin(worship=True)
    card = game.state.worship_stack[-1]
    do(game, ("harvest", "food"))
    assert asked(game) == [(DAVID, "take_worship")]
    assert ("worship", "food", "food") in choices(game)
    do(game, ("worship",))
    assert game.state.worship[DAVID] == [card]
    assert asked(game) == [(CHIARA, "place")]


def test_goods_that_a_favour_has_brought_pay_for_a_second_worship_card() -> None:
    """Anbetung: after the action, and before others may copy it."""
    game = begin(worship=True)
    give(game, DAVID, food=1)
    give(game, CHIARA, food=1, wine=2)
    lay(game, "dea", JESSICA, food=1, coin=3)
    call(game, "orco", food=1)
    do(game, ("all", "dea", "coin"), ("worship", "coin", "coin"))
    assert asked(game) == [(DAVID, "keep_worship")]
    do(game, choices(game)[0])
    assert asked(game) == [(CHIARA, "copy")]


def test_a_player_who_wants_no_worship_card_after_placing_says_so_once() -> None:
    game = begin(worship=True)
    do(game, ("harvest", "food"))
    decision = game.decisions()[0]
    view = game.view(DAVID)
    assert decision.asks.instructions(view) == [("no", 1), ("no",)]
    assert decision.instructed(("no",), view) == ("no",)
    assert decision.asks.expires(("no", 1), {**view, "season": 2})


def test_a_worship_card_is_fulfilled_for_a_player_who_came_first_to_ten() -> None:
    """Anbetung, "der beste Spieler in dieser Kategorie": at 10 the first to come is best."""
    game = begin(worship=True)
    state = game.state
    for seat in (CHIARA, DAVID):
        state.steps[seat]["culture"] = 10
        state.tens["culture"].append(seat)
    state.worship[CHIARA], state.worship[DAVID] = ["dea"], ["dea"]
    award(game)
    assert state.result is not None
    assert [p["fulfilled"] for p in state.result.breakdown] == [0, 3, 0]


def test_a_worship_card_is_fulfilled_by_everyone_who_ties_for_the_best_place() -> None:
    """Anbetung: below the end of a track there are ties, and each tied player is best."""
    game = begin(worship=True)
    state = game.state
    for seat in (CHIARA, DAVID):
        state.steps[seat]["culture"] = 9
        state.worship[seat] = ["dea"]
    award(game)
    assert state.result is not None
    assert [p["fulfilled"] for p in state.result.breakdown] == [3, 3, 0]


def test_for_two_goods_one_of_two_worship_cards_is_kept() -> None:
    game = begin(worship=True)
    give(game, DAVID, food=1, wine=1)
    assert ("worship", "food", "wine") in choices(game)
    assert ("worship", "food", "food") not in choices(game)
    do(game, ("worship", "food", "wine"))
    seen = sorted(game.state.looked_at)
    assert len(seen) == 2
    assert game.view(DAVID)["worship"]["looking"] == seen
    assert game.view(CHIARA)["worship"]["looking"] == []
    do(game, (seen[0],))
    assert game.state.worship[DAVID] == [seen[0]]
    assert seen[1] in game.state.worship_stack
    assert game.state.goods[DAVID] == {"food": 0, "coin": 0, "wine": 0}


def test_where_one_worship_card_is_left_nobody_pays_for_a_second() -> None:
    game = begin(worship=True)
    give(game, DAVID, food=9)
    del game.state.worship_stack[1:]
    game.changed()
    assert [choice for choice in choices(game) if choice[0] == "worship"] == [("worship",)]


def test_fulfilled_worship_is_worth_three_and_the_other_costs_one_each() -> None:
    game = begin(worship=True)
    state = game.state
    state.worship[DAVID] = ["genio", "dea"]
    state.worship[CHIARA] = ["genio", "tartaruga"]
    state.steps[DAVID]["science"] = state.steps[CHIARA]["science"] = 2
    state.steps[JESSICA]["culture"] = 1
    award(game)
    assert state.result is not None
    worship = [(p["fulfilled"], p["unfulfilled"]) for p in state.result.breakdown]
    assert worship == [(3, -1), (3, -1), (0, 0)]


# What is told of it


def test_the_cards_are_evenly_spread() -> None:
    cards = list(CARDS.values())
    assert len(cards) == 45
    for symbol in ("building", "knowledge", "character"):
        assert sum(symbol in card.symbols for card in cards) == 19
    for temple in ("moon", "sun", "star", "flame", "wave"):
        assert sum(card.temple == temple for card in cards) == 9
    assert [sum(card.worship == n for card in cards) for n in range(1, 6)] == [9] * 5
    assert [sum(card.first_steps[i] for card in cards) for i in range(3)] == [21] * 3
    assert [sum(card.second_steps[i] for card in cards) for i in range(3)] == [39] * 3


def test_a_payment_without_cards_discards_none() -> None:
    game = begin()
    give(game, DAVID, food=1)
    assert told(call(game, "orco", food=1), "discarded") == []


def test_closed_deities_and_areas_say_why() -> None:
    game = begin()
    give(game, DAVID, food=1, wine=2)
    call(game, "orco", food=1)
    do(game, ("pass",), ("pass",))
    lay(game, "dea", wine=2)
    refused = dict(game.decisions()[0].refusals)
    assert set(refused) == {("call", name) for name in DEITIES} - {
        choice for choice in choices(game) if choice[0] == "call"
    }
    assert "asleep" in str(refused["call", "dea"]) or "sleeps" in str(refused["call", "dea"])
    assert "already" in str(refused["call", "orco"])


def test_a_game_of_version_1_between_two_seasons_goes_on_with_nobody_out() -> None:
    """Version 1 forgot who had passed when the next actions began, not when the season ended."""
    game = begin()
    own(game, CHIARA, "K03", "K11")
    finish_season(game)
    game.state.passed = [True] * 3
    again = rules.load(game.save(), 1)
    assert again.state.passed == [False] * 3
    again.choose(CHIARA, ("spare",))
    assert asked(again) == [(CHIARA, "place")]


@pytest.mark.parametrize(
    ("version", "passed"), [(1, [True, False, True]), (2, [True] * 3), (1, [False] * 3)]
)
def test_a_player_who_has_passed_in_any_other_stored_game_stays_out(
    version: int, passed: list[bool]
) -> None:
    game = begin()
    own(game, CHIARA, "K03", "K11")
    finish_season(game)
    game.state.passed = passed
    assert rules.load(game.save(), version).state.passed == passed
