"""Stones on their way: from the quarry to the supply, onto boats, and off them at a site."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine import Game
from .sites import board, market
from .state import Imhotep
from .tables import SLEDGES


def from_quarry(game: Game[Imhotep], seat: int) -> int:
    """The id of a stone just taken out of the quarry."""
    state = game.state
    state.quarry[seat] -= 1
    number = state.numbered[seat]
    state.numbered[seat] = number + 1
    return number * 4 + seat


def take_stones(game: Game[Imhotep], seat: int, wanted: int) -> None:
    """Take stones from the quarry to the supply, as many as there are and fit."""
    state = game.state
    number = max(0, state.stones_to_take(seat, wanted))
    if number:
        stones = [from_quarry(game, seat) for _stone in range(number)]
        state.supply[seat] += stones
        game.tell("stones_taken", seat=seat, stones=stones)
    if state.unseen:
        show_sledges(state, seat, lacking=min(wanted, number + state.quarry[seat]) > number)


def show_sledges(state: Imhotep, seat: int, *, lacking: bool) -> None:
    """Show the hidden sledges without which the stones of a seat would not fit.

    If the seat was ``lacking`` room for a stone that it could have taken, its other hidden cards
    are known to be no sledges.
    """
    hidden = [card for card in state.cards[seat] if card in SLEDGES and card in state.unseen]
    while hidden and len(state.supply[seat]) > state.supply_limit(seat, without=len(hidden)):
        state.show(hidden.pop())
    if lacking:
        unseen = [card for card in state.cards[seat] if card in state.unseen]
        state.no_sledges += [card for card in unseen if card not in state.no_sledges]


def return_stones(game: Game[Imhotep], seat: int, number: int) -> None:
    """Put stones of the supply back into the quarry."""
    state = game.state
    stones = [state.supply[seat].pop() for _stone in range(number)]
    state.quarry[seat] += number
    game.tell("supply_returned", seat=seat, stones=stones)


def load(game: Game[Imhotep], seat: int, boat: int, field: int) -> None:
    """Put a stone of the supply on a free field of a boat."""
    stone = game.state.supply[seat].pop()
    game.state.boats[boat].stones[field] = stone
    game.tell("stone_loaded", seat=seat, stone=stone, boat=boat, field=field)


def sail(
    game: Game[Imhotep], seat: int, boat: int, site: str, order: Iterable[int] | None = None
) -> None:
    """Sail a boat and unload it, bow first or in the ``order`` of fields given."""
    state = game.state
    sailing = state.boats[boat]
    sailing.site = site
    state.sailor = seat
    game.tell("boat_sailed", seat=seat, boat=boat, site=site)
    for field in range(len(sailing.stones)) if order is None else order:
        if sailing.stones[field] is not None:
            game.then(unload, boat, field)
    game.then(unloaded, site)


def unload(game: Game[Imhotep], boat: int, field: int) -> None:
    """Step: deliver the stone on this field."""
    arrived = game.state.boats[boat]
    stone = arrived.stones[field]
    assert stone is not None
    assert arrived.site is not None
    arrived.stones[field] = None
    board(game.state, arrived.site).deliver(game, stone, {"boat": boat, "field": field})


def unloaded(game: Game[Imhotep], site: str) -> None:
    """Step: the boat at this site is empty."""
    board(game.state, site).unloaded(game)


def deliver_one(game: Game[Imhotep], seat: int, site: str) -> None:
    """Deliver a single stone from the supply to a site, without one of the four boats."""
    stone = game.state.supply[seat].pop()
    board(game.state, site).deliver(game, stone)
    game.then(unloaded, site)


def sites_for_one(state: Imhotep) -> list[str]:
    """The sites for a single stone: the market only if there is a card to take."""
    return [site for site in state.placed if site != "market" or market_has_cards(state)]


def market_has_cards(state: Imhotep) -> bool:
    return bool(market(state).choices(state))
