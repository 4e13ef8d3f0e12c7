"""The places of choices and events on the board.

The names of things on the board (``data-target``)::

    quarry                where stones are taken
    boat-2                a boat, for sailing it
    boat-2-field-0        a place on it, 0 the bow: for a stone, or the stone to be unloaded next
    site-temple           a site, for a boat
    market-3              a slot of the market
    card-hammer           the viewer's own cards of this name, to be played
    supply-1, cards-1     a seat's supply and cards; only marked, never chosen
    deck                  market C: the draw pile
    looking-0             market B: one of the two cards looked at
    pyramid-1             pyramid B: one of the three
    column-2              pyramid C: a column of the level that is being built
    private-boat          the viewer's own boat
    wager-tomb-0          a field for wagers, 0 the left one
    favour-fill           a favour
    prophecy-amun         a prophecy
"""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Json, Kept
from . import names
from .labels import SAME


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    """What on the board stands for the last of these parts.

    A boat stands for sailing it; loading a stone means choosing a place on it.
    """
    match SAME.get(kind, kind), *parts:
        case "take_action", *_rest:
            return _of_action(parts)
        case (_, "enough"):
            return None
        case (("sail_in_order" | "sail_after" | "sail_for_favour"), boat):
            return f"boat-{boat}"
        case (("sail_in_order" | "sail_after" | "sail_for_favour"), _, site):
            return f"site-{site}"
        case ("load_and_sail", _, _, site) | ("raft_stone", site):
            return f"site-{site}"
        case (
            "load_and_sail"
            | "load_stone"
            | "load_more"
            | "load_before_reordering"
            | "load_before_sailing",
            boat,
            field,
        ):
            return f"boat-{boat}-field-{field}"
        case "unload_next", field:
            return f"boat-{args[0]}-field-{field}"
        case "take_market_card", "pile":
            return "deck"
        case (("take_market_card" | "take_for_favour" | "buy_market_card"), slot):
            return f"market-{slot}"
        case "keep_card", number:
            return f"looking-{number}"
        case "choose_pyramid", pyramid:
            return f"pyramid-{pyramid}"
        case "choose_column", column:
            return f"column-{column}"
        case "temple_reward", reward:
            return "site-temple" if reward == "point" else "quarry"
    return None


def _of_action(parts: Choice) -> str | None:
    match parts:
        case ("get",):
            return "quarry"
        case "card", name:
            return f"card-{name}"
        case "sail", boat:
            return f"boat-{boat}"
        case "place", boat, field:
            return f"boat-{boat}-field-{field}"
        case ("sail", _, site) | ("private", site):
            return f"site-{site}"
        case ("private",):
            return "private-boat"
        case "wager", site, field:
            return f"wager-{site}-{field}"
        case "favour", name:
            return f"favour-{name}"
        case "prophesy", name:
            return f"prophecy-{name}"
    return None


def marks(kind: str, data: Json) -> list[str]:
    """The things on the board that an event touched."""
    match kind:
        case "stones_taken":
            return [f"supply-{data['seat']}"]
        case "stone_loaded":
            return [f"boat-{data['boat']}-field-{data['field']}"]
        case "boat_sailed":
            return [f"boat-{data['boat']}", f"site-{data['site']}"]
        case "stone_delivered":
            return [f"site-{data['site']}"]
        case "card_taken":
            return [f"market-{data['slot']}", f"cards-{data['seat']}"]
        case "card_played":
            return [f"cards-{data['seat']}"]
        case "temple_scored" | "temple_rewarded" | "scaffold_laid":
            return ["site-temple"]
        case "card_drawn" | "packet_kept":
            return [f"cards-{data['seat']}"]
        case "market_refilled":
            return [f"market-{data['slot']}"]
        case "supply_returned" | "private_quarry_used":
            return [f"supply-{data['seat']}"]
        case "wager_placed":
            return [f"wager-{data['site']}-{data['field']}"]
        case "favour_chosen":
            return [f"favour-{data['favour']}"]
        case "prophesied":
            return [f"prophecy-{data['prophecy']}"]
        case "private_boat_sailed" | "stone_rafted":
            return [f"site-{data['site']}"]
        case "final_scored" if data["source"] in names.SITES:
            return [f"site-{data['source']}"]
        case "final_scored" if data["source"] in ("statues", "decorations", "blue_cards"):
            return [f"cards-{seat}" for seat, points in enumerate(data["points"]) if points]
    return []


def calm(_kind: str, _args: Sequence[Kept], choice: Choice) -> bool:
    """What costs a stone or a scarab for good, or pays only at the end."""
    return choice[0] in ("wager", "favour", "prophesy")


def moved(kind: str, data: Json) -> list[str]:
    """The pieces that an event moved, in their order."""
    match kind:
        case "boat_sailed":
            return [f"boat-{data['boat']}"]
        case "stone_loaded" | "stone_delivered":
            return [f"stone-{data['stone']}"]
        case "stones_taken":
            return [f"stone-{stone}" for stone in data["stones"]]
        case "round_began":
            return [f"card-{card}" for card in data["market"]]
        case "market_refilled" if "card" in data:
            return [f"card-{data['card']}"]
    return []
