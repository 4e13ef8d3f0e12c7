"""Why one would, said once of each kind of decision to who is new to the game type."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext as _

from games import words
from games.lessons import first_times
from games.pages.table.reader import Reader


class Shown(TypedDict):
    """``text`` of the ``kind``; ``rule`` names the paragraph of the help, "" for none."""

    kind: str
    text: str
    rule: str


def first_time(reader: Reader) -> Shown | None:
    """What the reader is told of what is asked of them; None where there is nothing new."""
    decision = reader.decision
    if decision is None or not first_times.due(reader.position, reader.seat, decision):
        return None
    return {
        "kind": decision.kind,
        "text": _(decision.asks.first_time),
        "rule": words.rule(reader.type, decision),
    }
