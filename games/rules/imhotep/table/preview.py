"""What unloading at a site now would score, worked out from a view by the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from ...engine import Json, Kept, Part, Player, Text, _, ngettext
from .. import tables
from ..preview import unloading
from ..state import Imhotep, owner
from .parts import listed

#: When a side pays what it does not pay at once, and what is left out.
_PAID = {
    "pyramid": {"B": _("Cards and stones come on top.")},
    "temple": {
        "A": _("Paid when the round ends."),
        "B": _("Paid when the round ends; who may choose is taken to take the point."),
        "C": _("Paid when the round ends."),
        "D": _("Paid when the round ends."),
    },
    "tomb": {
        "A": _("Paid when the game ends."),
        "B": _("Paid when the game ends."),
        "C": _("Paid when the game ends."),
        "D": _("Tiles are paid at once, rows when the game ends."),
    },
    "obelisks": {
        "A": _("Paid when the game ends."),
        "B": _("Paid when the game ends."),
        "C": _("Paid when the game ends."),
    },
}


def paid(site: str, side: str) -> str:
    """When a side pays what is foretold of it; empty where all of it comes at once."""
    return _PAID.get(site, {}).get(side, "")


def previews(view: Json) -> dict[str, Json]:
    """For each site what unloading there now would bring: ``boats`` {number: gains} of those that
    wait with stones and may still come, ``single`` [by seat] for one stone that comes alone."""
    state = _state(view)
    # By gangplank a boat may follow another.
    taken = () if "new_cards" in view else {boat["site"] for boat in view["boats"]}
    loads = {i: _aboard(boat) for i, boat in enumerate(view["boats"]) if not boat["site"]}
    return {
        site: {
            "boats": {
                i: _gains(view, state, site, stones)
                for i, stones in loads.items()
                if stones and site not in taken
            },
            "single": [_gains(view, state, site, [seat]) for seat in range(state.players)],
        }
        for site in state.placed
    }


def gains(view: Json, site: str, boat: Part | None = None, field: Part | None = None) -> Json:
    """What the stones of a boat would bring at a site, with a further one of the seat that acts on
    this place of it; without a boat what that one would bring alone. ``cards``: the seats that
    take one, in order; ``seats`` [{seat, low, high, later}]: points at once and points later, of
    those for whom it changes."""
    mine: int = view["active"]
    if boat is None:
        return _gains(view, _state(view), site, [mine])
    places = [stone and stone["id"] for stone in view["boats"][boat]["stones"]]
    if field is not None:
        places[int(field)] = mine
    return _gains(view, _state(view), site, [stone for stone in places if stone is not None])


def gains_in_order(view: Json, site: Kept, boat: Kept, first: Sequence[Kept] = ()) -> Json:
    """The same for a boat whose stones come in an order still to be chosen, of which ``first`` are
    the fields settled: from the least to the most that one of the orders brings. Where the order
    decides who gets the cards of the market, ``open``: how many they are."""
    fields = view["boats"][boat]["stones"]
    begun = [fields[field]["seat"] for field in first]
    left = [stone["seat"] for field, stone in enumerate(fields) if stone and field not in first]
    state = _state(view)
    orders = sorted({(*begun, *rest) for rest in permutations(left)})
    found = [_gains(view, state, str(site), order) for order in orders]
    if site == "market":
        alike = all(sorted(way["cards"]) == sorted(found[0]["cards"]) for way in found)
        return found[0] if alike else {"cards": [], "open": _cards(view), "seats": []}
    nothing = {"low": 0, "high": 0, "later": 0}
    seats = []
    for seat in range(state.players):
        ways = [_of(way, seat) or nothing for way in found]
        low = min(way["low"] + way["later"] for way in ways)
        high = max(way["high"] + way["later"] for way in ways)
        if low or high:
            seats.append({"seat": seat, "low": low, "high": high, "later": 0})
    return {"cards": [], "seats": seats}


def said(found: Json) -> Text:
    """The same in words."""
    if number := found.get("open"):
        return Text(
            *ngettext(
                "{n} card, for whose stone comes first", "{n} cards, for whose stones come first"
            ),
            n=number,
        )
    if found["cards"]:
        return Text(_("cards for {players}"), players=listed(_players(found["cards"])))
    if not found["seats"]:
        return Text(_("no points"))
    return listed([_gain(**each) for each in found["seats"]])


def _players(seats: Sequence[int]) -> list[Text]:
    return [Text("{player}", player=Player(seat)) for seat in seats]


def _gain(seat: int, low: int, high: int, later: int) -> Text:
    least, most = f"{low + later:+d}", f"{high + later:+d}"
    if least == most:
        return Text("{player} {points}", player=Player(seat), points=least)
    return Text(_("{player} {least} to {most}"), player=Player(seat), least=least, most=most)


def _of(found: Json, seat: int) -> Json | None:
    return next((each for each in found["seats"] if each["seat"] == seat), None)


def _aboard(boat: Json) -> list[int]:
    return [stone["id"] for stone in boat["stones"] if stone]


def _gains(view: Json, state: Imhotep, site: str, stones: Sequence[int]) -> Json:
    if site == "market":
        owners = [owner(stone) for stone in stones]
        return {"cards": owners[: _cards(view)], "seats": []}
    at_once, later = unloading(state, site, stones)
    changes = zip(at_once, later, strict=True)
    return {
        "cards": [],
        "seats": [
            {"seat": seat, "low": low, "high": high, "later": then}
            for seat, ((low, high), then) in enumerate(changes)
            if low or high or then
        ],
    }


def _cards(view: Json) -> int:
    """How many cards stones at the market can take."""
    market = view.get("boards", {}).get("market", {})
    cards = sum(card is not None for card in view["market"]) + bool(market.get("packet"))
    if market.get("side") == "C":
        cards += view["deck"] + len(view["discards"])
    return int(cards)


def _state(view: Json) -> Imhotep:
    """As much of the position as decides what stones score; all of it is open to all."""
    boards: dict[str, Any] = view.get("boards", {})
    pyramid, seats = boards.get("pyramid", {}), view["seats"]
    return Imhotep(
        players=len(seats),
        options={},
        seed=b"",
        sides={site: board["side"] for site, board in boards.items()},
        placed={site: [stone["id"] for stone in stones] for site, stones in view["sites"].items()},
        scored=[dict.fromkeys(tables.MONUMENTS, 0) for _seat in seats],
        fields=pyramid.get("fields", []),
        imhotep=pyramid.get("imhotep", 0),
        scaffold=boards.get("temple", {}).get("tiles", []),
        crypt=boards.get("tomb", {}).get("tiles", []),
    )
