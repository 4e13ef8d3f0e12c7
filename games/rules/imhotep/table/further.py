"""The next question of a choice that has begun."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Json, Kept, Text, _
from .labels import SAME


def further(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text | None:
    """The question after these parts; None where it stays the one before."""
    match SAME.get(kind, kind), *parts:
        case "take_action", "sail", boat:
            return _where_sails(boat)
        case (("sail_in_order" | "sail_after" | "sail_for_favour"), boat):
            return _where_sails(boat)
        case "load_and_sail", boat, _place:
            return _where_sails(boat)
        case "take_action", str(action):
            return Text(_ACTIONS[action]) if action in _ACTIONS else None
        case "take_action", "wager", _site:
            return Text(_("On which of its fields?"))
    return None


#: The things that an action is done with.
_ACTIONS = {
    "place": _("Where do you load the stone?"),
    "sail": _("Which boat do you sail?"),
    "card": _("Which card do you play?"),
    "private": _("Where does your private boat sail?"),
    "wager": _("Which site do you wager on?"),
    "favour": _("Which favour do you ask for?"),
    "prophesy": _("What do you prophesy?"),
}


def _where_sails(boat: object) -> Text:
    return Text(_("Where does boat {boat} sail?"), boat=int(str(boat)) + 1)
