"""What Bora Bora's templates need beyond the view: words, places on the map, groups of people."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...engine import Json
from ..tables import GODS, MATERIALS, PIPS, SEXES, SPACES
from . import names, needs

#: The middle of each region on the map, which is 400 by 380.
PLACES = {
    "N-W": (152, 46),
    "N-E": (248, 46),
    "W-N": (44, 148),
    "C-NW": (152, 148),
    "C-NE": (248, 148),
    "E-N": (356, 148),
    "W-S": (44, 232),
    "C-SW": (152, 232),
    "C-SE": (248, 232),
    "E-S": (356, 232),
    "S-W": (152, 334),
    "S-E": (248, 334),
}


def board(view: Json) -> Json:
    """``words``: names by group, to be translated; ``places``: {region: (x, y)}; ``paths``:
    [{route, number, from, to}]; ``dice``, ``rolled``: see ``_dice``; ``tasks``: {id: how it is
    drawn}; ``tribes``: see ``_tribes``; ``first``: the seat whose board comes first;
    ``others``: the other seats in turn order."""
    order = view["order"]
    first = order[0] if view["me"] is None else view["me"]
    at = order.index(first)
    tasks = [*view["tasks"], *(task for seat in view["seats"] for task in seat["tasks"])]
    return {
        "words": {
            "islands": names.ISLANDS,
            "terrains": names.TERRAINS,
            "goods": names.GOODS,
            "gods": names.GODS,
            "god_texts": names.GOD_TEXTS,
            "colours": names.COLOURS,
            "sexes": names.SEXES,
            "many": names.MANY,
            "kinds": names.KINDS,
            "kind_texts": names.KIND_TEXTS,
            "jewels": names.JEWEL_KINDS,
            "fish": names.FISH,
            "cards": names.CARDS,
            "card_texts": names.CARD_TEXTS,
            "phases": names.PHASES,
            "placing": names.PLACING,
            "sources": names.SOURCES,
        },
        "gods": GODS,
        "materials": MATERIALS,
        "sexes": SEXES,
        "pips": PIPS,
        "spaces": SPACES,
        "places": PLACES,
        "paths": [
            {"route": route, "number": number, "from": PLACES[one], "to": PLACES[other]}
            for route, paths in view["paths"].items()
            for one, other, number in paths
        ],
        **_dice(view),
        "tasks": {task["id"]: [_need(need) for need in task["needs"]] for task in tasks},
        "tribes": [_tribes(seat["people"]) for seat in view["seats"]],
        "first": first,
        "others": [*order[at + 1 :], *order[:at]],
    }


def _dice(view: Json) -> Json:
    """The names of the dice as pieces: ``dice``: {card: [name]}, ``rolled``: [[(value, name), the
    highest first] by seat]. Of equal dice of a seat those that have been placed come first."""
    met = Counter[tuple[int, int]]()

    def name(seat: int, value: int) -> str:
        met[seat, value] += 1
        return f"die-{seat}-{value}-{met[seat, value] - 1}"

    return {
        "dice": {
            card: [name(seat, value) for seat, value in shown["dice"]]
            for card, shown in view["cards"].items()
        },
        "rolled": [
            [(value, name(number, value)) for value in sorted(seat["dice"], reverse=True)]
            for number, seat in enumerate(view["seats"])
        ],
    }


def _need(need: Json) -> Json:
    """``words`` and ``of``, to be translated, with ``icon`` and ``sign``."""
    of = needs.OF[need["what"]][need["of"]] if need["of"] else ""
    return {
        "words": needs.ASKED[need["what"]].words,
        "of": of,
        **needs.drawn(need["what"], need["of"]),
    }


def _tribes(people: list[Json]) -> list[dict[str, Any]]:
    """People of one sex and kind together: {sex, kind, count, people}, those pushed down last."""
    groups: dict[tuple[str, str], list[Json]] = {}
    for person in people:
        groups.setdefault((person["sex"], person["kind"]), []).append(person)
    return [
        {
            "sex": sex,
            "kind": kind,
            "count": group[0]["count"],
            "people": sorted(group, key=lambda person: bool(person["pushed"])),
        }
        for (sex, kind), group in groups.items()
    ]
