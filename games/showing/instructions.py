"""A player's standing instructions, and those that they can leave, with words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import get_language

from games.game_cache import cache
from games.models import Game, Instruction, Seat
from games.moves import instructions
from games.rules import engine
from games.showing.data import Instructions, Offer
from games.storage import table_context
from games.storage.position import Position
from games.words import table_package, texts


def describe_instructions(
    position: Position,
    seat: Seat,
    left: Iterable[Instruction] | None = None,
    view: engine.Json | None = None,
) -> Instructions | None:
    """The holder's instructions and the possible ones, with words; None if a game has none.

    ``left`` and ``view``: the instructions and the seat's view, if already known.
    """
    offered = instructions.offered(position, seat, view)
    if not offered or position.game.status != Game.Status.RUNNING:
        return None
    if left is None:
        left = table_context.instructions(position.game.pk).answer().get(seat.tenure_id, [])
    rules, people = position.game.rules, tuple(texts.seat_names(position.seats))
    reader = _Reader(get_language(), rules, people)
    return {
        "standing": [
            {
                "kind": row.kind,
                "parts": row.parts,
                "once": row.once,
                "text": _text(reader, row.kind, tuple(row.parts)),
            }
            for row in instructions.list_usable(position, seat, left)
        ],
        "offers": [
            _known(position.game.pk, reader, kind, tuple(choices))
            for kind, choices in offered.items()
        ],
    }


class _Reader(NamedTuple):
    """Everything on which the words depend, so that they can be cached; ``language`` is the active
    one."""

    language: str | None
    rules: engine.Rules[Any]
    people: tuple[str, ...]


def _known(game: int, reader: _Reader, kind: str, choices: tuple[engine.Choice, ...]) -> Offer:
    """Always the same object for the same values, so that comparing is fast."""
    name, make = ("offer", reader, kind, choices), partial(_offer, reader, kind, choices)
    return cache.get_or_make(game, name, make, lambda offer: 500 + 600 * len(offer["choices"]))


def _offer(reader: _Reader, kind: str, choices: tuple[engine.Choice, ...]) -> Offer:
    """The instructions that can be left for a kind of decision."""
    return {
        "kind": kind,
        "prompt": texts.own(reader.rules, reader.rules.kinds[kind].prompt),
        "choices": [{"parts": parts, "text": _text(reader, kind, parts)} for parts in choices],
    }


def _text(reader: _Reader, kind: str, parts: engine.Choice) -> str:
    return texts.plain(table_package.instruction(reader.rules, kind, parts), reader.people)
