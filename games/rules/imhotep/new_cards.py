"""The market cards of "Eine neue Dynastie" ("Erläuterungen zu den Markt-Karten")."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, Text, _
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
from .obstacles import Refusals, closed_to_one, nothing_follows, stays, too_small_supply
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
    """A point for each stone in the holder's supply."""

    colour = "green"
    source = "decorations"

    def points(self, state: Imhotep, seat: int, copies: int) -> int:
        return copies * len(state.supply[seat])


class Raft(Blue):
    """Return 2 stones, then put 1 straight on a site."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return len(state.supply[seat]) > RAFT_RETURNS

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        return too_small_supply(state, seat, RAFT_RETURNS + 1) or Text("")

    def play(self, game: Game[Imhotep], seat: int) -> None:
        return_stones(game, seat, RAFT_RETURNS)
        game.ask(seat, RaftStone)


class RaftStone(Kind):
    """Raft: "direkt auf einen Ort – und zwar auf das nächste erlaubte Feld"."""

    prompt = _("Which site does the stone go to?")
    first_time = _(
        "No boat decides where this stone goes: choose the site whose next place is worth "
        "most to you."
    )
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return [(site,) for site in sites_for_one(game.state)]

    def refusals(self, game: Game[Imhotep], seat: int) -> Refusals:
        return closed_to_one(game.state)

    def chosen(self, game: Game[Imhotep], seat: int, site: str) -> None:
        game.tell("stone_rafted", seat=seat, site=site)
        deliver_one(game, seat, site)


class Gangplank(Blue):
    """Return 1 stone, then sail a boat with an own stone to a site that already has a boat."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return len(state.supply[seat]) >= GANGPLANK_RETURNS and bool(voyages(state, seat))

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        too_few = too_small_supply(state, seat, GANGPLANK_RETURNS)
        return too_few or nothing_follows(state, seat) or Text("")

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

    prompt = _("Which boat sails, and where?")
    first_time = _(
        "These stones are unloaded after those of the boat already there: check which "
        "places are left for them."
    )
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return voyages(game.state, seat)

    def refusals(self, game: Game[Imhotep], seat: int) -> Refusals:
        state, found = game.state, voyages(game.state, seat)
        refused: Refusals = []
        for i in range(len(state.boats)):
            sites = [parts[1] for parts in found if parts[0] == i]
            if not sites:
                foreign = Text(_("Boat {boat} carries none of your stones."), boat=i + 1)
                refused.append(((i,), stays(state, i) or foreign))
            else:
                refused += [
                    ((i, site), _closed(state, site)) for site in state.placed if site not in sites
                ]
        return refused

    def chosen(self, game: Game[Imhotep], seat: int, boat: int, site: str) -> None:
        sail(game, seat, boat, site)


def _closed(state: Imhotep, site: str) -> Text:
    """Why no boat may follow to a site."""
    if site in state.visited_sites():
        return Text(_("No card is left at the market."))
    return Text(_("There is no boat to follow there."))
