"""What must hold in every position of every game, and games of every form."""

import random
from collections import Counter
from typing import Any

from games.rules.engine import Game, Json
from games.rules.imhotep import rules
from games.rules.imhotep.flow import final_points
from games.rules.imhotep.options import PRESETS
from games.rules.imhotep.state import owner
from games.rules.imhotep.tables import BASE_DECK, CARDS, MONUMENTS, ROUND_CARDS, STONES

EVERYTHING = {**PRESETS["everything"]}
FLAGS = [option.name for option in rules.options if option.kind == "flag"]
SITE_OPTIONS = [option for option in rules.options if option.name.endswith("_side")]


def any_options(rng: random.Random) -> Json:
    """Options as they come."""
    flags = {name: rng.random() < 0.5 for name in FLAGS}
    return flags | {option.name: rng.choice(option.values) for option in SITE_OPTIONS}


def conserved(game: Game[Any]) -> None:
    """No piece is lost or doubled, and points are what the breakdown says."""
    stones_conserved(game)
    cards_conserved(game)
    pieces_conserved(game)
    state = game.state
    assert len(state.round_cards) + state.round == len(ROUND_CARDS[game.players])
    sailed = [boat.site for boat in state.boats if boat.site]
    if not game.option("new_cards"):  # no gangplank
        assert len(set(sailed)) == len(sailed)
    for scored, points in zip(state.scored, final_points(game), strict=True):
        assert all(points[site] >= scored[site] for site in MONUMENTS)
        assert sum(scored.values()) <= sum(max(each, 0) for each in points.values())


def stones_conserved(game: Game[Any]) -> None:
    state = game.state
    stones = [stone for boat in state.boats for stone in boat.stones if stone is not None]
    stones += [stone for placed in state.placed.values() for stone in placed]
    stones += [stone for supply in state.supply for stone in supply]
    stones += [stone for fields in state.wagers.values() for stone in fields if stone is not None]
    stones += [*state.arriving, *state.favours.values()]
    assert len(set(stones)) == len(stones)
    owned = Counter(owner(stone) for stone in stones)
    for seat, supply in enumerate(state.supply):
        assert state.quarry[seat] >= 0
        if not game.option("unlimited_stones"):
            assert state.quarry[seat] + owned[seat] == STONES
        assert len(supply) <= state.supply_limit(seat) <= 9
        assert all(owner(stone) == seat for stone in supply)
    if state.fields:
        assert len(state.fields) == len(set(state.fields)) == len(state.placed["pyramid"])


def cards_conserved(game: Game[Any]) -> None:
    """A card taken is received before anybody is asked again, so none is on its way."""
    state = game.state
    cards = state.deck + state.discards + [card for held in state.cards for card in held]
    cards += [card for card in state.market if card is not None] + state.packet + state.in_use
    deck = len(CARDS) if game.option("new_cards") else BASE_DECK
    assert sorted(cards) == list(range(deck))
    held = {card for cards in state.cards for card in cards}
    assert len(set(state.unseen)) == len(state.unseen)
    assert held.issuperset(state.unseen)
    assert game.option("hidden_cards") or not state.unseen
    assert set(state.unseen).issuperset(state.no_sledges)
    assert not {CARDS[card] for card in state.no_sledges} & {"sledge"}


def pieces_conserved(game: Game[Any]) -> None:
    """Scarabs, wagers, favours, private boats, coins and tiles."""
    state = game.state
    for placed in state.scarabs:
        assert len(placed) <= 2
        assert len({card for card, _pair in placed}) == len(placed)
        assert len({pair for _card, pair in placed}) == len(placed)
    assert len(state.prophecies) == (3 if game.option("prophecies") else 0)
    wagers = [owner(s) for fields in state.wagers.values() for s in fields if s is not None]
    favours = [owner(stone) for stone in state.favours.values()]
    assert len(set(wagers)) == len(wagers)
    assert len(set(favours)) == len(favours)
    at_sites = [site for site in state.private_boats if site not in ("", "away")]
    assert len(set(at_sites)) == len(at_sites)
    assert all(0 <= coins <= 2 for coins in state.coins)
    if state.sides.get("tomb") == "D":
        assert Counter(state.crypt) == {1: 8, 2: 8, 3: 6, 4: 2}
    if state.sides.get("temple") == "C":
        assert sum(state.scaffold) in ((7,) if game.players > 2 else (5, 6))
