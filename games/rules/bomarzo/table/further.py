"""What is asked next once a choice has begun."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Json, Kept, Text, _
from . import names


def further(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text | None:
    """The question after these parts; None where it stays the one before."""
    match kind, *parts:
        case "place", "harvest":
            return Text(_("What do you harvest?"))
        case "place", "call":
            return Text(_("Which deity do you call?"))
        case "move_workers", _track:
            return Text(_("Which worker takes the second step?"))
        case "trade_cards", _track:
            return Text(_("A second card, for one more step?"))
        case "plunder", "all":
            return Text(_("Which deity do you take from?"))
        case "plunder", "all", name:
            return Text(_("Which good do you take from {deity}?"), deity=names.deity(name))
        case "play_card", "play":
            return Text(_("Which card do you play?"))
        case "play_card", "upgrade":
            return Text(_("Which card do you upgrade?"))
    return None
