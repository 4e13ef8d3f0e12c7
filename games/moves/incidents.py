"""Writes down what happens at a table beside the rules, and tells the open pages of it.

Everybody who may see the game may read it, so it is filed under the newest version that all know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import changes
from games.models import Game, Incident, Seat
from games.storage.position import Position


def note(
    position: Position,
    kind: str,
    *,
    seat: Seat | None = None,
    user_id: int | None = None,
    **data: Any,
) -> None:
    """Write it down, in the caller's transaction. ``seat`` is the one that it is about."""
    Incident.objects.create(
        game=position.game,
        version=position.game.public_version,
        kind=kind,
        seat=None if seat is None else seat.index,
        user_id=user_id,
        data=data,
    )
    position.log = None  # it lacks this
    tell(position)


def reminded(reminders: Iterable[tuple[Game, int]]) -> None:
    """Reminders go out: of each the game and the seat. In the caller's transaction."""
    Incident.objects.bulk_create(
        Incident(game=game, version=game.public_version, kind=Incident.Kind.REMINDED, seat=seat)
        for game, seat in reminders
    )


def tell(position: Position) -> None:
    """After the commit, tell the table's open pages that there is something beside the moves."""
    if not position.announced_beside:
        position.announced_beside = True
        changes.after_commit(changes.beside, game_id=position.game.pk)
