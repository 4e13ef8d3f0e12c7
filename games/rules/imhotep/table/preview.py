"""What unloading at a site now would score, calculated by the rules from a view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from ...engine import Json, Kept, Part, Player, Text, _, listed, ngettext
from .. import tables
from ..preview import unloading
from ..state import Imhotep, owner

#: When a side pays points that it does not pay at once, and what the preview leaves out.
_PAID = {
    "pyramid": {"B": _("Plus cards and stones.")},
    "temple": {
        "A": _("Paid when the round ends."),
        "B": _("Paid when the round ends, assuming that players who may choose take the point."),
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
    """When a side pays the points of its preview; empty if all of them come at once."""
    return _PAID.get(site, {}).get(side, "")


class Built(NamedTuple):
    """The part of a site that decides what stones score there; all of it is public."""

    site: str
    players: int
    side: str
    stones: tuple[int, ...]
    fields: tuple[int, ...]
    imhotep: int
    tiles: tuple[int, ...]


def previews(view: Json) -> dict[str, Json]:
    """For each site what unloading there now would bring: ``boats`` {number: gains} of those that
    wait with stones and may still come; where there are private boats also ``single`` [by seat],
    for a stone that arrives alone."""
    # By gangplank a boat may follow another.
    taken = () if "new_cards" in view else {boat["site"] for boat in view["boats"]}
    loads = {i: _aboard(boat) for i, boat in enumerate(view["boats"]) if not boat["site"]}
    alone = range(len(view["seats"])) if "private_boats" in view else ()
    found: dict[str, Json] = {}
    for site in view["sites"]:
        built = _built(view, site)
        coming = {} if site in taken else loads
        found[site] = {
            "boats": {i: _gains(view, built, load) for i, load in coming.items() if load},
            "single": [_gains(view, built, [seat]) for seat in alone],
        }
    return found


def gains(view: Json, site: str, boat: Part | None = None, field: Part | None = None) -> Json:
    """What the stones of a boat would bring at a site, with a further one of the seat that acts on
    this place of it; without a boat, what that stone would bring alone. ``cards``: the seats that
    take one, in order; ``seats`` [{seat, low, high, later}]: points at once and points later, of
    those for whom it changes."""
    mine: int = view["active"]
    if boat is None:
        return _gains(view, _built(view, site), [mine])
    places = [stone and stone["id"] for stone in view["boats"][boat]["stones"]]
    if field is not None:
        places[int(field)] = mine
    return _gains(view, _built(view, site), [stone for stone in places if stone is not None])


def gains_in_order(view: Json, site: Kept, boat: Kept, first: Sequence[Kept] = ()) -> Json:
    """The same for a boat whose stones come in an order still to be chosen, of which ``first`` are
    the fields settled: from the least to the most that one of the orders brings. Where the order
    decides who gets the cards of the market, ``open``: how many they are."""
    fields = view["boats"][boat]["stones"]
    begun = [fields[field]["seat"] for field in first]
    left = [stone["seat"] for field, stone in enumerate(fields) if stone and field not in first]
    built = _built(view, str(site))
    orders = sorted({(*begun, *rest) for rest in permutations(left)})
    found = [_gains(view, built, order) for order in orders]
    if site == "market":
        alike = all(sorted(way["cards"]) == sorted(found[0]["cards"]) for way in found)
        return found[0] if alike else {"cards": [], "open": _cards(view), "seats": []}
    nothing = {"low": 0, "high": 0, "later": 0}
    seats = []
    for seat in range(built.players):
        ways = [_of(way, seat) or nothing for way in found]
        low = min(way["low"] + way["later"] for way in ways)
        high = max(way["high"] + way["later"] for way in ways)
        if low or high:
            seats.append({"seat": seat, "low": low, "high": high, "later": 0})
    return {"cards": [], "seats": seats}


def describe_preview(found: Json) -> Text:
    """The same in words."""
    if number := found.get("open"):
        return Text(
            *ngettext(
                "{n} card, for the first stone unloaded", "{n} cards, for the first stones unloaded"
            ),
            n=number,
        )
    if found["cards"]:
        return Text(_("cards for {players}"), players=listed(map(Player, found["cards"])))
    if not found["seats"]:
        return Text(_("no points"))
    return listed(_gain(**each) for each in found["seats"])


def _gain(seat: int, low: int, high: int, later: int) -> Text:
    least, most = f"{low + later:+d}", f"{high + later:+d}"
    if least == most:
        return Text("{player} {points}", player=Player(seat), points=least)
    return Text(_("{player} {least} to {most}"), player=Player(seat), least=least, most=most)


def _of(found: Json, seat: int) -> Json | None:
    return next((each for each in found["seats"] if each["seat"] == seat), None)


def _aboard(boat: Json) -> list[int]:
    return [stone["id"] for stone in boat["stones"] if stone]


def _gains(view: Json, built: Built, stones: Sequence[int]) -> Json:
    if built.site == "market":
        owners = [owner(stone) for stone in stones]
        return {"cards": owners[: _cards(view)], "seats": []}
    return _paid_out(built, tuple(stones))


@lru_cache(4000)
def _paid_out(built: Built, stones: tuple[int, ...]) -> Json:
    """The gains at a site that pays, kept: most of them stay as they are from move to move, and
    all who look at a game see the same. Nobody changes them."""
    at_once, later = unloading(_state(built), built.site, stones)
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


def _built(view: Json, site: str) -> Built:
    board = view.get("boards", {}).get(site, {})
    return Built(
        site=site,
        players=len(view["seats"]),
        side=board.get("side", "A"),
        stones=tuple([stone["id"] for stone in view["sites"][site]]),
        fields=tuple(board.get("fields", ())),
        imhotep=board.get("imhotep", 0),
        tiles=tuple(board.get("tiles", ())),
    )


def _state(built: Built) -> Imhotep:
    """A position in which nothing else has been built."""
    return Imhotep(
        players=built.players,
        options={},
        seed=b"",
        sides={built.site: built.side},
        placed={built.site: [*built.stones]},
        scored=[dict.fromkeys(tables.MONUMENTS, 0) for _seat in range(built.players)],
        fields=[*built.fields],
        imhotep=built.imhotep,
        scaffold=[*built.tiles],
        crypt=[*built.tiles],
    )
