"""Questions and answers in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Json, Kept, Part, Player, Text, _, ngettext
from .. import tables
from ..rules import rules
from . import names
from .parts import card, place
from .preview import gains, gains_in_order, said

#: The same questions, whether cards are hidden or not.
SAME = {"take_action_hidden": "take_action"}


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    """The question a decision asks."""
    match kind, *args:
        case "load_more", int(n):
            return Text(
                *ngettext(
                    "You may put {n} more stone on a boat", "You may put {n} more stones on boats"
                ),
                n=n,
            )
        case "load_before_sailing", 1, _only:
            return Text(_("Put a second stone on the boat, or sail it"))
        case "take_for_favour", _slot:
            return Text(_("Take a second card?"))
        case "load_stone", "chisel", 2:
            return Text(_("Where does the first stone go?"))
        case "load_stone", "chisel", 1:
            return Text(_("Where does the second stone go?"))
        case "unload_next", _, _:
            return Text(_("Which stone is unloaded first?"))
    return Text(rules.kinds[kind].prompt)


#: What "enough" means for each kind.
_ENOUGH = {
    "buy_market_card": _("Keep the coin"),
    "load_more": _("Load nothing more"),
    "load_before_reordering": _("Load nothing"),
    "load_before_sailing": _("Load nothing more"),
    "take_for_favour": _("Take no second card"),
}


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    """Words for a choice, or for the last part of the beginning of one."""
    match SAME.get(kind, kind), *parts:
        case "take_action", "get":
            n = _stones_to_take(view)
            if not n:
                return Text(_("Take stones from the quarry"))
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
        case "take_action", "private":
            return Text(_("Sail your private boat"))
        case "take_action", "private", str(site):
            sails = Text(_("Sail your private boat {to_site}"), to_site=Text(names.TO_SITES[site]))
            return _with_gains(sails, view, site)
        case "take_action", "wager":
            return Text(_("Place your wager"))
        case "take_action", "wager", str(site):
            return Text(_("Wager: {site}"), site=Text(names.SITES[site]))
        case "take_action", "wager", str(site), int(field):
            message = _("Wager: {site}, right field") if field else _("Wager: {site}, left field")
            return Text(message, site=Text(names.SITES[site]))
        case "take_action", "favour":
            return Text(_("Ask the Pharaoh for a favour"))
        case "take_action", "favour", str(name):
            return Text(_("Ask for: {favour}"), favour=Text(names.FAVOURS[name]))
        case "take_action", "prophesy":
            return Text(_("Prophesy"))
        case "take_action", "prophesy", str(name):
            return Text(_("Foretell: {prophecy}"), prophecy=Text(names.PROPHECIES[name]))
        case (_, "enough"):
            return Text(_ENOUGH.get(kind, _("Nothing more")))
        case ("take_action", "sail", boat) | (
            "sail_in_order" | "sail_after" | "sail_for_favour",
            boat,
        ):
            return _boat(_("Sail: boat {boat} ({stones} of {fields})"), view, boat)
        case ("take_action", "place", boat) | (
            "load_and_sail"
            | "load_stone"
            | "load_more"
            | "load_before_reordering"
            | "load_before_sailing",
            boat,
        ):
            return _boat(_("Load: boat {boat} ({stones} of {fields})"), view, boat)
        case "take_action", "card", str(name):
            return Text(_("Play: {card}"), card=card(name))
        case ("take_action", "place", boat, field) | (
            "load_stone" | "load_more" | "load_before_reordering" | "load_before_sailing",
            boat,
            field,
        ):
            return Text(_("Load a stone on boat {boat}, place {field}"), **place(boat, field))
        case "load_and_sail", boat, field:
            return Text(_("Load: boat {boat}, place {field}"), **place(boat, field))
        case "sail_in_order", int(boat), str(site):
            found = gains_in_order(view, site, boat)
            return Text("{choice}: {gains}", choice=_sail(boat, site), gains=said(found))
        case ("take_action", "sail", int(boat), str(site)) | (
            "sail_after" | "sail_for_favour",
            int(boat),
            str(site),
        ):
            return _with_gains(_sail(boat, site), view, site, boat)
        case "load_and_sail", boat, field, str(site):
            sails = Text(
                _("Load boat {boat}, place {field}, and sail it {to_site}"),
                **place(boat, field),
                to_site=Text(names.TO_SITES[site]),
            )
            return _with_gains(sails, view, site, boat, field)
        case "unload_next", int(field):
            sailing, where, *order = args
            stone = view["boats"][sailing]["stones"][field]
            unloads = Text(
                _("Unload: place {field} ({player})"),
                player=Player(stone["seat"]),
                field=field + 1,
            )
            found = gains_in_order(view, where, sailing, [*order, field])
            return Text("{choice}: {gains}", choice=unloads, gains=said(found))
        case "take_market_card", "pile":
            return Text(_("Take: the top card of the draw pile, unseen"))
        case "take_market_card", int(slot) if slot == len(view["market"]):
            return Text(_("Look at the two cards lying face down and keep one"))
        case (("take_market_card" | "take_for_favour"), int(slot)):
            return Text(_("Take: {card}"), card=card(view["market"][slot]["name"]))
        case "buy_market_card", int(slot):
            return Text(_("Buy: {card}"), card=card(view["market"][slot]["name"]))
        case "keep_card", int(number):
            return Text(_("Keep: {card}"), card=card(view["looking"][number]["name"]))
        case "choose_pyramid", int(pyramid):
            return Text(_("Build on {pyramid}"), pyramid=Text(names.PYRAMIDS[pyramid]))
        case "choose_column", int(column):
            return Text(_("Build: column {number}"), number=column + 1)
        case "temple_reward", "point":
            return Text(_("Take 1 point"))
        case "temple_reward", "stones":
            return Text(_("Take 2 stones from the quarry"))
        case "raft_stone", str(site):
            puts = Text(_("Put the stone {to_site}"), to_site=Text(names.TO_SITES[site]))
            return _with_gains(puts, view, site)
    raise ValueError((kind, parts))


def _sail(boat: int, site: str) -> Text:
    to_site = Text(names.TO_SITES[site])
    return Text(_("Sail boat {boat} {to_site}"), boat=boat + 1, to_site=to_site)


def _with_gains(
    choice: Text, view: Json, site: str, boat: Part | None = None, field: Part | None = None
) -> Text:
    """A choice that brings stones to a site, and what they would score as things stand."""
    return Text("{choice}: {gains}", choice=choice, gains=said(gains(view, site, boat, field)))


def _boat(message: str, view: Json, boat: Part) -> Text:
    """What is done with a boat, named by its number and load."""
    fields = view["boats"][boat]["stones"]
    return Text(
        message,
        boat=int(boat) + 1,
        stones=sum(stone is not None for stone in fields),
        fields=len(fields),
    )


def _stones_to_take(view: Json) -> int:
    seat = view["seats"][view["active"]]
    room = seat["limit"] - len(seat["supply"])
    quarry = room if seat["quarry"] is None else seat["quarry"]
    return int(min(tables.STONES_TAKEN, room, quarry))
