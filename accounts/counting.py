"""Limits on how much somebody may have: one at a time counts for a person, so that of many things
asked for in the same moment none is overlooked."""

from __future__ import annotations

from boardgames.database import locks

_LOCK = 0x636F756E  # "coun"


def alone(user_id: int) -> None:
    """Nobody else counts for this person until the transaction ends; called before counting.

    It is the last lock that is taken: whoever holds it waits for no game, tournament or club.
    """
    locks.held_to_the_end(_LOCK, user_id)
