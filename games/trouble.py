"""Slips of game packages: what fails there costs its page a detail, and is noted here."""

from __future__ import annotations

import time

import structlog
from django.db import DatabaseError, transaction

from boardgames.models import Trouble

log = structlog.get_logger(__name__)

#: A slip that goes on is written down again after so many seconds.
AGAIN = 3600.0

_noted: dict[tuple[str, str], float] = {}


def note(game: str, place: str, error: Exception) -> None:
    """Log a slip, once in each process, and write it down for the admin and for health."""
    now, last = time.monotonic(), _noted.get((game, place))
    if last is None:
        log.error("slip in a game package", game=game, place=place, exc_info=error)
    if last is not None and now - last < AGAIN:
        return
    _noted[game, place] = now
    try:
        with transaction.atomic():
            Trouble.note(game, place, f"{type(error).__name__}: {error}")
    except DatabaseError as unwritten:
        log.warning("slip not written down", game=game, place=place, error=str(unwritten))
