"""Somebody's standing instructions, and those that may be left, with words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import words
from games.models import Game, Instruction, Seat
from games.moves import instructions
from games.rules import engine
from games.showing.data import Instructions
from games.storage.position import Position


def standing(
    position: Position,
    seat: Seat,
    left: Iterable[Instruction] | None = None,
    view: engine.Json | None = None,
) -> Instructions | None:
    """The holder's instructions and what may be left, with words; None where a game has none.
    ``left`` and ``view``: what has been left, and what the seat sees, where that is known."""
    offered = instructions.offered(position, seat, view)
    if not offered or position.game.status != Game.Status.RUNNING:
        return None
    if left is None:
        left = instructions.left(seat).answer()
    rules, people = position.game.rules, tuple(words.names(position.seats))
    text = partial(_text, get_language(), rules, people)

    return {
        "standing": [
            {
                "kind": row.kind,
                "parts": row.parts,
                "once": row.once,
                "text": text(row.kind, tuple(row.parts)),
            }
            for row in instructions.standing(position, seat, left)
        ],
        "offers": [
            {
                "kind": kind,
                "prompt": _(rules.kinds[kind].prompt),
                "choices": [{"parts": parts, "text": text(kind, parts)} for parts in choices],
            }
            for kind, choices in offered.items()
        ],
    }


@lru_cache(5000)
def _text(
    language: str | None,
    rules: engine.Rules[Any],
    people: tuple[str, ...],
    kind: str,
    parts: engine.Choice,
) -> str:
    """Words for an instruction in the language that is active, which is ``language``: so they can
    be kept."""
    return words.plain(words.instruction(rules, kind, parts), people)
