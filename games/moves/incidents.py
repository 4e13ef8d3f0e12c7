"""Records incidents, which happen at a table outside the rules, and tells open pages.

Everybody who may see the game may read them, so they belong to the newest version that everybody
may see.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import changes
from games.models import Game, Incident, Seat
from games.storage.position import Position


def record_incident(
    position: Position,
    kind: str,
    *,
    seat: Seat | None = None,
    user_id: int | None = None,
    **data: Any,
) -> None:
    """Record an incident in the caller's transaction. ``seat`` is the one that it is about."""
    _write(position.game, kind, None if seat is None else seat.index, user_id, data)
    position.log = None  # this kind needs a seat
    tell(position)


def note_of(game: Game, kind: str, *, user_id: int | None, **data: Any) -> None:
    """The same for a game that may be over, whose position nobody holds."""
    _write(game, kind, None, user_id, data)
    changes.after_commit(changes.beside, game_id=game.pk)


def _write(game: Game, kind: str, seat: int | None, user_id: int | None, data: Any) -> None:
    Incident.objects.create(
        game=game, version=game.public_version, kind=kind, seat=seat, user_id=user_id, data=data
    )


def reminded(reminders: Iterable[tuple[Game, int]]) -> None:
    """Record reminders that go out, given as game and seat, in the caller's transaction."""
    Incident.objects.bulk_create(
        Incident(game=game, version=game.public_version, kind=Incident.Kind.REMINDED, seat=seat)
        for game, seat in reminders
    )


def tell(position: Position) -> None:
    """After the commit, tell the table's open pages that there is an incident."""
    if not position.announced_beside:
        position.announced_beside = True
        changes.after_commit(changes.beside, game_id=position.game.pk)
