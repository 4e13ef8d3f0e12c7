"""A lock for limits per person: simultaneous requests are counted one after the other."""

from __future__ import annotations

from boardgames.database import locks

_LOCK = 0x636F756E  # The letters of "coun"


def alone(user_id: int) -> None:
    """Take the lock of this person until the transaction ends; call it before counting.

    It is the last lock taken: its holder waits for no game, tournament or club.
    """
    locks.held_to_the_end(_LOCK, user_id)
