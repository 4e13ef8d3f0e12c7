"""Questions and answers in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Json, Kept, Part, Player, Text, _, ngettext
from .. import tables
from ..rules import rules
from ..sites.b_sides import CHOICE_STONES
from . import names
from .parts import card, place
from .preview import describe_preview, gains, gains_in_order

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


#: An action, before its object is chosen.
_ACTIONS = {
    "place": _("Load a stone"),
    "sail": _("Sail a boat"),
    "card": _("Play a card"),
    "pass": _("Pass"),
    "private": _("Sail private boat"),
    "wager": _("Place a wager"),
    "favour": _("Ask a favour"),
    "prophesy": _("Prophesy"),
}


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    """Words for a choice, or for the last part of the beginning of one."""
    kind = SAME.get(kind, kind)
    if parts == ("enough",):
        return Text(_ENOUGH.get(kind, _("Nothing more")))
    match kind, *parts:
        case "take_action", *_rest:
            return _action(parts, view)
        case (("sail_in_order" | "sail_after" | "sail_for_favour"), *_rest):
            return _sailing(kind, parts, view)
        case "load_and_sail", *_rest:
            return _loading_and_sailing(parts, view)
        case (
            "load_stone" | "load_more" | "load_before_reordering" | "load_before_sailing",
            *_rest,
        ):
            return _loading(parts, view)
        case (("take_market_card" | "take_for_favour" | "buy_market_card" | "keep_card"), what):
            return _taking(kind, what, view)
        case "unload_next", int(field):
            return _unloading(args, field, view)
        case "choose_pyramid", int(pyramid):
            return Text(_("Build on {pyramid}"), pyramid=Text(names.PYRAMIDS[pyramid]))
        case "choose_column", int(column):
            return Text(_("Build: column {number}"), number=column + 1)
        case "temple_reward", "point":
            return Text(_("Take 1 point"))
        case "temple_reward", "stones":
            return Text(_("Take up to {n} stones from the quarry"), n=CHOICE_STONES)
        case "raft_stone", str(site):
            puts = Text(_("Deliver the stone {to_site}"), to_site=Text(names.TO_SITES[site]))
            return _with_gains(puts, view, site)
    raise ValueError((kind, parts))


def _action(parts: Choice, view: Json) -> Text:
    match parts:
        case ("get",):
            n = _stones_to_take(view)
            if not n:
                return Text(_("Take stones from the quarry"))
            return Text(
                *ngettext("Take {n} stone from the quarry", "Take {n} stones from the quarry"), n=n
            )
        case (str(action),):
            return Text(_ACTIONS[action])
        case "place", *where:
            return _loading(tuple(where), view)
        case "sail", *where:
            return _sailing("take_action", tuple(where), view)
        case "card", str(name):
            return Text(_("Play: {card}"), card=card(name))
        case "private", str(site):
            sails = Text(_("Sail your private boat {to_site}"), to_site=Text(names.TO_SITES[site]))
            return _with_gains(sails, view, site)
        case "wager", str(site):
            return Text(_("Wager: {site}"), site=Text(names.SITES[site]))
        case "wager", str(site), int(field):
            message = _("Wager: {site}, second field") if field else _("Wager: {site}, first field")
            return Text(message, site=Text(names.SITES[site]))
        case "favour", str(name):
            return Text(_("Ask for: {favour}"), favour=Text(names.FAVOURS[name]))
        case "prophesy", str(name):
            return Text(_("Prophesy: {prophecy}"), prophecy=Text(names.PROPHECIES[name]))
    raise ValueError(parts)


def _loading(parts: Choice, view: Json) -> Text:
    boat, *places = parts
    if not places:
        return _boat(_("Load: boat {boat} ({stones} of {fields})"), view, boat)
    (field,) = places
    return Text(_("Load a stone on boat {boat}, place {field}"), **place(boat, field))


def _sailing(kind: str, parts: Choice, view: Json) -> Text:
    boat, *sites = parts
    if not sites:
        return _boat(_("Sail: boat {boat} ({stones} of {fields})"), view, boat)
    (site,) = sites
    sails = Text(_("Sail boat {boat} {to_site}"), boat=boat + 1, to_site=Text(names.TO_SITES[site]))
    if kind == "sail_in_order":
        found = gains_in_order(view, site, boat)
        return Text("{choice}: {gains}", choice=sails, gains=describe_preview(found))
    return _with_gains(sails, view, site, boat)


def _loading_and_sailing(parts: Choice, view: Json) -> Text:
    match parts:
        case (boat,):
            return _loading(parts, view)
        case boat, field:
            return Text(_("Load: boat {boat}, place {field}"), **place(boat, field))
    boat, field, site = parts
    sails = Text(
        _("Load boat {boat}, place {field}, and sail it {to_site}"),
        **place(boat, field),
        to_site=Text(names.TO_SITES[site]),
    )
    return _with_gains(sails, view, site, boat, field)


def _taking(kind: str, what: Part, view: Json) -> Text:
    """A card of the market, or one of the two cards looked at."""
    if what == "pile":
        return Text(_("Take: the top card of the draw pile, unseen"))
    place = int(what)
    if kind == "keep_card":
        return Text(_("Keep: {card}"), card=card(view["looking"][place]["name"]))
    if kind == "take_market_card" and place == len(view["market"]):
        if view["boards"]["market"]["packet"] == 1:
            return Text(_("Take the face-down card"))
        return Text(_("Look at the two face-down cards and keep one"))
    message = _("Buy: {card}") if kind == "buy_market_card" else _("Take: {card}")
    return Text(message, card=card(view["market"][place]["name"]))


def _unloading(args: Sequence[Kept], field: int, view: Json) -> Text:
    sailing, where, *order = args
    stone = view["boats"][sailing]["stones"][field]
    unloads = Text(
        _("Unload: place {field} ({player})"), player=Player(stone["seat"]), field=field + 1
    )
    found = gains_in_order(view, where, sailing, [*order, field])
    return Text("{choice}: {gains}", choice=unloads, gains=describe_preview(found))


def _with_gains(
    choice: Text, view: Json, site: str, boat: Part | None = None, field: Part | None = None
) -> Text:
    """A choice that brings stones to a site, and what they would score as things stand."""
    return Text(
        "{choice}: {gains}", choice=choice, gains=describe_preview(gains(view, site, boat, field))
    )


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
