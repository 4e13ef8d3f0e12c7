"""How Imhotep is told and pointed at; the drawing is in ``templates/``.

Targets, the names of things on the board (``data-target``)::

    quarry                where stones are taken
    boat-2                a boat, for sailing it
    boat-2-field-0        a place on it, 0 the bow: for a stone, or the stone to be unloaded next
    site-temple           a site, for a boat
    market-3              a slot of the market
    card-hammer           the viewer's own cards of this name, to be played
    supply-1, cards-1     a seat's supply and cards; only marked, never chosen
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine import Choice, Json, Kept, Part, Player, Text, _, ngettext
from .. import tables
from ..rules import rules
from . import names
from .board import board as board

REGIONS: tuple[str, ...] = (
    "harbour",
    "yard",
    "market",
    "pyramid",
    "obelisks",
    "temple",
    "tomb",
)
PICTURE: tuple[tuple[str, ...], ...] = (
    ("harbour", "yard"),
    ("market", "temple", "tomb"),
    ("pyramid", "obelisks"),
)


# Questions and answers ----------------------------------------------------------------------------


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    """The question a decision asks."""
    match kind, *args:
        case "load_stone", "chisel", 2:
            return Text(_("Where does the first stone go?"))
        case "load_stone", "chisel", 1:
            return Text(_("Where does the second stone go?"))
        case "unload_next", _, _:
            return Text(_("Which stone is unloaded first?"))
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    """Words for a choice, or for the last part of the beginning of one."""
    match kind, *parts:
        case "take_action", "get":
            n = _stones_to_take(view)
            return Text(
                *ngettext("Take {n} stone from the quarry", "Take {n} stones from the quarry"), n=n
            )
        case "take_action", "place":
            return Text(_("Load a stone"))
        case "take_action", "sail":
            return Text(_("Sail a boat"))
        case "take_action", "card":
            return Text(_("Play a card"))
        case "take_action", "pass":
            return Text(_("Pass"))
        case ("take_action", "place" | "sail", boat) | ("load_and_sail" | "load_stone", boat):
            return _boat(view, boat)
        case "sail_in_order", boat:
            return _boat(view, boat)
        case "take_action", "card", str(name):
            return Text(_("Play: {card}"), card=_card(name))
        case ("take_action", "place", boat, field) | ("load_stone", boat, field):
            return Text(_("Load a stone on boat {boat}, place {field}"), **_place(boat, field))
        case "load_and_sail", boat, field:
            return Text(_("Boat {boat}, place {field}"), **_place(boat, field))
        case ("take_action", "sail", int(boat), str(site)) | (
            "sail_in_order",
            int(boat),
            str(site),
        ):
            return Text(
                _("Sail boat {boat} {to_site}"), boat=boat + 1, to_site=Text(names.TO_SITES[site])
            )
        case "load_and_sail", boat, field, str(site):
            return Text(
                _("Load boat {boat}, place {field}, and sail it {to_site}"),
                **_place(boat, field),
                to_site=Text(names.TO_SITES[site]),
            )
        case "unload_next", int(field):
            stone = view["boats"][args[0]]["stones"][field]
            return Text(
                _("{player}: the stone on place {field}"),
                player=Player(stone["seat"]),
                field=field + 1,
            )
        case "take_market_card", int(slot):
            return _card(view["market"][slot]["name"])
    raise ValueError((kind, parts))


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    """What on the board stands for the last of these parts.

    A boat stands for sailing it; to load a stone one picks a place on it straight away.
    """
    match kind, *parts:
        case "take_action", "get":
            return "quarry"
        case "take_action", "card", name:
            return f"card-{name}"
        case ("take_action", "sail", boat) | ("sail_in_order", boat):
            return f"boat-{boat}"
        case (
            ("take_action", "place", boat, field)
            | ("load_stone", boat, field)
            | ("load_and_sail", boat, field)
        ):
            return f"boat-{boat}-field-{field}"
        case (
            ("take_action", "sail", _, site)
            | ("sail_in_order", _, site)
            | ("load_and_sail", _, _, site)
        ):
            return f"site-{site}"
        case "unload_next", field:
            return f"boat-{args[0]}-field-{field}"
        case "take_market_card", slot:
            return f"market-{slot}"
    return None


# What has happened --------------------------------------------------------------------------------


def log(kind: str, data: Json) -> Text | None:
    """A log line, None for an event that another line tells."""
    player = Player(data["seat"]) if "seat" in data else None
    match kind:
        case "round_began":
            return Text(_("Round {round}: {player} begins."), round=data["round"], player=player)
        case "stones_taken":
            return Text(
                *ngettext("{player} takes {n} stone.", "{player} takes {n} stones."),
                player=player,
                n=len(data["stones"]),
            )
        case "stone_loaded":
            return Text(
                _("{player} puts a stone on boat {boat}, place {field}."),
                player=player,
                **_place(data["boat"], data["field"]),
            )
        case "boat_sailed":
            return Text(
                _("{player} sails boat {boat} {to_site}."),
                player=player,
                boat=data["boat"] + 1,
                to_site=Text(names.TO_SITES[data["site"]]),
            )
        case "stone_delivered" if data["points"]:
            return Text(
                *ngettext(
                    "A stone of {player} comes {to_site}: {n} point.",
                    "A stone of {player} comes {to_site}: {n} points.",
                ),
                player=player,
                to_site=Text(names.TO_SITES[data["site"]]),
                n=data["points"],
            )
        case "stone_delivered" if data["site"] != "market":
            return Text(
                _("A stone of {player} comes {to_site}."),
                player=player,
                to_site=Text(names.TO_SITES[data["site"]]),
            )
        case "card_taken":
            return Text(
                _("{player} takes from the market: {card}."),
                player=player,
                card=_held(data["card"]),
            )
        case "card_played":
            return Text(_("{player} plays: {card}."), player=player, card=_held(data["card"]))
        case "red_card_used" if not data["stone"]:
            return Text(
                _("{player} has no stone left in the quarry; the card is discarded."),
                player=player,
            )
        case "deck_shuffled":
            return Text(_("The discarded cards are shuffled into a new draw pile."))
        case "stones_returned" if "site" not in data:
            return Text(_("The stones on boats that did not sail go back to the quarry."))
        case "passed":
            return Text(_("{player} can do nothing and passes."), player=player)
        case "round_ended":
            return Text(_("Round {round} ends."), round=data["round"])
        case "temple_scored" | "final_scored" if any(data["points"]):
            return Text(
                _("Points from {source}: {points}."),
                source=source(data.get("source", "temple")),
                points=_points(data["points"]),
            )
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
        case "temple_scored":
            return ["site-temple"]
    return []


def source(name: str) -> Text:
    """The name of a source of points, or of the tie-breaker."""
    return Text(names.SOURCES[name])


# Parts of sentences -------------------------------------------------------------------------------


def _card(name: str) -> Text:
    return Text(names.CARDS[name])


def _held(card: int) -> Text:
    return _card(tables.CARDS[card])


def _boat(view: Json, boat: Part) -> Text:
    fields = view["boats"][boat]["stones"]
    return Text(
        _("Boat {boat}, carrying {stones} of {fields}"),
        boat=int(boat) + 1,
        stones=sum(stone is not None for stone in fields),
        fields=len(fields),
    )


def _place(boat: Part, field: Part) -> dict[str, Any]:
    """Boat and place as people count them."""
    return {"boat": int(boat) + 1, "field": int(field) + 1}


def _points(points: Sequence[int]) -> Text:
    """ "Anna 3, Ben 1", without those who got none."""
    said = [
        Text("{player} {points}", player=Player(seat), points=own)
        for seat, own in enumerate(points)
        if own
    ]
    whole = said[0]
    for each in said[1:]:
        whole = Text("{first}, {further}", first=whole, further=each)
    return whole


def _stones_to_take(view: Json) -> int:
    seat = view["seats"][view["active"]]
    room = seat["limit"] - len(seat["supply"])
    quarry = room if seat["quarry"] is None else seat["quarry"]
    return int(min(tables.STONES_TAKEN, room, quarry))
