"""Standing instructions in words."""

from __future__ import annotations

from ...engine import Choice, Part, Text, _
from . import names
from .parts import card

#: The colours of a ranking, by what their cards are.
_COLOURS = {
    "purple": _("statues"),
    "green": _("decorations"),
    "blue": _("blue cards"),
    "red": _("red cards"),
    "gold": _("sledges"),
}


def instruction(kind: str, parts: Choice) -> Text:
    """Words for a standing instruction, or for the last part of the beginning of one."""
    match kind, *parts:
        case _, "rank":
            return Text(_("Cards by colour"))
        case _, "rank", first:
            return Text(_("First {cards}"), cards=Text(_COLOURS[str(first)]))
        case _, "rank", first, second:
            return _then(Text(_COLOURS[str(first)]), second)
        case _, "rank", first, second, third:
            return _then(_then(Text(_COLOURS[str(first)]), second), third)
        case _, "card":
            return Text(_("One card, if it is face up"))
        case _, "card", name:
            return Text(_("{card}, if it is face up"), card=card(str(name)))
        case "buy_market_card", _:
            return Text(_("Always keep the coin"))
        case "temple_reward", "point":
            return Text(_("Always the point"))
        case "temple_reward", "stones":
            return Text(_("Always the stones; the point if there is no room"))
        case "choose_pyramid", "most":
            return Text(_("The pyramid with the most points on its next place"))
        case "choose_pyramid", "pyramid":
            return Text(_("One pyramid until it is complete"))
        case "choose_pyramid", _, number:
            pyramid = Text(names.PYRAMIDS[int(number)])
            return Text(_("Until it is complete: {pyramid}"), pyramid=pyramid)
        case "choose_column", _:
            return Text(_("The column with the most points on its next place, Imhotep's included"))
    raise ValueError((kind, parts))


def _then(before: Text, colour: Part) -> Text:
    return Text(_("{first}, then {next}"), first=before, next=Text(_COLOURS[str(colour)]))
