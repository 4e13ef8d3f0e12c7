"""The thing on the board that stands for a choice, or for a part of a choice."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Kept
from ..gods import CARD, NONE, TILE
from ..phase_a import GODS_OF
from ..tables import OFFERING

#: The god that a decision pays for; ``pay_for_god`` and ``place_die`` say which.
_PAID = {
    "expand": "red",
    "use_people": "green",
    "settle_task": "yellow",
    "settle_last_task": "yellow",
}


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    """What on the board stands for the last of these parts."""
    if (god := _paid(kind, args, parts)) and (paid := _payment(kind, god, parts)):
        return paid
    match kind, *parts:
        case "place_die", die:
            return f"die-{die}"
        case "place_die", _, card:
            return f"card-{card}"
        case (("first_hut" | "expand"), region):
            return f"region-{region}"
        case "take_person", sex, space:
            return f"person-{sex}-{space}"
        case "place_priest", space:
            return f"temple-{space}"
        case (("fire_bonus" | "take_god"), source) if source != OFFERING:
            return f"god-{source}"
        case "exchange", "god", source:
            return f"god-{source}"
        case ("exchange", "push", sex, person) | ("use_people", sex, person):
            return f"tribe-{sex}-{person}"
        case "exchange", "hut":
            return "huts"
        case ("exchange", "material", int(spot)) | ("place_material" | "take_material", int(spot)):
            return f"field-{spot}"
        case ("build", field) | ("build", _, field):
            return f"field-{field}"
        case "buy_jewel", jewel if jewel != "nothing":
            return f"jewel-{jewel}"
        case (("settle_task" | "take_task" | "settle_last_task"), task) if task != "done":
            return f"task-{task}"
    return None


def calm(kind: str, args: Sequence[Kept], choice: Choice) -> bool:
    """Whether the choice glows calmly, as it brings nothing yet: a material counts only once a tile
    is built on it, and paying for a god costs something."""
    god = _paid(kind, args, choice)
    return choice[0] == "material" or bool(god and _payment(kind, god, choice))


def _paid(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    """The god that a question pays for."""
    if kind == "place_die":
        return GODS_OF[str(parts[2])][len(parts) - 4] if len(parts) > 3 else None
    return str(args[0]) if kind == "pay_for_god" else _PAID.get(kind)


def _payment(kind: str, god: str, parts: Choice) -> str | None:
    """What pays for a god, if the last part says so."""
    depth = {"pay_for_god": 1, "use_people": 3, "place_die": 4}.get(kind, 2)
    if len(parts) < depth or parts[-1] in (NONE, "discard"):
        return None
    way = parts[-1]
    if way == TILE:
        return "god-tiles"
    return f"hand-{god if way == CARD else way}"
