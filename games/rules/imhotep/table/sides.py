"""What the templates of the B, C and D sides need beyond that of the A side.

Each function gets what the A side made of the stones, the stones in order of arrival, and what the
view says of the board; it returns what it adds or replaces.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from ...engine import Json, _
from .. import tables
from ..sites import b_sides, c_sides, d_sides, shared_places
from ..sites.site import further, leaders

Stones = list[dict[str, Any]]
Side = Callable[[Json, Stones, Json], Json]

#: What a field of pyramid B or temple B brings, in words.
BONUSES = {
    "card": _("1 point, and the top card of the draw pile"),
    "quarry": _("1 point, and up to 3 stones from the quarry"),
    "load": _("1 point, and you may load a stone from your supply"),
}
REWARDS = {
    "choice": _("1 point, or up to 2 stones from the quarry"),
    "points": _("2 points"),
    "card": _("the top card of the draw pile"),
}


def pyramid_b(drawn: Json, stones: Stones, board: Json) -> Json:
    """``pyramids`` of ``fields`` {value, bonus or None, text, stone or None, open}, ``side``."""
    lying = dict(zip(board["fields"], stones, strict=True))
    pyramids = []
    for number, printed in enumerate(b_sides.PYRAMIDS):
        first = number * b_sides.HEIGHT
        built = sum(first <= field < first + b_sides.HEIGHT for field in lying)
        fields = [
            {
                "value": what if isinstance(what, int) else b_sides.PYRAMID_BONUS,
                "bonus": what if isinstance(what, str) else None,
                "text": BONUSES.get(str(what), ""),
                "stone": lying.get(first + height),
                "open": height == built,
            }
            for height, what in enumerate(printed)
        ]
        pyramids.append({"fields": fields, "open": built < b_sides.HEIGHT})
    beyond = len(b_sides.PYRAMIDS) * b_sides.HEIGHT
    return {"pyramids": pyramids, "side": [s for field, s in lying.items() if field >= beyond]}


def pyramid_c(drawn: Json, stones: Stones, board: Json) -> Json:
    """The fields as they are built, ``columns`` {column: its next field}, ``imhotep``."""
    lying = dict(zip(board["fields"], stones, strict=True))
    level = sum(len(lying) >= first + width**2 for first, width in tables.PYRAMID_LEVELS)
    columns: dict[int, int] = {}
    for number, field in enumerate(drawn["fields"]):
        if field["level"] == level and number not in lying:
            columns.setdefault(field["column"], number)
    fields = [
        {**field, "stone": lying.get(number), "open": number in columns.values()}
        for number, field in enumerate(drawn["fields"])
    ]
    return {
        "fields": fields,
        "side": [stone for field, stone in lying.items() if field >= len(fields)],
        "level": level,
        "columns": columns,
        "imhotep": board["imhotep"] if level < c_sides.IMHOTEP_LEVELS else None,
    }


def pyramid_d(drawn: Json, stones: Stones, board: Json) -> Json:
    """``steps`` {value, first: the bonus of the first seat or 0, seats}; the last is for all
    further steps."""
    seats = [stone["seat"] for stone in stones]
    reached = {seat: seats.count(seat) for seat in range(len(board["final"]))}
    last = len(d_sides.STEPS) + 1
    return {
        "steps": [
            {
                "value": value,
                "first": d_sides.FIRST.get(step, 0),
                "seats": [seat for seat, own in reached.items() if min(own, last) == step],
            }
            for step, value in enumerate((*d_sides.STEPS, d_sides.STEPS_FURTHER), 1)
        ],
        "reached": reached,
    }


def temple_b(drawn: Json, stones: Stones, board: Json) -> Json:
    """``rewards`` of each field {kind, text}."""
    fields = b_sides.TEMPLE[: len(drawn["stacks"])]
    return {"rewards": [{"kind": kind, "text": REWARDS[kind]} for kind in fields]}


def temple_c(drawn: Json, stones: Stones, board: Json) -> Json:
    """``tiles``: what each field scores in this round; ``visible`` counts them."""
    tops = [stack[-1]["seat"] if stack else None for stack in drawn["stacks"]]
    visible = [
        sum(tile for top, tile in zip(tops, board["tiles"], strict=False) if top == seat)
        for seat in range(len(drawn["visible"]))
    ]
    return {"tiles": board["tiles"], "visible": visible}


def temple_d(drawn: Json, stones: Stones, board: Json) -> Json:
    """``pairs``: the fields whose stone has the colour of its right neighbour."""
    tops = [stack[-1]["seat"] if stack else None for stack in drawn["stacks"]]
    pairs = [
        field
        for field, (top, right) in enumerate(pairwise(tops))
        if top is not None and top == right
    ]
    visible = [
        number * d_sides.VISIBLE + d_sides.PAIR * sum(tops[field] == seat for field in pairs)
        for seat, number in enumerate(drawn["visible"])
    ]
    return {"pairs": pairs, "visible": visible}


def tomb_b(drawn: Json, stones: Stones, board: Json) -> Json:
    """``rows`` of what each seat has and gets there; ``places``: what a row pays."""
    players = len(board["final"])
    places = b_sides.TOMB[players]
    rows = _rows(stones, players, lambda own: shared_places(own, places))
    return {"rows": rows, "places": list(places)}


def tomb_c(drawn: Json, stones: Stones, board: Json) -> Json:
    """The areas, of which the largest of each seat scores as one."""
    paid: set[int] = set()
    areas = []
    for area in sorted(drawn["areas"], key=lambda area: -int(area["size"])):
        largest = area["seat"] not in paid
        paid.add(area["seat"])
        points = (
            further(c_sides.AREA, c_sides.AREA_FURTHER, area["size"])
            if largest
            else c_sides.OTHER_STONE * area["size"]
        )
        areas.append({**area, "points": points, "largest": largest})
    return {"areas": areas}


def tomb_d(drawn: Json, stones: Stones, board: Json) -> Json:
    """``rows`` as on side B, and the ``tiles`` of the fields."""
    players = len(board["final"])

    def pay(own: list[int]) -> list[int]:
        return leaders(own, d_sides.ROW, d_sides.ROW_SHARED)

    return {"rows": _rows(stones, players, pay), "tiles": board["tiles"]}


def _rows(stones: Stones, players: int, pay: Callable[[list[int]], list[int]]) -> list[Json]:
    rows = []
    for row in range(tables.TOMB_ROWS):
        seats = [stone["seat"] for stone in stones[row :: tables.TOMB_ROWS]]
        own = [seats.count(seat) for seat in range(players)]
        leading = [seat for seat, number in enumerate(own) if number == max(own) > 0]
        rows.append({"own": own, "points": pay(own), "leading": leading})
    return rows


def obelisks_b(drawn: Json, stones: Stones, board: Json) -> Json:
    """``towers`` {value, seat or None, stones}, built ones first; ``columns`` of single stones."""
    singles: list[Stones] = [[] for _seat in drawn["columns"]]
    towers: list[Json] = []
    for stone in stones:
        own = singles[stone["seat"]]
        own.append(stone)
        if len(own) == b_sides.TOWER:
            towers.append({"value": _tower(len(towers)), "seat": stone["seat"], "stones": [*own]})
            own.clear()
    while len(towers) < len(b_sides.TOWERS) + 2 or towers[-1]["seat"] is not None:
        towers.append({"value": _tower(len(towers)), "seat": None, "stones": []})
    return {"columns": singles, "towers": towers, "places": []}


def _tower(number: int) -> int:
    return b_sides.TOWERS[number] if number < len(b_sides.TOWERS) else b_sides.TOWER_FURTHER


def obelisks_c(drawn: Json, stones: Stones, board: Json) -> Json:
    """``scale``: what heights pay, ``further`` and ``tallest``."""
    return {
        "scale": list(c_sides.HEIGHTS),
        "further": c_sides.HIGHER,
        "tallest": [c_sides.TALLEST, c_sides.TALLEST_SHARED],
    }


def obelisks_d(drawn: Json, stones: Stones, board: Json) -> Json:
    """``tiles`` left for each height, the best first; ``none_left``, ``higher``."""
    heights = [len(column) for column in drawn["columns"]]
    left = [
        list(tiles[sum(height > level for height in heights) :])
        for level, tiles in enumerate(d_sides.OBELISK_TILES)
    ]
    return {"tiles": left, "none_left": d_sides.NO_TILE, "higher": d_sides.HIGHER}


SIDES: dict[str, dict[str, Side]] = {
    "pyramid": {"B": pyramid_b, "C": pyramid_c, "D": pyramid_d},
    "temple": {"B": temple_b, "C": temple_c, "D": temple_d},
    "tomb": {"B": tomb_b, "C": tomb_c, "D": tomb_d},
    "obelisks": {"B": obelisks_b, "C": obelisks_c, "D": obelisks_d},
}
