"""The market cards of "Eine neue Dynastie" ("Erläuterungen zu den Markt-Karten")."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, _
from .blue_cards import Blue
from .boats import (
    deliver_one,
    market_has_cards,
    return_stones,
    sail,
    sites_for_one,
    take_stones,
)
from .cards import Card, Red
from .figures import figure
from .state import Imhotep, owner

QUARRY_POINTS: int = figure("new_cards", "private_quarry_points")
QUARRY_STONES: int = figure("new_cards", "private_quarry_stones")
RAFT_RETURNS: int = figure("new_cards", "raft_returns")
GANGPLANK_RETURNS: int = figure("new_cards", "gangplank_returns")
#: The source of the points that private quarries score at once.
PRIVATE_QUARRY = "private_quarries"


class Sledge(Card):
    """Room for more stones in the supply, see ``Imhotep.supply_limit``."""

    colour = "gold"


class PrivateQuarry(Red):
    """At once a point, and up to 3 stones from the quarry."""

    def use(self, game: Game[Imhotep], seat: int, card: int) -> None:
        scored = game.state.scored[seat]
        scored[PRIVATE_QUARRY] = scored.get(PRIVATE_QUARRY, 0) + QUARRY_POINTS
        game.tell("private_quarry_used", seat=seat, card=card, points=QUARRY_POINTS)
        take_stones(game, seat, QUARRY_STONES)


class StoneDecoration(Card):
    """A point for each stone in one's own supply."""

    colour = "green"
    source = "decorations"

    def points(self, state: Imhotep, seat: int, copies: int) -> int:
        return copies * len(state.supply[seat])


class Raft(Blue):
    """Return 2 stones, then put 1 straight on a site."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return len(state.supply[seat]) > RAFT_RETURNS

    def play(self, game: Game[Imhotep], seat: int) -> None:
        return_stones(game, seat, RAFT_RETURNS)
        game.ask(seat, RaftStone)


class RaftStone(Kind):
    """Raft: "direkt auf einen Ort – und zwar auf das nächste erlaubte Feld"."""

    prompt = _("Which site does the stone go to?")
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return [(site,) for site in sites_for_one(game.state)]

    def chosen(self, game: Game[Imhotep], seat: int, site: str) -> None:
        game.tell("stone_rafted", seat=seat, site=site)
        deliver_one(game, seat, site)


class Gangplank(Blue):
    """Return 1 stone, then sail a boat with an own stone to a site that was sailed to already."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return len(state.supply[seat]) >= GANGPLANK_RETURNS and bool(voyages(state, seat))

    def play(self, game: Game[Imhotep], seat: int) -> None:
        return_stones(game, seat, GANGPLANK_RETURNS)
        game.ask(seat, SailAfter)


def voyages(state: Imhotep, seat: int) -> list[Choice]:
    """Boat and site of every voyage that a gangplank allows."""
    sites = [site for site in state.visited_sites() if site != "market" or market_has_cards(state)]
    return [
        (i, site)
        for i, boat in enumerate(state.boats)
        if boat.may_sail() and any(s is not None and owner(s) == seat for s in boat.stones)
        for site in sites
    ]


class SailAfter(Kind):
    """Gangplank: which boat follows another."""

    prompt = _("Which boat sails, and where to?")
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return voyages(game.state, seat)

    def chosen(self, game: Game[Imhotep], seat: int, boat: int, site: str) -> None:
        sail(game, seat, boat, site)
