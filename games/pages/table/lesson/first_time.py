"""Help for a player who is new to a game type.

Each kind of decision is explained once, and the lesson is offered while they wait for their first
turn.
"""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import ngettext

from games.lessons import first_times
from games.pages.table.reader import Reader
from games.words import table_package, texts


class Shown(TypedDict):
    """``text`` about the ``kind``, whose paragraph of the help is ``rule``, "" if there is none.

    Or the offer of the lesson of the game type named ``lesson``, otherwise "".
    """

    kind: str
    text: str
    rule: str
    lesson: str


def first_time(reader: Reader) -> Shown | None:
    """The explanation or offer shown now; None if there is nothing new."""
    decision = reader.decision
    if decision is None:
        return _lesson(reader)
    if not first_times.is_due(reader.position, reader.seat, decision):
        return None
    text = texts.own(reader.type, decision.asks.first_time)
    rule = table_package.rule(reader.type, decision)
    return {"kind": decision.kind, "text": text, "rule": rule, "lesson": ""}


def _lesson(reader: Reader) -> Shown | None:
    if not reader.running or reader.past or reader.seat is None or reader.beside.own_last:
        return None
    if not first_times.learns(reader.position, reader.seat):
        return None
    minutes = next(lesson.minutes for lesson in table_package.lessons(reader.type))
    text = ngettext(
        "While you wait for your first turn, a lesson of about %(n)d minute shows you how to play.",
        "While you wait for your first turn, a lesson of about %(n)d minutes shows you "
        "how to play.",
        minutes,
    ) % {"n": minutes}
    return {"kind": "", "text": text, "rule": "", "lesson": reader.type.slug}
