"""Stones on their way: from the quarry to the supply, onto boats, and off them at a site."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine import Game
from .sites import SITES
from .state import Imhotep


def from_quarry(game: Game[Imhotep], seat: int) -> int:
    """The id of a stone just taken out of the quarry."""
    state = game.state
    state.quarry[seat] -= 1
    number = state.numbered[seat]
    state.numbered[seat] = number + 1
    return number * 4 + seat


def take_stones(game: Game[Imhotep], seat: int, wanted: int) -> None:
    """Take stones from the quarry to the supply, as far as there are some and there is room."""
    number = game.state.stones_to_take(seat, wanted)
    if not number:
        return
    stones = [from_quarry(game, seat) for _stone in range(number)]
    game.state.supply[seat] += stones
    game.tell("stones_taken", seat=seat, stones=stones)


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
    """Step: the stone on this field is delivered."""
    arrived = game.state.boats[boat]
    stone = arrived.stones[field]
    assert stone is not None
    assert arrived.site is not None
    arrived.stones[field] = None
    SITES[arrived.site].deliver(game, stone, boat=boat, field=field)


def unloaded(game: Game[Imhotep], site: str) -> None:
    """Step: the boat at this site is empty."""
    SITES[site].unloaded(game)
