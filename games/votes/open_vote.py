"""The open vote of a table, of which there is at most one; ``Game.voting`` says if there is one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games import changes
from games.models import Game, Incident, Vote
from games.moves import incidents
from games.storage.position import Position
from games.votes.ballots import KINDS


def listen_to_changes() -> None:
    """Close votes that a change makes void; called at the start of each process."""
    changes.recorded.connect(drop_if_void, dispatch_uid="votes hear of changes")
    changes.interrupted.connect(drop, dispatch_uid="votes hear of interruptions")


def current(position: Position) -> Vote | None:
    """The open vote, None if there is none."""
    if not position.game.voting:
        return None
    return Vote.objects.filter(game=position.game, closed_at=None).first()


def close(position: Position, vote: Vote, outcome: str, now: datetime) -> None:
    """Close it, in the caller's transaction; the caller carries out the outcome."""
    vote.closed_at, vote.outcome = now, outcome
    vote.save(update_fields=["closed_at", "outcome"])
    position.game.voting = False
    position.game.save(update_fields=["voting"])
    seat = None if vote.seat is None else position.seats[vote.seat]
    incidents.record_incident(
        position, Incident.Kind.VOTE_CLOSED, seat=seat, vote=vote.kind, outcome=outcome
    )


def drop(position: Position, now: datetime, **_signal: Any) -> None:
    """Close the open vote without a decision."""
    vote = current(position)
    if vote is not None:
        close(position, vote, "void", now)


def drop_if_void(position: Position, mover: int | None, now: datetime, **_signal: Any) -> None:
    """Close the vote if a change made it void.

    Either the absent player has moved, a move has answered it, or there is nothing left to decide.
    """
    vote = current(position)
    if vote is None:
        return
    over = position.game.status != Game.Status.RUNNING
    answered = mover is not None and KINDS[vote.kind].lapses(position, vote, mover)
    if over or answered or (vote.seat is not None and _is_back(position, vote.seat, mover)):
        close(position, vote, "void", now)


def _is_back(position: Position, seat: int, mover: int | None) -> bool:
    return mover == seat or not position.seats[seat].to_move
