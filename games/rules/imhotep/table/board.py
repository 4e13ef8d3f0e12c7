"""What Imhotep's templates need beyond the view: where stones lie, and what they are worth.

Fields are counted from 0. Points are those scored so far; for tomb and obelisks, which are scored
in the end, those that they would bring if the game ended now.
"""

from __future__ import annotations

from typing import Any

from ...engine import Json, _
from .. import tables
from ..cards import Decoration
from ..deck import CARD_KINDS
from ..sites import shared_places, tomb_areas
from . import names

#: Short enough for the band of a card.
_SHORT = {
    "paved_path": _("Path"),
    "pyramid_decoration": _("Decoration"),
    "temple_decoration": _("Decoration"),
    "tomb_decoration": _("Decoration"),
    "obelisk_decoration": _("Decoration"),
}
_STEPS = ((0, 3), (9, 2), (13, 1))  # first position and width of each level of the pyramid

Stones = list[dict[str, Any]]


def board(view: Json) -> Json:
    """``cards``, ``sites`` (words), ``docked`` {site: boat}, ``points`` {site: [by seat]},
    ``held`` [by seat] and one entry for each site; see the functions below."""
    sites, seats = view["sites"], view["seats"]
    tomb, obelisks = _tomb(sites["tomb"]), _obelisks(sites["obelisks"], len(seats))
    return {
        "cards": {
            name: {"title": title, "short": _SHORT.get(name, title), "text": names.CARD_TEXTS[name]}
            for name, title in names.CARDS.items()
        },
        "sites": names.SITES,
        "to_sites": names.TO_SITES,
        "docked": {boat["site"]: i for i, boat in enumerate(view["boats"]) if boat["site"]},
        "pyramid": _pyramid(sites["pyramid"]),
        "temple": _temple(sites["temple"], len(seats)),
        "tomb": tomb,
        "obelisks": obelisks,
        "points": {
            "pyramid": [seat["scored"]["pyramid"] for seat in seats],
            "temple": [seat["scored"]["temple"] for seat in seats],
            "tomb": [
                sum(area["points"] for area in tomb["areas"] if area["seat"] == seat)
                for seat in range(len(seats))
            ],
            "obelisks": obelisks["points"],
        },
        "held": [_held(seat["cards"], sites) for seat in seats],
    }


def _pyramid(stones: Stones) -> Json:
    """``fields`` in order of building {level, column, row, value, stone or None}, ``side``: the
    stones beyond them, ``next``: the value of the next field."""
    fields = []
    for level, (first, width) in enumerate(_STEPS):
        for i in range(width * width):
            position = first + i
            fields.append(
                {
                    "level": level,
                    "column": i // width,
                    "row": i % width,
                    "value": tables.PYRAMID[position],
                    "stone": stones[position] if position < len(stones) else None,
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


def _held(cards: list[Json], sites: Json) -> list[Json]:
    """A seat's cards by name: ``name``, ``colour``, ``ids``, ``worth``: points as things stand."""
    held = []
    for name, kind in CARD_KINDS.items():
        ids = [card["id"] for card in cards if card["name"] == name]
        if not ids:
            continue
        worth = _worth(name, len(ids), sites)
        held.append({"name": name, "colour": kind.colour, "ids": ids, "worth": worth})
    return held


def _worth(name: str, copies: int, sites: Json) -> int:
    kind = CARD_KINDS[name]
    if isinstance(kind, Decoration):
        return copies * (len(sites[kind.site]) // tables.STONES_PER_DECORATION_POINT)
    if name == "statue":
        return tables.collection(copies)
    return copies * tables.UNUSED_BLUE_CARD if kind.colour == "blue" else 0
