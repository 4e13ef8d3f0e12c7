"""Where the help explains a thing on the board, or a question."""

from __future__ import annotations

from ...engine import Json, Text

_THINGS = {
    "region": "hut",
    "die": "dice",
    "person": "person",
    "god": "gods",
    "temple": "temple",
    "jewel": "jewels",
    "task": "tasks",
    "field": "material",
    "tribe": "people",
    "huts": "hut",
    "hand": "gods",
    "status": "status",
    "ground": "material",
    "people": "people",
    "goods": "start",
    "jewels": "jewels",
    "tasks": "tasks",
}
_CARDS = {
    "helper": "helper",
    "temple": "priest",
    "build": "build",
    "fishing": "dice",
    **dict.fromkeys(("woman", "man", "woman_man"), "person"),
    **dict.fromkeys(("land", "water", "land_water"), "hut"),
}
RULES: dict[str, str] = {
    "first_hut": "start",
    "place_die": "dice",
    "exchange": "helper",
    "expand": "hut",
    "take_person": "person",
    "place_priest": "priest",
    "build": "build",
    "fire_bonus": "fire",
    "take_god": "gods",
    "pay_for_god": "gods",
    "place_material": "material",
    "take_material": "material",
    "use_people": "people",
    "buy_jewel": "jewels",
    "settle_task": "tasks",
    "take_task": "tasks",
    "settle_last_task": "end",
}


def about(target: str, view: Json) -> tuple[Text, str] | None:
    """Return the paragraph of the help on a thing; its tip shows what it is worth now."""
    what, _dash, which = target.partition("-")
    if what == "card":
        return Text(""), _CARDS[which]
    return (Text(""), _THINGS[what]) if what in _THINGS else None
