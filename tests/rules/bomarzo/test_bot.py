"""Positions in which one choice is clearly right, and the bot's choice in them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.state import Bomarzo
from games.rules.engine import Choice, Game
from games.rules.engine.play import ask_bot

from .positions import (
    CHIARA,
    DAVID,
    JESSICA,
    begin,
    call,
    do,
    fetch,
    give,
    hold,
    lay,
    own,
    with_extra,
)


def bots(game: Game[Bomarzo], seat: int = DAVID) -> Choice:
    """What the bot chooses in three samples of what the seat knows, always the same."""
    decision = game.decision(seat)
    assert decision is not None
    found = {
        repr(answer): answer
        for answer in (
            ask_bot(rules.bots["gardener"], game, decision, random.Random(seed))
            for seed in range(3)
        )
    }
    assert len(found) == 1, f"it cannot decide between {list(found)}"
    return next(iter(found.values()))


def last_season(players: int = 3, **options: bool) -> Game[Bomarzo]:
    """The first turn of season 8, in which what is not scored is worth nothing."""
    game = begin(players, **options)
    game.state.season = 8
    game.changed()
    return game


def at(game: Game[Bomarzo], position: int, name: str) -> None:
    """Move a deity to a position from 1."""
    order = game.state.order
    order.remove(name)
    order.insert(position - 1, name)
    game.changed()


def raise_asked(**lying: int) -> Game[Bomarzo]:
    """David has called Genio for a coin and may use Raise."""
    game = begin()
    own(game, DAVID, with_extra("raise")[0])
    give(game, DAVID, coin=1)
    call(game, "genio", coin=1)
    assert game.decisions()[0].kind == "raise_offering"
    return game


# Raise


def test_it_spares_raise_where_an_opponents_orco_would_carry_it_off() -> None:
    """Chiara has a food for Orco: three goods more on Genio are hers, and shut nobody out."""
    game = raise_asked()
    give(game, CHIARA, food=2)
    assert bots(game) == ("spare",)


def test_it_spares_raise_where_nobody_could_call_the_deity_anyhow() -> None:
    """Nobody has any goods: dearer than out of reach is no gain, and David cannot call Orco."""
    assert bots(raise_asked()) == ("spare",)


def test_it_raises_where_that_shuts_both_opponents_out_and_nobody_can_call_orco() -> None:
    """Both have just the goods for Genio, and Orco sleeps."""
    game = raise_asked()
    lay(game, "orco", wine=2)
    for seat in (CHIARA, JESSICA):
        give(game, seat, coin=3)
    assert bots(game)[0] == "raise"


def test_it_raises_by_the_good_that_opponents_lack() -> None:
    """Both have nine coins, so three more shut nobody out, and one food shuts out both."""
    game = raise_asked()
    lay(game, "orco", wine=2)
    for seat in (CHIARA, JESSICA):
        give(game, seat, coin=9)
    assert bots(game)[1] in (1, 2, 3)


def test_it_raises_for_its_own_orco_where_no_opponent_can_call_it() -> None:
    """Only David can pay for Orco next turn, and carries the three goods home."""
    game = raise_asked()
    give(game, DAVID, food=1)
    assert bots(game) in (("raise", 3, 0), ("raise", 0, 3))


# Copies


def test_it_copies_with_goods_to_upgrade_a_card() -> None:
    """Wine is worth nothing in the end, and two culture, two architecture and a building are."""
    game = last_season()
    at(game, 1, "gigante")
    give(game, DAVID, food=2, coin=1)
    give(game, CHIARA, food=2, coin=1, wine=2)
    own(game, CHIARA, "B01", level=1)
    call(game, "gigante", food=2, coin=1)
    answer: Any = bots(game, CHIARA)
    assert answer[0] == "copy"


def test_it_never_pays_a_copy_with_the_card_it_wants_to_play() -> None:
    """A card must pay, and of both only Altar can be played: Numerals goes."""
    game = begin()
    game.state.season = 7
    at(game, 1, "dea")
    give(game, DAVID, food=2, coin=1)
    give(game, CHIARA, food=1, coin=1, wine=2)
    game.state.steps[CHIARA]["culture"] = 3
    hold(game, CHIARA, "B01", "K02")
    call(game, "gigante", food=2, coin=1)
    answer: Any = bots(game, CHIARA)
    assert answer == ("copy", {"food": 1, "coin": 1, "card": 1, "wine": 2})
    game.choose(CHIARA, answer)
    assert bots(game, CHIARA) == ("K02",)


def test_it_does_not_copy_cards_in_the_last_season() -> None:
    """Cards in hand are worth nothing after it, and the coin keeps it ahead for Drago."""
    game = last_season()
    at(game, 1, "drago")
    give(game, DAVID, coin=1)
    give(game, CHIARA, coin=1, wine=2)
    game.state.pawns[CHIARA] = 0
    call(game, "genio", coin=1)
    assert bots(game, CHIARA) == ("no",)


# Drago


def drago_asked(position: int, *hand: str) -> Game[Bomarzo]:
    """The last season: David is far ahead in science, and Genio lies at this position."""
    game = last_season()
    at(game, 7, "drago")
    at(game, 7, "orco")
    at(game, position, "genio")
    game.state.steps[DAVID]["science"] = 7
    game.state.steps[CHIARA] = {"culture": 8, "architecture": 8, "science": 2}
    give(game, DAVID, food=1)
    hold(game, DAVID, *(hand or ("P02",)))
    for pawns in game.state.areas.values():
        pawns += [CHIARA, JESSICA]
    game.state.pawns[DAVID] = 1
    game.changed()
    return game


def test_it_calls_drago_where_that_lifts_the_deity_it_leads() -> None:
    """Genio would pay nothing at position 8, and 3 points with five worship under it."""
    assert bots(drago_asked(8)) == ("call", "drago")
    assert bots(drago_asked(8, "P02", "K04")) == ("call", "drago")


def test_it_puts_its_card_under_the_deity_it_leads() -> None:
    game = drago_asked(8)
    call(game, "drago", food=1)
    assert bots(game) == ("genio",)


def test_it_puts_the_card_with_most_worship_under_the_deity_it_leads() -> None:
    """A card each lies under Tartaruga and two under Dea: one worship does not pass them."""
    game = drago_asked(8, "P03", "P02")
    for card in ("K01", "K02"):
        game.state.park["dea"].under.append((fetch(game, card), CHIARA))
    game.state.park["tartaruga"].under.append((fetch(game, "K03"), CHIARA))
    at(game, 1, "dea")
    call(game, "drago", food=1)
    do(game, ("genio",))
    assert bots(game) == ("P02",)


def test_it_does_not_call_drago_where_the_deity_it_leads_pays_all_already() -> None:
    """Genio lies first; the food is worth more kept."""
    assert bots(drago_asked(1)) != ("call", "drago")


# Placing


def test_it_harvests_first_where_most_is_to_be_had() -> None:
    """Two places are left: three coins for Drago's first place against one food that ties
    nobody."""
    game = last_season()
    game.state.areas["food"] = [CHIARA, JESSICA]
    game.state.areas["wine"] = [CHIARA, JESSICA]
    at(game, 1, "drago")
    game.state.pawns[DAVID] = 1
    give(game, CHIARA, coin=2)
    game.changed()
    assert bots(game) == ("harvest", "coin")


def test_it_takes_the_majority_in_food_with_its_last_pawn() -> None:
    """One food more than Chiara is three points at position 1."""
    game = last_season()
    at(game, 1, "orco")
    at(game, 8, "drago")
    give(game, CHIARA, food=2)
    game.state.pawns[DAVID] = 1
    game.changed()
    assert bots(game) == ("harvest", "food")


def test_it_advances_workers_to_a_pawn_in_the_first_season() -> None:
    """A pawn more in each of eight seasons is worth more than anything else in a village."""
    game = begin()
    give(game, DAVID, food=1, coin=1)
    call(game, "dea", food=1, coin=1)
    assert bots(game) == ("pawn", "pawn")


def test_it_never_passes_with_a_pawn_and_something_to_harvest() -> None:
    for season in range(1, 9):
        game = begin()
        game.state.season = season
        game.changed()
        assert bots(game) != ("pass",)


def test_it_plays_the_card_that_is_first_on_a_marked_space() -> None:
    """Altar steps to culture 4 and its point; the other plays none."""
    game = last_season()
    game.state.steps[DAVID]["culture"] = 3
    hold(game, DAVID, "B01", "B07")
    give(game, DAVID, food=2, coin=1)
    call(game, "gigante", food=2, coin=1)
    assert bots(game) == ("play", "B01")


def test_it_upgrades_in_the_last_season_for_a_symbol_that_wins() -> None:
    """A building is the majority at position 1; a temple more is none."""
    game = last_season()
    at(game, 1, "gigante")
    own(game, DAVID, "B01", level=1)
    hold(game, DAVID, "B07")
    give(game, DAVID, food=2, coin=1)
    call(game, "gigante", food=2, coin=1)
    assert bots(game) == ("upgrade", "B01")


def test_it_trades_cards_for_the_step_that_brings_a_point() -> None:
    """In the last season cards are worth nothing, and science 10 is worth a point."""
    game = last_season()
    game.state.steps[DAVID]["science"] = 9
    game.state.steps[CHIARA] = {"culture": 5, "architecture": 5, "science": 0}
    hold(game, DAVID, "B01")
    give(game, DAVID, food=1)
    call(game, "tartaruga", food=1)
    assert bots(game) == ("science",)


def test_it_lets_orco_take_what_wins_a_majority() -> None:
    """Four coins of one deity beat Chiara's three; one good of each does not."""
    game = last_season()
    at(game, 1, "drago")
    give(game, DAVID, food=1)
    give(game, CHIARA, coin=3)
    lay(game, "dea", CHIARA, food=1, coin=1)
    lay(game, "genio", JESSICA, coin=4)
    call(game, "orco", food=1)
    assert bots(game) == ("all", "genio", "coin")


def test_it_counts_a_card_as_the_good_that_copiers_lack() -> None:
    """Chiara has coins and no food: as a food the card keeps her from copying."""
    game = begin()
    give(game, DAVID, coin=1)
    hold(game, DAVID, "B01")
    give(game, CHIARA, coin=2, wine=2)
    lay(game, "genio", JESSICA, coin=1)
    call(game, "genio", coin=1, card=1)
    assert bots(game) == (1, 0)


def test_it_keeps_the_worship_card_that_it_fulfils() -> None:
    """David leads in culture and has no building."""
    game = last_season(worship=True)
    game.state.steps[DAVID]["culture"] = 6
    game.state.worship_stack.remove("dea")
    game.state.worship_stack.remove("gigante")
    game.state.worship_stack += ["dea", "gigante"]
    give(game, DAVID, food=2)
    do(game, ("worship", "food", "food"))
    assert bots(game) == ("dea",)


def test_it_counts_a_card_with_two_symbols_where_that_wins() -> None:
    """Chiara has two buildings and no character."""
    game = begin()
    own(game, DAVID, "BP1")
    own(game, CHIARA, "B01", "B02")
    game.state.season = 8
    at(game, 1, "balena")
    game.changed()
    do(game, ("pass",), ("pass",), ("pass",))
    assert bots(game) == ("character",)


# Cards to discard


def test_it_does_not_try_every_order_of_the_cards_it_lays_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Chiara copies with five of nine cards, in 15,120 orders: each of the nine is tried first, the
    least liked follow, and of what is left each is tried as the last."""
    game = begin()
    at(game, 1, "dea")
    give(game, DAVID, food=3, coin=2)
    give(game, CHIARA, wine=2)
    game.state.steps[CHIARA]["culture"] = 3
    hold(game, CHIARA, *sorted(game.state.deck)[:9])
    call(game, "gigante", "more", food=3, coin=2)
    do(game, ("copy", {"card": 5, "wine": 2}))
    decision = game.decision(CHIARA)
    assert decision
    assert (decision.kind, decision.args) == ("discard_card", (5,))
    tried = []
    copy = Game.copy

    def counted(one: Game[Bomarzo]) -> Game[Bomarzo]:
        tried.append(one)
        assert len(tried) < 1_000, "it tries too much"
        return copy(one)

    monkeypatch.setattr(Game, "copy", counted)
    card = ask_bot(rules.bots["gardener"], game, decision, random.Random(0))
    assert card in decision.choices
    assert len(tried) > len(decision.choices)
