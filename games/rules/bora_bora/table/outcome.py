"""What an event brought: its points, the pieces it moved, and one line for several events of a
kind."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Json, Player, Text, _, listed, told
from ..tables import DICE
from . import names
from .events import LINES

#: What of several events of these kinds is added up.
_ADDED = {
    "points_gained": "points",
    "offerings_gained": "number",
    "shells_gained": "number",
    "status_gained": "steps",
    "huts_moved": "number",
}


def join(kind: str, several: Sequence[Json]) -> Text | None:
    """One line for events of a kind, and of one seat, that follow each other."""
    last = several[-1]
    if kind in _ADDED:
        what = _ADDED[kind]
        return told(LINES, kind, {**last, what: sum(data[what] for data in several)})
    match kind:
        case "material_gained":
            goods = [Text(names.GOODS[data["material"]]) for data in several]
            said = _("{player} lays down materials: {goods}.")
            return Text(said, player=Player(last["seat"]), goods=listed(goods))
        case "god_taken":
            cards = [
                Text(names.COLOURS[data["god"]]) if data["god"] else Text(_("one from the deck"))
                for data in several
            ]
            said = _("{player} takes god cards: {cards}.")
            return Text(said, player=Player(last["seat"]), cards=listed(cards))
        case "god_revealed":
            gods = [Text(names.COLOURS[data["god"]]) for data in several]
            return Text(_("New god cards are face up: {gods}."), gods=listed(gods))
        case "person_pushed":
            people = [names.person(data["person"]) for data in several]
            said = _("{player} pushes down: {person}.")
            return Text(said, player=Player(last["seat"]), person=listed(people))
    return None


def moved(kind: str, data: Json) -> list[str]:
    """The pieces that an event moved, in their order."""
    match kind:
        case "settled":
            return [f"hut-{data['region']}-{data['seat']}"]
        case "die_placed":
            return [f"die-{data['seat']}-{data['die']}-{nth}" for nth in range(DICE)]
        case "material_gained" if data["field"] is not None:
            return [f"good-{data['seat']}-{data['field']}"]
        case "built":
            return [f"tile-{data['seat']}-{field}" for field in data["fields"]]
        case "person_taken" | "person_pushed":
            return [f"person-{data['person']}"]
        case "priest_placed":
            return [f"priest-{data['seat']}-{nth}" for nth in range(3, -1, -1)]
        case "status_gained":
            return [f"status-{data['seat']}"]
        case "jewel_bought":
            return [f"jewel-{data['jewel']}"]
        case "task_taken":
            return [f"task-{data['task']}"]
        case "round_began":
            people = [f"person-{person}" for tiles in data["people"].values() for person in tiles]
            return people + [f"task-{task}" for task in data["tasks"]]
    return []
