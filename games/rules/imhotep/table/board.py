"""What Imhotep's templates need beyond the view: where stones lie, and what they are worth.

Fields are counted from 0. Points are those scored so far; for what is scored at the end, those that
it would bring if the game ended now. ``sides`` adds what sides other than A need.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ...engine import Json, _
from .. import tables
from ..cards import Decoration
from ..deck import CARD_KINDS
from ..expansions.prophecies import BUILDER, FAILED, FULFILLED, SUPPLY
from ..figures import FIGURES
from ..sites import shared_places, tomb_areas
from . import names
from .preview import paid, previews
from .sides import SIDES

#: Short enough for the band of a card.
_SHORT = {
    "paved_path": _("Path"),
    "pyramid_decoration": _("Decoration"),
    "temple_decoration": _("Decoration"),
    "tomb_decoration": _("Decoration"),
    "obelisk_decoration": _("Decoration"),
    "stone_decoration": _("Decoration"),
    "private_quarry": _("Quarry"),
}
_SHORT_PROPHECIES = {
    **{site: names.SITES[site] for site in tables.MONUMENTS},
    "amun": names.PROPHECIES["amun"],
    "supply": _("Supply"),
    "builder": _("Builder"),
}
#: What is the same in every game.
_WORDS: Json = {
    "cards": {
        name: {"title": title, "short": _SHORT.get(name, title), "text": names.CARD_TEXTS[name]}
        for name, title in names.CARDS.items()
    },
    "sites": names.SITES,
    "to_sites": names.TO_SITES,
    "favours": {name: (title, names.FAVOUR_TEXTS[name]) for name, title in names.FAVOURS.items()},
    "prophecies": {
        name: (title, names.PROPHECY_TEXTS[name]) for name, title in names.PROPHECIES.items()
    },
    "prophecy_short": _SHORT_PROPHECIES,
    "prophecy_numbers": {"supply": SUPPLY, "builder": BUILDER},
    "prophecy_points": list(zip(FULFILLED, FAILED, strict=True)),
    "figures": FIGURES,
}

Stones = list[dict[str, Any]]


def board(view: Json) -> Json:
    """``side`` {site: letter}, ``laid`` {site: number of stones by seat}, how many boats are
    ``waiting``, ``docked`` {site: [boats]}, ``round_cards`` as they are read, ``points`` {site: [by
    seat]}, ``held`` [by seat], ``previews`` and when they are ``paid`` by site, for each boat
    whether it is ``foretold`` in them, one entry for each site, and words; see below.

    What a template reads nearly all of is no dict: it is compared as one, in less time than to note
    each of its values.
    """
    sites, seats = view["sites"], view["seats"]
    further = view.get("boards", {})
    side = {site: further.get(site, {}).get("side", "A") for site in names.SITES}
    found = previews(view)
    foretold = {boat for gains in found.values() for boat in gains["boats"]}
    built = {
        "pyramid": _pyramid(sites["pyramid"]),
        "temple": _temple(sites["temple"], len(seats)),
        "tomb": _tomb(sites["tomb"]),
        "obelisks": _obelisks(sites["obelisks"], len(seats)),
    }
    points = {site: _points(view, site, built[site]) for site in tables.MONUMENTS}
    for site, letter in side.items():
        if letter in SIDES.get(site, {}):
            built[site] |= SIDES[site][letter](built[site], sites[site], further[site])
    return {
        **_WORDS,
        "side": side,
        "laid": {site: _laid(stones, len(seats)) for site, stones in sites.items()},
        "waiting": sum(boat["site"] is None for boat in view["boats"]),
        "docked": _docked(view["boats"]),
        "round_cards": "; ".join("-".join(map(str, boats)) for boats in view["round_cards"]),
        "private": _private(view),
        **{site: SimpleNamespace(**drawn) for site, drawn in built.items()},
        "points": points,
        "held": [_held(seat, sites) for seat in seats],
        "previews": {site: SimpleNamespace(**gains) for site, gains in found.items()},
        "foretold": [boat in foretold for boat in range(len(view["boats"]))],
        "paid": {site: paid(site, letter) for site, letter in side.items()},
    }


def points_at(view: Json, site: str) -> list[int]:
    """What this site brings each seat."""
    stones, built = view["sites"][site], {}
    if site == "tomb":
        built = _tomb(stones)
    elif site == "obelisks":
        built = _obelisks(stones, len(view["seats"]))
    return _points(view, site, built)


def _points(view: Json, site: str, built: Json) -> list[int]:
    """The same, from what side A made of its stones."""
    seats, side = view["seats"], view.get("boards", {}).get(site)
    if site in ("pyramid", "temple"):
        return [seat["scored"][site] for seat in seats]
    if side and side["side"] != "A":
        now = [seat["scored"][site] for seat in seats]
        return [scored + then for scored, then in zip(now, side["final"], strict=True)]
    if site == "obelisks":
        found: list[int] = built["points"]
        return found
    areas = built["areas"]
    return [
        sum(area["points"] for area in areas if area["seat"] == seat) for seat in range(len(seats))
    ]


def _laid(stones: Stones, players: int) -> list[int]:
    """How many of the stones at a site each seat has laid."""
    owners = [stone["seat"] for stone in stones]
    return [owners.count(seat) for seat in range(players)]


def _docked(boats: list[Json]) -> dict[str, list[int]]:
    """The boats at each site, in order of their numbers; a gangplank may bring a second one."""
    docked: dict[str, list[int]] = {}
    for number, boat in enumerate(boats):
        if boat["site"]:
            docked.setdefault(boat["site"], []).append(number)
    return docked


def _private(view: Json) -> dict[str, int]:
    """Whose private boat lies at a site."""
    boats = view.get("private_boats", {}).get("boats", [])
    return {site: seat for seat, site in enumerate(boats) if site not in ("", "away")}


def _pyramid(stones: Stones) -> Json:
    """``fields`` in order of building {level, column, row, value, stone or None, open: whether the
    next stone may come here}, ``side``: the stones beyond them, ``next``: the next field."""
    fields = []
    for level, (first, width) in enumerate(tables.PYRAMID_LEVELS):
        for i in range(width * width):
            position = first + i
            fields.append(
                {
                    "level": level,
                    "column": i // width,
                    "row": i % width,
                    "value": tables.PYRAMID[position],
                    "stone": stones[position] if position < len(stones) else None,
                    "open": position == len(stones),
                }
            )
    return {"fields": fields, "side": stones[len(fields) :], "next": len(stones)}


def _temple(stones: Stones, players: int) -> Json:
    """``stacks`` from the left, each from the ground up, ``next``: the stack that grows next,
    ``visible``: stones seen from above, by seat."""
    width = tables.TEMPLE_WIDTH[players]
    stacks = [stones[i::width] for i in range(width)]
    tops = [stack[-1]["seat"] for stack in stacks if stack]
    return {
        "stacks": stacks,
        "next": len(stones) % width,
        "visible": [tops.count(seat) for seat in range(players)],
    }


def _tomb(stones: Stones) -> Json:
    """``areas`` {seat, size, points, fields [{column, row, stone}], joined [pairs of fields]},
    ``columns`` begun, ``next``: the next free field."""
    rows = tables.TOMB_ROWS
    areas = []
    for positions in tomb_areas([stone["id"] for stone in stones]):
        fields = {
            p: {"column": p // rows, "row": p % rows, "stone": stones[p]} for p in sorted(positions)
        }
        below = [(p, p + 1) for p in fields if p + 1 in fields and (p + 1) % rows]
        beside = [(p, p + rows) for p in fields if p + rows in fields]
        areas.append(
            {
                "seat": stones[positions[0]]["seat"],
                "size": len(positions),
                "points": tables.collection(len(positions)),
                "fields": list(fields.values()),
                "joined": [(fields[one], fields[other]) for one, other in below + beside],
            }
        )
    n = len(stones)
    return {
        "areas": areas,
        "columns": -(-n // rows),
        "next": {"column": n // rows, "row": n % rows},
    }


def _obelisks(stones: Stones, players: int) -> Json:
    """``columns`` of stones by seat, ``places``: points for the highest and so on, ``points``."""
    columns = [[stone for stone in stones if stone["seat"] == seat] for seat in range(players)]
    places = tables.OBELISKS[players]
    return {
        "columns": columns,
        "places": list(places),
        "points": shared_places([len(column) for column in columns], places),
    }


def _held(seat: Json, sites: Json) -> list[Json]:
    """A seat's cards by name: ``name``, ``colour``, ``ids``, ``worth``: points as things stand."""
    ids: dict[str, list[int]] = {}
    for card in seat["cards"]:
        ids.setdefault(card["name"], []).append(card["id"])
    return [
        {
            "name": name,
            "colour": kind.colour,
            "ids": ids[name],
            "worth": worth(name, len(ids[name]), seat, sites),
        }
        for name, kind in CARD_KINDS.items()
        if name in ids
    ]


def worth(name: str, copies: int, seat: Json, sites: Json) -> int:
    """What so many cards of this name bring the seat if the game ended now."""
    kind = CARD_KINDS[name]
    if isinstance(kind, Decoration):
        return copies * (len(sites[kind.site]) // tables.STONES_PER_DECORATION_POINT)
    if name == "stone_decoration":
        return copies * len(seat["supply"])
    if name == "statue":
        return tables.collection(copies)
    return copies * tables.UNUSED_BLUE_CARD if kind.colour == "blue" else 0
