"""Parts of sentences that questions and the log share."""

from __future__ import annotations

from typing import Any

from ...engine import Part, Text
from .. import tables
from . import names


def card(name: str) -> Text:
    return Text(names.CARDS[name])


def held(number: int) -> Text:
    return card(tables.CARDS[number])


def place(boat: Part, field: Part) -> dict[str, Any]:
    """Boat and place as people count them."""
    return {"boat": int(boat) + 1, "field": int(field) + 1}
